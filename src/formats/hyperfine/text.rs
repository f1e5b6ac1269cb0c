//! What hyperfine prints in a terminal. Each number has a unit, and few digits.
//!
//! The summary at the end holds ratios that follow from the means, and is not read. A warning that exit codes were
//! ignored is told of the command before it, where the text has warnings: hyperfine prints them apart.

use super::{FAILED, ONE_RUN, floor_of};
use crate::formats::benchmarks::{Part, benchmark, count, cut_off, gather, number_rounds, time};
use crate::formats::grid::{amount, take_with_unit};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::transcript;
use crate::formats::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of what hyperfine prints.
pub struct HyperfineText;

const IGNORED: &str = "Ignoring non-zero exit code";

impl Reader for HyperfineText {
    fn name(&self) -> &'static str {
        "hyperfine-text"
    }

    fn title(&self) -> &'static str {
        "hyperfine text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains("Time");
        is_likely && {
            let shown = shown(content.text);
            let has = |is: fn(&Line<'_>) -> bool| shown.lines().filter_map(Line::parse).any(|line| is(&line));
            has(|line| matches!(line, Line::Command(_))) && has(|line| matches!(line, Line::Times(..)))
        }
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut log = Log { part: |text| Part::of_line(text, &shown, &places), benchmarks: Vec::new() };
        for line in shown.lines() {
            log.take(line);
        }
        log.end();
        let mut reading = gather("hyperfine", log.benchmarks.into_iter().map(|benchmark| benchmark.collector));
        number_rounds(&mut reading);
        reading
    }
}

/// A line that hyperfine prints of a command.
#[derive(Debug, PartialEq)]
enum Line<'a> {
    /// Its name.
    Command(&'a str),
    /// Its mean and deviation, or the time of its only run, and the processor times in the brackets.
    Times(&'a str, &'a str),
    /// Its smallest and largest time, and how often it was run.
    Range(&'a str),
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (label, rest) = line.trim_start().split_once(':')?;
        // Colours leave blanks within the labels.
        let is = |start, end| label.starts_with(start) && label.trim_end().ends_with(')') && label.contains(end);
        if is("Time (", '±') || is("Time (", '≡') {
            let (times, of_processor) = rest.split_once('[')?;
            Some(Self::Times(times, of_processor))
        } else if is("Range (", '…') {
            Some(Self::Range(rest))
        } else {
            let number = label.strip_prefix("Benchmark ")?.trim().trim_start_matches('#');
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| Self::Command(rest.trim()))
        }
    }
}

/// What is read of a command, and the line with its name as long as more is to come.
struct Benchmark<'a> {
    collector: Collector,
    open: Option<&'a str>,
    has_times: bool,
}

struct Log<'a, P> {
    part: P,
    benchmarks: Vec<Benchmark<'a>>,
}

impl<'a, P: Fn(&'a str) -> Part<'a>> Log<'a, P> {
    fn take(&mut self, line: &'a str) {
        if let Some(Line::Command(name)) = Line::parse(line) {
            self.end();
            return self.benchmarks.push(Benchmark { collector: benchmark(name), open: Some(line), has_times: false });
        }
        let (part, Some(last)) = (&self.part, self.benchmarks.last_mut()) else { return };
        match Line::parse(line) {
            Some(Line::Times(times, of_processor)) if last.open.is_some() && !last.has_times => {
                last.has_times = true;
                read_times(times, part, &mut last.collector);
                read_processor_times(of_processor, part, &mut last.collector);
                // The only run has no range.
                let is_whole = !times.contains('±') && of_processor.trim_end().ends_with(']');
                last.open = last.open.filter(|_| !is_whole);
            }
            Some(Line::Range(range)) if last.open.is_some() && last.has_times => {
                let is_whole = read_range(range, part, &mut last.collector).is_some();
                last.open = last.open.filter(|_| !is_whole);
            }
            _ if line.contains(IGNORED) => last.describe(FAILED),
            _ => {}
        }
    }

    /// Ends the last benchmark, of which more should have come.
    fn end(&mut self) {
        let Some(last) = self.benchmarks.last_mut() else { return };
        let Some(first_line) = last.open.take() else { return };
        let message = "what hyperfine printed of this command ends before its times are complete";
        last.collector.problems.push(cut_off((self.part)(first_line.trim()).span, message));
    }
}

impl Benchmark<'_> {
    fn describe(&mut self, words: &'static str) {
        self.collector.run.observations.iter_mut().for_each(|o| o.described = Some(words.into()));
    }
}

/// Reads `26.1 ms ±   5.3 ms`, or the time of a single run alone.
fn read_times<'a>(times: &'a str, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    let (mean, deviation) = times.split_once('±').map_or((times, None), |(mean, deviation)| (mean, Some(deviation)));
    take(mean, &time(Statistic::Mean, "s"), part, collector);
    match deviation {
        Some(deviation) => take(deviation, &time(Statistic::StdDev, "s"), part, collector),
        None => collector.absent(&time(Statistic::StdDev, "s"), ONE_RUN),
    }
}

/// Reads `User: 1.1 ms, System: 0.0 ms]`.
fn read_processor_times<'a>(times: &'a str, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    for (name, amount) in times.trim_end().trim_end_matches(']').split(',').filter_map(|time| time.split_once(':')) {
        let metric = match name.trim() {
            "User" => "cpu{user}",
            "System" => "cpu{system}",
            _ => continue,
        };
        take(amount, &Measure::new(metric, Statistic::Mean, Unit::named("s")), part, collector);
    }
}

/// Reads `21.2 ms …  35.8 ms    10 runs`, in the first versions without the runs; none when it does not end so.
fn read_range<'a>(range: &'a str, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) -> Option<()> {
    let (times, runs) = match range.trim_end().strip_suffix("runs") {
        Some(rest) => rest.trim_end().rsplit_once(' ').map(|(times, runs)| (times, Some(runs)))?,
        None => (range, None),
    };
    let (min, max) = times.split_once('…')?;
    if amount(max.trim()).is_none_or(|(_, unit)| transcript::time(unit).is_none()) {
        return None;
    }
    take(min, &time(Statistic::Min, "s"), part, collector);
    take(max, &time(Statistic::Max, "s"), part, collector);
    if let Some(runs) = runs {
        part(runs).take(&count("samples"), collector);
    }
    Some(())
}

/// Takes a time with its unit.
fn take<'a>(text: &'a str, measure: &Measure, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    take_with_unit(text.trim(), transcript::time, &floor_of(text, measure.clone()), part, collector);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_from_those_of_commands() {
        assert_eq!(Line::parse("Benchmark #2: a: b"), Some(Line::Command("a: b")));
        assert_eq!(Line::parse("    Benchmark     1    : c"), Some(Line::Command("c")));
        assert_eq!(Line::parse("Benchmark of x: 1"), None);
        let coloured = "  Time (    mean     ±     σ    ):     1.0 s ± 2.0 s    [User: 1 s, System: 0 s]";
        assert!(matches!(Line::parse(coloured), Some(Line::Times(..))));
        assert_eq!(Line::parse("  Time (mean ± σ):  1.0 s"), None);
        assert_eq!(Line::parse("Time: 1.0 s [x]"), None);
    }
}
