//! The CSV of Google Benchmark, where the end of a name tells an aggregate.

use super::{FAILED, MAY_BE_A_SHARE, Names, SKIPPED, Sort, TOOL, iterations};
use crate::formats::benchmarks::{Part, benchmark, gather, number_rounds, set, time};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::table::rows::{Index, Row};
use crate::formats::table::sheet;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of Google Benchmark's CSV.
pub struct GoogleBenchmarkCsv;

const HEADER: &str = "name,iterations,real_time,cpu_time,time_unit";
/// Columns that are no counters.
const OWN: &[&str] =
    &["name", "iterations", "real_time", "cpu_time", "time_unit", "label", "error_occurred", "error_message"];
/// The empty cells between the name and what stands of an error, or of one that was skipped.
const WITHOUT_TIME: [(&str, &str); 2] = [(",,,,,,,,true,", FAILED), (",,,,,,,,false,", SKIPPED)];
const WRONG_FACTOR: &str = "Google Benchmark writes it into CSV multiplied by the factor of the unit";

impl Reader for GoogleBenchmarkCsv {
    fn name(&self) -> &'static str {
        "google-benchmark-csv"
    }

    fn title(&self) -> &'static str {
        "Google Benchmark CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.lines().next().is_some_and(|line| line.starts_with(HEADER))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let table = sheet::read(content.text);
        let index = table.index();
        let of_rows = |column| table.rows.iter().map(|row| text(row, column, &index)).collect::<Vec<_>>();
        let (names, counts) = (of_rows("name"), of_rows("iterations"));
        let of_row = Names::new(names.iter().map(String::as_str).zip(counts.iter().map(String::as_str)));
        let counters: Vec<&str> = table.columns.iter().map(|column| &**column).filter(|it| !OWN.contains(it)).collect();
        let mut benchmarks: Vec<Collector> = Vec::new();
        for (row, full) in table.rows.iter().zip(&names) {
            if let Some((name, sort)) = of_row.told(full) {
                read_row(row, sort, &index, &counters, of_name(name, sort, &mut benchmarks));
            }
        }
        let (failed, wrong) = split_failed(table.problems, content.text);
        benchmarks.extend(failed);
        let mut reading = gather(TOOL, benchmarks);
        number_rounds(&mut reading);
        reading.problems.extend(wrong);
        reading
    }
}

/// The collector of a row: one of its own, or that of the other aggregates of the same name.
fn of_name<'c>(name: &str, sort: Sort<'_>, benchmarks: &'c mut Vec<Collector>) -> &'c mut Collector {
    let is_named = |other: &Collector| other.run.dimensions.get("benchmark").is_some_and(|it| **it == *name);
    let known = benchmarks.iter().position(is_named).filter(|_| sort != Sort::Iterations);
    let at = known.unwrap_or_else(|| {
        benchmarks.push(benchmark(name));
        benchmarks.len() - 1
    });
    &mut benchmarks[at]
}

/// A benchmark that failed has a row without the cells of counters, and so shorter than the header.
fn split_failed(problems: Vec<Problem>, text: &str) -> (Vec<Collector>, Vec<Problem>) {
    let mut failed = Vec::new();
    let mut wrong = Vec::new();
    for problem in problems {
        let line = &text[problem.span.range()];
        match WITHOUT_TIME.iter().find_map(|(cells, why)| Some((line.split_once(cells)?.0, *why))) {
            Some((name, why)) => {
                let mut collector = benchmark(&name.trim_matches('"').replace("\"\"", "\""));
                collector.absent(&time(Statistic::Mean, ""), why);
                failed.push(collector);
            }
            None => wrong.push(problem),
        }
    }
    (failed, wrong)
}

fn text(row: &Row<'_>, column: &str, index: &Index<'_>) -> String {
    row.cell(column, index).map(|cell| cell.text.into_owned()).unwrap_or_default()
}

fn read_row(row: &Row<'_>, sort: Sort<'_>, index: &Index<'_>, counters: &[&str], collector: &mut Collector) {
    set(collector, "label", &text(row, "label", index));
    let unit = text(row, "time_unit", index);
    if text(row, "error_occurred", index) == "true" {
        return collector.absent(&time(Statistic::Mean, &unit), FAILED);
    }
    let unit = Unit::named(&unit);
    let times = [("real_time", sort.measure("time", unit)), ("cpu_time", sort.measure("cpu", unit))];
    for (column, measure) in times {
        match sort {
            _ if sort.may_be_a_share() => collector.absent(&measure, MAY_BE_A_SHARE),
            Sort::Ratio(_) => collector.absent(&measure, WRONG_FACTOR),
            _ => take(row, column, &measure, index, collector),
        }
    }
    let iterations = iterations(sort);
    if !collector.run.observations.iter().any(|o| o.metric == iterations.metric) {
        take(row, "iterations", &iterations, index, collector);
    }
    for column in counters {
        take(row, column, &sort.counter(column), index, collector);
    }
}

fn take(row: &Row<'_>, column: &str, measure: &Measure, index: &Index<'_>, collector: &mut Collector) {
    if let Some(cell) = row.cell(column, index).filter(|cell| !cell.raw.is_empty()) {
        Part::of_cell(&cell).take(measure, collector);
    }
}
