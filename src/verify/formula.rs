//! The formulas of figures, parsed and computed. All numbers are in base units: seconds, bytes, plain numbers.
//!
//! ```text
//! formula := number | $n | name(formula, …) | (formula op formula) | [formula, …]      op := + - * /
//! ```

use std::iter::Peekable;
use std::str::CharIndices;

use super::entry::{Pool, Taken};
use crate::evaluate::{Term, reduced};
use crate::expression::{Function, Operator};
use crate::statistics::{self, ranks};
use crate::units::Quantity;

/// What a formula gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    /// A number.
    Number(f64),
    /// Several.
    List(Vec<f64>),
    /// Whether a statement holds.
    Truth(bool),
}

/// Whether two numbers are the same but for the rounding of floating-point arithmetic.
pub(super) fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The terms of a formula: those of a list or of `all(…)`, or the whole; and whether they are statements.
pub(super) fn parse(formula: &str) -> Result<(Vec<Term>, bool), String> {
    let mut parser = Parser { text: formula, rest: formula.char_indices().peekable() };
    let term = parser.term()?;
    if let Some((at, _)) = parser.rest.next() {
        return Err(format!("the formula goes on after its end: `{}`", &formula[at..]));
    }
    Ok(match term {
        Term::Call(Function::All, terms) => (terms, true),
        Term::Call(Function::Each, terms) => (terms, false),
        Term::Call(function, terms) if let Some(ends) = function.ends() => {
            (ends.map(|end| Term::Call(end, terms.clone())).to_vec(), false)
        }
        Term::Binary(operator, ..) if operator.compares() => (vec![term], true),
        Term::Call(function, _) if function.is_statement() => (vec![term], true),
        term => (vec![term], false),
    })
}

struct Parser<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

impl<'a> Parser<'a> {
    fn term(&mut self) -> Result<Term, String> {
        match self.rest.peek().copied() {
            Some((_, '(')) => self.operation(),
            Some((_, '[')) => {
                self.rest.next();
                Ok(Term::Call(Function::Each, self.list(']')?))
            }
            Some((_, '$')) => {
                self.rest.next();
                let digits = self.while_(|c| c.is_ascii_digit());
                digits.parse().map(Term::Input).map_err(|_| "`$` takes the number of an input".to_owned())
            }
            Some((_, 'a'..='z')) => self.call(),
            _ => {
                let digits = self.while_(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'));
                let number: f64 = digits.parse().map_err(|_| self.unexpected(digits))?;
                Ok(Term::Number(Quantity::plain(number)))
            }
        }
    }

    fn operation(&mut self) -> Result<Term, String> {
        self.expect('(')?;
        let left = self.term()?;
        let operator = match self.while_(|c| c != '(' && c != '$' && !c.is_ascii_alphanumeric() && c != '[').trim() {
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            "/" => Operator::Divide,
            other => return Err(self.unexpected(other)),
        };
        let right = self.term()?;
        self.expect(')')?;
        Ok(match (&left, operator) {
            // How a formula writes the other sign.
            (Term::Number(zero), Operator::Subtract) if zero.value == 0.0 => Term::Negative(Box::new(right)),
            _ => Term::Binary(operator, Box::new(left), Box::new(right)),
        })
    }

    fn call(&mut self) -> Result<Term, String> {
        let name = self.while_(|c| c.is_ascii_alphanumeric() || c == '_');
        self.expect('(')?;
        let mut terms = self.list(')')?;
        let comparison = [Operator::Above, Operator::Below, Operator::Equals].into_iter().find(|o| o.symbol() == name);
        if let Some(operator) = comparison {
            let (right, left) = (terms.pop(), terms.pop());
            let [left, right] = [left, right].map(|side| side.ok_or_else(|| format!("`{name}` takes two values")));
            return Ok(Term::Binary(operator, Box::new(left?), Box::new(right?)));
        }
        let function =
            Function::of_formula(name).ok_or_else(|| format!("the formula calls `{name}`, which is no function"))?;
        Ok(Term::Call(function, terms))
    }

    fn list(&mut self, close: char) -> Result<Vec<Term>, String> {
        let mut terms = Vec::new();
        while self.rest.next_if(|(_, c)| *c == close).is_none() {
            if !terms.is_empty() {
                self.expect(',')?;
                self.while_(|c| c == ' ');
            }
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn while_(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
        while self.rest.next_if(|(_, c)| fits(*c)).is_some() {}
        let end = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
        &self.text[start..end]
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        match self.rest.next() {
            Some((_, c)) if c == wanted => Ok(()),
            Some((at, _)) => Err(format!("the formula wants `{wanted}` before `{}`", &self.text[at..])),
            None => Err(format!("the formula wants `{wanted}` at its end")),
        }
    }

    fn unexpected(&self, what: &str) -> String {
        format!("the formula cannot hold `{what}` there")
    }
}

/// A term in which each percentile of pooled measurements is the number that it is, and measurements are a list.
pub(super) fn settled(term: Term, pool: &Pool<'_>) -> Result<Term, String> {
    let all = |terms: Vec<Term>| terms.into_iter().map(|term| settled(term, pool)).collect::<Result<Vec<_>, String>>();
    Ok(match term {
        Term::Call(Function::Pooled, terms) => {
            let mut inputs = Vec::new();
            terms.iter().for_each(|term| term.collect_inputs(&mut inputs));
            let Some(Term::Number(percent)) = terms.first() else {
                return Err("`pooled` takes a percentile and inputs".to_owned());
            };
            numbered(pool(Taken::Percentile(percent.value), &inputs)?)
        }
        Term::Call(Function::PooledBetween, terms) => {
            let [Term::Number(low), Term::Number(high), of @ ..] = &terms[..] else {
                return Err("`pooled_between` takes two bounds and inputs".to_owned());
            };
            let mut inputs = Vec::new();
            of.iter().for_each(|term| term.collect_inputs(&mut inputs));
            numbered(pool(Taken::Between([low.value, high.value]), &inputs)?)
        }
        Term::Call(Function::Samples, terms) => match terms[..] {
            [Term::Input(input)] => Term::Call(Function::Each, vec![numbered(pool(Taken::Each, &[input])?)]),
            _ => return Err("`samples` takes an input".to_owned()),
        },
        Term::Call(function, terms) => Term::Call(function, all(terms)?),
        Term::Negative(inner) => Term::Negative(Box::new(settled(*inner, pool)?)),
        Term::Binary(operator, left, right) => {
            Term::Binary(operator, Box::new(settled(*left, pool)?), Box::new(settled(*right, pool)?))
        }
        other => other,
    })
}

/// Numbers as a term: one by itself, or a list.
fn numbered(numbers: Vec<f64>) -> Term {
    let mut terms: Vec<Term> = numbers.into_iter().map(|number| Term::Number(Quantity::plain(number))).collect();
    if terms.len() == 1 { terms.remove(0) } else { Term::Call(Function::Each, terms) }
}

/// Computes a term from inputs.
pub(super) fn compute(term: &Term, inputs: &[f64]) -> Result<Given, String> {
    match term {
        Term::Input(input) => {
            let number =
                inputs.get(*input).ok_or_else(|| format!("the formula names `${input}`, which is no input"))?;
            Ok(Given::Number(*number))
        }
        Term::Number(quantity) => Ok(Given::Number(quantity.value)),
        Term::Negative(inner) => Ok(Given::Number(-number(inner, inputs)?)),
        Term::Binary(operator, left, right) if operator.compares() => {
            let (left, right) = (list(left, inputs)?, list(right, inputs)?);
            Ok(Given::Truth(left.iter().all(|a| right.iter().all(|b| compared(*operator, *a, *b)))))
        }
        Term::Binary(operator, left, right) => {
            let (left, right) = (number(left, inputs)?, number(right, inputs)?);
            Ok(Given::Number(match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                _ => left / right,
            }))
        }
        Term::Call(function, terms) => call(*function, terms, inputs),
    }
}

fn compared(operator: Operator, left: f64, right: f64) -> bool {
    match operator {
        Operator::Above => left > right && !near(left, right),
        Operator::Below => left < right && !near(left, right),
        _ => near(left, right),
    }
}

fn call(function: Function, terms: &[Term], inputs: &[f64]) -> Result<Given, String> {
    let wrong = || format!("`{}` cannot be computed of these values", function.name());
    match (function, terms) {
        (Function::Each, _) => Ok(Given::List(numbers(terms, inputs)?)),
        (Function::SameOrder, [a, b]) => Ok(Given::Truth(order(&list(a, inputs)?) == order(&list(b, inputs)?))),
        (Function::Within, [a, b, far]) => {
            let [a, b, far] = [number(a, inputs)?, number(b, inputs)?, number(far, inputs)?];
            Ok(Given::Truth((a - b).abs() <= far.abs() * (1.0 + 1e-9) + 1e-12 * a.abs().max(b.abs())))
        }
        (Function::Paired, [a, b]) => Ok(Given::Number(number(a, inputs)? / number(b, inputs)?)),
        (Function::Quantile | Function::TrimmedMean, [values, share]) => {
            let (values, share) = (list(values, inputs)?, number(share, inputs)?);
            reduced(function, &values, share).map(Given::Number).ok_or_else(wrong)
        }
        (Function::CountBetween, [values, low, high]) => {
            let bounds = [number(low, inputs)?, number(high, inputs)?];
            let count = statistics::count_between(&list(values, inputs)?, bounds[0], bounds[1]);
            Ok(Given::Number(count as f64))
        }
        (Function::WeightedQuantile, [values, counts, share]) => {
            let (values, counts, share) = (list(values, inputs)?, list(counts, inputs)?, number(share, inputs)?);
            statistics::weighted_quantile(&values, &counts, share).map(Given::Number).ok_or_else(wrong)
        }
        (Function::PairsAbove | Function::PairsBelow, [a, b]) => {
            let (a, b) = (list(a, inputs)?, list(b, inputs)?);
            let counts = |(a, b): &(&f64, &f64)| if function == Function::PairsAbove { a > b } else { a < b };
            let count = a.iter().zip(&b).filter(counts).count();
            if a.len() == b.len() { Ok(Given::Number(count as f64)) } else { Err(wrong()) }
        }
        (
            Function::MannWhitneyU | Function::EffectSize | Function::MannWhitneyExact | Function::MannWhitneyNormal,
            [a, b],
        ) => {
            let test = ranks::u_test(&list(a, inputs)?, &list(b, inputs)?).ok_or_else(wrong)?;
            match function {
                Function::MannWhitneyU => Ok(Given::Number(test.u)),
                Function::EffectSize => Ok(Given::Number(test.effect)),
                _ if test.exact == (function == Function::MannWhitneyExact) => Ok(Given::Number(test.p)),
                _ => Err(wrong()),
            }
        }
        _ => reduced(function, &numbers(terms, inputs)?, f64::NAN).map(Given::Number).ok_or_else(wrong),
    }
}

fn number(term: &Term, inputs: &[f64]) -> Result<f64, String> {
    match compute(term, inputs)? {
        Given::Number(number) => Ok(number),
        _ => Err("the formula computes with what is no number".to_owned()),
    }
}

fn list(term: &Term, inputs: &[f64]) -> Result<Vec<f64>, String> {
    numbers(std::slice::from_ref(term), inputs)
}

/// The numbers that terms give, lists laid open.
fn numbers(terms: &[Term], inputs: &[f64]) -> Result<Vec<f64>, String> {
    let mut numbers = Vec::with_capacity(terms.len());
    for term in terms {
        match compute(term, inputs)? {
            Given::Number(number) => numbers.push(number),
            Given::List(list) => numbers.extend(list),
            Given::Truth(_) => return Err("the formula computes with a statement".to_owned()),
        }
    }
    Ok(numbers)
}

/// The places of a list's values in ascending order.
fn order(list: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..list.len()).collect();
    places.sort_by(|a, b| list[*a].total_cmp(&list[*b]));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(formula: &str, inputs: &[f64]) -> Result<Given, String> {
        let (terms, _) = parse(formula)?;
        compute(&terms[0], inputs)
    }

    #[test]
    fn formulas_are_computed() {
        let number = |formula: &str, inputs: &[f64]| match given(formula, inputs) {
            Ok(Given::Number(number)) => number,
            other => panic!("{formula}: {other:?}"),
        };
        // Each by hand.
        assert_eq!(number("((1 - ($0 / $1)) * 2)", &[3.0, 4.0]), 0.5);
        assert_eq!(number("median($2, $0, $1)", &[1.0, 9.0, 5.0]), 5.0);
        assert_eq!(number("quantile([$0, $1, $2], 0.75)", &[10.0, 20.0, 40.0]), 30.0);
        assert_eq!(number("count_between([$0, $1, $2], 0.02, 40)", &[0.02, 40.0, 7.0]), 2.0);
        assert_eq!(number("pairs_below([$0, $1], [$2, $3])", &[1.0, 5.0, 2.0, 4.0]), 1.0);
        assert_eq!(number("mann_whitney_u([$0, $1], [$2])", &[1.0, 3.0, 2.0]), 1.0);
        assert_eq!(number("(0 - max(1.5e-3, 0.001))", &[]), -0.0015);
        assert_eq!(given("above($0, 0.001)", &[0.002]), Ok(Given::Truth(true)));
        assert_eq!(given("within($0, $1, (0.01 * $1))", &[101.0, 100.0]), Ok(Given::Truth(true)));
        assert_eq!(given("within($0, $1, (0.01 * $1))", &[101.1, 100.0]), Ok(Given::Truth(false)));
        assert_eq!(given("same_order([$0, $1], [$2, $3])", &[1.0, 2.0, 8.0, 3.0]), Ok(Given::Truth(false)));
        assert_eq!(
            parse("all(above($0, $1), below($0, $1))").map(|(terms, truths)| (terms.len(), truths)),
            Ok((2, true))
        );
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        for wrong in ["", "$", "($0 + )", "$0 $1", "median($0", "system($0)", "($0 ^ $1)", "mad()", "$7", "above($0)"] {
            assert!(given(wrong, &[1.0, 2.0]).is_err(), "{wrong}");
        }
    }
}
