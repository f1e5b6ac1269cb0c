//! Numbers that name what was measured: `64`, `16KiB`, `1mb`, `4k`, `-20`.

use crate::units::Unit;

/// How much each name stands for, in base units: a number alone or with a unit behind it. In names letters are as
/// people type them, so that `kb` is kB; `m` is a minute, and a million beside `k` or `g`.
pub fn amounts(names: &[&str]) -> Vec<Option<f64>> {
    let parts: Vec<Option<(f64, &str)>> = names.iter().map(|name| parts(name)).collect();
    let is_counted = |tail: &str| matches!(tail, "k" | "K" | "g" | "G");
    let has_thousands = parts.iter().flatten().any(|(_, tail)| is_counted(tail));
    let amount = |(value, tail): (f64, &str)| Some(value * scale(tail, has_thousands)?);
    parts.into_iter().map(|part| part.and_then(amount)).collect()
}

/// The number and what stands behind it.
fn parts(name: &str) -> Option<(f64, &str)> {
    let negative = name.strip_prefix(['-', '\u{2212}']);
    let text = negative.unwrap_or(name);
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let value: f64 = text[..end].parse().ok()?;
    Some((if negative.is_some() { -value } else { value }, text[end..].trim()))
}

fn scale(tail: &str, has_thousands: bool) -> Option<f64> {
    let of = |symbol: &str| Unit::named(symbol).base_scale();
    match tail {
        "k" | "K" => Some(1e3),
        "M" => Some(1e6),
        "m" if has_thousands => Some(1e6),
        "g" | "G" => Some(1e9),
        known if Unit::is_known(known) => Some(of(known)),
        typed => match typed.to_lowercase().as_str() {
            "kb" => Some(of("kB")),
            "mb" => Some(of("MB")),
            "gb" => Some(of("GB")),
            "tb" => Some(of("TB")),
            "kib" | "ki" => Some(of("KiB")),
            "mib" | "mi" => Some(of("MiB")),
            "gib" | "gi" => Some(of("GiB")),
            "mins" => Some(of("min")),
            other => Unit::is_known(other).then(|| of(other)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_amounts() {
        for (name, amount) in [
            ("64", Some(64.0)),
            ("0.5", Some(0.5)),
            ("-20", Some(-20.0)),
            ("\u{2212}20", Some(-20.0)),
            ("16KiB", Some(16_384.0)),
            ("64kb", Some(64_000.0)),
            ("1mb", Some(1e6)),
            ("4 GB", Some(4e9)),
            ("250ms", Some(0.25)),
            ("2m", Some(120.0)),
            ("10 mins", Some(600.0)),
            ("5M", Some(5e6)),
            ("q1", None),
            ("8 sockets", None),
            ("1.2.3", None),
            ("", None),
        ] {
            assert_eq!(amounts(&[name]), [amount], "{name}");
        }
        assert_eq!(amounts(&["10k", "1m"]), [Some(1e4), Some(1e6)]);
    }
}
