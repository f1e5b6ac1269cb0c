//! Plural forms: which of them a language uses for a number, after the rules of Unicode CLDR for whole numbers.

/// A plural form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// `zero`
    Zero,
    /// `one`
    One,
    /// `two`
    Two,
    /// `few`
    Few,
    /// `many`
    Many,
    /// `other`, which every language has.
    Other,
}

impl Form {
    /// The forms with their names.
    pub(super) const NAMES: [(&'static str, Self); 6] = [
        ("zero", Self::Zero),
        ("one", Self::One),
        ("two", Self::Two),
        ("few", Self::Few),
        ("many", Self::Many),
        ("other", Self::Other),
    ];

    /// The form for `n` things in a language such as `ar`.
    pub(super) fn of(language: &str, n: u64) -> Self {
        let (ten, hundred) = (n % 10, n % 100);
        match language {
            "ja" | "zh" | "ko" | "th" | "vi" | "id" => Self::Other,
            "ar" => match (n, hundred) {
                (0, _) => Self::Zero,
                (1, _) => Self::One,
                (2, _) => Self::Two,
                (_, 3..=10) => Self::Few,
                (_, 11..=99) => Self::Many,
                _ => Self::Other,
            },
            "fr" | "pt" | "hi" | "fa" => one_if(n < 2),
            "ru" | "uk" => match (ten, hundred) {
                (1, hundred) if hundred != 11 => Self::One,
                (2..=4, hundred) if !(12..=14).contains(&hundred) => Self::Few,
                _ => Self::Many,
            },
            "pl" => match (ten, hundred) {
                _ if n == 1 => Self::One,
                (2..=4, hundred) if !(12..=14).contains(&hundred) => Self::Few,
                _ => Self::Many,
            },
            "cs" | "sk" if (2..=4).contains(&n) => Self::Few,
            _ => one_if(n == 1),
        }
    }
}

fn one_if(one: bool) -> Form {
    if one { Form::One } else { Form::Other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_those_of_the_language() {
        use Form::{Few, Many, One, Other, Two, Zero};
        for (language, cases) in [
            ("en", &[(0, Other), (1, One), (2, Other), (21, Other)][..]),
            ("fr", &[(0, One), (1, One), (2, Other)]),
            ("ja", &[(1, Other), (2, Other)]),
            ("ar", &[(0, Zero), (1, One), (2, Two), (3, Few), (110, Few), (11, Many), (199, Many), (100, Other)]),
            ("ru", &[(1, One), (11, Many), (21, One), (22, Few), (12, Many), (5, Many)]),
            ("pl", &[(1, One), (21, Many), (22, Few), (12, Many)]),
            ("cs", &[(1, One), (4, Few), (5, Other), (22, Other)]),
        ] {
            for (n, form) in cases {
                assert_eq!(Form::of(language, *n), *form, "{language} {n}");
            }
        }
    }
}
