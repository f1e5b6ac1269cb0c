//! The block `chart`: each mark a figure, with its data as a table and in words.

mod bars;
mod boxes;
mod describe;
mod dots;
mod dumbbell;
mod ecdf;
mod forest;
mod heat;
mod histogram;
mod lines;
mod measurements;
mod paired;
mod percentiles;
mod reference;
mod rows;
mod samples;
mod scatter;
mod sliced;
mod split;
mod stage;
mod timeline;
mod trend;

use std::collections::BTreeSet;

use super::block_where;
use super::legend::{self, Provenance};
use crate::chart::{self, Chart, Plot};
use crate::compose::Desk;
use crate::compose::html::escape;
use crate::diagnostic::Code;
use crate::figure::Figure;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::suite::Suite;
use crate::words::{Message, Voice, say};

use stage::Stage;

/// What makes a plot of the settings of a block.
type Make = fn(&mut Stage<'_, '_>, &Keys<'_>) -> Option<Plotted>;

/// A kind of chart: its name in `kind`, what makes it, and which settings it has.
type Kind = (&'static str, Make, &'static [&'static str]);

/// The kinds of chart.
const KINDS: [Kind; 15] = [
    ("bars", bars::plot, &["value", "groups", "series", "sort", "split"]),
    ("box", boxes::boxes, &["value", "rows", "sort", "zero"]),
    ("dots", dots::plot, &["value", "rows", "range", "repeats", "sort", "zero"]),
    ("dumbbell", dumbbell::plot, &["value", "rows", "between", "from", "to", "sort", "zero"]),
    ("ecdf", ecdf::plot, &["value", "series", "scale"]),
    ("forest", forest::plot, &["value", "rows", "interval", "sort"]),
    ("heat", heat::plot, &["value", "rows", "columns"]),
    ("histogram", histogram::plot, &["value", "series", "scale"]),
    ("lines", lines::plot, &["value", "x", "scale", "series", "range", "ranges", "zero", "split"]),
    ("paired", paired::plot, &["value", "between", "from", "to", "zero"]),
    ("percentiles", percentiles::plot, &["metric", "series", "percentiles", "split"]),
    ("scatter", scatter::plot, &["x", "y", "points", "frontier", "zero"]),
    ("timeline", timeline::plot, &["values", "over", "unit", "series"]),
    ("trend", trend::plot, &["value", "over", "series", "range", "ranges", "changes", "zero", "split"]),
    ("violin", boxes::violins, &["value", "rows", "sort", "zero"]),
];

/// What a kind of chart makes of its settings.
struct Plotted {
    /// What is drawn.
    plot: Plot,
    /// The same figures as a table.
    table: view::ChartTable,
    /// Sentences below the picture.
    notes: Vec<Message>,
    /// What the picture shows, in words.
    description: Message,
}

/// Renders the block.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let fixed = block_where(desk, suite, &keys);
    let caption = keys.string("caption").unwrap_or_default();
    let references = reference::read(context, &keys);
    let first = desk.figures.list.len();
    desk.charts += 1;
    // Which other settings the chart has depends on its kind.
    let Some((_, plot, settings)) = kind(context, &keys) else { return String::new() };
    let mut stage = Stage { desk, suite, context, whole: fixed.clone(), fixed };
    let is_split = settings.contains(&"split") && keys.has("split");
    let plotted = if is_split { split::plot(&mut stage, &keys, plot) } else { plot(&mut stage, &keys) };
    keys.finish();
    let Some(mut plotted) = plotted else { return String::new() };
    let legend = marked(&mut plotted, suite, &desk.figures.list[first..], desk.voice());
    let Plotted { plot, table, notes, description } = plotted;
    let number = desk.charts;
    let id = format!("chart-{number}");
    let title = if caption.is_empty() { desk.say(&say("figure_title").with("n", number)) } else { caption.clone() };
    let references = reference::in_unit(context, references, plot.unit());
    let voice = desk.voice();
    let notes: Vec<String> = notes.iter().map(|note| voice.element(note)).collect();
    let chart = Chart { id: id.clone(), title, description: voice.say(&description), plot, references, voice };
    let (svg, file) = (chart::svg(&chart), format!("{id}.svg"));
    desk.files.push((file.clone(), chart::standalone(&chart)));
    desk.captioned(&id, &caption);
    let frame = format!("{id}.html");
    // Sentences follow the caption.
    let stop = if caption.ends_with(char::is_alphanumeric) && !notes.is_empty() { "." } else { "" };
    let alone = view::ChartPage {
        title: chart.title.clone() + stop,
        report: desk.page.title.clone(),
        href: format!("index.html#{id}"),
        root: desk.root.clone(),
        svg: chart::framed(&chart),
        notes: notes.clone(),
        legend: legend.clone(),
    };
    let alone = desk.template("blocks/chart-page.html", "chart", alone);
    desk.files.push((frame.clone(), alone));
    let view = view::Chart { number, id, caption: escape(&caption) + stop, svg, file, frame, table, notes, legend };
    desk.template("blocks/chart.html", "chart", view)
}

/// Marks what is derived where that stands beside what is not, and gives the legend of what occurs.
fn marked(plotted: &mut Plotted, suite: &Suite, figures: &[Figure], voice: Voice<'_>) -> view::Legend {
    let provenance = |figure: &Figure| Provenance::of(suite, &figure.outcome);
    let nothing = legend::nothing(voice);
    let cells = || plotted.table.rows.iter().flat_map(|row| &row.cells);
    let gap = cells().any(|cell| cell.contains(&nothing)).then_some(Provenance::Nothing);
    let occurring = figures.iter().map(provenance).chain(gap).collect();
    if legend::is_mixed(&occurring) {
        let derived = figures.iter().filter(|figure| provenance(figure) == Provenance::Derived);
        let derived: BTreeSet<&str> = derived.map(|figure| figure.id.as_str()).collect();
        for mark in plotted.plot.marks_mut().into_iter().filter(|mark| derived.contains(mark.figure.as_str())) {
            mark.sign = Provenance::Derived.sign();
            let title = [Message::from(&mark.title), Provenance::Derived.word()];
            mark.title = voice.say(&Message::joined("comma", title));
        }
    } else {
        // Where all are, the sign would say nothing.
        let behind = Provenance::Derived.behind(voice);
        for cell in plotted.table.rows.iter_mut().flat_map(|row| &mut row.cells) {
            *cell = cell.replace(&behind, "");
        }
    }
    legend::of(voice, &occurring)
}

/// What makes the kind of chart that is asked for.
fn kind(context: &Context, keys: &Keys<'_>) -> Option<Kind> {
    let asked = keys.string("kind").unwrap_or_default();
    if let Some(kind) = KINDS.iter().find(|(name, ..)| *name == asked) {
        // Also those that are not read when something else is wrong are settings.
        for setting in kind.2 {
            keys.has(setting);
        }
        return Some(*kind);
    }
    let names = KINDS.map(|(name, ..)| name);
    if keys.has("kind") {
        let help = crate::suggest::help(&asked, names);
        context.error(Code::BadValue, keys.span("kind"), format!("`{asked}` is no kind of chart"), help);
    } else {
        let help = Some(format!("add `kind = \"…\"` with one of {}", crate::suggest::listed(&names)));
        context.error(Code::MissingKey, keys.span("kind"), "a chart needs a `kind`", help);
    }
    None
}
