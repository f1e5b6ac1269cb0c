//! The checklist of a suite: what its author and its evidence say of each item, and what nobody says.

use std::collections::BTreeSet;

use super::failures;
use super::manifest::disclosure::Said;
use super::{Suite, load};
use crate::checklist::{ITEMS, Item};
use crate::formats;
use crate::model::{Dimensions, Kind, LoadModel, Run, Statistic};
use crate::number;

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
    NotApplicable(String),
    /// Nobody says anything.
    NotStated,
}

/// Something that is said of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it is of, such as "Connections"; empty when the item says it.
    pub label: String,
    /// The statement, as a line of Markdown.
    pub text: String,
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
    pub fn text(&self) -> String {
        match self {
            Self::Stated(statements) => statements.iter().map(Statement::line).collect::<Vec<_>>().join("; "),
            Self::NotApplicable(reason) => reason.clone(),
            Self::NotStated => String::new(),
        }
    }
}

impl Statement {
    fn line(&self) -> String {
        if self.label.is_empty() { self.text.clone() } else { format!("{}: {}", self.label, self.text) }
    }
}

/// Every item, for a part of a suite.
pub fn answers(suite: &Suite, part: &Dimensions) -> Vec<Answered> {
    let runs = runs_of(suite, part);
    ITEMS.iter().map(|item| Answered { item, answer: answer(suite, part, &runs, item) }).collect()
}

/// "21 of 34 stated, 9 not stated, 4 do not apply".
pub fn summary(answers: &[Answered]) -> String {
    let count = |name: &str| answers.iter().filter(|answered| answered.answer.name() == name).count();
    let mut words = format!("{} of {} stated", count("stated"), answers.len());
    words += &match count("not stated") {
        0 => String::new(),
        gaps => format!(", {gaps} not stated"),
    };
    words
        + &match count("not applicable") {
            0 => String::new(),
            1 => ", 1 does not apply".to_owned(),
            some => format!(", {some} do not apply"),
        }
}

fn answer(suite: &Suite, part: &Dimensions, runs: &[&Run], item: &'static Item) -> Answer {
    let said = suite.manifest.disclosure.answers.iter().filter(|(of, _)| *of == item).map(|(_, said)| said);
    let own = said.clone().filter_map(|said| match said {
        Said::Stated(text) => Some(plain(text.clone())),
        Said::NotApplicable(_) => None,
    });
    let mut statements: Vec<Statement> = own.collect();
    statements.extend(conditions(suite, part, item));
    statements.extend(of_evidence(suite, part, runs, item));
    // The item says what a single statement is of, but not of which part.
    if let [only] = &mut statements[..]
        && !only.label.ends_with(')')
    {
        only.label.clear();
    }
    let reason = said.into_iter().find_map(|said| match said {
        Said::NotApplicable(reason) => Some(reason.clone()),
        Said::Stated(_) => None,
    });
    match (statements.is_empty(), reason.or_else(|| without_requests(suite, item))) {
        (false, _) => Answer::Stated(statements),
        (true, Some(reason)) => Answer::NotApplicable(reason),
        (true, None) => Answer::NotStated,
    }
}

fn plain(text: impl Into<String>) -> Statement {
    Statement { label: String::new(), text: text.into() }
}

/// The runs that the part does not rule out.
pub fn runs_of<'a>(suite: &'a Suite, part: &Dimensions) -> Vec<&'a Run> {
    let fits = |run: &&Run| part.iter().all(|(name, value)| run.dimensions.get(name).is_none_or(|own| own == value));
    suite.runs.iter().map(|(_, run)| run).filter(fits).collect()
}

/// What the files say of their runs, when all say the same.
pub fn told<'a>(runs: &[&'a Run], name: &str) -> Option<&'a str> {
    let facts = runs.iter().flat_map(|run| &run.facts).filter(|fact| fact.name == name);
    let mut values = facts.map(|fact| fact.value.as_str());
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// A load model in words; empty when it is unknown.
pub fn load_words(model: LoadModel) -> &'static str {
    match model {
        LoadModel::Closed => "closed loop: a stalled server is asked less often",
        LoadModel::Open => "open loop: requests on a schedule, whatever the answers",
        LoadModel::OpenCorrected => {
            "open loop, latency counted from the scheduled start (corrected for coordinated omission)"
        }
        LoadModel::Unknown => "",
    }
}

/// The load model that a condition names.
pub fn named_load(text: &str) -> Option<LoadModel> {
    let known = [LoadModel::Closed, LoadModel::Open, LoadModel::OpenCorrected];
    known.into_iter().find(|model| model.name() == text)
}

/// The load model of runs, when all agree.
pub fn load_of(runs: &[&Run]) -> Option<LoadModel> {
    let mut models = runs.iter().filter_map(|run| run.load);
    let first = models.next()?;
    models.all(|model| model == first).then_some(first).filter(|model| *model != LoadModel::Unknown)
}

/// A key as a label: `warm_up` as "Warm up".
pub fn label_of(key: &str) -> String {
    if let Some((_, label)) = [("os", "OS"), ("vus", "VUs"), ("cpu", "CPU")].iter().find(|(short, _)| *short == key) {
        return (*label).to_owned();
    }
    let mut characters = key.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + characters.as_str()).replace('_', " ")
}

/// The conditions that answer an item: those of the part, and those of parts of it, which say so.
fn conditions(suite: &Suite, part: &Dimensions, item: &Item) -> Vec<Statement> {
    let own = suite.manifest.conditions.iter().filter(|condition| item.is_told_by(&condition.name));
    let fits = |(name, value): (&str, &str)| part.get(name).is_none_or(|own| **own == *value);
    let fitting = own.filter(|condition| condition.when.iter().all(|(name, value, _)| fits((name, value))));
    let statement = |condition: &super::manifest::Condition| {
        let of_part = condition.when.iter().filter(|(name, ..)| !part.contains_key(name.as_str()));
        let of_part = of_part.map(|(name, value, _)| (name.as_str().into(), value.as_str().into())).collect();
        let words = suite.vocabulary.words_for(&of_part);
        let within = if words.is_empty() { String::new() } else { format!(" ({words})") };
        let known = named_load(&condition.value).filter(|_| condition.name == "load").map(load_words);
        let text = known.map_or_else(|| condition.value.clone(), str::to_owned);
        Statement { label: label_of(&condition.name) + &within, text }
    };
    fitting.map(statement).collect()
}

/// What follows from the evidence, and from what the manifest says elsewhere.
fn of_evidence(suite: &Suite, part: &Dimensions, runs: &[&Run], item: &Item) -> Vec<Statement> {
    let is_said = |name: &str| suite.manifest.conditions.iter().any(|condition| condition.name == name);
    let fact = |name: &str| {
        let value = told(runs, name).filter(|_| !is_said(name))?;
        Some(Statement { label: label_of(name), text: value.to_owned() })
    };
    match item.key {
        "subject" => subjects(suite),
        "load_model" => {
            let model = load_of(runs).filter(|_| !is_said("load")).map(load_words);
            let model = model.map(|words| Statement { label: "Load".to_owned(), text: words.to_owned() });
            model.into_iter().chain(["connections", "threads", "vus"].into_iter().filter_map(fact)).collect()
        }
        "coordinated_omission" => omission(suite, part, runs).into_iter().collect(),
        "load_generator" if !is_said("tool") && !suite.manifest.disclosure.states(item) => {
            tools(suite, runs).into_iter().collect()
        }
        "trials" => repeats(suite).into_iter().chain(fact("duration")).collect(),
        "errors" => errors(suite).into_iter().collect(),
        "provenance" => kinds(suite).into_iter().collect(),
        "date" => dates(suite),
        "limitations" => limits(suite).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Why an item of load does not apply: the suite times no requests to a server.
fn without_requests(suite: &Suite, item: &Item) -> Option<String> {
    let of_load = ["load_model", "coordinated_omission", "network"].contains(&item.key);
    let is_load = |metric: &str| matches!(metric, "rps" | "latency" | "requests" | "errors");
    let has_load = suite.data.iter().any(|datum| is_load(&datum.observation.metric));
    (of_load && !has_load && !suite.data.is_empty()).then(|| "no requests are timed here".to_owned())
}

fn subjects(suite: &Suite) -> Vec<Statement> {
    let of = suite.subject_dimension();
    let statement = |subject: &super::manifest::Subject| {
        let commit =
            Some(&subject.commit).filter(|commit| !commit.is_empty()).map(|commit| format!("commit `{commit}`"));
        let version = Some(subject.version.clone()).filter(|version| !version.is_empty());
        let parts: Vec<String> = version.into_iter().chain(commit).collect();
        let label = of.as_ref().map_or(subject.name.as_str(), |of| suite.vocabulary.label(of, &subject.name));
        (!parts.is_empty()).then(|| Statement { label: String::new(), text: format!("{label} {}", parts.join(", ")) })
    };
    suite.manifest.subjects.iter().filter_map(statement).collect()
}

/// What the load model says of coordinated omission, where there is latency to suffer from it.
fn omission(suite: &Suite, part: &Dimensions, runs: &[&Run]) -> Option<Statement> {
    suite.statistics("latency").first()?;
    let pairs: Vec<(String, String)> = part.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let stated = suite.manifest.conditions_for(&pairs).get("load").and_then(|text| named_load(text));
    match stated.or_else(|| load_of(runs))? {
        LoadModel::Closed => Some(plain("not corrected, as the loop is closed: the tail may be understated")),
        LoadModel::OpenCorrected => Some(plain("corrected: latency is counted from the scheduled start")),
        LoadModel::Open | LoadModel::Unknown => None,
    }
}

/// The tools that wrote the evidence: those whose files tell a version, and the formats that are of one tool.
fn tools(suite: &Suite, runs: &[&Run]) -> Option<Statement> {
    let facts = runs.iter().flat_map(|run| &run.facts).filter(|fact| fact.name == "tool");
    let versions: BTreeSet<&str> =
        facts.map(|fact| fact.value.as_str()).filter(|tool| formats::version_of(tool).is_some()).collect();
    let versions: Vec<String> = versions.into_iter().map(|tool| format!("{tool}; ")).collect();
    let titles: BTreeSet<&str> = suite.files.iter().map(|file| file.format.as_str()).collect();
    let is_of_tool = |title: &&str| {
        let own = formats::READERS.iter().find(|reader| title.starts_with(reader.title()));
        **title != *load::NOT_READ && own.is_some_and(|reader| !reader.name().starts_with("benchbook"))
    };
    let named: Vec<&str> = titles.into_iter().filter(is_of_tool).collect();
    (!named.is_empty()).then(|| plain(format!("{}its outputs are {}", versions.concat(), named.join(", "))))
}

/// How often each measurement was repeated.
fn repeats(suite: &Suite) -> Vec<Statement> {
    let repeats = suite.vocabulary.dimensions.iter().filter(|dimension| dimension.repeat);
    let statement = |dimension: &super::manifest::Dimension| Statement {
        label: format!("{}s", dimension.label),
        text: dimension.values.len().to_string(),
    };
    repeats.map(statement).collect()
}

/// What failed, of how many requests; that nothing did, where every output would have said so.
fn errors(suite: &Suite) -> Option<Statement> {
    let failed = failures::counted(suite);
    let words =
        |failure: &failures::Failure| if failure.words.is_empty() { "failed" } else { &*failure.words }.to_owned();
    let counted = failed.iter().filter_map(|failure| Some((total(suite, &failure.metric)?, words(failure))));
    let texts: Vec<String> = counted.map(|(number, words)| format!("{number} {words}")).collect();
    if texts.is_empty() {
        return failures::none_named(suite).map(plain);
    }
    let requests = total(suite, "requests").map(|total| format!(" of {total} requests")).unwrap_or_default();
    Some(plain(texts.join(", ") + &requests))
}

fn total(suite: &Suite, metric: &str) -> Option<String> {
    let counts = suite.statistics(metric);
    let (_, data) = counts.iter().find(|(statistic, _)| *statistic == Statistic::Count)?;
    let base = |datum: &usize| {
        let quantity = suite.data[*datum].observation.quantity;
        quantity.value * quantity.unit.base_scale()
    };
    Some(number::format(data.iter().map(base).sum(), 0))
}

/// How the numbers came about, counted.
fn kinds(suite: &Suite) -> Option<Statement> {
    let of = |kind: Kind| suite.of_whole_runs().iter().filter(|datum| datum.observation.kind == kind).count();
    let counts = Kind::ALL.into_iter().map(|kind| (of(kind), kind)).filter(|(count, _)| *count > 0);
    let texts: Vec<String> =
        counts.map(|(count, kind)| format!("{} {}", number::format(count as f64, 0), kind.name())).collect();
    (!texts.is_empty()).then(|| Statement { label: "Of the evidence".to_owned(), text: texts.join(", ") })
}

fn dates(suite: &Suite) -> Vec<Statement> {
    let own = Some(&suite.manifest.date).filter(|date| !date.is_empty());
    let sessions = suite.manifest.sessions.iter().filter(|session| !session.date.is_empty());
    let of_sessions = sessions.map(|session| Statement { label: session.label.clone(), text: session.date.clone() });
    own.map(|date| plain(date.clone())).into_iter().chain(of_sessions).collect()
}

fn limits(suite: &Suite) -> Option<Statement> {
    let count = |number: usize, word: &str| match number {
        0 => None,
        1 => Some(format!("1 {word}")),
        many => Some(format!("{many} {word}s")),
    };
    let manifest = &suite.manifest;
    let told = [count(manifest.limitations.len(), "limit"), count(manifest.corrections.len(), "correction")];
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| plain(format!("{} listed on the page", told.join(" and "))))
}
