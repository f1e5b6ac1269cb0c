//! A line of a result, as slices of the text.

use super::digits;
use crate::model::Statistic;

/// What a line says. Numbers keep their text.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// A condition of the run.
    Fact(&'static str, &'a str),
    /// Transactions processed.
    Processed(&'a str),
    /// Transactions that failed.
    Failed(&'a str),
    /// Transactions that were skipped because they were late.
    Skipped(&'a str),
    /// Transactions above the limit of latency.
    Late(&'a str),
    /// Transactions of `Failed` by why they failed, and what was tried again: the metric, and whether it counts
    /// transactions.
    Part(&'static str, bool, &'a str),
    /// Mean or deviation of latency.
    Latency(Statistic, &'a str),
    /// The mean of latency with that of failed transactions.
    WithFailures(&'a str),
    /// Mean and largest lag behind the schedule.
    Lag([&'a str; 2]),
    /// How long connecting took, all clients at first or a connection on average.
    Connecting(Statistic, &'a str),
    /// Transactions per second, and whether without the time for connecting.
    Rate { digits: &'a str, is_bare: bool },
    /// What follows is about this script.
    Script(&'a str),
    /// A script's transactions, and its transactions per second.
    Share { count: &'a str, rate: &'a str },
}

/// Conditions of the run, and what they are called in `suite.toml`.
const FACTS: [(&str, &str); 8] = [
    ("transaction type", "workload"),
    ("scaling factor", "scale"),
    ("query mode", "query mode"),
    ("number of clients", "connections"),
    ("number of threads", "threads"),
    ("number of transactions per client", "transactions per client"),
    ("maximum number of tries", "tries"),
    ("duration", "duration"),
];

/// What stands behind a mean that was not measured, where transactions failed.
const WITH_FAILURES: &str = " (including failures)";

impl<'a> Line<'a> {
    /// The meaning of a line, if it has one.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim().trim_start_matches("- ");
        if let Some((name, rest)) = line.strip_prefix("SQL script ").and_then(|rest| rest.split_once(": ")) {
            return name.bytes().all(|byte| byte.is_ascii_digit()).then_some(Self::Script(rest));
        }
        if let Some((count, rest)) = line.split_once(" transactions (") {
            let rate = rest.split_once("tps = ")?.1.trim_end_matches(')');
            return Some(Self::Share { count: digits(count), rate: digits(rate) });
        }
        let split = |sign| line.split_once(sign);
        let (key, value) = split(" = ").or_else(|| split(": "))?;
        let value = value.trim();
        if let Some((_, fact)) = FACTS.iter().find(|(name, _)| *name == key) {
            return Some(Self::Fact(fact, value));
        }
        match key {
            "number of transactions actually processed" => Some(Self::Processed(digits(value))),
            "number of failed transactions" => Some(Self::Failed(digits(value))),
            "number of transactions skipped" => Some(Self::Skipped(digits(value))),
            "number of serialization failures" => Some(Self::Part("serialization_failures", true, digits(value))),
            "number of deadlock failures" => Some(Self::Part("deadlock_failures", true, digits(value))),
            "number of transactions retried" => Some(Self::Part("retried", true, digits(value))),
            "total number of retries" => Some(Self::Part("retries", false, digits(value))),
            "latency average" if value.ends_with(WITH_FAILURES) => {
                milliseconds(value.strip_suffix(WITH_FAILURES)?).map(Self::WithFailures)
            }
            "latency average" => Some(Self::Latency(Statistic::Mean, milliseconds(value)?)),
            "latency stddev" => Some(Self::Latency(Statistic::StdDev, milliseconds(value)?)),
            "initial connection time" => Some(Self::Connecting(Statistic::Value, milliseconds(value)?)),
            "average connection time" => Some(Self::Connecting(Statistic::Mean, milliseconds(value)?)),
            "rate limit schedule lag" => lag(value).map(Self::Lag),
            "tps" => {
                let is_bare = value.contains("(without ") || value.contains("(excluding ");
                Some(Self::Rate { digits: digits(value), is_bare })
            }
            _ if key.starts_with("number of transactions above the ") => Some(Self::Late(digits(value))),
            _ => None,
        }
    }
}

/// The number before ` ms`.
fn milliseconds(value: &str) -> Option<&str> {
    value.strip_suffix(" ms")
}

/// The numbers of `avg 0.695 (max 8.268) ms`.
fn lag(value: &str) -> Option<[&str; 2]> {
    let (mean, max) = value.strip_prefix("avg ")?.split_once(" (max ")?;
    Some([mean, max.strip_suffix(") ms")?])
}

/// Whether a line reads `progress: 1.0 s, 1193.9 tps, lat …`.
pub(super) fn is_progress(line: &str) -> bool {
    let after = line.strip_prefix("progress: ").and_then(|rest| rest.split_once(" s, "));
    after.is_some_and(|(_, rest)| rest.contains(" tps, lat "))
}

/// Whether a line gives the latency of a statement: `0.292  0  UPDATE …`.
pub(super) fn is_statement(line: &str) -> bool {
    let latency = line.split_whitespace().next().unwrap_or_default();
    latency.split_once('.').is_some_and(|(whole, fraction)| {
        fraction.len() == 3 && [whole, fraction].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Whether a line says that clients gave up before the run was over.
pub(super) fn is_aborted(line: &str) -> bool {
    line.contains("Run was aborted; the above results are incomplete")
}

/// Whether a line is an error that ended pgbench.
pub(super) fn is_error(line: &str) -> bool {
    ["pgbench: error: ", "pgbench: fatal: "].iter().any(|prefix| line.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_versions_are_understood() {
        let rate = |digits, is_bare| Some(Line::Rate { digits, is_bare });
        assert_eq!(Line::parse("tps = 85.184871 (including connections establishing)"), rate("85.184871", false));
        assert_eq!(Line::parse("tps = 85.296346 (excluding connections establishing)"), rate("85.296346", true));
        assert_eq!(Line::parse("latency average: 3.510 ms"), Some(Line::Latency(Statistic::Mean, "3.510")));
        assert_eq!(Line::parse("number of transactions actually processed: 100/100"), Some(Line::Processed("100")));
        assert_eq!(
            Line::parse("rate limit schedule lag: avg 0.695 (max 8.268) ms"),
            Some(Line::Lag(["0.695", "8.268"]))
        );
        assert_eq!(
            Line::parse("number of transactions above the 5.0 ms latency limit: 145/527 (27.514%)"),
            Some(Line::Late("145"))
        );
        let share = Line::Share { count: "27", rate: "560.014934" };
        assert_eq!(Line::parse(" - 27 transactions (27.0% of total, tps = 560.014934)"), Some(share));
        assert_eq!(
            Line::parse(" - latency average = 1.205 ms (including failures)"),
            Some(Line::WithFailures("1.205"))
        );
        assert_eq!(Line::parse("total number of retries: 34"), Some(Line::Part("retries", false, "34")));
        for line in ["", "latency average = 3 s", "         0.252           0  BEGIN;", "starting vacuum...end."] {
            assert_eq!(Line::parse(line), None, "{line}");
        }
    }
}
