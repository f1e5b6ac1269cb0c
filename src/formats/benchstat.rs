//! The tables of `benchstat -format csv`, and in [`text`] those that it prints: a column of values and one of intervals for each file compared.
//!
//! A value is a median over repetitions, in base units (`sec/op`). The name of the file is the dimension
//! `file`, without the folders in which all files lie where it is a whole path. Half the width of the interval is given in percent of the value, as the metric `time{interval}`;
//! `∞` stands for too few repetitions, `?` for an interval around zero. Comparisons (`vs base`, `P`) and the geometric means below a table
//! follow from the rest and are not read.

pub mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::benchmarks::{Part, benchmark, gather, median, number_rounds, set, word};
use super::json::collector::{Collector, Measure};
use super::{Content, Reader, Reading};
use crate::model::{Locator, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// The reader of benchstat's CSV.
pub struct Benchstat;

const HALF_WIDTH: &str = "half the width of the interval, as a share of the median";
const TOO_FEW: &str = "there were too few repetitions for an interval";
const AROUND_ZERO: &str = "an interval around zero is no share of the median";

/// A column of values, under the name of its file and its unit.
#[derive(Debug)]
struct Column<'a> {
    at: usize,
    file: &'a str,
    unit: &'a str,
}

impl Reader for Benchstat {
    fn name(&self) -> &'static str {
        "benchstat-csv"
    }

    fn title(&self) -> &'static str {
        "benchstat CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains(",CI") && content.text.lines().any(|line| !columns("", line).is_empty())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut found = Benchmarks::default();
        let mut columns_of_table = Vec::new();
        let mut configuration = BTreeMap::new();
        let mut before = "";
        let rows = (1..).zip(content.text.lines().filter(|line| !line.is_empty()));
        for (row, line) in rows {
            let columns = columns(before, line);
            if !columns.is_empty() {
                columns_of_table = columns;
            } else if let Some((key, value)) = line.split_once(": ").filter(|_| !line.contains(',')) {
                configuration.insert(key, value);
                columns_of_table.clear();
            } else if !line.starts_with(',') && !line.starts_with("geomean,") {
                found.take_row(line, row, content.text, &columns_of_table, configuration.get("pkg").copied());
            }
            before = line;
        }
        found.finish()
    }
}

/// The columns that two lines of a head describe: file names above, units below. None if they do not.
fn columns<'a>(files: &'a str, units: &'a str) -> Vec<Column<'a>> {
    if !units.starts_with(',') {
        return Vec::new();
    }
    let files: Vec<&str> = files.split(',').collect();
    let units: Vec<&str> = units.split(',').collect();
    let is_value = |at: &usize| units.get(at + 1) == Some(&"CI");
    let columns = (1..units.len()).filter(is_value);
    columns.map(|at| Column { at, file: files.get(at).copied().unwrap_or_default(), unit: units[at] }).collect()
}

#[derive(Default)]
struct Benchmarks {
    collectors: Vec<Collector>,
}

impl Benchmarks {
    fn take_row(&mut self, line: &str, row: u32, text: &str, columns: &[Column<'_>], package: Option<&str>) {
        let cells: Vec<&str> = line.split(',').collect();
        for column in columns {
            let Some(value) = cells.get(column.at).filter(|value| !value.is_empty()) else { continue };
            let part = |cell: &'_ str, at: usize| {
                let column = u32::try_from(at + 1).unwrap_or(u32::MAX);
                (Span::of(cell, text), Locator::Cell(row, column))
            };
            let (metric, unit) = measured(column.unit);
            let collector = self.of(cells[0], column.file, package.unwrap_or_default(), &metric);
            let (span, locator) = part(value, column.at);
            Part { text: value, span, locator }.take(&Measure::new(&metric, median(), unit), collector);
            if let Some(cell) = cells.get(column.at + 1) {
                let (span, locator) = part(cell, column.at + 1);
                take_interval(&Part { text: cell, span, locator }, &metric, collector);
            }
        }
    }

    /// The run of a benchmark in a file, which several tables may tell of: the last one, unless it has that metric.
    fn of(&mut self, name: &str, file: &str, package: &str, metric: &str) -> &mut Collector {
        let mut wanted = benchmark(name);
        set(&mut wanted, "file", file);
        set(&mut wanted, "package", package);
        let known = self.collectors.iter().rposition(|known| known.run.dimensions == wanted.run.dimensions);
        let at = known.filter(|at| !self.collectors[*at].has(metric, median())).unwrap_or_else(|| {
            self.collectors.push(wanted);
            self.collectors.len() - 1
        });
        &mut self.collectors[at]
    }

    fn finish(mut self) -> Reading {
        self.shorten_files();
        let mut reading = gather("benchstat", self.collectors);
        number_rounds(&mut reading);
        reading
    }

    /// Files that benchstat was given with whole paths are called as in the folder that all of them lie in.
    fn shorten_files(&mut self) {
        let files: BTreeSet<Arc<str>> =
            self.collectors.iter().filter_map(|of| of.run.dimensions.get("file").cloned()).collect();
        let (Some(first), true) = (files.first(), files.iter().all(|file| file.starts_with('/'))) else { return };
        let ends = first.match_indices('/').map(|(at, _)| at + 1);
        let Some(folder) = ends.rev().find(|end| files.iter().all(|file| file.starts_with(&first[..*end]))) else {
            return;
        };
        for collector in &mut self.collectors {
            let file = collector.run.dimensions.get("file").map(|file| file[folder..].to_owned());
            set(collector, "file", &file.unwrap_or_default());
        }
    }
}

/// Takes half the width of an interval: `2%`, `∞`, `?`.
fn take_interval(part: &Part<'_>, metric: &str, collector: &mut Collector) {
    let interval = Measure::new(&format!("{metric}{{interval}}"), Statistic::Value, Unit::percent());
    match part.text {
        "∞" => collector.absent(&interval, TOO_FEW),
        "?" => collector.absent(&interval, AROUND_ZERO),
        text => part.within(text.strip_suffix('%').unwrap_or(text)).take(&interval.described(HALF_WIDTH), collector),
    }
}

/// What a unit measures, and the unit without `/op`.
fn measured(unit: &str) -> (String, Unit) {
    match unit {
        "sec/op" => ("time".to_owned(), Unit::named("s")),
        "B/op" => ("memory".to_owned(), Unit::named("B")),
        "allocs/op" => ("allocations".to_owned(), Unit::none()),
        "B/s" => ("throughput".to_owned(), Unit::named("B/s")),
        // Of what benchmarks report themselves: `p99-sec`, `text-bytes`.
        unit => match unit.rsplit('-').next() {
            Some("sec") => (word(unit), Unit::named("s")),
            Some("bytes" | "B") => (word(unit), Unit::named("B")),
            _ => (word(unit), Unit::named(unit)),
        },
    }
}
