//! The dimensions of all runs as columns of numbers: millions of runs are kept, grouped and put in order
//! with a few bytes each, and without comparing their texts.

use std::collections::{BTreeMap, HashMap};
use std::ops::Index;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::vocabulary::Vocabulary;
use crate::model::{Dimensions, Family};

/// So many values are known without a look at their text.
const LAST: usize = 4;

/// Runs are sorted by several dimensions at once as long as there are no more combinations of places than a cache holds.
const MOST_KEYS: usize = 1 << 16;

/// It is not worth a thread to look at fewer runs.
const FEWEST_KEYS: usize = 1 << 12;

/// A run does not have the dimension.
const NONE: u32 = u32::MAX;

/// The values of each dimension, in the order of their names, and which of them each run has.
#[derive(Debug, Default)]
pub(super) struct Columns(Vec<(Arc<str>, Column)>);

/// A dimension.
#[derive(Debug, Default)]
struct Column {
    values: Vec<Arc<str>>,
    /// The numbers of the first of them; of the rest nobody asked yet.
    numbers: HashMap<Arc<str>, u32>,
    /// The values that were met last, with their numbers: the runs of a file share their texts.
    last: [Option<(Arc<str>, u32)>; LAST],
    /// The number of each run's value; runs after the last that has one are left out.
    of_run: Vec<u32>,
    /// The runs that have each value, once somebody asked for them when all runs are there.
    runs: OnceLock<RunsOfValues>,
}

/// The runs that have each value of a dimension, in their order.
pub(super) type RunsOfValues = BTreeMap<Arc<str>, Vec<u32>>;

/// Names and values of dimensions, in the order of the names: those of a run, or of their own.
#[derive(Debug, Clone, Copy)]
pub struct DimensionsRef<'a>(Of<'a>);

#[derive(Debug, Clone, Copy)]
enum Of<'a> {
    Own(&'a Dimensions),
    Run(&'a Columns, usize),
}

impl Columns {
    /// Adds a run, of which none after it is there.
    pub(super) fn add(&mut self, run: usize, dimensions: &Dimensions) {
        self.add_some(run, 1, dimensions);
    }

    /// Adds the runs of a family that share these dimensions, of which none is there from that one on.
    pub(super) fn add_family(&mut self, run: usize, shared: &Dimensions, family: &Family) {
        self.add_some(run, family.members.len(), shared);
        for (at, axis) in family.axes.iter().enumerate() {
            let place = self.place(&axis.name, 0);
            let column = &mut self.0[place].1;
            let numbers = column.numbers_of(&axis.values);
            column.fill(run);
            let on = family.on(at);
            column.of_run.extend(family.members.iter().map(|member| numbers[on(member)]));
        }
    }

    fn add_some(&mut self, run: usize, count: usize, dimensions: &Dimensions) {
        let mut next = 0;
        for (name, value) in dimensions {
            let place = self.place(name, next);
            next = place + 1;
            let column = &mut self.0[place].1;
            let number = column.number(value);
            column.fill(run);
            column.of_run.extend(std::iter::repeat_n(number, count));
        }
    }

    /// Puts the columns of more runs behind those of the `from` runs that are there, and leaves none of them.
    pub(super) fn append(&mut self, from: usize, more: &mut Self) {
        for (name, column) in more.0.drain(..) {
            let place = self.place(&name, 0);
            self.0[place].1.append(from, &column);
        }
    }

    /// Where the column of a name is, which is often the one after that of the name before.
    fn place(&mut self, name: &Arc<str>, likely: usize) -> usize {
        if self.0.get(likely).is_some_and(|(own, _)| own == name) {
            return likely;
        }
        self.find(name).unwrap_or_else(|place| {
            self.0.insert(place, (Arc::clone(name), Column::default()));
            place
        })
    }

    /// Where the column of a name is, or where it would be.
    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| (**own).cmp(name))
    }

    fn get(&self, name: &str) -> Option<&Column> {
        self.find(name).ok().map(|place| &self.0[place].1)
    }

    /// The columns in the order of their names.
    fn columns(&self) -> impl DoubleEndedIterator<Item = &Column> {
        self.0.iter().map(|(_, column)| column)
    }

    /// The dimensions of a run.
    pub(super) fn of_run(&self, run: usize) -> DimensionsRef<'_> {
        DimensionsRef(Of::Run(self, run))
    }

    /// The values of each dimension.
    pub(super) fn values(&self) -> impl Iterator<Item = (&Arc<str>, &[Arc<str>])> {
        self.0.iter().map(|(name, column)| (name, column.values.as_slice()))
    }

    /// The names of the dimensions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// The runs that have each value of a dimension.
    pub(super) fn runs_with(&self, dimension: &str) -> Option<&RunsOfValues> {
        self.get(dimension).map(|column| column.runs.get_or_init(|| column.runs_of_values()))
    }

    /// Whether two runs have the same dimensions.
    fn is_same(&self, a: usize, b: usize) -> bool {
        self.columns().all(|column| column.number_of(a) == column.number_of(b))
    }

    /// Whether any two of the runs, which are in the order of their values, have the same dimensions.
    pub(super) fn has_same(&self, order: &[u32]) -> bool {
        // Neighbours in the order differ in their last dimension, if in any.
        let columns: Vec<&Column> = self.columns().rev().collect();
        let is_same = |column: &&Column, a, b| column.number_of(a) == column.number_of(b);
        let all_same = |pair: &[u32]| columns.iter().all(|column| is_same(column, pair[0] as usize, pair[1] as usize));
        order.par_windows(2).any(all_same)
    }

    /// The runs in the order of their values, those of the vocabulary's first dimension first; runs with the same
    /// dimensions stay in their order.
    pub(super) fn order(&self, runs: usize, vocabulary: &Vocabulary) -> Vec<u32> {
        let mut order: Vec<u32> = (0..u32::try_from(runs).unwrap_or(NONE)).collect();
        let mut keys = Keys { count: 1, of_run: vec![0; runs] };
        // The last dimension first: each pass keeps the order of the passes before among equals.
        for name in vocabulary.dimensions.iter().rev().map(|dimension| &dimension.name) {
            let Some(column) = self.get(name) else { continue };
            let places = column.places(|value| vocabulary.rank(name, value));
            if keys.count > 1 && keys.count.saturating_mul(places.len() + 1) > MOST_KEYS {
                order = keys.sorted(&order);
                keys.count = 1;
            }
            keys.add(column, &places);
        }
        keys.sorted(&order)
    }
}

impl Column {
    /// Puts the column of the runs from one on behind what is there.
    fn append(&mut self, from: usize, part: &Self) {
        let numbers = self.numbers_of(&part.values);
        self.fill(from);
        self.of_run.extend(part.of_run.iter().map(|number| numbers.get(*number as usize).copied().unwrap_or(NONE)));
    }

    /// The number of a run's value, or [`NONE`].
    fn number_of(&self, run: usize) -> u32 {
        self.of_run.get(run).copied().unwrap_or(NONE)
    }

    fn runs_of_values(&self) -> RunsOfValues {
        let known = || self.of_run.iter().enumerate().filter(|(_, number)| **number != NONE);
        let mut counts = vec![0; self.values.len()];
        known().for_each(|(_, number)| counts[*number as usize] += 1);
        let mut runs: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        known().for_each(|(run, number)| runs[*number as usize].push(run as u32));
        self.values.iter().cloned().zip(runs).collect()
    }

    /// The value of a run.
    fn value_of(&self, run: usize) -> Option<&Arc<str>> {
        self.values.get(self.number_of(run) as usize)
    }

    fn number(&mut self, value: &Arc<str>) -> u32 {
        if let Some((_, number)) = self.last.iter().flatten().find(|(known, _)| Arc::ptr_eq(known, value)) {
            return *number;
        }
        let number = self.number_by_text(value);
        self.last.rotate_right(1);
        self.last[0] = Some((Arc::clone(value), number));
        number
    }

    fn number_by_text(&mut self, value: &Arc<str>) -> u32 {
        for number in self.numbers.len()..self.values.len() {
            self.numbers.insert(Arc::clone(&self.values[number]), number as u32);
        }
        let next = self.values.len() as u32;
        *self.numbers.entry(Arc::clone(value)).or_insert_with(|| {
            self.values.push(Arc::clone(value));
            next
        })
    }

    /// The numbers of values that differ from each other.
    fn numbers_of(&mut self, values: &[Arc<str>]) -> Vec<u32> {
        if self.values.is_empty() {
            self.values.extend_from_slice(values);
            return (0..values.len() as u32).collect();
        }
        let mut likely = 0;
        let number = |value: &Arc<str>| {
            // Files often have the same values in the same order.
            let is_likely = self.values.get(likely as usize).is_some_and(|known| known == value);
            let number = if is_likely { likely } else { self.number_by_text(value) };
            likely = number + 1;
            number
        };
        values.iter().map(number).collect()
    }

    /// Says of the runs before one that they do not have the dimension, unless it is known.
    fn fill(&mut self, run: usize) {
        self.of_run.resize(run.max(self.of_run.len()), NONE);
    }

    /// The place of each value, by its number, among all of them in the order of their rank.
    fn places(&self, rank: impl Fn(&str) -> usize) -> Vec<usize> {
        let mut by_rank: Vec<usize> = (0..self.values.len()).collect();
        by_rank.sort_by_key(|number| rank(&self.values[*number]));
        let mut places = vec![0; self.values.len()];
        by_rank.iter().enumerate().for_each(|(place, number)| places[*number] = place);
        places
    }
}

/// The places that runs have in one or more dimensions, as one number each.
struct Keys {
    /// Each is below this.
    count: usize,
    of_run: Vec<u32>,
}

impl Keys {
    /// Adds a dimension, before all that are there; runs without a value come last.
    fn add(&mut self, column: &Column, places: &[usize]) {
        let (factor, is_first) = (self.count, self.count == 1);
        self.of_run.par_iter_mut().enumerate().with_min_len(FEWEST_KEYS).for_each(|(run, key)| {
            let place = places.get(column.number_of(run) as usize).copied().unwrap_or(places.len());
            *key = (place * factor) as u32 + if is_first { 0 } else { *key };
        });
        self.count *= places.len() + 1;
    }

    /// All runs, in some order, sorted by their keys in linear time.
    fn sorted(&self, runs: &[u32]) -> Vec<u32> {
        let mut next = vec![0_usize; self.count + 1];
        self.of_run.iter().for_each(|key| next[*key as usize + 1] += 1);
        (1..next.len()).for_each(|at| next[at] += next[at - 1]);
        let mut sorted = vec![0; runs.len()];
        for run in runs {
            let at = &mut next[self.of_run[*run as usize] as usize];
            sorted[*at] = *run;
            *at += 1;
        }
        sorted
    }
}

impl<'a> DimensionsRef<'a> {
    /// The value of a dimension.
    pub fn get(self, name: &str) -> Option<&'a Arc<str>> {
        match self.0 {
            Of::Own(dimensions) => dimensions.get(name),
            Of::Run(columns, run) => columns.get(name)?.value_of(run),
        }
    }

    /// Whether the dimension has a value.
    pub fn contains_key(self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Names and values.
    pub fn iter(self) -> impl Iterator<Item = (&'a Arc<str>, &'a Arc<str>)> {
        let (own, run) = match self.0 {
            Of::Own(dimensions) => (Some(dimensions), None),
            Of::Run(columns, run) => (None, Some((columns, run))),
        };
        let of_run = run.into_iter().flat_map(|(columns, run)| {
            columns.0.iter().filter_map(move |(name, column)| Some((name, column.value_of(run)?)))
        });
        own.into_iter().flatten().chain(of_run)
    }

    /// The names.
    pub fn keys(self) -> impl Iterator<Item = &'a Arc<str>> {
        self.iter().map(|(name, _)| name)
    }

    /// Whether they have all these values.
    pub fn have(self, fixed: &Dimensions) -> bool {
        fixed.iter().all(|(name, value)| self.get(name) == Some(value))
    }

    /// Whether they have no other values than these, of those that they have.
    pub fn fit(self, part: &Dimensions) -> bool {
        part.iter().all(|(name, value)| self.get(name).is_none_or(|own| own == value))
    }

    /// The same as dimensions of their own.
    pub fn to_dimensions(self) -> Dimensions {
        self.iter().map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect()
    }
}

impl<'a> From<&'a Dimensions> for DimensionsRef<'a> {
    fn from(dimensions: &'a Dimensions) -> Self {
        Self(Of::Own(dimensions))
    }
}

impl PartialEq for DimensionsRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Of::Run(columns, a), Of::Run(others, b)) if std::ptr::eq(columns, others) => columns.is_same(a, b),
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl Index<&str> for DimensionsRef<'_> {
    type Output = Arc<str>;

    fn index(&self, name: &str) -> &Arc<str> {
        self.get(name).expect("the dimension has a value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::manifest::Manifest;

    /// The columns of runs in parts of so many.
    fn columns(runs: &[Dimensions], part: usize) -> Columns {
        let mut all = Columns::default();
        for (number, part_of) in runs.chunks(part).enumerate() {
            let mut columns = Columns::default();
            part_of.iter().enumerate().for_each(|(run, own)| columns.add(run, own));
            all.append(number * part, &mut columns);
        }
        all
    }

    #[test]
    fn runs_are_grouped_and_put_in_order() {
        let run = |pairs: &[(&str, &str)]| -> Dimensions {
            pairs.iter().map(|(name, value)| (Arc::from(*name), Arc::from(*value))).collect()
        };
        let runs = [
            run(&[("a", "r10"), ("b", "x")]),
            run(&[("a", "r2")]),
            run(&[("b", "y"), ("a", "r2")]),
            run(&[("b", "x")]),
            run(&[("a", "r10"), ("b", "x")]),
            run(&[]),
        ];
        let columns = columns(&runs, 4);
        let vocabulary = Vocabulary::new(&Manifest::default(), columns.values());
        // As a comparison of the vocabulary's orders would sort them, those without a value last.
        assert_eq!(columns.order(runs.len(), &vocabulary), [2, 1, 0, 4, 3, 5]);
        let mut compared: Vec<u32> = (0..6).collect();
        compared.sort_by(|a, b| vocabulary.compare(columns.of_run(*a as usize), columns.of_run(*b as usize)));
        assert_eq!(columns.order(runs.len(), &vocabulary), compared);
        assert!(columns.has_same(&[1, 0, 4, 3]) && !columns.has_same(&[2, 1, 0, 3, 5]));
        assert!(columns.is_same(0, 4) && !columns.is_same(0, 3) && !columns.is_same(1, 2));
        let with = |name, value| &columns.runs_with(name).expect("a dimension")[value];
        assert_eq!((with("a", "r2"), with("b", "x")), (&vec![1, 2], &vec![0, 3, 4]));
        assert!(columns.runs_with("c").is_none());
    }

    #[test]
    fn dimensions_of_many_values_are_sorted_apart() {
        // 700 × 500 places are more than are sorted at once, and some runs have no `a`.
        let run = |number: usize| -> Dimensions {
            let mut own: Dimensions = [("b".into(), format!("b{}", number * 7 % 499).into())].into();
            if !number.is_multiple_of(10) {
                own.insert("a".into(), format!("a{}", number * 11 % 699).into());
            }
            own
        };
        let runs: Vec<Dimensions> = (0..5_000).map(run).collect();
        let columns = columns(&runs, 64);
        let vocabulary = Vocabulary::new(&Manifest::default(), columns.values());
        let mut compared: Vec<u32> = (0..5_000).collect();
        compared.sort_by(|a, b| vocabulary.compare(columns.of_run(*a as usize), columns.of_run(*b as usize)));
        assert_eq!(columns.order(runs.len(), &vocabulary), compared);
    }

    #[test]
    fn parts_are_put_together() {
        let run = |number: usize| {
            let value = |modulus: usize| Arc::from((number % modulus).to_string());
            let mut dimensions: Dimensions = [("all".into(), value(7))].into();
            if number > 55 {
                dimensions.insert("late".into(), value(3));
            }
            dimensions
        };
        let runs: Vec<Dimensions> = (0..150).map(run).collect();
        let columns = columns(&runs, 50);
        let expected = |name: &str, value: &str| -> Vec<u32> {
            let has = |run: &u32| runs[*run as usize].get(name).is_some_and(|own| **own == *value);
            (0..150).filter(has).collect()
        };
        for (name, value) in [("all", "0"), ("all", "6"), ("late", "0"), ("late", "2")] {
            let with_value = columns.runs_with(name).expect("a dimension");
            assert_eq!(with_value[value], expected(name, value), "{name} {value}");
        }
        for (number, own) in runs.iter().enumerate() {
            let of_run = columns.of_run(number);
            assert_eq!((of_run.to_dimensions(), of_run == own.into(), of_run.have(own)), (own.clone(), true, true));
        }
        assert!(columns.of_run(3).fit(&runs[59]) && !columns.of_run(3).have(&runs[59]));
    }
}
