//! Which loop latencies are of: not said, or several behind one figure or beside each other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::mixtures::{blocks, stated};
use crate::checklist::Item;
use crate::diagnostic::{Code, Diagnostic};
use crate::figure::{Figure, Figures};
use crate::model::{LoadModel, Statistic};
use crate::source::Source;
use crate::suite::Suite;
use crate::suite::disclosure::named_load;

/// The condition that states the loop; a dimension of this name shows it.
const LOAD: &str = "load";

/// Whether an observation is a statistic of latency.
pub(super) fn is_latency(suite: &Suite, input: usize) -> bool {
    let observation = &suite.data[input].observation;
    observation.metric.starts_with("latency") && observation.statistic.is_distribution()
}

/// Whether an observation is of the speed of a server under load: a rate of requests, or a statistic of latency.
pub(super) fn is_speed(suite: &Suite, input: usize) -> bool {
    &*suite.data[input].observation.metric == "rps" || is_latency(suite, input)
}

/// Whether requests came on a schedule: then the rate is what was asked for.
pub(super) fn is_scheduled(suite: &Suite, input: usize) -> bool {
    matches!(loop_of(suite, input), Loop::Known(LoadModel::Open | LoadModel::OpenCorrected))
}

/// How many requests a run had, as its output counts them.
pub(super) fn requests(suite: &Suite, run: usize) -> Option<u64> {
    let observations = suite.of_run(run).iter().map(|datum| &datum.observation);
    let mut counts = observations.filter(|own| &*own.metric == "requests" && own.statistic == Statistic::Count);
    counts.next().map(|count| (count.value * count.unit.base_scale()).round() as u64)
}

/// Checks the latencies of a page.
pub(super) fn check(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Vec<Diagnostic> {
    let unlabelled = unlabelled(source, suite, figures);
    let mixed = figures.list.iter().find_map(|figure| mixed(source, suite, figure));
    let beside = || blocks(source, figures).into_values().find_map(|block| beside(source, suite, &block));
    unlabelled.into_iter().chain(mixed.or_else(beside)).collect()
}

/// What is known of an observation's loop.
pub(super) enum Loop {
    Known(LoadModel),
    /// In words of the author's own.
    Told,
    Silent,
}

/// The loop of an observation: as its file says, else as the manifest does.
pub(super) fn loop_of(suite: &Suite, input: usize) -> Loop {
    let run = suite.runs.get(suite.data[input].run());
    if let Some(load) = run.load.filter(|load| *load != LoadModel::Unknown) {
        return Loop::Known(load);
    }
    match stated(suite, input, LOAD) {
        Some(text) => named_load(&text).map_or(Loop::Told, Loop::Known),
        None => Loop::Silent,
    }
}

/// Latency without a word on the loop.
fn unlabelled(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Option<Diagnostic> {
    if Item::find("load_model").is_some_and(|item| suite.manifest.disclosure.states(item)) {
        return None;
    }
    let is_silent = |input: &usize| is_latency(suite, *input) && matches!(loop_of(suite, *input), Loop::Silent);
    let figure = figures.list.iter().find(|figure| figure.inputs.iter().any(is_silent))?;
    let message = "latency is shown, and nothing says whether the loop was closed";
    let told = Diagnostic::warning(Code::LoadUndisclosed, message).at(source, figure.span);
    Some(
        told.note("in a closed loop a stalled server is asked less often, and its worst times are missing")
            .help("add `load = \"closed\"` or `load = \"open\"` to `[conditions]`"),
    )
}

/// The names of the loops of observations.
fn loops<'a>(suite: &Suite, inputs: impl Iterator<Item = &'a usize>) -> BTreeSet<&'static str> {
    let known = inputs.filter_map(|input| match loop_of(suite, *input) {
        Loop::Known(load) => Some(load.name()),
        Loop::Told | Loop::Silent => None,
    });
    known.collect()
}

/// Several loops behind one figure.
fn mixed(source: &Arc<Source>, suite: &Suite, figure: &Figure) -> Option<Diagnostic> {
    let loops = loops(suite, figure.inputs.iter().filter(|input| is_latency(suite, **input)));
    let message = format!("one figure mixes latencies of several loops: {}", joined(&loops)?);
    let told = Diagnostic::warning(Code::LoadMixed, message).at(source, figure.span);
    Some(told.help("compare like with like, or say in the text what the difference is"))
}

/// The same statistic of several loops in one table or chart, when no row or column says which is which.
fn beside(source: &Arc<Source>, suite: &Suite, block: &[&Figure]) -> Option<Diagnostic> {
    if suite.vocabulary.dimension(LOAD).is_some() {
        return None;
    }
    let mut columns: BTreeMap<(&str, Statistic), Vec<usize>> = BTreeMap::new();
    for input in block.iter().flat_map(|figure| &figure.inputs).filter(|input| is_latency(suite, **input)) {
        let observation = &suite.data[*input].observation;
        columns.entry((&observation.metric, observation.statistic)).or_default().push(*input);
    }
    let loops = columns.into_values().find_map(|inputs| joined(&loops(suite, inputs.iter())))?;
    let message = format!("latencies of several loops stand beside each other: {loops}");
    let told = Diagnostic::warning(Code::LoadMixed, message).at(source, block.first()?.span);
    Some(told.help("show each loop in a table or chart of its own, or make `load` a dimension that the reader sees"))
}

/// Several names as words; none for fewer than two.
fn joined(loops: &BTreeSet<&'static str>) -> Option<String> {
    (loops.len() > 1).then(|| loops.iter().copied().collect::<Vec<_>>().join(", "))
}
