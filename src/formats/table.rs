//! CSV, TSV and JSON Lines tables of any layout, read by a mapping.
//!
//! A table says nothing of itself that could be trusted, so a mapping names the columns that are
//! dimensions and those that hold numbers. There are two forms, which one table may even combine:
//! *wide*, with a column for each metric, and *long*, with one number a row and columns that say
//! which metric it is. Each row that the mapping admits is a run of its own.
//!
//! A cell with a number may also hold a range (`40–80`, read as its low and its high end), digits in
//! groups (`850,894.28`), a sign, or a `~` before it, which marks it as an approximation. An empty cell is an
//! unknown value: an absence, never 0. Anything else is a problem, unless `only` leaves the row out.

mod cell;
mod jsonl;
mod long;
pub(super) mod rows;
pub(super) mod sheet;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Problem, Reading};
use crate::diagnostic::Code;
use crate::metrics::{self, MetricStatistic};
use crate::model::{Absence, Dimensions, Kind, Observation, Run, Statistic};
use crate::source::Span;
use crate::suggest;
use crate::units::Unit;
use cell::{Amount, Part};
use rows::{Cell, Index, Row, Table};

/// How a table is read: which columns are dimensions and which hold numbers.
///
/// A column is named as in the header; in JSON Lines by member name, or by an RFC 6901 pointer.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// Dimension and column. A row whose cell is empty has no value of that dimension.
    pub dimensions: Vec<(Arc<str>, String)>,
    /// Columns that each hold one metric (wide form).
    pub metrics: Vec<MetricColumn>,
    /// The columns of a table with one number a row (long form).
    pub long: Option<LongForm>,
    /// Rows are read only where each of these columns holds one of its texts; a cell that is not
    /// there counts as empty.
    pub only: Vec<(String, Vec<String>)>,
    /// The column that says how a number came about, and what its texts mean; texts that are not
    /// named here are read with [`Kind::parse`], an empty cell leaves it to `default_kind`.
    pub kind: Option<(String, Vec<(String, Kind)>)>,
    /// How numbers came about where no column says.
    pub default_kind: Kind,
    /// Whether decimals may stand after a comma as well as after a point.
    pub decimal_comma: bool,
}

/// A column that holds one metric.
#[derive(Debug, Clone)]
pub struct MetricColumn {
    /// The column.
    pub column: String,
    /// What it holds; without a statistic, the one that the known metric means by itself, or the value.
    pub metric: MetricStatistic,
    /// Its unit; the unit of the known metric, or a plain number, when none is given.
    pub unit: Option<Unit>,
}

/// A table with one number a row.
#[derive(Debug, Clone, Default)]
pub struct LongForm {
    /// The column of the number, which may also be words: `eighteen hundred`.
    pub value: String,
    /// The column of the metric's name.
    pub metric: String,
    /// The column of the statistic, if there is one. A text that is no short name of a statistic
    /// ("median of 5 rounds") is kept as [`described`](crate::model::Descriptor::described).
    pub statistic: Option<String>,
    /// The column of the unit, if there is one; where it is empty, the unit of the known metric.
    pub unit: Option<String>,
    /// What the table calls a unit (`% lower`), and what it is here.
    pub units: Vec<(String, Unit)>,
    /// What the table calls a metric (`requests per second`) or a metric with its statistic
    /// (`latency / median p50`), and what it is here. A statistic given here outweighs the table's.
    /// Rows of other metrics are left out; with no names at all, every row is read under the name
    /// that the table gives.
    pub names: Vec<(String, MetricStatistic)>,
}

/// Reads a CSV or TSV table, or JSON Lines when the text begins with `{`.
pub fn read(text: &str, mapping: &Mapping) -> Reading {
    let content = text.trim_start_matches('\u{feff}');
    let table = if content.trim_start().starts_with('{') { jsonl::read(content) } else { sheet::read(content) };
    let mut reading = lay_over(&table, mapping);
    let by = text.len() - content.len();
    let observations = reading.runs.iter_mut().flat_map(|run| &mut run.observations).map(|o| &mut o.span);
    for span in observations.chain(reading.problems.iter_mut().map(|problem| &mut problem.span)) {
        *span = span.shifted(by);
    }
    reading
}

/// Lays the mapping over the table.
fn lay_over(table: &Table<'_>, mapping: &Mapping) -> Reading {
    let mut reading = Reading { tool: "table".to_owned(), problems: table.problems.clone(), ..Reading::default() };
    reading.problems.extend(missing_columns(table, mapping));
    if table.is_unusable || reading.problems.iter().any(|problem| problem.code == Code::NoMapping) {
        return reading;
    }
    let mut clerk = Clerk { mapping, index: table.index(), problems: Vec::new() };
    let runs = table.rows.iter().filter_map(|row| clerk.run(row));
    reading.runs = if mapping.long.is_some() { long::gathered(runs) } else { runs.collect() };
    reading.problems.append(&mut clerk.problems);
    reading.problems.extend(long::unused_names(table, mapping));
    reading.problems.sort_by_key(|problem| problem.span);
    reading
}

/// A problem for each column of the mapping that the table does not have.
fn missing_columns(table: &Table<'_>, mapping: &Mapping) -> Vec<Problem> {
    let missing = mapping.columns().into_iter().filter(|column| !table.has(column));
    let problem = |column: &str| {
        let message = format!("the mapping names the column `{column}`, which the table does not have");
        let help = suggest::help(column, table.columns.iter().map(|name| &**name));
        Problem { help, ..Problem::new(Code::NoMapping, table.header, message) }
    };
    missing.map(problem).collect()
}

impl Mapping {
    /// Every column that it names, once.
    fn columns(&self) -> BTreeSet<&str> {
        let dimensions = self.dimensions.iter().map(|(_, column)| column);
        let metrics = self.metrics.iter().map(|metric| &metric.column);
        let only = self.only.iter().map(|(column, _)| column);
        let kind = self.kind.iter().map(|(column, _)| column);
        let long = self.long.iter().flat_map(|long| [&long.value, &long.metric]);
        let optional = self.long.iter().flat_map(|long| [&long.statistic, &long.unit]).flatten();
        dimensions.chain(metrics).chain(only).chain(kind).chain(long).chain(optional).map(String::as_str).collect()
    }
}

/// Reads rows by a mapping.
struct Clerk<'m> {
    mapping: &'m Mapping,
    index: Index<'m>,
    problems: Vec<Problem>,
}

/// What a number is.
struct Meaning {
    metric: Arc<str>,
    statistic: Statistic,
    unit: Unit,
    kind: Kind,
    described: Option<Arc<str>>,
}

impl Clerk<'_> {
    /// The run of a row; none for one that is left out.
    fn run(&mut self, row: &Row<'_>) -> Option<Run> {
        if !self.admits(row) {
            return None;
        }
        let kind = self.kind(row)?;
        let mapping = self.mapping;
        let mut run = Run { dimensions: self.dimensions(row), ..Run::default() };
        for column in &mapping.metrics {
            if let Some(cell) = row.cell(&column.column, &self.index) {
                let meaning = column.meaning(kind);
                self.observe(&mut run, &cell, &meaning, cell::amount(cell.raw, mapping.decimal_comma));
            }
        }
        if let Some(form) = &mapping.long {
            self.long(&mut run, row, form, kind);
        }
        // A row of a wide table stands for something even when nothing was measured in it.
        let is_kept = !run.observations.is_empty() || !run.absent.is_empty() || mapping.long.is_none();
        is_kept.then_some(run)
    }

    fn admits(&self, row: &Row<'_>) -> bool {
        self.mapping.only.iter().all(|(column, texts)| {
            let text = self.text(row, column);
            texts.contains(&text)
        })
    }

    fn dimensions(&self, row: &Row<'_>) -> Dimensions {
        let named = self.mapping.dimensions.iter().map(|(name, column)| (name, self.text(row, column)));
        named.filter(|(_, text)| !text.is_empty()).map(|(name, text)| (Arc::clone(name), text.into())).collect()
    }

    /// How the numbers of a row came about; none, with a problem, when a text says what is unknown.
    fn kind(&mut self, row: &Row<'_>) -> Option<Kind> {
        let Some((column, meanings)) = &self.mapping.kind else { return Some(self.mapping.default_kind) };
        let cell = row.cell(column, &self.index).filter(|cell| !cell.text.trim().is_empty());
        let Some(cell) = cell else { return Some(self.mapping.default_kind) };
        let text = cell.text.trim();
        let named = meanings.iter().find(|(name, _)| name == text).map(|(_, kind)| *kind);
        let kind = named.or_else(|| Kind::parse(text));
        if kind.is_none() {
            let message = format!("`{text}` does not say how the number came about");
            let help = "say in the mapping what it means, or leave such rows out with `only`";
            self.problems.push(Problem::new(Code::Malformed, cell.span, message).help(help));
        }
        kind
    }

    /// The trimmed text of a cell; empty when there is none.
    fn text(&self, row: &Row<'_>, column: &str) -> String {
        row.cell(column, &self.index).map_or_else(String::new, |cell| cell.text.trim().to_owned())
    }

    /// Writes down the numbers of a cell, or what is wrong with it.
    fn observe(&mut self, run: &mut Run, cell: &Cell<'_>, meaning: &Meaning, amount: Amount) {
        let is_impossible = |part: &Part| meaning.unit.is_time() && part.value < 0.0;
        match amount {
            Amount::Empty => run.absent.push(meaning.absence()),
            _ if !cell.is_scalar => self.problems.push(no_number(cell)),
            Amount::Other => self.problems.push(no_number(cell)),
            Amount::Malformed => self.problems.push(malformed(cell, &meaning.metric)),
            Amount::One(part) | Amount::Range(part, _) if is_impossible(&part) => {
                self.problems.push(malformed(cell, &meaning.metric));
            }
            Amount::One(part) => run.observations.push(meaning.observation(cell, &part)),
            Amount::Range(low, high) => {
                for (statistic, part) in [(Statistic::Low, low), (Statistic::High, high)] {
                    let end_of = Some(meaning.statistic);
                    let end = meaning.observation(cell, &part);
                    run.observations.push(end.with(|of| (of.statistic, of.end_of) = (statistic, end_of)));
                }
            }
        }
    }
}

impl MetricColumn {
    fn meaning(&self, kind: Kind) -> Meaning {
        let MetricStatistic { metric, statistic } = &self.metric;
        let unit = self.unit.unwrap_or_else(|| usual_unit(metric));
        let statistic = statistic.unwrap_or_else(|| usual_statistic(metric));
        Meaning { metric: Arc::clone(metric), statistic, unit, kind, described: None }
    }
}

impl Meaning {
    fn observation(&self, cell: &Cell<'_>, part: &Part) -> Observation {
        let span = Span::from(part.bytes.clone()).shifted(cell.span.range().start);
        let locator = cell.locator.clone();
        let observation = Observation::measured(&self.metric, self.statistic, part.value, self.unit, span, locator);
        let described = self.described.clone();
        observation.with(|of| (of.kind, of.described, of.is_about) = (self.kind, described, part.is_about))
    }

    fn absence(&self) -> Absence {
        Absence { metric: Arc::clone(&self.metric), statistic: self.statistic, why: "its cell is empty" }
    }
}

/// The unit of a known metric, or none.
fn usual_unit(metric: &str) -> Unit {
    metrics::find(metric).map_or_else(Unit::none, |known| Unit::named(known.unit))
}

/// The statistic that a known metric means by itself, or the value.
fn usual_statistic(metric: &str) -> Statistic {
    metrics::find(metric).map_or(Statistic::Value, |known| known.statistic)
}

fn no_number(cell: &Cell<'_>) -> Problem {
    let message = format!("`{}` is no number, range or empty cell", cell.raw.trim());
    let help = "write a number such as `1234.5`, `1,234.5`, `~12` or `40–80`, or leave the row out with `only`";
    Problem::new(Code::UnmappedValue, cell.span, message).help(help)
}

fn malformed(cell: &Cell<'_>, metric: &str) -> Problem {
    let message = format!("`{}` cannot be a value of `{metric}`", cell.raw.trim());
    Problem::new(Code::Malformed, cell.span, message).help("leave the cell empty where the value is not known")
}
