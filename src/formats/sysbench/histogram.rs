//! The histogram that sysbench prints with `--histogram`: the middle of each bucket in milliseconds, and its count.
//!
//! A bucket is 1.8 % wide, so that its middle lies within 0.91 % of all that it counts. sysbench takes its own percentile
//! from there too. What is beyond 0.001 ms or 100 s is counted in the first or the last bucket, which then tell nothing.

use super::measure;
use crate::formats::hdrhistogram::log::PERCENTILES;
use crate::formats::transcript::{Transcript, printed};
use crate::model::{Percentile, SpectrumPoint, Statistic, Within};
use crate::samples;
use crate::units::{Quantity, Unit};

const HEAD: &str = "Latency histogram (values are in milliseconds)";

/// The percentiles of a histogram whose buckets grow by `1e8^(1/1023)`, and where each may lie in its bucket.
const WITHIN: Within = Within { share: 0.0091, words: "±0.91 %, the middle of its bucket" };
/// The first and the last bucket, in milliseconds.
const ENDS: [f64; 2] = [0.001, 100_000.0];

const BEYOND: &str = "beyond what sysbench's histogram tells apart";
const UNLIKE: &str = "the counts of the histogram do not add up to the number of events";

/// A bucket: its middle, and how many are in it and those before.
struct Row<'a> {
    middle: &'a str,
    value: f64,
    total: u64,
}

/// Takes the percentiles of the histogram among these lines, if there is one, of so many events.
pub(super) fn read<'a>(lines: &[&'a str], events: Option<u64>, transcript: &mut Transcript<'a>) {
    // sysbench's own percentile stands before the sum, and comes first.
    let is_told = lines.iter().any(|line| line.trim_start().starts_with("sum:"));
    let Some(rows) = rows(lines).filter(|_| is_told) else { return };
    let total = rows.last().map_or(0, |row| row.total);
    let is_whole = events == Some(total);
    for percent in PERCENTILES {
        let Some(percentile) = Percentile::parse(percent) else { continue };
        let plain = measure("latency", Statistic::Percentile(percentile), "ms");
        let rank = samples::rank(total, percentile.millionths());
        match rank.and_then(|rank| rows.iter().find(|row| row.total >= rank)) {
            _ if !is_whole => transcript.absent(&plain, UNLIKE),
            Some(row) if row.is_end() => transcript.absent(&plain, BEYOND),
            Some(row) => transcript.take(row.middle, &super::Measure { within: Some(&WITHIN), ..plain }),
            None => transcript.absent(&plain, super::NO_EVENT),
        }
    }
    for row in rows.iter().filter(|row| is_whole && !row.is_end()) {
        let (span, locator) = (transcript.span(row.middle), transcript.locator(row.middle));
        let quantity = Quantity { value: row.value, unit: Unit::named("ms") };
        if let Some(percentile) = Percentile::new(row.total as f64 / total as f64 * 100.0) {
            transcript.run.spectrum.push(SpectrumPoint { percentile, quantity, span, locator });
        }
    }
}

impl Row<'_> {
    fn is_end(&self) -> bool {
        self.value <= ENDS[0] || self.value >= ENDS[1]
    }
}

/// The rows of the histogram, `0.214 |****   10`, with their counts summed up.
fn rows<'a>(lines: &[&'a str]) -> Option<Vec<Row<'a>>> {
    let head = lines.iter().position(|line| line.trim() == HEAD)?;
    let mut total = 0_u64;
    let row = |line: &&'a str| {
        let (middle, rest) = line.split_once('|')?;
        let middle = middle.trim();
        let count: u64 = rest.trim_start().trim_start_matches('*').trim().parse().ok()?;
        let value = printed(middle).filter(|printed| printed.suffix.is_empty())?.value;
        total = total.checked_add(count)?;
        Some(Row { middle, value, total })
    };
    Some(lines.iter().skip(head + 2).map_while(row).collect())
}
