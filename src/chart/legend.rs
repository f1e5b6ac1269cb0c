//! A legend above the plot, in as many rows as it needs.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::backend::{Canvas, Painted, paint, units};
use super::caption::Caption;
use super::marker;
use super::role::Role;

/// The height of a row, in pixels.
pub(super) const ROW: f64 = 20.0;

/// Between a sign and its text, and between entries, in pixels.
const SIGN: f64 = 14.0;
const BETWEEN: f64 = 20.0;

/// What stands before the text of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The marker of a series, as it is drawn in the plot.
    Series(usize, Role),
    /// A hollow mark of any series.
    Hollow,
    /// A full mark of any series.
    Full,
    /// A dashed line.
    Reference,
    /// A step of the colours of heat maps.
    Colour(usize),
    /// Nothing: the text is of the entries after it.
    Nothing,
}

/// Entries in their places.
#[derive(Default)]
pub(super) struct Legend {
    entries: Vec<(Sign, Caption)>,
    /// How many rows they take.
    pub(super) rows: usize,
}

impl Legend {
    /// Places entries in a row from `left` to `right`, or in columns when they need more than one row.
    pub(super) fn arrange(entries: Vec<(Sign, Caption)>, left: f64, right: f64) -> Self {
        let widths: Vec<f64> = entries.iter().map(|(sign, caption)| sign.width() + caption.width() + BETWEEN).collect();
        let room = right - left + BETWEEN;
        let widest = widths.iter().copied().fold(1.0, f64::max);
        let columns =
            if widths.iter().sum::<f64>() <= room { entries.len() } else { (room / widest).max(1.0) as usize };
        let rows = entries.len().div_ceil(columns.max(1));
        let place = |index: usize| match rows {
            1 => (left + widths[..index].iter().sum::<f64>(), 0),
            // Down the columns, as lists are read.
            _ => (left + (index / rows) as f64 * (room / columns as f64), index % rows),
        };
        let placed = entries.into_iter().enumerate().map(|(index, (sign, caption))| {
            let (x, row) = place(index);
            let y = (row as f64 + 0.5) * ROW;
            (sign, Caption { x: x + sign.width(), y, anchor: HPos::Left, ..caption })
        });
        Self { entries: placed.collect(), rows }
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
                        Sign::Series(colour, role) => {
                            marker::draw(svg, *role, *colour, (units(x + marker::RADIUS + 1.0), units(y)))?;
                        }
                        Sign::Hollow | Sign::Full => {
                            let role = if *sign == Sign::Full { Role::Full } else { Role::Mark };
                            marker::draw(svg, role, 1, (units(x + marker::RADIUS + 1.0), units(y)))?;
                        }
                        Sign::Reference => {
                            let ends = [(units(x), units(y)), (units(x + sign.width() - 6.0), units(y))];
                            svg.draw_path(ends, &Role::Reference.colour())?;
                        }
                        Sign::Colour(_) => {
                            let half = units(marker::RADIUS + 1.0);
                            let (from, to) = ((units(x), units(y) - half), (units(x) + 2 * half, units(y) + half));
                            svg.draw_rect(from, to, &Role::Tile.colour(), true)?;
                        }
                        Sign::Nothing => {}
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
            Self::Series(..) | Self::Hollow | Self::Full | Self::Colour(_) => SIGN,
            Self::Nothing => 0.0,
            Self::Reference => 2.0 * SIGN,
        }
    }

    fn classes(self) -> String {
        match self {
            Self::Series(colour, _) => format!("entry {}", marker::classes(colour)),
            Self::Colour(step) => format!("entry h{step}"),
            Self::Hollow | Self::Full | Self::Reference | Self::Nothing => "entry".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legend(count: usize, text: &str) -> Legend {
        let caption = Caption::new(Role::Title, text, HPos::Left, (0.0, 0.0));
        Legend::arrange(vec![(Sign::Series(1, Role::Mark), caption); count], 0.0, 300.0)
    }

    #[test]
    fn a_legend_wraps_into_columns() {
        // A digit is 7.74 wide: with sign and gap an entry of ten digits takes 111.4 of 320.
        let wide = "0123456789";
        assert_eq!([0, 1, 2, 3, 5].map(|count| legend(count, wide).rows), [0, 1, 1, 2, 3]);
        let places: Vec<(f64, f64)> = legend(3, wide).entries.iter().map(|(_, at)| (at.x, at.y)).collect();
        assert_eq!(places, [(14.0, 10.0), (14.0, 30.0), (174.0, 10.0)]);
    }
}
