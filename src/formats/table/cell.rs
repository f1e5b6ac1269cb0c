//! What a cell that should hold a number may hold.

use std::ops::Range;

use crate::formats::number;

/// What a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Amount {
    /// Nothing: the value is not known.
    Empty,
    /// A number.
    One(Part),
    /// A range, from its lower to its upper end.
    Range(Part, Part),
    /// `NaN`, `inf`, a number too large, or a range whose ends are the wrong way round.
    Malformed,
    /// Something else.
    Other,
}

/// A number in a cell, and which bytes of the cell it takes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// The number.
    pub(super) value: f64,
    /// Its bytes, with the sign and without a `~`.
    pub(super) bytes: Range<usize>,
}

/// Numbers that narratives write as words, from 0.
const WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Understands a number, a range such as `40–80`, or an empty cell; a leading `~` is passed over.
pub(super) fn amount(cell: &str) -> Amount {
    let text = cell.trim_end();
    let start = text.len() - text.trim_start().trim_start_matches(['~', '≈']).trim_start().len();
    if text.is_empty() {
        return Amount::Empty;
    }
    if number::is_not_finite(&text[start..]) {
        return Amount::Malformed;
    }
    let Some(first) = part(text, start) else { return Amount::Other };
    let rest = &text[first.bytes.end..];
    if rest.is_empty() {
        return if first.value.is_finite() { Amount::One(first) } else { Amount::Malformed };
    }
    let Some(second) = rest.trim_start().strip_prefix(['\u{2013}', '-']) else { return Amount::Other };
    match part(text, text.len() - second.trim_start().len()) {
        Some(second) if second.bytes.end == text.len() => range(first, second),
        _ => Amount::Other,
    }
}

/// Understands a number from `zero` to `twelve` written as a word.
pub(super) fn word(cell: &str) -> Option<Part> {
    let text = cell.trim();
    let value = (0..).zip(WORDS).find(|(_, word)| text.eq_ignore_ascii_case(word)).map(|(value, _)| value)?;
    let start = cell.len() - cell.trim_start().len();
    Some(Part { value: f64::from(value), bytes: start..start + text.len() })
}

fn part(text: &str, start: usize) -> Option<Part> {
    let (value, length) = number::leading(&text[start..])?;
    Some(Part { value, bytes: start..start + length })
}

fn range(low: Part, high: Part) -> Amount {
    let is_ordered = low.value.is_finite() && high.value.is_finite() && low.value <= high.value;
    if is_ordered { Amount::Range(low, high) } else { Amount::Malformed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn holds(cell: &str, expected: &[(f64, &str)]) {
        let parts = match amount(cell) {
            Amount::One(part) => vec![part],
            Amount::Range(low, high) => vec![low, high],
            other => panic!("{cell} is {other:?}"),
        };
        let found: Vec<_> = parts.iter().map(|part| (part.value, &cell[part.bytes.clone()])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_and_ranges_are_found_in_their_bytes() {
        holds(" 850,894.28 ", &[(850_894.28, "850,894.28")]);
        holds("+32", &[(32.0, "+32")]);
        holds("\u{2212}53", &[(-53.0, "\u{2212}53")]);
        holds("~ 12", &[(12.0, "12")]);
        holds("813,022.98\u{2013}831,506.23", &[(813_022.98, "813,022.98"), (831_506.23, "831,506.23")]);
        holds("~1.8-1.9", &[(1.8, "1.8"), (1.9, "1.9")]);
        holds("40 \u{2013} 80", &[(40.0, "40"), (80.0, "80")]);
        holds("1e-5", &[(1e-5, "1e-5")]);
        holds("-3--1", &[(-3.0, "-3"), (-1.0, "-1")]);
    }

    #[test]
    fn other_things_are_told_apart() {
        assert_eq!(amount("  "), Amount::Empty);
        for cell in ["NaN", "-inf", "1e999", "80\u{2013}40", "~ nan"] {
            assert_eq!(amount(cell), Amount::Malformed, "{cell}");
        }
        for cell in ["v1.7.2", "8.8 ms", "2,6", "2026-09-12", "1.2.3", "1–", "~", "six", "12%", "n/a", "é"] {
            assert_eq!(amount(cell), Amount::Other, "{cell}");
        }
    }

    #[test]
    fn words_go_from_zero_to_twelve() {
        assert_eq!(word(" Six "), Some(Part { value: 6.0, bytes: 1..4 }));
        assert_eq!(word("twelve").map(|part| part.value), Some(12.0));
        assert_eq!(word("thirteen"), None);
    }
}
