//! Histories: what a tool told of a run at moments of it, a value each time, and no single measurements.

use std::collections::BTreeMap;

use crate::model::{Observation, Slice};

/// What was told of a run, by when, in nanoseconds.
#[derive(Debug, Default)]
pub(super) struct History(BTreeMap<i64, Vec<Observation>>);

impl History {
    /// Adds what was told at a moment. What is told twice of one moment is meant as it was told last.
    pub(super) fn add(&mut self, at: i64, observations: impl IntoIterator<Item = Observation>) {
        let told = self.0.entry(at).or_default();
        for observation in observations {
            let is_same = |other: &&mut Observation| {
                other.metric == observation.metric && other.statistic == observation.statistic
            };
            match told.iter_mut().find(is_same) {
                Some(earlier) => *earlier = observation,
                None => told.push(observation),
            }
        }
    }

    /// When the first of it was told.
    pub(super) fn start(&self) -> Option<i64> {
        self.0.keys().next().copied()
    }

    /// The moments in their order, counted from a start; `trailing` is over how long before each its rates and
    /// percentiles are.
    pub(super) fn slices(self, start: i64, trailing: Option<i64>) -> Vec<Slice> {
        let told = self.0.into_iter().filter(|(_, observations)| !observations.is_empty());
        let slice = |(at, observations): (i64, Vec<Observation>)| {
            let at = at.saturating_sub(start);
            Slice { axis: [at, at], trailing, observations, buckets: None }
        };
        told.map(slice).collect()
    }
}
