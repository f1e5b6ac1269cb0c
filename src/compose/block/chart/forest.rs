//! `kind = "forest"`: ratios with intervals, beside a line at 1.

use super::data::{Cell, Data};
use super::rows::{Made, Rows};
use super::stage::{Spread, Stage};
use super::{Plotted, describe};
use crate::chart::{self, Aside, Lane, Manner, Origin, Plot, Row};
use crate::compose::block::measure::{Measure, Rank};
use crate::diagnostic::Code;
use crate::figure::Format;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// What the ratios are.
struct Forest {
    measure: Measure,
    interval: Option<Measure>,
    format: Format,
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "rps[a] / rps[b]")?;
    let rows = Rows::read(stage, keys, &measure)?;
    let interval = keys.get("interval").and_then(|setting| Measure::read(stage.context, setting));
    let format = stage.format(&measure, rows.keys.iter().cloned())?;
    if !format.unit.is_plain() {
        let message = format!("a chart of the kind `forest` shows ratios, and this is in {}", format.unit.words());
        let help = Some("divide it by what it is compared with, for example `rps[a] / rps[b]`".to_owned());
        stage.context.error(Code::UnitMismatch, measure.expression.span, message, help);
        return None;
    }
    let forest = Forest { measure, interval, format };
    let mut made: Vec<Made> = rows.keys.iter().map(|key| forest.row(stage, &rows, key)).collect();
    if keys.bool("sort").unwrap_or(false) {
        rows.sort(stage, &forest.measure, format.unit, &mut made);
    }
    let quantity = stage.name(&forest.measure);
    let interval = forest.interval.as_ref().map_or_else(|| say("interval"), |own| own.label(stage.suite));
    let columns = vec![forest.measure.label(stage.suite), interval];
    let (drawn, table) = rows.finish(stage, made);
    Some(Plotted {
        description: description(&drawn, forest.measure.label(stage.suite)),
        notes: notes(stage, &forest, &drawn),
        table: Data { whole: None, corner: rows.head(stage).into(), columns, rows: table },
        plot: Plot::Rows(chart::Rows {
            quantity,
            unit: format.unit,
            origin: Origin::One,
            manner: Manner::Intervals,
            rows: drawn,
        }),
    })
}

impl Forest {
    fn row(&self, stage: &mut Stage<'_, '_>, rows: &Rows, key: &Dimensions) -> Made {
        let drawn = stage.draw(&self.measure, key, self.format, &stage.label(key));
        let mut cells = vec![Cell::of(drawn.as_ref().map(|drawn| drawn.figure))];
        let interval = drawn
            .as_ref()
            .zip(self.interval.as_ref())
            .and_then(|(drawn, own)| stage.spread(Some(own), &self.measure, key, drawn, self.format));
        cells.push(Cell::aside(interval.as_ref().map(|interval| interval.figure)));
        let rank = drawn.as_ref().map(|drawn| Rank::number(drawn.mark.value));
        let within = |interval: &Spread| format!(" [{}]", stage.desk.figures.list[interval.figure].text);
        let and = interval.as_ref().map_or(String::new(), within);
        let lane = Lane {
            label: rows.label(stage, key),
            colour: Rows::colour(stage, key),
            spots: vec![drawn.map(|drawn| stage.spot(drawn, interval.map(|interval| interval.ends)))],
            repeats: Vec::new(),
            outline: Vec::new(),
            aside: Aside::Value { spot: 0, and },
        };
        Made { key: key.clone(), lane, cells, rank }
    }
}

fn notes(stage: &Stage<'_, '_>, forest: &Forest, rows: &[Row]) -> Vec<Message> {
    let interval = forest.interval.as_ref().map(|own| say("note_whiskers").with("of", own.label(stage.suite)));
    let named = describe::under_headings(rows);
    interval
        .into_iter()
        .chain(describe::hollow(named.iter().flat_map(|(_, lane)| lane.spots.iter().flatten())))
        .collect()
}

fn description(rows: &[Row], quantity: Message) -> Message {
    let marks = describe::first_marks(rows);
    let above = marks.iter().filter(|(_, mark)| mark.value > 1.0).count();
    let below = marks.iter().filter(|(_, mark)| mark.value < 1.0).count();
    let counts = say("chart_ratios").with("n", marks.len()).with("above", above).with("below", below);
    counts.with("quantity", quantity).with("extremes", describe::extremes(&marks))
}
