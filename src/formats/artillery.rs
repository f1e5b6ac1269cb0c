//! The readers of Artillery's JSON reports, of version 1 and of version 2, and of what it prints for people.
//!
//! Times are in milliseconds. Only the block `aggregate` is read: `intermediate` has the same for
//! each ten seconds, and `histograms` repeats `summaries`. Arrivals are on a schedule, whatever the
//! answers, so the load is open.
//!
//! Version 2 has counters, rates and summaries by name. `http.codes.404` is read as `status_404`,
//! `errors.ECONNRESET` as `errors{ECONNRESET}`, and what its plug-in counts by endpoint carries the
//! endpoint in braces; other names are kept.

mod names;
mod text;

use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{Node, Value};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Statistic, Within};
use crate::units::Unit;

pub use text::Text;

/// The reader of what `artillery run -o` writes in version 1.
pub struct V1;

/// The reader of what `artillery run -o` writes in version 2.
pub struct V2;

const NO_RESPONSE: &str = "no request got a response";
/// Version 2 counts times in a sketch that keeps each within 1 %; the smallest and the largest are exact.
const SKETCH: Within = Within { share: 0.01, words: "±1 %, sketch" };
const RATE: &str = "the rate that Artillery states; not the requests divided by the time";

impl Reader for V1 {
    fn name(&self) -> &'static str {
        "artillery-v1"
    }

    fn title(&self) -> &'static str {
        "Artillery report, version 1"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().and_then(|root| root.get("aggregate")).is_some_and(|aggregate| {
            aggregate.get("scenariosCreated").is_some() && aggregate.get("latency").is_some_and(Node::is_object)
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, |aggregate, collector| {
            for (key, name, unit) in [
                ("requestsCompleted", "requests", "req"),
                ("scenariosCreated", "scenarios_created", "scenarios"),
                ("scenariosCompleted", "scenarios_completed", "scenarios"),
            ] {
                count(aggregate.get(key).as_ref(), name, unit, collector);
            }
            if let Some(rate) = aggregate.at(&["rps", "mean"]) {
                let measure = Measure::new("rps", Statistic::Rate, Unit::named("req/s"));
                collector.take(&rate, &measure.described(RATE));
            }
            for (key, name) in [("latency", "latency"), ("scenarioDuration", "scenario_duration")] {
                let block = aggregate.get(key);
                block.iter().for_each(|block| summary(block, name, (Unit::named("ms"), None), collector));
            }
            for (code, spot) in aggregate.get("codes").iter().flat_map(Spot::members) {
                count(Some(&spot), &format!("status_{code}"), "req", collector);
            }
            let errors = aggregate.get("errors");
            for (message, spot) in errors.iter().flat_map(Spot::members) {
                count(Some(&spot), &format!("errors{{{message}}}"), "req", collector);
            }
            if let Some(none) = errors.filter(|errors| errors.node.is_object() && errors.node.members().is_empty()) {
                collector.run.implied_zero.push(("errors".into(), none.node.span));
            }
        })
    }
}

impl Reader for V2 {
    fn name(&self) -> &'static str {
        "artillery-v2"
    }

    fn title(&self) -> &'static str {
        "Artillery report, version 2"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let counters = root.at(&["aggregate", "counters"]).map(Node::members).unwrap_or_default();
            let is_own = |name: &str| name.starts_with("http.") || name.starts_with("vusers.");
            root.at(&["aggregate", "summaries"]).is_some() && counters.iter().any(|(name, _)| is_own(name))
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, |aggregate, collector| {
            let counters = aggregate.get("counters");
            for (name, spot) in counters.iter().flat_map(Spot::members) {
                let names::Counter { metric, unit } = names::counter(name);
                count(Some(&spot), &metric, unit, collector);
            }
            for (name, spot) in aggregate.get("rates").iter().flat_map(Spot::members) {
                let (metric, unit) = names::rate(name);
                let measure = Measure::new(&metric, Statistic::Rate, Unit::named(unit));
                collector.take(&spot, &measure.described(RATE));
            }
            for (name, block) in aggregate.get("summaries").iter().flat_map(Spot::members) {
                let (metric, unit) = names::summary(name);
                summary(&block, &metric, (Unit::named(unit), Some(&SKETCH)), collector);
            }
            let has_errors = counters.iter().flat_map(Spot::members).any(|(name, _)| name.starts_with("errors."));
            if let (false, Some(requests)) = (has_errors, counters.and_then(|counters| counters.get("http.requests"))) {
                collector.run.implied_zero.push(("errors".into(), requests.node.span));
            }
        })
    }
}

fn read(content: &Content<'_>, take: impl FnOnce(&Spot<'_, '_>, &mut Collector)) -> Reading {
    let Some(document) = content.document() else { return Reading::default() };
    let mut collector = Collector::default();
    if let Some(aggregate) = Spot::root(document).get("aggregate") {
        take(&aggregate, &mut collector);
    }
    collector.run.load = Some(LoadModel::Open);
    collector.finish("Artillery")
}

fn count(spot: Option<&Spot<'_, '_>>, name: &str, unit: &str, collector: &mut Collector) {
    if let Some(spot) = spot {
        collector.take(spot, &Measure::new(name, Statistic::Count, Unit::named(unit)).range(Range::Whole));
    }
}

/// Reads the statistics of a distribution. Version 1 writes `null` or `"NaN"` when it had no sample.
fn summary(
    block: &Spot<'_, '_>,
    metric: &str,
    (unit, within): (Unit, Option<&'static Within>),
    collector: &mut Collector,
) {
    let is_empty = block.node.get("count").is_some_and(|count| count.number() == Some(0.0));
    for (key, spot) in block.members() {
        let Some(statistic) = names::statistic(key) else { continue };
        let is_percentile = matches!(statistic, Statistic::Percentile(_));
        let measure = Measure { within: within.filter(|_| is_percentile), ..Measure::new(metric, statistic, unit) };
        let is_nothing = spot.node.value == Value::Null || spot.node.string() == Some("NaN");
        match is_empty || is_nothing {
            true => collector.absent(&measure, NO_RESPONSE),
            false => collector.take(&spot, &measure),
        }
    }
}
