//! The result files of asv (airspeed velocity), version 2, and the files beside them.
//!
//! What a benchmark measures follows from its name, as asv itself has it: `time_…` the seconds of an
//! iteration (their median), `mem_…` and `peakmem_…` bytes, `track_…` a number of the author's. A result is
//! a list over all combinations of parameters, of which the last varies fastest; the names of parameters and the
//! units of what is tracked are in another file, [`described`], without which they are the dimensions `parameter`,
//! `parameter_2` and so on, and plain numbers. `null` is a
//! benchmark that failed, `NaN` one that was skipped. `samples`, kept with `--record-samples`, are means of
//! `stats_number` calls each.
//!
//! Python writes `NaN` and `Infinity` into JSON. They are masked before the text is parsed.
//!
//! What `asv run` prints is another format: [`AsvText`].
//!
//! `benchmarks.json` and `machine.json` are recognised as companions and give no numbers.

pub mod described;
mod text;

use std::borrow::Cow;

use super::arrays::Array;
use super::benchmarks::{benchmark, count, gather, interval, median, percentile, set, time};
use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{self, Node, Value};
use super::{Content, Reader, Reading};
use crate::model::{Statistic, Title};
use crate::units::Unit;

pub use text::AsvText;

/// The reader of result files.
pub struct Asv;

/// The reader of `benchmarks.json` and `machine.json`.
pub struct AsvCompanion;

/// The dimension of the first parameter.
const PARAMETER: &str = "parameter";

/// The metric of what the author of a benchmark counts.
const TRACK: &str = "track";

const FAILED: &str = "the benchmark failed";
const SKIPPED: &str = "the benchmark was skipped, or gave no number";
const UNBOUNDED: &str = "there were too few measurements for an interval";

impl Reader for Asv {
    fn name(&self) -> &'static str {
        "asv"
    }

    fn title(&self) -> &'static str {
        "asv results"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_result = |root: &Node<'_>| root.get("result_columns").is_some() && root.get("results").is_some();
        let is_likely = content.json.is_some() && content.text.contains("\"result_columns\"");
        is_likely && json::parse(&masked(content.text)).is_ok_and(|root| is_result(&root))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let text = masked(content.text);
        let Ok(document) = json::parse(&text) else { return Reading::default() };
        let root = Spot::root(&document);
        let columns = document.get("result_columns").map(Node::items).unwrap_or_default();
        let columns: Vec<&str> = columns.iter().filter_map(Node::string).collect();
        let mut collectors = Vec::new();
        for (name, row) in root.get("results").iter().flat_map(Spot::members) {
            let row = Row { name, columns: &columns, cells: row.items().collect() };
            collectors.extend(row.read());
        }
        for (dimension, path) in
            [("commit", &["commit_hash"][..]), ("environment", &["env_name"]), ("machine", &["params", "machine"])]
        {
            let value = document.at(path).and_then(Node::string).unwrap_or_default();
            collectors.iter_mut().for_each(|collector| set(collector, dimension, value));
        }
        gather("asv", collectors)
    }
}

/// The text with an empty string, and blanks, in place of each `NaN`, `Infinity` and `-Infinity`.
pub fn masked(text: &str) -> Cow<'_, str> {
    if !["NaN", "Infinity"].iter().any(|word| text.contains(word)) {
        return Cow::Borrowed(text);
    }
    let mut masked = text.as_bytes().to_vec();
    let mut at = 0;
    let mut is_string = false;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let word = ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| rest.starts_with(word.as_bytes()));
        match (rest[0], word) {
            (b'\\', _) if is_string => at += 1,
            (b'"', _) => is_string = !is_string,
            (_, Some(word)) if !is_string => {
                masked[at..at + word.len()].fill(b' ');
                masked[at..at + 2].fill(b'"');
                at += word.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    Cow::Owned(String::from_utf8(masked).expect("whole words were replaced by ASCII"))
}

/// The row of a benchmark: its cells stand in the order of the columns, and the last may be left out.
struct Row<'n, 't, 'c> {
    name: &'n str,
    columns: &'c [&'c str],
    cells: Vec<Spot<'n, 't>>,
}

/// What a benchmark measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Time,
    Memory,
    PeakMemory,
    Track,
}

impl Sort {
    fn of(name: &str) -> Self {
        let name = name.rsplit('.').next().unwrap_or(name);
        match name.to_ascii_lowercase() {
            name if name.starts_with("time") => Self::Time,
            name if name.starts_with("peakmem") => Self::PeakMemory,
            name if name.starts_with("mem") => Self::Memory,
            _ => Self::Track,
        }
    }

    fn measure(self) -> Measure {
        match self {
            Self::Time => time(median(), "s"),
            Self::Memory => Measure::new("memory", Statistic::Value, Unit::named("B")),
            Self::PeakMemory => Measure::new("memory", Statistic::Max, Unit::named("B")),
            Self::Track => Measure::new(TRACK, Statistic::Value, Unit::none()).range(Range::Any),
        }
    }
}

impl<'n, 't> Row<'n, 't, '_> {
    fn cell(&self, column: &str) -> Option<&Spot<'n, 't>> {
        let at = self.columns.iter().position(|name| *name == column)?;
        self.cells.get(at)
    }

    /// A run for each combination of parameters.
    fn read(&self) -> Vec<Collector> {
        let parameters: Vec<&Node<'_>> =
            self.cell("params").map(|spot| spot.node.items().iter().collect()).unwrap_or_default();
        let combinations: usize = parameters.iter().map(|values| values.items().len()).product();
        (0..combinations).map(|combination| self.read_combination(&parameters, combination, combinations)).collect()
    }

    fn read_combination(&self, parameters: &[&Node<'_>], combination: usize, combinations: usize) -> Collector {
        let mut collector = benchmark(self.name);
        let version = self.cell("version").and_then(|spot| spot.node.string()).map(Into::into);
        collector.run.title = Some(Title { name: self.name.into(), version });
        let mut remaining = combinations;
        for (number, values) in (1..).zip(parameters.iter().map(|values| values.items())) {
            remaining /= values.len().max(1);
            let value = values.get(combination / remaining.max(1) % values.len().max(1)).and_then(Node::string);
            set(&mut collector, &parameter(number), unquoted(value.unwrap_or_default()));
        }
        let sort = Sort::of(self.name);
        match self.cell("result").map(|spot| (spot.node, spot.items().nth(combination))) {
            Some((_, Some(spot))) => take(&spot, &sort.measure(), SKIPPED, &mut collector),
            // A benchmark that failed as a whole has `null` for its list.
            _ => collector.absent(&sort.measure(), FAILED),
        }
        if sort == Sort::Time {
            self.read_statistics(combination, &mut collector);
            let of = |column: &str| self.cell(column).and_then(|cell| cell.items().nth(combination));
            let calls = of("stats_number").and_then(|spot| spot.node.number());
            let samples = Array { are_means: calls != Some(1.0), ..Array::of(time(Statistic::Value, "s")) };
            samples.take(of("samples"), &mut collector);
        }
        collector
    }

    fn read_statistics(&self, combination: usize, collector: &mut Collector) {
        // asv takes the interval from the spread of few times: its lower end may lie below 0.
        let name = interval("time", "median", Some(0.99));
        let end = |statistic| Measure::new(&name, statistic, Unit::named("s")).range(Range::Any);
        let measures = [
            ("stats_ci_99_a", end(Statistic::Low)),
            ("stats_ci_99_b", end(Statistic::High)),
            ("stats_q_25", time(percentile(25), "s")),
            ("stats_q_75", time(percentile(75), "s")),
            ("stats_number", count("iterations")),
            ("stats_repeat", count("samples")),
        ];
        for (column, measure) in measures {
            if let Some(spot) = self.cell(column).and_then(|cell| cell.items().nth(combination)) {
                take(&spot, &measure, UNBOUNDED, collector);
            }
        }
    }
}

fn take(spot: &Spot<'_, '_>, measure: &Measure, not_finite: &'static str, collector: &mut Collector) {
    match &spot.node.value {
        Value::Null => collector.absent(measure, FAILED),
        Value::String(text) if text.is_empty() => collector.absent(measure, not_finite),
        _ => collector.take(spot, measure),
    }
}

/// The dimension of a parameter that has no name, numbered from 1.
fn parameter(number: usize) -> String {
    if number == 1 { PARAMETER.to_owned() } else { format!("{PARAMETER}_{number}") }
}

/// A value without the quotes of Python's notation.
fn unquoted(value: &str) -> &str {
    let inner = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    inner.unwrap_or(value)
}

impl Reader for AsvCompanion {
    fn name(&self) -> &'static str {
        "asv-companion"
    }

    fn title(&self) -> &'static str {
        "asv companion of results"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| is_list(root) || is_machine(root))
    }

    fn read(&self, _: &Content<'_>) -> Reading {
        Reading { tool: "asv".to_owned(), ..Reading::default() }
    }
}

/// Whether each member describes a benchmark.
fn is_list(root: &Node<'_>) -> bool {
    let mut benchmarks = root.members().iter().filter(|(name, _)| name != "version").peekable();
    let is_benchmark = |node: &Node<'_>| ["code", "param_names", "params"].iter().all(|key| node.get(key).is_some());
    root.get("version").is_some() && benchmarks.peek().is_some() && benchmarks.all(|(_, node)| is_benchmark(node))
}

/// Whether the members are those with which asv describes a machine.
fn is_machine(root: &Node<'_>) -> bool {
    let known = ["machine", "version", "arch", "cpu", "num_cpu", "os", "ram"];
    let is_known = |name: &str| known.contains(&name);
    root.get("machine").is_some_and(|node| node.string().is_some())
        && root.get("version").is_some_and(|node| node.number().is_some())
        && root.members().iter().all(|(name, _)| is_known(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_masked_in_place() {
        let text = r#"{"NaN \" NaN": [NaN, -Infinity, 1], "µ": Infinity}"#;
        assert_eq!(masked(text), r#"{"NaN \" NaN": ["" , ""       , 1], "µ": ""      }"#);
        assert!(matches!(masked("{}"), Cow::Borrowed(_)));
    }

    #[test]
    fn names_tell_what_is_measured() {
        let sorts = ["b.T.time_keys", "b.TimeSuite.mem_list", "peakmem_x", "b.timed.track_n"].map(Sort::of);
        assert_eq!(sorts, [Sort::Time, Sort::Memory, Sort::PeakMemory, Sort::Track]);
    }
}
