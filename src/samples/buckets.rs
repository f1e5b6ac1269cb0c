//! How many measurements lie in each bucket of an HdrHistogram of one significant digit: what is kept of a slice of
//! a run's time, to be counted between bounds of buckets.
//!
//! Numbers below 32 have a bucket each, and above, each power of two is divided into 16. The buckets of two and of
//! three digits are parts of these, so that what is counted of a histogram is what its measurements would give.

use super::SampleSet;
use crate::units::Unit;

/// Bits of a number that its bucket keeps, the highest among them.
const KEPT: u32 = 5;

/// Counts by bucket.
#[derive(Debug, Clone)]
pub struct Buckets {
    /// The unit that the file gives measurements in.
    pub unit: Unit,
    /// How many ticks that unit is.
    pub scale: u64,
    /// The lower bound of each bucket that has any, in ticks and in rising order, with how many it has.
    counts: Vec<(u64, u64)>,
}

impl Buckets {
    /// Those of a set.
    pub fn of(set: &SampleSet) -> Self {
        let mut counts: Vec<(u64, u64)> = Vec::new();
        for (first, count) in set.buckets() {
            let low = floor(first.ticks, KEPT);
            match counts.last_mut() {
                Some(last) if last.0 == low => last.1 += count,
                _ => counts.push((low, count)),
            }
        }
        Self { unit: set.unit, scale: set.scale, counts }
    }

    /// The lower bound of each bucket that has any, in ticks and in rising order, with how many it has.
    pub fn counts(&self) -> &[(u64, u64)] {
        &self.counts
    }

    /// How many measurements are at or above a bound and below another, in ticks, both bounds of buckets.
    pub fn between(&self, [low, high]: [u64; 2]) -> u64 {
        let is_there = |(bound, _): &&(u64, u64)| (low..high).contains(bound);
        self.counts.iter().filter(is_there).map(|(_, count)| count).sum()
    }
}

/// The bound of a bucket at or below so many ticks, and the one above it.
pub fn around(ticks: u64) -> [u64; 2] {
    let low = floor(ticks, KEPT);
    [low, above(low, KEPT)]
}

/// Bounds of buckets from at or below the smallest to above the largest measurement, in ticks, between which there
/// are at most so many rows, as alike on a logarithmic axis as buckets allow. None is narrower than `step`, which is
/// how far apart measurements are at least.
pub fn rows([low, high]: [u64; 2], step: u64, most: usize) -> Vec<u64> {
    let by_parts = |kept| between([floor(low, kept), high], step, most, move |at| above(floor(at, kept), kept));
    let by_powers = |doubled| between([floor(low, 1), high], step, most, move |at| next_power(at, 1_u32 << doubled));
    let parts = (1..=KEPT).rev().map(by_parts);
    parts.chain((1..7).map(by_powers)).flatten().next().unwrap_or_else(|| vec![floor(low, 1), u64::MAX])
}

/// Bounds from the lowest on by what comes after each; none where there would be too many.
fn between([low, high]: [u64; 2], step: u64, most: usize, after: impl Fn(u64) -> u64) -> Option<Vec<u64>> {
    let mut bounds = vec![low];
    while bounds.len() <= most {
        let last = bounds[bounds.len() - 1];
        if last > high {
            return Some(bounds);
        }
        let mut next = after(last);
        while next - last < step && next < u64::MAX {
            next = after(next);
        }
        bounds.push(next);
    }
    bounds.last().is_some_and(|last| *last > high).then_some(bounds)
}

/// The next power of two above a number whose exponent is a multiple of that.
fn next_power(ticks: u64, every: u32) -> u64 {
    let exponent = (u64::BITS - ticks.leading_zeros()).next_multiple_of(every);
    1_u64.checked_shl(exponent).unwrap_or(u64::MAX)
}

fn shift(ticks: u64, kept: u32) -> u32 {
    (u64::BITS - ticks.leading_zeros()).saturating_sub(kept)
}

fn floor(ticks: u64, kept: u32) -> u64 {
    let shift = shift(ticks, kept);
    ticks >> shift << shift
}

fn above(bound: u64, kept: u32) -> u64 {
    bound.saturating_add(1 << shift(bound, kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Sample;

    fn set(all: impl Iterator<Item = u64>) -> SampleSet {
        let mut set = SampleSet::coarse(Unit::named("ms"), 1_000_000);
        all.for_each(|ticks| set.add(Sample { ticks, at: 0 }));
        set.finish()
    }

    #[test]
    fn bounds_are_those_of_hdr_histogram() {
        // With one digit HdrHistogram has 32 buckets at first, and 16 to each further power of two.
        assert_eq!([0, 31, 32, 33, 63, 64, 1_000].map(|ticks| around(ticks)[0]), [0, 31, 32, 32, 62, 64, 992]);
        assert_eq!([31, 32, 62, 64, 992].map(|ticks| around(ticks)[1]), [32, 34, 64, 68, 1_024]);
        assert_eq!(around(u64::MAX), [31 << 59, u64::MAX]);
    }

    #[test]
    fn a_histogram_of_two_digits_gives_the_counts_of_its_measurements() {
        let all = || (1..=2_000_u64).map(|n| n * n * 977);
        let many = set(all());
        assert!(many.is_bucketed());
        let counted = Buckets::of(&many);
        let bounds = rows([many.min().expect("some").ticks, many.max().expect("some").ticks], 1, 40);
        for pair in bounds.windows(2) {
            let by_hand = all().filter(|ticks| (pair[0]..pair[1]).contains(ticks)).count() as u64;
            assert_eq!(counted.between([pair[0], pair[1]]), by_hand, "{pair:?}");
        }
        let whole = counted.between([bounds[0], bounds[bounds.len() - 1]]);
        assert_eq!((whole, counted.counts().iter().map(|(_, count)| count).sum::<u64>()), (2_000, 2_000));
    }

    #[test]
    fn rows_are_few_and_never_narrower_than_measurements_are_apart() {
        // From 3 to 60 ms, to a whole millisecond: 2.1 to 4.2 ms, then what no whole number divides.
        let millis = 1_000_000;
        let bounds = rows([3 * millis, 60 * millis], millis, 40);
        assert!(bounds.windows(2).all(|pair| pair[1] - pair[0] >= millis), "{bounds:?}");
        assert!(bounds[0] <= 3 * millis && bounds[bounds.len() - 1] > 60 * millis, "{bounds:?}");
        // 4.3 powers of two, each divided into 8, but where that is less than a millisecond.
        assert!((20..=36).contains(&bounds.len()), "{}", bounds.len());
        for (ends, most) in [([0, u64::MAX], 40), ([0, u64::MAX], 4), ([5, 5], 40), ([0, 0], 1), ([1, 1 << 40], 12)] {
            let bounds = rows(ends, 1, most);
            assert!((1..=most).contains(&(bounds.len() - 1)), "{ends:?}: {bounds:?}");
            assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]), "{ends:?}: {bounds:?}");
            assert!(bounds.iter().all(|bound| *bound == u64::MAX || around(*bound)[0] == *bound), "{bounds:?}");
        }
    }
}
