//! A histogram of whole numbers with the buckets of an HdrHistogram of three significant digits.
//!
//! Numbers below 2,048 have a bucket each; above, each power of two is divided into 1,024. Only what is
//! used takes memory: a page has 64 buckets.

use super::Sample;

/// Bits of a number that its bucket keeps, the highest among them.
const KEPT: u32 = 11;
const PAGE: usize = 64;

/// Counts by bucket, and the first measurement of each.
#[derive(Debug, Clone, Default)]
pub struct Histogram {
    pages: Vec<Option<Box<[Bucket; PAGE]>>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    count: u64,
    first: Sample,
}

impl Histogram {
    /// The histogram of measurements in that order.
    pub fn of(samples: &[Sample]) -> Self {
        let mut histogram = Self::default();
        samples.iter().for_each(|sample| histogram.add(*sample, 1));
        histogram
    }

    /// Adds so many measurements of one bucket, of which the first is given.
    #[inline]
    pub fn add(&mut self, first: Sample, count: u64) {
        let index = index(first.ticks);
        let (page, place) = (index / PAGE, index % PAGE);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let bucket = &mut self.pages[page].get_or_insert_with(|| Box::new([Bucket::default(); PAGE]))[place];
        if bucket.count == 0 {
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

/// The largest number of the bucket that a number falls into.
pub fn upper_bound(ticks: u64) -> u64 {
    ticks | ((1 << shift(ticks)) - 1)
}

fn shift(ticks: u64) -> u32 {
    (u64::BITS - ticks.leading_zeros()).saturating_sub(KEPT)
}

#[inline]
fn index(ticks: u64) -> usize {
    let shift = shift(ticks);
    // At most 53 · 1024 + 2047.
    ((shift as usize) << (KEPT - 1)) + (ticks >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

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
