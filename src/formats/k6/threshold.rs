//! The thresholds of a script, and whether the run kept them.

use super::entry::Entry;
use super::names;
use crate::formats::json::collector::{Collector, Spot};
use crate::formats::json::{Node, Value};
use crate::model::Threshold;

/// Reads the thresholds of a summary export, in which `true` means crossed: the run failed it.
pub(super) fn read_crossed(entries: &[Entry<'_, '_>], collector: &mut Collector) {
    read(entries, collector, |verdict| flag(verdict).map(|crossed| !crossed));
}

/// Reads the thresholds of `handleSummary` data, in which `{"ok": true}` means kept.
pub(super) fn read_ok(entries: &[Entry<'_, '_>], collector: &mut Collector) {
    read(entries, collector, |verdict| flag(verdict.get("ok")?));
}

fn read(entries: &[Entry<'_, '_>], collector: &mut Collector, passed: fn(&Node<'_>) -> Option<bool>) {
    for entry in entries {
        for (expression, verdict) in entry.thresholds.iter().flat_map(Spot::members) {
            match passed(verdict.node) {
                Some(passed) => collector.run.thresholds.push(Threshold {
                    metric: names::limited(entry.kind, entry.split_name(), expression).into(),
                    expression: expression.to_owned(),
                    passed,
                    span: verdict.node.span,
                }),
                None => collector.wrong(&verdict, format!("the threshold `{expression}` has no verdict")),
            }
        }
    }
}

fn flag(node: &Node<'_>) -> Option<bool> {
    match node.value {
        Value::Bool(flag) => Some(flag),
        _ => None,
    }
}
