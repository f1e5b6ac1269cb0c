//! Samples: the single values that a distribution is drawn from, each a figure of its own.

use std::sync::Arc;

use super::stage::Stage;
use crate::chart::Mark;
use crate::compose::block::measure::Measure;
use crate::evaluate::{Element, Outcome, Term};
use crate::expression::{Expression, Function, Node};
use crate::figure::{Format, Role};
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::units::Quantity;
use crate::words::{Message, say};

/// The samples of several series.
pub(super) struct Sets {
    pub(super) measure: Measure,
    pub(super) format: Format,
    pub(super) sets: Vec<Set>,
}

/// The samples of one series.
pub(super) struct Set {
    pub(super) key: Dimensions,
    /// Empty where there is only one series.
    pub(super) label: String,
    /// In rising order.
    pub(super) samples: Vec<Sample>,
}

/// One sample.
pub(super) struct Sample {
    /// In the unit of the chart.
    pub(super) value: f64,
    pub(super) element: Element,
}

impl Sets {
    /// The samples of a measure for each of the keys.
    pub(super) fn of(stage: &Stage<'_, '_>, measure: Measure, keys: Vec<Dimensions>) -> Option<Self> {
        let found: Vec<(Dimensions, Vec<Element>)> =
            keys.into_iter().map(|key| (key.clone(), stage.samples(&measure, &key))).collect();
        let Some(first) = found.iter().find_map(|(_, elements)| elements.first()) else {
            // What is wrong is what a chart of single values would say.
            stage.format(&measure, found.into_iter().map(|(key, _)| key));
            return None;
        };
        let format = measure.format(stage.suite, &Outcome::Values(vec![first.clone()]));
        let mut units = found.iter().flat_map(|(_, elements)| elements).map(|element| element.quantity.unit);
        if !units.all(|unit| stage.fits(&measure, unit, format.unit)) {
            return None;
        }
        let set = |(key, elements): (Dimensions, Vec<Element>)| {
            let in_unit = |element: Element| {
                let value = element.quantity.to(format.unit)?.value;
                value.is_finite().then_some(Sample { value, element })
            };
            let mut samples: Vec<Sample> = elements.into_iter().filter_map(in_unit).collect();
            samples.sort_by(|a, b| a.value.total_cmp(&b.value));
            Set { label: stage.label(&key), key, samples }
        };
        Some(Self { format, sets: found.into_iter().map(set).collect(), measure })
    }

    /// All values of all series.
    pub(super) fn values(&self) -> Vec<f64> {
        self.sets.iter().flat_map(Set::values).collect()
    }

    /// A figure of a sample, and its mark.
    pub(super) fn sample(&self, stage: &mut Stage<'_, '_>, set: &Set, sample: &Sample) -> (usize, Mark) {
        let mut all = stage.within(&set.key);
        all.extend(sample.element.key.clone());
        if let Term::Input(input) = sample.element.term {
            all.extend(stage.suite.dimensions(input).to_dimensions());
        }
        let expression = self.measure.expression_for(stage.suite, &all);
        let mut own = set.key.clone();
        own.extend(sample.element.key.clone());
        let words = stage.label(&own);
        let words = if words.is_empty() { stage.name(&self.measure) } else { words };
        let figure = stage.figure(Role::Mark, Outcome::Values(vec![sample.element.clone()]), expression, self.format);
        (figure, stage.mark(figure, sample.value, &words))
    }

    /// A statistic of the samples of a series: a figure, its mark, and its value in the unit of the chart.
    pub(super) fn statistic(
        &self,
        stage: &mut Stage<'_, '_>,
        set: &Set,
        (function, numbers): (Function, &[Quantity]),
        words: &Message,
    ) -> Option<(usize, Mark)> {
        let span = self.measure.expression.span;
        let number = |quantity: &Quantity| Expression { span, node: Node::Number(*quantity) };
        let arguments = std::iter::once(self.measure.expression.clone()).chain(numbers.iter().map(number)).collect();
        let measure = Measure::of(Expression { span, node: Node::Call(function, arguments) });
        let format = if matches!(function, Function::CountBetween | Function::Count) {
            Format { unit: crate::units::Unit::none(), decimals: Some(0) }
        } else {
            self.format
        };
        let drawn = stage.draw(&measure, &set.key, format, &stage.say(words))?;
        Some((drawn.figure, drawn.mark))
    }
}

impl Set {
    /// The values in rising order.
    pub(super) fn values(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.value).collect()
    }

    /// The name of the series before words about it.
    pub(super) fn named(&self, words: Message) -> Message {
        named(&self.label, words)
    }
}

/// The name of a series before words about it; empty where there is only one.
pub(super) fn named(label: &str, words: Message) -> Message {
    if label.is_empty() { words } else { Message::joined("comma", [Message::from(label), words]) }
}

/// Whether an axis of these values is logarithmic: as `scale` says, else where they span more than two decades.
pub(super) fn is_log(stage: &Stage<'_, '_>, keys: &Keys<'_>, values: &[f64]) -> bool {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match super::lines::scale(stage, keys) {
        Some(log) => log && low > 0.0,
        None => low > 0.0 && high / low > 100.0,
    }
}

/// "3 series of 40 samples", "2 series of 20 to 40 samples", "40 samples".
pub(super) fn counted(sets: &[Set]) -> Message {
    counted_of(&sets.iter().map(|set| set.samples.len()).collect::<Vec<_>>())
}

/// The same of the number of samples of each series.
pub(super) fn counted_of(counts: &[usize]) -> Message {
    let (least, most) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let each = match least == most {
        true => say("samples_counted").with("n", most),
        false => say("samples_range").with("least", least).with("n", most),
    };
    if counts.len() == 1 { each } else { say("series_of").with("n", counts.len()).with("each", each) }
}

/// The head of the column of series.
pub(super) fn corner(stage: &Stage<'_, '_>, keys: &Keys<'_>) -> String {
    let dimension: Option<Arc<str>> = stage.dimension(keys, "series");
    stage.head(dimension.as_ref())
}
