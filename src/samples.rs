//! Sample sets: single measurements, all of them while they are few, and a histogram of them when they
//! are many.
//!
//! A measurement is kept as a whole number of ticks (nanoseconds, for times), so that sums are exact and
//! sets of several tools merge. Percentiles are by nearest rank: always a measurement that is there. The
//! histogram has the buckets of an HdrHistogram of three significant digits, 1,024 to each power of two;
//! the percentile that it gives is the first measurement, in the order of the file, of the bucket in which
//! the true one lies, and differs from it by less than 0.1 %.

pub mod buckets;
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

/// Whole numbers up to this have a binary fraction each.
const EXACT: f64 = 9_007_199_254_740_992.0;

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

    /// That of a share.
    pub fn of(share: Option<f64>) -> Option<Self> {
        [Self::Exact, Self::Thousandth, Self::Hundredth].into_iter().find(|exactness| exactness.share() == share)
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

    /// The set of values that are 0 or more, each with its byte and how often it occurred. A tick is so small that
    /// a value keeps all its digits.
    pub fn of(unit: Unit, values: &[(f64, u64, u64)]) -> Self {
        let largest = values.iter().map(|(value, ..)| *value).fold(0.0, f64::max);
        let mut set = Self::new(unit, decade(EXACT / largest));
        let (scale, total) = (set.scale as f64, values.iter().map(|(.., count)| count).sum::<u64>());
        for (value, at, count) in values {
            let sample = Sample { ticks: (value * scale).round() as u64, at: *at };
            if total <= FEW as u64 {
                (0..*count).for_each(|_| set.add(sample));
            } else {
                set.add_bucket(sample, *count);
                set.add_sum(u128::from(sample.ticks) * u128::from(*count), [sample; 2]);
            }
        }
        set.finish()
    }

    /// Moves every measurement so many bytes further into the file.
    #[must_use]
    pub fn shifted(mut self, by: u64) -> Self {
        let shift = |sample: &mut Sample| sample.at += by;
        self.ends.iter_mut().flatten().for_each(shift);
        match &mut self.body {
            Body::Few(samples) => samples.iter_mut().for_each(shift),
            Body::Many(histogram) => histogram.firsts().for_each(shift),
        }
        self
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
        let sets: Vec<&Self> = sets.into_iter().collect();
        let ticks = |set: &Self| set.scale as f64 / set.unit.base_scale();
        let first = sets.first()?;
        if sets.iter().any(|set| (ticks(set) / ticks(first) - 1.0).abs() > 1e-9) {
            let scale = Self::common_scale(&sets);
            let alike: Vec<Self> = sets.iter().map(|set| set.rescaled(first.unit, scale)).collect();
            return Self::merged(&alike);
        }
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

    /// The finest scale of several sets, in the unit of the first, at which the largest measurement is a whole
    /// number of ticks still.
    fn common_scale(sets: &[&Self]) -> u64 {
        let unit = sets[0].unit.base_scale();
        let largest = sets.iter().filter_map(|set| Some(set.value(set.max()?.ticks) * set.unit.base_scale() / unit));
        let finest = sets.iter().map(|set| set.scale as f64 * unit / set.unit.base_scale());
        decade(finest.fold(0.0, f64::max).min(u64::MAX as f64 / largest.fold(0.0, f64::max)))
    }

    /// The same measurements in another unit of the same kind, in ticks of another size.
    fn rescaled(&self, unit: Unit, scale: u64) -> Self {
        let factor = self.unit.base_scale() / unit.base_scale() * (scale as f64 / self.scale as f64);
        let moved = |sample: Sample| Sample { ticks: (sample.ticks as f64 * factor).round() as u64, ..sample };
        let mut set = Self::new(unit, scale);
        match &self.body {
            Body::Few(samples) => samples.iter().for_each(|sample| set.add(moved(*sample))),
            Body::Many(histogram) => {
                histogram.buckets().for_each(|(first, count)| set.add_bucket(moved(first), count));
                // A sum of many ticks has more digits than its measurements.
                self.ends.into_iter().for_each(|ends| set.add_sum((self.sum as f64 * factor) as u128, ends.map(moved)));
            }
        }
        set.finish()
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

/// The largest power of ten up to a number, from 1 to 10^15.
fn decade(most: f64) -> u64 {
    let decades = (0..=15_u32).rev().map(|exponent| 10_u64.pow(exponent));
    decades.into_iter().find(|decade| *decade as f64 <= most * (1.0 + 1e-12)).unwrap_or(1)
}

/// The rank, from 1, of a percentile among so many: the smallest that has that share at or below it.
pub fn rank(count: u64, millionths: u32) -> Option<u64> {
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
    fn values_keep_their_digits() {
        let set = SampleSet::of(Unit::named("s"), &[(0.001_234_567_890_123, 7, 1), (2.5e-4, 40, 2)]);
        assert_eq!((set.count(), set.min().map(|least| (set.value(least.ticks), least.at))), (3, Some((2.5e-4, 40))));
        let max = set.max().map(|most| set.value(most.ticks)).expect("there are values");
        assert!((max / 0.001_234_567_890_123 - 1.0).abs() < 1e-12, "{max}");
        assert_eq!(set.shifted(3).max().map(|most| most.at), Some(10));
        // More than can be kept one by one: 20,000 of 1.5 ms and one of 3 ms.
        let many = SampleSet::of(Unit::named("ms"), &[(1.5, 0, 20_000), (3.0, 9, 1)]);
        assert_eq!((many.is_bucketed(), many.count()), (true, 20_001));
        assert!((many.mean().expect("there are values") - 30_003.0 / 20_001.0).abs() < 1e-12);
    }

    #[test]
    fn sets_of_unlike_ticks_merge() {
        let fine = SampleSet::of(Unit::named("ns"), &[(1.25, 0, 1), (2_000_000.0, 1, 1)]);
        let coarse = set([1_000_000, 3_000_000, 500]);
        for [a, b] in [[&fine, &coarse], [&coarse, &fine]] {
            let merged = SampleSet::merged([a, b]).expect("there are sets");
            let at = |percent: u32| {
                let sample = merged.nearest(percent * 1_000_000).expect("it is there");
                merged.value(sample.ticks) * merged.unit.base_scale()
            };
            // 1.25 ns, 500 ns, 1 ms, 2 ms, 3 ms.
            for (percent, seconds) in [(20, 1.25e-9), (40, 500e-9), (60, 1e-3), (80, 2e-3), (100, 3e-3)] {
                assert!((at(percent) / seconds - 1.0).abs() < 1e-9, "{percent}: {} for {seconds}", at(percent));
            }
        }
    }

    #[test]
    fn nothing_has_no_percentile() {
        let none = set([]);
        assert_eq!((none.nearest(50_000_000), none.min(), none.mean()), (None, None, None));
    }
}
