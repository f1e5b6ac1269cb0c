//! What a cell that should hold a number may hold.

use std::ops::Range;

use crate::formats::{cardinal, number};

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
    /// Whether a `~` stands before it.
    pub(super) is_about: bool,
}

/// Understands a number, a range such as `40–80`, or an empty cell; with `either`, decimals may stand after a
/// comma too.
pub(super) fn amount(cell: &str, either: bool) -> Amount {
    let text = cell.trim_end();
    let start = text.len() - text.trim_start().trim_start_matches(['~', '≈']).trim_start().len();
    let is_about = text[..start].contains(['~', '≈']);
    let part = |start: usize| part(text, start, either, is_about);
    if text.is_empty() {
        return Amount::Empty;
    }
    if number::is_not_finite(&text[start..]) {
        return Amount::Malformed;
    }
    let Some(first) = part(start) else { return Amount::Other };
    let rest = &text[first.bytes.end..];
    if rest.is_empty() {
        return if first.value.is_finite() { Amount::One(first) } else { Amount::Malformed };
    }
    let Some(second) = rest.trim_start().strip_prefix(['\u{2013}', '-']) else { return Amount::Other };
    match part(text.len() - second.trim_start().len()) {
        Some(second) if second.bytes.end == text.len() => range(first, second),
        _ => Amount::Other,
    }
}

/// Understands a whole number written as words.
pub(super) fn words(cell: &str) -> Option<Part> {
    let text = cell.trim();
    let (value, _) = cardinal::leading(text).filter(|(_, length)| *length == text.len())?;
    let start = cell.len() - cell.trim_start().len();
    Some(Part { value, bytes: start..start + text.len(), is_about: false })
}

fn part(text: &str, start: usize, either: bool, is_about: bool) -> Option<Part> {
    let read = if either { number::leading_in_either } else { number::leading };
    let (value, length) = read(&text[start..])?;
    Some(Part { value, bytes: start..start + length, is_about })
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
        let parts = match amount(cell, false) {
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
        assert_eq!(amount("  ", false), Amount::Empty);
        for cell in ["NaN", "-inf", "1e999", "80\u{2013}40", "~ nan"] {
            assert_eq!(amount(cell, false), Amount::Malformed, "{cell}");
        }
        for cell in ["v1.7.2", "8.8 ms", "2,6", "2026-09-12", "1.2.3", "1–", "~", "six", "12%", "n/a", "é"] {
            assert_eq!(amount(cell, false), Amount::Other, "{cell}");
        }
    }

    #[test]
    fn what_is_about_is_known_as_such() {
        let is_about = |cell| match amount(cell, false) {
            Amount::One(part) => part.is_about,
            Amount::Range(low, high) => low.is_about && high.is_about,
            other => panic!("{cell} is {other:?}"),
        };
        assert!(["~12", "≈ 12", "~1.8–1.9"].into_iter().all(is_about));
        assert!(!["12", "1.8–1.9"].into_iter().any(is_about));
    }

    #[test]
    fn decimals_after_a_comma_are_read_where_they_may_be() {
        let value = |cell| match amount(cell, true) {
            Amount::One(part) => Some(part.value),
            _ => None,
        };
        assert_eq!(["2,6", "~0,3", "8.8", "1 000"].map(value), [2.6, 0.3, 8.8, 1000.0].map(Some));
        assert_eq!(amount("2,350", true), Amount::Other);
    }

    #[test]
    fn whole_cells_of_words_are_numbers() {
        let words = |cell| words(cell).map(|part| (part.value, part.bytes));
        assert_eq!(words(" Six "), Some((6.0, 1..4)));
        assert_eq!(words("two hundred thousand"), Some((200_000.0, 0..20)));
        assert_eq!([words("six of them"), words("ninety-ninth"), words("")], [None, None, None]);
    }
}
