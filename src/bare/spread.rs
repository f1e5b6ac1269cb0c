//! How values are spread: single measurements, percentiles, and what runs did over their time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::family::{self, Family};
use super::part::{
    Fixed, MOST_BARS, MOST_CHARTS, MOST_SERIES, chart, count, listed, parts, parts_of, with_part, words_of,
};
use super::runs::Line;
use super::toml_text::string;
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Observation, Statistic};

/// Quartiles are of so many measurements or more.
const FEWEST_BOX: u64 = 5;

/// A histogram is of so many or more.
const FEWEST_BARS: u64 = 20;

/// A heat map over time is of so many slices and measurements or more, and of so many runs at most.
const FEWEST_SLICES: usize = 10;
const FEWEST_MAPPED: u64 = 500;
const MOST_MAPPED: usize = 3;

/// So many heat maps a part has at most: each cell is a figure that a page must hold.
const MOST_MAPS: usize = 2;

/// The charts of a family.
pub(super) fn of(family: &Family<'_>) -> String {
    samples(family) + &percentiles(family) + &timelines(family)
}

/// How the single measurements of runs are spread: a box a run, or the histogram of a single one.
fn samples(family: &Family<'_>) -> String {
    let Some(metric) = family.columns.first().filter(|metric| has_samples(family, metric)) else {
        return String::new();
    };
    let (fixed, shown) = family.charted.split_at(family.charted.len().saturating_sub(2));
    let parts = parts(family, fixed, |o| o.metric == metric.metric);
    let value = string(&format!("samples({})", metric.metric));
    let is_histogram = matches!(family.lines[..], [line] if counted(line, metric) >= FEWEST_BARS);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        let boxes: usize = shown.iter().map(|name| count(of, name).max(1)).product();
        if boxes > MOST_BARS {
            continue;
        }
        let caption = with_part(&format!("Samples of {}", words_of(metric)), part);
        let value = ("value", value.clone());
        text += &match boxes {
            1 if is_histogram => chart("histogram", &caption, &[value], part),
            _ => chart("box", &caption, &[value, ("rows", listed(shown))], part),
        };
    }
    text
}

/// Whether all runs that measure a metric give enough single measurements of it.
fn has_samples(family: &Family<'_>, metric: &MetricStatistic) -> bool {
    let measures = |line: &&&Line<'_>| line.run.observations.iter().any(|o| o.metric == metric.metric);
    let has = |line: &&Line<'_>| !line.run.measurements.is_empty() && counted(line, metric) >= FEWEST_BOX;
    metric.metric.chars().all(|c| c.is_alphanumeric() || c == '_') && family.lines.iter().filter(measures).all(has)
}

/// How many single measurements of a metric a run gives.
fn counted(line: &Line<'_>, metric: &MetricStatistic) -> u64 {
    line.run.samples.get(&metric.metric).map_or(0, |set| set.count())
}

fn percentiles(family: &Family<'_>) -> String {
    let Some((series, fixed)) = family.charted.split_last() else { return String::new() };
    let tail = tail(family);
    if tail.iter().filter(|name| *name != "max").count() < 2 {
        return String::new();
    }
    let shown: Vec<Arc<str>> = tail.iter().map(|name| name.as_str().into()).collect();
    let of_tail = |o: &&Observation| &*o.metric == "latency" && tail.contains(&o.statistic.name());
    // A line has two percentiles or more; a maximum alone is none.
    let is_line = |line: &Line<'_>| {
        line.run.observations.iter().filter(of_tail).filter(|o| o.statistic != Statistic::Max).count() > 1
    };
    let parts = parts_of(family, fixed, is_line);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        if count(of, series) <= MOST_SERIES {
            let settings = [("series", string(series)), ("percentiles", listed(&shown))];
            text += &chart("percentiles", &with_part("Latency by percentile", part), &settings, part);
        }
    }
    text
}

/// What runs did over their time, where their single measurements say when they were.
fn timelines(family: &Family<'_>) -> String {
    let Some((series, fixed)) = family.charted.split_last() else { return String::new() };
    let lines = || family.lines.iter().filter(|line| !line.run.slices.is_empty());
    let with =
        |dimensions: &Dimensions| family.charted.iter().filter_map(|name| dimensions.get(name).cloned()).collect();
    let distinct: BTreeSet<Vec<Arc<str>>> = lines().map(|line| with(&line.dimensions)).collect();
    // Of rounds, each has its own: which to show is for the author to say.
    if distinct.len() < lines().count() {
        return String::new();
    }
    let parts = parts_of(family, fixed, |line| !line.run.slices.is_empty());
    let maps = maps(family, fixed);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        let settings: Vec<_> = (count(of, series) > 1).then(|| ("series", string(series))).into_iter().collect();
        let titled = |kind: &str, title: &str| chart(kind, &with_part(title, part), &settings, part);
        if count(of, series) <= MOST_SERIES {
            text += &titled("timeline", "Over time");
        }
        if maps.contains(part) {
            text += &titled("heat", "How many requests took how long, over time");
        }
    }
    text
}

/// The parts that have a heat map of latency over time: few, of few runs, each of enough measurements that cells differ.
fn maps<'f>(family: &'f Family<'_>, fixed: &[Arc<str>]) -> BTreeSet<Fixed<'f>> {
    let is_mapped = |line: &Line<'_>| {
        let slices = line.run.slices.iter().filter(|slice| slice.buckets.is_some());
        let count = line.run.samples.get("latency").map_or(0, |set| set.count());
        slices.count() >= FEWEST_SLICES && count >= FEWEST_MAPPED
    };
    let mapped = parts_of(family, fixed, is_mapped).into_iter().map(|(part, of)| (part, of.len()));
    let mapped: BTreeMap<_, usize> = mapped.collect();
    let parts = parts_of(family, fixed, |line| !line.run.slices.is_empty()).into_iter();
    let whole = parts.filter(|(part, of)| of.len() <= MOST_MAPPED && mapped.get(part) == Some(&of.len()));
    let found: BTreeSet<_> = whole.map(|(part, _)| part).collect();
    if found.len() <= MOST_MAPS { found } else { BTreeSet::new() }
}

/// The percentiles from the median up, and the maximum, that runs have enough requests for.
fn tail(family: &Family<'_>) -> Vec<String> {
    let is_tail = |statistic: &Statistic| match statistic {
        Statistic::Percentile(percentile) => (50.0..100.0).contains(&percentile.percent()),
        other => *other == Statistic::Max,
    };
    let observations = family.lines.iter().flat_map(|line| &line.run.observations);
    let of_latency = observations.filter(|o| &*o.metric == "latency").map(|o| o.statistic).filter(is_tail);
    let mut tail: BTreeSet<Statistic> = of_latency.collect();
    tail.retain(|statistic| family::is_supported(&family.lines, *statistic));
    tail.into_iter().map(Statistic::name).collect()
}
