//! Sample sets: single measurements, all of them while they are few, and a histogram of them when they
//! are many.
//!
//! A measurement is kept as a whole number of ticks (nanoseconds, for times), so that sums are exact and
//! sets of several tools merge. Percentiles are by nearest rank: always a measurement that is there. The
//! histogram has the buckets of an HdrHistogram of three significant digits, 1,024 to each power of two;
//! the percentile that it gives is the first measurement, in the order of the file, of the bucket in which
//! the true one lies, and differs from it by less than 0.1 %.

pub mod histogram;
pub mod slices;

use histogram::{Grain, Histogram};

use crate::units::Unit;

/// Up to so many measurements are kept one by one.
pub const FEW: usize = 10_000;

/// Up to so many measurements of a slice of time are kept one by one.
const FEW_OF_SLICE: usize = 512;

/// So many measurements beyond a percentile make it worth telling.
pub const BEYOND: u64 = 10;

/// A single measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Sample {
    /// Its value in ticks.
    pub ticks: u64,
    /// The byte of the file at which its number begins.
    pub at: u64,
}

/// How far a percentile may lie from the exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exactness {
    /// It is the exact one.
    Exact,
    /// Within 0.1 %: of a histogram of three digits.
    Thousandth,
    /// Within 1 %: of a histogram of two digits.
    Hundredth,
}

impl Exactness {
    /// The share; none when it is exact.
    pub fn share(self) -> Option<f64> {
        match self {
            Self::Exact => None,
            Self::Thousandth => Some(0.001),
            Self::Hundredth => Some(0.01),
        }
    }
}

/// Measurements of one metric.
#[derive(Debug, Clone)]
pub struct SampleSet {
    /// The unit that the file gives them in.
    pub unit: Unit,
    /// How many ticks that unit is.
    pub scale: u64,
    grain: Grain,
    count: u64,
    sum: u128,
    ends: Option<[Sample; 2]>,
    body: Body,
}

#[derive(Debug, Clone)]
enum Body {
    /// All of them, sorted once the set is complete.
    Few(Vec<Sample>),
    Many(Box<Histogram>),
}

impl SampleSet {
    /// A set without measurements; `scale` is how many ticks a unit is.
    pub fn new(unit: Unit, scale: u64) -> Self {
        Self { unit, scale, grain: Grain::Fine, count: 0, sum: 0, ends: None, body: Body::Few(Vec::new()) }
    }

    /// A set of few measurements, or a histogram of two digits: one of many sets.
    fn coarse(unit: Unit, scale: u64) -> Self {
        Self { grain: Grain::Coarse, ..Self::new(unit, scale) }
    }

    /// Up to so many measurements are kept one by one.
    fn few(&self) -> usize {
        if self.grain == Grain::Fine { FEW } else { FEW_OF_SLICE }
    }

    /// Adds a measurement; those of a file come in its order.
    pub fn add(&mut self, sample: Sample) {
        self.count += 1;
        self.add_sum(u128::from(sample.ticks), [sample; 2]);
        let few = self.few();
        match &mut self.body {
            Body::Many(histogram) => histogram.add(sample, 1),
            Body::Few(samples) if samples.len() < few => samples.push(sample),
            Body::Few(samples) => {
                let mut histogram = Histogram::of(self.grain, samples);
                histogram.add(sample, 1);
                self.body = Body::Many(Box::new(histogram));
            }
        }
    }

    /// Adds so many measurements of a bucket of which the first is known. Its share of the sum is not
    /// known from that, and is added with [`Self::add_sum`].
    pub fn add_bucket(&mut self, first: Sample, count: u64) {
        self.count += count;
        self.body = match std::mem::replace(&mut self.body, Body::Few(Vec::new())) {
            Body::Many(histogram) => Body::Many(histogram),
            Body::Few(samples) => Body::Many(Box::new(Histogram::of(self.grain, &samples))),
        };
        if let Body::Many(histogram) = &mut self.body {
            histogram.add(first, count);
        }
    }

    /// Adds to the sum, and widens the smallest and the largest measurement; of the same the first of the file counts.
    #[inline]
    pub fn add_sum(&mut self, sum: u128, [min, max]: [Sample; 2]) {
        self.sum += sum;
        let Some([low, high]) = &mut self.ends else {
            self.ends = Some([min, max]);
            return;
        };
        if (min.ticks, min.at) < (low.ticks, low.at) {
            *low = min;
        }
        if max.ticks > high.ticks || max.ticks == high.ticks && max.at < high.at {
            *high = max;
        }
    }

    /// Ends the set: what was added is put in order.
    #[must_use]
    pub fn finish(mut self) -> Self {
        if let Body::Few(samples) = &mut self.body {
            samples.sort_unstable();
        }
        self
    }

    /// The set of all measurements of several, which come in that order.
    pub fn merged<'a>(sets: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut sets = sets.into_iter();
        let mut all = sets.next()?.clone();
        sets.for_each(|set| all.absorb(set));
        Some(all.finish())
    }

    /// Adds the measurements of another set.
    fn absorb(&mut self, other: &Self) {
        match (&other.body, other.ends) {
            (Body::Few(samples), _) => samples.iter().for_each(|sample| self.add(*sample)),
            (Body::Many(histogram), Some(ends)) => {
                histogram.buckets().for_each(|(first, count)| self.add_bucket(first, count));
                self.add_sum(other.sum, ends);
            }
            (Body::Many(_), None) => {}
        }
    }

    /// How many measurements there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all, in ticks.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The smallest measurement.
    pub fn min(&self) -> Option<Sample> {
        self.ends.map(|[min, _]| min)
    }

    /// The largest measurement.
    pub fn max(&self) -> Option<Sample> {
        self.ends.map(|[_, max]| max)
    }

    /// The mean, in the unit of the file.
    pub fn mean(&self) -> Option<f64> {
        // Sums of nanoseconds stay below 2^53 for three months; beyond, the rounding is a relative 1e-16.
        (self.count > 0).then(|| self.sum as f64 / self.count as f64 / self.scale as f64)
    }

    /// Whether percentiles are those of a histogram.
    pub fn is_bucketed(&self) -> bool {
        matches!(self.body, Body::Many(_))
    }

    /// How far percentiles may lie from the exact ones.
    pub fn exactness(&self) -> Exactness {
        match (self.is_bucketed(), self.grain) {
            (false, _) => Exactness::Exact,
            (true, Grain::Fine) => Exactness::Thousandth,
            (true, Grain::Coarse) => Exactness::Hundredth,
        }
    }

    /// A percentile by nearest rank, given in millionths of a percent, of a finished set.
    pub fn nearest(&self, millionths: u32) -> Option<Sample> {
        let rank = rank(self.count, millionths)?;
        match &self.body {
            Body::Few(samples) => samples.get(usize::try_from(rank - 1).ok()?).copied(),
            Body::Many(histogram) => histogram.at_rank(rank),
        }
    }

    /// How many measurements lie beyond a percentile.
    pub fn beyond(&self, millionths: u32) -> u64 {
        rank(self.count, millionths).map_or(0, |rank| self.count - rank)
    }

    /// The first measurement of each bucket in ascending order, with how many measurements it has; of a
    /// set of few measurements each by itself.
    pub fn buckets(&self) -> Vec<(Sample, u64)> {
        match &self.body {
            Body::Few(samples) => samples.iter().map(|sample| (*sample, 1)).collect(),
            Body::Many(histogram) => histogram.buckets().collect(),
        }
    }

    /// Ticks in the unit of the file.
    pub fn value(&self, ticks: u64) -> f64 {
        ticks as f64 / self.scale as f64
    }
}

/// The rank, from 1, of a percentile among so many: the smallest that has that share at or below it.
fn rank(count: u64, millionths: u32) -> Option<u64> {
    const WHOLE: u128 = 100_000_000;
    let rank = (u128::from(count) * u128::from(millionths)).div_ceil(WHOLE).max(1);
    u64::try_from(rank).ok().filter(|_| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ticks: impl IntoIterator<Item = u64>) -> SampleSet {
        let mut set = SampleSet::new(Unit::named("ms"), 1_000_000);
        for (at, ticks) in (0..).zip(ticks) {
            set.add(Sample { ticks, at });
        }
        set.finish()
    }

    #[test]
    fn percentiles_are_by_nearest_rank() {
        // The example of nearest rank in most textbooks: 15, 20, 35, 40, 50.
        let set = set([20, 15, 50, 40, 35]);
        let at = |percent: u32| set.nearest(percent * 1_000_000).map(|sample| sample.ticks);
        assert_eq!([5, 30, 40, 50, 100].map(at), [15, 20, 20, 35, 50].map(Some));
        assert_eq!((set.count(), set.sum(), set.beyond(50_000_000)), (5, 160, 2));
        assert_eq!(set.nearest(30_000_000).map(|sample| sample.at), Some(0), "the place in the file is kept");
    }

    #[test]
    fn many_are_within_a_thousandth_and_merge_to_what_one_set_gives() {
        // Squares, so that no two buckets are alike.
        let all: Vec<u64> = (1..=30_000_u64).map(|n| n * n + 7).collect();
        let whole = set(all.clone());
        let parts = [set(all[..9_000].to_vec()), set(all[9_000..9_100].to_vec()), set(all[9_100..].to_vec())];
        let merged = SampleSet::merged(&parts).expect("there are sets");
        assert!(whole.is_bucketed() && merged.is_bucketed());
        assert_eq!((merged.count(), merged.sum()), (whole.count(), whole.sum()));
        for percent in [1, 50, 90, 99, 100] {
            let [given, again] = [&whole, &merged].map(|set| set.nearest(percent * 1_000_000).expect("it is there"));
            let exact = all[300 * percent as usize - 1] as f64;
            assert!((given.ticks as f64 - exact).abs() <= exact * 0.001, "p{percent}: {} for {exact}", given.ticks);
            assert_eq!(given.ticks, again.ticks);
        }
    }

    #[test]
    fn nothing_has_no_percentile() {
        let none = set([]);
        assert_eq!((none.nearest(50_000_000), none.min(), none.mean()), (None, None, None));
    }
}
