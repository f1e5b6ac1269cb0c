//! Confidence intervals of a median between two order statistics. Thompson, "On Confidence Ranges for the
//! Median and Other Expectation Distributions", Annals of Mathematical Statistics 7 (1936).

use super::sorted;

/// The fewest numbers that have an interval: between the ends of five, the median lies in 93.75 % only.
pub const FEWEST: usize = 6;

/// The coverage that is asked for.
const WANTED: f64 = 0.95;

/// Which order statistics are the ends, and how often they hold the median between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Places {
    /// The lower end is the number at this place, counted from 1; the upper one at this place from the end.
    pub place: usize,
    /// The share of samples whose ends hold the median between them, whatever the continuous distribution.
    pub coverage: f64,
}

/// The innermost places of that many numbers whose coverage is 95 % or more; none for fewer than six.
///
/// How many numbers lie below the median is binomial with ½, so the coverage of place `k` is the share
/// of `C(n, j)` with `k ≤ j ≤ n − k`. The coefficients are taken relative to the one in the middle, by
/// multiplication only, so that they neither overflow nor differ between machines.
pub fn places(count: usize) -> Option<Places> {
    let weights = weights(count);
    let total = 2.0 * weights.iter().sum::<f64>() - if count.is_multiple_of(2) { weights[0] } else { 0.0 };
    // From the outside in: what lies outside of place k, on both sides.
    let mut outside = 0.0;
    let mut found = None;
    for place in 1..=count / 2 {
        outside += 2.0 * weights[count / 2 - (place - 1)] / total;
        if 1.0 - outside < WANTED {
            break;
        }
        found = Some(Places { place, coverage: 1.0 - outside });
    }
    found
}

/// `C(n, ⌊n/2⌋ − i) / C(n, ⌊n/2⌋)` for each `i`.
fn weights(count: usize) -> Vec<f64> {
    let middle = count / 2;
    let mut weights = vec![1.0];
    for below in (0..middle).rev() {
        let last = weights[weights.len() - 1];
        weights.push(last * (below + 1) as f64 / (count - below) as f64);
    }
    weights
}

/// The confidence interval of the median: its two ends.
pub fn median_interval(numbers: &[f64]) -> Option<[f64; 2]> {
    let Places { place, .. } = places(numbers.len())?;
    let sorted = sorted(numbers);
    Some([sorted[place - 1], sorted[sorted.len() - place]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_that_of_the_binomial_distribution() {
        let exact = [(6, 1, 1.0 - 2.0 / 64.0), (7, 1, 1.0 - 2.0 / 128.0), (9, 2, 1.0 - 20.0 / 512.0)];
        for (count, place, coverage) in exact {
            let found = places(count).expect("there is one");
            assert_eq!(found.place, place, "{count}");
            assert!((found.coverage - coverage).abs() < 1e-15, "{count}: {}", found.coverage);
        }
        assert!((0..FEWEST).all(|count| places(count).is_none()));
        // Far beyond where 2⁻ⁿ is 0 in binary; the normal approximation gives place 4901 or so.
        let many = places(10_000).expect("there is one");
        assert!((4895..=4905).contains(&many.place) && (0.95..0.952).contains(&many.coverage), "{many:?}");
    }

    #[test]
    fn ends_are_order_statistics() {
        assert_eq!(median_interval(&[5.0, 1.0, 9.0, 2.0, 7.0, 3.0, 8.0, 4.0, 6.0]), Some([2.0, 8.0]));
    }
}
