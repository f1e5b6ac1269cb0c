//! The percentile bootstrap of the median. Efron, "Bootstrap Methods: Another Look at the Jackknife",
//! Annals of Statistics 7 (1979).

use super::interval::FEWEST;
use super::random::Generator;
use super::{quantile_of_sorted, sorted};

/// How often the numbers are drawn anew.
pub const RESAMPLES: usize = 10_000;

/// The seed of every interval: nobody can try seeds until a result pleases.
const SEED: u64 = 1;

/// The interval from 2.5 % to 97.5 % (as [`super::quantile`]) of the medians of [`RESAMPLES`] resamples;
/// none for fewer than six numbers, since then even the smallest and the largest hold the median in
/// less than 95 % of all samples.
///
/// The numbers are put in order first, so that the result does not depend on theirs. Each resample draws
/// as many places as there are numbers, one after the other, from one [`Generator`].
pub fn bootstrap(numbers: &[f64]) -> Option<[f64; 2]> {
    let sorted = sorted(numbers);
    let count = u32::try_from(sorted.len()).ok().filter(|_| sorted.len() >= FEWEST)?;
    let mut generator = Generator::new(SEED);
    let mut drawn = vec![0; sorted.len()];
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            drawn.fill(0);
            (0..count).for_each(|_| drawn[generator.below(count)] += 1);
            median_of_drawn(&sorted, &drawn)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    Some([quantile_of_sorted(&medians, 0.025)?, quantile_of_sorted(&medians, 0.975)?])
}

/// The median of numbers in order, each taken as often as it was drawn.
fn median_of_drawn(sorted: &[f64], drawn: &[usize]) -> f64 {
    let place = |wanted: usize| {
        let mut seen = 0;
        let reaches = |times: &usize| {
            seen += times;
            seen > wanted
        };
        sorted[drawn.iter().position(reaches).expect("as many are drawn as there are numbers")]
    };
    let count = sorted.len();
    f64::midpoint(place((count - 1) / 2), place(count / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_drawn_numbers() {
        assert_eq!(median_of_drawn(&[1.0, 2.0, 5.0], &[0, 1, 2]), 5.0);
        assert_eq!(median_of_drawn(&[1.0, 2.0, 5.0, 9.0], &[1, 1, 2, 0]), 3.5);
    }

    #[test]
    fn the_order_of_the_numbers_does_not_matter() {
        let numbers = [1.2, 1.5, 1.1, 1.9, 1.3, 1.4, 1.6];
        let mut turned = numbers;
        turned.reverse();
        assert_eq!(bootstrap(&numbers), bootstrap(&turned));
        // Of seven, the second and the second-largest: the extremes are medians of 1 % of the resamples.
        assert_eq!(bootstrap(&numbers), Some([1.2, 1.6]));
        assert_eq!(bootstrap(&numbers[..5]), None);
    }
}
