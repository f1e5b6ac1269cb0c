//! The files that Criterion keeps below `target/criterion/`, one set for each benchmark.
//!
//! `estimates.json` holds statistics of the time per iteration in nanoseconds, each with an interval of
//! confidence; its `standard_error` follows from the interval and is passed over. The file names no
//! benchmark: `benchmark.json` beside it does, and the folders, in which characters are replaced that a file
//! system may not take (`base/` is the run before). `change/estimates.json` holds relative changes: 0.013 is 1.3%
//! more.
//!
//! `benchmark.json`, `sample.json` (single measurements) and `tukey.json` (limits of outliers) are recognised as
//! companions and give no numbers by themselves. What the first two say belongs to the estimates beside them:
//! what one iteration handles, and measurements of which each is the time of several iterations.

pub mod text;

use super::arrays::Array;
use super::benchmarks::{self, interval, median, per_iteration, time};
use super::beside::{Names, Told};
use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of `estimates.json`, as Criterion 0.2 to 0.8 write it.
pub struct Estimates;

/// The reader of `change/estimates.json`.
pub struct Change;

/// The reader of `benchmark.json`, `sample.json` and `tukey.json`.
pub struct Companion;

/// A statistic: its key, the key before 0.4, and what it is called within `time{…}`.
const STATISTICS: &[(&str, &str, &str)] = &[
    ("mean", "Mean", "mean"),
    ("median", "Median", "median"),
    ("std_dev", "StdDev", "stddev"),
    ("median_abs_dev", "MedianAbsDev", "median absolute deviation"),
    ("slope", "Slope", "slope"),
];

/// What one iteration handles: the key of its kind, and the unit. Of two kinds each is a member of one value.
const THROUGHPUT: &[(&[&str], &str)] = &[
    (&["Elements"], "elements"),
    (&["Bytes"], "bytes"),
    (&["BytesDecimal"], "bytes"),
    (&["Bits"], "bits"),
    (&["ElementsAndBytes", "elements"], "elements"),
    (&["ElementsAndBytes", "bytes"], "bytes"),
];

const NO_SLOPE: &str = "the benchmark was sampled flat, which gives no slope";

impl Reader for Estimates {
    fn name(&self) -> &'static str {
        "criterion-estimates"
    }

    fn title(&self) -> &'static str {
        "Criterion estimates"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| has_estimates(root) && deviates(root))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, "time", "ns", Range::NotNegative)
    }
}

impl Reader for Change {
    fn name(&self) -> &'static str {
        "criterion-change"
    }

    fn title(&self) -> &'static str {
        "Criterion change"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| has_estimates(root) && !deviates(root))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, "time_change", "", Range::Any)
    }
}

impl Reader for Companion {
    fn name(&self) -> &'static str {
        "criterion-companion"
    }

    fn title(&self) -> &'static str {
        "Criterion companion of estimates"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| is_identity(root) || is_sample(root) || is_tukey(root))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let reading = samples(content).or_else(|| benchmark(content)).unwrap_or_default().reading;
        // By itself it would repeat what the estimates say: it is read with those.
        Reading { tool: TOOL.to_owned(), runs: Vec::new(), ..reading }
    }
}

/// The name of the tool.
pub const TOOL: &str = "Criterion";

/// The name of a file of estimates.
pub const ESTIMATES: &str = "estimates.json";

/// The single measurements in `sample.json`, with the statistics that the estimates have not.
pub fn samples(content: &Content<'_>) -> Option<Told> {
    let root = content.document().filter(|root| is_sample(root)).map(Spot::root)?;
    let mut collector = Collector::default();
    let totals = Array::of_means(time(Statistic::Value, "ns"));
    totals.take_totals(root.get("times"), root.get("iters"), &mut collector);
    collector.run.observations.retain(|o| o.statistic != Statistic::Mean);
    Some(Told { reading: collector.finish(TOOL), ..Told::default() })
}

/// The names of a benchmark in `benchmark.json`, and what one of its iterations handles.
pub fn benchmark(content: &Content<'_>) -> Option<Told> {
    let root = content.document().filter(|root| is_identity(root)).map(Spot::root)?;
    let mut collector = Collector::default();
    for (path, counted) in THROUGHPUT {
        if let Some(spot) = root.get("throughput").and_then(|throughput| throughput.at(path)) {
            collector.take(&spot, &per_iteration(counted));
        }
    }
    let names = names(root.node);
    Some(Told { reading: collector.finish(TOOL), names: Some(names), describes: None })
}

/// A benchmark has a group, of which it may be a function, and of that a parameter. A group without functions is
/// the benchmark itself.
fn names(root: &Node<'_>) -> Names {
    let [group, function, parameter] = ["group_id", "function_id", "value_str"].map(|key| root.string_of(key));
    let (group, own) = if function.is_empty() { ("", group) } else { (group, function) };
    let mut named = benchmarks::benchmark(own);
    benchmarks::set(&mut named, "group", group);
    benchmarks::set(&mut named, "parameter", parameter);
    Names { folders: root.string_of("directory_name").to_owned(), dimensions: named.run.dimensions.clone() }
}

fn read(content: &Content<'_>, metric: &str, unit: &str, range: Range) -> Reading {
    let Some(document) = content.document() else { return Reading::default() };
    let root = Spot::root(document);
    let mut collector = Collector::default();
    for (key, old_key, name) in STATISTICS {
        let Some(spot) = root.get(key).or_else(|| root.get(old_key)) else { continue };
        let measure = |metric: &str, statistic| Measure::new(metric, statistic, Unit::named(unit)).range(range);
        let (own, statistic) = match *name {
            "mean" => (metric.to_owned(), Statistic::Mean),
            "median" => (metric.to_owned(), median()),
            "stddev" => (metric.to_owned(), Statistic::StdDev),
            name => (format!("{metric}{{{name}}}"), Statistic::Value),
        };
        let Some(point) = spot.get("point_estimate") else {
            collector.absent(&measure(&own, statistic), NO_SLOPE);
            continue;
        };
        collector.take(&point, &measure(&own, statistic));
        take_interval(&spot, |level, statistic| measure(&interval(metric, name, level), statistic), &mut collector);
    }
    collector.finish(TOOL)
}

fn take_interval(
    estimate: &Spot<'_, '_>,
    measure: impl Fn(Option<f64>, Statistic) -> Measure,
    collector: &mut Collector,
) {
    let Some(ends) = estimate.get("confidence_interval") else { return };
    let level = ends.node.get("confidence_level").and_then(Node::number);
    for (key, statistic) in [("lower_bound", Statistic::Low), ("upper_bound", Statistic::High)] {
        if let Some(end) = ends.get(key) {
            collector.take(&end, &measure(level, statistic));
        }
    }
}

fn has_estimates(root: &Node<'_>) -> bool {
    let has = |keys: [&str; 2]| keys.iter().any(|key| root.at(&[key, "confidence_interval"]).is_some());
    has(["mean", "Mean"]) && has(["median", "Median"])
}

/// Whether the estimates have a deviation, which those of a change have not.
fn deviates(root: &Node<'_>) -> bool {
    root.get("std_dev").or_else(|| root.get("StdDev")).is_some()
}

fn is_identity(root: &Node<'_>) -> bool {
    ["group_id", "full_id", "directory_name"].iter().all(|key| root.get(key).is_some())
}

fn is_sample(root: &Node<'_>) -> bool {
    let numbers = |key| root.get(key).is_some_and(|list| list.items().iter().all(|item| item.number().is_some()));
    numbers("iters") && numbers("times")
}

/// Four limits, from the lowest to the highest.
fn is_tukey(root: &Node<'_>) -> bool {
    let limits: Option<Vec<f64>> = root.items().iter().map(Node::number).collect();
    limits.is_some_and(|limits| limits.len() == 4 && limits.is_sorted())
}
