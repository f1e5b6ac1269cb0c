//! `kind = "trend"`: a value over releases or dates, in their own order.

use super::Plotted;
use super::lines::{Course, Drawing, draw, needed};
use super::stage::Stage;
use crate::chart::{Across, Ranges};
use crate::settings::Keys;

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let dimension = needed(stage, keys, "over", "release")?;
    let changes = keys.bool("changes").unwrap_or(true);
    let course = Course::read(stage, keys, &dimension)?;
    let label = |key: &crate::model::Dimensions| stage.suite.vocabulary.label(&dimension, &key[&dimension]).to_owned();
    let places = course.places.iter().enumerate().map(|(at, key)| (at as f64, label(key))).collect();
    let across = Across { title: stage.head(Some(&dimension)).to_lowercase(), log: false, places };
    let order = (0..course.places.len()).collect();
    let drawing = Drawing { changes, ranges: Some(Ranges::Whiskers) };
    draw(stage, keys, course, (across, order), &dimension, &drawing)
}
