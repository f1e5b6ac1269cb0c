//! A line of sysbench's report, as slices of the text.

use crate::model::{Percentile, Statistic};

/// What a line says. Numbers keep their text.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// The number of threads.
    Threads(&'a str),
    /// How long the run took, with its unit.
    Duration(&'a str),
    /// The number of events.
    Events(&'a str),
    /// A statistic of latency; 0.5 prints a unit behind it.
    Latency(Statistic, &'a str),
    /// Queries of a kind.
    Queries(&'a str, &'a str),
    /// A count with its rate per second.
    Counted { key: &'a str, count: &'a str, rate: &'a str },
    /// A rate: the metric, its unit, and the number.
    Rate(&'static str, &'static str, &'a str),
    /// How much memory was read or written, and how fast.
    Transferred { amount: &'a str, unit: &'static str, rate: &'a str },
}

/// Rates that stand in a line of their own.
const RATES: [(&str, &str, &str); 7] = [
    ("events per second", "events", "events/s"),
    ("events/s (eps)", "events", "events/s"),
    ("reads/s", "reads", "op/s"),
    ("writes/s", "writes", "op/s"),
    ("fsyncs/s", "fsyncs", "op/s"),
    ("read, MiB/s", "transfer{read}", "MiB/s"),
    ("written, MiB/s", "transfer{written}", "MiB/s"),
];

/// Counts that have their rate in parentheses.
const COUNTED: [&str; 8] = [
    "transactions",
    "queries",
    "read/write requests",
    "other operations",
    "ignored errors",
    "deadlocks",
    "reconnects",
    "Total operations",
];

impl<'a> Line<'a> {
    /// The meaning of a line, if it has one.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let Some((key, value)) = line.split_once(':') else { return transferred(line) };
        let value = value.trim();
        if COUNTED.contains(&key) {
            let (count, rest) = value.split_once('(')?;
            return Some(Self::Counted { key, count: count.trim(), rate: rest.split_once(" per sec")?.0.trim() });
        }
        if let Some((_, metric, unit)) = RATES.iter().find(|(name, ..)| *name == key) {
            return Some(Self::Rate(metric, unit, value));
        }
        match key {
            "Number of threads" => Some(Self::Threads(value)),
            "total time" | "time elapsed" => Some(Self::Duration(value)),
            "total number of events" => Some(Self::Events(value)),
            "min" => Some(Self::Latency(Statistic::Min, value)),
            "avg" => Some(Self::Latency(Statistic::Mean, value)),
            "max" => Some(Self::Latency(Statistic::Max, value)),
            "read" | "write" | "other" if is_whole(value) => Some(Self::Queries(key, value)),
            _ => percentile(key).map(|percentile| Self::Latency(Statistic::Percentile(percentile), value)),
        }
    }
}

/// The percentile of `95th percentile` (1.0) or `approx.  95 percentile` (0.5).
fn percentile(key: &str) -> Option<Percentile> {
    let number = key.strip_suffix(" percentile")?.trim_start_matches("approx.").trim();
    Percentile::parse(number.trim_end_matches(|c: char| c.is_ascii_lowercase()))
}

/// The line `1024.00 MiB transferred (2800.81 MiB/sec)`.
fn transferred(line: &str) -> Option<Line<'_>> {
    let (amount, rest) = line.split_once(' ')?;
    let (unit, rest) = rest.split_once(" transferred (")?;
    let rate = rest.split_once(' ')?.0;
    // Before 1.0 the same amount was called MB.
    ["MiB", "MB"].contains(&unit).then_some(Line::Transferred { amount, unit: "MiB", rate })
}

/// Whether a line is the first of a run: `sysbench 1.0.20 (using …)`, `sysbench 0.5:  multi-threaded …`.
pub(super) fn is_banner(line: &str) -> bool {
    let version = line.trim().strip_prefix("sysbench ").and_then(|rest| rest.split_whitespace().next());
    version.is_some_and(|version| version.contains('.') && version.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line has the number of events, which each report has once.
pub(super) fn is_total(line: &str) -> bool {
    matches!(Line::parse(line), Some(Line::Events(_)))
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_versions_are_understood() {
        let p95 = Statistic::Percentile(Percentile::parse("95").expect("a percentile"));
        assert_eq!(Line::parse("         95th percentile:      4.25"), Some(Line::Latency(p95, "4.25")));
        assert_eq!(Line::parse("   approx.  95 percentile:   13.30ms"), Some(Line::Latency(p95, "13.30ms")));
        let counted = |key, count, rate| Some(Line::Counted { key, count, rate });
        assert_eq!(Line::parse("ignored errors:   3      (0.10 per sec.)"), counted("ignored errors", "3", "0.10"));
        assert_eq!(Line::parse("Total operations: 10 (2.5 per second)"), counted("Total operations", "10", "2.5"));
        let memory = Line::Transferred { amount: "1024.00", unit: "MiB", rate: "2800.81" };
        assert_eq!(Line::parse("1024.00 MB transferred (2800.81 MB/sec)"), Some(memory));
        for line in ["[ 1s ] thds: 2 eps: 1865.90 lat (ms,95%): 7.17", "percentile stats: disabled", "read: 3 MB", ""] {
            assert_eq!(Line::parse(line), None, "{line}");
        }
        assert!(
            is_banner("sysbench 0.5:  multi-threaded system evaluation benchmark") && !is_banner("sysbench oltp run")
        );
    }
}
