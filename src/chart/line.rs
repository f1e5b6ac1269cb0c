//! A line of a series with its marks and its label.

use plotters_backend::{BackendCoord, DrawingBackend};

use super::backend::{Drawn, Svg, units};
use super::caption::Caption;
use super::frame::Frame;
use super::labels::Point;
use super::role::Role;
use super::slots::Way;
use super::tail::INSET;
use super::{Mark, marker};

/// The radius of the area around a mark that can be pointed at, in pixels.
pub(super) const HIT: f64 = 12.0;

/// A series in the plot's coordinates.
pub(super) struct Line<'a> {
    /// The number of its colour and shape.
    pub(super) colour: usize,
    /// What is drawn below the marks.
    pub(super) strokes: Vec<Stroke>,
    /// The marks, from left to right.
    pub(super) marks: Vec<Dot<'a>>,
    /// The label, when it stands beside the line.
    pub(super) label: Option<Caption>,
}

/// Points that are drawn as one.
pub(super) struct Stroke {
    /// What they are: a line, the outline of a band, the two ends of a whisker.
    pub(super) role: Role,
    /// The points.
    pub(super) points: Vec<(f64, f64)>,
}

/// A mark in the plot's coordinates.
pub(super) struct Dot<'a> {
    /// Where it is.
    pub(super) at: (f64, f64),
    /// Its value and link.
    pub(super) mark: &'a Mark,
    /// How it looks.
    pub(super) role: Role,
}

impl Line<'_> {
    /// All points, as [`Line::draw`] expects them: those of the strokes, then of the marks.
    pub(super) fn points(&self) -> Vec<(f64, f64)> {
        let strokes = self.strokes.iter().flat_map(|stroke| stroke.points.iter().copied());
        strokes.chain(self.marks.iter().map(|dot| dot.at)).collect()
    }

    /// Draws the line, its marks and its label.
    pub(super) fn draw(&self, points: &[BackendCoord], end: Option<Point>, svg: &mut Svg<'_>) -> Drawn {
        let mut rest = points;
        for stroke in &self.strokes {
            let (own, others) = rest.split_at(stroke.points.len());
            stroke.draw(own, svg)?;
            rest = others;
        }
        if let (Some(end), Some(label)) = (end, &self.label) {
            draw_leader(end, label, svg)?;
        }
        for (at, dot) in rest.iter().zip(&self.marks) {
            svg.link(dot.mark, |svg| {
                svg.draw_circle(*at, units(HIT).unsigned_abs(), &Role::Hit.colour(), true)?;
                marker::draw(svg, dot.role, self.colour, *at)
            })?;
        }
        self.label.iter().try_for_each(|label| svg.caption(label))
    }

    /// Where the line ends in the picture.
    pub(super) fn end(&self, frame: &Frame) -> Option<Point> {
        self.marks.last().map(|dot| frame.at(dot.at.0, dot.at.1))
    }

    /// The straight parts of the line in the picture.
    pub(super) fn segments(&self, frame: &Frame) -> Vec<(Point, Point)> {
        let lines = self.strokes.iter().filter(|stroke| stroke.role != Role::Band);
        let place = |stroke: &Stroke| stroke.points.iter().map(|(x, y)| frame.at(*x, *y)).collect::<Vec<Point>>();
        lines.flat_map(|stroke| place(stroke).windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()).collect()
    }
}

impl Stroke {
    fn draw(&self, points: &[BackendCoord], svg: &mut Svg<'_>) -> Drawn {
        match (self.role, points) {
            (Role::Band, _) => svg.fill_polygon(points.iter().copied(), &Role::Band.colour()),
            (Role::Whisker, [low, high]) => Way::Up.draw_whisker(*low, *high, svg),
            (_, [] | [_]) => Ok(()),
            _ => svg.draw_path(points.iter().copied(), &self.role.colour()),
        }
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
