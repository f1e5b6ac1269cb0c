//! What pytest-benchmark saves (`--benchmark-save`, `--benchmark-json`). Every time is in seconds. What it prints is
//! read by [`text`].
//!
//! `iterations` counts the calls in one round, of which `data` holds the mean of each. `ops` is one over the mean,
//! and `iqr`, `total` and the limits of outliers follow from the rest, so they are passed over.

pub mod text;

use super::arrays::Array;
use super::benchmarks::{
    benchmark, count, gather, median, on_machine, percentile, said, set, set_parameters, take_members, time,
};
use super::json::Node;
use super::json::collector::{Collector, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Fact, Statistic};

/// The reader of pytest-benchmark's JSON.
pub struct PytestBenchmark;

impl Reader for PytestBenchmark {
    fn name(&self) -> &'static str {
        "pytest-benchmark"
    }

    fn title(&self) -> &'static str {
        "pytest-benchmark JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let benchmarks = root.get("benchmarks").map(Node::items).unwrap_or_default();
            root.get("machine_info").is_some() && benchmarks.iter().any(|it| it.at(&["stats", "mean"]).is_some())
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let tool = match document.get("version").and_then(Node::string) {
            Some(version) => format!("pytest-benchmark {version}"),
            None => "pytest-benchmark".to_owned(),
        };
        let benchmarks = Spot::root(document).get("benchmarks");
        let mut reading = gather(&tool, benchmarks.iter().flat_map(Spot::items).map(|it| read_benchmark(&it)));
        on_machine(&mut reading, machine(document));
        reading
    }
}

/// What the file says of the machine, without its name.
fn machine(document: &Node<'_>) -> [Option<Fact>; 4] {
    let info = |path: &[&str]| document.get("machine_info").and_then(|info| info.at(path));
    let all = |keys: &[&str]| keys.iter().map(|key| info(&[key])).collect::<Vec<_>>();
    [
        said("cpu", &[info(&["cpu", "brand_raw"])], ""),
        said("logical_cpus", &[info(&["cpu", "count"])], ""),
        said("os", &all(&["system", "release", "machine"]), ""),
        said("runtime", &all(&["python_implementation", "python_version"]), ""),
    ]
}

fn read_benchmark(spot: &Spot<'_, '_>) -> Collector {
    let string = |key: &str| spot.node.string_of(key);
    let name = if string("fullname").is_empty() { string("name") } else { string("fullname") };
    let mut collector = benchmark(name);
    set(&mut collector, "group", string("group"));
    set_parameters(&mut collector, spot.get("params").as_ref());
    let measures = [
        ("min", time(Statistic::Min, "s")),
        ("max", time(Statistic::Max, "s")),
        ("mean", time(Statistic::Mean, "s")),
        ("stddev", time(Statistic::StdDev, "s")),
        ("median", time(median(), "s")),
        ("q1", time(percentile(25), "s")),
        ("q3", time(percentile(75), "s")),
        ("rounds", count("rounds")),
        ("iterations", count("iterations")),
    ];
    match spot.get("stats") {
        Some(stats) => {
            take_members(&stats, &measures, &mut collector);
            let calls = stats.node.get("iterations").and_then(Node::number);
            let data = Array { are_means: calls != Some(1.0), ..Array::of(time(Statistic::Value, "s")) };
            data.take(stats.get("data"), &mut collector);
        }
        None => collector.wrong(spot, "the benchmark has no `stats`"),
    }
    collector
}
