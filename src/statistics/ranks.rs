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
    let u: f64 = first.iter().map(|a| second.iter().map(|b| wins(*a, *b)).sum::<f64>()).sum();
    let together = sorted(&[first, second].concat());
    let ties: Vec<usize> = together.chunk_by(|a, b| a == b).map(<[f64]>::len).collect();
    let pairs = (first.len() * second.len()) as f64;
    let exact = ties.iter().all(|tie| *tie == 1) && together.len() <= EXACT_UP_TO;
    let larger = u.max(pairs - u);
    let tail = if exact { exact_tail(first.len(), second.len(), larger) } else { normal_tail(pairs, &ties, larger) };
    Some(UTest { u, effect: u / pairs, p: (2.0 * tail).min(1.0), exact })
}

fn wins(a: f64, b: f64) -> f64 {
    if a == b { 0.5 } else { f64::from(u8::from(a > b)) }
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
    fn what_is_alike_cannot_be_told_apart() {
        let test = u_test(&[3.0, 3.0], &[3.0, 3.0, 3.0]).expect("both have values");
        assert_eq!((test.u, test.effect, test.p, test.exact), (3.0, 0.5, 1.0, false));
        assert_eq!(u_test(&[], &[1.0]), None);
    }
}
