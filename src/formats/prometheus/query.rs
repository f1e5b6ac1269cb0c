//! What Prometheus answers to a query, as JSON: values at an instant, or a history of them.
//!
//! Each set of labels is a run, with the labels as its dimensions. A metric keeps its name; the answer to an
//! expression such as `rate(…)` has none, and is called `result`. The label `quantile` tells which percentile
//! of a summary a value is. Of a native histogram (`histogram`, `histograms`) the count and the sum are read; its buckets
//! are not, and its percentiles are absent.

use std::sync::Arc;

use super::composite::NOT_READ;
use super::labels::ByLabels;
use super::{PERCENTS, SINCE, count_of, percentile_of, sum_of, unit};
use crate::formats::benchmarks::Part;
use crate::formats::history::History;
use crate::formats::json::Node;
use crate::formats::json::collector::{Collector, Measure, Range, Spot};
use crate::formats::{Content, Reader, Reading};
use crate::model::{Dimensions, Locator, Percentile, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// The reader of the answers of `/api/v1/query` and `/api/v1/query_range`.
pub struct Query;

/// What the metric is called of which the answer does not say the name.
const NAMELESS: &str = "result";
const OF_SUMMARY: &str = "over the time that the summary keeps";
const MILLISECOND: i64 = 1_000_000;

/// What is told of a set of labels.
#[derive(Default)]
struct Series {
    instant: Collector,
    history: History,
}

impl Reader for Query {
    fn name(&self) -> &'static str {
        "prometheus-query"
    }

    fn title(&self) -> &'static str {
        "Prometheus query result"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_answer = |root: &Node<'_>| result_of(&Spot::root(root)).is_some() || failure(root).is_some();
        content.document().is_some_and(is_answer)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let mut found = Collector::default();
        let mut series = AllSeries::default();
        if let Some(message) = failure(document) {
            let why = format!("Prometheus could not answer: {}", message.string().unwrap_or_default());
            found.wrong(&Spot { node: message, pointer: String::new() }, why);
        }
        match result_of(&Spot::root(document)) {
            Some(scalar) if scalar.node.items().iter().any(|item| item.number().is_some()) => {
                series.read_sample(&scalar, (Dimensions::new(), &measure(None, &Dimensions::new())), false, &mut found);
            }
            Some(result) => result.items().for_each(|item| series.read_item(&item, &mut found)),
            None => {}
        }
        series.reading(found)
    }
}

/// The list of results, in the answer as the server gives it, in its `data` alone, or alone as `promtool` prints it.
fn result_of<'n, 't>(root: &Spot<'n, 't>) -> Option<Spot<'n, 't>> {
    let is_series = |item: &Node<'_>| {
        let has_labels = item.get("metric").is_some_and(Node::is_object);
        has_labels && ["values", "value", "histograms", "histogram"].iter().any(|key| item.get(key).is_some())
    };
    let data = root.get("data").unwrap_or_else(|| root.clone());
    let kind = data.node.get("resultType").and_then(Node::string);
    match kind {
        Some("matrix" | "vector" | "scalar") => data.get("result"),
        Some(_) => None,
        None => Some(root.clone()).filter(|root| root.node.items().first().is_some_and(is_series)),
    }
}

/// Why there is no result.
fn failure<'n, 't>(root: &'n Node<'t>) -> Option<&'n Node<'t>> {
    root.get("errorType")?.string()?;
    root.get("error").filter(|_| root.get("status").and_then(Node::string) == Some("error"))
}

/// The series of an answer.
#[derive(Default)]
struct AllSeries(ByLabels<Series>);

impl AllSeries {
    /// Reads the values of a metric with its labels.
    fn read_item(&mut self, item: &Spot<'_, '_>, found: &mut Collector) {
        let labels = item.node.get("metric").map_or(&[][..], Node::members);
        let label = |(name, value): &(std::borrow::Cow<'_, str>, Node<'_>)| {
            Some((Arc::from(&**name), Arc::from(value.string()?)))
        };
        let mut labels: Dimensions = labels.iter().filter_map(label).collect();
        let name = labels.remove("__name__");
        let measure = measure(name.as_deref(), &labels);
        if matches!(measure.statistic, Statistic::Percentile(_) | Statistic::Min | Statistic::Max) {
            labels.remove(QUANTILE);
        }
        if let Some(sample) = item.get("value") {
            self.read_sample(&sample, (labels.clone(), &measure), false, found);
        }
        for (key, is_history) in [("histogram", false), ("histograms", true)] {
            let Some(found_there) = item.get(key) else { continue };
            let samples = if is_history { found_there.items().collect() } else { vec![found_there] };
            let name = name.as_deref().unwrap_or(NAMELESS);
            samples.iter().for_each(|sample| self.read_histogram(sample, name, &labels, is_history, found));
        }
        for sample in item.get("values").iter().flat_map(Spot::items) {
            self.read_sample(&sample, (labels.clone(), &measure), true, found);
        }
    }

    /// Reads a pair of a time in seconds and a value in quotes.
    fn read_sample(
        &mut self,
        sample: &Spot<'_, '_>,
        (labels, measure): (Dimensions, &Measure),
        is_history: bool,
        found: &mut Collector,
    ) {
        let items: Vec<Spot<'_, '_>> = sample.items().collect();
        let [time, value] = &items[..] else { return found.wrong(sample, NO_SAMPLE) };
        let (Some(at), Some(text)) = (time.node.number().and_then(nanos), value.node.string()) else {
            return found.wrong(sample, NO_SAMPLE);
        };
        let part = part(value, text);
        let series = self.0.of(labels);
        if !is_history {
            return part.take(measure, &mut series.instant);
        }
        let mut moment = Collector::default();
        part.take(measure, &mut moment);
        series.history.add(at, moment.run.observations);
        found.problems.append(&mut moment.problems);
    }

    /// Reads the count and the sum of a native histogram: a pair of a time and an object with numbers in quotes.
    fn read_histogram(
        &mut self,
        sample: &Spot<'_, '_>,
        name: &str,
        labels: &Dimensions,
        is_history: bool,
        found: &mut Collector,
    ) {
        let items: Vec<Spot<'_, '_>> = sample.items().collect();
        let [time, value] = &items[..] else { return found.wrong(sample, NO_SAMPLE) };
        let Some(at) = time.node.number().and_then(nanos) else { return found.wrong(sample, NO_SAMPLE) };
        let mut moment = Collector::default();
        for (key, measure) in [("count", count_of(name)), ("sum", sum_of(name))] {
            match value.get(key).and_then(|spot| Some((spot.node.string()?.to_owned(), spot))) {
                Some((text, spot)) => part(&spot, &text).take(&measure.range(Range::Any), &mut moment),
                None => found.wrong(value, NO_SAMPLE),
            }
        }
        let series = self.0.of(labels.clone());
        if is_history {
            series.history.add(at, moment.run.observations);
        } else {
            moment.run.observations.drain(..).for_each(|observation| series.instant.tell(observation));
            PERCENTS.iter().for_each(|percent| series.instant.absent(&percentile_of(name, *percent), NOT_READ));
        }
        found.problems.append(&mut moment.problems);
    }

    fn reading(self, found: Collector) -> Reading {
        let starts = self.0.iter().filter_map(|series| series.history.start());
        let start = starts.min().unwrap_or_default();
        let mut reading = Reading { tool: "Prometheus".to_owned(), problems: found.problems, ..Reading::default() };
        for (labels, Series { instant, history }) in self.0.into_all() {
            let mut run = instant.run;
            run.dimensions = labels;
            run.slices = history.slices(start, None);
            reading.runs.push(run);
            reading.problems.extend(instant.problems);
        }
        reading
    }
}

const NO_SAMPLE: &str = "this is no sample: a time in seconds and a number in quotes stand there";

/// A time in seconds, which Prometheus knows to the millisecond.
fn nanos(seconds: f64) -> Option<i64> {
    let milliseconds = (seconds * 1e3).round();
    // The check makes the conversion exact.
    (milliseconds.abs() < 9e12).then(|| milliseconds as i64 * MILLISECOND)
}

/// The number within the quotes of a string.
fn part<'n>(value: &Spot<'n, '_>, text: &'n str) -> Part<'n> {
    let quoted = value.node.span.range();
    let span = Span::new(quoted.start + 1, quoted.end - 1);
    Part { text, span, locator: Locator::Json(value.pointer.as_str().into()) }
}

/// The label that tells which percentile of a summary a value is.
pub(super) const QUANTILE: &str = "quantile";

/// What a metric with these labels measures, as far as its name tells.
pub(super) fn measure(name: Option<&str>, labels: &Dimensions) -> Measure {
    let Some(name) = name else {
        return Measure::new(NAMELESS, Statistic::Value, Unit::none()).range(Range::Any);
    };
    let of_sum = name.strip_suffix("_sum");
    let is_count = ["_total", "_count", "_bucket"].iter().any(|end| name.ends_with(end));
    let plain = |statistic| Measure::new(name, statistic, unit(of_sum.unwrap_or(name))).range(Range::Any);
    match labels.get(QUANTILE).and_then(|quantile| Percentile::new(quantile.parse::<f64>().ok()? * 100.0)) {
        Some(percentile) => match percentile.percent() {
            0.0 => plain(Statistic::Min).described(OF_SUMMARY),
            100.0 => plain(Statistic::Max).described(OF_SUMMARY),
            _ => plain(Statistic::Percentile(percentile)).described(OF_SUMMARY),
        },
        None if is_count => plain(Statistic::Count).described(SINCE),
        None if of_sum.is_some() => plain(Statistic::Value).described(SINCE),
        None => plain(Statistic::Value),
    }
}
