//! Numbers read back from prose.

use std::ops::Range;

use super::notation::Notation;
use super::words::{self, Direction, Qualifier, is_blank};
use crate::units::Unit;

/// A number found in prose.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// The value as printed, in the unit printed; not a number when it breaks the language's notation.
    pub value: f64,
    /// How many decimals are printed.
    pub decimals: usize,
    /// How many zeros stand at the end of a whole number (`5,900`: 2).
    pub trailing_zeros: usize,
    /// The unit printed after it.
    pub unit: Option<Unit>,
    /// Whether it is joined to the number before it by a dash: the end of a range.
    pub ends_range: bool,
    /// What stands before it and changes its check.
    pub qualifier: Qualifier,
    /// Which way the difference goes that it is a percentage of.
    pub direction: Option<Direction>,
    /// Whether it counts percentage points.
    pub points: bool,
    /// Whether it is a word.
    pub word: bool,
    /// The bytes of its digits, or of the word.
    pub digits: Range<usize>,
    /// The bytes of all that belongs to it: qualifier, sign, digits, unit, direction.
    pub whole: Range<usize>,
}

/// What a text says in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prose {
    /// The numbers, from left to right.
    pub numbers: Vec<Printed>,
}

/// Reads the numbers of an English text.
pub fn read(text: &str) -> Prose {
    read_in(text, Notation::Point)
}

/// Reads the numbers of a text: digits, or number words ("two", "twice", "none") when there are none.
pub fn read_in(text: &str, notation: Notation) -> Prose {
    let mut numbers = digits(text, notation);
    if numbers.is_empty() {
        numbers = spelt(text);
    }
    // A unit at the end of a range is that of both ends, and so is what stands before it: `~1.8–1.9×`.
    for index in 1..numbers.len() {
        let (low, high) = numbers.split_at_mut(index);
        let (low, high) = (&mut low[index - 1], &mut high[0]);
        if high.ends_range {
            low.unit = low.unit.or(high.unit);
            low.points |= high.points;
            low.direction = low.direction.or(high.direction);
            high.qualifier = low.qualifier;
        }
    }
    Prose { numbers }
}

fn digits(text: &str, notation: Notation) -> Vec<Printed> {
    let mut numbers: Vec<Printed> = Vec::new();
    let mut at = 0;
    while let Some(start) = next_number(text, at) {
        let scanned = scan(text, start, notation);
        let number = surrounded(text, numbers.last(), scanned);
        at = number.whole.end;
        numbers.push(number);
    }
    numbers
}

fn spelt(text: &str) -> Vec<Printed> {
    let mut numbers: Vec<Printed> = Vec::new();
    for word in words::numbers(text) {
        let scanned = Printed {
            value: word.value,
            decimals: word.decimals,
            trailing_zeros: zeros_of(word.value),
            word: true,
            digits: word.place.0..word.place.1,
            unit: word.multiple.then(|| half_of(&text[word.place.1..]).unwrap_or(Unit::named("×"))),
            ..empty(word.place.0..word.place.1)
        };
        numbers.push(surrounded(text, numbers.last(), scanned));
    }
    numbers
}

/// How many zeros stand at the end of a whole number: two for "eighteen hundred".
fn zeros_of(value: f64) -> usize {
    let digits = format!("{value:.0}");
    if value == 0.0 || value.fract() != 0.0 { 0 } else { digits.len() - digits.trim_end_matches('0').len() }
}

/// The unit of "half a second".
fn half_of(after: &str) -> Option<Unit> {
    let after = after.trim_start_matches(is_blank);
    let rest = after.strip_prefix("a ").or_else(|| after.strip_prefix("an "))?;
    let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
    Unit::is_known(word).then(|| Unit::named(word))
}

fn empty(place: Range<usize>) -> Printed {
    Printed {
        value: f64::NAN,
        decimals: 0,
        trailing_zeros: 0,
        unit: None,
        ends_range: false,
        qualifier: Qualifier::None,
        direction: None,
        points: false,
        word: false,
        digits: place.clone(),
        whole: place,
    }
}

/// A number with all that stands around it: sign, qualifier, unit, direction.
fn surrounded(text: &str, last: Option<&Printed>, mut number: Printed) -> Printed {
    let (start, end) = (number.digits.start, number.digits.end);
    let found = unit_after(text, end);
    number.points = found.points;
    number.unit = number.unit.or(found.unit);
    number.whole.end = found.end;
    if number.unit == Some(Unit::percent())
        && let Some((direction, length)) = words::direction(&text[found.end..])
    {
        number.direction = Some(direction);
        number.whole.end += length;
    }
    let from = last.map_or(0, |last| last.whole.end);
    number.ends_range = last.is_some() && is_dash(text[from..start].trim());
    if !number.ends_range {
        let sign = sign_before(&text[..start], from);
        if let Some((at, negative)) = sign {
            number.whole.start = at;
            number.value = if negative { -number.value } else { number.value };
        }
        let before = &text[from..number.whole.start];
        let (qualifier, at) = words::qualifier(before);
        number.qualifier = qualifier;
        if qualifier != Qualifier::None {
            number.whole.start = from + at;
        }
    }
    number
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

fn scan(text: &str, start: usize, notation: Notation) -> Printed {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits_from = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    // A group is of exactly three digits, and the digits before the first group are at most three.
    let group = |at: usize| {
        let separator = text.get(at..)?.chars().next().filter(|c| notation.groups().contains(c))?;
        let after = at + separator.len_utf8();
        (digits_from(after) == 3).then_some(after)
    };
    let mut end = start + digits_from(start);
    let may_group = end - start <= 3 && !text[start..end].starts_with('0');
    while may_group && let Some(after) = group(end) {
        end = after + 3;
    }
    let whole: String = text[start..end].chars().filter(char::is_ascii_digit).collect();
    let mut decimals = 0;
    let is_decimal = |c: char| text[end..].starts_with(c) && digit(end + 1);
    if is_decimal(notation.decimal()) {
        decimals = digits_from(end + 1);
    }
    let foreign = notation.foreign_decimal().is_some_and(is_decimal);
    let fraction = if decimals > 0 { &text[end + 1..end + 1 + decimals] } else { "" };
    let value = if foreign { f64::NAN } else { format!("{whole}.{fraction}0").parse().unwrap_or(f64::NAN) };
    let is_zero = whole.bytes().all(|b| b == b'0');
    let trailing_zeros = if decimals > 0 || is_zero { 0 } else { whole.len() - whole.trim_end_matches('0').len() };
    let end = if decimals > 0 { end + 1 + decimals } else { end };
    Printed { value, decimals, trailing_zeros, ..empty(start..end) }
}

/// What makes "1,100 requests" a rate.
const PER_SECOND: &str = " per second";

/// What stands after a number.
struct After {
    unit: Option<Unit>,
    points: bool,
    end: usize,
}

/// The unit that stands after a number, and where it ends.
fn unit_after(text: &str, end: usize) -> After {
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
    let after = &rest[blanks..];
    if let Some((unit, points, length)) = words::spelt_unit(after.strip_prefix('-').unwrap_or(after)) {
        let hyphen = usize::from(after.starts_with('-'));
        return After { unit: Some(unit), points, end: end + blanks + hyphen + length };
    }
    let length =
        after.find(|c: char| !(c.is_alphabetic() || matches!(c, '/' | '%' | '×' | 'µ'))).unwrap_or(after.len());
    let word = &after[..length];
    // "3 x 5" is a product and "3x3" a grid, not three times.
    let in_word = after[length..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let apart = matches!(word, "x" | "m" | "h" | "B") && blanks > 0;
    let known = !word.is_empty() && !in_word && !apart && Unit::is_known(word);
    let after_word = end + blanks + length;
    match (known, text[after_word..].strip_prefix(PER_SECOND)) {
        (true, Some(_)) => {
            let unit = Unit::named(word).per(Unit::named("s"));
            After { unit: Some(unit), points: false, end: after_word + PER_SECOND.len() }
        }
        (true, None) => After { unit: Some(Unit::named(word)), points: false, end: after_word },
        (false, _) => After { unit: None, points: false, end },
    }
}

/// The sign before a number that begins at `from` or later: where it is, and whether it is a minus.
fn sign_before(before: &str, from: usize) -> Option<(usize, bool)> {
    let before = before.trim_end_matches(' ');
    let (sign, negative) =
        [('-', true), ('\u{2212}', true), ('+', false)].into_iter().find(|(s, _)| before.ends_with(*s))?;
    let at = before.len() - sign.len_utf8();
    let joins = before[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    (at >= from && !joins).then_some((at, negative))
}

fn is_dash(between: &str) -> bool {
    matches!(between, "–" | "-" | "—" | "to" | "\u{2212}")
}

impl Printed {
    /// How far a value may lie from the printed one: half of the last digit printed; with "about",
    /// half of the last digit that is not a zero. "None" is exact.
    pub fn tolerance(&self) -> f64 {
        if self.word && self.value == 0.0 {
            return 0.0;
        }
        let about = matches!(self.qualifier, Qualifier::About | Qualifier::Almost);
        let exponent = if about && self.decimals == 0 { self.trailing_zeros as i32 } else { -(self.decimals as i32) };
        // A hair more, so that 0.125 printed as 0.13 or 0.12 passes whatever the binary form; and beyond 2^53, where
        // binary forms lie further apart than the last digit, the roundings of a change of unit.
        (0.5 * 10f64.powi(exponent) * (1.0 + 1e-9)).max(4.0 * f64::EPSILON * self.value.abs())
    }

    /// Whether a value in the printed unit is the printed one but for the binary form.
    pub fn is(&self, value: f64) -> bool {
        (value - self.value).abs() <= 1e-12 * self.value.abs()
    }

    /// Whether the number says that of a value in the printed unit.
    pub fn agrees(&self, value: f64) -> bool {
        let near = (value - self.value).abs() <= self.tolerance();
        match self.qualifier {
            Qualifier::None | Qualifier::About => near,
            Qualifier::Almost => near && (value <= self.value || self.is(value)),
            Qualifier::Below => value < self.value && !self.is(value),
            Qualifier::AtMost => value <= self.value || self.is(value),
            Qualifier::Above => value > self.value && !self.is(value),
            Qualifier::AtLeast => value >= self.value || self.is(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, expected: &[(f64, usize, &str)], qualifier: Qualifier) {
        reads_in(Notation::Point, text, expected, qualifier);
    }

    #[track_caller]
    fn reads_in(notation: Notation, text: &str, expected: &[(f64, usize, &str)], qualifier: Qualifier) {
        let prose = read_in(text, notation);
        let unit = |n: &Printed| n.unit.map_or("-", Unit::symbol);
        let found: Vec<_> = prose.numbers.iter().map(|n| (n.value, n.decimals, unit(n))).collect();
        assert_eq!(found.as_slice(), expected, "{text}");
        assert!(prose.numbers.iter().all(|n| n.qualifier == qualifier), "{text}: {:?}", prose.numbers);
    }

    #[test]
    fn numbers_are_read_from_prose() {
        let none = Qualifier::None;
        reads("0.03% lower", &[(0.03, 2, "%")], none);
        reads("850,894.28", &[(850_894.28, 2, "-")], none);
        reads("~1.8–1.9×", &[(1.8, 1, "×"), (1.9, 1, "×")], Qualifier::About);
        reads("813,022.98–831,506.23", &[(813_022.98, 2, "-"), (831_506.23, 2, "-")], none);
        reads("p99 of 117.8 ms", &[(117.8, 1, "ms")], none);
        reads("−53 %", &[(-53.0, 0, "%")], none);
        reads("2,502.9 → 199.8 ms", &[(2502.9, 1, "-"), (199.8, 1, "ms")], none);
        reads("7x", &[(7.0, 0, "×")], none);
        reads("version v1.7.2", &[], none);
        reads("1,23", &[(1.0, 0, "-"), (23.0, 0, "-")], none);
        reads("1234,567", &[(1234.0, 0, "-"), (567.0, 0, "-")], none);
        reads("3.5-4.0 µs", &[(3.5, 1, "µs"), (4.0, 1, "µs")], none);
        reads("a 3x3 grid of 0x1F", &[(3.0, 0, "-"), (0.0, 0, "-")], none);
        reads("1.8 to 2.9 times", &[(1.8, 1, "×"), (2.9, 1, "×")], none);
        reads("4 percent, 5 per cent", &[(4.0, 0, "%"), (5.0, 0, "%")], none);
        reads("1.2 pp", &[(1.2, 1, "%")], none);
    }

    #[test]
    fn words_are_numbers_where_there_are_no_digits() {
        let none = Qualifier::None;
        reads("zero errors", &[(0.0, 0, "-")], none);
        reads("No request failed", &[(0.0, 0, "req")], none);
        reads("none", &[(0.0, 0, "-")], none);
        reads("no longer", &[], none);
        reads("half the rate", &[(0.5, 1, "×")], none);
        reads("half a second", &[(0.5, 1, "s")], none);
        reads("twice as fast", &[(2.0, 0, "×")], none);
        reads("two to three times", &[(2.0, 0, "×"), (3.0, 0, "×")], none);
        reads("thrice", &[(3.0, 0, "×")], none);
        reads("no more than twelve", &[(12.0, 0, "-")], Qualifier::AtMost);
        reads("two of 5 runs", &[(5.0, 0, "-")], none);
    }

    #[test]
    fn qualifiers_stand_before_the_number() {
        for (text, qualifier) in [
            ("less than 5 ms", Qualifier::Below),
            ("Fewer than 5", Qualifier::Below),
            ("no less than 5", Qualifier::AtLeast),
            ("up to 5", Qualifier::AtMost),
            ("at most 5", Qualifier::AtMost),
            ("more than 5", Qualifier::Above),
            ("moreover 5", Qualifier::None),
            ("over 5", Qualifier::Above),
            ("at least +5", Qualifier::AtLeast),
            ("of about −5 %", Qualifier::About),
            ("nearly 5", Qualifier::Almost),
        ] {
            assert_eq!(read(text).numbers[0].qualifier, qualifier, "{text}");
        }
        let prose = read("p99 is less than 5 % lower here");
        assert_eq!((prose.numbers[0].whole.clone(), prose.numbers[0].direction), (7..26, Some(Direction::Down)));
    }

    #[test]
    fn languages_are_read_in_their_notation() {
        let none = Qualifier::None;
        reads_in(Notation::Space, "1 234,5 ms", &[(1234.5, 1, "ms")], none);
        reads_in(Notation::Space, "1\u{202f}234\u{a0}567", &[(1_234_567.0, 0, "-")], none);
        reads_in(Notation::Comma, "1.234,5 ms", &[(1234.5, 1, "ms")], none);
        reads_in(Notation::Comma, "0,64", &[(0.64, 2, "-")], none);
        reads_in(Notation::Space, "2026 300", &[(2026.0, 0, "-"), (300.0, 0, "-")], none);
        // An English point would be read as nothing or as a thousand: it is no number here.
        assert!(read_in("0.64 ms", Notation::Comma).numbers[0].value.is_nan());
        assert!(read_in("0.642 ms", Notation::Space).numbers[0].value.is_nan());
    }

    #[test]
    fn beyond_2_to_the_53_the_nearest_binary_numbers_agree() {
        // Binary numbers lie 512 apart there.
        let printed = read("3,376,238,873,122,818,600").numbers[0].clone();
        assert!(printed.agrees(3_376_238_873_122_818_560.0) && printed.agrees(3_376_238_873_122_819_072.0));
        assert!(!printed.agrees(3_376_238_873_122_918_600.0));
        assert!(!read("1,000,000,000,001").numbers[0].agrees(1_000_000_000_000.0));
    }

    #[test]
    fn about_loosens_to_the_digits_shown() {
        let tolerance = |text: &str| read(text).numbers[0].tolerance();
        assert!((tolerance("~5,900") - 50.0).abs() < 1e-3);
        assert!((tolerance("about 5,900") - 50.0).abs() < 1e-3);
        assert!((tolerance("5,900") - 0.5).abs() < 1e-3);
        assert!((tolerance("~2x") - 0.5).abs() < 1e-3);
        assert!((tolerance("29.45%") - 0.005).abs() < 1e-6);
        assert!(tolerance("none") == 0.0);
    }
}
