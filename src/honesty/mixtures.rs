//! Values that do not belong together, in one figure, one table or one chart.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::durations::{self, DURATION};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::Term;
use crate::expression::{Function, Operator};
use crate::figure::{Figure, Figures};
use crate::model::{Dimensions, Statistic};
use crate::source::Source;
use crate::suite::Suite;

/// Settings, and dimensions of that name, whose values one average must not mix.
const CLASSES: [&str; 7] = ["connections", "threads", "hardware", "class", "mode", "cache", "state"];

/// What values of one table or chart have in common, unless it is a dimension that the reader sees.
const SURROUNDINGS: [&str; 11] = [
    "hardware",
    "cpu",
    "machine",
    "os",
    "kernel",
    "browser",
    "compiler",
    "compilers",
    "toolchain",
    "flags",
    "build_flags",
];

/// What subjects of one table or chart have in common where all else that the reader sees is the same.
const SETTINGS: [&str; 5] = ["connections", "threads", "vus", "virtual_users", DURATION];

/// Checks the figures of a page.
pub(super) fn check(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    let of_figures = figures.list.iter().filter_map(|figure| {
        let averages = averages(figure);
        let found = averages.iter().find_map(|inputs| averaged(suite, inputs).or_else(|| mixed(suite, inputs)))?;
        Some(found.at(source, figure.span))
    });
    let mut found: Vec<Diagnostic> = of_figures.collect();
    let (hidden, settings) = (hidden(suite, &SURROUNDINGS), hidden(suite, &SETTINGS));
    if !hidden.is_empty() || !settings.is_empty() {
        let blocks = blocks(source, figures).into_values();
        found.extend(blocks.filter_map(|block| apart(source, suite, (&hidden, &settings), &block)));
    }
    found
}

/// Those that something is stated of, and that are no dimension that a reader sees.
fn hidden(suite: &Suite, names: &[&'static str]) -> Vec<&'static str> {
    let stated = |name: &str| suite.manifest.conditions.iter().any(|condition| condition.name == name);
    let said = suite.testimony(&Dimensions::new());
    let all = names.iter().copied().filter(|name| suite.vocabulary.dimension(name).is_none());
    all.filter(|name| stated(name) || said.tells(name)).collect()
}

/// The observations of each average in a figure.
fn averages(figure: &Figure) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    figure.outcome.terms().into_iter().for_each(|term| collect(term, &mut found));
    found
}

fn collect(term: &Term, into: &mut Vec<Vec<usize>>) {
    match term {
        Term::Call(function, terms) => {
            let is_average =
                matches!(function, Function::Mean | Function::TrimmedMean | Function::Median | Function::Geomean);
            // An average of ratios compares within each of them.
            if is_average && terms.iter().all(is_plain) {
                into.push(inputs(terms));
            }
            terms.iter().for_each(|term| collect(term, into));
        }
        Term::Binary(Operator::Divide, sum, count) if is_sum(sum) && matches!(**count, Term::Number(_)) => {
            into.push(inputs(std::slice::from_ref(sum)));
        }
        Term::Binary(_, left, right) => [left, right].into_iter().for_each(|term| collect(term, into)),
        Term::Negative(inner) => collect(inner, into),
        Term::Input(_) | Term::Number(_) => {}
    }
}

/// Whether a term adds observations; by their number it is an average too.
fn is_sum(term: &Term) -> bool {
    match term {
        Term::Binary(Operator::Add, left, right) => [left, right].iter().all(|term| is_plain(term) || is_sum(term)),
        Term::Call(Function::Sum, terms) => terms.iter().all(is_plain),
        _ => false,
    }
}

/// Whether a term is an observation, or one value made of its repeats; a share of a function is a number.
fn is_plain(term: &Term) -> bool {
    match term {
        Term::Input(_) | Term::Number(_) => true,
        Term::Call(function, terms) => {
            matches!(function, Function::Median | Function::Mean | Function::Each) && terms.iter().all(is_plain)
        }
        Term::Binary(..) | Term::Negative(_) => false,
    }
}

fn inputs(terms: &[Term]) -> Vec<usize> {
    let mut inputs = Vec::new();
    terms.iter().for_each(|term| term.collect_inputs(&mut inputs));
    inputs
}

/// What a value is of, whichever repetition it is.
fn part(suite: &Suite, input: usize) -> Dimensions {
    let dimensions = suite.dimensions(input).iter().filter(|(name, _)| !suite.vocabulary.is_repeat(name));
    dimensions.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect()
}

/// Percentiles of several populations averaged: the result is a percentile of none of them.
fn averaged(suite: &Suite, inputs: &[usize]) -> Option<Diagnostic> {
    let percentile = inputs.iter().find_map(|input| match suite.data[*input].observation.statistic {
        Statistic::Percentile(percentile) => Some(percentile),
        _ => None,
    })?;
    let parts: BTreeSet<Dimensions> = inputs.iter().map(|input| part(suite, *input)).collect();
    (parts.len() > 1).then(|| {
        let message = format!("{percentile} of {} populations are averaged", parts.len());
        Diagnostic::warning(Code::PercentilesAveraged, message)
            .help("show each, or the worst of them: `max(…)`; an average of percentiles is a percentile of nothing")
    })
}

/// An average over classes or settings that should not be mixed.
fn mixed(suite: &Suite, inputs: &[usize]) -> Option<Diagnostic> {
    let (name, values) = CLASSES.iter().find_map(|name| differing(suite, inputs, name))?;
    let message = format!("one average mixes runs under unlike conditions: {name} {values}");
    Some(Diagnostic::warning(Code::Unlike, message).help("average what was measured alike, and show the classes apart"))
}

/// The values of a setting, when there is more than one.
fn differing(suite: &Suite, inputs: &[usize], name: &'static str) -> Option<(&'static str, String)> {
    if name == DURATION {
        return durations::unlike(suite, inputs).map(|values| (name, values));
    }
    let values: BTreeSet<String> = inputs.iter().filter_map(|input| setting(suite, *input, name)).collect();
    (values.len() > 1).then(|| (name, values.into_iter().collect::<Vec<_>>().join(" and ")))
}

/// A setting of an observation: as a dimension, as its file says, or as the manifest states.
fn setting(suite: &Suite, input: usize, name: &str) -> Option<String> {
    let run = suite.runs.get(suite.data[input].run());
    let as_dimension = run.dimensions.get(name).map(ToString::to_string);
    let told = || run.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.to_string());
    as_dimension.or_else(told).or_else(|| stated(suite, input, name))
}

/// What the manifest states of an observation.
pub(super) fn stated(suite: &Suite, input: usize, name: &str) -> Option<String> {
    let dimensions = suite.dimensions(input).iter();
    let part: Vec<_> = dimensions.map(|(name, value)| (name.to_string(), value.to_string())).collect();
    suite.manifest.conditions_for(&part).get(name).map(|value| (*value).to_owned())
}

/// The name of the block that a figure stands in; what a figure in prose is bound with otherwise.
pub(super) fn block_of<'a>(source: &'a Source, figure: &Figure) -> &'a str {
    source.slice(figure.span).trim_start_matches(['`', '~']).trim()
}

/// The figures of each table and chart.
pub(super) fn blocks<'a>(source: &Source, figures: &'a Figures) -> BTreeMap<u32, Vec<&'a Figure>> {
    let mut blocks: BTreeMap<u32, Vec<&Figure>> = BTreeMap::new();
    for figure in &figures.list {
        if matches!(block_of(source, figure), "table" | "chart") {
            blocks.entry(figure.span.start).or_default().push(figure);
        }
    }
    blocks
}

/// Values of different surroundings beside each other, when no row or column says so.
fn apart(
    source: &Arc<Source>,
    suite: &Suite,
    (hidden, settings): (&[&'static str], &[&'static str]),
    block: &[&Figure],
) -> Option<Diagnostic> {
    let inputs: Vec<usize> = block.iter().flat_map(|figure| figure.inputs.iter().copied()).collect();
    let of_subjects = || {
        let alike = alike_but_for_subjects(suite, &inputs);
        alike.iter().find_map(|inputs| settings.iter().find_map(|name| differing(suite, inputs, name)))
    };
    let (name, values) = hidden.iter().find_map(|name| differing(suite, &inputs, name)).or_else(of_subjects)?;
    let message = format!("runs under unlike conditions stand beside each other: {name} {values}");
    let help = "show what was measured alike, or make it a dimension that the reader sees";
    Some(Diagnostic::warning(Code::Unlike, message).at(source, block.first()?.span).help(help))
}

/// Observations in groups that differ in nothing but the subject and the repetition.
fn alike_but_for_subjects(suite: &Suite, inputs: &[usize]) -> Vec<Vec<usize>> {
    suite.subject_dimension().map(|subject| alike_but_for(suite, &subject, inputs)).unwrap_or_default()
}

/// Observations in groups that differ in nothing but a dimension and the repetition.
pub(super) fn alike_but_for(suite: &Suite, dimension: &str, inputs: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<Dimensions, Vec<usize>> = BTreeMap::new();
    for input in inputs {
        let mut part = part(suite, *input);
        part.remove(dimension);
        groups.entry(part).or_default().push(*input);
    }
    groups.into_values().collect()
}
