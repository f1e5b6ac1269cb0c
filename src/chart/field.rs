//! What charts of lines share: lines in a frame, with their names, their references and a legend.

use super::backend::{Canvas, Painted};
use super::caption::Caption;
use super::frame::{
    Ends, Frame, GAP, LINE, Room, all_ends, draw_captions, draw_grid, draw_level, draw_on, draw_upright, notes_along,
    nothing_at, place_notes,
};
use super::labels::{Area, Obstacles};
use super::legend::{Legend, ROW};
use super::line::Line;
use super::lines::draw_break;
use super::role::Role;
use super::{Reference, beside, marker};

/// Lines with everything in its place.
pub(super) struct Field<'a> {
    pub(super) frame: Frame,
    pub(super) lines: Vec<Line<'a>>,
    captions: Vec<Caption>,
    references: Vec<Ends>,
    /// Whether references are values of the x axis, and where their lines begin.
    upright: Option<f64>,
    notes: Vec<Caption>,
    legend: Legend,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Field<'a> {
    /// Lines in a frame whose top is at 0; references are values of the y axis. What else needs room near the
    /// lines takes it in `near`, before the labels of references do.
    pub(super) fn new(
        room: &Room<'_>,
        frame: Frame,
        mut lines: Vec<Line<'a>>,
        labels: Vec<Caption>,
        references: &[&Reference],
        near: impl FnOnce(&Frame, &[Line<'a>], &mut Obstacles),
    ) -> Self {
        let entries = beside::place(room, &frame, &mut lines, labels);
        let inner = Area { left: frame.area.left + GAP, right: frame.area.right - GAP, ..frame.area };
        let mut obstacles = beside::obstacles(&frame, &lines);
        near(&frame, &lines, &mut obstacles);
        let (notes, homeless) = place_notes(&frame, &inner, obstacles, references);
        let legend = room.legend(entries, homeless);
        let top = ROW + legend.height() + GAP;
        Self::lowered(room, frame, lines, (notes, references), legend, top)
    }

    /// The same with references that are values of the x axis: their labels stand above the plot.
    pub(super) fn with_upright(
        room: &Room<'_>,
        frame: Frame,
        lines: Vec<Line<'a>>,
        labels: Vec<Caption>,
        references: &[&Reference],
    ) -> Self {
        let entries = lines.iter().zip(labels).map(|(line, label)| (beside::sign(line), label));
        // Where there is only one series, it has no name.
        let entries = entries.filter(|(_, label)| label.width() > 0.0).collect();
        let legend = room.legend(entries, Vec::new());
        let (notes, rows) = notes_above(&frame, room.width, references);
        let top = ROW + legend.height() + GAP + rows;
        let field = Self::lowered(room, frame, lines, (notes, references), legend, top);
        Self { upright: Some(top - GAP / 2.0), ..field }
    }

    fn lowered(
        room: &Room<'_>,
        mut frame: Frame,
        mut lines: Vec<Line<'a>>,
        (notes, references): (Vec<Caption>, &[&Reference]),
        legend: Legend,
        top: f64,
    ) -> Self {
        let height = frame.area.bottom;
        frame.lower(top);
        lines.iter_mut().filter_map(|line| line.label.as_mut()).for_each(|label| label.y += top);
        let nothing =
            lines.iter().all(|line| line.points().is_empty()).then(|| nothing_at(room.width, height / 2.0, room.voice));
        let notes = notes.into_iter().chain(nothing).map(|note| Caption { y: note.y + top, ..note }).collect();
        let (captions, references) = (Vec::new(), all_ends(references));
        Self { frame, lines, captions, references, upright: None, notes, legend, height: 0.0 }
    }

    /// The same with the texts around the plot; the lowest of them is the end of the picture.
    pub(super) fn lettered(self, captions: Vec<Caption>) -> Self {
        let height = captions.iter().map(|caption| caption.y).fold(self.frame.area.bottom, f64::max) + LINE / 2.0 + 2.0;
        Self { captions, height, ..self }
    }

    /// Draws it, with lines of the given role at the ticks of the x axis.
    pub(super) fn draw(&self, canvas: &Canvas<'_>, down: Role) -> Painted {
        let plot = self.frame.plot(canvas);
        self.legend.draw(canvas, ROW)?;
        draw_grid(&plot, Role::Grid, down)?;
        draw_captions(canvas, &self.captions)?;
        if self.frame.y.is_cut() {
            draw_break(canvas, self.frame.area.left, self.frame.area.bottom)?;
        }
        match self.upright {
            Some(top) => draw_upright(canvas, &self.frame, &self.references, top)?,
            None => draw_level(canvas, &self.frame, &self.references)?,
        }
        for line in &self.lines {
            let end = line.end(&self.frame);
            draw_on(&plot, line.points(), |points, svg| {
                svg.group(&format!("series {}", marker::classes(line.colour)), |svg| line.draw(points, end, svg))
            })?;
        }
        draw_captions(canvas, &self.notes)
    }
}

/// Labels of references above a plot whose top is at 0, and how much room they take there.
pub(super) fn notes_above(frame: &Frame, width: f64, references: &[&Reference]) -> (Vec<Caption>, f64) {
    let mut notes = notes_along(frame, width, references, 0.0);
    let Some(last) = notes.iter().map(|note| note.y).max_by(f64::total_cmp) else { return (notes, 0.0) };
    let rows = last + LINE;
    notes.iter_mut().for_each(|note| note.y -= rows - LINE / 2.0 + GAP / 2.0);
    (notes, rows)
}
