//! Figures: numbers on a page, each with what it is and what it follows from.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::claim::Verdict;
use crate::evaluate::{Element, Outcome, Term, words};
use crate::model::{Basis, Kind, Layout, Observation, Shared, Timing};
use crate::number;
use crate::source::Span;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};
use crate::words::Message;

/// What a figure is, as `figures.json` says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An observation as it stands in the evidence, filled in.
    Value,
    /// Computed from observations, filled in.
    Derived,
    /// Written by the author and checked.
    Claim,
    /// A mark of a chart.
    Mark,
}

/// A figure of a page.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its id on the page: `f12`.
    pub id: String,
    /// What it is.
    pub role: Role,
    /// The text on the page.
    pub text: String,
    /// What its expression gives.
    pub outcome: Outcome,
    /// The expression.
    pub expression: String,
    /// The unit in which its value is given.
    pub unit: Unit,
    /// Which statistic it is, in words.
    pub statistic: Message,
    /// The observations that it follows from.
    pub inputs: Vec<usize>,
    /// The least trusted kind of its inputs.
    pub kind: Kind,
    /// For a claim, whether it holds.
    pub verdict: Option<Verdict>,
    /// For a claim that does not hold, the text that the author wrote; `text` is what the evidence gives.
    pub claimed: String,
    /// For a claim that does not hold, why the author shows it.
    pub reason: String,
    /// Where it stands in the Markdown: the link, or the block.
    pub span: Span,
    /// The number of its lineage entry, from 1; none when it leads straight to its evidence.
    pub lineage: Option<usize>,
}

/// The figures of a page, in the order in which they are met.
#[derive(Debug, Default)]
pub struct Figures {
    /// The figures.
    pub list: Vec<Figure>,
    /// Where figures that are added now stand in the Markdown.
    pub at: Span,
    /// The places in the list of those that a table or chart holds against a limit.
    pub held: BTreeSet<usize>,
    /// Lineage entries by expression, value and verdict: what is the same is shown once.
    entries: BTreeMap<String, usize>,
}

/// What is needed to make a figure.
pub struct Draft {
    /// What it is; a value that is computed becomes [`Role::Derived`].
    pub role: Role,
    /// The text on the page.
    pub text: String,
    /// What its expression gives.
    pub outcome: Outcome,
    /// The expression.
    pub expression: String,
    /// The unit in which its value is given.
    pub unit: Unit,
    /// For a claim, whether it holds.
    pub verdict: Option<Verdict>,
    /// For a claim that does not hold, the text that the author wrote.
    pub claimed: String,
    /// For a claim that does not hold, why the author shows it.
    pub reason: String,
}

impl Figures {
    /// Adds a figure and gives its place in the list.
    pub fn add(&mut self, suite: &Suite, draft: Draft) -> usize {
        let inputs = draft.outcome.inputs();
        let direct = draft.outcome.direct().is_some() && draft.verdict.as_ref().is_none_or(Verdict::holds);
        let role = if draft.role == Role::Value && !direct { Role::Derived } else { draft.role };
        let lineage = (!direct).then(|| self.entry(&draft, &inputs));
        self.list.push(Figure {
            id: format!("f{}", self.list.len() + 1),
            role,
            statistic: words::whole_statistic(suite, &draft.outcome, &inputs),
            kind: draft.outcome.kind(suite),
            text: draft.text,
            outcome: draft.outcome,
            expression: draft.expression,
            unit: draft.unit,
            inputs,
            verdict: draft.verdict,
            claimed: draft.claimed,
            reason: draft.reason,
            span: self.at,
            lineage,
        });
        self.list.len() - 1
    }

    fn entry(&mut self, draft: &Draft, inputs: &[usize]) -> usize {
        let verdict = draft.verdict.as_ref().map_or("", Verdict::words);
        let formula = formula(&draft.outcome, inputs);
        let key = format!(
            "{}\u{0}{formula}\u{0}{inputs:?}\u{0}{verdict}\u{0}{}\u{0}{}",
            draft.text, draft.claimed, draft.reason
        );
        let next = self.entries.len() + 1;
        *self.entries.entry(key).or_insert(next)
    }
}

/// How a value is printed.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The unit.
    pub unit: Unit,
    /// How many decimals; as many as fit the value when none are given.
    pub decimals: Option<usize>,
}

impl Format {
    /// An element's number as text, without its unit; with a `~` where it follows from an approximation.
    pub fn number(&self, suite: &Suite, element: &Element) -> String {
        let digits = self.digits(suite, element);
        if is_about(suite, element) { format!("~{digits}") } else { digits }
    }

    fn digits(&self, suite: &Suite, element: &Element) -> String {
        let quantity = element.quantity.to(self.unit).unwrap_or(element.quantity);
        let own = || decimals(suite, element, quantity);
        // A column's digits would make `~12` and `40–80` more exact than their source has them.
        let most = if is_loose(suite, element) { own() } else { usize::MAX };
        let decimals = self.decimals.unwrap_or_else(own).min(most);
        number::format(quantity.value, decimals)
    }

    /// An outcome as text with its unit: `117.8 ms`, `1.81–1.91×`.
    pub fn text(&self, suite: &Suite, outcome: &Outcome) -> String {
        let joined = |elements: &[Element], with: &str| {
            let numbers: Vec<String> = elements.iter().map(|element| self.number(suite, element)).collect();
            number::with_unit(&numbers.join(with), self.unit)
        };
        match outcome {
            Outcome::Values(elements) => joined(elements, ", "),
            Outcome::Range(ends) => {
                let text = format!("{}–{}", self.number(suite, &ends.0), self.digits(suite, &ends.1));
                number::with_unit(&text, self.unit)
            }
            Outcome::Truths(truths) => truths.iter().all(|truth| truth.holds).to_string(),
        }
    }
}

/// Whether an element follows from what its source gives as an approximation.
pub fn is_about(suite: &Suite, element: &Element) -> bool {
    observations(suite, element).any(|observation| observation.is_about)
}

/// Whether an element is what its source gives as an approximation or as the end of a range.
fn is_loose(suite: &Suite, element: &Element) -> bool {
    let is_direct = matches!(element.term, Term::Input(_));
    is_direct && observations(suite, element).any(|observation| observation.is_about || observation.end_of.is_some())
}

fn observations<'a>(suite: &'a Suite, element: &Element) -> impl Iterator<Item = &'a Observation<Shared>> {
    let mut inputs = Vec::new();
    element.term.collect_inputs(&mut inputs);
    inputs.into_iter().map(|input| &suite.data[input].observation)
}

/// Three significant digits, and never more than the least precise of the inputs has.
fn decimals(suite: &Suite, element: &Element, shown: Quantity) -> usize {
    let mut inputs = Vec::new();
    element.term.collect_inputs(&mut inputs);
    if shown.unit.is_count() && shown.value.fract() == 0.0 {
        return 0;
    }
    // What is computed from measurements has as many digits as one cares to print.
    let printed = inputs.iter().filter(|input| suite.data[**input].observation.computed().is_none());
    let of_source = printed.map(|input| {
        let unit = suite.data[*input].observation.unit;
        let scale = unit.factor_to(shown.unit).unwrap_or(1.0);
        // 344.00 µs is 0.34400 ms: three decimals more.
        let more = -scale.log10();
        (number::decimals_printed(&suite.data[*input].observation, suite.raw(*input)) as f64 + more).max(0.0) as usize
    });
    let most = if shown.unit.is_plain() { None } else { of_source.min() };
    number::decimals_for(shown.value, most.unwrap_or(9))
}

/// `figures.json`.
#[derive(Serialize)]
pub struct Record<'a> {
    page: &'a str,
    suite: &'a str,
    figures: Vec<FigureRecord<'a>>,
}

#[derive(Serialize)]
struct FigureRecord<'a> {
    id: &'a str,
    kind: &'static str,
    text: &'a str,
    value: Value,
    unit: &'static str,
    expression: &'a str,
    formula: String,
    statistic: String,
    provenance: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    claimed: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    inputs: Vec<InputRecord<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Number(f64),
    Numbers(Vec<f64>),
    Truth(bool),
}

#[derive(Serialize)]
struct InputRecord<'a> {
    evidence: &'a str,
    sha256: &'a str,
    locator: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<Cow<'a, str>>,
    /// What stands before the decimals of `raw`, where that alone does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    decimal: Option<&'static str>,
    value: f64,
    unit: &'static str,
    provenance: &'static str,
    /// How far, as a share, it may lie from the exact statistic.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
    /// Why the value was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    withdrawn: Option<&'a str>,
    /// The session that superseded that of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<SamplesRecord<'a>>,
}

/// The single measurements that an input is a statistic of.
#[derive(Serialize)]
struct SamplesRecord<'a> {
    statistic: &'a str,
    over: &'a str,
    count: u64,
    unit: &'static str,
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    filter: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    without: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pairs: bool,
}

/// Where records say when they were.
#[derive(Serialize)]
struct TimeRecord<'a> {
    place: &'a str,
    unit: &'static str,
    at: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<MoreRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
}

/// A second place whose time is added.
#[derive(Serialize)]
struct MoreRecord<'a> {
    place: &'a str,
    unit: &'static str,
}

impl<'a> SamplesRecord<'a> {
    fn new(basis: &'a Basis) -> Self {
        let pair = |(place, text): &'a (String, String)| (place.as_str(), text.as_str());
        let time = |timing: &'a Timing| TimeRecord {
            place: &timing.place,
            unit: timing.unit,
            at: if timing.begins { "start" } else { "end" },
            more: timing.more.as_ref().map(|(place, unit)| MoreRecord { place, unit }),
            from: basis.window.as_ref().map(|[from, _]| from.as_str()),
            until: basis.window.as_ref().map(|[_, until]| until.as_str()),
        };
        Self {
            statistic: &basis.statistic,
            over: &basis.over,
            count: basis.count,
            unit: basis.unit.symbol(),
            filter: basis.filter.iter().map(pair).collect(),
            without: basis.without.iter().map(pair).collect(),
            within: basis.within,
            time: basis.time.as_ref().map(time),
            iterations: match &basis.layout {
                Layout::Totals(iterations) => Some(iterations.to_string()),
                Layout::Single | Layout::Pairs | Layout::Difference(_) => None,
            },
            pairs: basis.layout == Layout::Pairs,
        }
    }
}

impl<'a> Record<'a> {
    /// The record of a page's figures.
    pub fn new(page: &'a str, suite: &'a Suite, figures: &'a Figures) -> Self {
        Self { page, suite: &suite.name, figures: figures.list.iter().map(|figure| record(suite, figure)).collect() }
    }
}

fn record<'a>(suite: &'a Suite, figure: &'a Figure) -> FigureRecord<'a> {
    FigureRecord {
        id: &figure.id,
        kind: match figure.role {
            Role::Value => "value",
            Role::Derived => "derived",
            Role::Claim => "claim",
            Role::Mark => "mark",
        },
        text: &figure.text,
        value: value(figure),
        unit: figure.unit.symbol(),
        expression: &figure.expression,
        formula: formula(&figure.outcome, &figure.inputs),
        statistic: figure.statistic.english(),
        provenance: figure.kind.name(),
        verdict: figure.verdict.as_ref().map(Verdict::words),
        claimed: &figure.claimed,
        reason: &figure.reason,
        inputs: figure.inputs.iter().map(|input| input_record(suite, *input)).collect(),
    }
}

fn value(figure: &Figure) -> Value {
    let number = |element: &Element| element.quantity.to(figure.unit).unwrap_or(element.quantity).value;
    match &figure.outcome {
        Outcome::Values(elements) => match &elements[..] {
            [one] => Value::Number(number(one)),
            many => Value::Numbers(many.iter().map(number).collect()),
        },
        Outcome::Range(ends) => Value::Numbers(vec![number(&ends.0), number(&ends.1)]),
        Outcome::Truths(truths) => Value::Truth(truths.iter().all(|truth| truth.holds)),
    }
}

/// The formula of an outcome over its numbered inputs.
pub fn formula(outcome: &Outcome, inputs: &[usize]) -> String {
    let terms: Vec<String> = outcome.terms().into_iter().map(|term| term.formula(inputs)).collect();
    match (outcome, &terms[..]) {
        (Outcome::Truths(_), _) => format!("all({})", terms.join(", ")),
        (Outcome::Values(_), [one]) => one.clone(),
        _ => format!("[{}]", terms.join(", ")),
    }
}

fn input_record(suite: &Suite, input: usize) -> InputRecord<'_> {
    let datum = &suite.data[input];
    let file = &suite.files[datum.file()];
    let observation = &datum.observation;
    let line = file.source().map_or(0, |source| source.position(observation.span.start).line);
    InputRecord {
        evidence: &file.path,
        sha256: &file.sha256,
        locator: observation.locator.to_string(),
        line,
        raw: suite.exact(input),
        decimal: observation.is_behind_comma.then_some(","),
        value: observation.value,
        unit: observation.unit.symbol(),
        provenance: observation.kind.name(),
        within: observation.within.map(|within| within.share),
        withdrawn: suite.withdrawn(input).map(|withdrawn| withdrawn.why.as_str()),
        superseded_by: suite.superseded(input).map(|(_, newer)| newer),
        samples: observation.basis.as_deref().map(SamplesRecord::new),
    }
}
