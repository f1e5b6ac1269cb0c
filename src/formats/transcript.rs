//! Takes numbers out of a text into runs, each with its place.
//!
//! What a text reader cuts out of the text stays a slice of it, so that a number's bytes are where
//! its slice lies.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::json::collector::Measure;
pub(in crate::formats) use super::lines::heading;
use super::lines::{self, Places};
use super::{Problem, Reading, number};
use crate::diagnostic::Code;
use crate::model::{Absence, Fact, Locator, Observation, Run, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// A text, the run being read from it, and what was found to be wrong.
pub struct Transcript<'a> {
    shown: &'a str,
    places: Places<'a>,
    /// The run being read.
    pub run: Run,
    /// What is wrong.
    pub problems: Vec<Problem>,
    taken: BTreeSet<(Arc<str>, Statistic)>,
}

/// A number and what stands behind it in the same word: `3.89ms`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed<'a> {
    /// The number.
    pub value: f64,
    /// Its text.
    pub digits: &'a str,
    /// What follows it: a unit, a sign of percent, nothing.
    pub suffix: &'a str,
}

const NO_SAMPLES: &str = "the tool had no samples of it";

/// The text as a terminal shows it, byte for byte in place.
pub fn shown(text: &str) -> Cow<'_, str> {
    lines::shown(text)
}

/// Splits a word into a number and its suffix.
pub fn printed(word: &str) -> Option<Printed<'_>> {
    let (value, length) = number::leading(word)?;
    let (digits, suffix) = word.split_at(length);
    (value.is_finite() && !digits.contains(',')).then_some(Printed { value, digits, suffix })
}

/// The unit of time that a suffix stands for.
pub fn time(suffix: &str) -> Option<Unit> {
    let is_time = ["ns", "us", "µs", "μs", "ms", "s", "m", "h"].contains(&suffix);
    is_time.then(|| Unit::named(suffix))
}

impl<'a> Transcript<'a> {
    /// The transcript of a text, of which `shown` is what a terminal shows.
    pub fn new(text: &'a str, shown: &'a str) -> Self {
        let (run, problems, taken) = (Run::default(), Vec::new(), BTreeSet::new());
        Self { shown, places: Places::new(text), run, problems, taken }
    }

    /// Takes a number that stands alone, such as `247`.
    pub fn take(&mut self, word: &str, measure: &Measure) {
        match printed(word) {
            Some(printed) if printed.suffix.is_empty() => self.observe(&printed, measure),
            _ if number::is_not_finite(word) => self.absent(measure, NO_SAMPLES),
            _ => self.no_number(word, measure),
        }
    }

    /// Takes a time with its unit, such as `3.89ms`.
    pub fn take_time(&mut self, word: &str, measure: &Measure) {
        match printed(word).and_then(|printed| Some((printed, time(printed.suffix)?))) {
            Some((printed, unit)) => self.observe(&printed, &Measure { unit, ..measure.clone() }),
            None if number::is_not_finite(word) => self.absent(measure, NO_SAMPLES),
            None => self.no_number(word, measure),
        }
    }

    /// Takes a number at the place of its digits. A second one for the same metric and statistic
    /// says the same again and is passed over.
    pub fn observe(&mut self, printed: &Printed<'_>, measure: &Measure) {
        let locator = self.places.locator(self.span(printed.digits));
        self.observe_at(printed, measure, locator);
    }

    /// Takes a number that is found by another locator than its line and column.
    pub fn observe_at(&mut self, printed: &Printed<'_>, measure: &Measure, locator: Locator) {
        if !measure.range.holds(printed.value) {
            let message =
                format!("`{}` is {}, but can only be {}", measure.metric, printed.digits, measure.range.words());
            return self.wrong(printed.digits, message);
        }
        if self.is_new(measure) {
            let span = self.span(printed.digits);
            let Measure { metric, statistic, unit, described, within, .. } = measure;
            let observation = Observation::measured(metric, *statistic, printed.value, *unit, span, locator);
            let said = observation.with(|of| (of.described, of.within) = (described.clone(), *within));
            self.run.observations.push(said);
        }
    }

    /// Notes that the tool has no value for a statistic.
    pub fn absent(&mut self, measure: &Measure, why: &'static str) {
        if self.is_new(measure) {
            let metric = Arc::clone(&measure.metric);
            self.run.absent.push(Absence { metric, statistic: measure.statistic, why });
        }
    }

    /// Notes what the text says of its run.
    pub fn fact(&mut self, name: &'static str, text: &str) {
        if !text.is_empty() {
            self.run.facts.push(Fact { name, value: text.into(), span: self.span(text) });
        }
    }

    /// Notes that something cannot be what the tool wrote.
    pub fn wrong(&mut self, part: &str, message: impl Into<String>) {
        let help = "restore the file as the tool wrote it, or leave it out with `leave_out`";
        self.problems.push(Problem::new(Code::Malformed, self.span(part), message).help(help));
    }

    /// Notes that the text ends before the tool was done.
    pub fn cut_off(&mut self, part: &str, message: impl Into<String>) {
        let help = "take the whole output, or leave the file out with `leave_out`";
        self.problems.push(Problem::new(Code::Truncated, self.span(part), message).help(help));
    }

    /// Where a part of the text lies.
    pub fn span(&self, part: &str) -> Span {
        Span::of(part, self.shown)
    }

    /// The line and column of a part of the text.
    pub fn locator(&self, part: &str) -> Locator {
        self.places.locator(self.span(part))
    }

    /// The run that was read; the next one begins.
    pub fn end_run(&mut self) -> Run {
        self.taken.clear();
        std::mem::take(&mut self.run)
    }

    /// What was read, as runs of that tool.
    pub fn finish(self, tool: impl Into<String>, runs: Vec<Run>) -> Reading {
        Reading { tool: tool.into(), runs, problems: self.problems }
    }

    fn no_number(&mut self, word: &str, measure: &Measure) {
        self.wrong(word, format!("`{word}` is no {} that the tool can have printed", measure.metric));
    }

    fn is_new(&mut self, measure: &Measure) -> bool {
        self.taken.insert((Arc::clone(&measure.metric), measure.statistic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_into_number_and_suffix() {
        let split = |word| printed(word).map(|printed| (printed.value, printed.digits, printed.suffix));
        assert_eq!(split("252.96µs"), Some((252.96, "252.96", "µs")));
        assert_eq!(split("9.56%"), Some((9.56, "9.56", "%")));
        assert_eq!(split("1.7960264931479247e+09"), Some((1_796_026_493.147_924_7, "1.7960264931479247e+09", "")));
        assert_eq!((split("avg"), split("1,000"), split("NaN")), (None, None, None));
    }

    #[test]
    fn numbers_out_of_range_are_problems() {
        let text = "rate -3 nan";
        let mut transcript = Transcript::new(text, text);
        let measure = |metric| Measure::new(metric, Statistic::Rate, Unit::named("req/s"));
        transcript.take(&text[5..7], &measure("rps"));
        transcript.take(&text[8..], &measure("transfer"));
        let [problem] = &transcript.problems[..] else { panic!("one problem") };
        assert_eq!(&text[problem.span.range()], "-3");
        assert!(transcript.run.observations.is_empty());
        assert_eq!(&*transcript.run.absent[0].metric, "transfer");
    }
}
