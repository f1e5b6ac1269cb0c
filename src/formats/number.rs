//! Numbers as people and tools write them in text.

/// The number at the start of a text and how many bytes it takes: an optional sign (`+`, `-`, or
/// `−`, U+2212), digits, which may be grouped in threes (`850,894.28`, `1 000`), a fraction, an
/// exponent. A decimal comma is not understood, since `2,350` would be either of two numbers.
pub fn leading(text: &str) -> Option<(f64, usize)> {
    let (negative, unsigned) = sign(text);
    let whole = whole_part(unsigned);
    let fraction = fraction(&unsigned[whole..]);
    if digits(unsigned) == 0 && fraction < 2 {
        return None;
    }
    let mantissa = whole + fraction;
    let end = mantissa + exponent(&unsigned[mantissa..]);
    let plain: String = unsigned[..end].chars().filter(|c| !is_separator(*c)).collect();
    let value: f64 = plain.parse().ok()?;
    Some((if negative { -value } else { value }, text.len() - unsigned.len() + end))
}

/// The same where decimals may stand after a comma too: `2,35`. A comma before a group of three digits could be
/// either, so that `2,350` is no number.
pub fn leading_in_either(text: &str) -> Option<(f64, usize)> {
    let (value, length) = leading(text)?;
    let number = &text[..length];
    if number.contains(',') {
        return None;
    }
    let decimals = text[length..].strip_prefix(',').map_or(0, digits);
    if decimals == 0 || number.contains(['.', 'e', 'E']) {
        return Some((value, length));
    }
    let end = length + 1 + decimals;
    let plain: String = number.chars().filter(char::is_ascii_digit).collect();
    let magnitude: f64 = format!("{plain}.{}", &text[length + 1..end]).parse().ok()?;
    Some((if sign(text).0 { -magnitude } else { magnitude }, end))
}

/// The number that a whole text is where a comma always stands before decimals: `12,500` for 12.5.
pub fn behind_comma(text: &str) -> Option<f64> {
    let (is_negative, unsigned) = sign(text);
    let (whole, decimals) = unsigned.split_once(',').unwrap_or((unsigned, "0"));
    let is_number = [whole, decimals].iter().all(|part| !part.is_empty() && digits(part) == part.len());
    let value: f64 = is_number.then(|| format!("{whole}.{decimals}").parse().ok())??;
    Some(if is_negative { -value } else { value })
}

/// Whether a text is one of the ways in which tools print that there is no number.
pub fn is_not_finite(text: &str) -> bool {
    let (_, unsigned) = sign(text);
    ["nan", "inf", "infinity"].iter().any(|word| unsigned.eq_ignore_ascii_case(word))
}

/// Whether the text begins with a minus sign, and what follows the sign.
fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// How many bytes the whole part takes, its group separators included.
fn whole_part(text: &str) -> usize {
    let first = digits(text);
    let Some(separator) = text[first..].chars().next().filter(|c| is_separator(*c) && (1..=3).contains(&first)) else {
        return first;
    };
    let mut end = first;
    while let Some(group) = text[end..].strip_prefix(separator)
        && digits(group) == 3
    {
        end += separator.len_utf8() + 3;
    }
    end
}

/// How many bytes a fraction with its point takes; 1 for a point alone, which ends a number as in `5.`.
fn fraction(text: &str) -> usize {
    text.strip_prefix('.').map_or(0, |rest| 1 + digits(rest))
}

/// How many bytes an exponent takes.
fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    match digits(unsigned) {
        0 => 0,
        count => text.len() - unsigned.len() + count,
    }
}

/// How many digits a text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Comma, blank, no-break space, thin space and narrow no-break space group digits in threes.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, value: f64, number: &str) {
        let (read, length) = leading(text).unwrap_or_else(|| panic!("{text} begins with a number"));
        assert_eq!((read, &text[..length]), (value, number));
    }

    #[test]
    fn numbers_end_where_they_end() {
        reads("344.00us", 344.0, "344.00");
        reads("12.40k", 12.4, "12.40");
        reads("850,894.28", 850_894.28, "850,894.28");
        reads("1,036.8 ms", 1036.8, "1,036.8");
        reads("1\u{202f}000\u{202f}000 rows", 1e6, "1\u{202f}000\u{202f}000");
        reads("\u{2212}53", -53.0, "\u{2212}53");
        reads("+32%", 32.0, "+32");
        reads("5.0034895e+06", 5_003_489.5, "5.0034895e+06");
        reads("3e", 3.0, "3");
        reads(".5", 0.5, ".5");
    }

    #[test]
    fn what_is_no_group_of_three_ends_the_number() {
        reads("2,35", 2.0, "2");
        reads("1234,567", 1234.0, "1234");
        reads("1,2345", 1.0, "1");
        reads("40 80", 40.0, "40");
    }

    #[test]
    fn a_decimal_comma_is_read_where_it_is_allowed() {
        let read = |text: &'static str| leading_in_either(text).map(|(value, length)| (value, &text[..length]));
        for (text, value) in [("2,35", 2.35), ("2,6", 2.6), ("8.8", 8.8), ("1 000", 1000.0), ("12 345,6", 12345.6)] {
            assert_eq!(read(text), Some((value, text)));
        }
        assert_eq!(read("\u{2212}0,3 ms"), Some((-0.3, "\u{2212}0,3")));
        assert_eq!(read("5, 6"), Some((5.0, "5")));
        // One number in English and another in French.
        assert_eq!(read("2,350"), None);
    }

    #[test]
    fn where_a_comma_is_known_to_stand_before_decimals_three_of_them_are_no_thousands() {
        let read = ["12,500", "0,123", "\u{2212}1,250", "1234,5", "7"].map(behind_comma);
        assert_eq!(read, [Some(12.5), Some(0.123), Some(-1.25), Some(1234.5), Some(7.0)]);
        assert!(
            ["1.234,500", "1,234,567", ",5", "5,", "", "12,5x"].into_iter().all(|text| behind_comma(text).is_none())
        );
    }

    #[test]
    fn what_begins_with_no_digit_is_no_number() {
        for text in ["", "-", ".", "v1.7", "-nan", "e5", ",5"] {
            assert_eq!(leading(text), None, "{text}");
        }
        assert!(["-nan", "NaN", "inf", "-Infinity"].into_iter().all(is_not_finite));
        assert!(!is_not_finite("nano"));
    }
}
