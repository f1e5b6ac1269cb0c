//! What is wrong with a suite as a whole: patterns of nothing, changed evidence, numbers given twice, names of nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Folder, MANIFEST};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::metrics::MetricStatistic;
use crate::source::{Source, Span};
use crate::suggest;
use crate::suite::manifest::Manifest;
use crate::suite::vocabulary::Meaning;
use crate::suite::{EvidenceFile, Suite, lock};

/// Patterns that no file of the suite fits.
pub(super) fn patterns(manifest: &Manifest, source: &Arc<Source>, folder: &Folder, found: &mut Diagnostics) {
    let files = folder.files.iter().map(|file| &*file.path).filter(|path| !matches!(*path, MANIFEST | lock::FILE));
    let names: Vec<&str> = files.collect();
    for (pattern, span) in manifest.evidence.iter().flat_map(|rule| &rule.files) {
        if names.iter().any(|name| pattern.matches(name).is_some()) {
            continue;
        }
        let there = match names.is_empty() {
            true => "the suite's folder holds no files".to_owned(),
            false => format!("the suite holds {}", suggest::listed(&names)),
        };
        let diagnostic = Diagnostic::error(Code::NothingMatches, "the pattern matches no file").at(source, *span);
        let help = match source.slice(*span).contains('\\') {
            true => "write `/` between folders, on every system",
            false => "patterns are relative to the folder of `suite.toml`",
        };
        found.push(diagnostic.note(there).help(help));
    }
}

/// Evidence that is not as `evidence.lock` has it.
pub(super) fn locked(root: &Path, folder: &Folder, files: &[EvidenceFile], found: &mut Diagnostics) {
    if !folder.files.iter().any(|file| &*file.path == lock::FILE) {
        if !files.is_empty() {
            found.push(
                Diagnostic::warning(
                    Code::EvidenceUnlocked,
                    format!("the suite `{}` has no `{}`", folder.name, lock::FILE),
                )
                .in_file(format!("{}/{MANIFEST}", folder.path))
                .help("make it with `benchbook lock`, so that a later change of evidence is noticed"),
            );
        }
        return;
    }
    match files::read_text(root, &format!("{}/{}", folder.path, lock::FILE)) {
        Ok(source) => {
            let there = folder.files.iter().map(|file| &*file.path).collect();
            found.append(lock::check(&Arc::new(source), files, &there));
        }
        Err(diagnostic) => found.push(*diagnostic),
    }
}

/// Two observations of one metric and statistic with the same dimensions: Benchbook will not choose.
/// Of two runs that give many observations twice, the first is shown and the others are counted.
pub(super) fn doubles(suite: &Suite, found: &mut Diagnostics) {
    let mut doubled: BTreeMap<[usize; 2], Vec<[usize; 2]>> = BTreeMap::new();
    for group in suite.index.values() {
        // One pair a group is enough to see what is missing.
        let same = |pair: &&[usize]| suite.dimensions(pair[0]) == suite.dimensions(pair[1]);
        if let Some(pair) = group.par_windows(2).find_first(same).map(|pair| [pair[0], pair[1]]) {
            doubled.entry(pair.map(|datum| suite.data[datum].run())).or_default().push(pair);
        }
    }
    for mut pairs in doubled.into_values() {
        pairs.sort_by_key(|pair| suite.data[pair[0]].observation.span);
        found.extend(double(suite, pairs[0], pairs.len() - 1));
    }
}

fn double(suite: &Suite, pair: [usize; 2], others: usize) -> Option<Diagnostic> {
    let place = |datum: usize| {
        let datum = &suite.data[datum];
        suite.files[datum.file()].source().map(|source| source.place(datum.observation.span))
    };
    let observation = &suite.data[pair[0]].observation;
    let metric = MetricStatistic { metric: Arc::clone(&observation.metric), statistic: Some(observation.statistic) };
    // A bare `mean` is a latency in an expression; here it would say too little.
    let short = metric.name() == observation.statistic.name();
    let name = if short { format!("{}.{}", metric.metric, metric.name()) } else { metric.name() };
    let words = suite.vocabulary.words_for(suite.dimensions(pair[0]));
    let of = if words.is_empty() { String::new() } else { format!(" of {words}") };
    let message = format!("two places give `{name}`{of}");
    let diagnostic = Diagnostic::error(Code::DuplicateObservation, message)
        .at_place(place(pair[1])?)
        .label("given again here")
        .related(place(pair[0])?, "first given here")
        .help("name a dimension that tells them apart, or leave one out with `leave_out`");
    Some(match others {
        0 => diagnostic,
        1 => diagnostic.note("the two give one more number twice"),
        _ => diagnostic.note(format!("the two give {others} more numbers twice")),
    })
}

/// Names of the manifest that the evidence has nothing of: misspelt, or left over.
pub(super) fn names(suite: &Suite, found: &mut Diagnostics) {
    if suite.data.is_empty() {
        return;
    }
    let warn = |code, span: Span, message: String, help: Option<String>| {
        Diagnostic::warning(code, message).at(&suite.source, span).help_if(help)
    };
    let metrics: BTreeSet<&str> = suite.index.keys().map(|(metric, _)| &**metric).collect();
    for shown in &suite.manifest.metrics {
        let data = suite.observations(&shown.metric);
        let name = shown.metric.name();
        match (data.first(), shown.unit) {
            (None, _) if suite.places_of(&shown.metric).next().is_some() => {}
            (None, _) => {
                let help = suggest::help(&name, metrics.iter().copied());
                found.push(warn(
                    Code::UnknownMetric,
                    shown.spans[0],
                    format!("the evidence has no metric `{name}`"),
                    help,
                ));
            }
            (Some(datum), Some(unit)) if !unit.fits(suite.data[*datum].observation.unit) => {
                let given = suite.data[*datum].observation.unit.words();
                let message = format!("`{name}` cannot be shown in `{unit}`: the evidence has it in {given}");
                found.push(Diagnostic::error(Code::UnitMismatch, message).at(&suite.source, shown.spans[1]));
            }
            _ => {}
        }
    }
    let names: BTreeSet<&str> = suite.runs.columns.names().collect();
    for dimension in suite.manifest.dimensions.iter().filter(|dimension| !names.contains(&*dimension.name)) {
        let help = suggest::help(&dimension.name, names.iter().copied());
        let message = format!("the evidence has no dimension `{}`", dimension.name);
        found.push(warn(Code::UnknownDimension, dimension.span, message, help));
    }
    for subject in &suite.manifest.subjects {
        if suite.vocabulary.meaning(&subject.name) == Meaning::Unknown {
            let help = suggest::help(&subject.name, suite.vocabulary.all_words());
            let message = format!("the evidence has no subject `{}`", subject.name);
            found.push(warn(Code::UnknownValue, subject.span, message, help));
        }
    }
}
