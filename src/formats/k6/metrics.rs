//! Reads the statistics of k6 metrics.

use std::collections::BTreeSet;

use super::entry::{Entry, Type};
use super::names;
use crate::formats::json::collector::{Collector, Measure, Range};
use crate::model::Statistic;
use crate::units::Unit;

const NO_RESPONSE: &str = "no request got a response";
const NO_SAMPLE: &str = "nothing was counted";

/// Reads every statistic of the metrics.
pub(super) fn read(entries: &[Entry<'_, '_>], collector: &mut Collector) {
    let silent = silent(entries);
    for entry in entries {
        match entry.kind {
            Type::Counter => read_counter(entry, collector),
            Type::Gauge => read_gauge(entry, collector),
            Type::Rate => read_rate(entry, collector),
            Type::Trend if is_without_response(entry, &silent) => note_absent(entry, NO_RESPONSE, collector),
            Type::Trend if has_no_sample(entry) => note_absent(entry, NO_SAMPLE, collector),
            Type::Trend => read_trend(entry, collector),
        }
    }
}

/// The tags of the request durations that are 0 throughout. A response takes time, so that none of
/// these requests got one: they were refused, or there were none.
fn silent<'n>(entries: &[Entry<'n, '_>]) -> BTreeSet<&'n str> {
    let durations = entries.iter().filter(|entry| entry.split_name().0 == "http_req_duration");
    durations.filter(|entry| entry.is_zero()).map(|entry| entry.split_name().1).collect()
}

/// Whether a time of requests is 0 only because no request got a response. A run with TLS switched
/// off has a real 0 in `http_req_tls_handshaking`, so that 0 alone does not tell.
fn is_without_response(entry: &Entry<'_, '_>, silent: &BTreeSet<&str>) -> bool {
    let (base, tags) = entry.split_name();
    base.starts_with("http_req_") && entry.is_zero() && (silent.contains("") || silent.contains(tags))
}

/// Whether a trend says itself that it has no sample; its other statistics are then 0.
fn has_no_sample(entry: &Entry<'_, '_>) -> bool {
    entry.values.get("count").is_some_and(|count| count.node.number() == Some(0.0))
}

fn read_trend(entry: &Entry<'_, '_>, collector: &mut Collector) {
    for (statistic, spot) in entry.statistics() {
        collector.take(&spot, &trend_measure(entry, statistic));
    }
}

fn note_absent(entry: &Entry<'_, '_>, why: &'static str, collector: &mut Collector) {
    for (statistic, spot) in entry.statistics() {
        match statistic {
            // How many there were is known: none, or as many as were refused.
            Statistic::Count => collector.take(&spot, &trend_measure(entry, statistic)),
            _ => collector.absent(&trend_measure(entry, statistic), why),
        }
    }
}

fn trend_measure(entry: &Entry<'_, '_>, statistic: Statistic) -> Measure {
    match statistic {
        Statistic::Count => Measure::new(&names::plain(entry.split_name()), statistic, Unit::none()),
        _ => Measure::new(&names::plain(entry.split_name()), statistic, names::unit(entry)).range(range(entry)),
    }
}

fn read_counter(entry: &Entry<'_, '_>, collector: &mut Collector) {
    let names::CounterNames { total, rate } = names::counter(entry.split_name());
    let unit = names::unit(entry);
    let per_second = unit.per(Unit::named("s"));
    for (key, statistic, name, unit) in
        [("count", Statistic::Count, total, unit), ("rate", Statistic::Rate, rate, per_second)]
    {
        if let Some(spot) = entry.values.get(key) {
            collector.take(&spot, &Measure::new(&name, statistic, unit).range(range(entry)));
        }
    }
}

fn read_gauge(entry: &Entry<'_, '_>, collector: &mut Collector) {
    let keys = [("value", Statistic::Value), ("min", Statistic::Min), ("max", Statistic::Max)];
    for (key, statistic) in keys {
        if let Some(spot) = entry.values.get(key) {
            let measure = Measure::new(&names::plain(entry.split_name()), statistic, names::unit(entry));
            collector.take(&spot, &measure.range(range(entry)));
        }
    }
    if let ("vus_max", Some(spot)) = (entry.name, entry.values.get("max")) {
        collector.fact("vus", &spot, "");
    }
}

fn read_rate(entry: &Entry<'_, '_>, collector: &mut Collector) {
    let names::RateNames { share, hits: (hits, unit), misses, samples } = names::rate(entry.split_name());
    let get = |keys: [&str; 2]| keys.into_iter().find_map(|key| entry.values.get(key));
    let share_of = Measure::new(&share, Statistic::Share, Unit::none());
    match get(["rate", "value"]) {
        Some(_) if is_of_nothing(entry) => collector.absent(&share_of, NO_SAMPLE),
        Some(spot) => collector.take(&spot, &share_of),
        None => {}
    }
    let counts = [
        (get(["passes", "matches"]), Some(hits)),
        (entry.values.get("fails"), misses),
        (entry.values.get("total"), samples),
    ];
    for (spot, name) in counts {
        if let (Some(spot), Some(name)) = (spot, name) {
            collector.take(&spot, &Measure::new(&name, Statistic::Count, unit).range(Range::Whole));
        }
    }
}

/// Whether a rate has no samples, so that it is a share of nothing.
fn is_of_nothing(entry: &Entry<'_, '_>) -> bool {
    let is_zero = |key| entry.values.get(key).is_some_and(|spot| spot.node.number() == Some(0.0));
    is_zero("total") || (is_zero("passes") && is_zero("fails"))
}

/// The values that a metric can have: a script may add any number to one without a unit.
fn range(entry: &Entry<'_, '_>) -> Range {
    if names::unit(entry).is_plain() { Range::Any } else { Range::NotNegative }
}
