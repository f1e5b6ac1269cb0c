//! What `asv run` prints: a line for each benchmark, and a table where it has parameters.
//!
//! A value has three digits, and a time half of what lies between the quartiles behind `±`; without it asv measured
//! once, or what it prints has no digit left. Sizes are in thousands of bytes. Parameters that follow each other in columns
//! have their names, and their values, with ` / ` between them.

mod table;

use super::described::dimension;
use super::{FAILED, PARAMETER, SKIPPED, Sort, parameter};
use crate::diagnostic::Code;
use crate::formats::benchmarks::{Part, benchmark, gather, number_rounds, set, set_parameter, time};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::scribe::suffix;
use crate::formats::transcript::printed;
use crate::formats::{Content, Problem, Reader, Reading, number};
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;
use table::Table;

/// The reader of what `asv run` prints.
pub struct AsvText;

/// What stands before the line of a benchmark, behind how much is done.
const MARK: &str = "%] ··· ";

const SPREAD: &str = "what follows `±`: half of what lies between the quartiles";
const NO_SPREAD: &str = "printed as zero: measured once, or less than the last digit that the tool prints";
const NOT_DONE: &str = "the output of this run ends while this benchmark runs";
const NO_TABLE: &str = "the table of this benchmark is not there, or cut off";
const NO_TABLE_OF_ITS: &str = "this is no table of a benchmark that stands above it";

impl Reader for AsvText {
    fn name(&self) -> &'static str {
        "asv-text"
    }

    fn title(&self) -> &'static str {
        "asv text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains(MARK);
        is_likely && shown(content.text).lines().any(|line| matches!(Line::of(line), Some(Line::Benchmark(..))))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let lines: Vec<&str> = shown.lines().collect();
        let mut console = Console::new(content.text, &shown);
        let mut at = 0;
        while at < lines.len() {
            at += console.take(&lines[at..]);
        }
        console.end();
        let mut reading = gather("asv", console.benchmarks);
        reading.problems.append(&mut console.problems);
        number_rounds(&mut reading);
        reading
    }
}

/// What a line is.
#[derive(Debug, PartialEq)]
enum Line<'a> {
    /// Another commit is measured.
    Commit(&'a str),
    /// Another environment is.
    Environment(&'a str),
    /// A benchmark began.
    Running,
    /// A benchmark, and what came of it.
    Benchmark(&'a str, &'a str),
    /// The first line of a table, without what stands before it.
    Table(&'a str),
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (done, rest) = line.trim_start().strip_prefix('[')?.split_once("%] ")?;
        number::leading(done.trim()).filter(|(_, length)| *length == done.trim().len())?;
        let (bullets, rest) = rest.split_once(' ')?;
        let rest = rest.trim_end();
        match bullets {
            "·" => {
                rest.split_once(" commit ").and_then(|(_, commit)| commit.split_whitespace().next()).map(Self::Commit)
            }
            "··" => rest.strip_prefix("Benchmarking ").map(Self::Environment),
            "···" => Self::of_benchmark(rest),
            _ => None,
        }
    }

    fn of_benchmark(rest: &'a str) -> Option<Self> {
        if rest.starts_with("Running (") || rest.starts_with("Setting up ") {
            return Some(Self::Running);
        }
        if table::is_rule(rest, '=') {
            return Some(Self::Table(rest));
        }
        // Versions before 0.3 say that it is running, and go on in the line.
        let rest = rest.strip_prefix("Running ").unwrap_or(rest);
        let (name, value) = rest.split_once(' ')?;
        let value = value.trim();
        let is_value = !value.contains(' ') || value.ends_with(" failed");
        is_value.then_some(Self::Benchmark(name, value))
    }
}

/// What was read so far.
struct Console<'a> {
    shown: &'a str,
    places: Places<'a>,
    commit: &'a str,
    environment: &'a str,
    /// A benchmark with parameters, whose table comes next.
    open: Option<(&'a str, &'a str)>,
    /// The line of a benchmark that runs.
    running: Option<&'a str>,
    benchmarks: Vec<Collector>,
    problems: Vec<Problem>,
}

impl<'a> Console<'a> {
    fn new(text: &'a str, shown: &'a str) -> Self {
        let (places, none) = (Places::new(text), "");
        let (benchmarks, problems) = (Vec::new(), Vec::new());
        Self { shown, places, commit: none, environment: none, open: None, running: None, benchmarks, problems }
    }

    /// Takes what begins at the first of these lines; says how many it takes.
    fn take(&mut self, lines: &[&'a str]) -> usize {
        let Some(line) = Line::of(lines[0]) else { return 1 };
        if let Line::Table(rule) = line {
            return self.table(rule, lines);
        }
        self.end_open();
        match line {
            Line::Commit(commit) => self.commit = commit,
            Line::Environment(environment) => self.environment = environment,
            Line::Running => self.running = Some(lines[0].trim()),
            Line::Benchmark(name, value) => {
                self.running = None;
                match value == "ok" || value.ends_with("failed") {
                    true => self.open = Some((name, value)),
                    false => self.benchmark(name, &[], value),
                }
            }
            Line::Table(_) => {}
        }
        1
    }

    fn end(&mut self) {
        self.end_open();
        if let Some(line) = self.running {
            self.cut_off(line, NOT_DONE);
        }
    }

    /// A benchmark whose table did not come: it has no parameters and failed, or the table is lost.
    fn end_open(&mut self) {
        match self.open.take() {
            Some((name, "failed")) => self.benchmark(name, &[], "failed"),
            Some((name, _)) => self.cut_off(name, NO_TABLE),
            None => {}
        }
    }

    fn table(&mut self, rule: &'a str, lines: &[&'a str]) -> usize {
        let Some((name, _)) = self.open.take() else {
            self.wrong(rule, NO_TABLE_OF_ITS);
            return 1;
        };
        let Some((table, length)) = Table::read(lines) else {
            self.cut_off(name, NO_TABLE);
            return 1;
        };
        for (parameters, value) in table.values() {
            self.benchmark(name, &parameters, value);
        }
        length
    }

    fn benchmark(&mut self, name: &'a str, parameters: &[(&'a str, &'a str)], value: &'a str) {
        let mut collector = benchmark(name);
        set(&mut collector, "commit", self.commit);
        set(&mut collector, "environment", self.environment);
        for (name, value) in parameters {
            set_parameter(&mut collector, &parameter_named(name), value);
        }
        self.value(Sort::of(name), value, &mut collector);
        self.benchmarks.push(collector);
    }

    /// Takes `12.3±0.4ms`, `8.06k`, `42`, or that there is none.
    fn value(&self, sort: Sort, text: &'a str, collector: &mut Collector) {
        let measure = sort.measure();
        let text = text.trim_end_matches(";...");
        if let Some(why) = missing(sort, text) {
            return collector.absent(&measure, why);
        }
        let part = |text| Part::of_line(text, self.shown, &self.places);
        let Some(value) = printed(text) else { return part(text).take(&measure, collector) };
        let spread = value.suffix.strip_prefix('±').and_then(printed);
        let Some(unit) = unit(sort, spread.map_or(value.suffix, |spread| spread.suffix)) else {
            return part(text).take(&measure, collector);
        };
        part(value.digits).take(&Measure { unit, ..measure.clone() }, collector);
        if sort == Sort::Time
            && let Some(spread) = spread
        {
            let measure = Measure { unit, ..spread_of_time() };
            match spread.value > 0.0 {
                true => part(spread.digits).take(&measure, collector),
                false => collector.absent(&measure, NO_SPREAD),
            }
        }
    }

    fn wrong(&mut self, text: &str, message: &str) {
        let help = "restore the file as the tool wrote it, or leave it out with `leave_out`";
        self.problems.push(Problem::new(Code::Malformed, Span::of(text, self.shown), message).help(help));
    }

    fn cut_off(&mut self, text: &str, message: &str) {
        let help = "take the whole output, or leave the file out with `leave_out`";
        self.problems.push(Problem::new(Code::Truncated, Span::of(text, self.shown), message).help(help));
    }
}

fn spread_of_time() -> Measure {
    Measure { metric: "time{spread}".into(), ..time(Statistic::Value, "s") }.described(SPREAD)
}

/// Why there is no value, where that is what is printed. What is tracked may be no number.
fn missing(sort: Sort, text: &str) -> Option<&'static str> {
    match text {
        "failed" => Some(FAILED),
        "n/a" => Some(SKIPPED),
        _ => (sort == Sort::Track && text.starts_with(['"', '{', '[', 't', 'f'])).then_some(SKIPPED),
    }
}

/// The unit that follows a number. What is tracked has the units of times and sizes when its author said so.
fn unit(sort: Sort, suffix: &str) -> Option<Unit> {
    let size = || {
        ["k", "M", "G", "T", "P"].contains(&suffix).then(|| {
            Unit::named(match suffix {
                "k" => "kB",
                "M" => "MB",
                "G" => "GB",
                "T" => "TB",
                _ => "PB",
            })
        })
    };
    let time = || suffix::time(suffix).map(Unit::named);
    match sort {
        Sort::Time => time(),
        Sort::Memory | Sort::PeakMemory if suffix.is_empty() => Some(Unit::named("B")),
        Sort::Memory | Sort::PeakMemory => size(),
        Sort::Track if suffix.is_empty() => Some(Unit::none()),
        Sort::Track => size().or_else(time),
    }
}

/// The dimension of a parameter: `param2` is the second of those that have no names.
fn parameter_named(name: &str) -> String {
    match name.strip_prefix("param").and_then(|number| number.parse().ok()) {
        Some(number) => parameter(number),
        None if name.is_empty() => PARAMETER.to_owned(),
        None => dimension(name),
    }
}
