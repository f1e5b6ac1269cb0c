//! Benchmarks in the words of Rust's test harness: `test NAME ... bench: 61.59 ns/iter (+/- 1.03)`.
//!
//! The value is the median. What stands after `+/-` is the largest less the smallest of the harness, but
//! the standard deviation in Criterion's output of the same form; nothing in a line tells which, so it is
//! the metric `time{spread}` for both. A line in another unit than time (`cycles/iter`, `MS/s`) is a
//! metric of that name. The harness counts throughput in whole nanoseconds, so that of a shorter
//! iteration is absent; its JSON calls the member `mib_per_second`, but means MB/s.

use super::benchmarks::{Part, benchmark, gather, json_lines, median, no_json, number_rounds, on_line, set, time};
use super::json::collector::{Collector, Measure, Spot};
use super::json::{self, Node};
use super::lines::{Places, shown};
use super::{Content, Problem, Reader, Reading, number};
use crate::diagnostic::Code;
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

/// The reader of the text of `cargo bench`, and of tools that imitate it.
pub struct Libtest;

/// The reader of the JSON lines of `cargo bench -- --format json`.
pub struct LibtestJson;

const SPREAD: &str = "what follows `+/-`: the largest less the smallest, or of Criterion the standard deviation";
const TOO_SHORT: &str = "an iteration is shorter than the nanosecond that the harness counts in";

impl Reader for Libtest {
    fn name(&self) -> &'static str {
        "libtest"
    }

    fn title(&self) -> &'static str {
        "libtest benchmarks"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains("... bench:")
            && content.document().is_none()
            && shown(content.text).lines().any(|line| Line::parse(line).is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut target = "";
        let mut benchmarks = Vec::new();
        for line in shown.lines() {
            target = target_of(line).unwrap_or(target);
            if let Some(line) = Line::parse(line) {
                benchmarks.push(line.read(target, |part| Part::of_line(part, &shown, &places)));
            }
        }
        let mut reading = gather("libtest", benchmarks);
        reading.problems.extend(cut_off(&shown));
        number_rounds(&mut reading);
        reading
    }
}

/// The harness ends what it begins with `running N tests` with `test result:`. Imitators print neither.
fn cut_off(shown: &str) -> Option<Problem> {
    let is_start = |line: &&str| line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test"));
    let last = shown.lines().rfind(is_start)?;
    let span = Span::of(last, shown);
    if shown[span.range().end..].contains("test result:") {
        return None;
    }
    let message = "the output of these tests ends before its last line, `test result`";
    let help = "take the whole output, or leave the file out with `leave_out`";
    Some(Problem::new(Code::Truncated, span, message).help(help))
}

/// What Cargo runs next, in `Running benches/name.rs (target/…)` or `Running unittests src/lib.rs (…)`. Before 1.57 it
/// named only what it had compiled, `Running unittests (target/release/deps/name-0123abcd)`.
pub(super) fn target_of(line: &str) -> Option<&str> {
    let (target, compiled) = line.trim_start().strip_prefix("Running ")?.rsplit_once(" (")?;
    let name = compiled.rsplit(['/', '\\']).next().and_then(|file| file.rsplit_once('-'));
    match (target, name) {
        ("unittests", Some((name, _))) => Some(name),
        _ => Some(target.strip_prefix("unittests ").unwrap_or(target)),
    }
}

/// The line of a benchmark.
#[derive(Debug, PartialEq)]
struct Line<'a> {
    name: &'a str,
    value: &'a str,
    unit: &'a str,
    spread: &'a str,
    /// The number before `MB/s`.
    throughput: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (name, rest) = line.trim().strip_prefix("test ")?.split_once("... bench:")?;
        let (value, rest) = rest.trim_start().split_once(' ')?;
        let (unit, rest) = rest.trim_start().split_once(" (+/- ")?;
        let (spread, rest) = rest.split_once(')')?;
        let throughput = rest.trim().strip_prefix("= ").and_then(|rest| rest.strip_suffix(" MB/s"));
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        (is_number(value) && is_number(spread)).then(|| Self { name: name.trim(), value, unit, spread, throughput })
    }

    fn read(&self, target: &str, part: impl Fn(&'a str) -> Part<'a>) -> Collector {
        let mut collector = benchmark(self.name);
        set(&mut collector, "target", target);
        let (metric, unit) = self.metric();
        part(self.value).take(&Measure::new(metric, median(), unit), &mut collector);
        let spread = Measure::new(&format!("{metric}{{spread}}"), Statistic::Value, unit).described(SPREAD);
        part(self.spread).take(&spread, &mut collector);
        let throughput = Measure::new("throughput", Statistic::Rate, Unit::named("MB/s"));
        match self.throughput {
            Some(_) if unit.is_time() && is_too_short(number::leading(self.value).map(|(value, _)| value)) => {
                collector.absent(&throughput, TOO_SHORT);
            }
            Some(text) => part(text).take(&throughput, &mut collector),
            None => {}
        }
        collector
    }

    fn metric(&self) -> (&'a str, Unit) {
        match self.unit.strip_suffix("/iter") {
            Some(unit) if Unit::named(unit).is_time() => ("time", Unit::named(unit)),
            Some(unit) => (unit, Unit::none()),
            None => ("throughput", Unit::named(self.unit)),
        }
    }
}

fn is_too_short(nanoseconds: Option<f64>) -> bool {
    nanoseconds.is_some_and(|nanoseconds| nanoseconds < 1.0)
}

impl Reader for LibtestJson {
    fn name(&self) -> &'static str {
        "libtest-json"
    }

    fn title(&self) -> &'static str {
        "libtest benchmarks in JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains("\"bench\"")
            && json_lines(content.text).any(|(.., line)| json::parse(line).is_ok_and(|node| is_benchmark(&node)))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut benchmarks = Vec::new();
        let mut problems = Vec::new();
        for (line, start, text) in json_lines(content.text) {
            match json::parse(text) {
                Ok(node) if is_benchmark(&node) => {
                    benchmarks.push(on_line(read_event(&Spot::root(&node)), line, start));
                }
                Ok(_) => {}
                Err(error) => problems.push(no_json(&error, Span::of(text, content.text))),
            }
        }
        let mut reading = gather("libtest", benchmarks);
        reading.problems.extend(problems);
        number_rounds(&mut reading);
        reading
    }
}

fn is_benchmark(node: &Node<'_>) -> bool {
    node.get("type").and_then(Node::string) == Some("bench") && node.get("median").is_some()
}

fn read_event(event: &Spot<'_, '_>) -> Collector {
    let mut collector = benchmark(event.node.string_of("name"));
    let median_of = event.get("median");
    if let Some(spot) = &median_of {
        collector.take(spot, &time(median(), "ns"));
    }
    if let Some(spot) = event.get("deviation") {
        collector.take(&spot, &Measure::new("time{spread}", Statistic::Value, Unit::named("ns")).described(SPREAD));
    }
    if let Some(spot) = event.get("mib_per_second") {
        let throughput = Measure::new("throughput", Statistic::Rate, Unit::named("MB/s"));
        match is_too_short(median_of.and_then(|spot| spot.node.number())) {
            true => collector.absent(&throughput, TOO_SHORT),
            false => collector.take(&spot, &throughput),
        }
    }
    collector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_blanks() {
        let line = Line::parse("test For loop (Execution) ... bench:       12,314 ns/iter (+/- 123) = 7 MB/s\r");
        let throughput = Some("7");
        let expected =
            Line { name: "For loop (Execution)", value: "12,314", unit: "ns/iter", spread: "123", throughput };
        assert_eq!(line, Some(expected));
        assert_eq!(Line::parse("test a ... bench: much ns/iter (+/- 1)"), None);
    }

    #[test]
    fn targets_are_named() {
        assert_eq!(target_of("     Running benches/a b.rs (target/release/deps/a-1)"), Some("benches/a b.rs"));
        assert_eq!(target_of("Running unittests src/lib.rs (target/x)"), Some("src/lib.rs"));
        assert_eq!(target_of("     Running unittests (target/release/deps/log_bench-f36c88332b)"), Some("log_bench"));
        assert_eq!(target_of("running 3 tests"), None);
    }
}
