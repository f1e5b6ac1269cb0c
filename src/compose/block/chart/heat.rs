//! `kind = "heat"`: a value by two dimensions.

use super::bars::joined;
use super::data::{self, Cell, Data};
use super::lines::needed;
use super::stage::Stage;
use super::{Plotted, describe};
use crate::chart::{Heat, Mark, Plot, Spot};
use crate::diagnostic::Code;
use crate::settings::Keys;

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    if keys.has("reference") {
        let message = "a chart of the kind `heat` has no axis for reference lines";
        stage.context.error(Code::BadValue, keys.span("reference"), message, Some("take `reference` out".to_owned()));
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
        table.push(data::Row { label: label.clone(), cells });
        drawn.push((label, spots));
    }
    let quantity = measure.quantity(stage.suite);
    let columns: Vec<String> =
        columns.iter().map(|column| stage.suite.vocabulary.label(&across, &column[&across]).to_owned()).collect();
    Some(Plotted {
        description: description(&drawn, &columns, &quantity),
        // The legend says what the signs in its cells mean.
        notes: Vec::new(),
        table: Data { corner: stage.head(Some(&down)), columns: columns.clone(), rows: table },
        plot: Plot::Heat(Heat {
            quantity,
            unit: format.unit,
            across: stage.head(Some(&across)).to_lowercase(),
            columns,
            rows: drawn,
        }),
    })
}

fn description(rows: &[(String, Vec<Option<Spot>>)], columns: &[String], quantity: &str) -> String {
    let cells =
        rows.iter().flat_map(|(row, spots)| spots.iter().zip(columns).map(move |(spot, column)| (row, column, spot)));
    let marks: Vec<(String, &Mark)> =
        cells.filter_map(|(row, column, spot)| Some((format!("{row} at {column}"), &spot.as_ref()?.mark))).collect();
    format!("{quantity} in {} rows and {} columns. {}", rows.len(), columns.len(), describe::extremes(&marks))
}
