//! What a page on paper needs in place of links: the evidence of its figures, by file and line.

use std::collections::BTreeMap;

use crate::compose::Composed;
use crate::figure::Role;
use crate::render::view;
use crate::suite::Suite;

/// How much of a SHA-256 is printed.
const SHORT: usize = 16;

/// The files that the page rests on, in the order in which it first cites them. Each figure that is read from a line
/// is listed with it; computed ones have their inputs in their own list, and marks of charts have no number on paper.
pub(super) fn evidence(suite: &Suite, composed: &Composed) -> Vec<view::PrintedFile> {
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    let mut files: Vec<view::PrintedFile> = Vec::new();
    for figure in &composed.figures.list {
        for input in &figure.inputs {
            let datum = &suite.data[*input];
            let file = &suite.files[datum.file()];
            let place = *places.entry(datum.file()).or_insert_with(|| {
                let sha256 = file.sha256.chars().take(SHORT).collect();
                files.push(view::PrintedFile { path: file.path.to_string(), sha256, figures: Vec::new() });
                files.len() - 1
            });
            if figure.lineage.is_none() && figure.role != Role::Mark {
                let line = file.source().map_or(0, |source| source.position(datum.observation.span.start).line);
                files[place].figures.push(view::PrintedFigure { id: figure.id.clone(), line });
            }
        }
    }
    files
}
