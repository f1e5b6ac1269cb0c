//! A plotters backend that writes SVG with classes where others write colours.
//!
//! plotters knows shapes and colours only, in whole pixels. So a shape's [`Role`] travels as a
//! colour and comes out as a class, and the canvas is ten times as fine as the picture, whose
//! coordinates are tenths of a pixel.

use std::convert::Infallible;
use std::fmt::Write;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Drawable, PointCollection};
use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::caption::Caption;
use super::role::Role;
use super::{Mark, text};

/// What became of drawing; a string can always be written to.
pub(super) type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// What became of drawing on an area, which plotters also checks for sharing.
pub(super) type Painted = Result<(), DrawingAreaErrorKind<Infallible>>;

/// The whole picture, in canvas units.
pub(super) type Canvas<'a> = DrawingArea<Svg<'a>, Shift>;

/// Canvas units a pixel.
const FINENESS: f64 = 10.0;

/// A length in pixels as canvas units.
pub(super) fn units(pixels: f64) -> i32 {
    (pixels * FINENESS).round() as i32
}

/// The height of text in pixels, as in the style sheet.
pub(super) const FONT_SIZE: f64 = 12.0;

/// A shape that is drawn by a function, from where its points fall on the canvas.
pub(super) struct Shape<C, F> {
    points: Vec<C>,
    draw: F,
}

impl<C, F> Shape<C, F> {
    /// A shape with points in the coordinates of the area it is drawn on.
    pub(super) fn new(points: Vec<C>, draw: F) -> Self
    where
        F: Fn(&[BackendCoord], &mut Svg<'_>) -> Drawn,
    {
        Self { points, draw }
    }
}

impl<'a, C: 'a, F> PointCollection<'a, C> for &'a Shape<C, F> {
    type Point = &'a C;
    type IntoIter = std::slice::Iter<'a, C>;

    fn point_iter(self) -> Self::IntoIter {
        self.points.iter()
    }
}

impl<C, F: Fn(&[BackendCoord], &mut Svg<'_>) -> Drawn> Drawable<Svg<'_>> for Shape<C, F> {
    fn draw<I: Iterator<Item = BackendCoord>>(&self, points: I, svg: &mut Svg<'_>, _: (u32, u32)) -> Drawn {
        (self.draw)(&points.collect::<Vec<_>>(), svg)
    }
}

/// Draws with the backend itself, in canvas units.
pub(super) fn paint(canvas: &Canvas<'_>, draw: impl Fn(&mut Svg<'_>) -> Drawn) -> Painted {
    canvas.draw(&Shape::new(Vec::<BackendCoord>::new(), |_: &[BackendCoord], svg: &mut Svg<'_>| draw(svg)))
}

/// Writes SVG elements to a string.
pub(super) struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
    /// The class of the path that is being written.
    path: Option<&'static str>,
    /// By how much all that is drawn is moved.
    shift: BackendCoord,
}

impl<'a> Svg<'a> {
    /// A backend for a picture of that size in pixels.
    pub(super) fn new(out: &'a mut String, width: f64, height: f64) -> Self {
        Self { out, size: (units(width).unsigned_abs(), units(height).unsigned_abs()), path: None, shift: (0, 0) }
    }

    /// Moves all that is drawn from now on, in canvas units.
    pub(super) fn shift(&mut self, by: BackendCoord) -> Drawn {
        self.shift = by;
        Ok(())
    }

    fn shifted(&self, (x, y): BackendCoord) -> BackendCoord {
        (x + self.shift.0, y + self.shift.1)
    }

    /// Groups what is drawn under a class.
    pub(super) fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.finish_path();
        let _ = write!(self.out, "<g class=\"{class}\">");
        draw(self)?;
        self.finish_path();
        self.out.push_str("</g>");
        Ok(())
    }

    /// Wraps shapes in the link of a mark, which says what it is when it is pointed at.
    pub(super) fn link(&mut self, mark: &Mark, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.linked(mark, |svg| {
            svg.out.push_str("<title>");
            escape(svg.out, &mark.title);
            svg.out.push_str("</title>");
            draw(svg)
        })
    }

    /// Wraps a text in the link of a mark. It has no title of its own: a reader who speaks the words that are seen
    /// must find them in the name of the link, and a title would count among the words.
    pub(super) fn link_text(&mut self, mark: &Mark, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.linked(mark, draw)
    }

    fn linked(&mut self, mark: &Mark, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.finish_path();
        if mark.is_anchor {
            self.out.push_str("<a id=\"");
            escape(self.out, &mark.figure);
            self.out.push_str("\" ");
        } else {
            self.out.push_str("<a ");
        }
        for (before, value) in
            [("class=\"fig\" data-fig=\"", &mark.figure), ("\" href=\"", &mark.href), ("\" aria-label=\"", &mark.title)]
        {
            self.out.push_str(before);
            escape(self.out, value);
        }
        self.out.push_str("\">");
        draw(self)?;
        self.finish_path();
        self.out.push_str("</a>");
        Ok(())
    }

    /// Writes a text.
    pub(super) fn caption(&mut self, caption: &Caption) -> Drawn {
        self.finish_path();
        let classes = caption.spans.first().map_or("", |(role, _)| role.class());
        // Digits and capitals reach 0.7 of the size above the base line.
        let base = (units(caption.x), units(caption.y + 0.35 * FONT_SIZE));
        self.open_text(classes, caption.anchor, base);
        if let Some(full) = &caption.full {
            self.out.push_str("<title>");
            escape(self.out, full);
            self.out.push_str("</title>");
        }
        for (index, (role, part)) in caption.spans.iter().enumerate() {
            if index > 0 {
                let _ = write!(self.out, " <tspan class=\"{}\">", role.class());
            }
            escape(self.out, part);
            self.out.push_str(if index > 0 { "</tspan>" } else { "" });
        }
        self.out.push_str("</text>");
        Ok(())
    }

    fn open_text(&mut self, class: &str, anchor: HPos, (x, y): BackendCoord) {
        let anchor = match anchor {
            HPos::Left => "",
            HPos::Center => " middle",
            HPos::Right => " end",
        };
        let (x, y) = self.shifted((x, y));
        let _ = write!(self.out, "<text class=\"{class}{anchor}\" x=\"");
        self.number(x);
        self.out.push_str("\" y=\"");
        self.number(y);
        self.out.push_str("\">");
    }

    /// Begins a path of that class, or goes on with the one that is being written.
    fn continue_path(&mut self, class: &'static str) {
        if self.path != Some(class) {
            self.finish_path();
            let _ = write!(self.out, "<path class=\"{class}\" d=\"");
            self.path = Some(class);
        }
    }

    fn finish_path(&mut self) {
        if self.path.take().is_some() {
            self.out.push_str("\"/>");
        }
    }

    fn step(&mut self, command: char, (x, y): BackendCoord) {
        self.out.push(command);
        self.number(x);
        self.out.push(' ');
        self.number(y);
    }

    /// The outline through the points.
    fn outline(&mut self, colour: BackendColor, points: impl IntoIterator<Item = BackendCoord>, closed: bool) {
        self.continue_path(Role::class_of(colour));
        let mut before: Option<BackendCoord> = None;
        for point in points {
            let point = self.shifted(point);
            match before {
                Some(before) if before == point => continue,
                Some(before) if before.1 == point.1 => self.straight('H', point.0),
                Some(before) if before.0 == point.0 => self.straight('V', point.1),
                Some(_) => self.step('L', point),
                None => self.step('M', point),
            }
            before = Some(point);
        }
        self.out.push_str(if closed { "Z" } else { "" });
    }

    fn straight(&mut self, command: char, to: i32) {
        self.out.push(command);
        self.number(to);
    }

    /// Writes canvas units as pixels: at most one decimal.
    fn number(&mut self, units: i32) {
        let sign = if units < 0 { "-" } else { "" };
        let (whole, tenth) = (units.unsigned_abs() / 10, units.unsigned_abs() % 10);
        let _ = write!(self.out, "{sign}{whole}");
        if tenth > 0 {
            let _ = write!(self.out, ".{tenth}");
        }
    }
}

/// Writes text for an element or an attribute; characters that XML forbids are left out.
pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        self.finish_path();
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect(at, at, &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, _: bool) -> Drawn {
        self.fill_polygon([from, (to.0, from.1), to, (from.0, to.1)], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.outline(style.color(), path, false);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.outline(style.color(), path, true);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, _: bool) -> Drawn {
        self.finish_path();
        let centre = self.shifted(centre);
        let _ = write!(self.out, "<circle class=\"{}\" cx=\"", Role::class_of(style.color()));
        self.number(centre.0);
        self.out.push_str("\" cy=\"");
        self.number(centre.1);
        self.out.push_str("\" r=\"");
        self.number(i32::try_from(radius).unwrap_or(0));
        self.out.push_str("\"/>");
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.finish_path();
        self.open_text(Role::class_of(style.color()), style.anchor().h_pos, at);
        escape(self.out, text);
        self.out.push_str("</text>");
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((text::width(text, style.size()).ceil() as u32, style.size().ceil() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(draw: impl FnOnce(&mut Svg<'_>) -> Drawn) -> String {
        let mut out = String::new();
        let mut svg = Svg::new(&mut out, 100.0, 50.0);
        draw(&mut svg).and_then(|()| svg.present()).expect("writing to a string");
        out
    }

    #[test]
    fn segments_of_one_role_are_one_path() {
        let svg = drawn(|svg| {
            svg.draw_line((0, 105), (1000, 105), &Role::Grid.colour())?;
            svg.draw_line((0, 200), (1000, 200), &Role::Grid.colour())?;
            svg.draw_path([(0, 0), (10, 15), (10, 15), (-5, 30)], &Role::Line.colour())
        });
        assert_eq!(
            svg,
            "<path class=\"grid\" d=\"M0 10.5H100M0 20H100\"/><path class=\"line\" d=\"M0 0L1 1.5L-0.5 3\"/>"
        );
    }

    #[test]
    fn texts_are_escaped() {
        let mut out = String::new();
        escape(&mut out, "a<b> & \"c\"\u{1}\n'");
        assert_eq!(out, "a&lt;b&gt; &amp; &quot;c&quot; '");
    }
}
