//! The readers of k6's end-of-test summaries: three shapes of JSON, and text.
//!
//! The shapes of JSON hold the same metrics: the export of `--summary-export` (legacy), the data that
//! k6 hands to a script's `handleSummary`, and the newer machine-readable summary. Each reader lists
//! the metrics of its shape as `Entry`s; `metrics` reads those in the same way for all three.
//! No shape of JSON records the executor, so whether the load was a closed loop is not known.
//!
//! `text` reads what k6 prints at the end of a test.

pub mod points;
mod entry;
mod metrics;
mod names;
mod text;
mod threshold;

use std::collections::BTreeSet;

use super::json::Node;
use super::json::collector::{Collector, Measure, Spot};
use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::{LoadModel, Statistic};
use crate::units::Unit;
use entry::{Entry, Type};

pub use text::EndOfTest;

/// The reader of what `k6 run --summary-export` writes.
pub struct SummaryExport;

/// The reader of the data that a script's `handleSummary` writes with `JSON.stringify`.
pub struct HandleSummary;

/// The reader of what `k6 run --new-machine-readable-summary` writes (k6 1.5 and later).
pub struct MachineReadable;

impl Reader for SummaryExport {
    fn name(&self) -> &'static str {
        "k6-summary-export"
    }

    fn title(&self) -> &'static str {
        "k6 summary export"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let has_values = |metric: &Node<'_>| metric.get("values").is_some();
            is_object(root, "metrics")
                && is_object(root, "root_group")
                && root.get("state").is_none()
                && metrics_of(root).all(|metric| metric.is_object() && !has_values(metric))
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, |root, collector| {
            let Some(metrics) = root.get("metrics") else { return "k6".to_owned() };
            let entries: Vec<_> = metrics.members().map(|(name, spot)| Entry::bare(name, spot)).collect();
            metrics::read(&entries, collector);
            threshold::read_crossed(&entries, collector);
            "k6".to_owned()
        })
    }
}

impl Reader for HandleSummary {
    fn name(&self) -> &'static str {
        "k6-handle-summary"
    }

    fn title(&self) -> &'static str {
        "k6 handleSummary data"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        // A script may add and leave out keys; the form of a metric and its type are k6's own.
        content.document().is_some_and(|root| {
            let typed = |metric: &Node<'_>| Type::of(metric).is_some() && metric.get("contains").is_some();
            let is_empty = is_object(root, "metrics") && metrics_of(root).next().is_none();
            metrics_of(root).any(|metric| typed(metric) && is_object(metric, "values"))
                || (is_empty && root.at(&["state", "testRunDurationMs"]).is_some())
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, |root, collector| {
            let Some(metrics) = root.get("metrics") else { return "k6".to_owned() };
            // What a script puts beside k6's metrics is not k6's to read.
            let is_of_k6 = |metric: &Spot<'_, '_>| metric.get("type").or(metric.get("values")).is_some();
            let of_k6 = metrics.members().filter(|(_, metric)| is_of_k6(metric));
            let entries: Vec<_> = of_k6.filter_map(|(name, metric)| Entry::typed(name, &metric, collector)).collect();
            metrics::read(&entries, collector);
            threshold::read_ok(&entries, collector);
            take_duration(root, &["state", "testRunDurationMs"], "ms", collector);
            "k6".to_owned()
        })
    }
}

impl Reader for MachineReadable {
    fn name(&self) -> &'static str {
        "k6-machine-readable"
    }

    fn title(&self) -> &'static str {
        "k6 machine-readable summary"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            root.at(&["metadata", "k6_version"]).is_some()
                && root.at(&["results", "metrics"]).is_some()
                && root.get("version").is_some()
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content, |root, collector| {
            if is_known_schema(root, collector) {
                let mut entries = listed(root.at(&["results", "metrics"]).as_ref(), collector);
                entries.extend(listed(root.at(&["results", "checks", "metrics"]).as_ref(), collector));
                metrics::read(&entries, collector);
                take_duration(root, &["config", "duration"], "s", collector);
            }
            let version = root.at(&["metadata", "k6_version"]);
            match version.as_ref().and_then(|version| version.node.string()) {
                Some(version) => format!("k6 v{version}"),
                None => "k6".to_owned(),
            }
        })
    }
}

/// Reads a document with a function that takes its numbers and tells the tool's name.
fn read(content: &Content<'_>, take: impl FnOnce(&Spot<'_, '_>, &mut Collector) -> String) -> Reading {
    let Some(document) = content.document() else { return Reading::default() };
    let mut collector = Collector::default();
    let tool = take(&Spot::root(document), &mut collector);
    collector.run.load = Some(LoadModel::Unknown);
    collector.finish(tool)
}

fn is_object(node: &Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(Node::is_object)
}

fn metrics_of<'n, 't>(root: &'n Node<'t>) -> impl Iterator<Item = &'n Node<'t>> {
    root.get("metrics").map(Node::members).unwrap_or_default().iter().map(|(_, metric)| metric)
}

fn take_duration(root: &Spot<'_, '_>, path: &[&str], unit: &str, collector: &mut Collector) {
    let Some(spot) = root.at(path) else { return };
    collector.take(&spot, &Measure::new("duration", Statistic::Value, Unit::named(unit)));
    if spot.node.number().is_some() {
        collector.fact("duration", &spot, unit);
    }
}

/// Whether the schema is one whose names and units are known here: version 1.
fn is_known_schema(root: &Spot<'_, '_>, collector: &mut Collector) -> bool {
    let Some(version) = root.get("version") else { return false };
    let known = version.node.string().is_some_and(|version| version.starts_with("1."));
    if !known {
        let message = format!("version {} of k6's machine-readable summary is not known", version.node.text);
        let problem = Problem::new(Code::UnknownFormat, version.node.span, message);
        let help = "version 1 is read; `--summary-export` and `handleSummary` are read whatever the version of k6";
        collector.problems.push(problem.help(help));
    }
    known
}

/// The metrics of an array, each of which carries its name.
fn listed<'n, 't>(list: Option<&Spot<'n, 't>>, collector: &mut Collector) -> Vec<Entry<'n, 't>> {
    let mut names = BTreeSet::new();
    let mut entries = Vec::new();
    for metric in list.into_iter().flat_map(Spot::items) {
        match metric.node.get("name").and_then(Node::string) {
            None => collector.wrong(&metric, "a metric has no `name`"),
            Some(name) if !names.insert(name) => {
                collector.wrong(&metric, format!("the metric `{name}` stands twice in one list"));
            }
            Some(name) => entries.extend(Entry::typed(name, &metric, collector)),
        }
    }
    entries
}
