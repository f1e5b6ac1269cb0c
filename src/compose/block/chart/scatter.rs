//! `kind = "scatter"`: one measure against another, a mark for each key.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::data::{self, Cell, Data};
use super::stage::{Stage, range_of};
use super::{Plotted, describe};
use crate::chart::{Dial, Origin, Plot, Point, Scatter};
use crate::compose::block::measure::{Measure, single};
use crate::compose::block::named_dimension;
use crate::diagnostic::Code;
use crate::figure::{Format, Role};
use crate::metrics::Better;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// The two measures.
struct Pair {
    x: Measure,
    y: Measure,
    formats: [Format; 2],
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let x = stage.measure(keys, "x", "rps")?;
    let y = stage.measure(keys, "y", "p99")?;
    let by = named(stage, keys)?;
    let all: BTreeSet<Dimensions> = [&x, &y].into_iter().flat_map(|measure| stage.keys_by(measure, &by)).collect();
    let mut all: Vec<Dimensions> = all.into_iter().collect();
    all.sort_by(|a, b| stage.suite.vocabulary.compare(a, b));
    let formats = [stage.format(&x, all.iter().cloned())?, stage.format(&y, all.iter().cloned())?];
    let origin = if keys.bool("zero").unwrap_or(true) { Origin::Zero } else { Origin::Fitted };
    let pair = Pair { x, y, formats };
    let (mut points, mut rows, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for key in &all {
        let (point, cells) = pair.point(stage, key);
        rows.push(data::Row { label: stage.label(key).into(), cells });
        match point {
            Some(point) => points.push(point),
            None => missing.push(stage.label(key)),
        }
    }
    let better = [pair.x.better(stage.suite, formats[0].unit), pair.y.better(stage.suite, formats[1].unit)];
    let frontier = if keys.bool("frontier").unwrap_or(false) { frontier(&points, better) } else { Vec::new() };
    let [across, up] = [(&pair.x, 0), (&pair.y, 1)].map(|(measure, index)| Dial {
        quantity: stage.quantity(measure),
        unit: formats[index].unit,
        origin,
        better: words(better[index]).map_or(String::new(), |better| stage.say(&better)),
    });
    Some(Plotted {
        description: description(&points, [&pair.x, &pair.y].map(|measure| measure.quantity(stage.suite))),
        notes: notes(&points, &frontier),
        table: Data {
            whole: None,
            corner: by.iter().map(|name| stage.head(Some(name))).collect::<Vec<_>>().join(" · ").into(),
            columns: [&pair.x, &pair.y].map(|measure| measure.label(stage.suite)).into(),
            rows,
        },
        plot: Plot::Scatter(Scatter { x: across, y: up, points, frontier, missing }),
    })
}

/// `points = "server"`, or a list: the dimensions of which each combination is a point.
fn named(stage: &Stage<'_, '_>, keys: &Keys<'_>) -> Option<Vec<Arc<str>>> {
    let asked = keys.strings("points");
    if asked.is_empty() {
        let help = Some("add `points = \"framework\"`, the name of a dimension, or a list of such names".to_owned());
        stage.context.error(Code::MissingKey, keys.span("kind"), "a chart of the kind `scatter` needs `points`", help);
        return None;
    }
    asked.iter().map(|(name, span)| named_dimension(stage.context, stage.suite, name, *span)).collect()
}

impl Pair {
    /// A point with the cells of its row; none when one of its values is missing.
    fn point(&self, stage: &mut Stage<'_, '_>, key: &Dimensions) -> (Option<Point>, Vec<Cell>) {
        let label = stage.label(key);
        let x = stage.evaluate_in(&self.x, key, self.formats[0].unit).and_then(|outcome| {
            let value = single(&outcome, self.formats[0].unit)?;
            let range = range_of(stage.suite, &outcome, self.formats[0].unit);
            let expression = self.x.expression_for(stage.suite, &stage.within(key));
            Some((value, range, stage.figure(Role::Value, outcome, expression, self.formats[0])))
        });
        let (x_label, y_label) = (stage.name(&self.x), stage.name(&self.y));
        let words = match &x {
            Some((_, _, figure)) => {
                format!("{label}, {x_label} {}, {y_label}", stage.desk.figures.list[*figure].text)
            }
            None => format!("{label}, {y_label}"),
        };
        let y = stage.draw(&self.y, key, self.formats[1], &words);
        let cells = vec![Cell::of(x.as_ref().map(|x| x.2)), Cell::of(y.as_ref().map(|y| y.figure))];
        let point = x.zip(y).map(|((value, range, _), drawn)| {
            let own = range_of(stage.suite, &drawn.outcome, self.formats[1].unit);
            Point { label, colour: stage.colour(key, 0), x: (value, range), spot: stage.spot(drawn, own) }
        });
        (point, cells)
    }
}

/// Which way is better, in words.
fn words(better: Better) -> Option<Message> {
    match better {
        Better::Higher => Some(say("higher_is_better")),
        Better::Lower => Some(say("lower_is_better")),
        Better::Neither => None,
    }
}

/// The points that no other beats in both measures, from left to right; what was not measured never
/// ranks among what was.
fn frontier(points: &[Point], better: [Better; 2]) -> Vec<usize> {
    let [Some(across), Some(up)] = better.map(sign) else { return Vec::new() };
    let at = |point: &Point| (point.x.0 * across, point.spot.mark.value * up);
    let beats = |one: &Point, other: &Point| {
        let (one, other) = (at(one), at(other));
        one.0 >= other.0 && one.1 >= other.1 && one != other
    };
    let firm = || points.iter().enumerate().filter(|(_, point)| point.spot.firm);
    let mut best: Vec<usize> =
        firm().filter(|(_, point)| !firm().any(|(_, other)| beats(other, point))).map(|(index, _)| index).collect();
    best.sort_by(|a, b| points[*a].x.0.total_cmp(&points[*b].x.0));
    best
}

fn sign(better: Better) -> Option<f64> {
    match better {
        Better::Higher => Some(1.0),
        Better::Lower => Some(-1.0),
        Better::Neither => None,
    }
}

fn notes(points: &[Point], frontier: &[usize]) -> Vec<Message> {
    let mut notes = Vec::new();
    if points.iter().any(|point| point.spot.range.is_some() || point.x.1.is_some()) {
        notes.push(say("note_thin_ranges"));
    }
    if frontier.len() > 1 {
        notes.push(say("note_frontier"));
    }
    notes.extend(describe::hollow(points.iter().map(|point| &point.spot)));
    notes
}

fn description(points: &[Point], [across, up]: [Message; 2]) -> Message {
    let marks: Vec<_> = points.iter().map(|point| (Message::from(&point.label), &point.spot.mark)).collect();
    let shown = say("chart_scatter").with("n", points.len()).with("up", up).with("across", across);
    shown.with("extremes", describe::extremes(&marks))
}
