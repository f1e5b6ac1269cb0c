//! What `locust --headless` prints: tables of the run so far, one of the whole run, its percentiles and its errors.
//!
//! Tables of the run so far have the head of the last one; the percentiles are printed once, when the run has ended, so
//! that the table before them is of the whole run. Times are cut to whole milliseconds. Where the counts of single
//! requests do not add up to that of all, as when Locust has reset them while it printed, those of all count alone.

mod lines;

use std::collections::BTreeMap;

use super::stats::{NO_REQUEST, ROUNDED};
use crate::formats::json::collector::{Measure, Range};
use crate::formats::scribe::BELOW;
use crate::formats::transcript::{self, Transcript, heading, printed};
use crate::formats::{Content, Reader, Reading};
use crate::model::{LoadModel, Percentile, Run, Statistic};
use crate::units::Unit;
use lines::{Output, Percentiles, Percents, Row, Table};

/// The reader of what `locust --headless` prints.
pub struct Text;

const TOOL: &str = "Locust";
const CUT_TO: &str = "cut to whole milliseconds";
const UNTOLD: &str = "the counts of single requests do not add up to that of all";
const UNFINISHED: &str = "the output of this run ends before its percentiles, and what is there is of a part of it";
const NO_ERRORS: &str = "the output of this run ends before the report of its errors";

impl Reader for Text {
    fn name(&self) -> &'static str {
        "locust-text"
    }

    fn title(&self) -> &'static str {
        "Locust text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains("# fails");
        is_likely && transcript::shown(content.text).lines().any(lines::is_head)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let lines: Vec<&str> = shown.lines().collect();
        let outputs = lines::outputs(&lines);
        let runs = outputs.iter().filter_map(|output| read_run(output, &mut transcript)).collect();
        let tool = outputs.iter().find_map(|output| output.version).unwrap_or(TOOL);
        transcript.finish(tool, runs)
    }
}

fn read_run<'a>(output: &Output<'a>, transcript: &mut Transcript<'a>) -> Option<Run> {
    let (Some(table), Some(percentiles)) = (&output.table, &output.percentiles) else {
        transcript.cut_off(output.first, UNFINISHED);
        return None;
    };
    let Some(total) = table.total.as_ref().filter(|total| percentiles.is_whole(total)) else {
        transcript.cut_off(output.first, UNFINISHED);
        return None;
    };
    if printed(total.errors).is_some_and(|errors| errors.value > 0.0) && !output.errors.is_closed {
        transcript.cut_off(output.first, NO_ERRORS);
        return None;
    }
    transcript.run.load = Some(LoadModel::Closed);
    let heading = heading(output.before, lines::is_own);
    transcript.run.heading = heading.map(|heading| (heading.into(), transcript.span(heading)));
    output.facts().for_each(|(name, text)| transcript.fact(name, text));
    read_tables(table, total, percentiles, transcript);
    for (count, error) in &output.errors.counts {
        let measure = Measure::new(&format!("errors{{{error}}}"), Statistic::Count, Unit::named("req"));
        transcript.take(count, &measure.range(Range::Whole));
    }
    let wrong = table.wrong.iter().chain(&percentiles.wrong);
    wrong.for_each(|line| transcript.wrong(line.trim(), "this is no row of the table that it stands in"));
    Some(transcript.end_run())
}

fn read_tables<'a>(table: &Table<'a>, total: &Row<'a>, percentiles: &Percentiles<'a>, transcript: &mut Transcript<'a>) {
    read_row(total, "", true, transcript);
    read_percentiles(percentiles, percentiles.total.as_ref(), "", transcript);
    let is_told = table.adds_up(total);
    let of_request: BTreeMap<&str, &Percents<'_>> = percentiles.rows.iter().map(|row| (&*row.request, row)).collect();
    for row in &table.rows {
        let of = format!("{{{}}}", row.request);
        read_row(row, &of, is_told, transcript);
        let percents = of_request.get(&*row.request).copied().filter(|_| is_told);
        read_percentiles(percentiles, percents, &of, transcript);
    }
}

/// Reads a row; `of` is the request in braces, or empty for the total.
fn read_row(row: &Row<'_>, of: &str, is_told: bool, transcript: &mut Transcript<'_>) {
    let measure = |name: &str, statistic, unit| Measure::new(&format!("{name}{of}"), statistic, Unit::named(unit));
    let is_answered = printed(row.requests).is_none_or(|requests| requests.value > 0.0);
    let plain = [
        (row.requests, measure("requests", Statistic::Count, "req").range(Range::Whole)),
        (row.errors, measure("errors", Statistic::Count, "req").range(Range::Whole)),
        (row.rates[0], measure("rps", Statistic::Rate, "req/s")),
        (row.rates[1], measure("errors", Statistic::Rate, "req/s")),
    ];
    for (word, measure) in plain {
        match is_told {
            true => transcript.take(word, &measure),
            false => transcript.absent(&measure, UNTOLD),
        }
    }
    let statistics = [Statistic::Mean, Statistic::Min, Statistic::Max, percentile("50")];
    for (word, statistic) in row.times.iter().zip(statistics) {
        let plain = measure("latency", statistic, "ms");
        match (is_told, is_answered) {
            (true, true) => transcript.take(word, &time(plain, word)),
            (true, false) => transcript.absent(&plain, NO_REQUEST),
            (false, _) => transcript.absent(&plain, UNTOLD),
        }
    }
}

/// The measure of a time that is printed like that.
fn time(plain: Measure, word: &str) -> Measure {
    match plain.statistic {
        Statistic::Percentile(_) => Measure { within: Some(&ROUNDED), ..plain },
        _ if word == "0" => plain.described(BELOW),
        _ => plain.described(CUT_TO),
    }
}

/// Reads the percentiles of a row. `100%` is the largest time, rounded, which the other table has as it is.
fn read_percentiles(head: &Percentiles<'_>, row: Option<&Percents<'_>>, of: &str, to: &mut Transcript<'_>) {
    let Some(row) = row else { return };
    for (percent, word) in head.percents.iter().zip(&row.times).filter(|(percent, _)| **percent != "100") {
        let measure = Measure::new(&format!("latency{of}"), percentile(percent), Unit::named("ms"));
        to.take(word, &Measure { within: Some(&ROUNDED), ..measure });
    }
}

fn percentile(digits: &str) -> Statistic {
    Percentile::parse(digits).map_or(Statistic::Value, Statistic::Percentile)
}
