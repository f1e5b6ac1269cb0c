//! Runs of one kind: what tells them apart, and what they measure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names::ROUND;
use super::rates::{self, Rate};
use super::runs::{Kind, Line, NONE};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Statistic};
use crate::units::Unit;

/// Tables have up to so many columns of figures.
const MOST_COLUMNS: usize = 8;

/// Dimensions whose values are compared, the most likely first; all others are circumstances.
const COMPARED: [&str; 11] =
    ["framework", "server", "database", "language", "variant", "release", "commit", "subject", "tool", "date", "build"];

/// Dimensions that say how the system was loaded; of two that go together the first is shown.
const LOADS: [&str; 5] = ["connections", "users", "vus", "rate", "threads"];

/// Dimensions that name what was measured: a chart without them cannot be understood.
const NAMES: [&str; 4] = ["benchmark", "function", "label", "scenario"];

/// Columns of a table, in this order, where the runs have them.
const COLUMNS: [&str; 23] = [
    "rps",
    "tps.rate",
    "time",
    "time.value",
    "time.p50",
    "throughput",
    "throughput.rate",
    "mean",
    "p50",
    "p90",
    "p95",
    "p99",
    "p99.9",
    "max",
    "time.stddev",
    "time.min",
    "time.max",
    "error_rate",
    "errors",
    "non_2xx",
    "timeouts",
    "transfer",
    "memory",
];

/// Runs of one kind.
#[derive(Debug)]
pub(super) struct Family<'a> {
    /// What they measure.
    pub(super) kind: Kind,
    /// The runs.
    pub(super) lines: Vec<&'a Line<'a>>,
    /// The dimensions that tell them apart, the one that is compared last; at least one.
    pub(super) rows: Vec<Arc<str>>,
    /// Those that charts need to tell them apart.
    pub(super) charted: Vec<Arc<str>>,
    /// What most of them measure as a whole; nothing where all tell of moments only.
    pub(super) columns: Vec<MetricStatistic>,
    /// What follows from what an iteration handles.
    pub(super) rates: Vec<Rate>,
}

/// The families of runs, each with a table of its own.
pub(super) fn families<'a>(lines: &'a [Line<'a>], order: &[Arc<str>]) -> Vec<Family<'a>> {
    let kinds = [Kind::Load, Kind::Time, Kind::Other];
    let mut taken: BTreeSet<MetricStatistic> = BTreeSet::new();
    let mut families = Vec::new();
    for kind in kinds {
        let lines: Vec<&Line<'a>> = lines.iter().filter(|line| line.kind == kind).collect();
        // What a table shows of a metric it shows of all runs: one table a metric.
        let columns: Vec<MetricStatistic> =
            columns(&lines).into_iter().filter(|metric| !taken.contains(metric)).collect();
        taken.extend(lines.iter().flat_map(|line| metrics_of(line)));
        if !columns.is_empty() || lines.iter().any(|line| !line.run.slices.is_empty()) {
            let rows = rows(&lines, order);
            let charted = without_followers(&lines, rows.clone(), |_, name| !NAMES.contains(&name));
            let rates = rates::of(&lines);
            families.push(Family { kind, rows, charted, columns, rates, lines });
        }
    }
    families
}

/// All dimensions in the order of a manifest: rows first, rounds last.
pub(super) fn in_order(lines: &[Line<'_>], told: &[Arc<str>]) -> Vec<Arc<str>> {
    let all: BTreeSet<Arc<str>> = lines.iter().flat_map(|line| line.dimensions.keys().cloned()).collect();
    let place = |name: &Arc<str>| {
        let compared = COMPARED.iter().rev().position(|known| **known == **name).map_or(0, |at| at + 1);
        (**name == *ROUND, compared, told.iter().position(|other| other == name).unwrap_or(usize::MAX))
    };
    let mut all: Vec<Arc<str>> = all.into_iter().collect();
    all.sort_by_cached_key(place);
    all
}

/// The dimensions that tell runs apart, rounds aside: none that follows from another.
fn rows(lines: &[&Line<'_>], order: &[Arc<str>]) -> Vec<Arc<str>> {
    let varies = |name: &&Arc<str>| values(lines, name).len() > 1 && ***name != *ROUND;
    let rows: Vec<Arc<str>> = order.iter().filter(varies).cloned().collect();
    if rows.is_empty() {
        let has = |name: &&Arc<str>| **name != ROUND.into() && !values(lines, name).is_empty();
        return order.iter().rfind(has).cloned().into_iter().collect();
    }
    without_followers(lines, rows, |other, _| !is_partial(lines, other))
}

/// Dimensions without those that follow from another that can stand for them.
fn without_followers(
    lines: &[&Line<'_>],
    mut rows: Vec<Arc<str>>,
    can_stand: impl Fn(&Arc<str>, &str) -> bool,
) -> Vec<Arc<str>> {
    let whole = distinct(lines, &rows);
    let mut at = 0;
    while at < rows.len() && rows.len() > 1 {
        let others: Vec<Arc<str>> =
            rows.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, row)| row.clone()).collect();
        // Of two that follow from each other the one that is compared stays, for it comes later.
        let stands = |other: &Arc<str>| may_stand_for(other, &rows[at]) && can_stand(other, &rows[at]);
        let follows = others.iter().any(|other| stands(other) && follows(lines, &rows[at], other));
        if follows && distinct(lines, &others) == whole {
            rows = others;
        } else {
            at += 1;
        }
    }
    rows
}

/// Whether each value of a dimension comes with one value of another only.
fn follows(lines: &[&Line<'_>], name: &Arc<str>, from: &Arc<str>) -> bool {
    distinct(lines, &[from.clone(), name.clone()]) == distinct(lines, std::slice::from_ref(from))
}

/// Whether some runs have no value of a dimension: a row that says so names nothing else.
fn is_partial(lines: &[&Line<'_>], name: &Arc<str>) -> bool {
    values(lines, name).contains(NONE)
}

/// Whether a row can name one dimension for another. How a system was loaded makes runs unlike: it is
/// shown whatever else tells it, and tells of nothing else.
fn may_stand_for(other: &str, name: &str) -> bool {
    let place = |name: &str| LOADS.iter().position(|load| *load == name);
    match (place(other), place(name)) {
        (Some(other), Some(own)) => other < own,
        (None, None) => true,
        _ => false,
    }
}

fn values<'l>(lines: &[&'l Line<'_>], name: &str) -> BTreeSet<&'l str> {
    lines.iter().filter_map(|line| line.dimensions.get(name)).map(|value| &**value).collect()
}

/// How many combinations of values of those dimensions there are.
fn distinct(lines: &[&Line<'_>], names: &[Arc<str>]) -> usize {
    let key = |line: &&Line<'_>| -> Dimensions {
        let pair = |name: &Arc<str>| Some((name.clone(), line.dimensions.get(name)?.clone()));
        names.iter().filter_map(pair).collect()
    };
    lines.iter().map(key).collect::<BTreeSet<_>>().len()
}

fn metrics_of<'l>(line: &'l Line<'_>) -> impl Iterator<Item = MetricStatistic> + 'l {
    line.run
        .observations
        .iter()
        .map(|o| MetricStatistic { metric: Arc::clone(&o.metric), statistic: Some(o.statistic) })
}

/// What at least half of the runs measure, in one kind of unit: the usual figures first.
fn columns(lines: &[&Line<'_>]) -> Vec<MetricStatistic> {
    let lines: Vec<&Line<'_>> = lines.iter().copied().filter(|line| !line.run.observations.is_empty()).collect();
    let mut counts: BTreeMap<MetricStatistic, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for line in &lines {
        for o in &line.run.observations {
            let metric = MetricStatistic { metric: Arc::clone(&o.metric), statistic: Some(o.statistic) };
            let (count, units) = counts.entry(metric).or_default();
            *count += 1;
            units.insert(o.quantity.unit.symbol());
        }
    }
    let fit = |units: &BTreeSet<&str>| {
        let first = units.first().map_or(Unit::none(), |unit| Unit::named(unit));
        units.iter().all(|unit| Unit::named(unit).fits(first))
    };
    counts.retain(|metric, (count, units)| {
        *count * 2 >= lines.len()
            && fit(units)
            && metric.statistic.is_none_or(|statistic| is_supported(&lines, statistic))
    });
    let usual = COLUMNS.iter().map(|name| MetricStatistic::parse(name)).map(statistic_of_time);
    let mut chosen: Vec<MetricStatistic> = usual.filter(|metric| counts.contains_key(metric)).collect();
    if chosen.len() < 3 {
        // How often something was repeated to time it is no result.
        let is_how = |metric: &str| matches!(metric, "iterations" | "samples");
        let is_result = |metric: &MetricStatistic| !metric.metric.contains('"') && !is_how(&metric.metric);
        let is_other = |metric: &MetricStatistic| !chosen.contains(metric) && is_result(metric);
        let mut others: Vec<(&MetricStatistic, usize)> =
            counts.iter().filter(|(metric, _)| is_other(metric)).map(|(metric, (count, _))| (metric, *count)).collect();
        others.sort_by_key(|(metric, count)| (is_part(metric), std::cmp::Reverse(*count)));
        let has_whole = !chosen.is_empty() || others.iter().any(|(metric, _)| !is_part(metric));
        let others = others.into_iter().filter(|(metric, _)| !has_whole || !is_part(metric));
        let others: Vec<MetricStatistic> = others.map(|(metric, _)| metric.clone()).take(6).collect();
        chosen.extend(others);
    }
    chosen.truncate(MOST_COLUMNS);
    chosen
}

/// Whether a percentile rests on enough requests in every run, as far as runs count them.
pub(super) fn is_supported(lines: &[&Line<'_>], statistic: Statistic) -> bool {
    const BEYOND: f64 = 10.0;
    let Statistic::Percentile(percentile) = statistic else { return true };
    let counts = |line: &Line<'_>, name: &str| -> Vec<f64> {
        let counted = line.run.observations.iter().filter(|o| o.statistic == Statistic::Count);
        counted.filter(|o| o.metric.starts_with(name)).map(|o| o.quantity.value).collect()
    };
    let requests = |line: &&&Line<'_>| {
        let by_status = counts(line, "status_");
        counts(line, "requests").first().copied().or_else(|| (!by_status.is_empty()).then(|| by_status.iter().sum()))
    };
    let has = |line: &&&Line<'_>| line.run.observations.iter().any(|o| o.statistic == statistic);
    // A hundredth of a request is lost where 99.9 % is no exact number.
    lines
        .iter()
        .filter(has)
        .filter_map(|line| requests(&line))
        .all(|n| n * (100.0 - percentile.percent()) / 100.0 > BEYOND - 0.01)
}

fn statistic_of_time(metric: MetricStatistic) -> MetricStatistic {
    let usual = metrics::find(&metric.metric).map(|known| known.statistic);
    MetricStatistic { statistic: metric.statistic.or(usual), ..metric }
}

/// Whether it is a part of another metric, or the end of a range.
fn is_part(metric: &MetricStatistic) -> bool {
    metric.metric.contains('{')
        || matches!(metric.statistic, Some(Statistic::Low | Statistic::High | Statistic::StdDev))
}
