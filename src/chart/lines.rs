//! Lines of a value over numbers, releases or dates.

use std::borrow::Cow;

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::axis::{Axis, Tick};
use super::backend::{Canvas, FONT_SIZE, Painted, paint, units};
use super::caption::Caption;
use super::field::Field;
use super::frame::{
    Frame, GAP, LINE, Room, draw_figure, draw_line, finite, left_ticks, tick_width, ticks_at, values_of, weeded,
};
use super::labels::Area;
use super::legend::ROW;
use super::line::{Dot, Line, Stroke};
use super::role::Role;
use super::tail::INSET;
use super::{Across, LineSeries, Lines, Ranges, Reference, Spot, beside, changes, text};
use crate::number;
use crate::words::{Voice, say};

/// The widest label of a place on the x axis, in pixels.
const PLACE: f64 = 110.0;

/// The ratio of largest to smallest value from which an axis is logarithmic: the shape of a curve is
/// read most easily from zero.
const WIDE: f64 = 100.0;

/// A chart of lines with everything in its place.
pub(super) struct Layout<'a> {
    field: Field<'a>,
    /// Changes that stand out, beside the marks at which they are seen.
    changes: Vec<changes::Placed<'a>>,
    /// Where lines are broken, along the axis.
    breaks: Vec<f64>,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Lines, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let lines: Vec<Line<'a>> = data.series.iter().map(|series| line(data, series)).collect();
        let named = data.series.iter().zip(&lines);
        let labels: Vec<Caption> = named.map(|(series, line)| beside::label(&series.label, line, room.voice)).collect();
        let frame = frame(data, &lines, &references, &labels, room);
        let mut changes = Vec::new();
        let field = Field::new(room, frame, lines, labels, &references, |frame, lines, obstacles| {
            changes = changes::place(data, frame, lines, obstacles);
        });
        changes.iter_mut().for_each(|(_, caption, _)| caption.y += field.frame.area.top);
        let captions = captions(data, &field.frame, room);
        let field = field.lettered(captions);
        Self { height: field.height, field, changes, breaks: broken(data).collect() }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let frame = &self.field.frame;
        for x in &self.breaks {
            let x = frame.at(*x, 0.0).0;
            draw_line(canvas, Role::Reference, (x, frame.area.top), (x, frame.area.bottom))?;
        }
        self.field.draw(canvas, Role::Guide)?;
        self.changes.iter().try_for_each(|(colour, caption, mark)| draw_figure(canvas, *colour, caption, mark))
    }
}

/// Where a place is along the axis, in the axis's own coordinate.
fn position(across: &Across, place: f64) -> f64 {
    if across.log { place.log10() } else { place }
}

/// A series in the plot's coordinates. A gap in its places is a gap in its line.
fn line<'a>(data: &Lines, series: &'a LineSeries) -> Line<'a> {
    let places = data.across.places.iter().map(|(at, _)| position(&data.across, *at));
    let drawable = |spot: &'a Option<Spot>| spot.as_ref().filter(|spot| spot.mark.value.is_finite());
    let known: Vec<(f64, Option<&Spot>)> = places.zip(series.spots.iter().map(drawable)).collect();
    let mut strokes = Vec::new();
    for run in unbroken(&known, &data.breaks) {
        if data.ranges == Ranges::Bands {
            strokes.extend(band(&run));
        }
        strokes.extend(run.windows(2).map(|pair| {
            let role = if pair.iter().all(|(_, spot)| spot.firm) { Role::Line } else { Role::Guess };
            Stroke { role, points: pair.iter().map(|(x, spot)| (*x, spot.mark.value)).collect() }
        }));
    }
    if data.ranges == Ranges::Whiskers {
        strokes.extend(known.iter().filter_map(|(x, spot)| whisker(*x, (*spot)?)));
    }
    let dot = |(x, spot): &(f64, Option<&'a Spot>)| spot.map(|spot| dot(*x, spot));
    Line { colour: series.colour, strokes: joined(strokes), marks: known.iter().filter_map(dot).collect(), label: None }
}

/// The runs of marks that a line goes through: it ends at a gap, and before a place that breaks it.
fn unbroken<'a>(known: &[(f64, Option<&'a Spot>)], breaks: &[usize]) -> Vec<Vec<(f64, &'a Spot)>> {
    let mut runs: Vec<Vec<(f64, &Spot)>> = vec![Vec::new()];
    for (place, (x, spot)) in known.iter().enumerate() {
        if spot.is_none() || breaks.contains(&place) {
            runs.push(Vec::new());
        }
        let last = runs.last_mut().expect("there is a run from the start");
        last.extend(spot.map(|spot| (*x, spot)));
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// Where along the axis the lines are broken: halfway between two places.
fn broken(data: &Lines) -> impl Iterator<Item = f64> {
    let at = |place: usize| data.across.places.get(place).map(|(at, _)| position(&data.across, *at));
    data.breaks.iter().filter_map(move |place| Some(f64::midpoint(at(place.checked_sub(1)?)?, at(*place)?)))
}

fn dot(x: f64, spot: &Spot) -> Dot<'_> {
    Dot { at: (x, spot.mark.value), mark: &spot.mark, role: if spot.firm { Role::Full } else { Role::Mark } }
}

/// The outline of the ranges of a run of marks: along the upper ends, and back along the lower.
fn band(run: &[(f64, &Spot)]) -> Option<Stroke> {
    let ends: Vec<(f64, f64, f64)> = run.iter().map(|(x, spot)| (*x, range(spot).0, range(spot).1)).collect();
    let wide = ends.len() > 1 && ends.iter().any(|(_, low, high)| high > low);
    let upper = ends.iter().map(|(x, _, high)| (*x, *high));
    let lower = ends.iter().rev().map(|(x, low, _)| (*x, *low));
    wide.then(|| Stroke { role: Role::Band, points: upper.chain(lower).collect() })
}

fn whisker(x: f64, spot: &Spot) -> Option<Stroke> {
    let (low, high) = range(spot);
    (high > low).then(|| Stroke { role: Role::Whisker, points: vec![(x, low), (x, high)] })
}

/// The range of a spot; one without a range has none beyond its value.
fn range(spot: &Spot) -> (f64, f64) {
    let value = spot.mark.value;
    spot.range.filter(|(low, high)| low.is_finite() && high.is_finite()).unwrap_or((value, value))
}

/// Strokes that go on where the last one ended become one.
fn joined(strokes: Vec<Stroke>) -> Vec<Stroke> {
    let mut joined: Vec<Stroke> = Vec::new();
    for stroke in strokes {
        match joined.last_mut() {
            Some(last)
                if last.role == stroke.role
                    && stroke.role == Role::Line
                    && last.points.last() == stroke.points.first() =>
            {
                last.points.extend(stroke.points.into_iter().skip(1));
            }
            _ => joined.push(stroke),
        }
    }
    joined
}

/// The plot, its top at 0, with room for labels on the right where they fit there.
fn frame(data: &Lines, lines: &[Line<'_>], references: &[&Reference], labels: &[Caption], room: &Room<'_>) -> Frame {
    let (height, labelled) = beside::height(room, labels.len());
    let drawn = lines.iter().flat_map(|line| line.points().into_iter().map(|(_, y)| y));
    let values: Vec<f64> = drawn.chain(values_of(references)).chain(room.shared()).collect();
    let y = match data.from_zero {
        true => Axis::wide(&values, WIDE, height, 46.0),
        false => Axis::fitted(&values, height, 46.0),
    };
    let y = y.in_notation(room.voice.notation());
    let left = tick_width(&y) + GAP + 1.0;
    let right = if labelled { beside::right_edge(room, labels) } else { room.width - 1.0 };
    let x = across(&data.across, right - left);
    Frame { area: Area { left, top: 0.0, right, bottom: height }, x, y, downwards: false }
}

/// The x axis, with ticks where marks are as far as their labels do not touch: the ends first.
fn across(across: &Across, length: f64) -> Axis {
    let tick = |(at, label): &(f64, String)| Tick {
        at: position(across, *at),
        label: text::shorten(&number::signed(label), FONT_SIZE, PLACE),
    };
    let ticks: Vec<Tick> = across.places.iter().map(tick).collect();
    let (low, high) = match (ticks.first(), ticks.last()) {
        (Some(first), Some(last)) => (first.at, last.at),
        _ => (0.0, 1.0),
    };
    // A single place is put in the middle.
    let inset = ticks.iter().map(|tick| text::width(&tick.label, FONT_SIZE) / 2.0).fold(INSET, f64::max);
    let air = if low == high { 0.5 } else { (high - low) * inset / (length - 2.0 * inset) };
    let mut axis = Axis::between(low - air, high + air, Vec::new());
    let by_weight: Vec<&Tick> = ticks.iter().take(1).chain(ticks.iter().skip(1).rev()).collect();
    axis.ticks = weeded(&axis, length, &by_weight);
    axis
}

/// The titles of both axes, tick labels, and the words for gaps.
fn captions(data: &Lines, frame: &Frame, room: &Room<'_>) -> Vec<Caption> {
    let Area { left, bottom, .. } = frame.area;
    let mut captions = vec![room.title(&data.quantity, data.unit, &frame.y)];
    captions.extend(left_ticks(frame));
    captions.extend(ticks_at(frame, bottom + ROW / 2.0 + 3.0));
    let scale = if data.across.log { format!(" {} →", room.voice.word("axis_log")) } else { " →".to_owned() };
    let across = text::shorten(&data.across.title, FONT_SIZE, room.width / 2.0) + &scale;
    let mut y = bottom + 1.5 * ROW + GAP;
    captions.push(Caption::new(Role::Title, across, HPos::Left, (left, y)));
    for gap in data.series.iter().filter_map(|series| gaps(data, series, room.voice)) {
        for line in text::wrap(&gap, FONT_SIZE, room.width - left - 1.0, 2) {
            y += LINE;
            captions.push(Caption::new(Role::Missing, line, HPos::Left, (left, y)));
        }
    }
    captions
}

/// "no data: Python at 64, 128".
fn gaps(data: &Lines, series: &LineSeries, voice: Voice<'_>) -> Option<String> {
    let places = data.across.places.iter().zip(&series.spots);
    let missing = places.filter(|(_, spot)| spot.is_none()).map(|((_, label), _)| number::signed(label));
    let missing: Vec<Cow<'_, str>> = missing.collect();
    let key = if series.label.is_empty() { "no_data_at" } else { "no_data_of_at" };
    let gaps = say(key).with("series", number::signed(&series.label).into_owned()).with("places", missing.join(", "));
    (!missing.is_empty()).then(|| voice.say(&gaps))
}

/// A zigzag at the foot of an axis that does not start at zero.
pub(super) fn draw_break(canvas: &Canvas<'_>, left: f64, bottom: f64) -> Painted {
    let steps = [(0.0, -16.0), (0.0, -11.0), (-4.0, -9.0), (4.0, -5.0), (0.0, -3.0), (0.0, 3.0)];
    let points = steps.map(|(x, y)| (units(left + x), units(bottom + y)));
    paint(canvas, |svg| svg.draw_path(points, &Role::Break.colour()))
}

#[cfg(test)]
mod tests {
    use super::super::Mark;
    use super::*;

    #[test]
    fn a_line_ends_at_a_gap_and_before_a_break() {
        let mark = |value| Mark {
            figure: String::new(),
            href: String::new(),
            value,
            title: String::new(),
            text: String::new(),
            sign: "",
            is_anchor: false,
        };
        let spots: Vec<Spot> =
            (0..6).map(|at| Spot { mark: mark(f64::from(at)), range: None, firm: true, spans: false }).collect();
        let known: Vec<(f64, Option<&Spot>)> =
            spots.iter().enumerate().map(|(at, spot)| (at as f64, Some(spot).filter(|_| at != 4))).collect();
        let places = |breaks: &[usize]| -> Vec<Vec<f64>> {
            unbroken(&known, breaks).into_iter().map(|run| run.into_iter().map(|(x, _)| x).collect()).collect()
        };
        assert_eq!(places(&[]), [vec![0.0, 1.0, 2.0, 3.0], vec![5.0]]);
        assert_eq!(places(&[2, 5]), [vec![0.0, 1.0], vec![2.0, 3.0], vec![5.0]]);
    }
}
