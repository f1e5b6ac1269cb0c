//! The reader of oha's JSON, as versions 0.5 to 1.16 write it.
//!
//! Every time is in seconds, except in the block `metrics.latency_ms` of 1.16. That block repeats
//! the latency rounded to microseconds; it is compared with what it repeats, not read. The block
//! `rps` is passed over: it is made from the gaps between responses, not from the length of the run.
//!
//! oha writes no totals. Each status code is a count `status_404`, each message of
//! `errorDistribution` a count `errors{message}`; the errors of a run are the sum of the latter, and
//! are none where the file's `errorDistribution` is empty. The load model is not recorded: `-q` and
//! `--latency-correction` leave no trace.

pub mod csv;
pub mod text;

use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Bucket, LoadModel, Percentile, Statistic};
use crate::units::{Quantity, Unit};

/// The reader of what `oha --output-format json` (before 1.0, `oha -j`) writes.
pub struct Oha;

const NO_RESPONSE: &str = "no request got a response";

/// Blocks with a mean, a smallest and a largest time, and what the time is called here.
const TIMES: &[(&[&str], &str)] = &[
    (&["summary"], "latency"),
    (&["details", "firstByte"], "first_byte"),
    (&["details", "DNSDialup"], "dns_dialup"),
    (&["details", "DNSLookup"], "dns_lookup"),
];

/// Blocks of percentiles, and what the time is called here. "Successful" are 2xx responses there.
const PERCENTILES: &[(&str, &str)] = &[
    ("latencyPercentiles", "latency"),
    ("firstBytePercentiles", "first_byte"),
    ("latencyPercentilesSuccessful", "latency{successful}"),
    ("latencyPercentilesNotSuccessful", "latency{not successful}"),
];

/// What `metrics.latency_ms` repeats in milliseconds, and where it stands in seconds.
const REPEATED: &[(&str, [&str; 2])] = &[
    ("min", ["summary", "fastest"]),
    ("mean", ["summary", "average"]),
    ("max", ["summary", "slowest"]),
    ("p50", ["latencyPercentiles", "p50"]),
    ("p95", ["latencyPercentiles", "p95"]),
    ("p99", ["latencyPercentiles", "p99"]),
];

impl Reader for Oha {
    fn name(&self) -> &'static str {
        "oha"
    }

    fn title(&self) -> &'static str {
        "oha JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let has = |root: &Node<'_>, key| root.get(key).is_some_and(Node::is_object);
        content.document().is_some_and(|root| {
            root.at(&["summary", "requestsPerSec"]).is_some()
                && has(root, "responseTimeHistogram")
                && has(root, "latencyPercentiles")
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut collector = Collector::default();
        read_totals(&root, &mut collector);
        read_times(&root, &mut collector);
        read_counts(&root, &mut collector);
        read_histogram(&root, &mut collector);
        compare_repeated(&root, &mut collector);
        collector.run.load = Some(LoadModel::Unknown);
        collector.finish("oha")
    }
}

fn read_totals(root: &Spot<'_, '_>, collector: &mut Collector) {
    let measure = |name, statistic, unit| Measure::new(name, statistic, Unit::named(unit));
    let is_answered = !root.node.at(&["summary", "fastest"]).is_some_and(is_null);
    let measures = [
        ("requestsPerSec", measure("rps", Statistic::Rate, "req/s")),
        ("total", measure("duration", Statistic::Value, "s")),
        ("totalData", measure("received", Statistic::Count, "B")),
        ("sizePerSec", measure("transfer", Statistic::Rate, "B/s")),
        ("sizePerRequest", measure("response_size", Statistic::Mean, "B")),
        (
            "successRate",
            measure("success_rate", Statistic::Share, "")
                .described("share of requests that got a response, of any status"),
        ),
    ];
    for (key, measure) in measures {
        match root.at(&["summary", key]) {
            // The rate counts requests that failed too.
            Some(_) if key == "requestsPerSec" && !is_answered => collector.absent(&measure, NO_RESPONSE),
            Some(spot) => take(&spot, &measure, collector),
            None => {}
        }
    }
    if let Some(total) = root.at(&["summary", "total"]).filter(|spot| spot.node.number().is_some()) {
        collector.fact("duration", &total, "s");
    }
}

fn read_times(root: &Spot<'_, '_>, collector: &mut Collector) {
    let time = |metric, statistic| Measure::new(metric, statistic, Unit::named("s"));
    for (path, metric) in TIMES {
        let Some(block) = root.at(path) else { continue };
        // 0.5 writes a mean of 0 beside `null` where there was nothing to measure.
        let is_empty = block.node.get("fastest").is_some_and(is_null);
        let keys = [("average", Statistic::Mean), ("fastest", Statistic::Min), ("slowest", Statistic::Max)];
        for (key, statistic) in keys {
            match block.get(key) {
                Some(_) if is_empty => collector.absent(&time(metric, statistic), NO_RESPONSE),
                Some(spot) => take(&spot, &time(metric, statistic), collector),
                None => {}
            }
        }
    }
    for (key, metric) in PERCENTILES {
        for (name, spot) in root.get(key).iter().flat_map(Spot::members) {
            match name.strip_prefix('p').and_then(Percentile::parse) {
                Some(p) => take(&spot, &time(metric, Statistic::Percentile(p)), collector),
                None => collector.wrong(&spot, format!("`{name}` is not a percentile")),
            }
        }
    }
}

fn read_counts(root: &Spot<'_, '_>, collector: &mut Collector) {
    let mut count = |spot: &Spot<'_, '_>, name: String| {
        let measure = Measure::new(&name, Statistic::Count, Unit::named("req"));
        collector.take(spot, &measure.range(Range::Whole));
    };
    for (code, spot) in root.get("statusCodeDistribution").iter().flat_map(Spot::members) {
        count(&spot, format!("status_{code}"));
    }
    for (message, spot) in root.get("errorDistribution").iter().flat_map(Spot::members) {
        count(&spot, format!("errors{{{message}}}"));
    }
}

/// Reads the histogram of latency. Without a response it has one bucket, `NaN`, of nothing.
fn read_histogram(root: &Spot<'_, '_>, collector: &mut Collector) {
    for (key, spot) in root.get("responseTimeHistogram").iter().flat_map(Spot::members) {
        let Some(count) = collector.number(&spot, Range::Whole) else { continue };
        match key.parse::<f64>().ok().filter(|bound| bound.is_finite() && *bound >= 0.0) {
            Some(bound) => collector.run.histogram.push(Bucket {
                bound: Quantity { value: bound, unit: Unit::named("s") },
                // The range makes the conversion exact.
                count: count as u64,
                span: spot.node.span,
            }),
            None if count == 0.0 => {}
            None => collector.wrong(&spot, format!("`{key}` cannot bound a bucket of the histogram")),
        }
    }
}

/// Looks whether `metrics.latency_ms` agrees with what it repeats; it is rounded to 0.001 ms.
fn compare_repeated(root: &Spot<'_, '_>, collector: &mut Collector) {
    let Some(block) = root.at(&["metrics", "latency_ms"]) else { return };
    for (key, path) in REPEATED {
        let (Some(repeated), Some(original)) = (block.get(key), root.at(path)) else { continue };
        let (Some(ms), Some(seconds)) = (repeated.node.number(), original.node.number()) else { continue };
        if (ms - seconds * 1e3).abs() > 0.001 + 0.01 * seconds.abs() * 1e3 {
            let [repeated_text, text] = [repeated.node.text, original.node.text];
            let message = format!("`latency_ms.{key}` is {repeated_text} ms, but `{}` is {text} s", path.join("."));
            collector.wrong(&repeated, message);
        }
    }
}

fn take(spot: &Spot<'_, '_>, measure: &Measure, collector: &mut Collector) {
    if is_null(spot.node) { collector.absent(measure, NO_RESPONSE) } else { collector.take(spot, measure) }
}

fn is_null(node: &Node<'_>) -> bool {
    node.value == super::json::Value::Null
}
