//! A metric of a summary, whatever the shape of the summary.

use crate::formats::json::Node;
use crate::formats::json::collector::{Collector, Spot};
use crate::model::{Percentile, Statistic};

/// A metric with its statistics.
#[derive(Debug)]
pub(super) struct Entry<'n, 't> {
    /// The name, with the tags of a sub-metric: `http_req_duration{status:200}`.
    pub(super) name: &'n str,
    /// What k6 computes of it.
    pub(super) kind: Type,
    /// What its values are, where the file tells.
    pub(super) contains: Option<Contains>,
    /// The object that holds the statistics.
    pub(super) values: Spot<'n, 't>,
    /// The object that holds the thresholds, if the script set any.
    pub(super) thresholds: Option<Spot<'n, 't>>,
}

/// The four types of k6 metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    /// A sum, and its rate per second.
    Counter,
    /// The last value, the smallest and the largest.
    Gauge,
    /// How many samples were not zero.
    Rate,
    /// Statistics of a distribution.
    Trend,
}

/// What the values of a metric are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contains {
    /// Milliseconds.
    Time,
    /// Bytes.
    Data,
    /// Numbers without a unit.
    Plain,
}

impl Type {
    /// The type that a metric names.
    pub(super) fn of(metric: &Node<'_>) -> Option<Self> {
        Self::parse(metric.get("type")?.string()?)
    }

    /// The type of that name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "counter" => Some(Self::Counter),
            "gauge" => Some(Self::Gauge),
            "rate" => Some(Self::Rate),
            "trend" => Some(Self::Trend),
            _ => None,
        }
    }

    /// The type that has these statistics. A trend may have a `count` too, but never a `rate`.
    fn from_statistics(metric: &Node<'_>) -> Self {
        let has = |keys: &[&str]| keys.iter().all(|key| metric.get(key).is_some());
        match () {
            () if has(&["count", "rate"]) => Self::Counter,
            () if has(&["passes", "fails"]) => Self::Rate,
            () if has(&["value"]) => Self::Gauge,
            () => Self::Trend,
        }
    }
}

impl Contains {
    fn of(metric: &Node<'_>) -> Option<Self> {
        Self::parse(metric.get("contains")?.string()?)
    }

    /// What is meant by that name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "time" => Some(Self::Time),
            "data" => Some(Self::Data),
            "default" => Some(Self::Plain),
            _ => None,
        }
    }
}

impl<'n, 't> Entry<'n, 't> {
    /// A metric whose statistics lie directly under it, without its type.
    pub(super) fn bare(name: &'n str, metric: Spot<'n, 't>) -> Self {
        let kind = Type::from_statistics(metric.node);
        Self { name, kind, contains: None, thresholds: metric.get("thresholds"), values: metric }
    }

    /// A metric that tells its type and holds its statistics under `values`.
    pub(super) fn typed(name: &'n str, metric: &Spot<'n, 't>, collector: &mut Collector) -> Option<Self> {
        let Some(values) = metric.get("values").filter(|values| values.node.is_object()) else {
            collector.wrong(metric, format!("the metric `{name}` has no `values`"));
            return None;
        };
        let Some(kind) = Type::of(metric.node) else {
            let message = format!("the metric `{name}` is neither a counter, a gauge, a rate nor a trend");
            collector.wrong(&metric.get("type").unwrap_or_else(|| metric.clone()), message);
            return None;
        };
        Some(Self { name, kind, contains: Contains::of(metric.node), values, thresholds: metric.get("thresholds") })
    }

    /// The name without the tags of a sub-metric, and the tags with their braces.
    pub(super) fn split_name(&self) -> (&'n str, &'n str) {
        self.name.split_at(self.name.find('{').unwrap_or(self.name.len()))
    }

    /// The statistics of a trend.
    pub(super) fn statistics(&self) -> impl Iterator<Item = (Statistic, Spot<'n, 't>)> {
        self.values.members().filter_map(|(key, spot)| Some((trend_statistic(key)?, spot)))
    }

    /// Whether a trend is 0 throughout, however many samples it counts.
    pub(super) fn is_zero(&self) -> bool {
        let values = self.statistics().filter(|(statistic, _)| statistic.is_distribution());
        let mut numbers = values.map(|(_, spot)| spot.node.number()).peekable();
        self.kind == Type::Trend && numbers.peek().is_some() && numbers.all(|number| number == Some(0.0))
    }
}

/// What a key of a trend stands for: `avg`, `med`, `count`, `p(99.9)`, or `p95` as the
/// machine-readable summary writes it.
pub(super) fn trend_statistic(key: &str) -> Option<Statistic> {
    match key.strip_prefix("p(").and_then(|rest| rest.strip_suffix(')')) {
        Some(percent) => Percentile::parse(percent.trim()).map(Statistic::Percentile),
        None => Statistic::parse(key).filter(|s| s.is_distribution() || *s == Statistic::Count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::json::parse;

    #[test]
    fn keys_of_trends_are_statistics() {
        let names = |key: &str| trend_statistic(key).map(Statistic::name);
        for (key, name) in [("avg", "mean"), ("med", "p50"), ("p(99.9)", "p99.9"), ("p95", "p95"), ("count", "count")] {
            assert_eq!(names(key).as_deref(), Some(name), "{key}");
        }
        for key in ["thresholds", "p(101)", "p()", "rate", "value", "p(9", ""] {
            assert_eq!(names(key), None, "{key}");
        }
    }

    #[test]
    fn types_are_inferred_from_statistics() {
        let of = |text| Type::from_statistics(&parse(text).expect("it is JSON"));
        assert_eq!(of("{\"count\": 1, \"rate\": 2}"), Type::Counter);
        assert_eq!(of("{\"count\": 1, \"avg\": 2}"), Type::Trend);
        assert_eq!(of("{\"passes\": 1, \"fails\": 2, \"value\": 0.3}"), Type::Rate);
        assert_eq!(of("{\"value\": 1, \"min\": 2, \"max\": 3}"), Type::Gauge);
    }
}
