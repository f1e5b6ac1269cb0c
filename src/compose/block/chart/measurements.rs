//! Charts of the single measurements of streams: the marks of `kind = "ecdf"` are their percentiles, the bars of
//! `kind = "histogram"` how many of them lie between bounds.

use std::collections::BTreeSet;

use super::data::{Cell, Data, Row};
use super::histogram::{Binned, Series};
use super::stage::Stage;
use super::{Plotted, describe, percentiles, samples};
use crate::chart::{Mark, Plot, StepSeries, Steps};
use crate::compose::block::measure::Measure;
use crate::evaluate::Outcome;
use crate::expression::{Expression, Function, Node, Selection};
use crate::figure::Format;
use crate::model::{Dimensions, Percentile, Statistic};
use crate::samples::{Sample, SampleSet};
use crate::settings::Keys;
use crate::statistics::bins::{self, Spread};
use crate::suite::Suite;
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// So many points of a line can be told apart.
const POINTS: u64 = 400;

/// The selection of a measure that means single measurements: a metric without a statistic, of which the
/// evidence has those.
pub(super) fn selection<'m>(suite: &Suite, measure: &'m Measure) -> Option<&'m Selection> {
    let Node::Selection(selection) = &measure.expression.node else { return None };
    let metric = &selection.metric;
    let is_bare = metric.statistic.is_none() && suite.statistics(&metric.metric).len() > 1;
    let has_samples = || suite.runs.said().iter().any(|said| said.samples.contains_key(&metric.metric));
    (is_bare && has_samples()).then_some(selection)
}

/// Which share of the measurements is at or below a value.
pub(super) fn ecdf(
    stage: &mut Stage<'_, '_>,
    keys: &Keys<'_>,
    measure: &Measure,
    selection: &Selection,
) -> Option<Plotted> {
    let median = pooled(measure, selection, 50.0)?;
    let by = stage.dimension(keys, "series");
    let all = stage.keys_of(&median, by.as_ref());
    let format = stage.format(&median, all.clone())?;
    let (mut series, mut rows, mut named, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (index, key) in all.iter().enumerate() {
        let Some(set) = set(stage, &median, (key, format.unit), &selection.metric.metric) else { continue };
        let (marks, cells) = marks(stage, measure, selection, (key, &set), format);
        let label = stage.label(key);
        let middle = marks.iter().find(|(share, _)| *share == 0.5).map(|(_, mark)| mark.clone());
        named.extend(middle.map(|mark| (label.clone(), mark)));
        let curve = curve(&set, format.unit);
        values.extend(curve.iter().map(|(value, _)| *value));
        rows.push(Row { label: Message::from(&label), cells });
        series.push(StepSeries { label, colour: stage.colour(key, index), curve, marks });
    }
    let log = samples::is_log(stage, keys, &values);
    let quantity = stage.quantity(measure);
    let medians: Vec<(Message, &Mark)> = named.iter().map(|(name, mark)| (name.into(), mark)).collect();
    Some(Plotted {
        description: say("chart_shares")
            .with("quantity", measure.quantity(stage.suite))
            .with("extremes", describe::extremes(&medians)),
        notes: vec![say("note_shares")],
        table: Data {
            whole: None,
            corner: stage.head(by.as_ref()).into(),
            columns: (1..20).map(|part| Message::from(format!("p{}", 5 * part))).collect(),
            rows,
        },
        plot: Plot::Steps(Steps { quantity, unit: format.unit, log, series }),
    })
}

/// How many of the measurements lie between bounds that all series share.
pub(super) fn histogram(
    stage: &mut Stage<'_, '_>,
    keys: &Keys<'_>,
    measure: &Measure,
    selection: &Selection,
) -> Option<Plotted> {
    let median = pooled(measure, selection, 50.0)?;
    let by = stage.dimension(keys, "series");
    let all = stage.keys_of(&median, by.as_ref());
    let unit = stage.format(&median, all.clone())?.unit;
    let (mut series, mut sets) = (Vec::new(), Vec::new());
    for key in all {
        let Some(set) = set(stage, &median, (&key, unit), &selection.metric.metric) else { continue };
        let count = usize::try_from(set.count()).unwrap_or(usize::MAX);
        series.push(Series { label: stage.label(&key), key, count });
        sets.push(set);
    }
    let value =
        |set: &SampleSet, sample: Sample| set.value(sample.ticks) * set.unit.factor_to(unit).unwrap_or(f64::NAN);
    let ends = sets.iter().flat_map(|set| [set.min(), set.max()].map(|end| end.map(|end| value(set, end))));
    let ends: Vec<f64> = ends.flatten().collect();
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let log = samples::is_log(stage, keys, &ends);
    let spread = |(set, series): (&SampleSet, &Series)| {
        let quartiles = [25, 75].map(|percent| set.nearest(percent * 1_000_000).map(|sample| value(set, sample)));
        let [lower, upper] = quartiles.map(|quartile| quartile.map(|value| if log { value.log10() } else { value }));
        Some(Spread { count: series.count, iqr: upper? - lower? })
    };
    let spreads: Vec<Spread> = sets.iter().zip(&series).filter_map(spread).collect();
    let is_bucketed = sets.iter().any(SampleSet::is_bucketed);
    let binned = Binned { measure, unit, bins: bins::of([low, high], &spreads, log), series };
    let mut plotted = binned.plot(stage, |stage, index, bounds, words| {
        let bar = between(measure, selection, bounds);
        let format = Format { unit: Unit::none(), decimals: Some(0) };
        let drawn = stage.draw(&bar, &binned.series[index].key, format, &stage.say(words))?;
        Some((drawn.figure, drawn.mark))
    });
    plotted.notes.extend(is_bucketed.then(|| say("note_bounds_within")));
    Some(plotted)
}

/// How many measurements that a selection means are from one bound up to another.
pub(super) fn between(measure: &Measure, selection: &Selection, bounds: &[Quantity; 2]) -> Measure {
    let span = measure.expression.span;
    let [low, high] = bounds.map(|bound| Expression { span, node: Node::Number(bound) });
    let argument = Expression { span, node: Node::Selection(selection.clone()) };
    Measure::of(Expression { span, node: Node::Call(Function::PooledBetween, vec![argument, low, high]) })
}

/// The percentile of all measurements that a selection means.
pub(super) fn pooled(measure: &Measure, selection: &Selection, percent: f64) -> Option<Measure> {
    let span = measure.expression.span;
    let own = percentiles::measure_of(&selection.metric.metric, Statistic::Percentile(Percentile::new(percent)?), span);
    let Node::Selection(of) = own.expression.node else { return None };
    let of = Selection { items: selection.items.clone(), ..of };
    let argument = Expression { span, node: Node::Selection(of) };
    Some(Measure::of(Expression { span, node: Node::Call(Function::Pooled, vec![argument]) }))
}

/// The measurements that a pooled percentile is of, where they fit the unit of the chart.
pub(super) fn set(
    stage: &Stage<'_, '_>,
    median: &Measure,
    (key, unit): (&Dimensions, Unit),
    metric: &str,
) -> Option<SampleSet> {
    let outcome: Outcome = stage.evaluate_in(median, key, unit)?;
    let runs: BTreeSet<usize> = outcome.inputs().into_iter().map(|input| stage.suite.data[input].run()).collect();
    SampleSet::merged(runs.into_iter().filter_map(|run| Some(&**stage.suite.runs.get(run).said.samples.get(metric)?)))
}

/// Every fifth percentile that ten measurements lie beyond, with its share, and as cells of a table.
fn marks(
    stage: &mut Stage<'_, '_>,
    measure: &Measure,
    selection: &Selection,
    (key, set): (&Dimensions, &SampleSet),
    format: Format,
) -> (Vec<(f64, Mark)>, Vec<Cell>) {
    let (mut marks, mut cells) = (Vec::new(), Vec::new());
    for part in 1..20_u32 {
        let is_told = set.beyond(part * 5_000_000) >= crate::samples::BEYOND;
        let percentile = pooled(measure, selection, f64::from(part * 5)).filter(|_| is_told);
        let words = [stage.label(key), format!("p{}", part * 5)].join(" ");
        let drawn = percentile.and_then(|percentile| stage.draw(&percentile, key, format, words.trim()));
        // Nothing is missing where too few measurements lie beyond to tell.
        cells.push(Cell::aside(drawn.as_ref().map(|drawn| drawn.figure)));
        marks.extend(drawn.map(|drawn| (f64::from(part) / 20.0, drawn.mark)));
    }
    (marks, cells)
}

/// Values in a unit with the share of measurements at or below them.
fn curve(set: &SampleSet, unit: Unit) -> Vec<(f64, f64)> {
    let factor = set.unit.factor_to(unit).unwrap_or(f64::NAN);
    let (mut below, mut last, mut curve) = (0, 0, Vec::new());
    for (first, count) in set.buckets() {
        below += count;
        let place = below * POINTS / set.count();
        if place > last || curve.is_empty() {
            curve.push((set.value(first.ticks) * factor, below as f64 / set.count() as f64));
            last = place;
        }
    }
    curve
}
