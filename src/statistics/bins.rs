//! Bounds of histograms: round numbers about as far apart as a named rule has it.

use super::{interquartile_range, largest, smallest};

/// The most bars of a histogram.
pub const MOST: usize = 40;

/// Bounds in rising order, and how they were chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Bins {
    /// The bounds: one more than there are bars; none without a number.
    pub edges: Vec<f64>,
    /// Of logarithmic bounds, how many bars a decade has.
    pub decade: Option<usize>,
    /// Whether the width is that of Freedman and Diaconis; else that of Sturges.
    pub ruled: bool,
    /// Whether bars are wider than the rule has them, since there would be more than [`MOST`].
    pub capped: bool,
}

/// How a sample is spread, of its logarithms where the scale is logarithmic.
#[derive(Debug, Clone, Copy)]
pub struct Spread {
    /// How many numbers there are.
    pub count: usize,
    /// The interquartile range.
    pub iqr: f64,
}

/// The bounds that several samples share; with `log`, on a logarithmic scale where all numbers are above 0.
pub fn shared(samples: &[Vec<f64>], log: bool) -> Bins {
    let all: Vec<f64> = samples.iter().flatten().copied().filter(|number| number.is_finite()).collect();
    let (Some(low), Some(high)) = (smallest(&all), largest(&all)) else {
        return Bins { edges: Vec::new(), decade: None, ruled: true, capped: false };
    };
    let log = log && low > 0.0;
    let spread = |sample: &Vec<f64>| {
        let logarithms = || sample.iter().map(|n| n.log10()).collect::<Vec<_>>();
        let iqr = if log { interquartile_range(&logarithms()) } else { interquartile_range(sample) };
        iqr.map(|iqr| Spread { count: sample.len(), iqr })
    };
    of([low, high], &samples.iter().filter_map(spread).collect::<Vec<_>>(), log)
}

/// The bounds of samples from a smallest to a largest number that are so spread; with `log`, which numbers above 0
/// only have, on a logarithmic scale.
pub fn of([low, high]: [f64; 2], spreads: &[Spread], log: bool) -> Bins {
    if log {
        let (width, ruled) = width(spreads, high.log10() - low.log10());
        return logarithmic(low, high, width, ruled);
    }
    let (width, ruled) = width(spreads, high - low);
    linear(low, high, width, ruled)
}

/// The width of bars: the median of what the rule of Freedman and Diaconis, 2 · IQR / n^(1/3), gives for each sample
/// ("On the Histogram as a Density Estimator", 1981); where the quartiles are the same, the span in 1 + log2 n parts
/// (Sturges, "The Choice of a Class Interval", 1926).
fn width(spreads: &[Spread], span: f64) -> (f64, bool) {
    let rule = |spread: &Spread| 2.0 * spread.iqr / (spread.count as f64).cbrt();
    let widths: Vec<f64> = spreads.iter().map(rule).filter(|width| *width > 0.0).collect();
    let count = spreads.iter().map(|spread| spread.count).max().unwrap_or(1).max(1) as f64;
    match super::median(&widths) {
        Some(width) => (width, true),
        None => (span / (1.0 + count.log2()).ceil(), false),
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, the nearest to the width that are not too many.
fn linear(low: f64, high: f64, width: f64, ruled: bool) -> Bins {
    // All are the same: one bar around them.
    let wanted = if width > 0.0 { width } else { low.abs().max(1.0) * 0.1 };
    let power = wanted.log10().floor() as i32;
    let steps = (power..power + 320).flat_map(|power| [(1, power), (2, power), (5, power)]);
    let mut steps = steps.skip_while(|(digit, power)| scaled(*digit, *power) < wanted * 0.71);
    let first = steps.clone().next();
    let count = |(digit, power): (i64, i32)| {
        let size = scaled(digit, power);
        ((low / size).floor(), (high / size).floor())
    };
    let fits = |step: &(i64, i32)| {
        let (from, to) = count(*step);
        to - from < MOST as f64 && from.abs().max(to.abs()) < 1e12
    };
    let step = steps.find(fits).unwrap_or((1, 300));
    let edge = |place: i64| scaled(place * step.0, step.1);
    let (from, to) = (count(step).0 as i64, count(step).1 as i64);
    // The largest number is below the last bound, and not a hair off it.
    let at_edge = (high - edge(to + 1)).abs() <= 1e-9 * high.abs().max(edge(to + 1).abs());
    let places = (from..=if at_edge { to + 2 } else { to + 1 }).map(edge).collect();
    Bins { edges: places, decade: None, ruled, capped: ruled && first != Some(step) }
}

/// The preferred numbers of ISO 3, so many a decade.
const PREFERRED: [&[f64]; 4] =
    [&[1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0], &[1.0, 1.6, 2.5, 4.0, 6.3], &[1.0, 2.0, 5.0], &[1.0]];

fn logarithmic(low: f64, high: f64, width: f64, ruled: bool) -> Bins {
    let edges = |digits: &[f64]| {
        let powers = low.log10().floor() as i32 - 1..=high.log10().floor() as i32 + 1;
        let all: Vec<f64> = powers.flat_map(|power| digits.iter().map(move |digit| decimal(*digit, power))).collect();
        let first = all.iter().rposition(|edge| *edge <= low * (1.0 + 1e-9)).unwrap_or(0);
        let last = all.iter().position(|edge| *edge > high * (1.0 + 1e-9)).unwrap_or(all.len() - 1);
        all[first..=last].to_vec()
    };
    let wanted = |digits: &&&[f64]| 1.0 / digits.len() as f64 >= width * 0.71;
    let ruled_set = PREFERRED.iter().find(wanted).unwrap_or(&PREFERRED[3]);
    let fitting = PREFERRED.iter().filter(wanted).find(|digits| edges(digits).len() <= MOST + 1);
    let digits = fitting.unwrap_or(&PREFERRED[3]);
    Bins { edges: edges(digits), decade: Some(digits.len()), ruled, capped: digits.len() != ruled_set.len() }
}

/// `number` × 10^`power`, rounded once.
fn scaled(number: i64, power: i32) -> f64 {
    format!("{number}e{power}").parse().expect("a number and an exponent are a floating-point literal")
}

fn decimal(digit: f64, power: i32) -> f64 {
    format!("{digit}e{power}").parse().expect("a number and an exponent are a floating-point literal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_round_and_hold_all_numbers() {
        // 2 · IQR / n^(1/3) of 0 to 26 is 2 · 13 / 3 = 8.67: the nearest of 5, 10, … in ratio is 10.
        let numbers: Vec<f64> = (0..27).map(f64::from).collect();
        let bins = shared(&[numbers], false);
        assert_eq!(bins, Bins { edges: vec![0.0, 10.0, 20.0, 30.0], decade: None, ruled: true, capped: false });
    }

    #[test]
    fn hard_samples_have_bounds_too() {
        let cases: [&[f64]; 7] = [
            &[7.0],
            &[7.0; 9],
            &[0.0],
            &[-5.0, -1.0, 3.0],
            &[1e-9, 1.0, 1e9],
            &[0.1, 0.2, 0.3, 0.3],
            &[1.0, 1.0, 1.0, 1.0, 9.0],
        ];
        for numbers in cases {
            for log in [false, true] {
                let bins = shared(&[numbers.to_vec()], log);
                assert!(bins.edges.is_sorted() && (2..=MOST + 2).contains(&bins.edges.len()), "{numbers:?}: {bins:?}");
                let counted: usize =
                    bins.edges.windows(2).map(|edges| super::super::count_between(numbers, edges[0], edges[1])).sum();
                assert_eq!(counted, numbers.len(), "{numbers:?}: {bins:?}");
            }
        }
        assert!(shared(&[Vec::new()], false).edges.is_empty());
    }

    #[test]
    fn logarithmic_bounds_are_preferred_numbers() {
        let bins = shared(&[vec![1.0, 3.0, 10.0, 30.0, 100.0]], true);
        // The logarithms' quartiles are 0.477 and 1.477; 2 · 1 / 5^(1/3) = 1.17: one bar a decade.
        assert_eq!((bins.edges, bins.decade), (vec![1.0, 10.0, 100.0, 1000.0], Some(1)));
    }
}
