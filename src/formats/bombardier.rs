//! bombardier's JSON.
//!
//! Latency is in microseconds and has refused requests among it, so there is none where nothing was
//! answered. `rps` is over samples, not the length of the run. `others` are the requests that got no
//! response. bombardier waits for each answer, also with a rate.

pub mod text;

use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::scribe::NO_RESPONSE;
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Percentile, Statistic};
use crate::units::Unit;

/// The reader of what `bombardier -o json` writes.
pub struct Bombardier;

/// How the mean of the samples of the rate is described.
const MEAN_RATE: &str = "mean of samples of the rate, not requests over the length of the run";

const CLASSES: [(&str, &str); 5] = [
    ("req1xx", "status_1xx"),
    ("req2xx", "status_2xx"),
    ("req3xx", "status_3xx"),
    ("req4xx", "status_4xx"),
    ("req5xx", "status_5xx"),
];

impl Reader for Bombardier {
    fn name(&self) -> &'static str {
        "bombardier"
    }

    fn title(&self) -> &'static str {
        "bombardier JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let has = |root: &Node<'_>, path: &[&str]| root.at(path).is_some();
        content.document().is_some_and(|root| {
            has(root, &["spec", "numberOfConnections"]) && has(root, &["result", "timeTakenSeconds"])
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut collector = Collector::default();
        read_facts(&root, &mut collector);
        if let Some(result) = root.get("result") {
            read_counts(&result, &mut collector);
            let is_answered = CLASSES.iter().any(|(key, _)| number(&result, key) > 0.0);
            read_distribution(&result, "latency", ("latency", Statistic::Mean, "µs"), is_answered, &mut collector);
            read_distribution(&result, "rps", ("rps", Statistic::Rate, "req/s"), is_answered, &mut collector);
        }
        collector.run.load = Some(LoadModel::Closed);
        collector.finish("bombardier")
    }
}

fn number(spot: &Spot<'_, '_>, key: &str) -> f64 {
    spot.node.get(key).and_then(Node::number).unwrap_or_default()
}

fn read_facts(root: &Spot<'_, '_>, collector: &mut Collector) {
    let facts = [
        ("url", "url", ""),
        ("numberOfConnections", "connections", ""),
        ("testDurationSeconds", "duration", "s"),
        ("rate", "rate", "req/s"),
        ("client", "client", ""),
    ];
    for (key, name, unit) in facts {
        if let Some(spot) = root.at(&["spec", key]) {
            collector.fact(name, &spot, unit);
        }
    }
}

fn read_counts(result: &Spot<'_, '_>, collector: &mut Collector) {
    let count = |metric: &str, unit| Measure::new(metric, Statistic::Count, Unit::named(unit)).range(Range::Whole);
    let counts = [("others", "errors", "req"), ("bytesRead", "received", "B"), ("bytesWritten", "sent", "B")];
    let classes = CLASSES.iter().map(|(key, metric)| (*key, *metric, "req"));
    for (key, metric, unit) in classes.chain(counts) {
        if let Some(spot) = result.get(key) {
            collector.take(&spot, &count(metric, unit));
        }
    }
    for error in result.get("errors").iter().flat_map(Spot::items) {
        if let (Some(message), Some(spot)) = (error.node.get("description").and_then(Node::string), error.get("count"))
        {
            collector.take(&spot, &count(&format!("errors{{{message}}}"), "req"));
        }
    }
    if let Some(spot) = result.get("timeTakenSeconds") {
        collector.take(&spot, &Measure::new("duration", Statistic::Value, Unit::named("s")));
    }
}

/// Reads the block `key`; `of` is the metric, the statistic that its mean is, and the unit.
fn read_distribution(
    result: &Spot<'_, '_>,
    key: &str,
    of: (&str, Statistic, &str),
    is_answered: bool,
    collector: &mut Collector,
) {
    let Some(block) = result.get(key) else { return };
    let (metric, mean, unit) = of;
    let mut take = |spot: &Spot<'_, '_>, statistic| {
        let measure = Measure::new(metric, statistic, Unit::named(unit));
        let measure = if statistic == Statistic::Rate { measure.described(MEAN_RATE) } else { measure };
        if is_answered { collector.take(spot, &measure) } else { collector.absent(&measure, NO_RESPONSE) }
    };
    for (key, statistic) in [("mean", mean), ("stddev", Statistic::StdDev), ("max", Statistic::Max)] {
        if let Some(spot) = block.get(key) {
            take(&spot, statistic);
        }
    }
    for (name, spot) in block.get("percentiles").iter().flat_map(Spot::members) {
        if let Some(percentile) = Percentile::parse(name) {
            take(&spot, Statistic::Percentile(percentile));
        }
    }
}
