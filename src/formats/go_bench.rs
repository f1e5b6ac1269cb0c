//! The text of `go test -bench`: lines such as `BenchmarkSort/n=100-2  38629  1323 ns/op  896 B/op`.
//!
//! Values come in pairs with their units. Parts of a name that read `key=value` become dimensions beside
//! the whole name, and so does what a line `key: value` says of the benchmarks after it; `goos`, `goarch`
//! and `cpu` are only described. The number after the last hyphen, the processors that Go used, is taken
//! off the name where the file shows that it is no part of it (see `Processors`); of `-cpu 2,4` it is the
//! dimension `gomaxprocs`. A name that comes again (`-count`) is numbered in the dimension `round`.

mod events;
mod processors;

use std::collections::BTreeMap;

use super::benchmarks::{Part, benchmark, count, gather, number_rounds, set, set_parameter, word};
use super::json::collector::{Collector, Measure, Range};
use super::lines::{Places, shown};
use super::{Content, Problem, Reader, Reading, number};
use crate::diagnostic::Code;
use crate::model::{Fact, Statistic};
use crate::source::Span;
use crate::units::Unit;

use processors::Processors;

pub use events::GoBenchJson;

/// The reader of `go test -bench`.
pub struct GoBench;

/// Configuration that says where the benchmarks ran and not which they are.
const PLACE: &[&str] = &["goos", "goarch", "cpu"];

impl Reader for GoBench {
    fn name(&self) -> &'static str {
        "go-bench"
    }

    fn title(&self) -> &'static str {
        "go test -bench text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let text = content.text;
        text.contains("Benchmark")
            && content.json.is_none()
            && shown(text).lines().any(|line| Line::parse(line).is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let part = |text| Part::of_line(text, &shown, &places);
        let processors = processors_of([&*shown]);
        let mut reading = gather("go test", read_lines(&shown, "", &processors, part));
        reading.problems.extend(cut_off(&shown).or_else(|| unfinished(&shown)));
        number_rounds(&mut reading);
        reading
    }
}

/// The lines of benchmarks in a text.
fn lines_of(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter_map(Line::parse)
}

/// What the names in texts show of processors.
fn processors_of<'a>(texts: impl IntoIterator<Item = &'a str> + Clone) -> Processors<'a> {
    let results = texts.clone().into_iter().flat_map(lines_of).map(|line| line.name);
    let alone = texts.into_iter().flat_map(str::lines).filter_map(|line| line.trim_end().strip_prefix("Benchmark"));
    Processors::new(results, alone.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)))
}

/// Reads the benchmarks of a text, which are of that package unless the text names another.
fn read_lines<'a>(
    text: &'a str,
    package: &'a str,
    processors: &Processors<'a>,
    part: impl Fn(&'a str) -> Part<'a>,
) -> Vec<Collector> {
    let mut configuration = BTreeMap::from([("pkg", package)]);
    let mut places = BTreeMap::new();
    let mut benchmarks = Vec::new();
    for line in text.lines() {
        if let Some(line) = Line::parse(line) {
            let mut benchmark = line.read(processors, &configuration, &part);
            benchmark.run.facts.extend(machine(&places, &part));
            benchmarks.push(benchmark);
        } else if let Some((key, value)) = configured(line) {
            configuration.insert(key, value);
        } else if let Some((key, value)) = line.split_once(": ").filter(|(key, _)| PLACE.contains(key)) {
            places.insert(key, value.trim());
        }
    }
    benchmarks
}

/// What the lines `goos`, `goarch` and `cpu` say of the machine.
fn machine<'a>(places: &BTreeMap<&str, &'a str>, part: impl Fn(&'a str) -> Part<'a>) -> Vec<Fact> {
    let of = |name, keys: &[&str]| {
        let texts: Vec<&'a str> = keys.iter().filter_map(|key| places.get(key).copied()).collect();
        let first = texts.iter().find(|text| !text.is_empty())?;
        Some(Fact { name, value: texts.join(" ").into(), span: part(first).span })
    };
    [of("cpu", &["cpu"]), of("os", &["goos", "goarch"])].into_iter().flatten().collect()
}

/// A last line without its end, whose last unit is none of Go's own, is likely to be cut off within the unit.
fn cut_off(shown: &str) -> Option<Problem> {
    let last = shown.lines().last().filter(|_| !shown.ends_with('\n'))?;
    let (_, unit) = *Line::parse(last)?.values.last()?;
    let is_whole = ["ns/op", "MB/s", "B/op", "allocs/op"].contains(&unit);
    let help = "take the whole output, or leave the file out with `leave_out`";
    (!is_whole).then(|| Problem::new(Code::Truncated, Span::of(last, shown), "the last line is cut off").help(help))
}

/// The head of a package's benchmarks without the line that ends them: which names are of how many processors may
/// be shown by what is lost. Lines that were picked out of an output have no head.
fn unfinished(shown: &str) -> Option<Problem> {
    let (at, head) = shown.lines().enumerate().filter(|(_, line)| line.starts_with("pkg: ")).last()?;
    let ends = ["PASS", "FAIL", "ok ", "ok\t", "panic: ", "exit status ", "signal: "];
    let has_end = shown.lines().skip(at).any(|line| ends.iter().any(|end| line.trim_start().starts_with(end)));
    let message = "the benchmarks of this package have no end: neither `PASS` nor `ok` nor `FAIL` follows";
    let help = "take the whole output of `go test`, or leave the file out with `leave_out`; of lines that were picked out \
                of an output, leave out its lines `goos:` to `cpu:` too";
    (!has_end).then(|| Problem::new(Code::Truncated, Span::of(head, shown), message).help(help))
}

/// A line `key: value`: the key begins with a small letter and has neither blanks nor capitals.
fn configured(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(": ")?;
    let is_foreign = |c: char| c.is_whitespace() || c.is_uppercase() || c == ':';
    let is_key = key.starts_with(char::is_lowercase) && !key.contains(is_foreign);
    (is_key && key != "panic" && !PLACE.contains(&key)).then(|| (key, value.trim()))
}

/// The line of a benchmark.
#[derive(Debug, PartialEq)]
struct Line<'a> {
    name: &'a str,
    iterations: &'a str,
    /// Values and their units.
    values: Vec<(&'a str, &'a str)>,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        // Where a colour was, blanks are.
        let line = line.trim_start_matches(' ');
        let name = line.strip_prefix("Benchmark")?.split_whitespace().next()?;
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let (iterations, pairs) = words.split_first()?;
        let is_number = |text: &str| number::leading(text).is_some_and(|(_, length)| length == text.len());
        let pairs: Option<Vec<_>> = pairs.chunks(2).map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
        let values = pairs?;
        let is_line = iterations.bytes().all(|byte| byte.is_ascii_digit())
            && !line.starts_with("Benchmark ")
            && !values.is_empty()
            && values
                .iter()
                .all(|(value, unit)| (is_number(value) || number::is_not_finite(value)) && !is_number(unit));
        is_line.then_some(Self { name, iterations, values })
    }

    fn read(
        &self,
        processors: &Processors<'a>,
        configuration: &BTreeMap<&str, &str>,
        part: impl Fn(&'a str) -> Part<'a>,
    ) -> Collector {
        let (name, processors) = processors.split(self.name);
        let mut collector = benchmark(name);
        set(&mut collector, "gomaxprocs", processors.unwrap_or_default());
        for (key, value) in configuration {
            set(&mut collector, if *key == "pkg" { "package" } else { key }, value);
        }
        for (key, value) in name.split(['/', ',']).filter_map(|part| part.split_once('=')) {
            set_parameter(&mut collector, key, value);
        }
        part(self.iterations).take(&count("iterations"), &mut collector);
        for (value, unit) in &self.values {
            part(value).take(&measure(unit), &mut collector);
        }
        collector
    }
}

/// The measure of a unit, which in Go also names what is measured.
fn measure(unit: &str) -> Measure {
    match unit {
        "ns/op" => Measure::new("time", Statistic::Mean, Unit::named("ns")),
        "MB/s" => Measure::new("throughput", Statistic::Rate, Unit::named("MB/s")),
        "B/op" => Measure::new("memory", Statistic::Mean, Unit::named("B")).described("allocated in one iteration"),
        "allocs/op" => Measure::new("allocations", Statistic::Mean, Unit::none()),
        _ if unit.ends_with('%') => Measure::new(&word(unit), Statistic::Value, Unit::percent()),
        _ if unit.ends_with("/s") => Measure::new(&word(unit), Statistic::Rate, Unit::named(unit)),
        _ if unit.ends_with("-ns") => Measure::new(&word(unit), Statistic::Value, Unit::named("ns")),
        _ if unit.ends_with("-bytes") => Measure::new(&word(unit), Statistic::Value, Unit::named("B")),
        _ => Measure::new(&word(unit), Statistic::Value, Unit::none()),
    }
    .range(Range::Any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_count_and_pairs() {
        let line = Line::parse("BenchmarkA/größe=2-8 \t 10\t 0.37 ns/op\t 7 widgets").expect("it is a line");
        assert_eq!((line.name, line.iterations), ("A/größe=2-8", "10"));
        assert_eq!(line.values, [("0.37", "ns/op"), ("7", "widgets")]);
        for other in ["BenchmarkA", "BenchmarkA 10", "BenchmarkA 10 5", "Benchmark 1: 5 ms", "BenchmarkA ten 5 ns/op"] {
            assert_eq!(Line::parse(other), None, "{other}");
        }
    }

    #[test]
    fn configuration_has_small_letters() {
        assert_eq!(configured("pkg: example.com/a"), Some(("pkg", "example.com/a")));
        for other in ["cpu: AMD", "--- FAIL: BenchmarkA", "panic: oh", "  note: a", "Note: a", "b_test.go:5: a b"] {
            assert_eq!(configured(other), None, "{other}");
        }
    }
}
