//! What hyperfine exports, as JSON and as CSV. Every time is in seconds there, also with `--time-unit`. What it prints,
//! and the tables that it lays out, are in units for people: see [`text`] and [`markup`].
//!
//! A scanned parameter is a dimension of its own name. The single times are samples; the lists of memory and
//! of exit codes are not read, but runs that failed are told of: `-i` keeps them in the mean. A time of 0 is one of
//! which nothing was left when hyperfine took off that of starting the shell.

pub mod markup;
pub mod text;

use super::arrays::Array;
use super::benchmarks::{Part, benchmark, gather, median, set_parameter, set_parameters, take_members, time};
use super::json::Node;
use super::json::collector::{Collector, Measure, Spot};
use super::scribe::BELOW;
use super::table::sheet;
use super::{Content, Reader, Reading, number};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of `--export-json`.
pub struct Hyperfine;

/// The reader of `--export-csv`.
pub struct HyperfineCsv;

const FAILED: &str = "commands that exited with an error are among those measured";
const OF_SHELL: &str = "hyperfine took off the time that the shell takes to start, and nothing was left";
const ONE_RUN: &str = "one run has no deviation";
const HEADER: &str = "command,mean,stddev,median,user,system,min,max";
const PARAMETER: &str = "parameter_";

fn measures() -> [(&'static str, Measure); 7] {
    let cpu = |metric| Measure::new(metric, Statistic::Mean, Unit::named("s"));
    [
        ("mean", time(Statistic::Mean, "s")),
        ("stddev", time(Statistic::StdDev, "s")),
        ("median", time(median(), "s")),
        ("min", time(Statistic::Min, "s")),
        ("max", time(Statistic::Max, "s")),
        ("user", cpu("cpu{user}")),
        ("system", cpu("cpu{system}")),
    ]
}

impl Reader for Hyperfine {
    fn name(&self) -> &'static str {
        "hyperfine"
    }

    fn title(&self) -> &'static str {
        "hyperfine JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let results = content.document().and_then(|root| root.get("results")).map(Node::items).unwrap_or_default();
        let is_result =
            |result: &Node<'_>| ["command", "mean", "user", "system"].iter().all(|key| result.get(key).is_some());
        !results.is_empty() && results.iter().all(is_result)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let results = Spot::root(document).get("results");
        gather("hyperfine", results.iter().flat_map(Spot::items).map(|result| read_result(&result)))
    }
}

fn read_result(result: &Spot<'_, '_>) -> Collector {
    let mut collector = benchmark(result.node.string_of("command"));
    set_parameters(&mut collector, result.get("parameters").as_ref());
    if result.get("stddev").is_some_and(|spot| spot.node.value == super::json::Value::Null) {
        collector.absent(&time(Statistic::StdDev, "s"), ONE_RUN);
    }
    let codes = result.node.get("exit_codes").map(Node::items).unwrap_or_default();
    // `null` is the code of a command that a signal ended.
    let has_failed = codes.iter().any(|code| code.number() != Some(0.0));
    let described = |measure: Measure| if has_failed { measure.described(FAILED) } else { measure };
    let measures = measures().map(|(key, measure)| {
        let is_zero = result.node.get(key).and_then(Node::number) == Some(0.0);
        (key, described(if is_zero { nothing_left(measure) } else { measure }))
    });
    take_members(result, &measures, &mut collector);
    Array::of(described(time(Statistic::Value, "s"))).take(result.get("times"), &mut collector);
    collector
}

/// The measure of a time that is 0: no command takes none.
fn nothing_left(measure: Measure) -> Measure {
    let is_time = &*measure.metric == "time" && measure.statistic != Statistic::StdDev;
    if is_time { measure.described(OF_SHELL) } else { measure }
}

/// The measure of a time that is printed, of which zero is less than the last digit.
fn floor_of(printed: &str, measure: Measure) -> Measure {
    let is_zero = number::leading(printed.trim()).is_some_and(|(value, _)| value == 0.0);
    if is_zero { measure.described(BELOW) } else { measure }
}

impl Reader for HyperfineCsv {
    fn name(&self) -> &'static str {
        "hyperfine-csv"
    }

    fn title(&self) -> &'static str {
        "hyperfine CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let header = content.text.lines().next().and_then(|line| line.strip_prefix(HEADER));
        header.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let table = sheet::read(content.text);
        let index = table.index();
        let benchmarks = table.rows.iter().map(|row| {
            let text = |column: &str| row.cell(column, &index).map(|cell| cell.text.into_owned()).unwrap_or_default();
            let mut collector = benchmark(&text("command"));
            for column in table.columns.iter().filter(|column| column.starts_with(PARAMETER)) {
                set_parameter(&mut collector, &column[PARAMETER.len()..], &text(column));
            }
            // The deviation of one run is written as 0; several runs never take the same time to the nanosecond.
            let is_one = text("stddev") == "0" && text("min") == text("max");
            for (column, measure) in measures() {
                match row.cell(column, &index) {
                    Some(cell) if cell.raw.is_empty() || (is_one && column == "stddev") => {
                        collector.absent(&measure, ONE_RUN);
                    }
                    Some(cell) => {
                        let measure = if cell.raw == "0" { nothing_left(measure) } else { measure };
                        Part::of_cell(&cell).take(&measure, &mut collector);
                    }
                    None => {}
                }
            }
            collector
        });
        let mut reading = gather("hyperfine", benchmarks.collect::<Vec<_>>());
        reading.problems.extend(table.problems);
        reading
    }
}
