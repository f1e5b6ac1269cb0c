//! `pooled(p99[…])`: a percentile of the single measurements of several runs together; `pooled_between(time[…], a, b)`:
//! how many of them lie between bounds.

mod slices;

use std::collections::BTreeMap;

use super::{Element, Evaluated, Mode, Outcome, Scope, Term, fail, select};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Function, Node, Selection};
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Percentile, Statistic};
use crate::samples::{BEYOND, Sample, SampleSet};
use crate::statistics;
use crate::suggest;
use crate::units::Quantity;

/// The percentile of the merged measurements of all runs that the selection means.
pub(super) fn pool(scope: &Scope<'_>, whole: &Expression, argument: &Expression, mode: &Mode) -> Evaluated {
    let Node::Selection(selection) = &argument.node else {
        return Err(fail(
            scope,
            argument,
            "`pooled` takes a percentile of runs",
            "write such as `pooled(p99[round = *])`",
        ));
    };
    let Some(Statistic::Percentile(percentile)) = selection.metric.statistic else {
        let help = "a mean, a count or an extreme needs no single measurements: write `sum`, `min` or `max`";
        return Err(fail(scope, argument, "`pooled` is of a percentile", help));
    };
    if select::is_of_moment(scope, selection) {
        let help = "a second has its own percentiles: write `p99[second = 12]`";
        return Err(fail(scope, argument, "`pooled` is of whole runs", help));
    }
    let (merged, inputs) = merged(scope, (whole, argument), selection, mode)?;
    let value = merged.nearest(percentile.millionths()).filter(|_| merged.beyond(percentile.millionths()) >= BEYOND);
    let value = value.ok_or_else(|| too_few(scope, argument, percentile, merged.count()))?;
    let quantity = Quantity { value: merged.value(value.ticks), unit: merged.unit };
    let percent = Term::Number(Quantity::plain(percentile.percent()));
    Ok(outcome(Function::Pooled, quantity, [vec![percent], inputs].concat()))
}

/// How many of the measurements of all runs that the selection means are at or above a bound and below another.
pub(super) fn between(
    scope: &Scope<'_>,
    whole: &Expression,
    argument: &Expression,
    bounds: [&Expression; 2],
    mode: &Mode,
) -> Evaluated {
    let selection = match &argument.node {
        Node::Selection(selection) => Some(selection).filter(|selection| selection.metric.statistic.is_none()),
        _ => None,
    };
    let Some(selection) = selection else {
        let help = "write a metric without a statistic, such as `pooled_between(latency[round = *], 5 ms, 10 ms)`";
        return Err(fail(scope, argument, "`pooled_between` is of single measurements", help));
    };
    let [Node::Number(low), Node::Number(high)] = bounds.map(|bound| &bound.node) else {
        return Err(fail(
            scope,
            whole,
            "`pooled_between` takes two bounds as its last values",
            "such as `5 ms, 10 ms`",
        ));
    };
    if let Some(slices) = select::slices(scope, selection, argument.span, &mode.beside)? {
        return slices::between(scope, (whole, argument), &slices, &selection.metric.metric, [low, high]);
    }
    let (merged, inputs) = merged(scope, (whole, argument), selection, mode)?;
    if let Some(other) = [low, high].into_iter().find(|bound| !bound.unit.fits(merged.unit)) {
        return Err(super::arithmetic::unit_error(scope, whole, "pooled_between", merged.unit, other.unit));
    }
    let count = count_between(&merged, [low, high].map(|bound| bound.value * bound.unit.base_scale()));
    let bounds = [low, high].map(|bound| Term::Number(*bound));
    Ok(outcome(Function::PooledBetween, Quantity::plain(count as f64), [bounds.to_vec(), inputs].concat()))
}

/// How many measurements are at or above a bound and below another, which are in base units; of a histogram each counts
/// as the first of its bucket.
pub fn count_between(set: &SampleSet, [low, high]: [f64; 2]) -> u64 {
    let scale = set.unit.base_scale();
    let is_there = |(first, _): &(Sample, u64)| statistics::is_between(set.value(first.ticks) * scale, low, high);
    set.buckets().into_iter().filter(is_there).map(|(_, count)| count).sum()
}

fn outcome(function: Function, quantity: Quantity, terms: Vec<Term>) -> Outcome {
    let term = Term::Call(function, terms);
    Outcome::Values(vec![Element { key: Dimensions::new(), label: String::new(), quantity, term }])
}

/// The measurements of all runs that a selection means, and an input for each run.
fn merged(
    scope: &Scope<'_>,
    (whole, argument): (&Expression, &Expression),
    selection: &Selection,
    mode: &Mode,
) -> Evaluated<(SampleSet, Vec<Term>)> {
    let runs = runs(scope, selection, argument, mode)?;
    let metric = &*selection.metric.metric;
    let (mut sets, mut inputs): (Vec<&SampleSet>, Vec<Term>) = (Vec::new(), Vec::new());
    for run in runs.into_keys() {
        let set = scope.suite.runs.get(run).said.samples.get(metric);
        let (set, input) =
            set.zip(scope.suite.counted(run, metric)).ok_or_else(|| no_samples(scope, argument, metric, run))?;
        sets.push(set);
        inputs.push(Term::Input(input));
    }
    let unit = sets[0].unit;
    if let Some(other) = sets.iter().find(|set| !set.unit.fits(unit)) {
        return Err(super::arithmetic::unit_error(scope, whole, "pooled", unit, other.unit));
    }
    Ok((SampleSet::merged(sets.iter().copied()).expect("there is a run at least"), inputs))
}

/// The runs that a selection means, whichever statistics they have of its metric, each with what tells it from the
/// others: one that has no such percentile by itself is not left out without a word.
pub(super) fn runs(
    scope: &Scope<'_>,
    selection: &Selection,
    argument: &Expression,
    mode: &Mode,
) -> Evaluated<BTreeMap<usize, Dimensions>> {
    let metric = |statistic| MetricStatistic { statistic: Some(statistic), ..selection.metric.clone() };
    let own = Selection { metric: selection.metric.clone(), ..selection.clone() };
    let select = |selection: &Selection| select::select(scope, selection, argument.span, true, &mode.beside);
    let mut runs = BTreeMap::new();
    let mut wrong = None;
    for (statistic, _) in scope.suite.statistics(&selection.metric.metric) {
        match select(&Selection { metric: metric(statistic), ..own.clone() }) {
            Ok(elements) => {
                for element in elements {
                    if let Term::Input(input) = element.term {
                        runs.entry(scope.suite.data[input].run()).or_insert(element.key);
                    }
                }
            }
            // That a statistic is not there says less than what is wrong with the selection itself.
            Err(diagnostic) if diagnostic.code == Code::NoObservation && wrong.is_some() => {}
            Err(diagnostic) => wrong = Some(diagnostic),
        }
    }
    match (runs.is_empty(), wrong) {
        (false, _) => Ok(runs),
        (true, Some(diagnostic)) => Err(diagnostic),
        // There is no such metric, which the selection itself tells.
        (true, None) => select(&own).map(|_| runs),
    }
}

/// A run without measurements of a metric.
pub(super) fn no_samples(scope: &Scope<'_>, argument: &Expression, metric: &str, run: usize) -> Box<Diagnostic> {
    let (suite, of) = (scope.suite, scope.suite.runs.get(run));
    let data = suite.of_run(run).iter().map(|datum| &datum.observation);
    let there: Vec<String> = data.filter(|o| &*o.metric == metric).map(|o| o.statistic.name()).collect();
    let there: Vec<&str> = there.iter().map(String::as_str).collect();
    let path = &suite.files[of.file].path;
    let message = match suite.vocabulary.words_for(of.dimensions) {
        words if words.is_empty() => "a run has no single measurements to pool".to_owned(),
        words => format!("{words} has no single measurements to pool"),
    };
    let diagnostic = Diagnostic::error(Code::BadOperation, message).at(scope.source, argument.span);
    let diagnostic = diagnostic.note(format!("`{path}` gives {} of `{metric}` only", suggest::listed(&there)));
    let help =
        "percentiles cannot be pooled from percentiles: take the tool's stream of measurements, or write `median(…)`";
    Box::new(diagnostic.help(help))
}

fn too_few(scope: &Scope<'_>, argument: &Expression, percentile: Percentile, count: u64) -> Box<Diagnostic> {
    let message = format!("fewer than ten of {count} measurements lie beyond {percentile}");
    fail(scope, argument, &message, "take a lower percentile, or measure longer")
}
