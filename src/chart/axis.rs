//! Axes: which values they span, where their ticks are, and how ticks are written.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged};

use crate::number::Notation;

/// An axis, linear or logarithmic.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    log: bool,
    /// The ticks, in rising order.
    pub(super) ticks: Vec<Tick>,
}

/// A tick of an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// The value.
    pub(super) at: f64,
    /// How it is written.
    pub(super) label: String,
}

/// Values that are larger are drawn at the edge: twice as much would not be finite.
const LARGEST: f64 = 1e300;

/// The ratio of largest to smallest value from which an axis is logarithmic.
const DECADE: f64 = 12.0;

impl Axis {
    /// An axis with given ends and ticks, linear.
    pub(super) fn between(low: f64, high: f64, ticks: Vec<Tick>) -> Self {
        Self { low, high, log: false, ticks }
    }

    /// A linear axis over zero and the values, with ticks at least `spacing` of `length` apart.
    /// Without values it has no ticks: what it would show is not known.
    pub(super) fn from_zero(values: &[f64], length: f64, spacing: f64) -> Self {
        let Some((least, most)) = bounds(values) else { return Self::between(0.0, 1.0, Vec::new()) };
        let (low, high) = (least.min(0.0), most.max(0.0));
        let high = if low == high { 1.0 } else { high };
        let step = Step::over(high - low, (length / spacing).max(1.0));
        let (first, last) = (step.count(low).floor(), step.count(high).ceil());
        let ticks = (first as i64..=last as i64).map(|n| step.tick(n)).collect();
        Self::between(first * step.size(), last * step.size(), ticks)
    }

    /// A logarithmic axis when all values are positive and span more than a decade or so, else
    /// one from zero.
    pub(super) fn for_values(values: &[f64], length: f64, spacing: f64) -> Self {
        Self::wide(values, DECADE, length, spacing)
    }

    /// A logarithmic axis when all values are positive and the largest is more than so many times
    /// the smallest, else one from zero.
    pub(super) fn wide(values: &[f64], times: f64, length: f64, spacing: f64) -> Self {
        match bounds(values) {
            Some((low, high)) if low > 0.0 && high / low > times => Self::logarithmic(low, high, length, spacing / 2.0),
            _ => Self::from_zero(values, length, spacing),
        }
    }

    /// An axis of ratios around one: linear where they are close to it, else logarithmic.
    pub(super) fn of_ratios(values: &[f64], length: f64, spacing: f64) -> Self {
        let with_one: Vec<f64> = values.iter().copied().chain([1.0]).collect();
        match bounds(&with_one) {
            Some((low, high)) if low > 0.0 && high / low > 4.0 => Self::logarithmic(low, high, length, spacing),
            _ => Self::fitted(&with_one, length, spacing),
        }
    }

    /// A linear axis around the values that need not reach to zero; logarithmic where they span
    /// more than a decade or so.
    pub(super) fn fitted(values: &[f64], length: f64, spacing: f64) -> Self {
        let Some((least, most)) = bounds(values).filter(|(least, most)| *least > 0.0 && most / least <= DECADE) else {
            return Self::for_values(values, length, spacing);
        };
        let span = if most > least { (most - least) * 1.1 } else { most * 0.1 };
        let step = Step::over(span, (length / spacing - 1.0).max(1.0));
        let (first, last) = (step.count(least - span * 0.05).floor(), step.count(most).ceil());
        if first <= 0.0 {
            return Self::from_zero(values, length, spacing);
        }
        let ticks = (first as i64..=last as i64).map(|n| step.tick(n)).collect();
        Self::between(first * step.size(), last * step.size(), ticks)
    }

    /// An axis on which places matter and lengths do not: logarithmic where that is asked for and possible, else
    /// linear, around the values where zero is far from them.
    pub(super) fn lying(values: &[f64], log: bool, length: f64, spacing: f64) -> Self {
        match bounds(values) {
            Some((low, high)) if log && low > 0.0 => Self::logarithmic(low, high, length, spacing / 2.0),
            Some((low, high)) if low > 0.0 && high / low <= DECADE => Self::fitted(values, length, spacing),
            _ => Self::from_zero(values, length, spacing),
        }
    }

    /// The same with its ticks as a language writes numbers.
    pub(super) fn in_notation(mut self, notation: Notation) -> Self {
        for tick in &mut self.ticks {
            tick.label = notation.rewrite(&tick.label);
        }
        self
    }

    /// Whether it begins above zero, as an axis does whose lengths mean nothing.
    pub(super) fn is_cut(&self) -> bool {
        !self.log && self.low > 0.0
    }

    fn logarithmic(least: f64, most: f64, length: f64, spacing: f64) -> Self {
        let low = round_down(least);
        // A little air above the topmost mark.
        let high = (most * (most / low).powf(0.03)).min(f64::MAX);
        let fits = |ticks: &Vec<Tick>| ticks.len() as f64 * spacing <= length;
        let sets: [(&[i64], i32); 2] = [(&[1, 2, 5], 1), (&[1], 1)];
        let wider = [2, 3, 5, 10, 20, 50, 100, 200].map(|decades| (&[1][..], decades));
        let ticks = sets.into_iter().chain(wider).map(|(set, every)| steps(set, every, low, high).collect());
        Self { low, high, log: true, ticks: ticks.into_iter().find(fits).unwrap_or_default() }
    }

    /// Whether it is logarithmic.
    pub(super) fn is_log(&self) -> bool {
        self.log
    }

    /// How far along the axis a value is, from 0 at its low end to 1.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        let at = |v: f64| if self.log { v.log10() } else { v };
        let fraction = (at(value) - at(self.low)) / (at(self.high) - at(self.low));
        if fraction.is_nan() { 0.0 } else { fraction.clamp(0.0, 1.0) }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * self.fraction(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

fn bounds(values: &[f64]) -> Option<(f64, f64)> {
    let finite = values.iter().filter(|v| v.is_finite()).map(|v| v.clamp(-LARGEST, LARGEST));
    finite.fold(None, |bounds, v| Some(bounds.map_or((v, v), |(low, high): (f64, f64)| (low.min(v), high.max(v)))))
}

/// A distance between ticks: 1, 2 or 5 times a power of ten.
#[derive(Debug, Clone, Copy)]
struct Step {
    digit: i64,
    power: i32,
}

impl Step {
    /// The smallest step that divides `span` into at most so many parts.
    fn over(span: f64, parts: f64) -> Self {
        let least = span / parts.floor();
        let power = least.log10().floor() as i32;
        let candidates = [(1, power), (2, power), (5, power), (1, power + 1)];
        let steps = candidates.map(|(digit, power)| Self { digit, power });
        steps.into_iter().find(|step| step.size() >= least * 0.999_999).unwrap_or(steps[3])
    }

    fn size(self) -> f64 {
        scaled(self.digit, self.power)
    }

    /// The value in steps; whole where it is a hair off a whole number.
    fn count(self, value: f64) -> f64 {
        let count = value / self.size();
        if (count - count.round()).abs() < 1e-6 { count.round() } else { count }
    }

    fn tick(self, number: i64) -> Tick {
        tick(number * self.digit, self.power)
    }
}

/// Ticks at the digits times each `every`th power of ten, from `low` to `high`.
fn steps(digits: &[i64], every: i32, low: f64, high: f64) -> impl Iterator<Item = Tick> {
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let powers = powers.filter(move |power| power.rem_euclid(every) == 0);
    let all = powers.flat_map(move |power| digits.iter().map(move |digit| tick(*digit, power)));
    all.filter(move |tick| tick.at >= low && tick.at <= high)
}

/// The largest of 1, 2 and 5 times a power of ten that is a little below the value.
fn round_down(value: f64) -> f64 {
    let value = value / 1.04;
    let power = value.log10().floor() as i32;
    let below = [5, 2, 1].into_iter().map(|digit| scaled(digit, power)).find(|v| *v <= value);
    below.filter(|v| *v > 0.0).unwrap_or(value)
}

fn tick(number: i64, power: i32) -> Tick {
    Tick { at: scaled(number, power), label: written(number, power) }
}

/// `number` × 10^`power`, rounded once, as a literal would be.
fn scaled(number: i64, power: i32) -> f64 {
    format!("{number}e{power}").parse().expect("a number and an exponent are a floating-point literal")
}

/// `number` × 10^`power` in digits with thousands separators; as `2e15` when very large or small.
fn written(number: i64, power: i32) -> String {
    let sign = if number < 0 { "−" } else { "" };
    let mut digits = number.unsigned_abs().to_string();
    if number == 0 {
        return digits;
    }
    let mut power = power;
    while digits.ends_with('0') {
        digits.pop();
        power += 1;
    }
    let whole = digits.len() as i32 + power;
    if whole > 15 || power < -7 {
        return format!("{sign}{digits}e{power}").replace("e-", "e−");
    }
    if power >= 0 {
        digits.extend(std::iter::repeat_n('0', power as usize));
        return format!("{sign}{}", grouped(&digits));
    }
    let padded = format!("{digits:0>width$}", width = 1 + power.unsigned_abs() as usize);
    let (before, after) = padded.split_at(padded.len() - power.unsigned_abs() as usize);
    format!("{sign}{}.{after}", grouped(before))
}

/// Digits with a comma before each group of three.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(&Axis::from_zero(&[94.3, 242.4], 264.0, 44.0)), ["0", "50", "100", "150", "200", "250"]);
        assert_eq!(labels(&Axis::from_zero(&[0.31], 200.0, 44.0)), ["0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(labels(&Axis::from_zero(&[1_170_000.0], 100.0, 44.0)), ["0", "1,000,000", "2,000,000"]);
        assert_eq!(labels(&Axis::from_zero(&[-3.0, 4.0], 200.0, 44.0)), ["−4", "−2", "0", "2", "4"]);
    }

    #[test]
    fn wide_spans_are_logarithmic() {
        let axis = Axis::for_values(&[94.3, 2067.8], 264.0, 44.0);
        assert!(axis.is_log());
        assert_eq!(labels(&axis), ["50", "100", "200", "500", "1,000", "2,000"]);
        assert_eq!(axis.fraction(50.0), 0.0);
        assert!(!Axis::for_values(&[0.0, 2067.8], 264.0, 44.0).is_log());
        assert!(!Axis::for_values(&[94.3, 242.4], 264.0, 44.0).is_log());
    }

    #[test]
    fn a_fitted_axis_is_cut_where_zero_is_far() {
        let axis = Axis::fitted(&[94.3, 112.4], 264.0, 44.0);
        assert_eq!(labels(&axis), ["90", "95", "100", "105", "110", "115"]);
        assert!(axis.is_cut());
        assert!(!Axis::fitted(&[3.0, 30.0], 264.0, 44.0).is_cut());
        assert!(!Axis::fitted(&[3.0, 3000.0], 264.0, 44.0).is_cut());
        assert!(Axis::fitted(&[7.0, 7.0], 264.0, 44.0).is_cut());
    }

    #[test]
    fn a_logarithmic_axis_over_many_decades_has_few_ticks() {
        let axis = Axis::for_values(&[1e-9, 1e12], 264.0, 44.0);
        assert!((4..=12).contains(&axis.ticks.len()), "{:?}", axis.ticks);
    }

    #[test]
    fn extremes_stay_finite() {
        let cases: [&[f64]; 9] = [
            &[],
            &[0.0],
            &[7.0, 7.0],
            &[1e12],
            &[1e-9],
            &[f64::MAX, 1.0],
            &[f64::MAX],
            &[f64::NAN, f64::INFINITY],
            &[f64::MIN_POSITIVE, 1.0],
        ];
        for values in cases {
            for axis in [Axis::for_values(values, 264.0, 44.0), Axis::fitted(values, 264.0, 44.0)] {
                assert!(
                    axis.ticks.is_empty() == bounds(values).is_none() && axis.ticks.len() < 40,
                    "{values:?}: {:?}",
                    axis.ticks
                );
                for value in values.iter().copied().chain(axis.ticks.iter().map(|tick| tick.at)) {
                    assert!((0.0..=1.0).contains(&axis.fraction(value)), "{values:?}: {value}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_written_exactly() {
        let cases = [
            (5, 3, "5,000"),
            (-15, 0, "−15"),
            (12, -1, "1.2"),
            (5, -3, "0.005"),
            (20, -1, "2"),
            (0, 4, "0"),
            (5, -9, "5e−9"),
            (2, 15, "2e15"),
            (1, 12, "1,000,000,000,000"),
            (12345, -1, "1,234.5"),
        ];
        for (number, power, expected) in cases {
            assert_eq!(written(number, power), expected);
        }
    }
}
