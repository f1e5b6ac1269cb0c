//! `kind = "heat"`: a value by two dimensions, or single measurements over time.

mod over_time;

use super::bars::joined;
use super::data::{self, Cell, Data};
use super::lines::needed;
use super::stage::Stage;
use super::{Plotted, describe, sliced};
use crate::chart::{Heat, Mark, Plot, Spot};
use crate::diagnostic::Code;
use crate::settings::Keys;
use crate::words::{Message, say};

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    if keys.has("reference") {
        let message = "a chart of the kind `heat` has no axis for reference lines";
        stage.context.error(Code::BadValue, keys.span("reference"), message, Some("take `reference` out".to_owned()));
    }
    if !keys.has("rows") && !keys.has("columns") {
        if sliced::are_there(stage) {
            return over_time::plot(stage, keys);
        }
        if sliced::is_timeless(stage.suite) {
            sliced::report_timeless(stage, keys, "or give two dimensions as `rows` and `columns`");
            return None;
        }
    }
    let measure = stage.measure(keys, "value", "rps")?;
    let down = needed(stage, keys, "rows", "framework")?;
    let across = needed(stage, keys, "columns", "connections")?;
    let (rows, columns) = (stage.keys_of(&measure, Some(&down)), stage.keys_of(&measure, Some(&across)));
    let all = rows.iter().flat_map(|row| columns.iter().map(|column| joined(row, column))).collect::<Vec<_>>();
    let format = stage.format(&measure, all)?;
    let (mut drawn, mut table) = (Vec::new(), Vec::new());
    for row in &rows {
        let (mut spots, mut cells) = (Vec::new(), Vec::new());
        for column in &columns {
            let both = joined(row, column);
            let mark = stage.draw(&measure, &both, format, &stage.label(&both));
            cells.push(Cell::of(mark.as_ref().map(|mark| mark.figure)));
            spots.push(mark.map(|mark| stage.spot(mark, None)));
        }
        let label = stage.suite.vocabulary.label(&down, &row[&down]).to_owned();
        table.push(data::Row { label: Message::from(&label), cells });
        drawn.push((label, spots));
    }
    let quantity = stage.quantity(&measure);
    let columns: Vec<String> =
        columns.iter().map(|column| stage.suite.vocabulary.label(&across, &column[&across]).to_owned()).collect();
    Some(Plotted {
        description: description(&drawn, &columns, measure.quantity(stage.suite)),
        // The legend says what the signs in its cells mean.
        notes: Vec::new(),
        table: Data {
            whole: None,
            corner: stage.head(Some(&down)).into(),
            columns: columns.iter().map(Message::from).collect(),
            rows: table,
        },
        plot: Plot::Heat(Heat {
            quantity,
            unit: format.unit,
            across: stage.head(Some(&across)).to_lowercase(),
            columns,
            rows: drawn,
        }),
    })
}

fn description(rows: &[(String, Vec<Option<Spot>>)], columns: &[String], quantity: Message) -> Message {
    let cells =
        rows.iter().flat_map(|(row, spots)| spots.iter().zip(columns).map(move |(spot, column)| (row, column, spot)));
    let named = |row: &String, column: &String| say("name_at_place").with("name", row).with("place", column);
    let marks: Vec<(Message, &Mark)> =
        cells.filter_map(|(row, column, spot)| Some((named(row, column), &spot.as_ref()?.mark))).collect();
    let shown = say("chart_heat").with("quantity", quantity).with("rows", rows.len()).with("columns", columns.len());
    shown.with("extremes", describe::extremes(&marks))
}
