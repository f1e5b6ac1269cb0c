//! Numbers as people print them: written with grouped thousands, and read back from prose.

mod amounts;
mod notation;
mod read;
mod words;

use std::borrow::Cow;

pub use amounts::amounts;
pub use notation::Notation;
pub use read::{Printed, Prose, read, read_in};
pub use words::{Direction, Qualifier};

use crate::model::Descriptor;
use crate::units::{Quantity, Unit};

/// A number with that many decimals and thousands in groups; the minus is U+2212. What lies in the middle is
/// rounded away from zero, as people do it: 16.5 is 17, 0.145 is 0.15.
pub fn format(value: f64, decimals: usize) -> String {
    let plain = rounded(value.abs(), decimals);
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::with_capacity(plain.len() + plain.len() / 3 + 3);
    let is_zero = plain.bytes().all(|b| matches!(b, b'0' | b'.'));
    if value < 0.0 && !is_zero {
        text.push('\u{2212}');
    }
    for (index, digit) in whole.char_indices() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

/// A number of 0 or more, rounded as a decimal text: the binary fraction of 0.145 lies below it.
fn rounded(value: f64, decimals: usize) -> String {
    let exact = format!("{value}");
    if !value.is_finite() {
        return exact;
    }
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let (kept, rest) = fraction.split_at(decimals.min(fraction.len()));
    let mut digits = format!("{whole}{kept:0<decimals$}").into_bytes();
    if rest.bytes().next().is_some_and(|next| next >= b'5') {
        let nines = digits.iter().rev().take_while(|digit| **digit == b'9').count();
        let carried = digits.len() - nines;
        digits[carried..].fill(b'0');
        match carried.checked_sub(1) {
            Some(last) => digits[last] += 1,
            None => digits.insert(0, b'1'),
        }
    }
    let mut text: String = digits.into_iter().map(char::from).collect();
    if decimals > 0 {
        text.insert(text.len() - decimals, '.');
    }
    text
}

/// What stands between the parts of a name.
const BETWEEN: &str = " · ";

/// A name with the minus sign that printed numbers have in place of the hyphen before a number: `-100` is `−100`.
pub fn signed(name: &str) -> Cow<'_, str> {
    let is_negative =
        |part: &str| part.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !name.split(BETWEEN).any(is_negative) {
        return Cow::Borrowed(name);
    }
    let sign = |part: &str| if is_negative(part) { part.replacen('-', "−", 1) } else { part.to_owned() };
    Cow::Owned(name.split(BETWEEN).map(sign).collect::<Vec<_>>().join(BETWEEN))
}

/// How many decimals show three significant digits, and no more than `most`.
pub fn decimals_for(value: f64, most: usize) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let magnitude = value.abs().log10().floor();
    // From 100 up there are three digits before the point.
    ((2.0 - magnitude).clamp(0.0, 9.0) as usize).min(most)
}

/// How many decimals a source's number has, as it is written.
pub fn decimals_of(raw: &str) -> usize {
    let mantissa = raw.split(['e', 'E']).next().unwrap_or(raw);
    let digits = |fraction: &str| fraction.bytes().filter(u8::is_ascii_digit).count();
    match (mantissa.rsplit_once('.'), mantissa.rsplit_once(',')) {
        (Some((_, fraction)), _) => digits(fraction),
        // Three digits after a comma are a group of thousands.
        (None, Some((_, fraction))) if digits(fraction) != 3 => digits(fraction),
        _ => 0,
    }
}

/// The same of the text of an observation.
pub fn decimals_printed(observation: &Descriptor, raw: &str) -> usize {
    let fraction = raw.rsplit_once(',').filter(|_| observation.is_behind_comma);
    fraction.map_or_else(|| decimals_of(raw), |(_, fraction)| fraction.len())
}

/// The seconds of a duration as tools and authors write it: `30.01 s`, `2m`.
pub fn seconds(text: &str) -> Option<f64> {
    let printed = read(text).numbers.into_iter().next()?;
    let symbol: String = text.chars().skip_while(|c| !c.is_alphabetic()).collect();
    let quantity = Quantity { value: printed.value, unit: Unit::named(&symbol) };
    quantity.to(Unit::named("s")).map(|quantity| quantity.value)
}

/// A number with its unit, as prose writes it.
pub fn with_unit(number: &str, unit: Unit) -> String {
    match unit.symbol() {
        "" => number.to_owned(),
        symbol @ ("%" | "×") => format!("{number}{symbol}"),
        symbol => format!("{number}\u{a0}{symbol}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_counted_in_either_notation() {
        for (raw, decimals) in [("8.8", 1), ("2,35", 2), ("1,234", 0), ("1,234.50", 2), ("1 000", 0), ("1.25e3", 2)] {
            assert_eq!(decimals_of(raw), decimals, "{raw}");
        }
    }

    #[test]
    fn a_number_has_a_minus_and_a_name_its_hyphen() {
        for (name, written) in [
            ("-100", "−100"),
            ("-2.5 ms", "−2.5 ms"),
            ("round 1 · -100", "round 1 · −100"),
            ("gzip -9", "gzip -9"),
            ("-O2 · x-1", "-O2 · x-1"),
            ("2026-09-12", "2026-09-12"),
            ("-", "-"),
        ] {
            assert_eq!(signed(name), written);
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        for (value, decimals, text) in [
            (816_411.19, 2, "816,411.19"),
            (0.642, 3, "0.642"),
            (999.0, 0, "999"),
            (1000.0, 0, "1,000"),
            (-1234.5, 1, "\u{2212}1,234.5"),
            (-0.001, 2, "0.00"),
            (f64::NAN, 2, "NaN"),
            (f64::INFINITY, 0, "inf"),
        ] {
            assert_eq!(format(value, decimals), text);
        }
    }

    #[test]
    fn the_middle_is_rounded_away_from_zero() {
        for (value, decimals, text) in [
            (16.5, 0, "17"),
            (1502.5, 0, "1,503"),
            (1503.5, 0, "1,504"),
            (0.145, 2, "0.15"),
            (0.125, 2, "0.13"),
            (2.675, 2, "2.68"),
            (-2.5, 0, "\u{2212}3"),
            (0.5, 0, "1"),
            (0.05, 1, "0.1"),
            (0.049, 1, "0.0"),
            (9.96, 1, "10.0"),
            (999.5, 0, "1,000"),
            (0.999_5, 3, "1.000"),
            (1e-7, 3, "0.000"),
            (1e21, 0, "1,000,000,000,000,000,000,000"),
            (1.5, 3, "1.500"),
        ] {
            assert_eq!(format(value, decimals), text);
        }
    }
}
