//! What is read from evidence: observations, and what a file says of its own run.

mod dimensions;
mod family;
mod observation;
mod run;

use std::fmt;
use std::sync::Arc;

use crate::samples::buckets::Buckets;
use crate::source::Span;
use crate::units::Quantity;

pub use dimensions::{Dimensions, Iter, Pair};
pub use family::{Axis, Family, Member};
pub use observation::{Basis, Descriptor, Layout, Measurement, Observation, Shared, Timing, Within};
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
