//! The reader of histograms and summaries in a scrape of Prometheus or OpenMetrics text.
//!
//! Each set of labels is a run, with the labels as its dimensions; the metrics keep their names, and
//! the end of a name gives the unit (`_seconds`, `_bytes`). The file counts up to each bound; here
//! the buckets hold what fell between two bounds, with the place of the count up to the upper one.
//! A percentile is only known to lie in a bucket: its bounds are read as the lower and upper end of
//! `NAME{p99}`, and nothing is interpolated. Counts are since the start of the process.
//!
//! Counters and gauges of the scrape are passed over. The answers to queries have a reader of their own: [`Query`].

mod composite;
mod labels;
mod query;
mod sample;
mod scrape;
mod summary;

use super::json::collector::{Measure, Range};
use super::transcript::{self, Printed, Transcript, printed};
use super::{Content, Reader, Reading};
use crate::model::{Bucket, Dimensions, Run, Statistic};
use crate::units::{Quantity, Unit};
use composite::{Composite, NOT_READ};
use labels::ByLabels;
use sample::Sample;
use scrape::{MetricType, Scrape, metrics};

pub use query::Query;

/// The reader of a scrape with histograms.
pub struct Prometheus;

/// A histogram: a metric with a set of labels.
#[derive(Debug, Default)]
struct Histogram<'a> {
    buckets: Vec<Cumulated<'a>>,
    sum: Option<&'a str>,
    count: Option<&'a str>,
    /// The whole as one value.
    composite: Option<Composite<'a>>,
}

/// How many measurements were at or below a bound.
#[derive(Debug)]
struct Cumulated<'a> {
    bound: f64,
    bound_text: &'a str,
    count: u64,
    count_text: &'a str,
}

const SINCE: &str = "since the process started";
const IN_BUCKET: &str = "the bounds of the bucket in which the percentile lies";
const EMPTY: &str = "nothing was measured";
const PERCENTS: [u32; 4] = [50, 90, 95, 99];

impl Reader for Prometheus {
    fn name(&self) -> &'static str {
        "prometheus"
    }

    fn title(&self) -> &'static str {
        "Prometheus histograms and summaries"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        if content.document().is_some() || metrics(content.text).next().is_none() {
            return false;
        }
        let shown = transcript::shown(content.text);
        let scrape = Scrape::new(&shown);
        metrics(&shown).any(|(name, of_type)| scrape.has(name, of_type))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let scrape = Scrape::new(&shown);
        let mut transcript = Transcript::new(content.text, &shown);
        let mut runs = Vec::new();
        for (name, of_type) in metrics(&shown) {
            runs.append(&mut match of_type {
                MetricType::Histogram => read_histograms(name, &scrape, &mut transcript),
                MetricType::Summary => summary::read(name, &scrape, &mut transcript),
            });
        }
        transcript.finish("Prometheus", runs)
    }
}

/// The histograms of a metric, in the order of the file.
fn read_histograms(name: &str, scrape: &Scrape<'_>, transcript: &mut Transcript<'_>) -> Vec<Run> {
    let mut histograms: ByLabels<Histogram<'_>> = ByLabels::default();
    for (end, sample) in scrape.samples(name, &["", "_bucket", "_sum", "_count"], transcript) {
        histograms.of(sample.dimensions(&["le"])).add(end, &sample, transcript);
    }
    let read = |(labels, histogram): (Dimensions, Histogram<'_>)| {
        histogram.read(name, transcript);
        transcript.run.dimensions = labels;
        transcript.end_run()
    };
    histograms.into_all().into_iter().map(read).collect()
}

impl<'a> Histogram<'a> {
    fn add(&mut self, end: &str, sample: &Sample<'a>, transcript: &mut Transcript<'_>) {
        match end {
            "_sum" => self.sum = Some(sample.value),
            "_count" => self.count = Some(sample.value),
            "" => match Composite::parse(sample.value) {
                Some(value) => self.composite = Some(value),
                None => transcript.wrong(sample.value, "a histogram has no value of its own here"),
            },
            _ => match Cumulated::of(sample) {
                Some(bucket) if self.buckets.last().is_none_or(|last| last.is_below(&bucket)) => {
                    self.buckets.push(bucket);
                }
                Some(_) => {
                    transcript.wrong(sample.value, "the bucket's count or bound is below that of the bucket before it");
                }
                None => transcript.wrong(sample.value, "the bucket has no bound `le`, or no whole count"),
            },
        }
    }

    fn read(&self, name: &str, transcript: &mut Transcript<'_>) {
        if let (Some(composite), true) = (self.composite, self.buckets.is_empty()) {
            return read_composite(name, composite, transcript);
        }
        if let Some(text) = self.count {
            transcript.take(text, &count_of(name));
        }
        let total = self.buckets.last().map_or(0, |last| last.count);
        match self.sum {
            Some(_) if total == 0 => transcript.absent(&sum_of(name), EMPTY),
            Some(text) => transcript.take(text, &sum_of(name)),
            None => {}
        }
        self.check_end(transcript);
        self.compare_count(total, transcript);
        self.read_buckets(unit(name), transcript);
        if total > 0 {
            PERCENTS.into_iter().for_each(|percent| self.read_percentile(name, percent, total, transcript));
        }
    }

    /// A histogram ends with the bucket that holds all, the sum and the count.
    fn check_end(&self, transcript: &mut Transcript<'_>) {
        match self.buckets.last() {
            Some(last) if last.bound.is_finite() => {
                transcript.cut_off(last.count_text, "the buckets end before the one without a bound (`+Inf`)");
            }
            Some(last) if self.count.is_none() => {
                transcript.cut_off(last.count_text, "the histogram ends before its `_count`");
            }
            _ => {}
        }
    }

    /// The last bucket, without a bound, holds all measurements.
    fn compare_count(&self, total: u64, transcript: &mut Transcript<'_>) {
        if let Some(text) = self.count
            && printed(text).is_some_and(|count| count.value != total as f64)
        {
            transcript.wrong(text, format!("the count is {text}, but the last bucket has {total}"));
        }
    }

    fn read_buckets(&self, unit: Unit, transcript: &mut Transcript<'_>) {
        let mut before = 0;
        for bucket in &self.buckets {
            let count = bucket.count - before;
            before = bucket.count;
            // The bucket without a bound is of interest only when something fell into it.
            if bucket.bound.is_finite() || count > 0 {
                let bound = Quantity { value: bucket.bound, unit };
                let span = transcript.span(bucket.count_text);
                transcript.run.histogram.push(Bucket { bound, count, span });
            }
        }
    }

    /// Reads the bounds of the bucket that holds a percentile; a bound that is not there is not known.
    fn read_percentile(&self, name: &str, percent: u32, total: u64, transcript: &mut Transcript<'_>) {
        let rank = (u128::from(total) * u128::from(percent)).div_ceil(100);
        let Some(at) = self.buckets.iter().position(|bucket| u128::from(bucket.count) >= rank) else { return };
        let below = at.checked_sub(1).map(|below| (Statistic::Low, &self.buckets[below]));
        let above = Some((Statistic::High, &self.buckets[at])).filter(|(_, bucket)| bucket.bound.is_finite());
        for (statistic, bucket) in below.into_iter().chain(above) {
            let measure = Measure::new(&format!("{name}{{p{percent}}}"), statistic, unit(name));
            let bound = Printed { value: bucket.bound, digits: bucket.bound_text, suffix: "" };
            transcript.observe(&bound, &measure.range(Range::Any).described(IN_BUCKET));
        }
    }
}

impl<'a> Cumulated<'a> {
    fn of(sample: &Sample<'a>) -> Option<Self> {
        let (_, _, bound_text) = sample.labels.iter().find(|(key, ..)| *key == "le")?;
        let bound = if *bound_text == "+Inf" { f64::INFINITY } else { bound_text.parse().ok()? };
        let count = printed(sample.value).filter(|count| count.suffix.is_empty())?.value;
        let is_count = count >= 0.0 && count.fract() == 0.0 && count < 9e15;
        // The check makes the conversion exact.
        is_count.then_some(Self { bound, bound_text, count: count as u64, count_text: sample.value })
    }

    fn is_below(&self, next: &Self) -> bool {
        self.bound < next.bound && self.count <= next.count
    }
}

/// Reads the count and the sum; what the buckets would tell is absent.
fn read_composite(name: &str, composite: Composite<'_>, transcript: &mut Transcript<'_>) {
    for (key, measure) in [("count", count_of(name)), ("sum", sum_of(name))] {
        if let Some(text) = composite.field(key) {
            transcript.take(text, &measure);
        }
    }
    PERCENTS.into_iter().for_each(|percent| transcript.absent(&percentile_of(name, percent), NOT_READ));
}

/// How many measurements there were.
fn count_of(name: &str) -> Measure {
    Measure::new(name, Statistic::Count, Unit::none()).range(Range::Whole).described(SINCE)
}

/// The sum of all measurements.
fn sum_of(name: &str) -> Measure {
    Measure::new(&format!("{name}_sum"), Statistic::Value, unit(name)).range(Range::Any).described(SINCE)
}

/// The upper end of the bucket that a percentile lies in.
fn percentile_of(name: &str, percent: u32) -> Measure {
    Measure::new(&format!("{name}{{p{percent}}}"), Statistic::High, unit(name))
}

/// The unit that the end of a name tells.
fn unit(name: &str) -> Unit {
    let name = name.trim_end_matches("_total");
    let units = [("_milliseconds", "ms"), ("_microseconds", "us"), ("_seconds", "s"), ("_bytes", "B")];
    units.iter().find(|(end, _)| name.ends_with(end)).map_or_else(Unit::none, |(_, unit)| Unit::named(unit))
}
