//! What a report on a bare folder draws of its main figure: a course in time, lines over a number, bars, dots, or a grid.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::family::{self, Family};
use super::manifest::label;
use super::part::{
    MOST_BARS, MOST_CHARTS, MOST_SERIES, Part, chart, combinations, count, expression, has_gaps, is_of, listed, parts,
    titled, with_part,
};
use super::runs::{Kind, NONE};
use super::toml_text::string;
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Statistic};
use crate::number;

/// Bars that differ by more than this cannot be read beside each other.
const WIDEST: f64 = 200.0;

/// Dimensions whose values follow one another in time.
const COURSES: [&str; 2] = ["release", "date"];

/// Two of them are a comparison.
const FEWEST_IN_COURSE: usize = 3;

/// Lines are over so many numbers or more.
const FEWEST_PLACES: usize = 4;

/// So many charts of lines of one metric.
const MOST_LINES: usize = 6;

/// The first number by the last of a logarithmic axis.
const FEWEST_TIMES: f64 = 8.0;

/// The cells of a heat map, and its columns.
const MOST_CELLS: usize = 400;
const MOST_COLUMNS: usize = 12;

/// Dimensions whose numbers are names: they have an order and no distances.
const NAMED: [&str; 11] = ["case", "host", "id", "index", "number", "port", "query", "run", "section", "seed", "step"];

/// The charts of the main figure of a family.
pub(super) fn of(family: &Family<'_>) -> String {
    let kinds = [trends, lines, beside, grids];
    kinds.into_iter().map(|kind| kind(family)).find(|text| !text.is_empty()).unwrap_or_default()
}

/// What the releases, or the days, did one after the other, where there are enough of them for a course.
fn trends(family: &Family<'_>) -> String {
    let dimensions = || family.lines.iter().map(|line| &line.dimensions).collect::<Vec<_>>();
    let has_dates = family.lines.iter().all(|line| line.dimensions.contains_key("date"));
    let is_in_time = |name: &str| COURSES.contains(&name) || name == "commit" && has_dates;
    let is_course = |name: &&Arc<str>| is_in_time(name) && count(&dimensions(), name) >= FEWEST_IN_COURSE;
    let (Some(metric), Some(over)) = (family.columns.first(), family.charted.iter().find(is_course)) else {
        return String::new();
    };
    let others: Vec<Arc<str>> = family.charted.iter().filter(|name| *name != over).cloned().collect();
    let (fixed, series) = others.split_at(others.len().saturating_sub(1));
    let parts = parts(family, fixed, is_of(metric));
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        if series.iter().any(|name| count(of, name) > MOST_SERIES) {
            continue;
        }
        let caption = with_part(&format!("{} by {over}", titled(metric, &Vec::new())), part);
        let mut settings = vec![("value", expression(metric)), ("over", string(over))];
        settings.extend(series.iter().map(|name| ("series", string(name))));
        text += &chart("trend", &caption, &settings, part);
    }
    text
}

/// What follows from a number that was changed in steps: the main figure, and the tail of the latency where the
/// figure is a rate.
fn lines(family: &Family<'_>) -> String {
    let is_tail = |metric: &&MetricStatistic| {
        &*metric.metric == "latency" && matches!(metric.statistic, Some(Statistic::Percentile(_)))
    };
    let tail = family.columns.iter().skip(1).rfind(is_tail).filter(|_| family.kind == Kind::Load);
    let metrics = family.columns.first().into_iter().chain(tail);
    metrics.map(|metric| lines_of(family, metric)).collect()
}

fn lines_of(family: &Family<'_>, metric: &MetricStatistic) -> String {
    let mut charts: Vec<String> = Vec::new();
    let mut drawn: BTreeSet<&Dimensions> = BTreeSet::new();
    for over in sweeps(family) {
        let others: Vec<Arc<str>> = family.charted.iter().filter(|name| *name != over).cloned().collect();
        let (fixed, series) = others.split_at(others.len().saturating_sub(1));
        let mut parts = parts(family, fixed, is_of(metric));
        parts.retain(|(_, of)| of.iter().any(|own| !drawn.contains(own)) && can_be_lines(of, over, series));
        if charts.len() + parts.len() <= MOST_LINES {
            charts.extend(parts.iter().map(|part| line_chart(metric, part, over, series)));
            drawn.extend(parts.into_iter().flat_map(|(_, of)| of));
        }
    }
    charts.concat()
}

fn line_chart(metric: &MetricStatistic, (part, of): &Part<'_>, over: &Arc<str>, series: &[Arc<str>]) -> String {
    let caption = with_part(&format!("{} by {}", titled(metric, &Vec::new()), label(over).to_lowercase()), part);
    let mut settings = vec![("value", expression(metric)), ("x", string(over))];
    settings.extend(multiply(&amounts(of, over)).then(|| ("scale", string("log"))));
    let has_some = |name: &&Arc<str>| of.iter().any(|own| own.get(name).is_some_and(|value| **value != *NONE));
    settings.extend(series.iter().filter(has_some).map(|name| ("series", string(name))));
    chart("lines", &caption, &settings, part)
}

/// The dimensions whose values are amounts, those with the most first.
fn sweeps<'f>(family: &'f Family<'_>) -> Vec<&'f Arc<str>> {
    let of: Vec<&Dimensions> = family.lines.iter().map(|line| &line.dimensions).collect();
    let mut sweeps: Vec<&Arc<str>> = family.charted.iter().filter(|name| is_sweep(family, name)).collect();
    sweeps.sort_by_key(|name| std::cmp::Reverse(count(&of, name)));
    sweeps
}

/// Whether enough values of a dimension are amounts.
pub(super) fn is_sweep(family: &Family<'_>, name: &Arc<str>) -> bool {
    let of: Vec<&Dimensions> = family.lines.iter().map(|line| &line.dimensions).collect();
    let is_name = family::COMPARED.contains(&&**name) || family::NAMES.contains(&&**name) || NAMED.contains(&&**name);
    !is_name && amounts(&of, name).len() >= FEWEST_PLACES
}

/// The amounts that values of a dimension are, in rising order, each once.
fn amounts(of: &[&Dimensions], name: &Arc<str>) -> Vec<f64> {
    let values: BTreeSet<&str> = of.iter().filter_map(|own| own.get(name)).map(|value| &**value).collect();
    let mut amounts: Vec<f64> =
        number::amounts(&values.into_iter().collect::<Vec<_>>()).into_iter().flatten().collect();
    amounts.sort_by(f64::total_cmp);
    amounts.dedup();
    amounts
}

/// Whether runs are lines over a dimension: each has an amount of it, and there are enough on few lines.
fn can_be_lines(of: &[&Dimensions], over: &Arc<str>, series: &[Arc<str>]) -> bool {
    let places = amounts(of, over).len();
    let both: Vec<Arc<str>> = series.iter().chain([over]).cloned().collect();
    let are_amounts = places == count(of, over) && of.iter().all(|own| own.contains_key(over));
    are_amounts
        && places >= FEWEST_PLACES
        && series.iter().all(|name| count(of, name) <= MOST_SERIES)
        && !has_gaps(of, &both)
}

/// Whether steps multiply more than they add: their logarithms are the more evenly spaced.
fn multiply(amounts: &[f64]) -> bool {
    let (Some(first), Some(last)) = (amounts.first(), amounts.last()) else { return false };
    // How unlike steps are, whatever their size.
    let unlike = |of: &[f64]| {
        let steps: Vec<f64> = of.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = steps.iter().sum::<f64>() / steps.len() as f64;
        steps.iter().map(|step| (step / mean - 1.0).powi(2)).sum::<f64>()
    };
    let logarithms: Vec<f64> = amounts.iter().map(|amount| amount.ln()).collect();
    *first > 0.0 && last / first >= FEWEST_TIMES && unlike(&logarithms) < unlike(amounts)
}

/// Values beside each other: bars from zero; dots where many are not there, and where they are too far apart for bars.
fn beside(family: &Family<'_>) -> String {
    let Some(metric) = family.columns.first() else { return String::new() };
    let rows = &family.charted;
    let (fixed, shown) = rows.split_at(rows.len().saturating_sub(2));
    let parts = parts(family, fixed, is_of(metric));
    if parts.len() > MOST_CHARTS {
        let all = (Vec::new(), parts.into_iter().flat_map(|(_, of)| of).collect());
        let is_wide = is_wide(family, metric, &all);
        return is_wide.map_or_else(String::new, |is_wide| dots(metric, &all, rows, is_wide));
    }
    let chart = |part: &Part<'_>| match is_wide(family, metric, part) {
        None => String::new(),
        Some(false) if can_be_bars(&part.1, shown) => bars(metric, part, shown),
        Some(is_wide) => dots(metric, part, shown, is_wide),
    };
    parts.iter().map(chart).collect()
}

/// A grid too large for anything else: the dimension with the most values by the one that is compared.
fn grids(family: &Family<'_>) -> String {
    let of: Vec<&Dimensions> = family.lines.iter().map(|line| &line.dimensions).collect();
    let (Some(metric), Some((columns, others))) = (family.columns.first(), family.charted.split_last()) else {
        return String::new();
    };
    let Some(rows) = others.iter().max_by_key(|name| count(&of, name)) else { return String::new() };
    let fixed: Vec<Arc<str>> = others.iter().filter(|name| *name != rows).cloned().collect();
    let parts = parts(family, &fixed, is_of(metric));
    let both = [Arc::clone(rows), Arc::clone(columns)];
    let is_grid = |of: &[&Dimensions]| {
        count(of, columns) <= MOST_COLUMNS && combinations(of, &both) <= MOST_CELLS && !has_gaps(of, &both)
    };
    let can_be = |part: &&Part<'_>| is_wide(family, metric, part).is_some() && is_grid(&part.1);
    let settings = [("value", expression(metric)), ("rows", string(rows)), ("columns", string(columns))];
    let maps = parts.iter().filter(|_| parts.len() <= MOST_CHARTS).filter(can_be);
    maps.map(|(part, _)| chart("heat", &titled(metric, part), &settings, part)).collect()
}

fn can_be_bars(of: &[&Dimensions], shown: &[Arc<str>]) -> bool {
    let bars: usize = shown.iter().map(|name| count(of, name)).product();
    let series = shown.get(1).map_or(1, |name| count(of, name));
    bars <= MOST_BARS && series <= MOST_SERIES && combinations(of, shown) * 3 >= bars * 2
}

fn bars(metric: &MetricStatistic, (part, of): &Part<'_>, shown: &[Arc<str>]) -> String {
    let [groups, series @ ..] = shown else { return String::new() };
    let mut settings = vec![("value", expression(metric)), ("groups", string(groups))];
    settings.extend(series.first().map(|name| ("series", string(name))));
    if combinations(of, shown) < 2 { String::new() } else { chart("bars", &titled(metric, part), &settings, part) }
}

/// A row for each run that is there, where they are not too many; on a logarithmic axis where they are far apart.
fn dots(metric: &MetricStatistic, (part, of): &Part<'_>, shown: &[Arc<str>], is_wide: bool) -> String {
    let rows = combinations(of, shown);
    if !(2..=MOST_BARS).contains(&rows) {
        return String::new();
    }
    // The name of a file says nothing beside names that tell all runs apart: each row would have a heading of its own.
    let others: Vec<Arc<str>> = shown.iter().filter(|name| ***name != *"subject").cloned().collect();
    let named = if !others.is_empty() && combinations(of, &others) == rows { &others } else { shown };
    let mut settings = vec![("value", expression(metric)), ("rows", listed(named))];
    settings.extend(is_wide.then(|| ("zero", "false".to_owned())));
    chart("dots", &titled(metric, part), &settings, part)
}

/// Whether values of a metric in a part are too far apart to be read from zero; none where they can be drawn in no way.
fn is_wide(family: &Family<'_>, metric: &MetricStatistic, (_, of): &Part<'_>) -> Option<bool> {
    let of: BTreeSet<&Dimensions> = of.iter().copied().collect();
    let lines = family.lines.iter().filter(|line| of.contains(&line.dimensions));
    let observations = lines.flat_map(|line| &line.run.observations).filter(|o| is_of(metric)(o));
    let values: Vec<f64> = observations.map(|o| o.value * o.unit.base_scale()).collect();
    let least = |of: &mut dyn Iterator<Item = f64>| of.fold(f64::INFINITY, f64::min);
    let (low, above) = (least(&mut values.iter().copied()), least(&mut values.iter().copied().filter(|v| *v > 0.0)));
    let high = values.iter().copied().fold(0.0, f64::max);
    match () {
        () if low < 0.0 || high <= 0.0 => None,
        () if high <= above * WIDEST => Some(false),
        // Zero has no place on a logarithmic axis.
        () => (low > 0.0).then_some(true),
    }
}
