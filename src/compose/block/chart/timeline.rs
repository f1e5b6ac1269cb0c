//! `kind = "timeline"`: what a run did over its time, a small plot a value.

use std::sync::Arc;

use super::bars::joined;
use super::data::{self, Cell, Data};
use super::lines::needed;
use super::stage::Stage;
use super::{Plotted, describe, sliced};
use crate::chart::{Content, Mark, Pane, Plot, Stack, Trace};
use crate::compose::block::measure::Measure;
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::number;
use crate::settings::Keys;
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// A place in time with its key.
pub(super) type Place = (f64, Dimensions);

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measures: Vec<Measure> =
        keys.list("values").iter().filter_map(|setting| Measure::read(stage.context, setting)).collect();
    if !keys.has("over") && sliced::are_there(stage) {
        return sliced::plot(stage, keys, measures);
    }
    if !keys.has("over") && sliced::is_timeless(stage.suite) {
        sliced::report_timeless(stage, keys, "or give the dimension of time as `over`");
        return None;
    }
    let Some(first) = measures.first() else {
        let help = Some("add `values = [\"rps\", \"p95\"]`: each is a plot of its own".to_owned());
        let message = "a chart of the kind `timeline` needs `values`";
        stage.context.error(Code::MissingKey, keys.span("kind"), message, help);
        return None;
    };
    let over = needed(stage, keys, "over", "second")?;
    let by = stage.dimension(keys, "series");
    let series = stage.keys_of(first, by.as_ref());
    let unit = keys.string("unit").map_or(Unit::named("s"), |unit| Unit::named(&unit));
    let places = places(stage, keys, first, (&over, unit))?;
    let mut rows: Vec<data::Row> =
        places.iter().map(|(_, key)| data::Row { label: stage.label(key).into(), cells: Vec::new() }).collect();
    let (mut panes, mut columns, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for measure in &measures {
        let (pane, said) = pane(stage, measure, &series, (&places, &|_, _| true), (&mut rows, &mut columns))?;
        panes.push(pane);
        words.push(said);
    }
    let shown = say("chart_timeline").with("n", panes.len()).with("over", stage.head(Some(&over)).to_lowercase());
    Some(Plotted {
        description: describe::sentences_of([shown].into_iter().chain(words)),
        notes: Vec::new(),
        table: Data { whole: None, corner: stage.head(Some(&over)).into(), columns, rows },
        plot: Plot::Stack(Stack {
            quantity: stage.say(&title(&stage.head(Some(&over)))),
            unit,
            log: false,
            alike: false,
            panes,
        }),
    })
}

/// The values of the dimension of time as seconds from the first of a clock, or as they are.
fn places(
    stage: &Stage<'_, '_>,
    keys: &Keys<'_>,
    measure: &Measure,
    (over, unit): (&Arc<str>, Unit),
) -> Option<Vec<Place>> {
    let mut places: Vec<Place> = Vec::new();
    for key in stage.keys_of(measure, Some(over)) {
        let Some(at) = time_in(&key[over], unit) else {
            let message = format!("the value `{}` of `{over}` is no time", key[over]);
            let help = Some("times are numbers of seconds, such as `12`, `12 s` or `1700000012`".to_owned());
            stage.context.error(Code::BadValue, keys.span("over"), message, help);
            return None;
        };
        places.push((at, key));
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Seconds of a clock are counted from the first of them.
    let start = places.first().map_or(0.0, |(at, _)| if *at > CLOCK { *at } else { 0.0 });
    places.iter_mut().for_each(|(at, _)| *at -= start);
    Some(places)
}

/// The time that a value of a dimension is: in its own unit, or in that of the axis where it has none.
fn time_in(text: &str, unit: Unit) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let [printed] = &number::read(&text[start..]).numbers[..] else { return None };
    let sign = if matches!(&text[..start], "-" | "\u{2212}") { -1.0 } else { 1.0 };
    match printed.unit {
        Some(own) => Some(sign * Quantity { value: printed.value, unit: own }.to(unit)?.value),
        None => Some(sign * printed.value),
    }
}

/// What the x axis shows: the dimension without a unit in its name.
fn title(head: &str) -> Message {
    let name = head.split(" (").next().unwrap_or(head).to_lowercase();
    if matches!(name.as_str(), "second" | "seconds") { say("time_axis") } else { name.into() }
}

/// What is larger is not the time of a run but of a clock.
const CLOCK: f64 = 1e8;

/// One plot, with its cells and what it shows in words. At a place that a series does not have, its line goes on.
pub(super) fn pane(
    stage: &mut Stage<'_, '_>,
    measure: &Measure,
    series: &[Dimensions],
    (places, is_there): (&[Place], &dyn Fn(usize, usize) -> bool),
    (rows, columns): (&mut [data::Row], &mut Vec<Message>),
) -> Option<(Pane, Message)> {
    let both = |key: &Dimensions| places.iter().map(|(_, place)| joined(place, key)).collect::<Vec<_>>();
    let format = stage.format(measure, series.iter().flat_map(both))?;
    let (mut traces, mut named) = (Vec::new(), Vec::new());
    for (index, key) in series.iter().enumerate() {
        let label = stage.label(key);
        let mut spots: Vec<(f64, Option<Mark>)> = Vec::new();
        for (number, ((at, place), row)) in places.iter().zip(rows.iter_mut()).enumerate() {
            if !is_there(index, number) {
                row.cells.push(Cell::of(None));
                continue;
            }
            let both = joined(place, key);
            let drawn = stage.draw(measure, &both, format, &stage.label(&both));
            row.cells.push(Cell::of(drawn.as_ref().map(|drawn| drawn.figure)));
            named.extend(drawn.as_ref().map(|drawn| (stage.label(&both), drawn.mark.clone())));
            spots.push((*at, drawn.map(|drawn| drawn.mark)));
        }
        let name = measure.label(stage.suite);
        columns.push(if label.is_empty() { name } else { Message::joined("comma", [name, Message::from(&label)]) });
        traces.push(Trace { label, colour: stage.colour(key, index), spots });
    }
    let quantity = stage.quantity(measure);
    let marks: Vec<(Message, &Mark)> = named.iter().map(|(name, mark)| (name.into(), mark)).collect();
    let words = describe::labelled(&quantity, describe::extremes(&marks));
    let content = Content::Traces(traces);
    Some((Pane { label: String::new(), quantity, unit: format.unit, colour: 1, content }, words))
}
