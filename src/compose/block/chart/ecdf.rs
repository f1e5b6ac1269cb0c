//! `kind = "ecdf"`: which share of the samples is at or below a value.

use super::data::{self, Cell, Data};
use super::samples::{self, Set, Sets};
use super::stage::Stage;
use super::{Plotted, measurements};
use crate::chart::{Mark, Plot, StepSeries, Steps};
use crate::expression::Function;
use crate::settings::Keys;
use crate::words::{Message, say};

/// The most samples that are all marks; of more only every twentieth part is.
const ALL: usize = 40;

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "latency")?;
    if let Some(selection) = measurements::selection(stage.suite, &measure) {
        return measurements::ecdf(stage, keys, &measure, selection);
    }
    let series = stage.dimension(keys, "series");
    let of_series = stage.keys_of(&measure, series.as_ref());
    let sets = Sets::of(stage, measure, of_series)?;
    let log = samples::is_log(stage, keys, &sets.values());
    let corner = samples::corner(stage, keys);
    let (mut series, mut rows, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for (index, set) in sets.sets.iter().enumerate() {
        let (marks, each) = marks(stage, &sets, set);
        let median = sets.statistic(stage, set, (Function::Median, &[]), &set.named(say("median")));
        let count = sets.statistic(stage, set, (Function::Count, &[]), &set.named(say("samples")));
        let cells = [count.as_ref(), median.as_ref()].map(|made| Cell::of(made.map(|(figure, _)| *figure)));
        rows.push(data::Row { label: Message::from(&set.label), cells: cells.into_iter().chain([each]).collect() });
        words.extend(median.map(|(_, mark)| set.named(say("half_at_or_below").with("value", mark.text))));
        let colour = stage.colour(&set.key, index);
        series.push(StepSeries { label: set.label.clone(), colour, curve: curve(set), marks });
    }
    let quantity = stage.quantity(&sets.measure);
    let thinned = sets.sets.iter().any(|set| set.samples.len() > ALL);
    Some(Plotted {
        description: say("chart_steps")
            .with("samples", samples::counted(&sets.sets))
            .with("quantity", sets.measure.quantity(stage.suite))
            .with("halves", Message::joined("semicolon", words)),
        notes: thinned.then(|| say("note_steps")).into_iter().collect(),
        table: Data {
            whole: None,
            corner: corner.into(),
            columns: ["samples", "median", "marks"].map(say).into(),
            rows,
        },
        plot: Plot::Steps(Steps { quantity, unit: sets.format.unit, log, series }),
    })
}

/// Each value with the share of samples at or below it.
fn curve(set: &Set) -> Vec<(f64, f64)> {
    let count = set.samples.len() as f64;
    let curve = set.samples.iter().enumerate().map(|(index, sample)| (sample.value, (index + 1) as f64 / count));
    curve.collect()
}

/// The samples that are marks, each with its share, and as the cell of a table.
fn marks(stage: &mut Stage<'_, '_>, sets: &Sets, set: &Set) -> (Vec<(f64, Mark)>, Cell) {
    let count = set.samples.len();
    let wanted: Vec<usize> = match count <= ALL {
        true => (0..count).collect(),
        // The first, and the last of each twentieth part.
        false => std::iter::once(0).chain((1..=20).map(|part| (count * part).div_ceil(20) - 1)).collect(),
    };
    let (mut marks, mut figures) = (Vec::new(), Vec::new());
    for index in wanted {
        let (figure, mark) = sets.sample(stage, set, &set.samples[index]);
        figures.push(figure);
        marks.push(((index + 1) as f64 / count as f64, mark));
    }
    (marks, Cell::aside(figures))
}
