//! How a value follows from observations: a formula over numbered inputs.

use crate::expression::{Function, Operator};
use crate::units::Quantity;

/// A value as a formula; inputs are indices of observations in the suite.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// An observation.
    Input(usize),
    /// A number that the author wrote.
    Number(Quantity),
    /// A function of terms.
    Call(Function, Vec<Term>),
    /// An operation.
    Binary(Operator, Box<Term>, Box<Term>),
    /// The other sign.
    Negative(Box<Term>),
}

impl Term {
    /// Adds the observations of the term that are not there yet.
    pub fn collect_inputs(&self, into: &mut Vec<usize>) {
        match self {
            Self::Input(input) if !into.contains(input) => into.push(*input),
            Self::Input(_) | Self::Number(_) => {}
            Self::Call(_, terms) => terms.iter().for_each(|term| term.collect_inputs(into)),
            Self::Binary(_, left, right) => {
                left.collect_inputs(into);
                right.collect_inputs(into);
            }
            Self::Negative(inner) => inner.collect_inputs(into),
        }
    }

    /// The formula as `figures.json` writes it: `$n` is input `n` in base units (seconds, bytes).
    pub fn formula(&self, inputs: &[usize]) -> String {
        match self {
            Self::Input(input) => {
                let at =
                    inputs.iter().position(|known| known == input).expect("the inputs were collected from the term");
                format!("${at}")
            }
            Self::Number(quantity) => format!("{}", in_base_units(*quantity)),
            Self::Call(function, terms) => {
                let terms: Vec<String> = terms.iter().map(|term| term.formula(inputs)).collect();
                match function {
                    Function::Each => format!("[{}]", terms.join(", ")),
                    _ => format!("{}({})", function.name(), terms.join(", ")),
                }
            }
            Self::Binary(operator, left, right) if operator.compares() => {
                format!("{}({}, {})", operator.symbol(), left.formula(inputs), right.formula(inputs))
            }
            Self::Binary(operator, left, right) => {
                format!("({} {} {})", left.formula(inputs), operator.symbol(), right.formula(inputs))
            }
            Self::Negative(inner) => format!("(0 - {})", inner.formula(inputs)),
        }
    }
}

fn in_base_units(quantity: Quantity) -> f64 {
    quantity.value * quantity.unit.base_scale()
}
