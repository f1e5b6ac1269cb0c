//! The units that tools print behind numbers.

use crate::formats::number;
use crate::units::Unit;

/// The unit that a suffix stands for.
pub type Suffixes = fn(&str) -> Option<&'static str>;

/// `ms`, `µs`, `secs` and so on.
pub fn time(suffix: &str) -> Option<&'static str> {
    const TIMES: [&str; 5] = ["ns", "µs", "ms", "min", "h"];
    match suffix {
        "s" | "sec" | "secs" | "seconds" => Some("s"),
        "us" | "μs" => Some("µs"),
        "m" => Some("min"),
        _ => TIMES.into_iter().find(|unit| *unit == suffix),
    }
}

/// Sizes where `KB` is 1,024 bytes, and so on.
pub fn binary(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "B" | "bytes" => "B",
        "KB" | "KiB" => "KiB",
        "MB" | "MiB" => "MiB",
        "GB" | "GiB" => "GiB",
        "TB" | "TiB" => "TiB",
        _ => return None,
    })
}

/// The same per second, with or without `/s`.
pub fn binary_rate(suffix: &str) -> Option<&'static str> {
    Some(match binary(suffix.strip_suffix("/s").unwrap_or(suffix))? {
        "KiB" => "KiB/s",
        "MiB" => "MiB/s",
        "GiB" => "GiB/s",
        "TiB" => "TiB/s",
        _ => "B/s",
    })
}

/// Sizes where `kB` is 1,000 bytes, and so on.
pub fn decimal(suffix: &str) -> Option<&'static str> {
    ["B", "kB", "MB", "GB", "TB"].into_iter().find(|unit| *unit == suffix)
}

/// The same per second, without `/s`.
pub fn decimal_rate(suffix: &str) -> Option<&'static str> {
    Some(match decimal(suffix)? {
        "kB" => "kB/s",
        "MB" => "MB/s",
        "GB" => "GB/s",
        "TB" => "TB/s",
        _ => "B/s",
    })
}

/// Requests, in thousands with `k` and in millions with `M`.
pub fn requests(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "" => "req",
        "k" => "kreq",
        "M" => "Mreq",
        _ => return None,
    })
}

/// Requests per second, in thousands with `k` and in millions with `M`; `req/s` may follow.
pub fn request_rate(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "" | "req/s" => "req/s",
        "k" => "kreq/s",
        "M" => "Mreq/s",
        _ => return None,
    })
}

/// A percent sign, or none.
pub fn percent(suffix: &str) -> Option<&'static str> {
    matches!(suffix, "%" | "").then_some("%")
}

/// The seconds of a duration in parts, such as `1m20.5s`.
pub fn compound(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let (value, length) = number::leading(rest)?;
        let after = &rest[length..];
        let unit = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        seconds += value * Unit::named(time(&after[..unit])?).base_scale();
        rest = &after[unit..];
    }
    (!text.is_empty()).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kilobyte_is_what_the_tool_means_by_it() {
        assert_eq!((binary("KB"), decimal("kB"), decimal("KB")), (Some("KiB"), Some("kB"), None));
        assert_eq!(
            (binary_rate("MB/s"), binary_rate("KiB"), decimal_rate("B")),
            (Some("MiB/s"), Some("KiB/s"), Some("B/s"))
        );
    }

    #[test]
    fn durations_add_up() {
        assert_eq!(compound("1m20.5s"), Some(80.5));
        assert_eq!(compound("1h0m3s"), Some(3603.0));
        assert_eq!(compound("30s"), Some(30.0));
        assert_eq!((compound(""), compound("1m20"), compound("1x")), (None, None, None));
    }
}
