//! What k6's own metrics are called here, and in which units k6 writes them.

use super::entry::{Contains, Entry, Type};
use crate::units::Unit;

/// Trends of k6 itself that hold milliseconds, for summaries that do not tell. `http_req_duration`
/// is read as `latency`.
const TIMES: &[&str] = &[
    "http_req_duration",
    "http_req_blocked",
    "http_req_looking_up",
    "http_req_connecting",
    "http_req_tls_handshaking",
    "http_req_sending",
    "http_req_waiting",
    "http_req_receiving",
    "iteration_duration",
    "group_duration",
    "grpc_req_duration",
    "ws_connecting",
    "ws_ping",
    "ws_session_duration",
    "browser_http_req_duration",
    "browser_web_vital_fcp",
    "browser_web_vital_fid",
    "browser_web_vital_inp",
    "browser_web_vital_lcp",
    "browser_web_vital_ttfb",
];

/// Names that a reader gives to k6's own metrics. A script may use them for metrics of its own
/// (`errors` is a favourite); those are read as `custom_errors`.
const TAKEN: &[&str] = &[
    "rps",
    "requests",
    "latency",
    "errors",
    "error_rate",
    "received",
    "transfer",
    "sent",
    "duration",
    "checks_passed",
    "checks_failed",
];

/// Names of the total and of the rate per second of a counter.
pub(super) struct CounterNames {
    pub(super) total: String,
    pub(super) rate: String,
}

/// Names of the share, of the samples that were not zero, of those that were, and of all.
pub(super) struct RateNames {
    pub(super) share: String,
    pub(super) hits: (String, Unit),
    pub(super) misses: Option<String>,
    pub(super) samples: Option<String>,
}

/// What a trend or gauge is called: its own name, or `latency`; tags stay behind it.
pub(super) fn plain(name: (&str, &str)) -> String {
    match name {
        ("http_req_duration", tags) => format!("latency{tags}"),
        (base, tags) => format!("{}{tags}", own(base)),
    }
}

/// What a counter is called.
pub(super) fn counter((base, tags): (&str, &str)) -> CounterNames {
    let own = own(base);
    let (total, rate) = match base {
        "http_reqs" => ("requests", "rps"),
        "data_received" => ("received", "transfer"),
        "data_sent" => ("sent", "sent"),
        _ => (&*own, &*own),
    };
    CounterNames { total: format!("{total}{tags}"), rate: format!("{rate}{tags}") }
}

/// What a rate is called. k6 counts what is not zero as a pass, so that the passes of
/// `http_req_failed` are the requests that failed.
pub(super) fn rate((base, tags): (&str, &str)) -> RateNames {
    let named = |name: &str| format!("{name}{tags}");
    let names = |share: &str, hits: &str, misses: Option<&str>| RateNames {
        share: named(share),
        hits: (named(hits), Unit::none()),
        misses: misses.map(named),
        samples: None,
    };
    match base {
        "http_req_failed" => {
            RateNames { hits: (named("errors"), Unit::named("req")), ..names("error_rate", "errors", None) }
        }
        "checks" => names("checks", "checks_passed", Some("checks_failed")),
        // The machine-readable summary has the two sides of the checks, each as a rate.
        "checks_succeeded" => names("checks", "checks_passed", None),
        "checks_failed" => names("checks_failed", "checks_failed", None),
        _ => {
            let own = own(base);
            let samples = Some(named(&format!("{own}_samples")));
            RateNames { samples, ..names(&own, &format!("{own}_true"), Some(&format!("{own}_false"))) }
        }
    }
}

/// The unit in which k6 writes the values of a metric; a plain number where nothing tells.
pub(super) fn unit(entry: &Entry<'_, '_>) -> Unit {
    unit_of(entry.split_name().0, entry.kind, entry.contains)
}

/// The same of a metric without tags.
pub(super) fn unit_of(base: &str, kind: Type, contains: Option<Contains>) -> Unit {
    if let Some(unit) = counted(base) {
        return unit;
    }
    match (contains, base) {
        (_, "data_received" | "data_sent") => Unit::named("B"),
        (Some(Contains::Time), _) => Unit::named("ms"),
        (Some(Contains::Data), _) | (None, "browser_data_received" | "browser_data_sent") => Unit::named("B"),
        (None, base) if kind == Type::Trend && TIMES.contains(&base) => Unit::named("ms"),
        _ => Unit::none(),
    }
}

/// What k6 computes of its own metrics, for files that do not tell.
pub(super) fn kind(base: &str) -> Option<Type> {
    match base {
        "vus" | "vus_max" => Some(Type::Gauge),
        "checks" | "http_req_failed" | "browser_http_req_failed" => Some(Type::Rate),
        "http_reqs"
        | "iterations"
        | "dropped_iterations"
        | "data_received"
        | "data_sent"
        | "ws_sessions"
        | "ws_msgs_sent"
        | "ws_msgs_received"
        | "browser_data_received"
        | "browser_data_sent" => Some(Type::Counter),
        _ => TIMES.contains(&base).then_some(Type::Trend),
    }
}

/// What k6's own metrics count.
pub(super) fn counted(base: &str) -> Option<Unit> {
    match base {
        "vus" | "vus_max" => Some(Unit::named("VUs")),
        "http_reqs" => Some(Unit::named("req")),
        "iterations" | "dropped_iterations" => Some(Unit::named("iterations")),
        _ => None,
    }
}

/// The metric that a threshold limits.
pub(super) fn limited(kind: Type, name: (&str, &str), expression: &str) -> String {
    match kind {
        Type::Counter if expression.trim_start().starts_with("rate") => counter(name).rate,
        Type::Counter => counter(name).total,
        Type::Rate => rate(name).share,
        Type::Gauge | Type::Trend => plain(name),
    }
}

/// The name of a metric that is not renamed, told apart from the names that k6's own metrics get.
fn own(base: &str) -> String {
    if TAKEN.contains(&base) { format!("custom_{base}") } else { base.to_owned() }
}
