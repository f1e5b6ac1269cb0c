//! How metrics are shown: their label, unit and digits.

use std::collections::BTreeMap;

use super::Suite;
use crate::metrics::{self, Better, KNOWN, Known, MetricStatistic};
use crate::model::Statistic;
use crate::units::Unit;
use crate::words::{Message, say, terms};

/// The unit of each metric whose values lie far apart from one benchmark to the next.
pub(super) type Units = BTreeMap<&'static str, Unit>;

impl Suite {
    /// How a metric is shown: what the manifest says, else what is known of it.
    pub fn shown(&self, metric: &MetricStatistic, unit: Unit) -> ShownMetric {
        let own = self.manifest.metrics.iter().filter(|shown| shown.metric.metric == metric.metric);
        let mut own: Vec<_> =
            own.filter(|s| s.metric.statistic.is_none() || s.metric.statistic == metric.statistic).collect();
        // What is said of the statistic itself comes before what is said of the metric.
        own.sort_by_key(|shown| shown.metric.statistic.is_none());
        let known_unit = self.usual(&metric.metric).filter(|known| known.fits(unit));
        ShownMetric {
            label: own.iter().find_map(|s| s.label.as_ref().map(Message::from)).unwrap_or_else(|| label(metric)),
            unit: own.iter().find_map(|s| s.unit).filter(|own| own.fits(unit)).or(known_unit).unwrap_or(unit),
            digits: own.iter().find_map(|s| s.digits),
            better: own.iter().find_map(|s| s.better).unwrap_or_else(|| metrics::better(&metric.metric, unit)),
        }
    }

    /// The unit that is usual for a metric that is known.
    fn usual(&self, metric: &str) -> Option<Unit> {
        // The ends of an interval are shown as what they are the ends of.
        let whole = metric.split('{').next().and_then(|name| self.units.get_or_init(|| self.scaled()).get(name));
        whole.copied().or_else(|| metrics::find(metric).map(|known| Unit::named(known.unit)))
    }

    fn scaled(&self) -> Units {
        let of_very_different_values = KNOWN.iter().filter(|known| !known.scale.is_empty());
        of_very_different_values.filter_map(|known| Some((known.name, self.fitting(known)?))).collect()
    }

    /// The largest unit in which no mean, median or largest value of the suite is below 1, so that a command of 15 ms
    /// is not `15,566,181 ns`, and one unit is that of all tables and charts.
    fn fitting(&self, known: &Known) -> Option<Unit> {
        let units: Vec<Unit> = known.scale.iter().copied().map(Unit::named).collect();
        let median = MetricStatistic::parse("latency.p50").statistic;
        let is_typical = |statistic: &Statistic| {
            matches!(statistic, Statistic::Mean | Statistic::Value | Statistic::Max) || Some(*statistic) == median
        };
        let typical = self.statistics(known.name).into_iter().filter(|(statistic, _)| is_typical(statistic));
        let quantities = typical.flat_map(|(_, data)| data).map(|datum| self.data[*datum].observation.quantity());
        let in_base = quantities.filter(|quantity| quantity.unit.fits(units[0]));
        let in_base = in_base.map(|quantity| quantity.value * quantity.unit.base_scale());
        let least = in_base.filter(|value| *value > 0.0).min_by(f64::total_cmp)?;
        units.iter().rev().find(|unit| least >= unit.base_scale()).or(units.first()).copied()
    }
}

/// How a metric is shown.
#[derive(Debug, Clone)]
pub struct ShownMetric {
    /// The label in the head of a table.
    pub label: Message,
    /// The unit on pages.
    pub unit: Unit,
    /// How many decimals, when the manifest says.
    pub digits: Option<usize>,
    /// Which way is better.
    pub better: Better,
}

fn label(metric: &MetricStatistic) -> Message {
    match (metrics::find(&metric.metric), metric.statistic) {
        (Some(known), Some(statistic)) if known.name == "latency" => terms::statistic(statistic),
        (Some(known), Some(statistic)) if known.statistic == statistic => terms::label(known),
        (_, Some(statistic)) => {
            say("metric_statistic").with("metric", &*metric.metric).with("statistic", terms::statistic(statistic))
        }
        // The single measurements themselves; of other metrics the name alone says what the evidence calls them.
        (Some(known), None) if known.name == "latency" => terms::label(known),
        (_, None) => Message::from(&*metric.metric),
    }
}
