//! Boxes and outlines of samples in a row.

use plotters_backend::{BackendCoord, DrawingBackend};

use super::backend::{Drawn, Svg, units};
use super::role::Role;
use super::{Lane, Manner};

/// Half the height of a box, of the end of its whisker, and of the widest outline, in pixels.
const BOX: f64 = 9.0;
const END: f64 = 5.0;
const OUTLINE: f64 = 24.0;

/// Half the width of what can be pointed at in a box, in pixels.
const HIT: f64 = 6.0;

/// The body of a box and its whiskers: from the lowest to the first quartile, from the third to the highest.
pub(super) fn draw_box([low, first, third, high]: [BackendCoord; 4], svg: &mut Svg<'_>) -> Drawn {
    for ends in [[low, first], [third, high]].into_iter().filter(|ends| ends[0] != ends[1]) {
        svg.draw_path(ends, &Role::Whisker.colour())?;
    }
    let half = units(BOX);
    svg.draw_rect((first.0, first.1 - half), (third.0, third.1 + half), &Role::Quartiles.colour(), true)
}

/// One of the five values of a box: the end of a whisker, a side of the box, or the line at the median. Where
/// there are not five, each is a line.
pub(super) fn draw_part(index: usize, count: usize, at: BackendCoord, svg: &mut Svg<'_>) -> Drawn {
    let (half, role) = match index {
        _ if count != 5 => (BOX, Role::Middle),
        0 | 4 => (END, Role::Whisker),
        2 => (BOX, Role::Middle),
        _ => (BOX, Role::Axis),
    };
    let (reach, hit) = (units(half), units(HIT));
    svg.draw_rect((at.0 - hit, at.1 - units(BOX)), (at.0 + hit, at.1 + units(BOX)), &Role::Hit.colour(), true)?;
    svg.draw_path([(at.0, at.1 - reach), (at.0, at.1 + reach)], &role.colour())
}

/// The outline of a density, the same on both sides of the row.
pub(super) fn draw_outline(lane: &Lane, places: &[BackendCoord], svg: &mut Svg<'_>) -> Drawn {
    let half = |share: f64| units(share.clamp(0.0, 1.0) * OUTLINE);
    let side = || places.iter().zip(&lane.outline);
    let upper = side().map(|(at, (_, share))| (at.0, at.1 - half(*share)));
    let lower = side().rev().map(|(at, (_, share))| (at.0, at.1 + half(*share)));
    if places.len() > 1 { svg.fill_polygon(upper.chain(lower), &Role::Band.colour()) } else { Ok(()) }
}

/// Where the sample of that number is drawn: in an outline, up or down from the row as far as the density allows.
pub(super) fn beside(lane: &Lane, manner: &Manner, index: usize, value: f64, at: BackendCoord) -> BackendCoord {
    if *manner != Manner::Violins {
        return at;
    }
    // Multiples of the golden ratio lie evenly and never in a pattern.
    let part = (index as f64 * 0.618_033_988_75).fract() * 2.0 - 1.0;
    (at.0, at.1 + units(part * 0.7 * OUTLINE * density(lane, value)))
}

/// The density at a value, as a share of the highest.
fn density(lane: &Lane, value: f64) -> f64 {
    let after = lane.outline.partition_point(|(at, _)| *at < value);
    match (lane.outline.get(after.wrapping_sub(1)), lane.outline.get(after)) {
        (Some((_, a)), Some((_, b))) => a.min(*b),
        (None, Some((_, share))) | (Some((_, share)), None) => *share,
        (None, None) => 0.0,
    }
}
