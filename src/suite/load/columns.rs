//! The dimensions of all runs as columns of numbers: millions of runs are grouped and put in order
//! without comparing their texts.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::model::{Dimensions, Run};
use crate::suite::vocabulary::Vocabulary;

/// So many runs are looked at by one thread at once.
const PART: usize = 16 << 10;

/// So many values are known without a look at their text.
const LAST: usize = 4;

/// A run does not have the dimension.
const NONE: u32 = u32::MAX;

/// The values of each dimension, and which of them each run has.
#[derive(Default)]
pub(super) struct Columns(BTreeMap<Arc<str>, Column>);

/// A dimension.
#[derive(Default)]
struct Column {
    values: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// The values that were met last, with their numbers: the runs of a file share their texts.
    last: [Option<(Arc<str>, u32)>; LAST],
    /// The number of each run's value; runs after the last that has one are left out.
    of_run: Vec<u32>,
}

impl Columns {
    /// The columns of runs, each with the file that it is of.
    pub(super) fn new(runs: &[(usize, Run)]) -> Self {
        let parts: Vec<Part> = runs
            .par_chunks(PART)
            .map(|part| {
                let mut columns = Part::default();
                part.iter().enumerate().for_each(|(run, (_, read))| columns.add(run, &read.dimensions));
                columns
            })
            .collect();
        let mut all = Self::default();
        for (number, part) in parts.into_iter().enumerate() {
            part.0.into_iter().for_each(|(name, column)| all.append(number * PART, name, &column));
        }
        all.0.values_mut().for_each(|column| column.fill(runs.len()));
        all
    }

    /// Puts a column of the runs from one on behind what is there.
    fn append(&mut self, from: usize, name: Arc<str>, part: &Column) {
        let column = self.0.entry(name).or_default();
        let numbers: Vec<u32> = part.values.iter().map(|value| column.number(value)).collect();
        column.fill(from);
        column.of_run.extend(part.of_run.iter().map(|number| numbers.get(*number as usize).copied().unwrap_or(NONE)));
    }

    /// The values of each dimension.
    pub(super) fn values(&self) -> impl Iterator<Item = (&Arc<str>, &[Arc<str>])> {
        self.0.iter().map(|(name, column)| (name, column.values.as_slice()))
    }

    /// The runs that have each value of each dimension.
    pub(super) fn runs_with_value(&self) -> BTreeMap<Arc<str>, BTreeMap<Arc<str>, Vec<usize>>> {
        let of_column = |(name, column): (&Arc<str>, &Column)| {
            let known = || column.of_run.iter().enumerate().filter(|(_, number)| **number != NONE);
            let mut counts = vec![0; column.values.len()];
            known().for_each(|(_, number)| counts[*number as usize] += 1);
            let mut runs: Vec<Vec<usize>> = counts.into_iter().map(Vec::with_capacity).collect();
            known().for_each(|(run, number)| runs[*number as usize].push(run));
            (Arc::clone(name), column.values.iter().cloned().zip(runs).collect())
        };
        self.0.par_iter().map(of_column).collect()
    }

    /// Whether two runs have the same dimensions.
    pub(super) fn is_same(&self, a: usize, b: usize) -> bool {
        // Neighbours in the order differ in their last dimension, if in any.
        self.0.values().rev().all(|column| column.of_run[a] == column.of_run[b])
    }

    /// The runs in the order of their values, those of the vocabulary's first dimension first; runs with the same
    /// dimensions stay in their order.
    pub(super) fn order(&self, runs: usize, vocabulary: &Vocabulary) -> Vec<u32> {
        let mut order: Vec<u32> = (0..u32::try_from(runs).unwrap_or(NONE)).collect();
        // The last dimension first: each pass keeps the order of the passes before among equals.
        for name in vocabulary.dimensions.iter().rev().map(|dimension| &dimension.name) {
            if let Some(column) = self.0.get(name) {
                order = column.sorted(&order, |value| vocabulary.rank(name, value));
            }
        }
        order
    }
}

/// The columns of some runs, in the order in which their names were met.
#[derive(Default)]
struct Part(Vec<(Arc<str>, Column)>);

impl Part {
    fn add(&mut self, run: usize, dimensions: &Dimensions) {
        let mut next = 0;
        for (name, value) in dimensions {
            let place = self.place(name, next);
            next = place + 1;
            let column = &mut self.0[place].1;
            let number = column.number(value);
            column.fill(run);
            column.of_run.push(number);
        }
    }

    /// Where the column of a name is, which is often that of the run before.
    fn place(&mut self, name: &Arc<str>, likely: usize) -> usize {
        let is_it = |(own, _): &(Arc<str>, Column)| own == name;
        if self.0.get(likely).is_some_and(is_it) {
            return likely;
        }
        self.0.iter().position(is_it).unwrap_or_else(|| {
            self.0.push((Arc::clone(name), Column::default()));
            self.0.len() - 1
        })
    }
}

impl Column {
    fn number(&mut self, value: &Arc<str>) -> u32 {
        if let Some((_, number)) = self.last.iter().flatten().find(|(known, _)| Arc::ptr_eq(known, value)) {
            return *number;
        }
        let number = self.numbers.get(value).copied().unwrap_or_else(|| {
            let next = self.values.len() as u32;
            self.values.push(Arc::clone(value));
            self.numbers.insert(Arc::clone(value), next);
            next
        });
        self.last.rotate_right(1);
        self.last[0] = Some((Arc::clone(value), number));
        number
    }

    /// Says of the runs before one that they do not have the dimension, unless it is known.
    fn fill(&mut self, run: usize) {
        self.of_run.resize(run.max(self.of_run.len()), NONE);
    }

    /// Runs sorted by the rank of their value, in linear time; those without one come last.
    fn sorted(&self, runs: &[u32], rank: impl Fn(&str) -> usize) -> Vec<u32> {
        let mut by_rank: Vec<usize> = (0..self.values.len()).collect();
        by_rank.sort_by_key(|number| rank(&self.values[*number]));
        let mut place = vec![0; self.values.len()];
        by_rank.iter().enumerate().for_each(|(rank, number)| place[*number] = rank);
        let place_of = |run: u32| place.get(self.of_run[run as usize] as usize).copied().unwrap_or(place.len());
        let mut next = vec![0; place.len() + 2];
        runs.iter().for_each(|run| next[place_of(*run) + 1] += 1);
        (1..next.len()).for_each(|at| next[at] += next[at - 1]);
        let mut sorted = vec![0; runs.len()];
        for run in runs {
            let at = &mut next[place_of(*run)];
            sorted[*at] = *run;
            *at += 1;
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::manifest::Manifest;

    #[test]
    fn runs_are_grouped_and_put_in_order() {
        let run = |pairs: &[(&str, &str)]| {
            let dimensions = pairs.iter().map(|(name, value)| (Arc::from(*name), Arc::from(*value))).collect();
            (0, Run { dimensions, ..Run::default() })
        };
        let runs = [
            run(&[("a", "r10"), ("b", "x")]),
            run(&[("a", "r2")]),
            run(&[("b", "y"), ("a", "r2")]),
            run(&[("b", "x")]),
            run(&[("a", "r10"), ("b", "x")]),
            run(&[]),
        ];
        let columns = Columns::new(&runs);
        let vocabulary = Vocabulary::new(&Manifest::default(), columns.values());
        // As a comparison of the vocabulary's orders would sort them, those without a value last.
        assert_eq!(columns.order(runs.len(), &vocabulary), [2, 1, 0, 4, 3, 5]);
        let mut compared: Vec<u32> = (0..6).collect();
        compared.sort_by(|a, b| vocabulary.compare(&runs[*a as usize].1.dimensions, &runs[*b as usize].1.dimensions));
        assert_eq!(columns.order(runs.len(), &vocabulary), compared);
        assert!(columns.is_same(0, 4) && !columns.is_same(0, 3) && !columns.is_same(1, 2));
        let with_value = columns.runs_with_value();
        assert_eq!((&with_value["a"]["r2"], &with_value["b"]["x"]), (&vec![1, 2], &vec![0, 3, 4]));
    }

    #[test]
    fn parts_are_put_together() {
        let run = |number: usize| {
            let value = |modulus: usize| Arc::from((number % modulus).to_string());
            let mut dimensions: Dimensions = [("all".into(), value(7))].into();
            if number > PART + 5 {
                dimensions.insert("late".into(), value(3));
            }
            (0, Run { dimensions, ..Run::default() })
        };
        let runs: Vec<_> = (0..3 * PART).map(run).collect();
        let columns = Columns::new(&runs);
        let with_value = columns.runs_with_value();
        let expected = |name: &str, value: &str| -> Vec<usize> {
            let has = |run: &usize| runs[*run].1.dimensions.get(name).is_some_and(|own| **own == *value);
            (0..runs.len()).filter(has).collect()
        };
        for (name, value) in [("all", "0"), ("all", "6"), ("late", "0"), ("late", "2")] {
            assert_eq!(with_value[name][value], expected(name, value), "{name} {value}");
        }
    }
}
