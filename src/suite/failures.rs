//! Which metrics of a suite count failed requests, none of them twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{RunRef, Suite};
use crate::metrics;
use crate::model::Statistic;
use crate::words::{Message, say, terms};

/// A metric that counts failed requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The metric.
    pub metric: Arc<str>,
    /// What it counts, to stand behind a number: "with status 503"; none for plain errors.
    pub words: Option<Message>,
    /// Whether some files count the same failures under another of these metrics too.
    pub again: bool,
}

/// What oha says of requests that were under way when the time was up: they did not fail.
const CUT_OFF: &str = "errors{aborted due to deadline}";

/// Metrics that count failures by their name alone.
const COUNTED: [&str; 7] =
    ["errors", "socket_errors", "non_2xx", "timeouts", "errors_connect", "errors_read", "errors_write"];

/// The failures that the evidence counts. A metric that is part of another one in every file that has
/// it is left out: a tool that prints its errors and the timeouts among them failed once for each.
pub fn counted(suite: &Suite) -> Vec<Failure> {
    let runs = runs_by_metric(suite);
    let mut failures = Vec::new();
    for (metric, own) in &runs {
        let wholes = runs.iter().filter(|(whole, _)| is_part_of(metric, whole));
        let covered: BTreeSet<usize> = wholes.flat_map(|(_, others)| own.intersection(others).copied()).collect();
        if covered.len() < own.len() {
            let again = !covered.is_empty();
            failures.push(Failure { metric: Arc::clone(metric), words: words(metric), again });
        }
    }
    failures
}

/// That nothing failed, when every run would have named its failures: the tool prints them when there
/// are some, or counts by status.
pub fn none_named(suite: &Suite) -> Option<Message> {
    let counted = suite.index.iter().filter(|((metric, _), _)| metric.starts_with("status_"));
    let counted: BTreeSet<usize> = counted.flat_map(|(_, data)| data).map(|datum| suite.data[*datum].run()).collect();
    let is_accounted = |(number, run): (usize, RunRef<'_>)| counted.contains(&number) || !run.implied_zero.is_empty();
    let all = suite.runs.len();
    (all > 0 && suite.runs.iter().enumerate().all(is_accounted)).then(|| say("none_named").with("n", all))
}

/// The runs that have a count of each kind of failure.
fn runs_by_metric(suite: &Suite) -> BTreeMap<Arc<str>, BTreeSet<usize>> {
    let mut runs: BTreeMap<Arc<str>, BTreeSet<usize>> = BTreeMap::new();
    for ((metric, statistic), data) in &suite.index {
        if *statistic == Statistic::Count && is_failure(metric) {
            runs.insert(Arc::clone(metric), data.iter().map(|datum| suite.data[*datum].run()).collect());
        }
    }
    runs
}

fn is_failure(metric: &str) -> bool {
    let is_status = metric.strip_prefix("status_").is_some_and(|code| code.starts_with(['4', '5']));
    let is_part = metric.starts_with("errors{") && metric != CUT_OFF;
    is_part || is_status || COUNTED.contains(&metric)
}

/// Whether what one metric counts is among what the other counts, where a file has both.
fn is_part_of(part: &str, whole: &str) -> bool {
    let class = |code: &str| format!("status_{}xx", &code[..1]);
    match whole {
        "errors" => part == "timeouts" || part.starts_with("errors{"),
        "non_2xx" => part.starts_with("status_"),
        "socket_errors" => matches!(part, "timeouts" | "errors_connect" | "errors_read" | "errors_write"),
        _ if is_of_endpoint(part, whole) => true,
        _ => part != whole && part.strip_prefix("status_").is_some_and(|code| class(code) == whole),
    }
}

/// Whether one counts at an endpoint what the other counts at all: `status_404{/a}`, `errors{/a: refused}`.
fn is_of_endpoint(part: &str, whole: &str) -> bool {
    match whole.strip_prefix("errors{") {
        Some(error) => part.strip_suffix(error).is_some_and(|part| part.starts_with("errors{") && part.ends_with(": ")),
        None => whole.starts_with("status_") && part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('{')),
    }
}

fn words(metric: &str) -> Option<Message> {
    match (metric, metric.strip_prefix("status_"), metrics::find(metric)) {
        ("errors", ..) => None,
        (_, Some(code), _) => Some(say("with_status").with("code", code)),
        (_, None, Some(known)) => Some(terms::quantity(known)),
        _ => Some(metric.replace('_', " ").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_part_of;

    #[test]
    fn parts_and_wholes() {
        for (part, whole) in [
            ("timeouts", "errors"),
            ("errors{refused}", "errors"),
            ("status_5xx", "non_2xx"),
            ("status_503", "status_5xx"),
            ("errors_read", "socket_errors"),
            ("status_404{/a}", "status_404"),
            ("errors{/a: refused}", "errors{refused}"),
        ] {
            assert!(is_part_of(part, whole) && !is_part_of(whole, part), "{part} of {whole}");
        }
        for (one, other) in [
            ("errors", "errors"),
            ("status_503", "status_4xx"),
            ("status_404", "status_404"),
            ("status_404{/a}", "status_404{/b}"),
            ("errors{refused}", "errors{not refused}"),
            ("errors{refused}", "errors{refused}"),
        ] {
            assert!(!is_part_of(one, other), "{one} is no part of {other}");
        }
    }
}
