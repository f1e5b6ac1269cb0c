//! `kind = "histogram"`: how many samples lie between bounds, a small plot a series.

use super::Plotted;
use super::data::{self, Cell, Data};
use super::samples::{self, Sets};
use super::stage::Stage;
use crate::chart::{Bin, Content, Pane, Plot, Stack};
use crate::expression::Function;
use crate::number;
use crate::settings::Keys;
use crate::statistics::bins::{self, Bins};
use crate::units::{Quantity, Unit};

/// What the bars count.
const COUNT: &str = "number of samples";

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let sets = Sets::by_series(stage, keys)?;
    let log = samples::is_log(stage, keys, &sets.values());
    let bins = bins::shared(&sets.sets.iter().map(samples::Set::values).collect::<Vec<_>>(), log);
    let unit = sets.format.unit;
    let (mut panes, mut columns) = (Vec::new(), Vec::new());
    let mut table: Vec<data::Row> = bins.edges.windows(2).map(|edges| row(edges, unit)).collect();
    for (index, set) in sets.sets.iter().enumerate() {
        let mut drawn = Vec::new();
        for (edges, row) in bins.edges.windows(2).zip(&mut table) {
            let bounds = [edges[0], edges[1]].map(|value| Quantity { value, unit });
            let words = set.named(&row.label);
            let counted = sets.statistic(stage, set, (Function::CountBetween, &bounds), &words);
            row.cells.push(Cell::of(counted.as_ref().map(|(figure, _)| *figure)));
            drawn.extend(counted.map(|(_, mark)| Bin { low: edges[0], high: edges[1], mark }));
        }
        drawn.retain(|bin: &Bin| bin.mark.value > 0.0);
        let column = if set.label.is_empty() { COUNT.to_owned() } else { set.label.clone() };
        columns.push(column);
        panes.push(Pane {
            label: set.label.clone(),
            quantity: COUNT.to_owned(),
            unit: Unit::none(),
            colour: stage.colour(&set.key, index),
            content: Content::Bins(drawn),
        });
    }
    let quantity = sets.measure.quantity(stage.suite);
    Some(Plotted {
        description: description(&sets, &panes, table.len(), &quantity),
        notes: vec![note(&bins)],
        table: Data { corner: sets.measure.label(stage.suite), columns, rows: table },
        plot: Plot::Stack(Stack { quantity, unit, log: bins.decade.is_some(), alike: true, panes }),
    })
}

/// A row of the table: from one bound up to the next.
fn row(edges: &[f64], unit: Unit) -> data::Row {
    let symbol = if unit.symbol().is_empty() { String::new() } else { format!("\u{a0}{unit}") };
    let [low, high] = [edges[0], edges[1]].map(written);
    let label = format!("{low} to below {high}{symbol}");
    data::Row { label, cells: Vec::new() }
}

/// A bound with as many decimals as it has.
fn written(bound: f64) -> String {
    let plain = bound.to_string();
    number::format(bound, plain.split_once('.').map_or(0, |(_, decimals)| decimals.len()))
}

/// How the bounds were chosen.
fn note(bins: &Bins) -> String {
    let belongs = "A bound belongs to the bar on its right.";
    let capped =
        if bins.capped { format!(", made wider so that there are no more than {}", bins::MOST) } else { String::new() };
    match (bins.decade, bins.ruled) {
        (Some(count), _) => format!(
            "{count} bars a decade, by preferred numbers as near as there are to the width of Freedman and Diaconis{capped}. {belongs}"
        ),
        (None, true) => {
            format!("Bars are as wide as Freedman and Diaconis's rule has it, rounded to 1, 2 or 5{capped}. {belongs}")
        }
        (None, false) => {
            format!("The quartiles are the same, so bars are as many as Sturges's rule has it{capped}. {belongs}")
        }
    }
}

/// Where the samples are, and where most of them are.
fn description(sets: &Sets, panes: &[Pane], bars: usize, quantity: &str) -> String {
    let named = sets.sets.iter().zip(panes).filter_map(|(set, pane)| {
        let Content::Bins(bins) = &pane.content else { return None };
        let most = bins.iter().max_by(|a, b| a.mark.value.total_cmp(&b.mark.value))?;
        let of = if set.label.is_empty() { String::new() } else { format!("{}: ", set.label) };
        Some(format!("{of}most, {} of {}, {}.", most.mark.text, set.samples.len(), place(most, sets.format.unit)))
    });
    let named: Vec<String> = named.collect();
    format!("{} of {quantity} in {} bars. {}", samples::counted(&sets.sets), bars, named.join(" "))
}

fn place(bin: &Bin, unit: Unit) -> String {
    format!("from {}", row(&[bin.low, bin.high], unit).label)
}
