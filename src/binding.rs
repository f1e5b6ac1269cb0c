//! Expressions that would give a number: what an author could have bound it to.
//!
//! Looked for are observations and medians over repeats, and ratios and relative differences of two of them
//! that have the metric in common and differ in one dimension. Every look goes through sorted values, so that
//! its cost grows with the suite and not with its square.

mod cells;
mod pairs;

use std::sync::Arc;

use crate::claim;
use crate::evaluate::{Scope, evaluate};
use crate::expression;
use crate::model::Dimensions;
use crate::number::{Direction, Notation, Printed, Qualifier};
use crate::source::{Source, Span};
use crate::suite::{SESSION, Suite};
use crate::units::Unit;

use cells::{Cell, Cells};
use pairs::Pairs;

/// A suite with more numbers than this is not searched: it would hold almost every number somewhere.
pub const MOST: usize = 50_000;

/// How many expressions are looked for at most; more say no more than that there are several.
const ENOUGH: usize = 4;

/// How many expressions are evaluated at most until there are enough.
const TRIES: usize = 32;

/// The values of a suite, in an order in which they are found.
pub struct Bindings<'a> {
    suite: &'a Suite,
    cells: Cells,
    pairs: Pairs,
}

/// Where a number stands, and what it says.
pub struct Wanted<'a> {
    /// The text that would be the link's: the number with all that belongs to it.
    pub text: &'a str,
    /// The number.
    pub printed: &'a Printed,
    /// The word after it, which tells a ratio from a difference: "85 % of".
    pub next: &'a str,
    /// What holds where it stands.
    pub fixed: &'a Dimensions,
    /// How the page's language writes numbers.
    pub notation: Notation,
}

impl<'a> Bindings<'a> {
    /// The values of a suite; none of one that is too large.
    pub fn new(suite: &'a Suite) -> Option<Self> {
        if suite.told().len() > MOST {
            return None;
        }
        let cells = Cells::new(suite);
        let pairs = Pairs::new(&cells);
        Some(Self { suite, cells, pairs })
    }

    /// The expressions that give a number, each checked as the claim it would be: those of the first kind that
    /// there are any of. Values come before single rounds, and what holds where the number stands before the rest.
    pub fn of(&self, wanted: &Wanted<'_>) -> Vec<String> {
        // Almost everything is less than something.
        if !matches!(wanted.printed.qualifier, Qualifier::None | Qualifier::About | Qualifier::Almost) {
            return Vec::new();
        }
        let here = self.here(wanted.fixed);
        let nowhere = Dimensions::new();
        for kind in [Kind::Value, Kind::Round, Kind::Difference] {
            for place in [&here, &nowhere] {
                let found = match kind {
                    Kind::Value => self.values(wanted, &self.cells.values, place),
                    Kind::Round => self.values(wanted, &self.cells.rounds, place),
                    Kind::Difference => self.differences(wanted, place),
                };
                if !found.is_empty() {
                    return found;
                }
            }
        }
        Vec::new()
    }

    /// What holds where a number stands, the reference session where no other does.
    fn here(&self, fixed: &Dimensions) -> Dimensions {
        let mut here = fixed.clone();
        let reference = self.suite.manifest.sessions.iter().find(|session| session.reference);
        if let Some(session) = reference {
            here.complete(&[(SESSION.into(), session.name.as_str().into())].into());
        }
        here
    }

    /// Selections of single cells.
    fn values(&self, wanted: &Wanted<'_>, cells: &[Cell], place: &Dimensions) -> Vec<String> {
        let Some(unit) = wanted.printed.unit else { return Vec::new() };
        // A multiple is of two values, never one.
        if unit.symbol() == "×" {
            return Vec::new();
        }
        let agreeing = cells.iter().filter(|cell| {
            let value = cell.quantity.to(unit).map(|quantity| quantity.value);
            value.is_some_and(|value| wanted.printed.agrees(value)) && is_in(&cell.key, place)
        });
        let expressions = agreeing.map(|cell| self.cells.selection(self.suite, cell, wanted.fixed));
        self.checked(wanted, expressions)
    }

    /// Ratios and relative differences of two cells.
    fn differences(&self, wanted: &Wanted<'_>, place: &Dimensions) -> Vec<String> {
        let printed = wanted.printed;
        if !printed.unit.is_some_and(Unit::is_plain) || printed.points {
            return Vec::new();
        }
        let forms = forms(printed, wanted.next);
        let found = forms.iter().flat_map(|form| {
            self.pairs.with_ratio(&self.cells, form.ratios(printed), place).map(|(a, b)| {
                let [a, b] = [a, b].map(|cell| {
                    let cell = &self.cells.values[cell];
                    self.cells.selection(self.suite, cell, wanted.fixed)
                });
                form.written(&a, &b)
            })
        });
        self.checked(wanted, found)
    }

    /// The expressions under which the text holds as a claim.
    fn checked(&self, wanted: &Wanted<'_>, expressions: impl Iterator<Item = String>) -> Vec<String> {
        expressions.take(TRIES).filter(|expression| self.holds(wanted, expression)).take(ENOUGH).collect()
    }

    fn holds(&self, wanted: &Wanted<'_>, expression: &str) -> bool {
        // What Markdown would take for its own cannot stand in a link.
        if expression.contains(['<', '>', '|', '\\', '\n', '*', '`']) {
            return false;
        }
        let source = Arc::new(Source::new("", expression.to_owned()));
        let scope = Scope { suite: self.suite, source: &source, fixed: wanted.fixed };
        let parsed = expression::parse(&source, Span::new(0, expression.len()));
        let Ok(outcome) = parsed.and_then(|parsed| evaluate(&scope, &parsed)) else { return false };
        let verdict = claim::check(wanted.text, &outcome, outcome.unit(), wanted.notation);
        verdict.is_ok_and(|verdict| verdict.holds())
    }
}

/// What a number may be.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// An observation, or the median over repeats.
    Value,
    /// One repeat.
    Round,
    /// A ratio or relative difference.
    Difference,
}

/// Whether dimensions contradict nothing of what holds.
fn is_in(key: &Dimensions, here: &Dimensions) -> bool {
    here.iter().all(|(name, value)| key.get(name).is_none_or(|own| own == value))
}

/// How a number follows from two values.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// `a / b`
    Ratio,
    /// `a / b - 1`
    More,
    /// `1 - a / b`
    Less,
}

impl Form {
    /// The ratios that give a printed number.
    fn ratios(self, printed: &Printed) -> (f64, f64) {
        let scale = printed.unit.map_or(1.0, Unit::base_scale);
        let [low, high] = [-1.0, 1.0].map(|sign| (printed.value + sign * printed.tolerance()) * scale);
        match self {
            Self::Ratio => (low, high),
            Self::More => (1.0 + low, 1.0 + high),
            Self::Less => (1.0 - high, 1.0 - low),
        }
    }

    fn written(self, a: &str, b: &str) -> String {
        match self {
            Self::Ratio => format!("{a} / {b}"),
            Self::More => format!("change({a}, {b})"),
            Self::Less => format!("1 - {a} / {b}"),
        }
    }
}

/// The forms that a number can be read as.
fn forms(printed: &Printed, next: &str) -> Vec<Form> {
    let is_percentage = printed.unit.is_some_and(|unit| unit.symbol() == "%");
    match printed.direction {
        _ if !is_percentage => vec![Form::Ratio],
        Some(Direction::Up) => vec![Form::More],
        Some(Direction::Down) => vec![Form::Less],
        Some(Direction::Either) => vec![Form::More, Form::Less],
        None if next == "of" => vec![Form::Ratio],
        None => vec![Form::More],
    }
}
