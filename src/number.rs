//! Numbers as people print them: written with grouped thousands, and read back from prose.

use crate::units::Unit;

/// A number with that many decimals and thousands in groups; the minus is U+2212.
pub fn format(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
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
    mantissa.rsplit_once('.').map_or(0, |(_, fraction)| fraction.bytes().filter(u8::is_ascii_digit).count())
}

/// A number with its unit, as prose writes it.
pub fn with_unit(number: &str, unit: Unit) -> String {
    match unit.symbol() {
        "" => number.to_owned(),
        symbol @ ("%" | "×") => format!("{number}{symbol}"),
        symbol => format!("{number}\u{a0}{symbol}"),
    }
}

/// A number found in prose.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// The value as printed, in the unit printed.
    pub value: f64,
    /// How many decimals are printed.
    pub decimals: usize,
    /// How many zeros stand at the end of a whole number (`5,900`: 2).
    pub trailing_zeros: usize,
    /// The unit printed after it.
    pub unit: Option<Unit>,
    /// Whether it is joined to the number before it by a dash: the end of a range.
    pub ends_range: bool,
}

/// What a text says in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prose {
    /// The numbers, from left to right.
    pub numbers: Vec<Printed>,
    /// Whether it says "about": `~` or `≈`.
    pub about: bool,
}

const WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Reads the numbers of a text: digits, or one word from "zero" to "twelve" when there are none.
pub fn read(text: &str) -> Prose {
    let mut prose = Prose { numbers: Vec::new(), about: text.contains(['~', '≈']) };
    let mut at = 0;
    let mut end_of_last = None;
    while let Some(start) = next_number(text, at) {
        let (mut number, end) = scan(text, start);
        let (unit, after) = unit_after(text, end);
        number.unit = unit;
        let (sign, sign_start) = sign_before(text, start);
        let dash = end_of_last.is_some_and(|end: usize| is_dash(text[end..start].trim()));
        if dash {
            number.ends_range = true;
        } else if sign && end_of_last.is_none_or(|end| sign_start >= end) {
            number.value = -number.value;
        }
        prose.numbers.push(number);
        end_of_last = Some(after);
        at = after.max(end);
    }
    if prose.numbers.is_empty() {
        prose.numbers.extend(word(text));
    }
    // A unit at the end of a range is that of both ends: `1.8–1.9×`.
    for index in 1..prose.numbers.len() {
        if prose.numbers[index].ends_range && prose.numbers[index - 1].unit.is_none() {
            prose.numbers[index - 1].unit = prose.numbers[index].unit;
        }
    }
    prose
}

fn word(text: &str) -> Option<Printed> {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    let value = words.find_map(|word| WORDS.iter().position(|known| *known == word))?;
    Some(Printed { value: value as f64, decimals: 0, trailing_zeros: 0, unit: None, ends_range: false })
}

/// The next digit that begins a number, not one inside a word such as `p99` or `v1.2`.
fn next_number(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
        let before = text[from..start].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
            return Some(start);
        }
        // Skip the rest of the word.
        at = start
            + text[start..]
                .find(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_'))
                .unwrap_or(text.len() - start);
    }
}

fn scan(text: &str, start: usize) -> (Printed, usize) {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let group =
        |at: usize| bytes.get(at) == Some(&b',') && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4);
    let mut end = start;
    while digit(end) || group(end) {
        end += 1;
    }
    let whole_end = end;
    if bytes.get(end) == Some(&b'.') && digit(end + 1) {
        end += 1;
        while digit(end) {
            end += 1;
        }
    }
    let plain: String = text[start..end].chars().filter(|c| *c != ',').collect();
    let decimals = end.saturating_sub(whole_end + 1);
    let trailing_zeros = if decimals > 0 { 0 } else { plain.len() - plain.trim_end_matches('0').len() };
    let value = plain.parse().unwrap_or(f64::NAN);
    (Printed { value, decimals, trailing_zeros, unit: None, ends_range: false }, end)
}

/// What makes "1,100 requests" a rate.
const PER_SECOND: &str = " per second";

/// The unit that stands after a number, and where it ends.
fn unit_after(text: &str, end: usize) -> (Option<Unit>, usize) {
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
    let after = &rest[blanks..];
    let length =
        after.find(|c: char| !(c.is_alphabetic() || matches!(c, '/' | '%' | '×' | 'µ'))).unwrap_or(after.len());
    let word = &after[..length];
    // "3 x 5" is a product, not three times.
    let known = !word.is_empty() && Unit::is_known(word) && !(matches!(word, "x" | "m" | "h" | "B") && blanks > 0);
    let after_word = end + blanks + length;
    match (known, text[after_word..].strip_prefix(PER_SECOND)) {
        (true, Some(_)) => (Some(Unit::named(word).per(Unit::named("s"))), after_word + PER_SECOND.len()),
        (true, None) => (Some(Unit::named(word)), after_word),
        (false, _) => (None, end),
    }
}

/// Whether a minus stands before a number, and where.
fn sign_before(text: &str, start: usize) -> (bool, usize) {
    let before = text[..start].trim_end_matches(' ');
    let minus = ['-', '\u{2212}'].into_iter().find(|sign| before.ends_with(*sign));
    match minus {
        Some(sign) => {
            let at = before.len() - sign.len_utf8();
            let joins = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
            (!joins, at)
        }
        None => (false, start),
    }
}

fn is_dash(between: &str) -> bool {
    matches!(between, "–" | "-" | "—" | "to" | "\u{2212}")
}

impl Printed {
    /// How far a value may lie from the printed one: half of the last digit printed; with "about",
    /// half of the last digit that is not a zero.
    pub fn tolerance(&self, about: bool) -> f64 {
        let exponent = if about && self.decimals == 0 { self.trailing_zeros as i32 } else { -(self.decimals as i32) };
        // A hair more, so that 0.125 printed as 0.13 or 0.12 passes whatever the binary form.
        0.5 * 10f64.powi(exponent) * (1.0 + 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (value, decimals, text) in [
            (816_411.19, 2, "816,411.19"),
            (0.642, 3, "0.642"),
            (999.0, 0, "999"),
            (1000.0, 0, "1,000"),
            (-1234.5, 1, "\u{2212}1,234.5"),
            (-0.001, 2, "0.00"),
        ] {
            assert_eq!(format(value, decimals), text);
        }
    }

    #[track_caller]
    fn reads(text: &str, expected: &[(f64, usize, &str)], about: bool) {
        let prose = read(text);
        let unit = |n: &Printed| n.unit.map_or("-", Unit::symbol);
        let found: Vec<_> = prose.numbers.iter().map(|n| (n.value, n.decimals, unit(n))).collect();
        assert_eq!((found.as_slice(), prose.about), (expected, about), "{text}");
    }

    #[test]
    fn numbers_are_read_from_prose() {
        reads("0.03% lower", &[(0.03, 2, "%")], false);
        reads("850,894.28", &[(850_894.28, 2, "-")], false);
        reads("~1.8–1.9×", &[(1.8, 1, "×"), (1.9, 1, "×")], true);
        reads("813,022.98–831,506.23", &[(813_022.98, 2, "-"), (831_506.23, 2, "-")], false);
        reads("p99 of 117.8 ms", &[(117.8, 1, "ms")], false);
        reads("−53 %", &[(-53.0, 0, "%")], false);
        reads("2,502.9 → 199.8 ms", &[(2502.9, 1, "-"), (199.8, 1, "ms")], false);
        reads("7x", &[(7.0, 0, "×")], false);
        reads("version v1.7.2", &[], false);
        reads("zero errors", &[(0.0, 0, "-")], false);
        reads("1,23", &[(1.0, 0, "-"), (23.0, 0, "-")], false);
        reads("3.5-4.0 µs", &[(3.5, 1, "µs"), (4.0, 1, "µs")], false);
    }

    #[test]
    fn about_loosens_to_the_digits_shown() {
        let tolerance = |text: &str| {
            let prose = read(text);
            prose.numbers[0].tolerance(prose.about)
        };
        assert!((tolerance("~5,900") - 50.0).abs() < 1e-3);
        assert!((tolerance("5,900") - 0.5).abs() < 1e-3);
        assert!((tolerance("~2x") - 0.5).abs() < 1e-3);
        assert!((tolerance("29.45%") - 0.005).abs() < 1e-6);
    }
}
