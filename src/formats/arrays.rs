//! Arrays of single measurements that stand in a JSON document beside the statistics of a tool.
//!
//! The statistics of the tool itself come first. What it has not is added from its measurements: how many there
//! are, their mean, the smallest, the largest and, where each is of a single operation, the percentiles that ten
//! of them lie beyond. A measurement that is the mean of several operations tells nothing of their percentiles.

use std::sync::Arc;

use super::json::Value;
use super::json::collector::{Collector, Measure, Range, Spot};
use super::number;
use super::stream::observe::TOLD;
use crate::model::{Basis, Layout, Locator, Measurement, Observation, Percentile, Statistic};
use crate::samples::{BEYOND, Exactness, FEW, Sample, SampleSet};
use crate::source::Span;
use crate::units::Unit;

/// What counts the measurements.
const COUNT: &str = "samples";

/// What a statistic of means is.
pub(super) const OF_ITERATIONS: &str = "of the iterations, not of single operations";

/// What the measurements of an array are.
#[derive(Debug, Clone)]
pub(super) struct Array {
    /// What each measures; the statistic does not matter.
    pub(super) measure: Measure,
    /// Whether each is the mean of several operations.
    pub(super) are_means: bool,
    /// The line of a JSON Lines file that the document is.
    pub(super) line: Option<u32>,
    /// What one of its numbers is.
    pub(super) each: Arc<str>,
}

/// Measurements with where they are.
struct Listed {
    measurements: Vec<Measurement>,
    over: Locator,
    layout: Layout,
}

impl Array {
    /// Measurements of single operations in a document of its own.
    pub(super) fn of(measure: Measure) -> Self {
        Self { measure, are_means: false, line: None, each: "single measurement".into() }
    }

    /// Measurements each of which is the mean of several operations.
    pub(super) fn of_means(measure: Measure) -> Self {
        Self { are_means: true, ..Self::of(measure) }
    }

    /// Takes an array of numbers, or of arrays of numbers.
    pub(super) fn take(&self, array: Option<Spot<'_, '_>>, collector: &mut Collector) {
        let spots = array.map(|array| leaves(&array, is_number)).unwrap_or_default();
        if is_shortened(&spots, collector) {
            return;
        }
        let numbers = spots.iter().filter_map(|spot| self.number(spot, self.measure.range, collector));
        let measurements = numbers.map(|number| Measurement { number, iterations: None, count: 1 }).collect();
        self.tell(measurements, Layout::Single, self.over(&spots), collector);
    }

    /// Takes an array of totals, and one of how many iterations each is of.
    pub(super) fn take_totals(
        &self,
        totals: Option<Spot<'_, '_>>,
        iterations: Option<Spot<'_, '_>>,
        collector: &mut Collector,
    ) {
        let (Some(totals), Some(counts)) = (totals, iterations) else { return };
        let [own, of] = [&totals, &counts].map(|list| list.items().collect::<Vec<_>>());
        if is_shortened(&own, collector) || is_shortened(&of, collector) {
            return;
        }
        if own.len() != of.len() {
            return collector.wrong(&totals, format!("there are {} totals for {} counts", own.len(), of.len()));
        }
        let each = |each: &str, measure| Self { measure, each: each.into(), ..self.clone() };
        let [of_totals, of_counts] = [
            each("total of several iterations", self.measure.clone()),
            each("of a single measurement", Measure::new("iterations", Statistic::Value, Unit::none())),
        ];
        let mut measurements = Vec::with_capacity(own.len());
        for (total, count) in own.iter().zip(&of) {
            let number = of_totals.number(total, self.measure.range, collector);
            let iterations = of_counts.number(count, Range::Whole, collector);
            match (number, iterations) {
                (Some(_), Some(none)) if none.value == 0.0 => {
                    collector.wrong(count, "a total is of no iteration");
                }
                (Some(number), Some(iterations)) => {
                    measurements.push(Measurement { number, iterations: Some(iterations), count: 1 });
                }
                _ => {}
            }
        }
        // A total that is none, or is of no known number of iterations, would leave the others in other places.
        if let Some(over) = self.over(&of).filter(|_| measurements.len() == own.len()) {
            self.tell(measurements, Layout::Totals(over), self.over(&own), collector);
        }
    }

    /// Takes an array of pairs of a value and how often it occurred, or of arrays of such.
    pub(super) fn take_pairs(&self, array: Option<Spot<'_, '_>>, collector: &mut Collector) {
        let spots = array.map(|array| leaves(&array, is_pair)).unwrap_or_default();
        let mut measurements = Vec::with_capacity(spots.len());
        for spot in &spots {
            let Ok([value, count]) = <[_; 2]>::try_from(spot.items().collect::<Vec<_>>()) else { continue };
            let number = self.number(&value, self.measure.range, collector);
            let count = collector.number(&count, Range::Whole).filter(|count| *count > 0.0);
            measurements.extend(number.zip(count).map(|(number, count)| Measurement {
                number,
                iterations: None,
                count: count as u64,
            }));
        }
        self.tell(measurements, Layout::Pairs, self.over(&spots), collector);
    }

    /// The number at a place; none where the tool has none.
    fn number(&self, spot: &Spot<'_, '_>, range: Range, collector: &mut Collector) -> Option<Observation> {
        if matches!(spot.node.value, Value::Null | Value::String(_)) {
            return None;
        }
        let value = collector.number(spot, range)?;
        let Measure { metric, unit, .. } = &self.measure;
        let plain = Observation::measured(metric, Statistic::Value, value, *unit, spot.node.span, self.locator(spot));
        Some(plain.with(|of| of.described = Some(Arc::clone(&self.each))))
    }

    fn locator(&self, spot: &Spot<'_, '_>) -> Locator {
        let pointer = Locator::Json(spot.pointer.as_str().into());
        match self.line {
            Some(line) => pointer.on_line(line),
            None => pointer,
        }
    }

    /// From the first to the last place.
    fn over(&self, spots: &[Spot<'_, '_>]) -> Option<Locator> {
        let (first, last) = (spots.first()?, spots.last()?);
        Some(Locator::Range(Box::new([self.locator(first), self.locator(last)])))
    }

    /// Tells the statistics that the tool has not; a single measurement has none.
    fn tell(&self, measurements: Vec<Measurement>, layout: Layout, over: Option<Locator>, collector: &mut Collector) {
        let value = |m: &Measurement| (m.value(), m.number.span.start.into(), m.count);
        let set = SampleSet::of(self.measure.unit, &measurements.iter().map(value).collect::<Vec<_>>());
        let Some(over) = over.filter(|_| set.count() > 1) else { return };
        let listed = Listed { measurements, over, layout };
        let bounds = [(Statistic::Min, set.min()), (Statistic::Max, set.max())];
        for (statistic, sample) in bounds.into_iter().chain(self.percentiles(&set)) {
            if let Some(sample) = sample.filter(|_| !collector.has(&self.measure.metric, statistic)) {
                collector.tell(self.standing(&listed, &set, statistic, sample));
            }
        }
        // A rate is a mean of its own kind.
        if let Some(mean) = set.mean().filter(|_| !collector.has(&self.measure.metric, Statistic::Rate)) {
            let words = self.measure.described.clone();
            let plain = listed.computed(&self.measure.metric, Statistic::Mean, mean, &set);
            collector.tell(plain.with(|of| of.described = words));
        }
        let metric = Arc::clone(&self.measure.metric);
        count(&listed, &set, &metric, collector);
        if set.count() <= FEW as u64 {
            collector.run.measurements.extend(listed.measurements);
        }
        collector.run.samples.insert(metric, Arc::new(set));
    }

    /// The percentiles that enough measurements lie beyond.
    fn percentiles<'s>(&self, set: &'s SampleSet) -> impl Iterator<Item = (Statistic, Option<Sample>)> + use<'s> {
        let told = TOLD.into_iter().filter_map(Percentile::new).filter(|p| set.beyond(p.millionths()) >= BEYOND);
        let told = told.map(|p| (Statistic::Percentile(p), set.nearest(p.millionths())));
        (!self.are_means).then_some(told).into_iter().flatten()
    }

    /// A statistic that is one of the measurements: at its place, unless that holds a total.
    fn standing(&self, listed: &Listed, set: &SampleSet, statistic: Statistic, sample: Sample) -> Observation {
        let (measure, metric) = (&self.measure, &self.measure.metric);
        let is_it = |m: &&Measurement| u64::from(m.number.span.start) == sample.at;
        let is_percentile = matches!(statistic, Statistic::Percentile(_));
        let exactness = if is_percentile { set.exactness() } else { Exactness::Exact };
        let of_sample = |basis: Basis| Some(Arc::new(Basis { within: exactness.share(), ..basis }));
        let found = listed.measurements.iter().find(is_it).filter(|m| m.iterations.is_none());
        let mut told = match found {
            Some(Measurement { number, .. }) => {
                let basis = of_sample(listed.basis(&statistic.name(), set));
                number.clone().with(|of| (of.statistic, of.basis) = (statistic, basis))
            }
            None => {
                let computed = listed.computed(metric, statistic, listed.exact(set, sample), set);
                let basis = computed.basis.as_deref().cloned().and_then(of_sample);
                computed.with(|of| of.basis = basis)
            }
        };
        let words = [measure.described.as_deref(), self.are_means.then_some(OF_ITERATIONS)];
        let words = words.into_iter().flatten().collect::<Vec<_>>().join("; ");
        told.described = (!words.is_empty()).then(|| words.into());
        told
    }
}

/// Tells how many measurements there are; where the tool says so, its own number is what they are counted by.
fn count(listed: &Listed, set: &SampleSet, metric: &Arc<str>, collector: &mut Collector) {
    let all = set.count() as f64;
    // Of several lists all but the first say whose they are.
    if !collector.run.samples.is_empty() {
        let name = format!("{COUNT}{{{metric}}}");
        let plain = listed.computed(&name.into(), Statistic::Count, all, set);
        return collector.tell(plain.with(|of| of.unit = Unit::none()));
    }
    let is_count = |o: &&mut Observation| &*o.metric == COUNT && o.statistic == Statistic::Count;
    let told = collector.run.observations.iter_mut().find(is_count);
    let basis = listed.basis("count", set);
    match told {
        Some(told) if told.value == all => told.basis = Some(Arc::new(basis)),
        told => {
            let name = if told.is_some() { "samples{kept}" } else { COUNT };
            let plain = listed.computed(&name.into(), Statistic::Count, all, set);
            collector.tell(plain.with(|of| of.unit = Unit::none()));
        }
    }
}

impl Listed {
    fn basis(&self, statistic: &str, set: &SampleSet) -> Basis {
        Basis {
            statistic: statistic.to_owned(),
            over: self.over.to_string(),
            count: set.count(),
            unit: set.unit,
            filter: Vec::new(),
            without: None,
            within: None,
            time: None,
            window: None,
            text: None,
            layout: self.layout.clone(),
        }
    }

    /// The value of a measurement with all its digits.
    fn exact(&self, set: &SampleSet, sample: Sample) -> f64 {
        let own = self.measurements.iter().find(|m| u64::from(m.number.span.start) == sample.at);
        own.map_or_else(|| set.value(sample.ticks), Measurement::value)
    }

    /// An observation that stands in no place.
    fn computed(&self, metric: &Arc<str>, statistic: Statistic, value: f64, set: &SampleSet) -> Observation {
        let first = self.measurements.first().map_or(0, |m| m.number.span.range().start);
        let span = Span::new(first, first);
        let basis = Basis { text: Some(format!("{value}")), ..self.basis(&statistic.name(), set) };
        let plain = Observation::measured(metric, statistic, value, set.unit, span, self.over.clone());
        plain.with(|of| of.basis = Some(Arc::new(basis)))
    }
}

/// Whether a list holds something else than numbers, of which the first is told: what somebody shortened is no list of
/// all measurements.
fn is_shortened(spots: &[Spot<'_, '_>], collector: &mut Collector) -> bool {
    let text = spots.iter().find(|spot| is_text(spot));
    collector.run.shortened.extend(text.map(|spot| spot.node.span));
    text.is_some()
}

/// Whether it is neither a number nor the lack of one.
fn is_text(spot: &Spot<'_, '_>) -> bool {
    match &spot.node.value {
        Value::String(text) => !(text.is_empty() || number::is_not_finite(text)),
        Value::Number(_) | Value::Null => false,
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => true,
    }
}

fn is_number(spot: &Spot<'_, '_>) -> bool {
    !matches!(spot.node.value, Value::Array(_) | Value::Object(_))
}

/// Whether it is an array of two numbers; one that holds arrays is looked into.
fn is_pair(spot: &Spot<'_, '_>) -> bool {
    let items = spot.node.items();
    items.len() == 2 && items.iter().all(|item| item.number().is_some())
}

/// What is measured below an array, in the order of the file.
fn leaves<'n, 't>(array: &Spot<'n, 't>, is_leaf: fn(&Spot<'_, '_>) -> bool) -> Vec<Spot<'n, 't>> {
    let below = |spot: Spot<'n, 't>| if is_leaf(&spot) { vec![spot] } else { leaves(&spot, is_leaf) };
    array.items().flat_map(below).collect()
}
