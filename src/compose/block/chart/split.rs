//! `split = "route"`: a plot for each value of a dimension, all with the same axis.

use std::cell::OnceCell;
use std::sync::Arc;

use super::data::{self, Data};
use super::stage::Stage;
use super::{Make, Plotted, describe};
use crate::chart::{Panels, Plot};
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::suite::DimensionsRef;
use crate::suite::manifest::Value;
use crate::units::Unit;
use crate::words::{Message, say};

/// Makes the plots.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>, make: Make) -> Option<Plotted> {
    let dimension = stage.dimension(keys, "split")?;
    let parts = parts(stage, &dimension);
    if parts.is_empty() {
        let message = format!("the evidence has no value of `{dimension}` here to split the chart by");
        stage.context.error(Code::NoObservation, keys.span("split"), message, None);
        return None;
    }
    stage.shared = Some(OnceCell::new());
    let mut all = Vec::new();
    for part in parts {
        stage.fixed = stage.whole.clone();
        stage.fixed.extend(part.clone());
        let label = stage.suite.vocabulary.label(&dimension, &part[&dimension]).to_owned();
        all.push((label, make(stage, keys)?));
    }
    joined(stage, &dimension, all)
}

/// The values of a dimension that the evidence has where the block looks.
fn parts(stage: &Stage<'_, '_>, dimension: &Arc<str>) -> Vec<Dimensions> {
    let fits = |of: DimensionsRef<'_>, value: &Arc<str>| of.get(dimension) == Some(value) && of.fit(&stage.whole);
    let values = stage.suite.vocabulary.dimension(dimension).map(|known| known.values.as_slice()).unwrap_or_default();
    let has = |value: &&Value| stage.suite.runs.iter().any(|run| fits(run.dimensions, &value.name));
    let known = values.iter().filter(has);
    known.map(|value| [(Arc::clone(dimension), Arc::clone(&value.name))].into()).collect()
}

/// Plots with their tables below each other, and what is said of each.
fn joined(stage: &Stage<'_, '_>, dimension: &Arc<str>, parts: Vec<(String, Plotted)>) -> Option<Plotted> {
    let (quantity, unit, series) = parts.first().map(|(_, first)| shared(&first.plot))?;
    let mut notes: Vec<Message> = Vec::new();
    let mut table =
        Data { corner: stage.head(Some(dimension)).into(), columns: Vec::new(), rows: Vec::new(), whole: None };
    let (mut panels, mut descriptions) = (Vec::new(), Vec::new());
    for (label, part) in parts {
        notes.extend(part.notes.into_iter().filter(|note| !notes.contains(note)).collect::<Vec<_>>());
        descriptions.push(describe::labelled(&label, part.description));
        table.columns = part.table.columns;
        let rows = part.table.rows.into_iter();
        table.rows.extend(rows.map(|row| {
            let names = [Message::from(&label), row.label].into_iter().filter(|name| *name != Message::from(""));
            data::Row { label: Message::joined("beside", names), ..row }
        }));
        panels.push((label, part.plot));
    }
    let shown = say("chart_panels").with("n", panels.len());
    let description = describe::sentences_of([shown].into_iter().chain(descriptions));
    Some(Plotted { plot: Plot::Panels(Panels { quantity, unit, series, panels }), table, notes, description })
}

/// What plots have in common: what they show, in which unit, and their series.
fn shared(plot: &Plot) -> (String, Unit, Vec<(String, usize)>) {
    match plot {
        Plot::Percentiles(data) => {
            let series = data.series.iter().map(|series| (series.label.clone(), series.colour));
            (data.quantity.clone(), data.unit, series.collect())
        }
        Plot::Lines(data) => {
            let series = data.series.iter().map(|series| (series.label.clone(), series.colour));
            (data.quantity.clone(), data.unit, series.collect())
        }
        Plot::Bars(data) => (data.quantity.clone(), data.unit, data.series.clone()),
        other => (String::new(), other.unit(), Vec::new()),
    }
}
