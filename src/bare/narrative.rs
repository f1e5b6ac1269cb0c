//! The text of a report on a bare folder.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Purpose;
use super::family::{self, Family};
use super::manifest::label;
use super::runs::{Kind, Line, NONE};
use super::toml_text::{string, table};
use super::words;
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Observation, Statistic};
use crate::suite::natural;
use crate::words::terms;

/// A part of a report has up to so many charts of a kind.
const MOST_CHARTS: usize = 4;

/// Lines or bars of one colour each.
const MOST_SERIES: usize = 8;

/// Bars in a chart.
const MOST_BARS: usize = 40;

/// Quartiles are of so many measurements or more.
const FEWEST_BOX: u64 = 5;

/// A histogram is of so many or more.
const FEWEST_BARS: u64 = 20;

/// Bars that differ by more than this cannot be read beside each other.
const WIDEST: f64 = 200.0;

/// A heat map over time is of so many slices and measurements or more, and of so many runs at most.
const FEWEST_SLICES: usize = 10;
const FEWEST_MAPPED: u64 = 500;
const MOST_MAPPED: usize = 3;

/// So many heat maps a part has at most: each cell is a figure that a page must hold.
const MOST_MAPS: usize = 2;

/// Dimensions whose values follow one another in time.
const COURSES: [&str; 2] = ["release", "date"];

/// Two of them are a comparison.
const FEWEST_IN_COURSE: usize = 3;

/// So many values of a dimension stand beside each other.
const MOST_ACROSS: usize = 6;

/// Of files that are not read for the same reason so many are named.
const MOST_NAMED: usize = 3;

/// What a report is about.
pub(super) struct Subject<'a> {
    /// The title.
    pub(super) title: &'a str,
    /// The name of the suite.
    pub(super) suite: &'a str,
    /// The name of the folder, or file, that the evidence was taken from.
    pub(super) given: &'a str,
    /// Files that are not read, each with the reason.
    pub(super) kept: &'a [(String, String)],
    /// Who goes on with it.
    pub(super) purpose: Purpose,
}

/// The narrative.
pub(super) fn write(subject: &Subject<'_>, families: &[Family<'_>]) -> String {
    let mut text =
        format!("+++\ntitle = {}\nsuite = {}\nchecklist = true\n+++\n\n", string(subject.title), string(subject.suite));
    text +=
        "> This report was inferred: its dimensions are guesses from the names of files and from what the files say.\n";
    text += &match subject.purpose {
        Purpose::Report => format!(
            "> Every number follows from what the tools wrote. `benchbook new --from {} SITE` writes the same as a site whose\n\
             > `suite.toml` and text you can edit.\n\n",
            super::as_word(subject.given)
        ),
        Purpose::Site => format!(
            "> Every number follows from what the tools wrote. Correct the guesses in `data/{}/suite.toml`, write here what was\n\
             > measured, and take this paragraph out.\n\n",
            subject.suite
        ),
    };
    for family in families {
        text += &format!("## {}\n\n", heading(family));
        text += &table_block(family);
        let trends = trends(family);
        text += &if trends.is_empty() { bars(family) } else { trends };
        text += &spread(family);
        text += &percentiles(family);
        text += &timelines(family);
    }
    text += "## Evidence\n\n```evidence\n```\n";
    text + &kept(subject.kept)
}

/// The files that are not read: several with the same reason in one line.
fn kept(kept: &[(String, String)]) -> String {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for (path, why) in kept {
        let place = *places.entry(why).or_insert_with(|| {
            reasons.push((why, Vec::new()));
            reasons.len() - 1
        });
        reasons[place].1.push(format!("`{}`", path.replace('`', "'")));
    }
    let line = |(why, paths): (&str, Vec<String>)| match &paths[..] {
        [one] => format!("- {one} {}\n", plain(why)),
        few if few.len() <= MOST_NAMED => format!("- {} each {}\n", few.join(", "), plain(why)),
        many => {
            format!("- {} and {} more each {}\n", many[..MOST_NAMED].join(", "), many.len() - MOST_NAMED, plain(why))
        }
    };
    match reasons.is_empty() {
        true => String::new(),
        false => {
            let lines: String = reasons.into_iter().map(line).collect();
            format!("\nOther files are published with it and were not read:\n\n{lines}")
        }
    }
}

/// A reason without what Markdown would take for more than text.
fn plain(why: &str) -> String {
    let mut out = String::new();
    for (at, part) in why.split('`').enumerate() {
        let is_code = at % 2 == 1;
        let escaped: String = part
            .chars()
            .flat_map(|c| if !is_code && "\\*_[]<>#".contains(c) { vec!['\\', c] } else { vec![c] })
            .collect();
        out += &if is_code { format!("`{escaped}`") } else { escaped };
    }
    out
}

fn heading(family: &Family<'_>) -> &'static str {
    match family.kind {
        Kind::Load => "Throughput and latency",
        Kind::Time => "Time per iteration",
        Kind::Other => "Results",
    }
}

/// The way an expression names a metric.
fn expression(metric: &MetricStatistic) -> String {
    let name = metric.name();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    // What is escaped in TOML would not be found in it as an expression.
    match () {
        () if name.chars().all(is_plain) => string(&name),
        () if name.contains('\'') => format!("'''\"{name}\"'''"),
        () => format!("'\"{name}\"'"),
    }
}

/// A column: one that is the only one of its metric is called what that is called, where the statistic adds nothing.
fn column(metric: &MetricStatistic, all: &[MetricStatistic]) -> String {
    let adds_nothing =
        |statistic| matches!(statistic, Statistic::Mean | Statistic::Rate | Statistic::Count | Statistic::Value);
    let is_alone = all.iter().filter(|other| other.metric == metric.metric).count() == 1;
    let has_words = metrics::find(&metric.metric).is_some_and(|known| Some(known.statistic) == metric.statistic);
    match metric.statistic.is_some_and(adds_nothing) && is_alone && !has_words && &*metric.metric != "latency" {
        true => format!("{{ value = {}, label = {} }}", expression(metric), string(&metric.metric.replace('_', " "))),
        false => expression(metric),
    }
}

fn table_block(family: &Family<'_>) -> String {
    if family.columns.is_empty() {
        return String::new();
    }
    let columns = family.columns.iter().map(|metric| column(metric, &family.columns));
    let columns: Vec<String> = columns.chain(family.rates.iter().map(|rate| rate.column(&family.rates))).collect();
    let across = across(family);
    let rows = &family.rows[..family.rows.len() - usize::from(across.is_some())];
    let across = across.map_or(String::new(), |name| format!("across = {}\n", string(name)));
    let values = if across.is_empty() { "columns" } else { "cell" };
    let rows: Vec<String> = rows.iter().map(|name| string(name)).collect();
    format!(
        "```table\ncaption = {}\nrows = [{}]\n{across}{values} = [{}]\n```\n\n",
        string(&caption("All runs", &family.rows)),
        rows.join(", "),
        columns.join(", ")
    )
}

/// The last dimension of the rows, where its values can stand beside each other instead: few values of one metric,
/// of which hardly one is missing.
fn across<'f>(family: &'f Family<'_>) -> Option<&'f Arc<str>> {
    let last =
        family.rows.last().filter(|_| family.rows.len() > 1 && family.columns.len() + family.rates.len() == 1)?;
    let of: Vec<&Dimensions> = family.lines.iter().map(|line| &line.dimensions).collect();
    let cells = family.rows.iter().map(|name| count(&of, name)).product();
    ((2..=MOST_ACROSS).contains(&count(&of, last)) && !has_gaps(&of, &family.rows, cells)).then_some(last)
}

fn caption(what: &str, rows: &[Arc<str>]) -> String {
    let names: Vec<String> = rows.iter().map(|name| label(name).to_lowercase()).collect();
    match names.split_last() {
        Some((last, [])) => format!("{what} by {last}"),
        Some((last, others)) => format!("{what} by {} and {last}", others.join(", ")),
        None => what.to_owned(),
    }
}

/// What a part of a family has in common, and the dimensions of its runs.
type Part<'f> = (Vec<(&'f str, &'f str)>, Vec<&'f Dimensions>);

/// The parts of a family that have a chart of their own, by their fixed dimensions, numbers in order:
/// of the runs that have something to show.
fn parts<'f>(family: &'f Family<'_>, fixed: &'f [Arc<str>], is_shown: impl Fn(&Observation) -> bool) -> Vec<Part<'f>> {
    parts_of(family, fixed, |line| line.run.observations.iter().any(&is_shown))
}

/// The parts of the runs that are shown.
fn parts_of<'f>(family: &'f Family<'_>, fixed: &'f [Arc<str>], is_shown: impl Fn(&Line<'_>) -> bool) -> Vec<Part<'f>> {
    let mut parts: BTreeMap<Vec<(&str, &str)>, Vec<&Dimensions>> = BTreeMap::new();
    for line in family.lines.iter().filter(|line| is_shown(line)) {
        let pair = |name: &'f Arc<str>| line.dimensions.get(name).map(|value| (&**name, &**value));
        parts.entry(fixed.iter().filter_map(pair).collect()).or_default().push(&line.dimensions);
    }
    let mut parts: Vec<Part<'f>> = parts.into_iter().collect();
    let amounts =
        |part: &Part<'f>| -> Vec<f64> { part.0.iter().map(|(_, v)| words::amount(v).unwrap_or(0.0)).collect() };
    let by_names = |a: &Part<'f>, b: &Part<'f>| {
        let values = a.0.iter().zip(&b.0).map(|((_, a), (_, b))| natural(a, b));
        values.fold(Ordering::Equal, Ordering::then)
    };
    parts.sort_by(|a, b| by_names(a, b));
    parts.sort_by(|a, b| amounts(a).partial_cmp(&amounts(b)).unwrap_or(Ordering::Equal));
    parts
}

fn count(of: &[&Dimensions], name: &Arc<str>) -> usize {
    of.iter().filter_map(|dimensions| dimensions.get(name)).collect::<BTreeSet<_>>().len()
}

fn bars(family: &Family<'_>) -> String {
    let Some(metric) = family.columns.first().filter(|metric| can_be_bars(family, metric)) else {
        return String::new();
    };
    let rows = &family.charted;
    let (fixed, shown) = rows.split_at(rows.len().saturating_sub(2));
    let is_shown = |o: &Observation| o.metric == metric.metric && Some(o.statistic) == metric.statistic;
    let parts = parts(family, fixed, is_shown);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        let bars: usize = shown.iter().map(|name| count(of, name)).product();
        if has_gaps(of, shown, bars) {
            text += &dots(metric, part, shown);
            continue;
        }
        let series = shown.get(1).map_or(1, |name| count(of, name));
        if !(2..=MOST_BARS).contains(&bars) || series > MOST_SERIES {
            continue;
        }
        text += &format!(
            "```chart\nkind = \"bars\"\ncaption = {}\nvalue = {}\n",
            string(&titled(metric, part)),
            expression(metric)
        );
        text += &format!("groups = {}\n", string(&shown[0]));
        text += &shown.get(1).map_or(String::new(), |name| format!("series = {}\n", string(name)));
        text += &where_line(part);
    }
    text
}

/// Whether half or more of the bars of a chart would not be there.
fn has_gaps(of: &[&Dimensions], shown: &[Arc<str>], bars: usize) -> bool {
    let key = |dimensions: &&&Dimensions| shown.iter().map(|name| dimensions.get(name).cloned()).collect::<Vec<_>>();
    of.iter().map(|dimensions| key(&dimensions)).collect::<BTreeSet<_>>().len() * 2 <= bars
}

/// A row for each run that is there.
fn dots(metric: &MetricStatistic, part: &[(&str, &str)], shown: &[Arc<str>]) -> String {
    let rows: Vec<String> = shown.iter().map(|name| string(name)).collect();
    let (caption, rows) = (string(&titled(metric, part)), rows.join(", "));
    let value = expression(metric);
    format!("```chart\nkind = \"dots\"\ncaption = {caption}\nvalue = {value}\nrows = [{rows}]\n") + &where_line(part)
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
    let parts = parts(family, fixed, |o| o.metric == metric.metric && Some(o.statistic) == metric.statistic);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        if series.iter().any(|name| count(of, name) > MOST_SERIES) {
            continue;
        }
        let caption = string(&with_part(&format!("{} by {over}", titled(metric, &[])), part));
        text += &format!("```chart\nkind = \"trend\"\ncaption = {caption}\nvalue = {}\n", expression(metric));
        text += &format!("over = {}\n", string(over));
        text += &series.iter().map(|name| format!("series = {}\n", string(name))).collect::<String>();
        text += &where_line(part);
    }
    text
}

/// How the single measurements of runs are spread: a box a run, or the histogram of a single one.
fn spread(family: &Family<'_>) -> String {
    let Some(metric) = family.columns.first().filter(|metric| has_samples(family, metric)) else {
        return String::new();
    };
    let (fixed, shown) = family.charted.split_at(family.charted.len().saturating_sub(2));
    let is_shown = |o: &Observation| o.metric == metric.metric;
    let parts = parts(family, fixed, is_shown);
    let value = string(&format!("samples({})", metric.metric));
    let is_histogram = matches!(family.lines[..], [line] if counted(line, metric) >= FEWEST_BARS);
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        let boxes: usize = shown.iter().map(|name| count(of, name).max(1)).product();
        if boxes > MOST_BARS {
            continue;
        }
        let caption = string(&with_part(&format!("Samples of {}", words_of(metric)), part));
        text += &match boxes {
            1 if is_histogram => format!("```chart\nkind = \"histogram\"\ncaption = {caption}\nvalue = {value}\n"),
            _ => {
                let rows: Vec<String> = shown.iter().map(|name| string(name)).collect();
                let rows = rows.join(", ");
                format!("```chart\nkind = \"box\"\ncaption = {caption}\nvalue = {value}\nrows = [{rows}]\n")
            }
        };
        text += &where_line(part);
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

/// Whether values of a metric can be read as bars beside each other.
fn can_be_bars(family: &Family<'_>, metric: &MetricStatistic) -> bool {
    let observations = family.lines.iter().flat_map(|line| &line.run.observations);
    let own = observations.filter(|o| o.metric == metric.metric && Some(o.statistic) == metric.statistic);
    let values: Vec<f64> = own.map(|o| o.quantity.value * o.quantity.unit.base_scale()).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    low >= 0.0 && high > 0.0 && high <= low * WIDEST
}

fn percentiles(family: &Family<'_>) -> String {
    let Some((series, fixed)) = family.charted.split_last() else { return String::new() };
    let tail = tail(family);
    if tail.iter().filter(|name| *name != "max").count() < 2 {
        return String::new();
    }
    let shown = tail.iter().map(|name| string(name)).collect::<Vec<_>>().join(", ");
    let parts = parts(family, fixed, |o| &*o.metric == "latency" && tail.contains(&o.statistic.name()));
    let mut text = String::new();
    for (part, of) in parts.iter().filter(|_| parts.len() <= MOST_CHARTS) {
        if count(of, series) <= MOST_SERIES {
            let title = with_part("Latency by percentile", part);
            text += &format!(
                "```chart\nkind = \"percentiles\"\ncaption = {}\nseries = {}\n",
                string(&title),
                string(series)
            );
            text += &format!("percentiles = [{shown}]\n");
            text += &where_line(part);
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
        let chart = |kind: &str, title: &str| {
            let caption = string(&with_part(title, part));
            let series = if count(of, series) > 1 { format!("series = {}\n", string(series)) } else { String::new() };
            format!("```chart\nkind = {}\ncaption = {caption}\n{series}", string(kind)) + &where_line(part)
        };
        if count(of, series) <= MOST_SERIES {
            text += &chart("timeline", "Over time");
        }
        if maps.contains(part) {
            text += &chart("heat", "How many requests took how long, over time");
        }
    }
    text
}

/// The parts that have a heat map of latency over time: few, of few runs, each of enough measurements that cells differ.
fn maps<'f>(family: &'f Family<'_>, fixed: &'f [Arc<str>]) -> BTreeSet<Vec<(&'f str, &'f str)>> {
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

fn where_line(part: &[(&str, &str)]) -> String {
    let line = if part.is_empty() { String::new() } else { format!("where = {}\n", table(part.iter().copied())) };
    line + "```\n\n"
}

/// What a metric measures: "time per iteration".
fn words_of(metric: &MetricStatistic) -> String {
    let known = metrics::find(&metric.metric).filter(|known| known.name != "latency");
    known.map_or_else(|| metric.name(), |known| terms::quantity(known).english())
}

fn titled(metric: &MetricStatistic, part: &[(&str, &str)]) -> String {
    let words = words_of(metric);
    let mut characters = words.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    with_part(&(first + characters.as_str()), part)
}

fn with_part(what: &str, part: &[(&str, &str)]) -> String {
    let word = |(name, value): &(&str, &str)| {
        let is_number = value.starts_with(|c: char| c.is_ascii_digit());
        match () {
            () if *value == NONE => format!("no {}", label(name).to_lowercase()),
            () if is_number => format!("{} {value}", label(name).to_lowercase()),
            () => (*value).to_owned(),
        }
    };
    std::iter::once(what.to_owned()).chain(part.iter().map(word)).collect::<Vec<_>>().join(", ")
}
