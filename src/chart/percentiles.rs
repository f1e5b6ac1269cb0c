//! Latency by percentile: the further into the tail, the more room on the axis.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::axis::{Axis, Tick};
use super::backend::{Canvas, Caption, Drawn, FONT_SIZE, Painted, Role, Svg, units};
use super::frame::{
    Frame, GAP, LINE, WIDTH, axis_title, draw_captions, draw_grid, draw_line, draw_on, finite, left_ticks, place_notes,
    tick_width, ticks_at,
};
use super::labels::{Area, Obstacles, Point, spread};
use super::legend::{Legend, ROW, Sign};
use super::{At, Mark, PercentileSeries, Percentiles, Reference, marker, text};

/// The height of the plot when its labels need no more, and the most it may grow to, in pixels.
const HEIGHT: f64 = 280.0;
const TALLEST: f64 = 620.0;

/// The widest name of a line, in pixels.
const NAME: f64 = 130.0;

/// Between the frame and the outermost marks, in pixels.
const INSET: f64 = 22.0;

/// The radius of the area around a mark that can be pointed at, in pixels.
const HIT: f64 = 12.0;

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

/// A series in the plot's coordinates.
struct Line<'a> {
    colour: usize,
    path: Vec<(f64, f64)>,
    marks: Vec<(f64, f64, &'a Mark)>,
    label: Option<Caption>,
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
        let notes = notes.into_iter().map(|note| Caption { y: note.y + top, ..note }).collect();
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

impl Line<'_> {
    /// Draws the line, its marks and its label; points are those of the path, then of the marks.
    fn draw(&self, points: &[(i32, i32)], end: Option<Point>, svg: &mut Svg<'_>) -> Drawn {
        let (path, marks) = points.split_at(self.path.len());
        if path.len() > 1 {
            svg.draw_path(path.iter().copied(), &Role::Line.colour())?;
        }
        if let (Some(end), Some(label)) = (end, &self.label) {
            draw_leader(end, label, svg)?;
        }
        for (at, (_, _, mark)) in marks.iter().zip(&self.marks) {
            svg.link(mark, |svg| {
                svg.draw_circle(*at, units(HIT).unsigned_abs(), &Role::Hit.colour(), true)?;
                marker::draw(svg, self.colour, *at)
            })?;
        }
        self.label.iter().try_for_each(|label| svg.caption(label))
    }

    /// Where the line ends in the picture.
    fn end(&self, frame: &Frame) -> Option<Point> {
        self.marks.last().map(|(x, y, _)| frame.at(*x, *y))
    }

    fn segments(&self, frame: &Frame) -> Vec<(Point, Point)> {
        let points: Vec<Point> = self.path.iter().map(|(x, y)| frame.at(*x, *y)).collect();
        points.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }
}

/// Connects the end of a line with its label where the label could not stay beside it.
fn draw_leader(end: Point, label: &Caption, svg: &mut Svg<'_>) -> Drawn {
    let from = (end.0 + marker::RADIUS + 3.0, end.1);
    let to = (label.x - 4.0, label.y);
    if (to.1 - from.1).abs() < 4.0 && to.0 - from.0 < INSET {
        return Ok(());
    }
    svg.draw_path([from, to].map(|(x, y)| (units(x), units(y))), &Role::Leader.colour())
}

/// The percentile axis: position −log10(1 − p/100), and `max` a step beyond the last percentile.
struct TailScale {
    /// Where `max` is.
    beyond: f64,
    /// Where marks are, with their label, in rising order.
    places: Vec<Tick>,
}

impl TailScale {
    fn of(series: &[PercentileSeries]) -> Self {
        let points = || series.iter().flat_map(|s| s.points.iter().map(|(at, _)| *at));
        let percents = points().filter_map(percent).chain(series.iter().flat_map(|s| s.spectrum.iter().map(|p| p.0)));
        let last = percents.filter_map(tail).fold(0.0, f64::max);
        let scale = Self { beyond: last + 1.0, places: Vec::new() };
        let mut marked: Vec<At> = points().collect();
        marked.sort_unstable();
        marked.dedup();
        let places = marked.into_iter().map(|at| Tick { at: scale.position(at), label: name(at) }).collect();
        Self { places, ..scale }
    }

    fn position(&self, at: At) -> f64 {
        percent(at).and_then(tail).unwrap_or(self.beyond)
    }

    /// The series where its values can be drawn at all.
    fn line<'a>(&self, series: &'a PercentileSeries) -> Line<'a> {
        let drawable = series.points.iter().filter(|(_, mark)| mark.value.is_finite());
        let mut marks: Vec<_> = drawable.map(|(at, mark)| (self.position(*at), mark.value, mark)).collect();
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let finer = series.spectrum.iter().filter(|(percent, value)| percent.is_finite() && value.is_finite());
        let mut path: Vec<_> = finer.map(|(percent, value)| (tail(*percent).unwrap_or(self.beyond), *value)).collect();
        path.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Marks join the finer line only where it does not reach.
        let reach = path.first().zip(path.last()).map(|(first, last)| first.0..=last.0);
        let outside = marks.iter().filter(|(x, _, _)| reach.as_ref().is_none_or(|reach| !reach.contains(x)));
        path.extend(outside.map(|(x, y, _)| (*x, *y)));
        path.sort_by(|a, b| a.0.total_cmp(&b.0));
        Line { colour: series.colour, path, marks, label: None }
    }

    /// The axis with ticks where marks are, as far as their labels do not touch.
    fn axis(&self, lines: &[Line<'_>], length: f64) -> Axis {
        let drawn = lines.iter().flat_map(|line| line.path.iter().map(|(x, _)| *x));
        let at = || self.places.iter().map(|place| place.at).chain(drawn.clone());
        let (low, high) = (at().fold(f64::INFINITY, f64::min), at().fold(f64::NEG_INFINITY, f64::max));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        // A single place is put in the middle.
        let air = if low == high { 0.5 } else { (high - low) * INSET / (length - 2.0 * INSET) };
        let mut axis = Axis::between(low - air, high + air, Vec::new());
        axis.ticks = self.ticks(&axis, length);
        axis
    }

    fn ticks(&self, axis: &Axis, length: f64) -> Vec<Tick> {
        let mut by_weight: Vec<&Tick> = self.places.iter().collect();
        by_weight.sort_by_key(|place| WEIGHTY.iter().position(|label| *label == place.label).unwrap_or(WEIGHTY.len()));
        let mut kept: Vec<(Area, &Tick)> = Vec::new();
        for place in by_weight {
            let half = text::width(&place.label, FONT_SIZE) / 2.0 + GAP / 2.0;
            let area = Area::around((axis.fraction(place.at) * length, 0.0), half, 1.0);
            if !kept.iter().any(|(other, _)| other.overlaps(&area)) {
                kept.push((area, place));
            }
        }
        kept.sort_by(|a, b| a.1.at.total_cmp(&b.1.at));
        kept.into_iter().map(|(_, place)| place.clone()).collect()
    }
}

/// Percentiles in the order in which they are labelled when there is no room for all.
const WEIGHTY: [&str; 8] = ["max", "p50", "p99", "p90", "p99.9", "p95", "p99.99", "p75"];

fn percent(at: At) -> Option<f64> {
    match at {
        At::Percentile(percentile) => Some(percentile.percent()),
        At::Max => None,
    }
}

/// How far into the tail a percentile is; none for the whole, which is `max`.
fn tail(percent: f64) -> Option<f64> {
    (percent < 100.0).then(|| -(1.0 - percent.max(0.0) / 100.0).log10())
}

fn name(at: At) -> String {
    match at {
        At::Percentile(percentile) => percentile.to_string(),
        At::Max => "max".to_owned(),
    }
}

/// The label of a line: its name, shortened where it must be, and its last value.
fn label(series: &PercentileSeries, line: &Line<'_>) -> Caption {
    let name = text::shorten(&series.label, FONT_SIZE, NAME);
    let value = line.marks.last().map_or("no data", |(_, _, mark)| &mark.text);
    Caption {
        x: 0.0,
        y: 0.0,
        anchor: HPos::Left,
        full: (name != series.label).then(|| series.label.clone()),
        spans: vec![(Role::Name, name), (Role::Value, value.to_owned())],
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
