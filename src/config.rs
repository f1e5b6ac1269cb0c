//! `benchbook.toml`: what the site is called, where it will be, how it looks.

pub mod colour;
mod theme;

use std::sync::Arc;

pub use theme::Theme;

use crate::checklist::Required;
use crate::diagnostic::Diagnostics;
use crate::policy::Policy;
use crate::settings::{Context, Keys, parse};
use crate::source::{Place, Source};

/// The file that makes a folder a site.
pub const FILE: &str = "benchbook.toml";

/// The settings of a site.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The site's title.
    pub title: String,
    /// What it is about, in a sentence.
    pub description: String,
    /// The language of pages that name none.
    pub language: String,
    /// The absolute address, ending in `/`; empty when it has none.
    pub base_url: String,
    /// The project's repository; empty when it has none.
    pub repository: String,
    /// Where that is set.
    pub repository_place: Option<Place>,
    /// The commit at which the repository holds the evidence; empty when not said.
    pub commit: String,
    /// The author, for the feed.
    pub author: String,
    /// What is decided about rules.
    pub policy: Policy,
    /// What every suite must disclose.
    pub required: Required,
    /// Whether `/` opens the search.
    pub search_shortcut: bool,
    /// Which pictures are written besides what every site has.
    pub pictures: Pictures,
    /// How the site looks.
    pub theme: Theme,
}

/// Pictures for other places, which a site has when it asks for them.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// Whether each chart is written as PNG too.
    pub png: bool,
    /// Whether each report has a card, shown where its address is shared.
    pub cards: bool,
    /// Where the first of them is asked for.
    pub place: Option<Place>,
}

/// Reads the settings.
pub fn read(source: Arc<Source>) -> (Config, Diagnostics) {
    let context = Context::new(source);
    let table = parse::toml_file(&context);
    let keys = Keys::new(&context, &table, "`benchbook.toml`");
    let text = |key| keys.string(key).unwrap_or_default();
    let config = Config {
        title: keys.required("title", keys.span("title")).unwrap_or_default(),
        description: text("description"),
        language: keys.string("language").unwrap_or_else(|| "en".to_owned()),
        base_url: with_slash(text("base_url")),
        repository: text("repository").trim_end_matches('/').to_owned(),
        repository_place: keys.string("repository").map(|_| context.source.place(keys.span("repository"))),
        commit: text("commit"),
        author: text("author"),
        policy: Policy::read(&context, &keys),
        required: required(&context, &keys),
        search_shortcut: search_shortcut(&context, &keys),
        pictures: pictures(&context, &keys),
        theme: Theme::read(&context, &keys),
    };
    keys.finish();
    (config, context.found.into_inner())
}

/// `[disclosure]` of a site: `require = ["hardware", "errors"]`.
fn required(context: &Context, keys: &Keys<'_>) -> Required {
    let Some(table) = keys.table("disclosure") else { return Required::default() };
    let keys = Keys::new(context, table, "`[disclosure]`");
    let required = Required::read(context, &keys);
    keys.finish();
    required
}

/// `[search]`: `shortcut = false`.
fn search_shortcut(context: &Context, keys: &Keys<'_>) -> bool {
    let Some(table) = keys.table("search") else { return true };
    let keys = Keys::new(context, table, "`[search]`");
    let is_on = keys.bool("shortcut").unwrap_or(true);
    keys.finish();
    is_on
}

/// `[output]`: `png = true`, `cards = true`.
fn pictures(context: &Context, keys: &Keys<'_>) -> Pictures {
    let Some(table) = keys.table("output") else { return Pictures::default() };
    let keys = Keys::new(context, table, "`[output]`");
    let asked = |key| keys.bool(key).unwrap_or(false);
    let (png, cards) = (asked("png"), asked("cards"));
    let first = if png { "png" } else { "cards" };
    let place = (png || cards).then(|| context.source.place(keys.span(first)));
    keys.finish();
    Pictures { png, cards, place }
}

fn with_slash(url: String) -> String {
    if url.is_empty() || url.ends_with('/') { url } else { url + "/" }
}
