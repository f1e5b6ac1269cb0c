//! The upper tail of the normal distribution.

use std::f64::consts::PI;

/// The probability that a standard normal variable exceeds `z`.
pub fn upper_tail(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let beyond = if x < 2.0 { 1.0 - error_function(x) } else { complement(x) };
    if z < 0.0 { 1.0 - beyond / 2.0 } else { beyond / 2.0 }
}

/// erf by the series `2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1))`: all terms positive, no cancellation.
fn error_function(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term > sum * 1e-17 {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// erfc by the continued fraction `e^(−x²)/√π · 1/(x + ½/(x + 1/(x + ³⁄₂/(x + …))))`, from the inside out.
fn complement(x: f64) -> f64 {
    const DEPTH: u32 = 120;
    let inner = (1..=DEPTH).rev().fold(x, |inner, n| x + f64::from(n) / 2.0 / inner);
    (-x * x).exp() / PI.sqrt() / inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_tables() {
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_253_931_457_05), (-1.0, 0.841_344_746_068_542_9)] {
            assert!((upper_tail(z) - tail).abs() < 1e-15, "{z}: {}", upper_tail(z));
        }
        // Where the two ways meet, and far out.
        for (z, tail) in [(2.828, 2.342_1e-3), (2.829, 2.334_8e-3), (5.0, 2.866_515_7e-7), (10.0, 7.619_853e-24)] {
            assert!((upper_tail(z) / tail - 1.0).abs() < 1e-4, "{z}: {}", upper_tail(z));
        }
    }
}
