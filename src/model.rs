//! What is read from evidence: observations, and what a file says of its own run.

mod dimensions;
mod family;
mod run;

use std::borrow::Borrow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::samples::buckets::Buckets;
use crate::source::Span;
use crate::units::{Quantity, Unit};

pub use dimensions::{Dimensions, Iter, Pair};
pub use family::{Axis, Family, Member};
pub use run::{Detail, Run, Title};

/// Where in a file a number is, as the machine contract writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Locator {
    /// An RFC 6901 pointer into a JSON document.
    Json(Box<str>),
    /// An RFC 6901 pointer to an array in a JSON document, and the number of one of its items from 0.
    Item(Arc<str>, u32),
    /// A line of a JSON Lines file and a pointer into it.
    JsonLine(u32, Box<str>),
    /// A line and a column in characters, both from 1.
    Text(u32, u32),
    /// A row and a column of a table, both from 1; the header is row 1.
    Cell(u32, u32),
    /// A line of an XML file and an attribute of the start tag on it.
    Attribute(u32, Box<str>),
    /// A line whose fields stand between tabs, and one of them, both from 1.
    Tab(u32, u32),
    /// A line whose fields stand between tabs, and the difference of two of them: the first less the second.
    Difference(u32, [u32; 2]),
    /// From one place to another: the measurements that a statistic is of.
    Range(Box<[Locator; 2]>),
}

impl Locator {
    /// The same in a JSON document that is a line of a file.
    #[must_use]
    pub fn on_line(self, line: u32) -> Self {
        match self {
            Self::Json(pointer) => Self::JsonLine(line, pointer),
            Self::Item(..) => Self::JsonLine(line, self.to_string().into()),
            Self::Range(ends) => Self::Range(Box::new(ends.map(|end| end.on_line(line)))),
            other => other,
        }
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(pointer) => f.write_str(pointer),
            Self::Item(pointer, item) => write!(f, "{pointer}/{item}"),
            Self::JsonLine(line, pointer) => write!(f, "L{line}{pointer}"),
            Self::Text(line, column) => write!(f, "L{line}:C{column}"),
            Self::Attribute(line, name) => write!(f, "L{line}@{name}"),
            Self::Cell(row, column) => write!(f, "R{row}:C{column}"),
            Self::Tab(line, field) => write!(f, "L{line}:F{field}"),
            Self::Difference(line, [of, less]) => write!(f, "L{line}:F{of}-F{less}"),
            Self::Range(ends) => write!(f, "{}..{}", ends[0], ends[1]),
        }
    }
}

/// A percentile, kept in millionths of a percent so that `99.9` is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percentile(u32);

impl Percentile {
    /// The percentile of that many percent, 0 to 100.
    pub fn new(percent: f64) -> Option<Self> {
        let millionths = (percent * 1e6).round();
        // The range check makes the conversion exact.
        (0.0..=1e8).contains(&millionths).then_some(Self(millionths as u32))
    }

    /// The percentile written as digits, such as `99.9`.
    pub fn parse(digits: &str) -> Option<Self> {
        let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') && !digits.is_empty();
        plain.then(|| digits.parse().ok()).flatten().and_then(Self::new)
    }

    /// Its millionths of a percent.
    pub fn millionths(self) -> u32 {
        self.0
    }

    /// The percent.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / 1e6
    }
}

impl fmt::Display for Percentile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.percent())
    }
}

/// Which statistic of a metric a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statistic {
    /// Arithmetic mean.
    Mean,
    /// Smallest measurement.
    Min,
    /// A percentile as the tool computed it; the median is `p50`.
    Percentile(Percentile),
    /// Largest measurement.
    Max,
    /// Standard deviation.
    StdDev,
    /// Amount per time.
    Rate,
    /// Number of events, or a total.
    Count,
    /// Share of a whole, 0 to 1.
    Share,
    /// The value itself: a gauge, or a number without a statistic.
    Value,
    /// Lower end of a range over repeats, as the source states it.
    Low,
    /// Upper end of a range over repeats, as the source states it.
    High,
}

impl Statistic {
    /// The short name used in expressions: `mean`, `p99.9`, `max`.
    pub fn name(self) -> String {
        match self {
            Self::Mean => "mean".to_owned(),
            Self::Min => "min".to_owned(),
            Self::Percentile(p) => p.to_string(),
            Self::Max => "max".to_owned(),
            Self::StdDev => "stddev".to_owned(),
            Self::Rate => "rate".to_owned(),
            Self::Count => "count".to_owned(),
            Self::Share => "share".to_owned(),
            Self::Value => "value".to_owned(),
            Self::Low => "low".to_owned(),
            Self::High => "high".to_owned(),
        }
    }

    /// The statistic of that short name; `avg`, `med` and `median` are understood too.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "mean" | "avg" | "average" => Self::Mean,
            "min" => Self::Min,
            "med" | "median" => Self::Percentile(Percentile::new(50.0)?),
            "max" => Self::Max,
            "stddev" | "stdev" => Self::StdDev,
            "rate" => Self::Rate,
            "count" | "total" => Self::Count,
            "share" => Self::Share,
            "value" => Self::Value,
            "low" => Self::Low,
            "high" => Self::High,
            _ => Self::Percentile(Percentile::parse(name.strip_prefix('p')?)?),
        })
    }

    /// Whether it is a statistic of a distribution of measurements.
    pub fn is_distribution(self) -> bool {
        matches!(self, Self::Mean | Self::Min | Self::Percentile(_) | Self::Max | Self::StdDev)
    }
}

/// How a number came about. The order is the order of trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Kind {
    /// Read from what the tool wrote.
    #[default]
    Measured,
    /// Copied by hand from a publication that measured it.
    Transcribed,
    /// Estimated by its author.
    Estimated,
    /// Claimed by others, with no measurement to be had.
    Claimed,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Measured, Self::Transcribed, Self::Estimated, Self::Claimed];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Transcribed => "transcribed",
            Self::Estimated => "estimated",
            Self::Claimed => "claimed",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One number read from an evidence file, and what it is. Many numbers may share the latter: see [`Shared`].
#[derive(Debug, Clone)]
pub struct Observation<D = Descriptor> {
    /// What it is.
    pub of: D,
    /// The number, in the unit that the source gives it in.
    pub value: f64,
    /// Where the exact text of the number is, in bytes of the file.
    pub span: Span,
    /// Where it is, for people and programs.
    pub locator: Locator,
}

/// A descriptor of many numbers.
pub type Shared = Arc<Descriptor>;

/// What numbers are.
#[derive(Debug, Clone, PartialEq)]
pub struct Descriptor {
    /// The metric's name: `rps`, `latency`, `requests`, or what the evidence calls it.
    pub metric: Arc<str>,
    /// Which statistic of it.
    pub statistic: Statistic,
    /// The unit that the source gives it in.
    pub unit: Unit,
    /// How it came about.
    pub kind: Kind,
    /// What the source itself calls the statistic, when that says more ("median of 5 rounds").
    pub described: Option<Arc<str>>,
    /// For an end of a range that stands in place of one number, the statistic that the range is of.
    pub end_of: Option<Statistic>,
    /// Whether the source gives it as no more than an approximation: `~12`.
    pub is_about: bool,
    /// Whether its decimals stand behind a comma although the text alone would be thousands: `12,500` for 12.5.
    pub is_behind_comma: bool,
    /// How far it may lie from the exact statistic, when the tool keeps no single measurements.
    pub within: Option<&'static Within>,
    /// The single measurements that it is a statistic of, when the source gives those.
    pub basis: Option<Arc<Basis>>,
}

/// How far a tool's statistic may lie from that of its measurements, which it counts in buckets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Within {
    /// The largest distance, as a share of the value: 0.01.
    pub share: f64,
    /// The same in words, and where it comes from: "±1 %, sketch".
    pub words: &'static str,
}

/// The single measurements that an observation is a statistic of, so that anyone can compute it again.
#[derive(Debug, Clone, PartialEq)]
pub struct Basis {
    /// `count`, `sum`, `mean`, `min`, `max`, `rate`, or a percentile by nearest rank.
    pub statistic: String,
    /// From the first to the last place: `R2:C2..R901:C2`.
    pub over: String,
    /// How many there are.
    pub count: u64,
    /// The unit of the measurements.
    pub unit: Unit,
    /// What other places of the same record hold: a column (`C3`) or a JSON pointer, and the text there.
    pub filter: Vec<(String, String)>,
    /// The place that must not begin with a text, as in the rows in which JMeter sums others.
    pub without: Option<(String, String)>,
    /// How far, as a share, the statistic may lie from the exact one: it is known to a bucket of a histogram only.
    pub within: Option<f64>,
    /// For a rate, and where only a part of the time is meant, the place of the time of each record.
    pub time: Option<Timing>,
    /// From when until before when the records were, as they write times themselves: `1700000000100`.
    pub window: Option<[String; 2]>,
    /// The value as text when it stands nowhere as such: a count, a mean, a difference.
    pub text: Option<String>,
    /// How a measurement is written.
    pub layout: Layout,
}

/// How single measurements are written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Layout {
    /// Each is a number of its own.
    #[default]
    Single,
    /// Each is a total, to be divided by what stands at the same place of another array: how many iterations it is of.
    Totals(Locator),
    /// Each is a pair of a value and how often it occurred.
    Pairs,
    /// Each is what stands in one field of a line less what stands in another.
    Difference([u32; 2]),
}

/// A single measurement of an array.
#[derive(Debug, Clone)]
pub struct Measurement {
    /// The number where it stands.
    pub number: Observation,
    /// For a total, of how many iterations it is.
    pub iterations: Option<Observation>,
    /// How often it occurred.
    pub count: u64,
}

/// What a run did in a slice of its time, or what a tool told at a moment of it.
#[derive(Debug, Clone)]
pub struct Slice {
    /// When it begins and ends, counted from the first time of the file, in nanoseconds: the same of a moment.
    pub axis: [i64; 2],
    /// Of a moment, over how long before it rates and percentiles are, in nanoseconds.
    pub trailing: Option<i64>,
    /// The numbers.
    pub observations: Vec<Observation>,
    /// How many of its measurements lie in each bucket; none where there was no response.
    pub buckets: Option<Buckets>,
}

/// Where records say when they were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// The column (`C1`) or JSON pointer.
    pub place: String,
    /// Its unit, `ms`; empty for a time in words (RFC 3339).
    pub unit: &'static str,
    /// Whether it is when the measurement began, rather than when it ended.
    pub begins: bool,
    /// A second place and its unit, whose time is added: the microseconds after whole seconds.
    pub more: Option<(String, &'static str)>,
    /// Whether the moment is known to a whole second only.
    pub is_coarse: bool,
}

impl Timing {
    /// Times in one place, as exact as they are written.
    pub fn new(place: String, unit: &'static str, begins: bool) -> Self {
        Self { place, unit, begins, more: None, is_coarse: false }
    }
}

/// A statistic that the tool printed but that has no value: not zero, but unknown.
#[derive(Debug, Clone)]
pub struct Absence {
    /// The metric.
    pub metric: Arc<str>,
    /// The statistic.
    pub statistic: Statistic,
    /// Why there is no value, as a fragment ("no request got a response").
    pub why: &'static str,
}

/// Whether the tool waits for an answer before it sends the next request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadModel {
    /// A fixed number of clients, each waiting for its answer: a stalled server is asked less often.
    Closed,
    /// Requests on a schedule, whatever the answers.
    Open,
    /// Latency counted from the scheduled start (corrected for coordinated omission).
    OpenCorrected,
    /// The file does not say.
    Unknown,
}

impl LoadModel {
    /// The word for it, as `suite.toml` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::OpenCorrected => "open, corrected",
            Self::Unknown => "unknown",
        }
    }
}

/// Something that a file says about its own run, such as `connections = 128`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The condition it tells of, in the words of `suite.toml`: `connections`, `threads`, `duration`, `url`.
    pub name: &'static str,
    /// The value as text.
    pub value: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Fact {
    /// Facts of the machine and what runs on it. They are no settings of a run.
    pub const OF_MACHINES: [&str; 7] = ["cpu", "logical_cpus", "clock", "os", "runtime", "build", "library_build"];
}

/// A point of a percentile spectrum: this share of measurements was at or below this value.
#[derive(Debug, Clone)]
pub struct SpectrumPoint {
    /// The percentile.
    pub percentile: Percentile,
    /// The value there.
    pub quantity: Quantity,
    /// Where the exact text of the value is.
    pub span: Span,
    /// Where it is, for people and programs.
    pub locator: Locator,
}

/// A bucket of a histogram: so many measurements up to this bound.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// The upper bound of the bucket.
    pub bound: Quantity,
    /// How many measurements fell into it.
    pub count: u64,
    /// Where the exact text of the count is.
    pub span: Span,
}

/// A limit that the author of a load test set, and whether the run kept it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threshold {
    /// The metric.
    pub metric: Arc<str>,
    /// The limit as the author wrote it, such as `p(95)<500`.
    pub expression: String,
    /// Whether the run kept it.
    pub passed: bool,
    /// Where the file says so.
    pub span: Span,
}

impl Measurement {
    /// The value: a total divided by its iterations.
    pub fn value(&self) -> f64 {
        let number = self.number.value;
        self.iterations.as_ref().map_or(number, |iterations| number / iterations.value)
    }

    /// The observations that it stands as.
    pub fn observations_mut(&mut self) -> impl Iterator<Item = &mut Observation> {
        std::iter::once(&mut self.number).chain(&mut self.iterations)
    }
}

impl Observation {
    /// An observation that was measured, with nothing more to say.
    pub fn measured(
        metric: &Arc<str>,
        statistic: Statistic,
        value: f64,
        unit: Unit,
        span: Span,
        locator: Locator,
    ) -> Self {
        let of = Descriptor {
            metric: Arc::clone(metric),
            statistic,
            unit,
            kind: Kind::Measured,
            described: None,
            end_of: None,
            is_about: false,
            is_behind_comma: false,
            within: None,
            basis: None,
        };
        Self { of, value, span, locator }
    }

    /// The same with a descriptor that other numbers may share.
    pub fn shared(self) -> Observation<Shared> {
        let Self { of, value, span, locator } = self;
        Observation { of: of.into(), value, span, locator }
    }

    /// The same with more to say of it.
    #[must_use]
    pub fn with(mut self, say: impl FnOnce(&mut Descriptor)) -> Self {
        say(&mut self.of);
        self
    }
}

impl<D: Borrow<Descriptor>> Observation<D> {
    /// The number with its unit.
    pub fn quantity(&self) -> Quantity {
        Quantity { value: self.value, unit: self.unit }
    }

    /// The text of a value that is no text of its file: it is computed from single measurements, or the difference of
    /// two fields.
    pub fn text(&self) -> Option<&str> {
        self.basis.as_ref()?.text.as_deref()
    }

    /// The text of a value that stands in no place: it is computed from single measurements.
    pub fn computed(&self) -> Option<&str> {
        self.text().filter(|_| !matches!(self.locator, Locator::Difference(..)))
    }
}

impl<D: Borrow<Descriptor>> Deref for Observation<D> {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        self.of.borrow()
    }
}

impl DerefMut for Observation {
    fn deref_mut(&mut self) -> &mut Descriptor {
        &mut self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_exact() {
        for digits in ["50", "99", "99.9", "99.99", "99.999", "97.5", "100"] {
            let p = Percentile::parse(digits).expect("a percentile");
            assert_eq!(p.to_string(), format!("p{digits}"));
        }
        for wrong in ["", "101", "-1", "1e1", "9.9.9", "nan", "inf"] {
            assert_eq!(Percentile::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn statistics_have_names_that_parse_back() {
        for name in ["mean", "min", "p50", "p99.9", "max", "stddev", "rate", "count", "share", "value", "low", "high"] {
            assert_eq!(Statistic::parse(name).map(Statistic::name).as_deref(), Some(name));
        }
        assert_eq!(Statistic::parse("med"), Statistic::parse("p50"));
        assert_eq!(Statistic::parse("req"), None);
    }
}
