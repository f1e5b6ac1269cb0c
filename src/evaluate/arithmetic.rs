//! Operations on values: units checked, values paired by the dimensions they share.

use std::sync::Arc;

use super::{Element, Evaluated, Outcome, Scope, Term, Truth};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Function, Operator};
use crate::model::Dimensions;
use crate::units::{Quantity, Unit};

/// The values of two sides that belong together: by the dimensions that both differ in.
pub(super) fn pairs<'a>(left: &'a [Element], right: &'a [Element]) -> Vec<(&'a Element, Vec<&'a Element>)> {
    let shared = |a: &Element, b: &Element| {
        let same = |(name, value): (&Arc<str>, &Arc<str>)| b.key.get(name).is_none_or(|other| other == value);
        a.key.iter().all(same)
    };
    left.iter().map(|a| (a, right.iter().filter(|b| shared(a, b)).collect())).collect()
}

pub(super) fn merged(a: &Dimensions, b: &Dimensions) -> Dimensions {
    a.iter().chain(b).map(|(name, value)| (name.clone(), value.clone())).collect()
}

pub(super) fn unit_error(scope: &Scope<'_>, whole: &Expression, operator: &str, a: Unit, b: Unit) -> Box<Diagnostic> {
    let message = format!("the units of `{operator}` do not fit: {} and {}", a.words(), b.words());
    let help = match [a, b].into_iter().find(|unit| !unit.symbol().is_empty()) {
        Some(unit) if a.symbol().is_empty() || b.symbol().is_empty() => {
            format!("write the number with its unit, such as `3 {unit}`")
        }
        _ => "take values of one unit, or divide one by the other".to_owned(),
    };
    Box::new(Diagnostic::error(Code::UnitMismatch, message).at(scope.source, whole.span).help(help))
}

pub(super) fn no_partner(scope: &Scope<'_>, whole: &Expression, element: &Element) -> Box<Diagnostic> {
    let words = scope.suite.vocabulary.words_for(&element.key);
    let message = format!("the other side has no value for {words}");
    let diagnostic = Diagnostic::error(Code::NoObservation, message).at(scope.source, whole.span);
    Box::new(diagnostic.help("name values that both sides have"))
}

/// `+ - * /` of values that belong together.
pub(super) fn join(
    scope: &Scope<'_>,
    whole: &Expression,
    operator: Operator,
    left: &[Element],
    right: &[Element],
) -> Evaluated<Vec<Element>> {
    let mut results = Vec::new();
    for (a, partners) in pairs(left, right) {
        if partners.is_empty() {
            return Err(no_partner(scope, whole, a));
        }
        for b in partners {
            let quantity = apply(scope, whole, operator, a.quantity, b.quantity)?;
            let term = Term::Binary(operator, Box::new(a.term.clone()), Box::new(b.term.clone()));
            results.push(Element { key: merged(&a.key, &b.key), label: String::new(), quantity, term });
        }
    }
    Ok(results)
}

pub(super) fn apply(
    scope: &Scope<'_>,
    whole: &Expression,
    operator: Operator,
    a: Quantity,
    b: Quantity,
) -> Evaluated<Quantity> {
    let symbol = operator.symbol();
    let [a, b] = match operator {
        Operator::Multiply | Operator::Divide => [share_of(a, b), share_of(b, a)],
        _ => [a, b],
    };
    let quantity = match operator {
        Operator::Multiply => Quantity { value: a.value * b.value, unit: a.unit.times(b.unit) },
        Operator::Divide => {
            if b.value == 0.0 {
                let message = "division by zero";
                let diagnostic = Diagnostic::error(Code::BadOperation, message).at(scope.source, whole.span);
                return Err(Box::new(diagnostic.help("the value after `/` is 0: divide by another")));
            }
            // Like units cancel: 1 s / 500 ms is 2.
            match b.to(a.unit) {
                Some(b) => Quantity::plain(a.value / b.value),
                None => Quantity { value: a.value / b.value, unit: a.unit.per(b.unit) },
            }
        }
        _ => {
            let b = b.to(a.unit).ok_or_else(|| unit_error(scope, whole, symbol, a.unit, b.unit))?;
            let value = if operator == Operator::Add { a.value + b.value } else { a.value - b.value };
            Quantity { value, unit: a.unit }
        }
    };
    Ok(quantity)
}

/// A share beside something with a unit as a plain number: 5 % of 200 routes are 10 routes.
fn share_of(value: Quantity, other: Quantity) -> Quantity {
    match value.to(Unit::none()) {
        Some(plain) if !other.unit.is_plain() => plain,
        _ => value,
    }
}

/// `above`, `below`, `equals` of values that belong together, each by itself.
pub(super) fn compare(
    scope: &Scope<'_>,
    whole: &Expression,
    operator: Operator,
    left: &[Element],
    right: &[Element],
) -> Evaluated<Vec<Truth>> {
    let mut truths = Vec::new();
    for (a, partners) in pairs(left, right) {
        if partners.is_empty() {
            return Err(no_partner(scope, whole, a));
        }
        for b in partners {
            let other = b.quantity.to(a.quantity.unit);
            let other =
                other.ok_or_else(|| unit_error(scope, whole, operator.symbol(), a.quantity.unit, b.quantity.unit))?;
            let holds = match operator {
                Operator::Above => a.quantity.value > other.value,
                Operator::Below => a.quantity.value < other.value,
                _ => a.quantity.value == other.value,
            };
            let term = Term::Binary(operator, Box::new(a.term.clone()), Box::new(b.term.clone()));
            let label = scope.suite.vocabulary.words_for(&merged(&a.key, &b.key));
            truths.push(Truth { label, holds, sides: Some((a.quantity, other)), term });
        }
    }
    Ok(truths)
}

/// Whether two lists with the same keys rank their keys alike.
pub(super) fn same_order(scope: &Scope<'_>, whole: &Expression, a: Vec<Element>, b: Vec<Element>) -> Evaluated {
    let ranked = |elements: &[Element]| -> Vec<Dimensions> {
        let mut sorted: Vec<&Element> = elements.iter().collect();
        sorted.sort_by(|x, y| x.quantity.value.total_cmp(&y.quantity.value));
        sorted.into_iter().map(|element| element.key.clone()).collect()
    };
    let keys = |elements: &[Element]| -> Vec<Dimensions> {
        let mut keys: Vec<_> = elements.iter().map(|element| element.key.clone()).collect();
        keys.sort();
        keys
    };
    if keys(&a) != keys(&b) || a.len() < 2 {
        let message = "the two lists are not of the same things";
        let diagnostic = Diagnostic::error(Code::BadOperation, message).at(scope.source, whole.span);
        return Err(Box::new(diagnostic.help("both need the same dimension with `*`, such as `framework = *`")));
    }
    let holds = ranked(&a) == ranked(&b);
    let list = |elements: Vec<Element>| Term::Call(Function::Each, elements.into_iter().map(|e| e.term).collect());
    // Both lists in one order, so that a program can compare them place by place.
    let (a, b) = (by_key(a), by_key(b));
    let term = Term::Call(Function::SameOrder, vec![list(a), list(b)]);
    Ok(Outcome::Truths(vec![Truth { label: String::new(), holds, sides: None, term }]))
}

fn by_key(mut elements: Vec<Element>) -> Vec<Element> {
    elements.sort_by(|a, b| a.key.cmp(&b.key));
    elements
}
