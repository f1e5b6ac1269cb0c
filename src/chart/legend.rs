//! A legend above the plot, in as many rows as it needs.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::backend::{Canvas, Caption, Painted, Role, paint, units};
use super::marker;

/// The height of a row, in pixels.
pub(super) const ROW: f64 = 20.0;

/// Between a sign and its text, and between entries, in pixels.
const SIGN: f64 = 14.0;
const BETWEEN: f64 = 20.0;

/// What stands before the text of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The marker of a series.
    Series(usize),
    /// A dashed line.
    Reference,
}

/// Entries in their places.
#[derive(Default)]
pub(super) struct Legend {
    entries: Vec<(Sign, Caption)>,
    /// How many rows they take.
    pub(super) rows: usize,
}

impl Legend {
    /// Places entries from left to right in rows no wider than from `left` to `right`.
    pub(super) fn arrange(entries: Vec<(Sign, Caption)>, left: f64, right: f64) -> Self {
        let (mut x, mut rows) = (left, usize::from(!entries.is_empty()));
        let mut placed = Vec::new();
        for (sign, caption) in entries {
            let width = sign.width() + caption.width();
            if x > left && x + width > right {
                x = left;
                rows += 1;
            }
            let y = (rows as f64 - 0.5) * ROW;
            placed.push((sign, Caption { x: x + sign.width(), y, anchor: HPos::Left, ..caption }));
            x += width + BETWEEN;
        }
        Self { entries: placed, rows }
    }

    /// How high all rows are, in pixels.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * ROW
    }

    /// Draws the entries below `top`.
    pub(super) fn draw(&self, canvas: &Canvas<'_>, top: f64) -> Painted {
        self.entries.iter().try_for_each(|(sign, caption)| {
            let caption = Caption { y: caption.y + top, ..caption.clone() };
            paint(canvas, |svg| {
                svg.group(&sign.classes(), |svg| {
                    let (x, y) = (caption.x - sign.width(), caption.y);
                    match sign {
                        Sign::Series(colour) => {
                            marker::draw(svg, *colour, (units(x + marker::RADIUS + 1.0), units(y)))?
                        }
                        Sign::Reference => {
                            let ends = [(units(x), units(y)), (units(x + sign.width() - 6.0), units(y))];
                            svg.draw_path(ends, &Role::Reference.colour())?;
                        }
                    }
                    svg.caption(&caption)
                })
            })
        })
    }
}

impl Sign {
    fn width(self) -> f64 {
        match self {
            Self::Series(_) => SIGN,
            Self::Reference => 2.0 * SIGN,
        }
    }

    fn classes(self) -> String {
        match self {
            Self::Series(colour) => format!("entry {}", marker::classes(colour)),
            Self::Reference => "entry".to_owned(),
        }
    }
}
