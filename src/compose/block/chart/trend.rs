//! `kind = "trend"`: a value over releases or dates, in their own order.

use std::sync::Arc;

use super::Plotted;
use super::lines::{Course, Drawing, draw, needed};
use super::stage::Stage;
use crate::chart::{Across, Ranges};
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let dimension = needed(stage, keys, "over", "release")?;
    let changes = keys.bool("changes").unwrap_or(true);
    let is_release = stage.suite.release_dimension() == Some(&dimension);
    let last = if is_release { freed(stage, &dimension) } else { None };
    let mut course = Course::read(stage, keys, &dimension)?;
    let mut notes = Vec::new();
    if is_release {
        let rank = |value: &str| stage.suite.vocabulary.rank(&dimension, value);
        // The page of a release shows the releases up to it: later ones do not change it.
        course.places.retain(|key| last.as_ref().is_none_or(|last| rank(&key[&dimension]) <= rank(last)));
        notes = told(stage, &mut course, &dimension);
    }
    let label = |key: &Dimensions| stage.suite.vocabulary.label(&dimension, &key[&dimension]).to_owned();
    let places =
        course.places.iter().enumerate().map(|(at, key)| (at as f64, label(key) + sign(stage, key, &dimension)));
    let across = Across { title: stage.head(Some(&dimension)).to_lowercase(), log: false, places: places.collect() };
    let order = (0..course.places.len()).collect();
    let drawing = Drawing { changes, ranges: Some(Ranges::Whiskers) };
    let mut plotted = draw(stage, keys, course, (across, order), &dimension, &drawing)?;
    plotted.notes.extend(notes);
    Some(plotted)
}

/// Takes the release out of what holds for the chart, and gives it.
fn freed(stage: &mut Stage<'_, '_>, dimension: &Arc<str>) -> Option<Arc<str>> {
    stage.whole.remove(dimension);
    stage.fixed.remove(dimension)
}

/// The sign of a release that was withdrawn.
fn sign(stage: &Stage<'_, '_>, key: &Dimensions, dimension: &Arc<str>) -> &'static str {
    let is_release = stage.suite.release_dimension() == Some(dimension);
    let known = stage.suite.release(&key[dimension]).filter(|_| is_release);
    if known.is_some_and(|known| !known.withdrawn.is_empty()) { " ⊘" } else { "" }
}

/// Finds where conditions changed from one release to the next; what is to be known of the releases, in words.
fn told(stage: &Stage<'_, '_>, course: &mut Course, dimension: &Arc<str>) -> Vec<Message> {
    let suite = stage.suite;
    let mut notes = Vec::new();
    for (place, key) in course.places.iter().enumerate() {
        let name = &key[dimension];
        let label = suite.vocabulary.label(dimension, name);
        let before = place.checked_sub(1).map(|before| &course.places[before][dimension]);
        let moved = before.map(|before| suite.moved([before, name], &stage.fixed)).unwrap_or_default();
        if !moved.is_empty() {
            course.breaks.push(place);
            notes.push(say("note_line_broken").with("at", label).with("why", moved.join("; ")));
        }
        if let Some(known) = suite.release(name) {
            course.gone.extend((!known.withdrawn.is_empty()).then_some(place));
            let said = [("note_was_withdrawn", &known.withdrawn), ("note_was_remeasured", &known.remeasured)];
            let said = said.into_iter().filter(|(_, why)| !why.is_empty());
            notes.extend(said.map(|(key, why)| say(key).with("release", label).with("why", why)));
        }
    }
    notes
}
