//! Densities by a Gaussian kernel.

use super::{interquartile_range, standard_deviation};

/// The bandwidth of Silverman's rule of thumb, `0.9 · min(s, IQR / 1.34) · n^(-1/5)` ("Density Estimation for Statistics
/// and Data Analysis", 1986, eq. 3.31); where the quartiles are the same, with `s` alone. None for numbers that do not
/// differ.
pub fn bandwidth(numbers: &[f64]) -> Option<f64> {
    let spread = standard_deviation(numbers).filter(|s| *s > 0.0)?;
    let robust = interquartile_range(numbers)? / 1.34;
    let least = if robust > 0.0 { spread.min(robust) } else { spread };
    Some(0.9 * least * (numbers.len() as f64).powf(-0.2))
}

/// The density at so many places from the smallest to the largest number, as a share of the highest of them; empty
/// where there is no bandwidth.
pub fn outline(numbers: &[f64], places: usize) -> Vec<(f64, f64)> {
    let Some(width) = bandwidth(numbers) else { return Vec::new() };
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let place = |index: usize| low + (high - low) * index as f64 / (places - 1) as f64;
    let density = |at: f64| numbers.iter().map(|n| (-0.5 * ((at - n) / width).powi(2)).exp()).sum::<f64>();
    let curve: Vec<(f64, f64)> = (0..places).map(|index| (place(index), density(place(index)))).collect();
    let most = curve.iter().map(|(_, density)| *density).fold(0.0, f64::max);
    curve.into_iter().map(|(at, density)| (at, density / most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bandwidth_is_that_of_silverman() {
        // s of 1 to 5 is √2.5 = 1.5811, IQR / 1.34 = 2 / 1.34 = 1.4925; 0.9 · 1.4925 · 5^(-0.2) = 0.97359.
        let width = bandwidth(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("a bandwidth");
        assert!((width - 0.973_59).abs() < 1e-4, "{width}");
        assert_eq!(bandwidth(&[3.0, 3.0, 3.0]), None);
        assert_eq!(bandwidth(&[3.0]), None);
    }

    #[test]
    fn the_highest_place_of_an_outline_is_one() {
        let outline = outline(&[1.0, 5.0, 5.0, 5.0, 9.0], 41);
        assert_eq!((outline[0].0, outline[40].0, outline[20]), (1.0, 9.0, (5.0, 1.0)));
        assert!(super::outline(&[2.0, 2.0], 9).is_empty());
    }
}
