//! What is told of metrics beside latency and failures.

use std::sync::Arc;

use super::gather::Other;
use super::observe::{Telling, picked, too_few};
use super::{Kind, Measure};
use crate::model::{Basis, Run, Statistic};
use crate::units::{Quantity, Unit};

impl Telling<'_> {
    /// Tells of a metric that has values.
    pub(super) fn other(&self, measure: &Measure, other: &Other, run: &mut Run) {
        let set = &other.set;
        let over = self.over(&self.plan.value, other.ends);
        let basis = |statistic: &str| Basis {
            count: set.count(),
            unit: measure.unit,
            filter: self.filter_of(&measure.filter),
            ..self.basis(statistic, &over)
        };
        let computed = |name: &str, statistic, value, unit, of: &str| {
            let quantity = Quantity { value, unit };
            self.computed_from(other.ends[0], (name, statistic), quantity, over.clone(), basis(of))
        };
        let picked = |name: &str, is_told: fn(Statistic) -> bool| {
            let told = picked(set).into_iter().filter(move |(statistic, _)| is_told(*statistic));
            let at_place = |(statistic, sample): (Statistic, _)| {
                self.at_place((name, set), (statistic, sample), basis(&statistic.name()))
            };
            told.filter_map(at_place).collect::<Vec<_>>()
        };
        // Up to 2^53 ticks are a binary fraction each; beyond, the rounding is a relative 1e-16.
        let sum = set.sum() as f64 / set.scale as f64;
        match &measure.kind {
            Kind::Trend(name) => {
                let count = computed(name, Statistic::Count, set.count() as f64, Unit::none(), "count");
                let mean = set.mean().map(|mean| computed(name, Statistic::Mean, mean, measure.unit, "mean"));
                run.observations.extend(std::iter::once(count).chain(mean));
                run.observations.extend(picked(name, |_| true));
                run.absent.extend(too_few(name, set));
                run.samples.insert(name.as_str().into(), Arc::new(set.clone()));
            }
            Kind::Counter(name) => {
                run.observations.push(computed(name, Statistic::Count, sum, measure.unit, "sum"));
            }
            Kind::Rate { share, hits } => {
                let mean = set.mean().map(|mean| computed(share, Statistic::Share, mean, Unit::none(), "mean"));
                run.observations.extend(mean);
                run.observations.push(computed(hits, Statistic::Count, sum, Unit::none(), "sum"));
            }
            Kind::Gauge(name) => {
                let is_end = |statistic| matches!(statistic, Statistic::Min | Statistic::Max);
                run.observations.extend(picked(name, is_end));
            }
        }
    }
}
