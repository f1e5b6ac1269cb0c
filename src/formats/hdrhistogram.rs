//! The reader of the percentile output of HdrHistogram (`.hgrm`), as text or as CSV.
//!
//! The values have the unit and scale that the program chose which wrote them; the file does not say,
//! so they have none here. Whether they were corrected for coordinated omission is not recorded
//! either.
//!
//! Every row is a point of the spectrum. A percentile that has a row is read as such. One that lies
//! between two rows is not computed: the values of the two rows are read as the lower and upper end
//! of `latency{p99}`.

pub mod log;

use super::json::collector::{Measure, Range};
use super::transcript::{self, Printed, Transcript, printed};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Percentile, SpectrumPoint, Statistic, Within};
use crate::units::{Quantity, Unit};

/// The reader of a `.hgrm` file.
pub struct Hgrm;

/// A row: the value, the share of measurements at or below it.
struct Row<'a> {
    value: &'a str,
    share: &'a str,
    percentile: Percentile,
}

const HEADER: [&str; 4] = ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"];
const USUAL: [&str; 7] = ["50", "75", "90", "95", "99", "99.9", "99.99"];
const EMPTY: &str = "the histogram is empty";
/// The file does not say how many significant digits its histogram has; fewer than two are not in use.
const BUCKETS: Within = Within { share: 0.01, words: "within 1 %, HdrHistogram" };
const BETWEEN: &str = "the percentile lies between two rows of the file, whose values these are";

impl Reader for Hgrm {
    fn name(&self) -> &'static str {
        "hdrhistogram"
    }

    fn title(&self) -> &'static str {
        "HdrHistogram percentiles"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| cells(line) == HEADER)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let mut rows = Vec::new();
        let mut footer = Vec::new();
        for line in shown.lines().map(str::trim).filter(|line| !line.is_empty()).skip(1) {
            match line.strip_prefix("#[") {
                Some(line) => {
                    footer.extend(line.trim_end_matches(']').split(',').filter_map(|part| part.split_once('=')));
                }
                None => rows.extend(row(line, &mut transcript)),
            }
        }
        read_footer(&footer, rows.is_empty(), &mut transcript);
        read_rows(&rows, &mut transcript);
        let is_whole = rows.last().map_or(!footer.is_empty(), |row| row.percentile.percent() == 100.0);
        if !is_whole {
            let place = rows.last().map_or_else(|| shown.trim(), |row| row.value);
            transcript.cut_off(place, "the percentiles end before the 100th");
        }
        transcript.run.load = Some(LoadModel::Unknown);
        let run = transcript.end_run();
        transcript.finish("HdrHistogram", vec![run])
    }
}

/// The cells of a line of text or of CSV.
fn cells(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || c == ',')
        .map(|cell| cell.trim_matches('"'))
        .filter(|cell| !cell.is_empty())
        .collect()
}

/// The row in a line. The last column of the last row is `inf`, or is not there.
fn row<'a>(line: &'a str, transcript: &mut Transcript<'_>) -> Option<Row<'a>> {
    let cells = cells(line);
    let share =
        cells.get(1).and_then(|cell| number(cell)).map(|share| share.value).filter(|share| (0.0..=1.0).contains(share));
    let is_whole = matches!(cells.len(), 3 | 4) && number(cells[0]).is_some() && number(cells[2]).is_some();
    match share.and_then(|share| Percentile::new(share * 100.0)).filter(|_| is_whole) {
        Some(percentile) => Some(Row { value: cells[0], share: cells[1], percentile }),
        None => {
            transcript.wrong(line, "the line is no row of a percentile distribution");
            None
        }
    }
}

fn number(cell: &str) -> Option<Printed<'_>> {
    printed(cell).filter(|printed| printed.suffix.is_empty())
}

/// Reads the lines `#[Mean = …, StdDeviation = …]` and `#[Max = …, Total count = …]`.
fn read_footer(footer: &[(&str, &str)], is_empty: bool, transcript: &mut Transcript<'_>) {
    for (name, value) in footer {
        let (statistic, range) = match name.trim() {
            "Mean" => (Statistic::Mean, Range::Any),
            "StdDeviation" => (Statistic::StdDev, Range::NotNegative),
            "Max" => (Statistic::Max, Range::Any),
            "Total count" => (Statistic::Count, Range::Whole),
            _ => continue,
        };
        let measure = Measure::new("latency", statistic, Unit::none()).range(range);
        match is_empty && statistic != Statistic::Count {
            true => transcript.absent(&measure, EMPTY),
            false => transcript.take(value.trim(), &measure),
        }
    }
}

fn read_rows(rows: &[Row<'_>], transcript: &mut Transcript<'_>) {
    for Row { value, percentile, .. } in rows {
        let (span, locator) = (transcript.span(value), transcript.locator(value));
        let value = printed(value).map_or(f64::NAN, |printed| printed.value);
        let quantity = Quantity { value, unit: Unit::none() };
        transcript.run.spectrum.push(SpectrumPoint { percentile: *percentile, quantity, span, locator });
    }
    for percent in USUAL {
        let percentile = Percentile::parse(percent).expect("the usual percentiles are percentiles");
        // Rows are in the order of their percentiles, and shares are compared as they are written.
        let at = rows.partition_point(|row| row.percentile < percentile);
        match (at.checked_sub(1).map(|before| &rows[before]), rows.get(at)) {
            (_, Some(row)) if row.percentile == percentile && is_exact(row.share, percentile) => {
                transcript.take(row.value, &self::percentile(percentile));
            }
            // Values never fall from row to row, so that between two equal ones there is no other.
            (Some(below), Some(above)) if below.value == above.value => {
                transcript.take(above.value, &self::percentile(percentile));
            }
            (Some(below), Some(above)) => {
                let name = format!("latency{{p{percent}}}");
                transcript.take(below.value, &measure(&name, Statistic::Low).described(BETWEEN));
                transcript.take(above.value, &measure(&name, Statistic::High).described(BETWEEN));
            }
            _ => {}
        }
    }
}

fn percentile(percentile: Percentile) -> Measure {
    Measure { within: Some(&BUCKETS), ..measure("latency", Statistic::Percentile(percentile)) }
}

fn measure(metric: &str, statistic: Statistic) -> Measure {
    Measure::new(metric, statistic, Unit::none()).range(Range::Any)
}

/// Whether a share is the percentile to the last digit, and was not rounded to it.
fn is_exact(share: &str, percentile: Percentile) -> bool {
    share.parse::<f64>().is_ok_and(|share| (share * 100.0 - percentile.percent()).abs() < 1e-9)
}
