//! Charts as values, and as SVG drawn with plotters through a backend of our own.
//!
//! A chart knows nothing of suites or pages: what it draws, it is given, each mark with its link.
//! The SVG carries classes and CSS variables in place of colours, so that one picture serves light
//! and dark, and a stand-alone file brings its own style sheet.

mod plot;
mod text;
mod labels;
mod axis;
mod role;
mod caption;
mod backend;
mod marker;
mod legend;
mod frame;
mod line;
mod tail;
mod beside;
mod percentiles;
mod changes;
mod lines;
mod lanes;
mod rows;
mod scatter;
mod heat;
mod slots;
mod groups;
mod bars;

use std::fmt::Write;

use plotters::drawing::IntoDrawingArea;

use self::backend::{Canvas, Painted, Svg, escape};

pub use self::plot::{
    Across, Aside, At, Bar, Bars, Dial, Heat, Lane, LineSeries, Lines, Manner, Mark, Origin, PercentileSeries,
    Percentiles, Plot, Point, Ranges, Row, Rows, Scatter, Spot,
};

/// A chart, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The anchor, by which parts of the SVG are named.
    pub id: String,
    /// The title, for readers who do not see the picture.
    pub title: String,
    /// What the picture shows, in words.
    pub description: String,
    /// What is drawn.
    pub plot: Plot,
    /// Lines across the plot at a given value.
    pub references: Vec<Reference>,
}

/// A line across the plot.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Where, in the chart's unit.
    pub value: f64,
    /// Its label.
    pub label: String,
}

/// The style of charts: a part of the theme's style sheet, and embedded in stand-alone charts.
pub const STYLE: &str = include_str!("../static/assets/chart.css");

/// What only a stand-alone chart needs: paper of its own.
const STANDALONE_STYLE: &str = ":root{color-scheme:light dark;background:var(--chart-paper)}\n";

/// The paper around a stand-alone chart, in pixels.
const MARGIN: f64 = 16.0;

/// The chart as an element of a page that has [`STYLE`] in its style sheet.
pub fn svg(chart: &Chart) -> String {
    picture(chart, false)
}

/// The chart as a file beside its page, `index.html`.
pub fn standalone(chart: &Chart) -> String {
    // A link to an anchor of the page must name the page when it is followed from another file.
    picture(chart, true).replace("\" href=\"#", "\" href=\"index.html#")
}

fn picture(chart: &Chart, standalone: bool) -> String {
    match &chart.plot {
        Plot::Percentiles(data) => {
            let layout = percentiles::Layout::new(data, &chart.references);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
        Plot::Bars(data) => {
            let layout = bars::Layout::new(data, &chart.references);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
        Plot::Lines(data) => {
            let layout = lines::Layout::new(data, &chart.references);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
        Plot::Rows(data) => {
            let layout = rows::Layout::new(data, &chart.references);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
        Plot::Scatter(data) => {
            let layout = scatter::Layout::new(data, &chart.references);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
        Plot::Heat(data) => {
            let layout = heat::Layout::new(data);
            write_picture(chart, standalone, layout.height, |canvas| layout.draw(canvas))
        }
    }
}

fn write_picture(chart: &Chart, standalone: bool, height: f64, draw: impl Fn(&Canvas<'_>) -> Painted) -> String {
    let (width, height) = (frame::WIDTH, height.ceil());
    let mut out = String::new();
    open(&mut out, chart, (width, height), standalone);
    let canvas = Svg::new(&mut out, width, height).into_drawing_area();
    draw(&canvas).and_then(|()| canvas.present()).expect("writing to a string does not fail");
    drop(canvas);
    out.push_str(if standalone { "</svg>\n" } else { "</svg>" });
    out
}

/// Writes all that comes before the picture itself.
fn open(out: &mut String, chart: &Chart, (width, height): (f64, f64), standalone: bool) {
    let mut id = String::new();
    escape(&mut id, &chart.id);
    let namespace = if standalone { " xmlns=\"http://www.w3.org/2000/svg\"" } else { "" };
    let margin = if standalone { MARGIN } else { 0.0 };
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
    if standalone {
        let _ = write!(out, "<style>{STYLE}{STANDALONE_STYLE}</style>");
    }
}
