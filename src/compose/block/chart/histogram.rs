//! `kind = "histogram"`: how many samples lie between bounds, a small plot a series.

use super::data::{self, Cell, Data};
use super::samples::{self, Sets};
use super::stage::Stage;
use super::{Plotted, describe};
use crate::chart::{Bin, Content, Pane, Plot, Stack};
use crate::expression::Function;
use crate::number;
use crate::settings::Keys;
use crate::statistics::bins::{self, Bins};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let sets = Sets::by_series(stage, keys)?;
    let log = samples::is_log(stage, keys, &sets.values());
    let bins = bins::shared(&sets.sets.iter().map(samples::Set::values).collect::<Vec<_>>(), log);
    let (unit, count) = (sets.format.unit, say("number_of_samples"));
    let (mut panes, mut columns) = (Vec::new(), Vec::new());
    let row = |edges: &[f64]| data::Row { label: place(edges, unit), cells: Vec::new() };
    let mut table: Vec<data::Row> = bins.edges.windows(2).map(row).collect();
    for (index, set) in sets.sets.iter().enumerate() {
        let mut drawn = Vec::new();
        for (edges, row) in bins.edges.windows(2).zip(&mut table) {
            let bounds = [edges[0], edges[1]].map(|value| Quantity { value, unit });
            let words = set.named(row.label.clone());
            let counted = sets.statistic(stage, set, (Function::CountBetween, &bounds), &words);
            row.cells.push(Cell::of(counted.as_ref().map(|(figure, _)| *figure)));
            drawn.extend(counted.map(|(_, mark)| Bin { low: edges[0], high: edges[1], mark }));
        }
        drawn.retain(|bin: &Bin| bin.mark.value > 0.0);
        columns.push(if set.label.is_empty() { count.clone() } else { Message::from(&set.label) });
        panes.push(Pane {
            label: set.label.clone(),
            quantity: stage.say(&count),
            unit: Unit::none(),
            colour: stage.colour(&set.key, index),
            content: Content::Bins(drawn),
        });
    }
    let quantity = stage.quantity(&sets.measure);
    Some(Plotted {
        description: description(&sets, &panes, table.len(), sets.measure.quantity(stage.suite)),
        notes: note(&bins),
        table: Data { corner: sets.measure.label(stage.suite), columns, rows: table },
        plot: Plot::Stack(Stack { quantity, unit, log: bins.decade.is_some(), alike: true, panes }),
    })
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

/// Where the samples are, and where most of them are.
fn description(sets: &Sets, panes: &[Pane], bars: usize, quantity: Message) -> Message {
    let most = sets.sets.iter().zip(panes).filter_map(|(set, pane)| {
        let Content::Bins(bins) = &pane.content else { return None };
        let most = bins.iter().max_by(|a, b| a.mark.value.total_cmp(&b.mark.value))?;
        let place = place(&[most.low, most.high], sets.format.unit);
        let most = say("most_of_samples").with("most", &most.mark.text).with("all", set.samples.len());
        Some(describe::sentence(describe::labelled(&set.label, most.with("place", place))))
    });
    let shown = say("chart_histogram").with("samples", samples::counted(&sets.sets)).with("quantity", quantity);
    describe::sentences_of([shown.with("n", bars)].into_iter().chain(most))
}
