//! A histogram of whole numbers with the buckets of an HdrHistogram of two or three significant digits.
//!
//! Of three digits numbers below 2,048 have a bucket each, and above, each power of two is divided into 1,024;
//! of two digits it is 256 and 128. Only what is used takes memory: a page has 64 buckets.

use super::Sample;

const PAGE: usize = 64;

/// How finely measurements are kept, and in which order they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Three significant digits: a bucket is narrower than 0.1 % of its numbers. Its first measurement is the one
    /// that was added first.
    Fine,
    /// Two significant digits, 0.8 %: for many small sets of one file. The first measurement of a bucket is the
    /// first in the file, in whatever order they are added.
    Coarse,
}

impl Grain {
    /// Bits of a number that its bucket keeps, the highest among them.
    fn kept(self) -> u32 {
        match self {
            Self::Fine => 11,
            Self::Coarse => 8,
        }
    }
}

/// Counts by bucket, and the first measurement of each.
#[derive(Debug, Clone)]
pub struct Histogram {
    grain: Grain,
    pages: Vec<Option<Box<[Bucket; PAGE]>>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    count: u64,
    first: Sample,
}

impl Histogram {
    /// A histogram without measurements.
    pub fn new(grain: Grain) -> Self {
        Self { grain, pages: Vec::new() }
    }

    /// The histogram of measurements in that order.
    pub fn of(grain: Grain, samples: &[Sample]) -> Self {
        let mut histogram = Self::new(grain);
        samples.iter().for_each(|sample| histogram.add(*sample, 1));
        histogram
    }

    /// Adds so many measurements of one bucket, of which the first is given.
    #[inline]
    pub fn add(&mut self, first: Sample, count: u64) {
        let index = index(first.ticks, self.grain.kept());
        let (page, place) = (index / PAGE, index % PAGE);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let bucket = &mut self.pages[page].get_or_insert_with(|| Box::new([Bucket::default(); PAGE]))[place];
        if bucket.count == 0 || self.grain == Grain::Coarse && first.at < bucket.first.at {
            bucket.first = first;
        }
        bucket.count += count;
    }

    /// The first measurement of each bucket that has any, in ascending order, with how many it has.
    pub fn buckets(&self) -> impl Iterator<Item = (Sample, u64)> {
        let used = self.pages.iter().flatten().flat_map(|page| page.iter());
        used.filter(|bucket| bucket.count > 0).map(|bucket| (bucket.first, bucket.count))
    }

    /// The first measurement of each bucket that has any, to be moved in its file.
    pub fn firsts(&mut self) -> impl Iterator<Item = &mut Sample> {
        let used = self.pages.iter_mut().flatten().flat_map(|page| page.iter_mut());
        used.filter(|bucket| bucket.count > 0).map(|bucket| &mut bucket.first)
    }

    /// The first measurement of the bucket in which the measurement of that rank, from 1, lies.
    pub fn at_rank(&self, rank: u64) -> Option<Sample> {
        let mut below = 0;
        self.buckets().find_map(|(first, count)| {
            below += count;
            (below >= rank).then_some(first)
        })
    }
}

/// The largest number of the bucket of three digits that a number falls into.
pub fn upper_bound(ticks: u64) -> u64 {
    ticks | ((1 << shift(ticks, Grain::Fine.kept())) - 1)
}

fn shift(ticks: u64, kept: u32) -> u32 {
    (u64::BITS - ticks.leading_zeros()).saturating_sub(kept)
}

#[inline]
fn index(ticks: u64, kept: u32) -> usize {
    let shift = shift(ticks, kept);
    // At most 53 · 1024 + 2047.
    ((shift as usize) << (kept - 1)) + (ticks >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(ticks: u64) -> usize {
        super::index(ticks, Grain::Fine.kept())
    }

    #[test]
    fn buckets_of_two_digits_are_those_of_hdr_histogram() {
        // With two digits HdrHistogram has 256 buckets at first, and 128 to each further power of two.
        let index = |ticks| super::index(ticks, Grain::Coarse.kept());
        assert_eq!([0, 255, 256, 257, 258, 511, 512].map(index), [0, 255, 256, 256, 257, 383, 384]);
    }

    #[test]
    fn the_first_of_a_bucket_is_first_in_the_file() {
        let mut histogram = Histogram::new(Grain::Coarse);
        for (ticks, at) in [(1_000, 9), (1_001, 3), (1_002, 5)] {
            histogram.add(Sample { ticks, at }, 1);
        }
        assert_eq!(histogram.buckets().collect::<Vec<_>>(), [(Sample { ticks: 1_001, at: 3 }, 3)]);
    }

    #[test]
    fn buckets_are_in_the_order_of_their_numbers_and_narrow() {
        let mut numbers: Vec<u64> = (0..64).flat_map(|bit| [1_u64 << bit, (1 << bit) | (1 << bit >> 1)]).collect();
        numbers.extend([0, 2047, 2048, 2049, 2050, u64::MAX]);
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|pair| index(pair[0]) <= index(pair[1])));
        assert_eq!([0, 2047, 2048, 2049, 2050].map(index), [0, 2047, 2048, 2048, 2049]);
        assert_eq!(index(u64::MAX), 53 * 1024 + 2047);
        for number in numbers.into_iter().filter(|number| *number > 0) {
            assert!(upper_bound(number) - number <= number / 1024, "{number}");
            assert_eq!(index(upper_bound(number)), index(number));
        }
    }
}
