//! `benchbook verify`: every figure of a built site computed again from the evidence that the site carries.
//!
//! Nothing but the site is read, and no value that it states is trusted: what a figure rests on is parsed from
//! the raw files, its formula is computed from that, and its text is read back.

mod entry;
mod arrays;
mod evidence;
mod formula;
mod html;
mod link;
mod locate;
mod raw;
mod samples;
mod site;
mod stream;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::formats::json::{self, Node};
use crate::source::Source;

use entry::{Entry, Input, Taken};
use evidence::Evidence;
use html::Document;
use samples::Asked;
use site::Site;

/// The list of the figures of a page, beside the page.
const FIGURES: &str = "figures.json";
/// The name of a report that stands alone, beside its page.
const ALONE: &str = "self-contained.html";

/// What was verified.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many figures.
    pub figures: usize,
    /// On how many pages.
    pub pages: usize,
    /// How many evidence files the site has.
    pub files: usize,
}

/// Verifies the site in a folder.
pub fn verify(root: &Path) -> (Summary, Diagnostics) {
    let mut found = Diagnostics::new();
    let site = Site::open(root, &mut found);
    let mut summary = Summary::default();
    let lists: Vec<String> = site.files_called(FIGURES).filter(|path| !path.starts_with("evidence/")).collect();
    if lists.is_empty() || !site.has("evidence/SHA256SUMS") {
        found.push(not_built(root));
        return (summary, found);
    }
    let sources: Vec<Arc<Source>> = lists.iter().filter_map(|list| site.text(list, &mut found)).collect();
    let mut read = Vec::new();
    let mut asked = Asked::default();
    for source in &sources {
        match json::parse(source.text()) {
            Ok(node) => {
                asked.add(&node);
                read.push((source, node));
            }
            Err(error) => found.push(Diagnostic::error(Code::Syntax, error.message).at(source, error.span)),
        }
    }
    let mut evidence = Evidence::check(&site, asked, &mut found);
    summary.files = evidence.len();
    for (source, node) in &read {
        let page = Page { site: &site, list: source, folder: source.path().strip_suffix(FIGURES).unwrap_or_default() };
        summary.figures += page.check(node, &mut evidence, &mut found);
        summary.pages += 1;
    }
    unlisted(&site, &lists, &mut found);
    (summary, found)
}

fn not_built(root: &Path) -> Diagnostic {
    let message = match root.is_dir() {
        true => format!("`{}` holds no built site with figures", shown(root)),
        false => format!("there is no folder `{}`", shown(root)),
    };
    let built = root.join("public");
    let help = if built.join("evidence/SHA256SUMS").is_file() {
        format!("the site is built in `{0}`: `benchbook verify {0}`", shown(&built))
    } else {
        "give the output folder of `benchbook build`".to_owned()
    };
    Diagnostic::error(Code::NotBuilt, message).help(help)
}

/// Pages that show figures and have no list of them.
fn unlisted(site: &Site, lists: &[String], found: &mut Diagnostics) {
    let folders: BTreeSet<&str> = lists.iter().filter_map(|list| list.strip_suffix(FIGURES)).collect();
    // Charts that are pages are read with the page that they stand beside.
    let is_listed = |path: &str| {
        let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
        folders.contains(folder) && (name == "index.html" || link::is_chart(name, ".html"))
    };
    let pages: Vec<String> = site.files().filter(|path| path.ends_with(".html") && !is_listed(path)).collect();
    for path in pages.iter().filter(|path| !path.starts_with("evidence/")) {
        let Some(source) = site.text(path, found) else { continue };
        let beside = path.strip_suffix(ALONE).filter(|folder| folders.contains(folder));
        if let Some(page) = beside.and_then(|folder| site.text(&format!("{folder}index.html"), found)) {
            check_copy(&source, &page, found);
            continue;
        }
        if let Some(anchor) = Document::read(source.text()).anchors.first() {
            let message = format!("the figure `{}` is in no `{FIGURES}`", anchor.id);
            found.push(Diagnostic::error(Code::FigureAstray, message).at(&source, anchor.span));
        }
    }
}

/// A report that stands alone shows the figures of the page beside it, which is verified itself.
fn check_copy(copy: &Arc<Source>, page: &Arc<Source>, found: &mut Diagnostics) {
    let page = Document::read(page.text());
    let shown: BTreeSet<(&str, &str)> = page.anchors.iter().map(|anchor| (&*anchor.id, &*anchor.text)).collect();
    for anchor in &Document::read(copy.text()).anchors {
        if !shown.contains(&(&*anchor.id, &*anchor.text)) {
            let message =
                format!("the figure `{}` says `{}`, and not so on the page beside it", anchor.id, anchor.text);
            found.push(Diagnostic::error(Code::FigureAstray, message).at(copy, anchor.span));
        }
    }
}

/// A page that is being verified.
struct Page<'a> {
    site: &'a Site,
    /// `figures.json`.
    list: &'a Arc<Source>,
    /// The folder of the page: empty, or ending in `/`.
    folder: &'a str,
}

impl Page<'_> {
    /// Checks all figures of the page; gives how many there are.
    fn check(&self, list: &Node<'_>, evidence: &mut Evidence, found: &mut Diagnostics) -> usize {
        let mut entries: BTreeMap<&str, Entry<'_>> = BTreeMap::new();
        for node in list.get("figures").map(Node::items).unwrap_or_default() {
            let Some(entry) = Entry::read(node) else {
                found.push(self.wrong(
                    Code::FigureAstray,
                    node,
                    "an entry lacks `id`, `kind`, `text`, `value` or `inputs`",
                ));
                continue;
            };
            if let Some(first) = entries.insert(entry.id, entry) {
                found.push(self.wrong(Code::FigureAstray, node, format!("the figure `{}` is listed twice", first.id)));
            }
        }
        let path = format!("{}index.html", self.folder);
        let Some(html) = self.site.text(&path, found) else { return entries.len() };
        let page = link::Shown::read(self.site, self.folder, &html, found);
        page.check(&entries, found);
        let shown = page.ids();
        for entry in entries.values() {
            if !shown.contains(entry.id) {
                found.push(self.wrong(
                    Code::FigureAstray,
                    entry.node,
                    format!("the figure `{}` is shown nowhere", entry.id),
                ));
            }
            self.check_entry(entry, evidence, page.notation(entry.id), found);
        }
        entries.len()
    }

    fn check_entry(
        &self,
        entry: &Entry<'_>,
        evidence: &mut Evidence,
        notation: crate::number::Notation,
        found: &mut Diagnostics,
    ) {
        let mut numbers = Vec::with_capacity(entry.inputs.len());
        for input in &entry.inputs {
            match self.check_input(entry, input, evidence) {
                Ok(number) => numbers.push(number),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
        // What does not rest on its evidence cannot follow from it.
        if numbers.len() != entry.inputs.len() {
            return;
        }
        let evidence = std::cell::RefCell::new(evidence);
        let pool = |taken, inputs: &[usize]| self.pooled(entry, taken, inputs, &mut evidence.borrow_mut());
        if let Err((code, node, message)) = entry.check(&numbers, &pool, notation) {
            found.push(self.wrong(code, node, format!("figure `{}`: {message}", entry.id)));
        }
    }

    /// What is taken of the measurements of several inputs of a figure together, in base units.
    fn pooled(
        &self,
        entry: &Entry<'_>,
        taken: Taken,
        inputs: &[usize],
        evidence: &mut Evidence,
    ) -> Result<Vec<f64>, String> {
        let (mut sets, mut values) = (Vec::with_capacity(inputs.len()), Vec::new());
        for number in inputs {
            let input = entry.inputs.get(*number).ok_or("the formula pools what is no input")?;
            let samples = input.samples()?.ok_or("the formula pools an input without `samples`")?;
            let measured = evidence.file(self.site, input.evidence)?.measured(&samples.which)?;
            match taken {
                Taken::Percentile(_) | Taken::Between(_) => sets.push(measured.set.clone()),
                Taken::Each => {
                    values.extend(measured.in_base_units().ok_or("`samples` are too many to be named one by one")?);
                }
            }
        }
        let pooled = match taken {
            Taken::Percentile(percent) => samples::pooled(percent, &sets),
            Taken::Between(bounds) => samples::pooled_between(bounds, &sets),
            Taken::Each => return Ok(values),
        };
        Ok(vec![pooled.ok_or("there is no measurement to pool")?])
    }

    /// The number that stands where the input says, in base units; that of a statistic of measurements is computed.
    fn check_input(
        &self,
        entry: &Entry<'_>,
        input: &Input<'_>,
        evidence: &mut Evidence,
    ) -> Result<f64, Box<Diagnostic>> {
        let wrong = |what: String| {
            let diagnostic = self.wrong(Code::InputDiffers, input.node, format!("figure `{}`: {what}", entry.id));
            Box::new(diagnostic)
        };
        // Of a file that was changed only the figures are named that no longer stand in it.
        let is_reported = evidence.is_reported(input.evidence);
        let file = evidence.file(self.site, input.evidence).map_err(wrong)?;
        if file.sha256 != input.sha256 && !is_reported {
            return Err(wrong(format!("the SHA-256 is not that of `{}`", input.evidence)));
        }
        if let Some(raw) = input.raw {
            self.check_place(entry, input, raw, file)?;
        }
        if let Some(samples) = input.samples().map_err(wrong)? {
            let fail = |why: String| wrong(format!("`{}`: {why}", input.evidence));
            let measured = file.measured(&samples.which).map_err(fail)?;
            samples.check(measured, input.value, input.unit).map_err(fail)?;
            if input.raw.is_none() && (input.locator != samples.over || measured.line != input.line) {
                let (over, line) = (samples.over, measured.line);
                return Err(fail(format!("the measurements are at `{over}` from line {line} on, not where it says")));
            }
        }
        Ok(input.value * input.unit.base_scale())
    }

    /// Whether the number of an input stands at its place.
    fn check_place(
        &self,
        entry: &Entry<'_>,
        input: &Input<'_>,
        raw: &str,
        file: &mut evidence::File,
    ) -> Result<(), Box<Diagnostic>> {
        let wrong = |what: String| {
            let diagnostic = self.wrong(Code::InputDiffers, input.node, format!("figure `{}`: {what}", entry.id));
            Box::new(diagnostic)
        };
        let place = file.locate(input.locator).map_err(|why| wrong(format!("`{}`: {why}", input.evidence)))?;
        let source = file.source();
        let line = source.position(place.span.start).line;
        if u64::from(line) != input.line {
            return Err(wrong(format!("`{}` is on line {line}, not {}", input.locator, input.line)));
        }
        if !place.holds(source.slice(place.span), raw) {
            let page = if self.folder.is_empty() { "the start page" } else { self.folder };
            let message = format!("figure `{}` of {page}: `{raw}` is not what stands here", entry.id);
            let diagnostic = Diagnostic::error(Code::InputDiffers, message).at(source, place.span);
            return Err(Box::new(diagnostic.note(format!("the locator is `{}`", input.locator))));
        }
        let number = place
            .number(raw, input.unit, input.is_behind_comma)
            .ok_or_else(|| wrong(format!("`{raw}` is no number in {}", input.unit.words())))?;
        if formula::near(number, input.value) {
            return Ok(());
        }
        Err(wrong(format!("`{raw}` is {number}, and the input says {}", input.value)))
    }

    fn wrong(&self, code: Code, node: &Node<'_>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).at(self.list, node.span)
    }
}
