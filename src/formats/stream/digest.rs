//! Digests: what was gathered of a stream as a small JSON document, to be kept where the stream is too
//! large. Digests of several load generators merge as the streams themselves do.
//!
//! ```json
//! {"format": "benchbook-samples", "version": 1, "digits": 3,
//!  "origin": {"name": "run.jtl", "size": 1001757200, "sha256": "…"}, "tool": "JMeter", "load": "closed",
//!  "runs": [{"dimensions": {"label": "Home"}, "metric": "latency", "unit": "ms", "counted": "requests",
//!            "count": 7800000, "failed": 78780, "rate": 2998.4, "answered": 7800000, "exact": false,
//!            "sum": "1322996988300000000", "mean": 169.6, "min": 2, "max": 2289,
//!            "buckets": [[2.000895, 14, 2]]}]}
//! ```
//!
//! A bucket is its upper bound, how many measurements it has, and the first of them in the order of the
//! stream. `exact` says that each measurement has a bucket of its own. `sum` is in nanoseconds.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::gather::{Gather, Group};
use super::observe::{TOLD, TOO_FEW, rate_of};
use super::{BETWEEN, Failed, Plan};
use crate::diagnostic::Code;
use crate::formats::json::Node;
use crate::formats::json::collector::{Collector, Measure, Range, Spot};
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::{Absence, Basis, Layout, LoadModel, Locator, Observation, Percentile, Run, Statistic};
use crate::samples::histogram::upper_bound;
use crate::samples::{BEYOND, Sample, SampleSet};
use crate::units::Unit;

/// What the document calls itself.
const FORMAT: &str = "benchbook-samples";
const VERSION: f64 = 1.0;

/// The reader of digests.
pub struct Digests;

/// The stream that a digest is of.
#[derive(Debug, Serialize)]
pub struct Origin<'a> {
    /// The name of the file, without its folder.
    pub name: &'a str,
    /// How many bytes it has.
    pub size: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: &'a str,
}

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    version: u32,
    digits: u32,
    origin: &'a Origin<'a>,
    tool: &'a str,
    load: &'static str,
    runs: Vec<RunRecord<'a>>,
}

#[derive(Serialize)]
struct RunRecord<'a> {
    dimensions: BTreeMap<&'a str, &'a str>,
    metric: &'static str,
    unit: &'static str,
    counted: &'static str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    answered: u64,
    exact: bool,
    sum: String,
    mean: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    buckets: Vec<(f64, u64, f64)>,
}

/// The digest of what was gathered.
pub fn text(origin: &Origin<'_>, plan: &Plan, gathered: &Gather) -> String {
    let groups = gathered.groups.iter().filter(|(_, group)| group.set.count() > 0);
    let document = Document {
        format: FORMAT,
        version: 1,
        digits: 3,
        origin,
        tool: &plan.tool,
        load: plan.load.name(),
        runs: groups.map(|(key, group)| record(plan, key, group)).collect(),
    };
    let mut text = serde_json::to_string(&document).expect("a digest has only keys that are strings");
    // A line a run, so that changes can be read.
    text = text.replace("{\"dimensions\"", "\n{\"dimensions\"");
    text.push('\n');
    text
}

fn record<'a>(plan: &'a Plan, key: &'a str, group: &Group) -> RunRecord<'a> {
    let set = &group.set;
    let names = plan.by.iter().map(|(name, _)| name.as_str());
    let bucket = |(first, count): (Sample, u64)| {
        let upper = if set.is_bucketed() { upper_bound(first.ticks) } else { first.ticks };
        (set.value(upper), count, set.value(first.ticks))
    };
    let failed = match plan.failed {
        None => None,
        Some(Failed::Sum(..)) => group.verdicts.map(|_| group.failed),
        Some(Failed::Where(..)) => Some(group.failed),
    };
    RunRecord {
        dimensions: names.zip(key.split(BETWEEN)).collect(),
        metric: "latency",
        unit: set.unit.symbol(),
        counted: plan.counted,
        count: set.count(),
        failed,
        rate: group.rate(),
        answered: group.answered,
        exact: !set.is_bucketed(),
        sum: set.sum().to_string(),
        mean: set.mean(),
        min: set.min().map(|sample| set.value(sample.ticks)),
        max: set.max().map(|sample| set.value(sample.ticks)),
        buckets: set.buckets().into_iter().map(bucket).collect(),
    }
}

impl Reader for Digests {
    fn name(&self) -> &'static str {
        FORMAT
    }

    fn title(&self) -> &'static str {
        "digest of samples"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let format = content.document().and_then(|root| root.get("format"));
        format.and_then(Node::string).is_some_and(|format| format == FORMAT)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut reading = Reading { tool: text_of(&root, "tool"), ..Reading::default() };
        if let Some(version) = root.get("version").filter(|spot| spot.node.number() != Some(VERSION)) {
            let message = format!("the digest is of version {}, and version 1 is read", version.node.text);
            let problem = Problem::new(Code::Malformed, version.node.span, message);
            reading.problems.push(problem.help("use a newer Benchbook"));
            return reading;
        }
        let load = load(&text_of(&root, "load"));
        for spot in root.get("runs").iter().flat_map(Spot::items) {
            let (run, problems) = read_run(&spot);
            reading.problems.extend(problems);
            reading.runs.push(Run { load: Some(load), ..run });
        }
        reading
    }
}

fn text_of(spot: &Spot<'_, '_>, key: &str) -> String {
    spot.node.string_of(key).to_string()
}

fn load(name: &str) -> LoadModel {
    let all = [LoadModel::Closed, LoadModel::Open, LoadModel::OpenCorrected];
    all.into_iter().find(|load| load.name() == name).unwrap_or(LoadModel::Unknown)
}

fn read_run(spot: &Spot<'_, '_>) -> (Run, Vec<Problem>) {
    let mut collector = Collector::default();
    let unit = Unit::named(&text_of(spot, "unit"));
    let counted = text_of(spot, "counted");
    let (rate, rate_unit) = rate_of(&counted);
    let of_count = Unit::named(if counted == "requests" { "req" } else { &counted });
    let count = |metric: &str| Measure::new(metric, Statistic::Count, of_count).range(Range::Whole);
    let latency = |statistic| Measure::new("latency", statistic, unit);
    let answered = spot.node.get("answered").and_then(Node::number) != Some(0.0);
    let taken = [
        ("count", count(&counted)),
        ("failed", count("errors")),
        ("rate", Measure::new(rate, Statistic::Rate, rate_unit)),
        ("mean", latency(Statistic::Mean)),
        ("min", latency(Statistic::Min)),
        ("max", latency(Statistic::Max)),
    ];
    for (key, measure) in taken.into_iter().filter(|(_, measure)| answered || measure.metric.as_ref() != "latency") {
        if let Some(part) = spot.get(key) {
            collector.take(&part, &measure);
        }
    }
    let dimensions = spot.get("dimensions");
    for (name, value) in dimensions.iter().flat_map(Spot::members) {
        if let Some(value) = value.node.string() {
            collector.run.dimensions.insert(name.into(), value.into());
        }
    }
    match read_set(spot, unit) {
        Some((set, firsts)) if answered => tell(spot, set, &firsts, &mut collector.run),
        Some(_) => {}
        None => collector
            .wrong(spot, "the buckets of the digest are not whole, or do not have as many measurements as it counts"),
    }
    (collector.run, collector.problems)
}

/// The sample set of a run, and the first measurement of each bucket with the node it stands in.
type Firsts<'n, 't> = Vec<(Sample, Spot<'n, 't>)>;

fn read_set<'n, 't>(spot: &Spot<'n, 't>, unit: Unit) -> Option<(SampleSet, Firsts<'n, 't>)> {
    // Digests are of times, whose ticks are nanoseconds.
    let scale = (unit.base_scale() * 1e9).round();
    let ticks = |node: &Node<'_>| Some((node.number().filter(|number| *number >= 0.0)? * scale).round() as u64);
    let whole =
        |node: &Node<'_>| node.number().filter(|number| *number >= 1.0 && number.fract() == 0.0).map(|n| n as u64);
    let exact = spot.node.get("exact")?.text == "true";
    let mut set = SampleSet::new(unit, scale as u64);
    let mut firsts = Vec::new();
    for bucket in spot.get("buckets")?.items() {
        let parts: Vec<Spot<'_, '_>> = bucket.items().collect();
        let [_, count, first] = <[_; 3]>::try_from(parts).ok()?;
        let sample = Sample { ticks: ticks(first.node)?, at: first.node.span.start.into() };
        match (exact, whole(count.node)?) {
            (true, count) => (0..count).for_each(|_| set.add(sample)),
            (false, count) => set.add_bucket(sample, count),
        }
        firsts.push((sample, first));
    }
    if !exact {
        let end = |key| Some(Sample { ticks: ticks(spot.node.get(key)?)?, at: 0 });
        set.add_sum(text_of(spot, "sum").parse().ok()?, [end("min")?, end("max")?]);
    }
    let counted = whole(spot.node.get("count")?)?;
    (set.count() == counted).then(|| (set.finish(), firsts))
}

/// Adds the percentiles, each the first measurement of its bucket, and the set itself.
fn tell(spot: &Spot<'_, '_>, set: SampleSet, firsts: &Firsts<'_, '_>, run: &mut Run) {
    let basis = |statistic: &str| Basis {
        statistic: statistic.to_owned(),
        over: format!("{}/buckets", spot.pointer),
        count: set.count(),
        unit: set.unit,
        filter: Vec::new(),
        without: None,
        within: set.exactness().share(),
        time: None,
        window: None,
        text: None,
        layout: Layout::Single,
    };
    let count = run.observations.iter_mut().find(|o| o.statistic == Statistic::Count && &*o.metric != "errors");
    if let Some(count) = count {
        count.basis = Some(Arc::new(basis("count")));
    }
    for percentile in TOLD.iter().filter_map(|percent| Percentile::new(*percent)) {
        let statistic = Statistic::Percentile(percentile);
        if set.beyond(percentile.millionths()) < BEYOND {
            run.absent.push(Absence { metric: "latency".into(), statistic, why: TOO_FEW });
            continue;
        }
        let found = set.nearest(percentile.millionths());
        let Some((_, first)) = firsts.iter().find(|(sample, _)| Some(*sample) == found) else { continue };
        let value = first.node.number().unwrap_or_default();
        let locator = Locator::Json(first.pointer.as_str().into());
        let plain = Observation::measured(&"latency".into(), statistic, value, set.unit, first.node.span, locator);
        run.observations.push(plain.with(|of| of.basis = Some(Arc::new(basis(&statistic.name())))));
    }
    run.samples.insert("latency".into(), Arc::new(set));
}
