//! The block `disclosure`: what a reader needs to judge the figures. What nobody said is "not disclosed".

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lists::inline;
use crate::checklist::Item;
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::evaluate::{Element, Outcome, Scope, Term, evaluate};
use crate::expression::{self, Operator};
use crate::figure::{Draft, Format, Role};
use crate::model::{Dimensions, Statistic};
use crate::number;
use crate::render::view;
use crate::source::{Source, Span};
use crate::suite::disclosure::{self, Answer, Answered, label_of, load_words, named_load};
use crate::suite::flight::Flight;
use crate::suite::{Suite, Testimony, failures};
use crate::units::{Quantity, Unit};
use crate::words::{Message, Voice, say};

/// Facts that every benchmark owes its readers: the name of the condition, and the item of the checklist that
/// tells it too. A missing one is shown as missing.
const OWED: [(&str, &str); 5] = [
    ("workload", "workload"),
    ("hardware", "hardware"),
    ("protocol", "network"),
    ("load", "load_model"),
    ("duration", ""),
];

/// Those that only requests to a server have.
const OF_REQUESTS: [&str; 2] = ["protocol", "load"];

/// Items that files tell of in several facts.
const OF_FILES: [&str; 3] = ["workload", "hardware", "network"];

/// The condition that says what failed where the evidence does not count it.
const ERRORS: &str = "errors";

/// Renders the disclosure for what holds here, with the whole checklist when that is asked for.
pub(in crate::compose) fn render(desk: &mut Desk<'_>, suite: &Suite, checklist: bool) -> String {
    let part: Vec<(String, String)> =
        desk.fixed.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let conditions = suite.manifest.conditions_for(&part);
    let said = suite.testimony(&desk.fixed);
    let voice = desk.voice();
    let fact = |label: &Message, html: String| view::DisclosedFact { label: voice.say(label), html };
    let has_requests = !disclosure::times_no_requests(suite);
    let owed = |(key, item): &(&str, &str)| {
        let label = if *key == "load" { say("item_load_model") } else { label_of(key) };
        let of_files = || {
            let item = Item::find(item).filter(|_| OF_FILES.contains(item))?;
            Some(inline(&voice.say(&disclosure::of_files(suite, &desk.fixed, &said, item)?)))
        };
        let html = self::owed(suite, &conditions, &said, (key, item), voice);
        let html = if html.is_empty() { of_files().unwrap_or_default() } else { html };
        (has_requests || !OF_REQUESTS.contains(key) || !html.is_empty()).then(|| fact(&label, html))
    };
    let mut facts: Vec<view::DisclosedFact> = OWED.iter().filter_map(owed).collect();
    for key in in_order(suite) {
        let is_placed = key == ERRORS || OWED.iter().any(|(owed, ..)| *owed == key);
        if let Some(value) = conditions.get(key).filter(|_| !is_placed) {
            facts.push(fact(&label_of(key), inline(value)));
        }
    }
    if !conditions.contains_key("connections") {
        facts.extend(said.agreed("connections").map(|text| fact(&label_of("connections"), escape(text))));
    }
    let repeats = suite.vocabulary.dimensions.iter().filter(|dimension| dimension.repeat);
    facts.extend(repeats.map(|of| fact(&disclosure::repeats_of(of), voice.say(&of.values.len().into()))));
    facts.extend(busy(desk, suite));
    let failed = Failed::count(desk, suite);
    let stated = || conditions.get(ERRORS).map(|text| inline(text)).or_else(|| own_words(suite, ERRORS, voice));
    let errors = failed.html(desk, suite, Marks::default()).or_else(stated).unwrap_or_default();
    if has_requests || !errors.is_empty() {
        facts.push(fact(&say("item_errors"), errors));
    }
    facts.push(fact(&say("limits"), limits(suite, voice)));
    let checklist = checklist.then(|| whole(desk, suite, &failed));
    desk.template("blocks/disclosure.html", "disclosure", view::Disclosure { facts, checklist })
}

/// A fact that is owed, as HTML; empty when it is not disclosed.
fn owed(
    suite: &Suite,
    conditions: &BTreeMap<&str, &str>,
    said: &Testimony,
    (key, item): (&str, &str),
    voice: Voice<'_>,
) -> String {
    let of_files = || match key {
        "load" => said.load().map(|model| voice.element(&load_words(model))),
        _ => said.agreed(key).map(escape),
    };
    let stated = conditions.get(key).map(|text| match named_load(text).filter(|_| key == "load") {
        Some(model) => voice.element(&load_words(model)),
        None => inline(text),
    });
    stated.or_else(of_files).or_else(|| own_words(suite, item, voice)).unwrap_or_default()
}

/// What `[disclosure]` itself says of an item, as HTML.
fn own_words(suite: &Suite, key: &str, voice: Voice<'_>) -> Option<String> {
    use crate::suite::manifest::disclosure::Said;
    let (_, said) = suite.manifest.disclosure.answers.iter().find(|(item, _)| item.key == key)?;
    Some(match said {
        Said::Stated(text) => inline(text),
        Said::NotApplicable(reason) => format!("{} {}", voice.html(&say("does_not_apply")), inline(reason)),
    })
}

/// The checklist; the failed requests are those that the facts link to.
fn whole(desk: &Desk<'_>, suite: &Suite, failed: &Failed) -> view::Checklist {
    let answers = disclosure::answers(suite, &desk.fixed);
    let errors = failed.html(desk, suite, Marks { again: true, best: false });
    let item = |answered: &Answered| entry(desk, answered, errors.as_deref().filter(|_| answered.item.key == "errors"));
    view::Checklist { summary: desk.say(&disclosure::summary(&answers)), items: answers.iter().map(item).collect() }
}

fn entry(desk: &Desk<'_>, Answered { item, answer }: &Answered, linked: Option<&str>) -> view::ChecklistItem {
    let fact = |label: Option<&Message>, text: &Message| view::DisclosedFact {
        label: label.map(|label| desk.say(label)).unwrap_or_default(),
        html: inline(&desk.say(text)),
    };
    let mut statements: Vec<view::DisclosedFact> = match answer {
        Answer::Stated(statements) => statements.iter().map(|own| fact(own.label.as_ref(), &own.text)).collect(),
        Answer::NotApplicable(reason) => vec![fact(None, reason)],
        Answer::NotStated => Vec::new(),
    };
    // What the evidence says comes last: the same, with links.
    if let (Some(linked), Some(last)) = (linked, statements.last_mut()) {
        last.html = linked.to_owned();
    }
    view::ChecklistItem {
        key: item.key.to_owned(),
        title: desk.say(&item.title()),
        meaning: desk.say(&item.meaning()),
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

/// Clients of which a larger share was busy need no word.
const BUSY: f64 = 0.9;

/// How many clients were busy on average in the run that was least so, as a figure of the page.
fn busy(desk: &mut Desk<'_>, suite: &Suite) -> Option<view::DisclosedFact> {
    let fits = |run: &usize| suite.runs.get(*run).dimensions.fit(&desk.fixed);
    let flights = (0..suite.runs.len()).filter(fits).filter_map(|run| Some((run, Flight::of(suite, run)?)));
    let flights: Vec<(usize, Flight)> = flights.collect();
    let (run, least) = flights.iter().min_by(|a, b| a.1.share().total_cmp(&b.1.share()))?;
    if least.share() > BUSY {
        return None;
    }
    let of = suite.runs.get(*run).dimensions;
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
    let clients = say(if least.is_single() { "clients_connections" } else { "clients_virtual_users" });
    let busy = say(if flights.len() > 1 { "busy_least_of" } else { "busy_of" });
    let busy = busy
        .with("all", Message::Number(number::format(least.clients, 0)))
        .with("what", clients)
        .with("n", flights.len());
    let html = format!("{shown} {}", desk.voice().html(&busy));
    Some(view::DisclosedFact { label: desk.say(&say("busy")), html })
}

/// Failed requests, as figures with the words behind them, and all requests.
struct Failed {
    counts: Vec<(usize, Option<Message>)>,
    requests: Option<usize>,
}

impl Failed {
    /// Makes the figures; the evidence may count failures, requests, both or neither.
    fn count(desk: &mut Desk<'_>, suite: &Suite) -> Self {
        let mut counts = Vec::new();
        for failure in failures::counted(suite) {
            let words = match (failure.words, failure.again) {
                (Some(words), true) => {
                    Some(say("label_within").with("label", words).with("part", say("counted_before")))
                }
                (words, _) => words,
            };
            counts.extend(total(desk, suite, &failure.metric).map(|figure| (figure, words)));
        }
        let requests = if counts.is_empty() { None } else { total(desk, suite, "requests") };
        Self { counts, requests }
    }

    /// Failures of all requests; that none failed, when every output would have said so.
    fn html(&self, desk: &Desk<'_>, suite: &Suite, marks: Marks) -> Option<String> {
        let voice = desk.voice();
        let number = |figure: usize| desk.figure_html(suite, figure, &escape(&desk.figures.list[figure].text), marks);
        let one = |(figure, words): &(usize, Option<Message>)| match words {
            Some(words) => format!("{} {}", number(*figure), voice.html(words)),
            None => number(*figure),
        };
        let listed = |a: String, b: String| voice.markup("comma", &[("a", &a), ("b", &b)]);
        let failed = self.counts.iter().map(one).reduce(listed);
        match (failed, self.requests) {
            (Some(failed), Some(requests)) => {
                Some(voice.markup("failed_of_requests", &[("failed", &failed), ("requests", &number(requests))]))
            }
            (Some(failed), None) => Some(failed),
            (None, _) => failures::none_named(suite).map(|none| voice.element(&none)),
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

/// How many limits are stated, with the way to them; empty when none is.
fn limits(suite: &Suite, voice: Voice<'_>) -> String {
    match suite.manifest.limitations.len() {
        0 => String::new(),
        count => format!("<a href=\"#limitations\">{}</a>", voice.html(&say("limits_stated").with("n", count))),
    }
}
