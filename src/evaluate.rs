//! Expressions to values, each with how it follows from observations.

pub mod relative;
pub mod select;
pub mod term;
pub mod words;

mod aggregate;
mod arithmetic;
mod pooled;
mod samples;
mod singles;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Function, Node, Operator};
use crate::model::{Dimensions, Kind};
use crate::source::Source;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

pub(crate) use aggregate::reduce as reduced;
pub use pooled::count_between;
pub use term::Term;

/// Where an expression is evaluated: its suite, its file, and what holds around it.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// The file that the expression stands in.
    pub source: &'a Arc<Source>,
    /// What `where` fixes for the page, section or block.
    pub fixed: &'a Dimensions,
}

/// One value of an outcome.
#[derive(Debug, Clone)]
pub struct Element {
    /// The dimensions by which it differs from the other values.
    pub key: Dimensions,
    /// What it is the value of, when the key does not say.
    pub label: String,
    /// The value.
    pub quantity: Quantity,
    /// How it follows.
    pub term: Term,
}

/// Whether a statement holds for one part of its scope.
#[derive(Debug, Clone)]
pub struct Truth {
    /// The part, in words.
    pub label: String,
    /// Whether it holds.
    pub holds: bool,
    /// The two values that were compared.
    pub sides: Option<(Quantity, Quantity)>,
    /// How it follows.
    pub term: Term,
}

/// What an expression gives.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// One value, or one for each part of the scope.
    Values(Vec<Element>),
    /// From the smallest to the largest value.
    Range(Box<(Element, Element)>),
    /// Whether a statement holds, for each part of its scope.
    Truths(Vec<Truth>),
}

/// An outcome, or why there is none.
pub type Evaluated<T = Outcome> = Result<T, Box<Diagnostic>>;

impl Outcome {
    /// The terms of all its parts.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Self::Values(elements) => elements.iter().map(|element| &element.term).collect(),
            Self::Range(ends) => vec![&ends.0.term, &ends.1.term],
            Self::Truths(truths) => truths.iter().map(|truth| &truth.term).collect(),
        }
    }

    /// The observations that it follows from, each once, in the order of their first use.
    pub fn inputs(&self) -> Vec<usize> {
        let mut inputs = Vec::new();
        self.terms().into_iter().for_each(|term| term.collect_inputs(&mut inputs));
        inputs
    }

    /// The unit of its values; a plain number for a statement.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Values(elements) => elements.first().map_or(Unit::none(), |element| element.quantity.unit),
            Self::Range(ends) => ends.0.quantity.unit,
            Self::Truths(_) => Unit::none(),
        }
    }

    /// The least trusted kind of its inputs.
    pub fn kind(&self, suite: &Suite) -> Kind {
        self.inputs().iter().map(|input| suite.data[*input].observation.kind).max().unwrap_or_default()
    }

    /// Whether it is more than what stands in the evidence: a value, several, or a range given there.
    pub fn is_computed(&self) -> bool {
        let is_input = |element: &Element| matches!(element.term, Term::Input(_));
        match self {
            Self::Values(elements) => !elements.iter().all(is_input),
            Self::Range(ends) => !is_input(&ends.0) || !is_input(&ends.1),
            Self::Truths(_) => true,
        }
    }

    /// The same, with each part named by its dimensions where it has no name.
    #[must_use]
    pub fn labelled(mut self, suite: &Suite) -> Self {
        if let Self::Values(elements) = &mut self {
            for element in elements.iter_mut().filter(|element| element.label.is_empty()) {
                element.label = suite.vocabulary.words_for(&element.key);
            }
        }
        self
    }

    /// Its single observation, when it is one as it stands in the evidence.
    pub fn direct(&self) -> Option<usize> {
        match self {
            Self::Values(elements) => match elements[..] {
                [Element { term: Term::Input(input), .. }] => Some(input),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Evaluates an expression.
pub fn evaluate(scope: &Scope<'_>, expression: &Expression) -> Evaluated {
    if expression.selections().is_empty() {
        return Err(fail(
            scope,
            expression,
            "the expression reads nothing from the evidence",
            "name a metric, such as `p99[…]`",
        ));
    }
    let expression = &relative::settled(scope, expression)?;
    outcome(scope, expression, &Mode::default()).map(|outcome| outcome.labelled(scope.suite))
}

/// The single values of an expression: each repeat by itself, named by the dimensions in which they differ.
pub fn samples(scope: &Scope<'_>, expression: &Expression) -> Evaluated<Vec<Element>> {
    let mode = Mode { spread: true, ..Mode::default() };
    values(scope, expression, &mode)
}

/// How selections in an expression are taken.
#[derive(Debug, Clone, Default)]
struct Mode {
    /// Whether each repeat is a value of its own (inside `median(…)` and the like).
    spread: bool,
    /// What the other side of the operation fixes, for `others`.
    beside: Dimensions,
}

fn outcome(scope: &Scope<'_>, expression: &Expression, mode: &Mode) -> Evaluated {
    match &expression.node {
        Node::Number(quantity) => {
            let term = Term::Number(*quantity);
            let element = Element { key: Dimensions::new(), label: String::new(), quantity: *quantity, term };
            Ok(Outcome::Values(vec![element]))
        }
        Node::Selection(selection) => {
            let values = select::select(scope, selection, expression.span, mode.spread, &mode.beside);
            let range = || select::range(scope, selection, &mode.beside);
            match values {
                Err(_) if let Some(ends) = range() => Ok(Outcome::Range(Box::new(ends))),
                values => values.map(Outcome::Values),
            }
        }
        Node::Negative(inner) => {
            let negative = |element: Element| Element {
                quantity: Quantity { value: -element.quantity.value, unit: element.quantity.unit },
                term: Term::Negative(Box::new(element.term)),
                ..element
            };
            let elements = values(scope, inner, mode)?;
            Ok(Outcome::Values(elements.into_iter().map(negative).collect()))
        }
        Node::Call(function, arguments) => call(scope, expression, *function, arguments, mode),
        Node::Binary(operator, left, right) => binary(scope, expression, *operator, left, right, mode),
        // The aggregate around it has taken the dimensions.
        Node::Over(inner, _) => outcome(scope, inner, mode),
    }
}

/// The values of an expression that must give values.
fn values(scope: &Scope<'_>, expression: &Expression, mode: &Mode) -> Evaluated<Vec<Element>> {
    match outcome(scope, expression, mode)? {
        Outcome::Values(elements) => Ok(elements),
        Outcome::Range(_) => {
            if let Node::Selection(selection) = &expression.node {
                // The evidence gives a range in its place, and says so itself.
                select::select(scope, selection, expression.span, mode.spread, &mode.beside)?;
            }
            let help = format!("use {}", aggregate::ends_words(expression));
            Err(fail(scope, expression, "a range is no value to compute with", &help))
        }
        Outcome::Truths(_) => Err(fail(scope, expression, "a statement is no value to compute with", "take it out")),
    }
}

fn truths(scope: &Scope<'_>, expression: &Expression, mode: &Mode) -> Evaluated<Vec<Truth>> {
    match outcome(scope, expression, mode)? {
        Outcome::Truths(truths) => Ok(truths),
        _ => Err(fail(scope, expression, "this is no statement", "compare it with `above`, `below` or `equals`")),
    }
}

fn fail(scope: &Scope<'_>, expression: &Expression, message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::BadOperation, message).at(scope.source, expression.span).help(help))
}

fn call(scope: &Scope<'_>, whole: &Expression, function: Function, arguments: &[Expression], mode: &Mode) -> Evaluated {
    match (function, arguments) {
        _ if function.aggregates() => aggregate::aggregate(scope, whole, function, arguments, mode),
        (Function::Pooled, [argument]) => pooled::pool(scope, whole, argument, mode),
        (Function::PooledBetween, [argument, low, high]) => pooled::between(scope, whole, argument, [low, high], mode),
        (Function::Samples, [argument]) => singles::list(scope, whole, argument, mode),
        (Function::Each, _) => each(scope, arguments, mode).map(Outcome::Values),
        (Function::All, _) => all(scope, arguments, mode).map(Outcome::Truths),
        (Function::Change, [new, old]) => {
            let [new, old] = sides(scope, new, old, mode)?;
            let difference = arithmetic::join(scope, whole, Operator::Subtract, &new, &old)?;
            arithmetic::join(scope, whole, Operator::Divide, &difference, &old).map(Outcome::Values)
        }
        (Function::SameOrder, [a, b]) => {
            let [a, b] = sides(scope, a, b, mode)?;
            arithmetic::same_order(scope, whole, a, b)
        }
        _ => samples::call(scope, whole, function, arguments, mode),
    }
}

fn each(scope: &Scope<'_>, arguments: &[Expression], mode: &Mode) -> Evaluated<Vec<Element>> {
    let mut all = Vec::new();
    for argument in arguments {
        let named = |element: Element| Element { label: labelled(scope, argument, &element.key), ..element };
        all.extend(values(scope, argument, mode)?.into_iter().map(named));
    }
    Ok(all)
}

fn all(scope: &Scope<'_>, arguments: &[Expression], mode: &Mode) -> Evaluated<Vec<Truth>> {
    let mut all = Vec::new();
    for argument in arguments {
        let named = |truth: Truth| Truth { label: join_words(&argument.to_string(), &truth.label), ..truth };
        all.extend(truths(scope, argument, mode)?.into_iter().map(named));
    }
    Ok(all)
}

fn labelled(scope: &Scope<'_>, argument: &Expression, key: &Dimensions) -> String {
    join_words(&argument.to_string(), &scope.suite.vocabulary.words_for(key))
}

fn join_words(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first} ({second})") }
}

fn binary(
    scope: &Scope<'_>,
    whole: &Expression,
    operator: Operator,
    left: &Expression,
    right: &Expression,
    mode: &Mode,
) -> Evaluated {
    let [left, right] = sides(scope, left, right, mode)?;
    if operator.compares() {
        arithmetic::compare(scope, whole, operator, &left, &right).map(Outcome::Truths)
    } else {
        arithmetic::join(scope, whole, operator, &left, &right).map(Outcome::Values)
    }
}

/// Both sides of an operation; each knows what the other fixes, so that `others` has a meaning.
fn sides(scope: &Scope<'_>, left: &Expression, right: &Expression, mode: &Mode) -> Evaluated<[Vec<Element>; 2]> {
    let beside = |other: &Expression| -> Mode {
        let mut beside = mode.beside.clone();
        for selection in other.selections() {
            beside.extend(select::fixed_values(scope, selection));
        }
        Mode { beside, ..mode.clone() }
    };
    Ok([values(scope, left, &beside(right))?, values(scope, right, &beside(left))?])
}
