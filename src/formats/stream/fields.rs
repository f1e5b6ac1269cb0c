//! Numbers and times of records.

/// A decimal number of 0 or more as whole parts of `10^-decimals`; what is finer is rounded.
pub fn ticks(text: &str, decimals: u32) -> Option<u64> {
    let bytes = text.as_bytes();
    let whole = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (mut value, mut left) = (digits(&bytes[..whole])?, decimals);
    let rest = match &bytes[whole..] {
        [b'.', fraction @ ..] if whole > 0 => fraction,
        [] if whole > 0 => return value.checked_mul(10_u64.checked_pow(left)?),
        _ => return rounded(text, decimals),
    };
    if rest.is_empty() || rest.len() > decimals as usize || !rest.iter().all(u8::is_ascii_digit) {
        return rounded(text, decimals);
    }
    for byte in rest {
        value = value.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
        left -= 1;
    }
    value.checked_mul(10_u64.checked_pow(left)?)
}

/// How many decimals of a unit of time are whole nanoseconds.
pub fn decimals_of(unit: &str) -> u32 {
    match unit {
        "s" => 9,
        "ms" => 6,
        "µs" => 3,
        _ => 0,
    }
}

/// A number with an exponent, or with more decimals than there are ticks.
fn rounded(text: &str, decimals: u32) -> Option<u64> {
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    let value = text.parse::<f64>().ok().filter(|value| begins && value.is_finite())?;
    let ticks = (value * 10_f64.powi(decimals as i32)).round();
    // Above 2^63 it is no measurement; below, the conversion cuts nothing.
    (ticks < 9.2e18).then_some(ticks as u64)
}

/// A whole number of decimal digits; none of nothing.
pub fn digits(bytes: &[u8]) -> Option<u64> {
    if bytes.is_empty() || bytes.len() > 19 {
        return None;
    }
    let (eights, rest) = bytes.as_chunks();
    let whole = eights.iter().try_fold(0_u64, |value, eight| {
        Some(value.wrapping_mul(100_000_000).wrapping_add(eight_digits(u64::from_le_bytes(*eight))?))
    })?;
    rest.iter().try_fold(whole, |value, byte| {
        byte.is_ascii_digit().then(|| value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')))
    })
}

/// Eight digits at once, of which the first stands in the lowest byte: neighbours are joined to numbers of two
/// digits, these to numbers of four, and these to one of eight.
fn eight_digits(text: u64) -> Option<u64> {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    // The highest bit of a byte is set where it is less than `0`, more than `9`, or no ASCII.
    let below = text.wrapping_sub(u64::from_ne_bytes([b'0'; 8]));
    let above = text.wrapping_add(u64::from_ne_bytes([0x7f - b'9'; 8]));
    if (text | below | above) & HIGH != 0 {
        return None;
    }
    let join = |numbers: u64, bits: u32, factor: u64, mask: u64| (numbers & mask) * factor + (numbers >> bits & mask);
    let twos = join(below, 8, 10, 0x00ff_00ff_00ff_00ff);
    let fours = join(twos, 16, 100, 0x0000_ffff_0000_ffff);
    Some(join(fours, 32, 10_000, 0xffff_ffff))
}

/// A time of RFC 3339 in nanoseconds since 1970: `2026-11-30T07:46:56.727996771+02:00`.
pub fn rfc3339(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| digits(bytes.get(range)?).map(|number| number as i64);
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    let is_time = marks.iter().all(|(at, mark)| bytes.get(*at) == Some(mark))
        && matches!(bytes.get(10), Some(b'T' | b't' | b' '));
    if !is_time {
        return None;
    }
    let (day, clock) =
        (days(number(0..4)?, number(5..7)?, number(8..10)?), [number(11..13)?, number(14..16)?, number(17..19)?]);
    let mut rest = &bytes[19..];
    let mut nanos = 0;
    if let [b'.', after @ ..] = rest {
        let length = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let shown = length.min(9);
        nanos = digits(&after[..shown])? as i64 * 10_i64.pow(9 - shown as u32);
        rest = &after[length..];
    }
    let offset = match rest {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), hours @ .., _, _, _] if rest.len() == 6 => {
            let minutes = digits(hours)? as i64 * 60 + digits(&rest[4..])? as i64;
            if *sign == b'-' { -minutes } else { minutes }
        }
        _ => return None,
    };
    let seconds = day * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2] - offset * 60;
    seconds.checked_mul(1_000_000_000)?.checked_add(nanos)
}

/// A time in nanoseconds as records write it: a number in a unit of time, or of RFC 3339 where there is no unit.
pub fn written(nanos: i64, unit: &str) -> String {
    const SECOND: i64 = 1_000_000_000;
    if !unit.is_empty() {
        let whole = 10_i64.pow(decimals_of(unit));
        let sign = if nanos < 0 { "-" } else { "" };
        let (above, below) = (nanos.unsigned_abs() / whole.unsigned_abs(), nanos.unsigned_abs() % whole.unsigned_abs());
        return format!("{sign}{above}{}", fraction(below, decimals_of(unit)));
    }
    let (seconds, below) = (nanos.div_euclid(SECOND), nanos.rem_euclid(SECOND));
    let [year, month, day] = date(seconds.div_euclid(86_400));
    let [hour, minute, second] =
        [3_600, 60, 1].map(|part| seconds.rem_euclid(86_400) / part % if part == 3_600 { 24 } else { 60 });
    let below = fraction(below.unsigned_abs(), 9);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{below}Z")
}

/// Decimals after a point, without zeros at the end; nothing when all are zeros.
fn fraction(below: u64, decimals: u32) -> String {
    if below == 0 {
        String::new()
    } else {
        format!(".{below:0width$}", width = decimals as usize).trim_end_matches('0').to_owned()
    }
}

/// Year, month and day of a number of days since 1970.
fn date(number: i64) -> [i64; 3] {
    // In 400 years there are as many days as these; a year is 365.2425 of them.
    let mut year = 1970 + (number * 400).div_euclid(146_097);
    while days(year + 1, 1, 1) <= number {
        year += 1;
    }
    while days(year, 1, 1) > number {
        year -= 1;
    }
    let month = (1..=12).rev().find(|month| days(year, *month, 1) <= number).unwrap_or(1);
    [year, month, number - days(year, month, 1) + 1]
}

/// Days since 1970 of a day of the Gregorian calendar: years begin in March, so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_ticks() {
        let cases = [
            ("917", 917_000_000),
            ("1.121218", 1_121_218),
            ("0", 0),
            ("0.5", 500_000),
            ("1e-05", 10),
            ("2.0000004", 2_000_000),
        ];
        for (text, expected) in cases {
            assert_eq!(ticks(text, 6), Some(expected), "{text}");
        }
        for wrong in ["", "-1", ".5", "1.", "x", "1,5", "NaN", "inf", "+1", "1e300", "99999999999999999999"] {
            let lenient = wrong == "1.";
            assert_eq!(ticks(wrong, 6).is_some(), lenient, "{wrong}");
        }
    }

    #[test]
    fn digits_are_read_as_the_standard_library_reads_them() {
        for length in 1..=19 {
            let text = &"9081726354463728190"[..length];
            assert_eq!(digits(text.as_bytes()), text.parse().ok(), "{text}");
            // A byte that is no digit, wherever it stands.
            for (place, wrong) in (0..length).flat_map(|place| (0..=255_u8).map(move |byte| (place, byte))) {
                let mut bytes = text.as_bytes().to_vec();
                bytes[place] = wrong;
                let expected = std::str::from_utf8(&bytes).ok().filter(|text| !text.starts_with('+'));
                assert_eq!(digits(&bytes), expected.and_then(|text| text.parse().ok()), "{bytes:?}");
            }
        }
        assert_eq!((digits(b""), digits(&[b'1'; 20])), (None, None));
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        for text in
            ["2026-11-30T07:46:56.727996771Z", "2000-02-29T00:00:00Z", "1999-12-31T23:59:59.5Z", "1970-01-01T00:00:00Z"]
        {
            assert_eq!(rfc3339(text).map(|nanos| written(nanos, "")).as_deref(), Some(text));
        }
        let cases = [(1_500_000, "ms", "1.5"), (2_000_000_000, "s", "2"), (-1, "ns", "-1"), (10_000, "µs", "10")];
        for (nanos, unit, text) in cases {
            assert_eq!(written(nanos, unit), text);
        }
    }

    #[test]
    fn times_are_those_of_date() {
        // `date -ud … +%s` gives 1796024816, 1694199790 and 951782400.
        assert_eq!(rfc3339("2026-11-30T07:46:56.727996771Z"), Some(1_796_024_816_727_996_771));
        assert_eq!(rfc3339("2023-09-08T21:03:10.549397854+02:00"), Some(1_694_199_790_549_397_854));
        assert_eq!(rfc3339("2000-02-29T00:00:00Z"), Some(951_782_400_000_000_000));
        for wrong in ["", "2026-11-30", "2026-11-30T07:46:56", "2026-11-30T07:46:56+2:00", "2026/11/30T07:46:56Z"] {
            assert_eq!(rfc3339(wrong), None, "{wrong}");
        }
    }
}
