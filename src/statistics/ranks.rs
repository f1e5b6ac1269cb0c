//! The U test of two samples. Mann and Whitney, "On a Test of Whether one of Two Random Variables is
//! Stochastically Larger than the Other", Annals of Mathematical Statistics 18 (1947).

use super::normal::upper_tail;
use super::sorted;

/// Up to this many values together, and without ties, p is exact.
pub const EXACT_UP_TO: usize = 100;

/// What the U test gives of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UTest {
    /// In how many pairs the value of the first sample is larger; ties count half.
    pub u: f64,
    /// `u` as a share of all pairs: the common-language effect size.
    pub effect: f64,
    /// The two-sided p.
    pub p: f64,
    /// Whether `p` is exact; else it is by the normal approximation, corrected for ties and continuity.
    pub exact: bool,
}

/// The U test of two samples; none when one has no values.
pub fn u_test(first: &[f64], second: &[f64]) -> Option<UTest> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let others = sorted(second);
    let u: f64 = first.iter().map(|a| wins(*a, &others)).sum();
    let together = sorted(&[first, second].concat());
    let ties: Vec<usize> = together.chunk_by(|a, b| a == b).map(<[f64]>::len).collect();
    let pairs = (first.len() * second.len()) as f64;
    let exact = ties.iter().all(|tie| *tie == 1) && together.len() <= EXACT_UP_TO;
    let larger = u.max(pairs - u);
    let tail = if exact { exact_tail(first.len(), second.len(), larger) } else { normal_tail(pairs, &ties, larger) };
    Some(UTest { u, effect: u / pairs, p: (2.0 * tail).min(1.0), exact })
}

/// How many of the others, in ascending order, a value is larger than; of those that are the same half.
fn wins(a: f64, others: &[f64]) -> f64 {
    let (below, up_to) = (others.partition_point(|b| *b < a), others.partition_point(|b| *b <= a));
    f64::midpoint(below as f64, up_to as f64)
}

/// The largest number of pairs that so many values of two samples can have against the rest and still be
/// told apart at that level by the U test; none when no outcome can be.
///
/// It is the `k` of the interval that [`ratio_interval`] gives: two-sided, `P(U < k) ≤ level / 2`.
pub fn telling_pairs(first: usize, second: usize, level: f64) -> Option<usize> {
    let pairs = first * second;
    let tells = |k: usize| 2.0 * tail_beyond(first, second, pairs - (k - 1)) <= level;
    // The tail grows with `k`, so that the last that tells is found by halving.
    let (mut low, mut high) = (0, pairs / 2 + 1);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if tells(middle) { low = middle } else { high = middle }
    }
    (low > 0).then_some(low)
}

/// The probability that U is `u` or more, without ties: exact for few values, else approximate.
fn tail_beyond(first: usize, second: usize, u: usize) -> f64 {
    if first + second <= EXACT_UP_TO {
        return exact_tail(first, second, u as f64);
    }
    normal_tail((first * second) as f64, &vec![1; first + second], u as f64)
}

/// The interval of the factor by which the second sample is larger than the first, at a level such as
/// 0.05 for 95 %: of all ratios of a value of the second to one of the first, in ascending order, those at
/// place `k` of [`telling_pairs`] from either end. It holds 1 just when the U test of that level tells nothing.
/// None for too few values, or when one is not above 0. Moses, in Walker and Lev, "Statistical Inference"
/// (1953); Hodges and Lehmann, "Estimates of Location Based on Rank Tests", Annals of Mathematical Statistics 34 (1963).
pub fn ratio_interval(first: &[f64], second: &[f64], level: f64) -> Option<[f64; 2]> {
    if first.iter().chain(second).any(|value| *value <= 0.0 || !value.is_finite()) {
        return None;
    }
    let k = telling_pairs(first.len(), second.len(), level)?;
    let (first, second) = (sorted(first), sorted(second));
    Some([k, first.len() * second.len() + 1 - k].map(|place| ratio_at(&first, &second, place)))
}

/// The ratio at a place, from 1, among all ratios of a value of the second to one of the first, each in
/// ascending order. The bits of numbers above 0 are in the order of the numbers, so the ratio is found by
/// halving them: exact, and without a list of all pairs.
fn ratio_at(first: &[f64], second: &[f64], place: usize) -> f64 {
    let up_to = |ratio: f64| -> usize {
        // The smaller the divisor, the fewer ratios are so small.
        let mut seen = second.len();
        let of = |a: &f64| {
            while seen > 0 && second[seen - 1] / a > ratio {
                seen -= 1;
            }
            seen
        };
        first.iter().rev().map(of).sum()
    };
    let (mut low, mut high) = (0_u64, f64::INFINITY.to_bits());
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if up_to(f64::from_bits(middle)) >= place { high = middle } else { low = middle }
    }
    f64::from_bits(high)
}

/// The probability that U is `u` or more when both samples are of one distribution without ties.
fn exact_tail(first: usize, second: usize, u: f64) -> f64 {
    let ways = ways(first, second);
    let all: i128 = ways.iter().sum();
    // Without ties U is a whole number.
    let beyond: i128 = ways[u as usize..].iter().sum();
    beyond as f64 / all as f64
}

/// In how many ways each U comes about: the coefficients of the Gaussian binomial, which is the product
/// of `(1 − q^(second + i)) / (1 − q^i)` for `i` from 1 to `first`.
fn ways(first: usize, second: usize) -> Vec<i128> {
    let mut ways = vec![0; first * second + 1];
    ways[0] = 1;
    for i in 1..=first {
        for u in (second + i..ways.len()).rev() {
            ways[u] -= ways[u - second - i];
        }
        for u in i..ways.len() {
            ways[u] += ways[u - i];
        }
    }
    ways
}

/// The same by the normal approximation; ties make the variance smaller, and ½ is taken off since U goes in steps.
fn normal_tail(pairs: f64, ties: &[usize], u: f64) -> f64 {
    let count = ties.iter().sum::<usize>() as f64;
    let tied: f64 = ties.iter().map(|tie| (*tie as f64).powi(3) - *tie as f64).sum();
    let variance = pairs / 12.0 * (count + 1.0 - tied / (count * (count - 1.0)));
    // Where all values are alike, nothing can be told apart.
    if variance > 0.0 { upper_tail((u - pairs / 2.0 - 0.5) / variance.sqrt()) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_samples_are_counted() {
        // Of the 10 ways to place 2 among 5, one has U = 6: p = 2/10.
        let test = u_test(&[8.0, 9.0], &[1.0, 2.0, 3.0]).expect("both have values");
        assert_eq!((test.u, test.effect, test.exact), (6.0, 1.0, true));
        assert!((test.p - 0.2).abs() < 1e-15);
        assert_eq!(ways(2, 3), [1, 1, 2, 2, 2, 1, 1]);
        assert_eq!(ways(50, 50).iter().sum::<i128>(), 100_891_344_545_564_193_334_812_497_256);
    }

    #[test]
    fn the_interval_agrees_with_the_test() {
        // scipy.stats.mannwhitneyu([12,13,14,15,16],[10,11,9,8,12.5]).pvalue = 0.015873 at U = 24 of 25: four
        // pairs have p = 0.055556 at U = 22, three 0.031746 at U = 23; so k = 3 at 5 %, and 1 at 1 %.
        assert_eq!(telling_pairs(5, 5, 0.05), Some(3));
        assert_eq!(telling_pairs(5, 5, 0.01), Some(1));
        assert_eq!(telling_pairs(4, 4, 0.05), Some(1));
        assert_eq!(
            (telling_pairs(4, 4, 0.01), telling_pairs(3, 3, 0.05), telling_pairs(1, 1, 0.05)),
            (None, None, None)
        );
        let interval = ratio_interval(&[1.0, 2.0, 4.0, 8.0, 16.0], &[2.0, 4.0, 8.0, 16.0, 32.0], 0.05);
        // Of the 25 ratios 1/8, 1/4 (twice), … 32 the third from either end.
        assert_eq!(interval, Some([0.25, 16.0]));
        assert_eq!(ratio_interval(&[1.0, 2.0, 3.0, 4.0, 0.0], &[1.0; 5], 0.05), None);
    }

    #[test]
    fn a_place_among_ratios_is_that_of_their_list() {
        let (first, second) = ([1.1, 1.7, 2.3, 5.9], [0.7, 1.3, 2.9, 3.1, 4.7]);
        let mut all: Vec<f64> = first.iter().flat_map(|a| second.iter().map(move |b| b / a)).collect();
        all.sort_by(f64::total_cmp);
        for (place, ratio) in (1..).zip(all) {
            assert_eq!(ratio_at(&first, &second, place), ratio, "{place}");
        }
    }

    #[test]
    fn what_is_alike_cannot_be_told_apart() {
        let test = u_test(&[3.0, 3.0], &[3.0, 3.0, 3.0]).expect("both have values");
        assert_eq!((test.u, test.effect, test.p, test.exact), (3.0, 0.5, 1.0, false));
        assert_eq!(u_test(&[], &[1.0]), None);
    }
}
