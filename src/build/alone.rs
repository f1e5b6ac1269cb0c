//! A report as one file that stands alone, for an attachment or a CI artifact: style, script, figures and
//! evidence are in it, and nothing is loaded from elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::Site;
use super::narratives::Finished;
use crate::address;
use crate::compose::block::evidence::size;
use crate::figure::{Figures, Record};
use crate::render::view;
use crate::suite::{EvidenceFile, Suite};
use crate::words::Voice;

/// The name of the file beside the page.
pub(super) const FILE: &str = "self-contained.html";

/// The most bytes of evidence that a file holds as downloads; what does not fit is linked beside it.
const MOST: u64 = 1 << 20;

/// The most characters of a cited line that are shown.
const LINE: usize = 400;

/// What is in the page and not beside it.
pub(super) fn inline(site: &Site, page: &str, suite: &Suite, figures: &Figures, finished: &Finished) -> view::Inline {
    let text = |name: &str| site.static_files.get(name).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
    let record =
        serde_json::to_string(&Record::new(page, suite, figures)).expect("a record has only keys that are strings");
    view::Inline {
        // Neither may end the element that it stands in.
        style: text("assets/benchbook.css").replace("</", "<\\/"),
        script: text("assets/benchbook.js").replace("</", "<\\/"),
        figures: record.replace("</", "<\\/"),
        evidence: evidence(suite, finished, site.voice(finished.language.as_deref()), &address::root_of(page)),
    }
}

/// The cited files, the smallest of them as downloads until there is no room left.
fn evidence(suite: &Suite, finished: &Finished, voice: Voice<'_>, root: &str) -> Vec<view::InlineEvidence> {
    let mut by_size: Vec<usize> = finished.citations.keys().copied().collect();
    by_size.sort_by_key(|file| (suite.files[*file].size(), *file));
    let mut room = MOST;
    let mut held = BTreeSet::new();
    for file in by_size {
        let length = suite.files[file].size();
        if length <= room {
            room -= length;
            held.insert(file);
        }
    }
    let entry = |(number, citations): (&usize, &Vec<_>)| {
        let lines = citations.iter().map(|citation: &super::narratives::Citation| citation.line).collect();
        let raw = format!("{root}{}", raw_of(suite, *number));
        view::InlineEvidence { raw, ..one(&suite.files[*number], *number, &lines, held.contains(number), voice) }
    };
    finished.citations.iter().map(entry).collect()
}

fn one(
    file: &EvidenceFile,
    number: usize,
    lines: &BTreeSet<u32>,
    held: bool,
    voice: Voice<'_>,
) -> view::InlineEvidence {
    let cited = lines.iter().filter_map(|line| {
        let text = file.source()?.text().lines().nth((*line as usize).checked_sub(1)?)?;
        let shown: String = text.chars().take(LINE).collect();
        let text = if shown.len() < text.len() { shown + "…" } else { shown };
        Some(view::CitedLine { id: format!("{}-L{line}", anchor(number)), line: *line, text })
    });
    view::InlineEvidence {
        id: anchor(number),
        path: file.path.to_string(),
        name: file.name.rsplit('/').next().unwrap_or(&file.name).to_owned(),
        sha256: file.sha256.clone(),
        size: voice.say(&size(file.size())),
        data: file.bytes().filter(|_| held).map(data).unwrap_or_default(),
        raw: String::new(),
        lines: cited.collect(),
    }
}

/// The address of a raw file.
fn raw_of(suite: &Suite, file: usize) -> String {
    address::encoded(&address::of_raw(&suite.name, &suite.files[file].name))
}

fn data(bytes: &[u8]) -> String {
    format!("data:application/octet-stream;base64,{}", base64(bytes))
}

fn anchor(file: usize) -> String {
    format!("evidence-{}", file + 1)
}

/// The page with its links: evidence is in it, or beside it when there was no room; the rest of the site is where it is
/// published, or nowhere.
pub(super) fn relinked(html: &str, site: &Site, page: &str, suite: &Suite, inline: &view::Inline) -> String {
    let files = suite.files.iter().enumerate();
    let viewers =
        files.map(|(number, file)| (address::encoded(&address::of_evidence(&suite.name, &file.name)), number));
    let viewers: BTreeMap<String, usize> = viewers.collect();
    let raws: BTreeMap<String, usize> = (0..suite.files.len()).map(|number| (raw_of(suite, number), number)).collect();
    let anchors = inline
        .evidence
        .iter()
        .flat_map(|file| file.lines.iter().map(|line| line.id.as_str()).chain([file.id.as_str()]));
    let anchors: BTreeSet<&str> = anchors.collect();
    let target = |href: &str| -> Option<String> {
        if href.starts_with('#')
            || href.split('/').next().is_some_and(|scheme| scheme.ends_with(':'))
            || is_opaque(href)
        {
            return Some(href.to_owned());
        }
        let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
        let whole = resolved(&address::encoded(page), path);
        if let Some(number) = viewers.get(&whole) {
            let (file, line) = (anchor(*number), format!("{}-{fragment}", anchor(*number)));
            return [line, file].into_iter().find(|id| anchors.contains(id.as_str())).map(|id| format!("#{id}"));
        }
        if let Some(file) =
            raws.get(&whole).and_then(|number| inline.evidence.iter().find(|file| file.id == anchor(*number)))
        {
            return Some(if file.data.is_empty() { file.raw.clone() } else { format!("#{}", file.id) });
        }
        let base = &site.config.base_url;
        let fragment = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
        (!base.is_empty()).then(|| format!("{base}{}{fragment}", whole.trim_end_matches("index.html")))
    };
    with_targets(html, target)
}

fn is_opaque(href: &str) -> bool {
    ["data:", "mailto:"].iter().any(|scheme| href.starts_with(scheme))
}

/// A path as it is seen from the root of the site.
fn resolved(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The HTML with another target in each link; without one the link loses its own and is plain text.
fn with_targets(html: &str, target: impl Fn(&str) -> Option<String>) -> String {
    const ATTRIBUTE: &str = " href=\"";
    let mut written = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(ATTRIBUTE) {
        written.push_str(before);
        let (href, after) = after.split_once('"').unwrap_or((after, ""));
        if let Some(href) = target(href) {
            written.push_str(ATTRIBUTE);
            written.push_str(&href);
            written.push('"');
        }
        rest = after;
    }
    written + rest
}

/// Bytes as RFC 4648 writes them.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let at = |index: usize| u32::from(part.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit > part.len() { '=' } else { DIGITS[value as usize] as char });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn paths_are_seen_from_the_root() {
        assert_eq!(resolved("reports/a/", "../../evidence/x.html"), "evidence/x.html");
        assert_eq!(resolved("reports/a/", "table-1.csv"), "reports/a/table-1.csv");
        assert_eq!(resolved("", "./b"), "b");
    }

    #[test]
    fn links_are_changed_or_lost() {
        let target = |href: &str| (href != "b").then(|| format!("{href}!"));
        assert_eq!(
            with_targets("<a href=\"a\">x</a><a class=\"c\" href=\"b\">y", target),
            "<a href=\"a!\">x</a><a class=\"c\">y"
        );
    }
}
