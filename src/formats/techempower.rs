//! The reader of TechEmpower's `results.json`.
//!
//! `rawData` has, for each test and framework, a result for each level of concurrency, or of queries
//! by request where the test varies those; which level it is follows from its place in the list. Each
//! result is a run, with the dimensions `test`, `framework` and `concurrency` or `queries`.
//!
//! Latencies are texts with their unit, as wrk prints them. There is no rate: it is the requests
//! divided by the length of the run, which the file gives once for all and every run repeats as
//! `duration`. Failures are given only where there were some.

use super::json::Node;
use super::json::collector::{Measure, Range, Spot};
use super::transcript::{self, Transcript};
use super::{Content, Reader, Reading};
use crate::model::{LoadModel, Locator, Run, Statistic};
use crate::units::Unit;

/// The reader of `results.json`.
pub struct TechEmpower;

const NO_RESULT: &str = "the toolset recorded no result for it";
const NO_RESPONSE: &str = "no request got a response";

/// Tests, the list of their levels, and the dimension that the levels are values of.
const LEVELS: [(&str, &str, &str); 8] = [
    ("json", "concurrencyLevels", "concurrency"),
    ("db", "concurrencyLevels", "concurrency"),
    ("fortune", "concurrencyLevels", "concurrency"),
    ("plaintext", "pipelineConcurrencyLevels", "concurrency"),
    ("query", "queryIntervals", "queries"),
    ("update", "queryIntervals", "queries"),
    ("cached_query", "cachedQueryIntervals", "queries"),
    ("cached-query", "cachedQueryIntervals", "queries"),
];

const TIMES: [(&str, Statistic); 3] =
    [("latencyAvg", Statistic::Mean), ("latencyStdev", Statistic::StdDev), ("latencyMax", Statistic::Max)];

/// Keys of failures, and what wrk's failures are called here.
const FAILURES: [(&str, &str); 5] = [
    ("5xx", "status_5xx"),
    ("connect", "errors_connect"),
    ("read", "errors_read"),
    ("write", "errors_write"),
    ("timeout", "timeouts"),
];

impl Reader for TechEmpower {
    fn name(&self) -> &'static str {
        "techempower"
    }

    fn title(&self) -> &'static str {
        "TechEmpower results"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            root.get("rawData").is_some_and(Node::is_object)
                && root.get("concurrencyLevels").is_some_and(|levels| !levels.items().is_empty())
                && root.get("queryIntervals").is_some()
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut transcript = Transcript::new(content.text, content.text);
        let mut runs = Vec::new();
        for (test, levels, dimension) in LEVELS {
            let levels: Vec<Spot<'_, '_>> = root.get(levels).iter().flat_map(Spot::items).collect();
            for (framework, results) in root.at(&["rawData", test]).iter().flat_map(Spot::members) {
                for (number, result) in results.items().enumerate() {
                    let Some(level) = levels.get(number) else {
                        transcript.wrong(result.node.text, format!("`{test}` has more results than levels"));
                        break;
                    };
                    let mut run = read_result(&root, &result, &mut transcript);
                    let dimensions = [("test", test), ("framework", framework), (dimension, level.node.text)];
                    run.dimensions.extend(dimensions.map(|(name, value)| (name.into(), value.into())));
                    runs.push(run);
                }
            }
        }
        transcript.finish("TechEmpower", runs)
    }
}

fn read_result(root: &Spot<'_, '_>, result: &Spot<'_, '_>, transcript: &mut Transcript<'_>) -> Run {
    transcript.run.load = Some(LoadModel::Closed);
    let count = |name: &str| Measure::new(name, Statistic::Count, Unit::named("req")).range(Range::Whole);
    let requests = result.get("totalRequests");
    match &requests {
        Some(spot) => take(spot, &count("requests"), transcript),
        None => transcript.absent(&count("requests"), NO_RESULT),
    }
    let is_answered = requests.as_ref().and_then(|spot| spot.node.number()).is_some_and(|requests| requests > 0.0);
    for (key, statistic) in TIMES {
        let measure = Measure::new("latency", statistic, Unit::named("ms"));
        match result.get(key) {
            Some(spot) if is_answered => take_time(&spot, &measure, transcript),
            _ => transcript.absent(&measure, NO_RESPONSE),
        }
    }
    for (key, metric) in FAILURES {
        match (result.get(key), &requests) {
            (Some(spot), _) => take(&spot, &count(metric), transcript),
            (None, Some(requests)) => transcript.run.implied_zero.push((metric.into(), requests.node.span)),
            (None, None) => {}
        }
    }
    if let Some(duration) = root.get("duration") {
        take(&duration, &Measure::new("duration", Statistic::Value, Unit::named("s")), transcript);
        transcript.fact("duration", unquoted(duration.node));
    }
    transcript.end_run()
}

/// Takes a number, or a text that is one: old files have `"15"`.
fn take(spot: &Spot<'_, '_>, measure: &Measure, transcript: &mut Transcript<'_>) {
    match transcript::printed(unquoted(spot.node)).filter(|printed| printed.suffix.is_empty()) {
        Some(printed) => transcript.observe_at(&printed, measure, Locator::Json(spot.pointer.as_str().into())),
        None => transcript.wrong(spot.node.text, format!("`{}` is not a number", spot.node.text)),
    }
}

/// Takes a text such as `"218.20us"`.
fn take_time(spot: &Spot<'_, '_>, measure: &Measure, transcript: &mut Transcript<'_>) {
    let printed = transcript::printed(unquoted(spot.node));
    match printed.and_then(|printed| Some((printed, transcript::time(printed.suffix)?))) {
        Some((printed, unit)) => {
            let measure = Measure { unit, ..measure.clone() };
            transcript.observe_at(&printed, &measure, Locator::Json(spot.pointer.as_str().into()));
        }
        None => transcript.wrong(spot.node.text, format!("`{}` is not a time", unquoted(spot.node))),
    }
}

/// The text of a value, without quotes around it.
fn unquoted<'n>(node: &'n Node<'_>) -> &'n str {
    node.text.trim_matches('"')
}
