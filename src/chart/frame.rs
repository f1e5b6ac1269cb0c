//! What both kinds of chart have in common: the plot, its ticks, and where they go in the picture.

use plotters::coord::cartesian::{Cartesian2d, MeshLine};
use plotters::drawing::DrawingArea;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendCoord, DrawingBackend};

use super::axis::{Axis, Tick};
use super::backend::{Canvas, Drawn, FONT_SIZE, Painted, Shape, Svg, paint, units};
use super::caption::{Caption, area_of};
use super::labels::{Area, Obstacles, Point};
use super::legend::{Legend, Sign};
use super::role::Role;
use super::{Mark, Reference, marker, text};
use crate::units::Unit;
use crate::words::{Message, Voice, say};

/// The width of every picture, in pixels.
pub(super) const WIDTH: f64 = 720.0;

/// The room that a plot has, the language that it speaks, and what it must have in common with others.
#[derive(Debug, Clone)]
pub(super) struct Room<'a> {
    /// The width of the picture, in pixels.
    pub(super) width: f64,
    /// The height of the plot when its labels need no more, in pixels.
    pub(super) height: f64,
    /// The words of the language.
    pub(super) voice: Voice<'a>,
    /// In a picture of several plots, what this one has in common with the others.
    pub(super) panel: Option<Panel>,
}

/// What a plot has in common with others beside it.
#[derive(Debug, Clone)]
pub(super) struct Panel {
    /// The name of the plot, in place of the title of its axis.
    pub(super) name: String,
    /// The values of all plots, which the axis of each spans.
    pub(super) values: Vec<f64>,
    /// The width of the widest value that is printed beside a bar of any of them, in pixels.
    pub(super) widest: f64,
}

impl<'a> Room<'a> {
    /// The room of a plot that has the picture for itself.
    pub(super) fn whole(height: f64, voice: Voice<'a>) -> Self {
        Self { width: WIDTH, height, voice, panel: None }
    }

    /// What the axis must span besides the plot's own values.
    pub(super) fn shared(&self) -> impl Iterator<Item = f64> {
        self.panel.iter().flat_map(|panel| panel.values.iter().copied())
    }

    /// The title of a value axis at the top of a plot; of one of several plots, its name.
    pub(super) fn title(&self, quantity: &str, unit: Unit, axis: &Axis) -> Caption {
        let at = (1.0, 10.0);
        let Some(panel) = &self.panel else {
            return Caption::new(Role::Title, axis_title(quantity, unit, axis, self.voice), HPos::Left, at);
        };
        let scale = scale_words(axis, self.voice);
        let left = self.width - 20.0 - text::bold_width(&scale, FONT_SIZE);
        let mut caption = Caption::short(Role::Name, &panel.name, left / 1.1, HPos::Left, at);
        if !scale.is_empty() {
            caption.spans.push((Role::Value, scale.trim_start().to_owned()));
        }
        caption
    }

    /// The legend of a plot; one of several has none, for it is above all of them.
    pub(super) fn legend(&self, series: Vec<(Sign, Caption)>, references: Vec<(Sign, Caption)>) -> Legend {
        let series = if self.panel.is_some() { Vec::new() } else { series };
        Legend::arrange(series.into_iter().chain(references).collect(), 1.0, self.width - 1.0)
    }
}

/// Between things that must not touch, in pixels.
pub(super) const GAP: f64 = 8.0;

/// The height of a line of text, in pixels.
pub(super) const LINE: f64 = 16.0;

/// The widest printed value, in pixels.
const VALUE: f64 = 130.0;

/// What stands in place of something without a value.
pub(super) fn missing(voice: Voice<'_>) -> String {
    voice.word("no_data")
}

/// A plot area with its coordinates.
pub(super) type Plot<'a> = DrawingArea<Svg<'a>, Cartesian2d<Axis, Axis>>;

/// Where the plot is, and its two axes.
#[derive(Debug)]
pub(super) struct Frame {
    /// The plot in the picture, in pixels.
    pub(super) area: Area,
    /// From left to right.
    pub(super) x: Axis,
    /// From bottom to top; from top to bottom in a chart of horizontal bars.
    pub(super) y: Axis,
    /// Whether y grows downwards.
    pub(super) downwards: bool,
}

impl Frame {
    /// Where a point of the plot is in the picture.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let up = self.y.fraction(y);
        let down = if self.downwards { up } else { 1.0 - up };
        (
            self.area.left + self.x.fraction(x) * (self.area.right - self.area.left),
            self.area.top + down * (self.area.bottom - self.area.top),
        )
    }

    /// The plot area of a canvas.
    pub(super) fn plot<'a>(&self, canvas: &Canvas<'a>) -> Plot<'a> {
        let Area { left, top, right, bottom } = self.area;
        let down = if self.downwards { top..bottom } else { bottom..top };
        let pixels = (units(left)..units(right), units(down.start)..units(down.end));
        canvas.apply_coord_spec(Cartesian2d::new::<Axis, Axis>(self.x.clone(), self.y.clone(), pixels))
    }

    /// Moves the plot down.
    pub(super) fn lower(&mut self, by: f64) {
        self.area.top += by;
        self.area.bottom += by;
    }
}

/// Draws the lines at the ticks of both axes.
pub(super) fn draw_grid(plot: &Plot<'_>, across: Role, down: Role) -> Painted {
    plot.draw_mesh(
        |svg, line| {
            let role = if matches!(line, MeshLine::XMesh(..)) { down } else { across };
            line.draw(svg, &role.colour().into())
        },
        0,
        0,
    )
}

/// Draws a line between two points of the picture.
pub(super) fn draw_line(canvas: &Canvas<'_>, role: Role, from: Point, to: Point) -> Painted {
    let ends = [from, to].map(|(x, y)| (units(x), units(y)));
    paint(canvas, |svg| svg.draw_path(ends, &role.colour()))
}

/// Draws texts.
pub(super) fn draw_captions<'c>(canvas: &Canvas<'_>, captions: impl IntoIterator<Item = &'c Caption>) -> Painted {
    captions.into_iter().try_for_each(|caption| paint(canvas, |svg| svg.caption(caption)))
}

/// Draws a text that is a figure of its own, in the colour of its series.
pub(super) fn draw_figure(canvas: &Canvas<'_>, colour: usize, caption: &Caption, mark: &Mark) -> Painted {
    let Area { left, top, right, bottom } = area_of(caption).grown(2.0);
    let corners = [(left, top - 4.0), (right, bottom + 4.0)].map(|(x, y)| (units(x), units(y)));
    paint(canvas, |svg| {
        svg.group(&format!("series {}", marker::classes(colour)), |svg| {
            svg.link_text(mark, |svg| {
                svg.draw_rect(corners[0], corners[1], &Role::Hit.colour(), true)?;
                svg.caption(caption)
            })
        })
    })
}

/// Draws a shape on a plot, from where its points fall.
pub(super) fn draw_on(
    plot: &Plot<'_>,
    points: Vec<(f64, f64)>,
    draw: impl Fn(&[BackendCoord], &mut Svg<'_>) -> Drawn,
) -> Painted {
    plot.draw(&Shape::new(points, draw))
}

/// What an axis or a colour shows, with its unit.
pub(super) fn with_unit(quantity: &str, unit: Unit, voice: Voice<'_>) -> String {
    let symbol = Some(unit.symbol()).filter(|symbol| !symbol.is_empty());
    voice.say(&Message::joined("comma", std::iter::once(quantity).chain(symbol).map(Message::from)))
}

/// The title of a value axis: what it shows, its unit, and whether it is logarithmic or cut.
pub(super) fn axis_title(quantity: &str, unit: Unit, axis: &Axis, voice: Voice<'_>) -> String {
    with_unit(quantity, unit, voice) + &scale_words(axis, voice)
}

/// The title of an axis along which only places matter: what it shows, its unit, and whether it is logarithmic.
pub(super) fn place_title((quantity, unit): (&str, Unit), axis: &Axis, room: f64, voice: Voice<'_>) -> String {
    let scale = if axis.is_log() { scale_words(axis, voice) } else { String::new() };
    text::shorten(&(with_unit(quantity, unit, voice) + &scale), FONT_SIZE, room - 20.0) + " →"
}

/// What must be said of an axis that is logarithmic or cut.
fn scale_words(axis: &Axis, voice: Voice<'_>) -> String {
    match axis.ticks.first() {
        _ if axis.is_log() => format!(" {}", voice.word("axis_log")),
        Some(first) if axis.is_cut() => format!(" {}", voice.say(&say("axis_cut").with("value", &first.label))),
        _ => String::new(),
    }
}

/// How wide the widest tick label of an axis is.
pub(super) fn tick_width(axis: &Axis) -> f64 {
    axis.ticks.iter().map(|tick| text::width(&tick.label, FONT_SIZE)).fold(0.0, f64::max)
}

/// Ticks of a horizontal axis whose labels do not touch; the first ones given come first.
pub(super) fn weeded(axis: &Axis, length: f64, by_weight: &[&Tick]) -> Vec<Tick> {
    let mut kept: Vec<(Area, &Tick)> = Vec::new();
    for tick in by_weight {
        let half = text::width(&tick.label, FONT_SIZE) / 2.0 + GAP / 2.0;
        let area = Area::around((axis.fraction(tick.at) * length, 0.0), half, 1.0);
        if !kept.iter().any(|(other, _)| other.overlaps(&area)) {
            kept.push((area, tick));
        }
    }
    kept.sort_by(|a, b| a.1.at.total_cmp(&b.1.at));
    kept.into_iter().map(|(_, tick)| tick.clone()).collect()
}

/// Tick labels to the left of the plot.
pub(super) fn left_ticks(frame: &Frame) -> Vec<Caption> {
    let at = |y| (frame.area.left - GAP, frame.at(0.0, y).1);
    frame.y.ticks.iter().map(|tick| Caption::new(Role::Tick, &tick.label, HPos::Right, at(tick.at))).collect()
}

/// Tick labels at a height, centred on the ticks of the x axis.
pub(super) fn ticks_at(frame: &Frame, y: f64) -> Vec<Caption> {
    let at = |x| (frame.at(x, 0.0).0, y);
    frame.x.ticks.iter().map(|tick| Caption::new(Role::Tick, &tick.label, HPos::Center, at(tick.at))).collect()
}

/// The words in place of a plot without any value.
pub(super) fn nothing_at(width: f64, y: f64, voice: Voice<'_>) -> Caption {
    Caption::new(Role::Missing, missing(voice), HPos::Center, (width / 2.0, y))
}

/// A value as printed; one that is very long is whole in the title of its mark only.
pub(super) fn printed(mark: &Mark) -> String {
    text::shorten_before(&mark.text, mark.sign, FONT_SIZE, VALUE)
}

/// The references that can be drawn.
pub(super) fn finite(references: &[Reference]) -> Vec<&Reference> {
    references.iter().filter(|reference| ends(reference).iter().all(|end| end.is_finite())).collect()
}

/// Where references are: of a line twice the same.
pub(super) type Ends = [f64; 2];

/// Where a reference begins and ends.
fn ends(reference: &Reference) -> Ends {
    [reference.value, reference.to.unwrap_or(reference.value)]
}

/// Where references begin and end.
pub(super) fn all_ends(references: &[&Reference]) -> Vec<Ends> {
    references.iter().map(|reference| ends(reference)).collect()
}

/// The values of references, which an axis must span.
pub(super) fn values_of(references: &[&Reference]) -> Vec<f64> {
    references.iter().flat_map(|reference| ends(reference)).collect()
}

/// Draws the bands of references along the y axis, before the marks.
pub(super) fn draw_level(canvas: &Canvas<'_>, frame: &Frame, references: &[Ends]) -> Painted {
    let Area { left, right, .. } = frame.area;
    draw_references(canvas, references, |value, far| (if far { right } else { left }, frame.at(0.0, value).1))
}

/// Draws references along the x axis, from `top` to the foot of the plot.
pub(super) fn draw_upright(canvas: &Canvas<'_>, frame: &Frame, references: &[Ends], top: f64) -> Painted {
    let bottom = frame.area.bottom;
    draw_references(canvas, references, |value, far| (frame.at(value, 0.0).0, if far { bottom } else { top }))
}

fn draw_references(canvas: &Canvas<'_>, references: &[Ends], at: impl Fn(f64, bool) -> Point) -> Painted {
    for [from, to] in references {
        if from == to {
            draw_line(canvas, Role::Reference, at(*from, false), at(*from, true))?;
        } else {
            let corners = [at(*from, false), at(*to, true)].map(|(x, y)| (units(x), units(y)));
            paint(canvas, |svg| svg.draw_rect(corners[0], corners[1], &Role::Zone.colour(), true))?;
        }
    }
    Ok(())
}

/// Labels of horizontal reference lines, beside their lines within `room`, and legend entries for
/// those that found no place there.
pub(super) fn place_notes(
    frame: &Frame,
    room: &Area,
    mut obstacles: Obstacles,
    references: &[&Reference],
) -> (Vec<Caption>, Vec<(Sign, Caption)>) {
    // The label of a band is at its upper end.
    let height = |reference: &Reference| frame.at(0.0, reference.value.max(reference.to.unwrap_or(f64::MIN))).1;
    let across = |y| ((frame.area.left, y), (frame.area.right, y));
    obstacles.segments.extend(values_of(references).into_iter().map(|value| across(frame.at(0.0, value).1)));
    let (mut notes, mut homeless) = (Vec::new(), Vec::new());
    for reference in references {
        let half = (room.right - room.left) / 2.0;
        let note = Caption::short(Role::Note, &reference.label, half, HPos::Left, (0.0, 0.0));
        match obstacles.room_along(height(reference), room, (note.width(), FONT_SIZE)) {
            Some(area) => {
                obstacles.areas.push(area);
                notes.push(Caption { x: area.left, y: (area.top + area.bottom) / 2.0, ..note });
            }
            None => homeless.push((Sign::Reference, note)),
        }
    }
    (notes, homeless)
}

/// Labels of references along the x axis, in rows from `y` down where they would touch.
pub(super) fn notes_along(frame: &Frame, width: f64, references: &[&Reference], y: f64) -> Vec<Caption> {
    let mut placed: Vec<(Area, Caption)> = Vec::new();
    for reference in references {
        let mut note = Caption::short(Role::Note, &reference.label, width - 2.0, HPos::Center, (0.0, y));
        let half = note.width() / 2.0 + 1.0;
        let [from, to] = ends(reference).map(|end| frame.at(end, 0.0).0);
        note.x = f64::midpoint(from, to).clamp(half, width - half);
        while placed.iter().any(|(area, _)| area.overlaps(&area_of(&note).grown(2.0))) {
            note.y += LINE;
        }
        placed.push((area_of(&note), note));
    }
    placed.into_iter().map(|(_, note)| note).collect()
}

/// A horizontal axis with no more ticks than there is room for their labels; `axis` makes one from
/// its length and the least distance of its ticks.
pub(super) fn lying_axis(length: f64, voice: Voice<'_>, axis: impl Fn(f64, f64) -> Axis) -> Axis {
    let axis = |length, spacing| axis(length, spacing).in_notation(voice.notation());
    let spaced = [80.0, 120.0, 180.0, 260.0].map(|spacing| axis(length, spacing));
    let fitting = spaced.into_iter().find(|axis| tick_width(axis) + 2.0 * GAP <= apart(axis, length));
    fitting.unwrap_or_else(|| axis(length, length))
}

/// The least distance of an axis's ticks, in pixels.
fn apart(axis: &Axis, length: f64) -> f64 {
    let places: Vec<f64> = axis.ticks.iter().map(|tick| axis.fraction(tick.at) * length).collect();
    places.windows(2).map(|pair| pair[1] - pair[0]).fold(length, f64::min)
}
