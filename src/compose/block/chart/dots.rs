//! `kind = "dots"`: a dot with its range over repeats in each row.

use super::data::{Cell, Data};
use super::rows::{Made, Rows};
use super::stage::{Drawn, Stage, repeats};
use super::{Plotted, describe};
use crate::chart::{self, Aside, Lane, Manner, Mark, Origin, Plot, Row};
use crate::compose::block::measure::{Measure, Rank};
use crate::evaluate::{Element, Outcome, Term};
use crate::figure::{Format, Role};
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// What the dots are of.
struct Dots {
    measure: Measure,
    range: Option<Measure>,
    format: Format,
    /// Whether each repeat is a mark of its own.
    repeats: bool,
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "rps")?;
    let rows = Rows::read(stage, keys, &measure)?;
    let range = keys.get("range").and_then(|setting| Measure::read(stage.context, setting));
    let repeats = keys.bool("repeats").unwrap_or(false);
    let origin = if keys.bool("zero").unwrap_or(true) { Origin::Zero } else { Origin::Fitted };
    let sorted = keys.bool("sort").unwrap_or(true);
    let format = stage.format(&measure, rows.keys.iter().cloned())?;
    let dots = Dots { measure, range, format, repeats };
    let mut made: Vec<Made> = rows.keys.iter().map(|key| dots.row(stage, &rows, key)).collect();
    if sorted {
        rows.sort(stage, &dots.measure, format.unit, &mut made);
    }
    let ranged = made.iter().any(|made| !made.cells[1].is_empty());
    let quantity = stage.quantity(&dots.measure);
    let (rows_drawn, table) = rows.finish(stage, made);
    let mut columns = vec![dots.measure.label(stage.suite), say("smallest_to_largest")];
    columns.extend(repeats.then(|| say("single_rounds")));
    Some(Plotted {
        description: description(&rows_drawn, dots.measure.quantity(stage.suite)),
        notes: notes(&rows_drawn, ranged, repeats),
        table: Data { whole: None, corner: rows.head(stage).into(), columns, rows: table },
        plot: Plot::Rows(chart::Rows { quantity, unit: format.unit, origin, manner: Manner::Dots, rows: rows_drawn }),
    })
}

impl Dots {
    fn row(&self, stage: &mut Stage<'_, '_>, rows: &Rows, key: &Dimensions) -> Made {
        let drawn = stage.draw_wide(&self.measure, key, self.format, &stage.label(key));
        let mut cells = vec![Cell::of(drawn.as_ref().map(|drawn| drawn.figure))];
        let range =
            drawn.as_ref().and_then(|drawn| stage.spread(self.range.as_ref(), &self.measure, key, drawn, self.format));
        cells.push(Cell::aside(range.as_ref().map(|range| range.figure)));
        let single = drawn.as_ref().filter(|_| self.repeats).map(|drawn| self.single(stage, key, drawn));
        let single = single.unwrap_or_default();
        if self.repeats {
            cells.push(Cell::aside(single.iter().map(|(figure, _)| *figure)));
        }
        let rank = drawn.as_ref().and_then(|drawn| Rank::of(stage.suite, &drawn.outcome, self.format.unit));
        let lane = Lane {
            label: rows.label(stage, key),
            colour: Rows::colour(stage, key),
            spots: vec![drawn.map(|drawn| {
                let spans = drawn.spans;
                stage.spot(drawn, spans.or(range.map(|range| range.ends)))
            })],
            repeats: single.into_iter().map(|(_, mark)| mark).collect(),
            outline: Vec::new(),
            aside: Aside::Value { spot: 0, and: String::new() },
        };
        Made { key: key.clone(), lane, cells, rank }
    }

    /// The single repeats behind a median, each a figure of its own.
    fn single(&self, stage: &mut Stage<'_, '_>, key: &Dimensions, drawn: &Drawn) -> Vec<(usize, Mark)> {
        let Some((terms, values)) = repeats(stage.suite, &drawn.outcome, self.format.unit) else { return Vec::new() };
        let inputs = terms.iter().filter_map(|term| if let Term::Input(input) = term { Some(*input) } else { None });
        let mark = |(input, value): (usize, f64)| {
            let quantity = stage.suite.data[input].observation.quantity();
            let all = stage.suite.dimensions(input).to_dimensions();
            let element = Element { key: Dimensions::new(), label: String::new(), quantity, term: Term::Input(input) };
            let expression = self.measure.expression_for(stage.suite, &all);
            let figure = stage.figure(Role::Mark, Outcome::Values(vec![element]), expression, self.format);
            let own =
                all.into_iter().filter(|(name, _)| stage.suite.vocabulary.is_repeat(name) || key.contains_key(name));
            (figure, stage.mark(figure, value, &stage.label(&own.collect())))
        };
        inputs.zip(values).map(mark).collect()
    }
}

fn lanes(rows: &[Row]) -> impl Iterator<Item = &Lane> {
    rows.iter().filter_map(|row| if let Row::Lane(lane) = row { Some(lane) } else { None })
}

fn notes(rows: &[Row], ranged: bool, repeats: bool) -> Vec<Message> {
    let mut notes = Vec::new();
    if ranged {
        notes.push(say(if repeats { "note_rounds" } else { "note_ranges" }));
    }
    let spots = || lanes(rows).flat_map(|lane| lane.spots.iter().flatten());
    notes.extend(describe::hollow(spots().filter(|spot| !spot.spans)));
    notes.extend(describe::spans(spots().any(|spot| spot.spans)));
    notes
}

fn description(rows: &[Row], quantity: Message) -> Message {
    let marks = describe::first_marks(rows);
    let shown = say("chart_dots").with("n", marks.len()).with("quantity", quantity);
    shown.with("extremes", describe::extremes(&marks))
}
