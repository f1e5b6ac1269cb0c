//! An observation: a number, where it stands, and what it is.

use std::borrow::Borrow;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{Kind, Locator, Statistic};
use crate::source::Span;
use crate::units::{Quantity, Unit};

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
