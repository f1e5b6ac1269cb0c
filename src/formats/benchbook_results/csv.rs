//! Benchbook results as a table: `name,value,unit`, and further columns `metric`, `statistic`, `kind`,
//! `samples`, and `dim:…` for a dimension each.

use std::sync::Arc;

use super::{Book, Said, Unknown};
use crate::diagnostic::Code;
use crate::formats::benchmarks::{Part, count};
use crate::formats::json::collector::Collector;
use crate::formats::table::rows::{Index, Row};
use crate::formats::table::sheet;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::Dimensions;
use crate::suggest;

/// The reader of the CSV form.
pub struct ResultsCsv;

const HEADER: &str = "name,value,unit";
const DIMENSION: &str = "dim:";
const COLUMNS: [&str; 7] = ["name", "value", "unit", "metric", "statistic", "kind", "samples"];

impl Reader for ResultsCsv {
    fn name(&self) -> &'static str {
        "benchbook-results-csv"
    }

    fn title(&self) -> &'static str {
        "Benchbook results CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let rest = content.text.lines().next().and_then(|line| line.strip_prefix(HEADER));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let table = sheet::read(content.text);
        let mut book = Book::default();
        for column in table.columns.iter().filter(|name| !COLUMNS.contains(&&***name) && !name.starts_with(DIMENSION)) {
            let message = format!("`{column}` is no column of Benchbook results");
            let near = suggest::nearest(column, COLUMNS).map(|name| format!("did you mean `{name}`?"));
            let help = near.unwrap_or_else(|| format!("a dimension is a column `{DIMENSION}{column}`"));
            book.problems.push(Problem::new(Code::Malformed, table.header, message).help(help));
        }
        let index = table.index();
        if !table.is_unusable {
            table.rows.iter().for_each(|row| book.row(row, &index));
        }
        book.problems.extend(table.problems.iter().cloned());
        book.finish()
    }
}

impl Book {
    fn row(&mut self, row: &Row<'_>, index: &Index<'_>) {
        let text = |column: &str| row.cell(column, index).map(|cell| cell.text.trim().to_owned()).unwrap_or_default();
        let [name, unit, metric, statistic, kind] = ["name", "unit", "metric", "statistic", "kind"].map(text);
        let given = |text| Some(text).filter(|text: &&str| !text.is_empty());
        let said = Said {
            name: &name,
            unit: &unit,
            metric: given(&*metric),
            statistic: given(&*statistic),
            kind: given(&*kind),
        };
        let Some(value) = row.cell("value", index) else { return };
        let (measure, kind) = match said.measure() {
            Ok(known) => known,
            Err(Unknown(message, help)) => {
                return self.problems.push(Problem::new(Code::Malformed, value.span, message).help(help));
            }
        };
        let mut collector = Collector::default();
        match value.text.trim() {
            "" => collector.absent(&measure, "the cell is empty"),
            _ => Part::of_cell(&value).take(&measure, &mut collector),
        }
        if let Some(samples) = row.cell("samples", index).filter(|cell| !cell.text.trim().is_empty()) {
            Part::of_cell(&samples).take(&count(&format!("samples{{{}}}", measure.metric)), &mut collector);
        }
        self.problems.append(&mut collector.problems);
        let mut dimensions: Dimensions =
            Some((Arc::from("benchmark"), Arc::from(&*name))).filter(|_| !name.is_empty()).into_iter().collect();
        for column in index.keys().filter(|column| column.starts_with(DIMENSION)) {
            let value = text(column);
            if !value.is_empty() {
                dimensions.insert(column[DIMENSION.len()..].into(), value.into());
            }
        }
        self.add(&dimensions, collector.run, kind);
    }
}
