//! The results of JMH as CSV (`-rf csv`, `-rf scsv`), a row for each benchmark and for what was measured beside it.
//!
//! CSV is printed in the language of the machine: `12,500000` is a decimal comma, since there are always six decimals.

use super::rows::{Row, Rows};
use crate::formats::benchmarks::{Part, gather};
use crate::formats::table::rows::{self, Index};
use crate::formats::table::sheet;
use crate::formats::{Content, Reader, Reading};

/// The reader of `-rf csv` and `-rf scsv`.
pub struct JmhCsv;

const HEADER: [&str; 5] = ["\"Benchmark\"", "\"Mode\"", "\"Threads\"", "\"Samples\"", "\"Score\""];
const PARAMETER: &str = "Param: ";

/// The column of half of the interval; the level is printed as `99,9%` too.
const ERROR: &str = "Score Error (";

impl Reader for JmhCsv {
    fn name(&self) -> &'static str {
        "jmh-csv"
    }

    fn title(&self) -> &'static str {
        "JMH CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_header = |line: &str| [',', ';'].iter().any(|mark| line.split(*mark).take(HEADER.len()).eq(HEADER));
        content.text.lines().next().is_some_and(is_header)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let table = sheet::read(content.text);
        let index = table.index();
        let mut found = Rows::default();
        for row in &table.rows {
            read_row(row, &index, &mut found);
        }
        let mut reading = gather("JMH", found.benchmarks);
        reading.problems.extend(table.problems);
        reading
    }
}

fn read_row(row: &rows::Row<'_>, index: &Index<'_>, found: &mut Rows) {
    let text = |column: &str| row.cell(column, index).map(|cell| cell.text.into_owned()).unwrap_or_default();
    let part =
        |column: &str| row.cell(column, index).filter(|cell| !cell.raw.is_empty()).map(|cell| Part::of_cell(&cell));
    let of_parameters =
        index.keys().filter_map(|column| column.strip_prefix(PARAMETER).map(|name| (name, text(column))));
    let of_error = index.keys().copied().find(|column| column.starts_with(ERROR));
    found.take(&Row {
        name: &text("Benchmark"),
        mode: &text("Mode"),
        parameters: of_parameters.collect(),
        samples: part("Samples"),
        score: part("Score"),
        error: of_error.and_then(part),
        unit: &text("Unit"),
    });
}
