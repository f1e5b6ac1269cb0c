//! What Google Benchmark prints for people: a row for each benchmark below a head that names the columns.
//!
//! Rows below one head are of one run of the program or a part of it, so that aggregates belong to the repetitions
//! and to each other within it. A unit follows each time; a share has `%`. Counters stand as `name=value` behind the
//! iterations, or in columns that the head names. Their values are cut to six digits and have the prefixes of powers of
//! 1000 or of 1024, which look the same before 1.8: that of `bytes_per_second` is of 1024, that of `items_per_second`
//! of 1000, and of an author's own counter it is not known, so that it is read without a prefix only.

use super::{FAILED, Names, SKIPPED, Sort, TOOL, iterations, merge};
use crate::diagnostic::Code;
use crate::formats::benchmarks::{Part, benchmark, gather, number_rounds, on_machine, set, time};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::{Content, Problem, Reader, Reading, number};
use crate::model::{Fact, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// The reader of what Google Benchmark prints.
pub struct GoogleBenchmarkText;

/// The columns of each head.
const HEAD: [&str; 4] = ["Benchmark", "Time", "CPU", "Iterations"];

/// What follows them where counters stand by their names.
const NAMED: &str = "UserCounters...";

/// The units of times, and the sign of a share.
const UNITS: [&str; 5] = ["ns", "us", "ms", "s", "%"];

const PREFIXED: &str = "its prefix may be a power of 1000 or of 1024: the JSON tells the whole number";
const OFF: &str = "Google Benchmark printed it multiplied by the factor of the unit";

impl Reader for GoogleBenchmarkText {
    fn name(&self) -> &'static str {
        "google-benchmark-text"
    }

    fn title(&self) -> &'static str {
        "Google Benchmark text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains("Iterations")
            && content.document().is_none()
            && shown(content.text).lines().any(|line| counters_of(line).is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let part = |text| Part::of_line(text, &shown, &places);
        let mut benchmarks = Vec::new();
        let mut machine = Vec::new();
        let mut block = Block::default();
        let mut ends = Vec::new();
        for line in shown.lines() {
            if let Some(counters) = counters_of(line) {
                benchmarks.extend(std::mem::take(&mut block).read(&part));
                block.counters = Some(counters);
            } else if let Some(facts) = machine_of(line, &shown) {
                machine = facts;
            } else if block.counters.is_some() {
                match Row::parse(line) {
                    Some(row) => block.rows.push(row),
                    None if is_cut(line, &shown) => ends.push(line.trim()),
                    None => {}
                }
            }
        }
        ends.extend(block.without_aggregates());
        benchmarks.extend(block.read(&part));
        let mut reading = gather(TOOL, benchmarks);
        number_rounds(&mut reading);
        reading.problems.extend(ends.into_iter().map(|text| cut_off(Span::of(text, &shown))));
        on_machine(&mut reading, machine.into_iter().map(Some));
        reading
    }
}

/// The counters that a head names; none where rows name them.
fn counters_of(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let counters = words.strip_prefix(&HEAD[..])?;
    Some(if counters == [NAMED] { Vec::new() } else { counters.to_vec() })
}

/// What is said of the machine in `Run on (2 X 2596.15 MHz CPU s)`.
fn machine_of(line: &str, shown: &str) -> Option<Vec<Fact>> {
    let (processors, clock) = line.trim().strip_prefix("Run on (")?.strip_suffix(" CPU s)")?.split_once(" X ")?;
    let fact = |name, value: &str| Fact { name, value: value.into(), span: Span::of(value, shown) };
    Some(vec![fact("logical_cpus", processors), fact("clock", clock)])
}

/// Whether a line that is no row is the last one and has no end.
fn is_cut(line: &str, shown: &str) -> bool {
    !line.trim().is_empty() && Span::of(line, shown).range().end == shown.len()
}

fn cut_off(span: Span) -> Problem {
    let problem = Problem::new(Code::Truncated, span, "the output ends within the rows of this benchmark");
    problem.help("take the whole output, or leave the file out with `leave_out`")
}

/// The rows below a head.
#[derive(Default)]
struct Block<'a> {
    counters: Option<Vec<&'a str>>,
    rows: Vec<Row<'a>>,
}

/// A row.
struct Row<'a> {
    name: &'a str,
    /// The numbers of the row; why there are none.
    told: Result<Told<'a>, &'static str>,
}

/// What a row tells.
struct Told<'a> {
    /// Real time and that of the processor, each with its unit.
    times: [(&'a str, &'a str); 2],
    iterations: &'a str,
    /// Counters and the label.
    rest: &'a str,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        for (begins, why) in [(" ERROR OCCURRED: '", FAILED), (" SKIPPED: '", SKIPPED)] {
            if let Some((name, _)) = line.split_once(begins) {
                return Some(Self { name: name.trim(), told: Err(why) });
            }
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let is_told = |at: &usize| match words[*at..] {
            [real, of_real, cpu, of_cpu, count, ..] => {
                is_number(real)
                    && is_number(cpu)
                    && UNITS.contains(&of_real)
                    && of_real == of_cpu
                    && count.bytes().all(|digit| digit.is_ascii_digit())
            }
            // A fit of complexity has no iterations, and is no result.
            _ => false,
        };
        let at = (1..words.len()).find(is_told)?;
        let [real, of_real, cpu, of_cpu, iterations, ..] = words[at..] else { return None };
        let place = |word: &str| Span::of(word, line).range();
        let (name, rest) = (line[..place(real).start].trim(), line[place(iterations).end..].trim());
        Some(Self { name, told: Ok(Told { times: [(real, of_real), (cpu, of_cpu)], iterations, rest }) })
    }

    fn iterations(&self) -> &'a str {
        self.told.as_ref().map_or("", |told| told.iterations)
    }
}

impl<'a> Block<'a> {
    /// The last row, when it is of a benchmark whose mean or deviation over its repetitions is still to come. Of one
    /// that failed there may be none.
    fn without_aggregates(&self) -> Option<&'a str> {
        let last = self.rows.last()?.name;
        let name = last.strip_suffix("_mean").or_else(|| last.strip_suffix("_median")).unwrap_or(last);
        let (_, repetitions) = name.split_once("/repeats:")?;
        let has = |end: &str| self.rows.iter().any(|row| row.name.strip_suffix(end) == Some(name));
        let failed = || self.rows.iter().any(|row| row.name == name && row.told.is_err());
        let is_whole = has("_mean") && has("_stddev") || failed();
        let is_repeated = last != name || repetitions.split('/').next() != Some("1");
        (is_repeated && !is_whole).then_some(last)
    }

    fn read(self, part: &impl Fn(&'a str) -> Part<'a>) -> Vec<Collector> {
        let names = Names::new(self.rows.iter().map(|row| (row.name, row.iterations())));
        let counters = self.counters.unwrap_or_default();
        let (mut repetitions, mut aggregates) = (Vec::new(), Vec::new());
        for row in &self.rows {
            let Some((name, sort)) = names.told(row.name) else { continue };
            let mut collector = benchmark(name);
            match &row.told {
                Ok(told) => told.read(sort, &counters, part, &mut collector),
                Err(why) => collector.absent(&time(Statistic::Mean, ""), why),
            }
            match sort {
                Sort::Iterations => repetitions.push(collector),
                _ => merge(&mut aggregates, collector),
            }
        }
        repetitions.append(&mut aggregates);
        repetitions
    }
}

impl<'a> Told<'a> {
    fn read(
        &self,
        sort: Sort<'a>,
        counters: &[&'a str],
        part: &impl Fn(&'a str) -> Part<'a>,
        collector: &mut Collector,
    ) {
        let is_share = self.times[0].1 == "%";
        let is_off = !is_share && sort == Sort::Ratio("cv");
        let sort = match sort {
            Sort::Aggregate(own) if is_share => Sort::Ratio(own),
            sort => sort,
        };
        for ((number, unit), metric) in self.times.into_iter().zip(["time", "cpu"]) {
            let measure = Measure { unit: Unit::named(unit), ..sort.measure(metric, Unit::none()) };
            match is_off {
                true => collector.absent(&measure, OFF),
                false => part(number).take(&measure, collector),
            }
        }
        part(self.iterations).take(&iterations(sort), collector);
        let (values, label) = split(self.rest, counters);
        set(collector, "label", label);
        for (name, value) in values {
            take_counter(name, value, sort, part, collector);
        }
    }
}

/// The counters of a row, and its label.
fn split<'a>(rest: &'a str, counters: &[&'a str]) -> (Vec<(&'a str, &'a str)>, &'a str) {
    let mut values = Vec::new();
    let mut rest = rest;
    let is_value = |word: &str| {
        word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) || number::is_not_finite(word)
    };
    loop {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let value = match counters.get(values.len()) {
            Some(name) => Some((*name, word)),
            None if counters.is_empty() => word.rsplit_once('='),
            None => None,
        };
        let Some(value) = value.filter(|(_, value)| is_value(value)) else { return (values, of_author(rest)) };
        values.push(value);
        rest = rest[word.len()..].trim_start();
    }
}

/// A label; nothing of the rates that versions before 1.5 print in its place, in units that say two things.
fn of_author(rest: &str) -> &str {
    if rest.ends_with("B/s") || rest.ends_with("items/s") { "" } else { rest }
}

fn take_counter<'a>(
    name: &'a str,
    value: &'a str,
    sort: Sort<'_>,
    part: &impl Fn(&'a str) -> Part<'a>,
    collector: &mut Collector,
) {
    let measure = sort.counter(name);
    if number::is_not_finite(value) {
        return part(value).take(&measure, collector);
    }
    let end = value.find(|c: char| !(c.is_ascii_digit() || ".-+e".contains(c))).unwrap_or(value.len());
    let (number, suffix) = value.split_at(end);
    let unit = match (suffix, name) {
        ("%", _) => Some(Unit::percent()),
        ("" | "/s" | "s", _) => Some(measure.unit),
        (_, "items_per_second") => {
            prefix(suffix).map(|prefix| format!("{prefix}item/s")).map(|unit| Unit::named(&unit))
        }
        (_, "bytes_per_second") => {
            let prefix = prefix(suffix.replacen('i', "", 1).as_str()).map(str::to_uppercase);
            prefix.map(|prefix| Unit::named(&format!("{prefix}iB/s")))
        }
        _ => None,
    };
    match unit {
        Some(unit) => part(number).take(&Measure { unit, ..measure }, collector),
        None => collector.absent(&measure, PREFIXED),
    }
}

/// The prefix of thousands before `/s`.
fn prefix(suffix: &str) -> Option<&str> {
    let prefix = suffix.strip_suffix("/s")?;
    ["k", "K", "M", "G", "T"].contains(&prefix).then_some(prefix)
}
