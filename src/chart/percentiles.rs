//! Latency by percentile: the further into the tail, the more room on the axis.

use plotters_backend::text_anchor::HPos;

use super::axis::Axis;
use super::backend::{Canvas, FONT_SIZE, Painted};
use super::caption::Caption;
use super::field::Field;
use super::frame::{Frame, GAP, Room, finite, left_ticks, tick_width, ticks_at, values_of};
use super::labels::Area;
use super::legend::ROW;
use super::line::Line;
use super::role::Role;
use super::tail::TailScale;
use super::{Percentiles, Reference, beside, text};

/// A chart of percentiles with everything in its place.
pub(super) struct Layout<'a> {
    field: Field<'a>,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Percentiles, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let scale = TailScale::of(&data.series);
        let lines: Vec<Line<'a>> = data.series.iter().map(|series| scale.line(series)).collect();
        let named = data.series.iter().zip(&lines);
        let labels: Vec<Caption> = named.map(|(series, line)| beside::label(&series.label, line, room.voice)).collect();
        let frame = frame(&scale, &lines, &references, &labels, room);
        let field = Field::new(room, frame, lines, labels, &references, |_, _, _| {});
        let mut captions = vec![room.title(&data.quantity, data.unit, &field.frame.y)];
        captions.extend(self::captions(&field.frame, room));
        let field = field.lettered(captions);
        Self { height: field.height, field }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        self.field.draw(canvas, Role::Guide)
    }
}

/// The plot, its top at 0, with room for labels on the right where they fit there.
fn frame(
    scale: &TailScale,
    lines: &[Line<'_>],
    references: &[&Reference],
    labels: &[Caption],
    room: &Room<'_>,
) -> Frame {
    let (height, labelled) = beside::height(room, labels.len());
    let values = lines.iter().flat_map(|line| line.points().into_iter().map(|(_, y)| y));
    let values: Vec<f64> = values.chain(values_of(references)).chain(room.shared()).collect();
    let y = Axis::for_values(&values, height, 46.0).in_notation(room.voice.notation());
    let left = tick_width(&y) + GAP + 1.0;
    let right = if labelled { beside::right_edge(room, labels) } else { room.width - 1.0 };
    let x = scale.axis(lines, right - left);
    Frame { area: Area { left, top: 0.0, right, bottom: height }, x, y, downwards: false }
}

/// Tick labels and the title of the percentile axis.
fn captions(frame: &Frame, room: &Room<'_>) -> Vec<Caption> {
    let Area { left, bottom, .. } = frame.area;
    let words = ["axis_percentile_weighted", "axis_percentile"].map(|key| format!("{} →", room.voice.word(key)));
    let fits = |words: &String| text::width(words, FONT_SIZE) < room.width - left;
    let words = words.into_iter().find(fits).unwrap_or_default();
    let title = Caption::new(Role::Title, words, HPos::Left, (left, bottom + 1.5 * ROW + GAP));
    let mut captions = left_ticks(frame);
    captions.extend(ticks_at(frame, bottom + ROW / 2.0 + 3.0));
    captions.push(title);
    captions
}
