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
}

/// How a language chooses a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// There is one form.
    Single,
    /// One thing, or several.
    One,
    /// None or one thing, or several.
    UpToOne,
    /// All six.
    Arabic,
    /// By the last digits, with one thing as 21 things.
    EastSlavic,
    /// By the last digits.
    Polish,
    /// Two to four things are few.
    Czech,
}

impl Rule {
    /// The rule of a language such as `ar`.
    pub(super) fn of(language: &str) -> Self {
        match language {
            "ja" | "zh" | "ko" | "th" | "vi" | "id" => Self::Single,
            "ar" => Self::Arabic,
            "fr" | "pt" | "hi" | "fa" => Self::UpToOne,
            "ru" | "uk" => Self::EastSlavic,
            "pl" => Self::Polish,
            "cs" | "sk" => Self::Czech,
            _ => Self::One,
        }
    }

    /// The form for `n` things.
    pub(super) fn form(self, n: u64) -> Form {
        let (ten, hundred) = (n % 10, n % 100);
        match self {
            Self::Single => Form::Other,
            Self::One => one_if(n == 1),
            Self::UpToOne => one_if(n < 2),
            Self::Arabic => match (n, hundred) {
                (0, _) => Form::Zero,
                (1, _) => Form::One,
                (2, _) => Form::Two,
                (_, 3..=10) => Form::Few,
                (_, 11..=99) => Form::Many,
                _ => Form::Other,
            },
            Self::EastSlavic => match (ten, hundred) {
                (1, hundred) if hundred != 11 => Form::One,
                (2..=4, hundred) if !(12..=14).contains(&hundred) => Form::Few,
                _ => Form::Many,
            },
            Self::Polish => match (ten, hundred) {
                _ if n == 1 => Form::One,
                (2..=4, hundred) if !(12..=14).contains(&hundred) => Form::Few,
                _ => Form::Many,
            },
            Self::Czech if (2..=4).contains(&n) => Form::Few,
            Self::Czech => one_if(n == 1),
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
                assert_eq!(Rule::of(language).form(*n), *form, "{language} {n}");
            }
        }
    }
}
