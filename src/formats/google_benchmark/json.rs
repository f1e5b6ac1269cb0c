//! The JSON of Google Benchmark.

use std::collections::BTreeSet;

use super::{FAILED, Sort, TOOL, iterations};
use crate::formats::benchmarks::{benchmark, gather, number_rounds, set, time};
use crate::formats::json::collector::{Collector, Spot};
use crate::formats::json::{Node, Value};
use crate::formats::{Content, Reader, Reading};
use crate::model::Statistic;
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
        let sort = |row: &Spot<'_, '_>| matches!(sort_of(row.node), Sort::Aggregate(_));
        let aggregated: BTreeSet<_> = rows.iter().filter(|row| sort(row)).map(|row| name_of(row.node)).collect();
        let mut readings: Vec<Collector> = Vec::new();
        let mut repetitions: Vec<Collector> = Vec::new();
        for row in &rows {
            let name = name_of(row.node);
            match sort_of(row.node) {
                Sort::Fit => {}
                Sort::Iterations if aggregated.contains(name) => {}
                sort @ Sort::Iterations => repetitions.push(read_row(row, sort, benchmark(name))),
                sort @ Sort::Aggregate(_) => merge(&mut readings, read_row(row, sort, benchmark(name))),
            }
        }
        let mut reading = gather(TOOL, repetitions);
        number_rounds(&mut reading);
        let aggregates = gather(TOOL, readings);
        reading.runs.extend(aggregates.runs);
        reading.problems.extend(aggregates.problems);
        reading
    }
}

/// Puts what an aggregate says beside what others say of the same benchmark.
fn merge(readings: &mut Vec<Collector>, mut read: Collector) {
    match readings.iter_mut().find(|other| other.run.dimensions == read.run.dimensions) {
        Some(other) => {
            other.run.take_absent(&mut read.run);
            let has =
                |metric: &str| other.run.observations.iter().any(|o| &*o.metric == metric && metric == "repetitions");
            let new: Vec<_> = read.run.observations.into_iter().filter(|o| !has(&o.metric)).collect();
            other.run.observations.extend(new);
            other.problems.extend(read.problems);
        }
        None => readings.push(read),
    }
}

fn name_of<'n>(row: &'n Node<'_>) -> &'n str {
    row.get("run_name").or_else(|| row.get("name")).and_then(Node::string).unwrap_or_default()
}

/// The sort of a row. Versions before 1.5 do not tell, and are read as iterations.
fn sort_of<'n>(row: &'n Node<'_>) -> Sort<'n> {
    match row.get("aggregate_name").and_then(Node::string) {
        Some(name) => Sort::aggregate(name),
        None => Sort::Iterations,
    }
}

fn read_row(row: &Spot<'_, '_>, sort: Sort<'_>, mut collector: Collector) -> Collector {
    set(&mut collector, "label", row.node.get("label").and_then(Node::string).unwrap_or_default());
    let unit = row.node.get("time_unit").and_then(Node::string).unwrap_or_default();
    if row.node.get("error_occurred").is_some_and(|node| node.value == Value::Bool(true)) {
        collector.absent(&time(Statistic::Mean, unit), FAILED);
        return collector;
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
