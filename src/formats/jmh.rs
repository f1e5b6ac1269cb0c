//! The results of JMH: JSON here, the same as CSV in [`csv`], the table that it prints in [`text`].
//!
//! The unit tells what a score is: time per operation (`us/op`) or operations per time (`ops/s`); the
//! mode is the dimension `mode`, and each parameter one of its own name. Half the width of the interval
//! of confidence, `scoreError`, is read only from CSV and text, which have no interval. Percentiles of the mode
//! `sample` are of single calls; those of other modes are of a handful of iterations, so only the
//! smallest, the median and the largest are read. Samples are the iterations of all forks (`rawData`), or the calls
//! of the mode `sample` (`rawDataHistogram`, pairs of a time and how often it occurred).
//!
//! What profilers measured beside the score (`secondaryMetrics`) are metrics of their own, with the same parts. Of
//! most the score is the mean of the iterations; of some, such as `gc.count`, it is their sum, and of a few the
//! largest. The file does not say which: its iterations show it, where it has several.

pub mod csv;
mod rows;
pub mod text;

use super::arrays::{Array, OF_ITERATIONS};
use super::benchmarks::{benchmark, gather, median, said, set, set_parameters, take_unless_nan, word};
use super::json::Node;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Percentile, Statistic};
use crate::units::Unit;

/// The reader of `-rf json`.
pub struct Jmh;

/// What JMH adds up over the iterations, where the file has not several that show it.
const SUMS: [&str; 2] = ["gc_count", "gc_time"];
const SUM: &str = "of all iterations together";

/// What a score measures, and in what unit.
#[derive(Debug, Clone, PartialEq)]
struct Score {
    metric: String,
    statistic: Statistic,
    unit: Unit,
}

impl Score {
    /// The score of a benchmark in that unit.
    fn of(unit: &str) -> Self {
        match unit.split_once('/') {
            Some(("ops", _)) => Self::new("throughput", Statistic::Rate, unit),
            Some((time, "op")) if Unit::named(time).is_time() => Self::new("time", Statistic::Mean, time),
            _ => Self::new("score", Statistic::Mean, unit),
        }
    }

    /// The score of what stands beside that of a benchmark: of single calls, in the mode `sample`, a percentile.
    fn beside(name: &str, unit: &str, mode: &str) -> Self {
        match percentile_of(name).filter(|_| mode == "sample") {
            Some(percentile) => Self { statistic: statistic_of(percentile), ..Self::of(unit) },
            None => Self::secondary(name, unit),
        }
    }

    /// The score of what a profiler measured beside it: `·gc.alloc.rate.norm`.
    fn secondary(name: &str, unit: &str) -> Self {
        let unit = unit.strip_suffix("/op").unwrap_or(unit);
        let metric = word(name);
        let unit = match unit {
            "counts" | "---" | "#" => "",
            // Its profiler of the collector divides bytes by 1,024 twice.
            "MB/sec" if metric.starts_with("gc_") => "MiB/s",
            unit => unit,
        };
        let statistic = if SUMS.contains(&&*metric) { Statistic::Count } else { Statistic::Mean };
        Self { metric, ..Self::new("", statistic, unit) }
    }

    fn new(metric: &str, statistic: Statistic, unit: &str) -> Self {
        Self { metric: metric.to_owned(), statistic, unit: Unit::named(unit) }
    }

    /// The same with the statistic that its iterations show it to be.
    fn shown_by(self, metric: &Spot<'_, '_>) -> Self {
        let of_forks = metric.node.get("rawData").map(Node::items).unwrap_or_default();
        let iterations: Vec<f64> = of_forks.iter().flat_map(Node::items).filter_map(Node::number).collect();
        let Some(score) = metric.node.get("score").and_then(Node::number) else { return self };
        let is = |value: f64| (score - value).abs() <= 1e-6 * value.abs();
        let (sum, largest) = (iterations.iter().sum::<f64>(), iterations.iter().copied().fold(f64::MIN, f64::max));
        let statistic = match iterations.len() {
            0 | 1 => self.statistic,
            // Zeros tell nothing.
            _ if sum == 0.0 => self.statistic,
            count if is(sum / count as f64) => Statistic::Mean,
            _ if is(sum) => Statistic::Count,
            _ if is(largest) => Statistic::Max,
            _ => self.statistic,
        };
        Self { statistic, ..self }
    }

    fn measure(&self) -> Measure {
        let measure = Measure::new(&self.metric, self.statistic, self.unit);
        if self.is_sum() { measure.described(SUM) } else { measure }
    }

    /// Whether it is the sum of the iterations, and not their mean.
    fn is_sum(&self) -> bool {
        self.statistic == Statistic::Count
    }

    /// Whether half of an interval belongs to it: a sum and a percentile have none.
    fn has_error(&self) -> bool {
        matches!(self.statistic, Statistic::Mean | Statistic::Rate)
    }

    /// Half of the interval of confidence.
    fn error(&self) -> Measure {
        self.part("99.9% error", Statistic::Value)
    }

    /// A measure of the same quantity; an interval may well reach below zero.
    fn part(&self, part: &str, statistic: Statistic) -> Measure {
        Measure::new(&format!("{}{{mean, {part}}}", self.metric), statistic, self.unit).range(Range::Any)
    }
}

impl Reader for Jmh {
    fn name(&self) -> &'static str {
        "jmh"
    }

    fn title(&self) -> &'static str {
        "JMH JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let is_result =
                |item: &Node<'_>| item.at(&["primaryMetric", "score"]).is_some() && item.get("mode").is_some();
            root.items().first().is_some_and(is_result)
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let version = document.items().first().and_then(|item| item.get("jmhVersion")?.string());
        let tool = version.map_or("JMH".to_owned(), |version| format!("JMH {version}"));
        gather(&tool, Spot::root(document).items().map(|item| read_result(&item)))
    }
}

fn read_result(item: &Spot<'_, '_>) -> Collector {
    let string = |key: &str| item.node.string_of(key);
    let mut collector = benchmark(string("benchmark"));
    set(&mut collector, "mode", string("mode"));
    set_parameters(&mut collector, item.get("params").as_ref());
    if let Some(threads) = item.get("threads") {
        collector.fact("threads", &threads, "");
    }
    // Of the virtual machine, not the path of the program, which is of somebody's machine.
    let of_vm = ["vmName", "vmVersion"].map(|key| item.node.get(key));
    collector.run.facts.extend(said("runtime", &of_vm, ""));
    let mode = string("mode");
    match item.get("primaryMetric") {
        Some(metric) => {
            // Of `ss`, an iteration is a single call.
            let are_means = !matches!(mode, "sample" | "ss");
            read_metric(&metric, &Score::of(unit_of(&metric)), (mode == "sample", are_means), &mut collector);
        }
        None => collector.wrong(item, "the result has no `primaryMetric`"),
    }
    for (name, metric) in item.get("secondaryMetrics").iter().flat_map(Spot::members) {
        if metric.get("score").is_some() {
            let score = Score::secondary(name, unit_of(&metric)).shown_by(&metric);
            read_metric(&metric, &score, (false, true), &mut collector);
        }
    }
    collector
}

fn unit_of<'n>(metric: &Spot<'n, '_>) -> &'n str {
    metric.node.string_of("scoreUnit")
}

/// Reads a metric whose percentiles are `of_calls`, or of iterations, and whose samples may be means.
fn read_metric(metric: &Spot<'_, '_>, score: &Score, (of_calls, are_means): (bool, bool), collector: &mut Collector) {
    if let Some(spot) = metric.get("score") {
        take_unless_nan(&spot, &score.measure(), collector);
    }
    // A sum has no interval, and is one value: its percentiles say it again.
    let parts = Some(metric).filter(|_| !score.is_sum());
    let ends = parts.and_then(|metric| metric.get("scoreConfidence"));
    for (spot, end) in ends.iter().flat_map(Spot::items).zip([Statistic::Low, Statistic::High]) {
        take_unless_nan(&spot, &score.part("99.9% interval", end), collector);
    }
    for (percent, spot) in parts.and_then(|metric| metric.get("scorePercentiles")).iter().flat_map(Spot::members) {
        let Some(statistic) = Percentile::parse(percent).map(statistic_of) else { continue };
        let measure = Measure { statistic, ..score.measure() };
        match statistic {
            _ if of_calls => take_unless_nan(&spot, &measure, collector),
            Statistic::Min | Statistic::Max => take_unless_nan(&spot, &measure.described(OF_ITERATIONS), collector),
            statistic if statistic == median() => {
                take_unless_nan(&spot, &measure.described(OF_ITERATIONS), collector);
            }
            _ => {}
        }
    }
    let measure = Measure { described: None, ..score.measure() };
    let samples = Array { are_means, ..Array::of(measure) };
    match metric.get("rawDataHistogram") {
        Some(calls) => samples.take_pairs(Some(calls), collector),
        None => samples.take(metric.get("rawData"), collector),
    }
}

/// The percentile that a name ends with: `p0.999`, before JMH 1.34 behind the method, `sort·p0.999`.
fn percentile_of(name: &str) -> Option<Percentile> {
    let share = name.rsplit(['·', ':']).next()?.strip_prefix('p')?;
    let share = share.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share))?;
    Percentile::new(share * 100.0)
}

/// The ends of the percentiles are the smallest and the largest.
fn statistic_of(percentile: Percentile) -> Statistic {
    match percentile.percent() {
        0.0 => Statistic::Min,
        100.0 => Statistic::Max,
        _ => Statistic::Percentile(percentile),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_tell_what_a_score_is() {
        let of = |unit| Score::of(unit);
        assert_eq!((of("us/op").metric, of("us/op").unit), ("time".to_owned(), Unit::named("µs")));
        assert_eq!((of("ops/ms").metric, of("ops/ms").unit), ("throughput".to_owned(), Unit::named("ops/ms")));
        let profiled = Score::secondary("·gc.alloc.rate.norm", "B/op");
        assert_eq!((&*profiled.metric, profiled.unit), ("gc_alloc_rate_norm", Unit::named("B")));
        assert_eq!(Score::beside("sort·p0.999", "us/op", "sample").statistic, Statistic::parse("p99.9").expect("one"));
        assert_eq!(
            Score::beside("p1.00", "us/op", "sample"),
            Score { statistic: Statistic::Max, ..Score::of("us/op") }
        );
        assert_eq!(Score::beside("p0.50", "us/op", "avgt").metric, "p0_50");
        let counted = Score::secondary("gc.count", "counts");
        assert_eq!(Score::secondary("gc.alloc.rate", "MB/sec").unit, Unit::named("MiB/s"));
        assert!(counted.is_sum() && counted.unit == Unit::none());
    }
}
