//! One row of marks.

use plotters_backend::{BackendCoord, DrawingBackend};

use super::backend::{Drawn, FONT_SIZE, Svg, units};
use super::frame::missing;
use super::line::HIT;
use super::role::Role;
use super::slots::Way;
use super::{Aside, Lane, Manner, Mark, Spot, distribution, marker, text};
use crate::words::Voice;

/// The spots of a lane that can be drawn.
fn drawable(lane: &Lane) -> impl Iterator<Item = &Spot> {
    lane.spots.iter().flatten().filter(|spot| spot.mark.value.is_finite())
}

/// The repeats that can be drawn, not drawn again where there is only one.
fn repeats(lane: &Lane) -> impl Iterator<Item = f64> {
    lane.repeats.iter().map(|mark| mark.value).filter(|value| value.is_finite())
}

/// All values that the axis must span.
pub(super) fn values(lane: &Lane) -> Vec<f64> {
    let spots = drawable(lane).flat_map(|spot| [spot.mark.value, range(spot).0, range(spot).1]);
    spots.chain(repeats(lane)).collect()
}

/// The range of a spot; one without a range has none beyond its value.
fn range(spot: &Spot) -> (f64, f64) {
    let value = spot.mark.value;
    spot.range.filter(|(low, high)| low.is_finite() && high.is_finite()).unwrap_or((value, value))
}

/// What is printed at the end of a row, no wider than `room`, and what it is. The sign of a value stays.
pub(super) fn aside_text(lane: &Lane, room: f64, voice: Voice<'_>) -> (Role, String) {
    let value = |mark: &Mark, and: &str| {
        let tail = format!("{}{and}", mark.sign);
        (Role::Value, text::shorten_before(&mark.text, &tail, FONT_SIZE, room))
    };
    match &lane.aside {
        Aside::Figure(mark) => value(mark, ""),
        _ if drawable(lane).next().is_none() => (Role::Missing, text::shorten(&missing(voice), FONT_SIZE, room)),
        Aside::Text(text) => (Role::Value, text::shorten(text, FONT_SIZE, room)),
        Aside::Value { spot, and } => match lane.spots.get(*spot).and_then(Option::as_ref) {
            Some(spot) => value(&spot.mark, and),
            None => (Role::Value, text::shorten(and, FONT_SIZE, room)),
        },
    }
}

/// The points of a lane, as [`draw_lane`] expects them: three for each spot, then the repeats.
pub(super) fn points(lane: &Lane, y: f64) -> Vec<(f64, f64)> {
    let spots = drawable(lane).flat_map(|spot| [spot.mark.value, range(spot).0, range(spot).1]);
    let outline = lane.outline.iter().map(|(value, _)| *value);
    spots.chain(repeats(lane)).chain(outline).map(|value| (value, y)).collect()
}

/// Draws the marks of a lane.
pub(super) fn draw_lane(lane: &Lane, manner: &Manner, points: &[BackendCoord], svg: &mut Svg<'_>) -> Drawn {
    let spots: Vec<&Spot> = drawable(lane).collect();
    let (places, repeats) = points.split_at(spots.len() * 3);
    let (repeats, outline) = repeats.split_at(repeats.len().min(self::repeats(lane).count()));
    let places: Vec<&[BackendCoord]> = places.chunks_exact(3).collect();
    match (manner, &places[..]) {
        (Manner::Pairs(..), [from, to]) => svg.draw_path([from[0], to[0]], &Role::Join.colour())?,
        (Manner::Boxes, [low, first, _, third, high]) => {
            distribution::draw_box([low[0], first[0], third[0], high[0]], svg)?;
        }
        (Manner::Violins, _) => distribution::draw_outline(lane, outline, svg)?,
        (Manner::Dots, _) => {
            let with_mark = spots.iter().zip(&places).filter(|(spot, _)| !spot.spans);
            with_mark.into_iter().try_for_each(|(_, at)| draw_span(at[1], at[2], svg))?;
        }
        (Manner::Intervals, _) => {
            let wide = places.iter().filter(|at| at[1] != at[2]);
            wide.into_iter().try_for_each(|at| Way::Right.draw_whisker(at[1], at[2], svg))?;
        }
        _ => {}
    }
    let marks = lane.repeats.iter().filter(|mark| mark.value.is_finite());
    for (index, (mark, at)) in marks.zip(repeats).enumerate() {
        let at = &distribution::beside(lane, manner, index, mark.value, *at);
        svg.link(mark, |svg| {
            svg.draw_circle(*at, units(HIT / 2.0).unsigned_abs(), &Role::Hit.colour(), true)?;
            svg.draw_circle(*at, units(REPEAT).unsigned_abs(), &Role::Repeat.colour(), true)
        })?;
    }
    for (index, (spot, at)) in spots.iter().zip(&places).enumerate() {
        // Of a pair the first is what it was before.
        let before = matches!(manner, Manner::Pairs(..)) && is_first(lane, index);
        let role = if spot.firm && !before { Role::Full } else { Role::Mark };
        svg.link(&spot.mark, |svg| {
            let radius = if lane.repeats.is_empty() { HIT } else { HIT / 2.0 };
            if spot.spans {
                // All that is known are the two ends: what can be pointed at lies between them.
                let reach = units(HIT);
                let corners = ((at[1].0 - reach, at[1].1 - reach), (at[2].0 + reach, at[2].1 + reach));
                svg.draw_rect(corners.0, corners.1, &Role::Hit.colour(), true)?;
                return Way::Right.draw_whisker(at[1], at[2], svg);
            }
            if *manner == Manner::Boxes {
                return distribution::draw_part(index, spots.len(), at[0], svg);
            }
            svg.draw_circle(at[0], units(radius).unsigned_abs(), &Role::Hit.colour(), true)?;
            marker::draw(svg, role, lane.colour, at[0])
        })?;
    }
    Ok(())
}

/// The radius of a single repeat, in pixels.
const REPEAT: f64 = 3.0;

/// Whether the spot of that number among the drawn ones is the lane's first.
fn is_first(lane: &Lane, index: usize) -> bool {
    index == 0 && lane.spots.first().is_some_and(Option::is_some)
}

fn draw_span(low: BackendCoord, high: BackendCoord, svg: &mut Svg<'_>) -> Drawn {
    if low == high { Ok(()) } else { svg.draw_path([low, high], &Role::Span.colour()) }
}
