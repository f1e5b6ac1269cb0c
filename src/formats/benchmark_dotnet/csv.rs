//! BenchmarkDotNet's `*-report.csv`: the columns of its tables, with every setting of the job among them.

use super::columns::{self, BEHIND_COMMA, Cell};
use crate::formats::benchmarks::{Part, gather, number_rounds};
use crate::formats::table::rows::Table;
use crate::formats::table::sheet;
use crate::formats::{Content, Reader, Reading};

/// The reader of `*-report.csv`.
pub struct BenchmarkDotNetCsv;

/// The first and the last of the columns with settings of the job.
const SETTINGS: [&str; 2] = ["AnalyzeLaunchVariance", "WarmupCount"];

impl Reader for BenchmarkDotNetCsv {
    fn name(&self) -> &'static str {
        "benchmarkdotnet-csv"
    }

    fn title(&self) -> &'static str {
        "BenchmarkDotNet CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let header = content.text.lines().next().unwrap_or_default();
        let names: Vec<&str> = header.split([',', ';']).map(|name| name.trim_matches('"')).collect();
        SETTINGS.iter().all(|setting| names.contains(setting)) && columns::are(&names)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let table = sheet::read(content.text);
        let index = table.index();
        let settings = settings(&table);
        let rows: Vec<Vec<Cell<'_>>> = table
            .rows
            .iter()
            .map(|row| {
                let cells = table.columns.iter().filter_map(|head| Some((head, row.cell(head, &index)?)));
                cells.map(|(head, cell)| Cell { head, part: Part::of_cell(&cell) }).collect()
            })
            .collect();
        let foreign =
            rows.iter().find_map(|cells| columns::behind_comma(cells)).map(|cell| cell.of_either(BEHIND_COMMA));
        let read = rows.iter().filter(|_| foreign.is_none());
        let mut reading =
            gather("BenchmarkDotNet", read.map(|cells| columns::read(cells, |name| !settings.contains(&name))));
        reading.problems.extend(foreign);
        reading.problems.extend(table.problems);
        number_rounds(&mut reading);
        reading
    }
}

/// The settings that are no dimensions: the name of the job tells them apart, and the runtime is what jobs are compared for.
fn settings<'t>(table: &'t Table<'_>) -> Vec<&'t str> {
    let index = table.index();
    let [first, last] = SETTINGS.map(|name| index.get(name).copied().unwrap_or_default());
    let settings = table.columns.get(first..=last).unwrap_or_default().iter().map(|name| &**name);
    settings.filter(|name| *name != "Runtime").collect()
}
