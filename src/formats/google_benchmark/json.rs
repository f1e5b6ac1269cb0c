//! The JSON of Google Benchmark.

use std::collections::BTreeSet;

use super::{FAILED, Names, SKIPPED, Sort, TOOL, iterations, merge};
use crate::formats::benchmarks::{benchmark, gather, number_rounds, on_machine, said, set, time};
use crate::formats::json::collector::{Collector, Spot};
use crate::formats::json::{Node, Value};
use crate::formats::{Content, Reader, Reading};
use crate::model::{Fact, Statistic};
use crate::units::Unit;

/// The reader of Google Benchmark's JSON.
pub struct GoogleBenchmark;

/// Members that are no counters of the author's.
const OWN: &[&str] = &[
    "family_index",
    "per_family_instance_index",
    "repetitions",
    "repetition_index",
    "threads",
    "iterations",
    "real_time",
    "cpu_time",
];

impl Reader for GoogleBenchmark {
    fn name(&self) -> &'static str {
        "google-benchmark"
    }

    fn title(&self) -> &'static str {
        "Google Benchmark JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let benchmarks = root.get("benchmarks").map(Node::items).unwrap_or_default();
            let is_timed = |it: &Node<'_>| it.get("name").is_some() && it.get("time_unit").is_some();
            root.get("context").is_some_and(Node::is_object) && benchmarks.iter().any(is_timed)
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let rows = Spot::root(document).get("benchmarks");
        let rows: Vec<_> = rows.iter().flat_map(Spot::items).collect();
        let sorts = Sorts::of(&rows);
        let mut readings: Vec<Collector> = Vec::new();
        let mut repetitions: Vec<Collector> = Vec::new();
        for row in &rows {
            match sorts.told(row.node) {
                Some((name, sort @ Sort::Iterations)) => repetitions.push(read_row(row, sort, benchmark(name))),
                Some((name, sort)) => merge(&mut readings, read_row(row, sort, benchmark(name))),
                None => {}
            }
        }
        let mut reading = gather(TOOL, repetitions);
        number_rounds(&mut reading);
        let aggregates = gather(TOOL, readings);
        reading.runs.extend(aggregates.runs);
        reading.problems.extend(aggregates.problems);
        on_machine(&mut reading, machine(document));
        reading
    }
}

/// What the context says of the machine; the name of the host is nobody's business.
fn machine(document: &Node<'_>) -> [Option<Fact>; 3] {
    let of = |name, key, unit| said(name, &[document.at(&["context", key])], unit);
    [
        of("logical_cpus", "num_cpus", ""),
        of("clock", "mhz_per_cpu", "MHz"),
        of("library_build", "library_build_type", ""),
    ]
}

/// How the rows of a file tell what they hold.
enum Sorts<'n> {
    /// Since 1.5 each says so. These are the benchmarks that have aggregates.
    Said(BTreeSet<&'n str>),
    /// By their names.
    Named(Names<'n>),
}

impl<'n> Sorts<'n> {
    fn of(rows: &[Spot<'n, '_>]) -> Self {
        if rows.iter().all(|row| row.node.get("run_type").is_none()) {
            let iterations = |row: &Node<'n>| row.get("iterations").map_or("", |node| node.text);
            return Self::Named(Names::new(rows.iter().map(|row| (row.node.string_of("name"), iterations(row.node)))));
        }
        let aggregated = rows.iter().filter(|row| row.node.get("aggregate_name").is_some());
        Self::Said(aggregated.map(|row| row.node.string_of("run_name")).collect())
    }

    /// The name of what a row is about, and its sort; none of what is passed over.
    fn told(&self, row: &'n Node<'_>) -> Option<(&'n str, Sort<'n>)> {
        let aggregated = match self {
            Self::Named(names) => return names.told(row.string_of("name")),
            Self::Said(aggregated) => aggregated,
        };
        let name = row.string_of(if row.get("run_name").is_some() { "run_name" } else { "name" });
        let sort = match row.get("aggregate_name").and_then(Node::string) {
            Some(of) if row.string_of("aggregate_unit") == "percentage" && of != "RMS" => Sort::Ratio(of),
            Some(of) => Sort::aggregate(of),
            None => Sort::Iterations,
        };
        let is_told = sort != Sort::Fit && (sort != Sort::Iterations || !aggregated.contains(name));
        is_told.then_some((name, sort))
    }
}

fn read_row(row: &Spot<'_, '_>, sort: Sort<'_>, mut collector: Collector) -> Collector {
    set(&mut collector, "label", row.node.string_of("label"));
    let unit = row.node.string_of("time_unit");
    for (key, why) in [("error_occurred", FAILED), ("skipped", SKIPPED)] {
        if row.node.get(key).is_some_and(|node| node.value == Value::Bool(true)) {
            collector.absent(&time(Statistic::Mean, unit), why);
            return collector;
        }
    }
    for (key, metric) in [("real_time", "time"), ("cpu_time", "cpu")] {
        if let Some(spot) = row.get(key) {
            collector.take(&spot, &sort.measure(metric, Unit::named(unit)));
        }
    }
    if let Some(spot) = row.get("iterations") {
        collector.take(&spot, &iterations(sort));
    }
    for (name, spot) in row.members().filter(|(name, spot)| spot.node.number().is_some() && !OWN.contains(name)) {
        collector.take(&spot, &sort.counter(name));
    }
    collector
}
