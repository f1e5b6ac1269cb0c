//! The observations of all runs in one list, with what each is of.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::FileRuns;
use super::beside::Beside;
use crate::model::{Measurement, Observation, Statistic};
use crate::suite::{Datum, Sliced};

/// What was taken out of the runs.
#[derive(Default)]
pub(super) struct Gathered {
    /// All observations, run by run.
    pub(super) data: Vec<Datum>,
    /// Those of each run.
    pub(super) of_run: Vec<Range<usize>>,
    /// What they are of.
    pub(super) kinds: Kinds,
    /// The single measurements of each run, and the file that they are in.
    pub(super) measured: BTreeMap<usize, (usize, Vec<Measurement>)>,
}

/// The metric and statistic of each observation, by number.
#[derive(Default)]
pub(super) struct Kinds {
    /// The number of each.
    pub(super) numbers: BTreeMap<(Arc<str>, Statistic), u32>,
    /// The number for each observation.
    pub(super) of_datum: Vec<u32>,
    last: Option<((Arc<str>, Statistic), u32)>,
}

impl Gathered {
    /// Takes observations and measurements out of the runs from one on, and out of the files beside theirs.
    pub(super) fn add(&mut self, runs: &mut FileRuns, from: usize, mut beside: Beside) {
        for (number, (file, run)) in runs.iter_mut().enumerate().skip(from) {
            let first = self.data.len();
            let own = std::mem::take(&mut run.observations);
            let (other, others) = beside.remove(&number).map_or((*file, Vec::new()), |(other, mut own)| {
                run.samples.append(&mut own.samples);
                run.measurements = std::mem::take(&mut own.measurements);
                (other, own.observations)
            });
            let own = own.into_iter().map(|observation| (*file, observation));
            for (file, observation) in own.chain(others.into_iter().map(|observation| (other, observation))) {
                self.kinds.add(&observation);
                self.data.push(Datum { file, run: number, observation });
            }
            if !run.measurements.is_empty() {
                self.measured.insert(number, (other, std::mem::take(&mut run.measurements)));
            }
            self.of_run.push(first..self.data.len());
        }
    }
}

/// Moves the observations of slices of time behind all others, and says where they are.
pub(super) fn slices(runs: &mut FileRuns, data: &mut Vec<Datum>) -> Vec<Sliced> {
    let mut slices = Vec::new();
    for (number, (file, run)) in runs.iter_mut().enumerate() {
        for slice in run.detail.as_mut().map(|detail| std::mem::take(&mut detail.slices)).unwrap_or_default() {
            let first = data.len();
            let of_run = |observation| Datum { file: *file, run: number, observation };
            data.extend(slice.observations.into_iter().map(of_run));
            let data = first..data.len();
            let (axis, trailing, buckets) = (slice.axis, slice.trailing, slice.buckets);
            slices.push(Sliced { run: number, axis, trailing, data, buckets });
        }
    }
    slices
}

impl Kinds {
    fn add(&mut self, observation: &Observation) {
        // An observation is often of what the one before is of.
        let is = |(metric, statistic): &(Arc<str>, Statistic)| {
            *statistic == observation.statistic && *metric == observation.metric
        };
        if let Some((_, number)) = self.last.as_ref().filter(|(kind, _)| is(kind)) {
            return self.of_datum.push(*number);
        }
        let kind = (Arc::clone(&observation.metric), observation.statistic);
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(kind.clone()).or_insert(next);
        self.last = Some((kind, number));
        self.of_datum.push(number);
    }
}
