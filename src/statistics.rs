//! Statistics of numbers: pure functions of slices.
//!
//! Each says how it is defined and by whom. What has no value for the numbers given is `None`, never 0.
//! Medians, quantiles and intervals do not depend on the order of the numbers, sums only by their rounding.

pub mod bins;
pub mod bootstrap;
pub mod kernel;
pub mod interval;
pub mod normal;
pub mod random;
pub mod ranks;

/// The numbers in ascending order.
fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// A result, when it is a number at all.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The sum.
pub fn sum(numbers: &[f64]) -> Option<f64> {
    finite(numbers.iter().sum())
}

/// The arithmetic mean.
pub fn mean(numbers: &[f64]) -> Option<f64> {
    finite(sum(numbers)? / numbers.len() as f64)
}

/// The smallest number.
pub fn smallest(numbers: &[f64]) -> Option<f64> {
    numbers.iter().copied().min_by(f64::total_cmp)
}

/// The largest number.
pub fn largest(numbers: &[f64]) -> Option<f64> {
    numbers.iter().copied().max_by(f64::total_cmp)
}

/// The middle of the numbers; of an even count the mean of the two in the middle.
pub fn median(numbers: &[f64]) -> Option<f64> {
    median_of_sorted(&sorted(numbers))
}

fn median_of_sorted(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The geometric mean of numbers above 0: the exponential of the mean of their logarithms.
pub fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logarithms: Option<Vec<f64>> = numbers.iter().map(|n| (*n > 0.0).then(|| n.ln())).collect();
    finite(mean(&logarithms?)?.exp())
}

/// The standard deviation of a sample: the squares' sum divided by one less than the count.
pub fn standard_deviation(numbers: &[f64]) -> Option<f64> {
    let centre = mean(numbers)?;
    let squares: f64 = numbers.iter().map(|n| (n - centre).powi(2)).sum();
    (numbers.len() > 1).then(|| (squares / (numbers.len() as f64 - 1.0)).sqrt()).and_then(finite)
}

/// The quantile at a share from 0 to 1: between the two values next to place `(n − 1) · share`, counted
/// from 0, in proportion. Type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The
/// American Statistician 50 (1996).
pub fn quantile(numbers: &[f64], share: f64) -> Option<f64> {
    quantile_of_sorted(&sorted(numbers), share)
}

fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    if sorted.is_empty() || !(0.0..=1.0).contains(&share) {
        return None;
    }
    let place = (sorted.len() - 1) as f64 * share;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    finite(sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below]))
}

/// The interquartile range: the quantile of 3/4 less that of 1/4, each as in [`quantile`].
pub fn interquartile_range(numbers: &[f64]) -> Option<f64> {
    let sorted = sorted(numbers);
    Some(quantile_of_sorted(&sorted, 0.75)? - quantile_of_sorted(&sorted, 0.25)?)
}

/// The median of the distances from the median, not scaled to estimate a standard deviation. Hampel, "The
/// Influence Curve and its Role in Robust Estimation", JASA 69 (1974).
pub fn median_absolute_deviation(numbers: &[f64]) -> Option<f64> {
    let centre = median(numbers)?;
    median(&numbers.iter().map(|n| (n - centre).abs()).collect::<Vec<_>>())
}

/// The smallest of the values at or below which a share of all lies, where each occurs so many times; none where
/// a count is negative, all are 0, or the share is not from 0 to 1. Type 1 of Hyndman and Fan, "Sample Quantiles in
/// Statistical Packages", The American Statistician 50 (1996).
pub fn weighted_quantile(values: &[f64], counts: &[f64], share: f64) -> Option<f64> {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 || counts.iter().any(|count| *count < 0.0) || !(0.0..=1.0).contains(&share) {
        return None;
    }
    let mut pairs: Vec<(f64, f64)> = values.iter().copied().zip(counts.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    // A hair less, since 0.99 · 970,000 is a little more than 960,300 in binary.
    let wanted = share * total * (1.0 - 1e-12);
    let mut below = 0.0;
    let reaches = |(_, count): &&(f64, f64)| {
        below += count;
        below >= wanted && *count > 0.0
    };
    pairs.iter().find(reaches).map(|(value, _)| *value)
}

/// How many numbers are at or above `low` and below `high`. A number that differs from a bound by the rounding of
/// binary fractions only is at it.
pub fn count_between(numbers: &[f64], low: f64, high: f64) -> usize {
    numbers.iter().filter(|n| is_between(**n, low, high)).count()
}

/// Whether a number is at or above the first bound and below the second, as in [`count_between`].
pub fn is_between(number: f64, low: f64, high: f64) -> bool {
    let reaches = |bound: f64| number >= bound || (number - bound).abs() <= 1e-12 * number.abs().max(bound.abs());
    reaches(low) && !reaches(high)
}

/// How many values a trimmed mean takes away at either end: the whole part of `count · share`.
pub fn trimmed(count: usize, share: f64) -> usize {
    // A hair more, since 0.29 · 100 is a little less than 29 in binary.
    (count as f64 * share * (1.0 + 1e-12)).floor() as usize
}

/// The mean of what is left when [`trimmed`] values are taken away at either end; none when that is
/// nothing at all, or everything. Tukey, "The Future of Data Analysis", Annals of Mathematical
/// Statistics 33 (1962).
pub fn trimmed_mean(numbers: &[f64], share: f64) -> Option<f64> {
    let cut = (0.0..0.5).contains(&share).then(|| trimmed(numbers.len(), share))?;
    let sorted = sorted(numbers);
    if cut == 0 || 2 * cut >= sorted.len() { None } else { mean(&sorted[cut..sorted.len() - cut]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_is_none() {
        for of in [mean, smallest, largest, median, interquartile_range] {
            assert!(of(&[]).is_none() && of(&[1.0]).is_some());
        }
        assert_eq!(sum(&[f64::MAX, f64::MAX]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(standard_deviation(&[1.0]), None);
        assert_eq!(quantile(&[1.0, 2.0], 1.5), None);
    }

    #[test]
    fn a_lower_bound_belongs_to_what_is_counted() {
        assert_eq!(count_between(&[1.0, 2.0, 3.0, 4.0], 2.0, 4.0), 2);
        // 3 · 0.1 is a little more than 0.3 in binary.
        assert_eq!(count_between(&[0.3, 0.299], 3.0 * 0.1, 1.0), 1);
        assert_eq!(count_between(&[], 0.0, 1.0), 0);
    }

    #[test]
    fn small_cases_by_hand() {
        assert_eq!(median(&[2.0, 9.0, 1.0]), Some(2.0));
        assert_eq!(median(&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0]), Some(3.5));
        assert_eq!(quantile(&[10.0, 20.0, 40.0], 0.75), Some(30.0));
        assert_eq!(median_absolute_deviation(&[1.0, 2.0, 4.0, 8.0, 100.0]), Some(3.0));
    }

    #[test]
    fn a_histogram_has_quantiles() {
        // 2 ms 98 times, 300 ms once, 400 ms once; the order of the buckets does not matter.
        let of = |share| weighted_quantile(&[400.0, 2.0, 5.0, 300.0], &[1.0, 98.0, 0.0, 1.0], share);
        assert_eq!(
            [0.0, 0.5, 0.98, 0.981, 0.99, 0.991, 1.0].map(of),
            [2.0, 2.0, 2.0, 300.0, 300.0, 400.0, 400.0].map(Some)
        );
        assert_eq!(weighted_quantile(&[2.0, 208.0], &[960_299.0, 9_701.0], 0.99), Some(208.0));
        assert_eq!(weighted_quantile(&[2.0, 208.0], &[960_300.0, 9_700.0], 0.99), Some(2.0));
        for (counts, share) in [([0.0, 0.0], 0.5), ([-1.0, 2.0], 0.5), ([1.0, 1.0], 1.1)] {
            assert_eq!(weighted_quantile(&[1.0, 2.0], &counts, share), None);
        }
    }

    #[test]
    fn a_trimmed_mean_trims() {
        assert_eq!(trimmed_mean(&[100.0, 1.0, 2.0, 3.0, -7.0], 0.2), Some(2.0));
        // A tenth of five values is less than one: the name would promise what is not done.
        assert_eq!(trimmed_mean(&[100.0, 1.0, 2.0, 3.0, -7.0], 0.1), None);
        assert_eq!(trimmed_mean(&[1.0, 2.0], 0.5), None);
        assert_eq!(trimmed(100, 29.0 * 0.01), 29);
    }
}
