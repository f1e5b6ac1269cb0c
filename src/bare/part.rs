//! Parts of a family of runs, each with charts of its own, and how a chart is asked for.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::family::Family;
use super::manifest::label;
use super::runs::{Line, NONE};
use super::toml_text::{string, table};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Observation};
use crate::number;
use crate::suite::natural;
use crate::words::terms;

/// A part of a report has up to so many charts of a kind.
pub(super) const MOST_CHARTS: usize = 4;

/// Lines or bars of one colour each.
pub(super) const MOST_SERIES: usize = 8;

/// Bars or rows in a chart.
pub(super) const MOST_BARS: usize = 40;

/// What holds for a part of a family: dimensions with their values.
pub(super) type Fixed<'f> = Vec<(&'f str, &'f str)>;

/// What a part of a family has in common, and the dimensions of its runs.
pub(super) type Part<'f> = (Fixed<'f>, Vec<&'f Dimensions>);

/// The parts of a family that have a chart of their own, by their fixed dimensions, numbers in order:
/// of the runs that have something to show.
pub(super) fn parts<'f>(
    family: &'f Family<'_>,
    fixed: &[Arc<str>],
    is_shown: impl Fn(&Observation) -> bool,
) -> Vec<Part<'f>> {
    parts_of(family, fixed, |line| line.run.observations.iter().any(&is_shown))
}

/// The parts of the runs that are shown.
pub(super) fn parts_of<'f>(
    family: &'f Family<'_>,
    fixed: &[Arc<str>],
    is_shown: impl Fn(&Line<'_>) -> bool,
) -> Vec<Part<'f>> {
    let mut parts: BTreeMap<Fixed<'f>, Vec<&Dimensions>> = BTreeMap::new();
    for line in family.lines.iter().filter(|line| is_shown(line)) {
        let pair = |name: &Arc<str>| {
            line.dimensions.iter().find(|(own, _)| *own == name).map(|(name, value)| (&**name, &**value))
        };
        parts.entry(fixed.iter().filter_map(pair).collect()).or_default().push(&line.dimensions);
    }
    in_order(parts.into_iter().collect())
}

/// Parts by the numbers that their values are, and by the words and numbers in them.
fn in_order(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let width = parts.iter().map(|(fixed, _)| fixed.len()).max().unwrap_or(0);
    let value = |(fixed, _): &Part<'_>, at: usize| fixed.get(at).map_or("", |(_, value)| *value).to_owned();
    let columns: Vec<Vec<Option<f64>>> = (0..width)
        .map(|at| {
            let values: Vec<String> = parts.iter().map(|part| value(part, at)).collect();
            number::amounts(&values.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect();
    let amounts = |row: usize| columns.iter().map(|column| column[row].unwrap_or(0.0)).collect::<Vec<_>>();
    let mut rows: Vec<(Vec<f64>, Part<'_>)> =
        parts.into_iter().enumerate().map(|(row, part)| (amounts(row), part)).collect();
    let by_names = |a: &Part<'_>, b: &Part<'_>| {
        let values = a.0.iter().zip(&b.0).map(|((_, a), (_, b))| natural(a, b));
        values.fold(Ordering::Equal, Ordering::then)
    };
    let by_amounts = |a: &[f64], b: &[f64]| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    rows.sort_by(|a, b| by_amounts(&a.0, &b.0).then_with(|| by_names(&a.1, &b.1)));
    rows.into_iter().map(|(_, part)| part).collect()
}

/// Whether an observation is of a metric.
pub(super) fn is_of(metric: &MetricStatistic) -> impl Fn(&Observation) -> bool {
    |o| o.metric == metric.metric && Some(o.statistic) == metric.statistic
}

/// How many values of a dimension the runs have.
pub(super) fn count(of: &[&Dimensions], name: &Arc<str>) -> usize {
    of.iter().filter_map(|dimensions| dimensions.get(name)).collect::<BTreeSet<_>>().len()
}

/// How many combinations of values of dimensions the runs have.
pub(super) fn combinations(of: &[&Dimensions], shown: &[Arc<str>]) -> usize {
    let key = |dimensions: &&Dimensions| shown.iter().map(|name| dimensions.get(name).cloned()).collect::<Vec<_>>();
    of.iter().map(key).collect::<BTreeSet<_>>().len()
}

/// Whether half or more of the places of a chart would be empty.
pub(super) fn has_gaps(of: &[&Dimensions], shown: &[Arc<str>]) -> bool {
    let places: usize = shown.iter().map(|name| count(of, name)).product();
    combinations(of, shown) * 2 <= places
}

/// The block of a chart: its kind, caption, settings as TOML, and what holds in it.
pub(super) fn chart(kind: &str, caption: &str, settings: &[(&str, String)], part: &Fixed<'_>) -> String {
    let mut text = format!("```chart\nkind = {}\ncaption = {}\n", string(kind), string(caption));
    text.extend(settings.iter().map(|(name, value)| format!("{name} = {value}\n")));
    if !part.is_empty() {
        text += &format!("where = {}\n", table(part.iter().copied()));
    }
    text + "```\n\n"
}

/// Dimensions as a list of names.
pub(super) fn listed(names: &[Arc<str>]) -> String {
    format!("[{}]", names.iter().map(|name| string(name)).collect::<Vec<_>>().join(", "))
}

/// The way an expression names a metric.
pub(super) fn expression(metric: &MetricStatistic) -> String {
    let name = metric.name();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    // What is escaped in TOML would not be found in it as an expression.
    match () {
        () if name.chars().all(is_plain) => string(&name),
        () if name.contains('\'') => format!("'''\"{name}\"'''"),
        () => format!("'\"{name}\"'"),
    }
}

/// What a metric measures: "time per iteration".
pub(super) fn words_of(metric: &MetricStatistic) -> String {
    let known = metrics::find(&metric.metric).filter(|known| known.name != "latency");
    let own = || match metric.statistic {
        Some(statistic) if &*metric.metric == "latency" => format!("latency, {}", statistic.name()),
        _ => metric.name(),
    };
    known.map_or_else(own, |known| terms::quantity(known).english())
}

/// The same as a caption, with what holds in the part.
pub(super) fn titled(metric: &MetricStatistic, part: &Fixed<'_>) -> String {
    let words = words_of(metric);
    let mut characters = words.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    with_part(&(first + characters.as_str()), part)
}

/// A caption with what holds in the part.
pub(super) fn with_part(what: &str, part: &Fixed<'_>) -> String {
    let word = |(name, value): &(&str, &str)| {
        let is_number = value.starts_with(|c: char| c.is_ascii_digit());
        match () {
            () if *value == NONE => format!("no {}", label(name).to_lowercase()),
            () if is_number => format!("{} {value}", label(name).to_lowercase()),
            () => (*value).to_owned(),
        }
    };
    // What a part has none of says nothing beside what it has.
    let has_some = part.iter().any(|(_, value)| *value != NONE);
    let told = part.iter().filter(|(_, value)| *value != NONE || !has_some).map(word);
    std::iter::once(what.to_owned()).chain(told).collect::<Vec<_>>().join(", ")
}
