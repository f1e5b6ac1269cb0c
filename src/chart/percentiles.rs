//! Latency by percentile: the further into the tail, the more room on the axis.

use plotters_backend::text_anchor::HPos;

use super::axis::Axis;
use super::backend::{Canvas, Painted};
use super::caption::Caption;
use super::frame::{
    Frame, GAP, WIDTH, axis_title, draw_captions, draw_grid, draw_line, draw_on, finite, left_ticks, nothing_at,
    place_notes, tick_width, ticks_at,
};
use super::labels::Area;
use super::legend::{Legend, ROW};
use super::line::Line;
use super::role::Role;
use super::tail::TailScale;
use super::{Percentiles, Reference, beside, marker};

/// A chart of percentiles with everything in its place.
pub(super) struct Layout<'a> {
    frame: Frame,
    lines: Vec<Line<'a>>,
    title: Caption,
    captions: Vec<Caption>,
    references: Vec<f64>,
    notes: Vec<Caption>,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Percentiles, references: &[Reference]) -> Self {
        let references = finite(references);
        let scale = TailScale::of(&data.series);
        let mut lines: Vec<Line<'a>> = data.series.iter().map(|series| scale.line(series)).collect();
        let named = data.series.iter().zip(&lines);
        let labels: Vec<Caption> = named.map(|(series, line)| beside::label(&series.label, line)).collect();
        let mut frame = frame(&scale, &lines, &references, &labels);
        let entries = beside::place(&frame, &mut lines, labels);
        let inner = Area { left: frame.area.left + GAP, right: frame.area.right - GAP, ..frame.area };
        let (notes, homeless) = place_notes(&frame, &inner, beside::obstacles(&frame, &lines), &references);
        let legend = Legend::arrange(entries.into_iter().chain(homeless).collect(), 1.0, WIDTH - 1.0);
        let top = ROW + legend.height() + GAP;
        frame.lower(top);
        lines.iter_mut().filter_map(|line| line.label.as_mut()).for_each(|label| label.y += top);
        let nothing = lines.iter().all(|line| line.points().is_empty()).then(|| nothing_at(beside::HEIGHT / 2.0));
        let notes = notes.into_iter().chain(nothing).map(|note| Caption { y: note.y + top, ..note }).collect();
        let title = axis_title(&data.quantity, data.unit, &frame.y);
        Self {
            title: Caption::new(Role::Title, title, HPos::Left, (1.0, ROW / 2.0)),
            captions: captions(&frame),
            references: references.iter().map(|reference| reference.value).collect(),
            height: frame.area.bottom + 2.0 * ROW + GAP,
            frame,
            lines,
            notes,
            legend,
        }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let plot = self.frame.plot(canvas);
        draw_captions(canvas, [&self.title])?;
        self.legend.draw(canvas, ROW)?;
        draw_grid(&plot, Role::Grid, Role::Guide)?;
        draw_captions(canvas, &self.captions)?;
        let Area { left, right, .. } = self.frame.area;
        for value in &self.references {
            let y = self.frame.at(0.0, *value).1;
            draw_line(canvas, Role::Reference, (left, y), (right, y))?;
        }
        for line in &self.lines {
            let end = line.end(&self.frame);
            draw_on(&plot, line.points(), |points, svg| {
                svg.group(&format!("series {}", marker::classes(line.colour)), |svg| line.draw(points, end, svg))
            })?;
        }
        draw_captions(canvas, &self.notes)
    }
}

/// The plot, its top at 0, with room for labels on the right where they fit there.
fn frame(scale: &TailScale, lines: &[Line<'_>], references: &[&Reference], labels: &[Caption]) -> Frame {
    let (height, labelled) = beside::height(labels.len());
    let values = lines.iter().flat_map(|line| line.points().into_iter().map(|(_, y)| y));
    let values: Vec<f64> = values.chain(references.iter().map(|r| r.value)).collect();
    let y = Axis::for_values(&values, height, 46.0);
    let left = tick_width(&y) + GAP + 1.0;
    let right = if labelled { beside::right_edge(labels) } else { WIDTH - 1.0 };
    let x = scale.axis(lines, right - left);
    Frame { area: Area { left, top: 0.0, right, bottom: height }, x, y, downwards: false }
}

/// Tick labels and the title of the percentile axis.
fn captions(frame: &Frame) -> Vec<Caption> {
    let Area { left, bottom, .. } = frame.area;
    let title =
        Caption::new(Role::Title, "percentile, tail-weighted scale →", HPos::Left, (left, bottom + 1.5 * ROW + GAP));
    let mut captions = left_ticks(frame);
    captions.extend(ticks_at(frame, bottom + ROW / 2.0 + 3.0));
    captions.push(title);
    captions
}
