//! Results in Benchbook's own format, for tools and scripts that have no format of their own.
//!
//! ```json
//! {"benchbook": 1, "results": [{"name": "sort", "value": 12.5, "unit": "ms"}]}
//! ```
//!
//! A result needs a name, which becomes the dimension `benchmark`, a value (`null` where there is none)
//! and a unit (`""` for a plain number). It can say what it measures with `metric` and `statistic`;
//! without them the unit tells: a time is `time`, `req/s` is `rps`, another rate `throughput`, and the
//! rest `result`. `dimensions` tell results apart, `samples` says on how many measurements a value rests,
//! and `kind` whether it was measured. Results of the same dimensions are one run; what such a run
//! has already is another round. `conditions` hold for all results. `static/schema/results.json` is the
//! schema; [`csv`] reads the same as a table.

pub mod csv;
pub mod requests;
mod slots;

use std::sync::Arc;

use super::benchmarks::number_rounds;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::json::{Node, Value};
use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Kind, LoadModel, Run, Statistic};
use crate::suggest;
use crate::units::Unit;

/// The reader of the JSON form.
pub struct Results;

const TOOL: &str = "benchbook results";
const VERSION: f64 = 1.0;

/// The keys of the document, of a result, and the conditions that a report knows.
const KEYS: [&str; 3] = ["benchbook", "results", "conditions"];
const OF_RESULT: [&str; 8] = ["name", "value", "unit", "metric", "statistic", "dimensions", "kind", "samples"];
const CONDITIONS: [&str; 11] =
    ["workload", "hardware", "protocol", "load", "duration", "connections", "threads", "rate", "url", "scenario", "os"];

impl Reader for Results {
    fn name(&self) -> &'static str {
        "benchbook-results"
    }

    fn title(&self) -> &'static str {
        "Benchbook results"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let document = content.document();
        document.is_some_and(|node| {
            let has_results = node.get("results").is_some_and(|results| matches!(results.value, Value::Array(_)));
            has_results && node.get("benchbook").and_then(Node::number).is_some()
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut book = Book::default();
        if let Some(version) = root.get("benchbook").filter(|spot| spot.node.number() != Some(VERSION)) {
            let message = format!("the results are of version {}, and version 1 is read", version.node.text);
            book.problems.push(Problem::new(Code::Malformed, version.node.span, message).help("use a newer Benchbook"));
            return book.finish();
        }
        book.check_keys(&root, &KEYS);
        for result in root.get("results").iter().flat_map(Spot::items) {
            book.result(&result);
        }
        if let Some(conditions) = root.get("conditions") {
            book.conditions(&conditions);
        }
        book.finish()
    }
}

/// What a result says of its value.
#[derive(Debug, Default)]
struct Said<'a> {
    name: &'a str,
    unit: &'a str,
    metric: Option<&'a str>,
    statistic: Option<&'a str>,
    kind: Option<&'a str>,
}

/// What a result says that is not known, and what could stand there.
struct Unknown(String, &'static str);

const STATISTICS: &str = "for example `mean`, `p50`, `p99.9`, `max`, `rate`, `count` or `value`";
const KINDS: &str = "`measured`, `transcribed`, `estimated` or `claimed`";

/// The runs as they are read.
#[derive(Debug, Default)]
struct Book {
    /// Which run a value goes to.
    slots: slots::Slots,
    runs: Vec<Run>,
    problems: Vec<Problem>,
}

impl Said<'_> {
    /// What is measured, and how the value came about; the error says what is not known.
    fn measure(&self) -> Result<(Measure, Kind), Unknown> {
        let unit = Unit::named(self.unit);
        let named = self.metric.map_or_else(|| by_unit(unit), MetricStatistic::parse);
        let statistic = match self.statistic.map(|name| (name, Statistic::parse(name))) {
            Some((name, None)) => return Err(Unknown(format!("`{name}` is no statistic"), STATISTICS)),
            Some((_, known)) => known,
            None => named.statistic,
        };
        let kind = match self.kind.map(|name| (name, Kind::parse(name))) {
            Some((name, None)) => return Err(Unknown(format!("`{name}` does not say how a number came about"), KINDS)),
            Some((_, known)) => known.unwrap_or_default(),
            None => Kind::default(),
        };
        // Which statistic of a distribution a bare number is, nobody knows.
        let usual = metrics::find(&named.metric).map(|known| known.statistic).filter(|usual| !usual.is_distribution());
        let statistic = statistic.or(usual).unwrap_or(Statistic::Value);
        let measure = Measure::new(&named.metric, statistic, unit);
        let range = if unit.is_time() { Range::NotNegative } else { Range::Any };
        Ok((measure.range(range), kind))
    }
}

/// What a value of a unit measures, when nothing says it.
fn by_unit(unit: Unit) -> MetricStatistic {
    let (metric, statistic) = match unit {
        unit if unit.is_time() => ("time", None),
        unit if unit.fits(Unit::named("req/s")) => ("rps", Some(Statistic::Rate)),
        unit if unit.symbol().ends_with("/s") => ("throughput", Some(Statistic::Rate)),
        _ => ("result", None),
    };
    MetricStatistic { metric: metric.into(), statistic }
}

impl Book {
    fn wrong(&mut self, spot: &Spot<'_, '_>, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Problem::new(Code::Malformed, spot.node.span, message).help(help));
    }

    fn check_keys(&mut self, object: &Spot<'_, '_>, known: &[&'static str]) {
        for (key, spot) in object.members().filter(|(key, _)| !known.contains(key)) {
            self.wrong(
                &spot,
                format!("`{key}` is no key of Benchbook results"),
                suggest::help(key, known.iter().copied()).unwrap_or_default(),
            );
        }
    }

    fn result(&mut self, result: &Spot<'_, '_>) {
        self.check_keys(result, &OF_RESULT);
        let text = |key| result.node.get(key).and_then(Node::string);
        let (Some(name), Some(unit), Some(value)) = (text("name"), text("unit"), result.get("value")) else {
            let missing = ["name", "value", "unit"]
                .into_iter()
                .find(|key| result.node.get(key).is_none_or(|node| *key != "value" && node.string().is_none()));
            let message = format!("a result has no `{}`", missing.unwrap_or("name"));
            self.wrong(result, message, "a result needs a `name`, a `value` and a `unit`");
            return;
        };
        let said = Said { name, unit, metric: text("metric"), statistic: text("statistic"), kind: text("kind") };
        let (measure, kind) = match said.measure() {
            Ok(known) => known,
            Err(Unknown(message, help)) => return self.wrong(result, message, help),
        };
        let mut collector = Collector::default();
        collector.take(&value, &measure);
        if let Some(samples) = result.get("samples") {
            let count = Measure::new(&format!("samples{{{}}}", measure.metric), Statistic::Count, Unit::none());
            collector.take(&samples, &count.range(Range::Whole));
        }
        self.problems.append(&mut collector.problems);
        let dimensions = dimensions(said.name, result.get("dimensions").as_ref());
        self.add(&dimensions, collector.run, kind);
    }

    /// Adds what was read of a result to the first run of its dimensions that has no such value.
    fn add(&mut self, dimensions: &Dimensions, mut read: Run, kind: Kind) {
        let at = self.slots.take(dimensions, &read.observations, self.runs.len());
        if at == self.runs.len() {
            self.runs.push(Run { dimensions: dimensions.clone(), ..Run::default() });
        }
        let own = &mut self.runs[at];
        own.take_absent(&mut read);
        own.observations.extend(read.observations.into_iter().map(|observation| observation.with(|of| of.kind = kind)));
    }

    /// What holds for all results: facts of each run.
    fn conditions(&mut self, conditions: &Spot<'_, '_>) {
        let mut collector = Collector::default();
        for (key, spot) in conditions.members() {
            match CONDITIONS.iter().find(|known| **known == key) {
                Some(known) => collector.fact(known, &spot, ""),
                None => self.wrong(
                    &spot,
                    format!("`{key}` is no condition that a report knows"),
                    suggest::help(key, CONDITIONS).unwrap_or_default(),
                ),
            }
        }
        let load = match conditions.node.get("load").and_then(Node::string) {
            Some("closed") => Some(LoadModel::Closed),
            Some("open") => Some(LoadModel::Open),
            Some("open, corrected") => Some(LoadModel::OpenCorrected),
            _ => None,
        };
        for run in &mut self.runs {
            run.facts.clone_from(&collector.run.facts);
            run.load = load;
        }
    }

    fn finish(self) -> Reading {
        let mut reading = Reading { tool: TOOL.to_owned(), runs: self.runs, problems: self.problems };
        number_rounds(&mut reading);
        reading
    }
}

/// The name and the dimensions of a result.
fn dimensions(name: &str, given: Option<&Spot<'_, '_>>) -> Dimensions {
    let text = |spot: &Spot<'_, '_>| -> Arc<str> { spot.node.string().unwrap_or(spot.node.text).into() };
    let given = given.into_iter().flat_map(Spot::members).map(|(name, spot)| (Arc::from(name), text(&spot)));
    let name = (!name.is_empty()).then(|| (Arc::from("benchmark"), Arc::from(name)));
    name.into_iter().chain(given).collect()
}
