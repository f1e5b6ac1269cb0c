//! Names and last values of lines, beside their ends where they fit, in a legend where not.

use plotters_backend::text_anchor::HPos;

use super::caption::Caption;
use super::frame::{Frame, LINE, Room, missing, printed};
use super::labels::{Area, Obstacles, spread};
use super::legend::Sign;
use super::line::Line;
use super::role::Role;
use crate::words::Voice;

/// The height of a plot when its labels need no more, and the most it may grow to, in pixels.
pub(super) const HEIGHT: f64 = 280.0;
const TALLEST: f64 = 620.0;

/// The widest name of a line, in pixels.
const NAME: f64 = 130.0;

/// The label of a line: its name, shortened where it must be, and its last value.
pub(super) fn label(name: &str, line: &Line<'_>, voice: Voice<'_>) -> Caption {
    let value = line.marks.last().map_or_else(|| missing(voice), |dot| printed(dot.mark));
    let mut label = Caption::short(Role::Name, name, NAME, HPos::Left, (0.0, 0.0));
    // A single line needs no name.
    label.spans.retain(|(_, name)| !name.is_empty());
    label.spans.push((Role::Value, value));
    label
}

/// The height of a plot with so many labels, and whether they stand beside it.
pub(super) fn height(room: &Room<'_>, labels: usize) -> (f64, bool) {
    let wanted = (labels as f64 * LINE).max(room.height);
    if wanted > TALLEST || room.panel.is_some() { (room.height, false) } else { (wanted, true) }
}

/// The right edge of a plot with labels beside it.
pub(super) fn right_edge(room: &Room<'_>, labels: &[Caption]) -> f64 {
    let widest = labels.iter().map(Caption::width).fold(0.0, f64::max);
    room.width - widest - leader_room(labels.len())
}

/// The room between the plot and the labels: more where labels are likely to be moved.
fn leader_room(labels: usize) -> f64 {
    if labels > 8 { 30.0 } else { 6.0 }
}

/// Puts labels beside the ends of their lines; those that do not fit there become a legend.
pub(super) fn place(
    room: &Room<'_>,
    frame: &Frame,
    lines: &mut [Line<'_>],
    labels: Vec<Caption>,
) -> Vec<(Sign, Caption)> {
    match places(room, frame, lines, &labels) {
        Some(placed) => {
            lines.iter_mut().zip(placed).for_each(|(line, label)| line.label = Some(label));
            Vec::new()
        }
        None => lines.iter().zip(labels).map(|(line, label)| (sign(line), label)).collect(),
    }
}

/// The marker of a line in a legend: full where any of its marks is.
pub(super) fn sign(line: &Line<'_>) -> Sign {
    let full = line.marks.iter().any(|dot| dot.role == Role::Full);
    Sign::Series(line.colour, if full { Role::Full } else { Role::Mark })
}

/// The labels beside the ends of their lines, moved apart; none when they do not fit there.
fn places(room: &Room<'_>, frame: &Frame, lines: &[Line<'_>], labels: &[Caption]) -> Option<Vec<Caption>> {
    let Area { top, right, bottom, .. } = frame.area;
    if right + 1.0 >= room.width {
        return None;
    }
    let x = right + leader_room(labels.len()) - 1.0;
    let wanted: Vec<f64> = lines.iter().map(|line| line.end(frame).map_or(bottom, |end| end.1)).collect();
    let places = spread(&wanted, LINE, top, bottom)?;
    Some(labels.iter().zip(places).map(|(label, y)| Caption { x, y, ..label.clone() }).collect())
}

/// What labels of reference lines must keep clear of.
pub(super) fn obstacles(frame: &Frame, lines: &[Line<'_>]) -> Obstacles {
    let marks = lines.iter().flat_map(|line| line.marks.iter().map(|dot| frame.at(dot.at.0, dot.at.1)));
    Obstacles {
        areas: marks.map(|at| Area::around(at, 7.0, 7.0)).collect(),
        segments: lines.iter().flat_map(|line| line.segments(frame)).collect(),
    }
}
