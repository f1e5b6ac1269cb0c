//! `p99[second = 12]`, `rps[second = *]`: what a run did in slices of its time.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Asked, NOT_THERE, ambiguous, fits, nothing, understand, varying};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Element, Evaluated, Scope, Term};
use crate::expression::{Selection, Values};
use crate::metrics::MetricStatistic;
use crate::model::Dimensions;
use crate::source::Span;
use crate::suite::{SECOND, Sliced, Suite};

/// Which slices are meant.
pub(super) enum When {
    /// That which has this second, counted from the first measurement.
    At(f64),
    /// Each that begins at or after the first of these seconds and before the second.
    Between([f64; 2]),
    /// Each.
    All,
}

impl When {
    fn has(&self, slice: &Sliced) -> bool {
        match self {
            Self::All => true,
            Self::At(second) => slice.has(*second),
            Self::Between([least, most]) => (*least..*most).contains(&(slice.axis[0] as f64 / 1e9)),
        }
    }
}

/// The slices that a selection means; none when it is of whole runs.
pub(super) fn asked(scope: &Scope<'_>, selection: &Selection) -> Evaluated<Option<When>> {
    if scope.suite.slices.is_empty() || scope.suite.vocabulary.dimension(SECOND).is_some() {
        return Ok(None);
    }
    let pick = selection.items.iter().find(|pick| pick.dimension.as_deref() == Some(SECOND));
    let fixed = || scope.fixed.get(SECOND).map(|value| (&**value, selection.metric_span));
    let (word, span) = match pick.map(|pick| (&pick.values, pick.span)) {
        Some((Values::All, _)) => return Ok(Some(When::All)),
        Some((Values::One(word), span)) => (word.as_str(), span),
        Some((Values::Others, span)) => ("others", span),
        None => match fixed() {
            Some(fixed) => fixed,
            None => return Ok(None),
        },
    };
    let second = |word: &str| word.trim().parse::<f64>().ok().filter(|second| second.is_finite());
    let ends = word.split_once("..").and_then(|(from, to)| Some([second(from)?, second(to)?]));
    match second(word).map(When::At).or(ends.map(When::Between)) {
        Some(when) => Ok(Some(when)),
        None => {
            let message = format!("`{word}` is no second");
            let diagnostic = Diagnostic::error(Code::UnknownValue, message).at(scope.source, span);
            let help = "seconds are counted from the first measurement: write `second = 12`, `second = 12..18`, or `second = *` for each";
            Err(Box::new(diagnostic.help(help)))
        }
    }
}

/// The values of the slices that are meant, of one run for each key.
pub(super) fn select(
    scope: &Scope<'_>,
    selection: &Selection,
    (metric, span): (&MetricStatistic, Span),
    when: &When,
    beside: &Dimensions,
) -> Evaluated<Vec<Element>> {
    let suite = scope.suite;
    let runs = runs(scope, selection, (metric, span), beside)?.into_iter();
    let elements: Vec<Element> = runs.flat_map(|(key, run)| of_run(suite, run, metric, when, key)).collect();
    if elements.is_empty() { Err(missing(scope, metric, span, when)) } else { Ok(elements) }
}

/// The slices that are meant, of each run that a selection means.
pub(super) fn slices<'s>(
    scope: &Scope<'s>,
    selection: &Selection,
    span: Span,
    when: &When,
    beside: &Dimensions,
) -> Evaluated<Vec<&'s Sliced>> {
    let runs = runs(scope, selection, (&selection.metric, span), beside)?.into_iter();
    let slices = runs.flat_map(|(_, run)| scope.suite.slices_of(run)).filter(|slice| when.has(slice));
    let slices: Vec<&Sliced> = slices.collect();
    if slices.is_empty() { Err(missing(scope, &selection.metric, span, when)) } else { Ok(slices) }
}

/// The runs with slices that a selection means, one for each key.
fn runs(
    scope: &Scope<'_>,
    selection: &Selection,
    (metric, span): (&MetricStatistic, Span),
    beside: &Dimensions,
) -> Evaluated<Vec<(Dimensions, usize)>> {
    let suite = scope.suite;
    let items = selection.items.iter().filter(|pick| pick.dimension.as_deref() != Some(SECOND)).cloned();
    let rest = Selection { metric: metric.clone(), metric_span: selection.metric_span, items: items.collect() };
    // A datum for each run that has slices stands for the run.
    let candidates = candidates(suite, metric);
    let asked = understand(scope, &rest, &candidates, beside)?;
    let matches: Vec<usize> = candidates.into_iter().filter(|datum| fits(suite.dimensions(*datum), &asked)).collect();
    if matches.is_empty() {
        return Err(nothing(scope, metric, span, &asked));
    }
    let mut runs = Vec::new();
    for (key, data) in keyed(suite, &asked, &matches) {
        let [only] = data[..] else {
            let closed = varying(suite, &data, &asked.fixed);
            return Err(ambiguous(scope, metric, span, &closed.iter().collect::<Vec<_>>(), &data));
        };
        runs.push((key, suite.data[only].run()));
    }
    Ok(runs)
}

/// The first datum of each run of which a slice has the metric; of each that has slices, where none has it.
fn candidates(suite: &Suite, metric: &MetricStatistic) -> Vec<usize> {
    let runs = || suite.slices.chunk_by(|a, b| a.run == b.run);
    let first = |slices: &[Sliced]| slices[0].data.start;
    let has = |slices: &&[Sliced]| slices.iter().any(|slice| datum_of(suite, slice, metric).is_some());
    let with: Vec<usize> = runs().filter(has).map(first).collect();
    if with.is_empty() { runs().map(first).collect() } else { with }
}

/// The observation that a slice has of a metric.
fn datum_of(suite: &Suite, slice: &Sliced, metric: &MetricStatistic) -> Option<usize> {
    let is_metric = |datum: &usize| {
        let observation = &suite.data[*datum].observation;
        observation.metric == metric.metric && Some(observation.statistic) == metric.statistic
    };
    slice.data.clone().find(is_metric)
}

/// The runs by the dimensions that are free.
fn keyed(suite: &Suite, asked: &Asked, matches: &[usize]) -> Vec<(Dimensions, Vec<usize>)> {
    let varying = varying(suite, matches, &asked.fixed);
    let is_free = |name: &Arc<str>| asked.free.contains(name) || asked.star && varying.contains(name);
    let mut keyed: BTreeMap<Dimensions, Vec<usize>> = BTreeMap::new();
    for datum in matches {
        let own = suite.dimensions(*datum).iter().filter(|(name, _)| is_free(name));
        let key = own.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect();
        keyed.entry(key).or_default().push(*datum);
    }
    let mut keyed: Vec<(Dimensions, Vec<usize>)> = keyed.into_iter().collect();
    keyed.sort_by(|a, b| suite.vocabulary.compare(&a.0, &b.0));
    keyed
}

fn of_run<'a>(
    suite: &'a Suite,
    run: usize,
    metric: &'a MetricStatistic,
    when: &'a When,
    key: Dimensions,
) -> impl Iterator<Item = Element> + 'a {
    let element = move |slice: &Sliced| {
        let datum = datum_of(suite, slice, metric)?;
        let mut key = key.clone();
        if !matches!(when, When::At(_)) {
            key.insert(SECOND.into(), slice.second().into());
        }
        let quantity = suite.data[datum].observation.quantity();
        Some(Element { key, label: String::new(), quantity, term: Term::Input(datum) })
    };
    suite.slices_of(run).iter().filter(|slice| when.has(slice)).filter_map(element)
}

fn missing(scope: &Scope<'_>, metric: &MetricStatistic, span: Span, when: &When) -> Box<Diagnostic> {
    let of = match when {
        When::At(second) => format!("second {second}"),
        When::Between([from, to]) => format!("seconds {from} to {to}"),
        When::All => "any second".to_owned(),
    };
    let message = format!("the evidence has no `{}` of {of}", metric.name());
    let diagnostic = Diagnostic::error(Code::NoObservation, message).at(scope.source, span);
    let note =
        "a percentile is told where at least ten measurements lie beyond it, a rate where half the time is covered";
    Box::new(diagnostic.note(note).help(NOT_THERE))
}
