//! A table as its template sees it; each value becomes a figure of the page.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, Place};
use super::plan::Column;
use super::text;
use super::verdict::{self, Verdict};
use crate::compose::Desk;
use crate::compose::block::legend::{self, Provenance};
use crate::compose::html::{Marks, escape};
use crate::evaluate::{Outcome, words};
use crate::figure::{Draft, Role};
use crate::metrics::Better;
use crate::model::{Dimensions, Kind};
use crate::render::view;
use crate::settings::Context;
use crate::units::Unit;
use crate::words::Voice;

/// What is said of each value.
type Verdicts = BTreeMap<Place, Vec<Verdict>>;

/// What is said in a table besides its values.
struct Said<'a> {
    verdicts: &'a Verdicts,
    /// Whether values that came about in several ways stand beside each other.
    mixed: bool,
    /// The column that has bars, with its largest value.
    bars: Option<(usize, f64)>,
}

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
    let occurring = occurring(grid);
    let mixed = legend::is_mixed(&occurring);
    let mut rows = Vec::with_capacity(grid.rows.len());
    for index in 0..grid.rows.len() {
        let mut cells: Vec<view::Cell> = (0..grid.plan.columns.len())
            .map(|column| cell(desk, grid, &Said { verdicts: &verdicts, mixed, bars }, (index, column)))
            .collect();
        cells.extend(sparklines.map(|lines| lines.cell(desk, context, grid, &grid.rows[index])));
        rows.push(row(grid, index, cells));
    }
    let shown = shown(occurring, &rows, mixed);
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
        legend: view::Legend { verdicts: grid.verdict_legend(&verdicts, voice), ..legend::of(voice, &shown) },
        csv,
        grouped: grid.plan.rows.len() > 1,
    }
}

/// How the values of a table came about, and whether some are not there.
fn occurring(grid: &Grid<'_>) -> BTreeSet<Provenance> {
    let mut occurring: BTreeSet<Provenance> =
        grid.values.values().map(|outcome| Provenance::of(grid.suite, outcome)).collect();
    let places: usize = grid.plan.columns.iter().map(|column| column.measures.len()).sum();
    if grid.values.len() < places * grid.rows.len() {
        occurring.insert(Provenance::Nothing);
    }
    occurring
}

/// What a legend tells of: also of the small lines that some rows have no values for.
fn shown(mut occurring: BTreeSet<Provenance>, rows: &[view::Row], mixed: bool) -> BTreeSet<Provenance> {
    if rows.iter().flat_map(|row| &row.cells).any(|cell| !cell.missing.is_empty()) {
        occurring.insert(Provenance::Nothing);
    }
    occurring.retain(|provenance| mixed || *provenance != Provenance::Derived);
    occurring
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

fn cell(desk: &mut Desk<'_>, grid: &Grid<'_>, said: &Said<'_>, (r, c): (usize, usize)) -> view::Cell {
    let column = &grid.plan.columns[c];
    let first = column.measures[0];
    let any = column.measures.iter().any(|m| grid.values.contains_key(&(r, c, *m)));
    let figures: Vec<String> = match any {
        true => column.measures.iter().map(|m| figure(desk, grid, said, (r, c, *m))).collect(),
        false => Vec::new(),
    };
    let bar = said.bars.filter(|(with_bars, _)| *with_bars == c).and_then(|(_, top)| {
        let value = grid.number((r, c, first))?;
        Some((value / top * 1000.0).round() / 10.0)
    });
    view::Cell {
        missing: if any { String::new() } else { desk.voice().word("no_data") },
        best: column.measures.len() == 1 && said.of((r, c, first)).contains(&Verdict::Best),
        html: figures.join(" / "),
        bar,
    }
}

/// Makes a value a figure of the page; of several in a cell one may not be there.
fn figure(desk: &mut Desk<'_>, grid: &Grid<'_>, said: &Said<'_>, place: Place) -> String {
    let (r, c, m) = place;
    let Some(outcome) = grid.values.get(&place) else { return legend::nothing(desk.voice()) };
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
    let verdicts = said.of(place);
    let best = verdicts.contains(&Verdict::Best);
    if verdicts.iter().any(|verdict| verdict.is_of_limit()) {
        desk.figures.held.insert(index);
    }
    let html = desk.figure_html(grid.suite, index, &html, Marks { best, again: false });
    verdict::marked(desk.voice(), &html, verdicts, said.provenance(grid, outcome))
}

impl Said<'_> {
    /// The verdicts on a value.
    fn of(&self, place: Place) -> &[Verdict] {
        self.verdicts.get(&place).map(Vec::as_slice).unwrap_or_default()
    }

    /// How a value came about, as far as that is to be marked.
    fn provenance(&self, grid: &Grid<'_>, outcome: &Outcome) -> Provenance {
        match Provenance::of(grid.suite, outcome) {
            Provenance::Derived if !self.mixed => Provenance::Kind(Kind::Measured),
            provenance => provenance,
        }
    }
}

/// A figure without its unit, which stands in the head of the column.
fn without_unit(text: &str, unit: Unit) -> String {
    let bare = match unit.symbol() {
        "" => text,
        symbol => text.strip_suffix(symbol).unwrap_or(text).trim_end_matches('\u{a0}'),
    };
    bare.to_owned()
}
