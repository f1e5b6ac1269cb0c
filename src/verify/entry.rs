//! The entries of `figures.json`: each value follows from its inputs, and each text states its value.

use super::formula::{self, Given, near};
use super::samples::Samples;
use crate::claim::{self, Verdict};
use crate::diagnostic::Code;
use crate::evaluate::{Element, Outcome, Term, Truth};
use crate::expression::Function;
use crate::formats::json::{Node, Value};
use crate::model::Dimensions;
use crate::number::Notation;
use crate::units::{Quantity, Unit};

/// A figure as `figures.json` has it.
pub(super) struct Entry<'a> {
    pub(super) id: &'a str,
    pub(super) text: &'a str,
    pub(super) inputs: Vec<Input<'a>>,
    pub(super) node: &'a Node<'a>,
    value: &'a Node<'a>,
    unit: Unit,
}

/// An observation that a figure rests on.
pub(super) struct Input<'a> {
    pub(super) evidence: &'a str,
    pub(super) sha256: &'a str,
    pub(super) locator: &'a str,
    pub(super) line: u64,
    /// What stands at the locator; none of a statistic that stands nowhere.
    pub(super) raw: Option<&'a str>,
    pub(super) is_behind_comma: bool,
    pub(super) value: f64,
    pub(super) unit: Unit,
    pub(super) node: &'a Node<'a>,
}

/// What is taken of the measurements of several inputs together, in base units.
#[derive(Debug, Clone, Copy)]
pub(super) enum Taken {
    /// The percentile of that many percent.
    Percentile(f64),
    /// How many are at or above the first bound and below the second.
    Between([f64; 2]),
    /// Each.
    Each,
}

/// What is so taken: one number, or several.
pub(super) type Pool<'a> = dyn Fn(Taken, &[usize]) -> Result<Vec<f64>, String> + 'a;

/// What is wrong: its code, where, and what.
type Wrong<'a> = (Code, &'a Node<'a>, String);

/// The verdicts that a claim may have.
const VERDICTS: [&str; 7] = [
    "holds",
    "holds after rounding",
    "rests on estimates",
    "no evidence offered",
    "holds in part",
    "contradicted",
    "not checkable",
];

impl<'a> Entry<'a> {
    /// An entry; none when it lacks what every entry has.
    pub(super) fn read(node: &'a Node<'a>) -> Option<Self> {
        let text = |key: &str| node.get(key).and_then(Node::string);
        text("kind").filter(|kind| ["value", "derived", "claim", "mark"].contains(kind))?;
        Some(Self {
            id: text("id")?,
            text: text("text")?,
            inputs: node.get("inputs")?.items().iter().map(Input::read).collect::<Option<_>>()?,
            node,
            value: node.get("value")?,
            unit: Unit::named(text("unit").unwrap_or_default()),
        })
    }

    fn string(&self, key: &str) -> &'a str {
        self.node.get(key).and_then(Node::string).unwrap_or_default()
    }

    /// Computes the value from its inputs (in base units), and reads the text back.
    pub(super) fn check(&self, inputs: &[f64], pool: &Pool<'_>, notation: Notation) -> Result<(), Wrong<'a>> {
        let verdict = self.string("verdict");
        if !verdict.is_empty() && !VERDICTS.contains(&verdict) {
            return Err((Code::TextDiffers, self.node, format!("there is no verdict `{verdict}`")));
        }
        if verdict == "not checkable" {
            return Ok(());
        }
        let outcome = self.outcome(inputs, pool).map_err(|what| (Code::ValueDiffers, self.formula(), what))?;
        self.check_value(&outcome)?;
        self.check_text(&outcome, verdict, notation)
    }

    fn formula(&self) -> &'a Node<'a> {
        self.node.get("formula").unwrap_or(self.node)
    }

    /// What the formula gives.
    fn outcome(&self, inputs: &[f64], pool: &Pool<'_>) -> Result<Outcome, String> {
        let formula = match self.node.get("formula").and_then(Node::string) {
            // A direct observation needs none.
            None if inputs.len() == 1 => "$0",
            formula => formula.unwrap_or_default(),
        };
        let (terms, are_statements) = formula::parse(formula)?;
        let mut used = Vec::new();
        terms.iter().for_each(|term| term.collect_inputs(&mut used));
        if let Some(unused) = (0..inputs.len()).find(|input| !used.contains(input)) {
            return Err(format!("the formula does not use input {unused}"));
        }
        let terms = terms.into_iter().map(|term| formula::settled(term, pool)).collect::<Result<Vec<_>, String>>()?;
        if are_statements {
            return Ok(Outcome::Truths(terms.into_iter().map(|term| truth(term, inputs)).collect::<Result<_, _>>()?));
        }
        let elements = terms.into_iter().map(|term| self.element(term, inputs));
        let mut elements = elements.collect::<Result<Vec<_>, String>>()?;
        if let [low, high] = &elements[..]
            && are_ends(&low.term, &high.term)
        {
            let high = elements.pop().expect("there are two");
            return Ok(Outcome::Range(Box::new((elements.remove(0), high))));
        }
        Ok(Outcome::Values(elements))
    }

    /// A value in the unit of the figure.
    fn element(&self, term: Term, inputs: &[f64]) -> Result<Element, String> {
        match formula::compute(&term, inputs)? {
            Given::Number(number) if number.is_finite() => {
                let quantity = Quantity { value: number / self.unit.base_scale(), unit: self.unit };
                Ok(Element { key: Dimensions::new(), label: String::new(), quantity, term })
            }
            _ => Err("the formula gives no number".to_owned()),
        }
    }

    fn check_value(&self, outcome: &Outcome) -> Result<(), Wrong<'a>> {
        let (computed, same) = match (outcome, &self.value.value) {
            (Outcome::Truths(truths), stated) => {
                let holds = truths.iter().all(|truth| truth.holds);
                (holds.to_string(), *stated == Value::Bool(holds))
            }
            (Outcome::Range(ends), stated) => self.compared(&[&ends.0, &ends.1], stated),
            (Outcome::Values(elements), stated) => self.compared(&elements.iter().collect::<Vec<_>>(), stated),
        };
        let message = || format!("its inputs give {computed}, and its value is {}", self.value.text);
        if same { Ok(()) } else { Err((Code::ValueDiffers, self.value, message())) }
    }

    /// Computed values as text, and whether they are what is stated.
    fn compared(&self, elements: &[&Element], stated: &Value<'_>) -> (String, bool) {
        let numbers: Vec<f64> = elements.iter().map(|element| element.quantity.value).collect();
        let text = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let same = |node: &Node<'_>, number: f64| node.number().is_some_and(|stated| near(stated, number));
        match (stated, &numbers[..]) {
            (Value::Number(stated), [number]) => (text, near(*stated, *number)),
            (Value::Array(items), _) => {
                let all = items.len() == numbers.len() && items.iter().zip(&numbers).all(|(item, n)| same(item, *n));
                (text, all)
            }
            _ => (text, false),
        }
    }

    fn check_text(&self, outcome: &Outcome, verdict: &str, notation: Notation) -> Result<(), Wrong<'a>> {
        let fail = |what: String| (Code::TextDiffers, self.node, what);
        let is_statement = matches!(outcome, Outcome::Truths(_));
        let checked = |text: &str| claim::check(text, outcome, self.unit, notation).ok();
        let given = checked(self.text);
        let states = given.as_ref().is_some_and(Verdict::holds);
        let is_claimed = matches!(verdict, "contradicted" | "holds in part");
        if !(states || is_claimed && is_statement) {
            return Err(fail(format!("the text `{}` does not state its value, {}", self.text, self.value.text)));
        }
        // Of a claim that does not hold, `text` is what the evidence gives and `claimed` what its author wrote.
        let claimed = if is_statement { given } else { checked(self.string("claimed")) };
        match (verdict, claimed) {
            ("contradicted", Some(Verdict::Contradicted { .. }) | None) => Ok(()),
            ("holds in part", Some(Verdict::InPart { .. })) => Ok(()),
            ("contradicted" | "holds in part", _) => Err(fail(format!(
                "`{}` is called `{verdict}`, which is not what the evidence says",
                self.string("claimed")
            ))),
            _ => Ok(()),
        }
    }
}

fn truth(term: Term, inputs: &[f64]) -> Result<Truth, String> {
    match formula::compute(&term, inputs)? {
        Given::Truth(holds) => Ok(Truth { label: String::new(), holds, sides: None, term }),
        _ => Err("the formula gives no statement".to_owned()),
    }
}

/// Whether two terms are the ends of one range.
fn are_ends(low: &Term, high: &Term) -> bool {
    let ranges = [Function::Range, Function::Ci95, Function::Bootstrap];
    match (low, high) {
        (Term::Call(a, of), Term::Call(b, others)) => {
            of == others && ranges.iter().any(|range| range.ends() == Some([*a, *b]))
        }
        _ => false,
    }
}

impl<'a> Input<'a> {
    /// What it says of single measurements, if it is a statistic of some.
    pub(super) fn samples(&self) -> Result<Option<Samples<'a>>, String> {
        self.node.get("samples").map(Samples::read).transpose()
    }

    fn read(node: &'a Node<'a>) -> Option<Self> {
        let text = |key: &str| node.get(key).and_then(Node::string);
        let line = node.get("line")?.number().filter(|line| line.fract() == 0.0 && *line >= 0.0)?;
        Some(Self {
            evidence: text("evidence")?,
            sha256: text("sha256")?,
            locator: text("locator")?,
            line: line as u64,
            raw: Some(text("raw")).filter(|raw| raw.is_some() || node.get("samples").is_some())?,
            is_behind_comma: text("decimal") == Some(","),
            value: node.get("value")?.number()?,
            unit: Unit::named(text("unit")?),
            node,
        })
    }
}
