//! What a page of benchmarks owes its readers, as a list of items that can be told, left out, or
//! ruled out with a reason.

use crate::settings::{Context, Keys};
use crate::source::{Place, Span};
use crate::suggest;

/// A question that a careful reader asks of a benchmark.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// Its stable key in `[disclosure]`: `hardware`.
    pub key: &'static str,
    /// Its title on pages: "Hardware".
    pub title: &'static str,
    /// What is asked, in a sentence.
    pub meaning: &'static str,
    /// Keys of `[conditions]` that answer it, besides its own.
    pub conditions: &'static [&'static str],
}

const fn item(
    key: &'static str,
    title: &'static str,
    meaning: &'static str,
    conditions: &'static [&'static str],
) -> Item {
    Item { key, title, meaning, conditions }
}

/// The items, from the question to what is known to be wrong with the answer.
pub const ITEMS: &[Item] = &[
    item("question", "Question", "What the benchmark is to find out.", &["purpose"]),
    item("subject", "Subject", "What was measured: product, version, commit, how it was built.", &["versions"]),
    item(
        "competitors",
        "Configuration of each",
        "How each of the compared was set up, by whom, and whether those are its defaults.",
        &["configuration", "settings", "workers", "encoders", "pools", "database", "database_connections"],
    ),
    item("hardware", "Hardware", "Processor, its cores and threads, memory.", &["machine", "cpu", "memory"]),
    item("storage", "Storage", "The kind and size of the disks that took part.", &["disk", "disks"]),
    item("network", "Network", "The way from the client to the server: protocol, cards, or loopback.", &["protocol"]),
    item("virtualisation", "Virtualisation", "Bare metal or a guest, its type, and what its neighbours took.", &["vm"]),
    item("system", "Operating system", "System and kernel, with the settings that were changed.", &["os", "kernel"]),
    item(
        "runtimes",
        "Runtimes",
        "Versions of compilers, runtimes and libraries.",
        &["runtime", "compiler", "compilers", "toolchain", "flags", "build_flags"],
    ),
    item(
        "availability",
        "Availability",
        "Whether a reader can have everything that was measured, and since when.",
        &[],
    ),
    item("workload", "Workload", "The operations, their mix, their sizes, and the data that they work on.", &["data"]),
    item("correctness", "Correctness", "How it was made sure that every answer was the right one.", &["verified"]),
    item(
        "load_model",
        "Load model",
        "Closed loop or a schedule, how many clients or what rate, pauses, pipelining.",
        &["load", "connections", "threads", "virtual_users", "rate", "pipelining"],
    ),
    item(
        "coordinated_omission",
        "Coordinated omission",
        "Whether waiting for a stalled server is missing from the latencies.",
        &[],
    ),
    item(
        "load_generator",
        "Load generator",
        "The tool, its version and command, where it ran, and whether it had power to spare.",
        &["tool", "command"],
    ),
    item("warm_up", "Warm-up", "What ran before the measurement and was thrown away.", &["warmup"]),
    item("cache", "Cache", "What was cached or restarted between runs.", &["caches", "restarts"]),
    item(
        "trials",
        "Trials",
        "How many measurements there are of each thing, and how long each was.",
        &["rounds", "repeats", "runs", "duration"],
    ),
    item("order", "Order", "The order of the measurements, and the pauses between them.", &["cooldown", "pause"]),
    item("samples", "Samples", "Whether single measurements are kept, where, and which were left out.", &["raw"]),
    item("statistic", "Statistic", "What the figures are: medians, means, and how percentiles were found.", &[]),
    item("uncertainty", "Uncertainty", "How far another measurement may be off: ranges or intervals, and which.", &[]),
    item("comparison", "Comparison", "How differences are told: as ratios, and how certain those are.", &[]),
    item("aggregation", "Aggregation", "How several benchmarks became one number.", &[]),
    item("baseline", "Baseline", "What the relative figures are relative to, and its absolute value.", &[]),
    item("errors", "Errors", "What failed, timed out or was left out, of how much.", &[]),
    item("limiter", "Limit", "What was saturated: why the rate was not twice as high.", &["bottleneck"]),
    item("resources", "Resources", "What processors, memory and network did meanwhile.", &["utilisation"]),
    item("verification", "Independent check", "Who else has measured the same, and with what result.", &[]),
    item("provenance", "Kinds of numbers", "Which numbers were measured, copied, estimated or claimed.", &["figures"]),
    item("date", "Date", "When it was measured, and when what is quoted was taken.", &[]),
    item("differences", "Differences", "In what the compared differ besides what is compared.", &[]),
    item(
        "reproduction",
        "Reproduction",
        "How to do it again: scripts, inputs, time, and what is missing.",
        &["harness"],
    ),
    item(
        "limitations",
        "Limits and interests",
        "What does not follow, who measured, who paid, what was corrected.",
        &[],
    ),
];

impl Item {
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
