//! The values of a row, by the kind of its metric.

use crate::formats::k6::entry::{Type, trend_statistic};
use crate::formats::transcript::{Printed, printed, time};
use crate::model::Statistic;
use crate::units::Unit;

/// The values of a row.
#[derive(Debug)]
pub(super) enum Cells<'a> {
    /// A sum, and its rate per second.
    Counter(Amount<'a>, Amount<'a>),
    /// The last value, the smallest, the largest.
    Gauge(Vec<(Statistic, Amount<'a>)>),
    /// A share in percent; samples that were not zero; samples that were, or all samples.
    Rate(Printed<'a>, Printed<'a>, Others<'a>),
    /// Statistics of a distribution.
    Trend(Vec<(Statistic, Amount<'a>)>),
}

/// What a row of a rate counts besides the samples that were not zero.
#[derive(Debug)]
pub(super) enum Others<'a> {
    /// `✗ 227`: the samples that were zero.
    Zero(Printed<'a>),
    /// `out of 247`: all samples.
    All(Printed<'a>),
}

/// A number with its unit; none where the text gives none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount<'a> {
    /// The number; of a compound such as `1m20s` the whole, in seconds.
    pub(super) printed: Printed<'a>,
    /// The unit.
    pub(super) unit: Option<Unit>,
}

impl<'a> Cells<'a> {
    /// Understands the values of a row.
    pub(super) fn parse(values: &'a str) -> Option<Self> {
        let words: Vec<&str> = values.split_whitespace().collect();
        match words[..] {
            [share, "✓", hits, "✗", misses] => {
                Some(Self::Rate(percent(share)?, whole(hits)?, Others::Zero(whole(misses)?)))
            }
            [share, hits, "out", "of", all] => {
                Some(Self::Rate(percent(share)?, whole(hits)?, Others::All(whole(all)?)))
            }
            [first, ..] if first.contains('=') => Some(Self::Trend(statistics(&words)?)),
            [first, ref rest @ ..] if rest.first().is_some_and(|word| word.contains('=')) => {
                let mut cells = statistics(rest)?;
                cells.insert(0, (Statistic::Value, amount(first, None)?));
                Some(Self::Gauge(cells))
            }
            [sum, rate] => Some(Self::Counter(amount(sum, None)?, per_second(amount(rate, None)?)?)),
            [sum, unit, rate, rate_unit] => {
                Some(Self::Counter(amount(sum, Some(unit))?, amount(rate, Some(rate_unit))?))
            }
            _ => None,
        }
    }

    /// The kind of the metric.
    pub(super) fn kind(&self) -> Type {
        match self {
            Self::Counter(..) => Type::Counter,
            Self::Gauge(_) => Type::Gauge,
            Self::Rate(..) => Type::Rate,
            Self::Trend(_) => Type::Trend,
        }
    }

    /// Whether a trend is 0 throughout.
    pub(super) fn is_zero(&self) -> bool {
        let Self::Trend(cells) = self else { return false };
        cells.iter().filter(|(statistic, _)| statistic.is_distribution()).all(|(_, amount)| amount.printed.value == 0.0)
    }
}

/// The cells `avg=3.89ms`, `count=247`, and `max=1.2 kB` with its unit in a word of its own.
fn statistics<'a>(words: &[&'a str]) -> Option<Vec<(Statistic, Amount<'a>)>> {
    let mut cells = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let (key, value) = word.split_once('=')?;
        let unit = words.next_if(|next| !next.contains('='));
        cells.push((trend_statistic(key)?, amount(value, unit.copied())?));
    }
    // A time without its unit lost it with the end of its line.
    let has_unit = |(_, amount): &(Statistic, Amount<'_>)| amount.unit.is_some();
    let mut times = cells.iter().filter(|(statistic, _)| statistic.is_distribution());
    let is_alike = times.next().is_none_or(|first| times.all(|other| has_unit(other) == has_unit(first)));
    is_alike.then_some(cells)
}

/// The number in a word; its unit may follow in the same word or be a word of its own.
fn amount<'a>(word: &'a str, unit: Option<&str>) -> Option<Amount<'a>> {
    let printed = printed(word)?;
    let unit = match (printed.suffix, unit) {
        ("", None) => None,
        ("", Some(unit)) => Some(Unit::named(known(unit)?)),
        ("/s", None) => Some(Unit::named("/s")),
        (_, Some(_)) => return None,
        (suffix, None) => match time(suffix) {
            Some(unit) => Some(unit),
            None => return compound(word),
        },
    };
    Some(Amount { printed, unit })
}

/// The unit of a count that is given per second is not printed.
fn per_second(rate: Amount<'_>) -> Option<Amount<'_>> {
    (rate.printed.suffix == "/s").then_some(Amount { unit: None, ..rate })
}

fn known(unit: &str) -> Option<&str> {
    let bytes = unit.strip_suffix("/s").unwrap_or(unit);
    ["B", "kB", "MB", "GB", "TB"].contains(&bytes).then_some(unit)
}

/// A time such as `1m20s` or `1h2m3s`, in seconds.
fn compound(word: &str) -> Option<Amount<'_>> {
    let mut rest = word;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let Printed { value, suffix, .. } = printed(rest)?;
        let end = suffix.find(|c: char| c.is_ascii_digit()).unwrap_or(suffix.len());
        seconds += value * time(&suffix[..end])?.base_scale();
        rest = &suffix[end..];
    }
    let printed = Printed { value: seconds, digits: word, suffix: "" };
    Some(Amount { printed, unit: Some(Unit::named("s")) })
}

fn percent(word: &str) -> Option<Printed<'_>> {
    printed(word).filter(|share| share.suffix == "%" && (0.0..=100.0).contains(&share.value))
}

fn whole(word: &str) -> Option<Printed<'_>> {
    printed(word).filter(|count| count.suffix.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(values: &str) -> Vec<(String, f64, &str, &str)> {
        let Some(Cells::Trend(cells)) = Cells::parse(values) else { panic!("{values} is a trend") };
        let unit = |amount: &Amount<'_>| amount.unit.map_or("", Unit::symbol);
        cells.iter().map(|(s, a)| (s.name(), a.printed.value, a.printed.digits, unit(a))).collect()
    }

    #[test]
    fn cells_have_units_of_their_own() {
        let cells = trend("avg=3.89ms min=252.96\u{b5}s max=1m20s p(99.9)=1.5 kB count=247");
        let expected = [
            ("mean", 3.89, "3.89", "ms"),
            ("min", 252.96, "252.96", "\u{b5}s"),
            ("max", 80.0, "1m20s", "s"),
            ("p99.9", 1.5, "1.5", "kB"),
            ("count", 247.0, "247", ""),
        ];
        assert_eq!(cells, expected.map(|(name, value, digits, unit)| (name.to_owned(), value, digits, unit)));
    }

    #[test]
    fn kinds_are_told_by_their_form() {
        let kind = |values| Cells::parse(values).map(|cells| cells.kind());
        assert_eq!(kind("247    82.265965/s"), Some(Type::Counter));
        assert_eq!(kind("49 kB  16 kB/s"), Some(Type::Counter));
        assert_eq!(kind("92     min=0       max=99"), Some(Type::Gauge));
        assert_eq!(kind("9.56%  ✓ 24        ✗ 227"), Some(Type::Rate));
        assert_eq!(kind("8.09% 20 out of 247"), Some(Type::Rate));
        for values in [
            "avg=3.5µs p(90)=3.5",
            "",
            "247",
            "101% 1 out of 2",
            "avg=x",
            "avg=1ms p(",
            "49 kX 16 kX/s",
            "1 2",
            "p(101)=3ms",
        ] {
            assert_eq!(kind(values), None, "{values}");
        }
    }
}
