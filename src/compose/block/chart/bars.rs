//! `kind = "bars"`: bars from zero, in groups.

use std::cmp::Ordering;

use super::data::{self, Cell, Data};
use super::stage::{Stage, range_of};
use super::{Plotted, describe};
use crate::chart::{Bar, Bars, Plot};
use crate::compose::block::measure::Measure;
use crate::figure::Format;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::words::{Message, say};

/// A group: its name, its bars, and the cells of its row.
type Group = (String, Vec<Option<Bar>>, Vec<Cell>);

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "rps")?;
    let by = stage.dimension(keys, "groups");
    let across = stage.dimension(keys, "series");
    let series = stage.keys_of(&measure, across.as_ref());
    let wanted = stage.keys_of(&measure, by.as_ref());
    let both = wanted.iter().flat_map(|group| series.iter().map(|key| joined(group, key))).collect::<Vec<_>>();
    let format = stage.format(&measure, both)?;
    let mut groups: Vec<Group> =
        wanted.iter().map(|group| self::group(stage, &measure, group, &series, format)).collect();
    if keys.bool("sort").unwrap_or(false) {
        groups.sort_by(|a, b| by_first(&a.1, &b.1));
    }
    let labels: Vec<(String, usize)> =
        series.iter().enumerate().map(|(index, key)| (stage.label(key), stage.colour(key, index))).collect();
    let columns = match across {
        Some(_) => labels.iter().map(|(label, _)| Message::from(label)).collect(),
        None => vec![measure.label(stage.suite)],
    };
    let quantity = stage.quantity(&measure);
    let (mut rows, mut drawn) = (Vec::new(), Vec::new());
    for (label, bars, cells) in groups {
        rows.push(data::Row { label: Message::from(&label), cells });
        drawn.push((label, bars));
    }
    Some(Plotted {
        description: describe::bars(&drawn, &labels, &measure.quantity(stage.suite)),
        notes: notes(&drawn),
        table: Data { whole: None, corner: stage.head(by.as_ref()).into(), columns, rows },
        plot: Plot::Bars(Bars { quantity, unit: format.unit, series: labels, groups: drawn }),
    })
}

fn group(
    stage: &mut Stage<'_, '_>,
    measure: &Measure,
    group: &Dimensions,
    series: &[Dimensions],
    format: Format,
) -> Group {
    let (mut bars, mut cells) = (Vec::new(), Vec::new());
    for key in series {
        let both = joined(group, key);
        let drawn = stage.draw_wide(measure, &both, format, &stage.label(&both));
        cells.push(Cell::of(drawn.as_ref().map(|drawn| drawn.figure)));
        bars.push(drawn.map(|drawn| {
            let range = drawn.spans.or_else(|| range_of(stage.suite, &drawn.outcome, format.unit));
            Bar { range, spans: drawn.spans.is_some(), mark: drawn.mark }
        }));
    }
    (stage.label(group), bars, cells)
}

fn notes(groups: &[(String, Vec<Option<Bar>>)]) -> Vec<Message> {
    let any = |is: fn(&Bar) -> bool| groups.iter().flat_map(|(_, bars)| bars.iter().flatten()).any(is);
    let repeated = any(|bar| bar.range.is_some() && !bar.spans);
    repeated.then(|| say("note_bars")).into_iter().chain(describe::spans(any(|bar| bar.spans))).collect()
}

/// The longest first bar first; groups without one last.
fn by_first(a: &[Option<Bar>], b: &[Option<Bar>]) -> Ordering {
    let first = |bars: &[Option<Bar>]| bars.iter().flatten().next().map_or(f64::NEG_INFINITY, |bar| bar.mark.value);
    first(b).total_cmp(&first(a))
}

/// What holds in one of the group's bars.
pub(super) fn joined(group: &Dimensions, key: &Dimensions) -> Dimensions {
    let mut both = group.clone();
    both.extend(key.clone());
    both
}
