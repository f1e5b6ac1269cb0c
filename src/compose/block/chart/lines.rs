//! `kind = "lines"`: a value over a dimension of numbers, a line a series.

use std::sync::Arc;

use super::bars::joined;
use super::data::{self, Cell, Data, Part};
use super::stage::Stage;
use super::{Plotted, describe};
use crate::chart::{Across, LineSeries, Lines, Mark, Plot, Ranges, Spot};
use crate::compose::block::measure::Measure;
use crate::diagnostic::Code;
use crate::figure::Format;
use crate::model::Dimensions;
use crate::number;
use crate::settings::Keys;
use crate::units::Unit;
use crate::words::{Message, say};

/// What all marks of the lines are of.
pub(super) struct Course {
    pub(super) measure: Measure,
    /// The expression of ranges, when the block gives one.
    range: Option<Measure>,
    pub(super) format: Format,
    /// The keys of the places, in their order.
    pub(super) places: Vec<Dimensions>,
    /// The keys of the series.
    pub(super) series: Vec<Dimensions>,
    /// The places before which conditions changed.
    pub(super) breaks: Vec<usize>,
    /// The places whose values no longer stand: no change is told of them.
    pub(super) gone: Vec<usize>,
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let log = scale(stage, keys) == Some(true);
    let dimension = needed(stage, keys, "x", "connections")?;
    let course = Course::read(stage, keys, &dimension)?;
    let across = numbers(stage, keys, &course, &dimension, log)?;
    let drawing = Drawing { changes: false, ranges: None };
    draw(stage, keys, course, across, &dimension, &drawing)
}

/// How lines are drawn where the block does not say.
pub(super) struct Drawing {
    /// Whether changes that stand out are printed.
    pub(super) changes: bool,
    /// How ranges are drawn; as it fits where there is none.
    pub(super) ranges: Option<Ranges>,
}

/// A dimension that the chart cannot do without.
pub(super) fn needed(stage: &Stage<'_, '_>, keys: &Keys<'_>, key: &'static str, example: &str) -> Option<Arc<str>> {
    if !keys.has(key) {
        let kind = keys.string("kind").unwrap_or_default();
        let message = format!("a chart of the kind `{kind}` needs `{key}`");
        let help = Some(format!("add `{key} = \"{example}\"`, the name of a dimension"));
        stage.context.error(Code::MissingKey, keys.span("kind"), message, help);
    }
    stage.dimension(keys, key)
}

/// `scale = "log"`: whether it is logarithmic; none where the block does not say.
pub(super) fn scale(stage: &Stage<'_, '_>, keys: &Keys<'_>) -> Option<bool> {
    let scale = keys.string("scale");
    if let Some(other) = scale.as_deref().filter(|scale| !matches!(*scale, "log" | "linear")) {
        let help = Some("`linear` or `log`".to_owned());
        stage.context.error(Code::BadValue, keys.span("scale"), format!("`{other}` is no scale"), help);
    }
    scale.map(|scale| scale == "log")
}

impl Course {
    /// Understands what the marks are of.
    pub(super) fn read(stage: &Stage<'_, '_>, keys: &Keys<'_>, dimension: &Arc<str>) -> Option<Self> {
        let measure = stage.measure(keys, "value", "rps")?;
        let range = keys.get("range").and_then(|setting| Measure::read(stage.context, setting));
        let places = stage.keys_of(&measure, Some(dimension));
        let series = stage.dimension(keys, "series");
        let series = stage.keys_of(&measure, series.as_ref());
        let all = places.iter().flat_map(|place| series.iter().map(|key| joined(place, key))).collect::<Vec<_>>();
        let format = stage.format(&measure, all)?;
        Some(Self { measure, range, format, places, series, breaks: Vec::new(), gone: Vec::new() })
    }
}

/// The places of a dimension whose values are numbers.
fn numbers(
    stage: &Stage<'_, '_>,
    keys: &Keys<'_>,
    course: &Course,
    dimension: &Arc<str>,
    log: bool,
) -> Option<(Across, Vec<usize>)> {
    let mut places = Vec::new();
    let values: Vec<&str> = course.places.iter().map(|key| &*key[dimension]).collect();
    let labels: Vec<&str> = values.iter().map(|value| stage.suite.vocabulary.label(dimension, value)).collect();
    let found =
        numbers_in(&values).into_iter().zip(numbers_in(&labels)).map(|(of_value, of_label)| of_value.or(of_label));
    for (index, at) in found.enumerate() {
        let Some(at) = at.filter(|at| !log || *at > 0.0) else {
            let what = if log { "number above zero, which a logarithmic scale needs" } else { "number" };
            let message = format!("the value `{}` of `{dimension}` is no {what}", values[index]);
            let help = Some("use `kind = \"trend\"` for values in their own order".to_owned());
            stage.context.error(Code::BadValue, keys.span("x"), message, help);
            return None;
        };
        places.push((at, labels[index].to_owned(), index));
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let order = places.iter().map(|(_, _, index)| *index).collect();
    let places = places.into_iter().map(|(at, label, _)| (at, label)).collect();
    Some((Across { title: stage.head(Some(dimension)).to_lowercase(), log, places }, order))
}

/// The numbers that values of a dimension are, in base units: `64`, `c64`, `16KiB`, `1mb`, `-20`.
fn numbers_in(values: &[&str]) -> Vec<Option<f64>> {
    let start = |text: &str| {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        Some(if matches!(&text[..digits], "-" | "\u{2212}") { 0 } else { digits })
    };
    let numbers: Vec<&str> = values.iter().map(|text| start(text).map_or("", |start| &text[start..])).collect();
    let only = |text: &str| match &number::read(text).numbers[..] {
        [printed] => Some(printed.value * printed.unit.map_or(1.0, Unit::base_scale)),
        _ => None,
    };
    number::amounts(&numbers).into_iter().zip(&numbers).map(|(amount, text)| amount.or_else(|| only(text))).collect()
}

/// Draws the lines over places, which stand in the given order of the course's.
pub(super) fn draw(
    stage: &mut Stage<'_, '_>,
    keys: &Keys<'_>,
    mut course: Course,
    (across, order): (Across, Vec<usize>),
    dimension: &Arc<str>,
    drawing: &Drawing,
) -> Option<Plotted> {
    course.places = order.iter().map(|index| course.places[*index].clone()).collect();
    let from_zero = keys.bool("zero").unwrap_or(true);
    let wanted = ranges(stage, keys);
    let mut series = Vec::new();
    let mut rows: Vec<data::Row> =
        across.places.iter().map(|(_, label)| data::Row { label: label.into(), cells: Vec::new() }).collect();
    for (index, key) in course.series.iter().enumerate() {
        let (mut line, mut cells) = line(stage, &course, key, index);
        if drawing.changes {
            line.changes = changes(stage, &course, key, &line, &mut cells);
        }
        rows.iter_mut().zip(cells).for_each(|(row, cell)| row.cells.push(cell));
        series.push(line);
    }
    let quantity = stage.quantity(&course.measure);
    let columns = match &series[..] {
        [only] if only.label.is_empty() => vec![course.measure.label(stage.suite)],
        _ => series.iter().map(|line| Message::from(&line.label)).collect(),
    };
    let ranges = wanted.or(drawing.ranges).unwrap_or_else(|| fitting(&series));
    Some(Plotted {
        description: description(&series, &across, course.measure.quantity(stage.suite)),
        notes: notes(&series, ranges),
        table: Data { whole: None, corner: stage.head(Some(dimension)).into(), columns, rows },
        plot: Plot::Lines(Lines {
            quantity,
            unit: course.format.unit,
            across,
            from_zero,
            ranges,
            series,
            breaks: course.breaks,
        }),
    })
}

/// A line with the cells of its column.
fn line(stage: &mut Stage<'_, '_>, course: &Course, key: &Dimensions, index: usize) -> (LineSeries, Vec<Cell>) {
    let (mut spots, mut cells) = (Vec::new(), Vec::new());
    for place in &course.places {
        let both = joined(place, key);
        let drawn = stage.draw(&course.measure, &both, course.format, &stage.label(&both));
        let mut cell = Cell::of(drawn.as_ref().map(|drawn| drawn.figure));
        spots.push(drawn.map(|drawn| {
            let range = stage.spread(course.range.as_ref(), &course.measure, &both, &drawn, course.format);
            if let Some(range) = &range {
                cell.add(Part::Range, range.figure);
            }
            stage.spot(drawn, range.map(|range| range.ends))
        }));
        cells.push(cell);
    }
    (LineSeries { label: stage.label(key), colour: stage.colour(key, index), spots, changes: Vec::new() }, cells)
}

/// The least change that stands out between marks without ranges, in percent.
const STANDS_OUT: f64 = 5.0;

/// Changes from one mark to the next that stand out, also in the cells of the table: the ranges do
/// not overlap, or, where there are none, the values differ by more than a few percent.
fn changes(
    stage: &mut Stage<'_, '_>,
    course: &Course,
    key: &Dimensions,
    line: &LineSeries,
    cells: &mut [Cell],
) -> Vec<(usize, Mark)> {
    let spots = line.spots.iter().enumerate().filter(|(place, _)| !course.gone.contains(place));
    let known: Vec<(usize, &Spot)> = spots.filter_map(|(place, spot)| Some((place, spot.as_ref()?))).collect();
    let mut changes = Vec::new();
    for pair in known.windows(2) {
        let [(from, before), (to, after)] = pair else { continue };
        // Of a change across a break nobody can say what it is of.
        let is_across = course.breaks.iter().any(|place| from < place && place <= to);
        if is_across || !stands_out(before, after) {
            continue;
        }
        let [old, new] = [from, to].map(|place| joined(&course.places[*place], key));
        let change = say("change_from").with("from", stage.label(&course.places[*from]));
        let words = Message::joined("comma", [stage.label(&new).into(), change]);
        if let Some((figure, mark)) = stage.change(&course.measure, &old, &new, &stage.say(&words)) {
            cells[*to].add(Part::Change, figure);
            changes.push((*to, mark));
        }
    }
    changes
}

fn stands_out(before: &Spot, after: &Spot) -> bool {
    match (before.range, after.range) {
        (Some(old), Some(new)) => old.1 < new.0 || new.1 < old.0,
        _ => (after.mark.value / before.mark.value - 1.0).abs() * 100.0 > STANDS_OUT,
    }
}

/// `ranges = "bands"`; none where the chart may choose.
fn ranges(stage: &Stage<'_, '_>, keys: &Keys<'_>) -> Option<Ranges> {
    match keys.string("ranges")?.as_str() {
        "bands" => Some(Ranges::Bands),
        "whiskers" => Some(Ranges::Whiskers),
        "none" => Some(Ranges::Hidden),
        other => {
            let help = Some("`bands`, `whiskers` or `none`".to_owned());
            let message = format!("`{other}` is no way to draw ranges");
            stage.context.error(Code::BadValue, keys.span("ranges"), message, help);
            None
        }
    }
}

/// Bands where few lines have several marks, else whiskers.
fn fitting(series: &[LineSeries]) -> Ranges {
    let marks = series.iter().map(|line| line.spots.iter().flatten().count()).max().unwrap_or(0);
    if marks > 2 && series.len() <= 4 { Ranges::Bands } else { Ranges::Whiskers }
}

/// The spots of all lines.
fn spots(series: &[LineSeries]) -> impl Iterator<Item = &Spot> {
    series.iter().flat_map(|line| line.spots.iter().flatten())
}

fn notes(series: &[LineSeries], ranges: Ranges) -> Vec<Message> {
    let mut notes = Vec::new();
    if ranges != Ranges::Hidden && spots(series).any(|spot| spot.range.is_some()) {
        notes.push(say(if ranges == Ranges::Bands { "note_bands" } else { "note_range_whiskers" }));
    }
    if series.iter().any(|line| !line.changes.is_empty()) {
        notes.push(say("note_changes"));
    }
    notes.extend(describe::hollow(spots(series)));
    notes
}

/// What the lines show: where the highest and the lowest mark are.
fn description(series: &[LineSeries], across: &Across, quantity: Message) -> Message {
    let named = |line: &LineSeries, place: &str| {
        let place = format!("{} {}", across.title, number::signed(place));
        match line.label.as_str() {
            "" => Message::from(place),
            label => say("name_at_place").with("name", &*number::signed(label)).with("place", place),
        }
    };
    let marks: Vec<(Message, &Mark)> = series
        .iter()
        .flat_map(|line| line.spots.iter().zip(&across.places).map(move |(spot, (_, place))| (line, spot, place)))
        .filter_map(|(line, spot, place)| Some((named(line, place), &spot.as_ref()?.mark)))
        .collect();
    let shown = say("chart_lines").with("n", series.len()).with("quantity", quantity).with("over", &across.title);
    shown.with("extremes", describe::extremes(&marks))
}
