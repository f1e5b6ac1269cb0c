//! Results that lie beside those that are read, and that no pattern has: a round that would be missing without a word.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::formats::{self, Content};
use crate::source::{Source, Span};
use crate::suggest;
use crate::suite::EvidenceFile;
use crate::suite::manifest::Manifest;

/// Files that no rule reads and that are of the format of one beside them that is read; of a manifest that names
/// no files at all, each result.
pub(super) fn check(manifest: &Manifest, source: &Arc<Source>, files: &[EvidenceFile]) -> Option<Diagnostic> {
    let read: BTreeSet<(&str, &str)> = files.iter().flat_map(kinds).collect();
    let folders: BTreeSet<&str> = read.iter().map(|(folder, _)| *folder).collect();
    let names_none = manifest.evidence.is_empty();
    let is_overlooked = |file: &&EvidenceFile| {
        // Most files that nobody reads lie elsewhere, and are not looked into.
        (names_none || folders.contains(folder(file)))
            && title(file, manifest).is_some_and(|title| names_none || read.contains(&(folder(file), title)))
    };
    let names: Vec<&str> = files.par_iter().filter(is_overlooked).map(|file| &*file.name).collect();
    let message = match names.as_slice() {
        [] => return None,
        [one] => format!("the result `{one}` is read by no pattern"),
        several => format!("{} results are read by no pattern", several.len()),
    };
    let first = manifest.evidence.iter().flat_map(|rule| &rule.files).map(|(_, span)| *span).next();
    let diagnostic = Diagnostic::warning(Code::Overlooked, message).at(source, first.unwrap_or(Span::new(0, 0)));
    let help = match first {
        Some(_) => "let a pattern have it, or leave it out with `leave_out`",
        None => "write `[[evidence]]` with `files = \"…\"`, a pattern of paths below this folder",
    };
    let several = (names.len() > 1).then(|| suggest::listed(&names));
    Some(several.into_iter().fold(diagnostic, Diagnostic::note).help(help))
}

/// The folder of a file that is read, with each format that it is read as.
fn kinds(file: &EvidenceFile) -> impl Iterator<Item = (&str, &str)> {
    file.format.split(", ").filter(|_| file.is_read()).map(|format| (folder(file), format))
}

/// The folder of a file, below the suite.
fn folder(file: &EvidenceFile) -> &str {
    file.name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What a file that nobody reads is, unless a rule says that it is left out.
fn title(file: &EvidenceFile, manifest: &Manifest) -> Option<&'static str> {
    let left_out = || manifest.evidence.iter().flat_map(|rule| &rule.leave_out);
    if file.is_read() || left_out().any(|pattern| pattern.matches(&file.name).is_some()) {
        return None;
    }
    let text = file.source()?.text();
    Some(formats::recognise(&Content::new(text.trim_start_matches('\u{feff}')))?.title())
}
