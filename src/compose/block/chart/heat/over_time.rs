//! `kind = "heat"` of single measurements: how many of each slice of a run's time took how long, a plot a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::chart::{Content, Mark, Pane, Plot, Stack, Tile};
use crate::compose::block::chart::data::{Cell, Data, Row};
use crate::compose::block::chart::stage::Stage;
use crate::compose::block::chart::{Plotted, describe, measurements, samples, sliced};
use crate::compose::block::measure::Measure;
use crate::diagnostic::Code;
use crate::expression::{Expression, Node, Selection};
use crate::figure::{Format, Role};
use crate::metrics::MetricStatistic;
use crate::model::Dimensions;
use crate::number;
use crate::samples::buckets::{self, Buckets};
use crate::settings::Keys;
use crate::source;
use crate::suite::{SECOND, Sliced, Suite};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// So many columns a picture has at most.
const COLUMNS: usize = 60;

/// So many rows each of one, two or three, and of more plots has at most.
const ROWS: [usize; 3] = [40, 24, 12];

/// Where more cells than that would have measurements, rows are wider: each is a figure that a page must hold.
const CELLS: usize = 600;

/// So many rows and columns the table has at most.
const TABLE: [usize; 2] = [20, 8];

const SECONDS: i64 = 1_000_000_000;

/// From when to when, in nanoseconds.
type Span = [i64; 2];

/// A run with its slices.
struct Run<'s> {
    key: Dimensions,
    /// Empty where there is only one.
    label: String,
    slices: Vec<&'s Sliced>,
}

/// What all cells have in common.
struct Map<'m> {
    measure: &'m Measure,
    selection: &'m Selection,
    unit: Unit,
    /// How many ticks the unit is.
    ticks: f64,
    runs: Vec<Run<'m>>,
    /// The bounds of its rows, in ticks.
    bounds: Vec<u64>,
}

/// A cell: a run by its place, a column, and a row by its bounds in ticks.
type Place = (usize, Span, [u64; 2]);

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = match keys.get("value") {
        Some(setting) => Measure::read(stage.context, setting)?,
        None => latency(keys.span("kind")),
    };
    let Some(selection) = measurements::selection(stage.suite, &measure) else {
        let message = "a heat map over time is of single measurements";
        let help = "write `value = \"latency\"`, or give two dimensions as `rows` and `columns`";
        stage.context.error(Code::BadValue, measure.expression.span, message, Some(help.to_owned()));
        return None;
    };
    let map = Map::of(stage, keys, &measure, selection)?;
    let every = map.every(COLUMNS);
    let (mut panes, mut cells) = (Vec::new(), BTreeMap::new());
    for index in 0..map.runs.len() {
        panes.push(map.pane(stage, index, every, &mut cells)?);
    }
    let widths = map.columns(every).iter().map(|[from, to]| to - from).max().into_iter();
    let slices: Vec<&Sliced> = map.runs.iter().flat_map(|run| run.slices.iter().copied()).collect();
    let summed = map.summed(stage, every, &cells);
    let drawn = map.table(&map.columns(every), &map.ranges(1), &cells);
    let notes = [sliced::marks_note(stage.suite, &slices, widths), say("note_cells")].into_iter();
    let (rows, columns) = (map.bounds.len() - 1, map.columns(every).len());
    let is_summed = summed.is_some().then(|| say("note_cells_summed").with("columns", columns).with("rows", rows));
    let quantity = measure.quantity(stage.suite);
    let shown = say("chart_heat_over_time").with("quantity", quantity).with("rows", rows).with("columns", columns);
    Some(Plotted {
        description: describe::sentences_of([shown].into_iter().chain(map.description(&panes))),
        notes: notes.chain(is_summed).collect(),
        table: match summed {
            Some(summed) => Data { whole: Some(Box::new(drawn)), ..summed },
            None => drawn,
        },
        plot: Plot::Stack(Stack {
            quantity: stage.say(&say("time_axis")),
            unit: Unit::named("s"),
            log: false,
            alike: true,
            panes,
        }),
    })
}

impl<'m> Map<'m> {
    fn of(stage: &Stage<'m, '_>, keys: &Keys<'_>, measure: &'m Measure, selection: &'m Selection) -> Option<Self> {
        let suite = stage.suite;
        let metric = &selection.metric;
        let is_of_metric = |run: &usize| suite.runs.get(*run).samples.contains_key(&metric.metric);
        let numbers: Vec<usize> = sliced::runs(stage).into_iter().filter(is_of_metric).collect();
        let by = stage.dimension(keys, "series");
        let runs = sliced::series(suite, &numbers, by.as_ref()).into_iter().map(|key| {
            let fits = |run: &&usize| suite.runs.get(**run).dimensions.have(&key);
            let slices = numbers.iter().filter(fits).flat_map(|run| suite.slices_of(*run)).collect();
            Run { label: stage.label(&key), key, slices }
        });
        let runs: Vec<Run<'m>> = runs.filter(|run: &Run<'_>| !run.slices.is_empty()).collect();
        let first = runs.iter().flat_map(|run| &run.slices).find_map(|slice| slice.buckets.as_ref());
        let Some(first) = first else {
            // What is wrong is what a figure of it would say.
            stage.format(measure, [Dimensions::new()]);
            return None;
        };
        let whole = MetricStatistic { metric: Arc::clone(&metric.metric), statistic: None };
        let unit = suite.shown(&whole, first.unit).unit;
        let ticks = (first.scale as f64 / first.unit.factor_to(unit)?).round().max(1.0);
        let most = ROWS[(runs.len() / 2).min(2)];
        let (ends, step) = extent(suite, &metric.metric, &runs);
        let mut map = Self { measure, selection, unit, ticks, runs, bounds: buckets::rows(ends, step, most) };
        let rows = |map: &Self| map.bounds.len() - 1;
        while map.cells() > CELLS && rows(&map) > TABLE[1] {
            map.bounds = buckets::rows(ends, step, rows(&map) - 1);
        }
        Some(map)
    }

    /// How many cells have measurements.
    fn cells(&self) -> usize {
        let every = self.every(COLUMNS);
        (0..self.runs.len()).map(|run| self.counts(run, [every, 1]).len()).sum()
    }

    /// How many slices are a column, so that no run has more columns than that.
    fn every(&self, most: usize) -> usize {
        self.runs.iter().map(|run| run.slices.len().div_ceil(most)).max().unwrap_or(1).max(1)
    }

    /// The columns of all runs, each of so many slices.
    fn columns(&self, every: usize) -> Vec<Span> {
        let all: BTreeSet<Span> =
            self.runs.iter().flat_map(|run| run.slices.iter().map(|slice| column(slice, every))).collect();
        all.into_iter().collect()
    }

    /// The rows, each of so many.
    fn ranges(&self, every: usize) -> Vec<[u64; 2]> {
        let rows = self.bounds[..self.bounds.len() - 1].chunks(every);
        let starts: Vec<u64> = rows.map(|rows| rows[0]).chain(self.bounds.last().copied()).collect();
        starts.windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// How many measurements of a run each cell has, of the cells that have any.
    fn counts(&self, run: usize, every: [usize; 2]) -> BTreeMap<(Span, [u64; 2]), u64> {
        let (mut counts, ranges) = (BTreeMap::new(), self.ranges(every[1]));
        for slice in &self.runs[run].slices {
            for (low, count) in slice.buckets.iter().flat_map(Buckets::counts) {
                let place = ranges.partition_point(|range| range[1] <= *low);
                if let Some(range) = ranges.get(place) {
                    *counts.entry((column(slice, every[0]), *range)).or_insert(0) += count;
                }
            }
        }
        counts
    }

    /// The plot of a run, whose cells are figures.
    fn pane(
        &self,
        stage: &mut Stage<'_, '_>,
        run: usize,
        every: usize,
        cells: &mut BTreeMap<Place, usize>,
    ) -> Option<Pane> {
        let mut tiles = Vec::new();
        for (span, range) in self.counts(run, [every, 1]).into_keys() {
            let words = Message::joined("comma", self.words(run, span, range));
            let drawn = stage.draw(&self.cell(range), &self.key(run, span), of_counts(), &stage.say(&words))?;
            cells.insert((run, span, range), drawn.figure);
            let [left, right] = span.map(|at| at as f64 / SECONDS as f64);
            let [low, high] = range.map(|bound| bound as f64 / self.ticks);
            // A logarithmic axis has no zero.
            let low = if low > 0.0 { low } else { high / 2.0 };
            tiles.push(Tile { left, right, low, high, mark: drawn.mark });
        }
        Some(Pane {
            label: self.runs[run].label.clone(),
            quantity: stage.quantity(self.measure),
            unit: self.unit,
            colour: stage.colour(&self.runs[run].key, run),
            content: Content::Tiles(stage.say(&say("number_of_samples")), tiles),
        })
    }

    /// What counts the measurements of a cell.
    fn cell(&self, range: [u64; 2]) -> Measure {
        let bounds = range.map(|bound| Quantity { value: bound as f64 / self.ticks, unit: self.unit });
        measurements::between(self.measure, self.selection, &bounds)
    }

    /// The dimensions of a column of a run: `second = 12`, or `second = 12..15` where it is of several slices.
    fn key(&self, run: usize, [from, to]: Span) -> Dimensions {
        let run = &self.runs[run];
        let [first, last] = [from, to].map(|at| at / SECONDS);
        let several = run.slices.iter().filter(|slice| (from..to).contains(&slice.axis[0])).count() > 1;
        let second = if several { format!("{first}..{last}") } else { first.to_string() };
        let mut key = run.key.clone();
        key.insert(SECOND.into(), second.into());
        key
    }

    /// What a cell is of.
    fn words(&self, run: usize, span: Span, range: [u64; 2]) -> impl Iterator<Item = Message> {
        let label = Some(&self.runs[run].label).filter(|label| !label.is_empty());
        label.map(Message::from).into_iter().chain([seconds(span), self.range(range)])
    }

    /// From which to which value, to three digits.
    fn range(&self, range: [u64; 2]) -> Message {
        let value = |bound: u64| bound as f64 / self.ticks;
        let [low, high] = range.map(value).map(|value| number::format(value, number::decimals_for(value, 9)));
        let symbol = format!("\u{a0}{}", self.unit);
        say("from_to_below").with("low", Message::Number(low)).with("high", Message::Number(high + &symbol))
    }

    /// The figures of the picture summed up, where it has more rows or columns than a reader would want in a table.
    fn summed(&self, stage: &mut Stage<'_, '_>, every: usize, cells: &BTreeMap<Place, usize>) -> Option<Data> {
        let of_time = every * self.columns(every).len().div_ceil(TABLE[0]);
        let of_values = (self.bounds.len() - 1).div_ceil((TABLE[1] / self.runs.len()).max(2));
        if of_time == every && of_values == 1 {
            return None;
        }
        let mut summed = BTreeMap::new();
        for run in 0..self.runs.len() {
            for ((span, range), _) in self.counts(run, [of_time, of_values]) {
                // A cell that is one of the picture's is the same figure.
                let figure = match cells.get(&(run, span, range)) {
                    Some(figure) => *figure,
                    None => self.figure(stage, (run, span, range))?,
                };
                summed.insert((run, span, range), figure);
            }
        }
        Some(self.table(&self.columns(of_time), &self.ranges(of_values), &summed))
    }

    /// A figure of the table only.
    fn figure(&self, stage: &mut Stage<'_, '_>, (run, span, range): Place) -> Option<usize> {
        let (cell, key) = (self.cell(range), self.key(run, span));
        let outcome = stage.evaluate(&cell, &key)?;
        let expression = cell.expression_for(stage.suite, &stage.within(&key));
        Some(stage.figure(Role::Value, outcome, expression, of_counts()))
    }

    /// A table with a row for each column of time. A cell without measurements is empty.
    fn table(&self, columns: &[Span], ranges: &[[u64; 2]], cells: &BTreeMap<Place, usize>) -> Data {
        let heads = || (0..self.runs.len()).flat_map(|run| ranges.iter().map(move |range| (run, *range)));
        let row = |span: &Span| Row {
            label: seconds(*span),
            cells: heads().map(|(run, range)| Cell::aside(cells.get(&(run, *span, range)).copied())).collect(),
        };
        Data {
            corner: say("second"),
            columns: heads().map(|(run, range)| samples::named(&self.runs[run].label, self.range(range))).collect(),
            rows: columns.iter().map(row).collect(),
            whole: None,
        }
    }

    /// Where the most and the slowest measurements of each run are.
    fn description(&self, panes: &[Pane]) -> Vec<Message> {
        let of_run = |(run, pane): (usize, &Pane)| {
            let Content::Tiles(_, tiles) = &pane.content else { return None };
            let counts = self.counts(run, [self.every(COLUMNS), 1]);
            let told = || counts.keys().zip(tiles);
            let most = told().max_by(|a, b| a.1.mark.value.total_cmp(&b.1.mark.value))?;
            let slowest = told().max_by_key(|((_, range), _)| range[0])?;
            let part = |key, ((span, range), tile): (&(Span, [u64; 2]), &Tile)| {
                let said = say(key).with("count", counted(&tile.mark));
                said.with("range", self.range(*range)).with("place", seconds(*span))
            };
            let both = Message::joined("semicolon", [part("cell_most", most), part("cell_slowest", slowest)]);
            let name = if pane.label.is_empty() { &pane.quantity } else { &pane.label };
            Some(describe::sentence(describe::labelled(name, both)))
        };
        panes.iter().enumerate().filter_map(of_run).collect()
    }
}

/// What is shown where the block does not say.
fn latency(span: source::Span) -> Measure {
    let metric = MetricStatistic { metric: "latency".into(), statistic: None };
    Measure::of(Expression { span, node: Node::Selection(Selection { metric, metric_span: span, items: Vec::new() }) })
}

/// How a count is written.
fn of_counts() -> Format {
    Format { unit: Unit::none(), decimals: Some(0) }
}

fn counted(mark: &Mark) -> Message {
    Message::Number(mark.text.clone())
}

/// The column that a slice is in, of so many slices.
fn column(slice: &Sliced, every: usize) -> Span {
    let [from, to] = slice.axis;
    let width = (to - from).saturating_mul(every as i64).max(1);
    let start = from.div_euclid(width) * width;
    [start, start.saturating_add(width)]
}

/// "12 to 15 s".
fn seconds(span: Span) -> Message {
    let [from, to] = span.map(|at| Message::Number((at / SECONDS).to_string()));
    say("seconds_range").with("from", from).with("to", to)
}

/// The smallest and the largest measurement of all runs, and how far apart measurements are at least, in ticks.
fn extent(suite: &Suite, metric: &Arc<str>, runs: &[Run<'_>]) -> ([u64; 2], u64) {
    let (mut ends, mut step) = ([u64::MAX, 0], u64::MAX);
    let numbers: BTreeSet<usize> = runs.iter().flat_map(|run| &run.slices).map(|slice| slice.run).collect();
    for set in numbers.into_iter().filter_map(|run| suite.runs.get(run).said.samples.get(metric)) {
        let ticks: Vec<u64> = set.buckets().into_iter().map(|(first, _)| first.ticks).collect();
        let apart = ticks.windows(2).map(|pair| pair[1].abs_diff(pair[0])).filter(|apart| *apart > 0).min();
        step = step.min(apart.unwrap_or(1));
        let [min, max] = [set.min(), set.max()].map(|end| end.map(|end| end.ticks));
        ends = [ends[0].min(min.unwrap_or(u64::MAX)), ends[1].max(max.unwrap_or(0))];
    }
    (ends, step)
}
