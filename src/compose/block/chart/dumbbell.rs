//! `kind = "dumbbell"`: before and after, for each row, and the change between them.

use std::sync::Arc;

use super::bars::joined;
use super::data::{Cell, Data};
use super::lines::needed;
use super::rows::{Made, Rows};
use super::stage::{Drawn, Stage};
use super::{Plotted, describe};
use crate::chart::{self, Aside, Lane, Manner, Mark, Origin, Plot, Row};
use crate::compose::block::measure::{Measure, Rank};
use crate::diagnostic::Code;
use crate::figure::Format;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// What is compared.
struct Pair {
    measure: Measure,
    format: Format,
    /// What holds before, and what after.
    sides: [Dimensions; 2],
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "rps")?;
    let between = needed(stage, keys, "between", "release")?;
    let sides = sides(stage, keys, &measure, &between)?;
    let both = Rows::read(stage, keys, &measure)?;
    let origin = if keys.bool("zero").unwrap_or(true) { Origin::Zero } else { Origin::Fitted };
    let all = sides.iter().flat_map(|side| both.keys.iter().map(|key| joined(key, side))).collect::<Vec<_>>();
    let format = stage.format(&measure, all)?;
    let pair = Pair { measure, format, sides };
    let mut made: Vec<Made> = both.keys.iter().map(|key| pair.row(stage, &both, key)).collect();
    if keys.bool("sort").unwrap_or(false) {
        both.sort(stage, &pair.measure, format.unit, &mut made);
    }
    let [before, after] = pair.sides.each_ref().map(|side| stage.label(side));
    let quantity = stage.quantity(&pair.measure);
    let (rows, table) = both.finish(stage, made);
    Some(Plotted {
        description: say("chart_pairs")
            .with("quantity", pair.measure.quantity(stage.suite))
            .with("before", &before)
            .with("after", &after)
            .with("changes", changes(&rows)),
        notes: describe::hollow_beside(&rows),
        table: Data {
            whole: None,
            corner: both.head(stage).into(),
            columns: vec![Message::from(&before), Message::from(&after), say("change")],
            rows: table,
        },
        plot: Plot::Rows(chart::Rows {
            quantity,
            unit: format.unit,
            origin,
            manner: Manner::Pairs(before, after),
            rows,
        }),
    })
}

/// The two values that are compared: those named by `from` and `to`, or the only two that there are.
pub(super) fn sides(
    stage: &Stage<'_, '_>,
    keys: &Keys<'_>,
    measure: &Measure,
    between: &Arc<str>,
) -> Option<[Dimensions; 2]> {
    let known = stage.keys_of(measure, Some(between));
    let side = |key: &'static str| {
        let word = keys.text(key)?;
        let value = stage.suite.vocabulary.value_of(between, &word);
        if value.is_none() {
            let names: Vec<&str> = known.iter().map(|key| &*key[between]).collect();
            let message = format!("`{between}` has no value `{word}`");
            let help = crate::suggest::help(&word, names);
            stage.context.error(Code::UnknownValue, keys.span(key), message, help);
        }
        Some([(Arc::clone(between), value?)].into())
    };
    let asked = (keys.has("from"), keys.has("to"));
    match (side("from"), side("to"), &known[..]) {
        (Some(from), Some(to), _) => Some([from, to]),
        (None, None, [from, to]) if asked == (false, false) => Some([from.clone(), to.clone()]),
        _ if asked == (true, true) => None,
        _ => {
            let message = format!("before and after are two values of `{between}`, and there are {}", known.len());
            let help = Some("name both: `from = \"…\"` and `to = \"…\"`".to_owned());
            stage.context.error(Code::MissingKey, keys.span("between"), message, help);
            None
        }
    }
}

impl Pair {
    fn row(&self, stage: &mut Stage<'_, '_>, rows: &Rows, key: &Dimensions) -> Made {
        let drawn = self.sides.each_ref().map(|side| {
            let both = joined(key, side);
            stage.draw(&self.measure, &both, self.format, &stage.label(&both))
        });
        let change = drawn.iter().all(Option::is_some).then(|| self.change(stage, key)).flatten();
        let mut cells: Vec<Cell> =
            drawn.iter().map(|drawn| Cell::of(drawn.as_ref().map(|drawn| drawn.figure))).collect();
        cells.push(Cell::of(change.as_ref().map(|(figure, _)| *figure)));
        let missing = drawn.iter().any(Option::is_none) && drawn.iter().any(Option::is_some);
        let words = if missing { stage.say(&say("no_data_for_one")) } else { String::new() };
        let rank = change.as_ref().map(|(_, mark)| Rank::number(mark.value));
        let lane = Lane {
            label: rows.label(stage, key),
            colour: Rows::colour(stage, key),
            spots: drawn.into_iter().map(|drawn: Option<Drawn>| Some(stage.spot(drawn?, None))).collect(),
            repeats: Vec::new(),
            outline: Vec::new(),
            aside: change.map_or_else(|| Aside::Text(words), |(_, mark)| Aside::Figure(Box::new(mark))),
        };
        Made { key: key.clone(), lane, cells, rank }
    }

    /// By how much the value changed, as a figure.
    fn change(&self, stage: &mut Stage<'_, '_>, key: &Dimensions) -> Option<(usize, Mark)> {
        let [before, after] = &self.sides;
        let words = Message::joined("comma", [stage.label(key).into(), say("change")]);
        stage.change(&self.measure, &joined(key, before), &joined(key, after), &stage.say(&words))
    }
}

/// Where the value rose and fell most.
fn changes(rows: &[Row]) -> Message {
    let named = describe::under_headings(rows);
    let changes: Vec<(&str, &Mark)> = named
        .iter()
        .filter_map(
            |(name, lane)| if let Aside::Figure(mark) = &lane.aside { Some((name.as_str(), &**mark)) } else { None },
        )
        .collect();
    let most = changes.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let least = changes.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    match (most, least) {
        (Some(most), Some(least)) if changes.len() > 1 => say("changes_range")
            .with("most", most.0)
            .with("most_value", &most.1.text)
            .with("least", least.0)
            .with("least_value", &least.1.text),
        (Some(only), _) => say("change_is").with("value", &only.1.text),
        _ => say("no_changes"),
    }
}
