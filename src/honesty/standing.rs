//! Values that no longer stand, still used: superseded, withdrawn, of an old version; and what is owed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::figure::{Figure, Figures};
use crate::model::Dimensions;
use crate::source::Source;
use crate::suite::manifest::Subject;
use crate::suite::standing::Due;
use crate::suite::{SESSION, Suite};

/// Checks how the values of a page's figures stand.
pub(super) fn check(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    let mut found = superseded(source, suite, figures);
    found.extend(withdrawn(source, suite, figures));
    found.extend(outdated(source, suite, figures));
    found
}

/// What was to be measured again by that day, or after an event that has come, and was not.
pub(super) fn overdue(suite: &Suite, today: &str) -> Vec<Diagnostic> {
    let past = suite.manifest.obligations.iter().filter(|owed| suite.due(owed, today) == Due::Past);
    let told = past.map(|owed| {
        let event = [&owed.due, &owed.when].into_iter().filter(|text| !text.is_empty());
        let event: Vec<&str> = event.map(String::as_str).collect();
        let message = format!("`{}` was due: {}", owed.text, event.join(", "));
        Diagnostic::warning(Code::Overdue, message)
            .at(&suite.source, owed.span)
            .note(format!("the site stands at {today}"))
            .help("do it and say so, `done = \"…\"`, or set another day and say why in its text")
    });
    told.collect()
}

/// Values of a session that another one superseded, also inside a derived figure: the first of each session.
fn superseded(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if !suite.manifest.sessions.iter().any(|session| session.superseded_by.is_some()) {
        return found;
    }
    let mut seen = BTreeSet::new();
    for figure in &figures.list {
        for input in &figure.inputs {
            let Some((session, newer)) = suite.superseded(*input) else { continue };
            if is_compared(suite, figure, *input) || !seen.insert(session.name.as_str()) {
                continue;
            }
            let message = format!("the session `{}` was superseded by `{newer}`", session.name);
            let diagnostic = Diagnostic::warning(Code::Superseded, message).at(source, figure.span);
            let why = (!session.why.is_empty()).then(|| session.why.clone());
            found.push(why.into_iter().fold(diagnostic, Diagnostic::note).help(
                "use the newer session, or say beside the figure that it is an old one and allow this check on the page",
            ));
        }
    }
    found
}

/// Whether a figure sets a value against the same value of another session: what an old one is kept for.
fn is_compared(suite: &Suite, figure: &Figure, input: usize) -> bool {
    let apart = |input: usize| -> Dimensions {
        let is_kept = |name: &Arc<str>| **name != *SESSION && !suite.vocabulary.is_repeat(name);
        let kept = suite.dimensions(input).iter().filter(|(name, _)| is_kept(name));
        kept.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect()
    };
    let session = |input: usize| suite.dimensions(input).get(SESSION);
    let own = apart(input);
    figure.inputs.iter().any(|other| session(*other) != session(input) && apart(*other) == own)
}

/// Whether a figure shows a release as one of several, each with how it stands: in a chart or a list of releases.
fn shows_release(source: &Source, figure: &Figure) -> bool {
    let block = source.slice(figure.span);
    block.ends_with("chart") || block.ends_with("releases")
}

/// Values that were withdrawn, also inside a derived figure: the first of each withdrawal.
fn withdrawn(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    if suite.manifest.withdrawn.is_empty() {
        return Vec::new();
    }
    let mut seen: BTreeMap<&str, &Figure> = BTreeMap::new();
    for figure in &figures.list {
        let gone = figure.inputs.iter().filter_map(|input| suite.withdrawn(*input));
        for why in gone.filter(|gone| !gone.release || !shows_release(source, figure)).map(|gone| gone.why.as_str()) {
            seen.entry(why).or_insert(figure);
        }
    }
    let told = seen.into_iter().map(|(why, figure)| {
        let message = match figure.inputs.len() {
            1 => "the value was withdrawn",
            _ => "the figure rests on a value that was withdrawn",
        };
        Diagnostic::warning(Code::WithdrawnUsed, message)
            .at(source, figure.span)
            .note(why)
            .help("take the figure out; if it is shown on purpose, say so and allow this check on the page")
    });
    told.collect()
}

/// Subjects of which a later version than the one measured is out: the first figure of each.
fn outdated(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    if !suite.manifest.subjects.iter().any(Subject::is_outdated) {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for figure in &figures.list {
        let subjects = figure.inputs.iter().filter_map(|input| suite.subject(*input));
        for subject in subjects.filter(|subject| subject.is_outdated()) {
            if seen.insert(subject.name.as_str()) {
                let message = format!(
                    "`{}` was measured at version {}, and {} is out",
                    subject.name, subject.version, subject.latest
                );
                found.push(Diagnostic::warning(Code::Outdated, message).at(source, figure.span).help(
                    "measure the latest version, or allow this check on the page with the reason that the old one is meant",
                ));
            }
        }
    }
    found
}
