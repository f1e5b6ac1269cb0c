//! Steps: which share of the samples is at or below a value.

use plotters_backend::text_anchor::HPos;

use super::axis::{Axis, Tick};
use super::backend::{Canvas, Painted};
use super::caption::Caption;
use super::field::Field;
use super::frame::{Frame, GAP, Room, finite, left_ticks, lying_axis, place_title, tick_width, ticks_at, values_of};
use super::labels::Area;
use super::legend::ROW;
use super::line::{Dot, Line, Stroke};
use super::role::Role;
use super::{Reference, StepSeries, Steps};

/// The widest name of a series, in pixels.
const NAME: f64 = 220.0;

/// Room for a mark at the edge of the plot, in pixels.
const EDGE: f64 = 13.0;

/// A chart of steps with everything in its place.
pub(super) struct Layout<'a> {
    field: Field<'a>,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Steps, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let lines: Vec<Line<'a>> = data.series.iter().map(line).collect();
        let labels = data.series.iter().map(|series| label(&series.label)).collect();
        let frame = frame(data, &lines, &references, room);
        let field = Field::with_upright(room, frame, lines, labels, &references);
        let captions = captions(data, &field.frame, room);
        let field = field.lettered(captions);
        Self { height: field.height, field }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        self.field.draw(canvas, Role::Guide)
    }
}

fn label(name: &str) -> Caption {
    Caption::short(Role::Name, name, NAME, HPos::Left, (0.0, 0.0))
}

/// A series in the plot's coordinates: up at each value, along to the next.
fn line(series: &StepSeries) -> Line<'_> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut before = 0.0;
    for (value, share) in series.curve.iter().filter(|(value, _)| value.is_finite()) {
        points.extend([(*value, before), (*value, *share)]);
        before = *share;
    }
    let strokes = if points.is_empty() { Vec::new() } else { vec![Stroke { role: Role::Line, points }] };
    let drawable = series.marks.iter().filter(|(_, mark)| mark.value.is_finite());
    let marks = drawable.map(|(share, mark)| Dot { at: (mark.value, *share), mark, role: Role::Full }).collect();
    Line { colour: series.colour, strokes, marks, label: None }
}

/// The plot, its top at 0.
fn frame(data: &Steps, lines: &[Line<'_>], references: &[&Reference], room: &Room<'_>) -> Frame {
    let drawn = lines.iter().flat_map(|line| line.points().into_iter().map(|(x, _)| x));
    let values: Vec<f64> = drawn.chain(values_of(references)).collect();
    let tick = |percent: i32| Tick { at: f64::from(percent) / 100.0, label: format!("{percent}%") };
    let y = Axis::between(0.0, 1.0, [0, 25, 50, 75, 100].map(tick).into());
    let left = tick_width(&y) + GAP + 1.0;
    let right = room.width - EDGE;
    let x = lying_axis(right - left, room.voice, |length, spacing| Axis::lying(&values, data.log, length, spacing));
    let right = right.min(room.width - tick_width(&x) / 2.0 - 1.0);
    Frame { area: Area { left, top: 0.0, right, bottom: room.height }, x, y, downwards: false }
}

/// The titles of both axes and tick labels.
fn captions(data: &Steps, frame: &Frame, room: &Room<'_>) -> Vec<Caption> {
    let Area { left, bottom, .. } = frame.area;
    let mut captions = vec![Caption::new(Role::Title, room.voice.word("axis_share"), HPos::Left, (1.0, ROW / 2.0))];
    captions.extend(left_ticks(frame));
    captions.extend(ticks_at(frame, bottom + ROW / 2.0 + 3.0));
    let title = place_title((&data.quantity, data.unit), &frame.x, room.width - left, room.voice);
    captions.push(Caption::new(Role::Title, title, HPos::Left, (left, bottom + 1.5 * ROW + GAP)));
    captions
}
