//! autocannon's JSON.
//!
//! Latency is in whole milliseconds, so that 0 is less than one. The statistics of `requests` and
//! `throughput` are over samples of a second each; the rate of the whole run is not written. With a
//! rate, autocannon corrects latency for coordinated omission and records more latencies than there
//! were responses: that is the only trace of it, and without it the load model is unknown.

pub mod text;

use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::scribe::{BELOW, NO_RESPONSE};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Percentile, Statistic, Within};
use crate::units::Unit;

/// The reader of what `autocannon --json` writes.
pub struct Autocannon;

/// autocannon counts in an HdrHistogram of three significant digits.
const BUCKETS: Within = Within { share: 0.001, words: "±0.1 %, HdrHistogram" };

/// Its smallest value leaves out those that count as 0.
const NOT_ZERO: Within = Within { share: 1.0, words: "the smallest that is not 0" };

/// How a mean over samples of a second is described.
const PER_SECOND: &str = "mean of samples of one second each";
const OF_SAMPLES: &str = "over samples of one second each";

/// Counts of requests: where they stand, and what they are called here.
const COUNTS: &[(&[&str], &str)] = &[
    (&["requests", "total"], "requests"),
    (&["requests", "sent"], "requests{sent}"),
    (&["errors"], "errors"),
    (&["timeouts"], "timeouts"),
    (&["mismatches"], "mismatches"),
    (&["resets"], "resets"),
];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

impl Reader for Autocannon {
    fn name(&self) -> &'static str {
        "autocannon"
    }

    fn title(&self) -> &'static str {
        "autocannon JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(is_result)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        content.document().map(read).unwrap_or_default()
    }
}

fn is_result(root: &Node<'_>) -> bool {
    let paths: [&[&str]; 4] = [&["latency", "p97_5"], &["requests", "sent"], &["throughput"], &["non2xx"]];
    paths.iter().all(|path| root.at(path).is_some())
}

fn read(document: &Node<'_>) -> Reading {
    let root = Spot::root(document);
    let mut collector = Collector::default();
    read_counts(&root, &mut collector);
    let total = root.at(&["requests", "total"]).and_then(|spot| spot.node.number()).unwrap_or_default();
    for (key, metric, unit) in
        [("latency", "latency", "ms"), ("requests", "rps", "req/s"), ("throughput", "transfer", "B/s")]
    {
        for (name, spot) in root.get(key).iter().flat_map(Spot::members) {
            if let Some(measure) = measure(name, metric, unit) {
                take(&spot, measure, metric != "latency" || total > 0.0, &mut collector);
            }
        }
    }
    read_whole(&root, &mut collector);
    let recorded = root.at(&["latency", "totalCount"]).and_then(|spot| spot.node.number());
    let is_corrected = recorded.is_some_and(|recorded| recorded > total);
    collector.run.load = Some(if is_corrected { LoadModel::OpenCorrected } else { LoadModel::Unknown });
    collector.finish("autocannon")
}

/// What a member of `latency`, `requests` or `throughput` measures. `mean` repeats `average`.
fn measure(name: &str, metric: &str, unit: &str) -> Option<Measure> {
    let is_sampled = metric != "latency";
    let statistic = match name {
        "average" if is_sampled => Statistic::Rate,
        "average" => Statistic::Mean,
        "stddev" => Statistic::StdDev,
        "min" => Statistic::Min,
        "max" => Statistic::Max,
        _ => Statistic::Percentile(Percentile::parse(&name.strip_prefix('p')?.replace('_', "."))?),
    };
    let measure = Measure { within: within(statistic), ..Measure::new(metric, statistic, Unit::named(unit)) };
    Some(match (is_sampled, statistic) {
        (false, _) => measure,
        (true, Statistic::Rate) => measure.described(PER_SECOND),
        (true, _) => measure.described(OF_SAMPLES),
    })
}

/// How well autocannon knows a statistic.
fn within(statistic: Statistic) -> Option<&'static Within> {
    match statistic {
        Statistic::Percentile(_) => Some(&BUCKETS),
        Statistic::Min => Some(&NOT_ZERO),
        _ => None,
    }
}

fn take(spot: &Spot<'_, '_>, measure: Measure, is_measured: bool, collector: &mut Collector) {
    let is_below = spot.node.number() == Some(0.0) && measure.statistic != Statistic::StdDev && measure.unit.is_time();
    match (is_measured, is_below) {
        (false, _) => collector.absent(&measure, NO_RESPONSE),
        (true, true) => collector.take(spot, &measure.described(BELOW)),
        (true, false) => collector.take(spot, &measure),
    }
}

fn read_counts(root: &Spot<'_, '_>, collector: &mut Collector) {
    let count = |metric: &str| Measure::new(metric, Statistic::Count, Unit::named("req")).range(Range::Whole);
    for (path, metric) in COUNTS {
        if let Some(spot) = root.at(path) {
            collector.take(&spot, &count(metric));
        }
    }
    if let Some(spot) = root.get("non2xx") {
        collector.take(&spot, &count("non_2xx").described("responses outside 2xx; 3xx are among them"));
    }
    // Version 4 counted by class only; a class beside its codes would count the same twice.
    match root.get("statusCodeStats") {
        Some(codes) => {
            for (code, spot) in codes.members().filter_map(|(code, spot)| Some((code, spot.get("count")?))) {
                collector.take(&spot, &count(&format!("status_{code}")));
            }
        }
        None => {
            for (class, spot) in CLASSES.iter().filter_map(|class| Some((class, root.get(class)?))) {
                collector.take(&spot, &count(&format!("status_{class}")));
            }
        }
    }
}

fn read_whole(root: &Spot<'_, '_>, collector: &mut Collector) {
    if let Some(spot) = root.at(&["throughput", "total"]) {
        collector.take(&spot, &Measure::new("received", Statistic::Count, Unit::named("B")).range(Range::Whole));
    }
    if let Some(spot) = root.get("duration") {
        collector.take(&spot, &Measure::new("duration", Statistic::Value, Unit::named("s")));
        collector.fact("duration", &spot, "s");
    }
    for name in ["url", "connections", "pipelining", "workers"] {
        if let Some(spot) = root.get(name) {
            collector.fact(name, &spot, "");
        }
    }
}
