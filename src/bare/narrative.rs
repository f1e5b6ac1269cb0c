//! The text of a report on a bare folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::family::{self, Family};
use super::manifest::label;
use super::part::{count, expression, has_gaps, listed};
use super::runs::Kind;
use super::toml_text::{key, list, string};
use super::{Purpose, charts, spread};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Statistic};

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
    /// Files that hold runs which are called warm-ups and not read.
    pub(super) warm_ups: &'a [&'a str],
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
    let mut above = "";
    for family in families {
        if above != heading(family) {
            above = heading(family);
            text += &format!("## {above}\n\n");
        }
        text += &table_block(family);
        if family.among.is_none() {
            text += &charts::of(family);
            text += &spread::of(family);
        }
    }
    text += "## Evidence\n\n```evidence\n```\n";
    let warm_up =
        |path: &&str| format!("\nIn `{}` the runs that are called warm-ups were not read.\n", path.replace('`', "'"));
    text + &subject.warm_ups.iter().map(warm_up).collect::<String>() + &kept(subject.kept)
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
    let best = if is_compared(family) { "" } else { "best = false\n" };
    let among = family.among.as_ref().map_or_else(String::new, |(name, values)| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        format!("where = {{ {} = {} }}\n", key(name), list(&values))
    });
    format!(
        "```table\ncaption = {}\nrows = {}\n{across}{values} = [{}]\n{among}{best}```\n\n",
        string(&caption("All runs", &family.rows)),
        listed(rows),
        columns.join(", ")
    )
}

/// Whether the rows of a group do the same thing in other ways, so that one of them is the best: of benchmarks, sizes
/// and the like none is. Commands are what hyperfine compares.
fn is_compared(family: &Family<'_>) -> bool {
    let are_commands = || family.lines.iter().all(|line| line.tool.starts_with("hyperfine"));
    let is_thing = |name: &Arc<str>| {
        family::NAMES.contains(&&**name) && !are_commands() || charts::is_sweep(family, name) || **name == *"parameter"
    };
    !family.rows.last().is_some_and(is_thing)
}

/// The last dimension of the rows, where its values can stand beside each other instead: few values of one metric,
/// of which hardly one is missing.
fn across<'f>(family: &'f Family<'_>) -> Option<&'f Arc<str>> {
    let last =
        family.rows.last().filter(|_| family.rows.len() > 1 && family.columns.len() + family.rates.len() == 1)?;
    let of: Vec<&Dimensions> = family.lines.iter().map(|line| &line.dimensions).collect();
    ((2..=MOST_ACROSS).contains(&count(&of, last)) && !has_gaps(&of, &family.rows)).then_some(last)
}

fn caption(what: &str, rows: &[Arc<str>]) -> String {
    let names: Vec<String> = rows.iter().map(|name| label(name).to_lowercase()).collect();
    match names.split_last() {
        Some((last, [])) => format!("{what} by {last}"),
        Some((last, others)) => format!("{what} by {} and {last}", others.join(", ")),
        None => what.to_owned(),
    }
}
