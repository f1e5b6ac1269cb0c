//! Which run of its dimensions a value goes to, however many values and runs there are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::{Dimensions, Observation, Statistic};

/// The runs by dimensions.
#[derive(Debug, Default)]
pub(super) struct Slots {
    of: BTreeMap<Dimensions, Rounds>,
}

/// The runs of the same dimensions, in order.
#[derive(Debug, Default)]
struct Rounds {
    /// Their places among all runs.
    runs: Vec<usize>,
    /// Which of them, counted here, have a value of a metric's statistic.
    with: BTreeMap<(Arc<str>, Statistic), Taken>,
}

/// A set of numbers that are taken from 0 on, most of them without a gap.
#[derive(Debug, Default)]
struct Taken {
    /// All below it are in the set.
    before: usize,
    /// Those beyond.
    beyond: BTreeSet<usize>,
}

impl Slots {
    /// The place of the first run of those dimensions that has no value of what is observed; a new one is made at `next`.
    pub(super) fn take(&mut self, dimensions: &Dimensions, observed: &[Observation], next: usize) -> usize {
        self.of.entry(dimensions.clone()).or_default().take(observed, next)
    }
}

impl Rounds {
    fn take(&mut self, observed: &[Observation], next: usize) -> usize {
        let keys = observed.iter().map(|o| (Arc::clone(&o.metric), o.statistic)).collect::<Vec<_>>();
        let with = |key| self.with.get(key);
        let first = keys.iter().filter_map(with).map(|taken| taken.before).max().unwrap_or(0);
        let is_free = |round: &usize| keys.iter().filter_map(with).all(|taken| !taken.has(*round));
        let round = (first..self.runs.len()).find(is_free).unwrap_or(self.runs.len());
        if round == self.runs.len() {
            self.runs.push(next);
        }
        for key in keys {
            self.with.entry(key).or_default().insert(round);
        }
        self.runs[round]
    }
}

impl Taken {
    fn has(&self, number: usize) -> bool {
        number < self.before || self.beyond.contains(&number)
    }

    fn insert(&mut self, number: usize) {
        if number >= self.before {
            self.beyond.insert(number);
        }
        while self.beyond.remove(&self.before) {
            self.before += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_goes_to_the_first_run_without_one() {
        let mut taken = Taken::default();
        for number in [2, 0, 0, 3] {
            taken.insert(number);
        }
        assert_eq!([0, 1, 2, 3, 4].map(|number| taken.has(number)), [true, false, true, true, false]);
        taken.insert(1);
        assert_eq!((taken.before, taken.beyond.len()), (4, 0));
        let mut slots = Slots::default();
        assert_eq!([7, 8].map(|next| slots.take(&Dimensions::new(), &[], next)), [7, 7]);
    }
}
