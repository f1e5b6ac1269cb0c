//! `[conditions]` and `[disclosure]`: what the author says of how the suite was measured.

use crate::checklist::{Item, Required};
use crate::diagnostic::Code;
use crate::settings::{Context, Entry, Item as Kind, Keys, Table};
use crate::source::Span;

/// What held while measuring, for all of the suite or a part of it.
#[derive(Debug, Clone)]
pub struct Condition {
    /// For which part: names and values of dimensions, with their places; empty for all.
    pub when: Vec<(String, String, Span)>,
    /// What it is: `hardware`, `connections`.
    pub name: String,
    /// The value.
    pub value: String,
}

/// What `[disclosure]` says.
#[derive(Debug, Default)]
pub struct Disclosure {
    /// The answers, in the order of the file.
    pub answers: Vec<(&'static Item, Said)>,
    /// The items that the suite itself demands.
    pub required: Required,
    /// Where the table stands; nowhere when there is none.
    pub span: Span,
}

impl Disclosure {
    /// Whether the author states an item here.
    pub fn states(&self, item: &Item) -> bool {
        self.answers.iter().any(|(own, said)| *own == item && matches!(said, Said::Stated(_)))
    }
}

/// What the author says of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The answer, as a line of Markdown.
    Stated(String),
    /// Why there is nothing to state.
    NotApplicable(String),
}

impl Said {
    /// The words, whichever they are.
    pub fn text(&self) -> &str {
        match self {
            Self::Stated(text) | Self::NotApplicable(text) => text,
        }
    }
}

/// `[conditions]` and its `[[conditions.when]]` overrides.
pub(super) fn conditions(context: &Context, table: Option<&Table>) -> Vec<Condition> {
    let mut conditions = Vec::new();
    let Some(table) = table else { return conditions };
    let keys = Keys::new(context, table, "`[conditions]`");
    collect(context, table, &[], "when", &mut conditions);
    for (inner, span) in keys.tables("when") {
        let own = Keys::new(context, inner, "`[[conditions.when]]`");
        let when = own.pairs("where");
        if !own.has("where") || own.table("where").is_some_and(|part| part.entries.is_empty()) {
            let help =
                "add `where = { … }` with a dimension and its value, or write it under `[conditions]`".to_owned();
            context.error(Code::MissingKey, span, "`[[conditions.when]]` does not say when", Some(help));
            continue;
        }
        collect(context, inner, &when, "where", &mut conditions);
    }
    conditions
}

fn collect(context: &Context, table: &Table, when: &[(String, String, Span)], not: &str, into: &mut Vec<Condition>) {
    for entry in table.entries.iter().filter(|entry| entry.key != not) {
        match entry.value.text() {
            Some(value) => {
                into.push(Condition { when: when.to_vec(), name: entry.key.clone(), value: value.to_owned() });
            }
            None => {
                let message = format!("the condition `{}` is neither a string nor a number", entry.key);
                context.error(Code::WrongType, entry.value.span, message, None);
            }
        }
    }
}

/// `[disclosure]`: `question = "…"`, `storage = { not_applicable = "…" }`, `require = ["hardware"]`.
pub(super) fn disclosure(context: &Context, keys: &Keys<'_>) -> Disclosure {
    let Some(table) = keys.table("disclosure") else { return Disclosure::default() };
    let answer = |entry: &Entry| Some((Item::named(context, &entry.key, entry.span)?, said(context, entry)?));
    let own = Keys::new(context, table, "`[disclosure]`");
    Disclosure {
        answers: table.entries.iter().filter(|entry| entry.key != "require").filter_map(answer).collect(),
        required: Required::read(context, &own),
        span: keys.span("disclosure"),
    }
}

fn said(context: &Context, entry: &Entry) -> Option<Said> {
    let Kind::Table(table) = &entry.value.item else {
        let text = filled(context, entry.value.text(), entry);
        return text.map(Said::Stated);
    };
    let keys = Keys::new(context, table, "the item");
    let reason = keys.required("not_applicable", entry.value.span);
    keys.finish();
    filled(context, Some(&reason?), entry).map(Said::NotApplicable)
}

/// A text that says something; what does not is reported.
fn filled(context: &Context, text: Option<&str>, entry: &Entry) -> Option<String> {
    const WAYS: &str =
        "write what is the case, or `{ not_applicable = \"why\" }`, or leave it out: it is shown as not stated";
    let (code, message) = match text {
        Some(text) if !text.trim().is_empty() => return Some(text.to_owned()),
        Some(_) => (Code::BadValue, format!("`{}` says nothing", entry.key)),
        None => (Code::WrongType, format!("`{}` takes a text or `not_applicable` with a reason", entry.key)),
    };
    context.error(code, entry.value.span, message, Some(WAYS.to_owned()));
    None
}
