//! Charts as values, and as SVG drawn with plotters through a backend of our own.
//!
//! A chart knows nothing of suites or pages: what it draws, it is given, each mark with its link.
//! The SVG carries classes and CSS variables in place of colours, so that one picture serves light
//! and dark, and a stand-alone file brings its own style sheet.

pub mod axis;
pub mod backend;
pub mod bars;
pub mod labels;
pub mod percentiles;

use crate::model::Percentile;
use crate::units::Unit;

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

/// What is drawn.
#[derive(Debug, Clone)]
pub enum Plot {
    /// Latency by percentile, on an axis that gives the tail its room.
    Percentiles(Percentiles),
    /// Bars from zero, in groups.
    Bars(Bars),
}

/// Lines of latency by percentile.
#[derive(Debug, Clone)]
pub struct Percentiles {
    /// What the value axis shows, such as "latency".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// The lines.
    pub series: Vec<PercentileSeries>,
}

/// One line.
#[derive(Debug, Clone)]
pub struct PercentileSeries {
    /// The label.
    pub label: String,
    /// The number of its colour and shape, from 1.
    pub colour: usize,
    /// The marks, in the order of percentiles.
    pub points: Vec<(At, Mark)>,
    /// A finer line (percent, value) behind the marks, when the tool gives one.
    pub spectrum: Vec<(f64, f64)>,
}

/// Where on the percentile axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// A percentile.
    Percentile(Percentile),
    /// The largest measurement, one step beyond the last percentile.
    Max,
}

/// Bars in groups.
#[derive(Debug, Clone)]
pub struct Bars {
    /// What the value axis shows, such as "requests per second".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// The series, in order: label and number of the colour.
    pub series: Vec<(String, usize)>,
    /// The groups, each with one bar a series; none where there is no value.
    pub groups: Vec<(String, Vec<Option<Bar>>)>,
}

/// One bar.
#[derive(Debug, Clone)]
pub struct Bar {
    /// The bar's value and link.
    pub mark: Mark,
    /// The range over repeats, drawn as a whisker.
    pub range: Option<(f64, f64)>,
}

/// A data mark: a value that leads to its evidence.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The figure's id, as in `figures.json`.
    pub figure: String,
    /// Where it leads, relative to the page.
    pub href: String,
    /// The value, in the chart's unit.
    pub value: f64,
    /// The value as printed.
    pub text: String,
    /// What it is, in words: "Fiber, p99: 131.7 ms, write-fiber.json".
    pub title: String,
}

/// A line across the plot.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Where, in the chart's unit.
    pub value: f64,
    /// Its label.
    pub label: String,
}
