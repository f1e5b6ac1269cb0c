//! Selections: which observations an expression means, and how repeats become one value.

mod moments;
mod ranges;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Element, Evaluated, Scope, Term};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Function, Pick, Selection, Values};
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Statistic};
use crate::source::Span;
use crate::statistics;
use crate::suggest;
use crate::suite::{DimensionsRef, Meaning, SESSION, Sliced, Suite, is_absence_of};
use crate::units::Quantity;

/// What a selection asks of each dimension.
#[derive(Debug, Default)]
struct Asked {
    /// Dimensions fixed to a value.
    fixed: Dimensions,
    /// Dimensions of which every value is taken, each by itself.
    free: BTreeSet<Arc<str>>,
    /// Values that are not taken.
    without: Dimensions,
    /// Whether every dimension that nothing else is said of is free.
    star: bool,
}

/// The dimensions that a selection fixes; what cannot be understood is passed over here and
/// reported when the selection itself is evaluated.
pub(super) fn fixed_values(scope: &Scope<'_>, selection: &Selection) -> Dimensions {
    let mut asked = Asked::default();
    for pick in &selection.items {
        if let Values::One(word) = &pick.values
            && let Ok((dimension, value)) = resolve(scope, pick, word, &asked)
        {
            asked.fixed.insert(dimension, value);
        }
    }
    asked.fixed
}

/// The values that a selection means; with `spread`, repeats are not made into one.
pub(super) fn select(
    scope: &Scope<'_>,
    selection: &Selection,
    span: Span,
    spread: bool,
    beside: &Dimensions,
) -> Evaluated<Vec<Element>> {
    if let Some(when) = moments::asked(scope, selection)? {
        let metric = metric(scope, selection, true)?;
        return moments::select(scope, selection, (&metric, span), &when, beside);
    }
    let metric = metric(scope, selection, false)?;
    let candidates = scope.suite.observations(&metric);
    let asked = understand(scope, selection, &candidates, beside)?;
    let matches = matching(scope.suite, &metric, &candidates, &asked);
    let ranges = ranges(scope.suite, &metric, &asked, &matches);
    if let Some(range) = ranges.first() {
        return Err(ranges::no_value(scope, &metric, span, *range));
    }
    if matches.is_empty() {
        return Err(nothing(scope, &metric, span, &asked));
    }
    group(scope, &metric, span, &asked, &matches, spread)
}

/// Whether a selection is of a slice of a run's time.
pub(super) fn is_of_moment(scope: &Scope<'_>, selection: &Selection) -> bool {
    !matches!(moments::asked(scope, selection), Ok(None))
}

/// The slices of runs' time that a selection means; none when it is of whole runs.
pub(super) fn slices<'s>(
    scope: &Scope<'s>,
    selection: &Selection,
    span: Span,
    beside: &Dimensions,
) -> Evaluated<Option<Vec<&'s Sliced>>> {
    let when = moments::asked(scope, selection)?;
    when.map(|when| moments::slices(scope, selection, span, &when, beside)).transpose()
}

/// The range that stands in place of the one value that a selection means; none when there is no such range.
pub(super) fn range(scope: &Scope<'_>, selection: &Selection, beside: &Dimensions) -> Option<(Element, Element)> {
    let metric = &selection.metric;
    let candidates: Vec<usize> = scope.suite.ranges(metric).into_iter().map(|(low, _)| low).collect();
    let asked = understand(scope, selection, &candidates, beside).ok()?;
    let is_value = |datum: &usize| scope.suite.data[*datum].observation.end_of.is_none();
    let values: Vec<usize> = scope.suite.observations(metric).iter().copied().filter(is_value).collect();
    let values = matching(scope.suite, metric, &values, &asked);
    match ranges(scope.suite, metric, &asked, &values)[..] {
        [ends] if values.is_empty() => Some(ranges::elements(scope.suite, ends)),
        _ => None,
    }
}

/// The ranges that fit and have no value beside them.
fn ranges(suite: &Suite, metric: &MetricStatistic, asked: &Asked, values: &[usize]) -> Vec<(usize, usize)> {
    let has_value = |low: usize| values.iter().any(|datum| suite.dimensions(*datum) == suite.dimensions(low));
    let fitting = |(low, _): &(usize, usize)| fits(suite.dimensions(*low), asked) && !has_value(*low);
    suite.ranges(metric).into_iter().filter(fitting).collect()
}

/// The metric with its statistic, which the evidence must have: of whole runs, or `in_time` of slices of a run's time.
fn metric(scope: &Scope<'_>, selection: &Selection, in_time: bool) -> Evaluated<MetricStatistic> {
    let wanted = &selection.metric;
    let whole = scope.suite.statistics(&wanted.metric).into_iter().map(|(statistic, _)| statistic);
    let of_slices = || scope.suite.statistics_of_slices(&wanted.metric);
    let statistics: BTreeSet<Statistic> = whole.chain(in_time.then(of_slices).into_iter().flatten()).collect();
    let fail = |code, message: String| Diagnostic::error(code, message).at(scope.source, selection.metric_span);
    if statistics.is_empty() {
        if let Some(why) = absent(scope.suite, wanted, &Dimensions::new()) {
            let message = format!("the evidence has no value of `{}`", wanted.name());
            return Err(Box::new(fail(Code::NoObservation, message).note(why).help(NOT_THERE)));
        }
        if of_slices().next().is_some() {
            let message = format!("`{}` is told of moments of a run only", wanted.name());
            let help = format!("write `{0}[second = 12]`, or for all moments `max({0}[second = *])`", wanted.name());
            return Err(Box::new(fail(Code::NoObservation, message).help(help)));
        }
        let names: BTreeSet<String> = scope.suite.metrics().map(|metric| metric.name()).collect();
        let help = suggest::help(&wanted.name(), names.iter().map(String::as_str));
        let help = help.unwrap_or_else(|| "the suite gives no number at all: mend its `suite.toml` first".to_owned());
        let message = format!("the suite `{}` has no metric `{}`", scope.suite.name, wanted.name());
        return Err(Box::new(fail(Code::UnknownMetric, message).help(help)));
    }
    let with = |statistic: &Statistic| MetricStatistic { statistic: Some(*statistic), ..wanted.clone() };
    let have: Vec<String> = statistics.iter().map(|statistic| with(statistic).name()).collect();
    let have: Vec<&str> = have.iter().map(String::as_str).collect();
    match (wanted.statistic, statistics.first()) {
        (Some(statistic), _) if statistics.contains(&statistic) => Ok(wanted.clone()),
        (None, Some(only)) if statistics.len() == 1 => Ok(with(only)),
        (None, _) => {
            let message = format!("`{}` has several statistics", wanted.metric);
            Err(Box::new(fail(Code::Ambiguous, message).help(format!("name one of {}", suggest::listed(&have)))))
        }
        (Some(statistic), _) => {
            if let Some(why) = absent(scope.suite, wanted, &Dimensions::new()) {
                let message = format!("the evidence has no value of `{}`", wanted.name());
                return Err(Box::new(fail(Code::NoObservation, message).note(why).help(NOT_THERE)));
            }
            let message =
                format!("the evidence has no `{}` of `{}`: it was not exported", statistic.name(), wanted.metric);
            Err(Box::new(fail(Code::NoObservation, message).help(format!("there is {}", suggest::listed(&have)))))
        }
    }
}

fn understand(scope: &Scope<'_>, selection: &Selection, candidates: &[usize], beside: &Dimensions) -> Evaluated<Asked> {
    let mut asked = Asked::default();
    for pick in &selection.items {
        match (&pick.values, &pick.dimension) {
            (Values::One(word), _) => {
                let (dimension, value) = resolve(scope, pick, word, &asked)?;
                if let Some(other) = asked.fixed.get(&dimension) {
                    return Err(twice(scope, pick, &dimension, [other, &value]));
                }
                asked.fixed.insert(dimension, value);
            }
            (Values::All, None) => asked.star = true,
            (Values::All, Some(name)) => {
                asked.free.insert(dimension(scope, pick, name)?);
            }
            (Values::Others, _) => {}
        }
    }
    for pick in selection.items.iter().filter(|pick| pick.values == Values::Others) {
        let (dimension, value) = others(scope, pick, &asked, beside)?;
        asked.free.insert(Arc::clone(&dimension));
        asked.without.insert(dimension, value);
    }
    fill_from_scope(scope, candidates, &mut asked);
    Ok(asked)
}

fn twice(scope: &Scope<'_>, pick: &Pick, dimension: &str, values: [&str; 2]) -> Box<Diagnostic> {
    let message = format!("`{dimension}` cannot be both `{}` and `{}`", values[0], values[1]);
    let diagnostic = Diagnostic::error(Code::ExpressionSyntax, message).at(scope.source, pick.span);
    Box::new(diagnostic.help("leave one of them out, or write two selections"))
}

/// What the page, section or block fixes, and the reference session, where the selection is silent.
fn fill_from_scope(scope: &Scope<'_>, candidates: &[usize], asked: &mut Asked) {
    let has = |name: &str| candidates.iter().any(|datum| scope.suite.dimensions(*datum).contains_key(name));
    let silent = |asked: &Asked, name: &str| !asked.fixed.contains_key(name) && !asked.free.contains(name);
    for (name, value) in scope.fixed {
        if silent(asked, name) && has(name) {
            asked.fixed.insert(Arc::clone(name), Arc::clone(value));
        }
    }
    let reference = scope.suite.manifest.sessions.iter().find(|session| session.reference);
    if let Some(session) = reference.filter(|_| silent(asked, SESSION) && has(SESSION)) {
        asked.fixed.insert(SESSION.into(), session.name.as_str().into());
    }
}

/// The dimension of that name.
fn dimension(scope: &Scope<'_>, pick: &Pick, name: &str) -> Evaluated<Arc<str>> {
    let vocabulary = &scope.suite.vocabulary;
    vocabulary.dimension(name).map(|dimension| Arc::clone(&dimension.name)).ok_or_else(|| {
        let message = format!("the suite `{}` has no dimension `{name}`", scope.suite.name);
        let help = suggest::help(name, vocabulary.dimensions.iter().map(|d| &*d.name));
        Box::new(Diagnostic::error(Code::UnknownDimension, message).at(scope.source, pick.span).help_if(help))
    })
}

/// The dimension and value that a word means.
fn resolve(scope: &Scope<'_>, pick: &Pick, word: &str, asked: &Asked) -> Evaluated<(Arc<str>, Arc<str>)> {
    let vocabulary = &scope.suite.vocabulary;
    let fail = |code, message: String| Diagnostic::error(code, message).at(scope.source, pick.span);
    if let Some(name) = &pick.dimension {
        let dimension = dimension(scope, pick, name)?;
        return match vocabulary.value_of(&dimension, word) {
            Some(value) => Ok((dimension, value)),
            None => {
                let values = vocabulary.dimension(&dimension).map(|d| d.values.as_slice()).unwrap_or_default();
                let help = suggest::help(word, values.iter().map(|value| &*value.name));
                let message = format!("`{dimension}` has no value `{word}`");
                Err(Box::new(fail(Code::UnknownValue, message).help_if(help)))
            }
        };
    }
    match vocabulary.meaning(word) {
        Meaning::Value(dimension, value) => Ok((dimension, value)),
        Meaning::Unknown => {
            let message = format!("no dimension has a value `{word}`");
            let help = suggest::help(word, vocabulary.all_words());
            Err(Box::new(fail(Code::UnknownValue, message).help_if(help)))
        }
        Meaning::Several(names) => {
            let open: Vec<&Arc<str>> = names.iter().filter(|name| !asked.fixed.contains_key(name)).collect();
            if let [only] = open[..] {
                let value = vocabulary.value_of(only, word).expect("the word means a value of this dimension");
                return Ok((Arc::clone(only), value));
            }
            let listed = suggest::listed(&names.iter().map(|name| &**name).collect::<Vec<_>>());
            let message = format!("`{word}` is a value of several dimensions: {listed}");
            Err(Box::new(fail(Code::Ambiguous, message).help(format!("write `{} = {word}`", names[0]))))
        }
    }
}

/// The dimension of `others`, and the value that the other side names.
fn others(scope: &Scope<'_>, pick: &Pick, asked: &Asked, beside: &Dimensions) -> Evaluated<(Arc<str>, Arc<str>)> {
    let fail = |message: String| {
        let diagnostic = Diagnostic::error(Code::Ambiguous, message).at(scope.source, pick.span);
        Box::new(diagnostic.help("write `dimension = others`, and name a value of it on the other side"))
    };
    if let Some(name) = &pick.dimension {
        let dimension = dimension(scope, pick, name)?;
        let value = beside.get(&dimension).cloned();
        return value
            .map(|value| (Arc::clone(&dimension), value))
            .ok_or_else(|| fail(format!("the other side names no value of `{dimension}`")));
    }
    let open: Vec<_> = beside.iter().filter(|(name, _)| !asked.fixed.contains_key(name)).collect();
    match open[..] {
        [(name, value)] => Ok((Arc::clone(name), Arc::clone(value))),
        [] => Err(fail("`others` has no value beside it to be other than".to_owned())),
        _ => {
            let names: Vec<&str> = open.iter().map(|(name, _)| &***name).collect();
            Err(fail(format!("`others` could be of {}", suggest::listed(&names))))
        }
    }
}

/// The observations that fit. Where few runs have the values that are fixed, only these are looked at.
fn matching(suite: &Suite, metric: &MetricStatistic, candidates: &[usize], asked: &Asked) -> Vec<usize> {
    const FEW: usize = 32;
    let fitting = |datum: &usize| fits(suite.dimensions(*datum), asked);
    match suite.runs_with(&asked.fixed) {
        Some(runs) if runs.len() * FEW < candidates.len() => {
            let is_metric = |datum: &usize| {
                let observation = &suite.data[*datum].observation;
                observation.metric == metric.metric && Some(observation.statistic) == metric.statistic
            };
            let data = runs.into_iter().flat_map(|run| suite.places_of_run(run));
            let mut matches: Vec<usize> = data.filter(|datum| is_metric(datum) && fitting(datum)).collect();
            matches.sort_by(|a, b| suite.vocabulary.compare(suite.dimensions(*a), suite.dimensions(*b)));
            matches
        }
        _ => candidates.iter().copied().filter(fitting).collect(),
    }
}

fn fits(dimensions: DimensionsRef<'_>, asked: &Asked) -> bool {
    dimensions.have(&asked.fixed)
        && asked.free.iter().all(|name| dimensions.contains_key(name))
        && asked.without.iter().all(|(name, value)| dimensions.get(name) != Some(value))
}

fn nothing(scope: &Scope<'_>, metric: &MetricStatistic, span: Span, asked: &Asked) -> Box<Diagnostic> {
    let words = scope.suite.vocabulary.words_for(&asked.fixed);
    let of = if words.is_empty() { String::new() } else { format!(" of {words}") };
    let message = format!("the evidence has no `{}`{of}", metric.name());
    let diagnostic = Diagnostic::error(Code::NoObservation, message).at(scope.source, span).help(NOT_THERE);
    Box::new(match absent(scope.suite, metric, &asked.fixed) {
        Some(why) => diagnostic.note(why),
        None => diagnostic,
    })
}

/// What to do about a value that is unknown.
const NOT_THERE: &str = "it is not 0 but unknown: take the figure out, or measure it";

/// Why a tool had no value where these dimensions are fixed, when it said so.
fn absent(suite: &Suite, metric: &MetricStatistic, fixed: &Dimensions) -> Option<String> {
    let is = |absent: &&crate::model::Absence| is_absence_of(absent, metric);
    let mut runs = suite.runs.iter().filter(|run| run.dimensions.have(fixed));
    let (file, why) = runs.find_map(|run| Some((run.file, run.absent.iter().find(is)?.why)))?;
    Some(format!("`{}` gives none: {why}", suite.files[file].path))
}

/// Divides matches into values: one for each key of free dimensions, repeats made into their median.
fn group(
    scope: &Scope<'_>,
    metric: &MetricStatistic,
    span: Span,
    asked: &Asked,
    matches: &[usize],
    spread: bool,
) -> Evaluated<Vec<Element>> {
    let suite = scope.suite;
    let varying = varying(suite, matches, &asked.fixed);
    let is_repeat = |name: &Arc<str>| suite.vocabulary.is_repeat(name);
    let is_free = |name: &Arc<str>| asked.free.contains(name) || (asked.star && !is_repeat(name) && **name != *SESSION);
    let closed: Vec<&Arc<str>> = varying.iter().filter(|name| !is_free(name) && !is_repeat(name)).collect();
    if !closed.is_empty() {
        return Err(ambiguous(scope, metric, span, &closed, matches));
    }
    let in_key = |name: &Arc<str>| is_free(name) || (spread && varying.contains(name));
    let mut groups: BTreeMap<Dimensions, Vec<usize>> = BTreeMap::new();
    for datum in matches {
        let key = suite.dimensions(*datum).iter().filter(|(name, _)| !asked.fixed.contains_key(name) && in_key(name));
        let key = key.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect();
        groups.entry(key).or_default().push(*datum);
    }
    let elements =
        groups.into_iter().map(|(key, data)| element(suite, key, &data).ok_or_else(|| mixed(scope, metric, span)));
    let mut elements: Vec<Element> = elements.collect::<Result<_, _>>()?;
    elements.sort_by(|a, b| suite.vocabulary.compare(&a.key, &b.key));
    Ok(elements)
}

/// Dimensions in which the matches differ.
fn varying(suite: &Suite, matches: &[usize], fixed: &Dimensions) -> BTreeSet<Arc<str>> {
    let first = suite.dimensions(matches[0]);
    let mut varying = BTreeSet::new();
    for datum in &matches[1..] {
        let other = suite.dimensions(*datum);
        let names = first.keys().chain(other.keys());
        let differs = names.filter(|name| first.get(name) != other.get(name) && !fixed.contains_key(name));
        varying.extend(differs.cloned());
    }
    varying
}

fn ambiguous(
    scope: &Scope<'_>,
    metric: &MetricStatistic,
    span: Span,
    closed: &[&Arc<str>],
    matches: &[usize],
) -> Box<Diagnostic> {
    const SHOWN: usize = 6;
    let name = metric.name();
    let message = format!("{} observations match, and one is needed", matches.len());
    let mut diagnostic = Diagnostic::error(Code::Ambiguous, message).at(scope.source, span);
    for datum in matches.iter().take(SHOWN) {
        let words = scope.suite.vocabulary.words_for(scope.suite.dimensions(*datum));
        let observation = &scope.suite.data[*datum].observation;
        diagnostic = diagnostic.note(format!("{words}: {} {}", scope.suite.raw(*datum), observation.unit));
    }
    if matches.len() > SHOWN {
        diagnostic = diagnostic.note(format!("and {} more", matches.len() - SHOWN));
    }
    let dimensions = suggest::listed(&closed.iter().map(|name| &***name).collect::<Vec<_>>());
    Box::new(diagnostic.help(format!("name {dimensions}, or aggregate: `median({name}[…, {} = *])`", closed[0])))
}

/// One value of an observation, or of the median of repeats; none when their units do not fit.
fn element(suite: &Suite, key: Dimensions, data: &[usize]) -> Option<Element> {
    let quantity = |datum: usize| suite.data[datum].observation.quantity();
    let label = String::new();
    if let [only] = data {
        return Some(Element { key, label, quantity: quantity(*only), term: Term::Input(*only) });
    }
    let unit = quantity(data[0]).unit;
    let numbers: Option<Vec<f64>> = data.iter().map(|datum| Some(quantity(*datum).to(unit)?.value)).collect();
    let value = statistics::median(&numbers?)?;
    let term = Term::Call(Function::Median, data.iter().map(|datum| Term::Input(*datum)).collect());
    Some(Element { key, label, quantity: Quantity { value, unit }, term })
}

fn mixed(scope: &Scope<'_>, metric: &MetricStatistic, span: Span) -> Box<Diagnostic> {
    let message = format!("the repeats of `{}` are in units that do not fit each other", metric.name());
    let diagnostic = Diagnostic::error(Code::UnitMismatch, message).at(scope.source, span);
    Box::new(diagnostic.help("correct the units of the evidence's mapping, or select values of one unit"))
}
