//! Changes that stand out, printed beside the marks at which they are seen.

use plotters_backend::text_anchor::HPos;

use super::backend::FONT_SIZE;
use super::caption::Caption;
use super::frame::Frame;
use super::labels::{Area, Obstacles, Point};
use super::line::Line;
use super::role::Role;
use super::{Lines, Mark};

/// How far above or below its mark a text may stand, in pixels.
const AWAY: [f64; 3] = [16.0, 24.0, 34.0];

/// A change with the number of its line's colour.
pub(super) type Placed<'a> = (usize, Caption, &'a Mark);

/// Places the texts of changes where they hide nothing; one that finds no place is in the data only.
pub(super) fn place<'a>(
    data: &'a Lines,
    frame: &Frame,
    lines: &[Line<'_>],
    obstacles: &mut Obstacles,
) -> Vec<Placed<'a>> {
    let marks: Vec<Point> =
        lines.iter().flat_map(|line| line.marks.iter().map(|dot| frame.at(dot.at.0, dot.at.1))).collect();
    let mut placed = Vec::new();
    for (series, line) in data.series.iter().zip(lines) {
        for (place, mark) in &series.changes {
            // The mark that the text stands by is the one of its place among those that there are.
            let before = series.spots.iter().take(*place).flatten().filter(|spot| spot.mark.value.is_finite()).count();
            let Some(dot) = line.marks.get(before) else { continue };
            let caption = Caption::new(Role::Value, mark.printed(), HPos::Center, (0.0, 0.0));
            let at = frame.at(dot.at.0, dot.at.1);
            // A text beside the mark of another line would be taken for its change.
            let nearest =
                |middle: Point| marks.iter().all(|mark| *mark == at || away(middle, *mark) > away(middle, at));
            let found =
                room(at, caption.width(), mark.value, frame, |middle, area| obstacles.leave(area) && nearest(middle));
            if let Some((x, y)) = found {
                obstacles.areas.push(Area::around((x, y), caption.width() / 2.0 + 2.0, FONT_SIZE / 2.0 + 2.0));
                placed.push((line.colour, Caption { x, y, ..caption }, mark));
            }
        }
    }
    placed
}

/// The middle of a text near a mark: above it for a rise and below it for a fall, where there is room.
fn room(
    (x, y): Point,
    width: f64,
    change: f64,
    frame: &Frame,
    is_free: impl Fn(Point, &Area) -> bool,
) -> Option<Point> {
    let first = if change < 0.0 { 1.0 } else { -1.0 };
    let sideways = [0.0, -0.35, 0.35, -0.6, 0.6].map(|part| part * width);
    let candidates = [first, -first].into_iter().flat_map(|way| {
        AWAY.into_iter().flat_map(move |away| sideways.into_iter().map(move |aside| (x + aside, y + way * away)))
    });
    let inside = |area: &Area| {
        let Area { left, top, right, bottom } = frame.area;
        area.left >= left && area.right <= right && area.top >= top && area.bottom <= bottom
    };
    candidates.into_iter().find(|middle| {
        let area = Area::around(*middle, width / 2.0 + 2.0, FONT_SIZE / 2.0 + 2.0);
        inside(&area) && is_free(*middle, &area)
    })
}

/// The distance of two points.
fn away(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
