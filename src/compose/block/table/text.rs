//! A table as CSV, and the sentences below it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::grid::Grid;
use crate::compose::block::csv;
use crate::evaluate::{Outcome, words};
use crate::figure;
use crate::words::{Message, say};

/// The table as CSV: full values, one column a measure, units in the head.
pub(super) fn csv(grid: &Grid<'_>) -> String {
    let rows = grid.rows.iter().enumerate().map(|(index, _)| row(grid, index));
    csv::file(std::iter::once(head(grid)).chain(rows))
}

fn head(grid: &Grid<'_>) -> Vec<String> {
    let mut head: Vec<String> = grid.plan.rows.iter().map(|name| dimension_label(grid, name)).collect();
    for column in &grid.plan.columns {
        for measure in &column.measures {
            let own = grid.plan.measures[*measure].label(grid.suite).english();
            let label = if column.fixed.is_empty() { own } else { format!("{} {own}", column.label.english()) };
            head.push(csv::head(&label, grid.unit(*measure)));
        }
    }
    head
}

fn row(grid: &Grid<'_>, index: usize) -> Vec<String> {
    let key = &grid.rows[index];
    let label = |name: &Arc<str>| grid.suite.vocabulary.label(name, &key[name]).to_owned();
    let mut row: Vec<String> = grid.plan.rows.iter().map(label).collect();
    for (c, column) in grid.plan.columns.iter().enumerate() {
        for m in &column.measures {
            let outcome = grid.values.get(&(index, c, *m));
            row.push(outcome.map_or(String::new(), |outcome| csv::value(grid.suite, outcome, grid.unit(*m))));
        }
    }
    row
}

/// The label of a dimension.
pub(super) fn dimension_label(grid: &Grid<'_>, name: &str) -> String {
    grid.suite.vocabulary.dimension(name).map_or(name.to_owned(), |dimension| dimension.label.clone())
}

/// The sentences below a table: which statistic each column is, and what a sign in its source means.
pub(super) fn notes(grid: &Grid<'_>) -> Vec<Message> {
    let mut notes: Vec<Message> =
        (0..grid.plan.measures.len()).filter_map(|measure| statistic_note(grid, measure)).collect();
    let elements = grid.values.values().flat_map(|outcome| match outcome {
        Outcome::Values(elements) => elements.iter().collect(),
        Outcome::Range(ends) => vec![&ends.0, &ends.1],
        Outcome::Truths(_) => Vec::new(),
    });
    if elements.into_iter().any(|element| figure::is_about(grid.suite, element)) {
        notes.push(say("note_approximate"));
    }
    let inputs = grid.values.values().flat_map(Outcome::inputs);
    let differences = words::differences(grid.suite, inputs).into_iter();
    notes.extend(differences.map(|(of, words)| sentence(say("labelled").with("label", of).with("of", words))));
    notes.extend(withdrawn(grid));
    notes
}

/// Which values of a table were withdrawn, and why.
fn withdrawn(grid: &Grid<'_>) -> Vec<Message> {
    let inputs = grid.values.values().flat_map(Outcome::inputs);
    let reasons: BTreeSet<&str> =
        inputs.filter_map(|input| grid.suite.withdrawn(input)).map(|withdrawn| withdrawn.why.as_str()).collect();
    reasons.into_iter().map(|why| say("note_withdrawn").with("why", why)).collect()
}

/// What a column is, in words, when its label does not say it.
fn statistic_note(grid: &Grid<'_>, measure: usize) -> Option<Message> {
    let all = grid.of_measure(measure).map(|(_, outcome)| words::statistic(grid.suite, outcome));
    let all = Message::distinct(all);
    let label = grid.plan.measures[measure].label(grid.suite);
    let is_same = |of: &Message| words_in(&of.english()) == words_in(&label.english());
    let is_said = all.is_empty() || matches!(&all[..], [only] if is_same(only));
    let words = say("labelled").with("label", label).with("of", Message::joined("semicolon", all));
    (!is_said).then(|| sentence(words))
}

/// The words of a text in any order: `p50 time` says what `time p50` says, and `l1_hits` what `l1 hits` does.
fn words_in(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '_').collect();
    words.sort_unstable();
    words
}

fn sentence(words: Message) -> Message {
    say("sentence").with("of", words)
}
