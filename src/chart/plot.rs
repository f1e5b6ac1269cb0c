//! What charts draw: data only, each mark with its link.

use crate::model::Percentile;
use crate::units::Unit;

/// What is drawn.
#[derive(Debug, Clone)]
pub enum Plot {
    /// Latency by percentile, on an axis that gives the tail its room.
    Percentiles(Percentiles),
    /// Bars from zero, in groups.
    Bars(Bars),
    /// Lines over numbers, releases or dates.
    Lines(Lines),
    /// Marks in rows: dots with ranges, before and after, ratios.
    Rows(Rows),
    /// One measure against another.
    Scatter(Scatter),
    /// Values by two dimensions.
    Heat(Heat),
    /// Several plots with one axis.
    Panels(Panels),
    /// Which share of samples is at or below a value.
    Steps(Steps),
    /// Small plots below each other with one x axis.
    Stack(Stack),
}

/// Which share of samples is at or below a value.
#[derive(Debug, Clone)]
pub struct Steps {
    /// What the x axis shows, such as "latency".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// Whether the x axis is logarithmic.
    pub log: bool,
    /// The series.
    pub series: Vec<StepSeries>,
}

/// The steps of one series.
#[derive(Debug, Clone)]
pub struct StepSeries {
    /// The label; empty where there is only one series.
    pub label: String,
    /// The number of its colour and shape, from 1.
    pub colour: usize,
    /// Each value with the share of samples at or below it, 0 to 1, in rising order.
    pub curve: Vec<(f64, f64)>,
    /// Samples that are marks, each with its share.
    pub marks: Vec<(f64, Mark)>,
}

/// Small plots below each other with one x axis.
#[derive(Debug, Clone)]
pub struct Stack {
    /// What the x axis shows, such as "latency" or "time".
    pub quantity: String,
    /// The unit of the x axis.
    pub unit: Unit,
    /// Whether the x axis is logarithmic.
    pub log: bool,
    /// Whether all plots have the same y axis.
    pub alike: bool,
    /// The plots, from top to bottom.
    pub panes: Vec<Pane>,
}

/// One of several plots below each other.
#[derive(Debug, Clone)]
pub struct Pane {
    /// What it is of; empty where that is said elsewhere.
    pub label: String,
    /// What its y axis shows, such as "number of samples".
    pub quantity: String,
    /// The unit of its y axis.
    pub unit: Unit,
    /// The number of its colour, from 1.
    pub colour: usize,
    /// What is drawn.
    pub content: Content,
}

/// What is drawn in one of several plots.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bars of a histogram.
    Bins(Vec<Bin>),
    /// Lines over time.
    Traces(Vec<Trace>),
    /// Cells whose colour is a count, of what is said first; the y axis is logarithmic.
    Tiles(String, Vec<Tile>),
}

/// A cell between two places on each axis.
#[derive(Debug, Clone)]
pub struct Tile {
    /// Where it begins and ends on the x axis.
    pub left: f64,
    /// Its right end.
    pub right: f64,
    /// Its lower end on the y axis, above 0.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How many there are in it.
    pub mark: Mark,
}

/// A bar of a histogram.
#[derive(Debug, Clone)]
pub struct Bin {
    /// Its lower end, which belongs to it.
    pub low: f64,
    /// Its upper end, which does not.
    pub high: f64,
    /// How many samples are in it.
    pub mark: Mark,
}

/// A line over time.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The label; empty where there is only one.
    pub label: String,
    /// The number of its colour, from 1.
    pub colour: usize,
    /// The marks in the order of their places; none where there is no value.
    pub spots: Vec<(f64, Option<Mark>)>,
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
    /// Whether the range is all that is known: the bar reaches from its one end to the other.
    pub spans: bool,
}

/// Lines of a value over places on an axis.
#[derive(Debug, Clone)]
pub struct Lines {
    /// What the value axis shows, such as "requests per second".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// The x axis.
    pub across: Across,
    /// Whether the value axis starts at zero.
    pub from_zero: bool,
    /// How ranges are drawn.
    pub ranges: Ranges,
    /// The lines.
    pub series: Vec<LineSeries>,
    /// The places before which something other than the value changed: lines end there and begin anew.
    pub breaks: Vec<usize>,
}

/// The x axis of lines.
#[derive(Debug, Clone)]
pub struct Across {
    /// What it shows, such as "connections".
    pub title: String,
    /// Whether it is logarithmic.
    pub log: bool,
    /// The places at which there may be marks, in rising order, each with its label.
    pub places: Vec<(f64, String)>,
}

/// How the ranges of marks on a line are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranges {
    /// As one band around the line.
    Bands,
    /// As a whisker at each mark.
    Whiskers,
    /// Not at all.
    Hidden,
}

/// One line.
#[derive(Debug, Clone)]
pub struct LineSeries {
    /// The label; empty where there is only one line.
    pub label: String,
    /// The number of its colour and shape, from 1.
    pub colour: usize,
    /// The marks, one for each place; none where there is no value.
    pub spots: Vec<Option<Spot>>,
    /// Changes that stand out, each with the place at which it is seen: figures of their own.
    pub changes: Vec<(usize, Mark)>,
}

/// Marks in rows along one value axis.
#[derive(Debug, Clone)]
pub struct Rows {
    /// What the value axis shows, such as "requests per second".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// Where the value axis starts.
    pub origin: Origin,
    /// What the marks of a row are.
    pub manner: Manner,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
}

/// Where a value axis starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// At zero.
    Zero,
    /// Below the smallest value, which the picture says.
    Fitted,
    /// Around one, where two things are equal.
    One,
}

/// What the marks of a row are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// A value with its range.
    Dots,
    /// Two values: what the hollow and the full mark are.
    Pairs(String, String),
    /// A value with an interval around it.
    Intervals,
    /// Five values: whisker, quartile, median, quartile, whisker; the repeats are samples beyond the whiskers.
    Boxes,
    /// A median, with the samples inside an outline of their density.
    Violins,
}

/// A row.
#[derive(Debug, Clone)]
pub enum Row {
    /// The name of the lanes below.
    Heading(String),
    /// Marks.
    Lane(Lane),
}

/// A row with marks.
#[derive(Debug, Clone)]
pub struct Lane {
    /// What the marks are of.
    pub label: String,
    /// The number of its colour and shape, from 1.
    pub colour: usize,
    /// The marks; none where there is no value.
    pub spots: Vec<Option<Spot>>,
    /// The single repeats behind a mark.
    pub repeats: Vec<Mark>,
    /// The density of the samples: values in rising order, each with its share of the highest density.
    pub outline: Vec<(f64, f64)>,
    /// What is printed at the end of the row.
    pub aside: Aside,
}

/// What is printed at the end of a row.
#[derive(Debug, Clone)]
pub enum Aside {
    /// A text.
    Text(String),
    /// The value of a spot of the row, and what follows it.
    Value {
        /// Which of the spots, from 0.
        spot: usize,
        /// What follows, such as `, n = 5`.
        and: String,
    },
    /// A figure of its own.
    Figure(Box<Mark>),
}

/// One measure against another.
#[derive(Debug, Clone)]
pub struct Scatter {
    /// From left to right.
    pub x: Dial,
    /// From bottom to top.
    pub y: Dial,
    /// The points.
    pub points: Vec<Point>,
    /// The points that none other beats in both, from left to right: they are joined.
    pub frontier: Vec<usize>,
    /// What one of the two values is missing for.
    pub missing: Vec<String>,
}

/// An axis of a measure.
#[derive(Debug, Clone)]
pub struct Dial {
    /// What it shows, such as "requests per second".
    pub quantity: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Where it starts.
    pub origin: Origin,
    /// Which way is better, in words; empty where neither is.
    pub better: String,
}

/// A point between two axes.
#[derive(Debug, Clone)]
pub struct Point {
    /// What it is of.
    pub label: String,
    /// The number of its colour and shape, from 1.
    pub colour: usize,
    /// Its value on the x axis, and the range of it.
    pub x: (f64, Option<(f64, f64)>),
    /// Its value on the y axis.
    pub spot: Spot,
}

/// Values by two dimensions, printed in coloured cells.
#[derive(Debug, Clone)]
pub struct Heat {
    /// What the values are, such as "requests per second".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// What the columns are, such as "connections".
    pub across: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows: name and one cell a column; none where there is no value.
    pub rows: Vec<(String, Vec<Option<Spot>>)>,
}

/// Several plots of one kind, bars or lines, beside each other with one axis.
#[derive(Debug, Clone)]
pub struct Panels {
    /// What the value axes show, such as "requests per second".
    pub quantity: String,
    /// The unit of all values.
    pub unit: Unit,
    /// The series of all plots: label and number of the colour.
    pub series: Vec<(String, usize)>,
    /// The plots, each with its name.
    pub panels: Vec<(String, Plot)>,
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
    /// What is printed behind the value where it was not measured: `≈`; empty where it was, and where a chart
    /// has no marks of another kind to set it apart from.
    pub sign: &'static str,
    /// What it is, in words: "Fiber, p99: 131.7 ms, write-fiber.json".
    pub title: String,
    /// Whether what leads to the figure leads here: it stands nowhere else on the page.
    pub is_anchor: bool,
}

/// A mark with what is known around it.
#[derive(Debug, Clone)]
pub struct Spot {
    /// The value and link.
    pub mark: Mark,
    /// The range over repeats, or an interval.
    pub range: Option<(f64, f64)>,
    /// Whether it was measured; what was estimated or claimed is drawn apart.
    pub firm: bool,
    /// Whether the range is all that is known: there is no mark between its ends.
    pub spans: bool,
}

impl Mark {
    /// The value as printed, with the sign behind it.
    pub fn printed(&self) -> String {
        format!("{}{}", self.text, self.sign)
    }
}

impl Plot {
    /// The unit of the value axis.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Percentiles(plot) => plot.unit,
            Self::Bars(plot) => plot.unit,
            Self::Lines(plot) => plot.unit,
            Self::Rows(plot) => plot.unit,
            Self::Scatter(plot) => plot.y.unit,
            Self::Heat(plot) => plot.unit,
            Self::Panels(plot) => plot.unit,
            Self::Steps(plot) => plot.unit,
            Self::Stack(plot) => plot.unit,
        }
    }
}
