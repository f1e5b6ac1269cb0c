//! `kind = "paired"`: a line for each repetition, from one value of a dimension to another.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::Plotted;
use super::data::{self, Cell, Data};
use super::dumbbell::sides;
use super::lines::needed;
use super::samples::{Sample, Sets};
use super::stage::Stage;
use crate::chart::{Across, LineSeries, Lines, Plot, Ranges, Spot};
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// The most repetitions that have their names beside their lines.
const NAMED: usize = 12;

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "latency")?;
    let between = needed(stage, keys, "between", "release")?;
    let sides = sides(stage, keys, &measure, &between)?;
    let from_zero = keys.bool("zero").unwrap_or(false);
    let sets = Sets::of(stage, measure, sides.to_vec())?;
    let found = sets.sets.iter().map(|set| set.samples.iter().map(|sample| (&sample.element.key, sample)).collect());
    let found: Vec<BTreeMap<&Dimensions, &Sample>> = found.collect();
    let all: BTreeSet<&Dimensions> = found.iter().flat_map(|side| side.keys().copied()).collect();
    let mut all: Vec<&Dimensions> = all.into_iter().collect();
    all.sort_by(|a, b| stage.suite.vocabulary.compare(*a, *b));
    if all.iter().all(|key| key.is_empty()) {
        let message = "the values differ in no repetition, so there is nothing to pair";
        let help = "mark the dimension of the rounds with `repeat = true` in `suite.toml`".to_owned();
        stage.context.error(Code::BadOperation, keys.span("between"), message, Some(help));
        return None;
    }
    let (mut series, mut rows, mut moves) = (Vec::new(), Vec::new(), [0_usize; 3]);
    for key in &all {
        let (mut spots, mut cells) = (Vec::new(), Vec::new());
        for (set, side) in sets.sets.iter().zip(&found) {
            let made = side.get(key).map(|sample| sets.sample(stage, set, sample));
            cells.push(Cell::of(made.as_ref().map(|(figure, _)| *figure)));
            spots.push(made.map(|(_, mark)| Spot { mark, range: None, firm: true, spans: false }));
        }
        if let [Some(before), Some(after)] = &spots[..] {
            moves[match after.mark.value.total_cmp(&before.mark.value) {
                Ordering::Greater => 0,
                Ordering::Less => 1,
                Ordering::Equal => 2,
            }] += 1;
        }
        let label = if all.len() > NAMED { String::new() } else { stage.label(key) };
        rows.push(data::Row { label: stage.label(key).into(), cells });
        series.push(LineSeries { label, colour: stage.colour(key, 0), spots, changes: Vec::new() });
    }
    let names = sides.map(|side| stage.label(&side));
    let quantity = stage.quantity(&sets.measure);
    let across = Across {
        title: stage.head(Some(&between)).to_lowercase(),
        log: false,
        places: names.iter().enumerate().map(|(at, name)| (at as f64, name.clone())).collect(),
    };
    let [rose, fell, same] = moves;
    Some(Plotted {
        description: say("chart_paired")
            .with("quantity", sets.measure.quantity(stage.suite))
            .with("n", all.len())
            .with("from", &names[0])
            .with("to", &names[1])
            .with("rose", rose)
            .with("fell", fell)
            .with("same", same),
        notes: vec![say("note_paired")],
        table: Data { whole: None, corner: say("repetition"), columns: names.map(Message::from).into(), rows },
        plot: Plot::Lines(Lines {
            quantity,
            unit: sets.format.unit,
            across,
            from_zero,
            ranges: Ranges::Hidden,
            breaks: Vec::new(),
            series,
        }),
    })
}
