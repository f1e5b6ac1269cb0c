//! The block `disclosure`: what a reader needs to judge the figures. What nobody said is "not disclosed".

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lists::inline;
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::evaluate::{Scope, evaluate};
use crate::expression;
use crate::figure::{Draft, Format, Role};
use crate::metrics;
use crate::model::{LoadModel, Run, Statistic};
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

/// The name of a condition as a label: `warm_up` is "Warm up".
pub(super) fn label_of(key: &str) -> String {
    let mut characters = key.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + characters.as_str()).replace('_', " ")
}

fn runs_here<'a>(desk: &Desk<'_>, suite: &'a Suite) -> Vec<&'a Run> {
    let fits =
        |run: &&Run| desk.fixed.iter().all(|(name, value)| run.dimensions.get(name).is_none_or(|other| other == value));
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

/// What oha says of requests that were under way when the time was up: they did not fail.
const CUT_OFF: &str = "errors{aborted due to deadline}";

/// Failed requests out of all, when the evidence counts both; that none failed, when every output
/// would have said so.
fn errors(desk: &mut Desk<'_>, suite: &Suite) -> Option<String> {
    let metrics: BTreeSet<Arc<str>> = suite.metrics().map(|metric| metric.metric).collect();
    let failures = metrics.iter().filter(|metric| is_failure(metric, &metrics));
    let failed: Vec<String> = failures
        .filter_map(|metric| Some(format!("{} {}", total(desk, suite, metric)?, failure_words(metric))))
        .collect();
    match failed.len() {
        0 if all_accounted(suite) => Some(format!("no output of {} names a failed request", suite.runs.len())),
        0 => None,
        _ => {
            let requests = total(desk, suite, "requests").map(|total| format!(" of {total} requests"));
            Some(failed.join(", ").trim_end().to_owned() + &requests.unwrap_or_default())
        }
    }
}

/// Whether a metric counts failed requests, and no other metric counts the same ones.
fn is_failure(metric: &str, all: &BTreeSet<Arc<str>>) -> bool {
    let part = metric.starts_with("errors{") && !all.contains("errors") && metric != CUT_OFF;
    let status = metric.strip_prefix("status_").is_some_and(|code| code.starts_with(['4', '5']));
    let counted = ["errors", "socket_errors", "non_2xx", "timeouts", "errors_connect", "errors_read", "errors_write"];
    part || status || counted.contains(&metric)
}

fn failure_words(metric: &str) -> String {
    match metric {
        "errors" => String::new(),
        _ => match (metric.strip_prefix("status_"), metrics::find(metric)) {
            (Some(code), _) => format!("with status {code}"),
            (None, Some(known)) => known.words.to_owned(),
            (None, None) => escape(&metric.replace('_', " ")),
        },
    }
}

/// Whether every run would have named its failures: the tool prints them when there are some, or counts by status.
fn all_accounted(suite: &Suite) -> bool {
    let counted = suite.data.iter().filter(|datum| datum.observation.metric.starts_with("status_"));
    let mut accounted: BTreeSet<usize> = counted.map(|datum| datum.run).collect();
    accounted.extend((0..suite.runs.len()).filter(|run| !suite.runs[*run].1.implied_zero.is_empty()));
    !suite.runs.is_empty() && accounted.len() == suite.runs.len()
}

/// The sum of a metric over all that is shown here, as a figure.
fn total(desk: &mut Desk<'_>, suite: &Suite, metric: &str) -> Option<String> {
    suite.statistics(metric).iter().find(|(statistic, _)| *statistic == Statistic::Count)?;
    let text = format!("sum(\"{metric}.count\"[*])");
    let source = std::sync::Arc::new(Source::new("(disclosure)", text.clone()));
    let parsed = expression::parse(&source, Span::new(0, text.len())).ok()?;
    let fixed = desk.fixed.clone();
    let outcome = evaluate(&Scope { suite, source: &source, fixed: &fixed }, &parsed).ok()?;
    let format = Format { unit: Unit::named("req"), decimals: Some(0) };
    let shown = format.text(suite, &outcome);
    let shown =
        number::read(&shown).numbers.first().map(|printed| desk.notation.rewrite(&number::format(printed.value, 0)))?;
    let draft = Draft {
        role: Role::Value,
        text: shown.clone(),
        outcome,
        expression: parsed.to_string(),
        unit: format.unit,
        verdict: None,
        claimed: String::new(),
        reason: String::new(),
    };
    let index = desk.figures.add(suite, draft);
    Some(desk.figure_html(suite, index, &escape(&shown), Marks::default()))
}

fn limits(suite: &Suite) -> view::DisclosedFact {
    let count = suite.manifest.limitations.len();
    let html = match count {
        0 => String::new(),
        _ => format!("<a href=\"#limitations\">{count} stated</a>"),
    };
    fact("Limits", html)
}
