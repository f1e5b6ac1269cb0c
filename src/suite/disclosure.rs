//! The checklist of a suite: what its author and its evidence say of each item, and what nobody says.

use std::collections::{BTreeMap, BTreeSet};

use super::failures;
use super::manifest::disclosure::Said;
use super::requests;
use super::{Suite, Testimony};
use crate::checklist::{ITEMS, Item};
use crate::formats;
use crate::model::{Dimensions, Kind, LoadModel, Statistic};
use crate::number;
use crate::words::{Message, Voice, say, terms};

/// An item with what is known of it.
#[derive(Debug)]
pub struct Answered {
    /// The item.
    pub item: &'static Item,
    /// What is known.
    pub answer: Answer,
}

/// What is known of an item.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// Something is said: one statement or more.
    Stated(Vec<Statement>),
    /// There is nothing to say, and why.
    NotApplicable(Message),
    /// Nobody says anything.
    NotStated,
}

/// Something that is said of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it is of, such as "Connections"; none when the item says it.
    pub label: Option<Message>,
    /// The statement, as a line of Markdown.
    pub text: Message,
}

impl Answer {
    /// The word for it, as `benchbook.json` writes it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Stated(_) => "stated",
            Self::NotApplicable(_) => "not applicable",
            Self::NotStated => "not stated",
        }
    }

    /// What is said, in one line of Markdown; empty when nothing is.
    pub fn text(&self) -> Message {
        match self {
            Self::Stated(statements) => Message::joined("semicolon", statements.iter().map(Statement::line)),
            Self::NotApplicable(reason) => reason.clone(),
            Self::NotStated => "".into(),
        }
    }
}

impl Statement {
    fn line(&self) -> Message {
        match &self.label {
            Some(label) => say("labelled").with("label", label.clone()).with("of", self.text.clone()),
            None => self.text.clone(),
        }
    }
}

/// Every item, for a part of a suite.
pub fn answers(suite: &Suite, part: &Dimensions) -> Vec<Answered> {
    let told = suite.testimony(part);
    ITEMS.iter().map(|item| Answered { item, answer: answer(suite, part, &told, item) }).collect()
}

/// "21 of 34 stated, 9 not stated, 4 do not apply".
pub fn summary(answers: &[Answered]) -> Message {
    let count = |name: &str| answers.iter().filter(|answered| answered.answer.name() == name).count();
    let stated = say("items_stated").with("n", count("stated")).with("all", answers.len());
    let gaps = [("items_not_stated", "not stated"), ("items_not_applicable", "not applicable")];
    let gaps = gaps.into_iter().map(|(key, name)| (key, count(name))).filter(|(_, count)| *count > 0);
    Message::joined("comma", std::iter::once(stated).chain(gaps.map(|(key, count)| say(key).with("n", count))))
}

fn answer(suite: &Suite, part: &Dimensions, told: &Testimony, item: &'static Item) -> Answer {
    let said = suite.manifest.disclosure.answers.iter().filter(|(of, _)| *of == item).map(|(_, said)| said);
    let own = said.clone().filter_map(|said| match said {
        Said::Stated(text) => Some(plain(text.clone())),
        Said::NotApplicable(_) => None,
    });
    let mut statements: Vec<Statement> = own.collect();
    statements.extend(conditions(suite, part, item));
    statements.extend(of_evidence(suite, part, told, item));
    // The item says what a single statement is of, but not of which part.
    if let [only] = &mut statements[..]
        && !matches!(&only.label, Some(Message::Text(key, _)) if [WITHIN, "condition_library_build"].contains(&&**key))
    {
        only.label = None;
    }
    let reason = said.into_iter().find_map(|said| match said {
        Said::NotApplicable(reason) => Some(Message::from(reason)),
        Said::Stated(_) => None,
    });
    match (statements.is_empty(), reason.or_else(|| without_requests(suite, item))) {
        (false, _) => Answer::Stated(statements),
        (true, Some(reason)) => Answer::NotApplicable(reason),
        (true, None) => Answer::NotStated,
    }
}

fn plain(text: impl Into<Message>) -> Statement {
    Statement { label: None, text: text.into() }
}

fn labelled(label: Message, text: impl Into<Message>) -> Statement {
    Statement { label: Some(label), text: text.into() }
}

/// A load model in words.
pub fn load_words(model: LoadModel) -> Message {
    match model {
        LoadModel::Closed => say("load_closed"),
        LoadModel::Open => say("load_open"),
        LoadModel::OpenCorrected => say("load_open_corrected"),
        LoadModel::Unknown => "".into(),
    }
}

/// The load model that a condition names.
pub fn named_load(text: &str) -> Option<LoadModel> {
    let known = [LoadModel::Closed, LoadModel::Open, LoadModel::OpenCorrected];
    known.into_iter().find(|model| model.name() == text)
}

/// A condition as a label: `warm_up` as "Warm up". One that has no words is what its author called it.
pub fn label_of(name: &str) -> Message {
    let key = format!("condition_{name}");
    if Voice::english().has(&key) {
        return say(key);
    }
    let mut characters = name.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    Message::from((first + characters.as_str()).replace('_', " "))
}

/// What says of which part of a suite a statement is.
const WITHIN: &str = "label_within";

/// The conditions that answer an item: those of the part, and those of parts of it, which say so.
fn conditions(suite: &Suite, part: &Dimensions, item: &Item) -> Vec<Statement> {
    let own = suite.manifest.conditions.iter().filter(|condition| item.is_told_by(&condition.name));
    let fits = |(name, value): (&str, &str)| part.get(name).is_none_or(|own| **own == *value);
    let fitting = own.filter(|condition| condition.when.iter().all(|(name, value, _)| fits((name, value))));
    let statement = |condition: &super::manifest::Condition| {
        let of_part = condition.when.iter().filter(|(name, ..)| !part.contains_key(name.as_str()));
        let of_part = of_part.map(|(name, value, _)| (name.as_str().into(), value.as_str().into())).collect();
        let words = suite.vocabulary.words_for(&of_part);
        let label = label_of(&condition.name);
        let label = if words.is_empty() { label } else { say(WITHIN).with("label", label).with("part", words) };
        let known = named_load(&condition.value).filter(|_| condition.name == "load").map(load_words);
        labelled(label, known.unwrap_or_else(|| Message::from(&condition.value)))
    };
    fitting.map(statement).collect()
}

/// What follows from the evidence, and from what the manifest says elsewhere.
fn of_evidence(suite: &Suite, part: &Dimensions, told: &Testimony, item: &Item) -> Vec<Statement> {
    let is_said = |name: &str| suite.manifest.conditions.iter().any(|condition| condition.name == name);
    let fact = |name: &str| {
        let value = told.agreed(name).filter(|_| !is_said(name))?;
        Some(labelled(label_of(name), value))
    };
    let is_open = || !suite.manifest.disclosure.states(item) && !tells(suite, item);
    match item.key {
        "hardware" | "system" | "runtimes" if is_open() => {
            item.conditions.iter().filter_map(|name| fact(name)).collect()
        }
        "network" if is_open() => {
            let protocol = told.agreed("protocol").map(Message::from).or_else(|| requests::network(suite, told));
            protocol.map(plain).into_iter().collect()
        }
        "workload" if is_open() => requests::workload(told).map(plain).into_iter().collect(),
        "subject" => subjects(suite),
        "load_model" => {
            let model = told.load().filter(|_| !is_said("load")).map(load_words);
            let model = model.map(|words| labelled(label_of("load"), words));
            model.into_iter().chain(["connections", "threads", "vus"].into_iter().filter_map(fact)).collect()
        }
        "coordinated_omission" => omission(suite, part, told).into_iter().collect(),
        "load_generator" if !is_said("tool") && !suite.manifest.disclosure.states(item) => {
            tools(suite, told).into_iter().collect()
        }
        "trials" => repeats(suite).into_iter().chain(fact("duration")).collect(),
        "errors" => errors(suite).into_iter().collect(),
        "provenance" => kinds(suite).into_iter().collect(),
        "date" => dates(suite),
        "limitations" => limits(suite).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a condition of the manifest answers an item.
fn tells(suite: &Suite, item: &Item) -> bool {
    suite.manifest.conditions.iter().any(|condition| item.is_told_by(&condition.name))
}

/// What the files themselves say of an item, in one line of Markdown.
pub fn of_files(suite: &Suite, part: &Dimensions, told: &Testimony, item: &Item) -> Option<Message> {
    let statements = of_evidence(suite, part, told, item);
    (!statements.is_empty()).then(|| Message::joined("semicolon", statements.iter().map(Statement::line)))
}

/// Why an item of load does not apply: the suite times no requests to a server.
fn without_requests(suite: &Suite, item: &Item) -> Option<Message> {
    let of_load = ["load_model", "coordinated_omission", "network"].contains(&item.key);
    (of_load && times_no_requests(suite)).then(|| say("no_requests_timed"))
}

/// Whether a suite has evidence, and none of it is of requests to a server.
pub fn times_no_requests(suite: &Suite) -> bool {
    let is_load = |metric: &str| matches!(metric, "rps" | "latency" | "requests" | "errors");
    let has_load = || {
        let of_singles = suite.data[suite.told().len()..].iter().map(|datum| &datum.observation.metric);
        suite.index.keys().map(|(metric, _)| metric).chain(of_singles).any(|metric| is_load(metric))
    };
    !suite.data.is_empty() && !has_load()
}

fn subjects(suite: &Suite) -> Vec<Statement> {
    let of = suite.subject_dimension();
    let statement = |subject: &super::manifest::Subject| {
        let label = of.as_ref().map_or(subject.name.as_str(), |of| suite.vocabulary.label(of, &subject.name));
        let version = Some(format!("{label} {}", subject.version)).filter(|_| !subject.version.is_empty());
        let commit = Some(&subject.commit).filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| say("commit").with("commit", format!("`{commit}`")));
        Some(plain(match (version, commit) {
            (Some(version), Some(commit)) => Message::joined("comma", [version.into(), commit]),
            (Some(version), None) => version.into(),
            (None, Some(commit)) => say("labelled_with").with("label", label).with("of", commit),
            (None, None) => return None,
        }))
    };
    suite.manifest.subjects.iter().filter_map(statement).collect()
}

/// What the load model says of coordinated omission, where there is latency to suffer from it.
fn omission(suite: &Suite, part: &Dimensions, told: &Testimony) -> Option<Statement> {
    suite.statistics("latency").first()?;
    let pairs: Vec<(String, String)> = part.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let stated = suite.manifest.conditions_for(&pairs).get("load").and_then(|text| named_load(text));
    match stated.or_else(|| told.load())? {
        LoadModel::Closed => Some(plain(say("omission_not_corrected"))),
        LoadModel::OpenCorrected => Some(plain(say("omission_corrected"))),
        LoadModel::Open | LoadModel::Unknown => None,
    }
}

/// The tools that wrote the evidence: those whose files tell a version, and the formats that are of one tool.
fn tools(suite: &Suite, told: &Testimony) -> Option<Statement> {
    let versions = told.all("tool").filter(|tool| formats::version_of(tool).is_some());
    let results = suite.files.iter().filter(|file| file.is_read());
    let titles: BTreeSet<&str> = results.map(|file| file.format.as_str()).collect();
    let is_of_tool = |title: &&str| {
        let own = formats::READERS.iter().find(|reader| title.starts_with(reader.title()));
        own.is_some_and(|reader| !reader.name().starts_with("benchbook"))
    };
    let named: Vec<&str> = titles.into_iter().filter(is_of_tool).collect();
    let outputs = || say("outputs_are").with("formats", named.join(", "));
    let versions = versions.map(Message::from);
    (!named.is_empty()).then(|| plain(Message::joined("semicolon", versions.chain([outputs()]))))
}

/// How often each measurement was repeated.
fn repeats(suite: &Suite) -> Vec<Statement> {
    let repeats = suite.vocabulary.dimensions.iter().filter(|dimension| dimension.repeat);
    repeats.map(|dimension| labelled(repeats_of(dimension), dimension.values.len())).collect()
}

/// What repetitions are called, as many of them: "Rounds".
pub fn repeats_of(dimension: &super::manifest::Dimension) -> Message {
    say("repeats_of").with("dimension", &dimension.label)
}

/// What failed, of how many requests; that nothing did, where every output would have said so.
fn errors(suite: &Suite) -> Option<Statement> {
    let failed = failures::counted(suite);
    let words = |failure: &failures::Failure| failure.words.clone().unwrap_or_else(|| say("failed"));
    let counted = failed.iter().filter_map(|failure| Some((total(suite, &failure.metric)?, words(failure))));
    let texts: Vec<Message> =
        counted.map(|(number, words)| say("so_many").with("n", number).with("of", words)).collect();
    if texts.is_empty() {
        return failures::none_named(suite).map(plain);
    }
    let failed = Message::joined("comma", texts);
    Some(plain(match total(suite, "requests") {
        Some(requests) => say("failed_of_requests").with("failed", failed).with("requests", requests),
        None => failed,
    }))
}

fn total(suite: &Suite, metric: &str) -> Option<Message> {
    let counts = suite.statistics(metric);
    let (_, data) = counts.iter().find(|(statistic, _)| *statistic == Statistic::Count)?;
    let base = |datum: &usize| {
        let quantity = suite.data[*datum].observation.quantity();
        quantity.value * quantity.unit.base_scale()
    };
    Some(Message::Number(number::format(data.iter().map(base).sum(), 0)))
}

/// How the numbers came about, counted.
fn kinds(suite: &Suite) -> Option<Statement> {
    let mut of: BTreeMap<Kind, usize> = BTreeMap::new();
    suite.told().iter().for_each(|datum| *of.entry(datum.observation.kind).or_default() += 1);
    let counts = Kind::ALL.into_iter().filter_map(|kind| Some((*of.get(&kind)?, kind)));
    let texts: Vec<Message> =
        counts.map(|(count, kind)| say("counted_as").with("n", count).with("of", terms::kind(kind))).collect();
    (!texts.is_empty()).then(|| labelled(say("of_the_evidence"), Message::joined("comma", texts)))
}

fn dates(suite: &Suite) -> Vec<Statement> {
    let own = Some(&suite.manifest.date).filter(|date| !date.is_empty());
    let sessions = suite.manifest.sessions.iter().filter(|session| !session.date.is_empty());
    let of_sessions = sessions.map(|session| labelled(Message::from(&session.label), &session.date));
    own.map(plain).into_iter().chain(of_sessions).collect()
}

fn limits(suite: &Suite) -> Option<Statement> {
    let counts = [
        ("limits_counted", suite.manifest.limitations.len()),
        ("corrections_counted", suite.manifest.corrections.len()),
    ];
    let told: Vec<Message> =
        (counts.into_iter().filter(|(_, count)| *count > 0)).map(|(key, count)| say(key).with("n", count)).collect();
    (!told.is_empty()).then(|| plain(say("listed_on_page").with("of", Message::joined("and", told))))
}
