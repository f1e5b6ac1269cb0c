//! vegeta's reports: JSON here, and text, histogram and percentiles for plotting below. Its results
//! (`vegeta encode`) are streams of single measurements: see [`results`].
//!
//! vegeta sends on a schedule and counts latency from when a request was really sent: an open loop,
//! not corrected. `rps` is what it calls throughput, successful responses over the time until the
//! last of them; `rps{sent}` is the rate that it kept. Status `0` is a request without a response.
//! Latency has those among it, so there is none where nothing else was.

pub mod hist;
pub mod plot;
pub mod results;
pub mod text;

use super::json::collector::{Collector, Measure, Range, Spot};
use super::scribe::NO_RESPONSE;
use super::{Content, Reader, Reading};
use crate::model::{Bucket, LoadModel, Percentile, Statistic};
use crate::units::{Quantity, Unit};

/// The reader of what `vegeta report -type=json` writes.
pub struct Vegeta;

/// How numbers are described whose names would mislead.
const SENT: &str = "requests sent per second, whatever became of them";
const SUCCESSFUL: &str = "successful responses per second, until the last response";
const SUCCESS: &str = "share of requests with a status of 2xx or 3xx";
const UNANSWERED: &str = "requests without a response";

const NOT_COMPUTED: &str = "the report was written before it was computed";

impl Reader for Vegeta {
    fn name(&self) -> &'static str {
        "vegeta"
    }

    fn title(&self) -> &'static str {
        "vegeta JSON report"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let paths: [&[&str]; 3] = [&["latencies", "mean"], &["bytes_in"], &["status_codes"]];
        content.document().is_some_and(|root| paths.iter().all(|path| root.at(path).is_some()))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut collector = Collector::default();
        read_totals(&root, &mut collector);
        let is_answered = read_statuses(&root, &mut collector);
        read_latencies(&root, is_answered, &mut collector);
        read_buckets(&root, &mut collector);
        collector.run.load = Some(LoadModel::Open);
        collector.finish("vegeta")
    }
}

fn read_totals(root: &Spot<'_, '_>, collector: &mut Collector) {
    let measure = |metric, statistic, unit| Measure::new(metric, statistic, Unit::named(unit));
    let measures: [(&[&str], Measure); 9] = [
        (&["requests"], measure("requests", Statistic::Count, "req").range(Range::Whole)),
        (&["throughput"], measure("rps", Statistic::Rate, "req/s").described(SUCCESSFUL)),
        (&["rate"], measure("rps{sent}", Statistic::Rate, "req/s").described(SENT)),
        (&["success"], measure("success_rate", Statistic::Share, "").described(SUCCESS)),
        (&["duration"], measure("duration", Statistic::Value, "ns")),
        (&["wait"], measure("wait", Statistic::Value, "ns")),
        (&["bytes_in", "total"], measure("received", Statistic::Count, "B").range(Range::Whole)),
        (&["bytes_in", "mean"], measure("response_size", Statistic::Mean, "B")),
        (&["bytes_out", "total"], measure("sent", Statistic::Count, "B").range(Range::Whole)),
    ];
    for (path, measure) in measures {
        if let Some(spot) = root.at(path) {
            collector.take(&spot, &measure);
        }
    }
}

/// Reads the counts by status; says whether any request got a response.
fn read_statuses(root: &Spot<'_, '_>, collector: &mut Collector) -> bool {
    let Some(codes) = root.get("status_codes") else { return false };
    let count = |metric: &str| Measure::new(metric, Statistic::Count, Unit::named("req")).range(Range::Whole);
    let mut is_answered = false;
    for (code, spot) in codes.members() {
        if code == "0" {
            collector.take(&spot, &count("errors").described(UNANSWERED));
        } else {
            is_answered |= spot.node.number().is_some_and(|number| number > 0.0);
            collector.take(&spot, &count(&format!("status_{code}")));
        }
    }
    if codes.node.get("0").is_none() && is_answered {
        collector.run.implied_zero.push(("errors".into(), codes.node.span));
    }
    is_answered
}

/// Reads latencies. A program that does not close its metrics writes zeros for all but the extremes.
fn read_latencies(root: &Spot<'_, '_>, is_answered: bool, collector: &mut Collector) {
    for (name, spot) in root.get("latencies").iter().flat_map(Spot::members) {
        let Some(statistic) = statistic(name) else { continue };
        let measure = Measure::new("latency", statistic, Unit::named("ns"));
        match spot.node.number() {
            _ if !is_answered => collector.absent(&measure, NO_RESPONSE),
            Some(0.0) => collector.absent(&measure, NOT_COMPUTED),
            _ => collector.take(&spot, &measure),
        }
    }
}

/// What `mean`, `50th`, `max` name; none for `total`, the sum of all latencies.
fn statistic(name: &str) -> Option<Statistic> {
    match name {
        "mean" => Some(Statistic::Mean),
        "min" => Some(Statistic::Min),
        "max" => Some(Statistic::Max),
        _ => Percentile::parse(name.strip_suffix("th")?).map(Statistic::Percentile),
    }
}

/// Reads the histogram, which is keyed by the lower bounds. The last bucket ends at the largest latency.
fn read_buckets(root: &Spot<'_, '_>, collector: &mut Collector) {
    let Some(block) = root.get("buckets") else { return };
    let max = root.at(&["latencies", "max"]).and_then(|spot| spot.node.number());
    let mut buckets: Vec<(f64, Spot<'_, '_>)> = Vec::new();
    for (key, spot) in block.members() {
        match key.parse::<u64>() {
            Ok(bound) => buckets.push((bound as f64, spot)),
            Err(_) => collector.wrong(&spot, format!("`{key}` cannot bound a bucket of the histogram")),
        }
    }
    buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
    let uppers: Vec<f64> = buckets.iter().skip(1).map(|(bound, _)| *bound).chain(max).collect();
    for (value, (_, spot)) in uppers.into_iter().zip(&buckets) {
        let Some(count) = collector.number(spot, Range::Whole) else { continue };
        let bound = Quantity { value, unit: Unit::named("ns") };
        // The range makes the conversion exact.
        collector.run.histogram.push(Bucket { bound, count: count as u64, span: spot.node.span });
    }
}
