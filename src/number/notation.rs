//! How languages write numbers: `1,234.5`, `1 234,5`, `1.234,5`.

/// How a language writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// `1,234.5`
    #[default]
    Point,
    /// `1 234,5`
    Space,
    /// `1.234,5`
    Comma,
}

/// Languages that write a decimal comma and group thousands with a space.
const SPACE: [&str; 11] = ["fr", "sv", "nb", "nn", "no", "fi", "pl", "cs", "sk", "ru", "uk"];
/// Languages that write a decimal comma and group thousands with a point.
const COMMA: [&str; 10] = ["de", "es", "it", "pt", "nl", "da", "tr", "el", "ro", "id"];

impl Notation {
    /// The notation of a language tag such as `fr` or `de-AT`; that of English when it is not known.
    pub fn of_language(tag: &str) -> Self {
        let language = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        match language.as_str() {
            "hu" => Self::Space,
            known if SPACE.contains(&known) => Self::Space,
            known if COMMA.contains(&known) => Self::Comma,
            _ => Self::Point,
        }
    }

    /// What stands before the decimals.
    pub fn decimal(self) -> char {
        if self == Self::Point { '.' } else { ',' }
    }

    /// What may stand between groups of thousands; the first is the one that is written.
    pub fn groups(self) -> &'static [char] {
        match self {
            Self::Point => &[','],
            Self::Space => &['\u{202f}', '\u{a0}', ' ', '.'],
            Self::Comma => &['.', '\u{202f}', '\u{a0}', ' '],
        }
    }

    /// What stands before decimals in other languages, and cannot here.
    pub(super) fn foreign_decimal(self) -> Option<char> {
        (self != Self::Point).then_some('.')
    }

    /// A text whose numbers are written as in English, in this notation.
    pub fn rewrite(self, text: &str) -> String {
        if self == Self::Point {
            return text.to_owned();
        }
        let mut written = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        let mut after_digit = false;
        while let Some(c) = rest.next() {
            let inside = after_digit && rest.peek().is_some_and(char::is_ascii_digit);
            after_digit = c.is_ascii_digit();
            written.push(match c {
                ',' if inside => self.groups()[0],
                '.' if inside => self.decimal(),
                other => other,
            });
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_their_notation() {
        for (tag, notation) in [
            ("en", Notation::Point),
            ("fr-CA", Notation::Space),
            ("de", Notation::Comma),
            ("DE_at", Notation::Comma),
            ("hu", Notation::Space),
            ("ja", Notation::Point),
            ("", Notation::Point),
        ] {
            assert_eq!(Notation::of_language(tag), notation, "{tag}");
        }
    }

    #[test]
    fn english_numbers_are_rewritten() {
        assert_eq!(Notation::Space.rewrite("1,234.5\u{a0}ms, p99"), "1\u{202f}234,5\u{a0}ms, p99");
        assert_eq!(Notation::Comma.rewrite("\u{2212}1,234.5, 7"), "\u{2212}1.234,5, 7");
        assert_eq!(Notation::Point.rewrite("1,234.5"), "1,234.5");
    }
}
