//! The block `disclosure`: what a reader needs to judge the figures. What nobody said is "not disclosed".

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lists::inline;
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::evaluate::{Element, Outcome, Scope, Term, evaluate};
use crate::expression::{self, Operator};
use crate::figure::{Draft, Format, Role};
use crate::model::{Dimensions, Run, Statistic};
use crate::number;
use crate::render::view;
use crate::source::{Source, Span};
use crate::suite::disclosure::{self, Answer, Answered, label_of, load_of, load_words, named_load, runs_of, told};
use crate::suite::flight::Flight;
use crate::suite::{Suite, failures};
use crate::units::{Quantity, Unit};

/// Facts that every benchmark owes its readers: the name of the condition, the label, and the item of the
/// checklist that tells it too. A missing one is shown as missing.
const OWED: [(&str, &str, &str); 5] = [
    ("workload", "Workload", "workload"),
    ("hardware", "Hardware", "hardware"),
    ("protocol", "Protocol", "network"),
    ("load", "Load model", "load_model"),
    ("duration", "Duration", ""),
];

/// The condition that says what failed where the evidence does not count it.
const ERRORS: &str = "errors";

/// Renders the disclosure for what holds here, with the whole checklist when that is asked for.
pub(in crate::compose) fn render(desk: &mut Desk<'_>, suite: &Suite, checklist: bool) -> String {
    let part: Vec<(String, String)> =
        desk.fixed.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let conditions = suite.manifest.conditions_for(&part);
    let runs = runs_of(suite, &desk.fixed);
    let mut facts: Vec<view::DisclosedFact> =
        OWED.iter().map(|(key, label, item)| fact(label, owed(suite, &conditions, &runs, key, item))).collect();
    for key in in_order(suite) {
        let is_placed = key == ERRORS || OWED.iter().any(|(owed, ..)| *owed == key);
        if let Some(value) = conditions.get(key).filter(|_| !is_placed) {
            facts.push(fact(&label_of(key), inline(value)));
        }
    }
    if !conditions.contains_key("connections") {
        facts.extend(told(&runs, "connections").map(|text| fact("Connections", escape(text))));
    }
    facts.extend(busy(desk, suite));
    facts.extend(repeats(suite));
    let failed = Failed::count(desk, suite);
    let stated = || conditions.get(ERRORS).map(|text| inline(text)).or_else(|| own_words(suite, ERRORS));
    facts.push(fact("Errors", failed.html(desk, suite, Marks::default()).or_else(stated).unwrap_or_default()));
    facts.push(limits(suite));
    let checklist = checklist.then(|| whole(desk, suite, &failed));
    desk.template("blocks/disclosure.html", "disclosure", view::Disclosure { facts, checklist })
}

/// A fact that is owed, as HTML; empty when it is not disclosed.
fn owed(suite: &Suite, conditions: &BTreeMap<&str, &str>, runs: &[&Run], key: &str, item: &str) -> String {
    let of_files = || match key {
        "load" => load_of(runs).map(|model| load_words(model).to_owned()),
        _ => told(runs, key).map(escape),
    };
    let stated = conditions.get(key).map(|text| match named_load(text).filter(|_| key == "load") {
        Some(model) => load_words(model).to_owned(),
        None => inline(text),
    });
    stated.or_else(of_files).or_else(|| own_words(suite, item)).unwrap_or_default()
}

/// What `[disclosure]` itself says of an item, as HTML.
fn own_words(suite: &Suite, key: &str) -> Option<String> {
    use crate::suite::manifest::disclosure::Said;
    let (_, said) = suite.manifest.disclosure.answers.iter().find(|(item, _)| item.key == key)?;
    Some(match said {
        Said::Stated(text) => inline(text),
        Said::NotApplicable(reason) => format!("does not apply: {}", inline(reason)),
    })
}

/// The checklist; the failed requests are those that the facts link to.
fn whole(desk: &Desk<'_>, suite: &Suite, failed: &Failed) -> view::Checklist {
    let answers = disclosure::answers(suite, &desk.fixed);
    let errors = failed.html(desk, suite, Marks { again: true, best: false });
    let item = |answered: &Answered| entry(answered, errors.as_deref().filter(|_| answered.item.key == "errors"));
    view::Checklist { summary: disclosure::summary(&answers), items: answers.iter().map(item).collect() }
}

fn entry(Answered { item, answer }: &Answered, linked: Option<&str>) -> view::ChecklistItem {
    let mut statements: Vec<view::DisclosedFact> = match answer {
        Answer::Stated(statements) => statements.iter().map(|own| fact(&own.label, inline(&own.text))).collect(),
        Answer::NotApplicable(reason) => vec![fact("", inline(reason))],
        Answer::NotStated => Vec::new(),
    };
    // What the evidence says comes last: the same, with links.
    if let (Some(linked), Some(last)) = (linked, statements.last_mut()) {
        last.html = linked.to_owned();
    }
    view::ChecklistItem {
        key: item.key.to_owned(),
        title: item.title.to_owned(),
        meaning: item.meaning.to_owned(),
        state: answer.name().to_owned(),
        statements,
    }
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

/// How often each measurement was repeated, from the evidence itself.
fn repeats(suite: &Suite) -> Vec<view::DisclosedFact> {
    let repeats = suite.vocabulary.dimensions.iter().filter(|dimension| dimension.repeat);
    repeats.map(|dimension| fact(&format!("{}s", dimension.label), dimension.values.len().to_string())).collect()
}

/// Clients of which a larger share was busy need no word.
const BUSY: f64 = 0.9;

/// How many clients were busy on average in the run that was least so, as a figure of the page.
fn busy(desk: &mut Desk<'_>, suite: &Suite) -> Option<view::DisclosedFact> {
    let fits = |run: &usize| {
        let own = &suite.runs[*run].1.dimensions;
        desk.fixed.iter().all(|(name, value)| own.get(name).is_none_or(|own| own == value))
    };
    let flights = (0..suite.runs.len()).filter(fits).filter_map(|run| Some((run, Flight::of(suite, run)?)));
    let flights: Vec<(usize, Flight)> = flights.collect();
    let (run, least) = flights.iter().min_by(|a, b| a.1.share().total_cmp(&b.1.share()))?;
    if least.share() > BUSY {
        return None;
    }
    let of = &suite.runs[*run].1.dimensions;
    let selected: Vec<String> = of.iter().map(|(name, value)| format!("{name} = \"{value}\"")).collect();
    let selected = selected.join(", ");
    let unit = Unit::named("req");
    let inputs = [least.rate, least.mean].map(|input| Box::new(Term::Input(input)));
    let [rate, mean] = inputs;
    let element = Element {
        key: Dimensions::new(),
        label: String::new(),
        quantity: Quantity { value: least.busy, unit },
        term: Term::Binary(Operator::Multiply, rate, mean),
    };
    let draft = Draft {
        role: Role::Value,
        text: desk.notation.rewrite(&number::format(least.busy, 0)),
        outcome: Outcome::Values(vec![element]),
        expression: format!("rps[{selected}] * latency.mean[{selected}]"),
        unit,
        verdict: None,
        claimed: String::new(),
        reason: String::new(),
    };
    let figure = desk.figures.add(suite, draft);
    let shown = desk.figure_html(suite, figure, &escape(&desk.figures.list[figure].text), Marks::default());
    let all = desk.notation.rewrite(&number::format(least.clients, 0));
    let which = if flights.len() > 1 { format!("; the least of {} runs", flights.len()) } else { String::new() };
    Some(fact("Busy on average", format!("{shown} of {all} {} (rate × mean time{which})", least.of)))
}

/// Failed requests, as figures with the words behind them, and all requests.
struct Failed {
    counts: Vec<(usize, String)>,
    requests: Option<usize>,
}

impl Failed {
    /// Makes the figures; the evidence may count failures, requests, both or neither.
    fn count(desk: &mut Desk<'_>, suite: &Suite) -> Self {
        let mut counts = Vec::new();
        for failure in failures::counted(suite) {
            let again = if failure.again { " (some are counted before)" } else { "" };
            counts.extend(total(desk, suite, &failure.metric).map(|figure| (figure, failure.words + again)));
        }
        let requests = if counts.is_empty() { None } else { total(desk, suite, "requests") };
        Self { counts, requests }
    }

    /// Failures of all requests; that none failed, when every output would have said so.
    fn html(&self, desk: &Desk<'_>, suite: &Suite, marks: Marks) -> Option<String> {
        let number = |figure: usize| desk.figure_html(suite, figure, &escape(&desk.figures.list[figure].text), marks);
        let one =
            |(figure, words): &(usize, String)| format!("{} {}", number(*figure), escape(words)).trim_end().to_owned();
        let requests = self.requests.map(|figure| format!(" of {} requests", number(figure)));
        match self.counts.is_empty() {
            false => Some(self.counts.iter().map(one).collect::<Vec<_>>().join(", ") + &requests.unwrap_or_default()),
            true => failures::none_named(suite),
        }
    }
}

/// The sum of a metric over all that is shown here, as a figure of the page.
fn total(desk: &mut Desk<'_>, suite: &Suite, metric: &str) -> Option<usize> {
    suite.statistics(metric).iter().find(|(statistic, _)| *statistic == Statistic::Count)?;
    let text = format!("sum(\"{metric}.count\"[*])");
    let source = Arc::new(Source::new("(disclosure)", text.clone()));
    let parsed = expression::parse(&source, Span::new(0, text.len())).ok()?;
    let fixed = desk.fixed.clone();
    let outcome = evaluate(&Scope { suite, source: &source, fixed: &fixed }, &parsed).ok()?;
    let format = Format { unit: Unit::named("req"), decimals: Some(0) };
    let shown = format.text(suite, &outcome);
    let shown =
        number::read(&shown).numbers.first().map(|printed| desk.notation.rewrite(&number::format(printed.value, 0)))?;
    let draft = Draft {
        role: Role::Value,
        text: shown,
        outcome,
        expression: parsed.to_string(),
        unit: format.unit,
        verdict: None,
        claimed: String::new(),
        reason: String::new(),
    };
    Some(desk.figures.add(suite, draft))
}

fn limits(suite: &Suite) -> view::DisclosedFact {
    let count = suite.manifest.limitations.len();
    let html = match count {
        0 => String::new(),
        _ => format!("<a href=\"#limitations\">{count} stated</a>"),
    };
    fact("Limits", html)
}
