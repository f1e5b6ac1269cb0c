//! Texts of a picture and the room they take.

use plotters_backend::text_anchor::HPos;

use super::backend::FONT_SIZE;
use super::labels::Area;
use super::role::Role;
use super::text;
use crate::number;

/// A text, centred vertically on `y`; `x` is where its anchor is. In pixels.
#[derive(Clone)]
pub(super) struct Caption {
    /// Where the anchor is.
    pub(super) x: f64,
    /// The middle of the line.
    pub(super) y: f64,
    /// Which end of the text `x` is.
    pub(super) anchor: HPos,
    /// The parts, with what they are.
    pub(super) spans: Vec<(Role, String)>,
    /// The whole text, when the parts show a shortened one.
    pub(super) full: Option<String>,
}

impl Caption {
    /// A text of one part.
    pub(super) fn new(role: Role, text: impl Into<String>, anchor: HPos, (x, y): (f64, f64)) -> Self {
        Self { x, y, anchor, spans: vec![(role, text.into())], full: None }
    }

    /// A name of one part, shortened where it is wider than `room` in regular letters.
    pub(super) fn short(role: Role, name: &str, room: f64, anchor: HPos, at: (f64, f64)) -> Self {
        let whole = number::signed(name);
        let short = text::shorten(&whole, FONT_SIZE, room);
        Self { full: (short != whole).then(|| whole.into_owned()), ..Self::new(role, short, anchor, at) }
    }

    /// How wide the text is.
    pub(super) fn width(&self) -> f64 {
        let gaps = (self.spans.len().saturating_sub(1)) as f64 * text::width(" ", FONT_SIZE);
        gaps + self.spans.iter().map(|(role, part)| part_width(*role, part)).sum::<f64>()
    }
}

fn part_width(role: Role, part: &str) -> f64 {
    if role == Role::Name { text::bold_width(part, FONT_SIZE) } else { text::width(part, FONT_SIZE) }
}

/// The rectangle that a caption fills.
pub(super) fn area_of(caption: &Caption) -> Area {
    let (width, x) = (caption.width(), caption.x);
    let left = match caption.anchor {
        HPos::Left => x,
        HPos::Center => x - width / 2.0,
        HPos::Right => x - width,
    };
    Area { left, top: caption.y - FONT_SIZE / 2.0, right: left + width, bottom: caption.y + FONT_SIZE / 2.0 }
}
