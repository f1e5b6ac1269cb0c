//! What one run printed, as slices of the log, before it is written down.

use crate::formats::json::collector::{Measure, Range};
use crate::formats::number;
use crate::formats::scribe::suffix::{self, Suffixes};
use crate::model::{Percentile, Statistic};
use crate::units::{Quantity, Unit};

/// What one run printed.
#[derive(Debug, Default)]
pub struct Draft<'a> {
    /// The numbers.
    pub items: Vec<Item<'a>>,
    /// What the output says about the run.
    pub facts: Vec<(&'static str, &'a str)>,
    /// Upper bounds of a histogram with their counts.
    pub histogram: Vec<(Quantity, &'a str)>,
    /// Percentiles with their latency in milliseconds.
    pub spectrum: Vec<(Percentile, &'a str)>,
    /// Whether any request got a response.
    pub is_answered: bool,
    /// Counts that the tool prints only when they are not zero.
    pub silent: &'static [&'static str],
    /// The line that shows the output to be complete.
    pub last_line: &'a str,
    /// Lines that stand where the tool prints something else.
    pub wrong: Vec<&'a str>,
}

/// A printed number and what it measures.
#[derive(Debug)]
pub struct Item<'a> {
    /// The number, with the unit behind it if there is one.
    pub text: &'a str,
    /// What it measures; the unit is that of a number without a suffix.
    pub measure: Measure,
    /// What suffixes mean; none where the tool prints none.
    pub suffixes: Option<Suffixes>,
    /// Whether it is measured on responses, so that there is none without one.
    pub needs_response: bool,
    /// Why there is no value, where the text does not matter.
    pub missing: Option<&'static str>,
}

/// A number as it was printed.
#[derive(Debug, Clone, Copy)]
pub struct Amount<'a> {
    /// The value in the unit.
    pub value: f64,
    /// The exact text of the number.
    pub text: &'a str,
    /// The unit.
    pub unit: Unit,
}

impl<'a> Draft<'a> {
    /// Adds a number.
    pub fn push(&mut self, item: Item<'a>) {
        self.items.push(item);
    }

    /// Adds a count of requests, a whole number.
    pub fn count(&mut self, text: &'a str, metric: &str) {
        self.push(Item::new(text, metric, Statistic::Count, "req").whole());
    }

    /// Adds a latency with its unit behind it.
    pub fn latency(&mut self, text: &'a str, statistic: Statistic) {
        self.push(Item::new(text, "latency", statistic, "s").suffixed(suffix::time).of_response());
    }

    /// Adds what the output says about the run.
    pub fn fact(&mut self, name: &'static str, text: &'a str) {
        self.facts.push((name, text));
    }
}

impl<'a> Item<'a> {
    /// A number of 0 or more, without a suffix, in that unit.
    pub fn new(text: &'a str, metric: &str, statistic: Statistic, unit: &str) -> Self {
        let measure = Measure::new(metric, statistic, Unit::named(unit));
        Self { text: text.trim(), measure, suffixes: None, needs_response: false, missing: None }
    }

    /// The same, with a unit behind the number.
    pub fn suffixed(self, suffixes: Suffixes) -> Self {
        Self { suffixes: Some(suffixes), ..self }
    }

    /// The same, measured on responses.
    pub fn of_response(self) -> Self {
        Self { needs_response: true, ..self }
    }

    /// The same, without a value.
    pub fn missing(self, why: &'static str) -> Self {
        Self { missing: Some(why), ..self }
    }

    /// The same, a whole number.
    pub fn whole(self) -> Self {
        Self { measure: self.measure.range(Range::Whole), ..self }
    }

    /// The same, 0 to 100 percent.
    pub fn percent(self) -> Self {
        let measure = Measure { unit: Unit::percent(), ..self.measure.range(Range::NotNegative) };
        Self { measure, suffixes: Some(suffix::percent), ..self }
    }

    /// The same, with what the tool means by it.
    pub fn described(self, words: &'static str) -> Self {
        Self { measure: self.measure.described(words), ..self }
    }

    /// Whether it is a percentile.
    pub fn is_percentile(&self) -> bool {
        matches!(self.measure.statistic, Statistic::Percentile(_))
    }

    /// The first word of the text, without a percent sign.
    pub fn first_word(&self) -> &'a str {
        self.text.split_whitespace().next().unwrap_or_default().trim_end_matches('%')
    }

    /// The number, if the text is one.
    pub fn amount(&self) -> Option<Amount<'a>> {
        let (value, length) = number::leading(self.text).filter(|(value, _)| value.is_finite())?;
        let (text, suffix) = self.text.split_at(length);
        let suffix = suffix.trim();
        let Some(suffixes) = self.suffixes else {
            return suffix.is_empty().then_some(Amount { value, text, unit: self.measure.unit });
        };
        match suffixes(suffix) {
            Some(unit) => Some(Amount { value, text, unit: Unit::named(unit) }),
            None if self.measure.unit.is_time() => {
                suffix::compound(self.text).map(|value| Amount { value, text: self.text, unit: Unit::named("s") })
            }
            None => None,
        }
    }
}

/// The percentile of that many percent.
pub fn percentile(digits: &str) -> Option<Statistic> {
    Percentile::parse(digits.trim()).map(Statistic::Percentile)
}

/// The statistic that a table's column is headed with: `Avg`, `stdev`, `97.5%`, `p95`.
pub fn column(head: &str) -> Option<Statistic> {
    match head.to_ascii_lowercase().as_str() {
        "sd" => Some(Statistic::StdDev),
        name => name.strip_suffix('%').map_or_else(|| Statistic::parse(name), percentile),
    }
}
