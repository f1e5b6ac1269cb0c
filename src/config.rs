//! `benchbook.toml`: what the site is called, where it will be, how it looks.

pub mod colour;
mod theme;

use std::sync::Arc;

pub use theme::Theme;

use crate::checklist::Required;
use crate::diagnostic::Diagnostics;
use crate::policy::Policy;
use crate::settings::{Context, Keys, parse};
use crate::source::Source;

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
    /// The commit at which the repository holds the evidence; empty when not said.
    pub commit: String,
    /// The author, for the feed.
    pub author: String,
    /// What is decided about rules.
    pub policy: Policy,
    /// What every suite must disclose.
    pub required: Required,
    /// How the site looks.
    pub theme: Theme,
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
        commit: text("commit"),
        author: text("author"),
        policy: Policy::read(&context, &keys),
        required: required(&context, &keys),
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

fn with_slash(url: String) -> String {
    if url.is_empty() || url.ends_with('/') { url } else { url + "/" }
}
