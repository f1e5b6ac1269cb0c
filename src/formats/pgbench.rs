//! The reader of what pgbench prints, one run or a log of many.
//!
//! Times are in milliseconds. Without one of `-P`, `-R`, `-L` and `-r`, pgbench does not measure
//! latency, but divides the clients by the transactions per second; a mean without a deviation beside
//! it says so, also where it has failed transactions in it. With `-R`, latency counts from when a
//! transaction was due. There are no percentiles.
//!
//! With several scripts, each one's numbers carry its name in braces. Latencies of single statements
//! are passed over: one statement may stand in a script twice. A file with progress lines alone, or
//! with an error alone, has no result, and says so as a problem.

pub mod log;
mod line;

use super::json::collector::{Measure, Range};
use super::transcript::{self, Transcript, heading, printed};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Statistic};
use crate::units::Unit;
use line::Line;

/// The reader of what `pgbench` prints.
pub struct Pgbench;

const DERIVED: &str = "derived by pgbench from clients and transactions per second, not measured";
const DERIVED_WITH_FAILURES: &str =
    "derived by pgbench from clients and transactions per second, failed ones among them, not measured";
const NOTHING: &str = "no transaction was processed";

impl Reader for Pgbench {
    fn name(&self) -> &'static str {
        "pgbench"
    }

    fn title(&self) -> &'static str {
        "pgbench text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let begins = |line: &str| line.starts_with(BEGINNING) || line::is_progress(line) || line::is_error(line);
        content.document().is_none() && content.text.lines().any(|line| begins(line.trim()))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let lines: Vec<&str> = shown.split('\n').map(str::trim).collect();
        let starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with(BEGINNING)).collect();
        let mut runs = Vec::new();
        for (number, start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(lines.len());
            let before = if number == 0 { 0 } else { starts[number - 1] };
            let heading = heading(&lines[before..*start], is_own);
            transcript.run.heading = heading.map(|heading| (heading.into(), transcript.span(heading)));
            if let Some(line) = lines[*start..end].iter().find(|line| line::is_aborted(line)) {
                transcript.cut_off(line, "pgbench gave this run up, so its numbers are of a part of it");
            }
            if read_run(&lines[*start..end], &mut transcript) {
                runs.push(transcript.end_run());
            } else {
                transcript.end_run();
                transcript.cut_off(lines[*start], "the output of this run ends before its result");
            }
        }
        if starts.is_empty() {
            let only = lines.iter().find(|line| line::is_progress(line) || line::is_error(line));
            let message = "pgbench printed no result here, only progress or errors";
            transcript.cut_off(only.copied().unwrap_or_default(), message);
        }
        let version = lines.iter().find_map(|line| line.strip_prefix("pgbench (")?.split([' ', ')']).next());
        let tool = version.map_or("pgbench".to_owned(), |version| format!("pgbench {version}"));
        transcript.finish(tool, runs)
    }
}

/// The line with which each result begins.
const BEGINNING: &str = "transaction type: ";

/// Whether a line before a result is pgbench's own.
fn is_own(line: &str) -> bool {
    Line::parse(line).is_some()
        || line::is_progress(line)
        || line.starts_with("pgbench (")
        || line.starts_with("starting vacuum")
        || line.starts_with("statement latencies in milliseconds")
        || line::is_statement(line)
}

/// Reads the lines of a run; says whether it has a result.
fn read_run(lines: &[&str], transcript: &mut Transcript<'_>) -> bool {
    let parsed: Vec<Line<'_>> = lines.iter().filter_map(|line| Line::parse(line)).collect();
    let has_deviation =
        lines.iter().take_while(|line| !line.starts_with("SQL script ")).any(|line| line.starts_with("latency stddev"));
    let rate = parsed.iter().rfind(|line| matches!(line, Line::Rate { .. }));
    let best = parsed.iter().find(|line| matches!(line, Line::Rate { is_bare: true, .. })).or(rate);
    let is_scheduled = parsed.iter().any(|line| matches!(line, Line::Lag(_)));
    transcript.run.load = Some(if is_scheduled { LoadModel::OpenCorrected } else { LoadModel::Closed });
    let (mut of, mut scripts) = (String::new(), Vec::new());
    for line in &parsed {
        match line {
            Line::Script(name) => {
                scripts.push(*name);
                of = of_script(&scripts);
            }
            line => read_line(line, &of, has_deviation, transcript),
        }
    }
    let is_idle = parsed.iter().any(|line| matches!(line, Line::Processed("0")));
    match best {
        Some(Line::Rate { digits, .. }) => transcript.take(digits, &rate_of("")),
        _ if is_idle => {
            transcript.absent(&rate_of(""), NOTHING);
            transcript.absent(&milliseconds("latency", Statistic::Mean), NOTHING);
        }
        _ => return false,
    }
    true
}

/// The last of these scripts in braces; one file may be several scripts, which have a number then.
fn of_script(scripts: &[&str]) -> String {
    let name = scripts.last().copied().unwrap_or_default();
    match scripts.iter().filter(|other| **other == name).count() {
        0 | 1 => format!("{{{name}}}"),
        number => format!("{{{name}, {number}}}"),
    }
}

fn read_line(line: &Line<'_>, of: &str, has_deviation: bool, transcript: &mut Transcript<'_>) {
    let named = |name: &str| format!("{name}{of}");
    let count = |name: &str| Measure::new(&named(name), Statistic::Count, transactions()).range(Range::Whole);
    match line {
        Line::Fact(name, value) => transcript.fact(name, value),
        Line::Processed(digits) => transcript.take(digits, &count("transactions")),
        Line::Failed(digits) => transcript.take(digits, &count("errors")),
        Line::Skipped(digits) => transcript.take(digits, &count("skipped")),
        Line::Late(digits) => transcript.take(digits, &count("late")),
        Line::Part(name, true, digits) => transcript.take(digits, &count(name)),
        Line::Part(name, false, digits) => {
            let measure = Measure::new(&named(name), Statistic::Count, Unit::none());
            transcript.take(digits, &measure.range(Range::Whole));
        }
        Line::Share { count: digits, rate } => {
            transcript.take(digits, &count("transactions"));
            transcript.take(rate, &rate_of(of));
        }
        Line::Latency(statistic, digits) => {
            let measure = milliseconds(&named("latency"), *statistic);
            let is_derived = of.is_empty() && *statistic == Statistic::Mean && !has_deviation;
            transcript.take(digits, &if is_derived { measure.described(DERIVED) } else { measure });
        }
        Line::WithFailures(digits) => {
            transcript.take(digits, &milliseconds(&named("latency"), Statistic::Mean).described(DERIVED_WITH_FAILURES));
        }
        Line::Lag([mean, max]) => {
            transcript.take(mean, &milliseconds("schedule_lag", Statistic::Mean));
            transcript.take(max, &milliseconds("schedule_lag", Statistic::Max));
        }
        Line::Connecting(statistic, digits) => transcript.take(digits, &milliseconds("connection_time", *statistic)),
        Line::Rate { .. } | Line::Script(_) => {}
    }
}

fn transactions() -> Unit {
    Unit::named("transactions")
}

fn rate_of(of: &str) -> Measure {
    Measure::new(&format!("tps{of}"), Statistic::Rate, Unit::named("transactions/s"))
}

fn milliseconds(metric: &str, statistic: Statistic) -> Measure {
    Measure::new(metric, statistic, Unit::named("ms"))
}

/// The digits at the start of a text.
fn digits(text: &str) -> &str {
    printed(text.split_whitespace().next().unwrap_or_default()).map_or("", |printed| printed.digits)
}
