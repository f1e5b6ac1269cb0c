//! Tables with one number a row, which says in other columns what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cell::{self, Amount};
use super::rows::{Row, Table};
use super::{Clerk, LongForm, Mapping, Meaning, usual_statistic, usual_unit};
use crate::diagnostic::Code;
use crate::formats::Problem;
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Kind, Run, Statistic};
use crate::source::Span;
use crate::suggest;
use crate::units::Unit;

impl Clerk<'_> {
    /// Writes down the number of a row.
    pub(super) fn long(&mut self, run: &mut Run, row: &Row<'_>, form: &LongForm, kind: Kind) {
        let metric = self.text(row, &form.metric);
        let words = form.statistic.as_ref().map_or_else(String::new, |column| self.text(row, column));
        let Some(named) = form.named(&metric, &words) else { return };
        let Some(value) = row.cell(&form.value, &self.index) else { return };
        let Some((statistic, described)) = statistic(&named, &words) else {
            self.problems.push(unknown_statistic(value.span, &metric, &words));
            return;
        };
        let Some(unit) = self.unit(row, form, &named.metric) else { return };
        let meaning = Meaning { metric: named.metric, statistic, unit, kind, described };
        let either = self.mapping.decimal_comma;
        let amount = cell::words(value.raw).map_or_else(|| cell::amount(value.raw, either), Amount::One);
        self.observe(run, &value, &meaning, amount);
    }

    /// The unit of a row; none, with a problem, when a text is no unit and the metric has one.
    fn unit(&mut self, row: &Row<'_>, form: &LongForm, metric: &str) -> Option<Unit> {
        let usual = usual_unit(metric);
        let cell = form.unit.as_ref().and_then(|column| row.cell(column, &self.index));
        let Some(cell) = cell.filter(|cell| !cell.text.trim().is_empty()) else { return Some(usual) };
        let text = cell.text.trim();
        if let Some((_, unit)) = form.units.iter().find(|(name, _)| name == text) {
            return Some(*unit);
        }
        let unit = Unit::named(text);
        let is_measured = !usual.is_plain() && !usual.is_count();
        if is_measured && !Unit::is_known(text) && !unit.fits(usual) {
            let message = format!("`{text}` is no unit of `{metric}`");
            let help = format!("write the unit as `{usual}` or another of its kind");
            self.problems.push(Problem::new(Code::UnitMismatch, cell.span, message).help(help));
            return None;
        }
        Some(unit)
    }
}

/// One run of all rows with the same dimensions: what is checked of a run needs its numbers together.
pub(super) fn gathered(rows: impl Iterator<Item = Run>) -> Vec<Run> {
    let mut places: BTreeMap<Dimensions, usize> = BTreeMap::new();
    let mut runs: Vec<Run> = Vec::new();
    for mut row in rows {
        let place = *places.entry(row.dimensions.clone()).or_insert(runs.len());
        match runs.get_mut(place) {
            Some(run) => {
                run.take_absent(&mut row);
                run.observations.append(&mut row.observations);
            }
            None => runs.push(row),
        }
    }
    runs
}

impl LongForm {
    /// What a metric and a statistic of the table are here; none when the row is left out.
    fn named(&self, metric: &str, statistic: &str) -> Option<MetricStatistic> {
        if self.names.is_empty() {
            return (!metric.is_empty()).then(|| MetricStatistic::parse(metric));
        }
        let both = format!("{metric} / {statistic}");
        let find = |name: &str| self.names.iter().find(|(text, _)| text == name).map(|(_, named)| named.clone());
        find(&both).or_else(|| find(metric))
    }
}

/// The statistic of a row, and the table's words for it where they say more; none when the table's
/// words name a statistic of a distribution that is not known.
fn statistic(named: &MetricStatistic, words: &str) -> Option<(Statistic, Option<Arc<str>>)> {
    let parsed = Statistic::parse(words);
    let described = || (!words.is_empty()).then(|| words.into());
    match (named.statistic, parsed) {
        (Some(own), Some(parsed)) if own == parsed => Some((own, None)),
        (Some(own), _) => Some((own, described())),
        (None, Some(parsed)) => Some((parsed, None)),
        (None, None) => {
            let usual = usual_statistic(&named.metric);
            let is_open = usual.is_distribution() && !words.is_empty();
            (!is_open).then(|| (usual, described()))
        }
    }
}

fn unknown_statistic(span: Span, metric: &str, words: &str) -> Problem {
    let message = format!("`{words}` does not tell which statistic of `{metric}` the number is");
    let help = format!("name `{metric} / {words}` in the mapping, with its statistic");
    Problem::new(Code::UnmappedValue, span, message).help(help)
}

/// A problem for each name of the mapping that no row has, admitted or not.
pub(super) fn unused_names(table: &Table<'_>, mapping: &Mapping) -> Vec<Problem> {
    let Some(form) = &mapping.long else { return Vec::new() };
    let clerk = Clerk { mapping, index: table.index(), problems: Vec::new() };
    let mut found = BTreeSet::new();
    for row in &table.rows {
        let metric = clerk.text(row, &form.metric);
        if let Some(column) = &form.statistic {
            found.insert(format!("{metric} / {}", clerk.text(row, column)));
        }
        found.insert(metric);
    }
    let unused = form.names.iter().filter(|(name, _)| !found.contains(name));
    let problem = |(name, _): &(String, MetricStatistic)| {
        let message = format!("the mapping names the metric `{name}`, which no row of the table has");
        let help = suggest::help(name, found.iter().map(String::as_str).filter(|name| !name.is_empty()));
        Problem { help, ..Problem::new(Code::NoMapping, table.header, message) }
    };
    unused.map(problem).collect()
}
