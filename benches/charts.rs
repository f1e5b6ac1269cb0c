//! How fast charts are drawn and how many bytes they have, beside plotters' own SVG backend.
//!
//! ```console
//! $ cargo bench --bench charts               # a fifth of a second for each side of each chart
//! $ cargo bench --bench charts -- 2000       # 2 s
//! ```
//!
//! The charts are those whose golden files stand in `tests/charts`. Beside each, plotters draws the same marks: as
//! many lines, rectangles, circles and printed values, with a mesh, labels on both axes and a title, into a picture
//! of the same size. It makes no links, words or labels that keep off each other, which ours have. Both sides take
//! turns, and a median of rounds is told.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

#[path = "../tests/charts/cases.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod cases;
#[path = "../tests/charts/heat.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod heat;
#[path = "../tests/charts/lines.rs"]
mod lines;
#[path = "../tests/charts/panels.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod panels;
#[path = "../tests/charts/rows.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod rows;
#[path = "../tests/charts/samples.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod samples;
#[path = "../tests/charts/scatter.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod scatter;

use std::hint::black_box;
use std::time::{Duration, Instant};

use benchbook::chart::{self, At, Chart, Content, Lane, Mark, Plot, Row, Spot};
use plotters::prelude::*;

/// Rounds in which the two sides take turns.
const ROUNDS: usize = 7;

/// The kinds of chart, each with the golden file that is drawn.
const KINDS: [(&str, &str); 16] = [
    ("percentiles", "altair"),
    ("bars", "kruda"),
    ("lines", "lines-concurrency"),
    ("trend", "trend"),
    ("dots", "dots-rounds"),
    ("dumbbell", "dumbbell"),
    ("forest", "forest"),
    ("box", "box"),
    ("violin", "violin"),
    ("scatter", "scatter"),
    ("heat", "heat"),
    ("histogram", "histogram"),
    ("ecdf", "ecdf"),
    ("timeline", "timeline"),
    ("split lines", "panels-lines"),
    ("split bars", "panels-bars"),
];

fn main() {
    let milliseconds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(200);
    let time = Duration::from_millis(milliseconds) / ROUNDS as u32;
    let charts: Vec<Chart> = (cases::all().into_iter())
        .chain(lines::all())
        .chain(rows::all())
        .chain(scatter::all())
        .chain(heat::all())
        .chain(panels::all())
        .chain(samples::all())
        .collect();
    println!(
        "{:12} {:>7} {:>9} {:>9} {:>6} {:>8} {:>8} {:>6}",
        "kind", "marks", "charts/s", "plotters", "ratio", "bytes", "plotters", "ratio"
    );
    let mut ratios = Vec::new();
    for (kind, id) in KINDS {
        let chart = charts.iter().find(|chart| chart.id == id).expect("each kind has a golden file");
        let shapes = Shapes::of(&chart.plot);
        let height = height(&chart::svg(chart));
        let (own, other) = (|| chart::svg(chart).len(), || shapes.draw(height, &chart.title).len());
        let mut rates = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            rates[0].push(rate(time, own));
            rates[1].push(rate(time, other));
        }
        let [ours, theirs] = rates.map(median);
        let (bytes, stock) = (own() as f64, other() as f64);
        ratios.push(ours / theirs);
        println!(
            "{kind:12} {:>7} {ours:>9.0} {theirs:>9.0} {:>6.2} {bytes:>8.0} {stock:>8.0} {:>6.2}",
            shapes.marks,
            ours / theirs,
            bytes / stock
        );
    }
    println!("median of the ratios of charts per second: {:.2}", median(ratios));
}

/// How often something is done in a second.
fn rate(time: Duration, draw: impl Fn() -> usize) -> f64 {
    let (started, mut count) = (Instant::now(), 0_u32);
    while started.elapsed() < time {
        black_box(draw());
        count += 1;
    }
    f64::from(count) / started.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The height that an SVG states.
fn height(svg: &str) -> u32 {
    let stated = svg.split(" height=\"").nth(1).and_then(|rest| rest.split('"').next());
    stated.and_then(|height| height.parse().ok()).expect("a chart states its height")
}

type Point = (f64, f64);

/// What a chart draws, as plotters has it.
#[derive(Default)]
struct Shapes {
    /// How many marks the chart has.
    marks: usize,
    lines: Vec<Vec<Point>>,
    rectangles: Vec<[Point; 2]>,
    circles: Vec<Point>,
    texts: Vec<(Point, String)>,
}

impl Shapes {
    fn of(plot: &Plot) -> Self {
        let mut shapes = Self::default();
        shapes.add(plot);
        shapes
    }

    fn add(&mut self, plot: &Plot) {
        match plot {
            Plot::Percentiles(data) => {
                for series in &data.series {
                    let x = |at: &At| match at {
                        At::Percentile(percentile) => -(1.0 - percentile.percent() / 100.0).log10(),
                        At::Max => 4.0,
                    };
                    // The axis of the values is logarithmic.
                    let at: Vec<Point> = series.points.iter().map(|(at, mark)| (x(at), mark.value.log10())).collect();
                    self.circles.extend(&at);
                    self.marks += at.len();
                    self.named(at.last(), &series.label, series.points.last().map(|(_, mark)| mark));
                    self.lines.push(at);
                }
            }
            Plot::Lines(data) => {
                for series in &data.series {
                    let places = data.across.places.iter().zip(&series.spots);
                    let known = places.filter_map(|((x, _), spot)| Some((*x, spot.as_ref()?)));
                    let known: Vec<(f64, &Spot)> = known.collect();
                    known.iter().for_each(|(x, spot)| self.spot(*x, spot));
                    let at: Vec<Point> = known.iter().map(|(x, spot)| (*x, spot.mark.value)).collect();
                    self.named(at.last(), &series.label, known.last().map(|(_, spot)| &spot.mark));
                    self.lines.push(at);
                }
            }
            Plot::Bars(data) => {
                let bars = data.groups.iter().flat_map(|(_, bars)| bars.iter().flatten());
                for (index, bar) in bars.enumerate() {
                    let (y, value) = (index as f64, bar.mark.value);
                    self.rectangles.push([(0.0, y - 0.4), (value, y + 0.4)]);
                    self.lines.extend(bar.range.map(|(low, high)| vec![(low, y), (high, y)]));
                    self.texts.push(((value, y), bar.mark.printed()));
                    self.marks += 1;
                }
            }
            Plot::Rows(data) => {
                for (index, row) in data.rows.iter().enumerate() {
                    match row {
                        Row::Heading(name) => self.texts.push(((0.0, index as f64), name.clone())),
                        Row::Lane(lane) => self.lane(index as f64, lane),
                    }
                }
            }
            Plot::Scatter(data) => {
                for point in &data.points {
                    self.spot(point.x.0, &point.spot);
                    self.texts.push(((point.x.0, point.spot.mark.value), point.label.clone()));
                }
            }
            Plot::Heat(data) => {
                for (y, (_, spots)) in data.rows.iter().enumerate() {
                    for (x, spot) in spots.iter().enumerate().filter_map(|(x, spot)| Some((x as f64, spot.as_ref()?))) {
                        self.rectangles.push([(x, y as f64), (x + 1.0, y as f64 + 1.0)]);
                        self.texts.push(((x, y as f64), spot.mark.text.clone()));
                        self.marks += 1;
                    }
                }
            }
            Plot::Steps(data) => {
                for series in &data.series {
                    self.lines.push(series.curve.clone());
                    self.circles.extend(series.marks.iter().map(|(share, mark)| (mark.value, *share)));
                    self.marks += series.marks.len();
                }
            }
            Plot::Stack(data) => data.panes.iter().for_each(|pane| self.content(&pane.content)),
            Plot::Panels(data) => data.panels.iter().for_each(|(_, plot)| self.add(plot)),
        }
    }

    fn content(&mut self, content: &Content) {
        match content {
            Content::Bins(bins) => {
                self.rectangles.extend(bins.iter().map(|bin| [(bin.low, 0.0), (bin.high, bin.mark.value)]));
                self.marks += bins.len();
            }
            Content::Tiles(_, tiles) => {
                self.rectangles.extend(tiles.iter().map(|tile| [(tile.left, tile.low), (tile.right, tile.high)]));
                self.marks += tiles.len();
            }
            Content::Traces(traces) => {
                for trace in traces {
                    let known = trace.spots.iter().filter_map(|(x, mark)| Some((*x, mark.as_ref()?.value)));
                    let at: Vec<Point> = known.collect();
                    self.circles.extend(&at);
                    self.marks += at.len();
                    self.lines.push(at);
                }
            }
        }
    }

    fn lane(&mut self, y: f64, lane: &Lane) {
        self.texts.push(((0.0, y), lane.label.clone()));
        for spot in lane.spots.iter().flatten() {
            self.circles.push((spot.mark.value, y));
            self.lines.extend(spot.range.map(|(low, high)| vec![(low, y), (high, y)]));
            self.marks += 1;
        }
        self.circles.extend(lane.repeats.iter().map(|mark| (mark.value, y)));
        self.marks += lane.repeats.len();
        if !lane.outline.is_empty() {
            self.lines.push(lane.outline.clone());
        }
        if let chart::Aside::Text(text) = &lane.aside {
            self.texts.push(((0.0, y), text.clone()));
        }
    }

    fn spot(&mut self, x: f64, spot: &Spot) {
        self.circles.push((x, spot.mark.value));
        self.lines.extend(spot.range.map(|(low, high)| vec![(x, low), (x, high)]));
        self.marks += 1;
    }

    fn named(&mut self, at: Option<&Point>, name: &str, last: Option<&Mark>) {
        self.texts.extend(at.zip(last).map(|(at, mark)| (*at, format!("{name} {}", mark.printed()))));
    }

    /// Draws all of it with plotters' own backend.
    fn draw(&self, height: u32, title: &str) -> String {
        let mut svg = String::new();
        self.paint(&mut svg, height, title).expect("writing to a string does not fail");
        svg
    }

    fn paint(&self, svg: &mut String, height: u32, title: &str) -> Result<(), Box<dyn std::error::Error>> {
        let rectangles = self.rectangles.iter().flatten();
        let all = || self.lines.iter().flatten().chain(&self.circles).chain(rectangles.clone());
        let extent = |of: fn(&Point) -> f64| {
            let values = || all().map(of).filter(|value| value.is_finite());
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (bottom, top)) = (extent(|point| point.0), extent(|point| point.1));
        let root = SVGBackend::with_string(svg, (760, height)).into_drawing_area();
        let mut builder = ChartBuilder::on(&root);
        builder.caption(title, ("sans-serif", 12)).x_label_area_size(24).y_label_area_size(48);
        let mut chart = builder.build_cartesian_2d(left..right, bottom..top)?;
        // Ours has no lines between its ticks either.
        chart.configure_mesh().light_line_style(TRANSPARENT).draw()?;
        for line in &self.lines {
            chart.draw_series([PathElement::new(line.clone(), BLUE)])?;
        }
        chart.draw_series(self.rectangles.iter().map(|corners| Rectangle::new(*corners, BLUE.filled())))?;
        chart.draw_series(self.circles.iter().map(|at| Circle::new(*at, 4, BLUE.filled())))?;
        chart.draw_series(self.texts.iter().map(|(at, text)| Text::new(text.clone(), *at, ("sans-serif", 12))))?;
        root.present()?;
        drop(chart);
        drop(root);
        Ok(())
    }
}
