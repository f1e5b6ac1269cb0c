//! One measure against another, a mark for each thing measured.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::axis::Axis;
use super::backend::{Canvas, FONT_SIZE, Painted, units};
use super::caption::{Caption, area_of};
use super::frame::{
    Ends, Frame, GAP, LINE, Room, WIDTH, all_ends, axis_title, draw_captions, draw_grid, draw_level, draw_on, finite,
    left_ticks, lying_axis, nothing_at, place_notes, tick_width, ticks_at, values_of,
};
use super::labels::{Area, Obstacles};
use super::legend::{Legend, ROW};
use super::line::HIT;
use super::lines::draw_break;
use super::role::Role;
use super::{Dial, Origin, Point, Reference, Scatter, marker, text};
use crate::words::{Voice, say};

/// The height of the plot, in pixels.
const HEIGHT: f64 = 320.0;

/// The widest label of a point, in pixels.
const NAME: f64 = 160.0;

/// A scatter plot with everything in its place.
pub(super) struct Layout<'a> {
    frame: Frame,
    points: Vec<&'a Point>,
    frontier: Vec<(f64, f64)>,
    captions: Vec<Caption>,
    /// The names of points, which go with their marks.
    names: Vec<Option<Caption>>,
    references: Vec<Ends>,
    notes: Vec<Caption>,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Scatter, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let points: Vec<&Point> = data.points.iter().filter(|point| is_drawable(point)).collect();
        let mut frame = frame(data, &points, &references, room);
        let frontier =
            data.frontier.iter().filter_map(|index| data.points.get(*index)).filter(|point| is_drawable(point));
        let frontier: Vec<(f64, f64)> = frontier.map(place).collect();
        let mut obstacles = obstacles(&frame, &points, &frontier);
        let mut names: Vec<Option<Caption>> =
            points.iter().map(|point| name(&frame, point, &points, &mut obstacles)).collect();
        let inner = Area { left: frame.area.left + GAP, right: frame.area.right - GAP, ..frame.area };
        let (notes, homeless) = place_notes(&frame, &inner, obstacles, &references);
        let legend = Legend::arrange(homeless, 1.0, WIDTH - 1.0);
        let top = ROW + legend.height() + GAP;
        frame.lower(top);
        names.iter_mut().flatten().for_each(|name| name.y += top);
        let nothing = points.is_empty().then(|| nothing_at(WIDTH, HEIGHT / 2.0, room.voice));
        let notes = notes.into_iter().chain(nothing).map(|note| Caption { y: note.y + top, ..note }).collect();
        let captions = captions(data, &frame, room.voice);
        let height = captions.iter().map(|caption| caption.y).fold(0.0, f64::max) + LINE / 2.0 + 2.0;
        let references = all_ends(&references);
        Self { frame, points, frontier, captions, names, references, notes, legend, height }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let plot = self.frame.plot(canvas);
        self.legend.draw(canvas, ROW)?;
        draw_grid(&plot, Role::Grid, Role::Grid)?;
        draw_captions(canvas, &self.captions)?;
        let Area { left, bottom, .. } = self.frame.area;
        if self.frame.y.is_cut() {
            draw_break(canvas, left, bottom)?;
        }
        draw_level(canvas, &self.frame, &self.references)?;
        if self.frontier.len() > 1 {
            draw_on(&plot, self.frontier.clone(), |points, svg| {
                svg.draw_path(points.iter().copied(), &Role::Frontier.colour())
            })?;
        }
        for (point, name) in self.points.iter().zip(&self.names) {
            let (at, [left, right, low, high]) = (place(point), reaches(point));
            draw_on(&plot, vec![at, left, right, low, high], |places, svg| {
                svg.group(&format!("series {}", marker::classes(point.colour)), |svg| {
                    for ends in
                        [[places[1], places[2]], [places[3], places[4]]].into_iter().filter(|ends| ends[0] != ends[1])
                    {
                        svg.draw_path(ends, &Role::Reach.colour())?;
                    }
                    svg.link(&point.spot.mark, |svg| {
                        svg.draw_circle(places[0], units(HIT).unsigned_abs(), &Role::Hit.colour(), true)?;
                        let role = if point.spot.firm { Role::Full } else { Role::Mark };
                        marker::draw(svg, role, point.colour, places[0])
                    })?;
                    name.iter().try_for_each(|name| svg.caption(name))
                })
            })?;
        }
        draw_captions(canvas, &self.notes)
    }
}

fn is_drawable(point: &Point) -> bool {
    point.x.0.is_finite() && point.spot.mark.value.is_finite()
}

/// Where a point is.
fn place(point: &Point) -> (f64, f64) {
    (point.x.0, point.spot.mark.value)
}

/// The ends of the ranges of a point: left, right, low, high.
fn reaches(point: &Point) -> [(f64, f64); 4] {
    let (x, y) = place(point);
    let known = |range: Option<(f64, f64)>| range.filter(|(low, high)| low.is_finite() && high.is_finite());
    let (left, right) = known(point.x.1).unwrap_or((x, x));
    let (low, high) = known(point.spot.range).unwrap_or((y, y));
    [(left, y), (right, y), (x, low), (x, high)]
}

/// The plot, its top at 0.
fn frame(data: &Scatter, points: &[&Point], references: &[&Reference], room: &Room<'_>) -> Frame {
    let reached = || points.iter().flat_map(|point| reaches(point));
    let high: Vec<f64> = reached().map(|(_, y)| y).chain(values_of(references)).collect();
    let y = axis(&data.y, &high, HEIGHT, 46.0).in_notation(room.voice.notation());
    let left = tick_width(&y) + GAP + 1.0;
    // Marks at the edge, and half a label of a tick.
    let right = WIDTH - HIT - 14.0;
    let wide: Vec<f64> = reached().map(|(x, _)| x).collect();
    let x = lying_axis(right - left, room.voice, |length, spacing| axis(&data.x, &wide, length, spacing));
    let right = right.min(WIDTH - tick_width(&x) / 2.0 - 1.0);
    Frame { area: Area { left, top: 0.0, right, bottom: HEIGHT }, x, y, downwards: false }
}

/// The ratio of largest to smallest value from which an axis is logarithmic.
const WIDE: f64 = 100.0;

fn axis(dial: &Dial, values: &[f64], length: f64, spacing: f64) -> Axis {
    match dial.origin {
        Origin::Fitted => Axis::fitted(values, length, spacing),
        _ => Axis::wide(values, WIDE, length, spacing),
    }
}

fn obstacles(frame: &Frame, points: &[&Point], frontier: &[(f64, f64)]) -> Obstacles {
    let at = |(x, y): (f64, f64)| frame.at(x, y);
    let joined: Vec<_> = frontier.iter().map(|place| at(*place)).collect();
    let ranges = points.iter().flat_map(|point| {
        let [left, right, low, high] = reaches(point).map(at);
        [(left, right), (low, high)]
    });
    Obstacles {
        areas: points.iter().map(|point| Area::around(at(place(point)), 7.0, 7.0)).collect(),
        segments: ranges.chain(joined.windows(2).map(|pair| (pair[0], pair[1]))).collect(),
    }
}

/// The name of a point, beside it where that hides nothing.
fn name(frame: &Frame, point: &Point, all: &[&Point], obstacles: &mut Obstacles) -> Option<Caption> {
    let caption = Caption::short(Role::Name, &point.label, NAME, HPos::Left, (0.0, 0.0));
    let (at, width) = (frame.at(point.x.0, point.spot.mark.value), caption.width());
    let beside = marker::RADIUS + 5.0;
    let room = Area { top: -LINE / 2.0, right: WIDTH - 1.0, ..frame.area };
    let others = all.iter().map(|other| frame.at(other.x.0, other.spot.mark.value)).filter(|other| *other != at);
    let others: Vec<_> = others.collect();
    let sideways = [beside, -width - beside, -width / 2.0, beside - 4.0, -width - beside + 4.0];
    let down = [0.0, -14.0, 14.0, -7.0, 7.0, -20.0, 20.0];
    let places = down.into_iter().flat_map(|y| sideways.into_iter().map(move |x| (at.0 + x, at.1 + y)));
    let mut named = places.map(|(x, y)| Caption { x, y, ..caption.clone() });
    let found = named.find(|caption| {
        let area = area_of(caption);
        let inside =
            area.left >= room.left && area.right <= room.right && area.top >= room.top && area.bottom <= room.bottom;
        // A name that is nearer to another mark would be taken for that mark's.
        let own = area.distance(at);
        inside
            && obstacles.leave(&area.grown(1.0))
            && others.iter().all(|other| area.distance(*other) > 1.6 * own + 2.0)
    })?;
    obstacles.areas.push(area_of(&found).grown(2.0));
    Some(found)
}

/// The titles of both axes, tick labels, and the words for what is missing.
fn captions(data: &Scatter, frame: &Frame, voice: Voice<'_>) -> Vec<Caption> {
    let Area { left, bottom, .. } = frame.area;
    let title = |dial: &Dial, axis: &Axis| {
        let better = if dial.better.is_empty() { String::new() } else { format!(" · {}", dial.better) };
        text::shorten(&(axis_title(&dial.quantity, dial.unit, axis, voice) + &better), FONT_SIZE, WIDTH - left - 2.0)
    };
    let mut captions = vec![Caption::new(Role::Title, title(&data.y, &frame.y), HPos::Left, (1.0, ROW / 2.0))];
    captions.extend(left_ticks(frame));
    captions.extend(ticks_at(frame, bottom + ROW / 2.0 + 3.0));
    let mut y = bottom + 1.5 * ROW + GAP;
    captions.push(Caption::new(Role::Title, title(&data.x, &frame.x), HPos::Left, (left, y)));
    if !data.missing.is_empty() {
        let missing = voice.say(&say("no_data_of").with("series", data.missing.join(", ")));
        for line in text::wrap(&missing, FONT_SIZE, WIDTH - left - 1.0, 2) {
            y += LINE;
            captions.push(Caption::new(Role::Missing, line, HPos::Left, (left, y)));
        }
    }
    captions
}
