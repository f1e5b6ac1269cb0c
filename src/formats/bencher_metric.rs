//! Bencher Metric Format: benchmarks, their measures, and of each a value with optional bounds.
//!
//! The format has no units. By its convention the measure `latency` is in nanoseconds and `throughput` in
//! operations per second; other measures are plain numbers. Bounds are the low and the high end of a
//! metric such as `latency{bounds}`, as the file states them.

use super::benchmarks::{benchmark, gather, word};
use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of Bencher Metric Format.
pub struct BencherMetric;

const KEYS: [&str; 3] = ["value", "lower_value", "upper_value"];

impl Reader for BencherMetric {
    fn name(&self) -> &'static str {
        "bencher-metric"
    }

    fn title(&self) -> &'static str {
        "Bencher Metric Format"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let all = |node: &Node<'_>, is_right: fn(&Node<'_>) -> bool| {
            !node.members().is_empty() && node.members().iter().all(|(_, member)| is_right(member))
        };
        content.document().is_some_and(|root| {
            all(root, |_| true) && root.members().iter().all(|(_, benchmark)| all(benchmark, is_metric))
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        gather("Bencher Metric Format", Spot::root(document).members().map(|(name, measures)| read(name, &measures)))
    }
}

fn is_metric(node: &Node<'_>) -> bool {
    let is_key = |(key, value): &(std::borrow::Cow<'_, str>, Node<'_>)| KEYS.contains(&&**key) && !value.is_object();
    node.get("value").is_some_and(|value| value.number().is_some()) && node.members().iter().all(is_key)
}

fn read(name: &str, measures: &Spot<'_, '_>) -> Collector {
    let mut collector = benchmark(name);
    for (measure, values) in measures.members() {
        let (statistic, unit) = match measure {
            "latency" => (Statistic::Value, Unit::named("ns")),
            "throughput" => (Statistic::Rate, Unit::named("op/s")),
            _ => (Statistic::Value, Unit::none()),
        };
        let metric = word(measure);
        let bounds = format!("{metric}{{bounds}}");
        let measures = [(metric, statistic), (bounds.clone(), Statistic::Low), (bounds, Statistic::High)];
        for (key, (metric, statistic)) in KEYS.into_iter().zip(measures) {
            if let Some(spot) = values.get(key) {
                collector.take(&spot, &Measure::new(&metric, statistic, unit).range(Range::Any));
            }
        }
    }
    collector
}
