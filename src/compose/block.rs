//! Blocks: fenced code named `table`, `chart`, `disclosure`, …, whose body is TOML.

pub(super) mod chart;
mod compare;
mod csv;
pub(super) mod disclosure;
pub mod evidence;
mod legend;
mod lists;
mod measure;
pub(super) mod picture;
mod releases;
pub mod sessions;
pub(super) mod table;

use super::Desk;
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::settings::{Context, Keys, parse};
use crate::source::Span;
use crate::suite::part::Choices;
use crate::suite::{Suite, part};

/// The names of blocks.
const NAMES: [&str; 10] = [
    "table",
    "chart",
    "disclosure",
    "limitations",
    "corrections",
    "obligations",
    "sessions",
    "releases",
    "compare",
    "evidence",
];

/// Whether a fenced code block of that name is a block of ours.
pub(super) fn is_known(info: &str) -> bool {
    NAMES.contains(&info.trim())
}

/// The block that a fenced code block of that name was probably meant to be.
pub(super) fn meant(info: &str) -> Option<&'static str> {
    crate::suggest::nearest(info.trim(), NAMES).filter(|_| info.trim().len() > 3)
}

/// A block as HTML; what is wrong is reported.
pub(super) fn render(desk: &mut Desk<'_>, info: &str, body: Span, whole: Span) -> String {
    let name = info.trim();
    let Some(suite) = desk.suite else {
        desk.without_suite(format!("a `{name}` block stands on a page that names no suite"), whole);
        return String::new();
    };
    let context = Context::new(std::sync::Arc::clone(&desk.page.source));
    let settings = parse::toml(&context, body);
    if !context.found.borrow().is_empty() {
        // Half a block would only say what is missing from it.
        desk.found.append(context.found.into_inner());
        return String::new();
    }
    let what = format!("the `{name}` block");
    let keys = Keys::new(&context, &settings, &what).standing_at(whole);
    let before = desk.fixed.clone();
    desk.figures.at = Span::new(whole.start as usize, whole.start as usize + 3 + name.len());
    let html = match name {
        "table" => table::render(desk, suite, &context, keys),
        "chart" => chart::render(desk, suite, &context, keys),
        "disclosure" => {
            let fixed = block_where(desk, suite, &keys);
            desk.fixed = fixed;
            let checklist = keys.bool("checklist").unwrap_or(false);
            keys.finish();
            desk.disclosed = true;
            disclosure::render(desk, suite, checklist)
        }
        "limitations" => lists::limitations(desk, suite, keys),
        "corrections" => lists::corrections_block(desk, suite, keys),
        "obligations" => lists::obligations(desk, suite, keys),
        "sessions" => sessions::render(desk, suite, &context, keys),
        "releases" => releases::render(desk, suite, &context, keys),
        "compare" => compare::render(desk, suite, &context, keys),
        _ => evidence::mark(desk, keys),
    };
    desk.fixed = before;
    desk.found.append(context.found.into_inner());
    html
}

/// Limitations and corrections that a report's author did not place: a reader sees them all the same.
pub(super) fn closing(desk: &mut Desk<'_>, suite: &Suite) -> String {
    let mut html = String::new();
    if !suite.manifest.limitations.is_empty() && !desk.anchors.contains("limitations") {
        html += &lists::limitations_section(desk, suite);
    }
    let corrected = !suite.manifest.corrections.is_empty() || !suite.manifest.withdrawn.is_empty();
    if corrected && !desk.anchors.contains("corrections") {
        html += &lists::corrections_section(desk, suite);
    }
    if !suite.manifest.obligations.is_empty() && !desk.anchors.contains("obligations") {
        html += &lists::obligations_section(desk, suite);
    }
    html
}

/// What holds in a block: its own `where` over that of the section and page.
fn block_where(desk: &mut Desk<'_>, suite: &Suite, keys: &Keys<'_>) -> Dimensions {
    let own = part::understand(suite, &desk.page.source, &keys.pairs("where"), &mut desk.found);
    let mut fixed = desk.fixed.clone();
    fixed.extend(own);
    fixed
}

/// The same of a block that shows some values of a dimension.
fn block_choices(desk: &mut Desk<'_>, suite: &Suite, keys: &Keys<'_>) -> (Dimensions, Choices) {
    let (own, several) = part::choose(suite, &desk.page.source, &keys.choices("where"), &mut desk.found);
    let mut fixed = desk.fixed.clone();
    fixed.extend(own);
    (fixed, several)
}

/// A dimension that a block names; an unknown one is reported.
fn named_dimension(context: &Context, suite: &Suite, name: &str, span: Span) -> Option<std::sync::Arc<str>> {
    let vocabulary = &suite.vocabulary;
    let found = vocabulary.dimension(name).map(|dimension| std::sync::Arc::clone(&dimension.name));
    if found.is_none() {
        let message = format!("the suite `{}` has no dimension `{name}`", suite.name);
        let help = crate::suggest::help(name, vocabulary.dimensions.iter().map(|d| &*d.name));
        context.error(Code::UnknownDimension, span, message, help);
    }
    found
}
