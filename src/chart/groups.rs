//! Names of groups of bars, and the room that groups take.

use plotters_backend::text_anchor::HPos;

use super::backend::FONT_SIZE;
use super::caption::Caption;
use super::frame::{Frame, GAP, LINE};
use super::role::Role;
use super::slots::PITCH;
use super::{Bar, Bars, text};

/// The most room for the name of a group beside bars that lie, in pixels.
pub(super) const NAME: f64 = 190.0;

/// Lines that the name of a group below upright bars may take.
pub(super) const NAME_LINES: usize = 3;

/// The room for the markers of the series at the foot of bars, in pixels.
pub(super) const FOOT: f64 = 18.0;

/// The room for markers at the foot of bars; a single series needs none.
pub(super) fn foot(data: &Bars) -> f64 {
    if data.series.len() > 1 { FOOT } else { 0.0 }
}

/// Whether the name of a group can be written whole below its bars.
pub(super) fn name_fits(name: &str, pitch: f64) -> bool {
    let lines = text::wrap(name, FONT_SIZE, pitch - GAP, usize::MAX);
    lines.len() <= NAME_LINES && !lines.iter().any(|line| line.ends_with('…'))
}

/// Names of groups below upright bars.
pub(super) fn upright_names(data: &Bars, frame: &Frame, pitch: f64, top: f64) -> Vec<Caption> {
    let lines = |(group, (name, _)): (usize, &(String, Vec<Option<Bar>>))| {
        let x = frame.area.left + pitch * (group as f64 + 0.5);
        let wrapped = text::wrap(name, FONT_SIZE, pitch - GAP, NAME_LINES);
        let at = move |row: usize| (x, top + (row as f64 + 0.5) * LINE);
        wrapped.into_iter().enumerate().map(move |(row, line)| Caption::new(Role::Group, line, HPos::Center, at(row)))
    };
    data.groups.iter().enumerate().flat_map(lines).collect()
}

/// Names of groups beside bars that lie, in lines: at least two where they need them.
pub(super) fn wrapped_names(data: &Bars, room: f64) -> Vec<Vec<String>> {
    let most = ((data.series.len() as f64 * PITCH / LINE) as usize).max(2);
    let names: Vec<&str> = data.groups.iter().map(|(name, _)| name.as_str()).collect();
    let lines = |name: &str| text::wrap(name, FONT_SIZE, room, most);
    text::apart(&names, room, |name| lines(name).join(" ")).iter().map(|name| lines(name)).collect()
}

/// Where groups of lying bars begin, and where the last one ends.
pub(super) fn lying_groups(data: &Bars, names: &[Vec<String>]) -> (Vec<f64>, f64) {
    let bars = data.series.len() as f64 * PITCH;
    let between = if data.series.len() > 1 { 12.0 } else { 2.0 };
    let mut end = 0.0;
    let mut tops = Vec::new();
    for name in names {
        let length = bars.max(name.len() as f64 * LINE + 2.0);
        tops.push(end + between / 2.0 + (length - bars) / 2.0);
        end += length + between;
    }
    (tops, end)
}

pub(super) fn lying_names(data: &Bars, names: Vec<Vec<String>>, frame: &Frame, tops: &[f64]) -> Vec<Caption> {
    let x = frame.area.left - foot(data) - GAP;
    let half = data.series.len() as f64 * PITCH / 2.0;
    let mut captions = Vec::new();
    for ((lines, top), (full, _)) in names.into_iter().zip(tops).zip(&data.groups) {
        let first = frame.area.top + top + half - (lines.len() as f64 - 1.0) * LINE / 2.0;
        let short = lines.iter().any(|line| line.contains('…'));
        for (row, line) in lines.into_iter().enumerate() {
            let at = (x, first + row as f64 * LINE);
            let full = short.then(|| full.clone());
            captions.push(Caption { full, ..Caption::new(Role::Group, line, HPos::Right, at) });
        }
    }
    captions
}
