//! `kind = "histogram"`: how many samples lie between bounds, a small plot a series.

use super::data::{self, Cell, Data};
use super::samples::{self, Sets};
use super::stage::Stage;
use super::{Plotted, describe, measurements};
use crate::chart::{Bin, Content, Mark, Pane, Plot, Stack};
use crate::compose::block::measure::Measure;
use crate::expression::Function;
use crate::model::Dimensions;
use crate::number;
use crate::settings::Keys;
use crate::statistics::bins::{self, Bins};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// The samples of a series.
pub(super) struct Series {
    pub(super) key: Dimensions,
    /// Empty where there is only one.
    pub(super) label: String,
    /// How many there are.
    pub(super) count: usize,
}

/// Series that share bounds.
pub(super) struct Binned<'a> {
    /// What samples are of.
    pub(super) measure: &'a Measure,
    /// The unit of the bounds.
    pub(super) unit: Unit,
    pub(super) bins: Bins,
    pub(super) series: Vec<Series>,
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "latency")?;
    if let Some(selection) = measurements::selection(stage.suite, &measure) {
        return measurements::histogram(stage, keys, &measure, selection);
    }
    let by = stage.dimension(keys, "series");
    let of_series = stage.keys_of(&measure, by.as_ref());
    let sets = Sets::of(stage, measure, of_series)?;
    let log = samples::is_log(stage, keys, &sets.values());
    let series = sets.sets.iter().map(|set| {
        let (key, label) = (set.key.clone(), set.label.clone());
        Series { key, label, count: set.samples.len() }
    });
    let binned = Binned {
        measure: &sets.measure,
        unit: sets.format.unit,
        bins: bins::shared(&sets.sets.iter().map(samples::Set::values).collect::<Vec<_>>(), log),
        series: series.collect(),
    };
    Some(binned.plot(stage, |stage, index, bounds, words| {
        sets.statistic(stage, &sets.sets[index], (Function::CountBetween, bounds), words)
    }))
}

impl Binned<'_> {
    /// The chart; `counted` gives the figure and the mark of how many samples of a series lie between bounds.
    pub(super) fn plot<'d, 's>(
        &self,
        stage: &mut Stage<'d, 's>,
        counted: impl Fn(&mut Stage<'d, 's>, usize, &[Quantity; 2], &Message) -> Option<(usize, Mark)>,
    ) -> Plotted {
        let count = say("number_of_samples");
        let (mut panes, mut columns) = (Vec::new(), Vec::new());
        let row = |edges: &[f64]| data::Row { label: place(edges, self.unit), cells: Vec::new() };
        let mut table: Vec<data::Row> = self.bins.edges.windows(2).map(row).collect();
        for (index, series) in self.series.iter().enumerate() {
            let mut drawn = Vec::new();
            for (edges, row) in self.bins.edges.windows(2).zip(&mut table) {
                let bounds = [edges[0], edges[1]].map(|value| Quantity { value, unit: self.unit });
                let words = samples::named(&series.label, row.label.clone());
                let counted = counted(stage, index, &bounds, &words);
                row.cells.push(Cell::of(counted.as_ref().map(|(figure, _)| *figure)));
                drawn.extend(counted.map(|(_, mark)| Bin { low: edges[0], high: edges[1], mark }));
            }
            drawn.retain(|bin: &Bin| bin.mark.value > 0.0);
            columns.push(if series.label.is_empty() { count.clone() } else { Message::from(&series.label) });
            panes.push(Pane {
                label: series.label.clone(),
                quantity: stage.say(&count),
                unit: Unit::none(),
                colour: stage.colour(&series.key, index),
                content: Content::Bins(drawn),
            });
        }
        let quantity = stage.quantity(self.measure);
        Plotted {
            description: self.description(&panes, table.len(), self.measure.quantity(stage.suite)),
            notes: note(&self.bins),
            table: Data { whole: None, corner: self.measure.label(stage.suite), columns, rows: table },
            plot: Plot::Stack(Stack { quantity, unit: self.unit, log: self.bins.decade.is_some(), alike: true, panes }),
        }
    }

    /// Where the samples are, and where most of them are.
    fn description(&self, panes: &[Pane], bars: usize, quantity: Message) -> Message {
        let most = self.series.iter().zip(panes).filter_map(|(series, pane)| {
            let Content::Bins(bins) = &pane.content else { return None };
            let most = bins.iter().max_by(|a, b| a.mark.value.total_cmp(&b.mark.value))?;
            let place = place(&[most.low, most.high], self.unit);
            let most = say("most_of_samples").with("most", &most.mark.text).with("all", series.count);
            Some(describe::sentence(describe::labelled(&series.label, most.with("place", place))))
        });
        let counts: Vec<usize> = self.series.iter().map(|series| series.count).collect();
        let shown = say("chart_histogram").with("samples", samples::counted_of(&counts)).with("quantity", quantity);
        describe::sentences_of([shown.with("n", bars)].into_iter().chain(most))
    }
}

/// Where a bar is: from one bound up to the next.
fn place(edges: &[f64], unit: Unit) -> Message {
    let symbol = if unit.symbol().is_empty() { String::new() } else { format!("\u{a0}{unit}") };
    let [low, high] = [edges[0], edges[1]].map(written);
    say("from_to_below").with("low", Message::Number(low)).with("high", Message::Number(high + &symbol))
}

/// A bound with as many decimals as it has.
fn written(bound: f64) -> String {
    let plain = bound.to_string();
    number::format(bound, plain.split_once('.').map_or(0, |(_, decimals)| decimals.len()))
}

/// How the bounds were chosen.
fn note(bins: &Bins) -> Vec<Message> {
    let chosen = match (bins.decade, bins.ruled) {
        (Some(count), _) => say("note_bars_a_decade").with("n", count),
        (None, true) => say("note_bars_by_width"),
        (None, false) => say("note_bars_by_count"),
    };
    let capped = bins.capped.then(|| say("note_bars_widened").with("n", bins::MOST));
    [chosen].into_iter().chain(capped).chain([say("note_bounds")]).collect()
}
