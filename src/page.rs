//! A narrative: a Markdown file with its front matter and its address.

mod badge;

use std::sync::Arc;

use crate::address;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::Policy;
use crate::settings::{Context, Keys, parse};
use crate::source::{Source, Span};

pub use badge::Badge;

/// A narrative before its figures are resolved.
#[derive(Debug)]
pub struct Page {
    /// The Markdown file.
    pub source: Arc<Source>,
    /// Its address below the site's root: `reports/altair/`.
    pub address: String,
    /// The byte at which the text begins, after the front matter.
    pub body: usize,
    /// The title.
    pub title: String,
    /// A sentence below the title.
    pub description: String,
    /// Where the title and the description stand in the front matter; nowhere when they do not.
    pub spans: [Span; 2],
    /// The suite that its figures are from.
    pub suite: Option<String>,
    /// Where the suite is named.
    pub suite_span: Span,
    /// The date, `2026-09-12`.
    pub date: String,
    /// The language, when it is not the site's.
    pub language: Option<String>,
    /// What holds for the whole page, with the place of each value.
    pub fixed: Vec<(String, String, Span)>,
    /// The rules that the page allows.
    pub allowed: Vec<Code>,
    /// Numbers that need no evidence, each with where it stands; their reasons are for readers of the source.
    pub exempt: Vec<(String, Span)>,
    /// Why claims of the page may rest on estimates; empty when not said.
    pub estimates: String,
    /// Its label in the navigation, when it is there.
    pub navigation: Option<String>,
    /// Its place in the navigation and in its section.
    pub order: usize,
    /// The heading that it stands under on the start page, where that is not the one of reports.
    pub section: Option<String>,
    /// Whether the disclosure stands at the top without being asked for.
    pub disclosure: bool,
    /// Whether that disclosure holds the whole checklist.
    pub checklist: bool,
    /// The release that it is the page of, where it is made for each.
    pub release: Option<Arc<str>>,
    /// Figures that are written as pictures for other places, such as a readme.
    pub badges: Vec<Badge>,
}

impl Page {
    /// Reads the front matter.
    pub fn read(source: Arc<Source>) -> (Self, Diagnostics) {
        let context = Context::new(Arc::clone(&source));
        let (table, body) = parse::front_matter(&context);
        let keys = Keys::new(&context, &table, "the front matter");
        let page = Self {
            address: address::of_content(source.path()),
            body,
            title: keys.string("title").unwrap_or_else(|| first_heading(&source.text()[body..])),
            description: keys.string("description").unwrap_or_default(),
            spans: ["title", "description"].map(|key| if keys.has(key) { keys.span(key) } else { Span::default() }),
            suite: keys.string("suite"),
            suite_span: keys.span("suite"),
            date: keys.date("date").unwrap_or_default(),
            language: keys.string("language"),
            fixed: keys.pairs("where"),
            allowed: Policy::read_allowed(&context, &keys),
            exempt: exempt(&context, &keys),
            estimates: keys.string("estimates").unwrap_or_default(),
            navigation: keys.string("navigation"),
            order: keys.whole("order").unwrap_or(100),
            section: section(&context, &keys),
            disclosure: keys.bool("disclosure").unwrap_or(true),
            checklist: keys.bool("checklist").unwrap_or(false),
            release: None,
            badges: badge::read(&context, &keys),
            source,
        };
        keys.finish();
        (page, context.found.into_inner())
    }

    /// Whether it is a report: a page about a suite.
    pub fn is_report(&self) -> bool {
        self.suite.is_some()
    }
}

/// The heading of the start page that a page stands under.
fn section(context: &Context, keys: &Keys<'_>) -> Option<String> {
    let section = keys.string("section")?;
    let wrong = if section.trim().is_empty() {
        ("the section has no name", "name it, such as `section = \"Guides\"`, or take it out")
    } else if address::of_content(context.source.path()).is_empty() {
        ("the start page lists the sections, and stands in none", "take it out")
    } else {
        return Some(section.trim().to_owned());
    };
    context.error(Code::BadValue, keys.span("section"), wrong.0, Some(wrong.1.to_owned()));
    None
}

/// Numbers that the page exempts from being bound, each with a reason.
fn exempt(context: &Context, keys: &Keys<'_>) -> Vec<(String, Span)> {
    let pairs = keys.pairs("exempt").into_iter();
    pairs
        .map(|(text, reason, span)| {
            if reason.trim().is_empty() {
                let help = Some(format!("write `\"{text}\" = \"why\"`"));
                context.error(Code::BadValue, span, "exempting a number needs a reason", help);
            }
            (text, span)
        })
        .collect()
}

/// The text of the first heading, for a page without a title.
fn first_heading(text: &str) -> String {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or("Untitled").trim().to_owned()
}
