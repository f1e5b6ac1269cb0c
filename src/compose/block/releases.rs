//! The block `releases`: releases with their headline figures, each with its change to the one before.

use std::sync::Arc;

use super::legend;
use super::measure::{Measure, changed};
use crate::address;
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::diagnostic::Code;
use crate::evaluate::Outcome;
use crate::figure::{Draft, Format, Role};
use crate::metrics::Better;
use crate::model::Dimensions;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::suite::Suite;
use crate::units::Unit;
use crate::words::Voice;

/// A column: what it measures, and the file that says so.
pub(super) struct Column {
    pub(super) measure: Measure,
    pub(super) context: Context,
}

/// Renders the block, the latest release first.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let mut fixed = super::block_where(desk, suite, &keys);
    let caption = keys.string("caption").unwrap_or_default();
    let place = keys.span("columns");
    let columns = columns(suite, context, &keys);
    keys.finish();
    let Some(dimension) = needed(suite, context, place) else { return String::new() };
    // The page of a release shows the releases up to it: later ones do not change it.
    let last = fixed.remove(&dimension);
    let first = desk.figures.list.len();
    let mut rows: Vec<view::ReleaseRow> = Vec::new();
    let mut before: Option<&Arc<str>> = None;
    for release in suite.releases() {
        let cells = columns.iter().map(|column| cell(desk, suite, column, &fixed, [before, Some(release)]));
        let cells = cells.collect();
        rows.push(row(desk, suite, release, before, cells, &fixed));
        let stands = suite.release(release).is_none_or(|known| known.withdrawn.is_empty());
        before = if stands { Some(release) } else { before };
        if last.as_ref() == Some(release) {
            break;
        }
    }
    rows.reverse();
    let id = desk.anchor("releases");
    let heads = columns.iter().map(|column| head(suite, column, desk.voice())).collect();
    let label = suite.vocabulary.dimension(&dimension).map_or(String::new(), |known| known.label.clone());
    for column in columns {
        desk.found.append(column.context.found.into_inner());
    }
    let legend = legend::of_kinds(desk.voice(), suite, &desk.figures.list[first..]);
    let view = view::Releases { id, caption: escape(&caption), label, columns: heads, rows, legend };
    desk.template("blocks/releases.html", "releases", view)
}

/// The head of a column: the metric, and what of it is shown.
fn head(suite: &Suite, Column { measure, .. }: &Column, voice: Voice<'_>) -> view::ReleaseHead {
    let selections = measure.expression.selections();
    let items = selections.first().map(|selection| selection.items.as_slice()).unwrap_or_default().iter();
    let of = items.map(ToString::to_string).collect::<Vec<_>>().join(" · ");
    let metric = selections.first().map(|selection| selection.metric.clone());
    let better = match metric.map(|metric| suite.shown(&metric, Unit::none()).better) {
        Some(Better::Higher) => "higher",
        Some(Better::Lower) => "lower",
        _ => "",
    };
    view::ReleaseHead { label: voice.say(&measure.label(suite)), of, better: better.to_owned() }
}

/// The dimension of releases; reported where there is none.
pub(super) fn needed(suite: &Suite, context: &Context, place: crate::source::Span) -> Option<Arc<str>> {
    let dimension = suite.release_dimension().filter(|_| suite.releases().next().is_some()).cloned();
    if dimension.is_none() {
        let message = format!("the suite `{}` has no releases", suite.name);
        let help = "add `[releases]` with `dimension = \"…\"` to its `suite.toml`".to_owned();
        context.error(Code::UnknownBlock, place, message, Some(help));
    }
    dimension
}

/// The columns that the block names, or else the headline figures of the suite.
fn columns(suite: &Suite, context: &Context, keys: &Keys<'_>) -> Vec<Column> {
    let own = |setting| {
        Some(Column { measure: Measure::read(context, setting)?, context: Context::new(Arc::clone(&context.source)) })
    };
    if keys.has("columns") {
        return keys.list("columns").iter().filter_map(own).collect();
    }
    let headline = suite.manifest.releases.iter().flat_map(|releases| &releases.headline);
    let of_suite = |(text, span): &(String, crate::source::Span)| {
        let of_manifest = Context::new(Arc::clone(&suite.source));
        let measure = Measure::parse(&of_manifest, *span, text);
        context.found.borrow_mut().append(std::mem::take(&mut *of_manifest.found.borrow_mut()));
        Some(Column { measure: measure?, context: of_manifest })
    };
    headline.filter_map(of_suite).collect()
}

fn row(
    desk: &Desk<'_>,
    suite: &Suite,
    release: &Arc<str>,
    before: Option<&Arc<str>>,
    cells: Vec<view::ReleaseCell>,
    fixed: &Dimensions,
) -> view::ReleaseRow {
    let known = suite.release(release).cloned().unwrap_or_default();
    let page = format!("{}index.html", address::of_release(&suite.name, release));
    let is_there = desk.targets.files.contains(&page);
    let dimension = suite.release_dimension().map_or("", |name| name);
    view::ReleaseRow {
        label: suite.vocabulary.label(dimension, release).to_owned(),
        href: if is_there { format!("{}{}", desk.root, address::encoded(&page)) } else { String::new() },
        date: known.date,
        notes: known.notes,
        withdrawn: known.withdrawn,
        remeasured: known.remeasured,
        moved: before.map(|before| suite.moved([before, release], fixed)).unwrap_or_default(),
        cells,
    }
}

/// The value of a release, and its change since the one before.
fn cell(
    desk: &mut Desk<'_>,
    suite: &Suite,
    column: &Column,
    fixed: &Dimensions,
    [before, release]: [Option<&Arc<str>>; 2],
) -> view::ReleaseCell {
    let at = |name: &Arc<str>| -> Dimensions {
        let dimension =
            suite.release_dimension().into_iter().map(|dimension| (Arc::clone(dimension), Arc::clone(name)));
        fixed.clone().into_iter().chain(dimension).collect()
    };
    let [before, release] = [before.map(at), release.map(at)];
    let value = release.as_ref().and_then(|key| value(desk, suite, column, key));
    let change = before.zip(release).filter(|_| value.is_some());
    let change = change.and_then(|(before, release)| change_of(desk, suite, column, [&before, &release]));
    view::ReleaseCell { value: value.unwrap_or_default(), change: change.unwrap_or_default() }
}

/// A measure at a key, as a figure; none where the evidence has a gap.
pub(super) fn value(desk: &mut Desk<'_>, suite: &Suite, column: &Column, key: &Dimensions) -> Option<String> {
    let Column { measure, context } = column;
    let outcome = outcome(suite, context, measure, key)?;
    let format = measure.format(suite, &outcome);
    let text = format.text(suite, &outcome);
    Some(figure(desk, suite, &text, (outcome, measure.expression_for(suite, key), format.unit)))
}

/// By how much a measure changed from one key to another, as a figure.
pub(super) fn change_of(
    desk: &mut Desk<'_>,
    suite: &Suite,
    Column { measure, context }: &Column,
    [old, new]: [&Dimensions; 2],
) -> Option<String> {
    let change = changed(suite, measure, [old, new]);
    // What is missing on one side is told where the values stand.
    let outcome = change.evaluate(suite, context, &Dimensions::new()).ok()?;
    let value = super::measure::single(&outcome, Unit::percent())?;
    let format = Format { unit: Unit::percent(), decimals: Some(1) };
    let text = format.text(suite, &outcome);
    let text = if value > 0.0 { format!("+{text}") } else { text };
    Some(figure(desk, suite, &text, (outcome, change.expression.to_string(), format.unit)))
}

/// What a measure gives; none where the evidence has a gap, and where it is wrong.
fn outcome(suite: &Suite, context: &Context, measure: &Measure, key: &Dimensions) -> Option<Outcome> {
    match measure.evaluate(suite, context, key) {
        Ok(outcome) => Some(outcome),
        Err(diagnostic) if measure.is_gap(suite, &diagnostic) => None,
        Err(diagnostic) => {
            context.report(*diagnostic);
            None
        }
    }
}

/// Adds a figure to the page, and gives its HTML.
pub(super) fn figure(
    desk: &mut Desk<'_>,
    suite: &Suite,
    text: &str,
    (outcome, expression, unit): (Outcome, String, Unit),
) -> String {
    let text = desk.notation.rewrite(text);
    let html = escape(&text);
    let (verdict, claimed, reason) = (None, String::new(), String::new());
    let draft = Draft { role: Role::Value, text, outcome, expression, unit, verdict, claimed, reason };
    let index = desk.figures.add(suite, draft);
    desk.figure_html(suite, index, &html, Marks::default())
}
