//! A table as its template sees it; each value becomes a figure of the page.

use std::collections::BTreeMap;

use super::grid::{Grid, Place};
use super::plan::Column;
use super::text;
use super::verdict::{self, Verdict};
use crate::compose::Desk;
use crate::compose::block::legend;
use crate::compose::html::{Marks, escape};
use crate::evaluate::words;
use crate::figure::{Draft, Role};
use crate::metrics::Better;
use crate::model::Dimensions;
use crate::render::view;
use crate::settings::Context;
use crate::units::Unit;
use crate::words::Voice;

/// What is said of each value.
type Verdicts = BTreeMap<Place, Vec<Verdict>>;

/// The view of a table.
pub(super) fn table(
    desk: &mut Desk<'_>,
    context: &Context,
    grid: &Grid<'_>,
    number: usize,
    csv: String,
) -> view::Table {
    let voice = desk.voice();
    let sparklines = grid.plan.sparklines.as_ref();
    let verdicts = grid.verdicts();
    let bars = grid.bars();
    let mut rows = Vec::with_capacity(grid.rows.len());
    for index in 0..grid.rows.len() {
        let mut cells: Vec<view::Cell> =
            (0..grid.plan.columns.len()).map(|column| cell(desk, grid, &verdicts, bars, (index, column))).collect();
        cells.extend(sparklines.map(|lines| lines.cell(desk, context, grid, &grid.rows[index])));
        rows.push(row(grid, index, cells));
    }
    view::Table {
        number,
        id: format!("table-{number}"),
        caption: escape(&grid.plan.caption),
        heads: grid.plan.rows.iter().map(|name| text::dimension_label(grid, name)).collect(),
        columns: (grid.plan.columns.iter().map(|column| head(grid, column, voice)))
            .chain(sparklines.map(|lines| lines.head(grid, voice)))
            .collect(),
        rows,
        notes: text::notes(grid).iter().map(|note| voice.element(note)).collect(),
        legend: legend(grid, &verdicts, voice),
        csv,
        grouped: grid.plan.rows.len() > 1,
    }
}

fn legend(grid: &Grid<'_>, verdicts: &Verdicts, voice: Voice<'_>) -> view::Legend {
    let kinds = grid.values.values().map(|outcome| outcome.kind(grid.suite)).collect();
    view::Legend { verdicts: grid.verdict_legend(verdicts, voice), ..legend::of_kinds(voice, &kinds) }
}

fn head(grid: &Grid<'_>, column: &Column, voice: Voice<'_>) -> view::Column {
    let first = column.measures[0];
    let named = |measure: &usize| {
        let (label, unit) = (voice.say(&grid.plan.measures[*measure].label(grid.suite)), grid.unit(*measure).symbol());
        if unit.is_empty() || label == unit { label } else { format!("{label} {unit}") }
    };
    let label = voice.say(&column.label);
    let unit = match (column.fixed.is_empty(), grid.unit(first).symbol()) {
        (true, unit) if label == unit => String::new(),
        (true, unit) => unit.to_owned(),
        (false, _) => column.measures.iter().map(named).collect::<Vec<_>>().join(" / "),
    };
    let better = match grid.better(first) {
        Better::Higher => "higher",
        Better::Lower => "lower",
        Better::Neither => "",
    };
    // In a compound cell one arrow cannot speak for both numbers.
    let better = if column.measures.len() > 1 { "" } else { better };
    let outcome = grid.of_measure(first).next().map(|(_, outcome)| outcome);
    let statistic = outcome.map(|outcome| voice.say(&words::statistic(grid.suite, outcome))).unwrap_or_default();
    view::Column { label, unit, better: better.to_owned(), statistic }
}

fn row(grid: &Grid<'_>, index: usize, cells: Vec<view::Cell>) -> view::Row {
    let names = &grid.plan.rows;
    let key = &grid.rows[index];
    let shared = |other: &Dimensions| names.iter().take_while(|name| key[*name] == other[*name]).count();
    let spanned = if index == 0 { 0 } else { shared(&grid.rows[index - 1]).min(names.len() - 1) };
    view::Row {
        heads: (spanned..names.len()).map(|level| row_head(grid, index, level)).collect(),
        cells,
        first_of_group: names.len() > 1 && spanned == 0 && index > 0,
    }
}

fn row_head(grid: &Grid<'_>, index: usize, level: usize) -> view::RowHead {
    let names = &grid.plan.rows;
    let key = &grid.rows[index];
    let (name, value) = (&names[level], &key[&names[level]]);
    let same = |other: &&Dimensions| names[..=level].iter().all(|name| other[name] == key[name]);
    let is_subject = grid.suite.subject_dimension().as_ref() == Some(name);
    view::RowHead {
        label: grid.suite.vocabulary.label(name, value).to_owned(),
        note: grid.suite.vocabulary.value(name, value).map(|value| value.note.clone()).unwrap_or_default(),
        span: if level + 1 == names.len() { 1 } else { grid.rows[index..].iter().take_while(same).count() },
        series: if is_subject { grid.suite.colour(name, value) } else { 0 },
    }
}

/// A cell; `bars` is the column that has bars, with its largest value.
fn cell(
    desk: &mut Desk<'_>,
    grid: &Grid<'_>,
    verdicts: &Verdicts,
    bars: Option<(usize, f64)>,
    (r, c): (usize, usize),
) -> view::Cell {
    let column = &grid.plan.columns[c];
    let said = |m: usize| verdicts.get(&(r, c, m)).map(Vec::as_slice).unwrap_or_default();
    let figures: Vec<String> =
        column.measures.iter().filter_map(|m| figure(desk, grid, (r, c, *m), said(*m))).collect();
    let bar = bars.filter(|(with_bars, _)| *with_bars == c).and_then(|(_, top)| {
        let value = grid.number((r, c, column.measures[0]))?;
        Some((value / top * 1000.0).round() / 10.0)
    });
    view::Cell {
        missing: if figures.is_empty() { desk.voice().word("no_data") } else { String::new() },
        best: column.measures.len() == 1 && said(column.measures[0]).contains(&Verdict::Best),
        html: figures.join(" / "),
        bar,
    }
}

/// Makes a value a figure of the page.
fn figure(desk: &mut Desk<'_>, grid: &Grid<'_>, place: Place, verdicts: &[Verdict]) -> Option<String> {
    let (r, c, m) = place;
    let outcome = grid.values.get(&place)?;
    let format = grid.formats[m];
    let text = desk.notation.rewrite(&without_unit(&format.text(grid.suite, outcome), format.unit));
    let html = escape(&text);
    let key = grid.plan.fixed_at(&grid.rows[r], &grid.plan.columns[c]);
    let draft = Draft {
        role: Role::Value,
        text,
        outcome: outcome.clone(),
        expression: grid.plan.measures[m].expression_for(grid.suite, &key),
        unit: format.unit,
        verdict: None,
        claimed: String::new(),
        reason: String::new(),
    };
    let index = desk.figures.add(grid.suite, draft);
    let best = verdicts.contains(&Verdict::Best);
    let html = desk.figure_html(grid.suite, index, &html, Marks { best, again: false });
    Some(verdict::marked(desk.voice(), &html, verdicts, desk.figures.list[index].kind))
}

/// A figure without its unit, which stands in the head of the column.
fn without_unit(text: &str, unit: Unit) -> String {
    let bare = match unit.symbol() {
        "" => text,
        symbol => text.strip_suffix(symbol).unwrap_or(text).trim_end_matches('\u{a0}'),
    };
    bare.to_owned()
}
