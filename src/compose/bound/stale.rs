//! What a claim that no longer holds should say: the same words, with the number that the evidence gives.

use std::sync::Arc;

use super::Bound;
use crate::claim::{self, Verdict};
use crate::diagnostic::Edit;
use crate::evaluate::{Element, Outcome};
use crate::figure::Format;
use crate::number::{self, Notation, Printed, Qualifier};
use crate::source::{Source, Span};

/// The change that makes the text of a claim true, when its words leave only one.
pub(super) fn edit(
    source: &Arc<Source>,
    bound: &Bound<'_>,
    outcome: &Outcome,
    format: Format,
    notation: Notation,
) -> Option<Edit> {
    // The text must stand in the file as it is read: no emphasis and no escapes in it.
    let start = bound.span.start as usize + 1;
    let span = Span::new(start, start + bound.text.len());
    let text =
        (source.slice(span) == bound.text).then(|| corrected(bound.text, outcome, format, notation)).flatten()?;
    let verdict = claim::check(&text, outcome, format.unit, notation).ok()?;
    matches!(verdict, Verdict::Holds | Verdict::HoldsAfterRounding).then(|| Edit { place: source.place(span), text })
}

fn corrected(text: &str, outcome: &Outcome, format: Format, notation: Notation) -> Option<String> {
    let printed = number::read_in(text, notation).numbers;
    let values = values(outcome, &printed)?;
    let mut corrected = text.to_owned();
    for (printed, element) in printed.iter().zip(values).rev() {
        let unit = printed.unit.unwrap_or(format.unit);
        let value = element.quantity.to(unit)?.value;
        corrected = rewritten(&corrected, printed, value, notation)?;
    }
    Some(corrected)
}

/// The values that the numbers of a text should be.
fn values<'a>(outcome: &'a Outcome, printed: &[Printed]) -> Option<Vec<&'a Element>> {
    let by_value = |a: &&Element, b: &&Element| a.quantity.value.total_cmp(&b.quantity.value);
    match (outcome, printed) {
        (Outcome::Values(elements), [_]) if elements.len() == 1 => Some(vec![&elements[0]]),
        (Outcome::Values(elements), [_, high]) if high.ends_range => {
            let same = elements.iter().all(|element| element.quantity.unit == elements[0].quantity.unit);
            let ends = [elements.iter().min_by(by_value)?, elements.iter().max_by(by_value)?];
            same.then(|| ends.to_vec())
        }
        (Outcome::Values(elements), many) => {
            (elements.len() == many.len() && many.iter().all(|one| !one.ends_range)).then(|| elements.iter().collect())
        }
        (Outcome::Range(ends), [_, high]) if high.ends_range => Some(vec![&ends.0, &ends.1]),
        _ => None,
    }
}

/// A text with one number replaced at the same precision and in the same form.
fn rewritten(text: &str, printed: &Printed, value: f64, notation: Notation) -> Option<String> {
    let about = printed.qualifier == Qualifier::About;
    // "Less than 5 ms" can become many things, and so can a word.
    if printed.word || !(about || printed.qualifier == Qualifier::None) || !value.is_finite() {
        return None;
    }
    let before = &text[..printed.digits.start];
    let (before, sign) = with_sign(before, value, printed)?;
    let step = if about && printed.decimals == 0 { 10f64.powi(printed.trailing_zeros as i32) } else { 1.0 };
    let magnitude = (value.abs() / step).round() * step;
    let magnitude = if step > 1.0 { magnitude } else { value.abs() };
    let digits = in_form_of(&text[printed.digits.clone()], &number::format(magnitude, printed.decimals), notation);
    Some(format!("{before}{sign}{digits}{}", &text[printed.digits.end..]))
}

/// What stands before the digits, without its sign, and the sign of the value. A sign that the author
/// did not write is not added: the words around the number speak of its size.
fn with_sign<'a>(before: &'a str, value: f64, printed: &Printed) -> Option<(&'a str, &'static str)> {
    let sign = ["+", "-", "\u{2212}"].into_iter().find(|sign| before.ends_with(*sign));
    match sign {
        _ if printed.ends_range => (value >= 0.0).then_some((before, "")),
        None => (value >= 0.0).then_some((before, "")),
        Some(sign) => {
            let minus = if sign == "-" { "-" } else { "\u{2212}" };
            let new = match sign {
                _ if value < 0.0 => minus,
                "+" => "+",
                _ => "",
            };
            Some((&before[..before.len() - sign.len()], new))
        }
    }
}

/// Digits of English form with the separators of a text that they replace.
fn in_form_of(old: &str, new: &str, notation: Notation) -> String {
    let whole = old.split(notation.decimal()).next().unwrap_or(old);
    let separator = whole.chars().find(|c| !c.is_ascii_digit());
    let ungrouped = separator.is_none() && whole.len() > 3;
    let separator = separator.unwrap_or(notation.groups()[0]);
    let mut digits = String::with_capacity(new.len());
    for c in new.chars() {
        match c {
            ',' if ungrouped => {}
            ',' => digits.push(separator),
            '.' => digits.push(notation.decimal()),
            c => digits.push(c),
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(text: &str, value: f64, expected: Option<&str>) {
        becomes_in(Notation::Point, text, value, expected);
    }

    #[track_caller]
    fn becomes_in(notation: Notation, text: &str, value: f64, expected: Option<&str>) {
        let printed = number::read_in(text, notation).numbers;
        let [printed] = &printed[..] else { panic!("{text} holds one number") };
        assert_eq!(rewritten(text, printed, value, notation).as_deref(), expected, "{text}");
    }

    #[test]
    fn numbers_keep_their_precision_and_form() {
        becomes("about 5,900 requests", 6_123.0, Some("about 6,100 requests"));
        becomes("5,900", 1_234_567.4, Some("1,234,567"));
        becomes("5900", 16_123.0, Some("16123"));
        becomes("900 ms", 1_250.0, Some("1,250 ms"));
        becomes("**29.45 %** lower", 11.1667, Some("**11.17 %** lower"));
        becomes("+16.5 %", -3.02, Some("\u{2212}3.0 %"));
        becomes("-16.5 %", -3.02, Some("-3.0 %"));
        becomes("-16.5 %", 3.02, Some("3.0 %"));
        becomes_in(Notation::Space, "1 234,5", 9_876.54, Some("9 876,5"));
        becomes_in(Notation::Comma, "0,64", 1_000.0, Some("1.000,00"));
    }

    #[test]
    fn what_could_become_many_things_stays() {
        becomes("16.5 % lower", -3.0, None);
        becomes("less than 5 ms", 7.0, None);
        becomes("at least 5 ms", 3.0, None);
        becomes("nearly 5 ms", 7.0, None);
        becomes("twice", 3.0, None);
    }
}
