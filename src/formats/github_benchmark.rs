//! The history that github-action-benchmark keeps (`data.js`), and the arrays that it takes as custom input.
//!
//! `data.js` is a script, so its numbers are placed by line and column. A unit is free text and tells what
//! is measured: a time (`ns/iter`), a rate (`iter/sec`), or else the metric `result`. Which statistic a
//! time is depends on the tool that gave it; of custom input it is not known. A range (`± 20`, `3.5%`) is
//! a metric such as `time{range}`; of pytest it is the deviation of the time in seconds. A benchmark that
//! comes again for the same commit is numbered in the dimension `round`. The statistics over repetitions
//! that Google Benchmark wrote (`BM_Sort_stddev`) are those of their benchmark, as in its own files.

use super::benchmarks::{Part, benchmark, gather, in_text, median, number_rounds, set};
use super::google_benchmark::{self, FAILED, MAY_BE_A_SHARE, Names, Sort};
use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{self, Node};
use super::lines::Places;
use super::{Content, Problem, Reader, Reading, number};
use crate::diagnostic::Code;
use crate::model::{Locator, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// The reader of `data.js`.
pub struct GithubBenchmark;

/// The reader of custom input: an array of objects with `name`, `unit` and `value`.
pub struct GithubBenchmarkInput;

const PREFIX: &str = "window.BENCHMARK_DATA =";
const TOOL: &str = "github-action-benchmark";
const GOOGLE: &str = "googlecpp";

impl Reader for GithubBenchmark {
    fn name(&self) -> &'static str {
        "github-action-benchmark"
    }

    fn title(&self) -> &'static str {
        "github-action-benchmark data.js"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.trim_start().starts_with(PREFIX)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let text = content.text;
        let Some((_, rest)) = text.split_once(PREFIX) else { return Reading::default() };
        let value = rest.trim().trim_end_matches(';').trim_end();
        let start = Span::of(value, text).range().start;
        match json::parse(value) {
            Ok(root) => {
                let places = Places::new(text);
                let benchmarks = read_entries(&Spot::root(&root));
                let mut reading =
                    gather(TOOL, benchmarks.into_iter().map(|collector| in_text(collector, start, &places)));
                number_rounds(&mut reading);
                reading
            }
            Err(error) => {
                let code = if error.truncated { Code::Truncated } else { Code::Malformed };
                let message = format!("the history is no JSON: {}", error.message);
                let help = "take the whole file from the branch that the action writes to";
                let problem = Problem::new(code, error.span.shifted(start), message).help(help);
                Reading { tool: TOOL.to_owned(), problems: vec![problem], ..Reading::default() }
            }
        }
    }
}

fn read_entries(root: &Spot<'_, '_>) -> Vec<Collector> {
    let mut collectors = Vec::new();
    for (group, entries) in root.get("entries").iter().flat_map(Spot::members) {
        for entry in entries.items() {
            let string = |path: &[&str]| entry.node.at(path).and_then(Node::string).unwrap_or_default();
            let benches: Vec<_> = entry.get("benches").iter().flat_map(Spot::items).collect();
            let read = match string(&["tool"]) {
                GOOGLE => read_google(&benches),
                tool => benches.iter().map(|bench| read_benchmark(bench, tool)).collect(),
            };
            for mut collector in read {
                set(&mut collector, "group", group);
                set(&mut collector, "commit", string(&["commit", "id"]));
                collectors.push(collector);
            }
        }
    }
    collectors
}

/// Reads rows of Google Benchmark, of which the action keeps the iterations in `extra` and no word of aggregates.
fn read_google(benches: &[Spot<'_, '_>]) -> Vec<Collector> {
    let names = benches.iter().map(|bench| (bench.node.string_of("name"), iterations(bench.node)));
    let names = Names::new(names);
    let mut read = Vec::new();
    for bench in benches {
        let Some((name, sort)) = names.told(bench.node.string_of("name")) else { continue };
        // Of a benchmark that failed the time is 0, which no iteration takes.
        let has_failed = sort == Sort::Iterations && bench.node.get("value").and_then(Node::number) == Some(0.0);
        if sort == Sort::Iterations && !has_failed {
            read.push(read_benchmark(bench, GOOGLE));
            continue;
        }
        let mut collector = benchmark(name);
        let Measure { metric, unit, .. } = measure(bench.node.string_of("unit"), GOOGLE);
        let measure = sort.measure(&metric, unit);
        match bench.get("value") {
            _ if has_failed => collector.absent(&measure, FAILED),
            _ if sort.may_be_a_share() => collector.absent(&measure, MAY_BE_A_SHARE),
            Some(spot) => collector.take(&spot, &measure),
            None => {}
        }
        google_benchmark::merge(&mut read, collector);
    }
    read
}

/// The iterations of a row of Google Benchmark.
fn iterations<'n>(bench: &'n Node<'_>) -> &'n str {
    bench.string_of("extra").lines().find_map(|line| line.strip_prefix("iterations: ")).unwrap_or_default()
}

fn read_benchmark(bench: &Spot<'_, '_>, tool: &str) -> Collector {
    let mut collector = benchmark(bench.node.string_of("name"));
    let value = measure(bench.node.string_of("unit"), tool);
    if let Some(spot) = bench.get("value") {
        collector.take(&spot, &value);
    }
    if let Some(range) = bench.get("range").and_then(|spot| part_of(&spot)) {
        take_range(&range, &value, tool, &mut collector);
    }
    collector
}

/// What a value measures, by its unit.
fn measure(unit: &str, tool: &str) -> Measure {
    let per_iteration = ["/iter", "/op"].iter().find_map(|end| unit.strip_suffix(end)).unwrap_or(unit);
    if Unit::named(per_iteration).is_time() {
        return Measure::new("time", statistic_of(tool), Unit::named(per_iteration));
    }
    let is_rate = unit.rsplit_once('/').is_some_and(|(_, per)| per == "sec" || Unit::named(per).is_time());
    if is_rate {
        return Measure::new("throughput", Statistic::Rate, Unit::named(unit)).range(Range::Any);
    }
    Measure::new("result", Statistic::Value, Unit::named(unit)).range(Range::Any)
}

/// Which statistic of the time each tool gives to the action; of Julia's, the author chooses it.
fn statistic_of(tool: &str) -> Statistic {
    match tool {
        "cargo" => median(),
        "go" | GOOGLE | "catch2" | "benchmarkdotnet" | "jmh" => Statistic::Mean,
        _ => Statistic::Value,
    }
}

/// The number in a string, with what is around it left out of the span.
fn part_of<'n>(spot: &Spot<'n, '_>) -> Option<(Part<'n>, &'n str)> {
    let inner = spot.node.text.strip_prefix('"')?.strip_suffix('"')?;
    let from = inner.find(|c: char| c.is_ascii_digit())?;
    let (_, length) = number::leading(&inner[from..])?;
    let start = spot.node.span.range().start + 1 + from;
    let span = Span::new(start, start + length);
    let part = Part { text: &inner[from..from + length], span, locator: Locator::Json(spot.pointer.as_str().into()) };
    Some((part, inner))
}

fn take_range((part, text): &(Part<'_>, &str), value: &Measure, tool: &str, collector: &mut Collector) {
    let range = if tool == "pytest" && text.starts_with("stddev: ") {
        Measure::new("time", Statistic::StdDev, Unit::named("s"))
    } else {
        let unit = if text.ends_with('%') { Unit::percent() } else { value.unit };
        Measure::new(&format!("{}{{range}}", value.metric), Statistic::Value, unit)
    };
    part.take(&range, collector);
}

impl Reader for GithubBenchmarkInput {
    fn name(&self) -> &'static str {
        "github-action-benchmark-input"
    }

    fn title(&self) -> &'static str {
        "github-action-benchmark custom input"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_text = |item: &Node<'_>, key| item.get(key).is_some_and(|node| node.string().is_some());
        let is_input = |item: &Node<'_>| {
            is_text(item, "name")
                && is_text(item, "unit")
                && item.get("value").is_some_and(|node| node.number().is_some())
        };
        let items = content.document().map(Node::items).unwrap_or_default();
        !items.is_empty() && items.iter().all(is_input)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let mut reading = gather(TOOL, Spot::root(document).items().map(|item| read_benchmark(&item, "")));
        number_rounds(&mut reading);
        reading
    }
}
