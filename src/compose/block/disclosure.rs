//! The block `disclosure`: what a reader needs to judge the figures. What nobody said is "not disclosed".

use std::collections::BTreeMap;

use super::lists::inline;
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::evaluate::{Scope, evaluate};
use crate::expression;
use crate::figure::{Draft, Format, Role};
use crate::metrics;
use crate::model::{LoadModel, Run};
use crate::number;
use crate::render::view;
use crate::source::{Source, Span};
use crate::suite::Suite;
use crate::units::Unit;

/// Facts that every benchmark owes its readers, with their labels; a missing one is shown as missing.
const OWED: [(&str, &str); 5] = [
    ("workload", "Workload"),
    ("hardware", "Hardware"),
    ("protocol", "Protocol"),
    ("load", "Load model"),
    ("duration", "Duration"),
];

/// Renders the disclosure for what holds here.
pub(in crate::compose) fn render(desk: &mut Desk<'_>, suite: &Suite) -> String {
    let part: Vec<(String, String)> =
        desk.fixed.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let conditions = suite.manifest.conditions_for(&part);
    let runs: Vec<&Run> = runs_here(desk, suite);
    let mut facts = Vec::new();
    for (key, label) in OWED {
        let html = match key {
            "load" => load(&conditions, &runs),
            _ => conditions.get(key).map(|text| inline(text)).or_else(|| told(&runs, key)).unwrap_or_default(),
        };
        facts.push(fact(label, html));
    }
    for key in in_order(suite) {
        if let Some(value) = conditions.get(key).filter(|_| !OWED.iter().any(|(owed, _)| *owed == key)) {
            facts.push(fact(&label_of(key), inline(value)));
        }
    }
    if !conditions.contains_key("connections") {
        facts.extend(told(&runs, "connections").map(|html| fact("Connections", html)));
    }
    facts.extend(repeats(suite));
    facts.push(fact("Errors", errors(desk, suite).unwrap_or_default()));
    facts.push(limits(suite));
    desk.template("blocks/disclosure.html", "disclosure", view::Disclosure { facts })
}

/// The names of conditions, each once, in the order of the manifest.
fn in_order(suite: &Suite) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for condition in &suite.manifest.conditions {
        if !names.contains(&condition.name.as_str()) {
            names.push(&condition.name);
        }
    }
    names
}

fn fact(label: &str, html: String) -> view::DisclosedFact {
    view::DisclosedFact { label: label.to_owned(), html }
}

fn label_of(key: &str) -> String {
    let mut characters = key.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + characters.as_str()).replace('_', " ")
}

fn runs_here<'a>(desk: &Desk<'_>, suite: &'a Suite) -> Vec<&'a Run> {
    let fits = |run: &&Run| desk.fixed.iter().all(|(name, value)| run.dimensions.get(name).is_none_or(|other| other == value));
    suite.runs.iter().map(|(_, run)| run).filter(fits).collect()
}

/// What the files say, when all say the same.
fn told(runs: &[&Run], name: &str) -> Option<String> {
    let mut values = runs.iter().flat_map(|run| &run.facts).filter(|fact| fact.name == name).map(|fact| &fact.value);
    let first = values.next()?;
    values.all(|value| value == first).then(|| escape(first))
}

fn load(conditions: &BTreeMap<&str, &str>, runs: &[&Run]) -> String {
    let mut models = runs.iter().filter_map(|run| run.load);
    let of_files = models.next().filter(|first| models.all(|model| model == *first));
    let stated = match conditions.get("load").copied() {
        Some("closed") => Some(LoadModel::Closed),
        Some("open") => Some(LoadModel::Open),
        Some("open, corrected") => Some(LoadModel::OpenCorrected),
        Some(other) => return inline(other),
        None => None,
    };
    match stated.or(of_files.filter(|model| *model != LoadModel::Unknown)) {
        Some(LoadModel::Closed) => "closed loop: a stalled server is asked less often".to_owned(),
        Some(LoadModel::Open) => "open loop: requests on a schedule, whatever the answers".to_owned(),
        Some(LoadModel::OpenCorrected) => {
            "open loop, latency counted from the scheduled start (corrected for coordinated omission)".to_owned()
        }
        Some(LoadModel::Unknown) | None => String::new(),
    }
}

/// How often each measurement was repeated, from the evidence itself.
fn repeats(suite: &Suite) -> Vec<view::DisclosedFact> {
    let repeats = suite.vocabulary.dimensions.iter().filter(|dimension| dimension.repeat);
    repeats.map(|dimension| fact(&format!("{}s", dimension.label), dimension.values.len().to_string())).collect()
}

/// Failed requests out of all, when the evidence counts both.
fn errors(desk: &mut Desk<'_>, suite: &Suite) -> Option<String> {
    let failed = ["errors", "socket_errors", "non_2xx"].into_iter().filter_map(|metric| total(desk, suite, metric));
    let failed: Vec<(String, &str)> = failed.collect();
    let requests = total(desk, suite, "requests");
    let silent = suite.runs.iter().filter(|(_, run)| !run.implied_zero.is_empty()).count();
    match (&failed[..], requests) {
        ([(failed, _)], Some((requests, _))) => Some(format!("{failed} of {requests} requests")),
        ([], _) if silent > 0 && silent == suite.runs.len() => {
            Some(format!("none printed in {silent} outputs (the tool prints errors only when there are some)"))
        }
        ([], _) => None,
        (many, _) => {
            let named = |metric: &str| match metrics::find(metric) {
                Some(known) => known.words.to_owned(),
                None => metric.replace('_', " "),
            };
            let words = many.iter().map(|(html, metric)| format!("{html} {}", named(metric)));
            Some(words.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The sum of a metric over all that is shown here, as a figure.
fn total<'m>(desk: &mut Desk<'_>, suite: &Suite, metric: &'m str) -> Option<(String, &'m str)> {
    if suite.statistics(metric).is_empty() {
        return None;
    }
    let text = format!("sum({metric}.count[*])");
    let source = std::sync::Arc::new(Source::new("(disclosure)", text.clone()));
    let parsed = expression::parse(&source, Span::new(0, text.len())).ok()?;
    let fixed = desk.fixed.clone();
    let outcome = evaluate(&Scope { suite, source: &source, fixed: &fixed }, &parsed).ok()?;
    let format = Format { unit: Unit::named("req"), decimals: Some(0) };
    let shown = format.text(suite, &outcome);
    let shown = number::read(&shown).numbers.first().map(|printed| number::format(printed.value, 0))?;
    let draft = Draft {
        role: Role::Value,
        text: shown.clone(),
        outcome,
        expression: parsed.to_string(),
        unit: format.unit,
        verdict: None,
        reason: String::new(),
    };
    let index = desk.figures.add(suite, draft);
    Some((desk.figure_html(suite, index, &escape(&shown), Marks::default()), metric))
}

fn limits(suite: &Suite) -> view::DisclosedFact {
    let count = suite.manifest.limitations.len();
    let html = match count {
        0 => String::new(),
        _ => format!("<a href=\"#limitations\">{count} stated</a>"),
    };
    fact("Limits", html)
}
