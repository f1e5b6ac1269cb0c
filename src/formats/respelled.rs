//! Text in UTF-8 that was taken for another encoding, as Windows PowerShell does with what a program prints.
//!
//! A sign of several bytes is then several letters: a time has no unit, and the mark before a row hides its name.

use super::Problem;
use crate::diagnostic::Code;
use crate::source::Span;

/// Signs that tools print, and what their bytes are in the code pages 437, 850 and 1252.
const SPELLINGS: [(char, [&str; 3]); 4] = [
    ('µ', ["┬╡", "┬Á", "Âµ"]),
    ('✓', ["Γ£ô", "Ô£ô", "âœ“"]),
    ('✗', ["Γ£ù", "Ô£ù", "âœ—"]),
    ('█', ["Γûê", "Ôûê", "â–ˆ"]),
];

/// The first such sign, as what is wrong with a text.
pub(super) fn problem(text: &str) -> Option<Problem> {
    if text.is_ascii() {
        return None;
    }
    let places = SPELLINGS.iter().flat_map(|(sign, spellings)| {
        spellings.iter().filter_map(|spelling| Some((place(text, *sign, spelling)?, *spelling, *sign)))
    });
    let (at, spelling, sign) = places.min()?;
    let message = format!("`{spelling}` is the sign `{sign}` of UTF-8, taken for another encoding");
    let help = "measure again with `[Console]::OutputEncoding = [Text.Encoding]::UTF8` set in PowerShell before the tool runs, \
                or leave the file out with `leave_out`";
    Some(Problem::new(Code::Malformed, Span::new(at, at + spelling.len()), message).help(help))
}

/// Where the sign stands as tools print it: between a number and `s`, or as a word.
fn place(text: &str, sign: char, spelling: &str) -> Option<usize> {
    let is_it = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[at + spelling.len()..].chars().next();
        match sign {
            'µ' => before.is_some_and(|c| c.is_ascii_digit()) && after == Some('s'),
            _ => before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace),
        }
    };
    text.match_indices(spelling).map(|(at, _)| at).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(usize, String)> {
        problem(text).map(|problem| (problem.span.range().start, text[problem.span.range()].to_owned()))
    }

    #[test]
    fn signs_are_known_in_each_code_page() {
        assert_eq!(found("avg=3.89ms min=252.96┬╡s"), Some((21, "┬╡".to_owned())));
        assert_eq!(found("min=252.96Âµs"), Some((10, "Âµ".to_owned())));
        assert_eq!(found("a\n  Ô£ù errors...: 3\n Γ£ô b"), Some((4, "Ô£ù".to_owned())));
    }

    #[test]
    fn other_letters_are_left_alone() {
        for text in ["252.96µs ✓ ✗ █", "Âµ", "name ┬╡s", "xÔ£ôy", "GET /items [créer]", "plain"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
