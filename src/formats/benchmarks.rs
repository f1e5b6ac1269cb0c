//! What the readers of microbenchmarks share: a run for each benchmark, and numbers in cells and lines.
//!
//! The benchmark's name is the dimension `benchmark`; what a tool says beyond it (a group, a parameter,
//! a package) is a dimension of its own. Time per iteration is the metric `time`; the ends of an interval
//! of confidence are the low and the high end of a metric such as `time{mean, 95% interval}`.

use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{JsonError, Node, Value};
use super::lines::Places;
use super::table::rows::Cell;
use super::{Problem, Reading, number};
use crate::diagnostic::Code;
use crate::model::{Fact, Locator, Percentile, Statistic};
use crate::source::Span;
use crate::units::Unit;
use std::collections::BTreeMap;

/// The text of a number, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Part<'a> {
    /// The text, which should be a number and nothing else.
    pub(super) text: &'a str,
    /// Its bytes.
    pub(super) span: Span,
    /// Where it is, for people and programs.
    pub(super) locator: Locator,
}

const NOT_FINITE: &str = "the tool wrote that there is no number";
const RESTORE: &str = "restore the file as the tool wrote it, or leave it out with `leave_out`";

impl<'a> Part<'a> {
    /// A slice of a text whose places are known.
    pub(super) fn of_line(text: &'a str, shown: &str, places: &Places<'_>) -> Self {
        let span = Span::of(text, shown);
        Self { text, span, locator: places.locator(span) }
    }

    /// The text of a cell.
    pub(super) fn of_cell(cell: &Cell<'a>) -> Self {
        Self { text: cell.raw, span: cell.span, locator: cell.locator.clone() }
    }

    /// Takes the number. A text such as `NaN` or `N/A` is an absence; anything else is a problem. A second number
    /// for the same metric and statistic says the same again and is passed over.
    pub(super) fn take(&self, measure: &Measure, collector: &mut Collector) {
        self.take_as(number::leading(self.text), false, measure, collector);
    }

    /// The same of a tool that sets no thousands apart, so that a comma stands before decimals: `12,500`.
    pub(super) fn take_behind_comma(&self, measure: &Measure, collector: &mut Collector) {
        match number::behind_comma(self.text).filter(|_| self.text.contains(',')) {
            Some(value) => self.take_as(Some((value, self.text.len())), true, measure, collector),
            None => self.take(measure, collector),
        }
    }

    fn take_as(
        &self,
        number: Option<(f64, usize)>,
        is_behind_comma: bool,
        measure: &Measure,
        collector: &mut Collector,
    ) {
        if number::is_not_finite(self.text) || self.text == "N/A" {
            return collector.absent(measure, NOT_FINITE);
        }
        let whole = number.filter(|(_, length)| *length == self.text.len()).map(|(value, _)| value);
        match whole.filter(|value| value.is_finite() && measure.range.holds(*value)) {
            Some(value) => {
                // Of another number of digits the text alone says that they are decimals.
                let is_of_three = self.text.rsplit_once(',').is_some_and(|(_, decimals)| decimals.len() == 3);
                let plain = measure.observation(value, self.span, self.locator.clone());
                collector.tell(plain.with(|of| of.is_behind_comma = is_behind_comma && is_of_three));
            }
            None => collector.problems.push(self.wrong(measure)),
        }
    }

    fn wrong(&self, measure: &Measure) -> Problem {
        let words = measure.range.words();
        let message = format!("`{}` is `{}`, but can only be {words}", measure.metric, self.text);
        Problem::new(Code::Malformed, self.span, message).help(RESTORE)
    }

    /// The same of a part of it.
    pub(super) fn within(&self, text: &'a str) -> Self {
        let before = &self.text[..Span::of(text, self.text).range().start];
        let start = self.span.range().start + before.len();
        let locator = match self.locator {
            Locator::Text(line, column) => {
                Locator::Text(line, column + u32::try_from(before.chars().count()).unwrap_or(u32::MAX))
            }
            ref other => other.clone(),
        };
        Self { text, span: Span::new(start, start + text.len()), locator }
    }

    /// The problem of a number that would be another one in a language with a decimal comma: `12,500`.
    pub(super) fn of_either(&self, help: &str) -> Problem {
        let message =
            format!("`{}` may have decimals behind a comma, or thousands before it: the text does not say", self.text);
        Problem::new(Code::UnmappedValue, self.span, message).help(help)
    }

    /// The problem of a row that has other cells than its table.
    pub(super) fn without_cells(&self) -> Problem {
        let message = format!("`{}` is no row of its table: it has other cells than the head", self.text);
        Problem::new(Code::Malformed, self.span, message).help(RESTORE)
    }

    /// The problem of a text that is no number with its unit behind it.
    pub(super) fn without_unit(&self, metric: &str) -> Problem {
        let message = format!("`{}` is no `{metric}` with its unit", self.text);
        Problem::new(Code::Malformed, self.span, message).help(RESTORE)
    }
}

/// The problem of an output that ends before it is complete.
pub(super) fn cut_off(span: Span, message: &str) -> Problem {
    let help = "take the whole output, or leave the file out with `leave_out`";
    Problem::new(Code::Truncated, span, message).help(help)
}

/// A collector for the run of a benchmark.
pub(super) fn benchmark(name: &str) -> Collector {
    let mut collector = Collector::default();
    set(&mut collector, "benchmark", name);
    collector
}

/// Gives the run a dimension, unless the value is empty.
pub(super) fn set(collector: &mut Collector, dimension: &str, value: &str) {
    if !value.is_empty() {
        collector.run.dimensions.insert(dimension.into(), value.into());
    }
}

/// Gives the run a dimension for a parameter, which must not replace another of that name.
pub(super) fn set_parameter(collector: &mut Collector, name: &str, value: &str) {
    let is_taken = collector.run.dimensions.contains_key(name);
    set(collector, &if is_taken { format!("{name}_parameter") } else { name.to_owned() }, value);
}

/// Gives the run a dimension for each parameter of an object. Strings go without their quotes.
pub(super) fn set_parameters(collector: &mut Collector, parameters: Option<&Spot<'_, '_>>) {
    for (name, spot) in parameters.into_iter().flat_map(Spot::members) {
        set_parameter(collector, name, spot.node.string().unwrap_or(spot.node.text));
    }
}

/// The time per iteration, in that unit.
pub(super) fn time(statistic: Statistic, unit: &str) -> Measure {
    Measure::new("time", statistic, Unit::named(unit))
}

/// What one iteration handles of what is counted in that unit; over the time it is the rate.
pub(super) fn per_iteration(counted: &str) -> Measure {
    Measure::new(&format!("{}_per_iteration", word(counted)), Statistic::Value, Unit::named(counted))
}

/// A count of things that are counted one by one.
pub(super) fn count(metric: &str) -> Measure {
    Measure::new(metric, Statistic::Count, Unit::none()).range(Range::Whole)
}

/// The percentile of that many percent.
pub(super) fn percentile(percent: u8) -> Statistic {
    Statistic::Percentile(Percentile::new(f64::from(percent)).expect("0 to 100 percent make a percentile"))
}

/// The median.
pub(super) fn median() -> Statistic {
    percentile(50)
}

/// The name of the metric whose low and high ends bound a statistic: `time{mean, 95% interval}`.
pub(super) fn interval(metric: &str, statistic: &str, level: Option<f64>) -> String {
    // A percentile prints a level without the digits that binary fractions add.
    match level.and_then(|level| Percentile::new(level * 100.0)) {
        Some(level) => format!("{metric}{{{statistic}, {}% interval}}", level.percent()),
        None => format!("{metric}{{{statistic}, interval}}"),
    }
}

/// A name as expressions can write it: letters and digits, joined by `_`.
pub(super) fn word(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase()
}

/// Takes a number, for which some tools write `"NaN"` or `""` when there is none.
pub(super) fn take_unless_nan(spot: &Spot<'_, '_>, measure: &Measure, collector: &mut Collector) {
    match &spot.node.value {
        Value::String(text) if text.is_empty() || number::is_not_finite(text) => collector.absent(measure, NOT_FINITE),
        _ => collector.take(spot, measure),
    }
}

/// Takes the members of an object that have a measure.
pub(super) fn take_members(object: &Spot<'_, '_>, measures: &[(&str, Measure)], collector: &mut Collector) {
    for (key, measure) in measures {
        if let Some(spot) = object.get(key) {
            take_unless_nan(&spot, measure, collector);
        }
    }
}

/// What was read of each benchmark, as the reading of a file.
pub(super) fn gather(tool: &str, collectors: impl IntoIterator<Item = Collector>) -> Reading {
    let mut reading = Reading { tool: tool.to_owned(), ..Reading::default() };
    for collector in collectors {
        reading.runs.push(collector.run);
        reading.problems.extend(collector.problems);
    }
    reading
}

/// What a file says in those members, one after the other, with a unit behind; nothing where they are empty.
pub(super) fn said(name: &'static str, members: &[Option<&Node<'_>>], unit: &str) -> Option<Fact> {
    let text = |node: &Node<'_>| node.string().or_else(|| node.number().map(|_| node.text)).map(str::to_owned);
    let texts = members.iter().flatten().filter_map(|node| Some((text(node)?, node.span)));
    let texts: Vec<(String, Span)> = texts.filter(|(text, _)| !text.trim().is_empty()).collect();
    let span = texts.first()?.1;
    let words = texts.into_iter().map(|(text, _)| text.trim().to_owned());
    let words = words.chain((!unit.is_empty()).then(|| unit.to_owned()));
    Some(Fact { name, value: words.collect::<Vec<_>>().join(" ").into(), span })
}

/// Gives all runs of a file what it says of its machine.
pub(super) fn on_machine(reading: &mut Reading, facts: impl IntoIterator<Item = Option<Fact>>) {
    let facts: Vec<Fact> = facts.into_iter().flatten().collect();
    reading.runs.iter_mut().for_each(|run| run.facts.extend(facts.iter().cloned()));
}

/// Numbers the runs that have the same dimensions, from 1, in the dimension `round`.
pub(super) fn number_rounds(reading: &mut Reading) {
    let mut counts = BTreeMap::new();
    for run in &reading.runs {
        *counts.entry(run.dimensions.clone()).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count > 1);
    let mut rounds = BTreeMap::new();
    for run in reading.runs.iter_mut().filter(|run| counts.contains_key(&run.dimensions)) {
        let round = rounds.entry(run.dimensions.clone()).or_insert(0);
        *round += 1;
        run.dimensions.insert("round".into(), round.to_string().into());
    }
}

/// The lines that begin like a JSON object: number from 1, first byte, and the text without blanks around it.
pub(super) fn json_lines(text: &str) -> impl Iterator<Item = (u32, usize, &str)> {
    let lines = (1..).zip(text.split('\n').map(str::trim));
    lines
        .map(|(number, line)| (number, Span::of(line, text).range().start, line))
        .filter(|(.., line)| line.starts_with('{'))
}

/// The problem of a line that begins like JSON and is none.
pub(super) fn no_json(error: &JsonError, line: Span) -> Problem {
    let code = if error.truncated { Code::Truncated } else { Code::Malformed };
    Problem::new(code, line, format!("the line is no JSON: {}", error.message))
}

/// Puts what was read from one line of JSON Lines, which begins at that byte, where it stands in the file.
pub(super) fn on_line(collector: Collector, line: u32, start: usize) -> Collector {
    moved(collector, start, |locator, _| locator.on_line(line))
}

/// Puts what was read from a JSON value, which begins at that byte of a text, where it stands in the file.
pub(super) fn in_text(collector: Collector, start: usize, places: &Places<'_>) -> Collector {
    moved(collector, start, |_, span| places.locator(span))
}

fn moved(mut collector: Collector, start: usize, place: impl Fn(Locator, Span) -> Locator) -> Collector {
    let runs = vec![std::mem::take(&mut collector.run)];
    let problems = std::mem::take(&mut collector.problems);
    let mut reading = Reading { runs, problems, ..Reading::default() };
    reading.shift(start);
    collector.problems = reading.problems;
    collector.run = reading.runs.pop().unwrap_or_default();
    for observation in collector.run.all_observations() {
        observation.locator = place(observation.locator.clone(), observation.span);
    }
    collector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(word("Total read+write"), "total_read_write");
        assert_eq!(word("·gc.alloc.rate.norm"), "gc_alloc_rate_norm");
        assert_eq!(word("p100-ns"), "p100_ns");
    }

    #[test]
    fn intervals_have_a_level_where_it_is_known() {
        assert_eq!(interval("time", "mean", Some(0.95)), "time{mean, 95% interval}");
        assert_eq!(interval("time", "mean", Some(0.999)), "time{mean, 99.9% interval}");
        assert_eq!(interval("time", "mean", None), "time{mean, interval}");
    }

    #[test]
    fn a_part_is_one_number_or_a_problem() {
        let take = |text: &'static str| {
            let mut collector = benchmark("b");
            let part = Part { text, span: Span::default(), locator: Locator::Text(1, 1) };
            part.take(&time(Statistic::Mean, "ns"), &mut collector);
            let Collector { run, problems, .. } = collector;
            (run.observations.first().map(|o| o.value), run.absent.len(), problems.len())
        };
        assert_eq!(take("13,967,756.30"), (Some(13_967_756.3), 0, 0));
        assert_eq!((take("NaN"), take("N/A")), ((None, 1, 0), (None, 1, 0)));
        for wrong in ["-1", "1.2.3", "", "12x", "1e999"] {
            assert_eq!(take(wrong), (None, 0, 1), "{wrong}");
        }
    }
}
