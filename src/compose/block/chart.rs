//! The block `chart`: each mark a figure, with its data as a table and in words.

mod bars;
mod boxes;
mod data;
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

use super::legend::{self, Provenance};
use super::{block_where, picture};
use crate::chart::{self, Chart, Plot};
use crate::compose::Desk;
use crate::compose::html::escape;
use crate::diagnostic::Code;
use crate::figure::Figure;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::suite::Suite;
use crate::words::{Message, Voice, say};

use data::Data;
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
    ("heat", heat::plot, &["value", "rows", "columns", "series"]),
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
    table: Data,
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
    let mut stage = Stage { desk, suite, context, whole: fixed.clone(), fixed, shared: None };
    let is_split = settings.contains(&"split") && keys.has("split");
    let plotted = if is_split { split::plot(&mut stage, &keys, plot) } else { plot(&mut stage, &keys) };
    keys.finish();
    let Some(mut plotted) = plotted else { return String::new() };
    let occurring = occurring(&plotted, suite, &desk.figures.list[first..]);
    let mixed = legend::is_mixed(&occurring);
    if mixed {
        mark_derived(&mut plotted.plot, suite, &desk.figures.list[first..], desk.voice());
    }
    if plotted.table.whole.is_some() {
        anchor(&mut plotted, &desk.figures.list);
    }
    let legend = legend::of(desk.voice(), &occurring);
    let Plotted { plot, table, notes, description } = plotted;
    let number = desk.charts;
    let id = format!("chart-{number}");
    let title = if caption.is_empty() { desk.say(&say("figure_title").with("n", number)) } else { caption.clone() };
    let references = reference::in_unit(context, references, plot.unit());
    if references.iter().any(|reference| reference.to.is_none()) {
        desk.figures.held.extend(first..desk.figures.list.len());
    }
    let voice = desk.voice();
    let notes: Vec<String> = notes.iter().map(|note| voice.element(note)).collect();
    let chart = Chart { id: id.clone(), title, description: voice.say(&description), plot, references, voice };
    let (svg, file) = (chart::svg(&chart), format!("{id}.svg"));
    desk.files.push((file.clone(), chart::standalone(&chart).into_bytes()));
    desk.captioned(&id, &caption);
    let frame = framed(desk, &chart, &notes, &legend);
    let csv = format!("{id}.csv");
    desk.files.push((csv.clone(), table.csv(&desk.figures.list, suite).into_bytes()));
    let table = table.view(desk, suite, mixed);
    let caption = escape(&sentence(voice, &caption));
    let png = picture::of_chart(desk, &chart);
    let view = view::Chart { number, id, caption, svg, file, png, frame, csv, table, notes, legend };
    desk.template("blocks/chart.html", "chart", view)
}

/// Writes the page of the chart alone, to be shown in a frame; gives its name.
fn framed(desk: &mut Desk<'_>, chart: &Chart<'_>, notes: &[String], legend: &view::Legend) -> String {
    let page = view::ChartPage {
        title: chart.title.clone(),
        caption: sentence(chart.voice, &chart.title),
        report: desk.page.title.clone(),
        href: format!("index.html#{}", chart.id),
        root: desk.root.clone(),
        svg: chart::framed(chart),
        notes: notes.to_vec(),
        legend: legend.clone(),
    };
    let page = desk.template("blocks/chart-page.html", "chart", page);
    let name = format!("{}.html", chart.id);
    desk.files.push((name.clone(), page.into_bytes()));
    name
}

/// A caption with a full stop where it has no mark of its own: notes and links follow it.
fn sentence(voice: Voice<'_>, caption: &str) -> String {
    let caption = caption.trim_end();
    let words = caption.trim_end_matches([')', '"', '”', '’', '»', '」']);
    let is_open = !words.is_empty() && !words.ends_with(STOPS);
    if is_open { voice.say(&say("sentence").with("of", caption)) } else { caption.to_owned() }
}

/// What ends a sentence, in the languages of the interface and some others.
const STOPS: [char; 12] = ['.', '!', '?', ':', ';', '…', '。', '！', '？', '：', '؟', '।'];

/// What of a chart came about in which way.
fn occurring(plotted: &Plotted, suite: &Suite, figures: &[Figure]) -> BTreeSet<Provenance> {
    let gap = plotted.table.has_gap().then_some(Provenance::Nothing);
    figures.iter().map(|figure| Provenance::of(suite, &figure.outcome)).chain(gap).collect()
}

/// Marks what is derived, where it stands beside what is not.
fn mark_derived(plot: &mut Plot, suite: &Suite, figures: &[Figure], voice: Voice<'_>) {
    let derived = figures.iter().filter(|figure| Provenance::of(suite, &figure.outcome) == Provenance::Derived);
    let derived: BTreeSet<&str> = derived.map(|figure| figure.id.as_str()).collect();
    for mark in plot.marks_mut().into_iter().filter(|mark| derived.contains(mark.figure.as_str())) {
        mark.sign = Provenance::Derived.sign();
        let title = [Message::from(&mark.title), Provenance::Derived.word()];
        mark.title = voice.say(&Message::joined("comma", title));
    }
}

/// Has links to figures that the table does not hold lead to the picture.
fn anchor(plotted: &mut Plotted, figures: &[Figure]) {
    let held: BTreeSet<&str> = plotted.table.figures().map(|figure| figures[figure].id.as_str()).collect();
    plotted.plot.marks_mut().into_iter().for_each(|mark| mark.is_anchor = !held.contains(mark.figure.as_str()));
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
