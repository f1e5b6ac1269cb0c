//! What `locust --json` prints: an array with an object for each request.

use super::request;
use super::stats::NO_REQUEST;
use crate::formats::json::Node;
use crate::formats::json::collector::{Collector, Measure, Range, Spot};
use crate::formats::{Content, Reader, Reading};
use crate::model::{Bucket, LoadModel, Statistic};
use crate::units::{Quantity, Unit};

/// The reader of what `locust --json` prints.
pub struct Json;

impl Reader for Json {
    fn name(&self) -> &'static str {
        "locust-json"
    }

    fn title(&self) -> &'static str {
        "Locust JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_request = |node: &Node<'_>| {
            ["name", "method", "num_requests", "num_failures", "response_times"]
                .iter()
                .all(|key| node.get(key).is_some())
        };
        content.document().is_some_and(|root| !root.items().is_empty() && root.items().iter().all(is_request))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut reading = Reading { tool: "Locust".to_owned(), ..Reading::default() };
        let Some(document) = content.document() else { return reading };
        for spot in Spot::root(document).items() {
            let mut collector = Collector::default();
            read_request(&spot, &mut collector);
            let mut of_request = collector.finish("Locust");
            reading.runs.append(&mut of_request.runs);
            reading.problems.append(&mut of_request.problems);
        }
        reading
    }
}

fn read_request(spot: &Spot<'_, '_>, collector: &mut Collector) {
    let text = |key| spot.node.string_of(key);
    collector.run.dimensions.insert("request".into(), request(text("method"), text("name")).into());
    collector.run.load = Some(LoadModel::Closed);
    let measure = |name, statistic, unit| Measure::new(name, statistic, Unit::named(unit));
    for (key, name, unit) in [
        ("num_requests", "requests", "req"),
        ("num_failures", "errors", "req"),
        ("total_content_length", "received", "B"),
    ] {
        if let Some(count) = spot.get(key) {
            collector.take(&count, &measure(name, Statistic::Count, unit).range(Range::Whole));
        }
    }
    let is_answered = spot.node.get("num_requests").and_then(Node::number).is_none_or(|count| count > 0.0);
    for (key, statistic) in [("min_response_time", Statistic::Min), ("max_response_time", Statistic::Max)] {
        let measure = measure("latency", statistic, "ms");
        match spot.get(key) {
            Some(_) if !is_answered => collector.absent(&measure, NO_REQUEST),
            Some(time) => collector.take(&time, &measure),
            None => {}
        }
    }
    read_histogram(spot, collector);
}

/// Reads how many requests took how many milliseconds, rounded. The keys are in no order.
fn read_histogram(spot: &Spot<'_, '_>, collector: &mut Collector) {
    for (key, times) in spot.get("response_times").iter().flat_map(Spot::members) {
        let Some(count) = collector.number(&times, Range::Whole) else { continue };
        match key.parse::<f64>().ok().filter(|time| time.is_finite() && *time >= 0.0) {
            // The range makes the conversion exact.
            Some(value) => collector.run.histogram.push(Bucket {
                bound: Quantity { value, unit: Unit::named("ms") },
                count: count as u64,
                span: times.node.span,
            }),
            None => collector.wrong(&times, format!("`{key}` is not a time")),
        }
    }
    collector.run.histogram.sort_by(|a, b| a.bound.value.total_cmp(&b.bound.value));
}
