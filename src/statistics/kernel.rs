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
    drawn(&numbers.iter().map(|number| (*number, 1.0)).collect::<Vec<_>>(), width, places)
}

/// The same of numbers in rising order with how often each occurs. Their quartiles are by nearest rank.
pub fn weighted_outline(numbers: &[(f64, f64)], places: usize) -> Vec<(f64, f64)> {
    weighted_bandwidth(numbers).map_or_else(Vec::new, |width| drawn(numbers, width, places))
}

/// The bandwidth of numbers in rising order with how often each occurs.
fn weighted_bandwidth(numbers: &[(f64, f64)]) -> Option<f64> {
    let count: f64 = numbers.iter().map(|(_, times)| times).sum();
    let mean = numbers.iter().map(|(number, times)| number * times).sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|(number, times)| (number - mean).powi(2) * times).sum();
    let spread = Some((squares / (count - 1.0)).sqrt()).filter(|spread| spread.is_finite() && *spread > 0.0)?;
    let nearest = |share: f64| {
        let mut below = 0.0;
        let reached = |(_, times): &&(f64, f64)| {
            below += times;
            below >= (count * share).ceil()
        };
        numbers.iter().find(reached).map(|(number, _)| *number)
    };
    let robust = (nearest(0.75)? - nearest(0.25)?) / 1.34;
    let least = if robust > 0.0 { spread.min(robust) } else { spread };
    Some(0.9 * least * count.powf(-0.2))
}

fn drawn(numbers: &[(f64, f64)], width: f64, places: usize) -> Vec<(f64, f64)> {
    let low = numbers.iter().map(|(number, _)| *number).fold(f64::INFINITY, f64::min);
    let high = numbers.iter().map(|(number, _)| *number).fold(f64::NEG_INFINITY, f64::max);
    let place = |index: usize| low + (high - low) * index as f64 / (places - 1) as f64;
    let density =
        |at: f64| numbers.iter().map(|(n, times)| times * (-0.5 * ((at - n) / width).powi(2)).exp()).sum::<f64>();
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

    #[test]
    fn numbers_that_occur_often_weigh_as_much() {
        // s of 1, 2, 2, 3, 3, 4 is √(5.5 / 5) = 1.0488; by nearest rank the quartiles are 2 and 3: 1 / 1.34 = 0.7463,
        // 0.9 · 0.7463 · 6^(-0.2) = 0.46938.
        let numbers = [(1.0, 1.0), (2.0, 2.0), (3.0, 2.0), (4.0, 1.0)];
        let width = weighted_bandwidth(&numbers).expect("a bandwidth");
        assert!((width - 0.469_38).abs() < 1e-4, "{width}");
        let each = drawn(&[1.0, 2.0, 2.0, 3.0, 3.0, 4.0].map(|number| (number, 1.0)), width, 9);
        let pairs = weighted_outline(&numbers, 9).into_iter().zip(each);
        assert!(pairs.into_iter().all(|(a, b)| (a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12));
        assert!(weighted_outline(&[(2.0, 9.0)], 9).is_empty() && weighted_outline(&[], 9).is_empty());
    }
}
