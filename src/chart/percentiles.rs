//! Latency by percentile: the further into the tail, the more room on the axis.

use plotters_backend::text_anchor::HPos;

use super::axis::Axis;
use super::backend::{Canvas, FONT_SIZE, Painted};
use super::caption::Caption;
use super::frame::{
    Frame, GAP, LINE, MISSING, WIDTH, axis_title, draw_captions, draw_grid, draw_line, draw_on, finite, left_ticks,
    nothing_at, place_notes, printed, tick_width, ticks_at,
};
use super::labels::{Area, Obstacles, spread};
use super::legend::{Legend, ROW, Sign};
use super::line::Line;
use super::role::Role;
use super::tail::TailScale;
use super::{PercentileSeries, Percentiles, Reference, marker, text};

/// The height of the plot when its labels need no more, and the most it may grow to, in pixels.
const HEIGHT: f64 = 280.0;
const TALLEST: f64 = 620.0;

/// The widest name of a line, in pixels.
const NAME: f64 = 130.0;

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
        let labels: Vec<Caption> = data.series.iter().zip(&lines).map(|(series, line)| label(series, line)).collect();
        let mut frame = frame(&scale, &lines, &references, &labels);
        let entries = match place_labels(&frame, &lines, &labels) {
            Some(placed) => {
                lines.iter_mut().zip(placed).for_each(|(line, label)| line.label = Some(label));
                Vec::new()
            }
            None => lines.iter().zip(labels).map(|(line, label)| (Sign::Series(line.colour), label)).collect(),
        };
        let inner = Area { left: frame.area.left + GAP, right: frame.area.right - GAP, ..frame.area };
        let (notes, homeless) = place_notes(&frame, &inner, obstacles(&frame, &lines), &references);
        let legend = Legend::arrange(entries.into_iter().chain(homeless).collect(), 1.0, WIDTH - 1.0);
        let top = ROW + legend.height() + GAP;
        frame.lower(top);
        lines.iter_mut().filter_map(|line| line.label.as_mut()).for_each(|label| label.y += top);
        let nothing = lines.iter().all(|line| line.path.is_empty()).then(|| nothing_at(HEIGHT / 2.0));
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
            let points = line.path.iter().copied().chain(line.marks.iter().map(|(x, y, _)| (*x, *y))).collect();
            draw_on(&plot, points, |points, svg| {
                svg.group(&format!("series {}", marker::classes(line.colour)), |svg| line.draw(points, end, svg))
            })?;
        }
        draw_captions(canvas, &self.notes)
    }
}

/// The label of a line: its name, shortened where it must be, and its last value.
fn label(series: &PercentileSeries, line: &Line<'_>) -> Caption {
    let name = text::shorten(&series.label, FONT_SIZE, NAME);
    let value = line.marks.last().map_or_else(|| MISSING.to_owned(), |(_, _, mark)| printed(mark));
    Caption {
        x: 0.0,
        y: 0.0,
        anchor: HPos::Left,
        full: (name != series.label).then(|| series.label.clone()),
        spans: vec![(Role::Name, name), (Role::Value, value)],
    }
}

/// The plot, its top at 0, with room for labels on the right where they fit there.
fn frame(scale: &TailScale, lines: &[Line<'_>], references: &[&Reference], labels: &[Caption]) -> Frame {
    let wanted = (labels.len() as f64 * LINE).max(HEIGHT);
    let (height, beside) = if wanted > TALLEST { (HEIGHT, false) } else { (wanted, true) };
    let values = lines.iter().flat_map(|line| line.path.iter().map(|(_, y)| *y));
    let marks = lines.iter().flat_map(|line| line.marks.iter().map(|(_, y, _)| *y));
    let values: Vec<f64> = values.chain(marks).chain(references.iter().map(|r| r.value)).collect();
    let y = Axis::for_values(&values, height, 46.0);
    let widest = labels.iter().map(Caption::width).fold(0.0, f64::max);
    let left = tick_width(&y) + GAP + 1.0;
    let right = if beside { WIDTH - widest - leader_room(labels.len()) } else { WIDTH - 1.0 };
    let x = scale.axis(lines, right - left);
    Frame { area: Area { left, top: 0.0, right, bottom: height }, x, y, downwards: false }
}

/// The room between the plot and the labels: more where labels are likely to be moved.
fn leader_room(labels: usize) -> f64 {
    if labels > 8 { 30.0 } else { 6.0 }
}

/// The labels beside the ends of their lines, moved apart; none when they do not fit there.
fn place_labels(frame: &Frame, lines: &[Line<'_>], labels: &[Caption]) -> Option<Vec<Caption>> {
    let Area { top, right, bottom, .. } = frame.area;
    if right + 1.0 >= WIDTH {
        return None;
    }
    let x = right + leader_room(labels.len()) - 1.0;
    let wanted: Vec<f64> = lines.iter().map(|line| line.end(frame).map_or(bottom, |end| end.1)).collect();
    let places = spread(&wanted, LINE, top, bottom)?;
    Some(labels.iter().zip(places).map(|(label, y)| Caption { x, y, ..label.clone() }).collect())
}

/// What labels of reference lines must keep clear of.
fn obstacles(frame: &Frame, lines: &[Line<'_>]) -> Obstacles {
    let marks = lines.iter().flat_map(|line| line.marks.iter().map(|(x, y, _)| frame.at(*x, *y)));
    Obstacles {
        areas: marks.map(|at| Area::around(at, 7.0, 7.0)).collect(),
        segments: lines.iter().flat_map(|line| line.segments(frame)).collect(),
    }
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
