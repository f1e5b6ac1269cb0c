//! The text of `suite.toml` for a bare folder.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::rules::{RAW, Rule};
use super::runs::{Kind, Line, NONE, Runs};
use super::toml_text::{key, string, strings, table};
use super::{names, words};
use crate::number;
use crate::suite::natural;

/// The manifest; `order` are the dimensions in the order in which they are shown.
pub(super) fn write(title: &str, rules: &[Rule], runs: &Runs<'_>, order: &[Arc<str>]) -> String {
    let mut text = String::from(
        "# Made from the names and the content of the files below `raw`. All of it is a guess that you can change:\n\
         # the patterns of paths, the names of dimensions, their labels and the order of their values.\n\n",
    );
    text += &format!("title = {}\n", string(title));
    for rule in rules {
        text += &evidence(rule, &runs.facts);
    }
    let lines = runs.lines();
    for name in order {
        text += &dimension(name, &lines);
    }
    text += "\n# What no output tells, and a reader needs to judge the figures:\n# [conditions]\n# hardware = \"…\"\n";
    if lines.iter().any(|line| line.kind == Kind::Load) {
        text += "# protocol = \"HTTP/1.1\"\n# load = \"closed\"\n";
    }
    text
}

fn evidence(rule: &Rule, facts: &[&str]) -> String {
    let below = |pattern: &String| format!("{RAW}/{pattern}");
    let mut text = format!("\n[[evidence]]\nfiles = {}\n", strings(&rule.files.iter().map(below).collect::<Vec<_>>()));
    let left: Vec<String> = rule.leave_out.iter().map(below).chain(rule.left_headings.iter().cloned()).collect();
    if !left.is_empty() {
        text += &format!("leave_out = {}\n", strings(&left));
    }
    if let Some(sections) = &rule.sections {
        text += &format!("sections = {}\n", string(sections));
    }
    if !rule.by.is_empty() {
        text += &format!("by = {}\n", strings(&rule.by));
    }
    if !rule.set.is_empty() {
        text += &format!("set = {}\n", table(rule.set.iter().map(|(name, value)| (&**name, &**value))));
    }
    if !facts.is_empty() {
        text += &format!("facts = {}\n", strings(&facts.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()));
    }
    text
}

fn dimension(name: &Arc<str>, lines: &[Line<'_>]) -> String {
    let mut text = format!("\n[dimensions.{}]\nlabel = {}\n", key(name), string(&label(name)));
    if **name == *names::ROUND {
        text += "repeat = true\n";
    }
    let values: BTreeSet<&str> =
        lines.iter().filter_map(|line| line.dimensions.get(name)).map(|value| &**value).collect();
    let labels = match &**name {
        "url" => without_host(&values),
        "release" if values.len() > 1 => by_version(&values),
        "variant" => before_and_after(&values),
        "commit" => in_order_of_time(name, lines),
        _ => by_size(&values),
    };
    if !labels.is_empty() {
        text += &format!("values = {}\n", table(labels.iter().map(|(value, label)| (*value, label.as_str()))));
    }
    text
}

/// A name as a label: `http_version` as `Http version`.
pub(super) fn label(name: &str) -> String {
    match name {
        "url" => "Address".to_owned(),
        "vus" => "VUs".to_owned(),
        "os" => "OS".to_owned(),
        _ => {
            let mut characters = name.chars();
            let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            (first + characters.as_str()).replace('_', " ")
        }
    }
}

/// Addresses of one host by their paths.
fn without_host<'a>(values: &BTreeSet<&'a str>) -> Vec<(&'a str, String)> {
    let split = |url: &'a str| -> Option<(&'a str, &'a str)> {
        let host = url.find("://")? + 3;
        let path = url[host..].find('/').map_or(url.len(), |at| host + at);
        Some((&url[..path], &url[path..]))
    };
    let parts: Option<BTreeMap<&str, (&str, &str)>> = values.iter().map(|url| Some((*url, split(url)?))).collect();
    let Some(parts) = parts else { return Vec::new() };
    let hosts: BTreeSet<&str> = parts.values().map(|(host, _)| *host).collect();
    if hosts.len() > 1 {
        return Vec::new();
    }
    parts.into_iter().map(|(url, (_, path))| (url, if path.is_empty() { "/" } else { path }.to_owned())).collect()
}

/// Versions, the oldest first: 1.9 before 1.10.
fn by_version<'a>(values: &BTreeSet<&'a str>) -> Vec<(&'a str, String)> {
    let numbers = |version: &str| -> Vec<u64> {
        let parts = version.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().unwrap_or(u64::MAX)).collect()
    };
    let mut versions: Vec<&str> = values.iter().copied().collect();
    versions.sort_by_cached_key(|version| numbers(version));
    versions.into_iter().map(|version| (version, version.to_owned())).collect()
}

/// Commits in the order of their dates, else of their files, which are often numbered, by the beginnings of their hashes.
fn in_order_of_time<'l>(name: &str, lines: &'l [Line<'_>]) -> Vec<(&'l str, String)> {
    let mut lines: Vec<&Line<'_>> = lines.iter().collect();
    lines.sort_by_key(|line| (line.dimensions.get("date").cloned(), line.path));
    let mut met = BTreeSet::new();
    let values = lines.into_iter().filter_map(|line| line.dimensions.get(name));
    values.filter(|value| met.insert(*value)).map(|value| (&**value, value.chars().take(7).collect())).collect()
}

/// What was there before a change, then the change; in the order of their names where no word tells that.
fn before_and_after<'a>(values: &BTreeSet<&'a str>) -> Vec<(&'a str, String)> {
    let mut values: Vec<&str> = values.iter().copied().collect();
    let ordered = values.clone();
    values.sort_by_key(|value| (**value != *NONE, words::side(value)));
    let labelled = values.iter().map(|value| (*value, (*value).to_owned()));
    if values == ordered { Vec::new() } else { labelled.collect() }
}

/// Sizes, times and other numbers by how much they are, where their letters and digits would not tell.
fn by_size<'a>(values: &BTreeSet<&'a str>) -> Vec<(&'a str, String)> {
    let mut names: Vec<&str> = values.iter().copied().collect();
    names.sort_by(|a, b| natural(a, b));
    let found = number::amounts(&names).into_iter().zip(names);
    let known: Option<Vec<(&str, f64)>> = found.map(|(amount, name)| Some((name, amount?))).collect();
    let mut amounts = known.unwrap_or_default();
    if amounts.is_sorted_by(|a, b| a.1 <= b.1) {
        return Vec::new();
    }
    amounts.sort_by(|a, b| a.1.total_cmp(&b.1));
    amounts.into_iter().map(|(value, _)| (value, value.to_owned())).collect()
}
