//! siege's JSON: seconds with two decimals, `MB` of 1,048,576 bytes, no percentiles.
//!
//! `transactions` leaves out what siege counts as failed and has status 404 among the rest, so that
//! `availability` can be 100 with no response of use. siege waits for each answer.

use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::scribe::{BELOW, NO_RESPONSE};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Statistic};
use crate::units::Unit;

/// Why there is no rate where siege divides by no time, and prints 0.
const TOO_SHORT: &str = "the run took less than the 0.01 s that the tool tells apart";

/// The reader of what `siege --json-output` writes.
pub struct Siege;

impl Reader for Siege {
    fn name(&self) -> &'static str {
        "siege"
    }

    fn title(&self) -> &'static str {
        "siege JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let keys = ["transactions", "availability", "longest_transaction"];
        content.document().is_some_and(|root| keys.iter().all(|key| root.get(key).is_some()))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut collector = Collector::default();
        let is_answered = document.get("transactions").and_then(Node::number).is_some_and(|count| count > 0.0);
        let is_short = document.get("elapsed_time").and_then(Node::number) == Some(0.0);
        for (key, measure) in measures() {
            let Some(spot) = root.get(key) else { continue };
            let is_zero = is_answered && spot.node.number() == Some(0.0);
            match &*measure.metric {
                "latency" if !is_answered => collector.absent(&measure, NO_RESPONSE),
                "rps" | "transfer" | "concurrency" if is_short => collector.absent(&measure, TOO_SHORT),
                "latency" | "duration" | "received" | "transfer" if is_zero => {
                    collector.take(&spot, &measure.described(BELOW));
                }
                _ => collector.take(&spot, &measure),
            }
        }
        if let Some(spot) = root.get("elapsed_time") {
            collector.fact("duration", &spot, "s");
        }
        collector.run.load = Some(LoadModel::Closed);
        collector.finish("siege")
    }
}

fn measures() -> [(&'static str, Measure); 12] {
    let measure = |metric, statistic, unit| Measure::new(metric, statistic, Unit::named(unit));
    let count = |metric| measure(metric, Statistic::Count, "req").range(Range::Whole);
    [
        (
            "transaction_rate",
            measure("rps", Statistic::Rate, "req/s").described("transactions that did not fail, a second"),
        ),
        ("transactions", count("requests").described("transactions that the tool does not count as failed")),
        ("successful_transactions", count("requests{successful}")),
        (
            "failed_transactions",
            count("errors").described("transactions that the tool counts as failed, by status or without one"),
        ),
        ("response_time", measure("latency", Statistic::Mean, "s")),
        ("shortest_transaction", measure("latency", Statistic::Min, "s")),
        ("longest_transaction", measure("latency", Statistic::Max, "s")),
        ("elapsed_time", measure("duration", Statistic::Value, "s")),
        ("data_transferred", measure("received", Statistic::Count, "MiB")),
        ("throughput", measure("transfer", Statistic::Rate, "MiB/s")),
        ("concurrency", measure("concurrency", Statistic::Mean, "")),
        (
            "availability",
            measure("availability", Statistic::Share, "%")
                .range(Range::NotNegative)
                .described("share of transactions that the tool does not count as failed; status 404 is among them"),
        ),
    ]
}
