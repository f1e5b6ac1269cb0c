//! The reader of HdrHistogram's interval logs (`.hlog`), as the text that they decode to.
//!
//! The intervals of a tag are one run; its tag is the dimension `tag`. Statistics are the library's: a
//! percentile is the highest value of the bucket that holds its rank, the smallest value the lowest of
//! the first bucket. The log does not say what unit values have, so they have none here.

use super::{cells, measure};
use crate::diagnostic::Code;
use crate::formats::json::collector::{Measure, Range};
use crate::formats::transcript::{Transcript, printed};
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::{LoadModel, Percentile, SpectrumPoint, Statistic};
use crate::packed::interval_log::{COLUMNS, HEADER, LEGEND};
use crate::samples;
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// The reader of an interval log.
pub struct IntervalLog;

/// A bucket: its lowest and highest value, and how many are in it and those before.
struct Row<'a> {
    from: &'a str,
    to: &'a str,
    total: u64,
}

/// The percentiles that are taken of a histogram.
pub(in crate::formats) const PERCENTILES: [&str; 7] = ["50", "75", "90", "95", "99", "99.9", "99.99"];
const EMPTY: &str = "the histogram is empty";
const WITHIN: &str = "the highest value of its bucket, within the precision of the histogram";

impl Reader for IntervalLog {
    fn name(&self) -> &'static str {
        "hdrhistogram-log"
    }

    fn title(&self) -> &'static str {
        "HdrHistogram interval log"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let mut lines = content.text.lines();
        content.text.starts_with(HEADER) || lines.find(|line| !line.starts_with("#[")).is_some_and(is_legend)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut transcript = Transcript::new(content.text, content.text);
        let mut runs = Vec::new();
        if !content.text.starts_with(HEADER) {
            return Reading { problems: vec![not_decoded(content.text)], ..Reading::default() };
        }
        let mut section: Option<(&str, Vec<&str>)> = None;
        for line in content.text.lines().skip(1) {
            match &mut section {
                _ if line.starts_with("#[Intervals = ") => section = Some((line, Vec::new())),
                Some((head, rows)) if line.contains("Total count = ") => {
                    runs.push(read_section(head, rows, line, &mut transcript));
                    section = None;
                }
                Some((_, rows)) if line != COLUMNS => rows.push(line),
                _ => {}
            }
        }
        if let Some((head, _)) = section {
            transcript.cut_off(head, "the buckets end before their total");
        }
        let version = content.text.lines().find_map(|line| line.strip_prefix("#[Logged with ")?.strip_suffix(']'));
        transcript.finish(version.map_or("HdrHistogram".to_owned(), |logger| logger.replace(" version ", " ")), runs)
    }
}

fn is_legend(line: &str) -> bool {
    line.starts_with(LEGEND) && line.contains("\"Interval_Compressed_Histogram\"")
}

/// A log that was not decoded: it has no histograms, or they are no compressed ones.
fn not_decoded(text: &str) -> Problem {
    let legend = text.lines().find(|line| is_legend(line)).unwrap_or(&text[..0]);
    let span = Span::of(legend, text);
    Problem::new(Code::UnknownFormat, span, "the log has no compressed histogram (`HISTFA…`, `HISTIg…` or `HISTiQ…`)")
        .help(
            "take the whole log as the tool wrote it, or keep the percentiles that its log processor prints (`.hgrm`)",
        )
}

fn read_section<'a>(
    head: &'a str,
    lines: &[&'a str],
    foot: &'a str,
    transcript: &mut Transcript<'_>,
) -> crate::model::Run {
    let value = |line: &'a str, name: &str| {
        let parts = line.trim_start_matches("#[").trim_end_matches(']').split(", ");
        parts.filter_map(|part| part.split_once(" = ")).find_map(|(own, value)| (own == name).then_some(value))
    };
    if let Some(tag) = value(head, "Tag") {
        transcript.run.dimensions.insert("tag".into(), tag.into());
    }
    let rows: Vec<Row<'a>> = lines.iter().filter_map(|line| row(line, transcript)).collect();
    let none = Unit::none();
    let count = Measure::new("latency", Statistic::Count, none).range(Range::Whole);
    let total = value(foot, "Total count").unwrap_or_default();
    transcript.take(total, &count);
    if printed(total).is_none_or(|total| total.value != rows.last().map_or(0.0, |row| row.total as f64)) {
        transcript.wrong(foot, "the total is not that of the last bucket");
    }
    let mean = measure("latency", Statistic::Mean).described("each value in the middle of its bucket");
    match value(foot, "Mean") {
        Some(text) => transcript.take(text, &mean),
        None => transcript.absent(&mean, EMPTY),
    }
    read_rows(&rows, transcript);
    transcript.run.load = Some(LoadModel::Unknown);
    transcript.end_run()
}

fn row<'a>(line: &'a str, transcript: &mut Transcript<'_>) -> Option<Row<'a>> {
    let row = match cells(line)[..] {
        [from, to, _, total] => total.parse().ok().map(|total| Row { from, to, total }),
        _ => None,
    };
    if row.is_none() {
        transcript.wrong(line, "the line is no bucket of a histogram");
    }
    row
}

fn read_rows(rows: &[Row<'_>], transcript: &mut Transcript<'_>) {
    let total = rows.last().map_or(0, |row| row.total);
    for row in rows {
        let (span, locator) = (transcript.span(row.to), transcript.locator(row.to));
        let quantity = Quantity { value: printed(row.to).map_or(f64::NAN, |to| to.value), unit: Unit::none() };
        if let Some(percentile) = Percentile::new(row.total as f64 / total as f64 * 100.0) {
            transcript.run.spectrum.push(SpectrumPoint { percentile, quantity, span, locator });
        }
    }
    let ends = [(Statistic::Min, rows.first().map(|row| row.from)), (Statistic::Max, rows.last().map(|row| row.to))];
    let percentiles = PERCENTILES.iter().map(|percent| {
        let percentile = Percentile::parse(percent).expect("the usual percentiles are percentiles");
        let rank = samples::rank(total, percentile.millionths());
        let found = rank.and_then(|rank| rows.iter().find(|row| row.total >= rank));
        (Statistic::Percentile(percentile), found.map(|row| row.to))
    });
    for (statistic, text) in ends.into_iter().chain(percentiles) {
        let measure = measure("latency", statistic).described(WITHIN);
        match text {
            Some(text) => transcript.take(text, &measure),
            None => transcript.absent(&measure, EMPTY),
        }
    }
}
