//! Bars from zero, in groups: upright where few, lying where many or where labels are long.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendCoord, DrawingBackend};

use super::axis::Axis;
use super::backend::{Canvas, Drawn, FONT_SIZE, Painted, Svg, units};
use super::caption::Caption;
use super::frame::{
    Ends, Frame, GAP, LINE, Room, all_ends, draw_captions, draw_grid, draw_level, draw_line, draw_on, draw_upright,
    finite, left_ticks, lying_axis, notes_along, nothing_at, place_notes, tick_width, ticks_at, values_of,
};
use super::groups::{FOOT, NAME, foot, lying_groups, lying_names, name_fits, upright_names, wrapped_names};
use super::labels::{Area, Point};
use super::legend::{Legend, ROW, Sign};
use super::role::Role;
use super::slots::{PITCH, POINTS, Slot, Way, drawable, obstacles, slots, upright_pitch, value_labels, value_text};
use super::{Bars, Reference, marker, text};
use crate::words::Voice;

/// The height of a plot of upright bars, in pixels.
pub(super) const HEIGHT: f64 = 240.0;

/// A chart of bars with everything in its place.
pub(super) struct Layout<'a> {
    way: Way,
    frame: Frame,
    slots: Vec<Slot<'a>>,
    series: Vec<usize>,
    captions: Vec<Caption>,
    values: Vec<Caption>,
    references: Vec<Ends>,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Bars, references: &'a [Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let values: Vec<f64> = all_values(data, &references).into_iter().chain(room.shared()).collect();
        // Beside each other all plots lie: in half the width few would stand.
        match upright(data, &values, room).filter(|_| room.panel.is_none()) {
            Some(frame) => Self::up(data, frame, &references, room),
            None => Self::right(data, &values, &references, room),
        }
    }

    fn up(data: &'a Bars, mut frame: Frame, references: &[&Reference], room: &Room<'_>) -> Self {
        let pitch = group_pitch(data, &frame);
        let slots = slots(data, |group| pitch * group as f64, pitch);
        let values = value_labels(&slots, &frame, Way::Up, room.voice);
        let obstacles = obstacles(&slots, &values, &frame);
        let above = Area { top: -LINE, ..frame.area };
        let (mut notes, homeless) = place_notes(&frame, &above, obstacles, references);
        let legend = room.legend(legend(data), homeless);
        // Labels of the highest bars stand above the plot.
        let top = ROW + legend.height() + LINE;
        frame.lower(top);
        let names_top = frame.area.bottom + foot(data) + GAP / 2.0;
        let names = upright_names(data, &frame, pitch, names_top);
        let height = names.iter().map(|name| name.y).fold(names_top, f64::max) + LINE / 2.0 + GAP / 2.0;
        notes.extend(values);
        notes.iter_mut().for_each(|caption| caption.y += top);
        let mut captions = left_ticks(&frame);
        captions.push(room.title(&data.quantity, data.unit, &frame.y));
        captions.extend(names);
        Self::placed(Way::Up, (frame, slots, height), data, references, (captions, notes, legend))
    }

    fn right(data: &'a Bars, values: &[f64], references: &[&Reference], room: &Room<'_>) -> Self {
        let names = wrapped_names(data, if room.panel.is_some() { NAME / 2.0 } else { NAME });
        let (tops, length) = lying_groups(data, &names);
        let widest = names.iter().flatten().map(|line| text::width(line, FONT_SIZE)).fold(0.0, f64::max);
        let left = widest + GAP + foot(data) + 1.0;
        let printed = room.panel.as_ref().map_or(0.0, |panel| panel.widest).max(value_width(data, room.voice));
        let right = room.width - printed - GAP - 2.0;
        let axis = lying_axis(right - left, room.voice, |length, spacing| Axis::from_zero(values, length, spacing));
        let right = right.min(room.width - tick_width(&axis) / 2.0 - 1.0);
        let band = Axis::between(0.0, length, Vec::new());
        let area = Area { left, top: 0.0, right, bottom: length };
        let mut frame = Frame { area, x: axis, y: band, downwards: true };
        let legend = room.legend(legend(data), Vec::new());
        let top = ROW + legend.height() + ROW;
        frame.lower(top);
        let slots = slots(data, |group| tops[group], PITCH * data.series.len() as f64);
        let mut captions = ticks_at(&frame, top - ROW / 2.0);
        captions.push(room.title(&data.quantity, data.unit, &frame.x));
        captions.extend(data.groups.is_empty().then(|| nothing_at(room.width, top - ROW / 2.0, room.voice)));
        captions.extend(lying_names(data, names, &frame, &tops));
        let notes = notes_along(&frame, room.width, references, frame.area.bottom + GAP + 2.0);
        let mut height = notes.iter().map(|note| note.y + LINE / 2.0).fold(frame.area.bottom + GAP, f64::max);
        if length > 600.0 && notes.is_empty() {
            captions.extend(ticks_at(&frame, frame.area.bottom + ROW / 2.0));
            height += ROW - GAP / 2.0;
        }
        let mut values = value_labels(&slots, &frame, Way::Right, room.voice);
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
        let references = all_ends(references);
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
        match self.way {
            Way::Up => draw_level(canvas, &self.frame, &self.references)?,
            Way::Right => draw_upright(canvas, &self.frame, &self.references, self.frame.area.top)?,
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
            marker::draw(svg, Role::Mark, self.series[slot.series], foot)?;
        }
        let Some(bar) = drawable(slot) else { return Ok(()) };
        svg.link(&bar.mark, |svg| {
            let (near, far) = self.way.at_least(near, far);
            svg.draw_rect(near, far, &Role::Hit.colour(), true)?;
            svg.draw_rect(from, to, &Role::Bar.colour(), true)?;
            if bar.range.is_some() && !bar.spans { self.way.draw_whisker(low, high, svg) } else { Ok(()) }
        })
    }
}

pub(super) fn all_values(data: &Bars, references: &[&Reference]) -> Vec<f64> {
    let bars = data.groups.iter().flat_map(|(_, bars)| bars.iter().flatten());
    let values = bars.flat_map(|bar| [Some(bar.mark.value), bar.range.map(|r| r.0), bar.range.map(|r| r.1)]);
    values.flatten().chain(values_of(references)).collect()
}

/// The widest label of a value, or of a missing one.
pub(super) fn value_width(data: &Bars, voice: Voice<'_>) -> f64 {
    let slots = slots(data, |_| 0.0, 0.0);
    slots.iter().map(|slot| text::width(&value_text(slot, voice), FONT_SIZE)).fold(0.0, f64::max)
}

/// The frame of upright bars, its top at 0; none when they, their values or their names are
/// too many or too wide for it.
fn upright(data: &Bars, values: &[f64], room: &Room<'_>) -> Option<Frame> {
    let bars = data.groups.len() * data.series.len();
    if !(5..=16).contains(&bars) || data.groups.len() < 2 {
        return None;
    }
    let axis = Axis::from_zero(values, room.height, 36.0).in_notation(room.voice.notation());
    let area = Area { left: tick_width(&axis) + GAP + 1.0, top: 0.0, right: room.width - 1.0, bottom: room.height };
    let band = Axis::between(0.0, area.right - area.left, Vec::new());
    let frame = Frame { area, x: band, y: axis, downwards: false };
    let pitch = group_pitch(data, &frame);
    let slot = upright_pitch(pitch, data.series.len() as f64);
    let fits =
        value_width(data, room.voice) + 4.0 <= slot && data.groups.iter().all(|(name, _)| name_fits(name, pitch));
    fits.then_some(frame)
}

fn group_pitch(data: &Bars, frame: &Frame) -> f64 {
    (frame.area.right - frame.area.left) / data.groups.len().max(1) as f64
}

/// The entries of the series in a legend, when there is more than one.
fn legend(data: &Bars) -> Vec<(Sign, Caption)> {
    let named = |(name, colour): &(String, usize)| {
        let caption = Caption::short(Role::Title, name, 2.0 * NAME, HPos::Left, (0.0, 0.0));
        (Sign::Series(*colour, Role::Mark), caption)
    };
    if data.series.len() > 1 { data.series.iter().map(named).collect() } else { Vec::new() }
}
