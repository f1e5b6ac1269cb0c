//! A line of percentiles with its marks and its label.

use plotters_backend::DrawingBackend;

use super::backend::{Drawn, Svg, units};
use super::caption::Caption;
use super::frame::Frame;
use super::labels::Point;
use super::role::Role;
use super::tail::INSET;
use super::{Mark, marker};

/// The radius of the area around a mark that can be pointed at, in pixels.
const HIT: f64 = 12.0;

/// A series in the plot's coordinates.
pub(super) struct Line<'a> {
    /// The number of its colour and shape.
    pub(super) colour: usize,
    /// The line, from left to right.
    pub(super) path: Vec<(f64, f64)>,
    /// The marks, from left to right.
    pub(super) marks: Vec<(f64, f64, &'a Mark)>,
    /// The label, when it stands beside the line.
    pub(super) label: Option<Caption>,
}

impl Line<'_> {
    /// Draws the line, its marks and its label; points are those of the path, then of the marks.
    pub(super) fn draw(&self, points: &[(i32, i32)], end: Option<Point>, svg: &mut Svg<'_>) -> Drawn {
        let (path, marks) = points.split_at(self.path.len());
        if path.len() > 1 {
            svg.draw_path(path.iter().copied(), &Role::Line.colour())?;
        }
        if let (Some(end), Some(label)) = (end, &self.label) {
            draw_leader(end, label, svg)?;
        }
        for (at, (_, _, mark)) in marks.iter().zip(&self.marks) {
            svg.link(mark, |svg| {
                svg.draw_circle(*at, units(HIT).unsigned_abs(), &Role::Hit.colour(), true)?;
                marker::draw(svg, self.colour, *at)
            })?;
        }
        self.label.iter().try_for_each(|label| svg.caption(label))
    }

    /// Where the line ends in the picture.
    pub(super) fn end(&self, frame: &Frame) -> Option<Point> {
        self.marks.last().map(|(x, y, _)| frame.at(*x, *y))
    }

    /// The straight parts of the line in the picture.
    pub(super) fn segments(&self, frame: &Frame) -> Vec<(Point, Point)> {
        let points: Vec<Point> = self.path.iter().map(|(x, y)| frame.at(*x, *y)).collect();
        points.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }
}

/// Connects the end of a line with its label where the label could not stay beside it.
fn draw_leader(end: Point, label: &Caption, svg: &mut Svg<'_>) -> Drawn {
    let from = (end.0 + marker::RADIUS + 3.0, end.1);
    let to = (label.x - 4.0, label.y);
    if (to.1 - from.1).abs() < 4.0 && to.0 - from.0 < INSET {
        return Ok(());
    }
    svg.draw_path([from, to].map(|(x, y)| (units(x), units(y))), &Role::Leader.colour())
}
