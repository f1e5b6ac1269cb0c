//! What is wrong with many runs in the same way, told once.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};

/// What tells of a whole run, and not of one number that somebody must mend.
const OF_RUNS: [Code; 3] = [Code::LittlesLaw, Code::LoadGenerator, Code::UnitImplausible];

/// So many further files are shown with the place.
const SHOWN: usize = 2;

/// One diagnostic for all runs of which the same is said: the first, with further files and how many more there are.
pub(super) fn together(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut first: BTreeMap<(Code, String), usize> = BTreeMap::new();
    let mut kept: Vec<(Diagnostic, Vec<Diagnostic>)> = Vec::new();
    for diagnostic in found {
        let at = if OF_RUNS.contains(&diagnostic.code) {
            *first.entry((diagnostic.code, diagnostic.message.clone())).or_insert(kept.len())
        } else {
            kept.len()
        };
        match kept.get_mut(at) {
            Some((_, others)) => others.push(diagnostic),
            None => kept.push((diagnostic, Vec::new())),
        }
    }
    kept.into_iter().map(|(diagnostic, others)| with_others(diagnostic, others)).collect()
}

fn with_others(diagnostic: Diagnostic, others: Vec<Diagnostic>) -> Diagnostic {
    let (runs, mut diagnostic) = (others.len(), diagnostic);
    let own = diagnostic.file().map(str::to_owned);
    let mut files: BTreeSet<String> = BTreeSet::new();
    for place in others.into_iter().filter_map(|other| other.place) {
        let path = place.source.path();
        if Some(path) == own.as_deref() || !files.insert(path.to_owned()) || files.len() > SHOWN {
            continue;
        }
        diagnostic = diagnostic.related(place, "the same here");
    }
    let more = files.len().saturating_sub(SHOWN);
    match (runs, more) {
        (0, _) => diagnostic,
        (_, 0) => diagnostic.note(format!("the same holds of {} in all", counted(runs + 1, "run"))),
        _ => diagnostic.note(format!("and in {}: {} in all", counted(more, "more file"), counted(runs + 1, "run"))),
    }
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
