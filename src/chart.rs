//! Charts as values, and as SVG drawn with plotters through a backend of our own.
//!
//! A chart knows nothing of suites or pages: what it draws, it is given, each mark with its link.
//! The SVG carries classes and CSS variables in place of colours, so that one picture serves light
//! and dark, and a stand-alone file brings its own style sheet.

mod plot;
mod marks;
mod text;
mod badge;
mod labels;
mod axis;
mod role;
mod caption;
mod card;
mod flat;
mod backend;
mod marker;
mod legend;
mod frame;
mod line;
mod tail;
mod beside;
mod percentiles;
mod changes;
mod field;
mod lines;
mod steps;
mod stack;
mod distribution;
mod lanes;
mod rows;
mod scatter;
mod heat;
mod panels;
mod slots;
mod spark;
mod groups;
mod bars;
mod cells;

use std::fmt::Write;

use plotters::drawing::IntoDrawingArea;

use self::backend::{Canvas, Painted, Svg, escape};
use self::frame::Room;
use crate::words::Voice;

pub use self::badge::badge;
pub use self::card::{Card, Headline, MOST as MOST_HEADLINES, card};
pub use self::plot::{
    Across, Aside, At, Bar, Bars, Bin, Content, Dial, Heat, Lane, LineSeries, Lines, Manner, Mark, Origin, Pane,
    Panels, PercentileSeries, Percentiles, Plot, Point, Ranges, Row, Rows, Scatter, Spot, Stack, StepSeries, Steps,
    Tile, Trace,
};
pub use self::spark::sparkline;

/// A chart, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Chart<'a> {
    /// The anchor, by which parts of the SVG are named.
    pub id: String,
    /// The title, for readers who do not see the picture.
    pub title: String,
    /// What the picture shows, in words.
    pub description: String,
    /// What is drawn.
    pub plot: Plot,
    /// Lines and bands across the plot at given values.
    pub references: Vec<Reference>,
    /// The words of the language that it speaks.
    pub voice: Voice<'a>,
}

/// A line or a band across the plot.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Where, in the chart's unit.
    pub value: f64,
    /// Of a band, where it ends.
    pub to: Option<f64>,
    /// Its label.
    pub label: String,
}

/// The style of charts: a part of the theme's style sheet, and embedded in stand-alone charts.
pub const STYLE: &str = include_str!("../static/assets/chart.css");

/// What only a stand-alone chart needs: paper of its own.
const STANDALONE_STYLE: &str = ":root{color-scheme:light dark;background:var(--chart-paper)}\n";

/// The paper around a stand-alone chart, in pixels.
const MARGIN: f64 = 16.0;

/// What a picture of a chart is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// An element of a page.
    Element,
    /// A file of its own, light or dark as its reader wishes.
    File,
    /// Light paper, drawn by a program that knows neither variables nor media.
    Flat,
}

/// The chart as an element of a page that has [`STYLE`] in its style sheet.
pub fn svg(chart: &Chart<'_>) -> String {
    picture(chart, Form::Element)
}

/// The chart on light paper, for a program that knows only the style of CSS 2.
pub fn flat(chart: &Chart<'_>) -> String {
    picture(chart, Form::Flat)
}

/// The chart as a file beside its page, `index.html`.
pub fn standalone(chart: &Chart<'_>) -> String {
    beside(&picture(chart, Form::File))
}

/// The chart as an element of another page beside its page, from which links lead out of a frame.
pub fn framed(chart: &Chart<'_>) -> String {
    beside(&picture(chart, Form::Element)).replace("<a ", "<a target=\"_top\" ")
}

/// A link to an anchor of the page must name the page when it is followed from another file.
fn beside(picture: &str) -> String {
    picture.replace("\" href=\"#", "\" href=\"index.html#")
}

/// A plot with everything in its place.
trait Picture {
    /// The height, in pixels.
    fn height(&self) -> f64;

    /// Draws it.
    fn draw(&self, canvas: &Canvas<'_>) -> Painted;
}

macro_rules! pictures {
    ($($module:ident),*) => {$(
        impl Picture for $module::Layout<'_> {
            fn height(&self) -> f64 {
                self.height
            }

            fn draw(&self, canvas: &Canvas<'_>) -> Painted {
                self.draw(canvas)
            }
        }
    )*};
}

pictures!(percentiles, bars, lines, rows, scatter, heat, panels, steps, stack);

/// Puts everything of a plot in its place, in the room that it has.
fn layout<'a>(plot: &'a Plot, references: &'a [Reference], room: &Room<'_>) -> Box<dyn Picture + 'a> {
    match plot {
        Plot::Percentiles(data) => Box::new(percentiles::Layout::new(data, references, room)),
        Plot::Bars(data) => Box::new(bars::Layout::new(data, references, room)),
        Plot::Lines(data) => Box::new(lines::Layout::new(data, references, room)),
        Plot::Rows(data) => Box::new(rows::Layout::new(data, references, room)),
        Plot::Scatter(data) => Box::new(scatter::Layout::new(data, references, room)),
        Plot::Heat(data) => Box::new(heat::Layout::new(data, room)),
        Plot::Steps(data) => Box::new(steps::Layout::new(data, references, room)),
        Plot::Stack(data) => Box::new(stack::Layout::new(data, references, room)),
        Plot::Panels(data) => Box::new(panels::Layout::new(data, references, room)),
    }
}

fn picture(chart: &Chart<'_>, form: Form) -> String {
    let height = if matches!(chart.plot, Plot::Bars(_)) { bars::HEIGHT } else { beside::HEIGHT };
    let layout = layout(&chart.plot, &chart.references, &Room::whole(height, chart.voice));
    let (width, height) = (frame::WIDTH, layout.height().ceil());
    let mut out = String::new();
    open(&mut out, chart, (width, height), form);
    let canvas = Svg::new(&mut out, width, height).into_drawing_area();
    layout.draw(&canvas).and_then(|()| canvas.present()).expect("writing to a string does not fail");
    drop(canvas);
    out.push_str(if form == Form::Element { "</svg>" } else { "</svg>\n" });
    out
}

/// Writes all that comes before the picture itself.
fn open(out: &mut String, chart: &Chart<'_>, (width, height): (f64, f64), form: Form) {
    let mut id = String::new();
    escape(&mut id, &chart.id);
    let namespace = if form == Form::Element { "" } else { " xmlns=\"http://www.w3.org/2000/svg\"" };
    let margin = if form == Form::Element { 0.0 } else { MARGIN };
    let (width, height) = (width + 2.0 * margin, height + 2.0 * margin);
    let _ = write!(
        out,
        "<svg{namespace} class=\"chart\" viewBox=\"{0} {0} {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"graphics-document document\" aria-roledescription=\"chart\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-description\"><title id=\"{id}-title\">",
        0.0 - margin
    );
    escape(out, &chart.title);
    let _ = write!(out, "</title><desc id=\"{id}-description\">");
    escape(out, &chart.description);
    out.push_str("</desc>");
    match form {
        Form::Element => {}
        Form::File => out.extend(["<style>", STYLE, STANDALONE_STYLE, "</style>"]),
        Form::Flat => {
            let (sheet, paper) = (flat::sheet(), flat::paper());
            let size = format!("x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\"");
            *out += &format!("<style>{sheet}</style><rect {size} fill=\"{paper}\"/>");
        }
    }
}
