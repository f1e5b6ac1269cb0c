//! The block `chart`: each mark a figure, with its data as a table and in words.

mod bars;
mod describe;
mod dots;
mod dumbbell;
mod forest;
mod heat;
mod lines;
mod percentiles;
mod reference;
mod rows;
mod scatter;
mod stage;
mod trend;

use super::block_where;
use crate::chart::{self, Chart, Plot};
use crate::compose::Desk;
use crate::compose::html::escape;
use crate::diagnostic::Code;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::suite::Suite;

use stage::Stage;

/// A kind of chart: its name in `kind`, and what makes it.
type Kind = (&'static str, fn(&mut Stage<'_, '_>, &Keys<'_>) -> Option<Plotted>);

/// The kinds of chart.
const KINDS: [Kind; 9] = [
    ("bars", bars::plot),
    ("dots", dots::plot),
    ("dumbbell", dumbbell::plot),
    ("forest", forest::plot),
    ("heat", heat::plot),
    ("lines", lines::plot),
    ("percentiles", percentiles::plot),
    ("scatter", scatter::plot),
    ("trend", trend::plot),
];

/// What a kind of chart makes of its settings.
struct Plotted {
    /// What is drawn.
    plot: Plot,
    /// The same figures as a table.
    table: view::ChartTable,
    /// Sentences below the picture.
    notes: Vec<String>,
    /// What the picture shows, in words.
    description: String,
}

/// Renders the block.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let fixed = block_where(desk, suite, &keys);
    let caption = keys.string("caption").unwrap_or_default();
    let references = reference::read(context, &keys);
    desk.charts += 1;
    // Which other settings the chart has depends on its kind.
    let Some(plot) = kind(context, &keys) else { return String::new() };
    let plotted = plot(&mut Stage { desk, suite, context, fixed }, &keys);
    keys.finish();
    let Some(Plotted { plot, table, notes, description }) = plotted else { return String::new() };
    let number = desk.charts;
    let id = format!("chart-{number}");
    let title = if caption.is_empty() { format!("Figure {number}") } else { caption.clone() };
    let references = reference::in_unit(context, references, plot.unit());
    let chart = Chart { id: id.clone(), title, description, plot, references };
    let (svg, file) = (chart::svg(&chart), format!("{id}.svg"));
    desk.files.push((file.clone(), chart::standalone(&chart)));
    desk.anchors.insert(id.clone());
    // Sentences follow the caption.
    let stop = if caption.ends_with(char::is_alphanumeric) && !notes.is_empty() { "." } else { "" };
    let view = view::Chart { number, id, caption: escape(&caption) + stop, svg, file, table, notes };
    desk.template("blocks/chart.html", "chart", view)
}

/// What makes the kind of chart that is asked for.
fn kind(context: &Context, keys: &Keys<'_>) -> Option<fn(&mut Stage<'_, '_>, &Keys<'_>) -> Option<Plotted>> {
    let asked = keys.string("kind").unwrap_or_default();
    if let Some((_, plot)) = KINDS.iter().find(|(name, _)| *name == asked) {
        return Some(*plot);
    }
    let names = KINDS.map(|(name, _)| name);
    if keys.has("kind") {
        let help = crate::suggest::help(&asked, names);
        context.error(Code::BadValue, keys.span("kind"), format!("`{asked}` is no kind of chart"), help);
    } else {
        let help = Some(format!("add `kind = \"…\"` with one of {}", crate::suggest::listed(&names)));
        context.error(Code::MissingKey, keys.span("kind"), "a chart needs a `kind`", help);
    }
    None
}
