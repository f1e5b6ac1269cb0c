//! The cells of a row, as people read them.

use crate::comparison::{Row, Sample};
use crate::metrics;
use crate::number;
use crate::units::{Quantity, Unit};

/// The cells of a row.
#[derive(Debug, Clone, Default)]
pub(super) struct Cells {
    pub(super) metric: String,
    pub(super) of: String,
    pub(super) old: String,
    pub(super) new: String,
    pub(super) change: String,
    pub(super) interval: String,
    pub(super) rounds: String,
    pub(super) verdict: String,
}

/// The heads of the columns, in the order of [`Cells::list`].
pub(super) const HEADS: [&str; 8] = ["metric", "of", "old", "new", "change", "interval", "rounds", "verdict"];

impl Cells {
    pub(super) fn of(row: &Row) -> Self {
        let unit = shown_unit(row);
        let medians =
            row.samples.each_ref().map(|sample| sample.as_ref().and_then(|sample| median_in(sample, row, unit)));
        // Both sides have the decimals of the smaller, so that they can be compared.
        let decimals = medians.iter().flatten().map(|value| number::decimals_for(*value, 4)).max().unwrap_or(0);
        let [old, new] = medians.map(|value| {
            let text = |value| number::with_unit(&number::format(value, decimals), unit).replace('\u{a0}', " ");
            value.map_or("–".to_owned(), text)
        });
        let counts = row.samples.each_ref().map(|sample| sample.as_ref().map_or(0, |sample| sample.values.len()));
        Self {
            metric: row.metric.name(),
            of: row.words.clone(),
            old,
            new,
            change: row.change.map_or("–".to_owned(), signed),
            interval: row
                .interval
                .map_or("–".to_owned(), |[low, high]| format!("{} to {}", signed(low), signed(high))),
            rounds: if counts[0] == counts[1] {
                counts[0].to_string()
            } else {
                format!("{}, {}", counts[0], counts[1])
            },
            verdict: row.why.english(),
        }
    }

    pub(super) fn list(&self) -> [&str; 8] {
        [&self.metric, &self.of, &self.old, &self.new, &self.change, &self.interval, &self.rounds, &self.verdict]
    }

    /// The figure in words.
    pub(super) fn name(&self) -> String {
        if self.of.is_empty() { self.metric.clone() } else { format!("{} ({})", self.metric, self.of) }
    }

    /// The change, or the verdict of what has none.
    pub(super) fn change_or_verdict(&self) -> &str {
        if self.change == "–" { &self.verdict } else { &self.change }
    }
}

fn median_in(sample: &Sample, row: &Row, unit: Unit) -> Option<f64> {
    Quantity { value: sample.median, unit: row.unit }.to(unit).map(|quantity| quantity.value)
}

/// The unit in which the values have few digits.
fn shown_unit(row: &Row) -> Unit {
    let own = row.unit;
    let largest = row.samples.iter().flatten().map(|sample| sample.median.abs()).fold(0.0, f64::max);
    let fits = |symbols: &[&'static str]| {
        let base = largest * own.base_scale();
        let units = symbols.iter().map(|symbol| Unit::named(symbol));
        // The largest unit of which there is at least one.
        units.rev().find(|unit| base >= unit.base_scale()).unwrap_or(Unit::named(symbols[0]))
    };
    if largest == 0.0 {
        return own;
    }
    if own.is_time() {
        return fits(&["ns", "µs", "ms", "s"]);
    }
    if own.fits(Unit::named("B")) {
        return fits(&["B", "kB", "MB", "GB"]);
    }
    let known = metrics::find(&row.metric.metric).map(|known| Unit::named(known.unit));
    known.filter(|known| own.is_plain() && known.fits(own)).unwrap_or(own)
}

/// A relative change with its sign: `+10.3%`.
pub(super) fn signed(change: f64) -> String {
    let percent = change * 100.0;
    let decimals = match percent.abs() {
        size if size < 0.995 => 2,
        size if size < 999.5 => 1,
        _ => 0,
    };
    let text = number::format(percent, decimals);
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    match percent {
        _ if is_zero => "0%".to_owned(),
        percent if percent > 0.0 => format!("+{text}%"),
        _ => format!("{text}%"),
    }
}

/// A share as a percentage with as few digits as it has.
pub(super) fn percent(share: f64) -> String {
    let percent = (share * 1e8).round() / 1e6;
    format!("{percent}%")
}

/// A whole number with its thousands in groups.
pub(super) fn whole(count: usize) -> String {
    number::format(count as f64, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_signs_and_few_digits() {
        for (change, text) in [
            (0.1034, "+10.3%"),
            (-0.05, "\u{2212}5.0%"),
            (0.0034, "+0.34%"),
            (0.0, "0%"),
            (-0.00001, "0%"),
            (23.5, "+2,350%"),
            (0.00996, "+1.0%"),
        ] {
            assert_eq!(signed(change), text);
        }
        assert_eq!((percent(0.99), percent(0.005)), ("99%".to_owned(), "0.5%".to_owned()));
    }
}
