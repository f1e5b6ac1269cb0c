//! `kind = "percentiles"`: latency by percentile, a line a series.

use std::collections::BTreeSet;

use super::data::{self, Cell, Data};
use super::stage::Stage;
use super::{Plotted, describe};
use crate::chart::{At, PercentileSeries, Percentiles, Plot};
use crate::compose::block::measure::Measure;
use crate::compose::bound::shown_metric;
use crate::diagnostic::Code;
use crate::evaluate::words;
use crate::expression::{Expression, Node, Selection};
use crate::figure::{Figure, Format};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Detail, Dimensions, Statistic};
use crate::samples::BEYOND;
use crate::settings::Keys;
use crate::source::Span;
use crate::units::Unit;
use crate::words::{Message, say, terms};

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let metric = keys.string("metric").unwrap_or_else(|| "latency".to_owned());
    let dimension = stage.dimension(keys, "series");
    let statistics = wanted(stage, keys, &metric);
    if statistics.is_empty() {
        let message = format!("the evidence has no percentiles of `{metric}`");
        stage.context.error(Code::NoObservation, keys.span("metric"), message, None);
        return None;
    };
    let measures: Vec<(Statistic, Measure)> =
        statistics.iter().map(|(statistic, span)| (*statistic, measure_of(&metric, *statistic, *span))).collect();
    let all: BTreeSet<Dimensions> =
        measures.iter().flat_map(|(_, measure)| stage.keys_of(measure, dimension.as_ref())).collect();
    let mut all: Vec<Dimensions> = all.into_iter().collect();
    all.sort_by(|a, b| stage.suite.vocabulary.compare(a, b));
    let format = format_of(stage, &metric, &statistics);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for (index, key) in all.iter().enumerate() {
        let (line, cells) = line(stage, &measures, key, index, format);
        rows.push(data::Row { label: Message::from(&line.label), cells });
        series.push(line);
    }
    let columns = statistics.iter().map(|(statistic, _)| terms::statistic(*statistic)).collect();
    let quantity = metrics::find(&metric).map_or_else(|| Message::from(&metric), terms::quantity);
    Some(Plotted {
        description: describe::percentiles(&series, &quantity),
        notes: notes(stage, &series),
        table: Data { whole: None, corner: stage.head(dimension.as_ref()).into(), columns, rows },
        plot: Plot::Percentiles(Percentiles { quantity: stage.say(&quantity), unit: format.unit, series }),
    })
}

fn line(
    stage: &mut Stage<'_, '_>,
    measures: &[(Statistic, Measure)],
    key: &Dimensions,
    index: usize,
    format: Format,
) -> (PercentileSeries, Vec<Cell>) {
    let label = stage.label(key);
    let (mut points, mut cells, mut runs) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (statistic, measure) in measures {
        let words = [label.as_str(), &stage.say(&terms::statistic(*statistic))].join(" ");
        let drawn = stage.draw(measure, key, format, words.trim());
        cells.push(Cell::of(drawn.as_ref().map(|drawn| drawn.figure)));
        runs.extend(drawn.iter().map(|drawn| drawn.outcome.direct().map(|input| stage.suite.data[input].run())));
        points.extend(drawn.map(|drawn| (at(*statistic), drawn.mark)));
    }
    // Marks that are all of one run, as it stands in the evidence.
    let only = runs.pop_first().flatten().filter(|_| runs.is_empty());
    let metric = measures.first().and_then(|(_, measure)| shown_metric(stage.suite, &measure.expression));
    let low = measures.iter().filter_map(|(statistic, _)| percent(*statistic)).fold(100.0, f64::min);
    let spectrum = only
        .zip(metric)
        .map(|(run, metric)| spectrum(stage.suite.runs.get(run).said, &metric.metric, low, format.unit));
    let spectrum = spectrum.unwrap_or_default();
    (PercentileSeries { label, colour: stage.colour(key, index), points, spectrum }, cells)
}

/// The line between the marks of a run whose single measurements are there: from the lowest percentile that is
/// marked to the last that ten measurements lie beyond, in percent and the unit of the chart.
fn spectrum(run: &Detail, metric: &str, low: f64, unit: Unit) -> Vec<(f64, f64)> {
    let Some(set) = run.samples.get(metric) else { return Vec::new() };
    let Some(factor) = set.unit.factor_to(unit) else { return Vec::new() };
    let (mut below, mut points, mut last) = (0, Vec::new(), f64::NEG_INFINITY);
    for (first, count) in set.buckets() {
        below += count;
        let percent = below as f64 / set.count() as f64 * 100.0;
        // So fine that no pixel of the axis is without a point.
        let place = -(1.0 - percent / 100.0).log10();
        if percent >= low && set.count() - below >= BEYOND && place - last >= 0.005 {
            points.push((percent, set.value(first.ticks) * factor));
            last = place;
        }
    }
    points
}

/// The format of the first percentile that the evidence has where the block looks.
fn format_of(stage: &Stage<'_, '_>, metric: &str, statistics: &[(Statistic, Span)]) -> Format {
    let suite = stage.suite;
    let of = |(statistic, _): &(Statistic, Span)| {
        let wanted = MetricStatistic { metric: metric.into(), statistic: Some(*statistic) };
        let found = suite.observations(&wanted);
        let here = found.iter().find(|datum| suite.dimensions(**datum).fit(&stage.whole));
        here.map(|datum| suite.data[*datum].observation.unit)
    };
    let unit = statistics.iter().find_map(of);
    let all = MetricStatistic { metric: metric.into(), statistic: None };
    let shown = suite.shown(&all, unit.unwrap_or(Unit::none()));
    Format { unit: shown.unit, decimals: shown.digits }
}

pub(super) fn measure_of(metric: &str, statistic: Statistic, span: Span) -> Measure {
    let metric = MetricStatistic { metric: metric.into(), statistic: Some(statistic) };
    Measure::of(Expression { span, node: Node::Selection(Selection { metric, metric_span: span, items: Vec::new() }) })
}

fn percent(statistic: Statistic) -> Option<f64> {
    match statistic {
        Statistic::Percentile(percentile) => Some(percentile.percent()),
        _ => None,
    }
}

fn at(statistic: Statistic) -> At {
    match statistic {
        Statistic::Percentile(percentile) => At::Percentile(percentile),
        _ => At::Max,
    }
}

/// The percentiles that a chart shows, each with where it is asked for: those it names, or all from
/// the median up, and the maximum.
fn wanted(stage: &Stage<'_, '_>, keys: &Keys<'_>, metric: &str) -> Vec<(Statistic, Span)> {
    let asked = keys.strings("percentiles");
    let mut statistics: Vec<(Statistic, Span)> = Vec::new();
    for (name, span) in &asked {
        match Statistic::parse(name) {
            Some(statistic @ (Statistic::Percentile(_) | Statistic::Max)) => statistics.push((statistic, *span)),
            _ => {
                let help = Some("for example `p99` or `max`".to_owned());
                stage.context.error(Code::BadValue, *span, format!("`{name}` is no percentile"), help);
            }
        }
    }
    if asked.is_empty() {
        let shown = |statistic: &Statistic| match statistic {
            Statistic::Percentile(percentile) => (50.0..100.0).contains(&percentile.percent()),
            other => *other == Statistic::Max,
        };
        let known = stage.suite.statistics(metric).into_iter().map(|(statistic, _)| statistic).filter(shown);
        statistics = known.map(|statistic| (statistic, keys.span("kind"))).collect();
    }
    statistics.sort_by_key(|(statistic, _)| *statistic);
    statistics
}

/// What lines with more points than marks are, and which statistic the marks are, when all are the same but for the percentile.
fn notes(stage: &Stage<'_, '_>, lines: &[PercentileSeries]) -> Vec<Message> {
    let ids: BTreeSet<&str> =
        lines.iter().flat_map(|line| &line.points).map(|(_, mark)| mark.figure.as_str()).collect();
    let mut figures = stage.desk.figures.list.iter().filter(|figure| ids.contains(figure.id.as_str()));
    let aggregated = figures.find(|figure| matches!(&figure.statistic, Message::Text(key, _) if key == "median_of"));
    let note = |figure: &Figure| match words::repetitions(stage.suite, &figure.outcome) {
        Some((count, dimension)) => say("note_percentiles").with("n", count).with("dimension", dimension),
        None => say("note_each_mark").with("statistic", figure.statistic.clone()),
    };
    let finer = lines.iter().any(|line| !line.spectrum.is_empty());
    aggregated.map(note).into_iter().chain(finer.then(|| say("note_spectrum"))).collect()
}
