//! BenchmarkDotNet's `*-report-full.json`. Every time is in nanoseconds. Its tables are read by [`markdown`] and [`csv`].
//!
//! Percentiles and samples are of iterations, each the mean of many operations. The interval of confidence has the
//! level 99.9%, which the file writes as a number of its own list, 12; of other levels the metric has no
//! percentage. A benchmark is named by namespace, type and method; parameters and the job are dimensions.

mod columns;
pub mod csv;
pub mod markdown;

use super::arrays::{Array, OF_ITERATIONS};
use super::benchmarks::{
    benchmark, count, gather, interval, median, on_machine, said, set, set_parameter, take_members, take_unless_nan,
    time,
};
use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{Node, Value};
use super::{Content, Reader, Reading};
use crate::model::{Fact, Percentile, Statistic};
use crate::units::Unit;

/// The reader of BenchmarkDotNet's full JSON.
pub struct BenchmarkDotNet;

const FAILED: &str = "the benchmark gave no statistics";

impl Reader for BenchmarkDotNet {
    fn name(&self) -> &'static str {
        "benchmarkdotnet"
    }

    fn title(&self) -> &'static str {
        "BenchmarkDotNet full JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let benchmarks = root.get("Benchmarks").map(Node::items).unwrap_or_default();
            let is_benchmark = |it: &Node<'_>| it.get("Method").is_some() && it.get("Statistics").is_some();
            root.get("HostEnvironmentInfo").is_some() && benchmarks.iter().any(is_benchmark)
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let version = document.at(&["HostEnvironmentInfo", "BenchmarkDotNetVersion"]).and_then(Node::string);
        let tool = version.map_or("BenchmarkDotNet".to_owned(), |version| format!("BenchmarkDotNet {version}"));
        let benchmarks = Spot::root(document).get("Benchmarks");
        let mut reading = gather(&tool, benchmarks.iter().flat_map(Spot::items).map(|it| read_benchmark(&it)));
        on_machine(&mut reading, machine(document));
        reading
    }
}

/// What the file says of the machine.
fn machine(document: &Node<'_>) -> [Option<Fact>; 5] {
    let of = |name, keys: &[&str]| {
        said(name, &keys.iter().map(|key| document.at(&["HostEnvironmentInfo", key])).collect::<Vec<_>>(), "")
    };
    [
        of("cpu", &["ProcessorName"]),
        of("logical_cpus", &["LogicalCoreCount"]),
        of("os", &["OsVersion", "Architecture"]),
        of("runtime", &["RuntimeVersion"]),
        of("build", &["Configuration"]),
    ]
}

fn read_benchmark(spot: &Spot<'_, '_>) -> Collector {
    let mut collector = named(spot);
    match spot.get("Statistics").filter(|statistics| statistics.node.value != Value::Null) {
        Some(statistics) => read_statistics(&statistics, &mut collector),
        None => collector.absent(&time(Statistic::Mean, "ns"), FAILED),
    }
    if let Some(memory) = spot.get("Memory") {
        let bytes = Measure::new("memory", Statistic::Mean, Unit::named("B")).described("allocated in one operation");
        let measures = [
            ("BytesAllocatedPerOperation", bytes),
            ("Gen0Collections", count("gen0_collections")),
            ("Gen1Collections", count("gen1_collections")),
            ("Gen2Collections", count("gen2_collections")),
        ];
        take_members(&memory, &measures, &mut collector);
    }
    collector
}

/// A collector with the names of a benchmark. Its full name repeats the parameters, so it is put together.
fn named(spot: &Spot<'_, '_>) -> Collector {
    let string = |key: &str| spot.node.string_of(key);
    let parts = [string("Namespace"), string("Type"), string("Method")];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut collector = benchmark(&parts.join("."));
    for (name, value) in string("Parameters").split(['&', ',']).filter_map(|parameter| parameter.split_once('=')) {
        set_parameter(&mut collector, name.trim(), value.trim());
    }
    if let Some((_, job)) = string("DisplayInfo").split_once(": ") {
        // The parameters follow the job in brackets: `Job-ABC(…) [N=10]`.
        set(&mut collector, "job", job.split(" [").next().unwrap_or(job));
    }
    collector
}

fn read_statistics(statistics: &Spot<'_, '_>, collector: &mut Collector) {
    let of_iterations = |statistic| time(statistic, "ns").described(OF_ITERATIONS);
    let measures = [
        ("Mean", time(Statistic::Mean, "ns")),
        ("StandardDeviation", of_iterations(Statistic::StdDev)),
        ("Median", of_iterations(median())),
        ("Min", of_iterations(Statistic::Min)),
        ("Max", of_iterations(Statistic::Max)),
        ("N", count("samples")),
    ];
    take_members(statistics, &measures, collector);
    for (name, spot) in statistics.get("Percentiles").iter().flat_map(Spot::members) {
        let percentile = name.strip_prefix('P').and_then(Percentile::parse);
        // The ends and the median stand above.
        let percentile = percentile.filter(|percentile| ![0.0, 50.0, 100.0].contains(&percentile.percent()));
        if let Some(percentile) = percentile {
            take_unless_nan(&spot, &of_iterations(Statistic::Percentile(percentile)), collector);
        }
    }
    Array::of_means(time(Statistic::Value, "ns")).take(statistics.get("OriginalValues"), collector);
    if let Some(ends) = statistics.get("ConfidenceInterval") {
        let level = ends.node.get("Level").and_then(Node::number).filter(|level| *level == 12.0).map(|_| 0.999);
        let end = |statistic| Measure::new(&interval("time", "mean", level), statistic, Unit::named("ns"));
        let ends_of = [Statistic::Low, Statistic::High].map(|statistic| end(statistic).range(Range::Any));
        let [low, high] = ends_of;
        take_members(&ends, &[("Lower", low), ("Upper", high)], collector);
    }
}
