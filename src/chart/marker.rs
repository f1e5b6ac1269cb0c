//! The shapes and dashes that tell series apart without colour.

use plotters_backend::{BackendCoord, DrawingBackend};

use super::backend::{Drawn, Svg, units};
use super::role::Role;

/// How many colours there are.
const COLOURS: usize = 8;

/// How far a marker reaches from its middle, in pixels.
pub(super) const RADIUS: f64 = 4.5;

/// Corners of the shapes, in parts of the radius; a circle has none.
const SHAPES: [&[(f64, f64)]; COLOURS] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
    &[(0.0, -1.15), (1.15, 0.85), (-1.15, 0.85)],
    &[(0.0, 1.15), (1.15, -0.85), (-1.15, -0.85)],
    &[
        (-0.4, -1.1),
        (0.4, -1.1),
        (0.4, -0.4),
        (1.1, -0.4),
        (1.1, 0.4),
        (0.4, 0.4),
        (0.4, 1.1),
        (-0.4, 1.1),
        (-0.4, 0.4),
        (-1.1, 0.4),
        (-1.1, -0.4),
        (-0.4, -0.4),
    ],
    &[(-1.15, 0.0), (0.85, -1.15), (0.85, 1.15)],
    &[(1.15, 0.0), (-0.85, -1.15), (-0.85, 1.15)],
];

/// The classes of a series: its colour and, from the ninth on, its dash.
pub(super) fn classes(colour: usize) -> String {
    let (round, place) = position(colour);
    let dash = if round > 0 { format!(" d{}", (round - 1) % 3 + 1) } else { String::new() };
    format!("s{}{dash}", place + 1)
}

/// Draws the marker of a series; `at` is in canvas units.
pub(super) fn draw(svg: &mut Svg<'_>, role: Role, colour: usize, at: BackendCoord) -> Drawn {
    let (round, place) = position(colour);
    // Another shape for the same colour in each round.
    match SHAPES[(place + 3 * round) % SHAPES.len()] {
        [] => svg.draw_circle(at, units(RADIUS).unsigned_abs(), &role.colour(), true),
        corners => {
            let corners = corners.iter().map(|(x, y)| (at.0 + units(x * RADIUS), at.1 + units(y * RADIUS)));
            svg.fill_polygon(corners, &role.colour())
        }
    }
}

/// How often the colours were used up before, and which one it is from 0.
fn position(colour: usize) -> (usize, usize) {
    let index = colour.saturating_sub(1);
    (index / COLOURS, index % COLOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_repeat_with_another_dash() {
        assert_eq!([1, 8, 9, 17, 25, 33].map(classes), ["s1", "s8", "s1 d1", "s1 d2", "s1 d3", "s1 d1"]);
    }
}
