//! Runs: what all have, and what few do.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{
    Absence, Bucket, Dimensions, Fact, Family, LoadModel, Measurement, Observation, Slice, SpectrumPoint, Threshold,
};
use crate::samples::SampleSet;
use crate::source::Span;

/// One run of a tool: a whole file, a section of one, or a row of a table.
///
/// There may be millions of them with a number each, so that what few runs have is a [`Detail`], kept apart:
/// its fields are read and written as if they were the run's own.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// Dimensions that the content itself gives (columns of a table).
    pub dimensions: Dimensions,
    /// The numbers.
    pub observations: Vec<Observation>,
    /// What the file says about the run.
    pub facts: Vec<Fact>,
    /// The load model, where the tool fixes or records it.
    pub load: Option<LoadModel>,
    /// What few runs have, when this one has some of it.
    pub detail: Option<Box<Detail>>,
}

/// What few runs have.
#[derive(Debug, Clone)]
pub struct Detail {
    /// The heading that a collection of logs gives this run, and where it stands.
    pub heading: Option<(Arc<str>, Span)>,
    /// Statistics without a value.
    pub absent: Vec<Absence>,
    /// The percentile spectrum of latency, when the tool printed one.
    pub spectrum: Vec<SpectrumPoint>,
    /// The histogram of latency, when the tool printed one.
    pub histogram: Vec<Bucket>,
    /// The limits that the author of the load test set (k6).
    pub thresholds: Vec<Threshold>,
    /// Counts that the tool prints only when they are not zero and did not print, each with the
    /// line that shows its output to be complete. Zero is implied, but no text says so.
    pub implied_zero: Vec<(Arc<str>, Span)>,
    /// What stands among the numbers of a list of measurements and is none, so that the list was not taken.
    pub shortened: Vec<Span>,
    /// The single measurements of metrics, where the file gives them.
    pub samples: BTreeMap<Arc<str>, Arc<SampleSet>>,
    /// The measurements of the arrays among them one by one, in the order of the file, where they are few.
    pub measurements: Vec<Measurement>,
    /// What the run did over its time, where the file says when it did what.
    pub slices: Vec<Slice>,
    /// What files beside this one call the run, where they speak of several.
    pub title: Option<Title>,
    /// The runs of which the rest is said, where this is not a run but a family of them.
    pub family: Option<Family>,
}

/// What a tool calls the benchmark of a run in all files that it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// The name.
    pub name: Arc<str>,
    /// Which state of its code was run, where the tool says so.
    pub version: Option<Arc<str>>,
}

impl Run {
    /// Whether nothing was read: no number, and not that there is none.
    pub fn is_empty(&self) -> bool {
        self.observations.is_empty() && self.absent.is_empty() && self.slices.is_empty() && self.family.is_none()
    }

    /// All its observations, those of single measurements, of slices of time and of a family among them.
    pub fn all_observations(&mut self) -> impl Iterator<Item = &mut Observation> {
        let own = self.observations.iter_mut();
        own.chain(self.detail.iter_mut().flat_map(|detail| {
            let measured = detail.measurements.iter_mut().flat_map(Measurement::observations_mut);
            let members = detail.family.iter_mut().flat_map(|family| &mut family.members);
            let sliced = detail.slices.iter_mut().flat_map(|slice| &mut slice.observations);
            measured.chain(sliced).chain(members.map(|member| &mut member.observation))
        }))
    }

    /// Takes the statistics without a value of another run.
    pub fn take_absent(&mut self, other: &mut Self) {
        if !other.absent.is_empty() {
            self.absent.append(&mut other.absent);
        }
    }
}

impl Detail {
    const NONE: Self = Self {
        heading: None,
        absent: Vec::new(),
        spectrum: Vec::new(),
        histogram: Vec::new(),
        thresholds: Vec::new(),
        implied_zero: Vec::new(),
        shortened: Vec::new(),
        samples: BTreeMap::new(),
        measurements: Vec::new(),
        slices: Vec::new(),
        title: None,
        family: None,
    };

    /// Those of a run that may have none.
    pub fn of(detail: Option<&Self>) -> &Self {
        static NONE: Detail = Detail::NONE;
        detail.unwrap_or(&NONE)
    }
}

impl Deref for Run {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        Detail::of(self.detail.as_deref())
    }
}

impl DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Detail {
        self.detail.get_or_insert_with(|| Box::new(Detail::NONE))
    }
}
