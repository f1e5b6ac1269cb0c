//! What Artillery's own metrics are called here.

use crate::model::{Percentile, Statistic};

/// A counter: what it is called and what it counts.
#[derive(Debug, PartialEq)]
pub(super) struct Counter {
    pub(super) metric: String,
    pub(super) unit: &'static str,
}

const BY_ENDPOINT: &str = "plugins.metrics-by-endpoint.";

/// The metric that a counter is read as.
pub(super) fn counter(name: &str) -> Counter {
    let counter = |metric: String, unit| Counter { metric, unit };
    if let Some((endpoint, rest)) = by_endpoint(name) {
        return match rest {
            (".codes.", code) => counter(format!("status_{code}{{{endpoint}}}"), "req"),
            (_, error) => counter(format!("errors{{{endpoint}: {error}}}"), "req"),
        };
    }
    match name {
        "http.requests" => counter("requests".to_owned(), "req"),
        "http.responses" => counter("responses".to_owned(), "req"),
        "http.downloaded_bytes" => counter("received".to_owned(), "B"),
        _ if name.starts_with("vusers.") => counter(name.to_owned(), "VUs"),
        _ => match (name.strip_prefix("http.codes."), name.strip_prefix("errors.")) {
            (Some(code), _) => counter(format!("status_{code}"), "req"),
            (_, Some(error)) => counter(format!("errors{{{error}}}"), "req"),
            _ => counter(name.to_owned(), ""),
        },
    }
}

/// An endpoint, and what the plug-in counts of it. An endpoint may itself hold a dot.
fn by_endpoint(name: &str) -> Option<(&str, (&'static str, &str))> {
    let rest = name.strip_prefix(BY_ENDPOINT)?;
    let split = |word: &'static str| rest.rfind(word).map(|at| (&rest[..at], (word, &rest[at + word.len()..])));
    split(".codes.").or_else(|| split(".errors."))
}

/// The metric and unit that a rate is read as.
pub(super) fn rate(name: &str) -> (String, &'static str) {
    match name {
        "http.request_rate" => ("rps".to_owned(), "req/s"),
        _ => (name.to_owned(), ""),
    }
}

/// The metric and unit that a summary is read as. Scripts may add ones whose unit nobody states.
pub(super) fn summary(name: &str) -> (String, &'static str) {
    let endpoint = name.strip_prefix(BY_ENDPOINT).and_then(|rest| rest.strip_prefix("response_time."));
    match (endpoint.or_else(|| name.strip_prefix("http.response_time.")), name) {
        (Some(subset), _) => (format!("latency{{{subset}}}"), "ms"),
        (None, "http.response_time") => ("latency".to_owned(), "ms"),
        (None, "vusers.session_length") => ("session_length".to_owned(), "ms"),
        _ => (name.to_owned(), ""),
    }
}

/// The statistic of a key: `p999` is the 99.9th percentile.
pub(super) fn statistic(key: &str) -> Option<Statistic> {
    match key {
        "p999" => Percentile::parse("99.9").map(Statistic::Percentile),
        _ => Statistic::parse(key).filter(|statistic| statistic.is_distribution()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_other_tools_where_they_mean_the_same() {
        let named = |name| counter(name).metric;
        assert_eq!(named("http.codes.404"), "status_404");
        assert_eq!(named("errors.ECONNRESET"), "errors{ECONNRESET}");
        assert_eq!(named("plugins.metrics-by-endpoint./a.b/🦀.codes.200"), "status_200{/a.b/🦀}");
        assert_eq!(named("plugins.metrics-by-endpoint./drop.errors.ECONNRESET"), "errors{/drop: ECONNRESET}");
        assert_eq!(named("vusers.failed"), "vusers.failed");
        assert_eq!(summary("http.response_time.2xx").0, "latency{2xx}");
        assert_eq!(statistic("p999").map(Statistic::name).as_deref(), Some("p99.9"));
        assert_eq!(statistic("count"), None);
    }
}
