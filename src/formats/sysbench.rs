//! The reader of what sysbench 1.1, 1.0 and 0.5 print, one run or a log of many.
//!
//! Latency is in milliseconds, printed with two decimals by 1.0, so that `0.00` is less than 0.005.
//! The percentile is an option; its number is in its line. Interval lines (`[ 10s ] thds: …`) are of a
//! part of the run and passed over. Of the histogram percentiles are read; its values are the middles of
//! buckets and not their bounds. sysbench writes MB for MiB before 1.0.

mod histogram;
mod line;

use super::json::collector::{Measure, Range};
use super::transcript::{self, Transcript, heading, printed};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Statistic};
use crate::units::Unit;
use line::Line;

/// The reader of what `sysbench … run` prints.
pub struct Sysbench;

const OPTIONS: &str = "Running the test with following options";
const NO_EVENT: &str = "there was no event";
const CHECKPOINTS: &str =
    "the run has more than one report (`--report-checkpoints`): each is of a part of it, and none of the whole";
const IGNORED: &str = "errors that sysbench passed over, such as deadlocks";

impl Reader for Sysbench {
    fn name(&self) -> &'static str {
        "sysbench"
    }

    fn title(&self) -> &'static str {
        "sysbench text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains(OPTIONS) && content.document().is_none() && content.text.lines().any(line::is_banner)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let lines: Vec<&str> = shown.split('\n').collect();
        let starts: Vec<usize> = (0..lines.len()).filter(|at| line::is_banner(lines[*at])).collect();
        let mut runs = Vec::new();
        let mut before = 0;
        for (number, start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(lines.len());
            let heading = heading(&lines[before..*start], |_| false);
            transcript.run.heading = heading.map(|heading| (heading.into(), transcript.span(heading)));
            before = start + length(&lines[*start..end]);
            let totals = lines[*start..end].iter().filter(|line| line::is_total(line)).collect::<Vec<_>>();
            if let [_, second, ..] = totals[..] {
                transcript.end_run();
                transcript.wrong(second.trim(), CHECKPOINTS);
                continue;
            }
            read_run(&lines[*start..end], &mut transcript);
            let is_complete = transcript.run.observations.iter().any(|o| &*o.metric == "duration");
            let run = transcript.end_run();
            match is_complete {
                true => runs.push(run),
                false => transcript.cut_off(lines[*start].trim(), "the output of this run ends before its statistics"),
            }
        }
        let version = starts.first().and_then(|start| lines[*start].split_whitespace().nth(1));
        let tool =
            version.map_or("sysbench".to_owned(), |version| format!("sysbench {}", version.trim_end_matches(':')));
        transcript.finish(tool, runs)
    }
}

/// How many lines of these the run takes: its last is that of the execution time.
fn length(lines: &[&str]) -> usize {
    let last = lines.iter().rposition(|line| line.trim().starts_with("execution time (avg/stddev)"));
    last.map_or(lines.len(), |last| last + 1)
}

fn read_run<'a>(lines: &[&'a str], transcript: &mut Transcript<'a>) {
    let parsed: Vec<Line<'_>> = lines.iter().filter_map(|line| Line::parse(line)).collect();
    let is_limited = lines.iter().any(|line| line.starts_with("Target transaction rate"));
    transcript.run.load = Some(if is_limited { LoadModel::Unknown } else { LoadModel::Closed });
    let is_idle = parsed.iter().any(|line| matches!(line, Line::Events("0")));
    for line in &parsed {
        read_line(line, is_idle, transcript);
    }
    let events = parsed.iter().find_map(|line| match line {
        Line::Events(digits) => digits.parse().ok(),
        _ => None,
    });
    histogram::read(lines, events, transcript);
}

fn read_line(line: &Line<'_>, is_idle: bool, transcript: &mut Transcript<'_>) {
    match line {
        Line::Threads(digits) => transcript.fact("threads", digits),
        Line::Duration(word) => transcript.take_time(word, &measure("duration", Statistic::Value, "s")),
        Line::Events(digits) => transcript.take(digits, &count("events", "events")),
        Line::Latency(statistic, _) if is_idle => transcript.absent(&measure("latency", *statistic, "ms"), NO_EVENT),
        Line::Latency(statistic, word) => {
            // 0.5 prints the unit, 1.0 only names it once.
            let measure = measure("latency", *statistic, "ms");
            match printed(word).is_some_and(|printed| !printed.suffix.is_empty()) {
                true => transcript.take_time(word, &measure),
                false => transcript.take(word, &measure),
            }
        }
        Line::Queries(kind, digits) => transcript.take(digits, &count(&format!("queries{{{kind}}}"), "queries")),
        Line::Counted { key, count: digits, rate } => read_counted(key, digits, rate, transcript),
        Line::Rate(metric, unit, digits) => transcript.take(digits, &measure(metric, Statistic::Rate, unit)),
        Line::Transferred { amount, unit, rate } => {
            transcript.take(amount, &measure("transferred", Statistic::Count, unit));
            transcript.take(rate, &measure("transfer", Statistic::Rate, &format!("{unit}/s")));
        }
    }
}

/// Reads a count with its rate: `transactions: 3669516 (12228.34 per sec.)`.
fn read_counted(key: &str, digits: &str, rate: &str, transcript: &mut Transcript<'_>) {
    let (metric, rate_metric, unit) = match key {
        "transactions" => ("transactions", "tps", "transactions"),
        "queries" => ("queries", "queries", "queries"),
        "read/write requests" => ("queries{read/write}", "queries{read/write}", "queries"),
        "other operations" => ("queries{other}", "queries{other}", "queries"),
        "ignored errors" => ("errors", "errors", "transactions"),
        "deadlocks" => ("deadlocks", "deadlocks", "deadlocks"),
        "reconnects" => ("reconnects", "reconnects", "reconnects"),
        _ => ("operations", "operations", "op"),
    };
    let total = count(metric, unit);
    transcript.take(digits, &if metric == "errors" { total.described(IGNORED) } else { total });
    transcript.take(rate, &measure(rate_metric, Statistic::Rate, &format!("{unit}/s")));
}

fn measure(metric: &str, statistic: Statistic, unit: &str) -> Measure {
    Measure::new(metric, statistic, Unit::named(unit))
}

fn count(metric: &str, unit: &str) -> Measure {
    measure(metric, Statistic::Count, unit).range(Range::Whole)
}
