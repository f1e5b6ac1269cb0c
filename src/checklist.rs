//! What a page of benchmarks owes its readers, as a list of items that can be told, left out, or
//! ruled out with a reason.

use crate::settings::{Context, Keys};
use crate::source::{Place, Span};
use crate::suggest;
use crate::words::{Message, say};

/// A question that a careful reader asks of a benchmark.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// Its stable key in `[disclosure]`: `hardware`.
    pub key: &'static str,
    /// Keys of `[conditions]` that answer it, besides its own.
    pub conditions: &'static [&'static str],
}

/// The items, from the question to what is known to be wrong with the answer.
pub const ITEMS: &[Item] = &[
    Item { key: "question", conditions: &["purpose"] },
    Item { key: "subject", conditions: &["versions"] },
    Item {
        key: "competitors",
        conditions: &["configuration", "settings", "workers", "encoders", "pools", "database", "database_connections"],
    },
    Item { key: "hardware", conditions: &["machine", "cpu", "logical_cpus", "clock", "memory"] },
    Item { key: "storage", conditions: &["disk", "disks"] },
    Item { key: "network", conditions: &["protocol"] },
    Item { key: "virtualisation", conditions: &["vm"] },
    Item { key: "system", conditions: &["os", "kernel"] },
    Item {
        key: "runtimes",
        conditions: &[
            "runtime",
            "compiler",
            "compilers",
            "toolchain",
            "flags",
            "build",
            "build_flags",
            "library_build",
        ],
    },
    Item { key: "availability", conditions: &[] },
    Item { key: "workload", conditions: &["data"] },
    Item { key: "correctness", conditions: &["verified"] },
    Item { key: "load_model", conditions: &["load", "connections", "threads", "virtual_users", "rate", "pipelining"] },
    Item { key: "coordinated_omission", conditions: &[] },
    Item { key: "load_generator", conditions: &["tool", "command"] },
    Item { key: "warm_up", conditions: &["warmup"] },
    Item { key: "cache", conditions: &["caches", "restarts"] },
    Item { key: "trials", conditions: &["rounds", "repeats", "runs", "duration"] },
    Item { key: "order", conditions: &["cooldown", "pause"] },
    Item { key: "samples", conditions: &["raw"] },
    Item { key: "statistic", conditions: &[] },
    Item { key: "uncertainty", conditions: &[] },
    Item { key: "comparison", conditions: &[] },
    Item { key: "aggregation", conditions: &[] },
    Item { key: "baseline", conditions: &[] },
    Item { key: "errors", conditions: &[] },
    Item { key: "limiter", conditions: &["bottleneck"] },
    Item { key: "resources", conditions: &["utilisation"] },
    Item { key: "verification", conditions: &[] },
    Item { key: "provenance", conditions: &["figures"] },
    Item { key: "date", conditions: &[] },
    Item { key: "differences", conditions: &[] },
    Item { key: "reproduction", conditions: &["harness"] },
    Item { key: "limitations", conditions: &[] },
];

impl Item {
    /// Its title on pages: "Hardware".
    pub fn title(&self) -> Message {
        say(format!("item_{}", self.key))
    }

    /// What is asked, in a sentence.
    pub fn meaning(&self) -> Message {
        say(format!("meaning_{}", self.key))
    }

    /// The item of that key.
    pub fn find(key: &str) -> Option<&'static Self> {
        ITEMS.iter().find(|item| item.key == key)
    }

    /// The item of that key; one that is none is reported at its place.
    pub fn named(context: &Context, key: &str, span: Span) -> Option<&'static Self> {
        let found = Self::find(key);
        if found.is_none() {
            let help = suggest::help(key, ITEMS.iter().map(|item| item.key));
            let message = format!("`[disclosure]` has no item `{key}`");
            context.error(crate::diagnostic::Code::UnknownKey, span, message, help);
        }
        found
    }

    /// Whether a condition of that name answers it.
    pub fn is_told_by(&self, condition: &str) -> bool {
        self.key == condition || self.conditions.contains(&condition)
    }
}

/// Items that must be answered, each with the place that says so.
#[derive(Debug, Clone, Default)]
pub struct Required(pub Vec<(&'static Item, Place)>);

impl Required {
    /// Reads `require = ["hardware", "errors"]`.
    pub fn read(context: &Context, keys: &Keys<'_>) -> Self {
        let named = keys
            .strings("require")
            .into_iter()
            .filter_map(|(key, span)| Some((Item::named(context, &key, span)?, context.source.place(span))));
        Self(named.collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_key_means_two_items() {
        let keys = ITEMS.iter().flat_map(|item| item.conditions.iter().copied().chain([item.key]));
        let all: Vec<&str> = keys.collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!((ITEMS.len(), distinct.len()), (34, all.len()));
    }

    #[test]
    fn an_item_is_told_by_its_own_key_and_by_its_conditions() {
        let load = Item::find("load_model").expect("there is such an item");
        assert!(load.is_told_by("load_model") && load.is_told_by("connections") && !load.is_told_by("hardware"));
    }
}
