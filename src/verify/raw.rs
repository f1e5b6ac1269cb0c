//! The number that a piece of source text states.

use crate::formats::number::{leading, leading_in_either};
use crate::number;
use crate::units::Unit;

/// The number in `unit`: `850,894.28`, `12.40k`, `1m30s`, `zero`, `2,35`; none when the text states no number.
pub(super) fn number(raw: &str, unit: Unit) -> Option<f64> {
    let text = raw.trim();
    let Some((value, length)) = leading(text) else { return word(text) };
    // A comma that no group of three digits follows stands before decimals.
    let european = leading_in_either(text).filter(|(_, whole)| *whole == text.len());
    let (value, length) = european.unwrap_or((value, length));
    let value = match &text[length..] {
        "" => value,
        "k" | "K" => value * 1e3,
        "M" => value * 1e6,
        "G" => value * 1e9,
        _ => return duration(text).map(|seconds| seconds / unit.base_scale()),
    };
    value.is_finite().then_some(value)
}

fn word(text: &str) -> Option<f64> {
    match &number::read(text).numbers[..] {
        [one] if one.word => Some(one.value),
        _ => None,
    }
}

/// Seconds written in parts: `1m30s`, `2.5ms`.
fn duration(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let (value, length) = leading(rest)?;
        rest = &rest[length..];
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let part = Unit::named(&rest[..end]);
        if !part.is_time() {
            return None;
        }
        seconds += value * part.base_scale();
        rest = &rest[end..];
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_tools_write_them() {
        let ms = Unit::named("ms");
        for (raw, value) in
            [("850,894.28", 850_894.28), ("12.40k", 12_400.0), ("\u{2212}5", -5.0), ("zero", 0.0), ("2,35", 2.35)]
        {
            assert_eq!(number(raw, Unit::none()), Some(value), "{raw}");
        }
        assert_eq!(number("1m30s", ms), Some(90_000.0));
        assert_eq!((number("abc", ms), number("5 apples", ms)), (None, None));
    }
}
