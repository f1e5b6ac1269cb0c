//! The readers of Gatling's `global_stats.json` and `stats.json`, written up to 3.13.4.
//!
//! Times are whole milliseconds. Each statistic is given for all requests, for those that were well
//! (`ok`) and for those that failed (`ko`); the latter two are read as `latency{ok}` and
//! `latency{ko}`. Which percentiles `percentiles1` to `percentiles4` are is set in `gatling.conf`
//! and not recorded; they are read as the 50th, 75th, 95th and 99th, which is what they are unless
//! somebody changed it, and say so.
//!
//! `stats.json` has the same for each request, whose path is in the braces. Statistics of groups
//! count their requests once more and are passed over. The requests themselves are in [`simulation`]'s log.

pub mod simulation;

use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Percentile, Statistic};
use crate::units::Unit;

/// The reader of `global_stats.json`.
pub struct GlobalStats;

/// The reader of `stats.json`.
pub struct Stats;

const NO_REQUEST: &str = "there was no such request";

/// Keys of percentiles, their percent by default, and what is said of them.
const PERCENTILES: [(&str, f64, &str); 4] = [
    ("percentiles1", 50.0, "`percentiles1`: the median unless `gatling.conf` says otherwise"),
    ("percentiles2", 75.0, "`percentiles2`: the 75th percentile unless `gatling.conf` says otherwise"),
    ("percentiles3", 95.0, "`percentiles3`: the 95th percentile unless `gatling.conf` says otherwise"),
    ("percentiles4", 99.0, "`percentiles4`: the 99th percentile unless `gatling.conf` says otherwise"),
];

const TIMES: [(&str, Statistic); 4] = [
    ("meanResponseTime", Statistic::Mean),
    ("standardDeviation", Statistic::StdDev),
    ("minResponseTime", Statistic::Min),
    ("maxResponseTime", Statistic::Max),
];

/// The three sides of each statistic, and the word for it in braces.
const SIDES: [(&str, &str); 3] = [("total", ""), ("ok", "ok"), ("ko", "ko")];

impl Reader for GlobalStats {
    fn name(&self) -> &'static str {
        "gatling-global-stats"
    }

    fn title(&self) -> &'static str {
        "Gatling global statistics"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(is_statistics)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let mut collector = Collector::default();
        read_statistics(&Spot::root(document), "", &mut collector);
        read_groups(&Spot::root(document), &mut collector);
        collector.run.load = Some(LoadModel::Unknown);
        collector.finish("Gatling")
    }
}

impl Reader for Stats {
    fn name(&self) -> &'static str {
        "gatling-stats"
    }

    fn title(&self) -> &'static str {
        "Gatling statistics"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let is_group = root.get("type").and_then(Node::string) == Some("GROUP");
            is_group && root.get("stats").is_some_and(is_statistics)
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut collector = Collector::default();
        if let Some(all) = root.get("stats") {
            read_statistics(&all, "", &mut collector);
            read_groups(&all, &mut collector);
        }
        read_requests(&root, &mut collector);
        collector.run.load = Some(LoadModel::Unknown);
        collector.finish("Gatling")
    }
}

fn is_statistics(node: &Node<'_>) -> bool {
    node.at(&["numberOfRequests", "ko"]).is_some() && node.get("percentiles1").is_some()
}

/// Walks down to the requests.
fn read_requests(group: &Spot<'_, '_>, collector: &mut Collector) {
    for (_, child) in group.get("contents").iter().flat_map(Spot::members) {
        let text = |key| child.node.get(key).and_then(Node::string);
        match (text("type"), text("path").or_else(|| text("name")), child.get("stats")) {
            (Some("REQUEST"), Some(path), Some(stats)) => read_statistics(&stats, path, collector),
            _ => read_requests(&child, collector),
        }
    }
}

/// Reads statistics of all requests, or of those of a path.
fn read_statistics(stats: &Spot<'_, '_>, path: &str, collector: &mut Collector) {
    for (side, word) in SIDES {
        let subset = [path, word].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let of = if subset.is_empty() { String::new() } else { format!("{{{subset}}}") };
        let name = |metric: &str| format!("{metric}{of}");
        let get = |key| stats.at(&[key, side]);
        if let Some(requests) = get("numberOfRequests") {
            // Requests that failed are errors, for which there is a name.
            let metric = if side == "ko" { format!("errors{}", braces(path)) } else { name("requests") };
            let measure = Measure::new(&metric, Statistic::Count, Unit::named("req"));
            collector.take(&requests, &measure.range(Range::Whole));
        }
        if let Some(rate) = get("meanNumberOfRequestsPerSecond") {
            collector.take(&rate, &Measure::new(&name("rps"), Statistic::Rate, Unit::named("req/s")));
        }
        let is_empty = get("numberOfRequests").is_some_and(|count| count.node.number() == Some(0.0));
        // Of the run, what has no value is noted; of each request, it would drown the rest.
        if is_empty && !path.is_empty() {
            continue;
        }
        for (key, measure) in times(&name("latency")) {
            match get(key) {
                Some(_) if is_empty => collector.absent(&measure, NO_REQUEST),
                Some(time) => collector.take(&time, &measure),
                None => {}
            }
        }
    }
}

fn braces(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{{{path}}}") }
}

fn times(metric: &str) -> impl Iterator<Item = (&'static str, Measure)> {
    let measure = |statistic| Measure::new(metric, statistic, Unit::named("ms"));
    let plain = TIMES.map(|(key, statistic)| (key, measure(statistic)));
    let percentiles = PERCENTILES.map(|(key, percent, described)| {
        let percentile = Percentile::new(percent).expect("the percent is between 0 and 100");
        (key, measure(Statistic::Percentile(percentile)).described(described))
    });
    plain.into_iter().chain(percentiles)
}

/// Reads how many requests were faster or slower than the bounds that the group's name tells.
fn read_groups(stats: &Spot<'_, '_>, collector: &mut Collector) {
    for (_, group) in stats.members().filter(|(key, _)| key.starts_with("group")) {
        let name = group.node.get("name").and_then(Node::string).unwrap_or("failed");
        // Those that failed are counted above.
        if let (false, Some(count)) = (name == "failed", group.get("count")) {
            let measure = Measure::new(&format!("requests{{{name}}}"), Statistic::Count, Unit::named("req"));
            collector.take(&count, &measure.range(Range::Whole));
        }
    }
}
