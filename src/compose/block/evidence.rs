//! The block `evidence`: the files that the page's figures rest on. It is filled in last, when all
//! figures are known.

use std::collections::BTreeMap;

use crate::address;
use crate::compose::Desk;
use crate::render::view;
use crate::settings::Keys;
use crate::suite::{EvidenceFile, Suite};
use crate::words::{Message, Voice};

/// What stands in the body until the page's figures are known: no author can write it, for Markdown
/// never passes a control character on in a comment of its own.
const MARK: &str = "<!--\u{1}evidence-->";

/// Leaves a mark where the list will stand.
pub(super) fn mark(_desk: &mut Desk<'_>, keys: Keys<'_>) -> String {
    keys.finish();
    MARK.to_owned()
}

/// Fills in the lists.
pub(in crate::compose) fn fill(desk: &mut Desk<'_>, body: String) -> String {
    let Some(suite) = desk.suite.filter(|_| body.contains(MARK)) else { return body };
    let counts = cited(desk, suite);
    let files = counts
        .into_iter()
        .map(|(file, figures)| entry(suite, &suite.files[file], figures, (&desk.root, desk.voice())))
        .collect();
    let html = desk.template("blocks/evidence.html", "list", view::EvidenceList { files });
    body.replace(MARK, &html)
}

/// How many figures of the page cite each file.
fn cited(desk: &Desk<'_>, suite: &Suite) -> BTreeMap<usize, usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for figure in &desk.figures.list {
        let mut files: Vec<usize> = figure.inputs.iter().map(|input| suite.data[*input].file()).collect();
        files.sort_unstable();
        files.dedup();
        files.into_iter().for_each(|file| *counts.entry(file).or_default() += 1);
    }
    counts
}

/// A file in a list of evidence, seen from a page with that way to the root.
pub fn entry(
    suite: &Suite,
    file: &EvidenceFile,
    figures: usize,
    (root, voice): (&str, Voice<'_>),
) -> view::EvidenceEntry {
    view::EvidenceEntry {
        path: file.name.to_string(),
        href: format!("{root}{}", address::encoded(&address::of_evidence(&suite.name, &file.name))),
        raw: format!("{root}{}", address::encoded(&address::of_raw(&suite.name, &file.name))),
        format: file.format.clone(),
        figures,
        size: voice.say(&size(file.size())),
        sha256: file.sha256.clone(),
    }
}

/// A size for people: `812 B`, `3.9 kB`, `1.2 MB`.
pub fn size(bytes: u64) -> Message {
    Message::Number(match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    })
}
