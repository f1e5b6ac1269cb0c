//! Where bars are, which way they go, and what stands at their ends.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendCoord, DrawingBackend};

use super::backend::{Drawn, Svg, units};
use super::caption::{Caption, area_of};
use super::frame::{Frame, GAP, missing, printed};
use super::labels::{Area, Obstacles};
use super::role::Role;
use super::{Bar, Bars};
use crate::words::Voice;

/// The pitch of bars that lie, and how thick they are, in pixels.
pub(super) const PITCH: f64 = 22.0;
pub(super) const THICK: f64 = 14.0;

/// The widest an upright bar gets, in pixels.
pub(super) const BROADEST: f64 = 44.0;

/// The smallest length of the area of a bar that can be pointed at, in pixels.
pub(super) const HIT: f64 = 24.0;

/// Which way bars go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Upright, groups side by side.
    Up,
    /// Lying, groups below each other.
    Right,
}

/// The place of one bar.
pub(super) struct Slot<'a> {
    /// Which series it belongs to, from 0.
    pub(super) series: usize,
    /// The middle, and how far the slot and the bar reach to each side, along the groups in pixels.
    pub(super) middle: f64,
    pub(super) reach: f64,
    pub(super) half: f64,
    /// The bar, where there is one.
    pub(super) bar: Option<&'a Bar>,
}

/// How many points of the plot a slot has.
pub(super) const POINTS: usize = 6;

impl Way {
    /// A point of the plot, from where it is along the groups and its value.
    pub(super) fn point(self, along: f64, value: f64) -> (f64, f64) {
        match self {
            Self::Up => (along, value),
            Self::Right => (value, along),
        }
    }

    /// Corners of the bar, corners of its slot, and ends of its range.
    pub(super) fn points(self, slot: &Slot<'_>) -> [(f64, f64); POINTS] {
        let value = drawable(slot).map_or(0.0, |bar| bar.mark.value);
        let (low, high) = drawable(slot).and_then(|bar| bar.range).unwrap_or((value, value));
        // A range without a value between its ends begins at its low end, and not at zero.
        let (foot, top) = if drawable(slot).is_some_and(|bar| bar.spans) { (low, high) } else { (0.0, value) };
        [
            self.point(slot.middle - slot.half, foot),
            self.point(slot.middle + slot.half, top),
            self.point(slot.middle - slot.reach, 0.0),
            self.point(slot.middle + slot.reach, value),
            self.point(slot.middle, low),
            self.point(slot.middle, high),
        ]
    }

    /// The area that can be pointed at, made longer where the bar is short.
    pub(super) fn at_least(self, (x0, y0): BackendCoord, (x1, y1): BackendCoord) -> (BackendCoord, BackendCoord) {
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
    pub(super) fn draw_whisker(self, low: BackendCoord, high: BackendCoord, svg: &mut Svg<'_>) -> Drawn {
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
pub(super) fn drawable<'a>(slot: &Slot<'a>) -> Option<&'a Bar> {
    slot.bar.filter(|bar| bar.mark.value.is_finite())
}

/// From one upright bar to the next, in groups of that length and count.
pub(super) fn upright_pitch(length: f64, count: f64) -> f64 {
    (length / (count + 0.6)).min(BROADEST * 1.4)
}

/// Places bars in groups that begin where `start` says and are `length` long.
pub(super) fn slots(data: &Bars, start: impl Fn(usize) -> f64, length: f64) -> Vec<Slot<'_>> {
    let count = data.series.len() as f64;
    let pitch = if length > count * PITCH { upright_pitch(length, count) } else { PITCH };
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

/// What is printed at the end of a bar.
pub(super) fn value_text(slot: &Slot<'_>, voice: Voice<'_>) -> String {
    drawable(slot).map_or_else(|| missing(voice), |bar| printed(&bar.mark))
}

/// The printed values at the ends of the bars, beyond their ranges.
pub(super) fn value_labels(slots: &[Slot<'_>], frame: &Frame, way: Way, voice: Voice<'_>) -> Vec<Caption> {
    let label = |slot: &Slot<'_>| {
        let (end, away) = outer_end(slot);
        let (at, anchor) = match way {
            Way::Up => {
                let (x, y) = frame.at(slot.middle, end);
                ((x, y - away * (GAP + 2.0)), HPos::Center)
            }
            // Left of a negative bar there may be no room; there is beyond zero.
            Way::Right => {
                let (x, y) = frame.at(end.max(0.0), slot.middle);
                ((x + GAP, y), HPos::Left)
            }
        };
        let role = if drawable(slot).is_some() { Role::Value } else { Role::Missing };
        Caption::new(role, value_text(slot, voice), anchor, at)
    };
    slots.iter().map(label).collect()
}

/// The value at which a bar and its range end, and the direction away from zero there.
fn outer_end(slot: &Slot<'_>) -> (f64, f64) {
    let Some(bar) = drawable(slot) else { return (0.0, 1.0) };
    let value = bar.mark.value;
    let (low, high) = bar.range.filter(|(low, high)| low.is_finite() && high.is_finite()).unwrap_or((value, value));
    if value < 0.0 { (low.min(value), -1.0) } else { (high.max(value), 1.0) }
}

/// What labels of reference lines must keep clear of among upright bars.
pub(super) fn obstacles(slots: &[Slot<'_>], values: &[Caption], frame: &Frame) -> Obstacles {
    let bar = |slot: &Slot<'_>| {
        let points = Way::Up.points(slot).map(|(x, y)| frame.at(x, y));
        let ys = || points.iter().map(|point| point.1);
        let (top, bottom) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        Area { left: points[0].0, top, right: points[1].0, bottom }
    };
    Obstacles { areas: slots.iter().map(bar).chain(values.iter().map(area_of)).collect(), segments: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::Mark;
    use super::*;

    /// A range is drawn between its ends, a value from zero.
    #[test]
    fn a_range_begins_at_its_low_end() {
        let mark = Mark {
            figure: String::new(),
            href: String::new(),
            value: 40.0,
            title: String::new(),
            text: String::new(),
            sign: "",
            is_anchor: false,
        };
        let ends = |spans| {
            let bar = Bar { mark: mark.clone(), range: Some((40.0, 80.0)), spans };
            let slot = Slot { series: 0, middle: 10.0, reach: 5.0, half: 4.0, bar: Some(&bar) };
            let points = Way::Up.points(&slot);
            (points[0].1, points[1].1)
        };
        assert_eq!((ends(true), ends(false)), ((40.0, 80.0), (0.0, 40.0)));
    }
}
