//! The values of a suite: observations and medians over repeats, by metric.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::expression::{Pick, Selection, Values};
use crate::metrics::MetricStatistic;
use crate::model::Dimensions;
use crate::source::Span;
use crate::statistics::median;
use crate::suite::{Meaning, SESSION, Suite};
use crate::units::Quantity;

/// A value with its dimensions.
pub(super) struct Cell {
    /// The metric, as an index into [`Cells::metrics`].
    pub(super) metric: usize,
    /// Its dimensions; without the repeats when it is their median.
    pub(super) key: Dimensions,
    /// The value.
    pub(super) quantity: Quantity,
}

/// The values of a suite.
#[derive(Default)]
pub(super) struct Cells {
    /// The metrics.
    metrics: Vec<Metric>,
    /// A value for each combination of dimensions; the median where there are repeats.
    pub(super) values: Vec<Cell>,
    /// Each single repeat.
    pub(super) rounds: Vec<Cell>,
}

struct Metric {
    name: MetricStatistic,
    /// The dimensions in which its observations differ.
    varying: BTreeSet<Arc<str>>,
}

impl Cells {
    pub(super) fn new(suite: &Suite) -> Self {
        let mut cells = Self::default();
        for name in suite.metrics() {
            cells.add(suite, name);
        }
        cells
    }

    fn add(&mut self, suite: &Suite, name: MetricStatistic) {
        let data = suite.observations(&name);
        let mut groups: BTreeMap<Dimensions, Vec<usize>> = BTreeMap::new();
        let mut seen: BTreeMap<&Arc<str>, &Arc<str>> = BTreeMap::new();
        let mut varying = BTreeSet::new();
        for datum in data.iter() {
            for (dimension, value) in suite.dimensions(*datum).iter() {
                if *seen.entry(dimension).or_insert(value) != value {
                    varying.insert(Arc::clone(dimension));
                }
            }
            let key = suite.dimensions(*datum).iter().filter(|(name, _)| !suite.vocabulary.is_repeat(name));
            groups.entry(key.map(|(name, value)| (name.clone(), value.clone())).collect()).or_default().push(*datum);
        }
        let metric = self.metrics.len();
        // The only statistic of a gauge or a count need not be named; "p99" says more than "latency".
        let only = suite.statistics(&name.metric).len() == 1;
        let name = MetricStatistic {
            statistic: name.statistic.filter(|statistic| !only || statistic.is_distribution()),
            ..name
        };
        self.metrics.push(Metric { name, varying });
        for (key, data) in groups {
            self.group(suite, metric, key, &data);
        }
    }

    fn group(&mut self, suite: &Suite, metric: usize, key: Dimensions, data: &[usize]) {
        let quantities = data.iter().map(|datum| suite.data[*datum].observation.quantity());
        let unit = suite.data[data[0]].observation.unit;
        let numbers: Option<Vec<f64>> = quantities.map(|quantity| Some(quantity.to(unit)?.value)).collect();
        let Some(value) = numbers.and_then(|numbers| median(&numbers)) else { return };
        self.values.push(Cell { metric, key, quantity: Quantity { value, unit } });
        for datum in data.iter().filter(|_| data.len() > 1) {
            let key = suite.dimensions(*datum).to_dimensions();
            self.rounds.push(Cell { metric, key, quantity: suite.data[*datum].observation.quantity() });
        }
    }

    /// The selection of a value, without what holds where it is to stand.
    pub(super) fn selection(&self, suite: &Suite, cell: &Cell, fixed: &Dimensions) -> String {
        let metric = &self.metrics[cell.metric];
        let reference = suite.manifest.sessions.iter().find(|session| session.reference);
        let is_meant = |name: &Arc<str>, value: &Arc<str>| match fixed.get(name) {
            Some(fixed) => fixed == value,
            None if **name == *SESSION => reference.is_some_and(|session| *session.name == **value),
            None => !metric.varying.contains(name),
        };
        let mut named: Vec<_> = cell.key.iter().filter(|(name, value)| !is_meant(name, value)).collect();
        named.sort_by_key(|(name, _)| suite.vocabulary.is_repeat(name));
        let items = named.into_iter().map(|(name, value)| pick(suite, name, value)).collect();
        Selection { metric: metric.name.clone(), metric_span: Span::default(), items }.to_string()
    }
}

/// A value of a dimension, by itself when that is clear.
fn pick(suite: &Suite, name: &Arc<str>, value: &Arc<str>) -> Pick {
    let clear = !suite.vocabulary.is_repeat(name)
        && suite.vocabulary.meaning(value) == Meaning::Value(Arc::clone(name), Arc::clone(value));
    let dimension = (!clear).then(|| name.to_string());
    Pick { dimension, values: Values::One(value.to_string()), span: Span::default() }
}
