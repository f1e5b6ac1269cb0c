//! The readers of Locust: its CSV files, the JSON that `--json` prints, and what it prints for people.
//!
//! Times are in milliseconds. Percentiles come from times that Locust rounded (whole milliseconds
//! below 100, tens below 1,000, and so on), so that one may be above the largest time.
//!
//! The row `Aggregated` of the statistics gives the metrics of the run; those of a single request
//! carry its name in braces (`latency{GET /items}`), so that a sum never counts a request twice. The
//! JSON has no such total: there each request is a run of its own, told apart by the dimension
//! `request`.
//!
//! The history tells of moments of the run: `history`.

mod history;
mod json;
mod stats;
mod text;

use super::json::collector::{Measure, Range};
use super::table::rows::{Index, Row};
use super::table::sheet;
use super::transcript::{Transcript, printed};
use super::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

pub use history::History;
pub use json::Json;
pub use stats::Stats;
pub use text::Text;

/// The reader of `…_failures.csv`.
pub struct Failures;

/// The reader of `…_exceptions.csv`.
pub struct Exceptions;

impl Reader for Failures {
    fn name(&self) -> &'static str {
        "locust-failures"
    }

    fn title(&self) -> &'static str {
        "Locust failures CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        begins(content, &["Method", "Name", "Error", "Occurrences"])
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read_counts(content.text, "errors", Unit::named("req"), "Occurrences", |text| {
            format!("{}: {}", request(&text("Method"), &text("Name")), text("Error"))
        })
    }
}

impl Reader for Exceptions {
    fn name(&self) -> &'static str {
        "locust-exceptions"
    }

    fn title(&self) -> &'static str {
        "Locust exceptions CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        begins(content, &["Count", "Message", "Traceback", "Nodes"])
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read_counts(content.text, "exceptions", Unit::named("exceptions"), "Count", |text| text("Message"))
    }
}

/// Whether a text begins with a header of these columns, quoted or not.
fn begins(content: &Content<'_>, columns: &[&str]) -> bool {
    let header = content.text.trim_start().lines().next().unwrap_or_default();
    let mut cells = header.split(',').map(|cell| cell.trim().trim_matches('"'));
    columns.iter().all(|column| cells.next().is_some_and(|cell| cell.eq_ignore_ascii_case(column)))
}

/// How a request is named: `GET /items`, or its name alone.
fn request(method: &str, name: &str) -> String {
    [method, name].join(" ").trim().to_owned()
}

/// Reads a table of counts, named by a function that is given the texts of a row. Without a row
/// there was nothing to count.
fn read_counts(
    text: &str,
    metric: &str,
    unit: Unit,
    column: &str,
    named: impl Fn(&dyn Fn(&str) -> String) -> String,
) -> Reading {
    let mut table = sheet::read(text);
    let mut transcript = Transcript::new(text, text);
    transcript.problems.append(&mut table.problems);
    let index = table.index();
    for row in &table.rows {
        let cell_text = |column: &str| row.cell(column, &index).map_or_else(String::new, |cell| cell.text.into_owned());
        let name = format!("{metric}{{{}}}", named(&cell_text));
        let measure = Measure::new(&name, Statistic::Count, unit).range(Range::Whole);
        take(&mut transcript, row, &index, column, &measure);
    }
    if table.rows.is_empty() {
        transcript.run.implied_zero.push((metric.into(), table.header));
    }
    let run = transcript.end_run();
    transcript.finish("Locust", vec![run])
}

/// Takes the number of a cell, if the row has the column.
fn take(transcript: &mut Transcript<'_>, row: &Row<'_>, index: &Index<'_>, column: &str, measure: &Measure) {
    let Some(cell) = row.cell(column, index) else { return };
    match printed(cell.raw).filter(|printed| printed.suffix.is_empty()) {
        Some(printed) => transcript.observe_at(&printed, measure, cell.locator),
        None if matches!(cell.raw, "N/A" | "") => transcript.absent(measure, "the tool had no samples of it"),
        None => transcript.wrong(cell.raw, format!("`{}` cannot be a value of `{}`", cell.raw, measure.metric)),
    }
}

/// The place of a row: that of its first cell.
fn place(row: &Row<'_>) -> Span {
    match row {
        Row::Record { cells, .. } => cells.first().map_or_else(Span::default, |cell| cell.span),
        Row::Object { node, .. } => node.span,
    }
}
