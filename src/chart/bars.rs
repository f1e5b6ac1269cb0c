//! Bars from zero, in groups: upright where few, lying where many or where labels are long.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendCoord, DrawingBackend};

use super::axis::Axis;
use super::backend::{Canvas, Caption, Drawn, FONT_SIZE, Painted, Role, Svg, units};
use super::frame::{
    Frame, GAP, LINE, WIDTH, area_of, axis_title, draw_captions, draw_grid, draw_line, draw_on, finite, left_ticks,
    place_notes, tick_width, ticks_at,
};
use super::labels::{Area, Obstacles, Point};
use super::legend::{Legend, ROW, Sign};
use super::{Bar, Bars, Reference, marker, text};

/// The height of a plot of upright bars, in pixels.
const HEIGHT: f64 = 240.0;

/// The pitch of bars that lie, and how thick they are, in pixels.
const PITCH: f64 = 22.0;
const THICK: f64 = 14.0;

/// The widest an upright bar gets, in pixels.
const BROADEST: f64 = 44.0;

/// The most room for the name of a group beside bars that lie, in pixels.
const NAME: f64 = 190.0;

/// Lines that the name of a group below upright bars may take.
const NAME_LINES: usize = 3;

/// The room for the markers of the series at the foot of bars, in pixels.
const FOOT: f64 = 18.0;

/// The smallest length of the area of a bar that can be pointed at, in pixels.
const HIT: f64 = 24.0;

/// What stands in place of a bar without a value.
const MISSING: &str = "no data";

/// A chart of bars with everything in its place.
pub(super) struct Layout<'a> {
    way: Way,
    frame: Frame,
    slots: Vec<Slot<'a>>,
    series: Vec<usize>,
    captions: Vec<Caption>,
    values: Vec<Caption>,
    references: Vec<f64>,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

/// Which way bars go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Upright, groups side by side.
    Up,
    /// Lying, groups below each other.
    Right,
}

/// The place of one bar.
struct Slot<'a> {
    series: usize,
    /// The middle, and how far the slot and the bar reach to each side, along the groups in pixels.
    middle: f64,
    reach: f64,
    half: f64,
    bar: Option<&'a Bar>,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Bars, references: &'a [Reference]) -> Self {
        let references = finite(references);
        let values = all_values(data, &references);
        match upright(data, &values) {
            Some(frame) => Self::up(data, frame, &references),
            None => Self::right(data, &values, &references),
        }
    }

    fn up(data: &'a Bars, mut frame: Frame, references: &[&Reference]) -> Self {
        let pitch = group_pitch(data, &frame);
        let slots = slots(data, |group| pitch * group as f64, pitch);
        let values = value_labels(&slots, &frame, Way::Up);
        let obstacles = obstacles(&slots, &values, &frame);
        let above = Area { top: -LINE, ..frame.area };
        let (mut notes, homeless) = place_notes(&frame, &above, obstacles, references);
        let legend = legend(data, homeless);
        // Labels of the highest bars stand above the plot.
        let top = ROW + legend.height() + LINE;
        frame.lower(top);
        let names_top = frame.area.bottom + foot(data) + GAP / 2.0;
        let names = upright_names(data, &frame, pitch, names_top);
        let height = names.iter().map(|name| name.y).fold(names_top, f64::max) + LINE / 2.0 + GAP / 2.0;
        notes.extend(values);
        notes.iter_mut().for_each(|caption| caption.y += top);
        let mut captions = left_ticks(&frame);
        captions.push(axis_caption(data, &frame.y));
        captions.extend(names);
        Self::placed(Way::Up, (frame, slots, height), data, references, (captions, notes, legend))
    }

    fn right(data: &'a Bars, values: &[f64], references: &[&Reference]) -> Self {
        let names = wrapped_names(data);
        let (tops, length) = lying_groups(data, &names);
        let widest = names.iter().flatten().map(|line| text::width(line, FONT_SIZE)).fold(0.0, f64::max);
        let left = widest + GAP + foot(data) + 1.0;
        let right = WIDTH - value_width(data) - GAP - 2.0;
        let axis = lying_axis(values, right - left);
        let right = right.min(WIDTH - tick_width(&axis) / 2.0 - 1.0);
        let band = Axis::between(0.0, length, Vec::new());
        let area = Area { left, top: 0.0, right, bottom: length };
        let mut frame = Frame { area, x: axis, y: band, downwards: true };
        let legend = legend(data, Vec::new());
        let top = ROW + legend.height() + ROW;
        frame.lower(top);
        let slots = slots(data, |group| tops[group], PITCH * data.series.len() as f64);
        let mut captions = ticks_at(&frame, top - ROW / 2.0);
        captions.push(axis_caption(data, &frame.x));
        captions.extend(lying_names(data, names, &frame, &tops));
        let notes = notes_below(&frame, references);
        let mut height = notes.iter().map(|note| note.y + LINE / 2.0).fold(frame.area.bottom + GAP, f64::max);
        if length > 600.0 && notes.is_empty() {
            captions.extend(ticks_at(&frame, frame.area.bottom + ROW / 2.0));
            height += ROW - GAP / 2.0;
        }
        let mut values = value_labels(&slots, &frame, Way::Right);
        values.extend(notes);
        Self::placed(Way::Right, (frame, slots, height), data, references, (captions, values, legend))
    }

    fn placed(
        way: Way,
        (frame, slots, height): (Frame, Vec<Slot<'a>>, f64),
        data: &Bars,
        references: &[&Reference],
        (captions, values, legend): (Vec<Caption>, Vec<Caption>, Legend),
    ) -> Self {
        let series = data.series.iter().map(|(_, colour)| *colour).collect();
        let references = references.iter().map(|reference| reference.value).collect();
        Self { way, frame, slots, series, captions, values, references, legend, height }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let plot = self.frame.plot(canvas);
        draw_captions(canvas, &self.captions)?;
        self.legend.draw(canvas, ROW)?;
        draw_grid(&plot, Role::Grid, Role::Grid)?;
        for (index, colour) in self.series.iter().enumerate() {
            let slots: Vec<&Slot<'_>> = self.slots.iter().filter(|slot| slot.series == index).collect();
            let points = slots.iter().flat_map(|slot| self.way.points(slot)).collect();
            draw_on(&plot, points, |points, svg| {
                svg.group(&format!("series {}", marker::classes(*colour)), |svg| {
                    let mut corners = points.chunks_exact(POINTS);
                    slots.iter().zip(&mut corners).try_for_each(|(slot, corners)| self.draw_slot(slot, corners, svg))
                })
            })?;
        }
        let zero = self.frame_line(0.0);
        draw_line(canvas, Role::Axis, zero.0, zero.1)?;
        for value in &self.references {
            let (from, to) = self.frame_line(*value);
            draw_line(canvas, Role::Reference, from, to)?;
        }
        draw_captions(canvas, &self.values)
    }

    /// The line across the plot at a value.
    fn frame_line(&self, value: f64) -> (Point, Point) {
        let Area { left, top, right, bottom } = self.frame.area;
        match self.way {
            Way::Up => {
                let y = self.frame.at(0.0, value).1;
                ((left, y), (right, y))
            }
            Way::Right => {
                let x = self.frame.at(value, 0.0).0;
                ((x, top), (x, bottom))
            }
        }
    }

    fn draw_slot(&self, slot: &Slot<'_>, corners: &[BackendCoord], svg: &mut Svg<'_>) -> Drawn {
        let [from, to, near, far, low, high] = *corners else { return Ok(()) };
        if self.series.len() > 1 {
            let foot = match self.way {
                Way::Up => ((near.0 + far.0) / 2, units(self.frame.area.bottom + FOOT / 2.0 + 1.0)),
                Way::Right => (units(self.frame.area.left - FOOT / 2.0 - 1.0), (near.1 + far.1) / 2),
            };
            marker::draw(svg, self.series[slot.series], foot)?;
        }
        let Some(bar) = drawable(slot) else { return Ok(()) };
        svg.link(&bar.mark, |svg| {
            let (near, far) = self.way.at_least(near, far);
            svg.draw_rect(near, far, &Role::Hit.colour(), true)?;
            svg.draw_rect(from, to, &Role::Bar.colour(), true)?;
            if bar.range.is_some() { self.way.draw_whisker(low, high, svg) } else { Ok(()) }
        })
    }
}

/// How many points of the plot a slot has.
const POINTS: usize = 6;

impl Way {
    /// A point of the plot, from where it is along the groups and its value.
    fn point(self, along: f64, value: f64) -> (f64, f64) {
        match self {
            Self::Up => (along, value),
            Self::Right => (value, along),
        }
    }

    /// Corners of the bar, corners of its slot, and ends of its range.
    fn points(self, slot: &Slot<'_>) -> [(f64, f64); POINTS] {
        let value = drawable(slot).map_or(0.0, |bar| bar.mark.value);
        let (low, high) = drawable(slot).and_then(|bar| bar.range).unwrap_or((value, value));
        [
            self.point(slot.middle - slot.half, 0.0),
            self.point(slot.middle + slot.half, value),
            self.point(slot.middle - slot.reach, 0.0),
            self.point(slot.middle + slot.reach, value),
            self.point(slot.middle, low),
            self.point(slot.middle, high),
        ]
    }

    /// The area that can be pointed at, made longer where the bar is short.
    fn at_least(self, (x0, y0): BackendCoord, (x1, y1): BackendCoord) -> (BackendCoord, BackendCoord) {
        let least = units(HIT);
        let longer = |from: i32, to: i32, way: i32| {
            if (to - from).abs() >= least {
                to
            } else {
                from + least * if to == from { way } else { (to - from).signum() }
            }
        };
        match self {
            Self::Up => ((x0, y0), (x1, longer(y0, y1, -1))),
            Self::Right => ((x0, y0), (longer(x0, x1, 1), y1)),
        }
    }

    /// A line over the range with a stroke across each end, on a band of paper.
    fn draw_whisker(self, low: BackendCoord, high: BackendCoord, svg: &mut Svg<'_>) -> Drawn {
        let cap = units(3.5);
        let across = |(x, y): BackendCoord| match self {
            Self::Up => [(x - cap, y), (x + cap, y)],
            Self::Right => [(x, y - cap), (x, y + cap)],
        };
        for role in [Role::Halo, Role::Whisker] {
            for line in [[low, high], across(low), across(high)] {
                svg.draw_path(line, &role.colour())?;
            }
        }
        Ok(())
    }
}

/// The bar of a slot, when it has one whose value can be drawn.
fn drawable<'a>(slot: &Slot<'a>) -> Option<&'a Bar> {
    slot.bar.filter(|bar| bar.mark.value.is_finite())
}

fn all_values(data: &Bars, references: &[&Reference]) -> Vec<f64> {
    let bars = data.groups.iter().flat_map(|(_, bars)| bars.iter().flatten());
    let values = bars.flat_map(|bar| [Some(bar.mark.value), bar.range.map(|r| r.0), bar.range.map(|r| r.1)]);
    values.flatten().chain(references.iter().map(|reference| reference.value)).collect()
}

/// The widest label of a value.
fn value_width(data: &Bars) -> f64 {
    let texts =
        data.groups.iter().flat_map(|(_, bars)| bars.iter().map(|bar| bar.as_ref().map_or(MISSING, |b| &b.mark.text)));
    texts.map(|text| text::width(text, FONT_SIZE)).fold(0.0, f64::max)
}

/// The room for markers at the foot of bars; a single series needs none.
fn foot(data: &Bars) -> f64 {
    if data.series.len() > 1 { FOOT } else { 0.0 }
}

/// The frame of upright bars, its top at 0; none when they, their values or their names are
/// too many or too wide for it.
fn upright(data: &Bars, values: &[f64]) -> Option<Frame> {
    let bars = data.groups.len() * data.series.len();
    if !(5..=16).contains(&bars) || data.groups.len() < 2 {
        return None;
    }
    let axis = Axis::from_zero(values, HEIGHT, 36.0);
    let area = Area { left: tick_width(&axis) + GAP + 1.0, top: 0.0, right: WIDTH - 1.0, bottom: HEIGHT };
    let band = Axis::between(0.0, area.right - area.left, Vec::new());
    let frame = Frame { area, x: band, y: axis, downwards: false };
    let pitch = group_pitch(data, &frame);
    let slot = pitch / (data.series.len() as f64 + 0.6);
    let fits = value_width(data) + 4.0 <= slot && data.groups.iter().all(|(name, _)| name_fits(name, pitch));
    fits.then_some(frame)
}

/// Whether the name of a group can be written whole below its bars.
fn name_fits(name: &str, pitch: f64) -> bool {
    let lines = text::wrap(name, FONT_SIZE, pitch - GAP, usize::MAX);
    lines.len() <= NAME_LINES && !lines.iter().any(|line| line.ends_with('…'))
}

fn group_pitch(data: &Bars, frame: &Frame) -> f64 {
    (frame.area.right - frame.area.left) / data.groups.len().max(1) as f64
}

/// Places bars in groups that begin where `start` says and are `length` long.
fn slots(data: &Bars, start: impl Fn(usize) -> f64, length: f64) -> Vec<Slot<'_>> {
    let count = data.series.len() as f64;
    let pitch = if length > count * PITCH { (length / (count + 0.6)).min(BROADEST * 1.4) } else { PITCH };
    let half = if length > count * PITCH { (pitch * 0.4).min(BROADEST / 2.0) } else { THICK / 2.0 };
    let groups = data.groups.iter().enumerate();
    let bars = groups.flat_map(|(group, (_, bars))| (0..data.series.len()).map(move |series| (group, series, bars)));
    bars.map(|(group, series, bars)| Slot {
        series,
        middle: start(group) + length / 2.0 + (series as f64 - (count - 1.0) / 2.0) * pitch,
        reach: pitch / 2.0,
        half,
        bar: bars.get(series).and_then(Option::as_ref),
    })
    .collect()
}

/// The printed values at the ends of the bars, beyond their ranges.
fn value_labels(slots: &[Slot<'_>], frame: &Frame, way: Way) -> Vec<Caption> {
    let label = |slot: &Slot<'_>| {
        let bar = drawable(slot);
        let value = bar.map_or(0.0, |bar| bar.mark.value);
        let down = value < 0.0;
        let end = bar
            .and_then(|bar| bar.range)
            .map_or(value, |(low, high)| if down { low.min(value) } else { high.max(value) });
        let end = if end.is_finite() { end } else { value };
        let (x, y) = match way {
            Way::Up => frame.at(slot.middle, end),
            Way::Right => frame.at(end, slot.middle),
        };
        let (at, anchor) = match way {
            Way::Up => ((x, y + if down { GAP + 2.0 } else { -GAP - 2.0 }), HPos::Center),
            // Left of a negative bar there may be no room: the free side is beyond zero.
            Way::Right => ((frame.at(end.max(0.0), 0.0).0.max(x) + GAP, y), HPos::Left),
        };
        let (role, text) = bar.map_or((Role::Missing, MISSING), |bar| (Role::Value, &bar.mark.text));
        Caption::new(role, text, anchor, at)
    };
    slots.iter().map(label).collect()
}

/// What labels of reference lines must keep clear of among upright bars.
fn obstacles(slots: &[Slot<'_>], values: &[Caption], frame: &Frame) -> Obstacles {
    let bar = |slot: &Slot<'_>| {
        let points = Way::Up.points(slot).map(|(x, y)| frame.at(x, y));
        let ys = || points.iter().map(|point| point.1);
        let (top, bottom) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        Area { left: points[0].0, top, right: points[1].0, bottom }
    };
    Obstacles { areas: slots.iter().map(bar).chain(values.iter().map(area_of)).collect(), segments: Vec::new() }
}

/// Labels of references below the plot, in rows where they would touch.
fn notes_below(frame: &Frame, references: &[&Reference]) -> Vec<Caption> {
    let mut placed: Vec<(Area, Caption)> = Vec::new();
    for reference in references {
        let room = text::shorten(&reference.label, FONT_SIZE, WIDTH - 2.0);
        let mut note = Caption::new(Role::Note, room, HPos::Center, (0.0, frame.area.bottom + GAP + 2.0));
        let half = note.width() / 2.0 + 1.0;
        note.x = frame.at(reference.value, 0.0).0.clamp(half, WIDTH - half);
        while placed.iter().any(|(area, _)| area.overlaps(&area_of(&note).grown(2.0))) {
            note.y += LINE;
        }
        placed.push((area_of(&note), note));
    }
    placed.into_iter().map(|(_, note)| note).collect()
}

/// The legend of the series, when there is more than one, and of references without room.
fn legend(data: &Bars, references: Vec<(Sign, Caption)>) -> Legend {
    let named = |(name, colour): &(String, usize)| {
        let short = text::shorten(name, FONT_SIZE, 2.0 * NAME);
        let full = (short != *name).then(|| name.clone());
        let caption = Caption { full, ..Caption::new(Role::Title, short, HPos::Left, (0.0, 0.0)) };
        (Sign::Series(*colour), caption)
    };
    let series = if data.series.len() > 1 { data.series.iter().map(named).collect() } else { Vec::new() };
    Legend::arrange(series.into_iter().chain(references).collect(), 1.0, WIDTH - 1.0)
}

fn axis_caption(data: &Bars, axis: &Axis) -> Caption {
    Caption::new(Role::Title, axis_title(&data.quantity, data.unit, axis), HPos::Left, (1.0, ROW / 2.0))
}

/// Names of groups below upright bars.
fn upright_names(data: &Bars, frame: &Frame, pitch: f64, top: f64) -> Vec<Caption> {
    let lines = |(group, (name, _)): (usize, &(String, Vec<Option<Bar>>))| {
        let x = frame.area.left + pitch * (group as f64 + 0.5);
        let wrapped = text::wrap(name, FONT_SIZE, pitch - GAP, NAME_LINES);
        let at = move |row: usize| (x, top + (row as f64 + 0.5) * LINE);
        wrapped.into_iter().enumerate().map(move |(row, line)| Caption::new(Role::Group, line, HPos::Center, at(row)))
    };
    data.groups.iter().enumerate().flat_map(lines).collect()
}

/// Names of groups beside bars that lie, in lines: at least two where they need them.
fn wrapped_names(data: &Bars) -> Vec<Vec<String>> {
    let most = ((data.series.len() as f64 * PITCH / LINE) as usize).max(2);
    data.groups.iter().map(|(name, _)| text::wrap(name, FONT_SIZE, NAME, most)).collect()
}

/// The value axis of lying bars, with no more ticks than there is room for their labels.
fn lying_axis(values: &[f64], length: f64) -> Axis {
    let apart = |axis: &Axis| length / (axis.ticks.len().max(2) - 1) as f64;
    let spaced = [80.0, 120.0, 180.0, 260.0].map(|spacing| Axis::from_zero(values, length, spacing));
    let fitting = spaced.into_iter().find(|axis| tick_width(axis) + 2.0 * GAP <= apart(axis));
    fitting.unwrap_or_else(|| Axis::from_zero(values, length, length))
}

/// Where groups of lying bars begin, and where the last one ends.
fn lying_groups(data: &Bars, names: &[Vec<String>]) -> (Vec<f64>, f64) {
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

fn lying_names(data: &Bars, names: Vec<Vec<String>>, frame: &Frame, tops: &[f64]) -> Vec<Caption> {
    let x = frame.area.left - foot(data) - GAP;
    let half = data.series.len() as f64 * PITCH / 2.0;
    let mut captions = Vec::new();
    for ((lines, top), (full, _)) in names.into_iter().zip(tops).zip(&data.groups) {
        let first = frame.area.top + top + half - (lines.len() as f64 - 1.0) * LINE / 2.0;
        let short = lines.iter().any(|line| line.ends_with('…'));
        for (row, line) in lines.into_iter().enumerate() {
            let at = (x, first + row as f64 * LINE);
            let full = short.then(|| full.clone());
            captions.push(Caption { full, ..Caption::new(Role::Group, line, HPos::Right, at) });
        }
    }
    captions
}
