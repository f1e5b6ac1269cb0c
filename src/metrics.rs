//! The metrics that benchmarks share: their names, labels, units, and which way is better.

use std::sync::Arc;

use crate::model::Statistic;
use crate::units::Unit;

/// Which way a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// More is better: throughput.
    Higher,
    /// Less is better: latency, errors.
    Lower,
    /// Neither: it describes the run.
    Neither,
}

/// A metric that Benchbook knows by name.
#[derive(Debug)]
pub struct Known {
    /// The name used in expressions.
    pub name: &'static str,
    /// The unit that pages show; empty for a plain count.
    pub unit: &'static str,
    /// Where values lie far apart from one benchmark to the next, the units that pages may show, the smallest first.
    pub scale: &'static [&'static str],
    /// The statistic meant when none is named.
    pub statistic: Statistic,
    /// Which way is better.
    pub better: Better,
}

/// The known metrics.
pub const KNOWN: &[Known] = &[
    known("rps", "req/s", Statistic::Rate, Better::Higher),
    known("latency", "ms", Statistic::Mean, Better::Lower),
    known("requests", "req", Statistic::Count, Better::Neither),
    known("errors", "req", Statistic::Count, Better::Lower),
    known("non_2xx", "req", Statistic::Count, Better::Lower),
    known("timeouts", "req", Statistic::Count, Better::Lower),
    known("error_rate", "%", Statistic::Share, Better::Lower),
    known("transfer", "MB/s", Statistic::Rate, Better::Higher),
    known("received", "MB", Statistic::Count, Better::Neither),
    known("duration", "s", Statistic::Value, Better::Neither),
    Known { scale: &["ns", "µs", "ms", "s"], ..known("time", "ns", Statistic::Mean, Better::Lower) },
    Known { scale: &["B", "KiB", "MiB", "GiB"], ..known("memory", "MiB", Statistic::Max, Better::Lower) },
    Known { scale: &["ns", "µs", "ms", "s"], ..known("cpu", "s", Statistic::Value, Better::Lower) },
    known("users", "users", Statistic::Value, Better::Neither),
];

const fn known(name: &'static str, unit: &'static str, statistic: Statistic, better: Better) -> Known {
    Known { name, unit, scale: &[], statistic, better }
}

/// A metric with one of its statistics: what an expression names before its `[…]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetricStatistic {
    /// The metric.
    pub metric: Arc<str>,
    /// The statistic; none where the name leaves it open.
    pub statistic: Option<Statistic>,
}

impl MetricStatistic {
    /// Understands `rps`, `latency.p99`, and the short names of latency statistics (`p99`, `max`).
    pub fn parse(name: &str) -> Self {
        let of = |metric: &str, statistic| Self { metric: metric.into(), statistic };
        if let Some((metric, statistic)) = split_statistic(name) {
            return of(metric, Some(statistic));
        }
        match Statistic::parse(name).filter(|s| s.is_distribution()) {
            Some(statistic) => of("latency", Some(statistic)),
            None => of(name, find(name).filter(|k| k.name != "latency").map(|k| k.statistic)),
        }
    }

    /// The name as an expression writes it: short where that is clear.
    pub fn name(&self) -> String {
        match self.statistic {
            None => self.metric.to_string(),
            Some(statistic) if &*self.metric == "latency" && statistic.is_distribution() => statistic.name(),
            Some(statistic) if find(&self.metric).is_some_and(|k| k.statistic == statistic) => self.metric.to_string(),
            Some(statistic) => format!("{}.{}", self.metric, statistic.name()),
        }
    }
}

/// Splits `metric.statistic`, where the statistic itself may hold a dot (`latency.p99.9`).
fn split_statistic(name: &str) -> Option<(&str, Statistic)> {
    let dots = name.match_indices('.').map(|(at, _)| at);
    dots.filter(|at| *at > 0)
        .find_map(|at| Statistic::parse(&name[at + 1..]).map(|statistic| (&name[..at], statistic)))
        .filter(|(metric, _)| Statistic::parse(metric).is_none())
}

/// The known metric of that name.
pub fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

/// Which way a metric is better; a time or a size that is not known by name is better when less,
/// a rate when more.
pub fn better(metric: &str, unit: Unit) -> Better {
    match find(metric) {
        Some(known) => known.better,
        None if unit.is_time() => Better::Lower,
        None if unit.symbol().ends_with("/s") => Better::Higher,
        None => Better::Neither,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_print() {
        for name in ["rps", "p99", "p99.9", "max", "mean", "http_req_waiting.p95", "rps.low", "latency", "transfer"] {
            assert_eq!(MetricStatistic::parse(name).name(), name);
        }
        let parsed = MetricStatistic::parse("latency.p99.9");
        assert_eq!((&*parsed.metric, parsed.name()), ("latency", "p99.9".to_owned()));
        assert_eq!(MetricStatistic::parse("rps").statistic, Some(Statistic::Rate));
        assert_eq!(MetricStatistic::parse("lookups").statistic, None);
    }
}
