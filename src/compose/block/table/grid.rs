//! The values of a table, and what follows from all of them: formats, order, the best.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::plan::{Plan, ranks};
use crate::compose::block::measure::{Rank, bounds, report_unlike, single};
use crate::evaluate::Outcome;
use crate::figure::Format;
use crate::metrics::Better;
use crate::model::{Dimensions, Kind};
use crate::number;
use crate::settings::Context;
use crate::suite::Suite;
use crate::units::Unit;

/// A place in a table: row, column, measure.
pub(super) type Place = (usize, usize, usize);

/// What competes for being best: the values of the dimensions that name the group, and the measure.
type Group = (Vec<Arc<str>>, usize);

/// What competes: the least and the most that it may be, and where it is.
type Member = ((f64, f64), Place);

/// The values of a table.
pub(super) struct Grid<'a> {
    pub(super) suite: &'a Suite,
    pub(super) plan: &'a Plan,
    /// The rows in the order in which they are shown.
    pub(super) rows: Vec<Dimensions>,
    /// The values; a place that has none is a gap.
    pub(super) values: BTreeMap<Place, Outcome>,
    /// One format a measure, so that a column has one unit and one number of decimals.
    pub(super) formats: Vec<Format>,
}

impl<'a> Grid<'a> {
    /// Evaluates every cell.
    pub(super) fn compute(suite: &'a Suite, context: &Context, plan: &'a Plan, rows: Vec<Dimensions>) -> Self {
        let mut values = BTreeMap::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, column) in plan.columns.iter().enumerate() {
                let fixed = plan.fixed_at(row, column);
                for m in &column.measures {
                    match plan.measures[*m].evaluate(suite, context, &fixed) {
                        Ok(outcome) => drop(values.insert((r, c, *m), outcome)),
                        // A value that is not there is a gap in the table, not an error.
                        Err(diagnostic) if plan.measures[*m].is_gap(suite, &diagnostic) => {}
                        Err(diagnostic) => context.report(*diagnostic),
                    }
                }
            }
        }
        let formats: Vec<Format> = (0..plan.measures.len()).map(|m| format(suite, plan, &values, m)).collect();
        for (m, format) in formats.iter().enumerate() {
            let mut own = values.iter().filter(|((.., measure), _)| *measure == m).map(|(_, outcome)| outcome.unit());
            if let Some(other) = own.find(|unit| !unit.fits(format.unit)) {
                report_unlike(context, &plan.measures[m], "column", [format.unit, other]);
            }
        }
        Self { suite, plan, rows, values, formats }
    }

    /// The unit of a measure.
    pub(super) fn unit(&self, measure: usize) -> Unit {
        self.formats[measure].unit
    }

    /// The single value of a place, in the unit of its measure.
    pub(super) fn number(&self, place: Place) -> Option<f64> {
        single(self.values.get(&place)?, self.unit(place.2))
    }

    /// Where the value of a place stands in an order.
    fn rank(&self, place: Place) -> Option<Rank> {
        Rank::of(self.suite, self.values.get(&place)?, self.unit(place.2))
    }

    /// Which way a measure is better.
    pub(super) fn better(&self, measure: usize) -> Better {
        self.plan.measures[measure].better(self.suite, self.unit(measure))
    }

    /// The values of a measure.
    pub(super) fn of_measure(&self, measure: usize) -> impl Iterator<Item = (&Place, &Outcome)> {
        self.values.iter().filter(move |((_, _, m), _)| *m == measure)
    }

    /// Sorts the rows within their groups, the best first, when the plan says so.
    pub(super) fn sort(&mut self) {
        let Some(measure) = self.plan.sort else { return };
        let column = self.plan.columns.iter().position(|column| column.measures.contains(&measure)).unwrap_or(0);
        let lower = self.better(measure) == Better::Lower;
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|a, b| {
            let group = |row: usize| ranks(self.suite, self.plan.group(), &self.rows[row]);
            let rank = |row: usize| self.rank((row, column, measure));
            group(*a).cmp(&group(*b)).then_with(|| Rank::compare(rank(*a), rank(*b), lower))
        });
        let place_of: BTreeMap<usize, usize> = order.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        self.rows = order.iter().map(|old| self.rows[*old].clone()).collect();
        let values = std::mem::take(&mut self.values);
        self.values = values.into_iter().map(|((r, c, m), outcome)| ((place_of[&r], c, m), outcome)).collect();
    }

    /// The places that are best, or worst: in long form down a group, in wide form across the row.
    pub(super) fn extremes(&self, best: bool) -> BTreeSet<Place> {
        let mut groups: BTreeMap<Group, Vec<Member>> = BTreeMap::new();
        let by = if self.plan.is_wide() { &self.plan.rows } else { self.plan.group() };
        for (place, outcome) in &self.values {
            // What was not measured never ranks among what was.
            let ranked = !matches!(outcome.kind(self.suite), Kind::Estimated | Kind::Claimed);
            if let Some(bounds) = bounds(outcome, self.unit(place.2)).filter(|_| ranked) {
                let group = by.iter().map(|name| Arc::clone(&self.rows[place.0][name])).collect();
                groups.entry((group, place.2)).or_default().push((bounds, *place));
            }
        }
        groups.into_iter().flat_map(|((_, measure), members)| self.top(measure, &members, best)).collect()
    }

    /// The best or the worst of a group: none of the others can be better, or worse, whatever they are within
    /// their ranges. There is none when there is nothing to choose from.
    fn top(&self, measure: usize, members: &[Member], best: bool) -> Vec<Place> {
        let sign = match (self.better(measure), best) {
            (Better::Higher, true) | (Better::Lower, false) => 1.0,
            (Better::Lower, true) | (Better::Higher, false) => -1.0,
            (Better::Neither, _) => return Vec::new(),
        };
        // The least and the most that each may count for.
        let least = |((low, high), _): &Member| (sign * low).min(sign * high);
        let most = |((low, high), _): &Member| (sign * low).max(sign * high);
        let top = members.iter().map(most).fold(f64::NEG_INFINITY, f64::max);
        let all_alike = members.iter().all(|member| least(member) == top);
        let extreme = members.iter().filter(|member| least(member) == top && !all_alike);
        extreme.map(|(_, place)| *place).collect()
    }

    /// The column that gets bars, with its largest value: the first whose cells are one rate each.
    pub(super) fn bars(&self) -> Option<(usize, f64)> {
        let is_rate = |column: &super::plan::Column| match column.measures[..] {
            [only] => self.unit(only).symbol().ends_with("/s"),
            _ => false,
        };
        let column = self.plan.columns.iter().position(is_rate).filter(|_| self.plan.bars)?;
        let of_column = self.values.keys().filter(|(_, c, _)| *c == column);
        let top = of_column.filter_map(|place| self.number(*place)).fold(0.0, f64::max);
        (top > 0.0).then_some((column, top))
    }
}

/// The format of a measure: its own, with as many decimals as its values need.
fn format(suite: &Suite, plan: &Plan, values: &BTreeMap<Place, Outcome>, measure: usize) -> Format {
    let of = || values.iter().filter(|((_, _, m), _)| *m == measure).map(|(_, outcome)| outcome);
    let Some(first) = of().next() else { return Format { unit: Unit::none(), decimals: None } };
    let format = plan.measures[measure].format(suite, first);
    let decimals = || {
        let texts = of().map(|outcome| format.text(suite, outcome));
        let numbers = texts.map(|text| number::decimals_of(text.split([' ', '–', '\u{a0}']).next().unwrap_or("")));
        numbers.max()
    };
    Format { decimals: format.decimals.or_else(decimals), ..format }
}
