//! The messages of `cargo criterion --message-format=json`, one JSON object a line.
//!
//! A benchmark's `typical` value repeats its slope or its mean and is not read. Its samples are `measured_values`,
//! each the total of as many iterations as `iteration_count` has at the same place. Changes claim the unit `%` but are
//! ratios: -0.6 is 60% less. The level of confidence is not in the file. Of a throughput the file has what one
//! iteration handles, `bytes_per_iteration`; over the time it is the rate.

use std::sync::Arc;

use super::arrays::Array;
use super::benchmarks::{benchmark, gather, interval, json_lines, median, on_line, per_iteration, set, time};
use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{self, Node};
use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

/// The reader of cargo-criterion's messages.
pub struct CargoCriterion;

const COMPLETE: &str = "benchmark-complete";
const GROUP: &str = "group-complete";

/// A statistic by its key, and what it is called within `time{…}`.
const STATISTICS: &[(&str, &str)] =
    &[("mean", "mean"), ("median", "median"), ("median_abs_dev", "median absolute deviation"), ("slope", "slope")];

impl Reader for CargoCriterion {
    fn name(&self) -> &'static str {
        "cargo-criterion"
    }

    fn title(&self) -> &'static str {
        "cargo-criterion messages"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_message = |line: &str| {
            let reason = json::parse(line).ok();
            reason.is_some_and(|message| matches!(reason_of(&message), Some(COMPLETE | GROUP)))
        };
        let text = content.text;
        (text.contains(COMPLETE) || text.contains(GROUP)) && json_lines(text).any(|(.., line)| is_message(line))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut benchmarks = Vec::new();
        let mut problems = Vec::new();
        for (line, start, text) in json_lines(content.text) {
            match json::parse(text) {
                Ok(message) if reason_of(&message) == Some(COMPLETE) => {
                    benchmarks.push(on_line(read_benchmark(&Spot::root(&message), line), line, start));
                }
                Ok(message) if reason_of(&message) == Some(GROUP) => name_group(&message, &mut benchmarks),
                Ok(_) => {}
                Err(error) => problems.push(broken(&error, Span::of(text, content.text))),
            }
        }
        let mut reading = gather("cargo-criterion", benchmarks);
        reading.problems.extend(problems);
        reading
    }
}

fn reason_of<'n>(message: &'n Node<'_>) -> Option<&'n str> {
    message.get("reason")?.string()
}

fn broken(error: &json::JsonError, line: Span) -> Problem {
    let code = if error.truncated { Code::Truncated } else { Code::Malformed };
    Problem::new(code, line, format!("the message is no JSON: {}", error.message))
        .help("take the whole output of `cargo criterion`, or leave the file out with `leave_out`")
}

fn read_benchmark(message: &Spot<'_, '_>, line: u32) -> Collector {
    let mut collector = benchmark(message.node.string_of("id"));
    for (key, name) in STATISTICS {
        let Some(estimate) = message.get(key) else { continue };
        let unit = estimate.node.string_of("unit");
        read_estimate(&estimate, "time", name, Unit::named(unit), Range::NotNegative, &mut collector);
    }
    for (key, name) in &STATISTICS[..2] {
        if let Some(change) = message.at(&["change", key]) {
            read_estimate(&change, "time_change", name, Unit::none(), Range::Any, &mut collector);
        }
    }
    for of_throughput in message.get("throughput").iter().flat_map(Spot::items) {
        let Some(counted) = of_throughput.node.get("unit").and_then(Node::string) else { continue };
        if let Some(spot) = of_throughput.get("per_iteration") {
            collector.take(&spot, &per_iteration(counted));
        }
    }
    let unit = message.node.string_of("unit");
    let totals = Array { line: Some(line), ..Array::of_means(time(Statistic::Value, unit)) };
    totals.take_totals(message.get("measured_values"), message.get("iteration_count"), &mut collector);
    collector
}

fn read_estimate(
    estimate: &Spot<'_, '_>,
    metric: &str,
    name: &str,
    unit: Unit,
    range: Range,
    collector: &mut Collector,
) {
    let (own, statistic) = match name {
        "mean" => (metric.to_owned(), Statistic::Mean),
        "median" => (metric.to_owned(), median()),
        name => (format!("{metric}{{{name}}}"), Statistic::Value),
    };
    let own = Measure::new(&own, statistic, unit).range(range);
    let Some(point) = estimate.get("estimate") else {
        return collector.absent(&own, "the benchmark was sampled flat, which gives no slope");
    };
    collector.take(&point, &own);
    for (key, end) in [("lower_bound", Statistic::Low), ("upper_bound", Statistic::High)] {
        if let Some(spot) = estimate.get(key) {
            collector.take(&spot, &Measure::new(&interval(metric, name, None), end, unit).range(range));
        }
    }
}

/// Gives the benchmarks of a group its name, unless the group is one benchmark of that name.
fn name_group(message: &Node<'_>, benchmarks: &mut [Collector]) {
    let group = message.string_of("group_name");
    let names = message.get("benchmarks").map(Node::items).unwrap_or_default();
    for name in names.iter().filter_map(Node::string).filter(|name| *name != group) {
        let is_it = |value: &Arc<str>| **value == *name;
        for of_group in benchmarks.iter_mut().filter(|it| it.run.dimensions.get("benchmark").is_some_and(is_it)) {
            set(of_group, "group", group);
        }
    }
}
