//! Marks in rows along one value axis: dots with ranges, before and after, ratios with intervals.

use std::borrow::Cow;

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::axis::Axis;
use super::backend::{Canvas, FONT_SIZE, Painted, paint, units};
use super::caption::Caption;
use super::frame::{
    Ends, Frame, GAP, LINE, Room, WIDTH, all_ends, axis_title, draw_captions, draw_figure, draw_grid, draw_line,
    draw_on, draw_upright, finite, lying_axis, notes_along, nothing_at, tick_width, ticks_at, values_of,
};
use super::labels::Area;
use super::lanes::{aside_text, draw_lane, points, values};
use super::legend::{Legend, ROW, Sign};
use super::role::Role;
use super::{Aside, Lane, Manner, Mark, Origin, Reference, Row, Rows, marker, text};
use crate::words::{Voice, say};

/// The height of a lane, where its marks need no more, and of a heading, in pixels.
const LANE: f64 = 26.0;
const HEADING: f64 = 28.0;

/// The most room for the name of a lane, and for what is printed at its end, in pixels.
const NAME: f64 = 190.0;
const ASIDE: f64 = 190.0;

/// A chart of rows with everything in its place.
pub(super) struct Layout<'a> {
    frame: Frame,
    manner: &'a Manner,
    /// The lanes with the middle of each, in the coordinate of the rows.
    lanes: Placed<&'a Lane>,
    captions: Vec<Caption>,
    /// Figures printed at the ends of rows.
    asides: Vec<(usize, Caption, &'a Mark)>,
    references: Vec<Ends>,
    /// Where two things are equal, in a chart of ratios.
    one: bool,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Rows, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let (lanes, headings, length) = arranged(&data.rows, lane_height(&data.manner));
        let mut frame = frame(data, &lanes, &references, length, room);
        let legend = legend(data);
        let top = ROW + legend.height() + ROW;
        frame.lower(top);
        let mut captions =
            vec![Caption::new(Role::Title, title(data, &frame.x, room.voice), HPos::Left, (1.0, ROW / 2.0))];
        match lanes[..] {
            [] => captions.push(nothing_at(WIDTH, top - ROW / 2.0, room.voice)),
            _ => captions.extend(ticks_at(&frame, top - ROW / 2.0)),
        }
        captions.extend(headings.iter().map(|(y, name)| heading(name, top + y)));
        captions.extend(names(&lanes, frame.area.left - GAP - 2.0, top));
        let (mut texts, mut asides) = (Vec::new(), Vec::new());
        for (y, lane) in &lanes {
            let caption = aside(lane, (frame.area.right + GAP + 4.0, top + y), room.voice);
            match &lane.aside {
                Aside::Figure(mark) => asides.push((lane.colour, caption, &**mark)),
                Aside::Text(_) | Aside::Value { .. } => texts.push(caption),
            }
        }
        captions.extend(texts);
        let notes = notes_along(&frame, WIDTH, &references, frame.area.bottom + GAP + 2.0);
        let height = notes.iter().map(|note| note.y + LINE / 2.0).fold(frame.area.bottom + GAP, f64::max);
        captions.extend(notes);
        let references = all_ends(&references);
        let one = data.origin == Origin::One;
        Self { manner: &data.manner, frame, lanes, captions, asides, references, one, legend, height }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let plot = self.frame.plot(canvas);
        self.legend.draw(canvas, ROW)?;
        draw_grid(&plot, Role::Grid, Role::Grid)?;
        let Area { left, top, right, bottom } = self.frame.area;
        for (y, _) in &self.lanes {
            draw_line(canvas, Role::Guide, (left, top + y), (right, top + y))?;
        }
        if self.frame.x.is_cut() && !self.one {
            draw_break(canvas, left, bottom)?;
        }
        draw_upright(canvas, &self.frame, &self.references, top)?;
        for (role, value) in self.lines() {
            let x = self.frame.at(value, 0.0).0;
            draw_line(canvas, role, (x, top), (x, bottom))?;
        }
        for (y, lane) in &self.lanes {
            draw_on(&plot, points(lane, *y), |points, svg| {
                svg.group(&format!("series {}", marker::classes(lane.colour)), |svg| {
                    draw_lane(lane, self.manner, points, svg)
                })
            })?;
        }
        draw_captions(canvas, &self.captions)?;
        self.asides.iter().try_for_each(|(colour, caption, mark)| draw_figure(canvas, *colour, caption, mark))
    }

    /// The lines across the plot.
    fn lines(&self) -> impl Iterator<Item = (Role, f64)> {
        let origin =
            if self.one { Some(1.0) } else { (!self.frame.x.is_cut() && !self.frame.x.is_log()).then_some(0.0) };
        origin.map(|at| (Role::Axis, at)).into_iter()
    }
}

/// How high a lane is.
fn lane_height(manner: &Manner) -> f64 {
    match manner {
        Manner::Boxes => 34.0,
        Manner::Violins => 58.0,
        _ => LANE,
    }
}

/// Things below each other, each with its middle.
type Placed<T> = Vec<(f64, T)>;

/// Lanes and headings with their middles, and where the last of them ends.
fn arranged(rows: &[Row], tall: f64) -> (Placed<&Lane>, Placed<&str>, f64) {
    let (mut lanes, mut headings, mut end) = (Vec::new(), Vec::new(), 0.0);
    for row in rows {
        match row {
            Row::Heading(name) => {
                headings.push((end + HEADING / 2.0 + 2.0, name.as_str()));
                end += HEADING;
            }
            Row::Lane(lane) => {
                lanes.push((end + tall / 2.0, lane));
                end += tall;
            }
        }
    }
    (lanes, headings, end.max(tall))
}

/// The plot, its top at 0, between the names and what is printed at the ends of rows.
fn frame(data: &Rows, lanes: &[(f64, &Lane)], references: &[&Reference], length: f64, room: &Room<'_>) -> Frame {
    let drawn = lanes.iter().flat_map(|(_, lane)| values(lane));
    let values: Vec<f64> = drawn.chain(values_of(references)).collect();
    let widest = |of: Vec<Caption>| of.iter().map(Caption::width).fold(0.0, f64::max);
    let asides = lanes.iter().map(|(_, lane)| aside(lane, (0.0, 0.0), room.voice));
    let left = widest(names(lanes, 0.0, 0.0)) + GAP + 10.0;
    let right = WIDTH - widest(asides.collect()) - GAP - 6.0;
    let x = lying_axis(right - left, room.voice, |length, spacing| match data.origin {
        Origin::Zero => Axis::from_zero(&values, length, spacing),
        Origin::Fitted => Axis::fitted(&values, length, spacing),
        Origin::One => Axis::of_ratios(&values, length, spacing),
    });
    let right = right.min(WIDTH - tick_width(&x) / 2.0 - 1.0);
    let y = Axis::between(0.0, length, Vec::new());
    Frame { area: Area { left, top: 0.0, right, bottom: length }, x, y, downwards: true }
}

fn title(data: &Rows, axis: &Axis, voice: Voice<'_>) -> String {
    match data.origin {
        Origin::One => {
            let scale = if axis.is_log() { format!(" {}", voice.word("axis_log")) } else { String::new() };
            voice.say(&say("axis_of_ratios").with("quantity", format!("{}{scale}", data.quantity)))
        }
        _ => axis_title(&data.quantity, data.unit, axis, voice),
    }
}

fn heading(name: &str, y: f64) -> Caption {
    Caption::short(Role::Name, name, WIDTH - 2.0, HPos::Left, (1.0, y))
}

/// The names of rows, whose right ends and upper end are given.
fn names<'l>(lanes: &[(f64, &'l Lane)], right: f64, top: f64) -> Vec<Caption> {
    let labels: Vec<&str> = lanes.iter().map(|(_, lane)| &*lane.label).collect();
    let shown = text::apart(&labels, NAME, |name| text::shorten(name, FONT_SIZE, NAME));
    let caption = |((y, lane), shown): (&(f64, &'l Lane), Cow<'l, str>)| {
        let caption = Caption::short(Role::Group, &shown, NAME, HPos::Right, (right, top + y));
        let full = caption.full.is_some() || shown != lane.label;
        Caption { full: full.then(|| lane.label.clone()), ..caption }
    };
    lanes.iter().zip(shown).map(caption).collect()
}

/// What is printed at the end of a row.
fn aside(lane: &Lane, at: (f64, f64), voice: Voice<'_>) -> Caption {
    let (role, text) = aside_text(lane, ASIDE, voice);
    Caption::new(role, text, HPos::Left, at)
}

/// The legend of pairs: which mark is which.
fn legend(data: &Rows) -> Legend {
    let Manner::Pairs(before, after) = &data.manner else { return Legend::default() };
    let entry = |sign: Sign, name: &str| (sign, Caption::short(Role::Title, name, WIDTH / 3.0, HPos::Left, (0.0, 0.0)));
    Legend::arrange(vec![entry(Sign::Hollow, before), entry(Sign::Full, after)], 1.0, WIDTH - 1.0)
}

/// A zigzag at the start of an axis that does not start at zero.
fn draw_break(canvas: &Canvas<'_>, left: f64, bottom: f64) -> Painted {
    let steps = [(-3.0, 0.0), (3.0, 0.0), (5.0, -4.0), (9.0, 4.0), (11.0, 0.0), (16.0, 0.0)];
    let points = steps.map(|(x, y)| (units(left + x), units(bottom + y)));
    paint(canvas, |svg| svg.draw_path(points, &Role::Break.colour()))
}
