//! Evidence files as pages: the raw bytes, the viewer, the index and the check sums.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::narratives::{Citation, Finished};
use super::{Sink, Site, page_view, write_page};
use crate::address;
use crate::compose::block::evidence::{entry, size};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::packed::Packing;
use crate::render::evidence::{self, Syntax};
use crate::render::view;
use crate::suite::{Body, EvidenceFile, Suite};
use crate::words::{Message, say};

/// Makes the evidence pages and gives how many.
pub(super) fn make(site: &Site, sink: &Sink, finished: &[Finished], found: &mut Diagnostics) -> usize {
    let citations = Citations::new(finished);
    let files: Vec<(&Suite, usize)> =
        site.suites.values().flat_map(|suite| (0..suite.files.len()).map(move |file| (suite, file))).collect();
    let wrong: Vec<_> =
        files.par_iter().filter_map(|(suite, file)| make_one(site, sink, &citations, suite, *file).err()).collect();
    found.extend(wrong.into_iter().map(|diagnostic| *diagnostic));
    found.extend(index(site, sink, &citations).err().map(|diagnostic| *diagnostic));
    files.len() + 1
}

fn make_one(
    site: &Site,
    sink: &Sink,
    citations: &Citations<'_>,
    suite: &Suite,
    number: usize,
) -> Result<(), Box<Diagnostic>> {
    let file = &suite.files[number];
    let address = address::of_raw(&suite.name, &file.name);
    match (&file.body, file.bytes()) {
        (Body::OnDisk(on_disk), _) => sink.copy(&address, &on_disk.path, &on_disk.stamp)?,
        (_, bytes) => sink.write(&address, bytes.unwrap_or_default())?,
    }
    let path = address::of_evidence(&suite.name, &file.name);
    let (folder, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, name)| (folder, name));
    let page = page_view(site, &format!("{folder}/"), None, &file.name, "");
    let page = view::Page { path: path.clone(), ..page };
    let raw_name = name.strip_suffix(".html").unwrap_or(name);
    let view = page_of(site, citations, suite, number, raw_name, &page.root);
    write_page(site, sink, "evidence.html", &page, "evidence", &view, &path)
}

fn page_of(
    site: &Site,
    citations: &Citations<'_>,
    suite: &Suite,
    number: usize,
    raw: &str,
    root: &str,
) -> view::EvidencePage {
    let file = &suite.files[number];
    let voice = site.voice(None);
    let citing = citing(site, citations.of(suite, number), root);
    let cited = citing.iter().flat_map(|page| page.figures.iter().map(|figure| figure.line)).collect();
    let (text, lines, notes) = match file.source() {
        Some(source) => {
            let text = evidence::lines(source, Syntax::of(&file.name, source.text()), &cited, voice);
            let packed = file.body.packing().map(unpacked);
            let lines = source.lines_of_file().map_or_else(|| source.text().lines().count(), |lines| lines as usize);
            (text, lines, packed.into_iter().chain(left_out(file)).collect::<Vec<_>>())
        }
        None if file.bytes().is_none() => (String::new(), 0, vec![say("file_large")]),
        None => (String::new(), 0, vec![say("file_not_text")]),
    };
    view::EvidencePage {
        suite: suite.manifest.title.clone(),
        path: file.path.to_string(),
        name: file.name.rsplit('/').next().unwrap_or(&file.name).to_owned(),
        raw: address::encoded(raw),
        format: file.format.clone(),
        size: voice.say(&size(file.size())),
        lines,
        sha256: file.sha256.clone(),
        permalink: permalink(site, file),
        text,
        notes: notes.iter().map(|note| voice.element(note)).collect(),
        cited_by: citing,
    }
}

/// What is told of a large file of which a part is shown.
fn left_out(file: &EvidenceFile) -> Option<Message> {
    let is_excerpt = file.source().is_some_and(|source| source.lines_of_file().is_some());
    is_excerpt.then(|| say("file_excerpt"))
}

/// What is told of a file whose text is not its bytes.
fn unpacked(packing: Packing) -> Message {
    let said = |key| say(key).with("packing", packing.name());
    match packing {
        Packing::Gzip | Packing::Zstd => said("file_compressed"),
        Packing::IntervalLog => said("file_histograms"),
        Packing::Utf16(_) => said("file_utf16"),
    }
}

fn permalink(site: &Site, file: &EvidenceFile) -> String {
    let (repository, commit) = (&site.config.repository, &site.config.commit);
    if repository.is_empty() || commit.is_empty() {
        return String::new();
    }
    format!("{repository}/blob/{commit}/{}", address::encoded(&file.path))
}

/// Which pages cite a file, found without looking at every page for every file.
struct Citations<'a>(BTreeMap<String, BTreeMap<usize, Vec<Citing<'a>>>>);

/// A page, and its figures that cite a file.
type Citing<'a> = (&'a Finished, &'a [Citation]);

impl<'a> Citations<'a> {
    fn new(finished: &'a [Finished]) -> Self {
        let mut by_suite: BTreeMap<String, BTreeMap<usize, Vec<_>>> = BTreeMap::new();
        for page in finished {
            let of_suite = by_suite.entry(page.suite.clone().unwrap_or_default()).or_default();
            for (file, citations) in &page.citations {
                of_suite.entry(*file).or_default().push((page, citations.as_slice()));
            }
        }
        Self(by_suite)
    }

    fn of(&self, suite: &Suite, file: usize) -> &[Citing<'a>] {
        self.0.get(&*suite.name).and_then(|files| files.get(&file)).map(Vec::as_slice).unwrap_or_default()
    }
}

fn citing(site: &Site, pages: &[Citing<'_>], root: &str) -> Vec<view::Citing> {
    let voice = site.voice(None);
    let pages = pages.iter();
    pages
        .map(|(page, citations)| {
            let href = format!("{root}{}index.html", address::encoded(&page.address));
            let figures = citations.iter().map(|citation| view::CitingFigure {
                text: citation.text.clone(),
                statistic: voice.say(&citation.statistic),
                href: format!("{href}#{}", citation.figure),
                line: citation.line,
            });
            let mut figures: Vec<view::CitingFigure> = figures.collect();
            figures.sort_by_key(|figure| figure.line);
            let language = site.language_within(&site.config.language, page.language.as_deref());
            view::Citing { title: page.title.clone(), language, figures, href }
        })
        .collect()
}

fn index(site: &Site, sink: &Sink, citations: &Citations<'_>) -> Result<(), Box<Diagnostic>> {
    let words = |key| site.voice(None).word(key);
    let page = page_view(site, "evidence/", None, &words("evidence"), &words("evidence_lede"));
    let figures =
        |suite: &Suite, file: usize| citations.of(suite, file).iter().map(|(_, citations)| citations.len()).sum();
    let suites = site.suites.values().map(|suite| view::SuiteEvidence {
        title: suite.manifest.title.clone(),
        id: address::slug(&suite.name),
        files: suite
            .files
            .iter()
            .enumerate()
            .map(|(number, file)| entry(suite, file, figures(suite, number), (&page.root, site.voice(None))))
            .collect(),
    });
    let view = view::EvidenceIndex { suites: suites.collect() };
    write_page(site, sink, "evidence-index.html", &page, "evidence", &view, "evidence/index.html")?;
    let sums: String = site
        .suites
        .values()
        .flat_map(|suite| {
            suite.files.iter().map(move |file| format!("{}  {}/{}\n", file.sha256, suite.name, file.name))
        })
        .collect();
    sink.write("evidence/SHA256SUMS", sums.as_bytes())
}
