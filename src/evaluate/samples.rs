//! Functions of two samples: repetitions in pairs, or two groups of values.

use std::collections::BTreeSet;

use super::aggregate::numbers;
use super::arithmetic::{apply, merged, no_partner, pairs, unit_error};
use super::{Element, Evaluated, Mode, Outcome, Scope, Term, Truth, fail, sides, singles};
use crate::expression::{Expression, Function, Node, Operator};
use crate::metrics::{self, Better};
use crate::model::Dimensions;
use crate::statistics::{self, ranks};
use crate::units::{Quantity, Unit};

/// `paired`, `favour`, the U test and `within`.
pub(super) fn call(
    scope: &Scope<'_>,
    whole: &Expression,
    function: Function,
    arguments: &[Expression],
    mode: &Mode,
) -> Evaluated {
    let spread = Mode { spread: true, ..mode.clone() };
    match (function, arguments) {
        (Function::Within, [a, b, Expression { node: Node::Number(far), .. }]) => {
            let [a, b] = sides(scope, a, b, mode)?;
            within(scope, whole, &a, &b, *far).map(Outcome::Truths)
        }
        (Function::WeightedQuantile, [values, counts, Expression { node: Node::Number(share), .. }]) => {
            let [values, counts] = sides(scope, values, counts, mode)?;
            weighted(scope, whole, &values, &counts, *share).map(|element| Outcome::Values(vec![element]))
        }
        (Function::Paired, [a, b]) => {
            let [a, b] = sides(scope, a, b, &spread)?;
            let matched = matched(scope, whole, &a, &b)?;
            let ratios = matched.into_iter().map(|(a, b)| ratio(scope, whole, a, b));
            Ok(Outcome::Values(ratios.collect::<Evaluated<_>>()?))
        }
        (Function::Favour, [first, second]) => {
            let [a, b] = sides(scope, first, second, &spread)?;
            let counted = favoured(scope, whole, first, &matched(scope, whole, &a, &b)?)?;
            Ok(Outcome::Values(vec![counted]))
        }
        (_, [a, b]) => {
            let [a, b] = sides(scope, a, b, &spread)?;
            test(scope, whole, function, &a, &b).map(|element| Outcome::Values(vec![element]))
        }
        _ => Err(fail(scope, whole, "the function takes other values", "see its documentation")),
    }
}

/// A plain number that follows from two lists.
fn of_lists(function: Function, lists: [Vec<Term>; 2], value: f64) -> Element {
    let terms = lists.map(|terms| Term::Call(Function::Each, terms)).to_vec();
    let term = Term::Call(function, terms);
    Element { key: Dimensions::new(), label: String::new(), quantity: Quantity::plain(value), term }
}

/// A quantile of a histogram: values with how often each occurs.
fn weighted(
    scope: &Scope<'_>,
    whole: &Expression,
    values: &[Element],
    counts: &[Element],
    share: Quantity,
) -> Evaluated<Element> {
    let mut matched = Vec::with_capacity(values.len());
    for (value, partners) in pairs(values, counts) {
        match partners[..] {
            [] => return Err(no_partner(scope, whole, value)),
            [count] => matched.push((value.clone(), count.clone())),
            _ => return Err(several_partners(scope, whole, value, partners.len())),
        }
    }
    let (values, counts): (Vec<Element>, Vec<Element>) = matched.into_iter().unzip();
    let misfit = |[a, b]: [Unit; 2]| unit_error(scope, whole, Function::WeightedQuantile.name(), a, b);
    let (numbers_of_values, unit) = numbers(&values).map_err(misfit)?;
    let (numbers_of_counts, _) = numbers(&counts).map_err(misfit)?;
    let part = share.to(Unit::none()).map_or(f64::NAN, |share| share.value);
    let value = statistics::weighted_quantile(&numbers_of_values, &numbers_of_counts, part).ok_or_else(|| {
        let help = "the share is from 0% to 100%, and the counts are not negative and not all 0";
        fail(scope, whole, "there is no such quantile", help)
    })?;
    let list = |side: Vec<Element>| Term::Call(Function::Each, side.into_iter().map(|element| element.term).collect());
    let term = Term::Call(Function::WeightedQuantile, vec![list(values), list(counts), Term::Number(share)]);
    Ok(Element { key: Dimensions::new(), label: String::new(), quantity: Quantity { value, unit }, term })
}

/// The repetitions of two sides, one to one.
fn matched<'a>(
    scope: &Scope<'_>,
    whole: &Expression,
    left: &'a [Element],
    right: &'a [Element],
) -> Evaluated<Vec<(&'a Element, &'a Element)>> {
    let is_repeat = |key: &Dimensions| key.keys().any(|name| scope.suite.vocabulary.is_repeat(name));
    if !left.iter().chain(right).any(|element| is_repeat(&element.key)) {
        let help = "mark the dimension of the rounds with `repeat = true` in `suite.toml`, and leave it open here";
        return Err(fail(scope, whole, "these values differ in no repetition, so there is nothing to pair", help));
    }
    let mut matched = Vec::with_capacity(left.len());
    for (a, partners) in pairs(left, right) {
        match partners[..] {
            [] => return Err(no_partner(scope, whole, a)),
            [b] => matched.push((a, b)),
            _ => return Err(several_partners(scope, whole, a, partners.len())),
        }
    }
    for (b, partners) in pairs(right, left) {
        match partners.len() {
            0 => return Err(no_partner(scope, whole, b)),
            1 => {}
            several => return Err(several_partners(scope, whole, b, several)),
        }
    }
    Ok(matched)
}

fn several_partners(
    scope: &Scope<'_>,
    whole: &Expression,
    element: &Element,
    count: usize,
) -> Box<crate::diagnostic::Diagnostic> {
    let words = scope.suite.vocabulary.words_for(&element.key);
    let which = if words.is_empty() { "a value".to_owned() } else { words };
    let message = format!("{which} has {count} values to be paired with");
    let help = "name what the sides differ in, so that each repetition of one has one of the other";
    fail(scope, whole, &message, help)
}

fn ratio(scope: &Scope<'_>, whole: &Expression, a: &Element, b: &Element) -> Evaluated<Element> {
    if !a.quantity.unit.fits(b.quantity.unit) {
        return Err(unit_error(scope, whole, "paired", a.quantity.unit, b.quantity.unit));
    }
    let quantity = apply(scope, whole, Operator::Divide, a.quantity, b.quantity)?;
    let term = Term::Call(Function::Paired, vec![a.term.clone(), b.term.clone()]);
    Ok(Element { key: merged(&a.key, &b.key), label: String::new(), quantity, term })
}

/// In how many pairs the first is better.
fn favoured(
    scope: &Scope<'_>,
    whole: &Expression,
    first: &Expression,
    matched: &[(&Element, &Element)],
) -> Evaluated<Element> {
    let function = match better(scope, first, matched) {
        Better::Higher => Function::PairsAbove,
        Better::Lower => Function::PairsBelow,
        Better::Neither => {
            let help =
                "say `better = \"higher\"` or `\"lower\"` under the metric's name in `[metrics]` of `suite.toml`";
            return Err(fail(scope, first, "whether more or less of this is better is not known", help));
        }
    };
    let mut count = 0.0;
    for (a, b) in matched {
        let (a, b) = (a.quantity, b.quantity);
        let b = b.to(a.unit).ok_or_else(|| unit_error(scope, whole, "favour", a.unit, b.unit))?;
        let favours = if function == Function::PairsAbove { a.value > b.value } else { a.value < b.value };
        count += f64::from(u8::from(favours));
    }
    let terms = |side: fn(&(&Element, &Element)) -> Term| matched.iter().map(side).collect();
    Ok(of_lists(function, [terms(|(a, _)| a.term.clone()), terms(|(_, b)| b.term.clone())], count))
}

fn better(scope: &Scope<'_>, expression: &Expression, matched: &[(&Element, &Element)]) -> Better {
    let unit = matched.first().map_or(Unit::none(), |(a, _)| a.quantity.unit);
    match &expression.node {
        Node::Selection(selection) => scope.suite.shown(&selection.metric, unit).better,
        _ => metrics::better("", unit),
    }
}

/// The U test, and what follows from U.
fn test(scope: &Scope<'_>, whole: &Expression, function: Function, a: &[Element], b: &[Element]) -> Evaluated<Element> {
    let all: Vec<Element> = a.iter().chain(b).cloned().collect();
    let (numbers, _) = numbers(&all).map_err(|[a, b]| unit_error(scope, whole, function.name(), a, b))?;
    let (first, second) = numbers.split_at(a.len());
    let Some(test) = ranks::u_test(first, second) else {
        return Err(fail(scope, whole, "one of the samples has no values", "select values that the evidence has"));
    };
    let (function, value) = match function {
        Function::MannWhitneyU => (function, test.u),
        Function::EffectSize => (function, test.effect),
        _ if test.exact => (Function::MannWhitneyExact, test.p),
        _ => (Function::MannWhitneyNormal, test.p),
    };
    Ok(of_lists(function, [a, b].map(|side| singles::listed(scope.suite, side)), value))
}

/// Whether values that belong together lie no further apart than that.
fn within(scope: &Scope<'_>, whole: &Expression, a: &[Element], b: &[Element], far: Quantity) -> Evaluated<Vec<Truth>> {
    let mut truths = Vec::new();
    let mut paired = BTreeSet::new();
    for (a, partners) in pairs(a, b) {
        if partners.is_empty() {
            return Err(no_partner(scope, whole, a));
        }
        for b in partners {
            paired.insert(b.key.clone());
            truths.push(near(scope, whole, a, b, far)?);
        }
    }
    // A total that was left out of the cross-check would be one that nobody checked.
    match b.iter().find(|b| !paired.contains(&b.key)) {
        Some(left_out) => Err(no_partner(scope, whole, left_out)),
        None => Ok(truths),
    }
}

fn near(scope: &Scope<'_>, whole: &Expression, a: &Element, b: &Element, far: Quantity) -> Evaluated<Truth> {
    let (value, unit) = (a.quantity.value, a.quantity.unit);
    let misfit = |other: Unit| unit_error(scope, whole, "within", unit, other);
    let other = b.quantity.to(unit).ok_or_else(|| misfit(b.quantity.unit))?;
    let (most, term) = if far.unit == Unit::percent() {
        let share = Box::new(Term::Number(far));
        let term = Term::Binary(Operator::Multiply, share, Box::new(b.term.clone()));
        (far.value / 100.0 * other.value, term)
    } else {
        (far.to(unit).ok_or_else(|| misfit(far.unit))?.value, Term::Number(far))
    };
    let rounding = 1e-12 * value.abs().max(other.value.abs());
    let holds = (value - other.value).abs() <= most.abs() + rounding;
    let label = scope.suite.vocabulary.words_for(&merged(&a.key, &b.key));
    let term = Term::Call(Function::Within, vec![a.term.clone(), b.term.clone(), term]);
    Ok(Truth { label, holds, sides: Some((a.quantity, other)), term })
}
