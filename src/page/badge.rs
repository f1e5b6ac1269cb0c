//! Badges of a page: a label and the figure beside it, each a picture for other places.

use std::collections::BTreeSet;

use crate::address;
use crate::diagnostic::Code;
use crate::settings::{Context, Keys};
use crate::source::Span;

/// A badge that the front matter asks for.
#[derive(Debug)]
pub struct Badge {
    /// What the figure is called: `p99`.
    pub label: String,
    /// The name of its file and anchor, without their ends: `badge-p99`.
    pub name: String,
    /// The expression of the figure, within its quotes.
    pub expression: Span,
    /// The unit after `as` in the expression.
    pub unit: Option<String>,
    /// Where its value stands.
    pub span: Span,
}

/// The badges of a page; two of one name are an error.
pub(super) fn read(context: &Context, keys: &Keys<'_>) -> Vec<Badge> {
    let mut names = BTreeSet::new();
    let mut badges = Vec::new();
    for (table, place) in keys.tables("badges") {
        let keys = Keys::new(context, table, "the badge").standing_at(place);
        let read = one(context, &keys, place);
        let label = keys.span("label");
        keys.finish();
        let Some(badge) = read else { continue };
        if names.insert(badge.name.clone()) {
            badges.push(badge);
        } else {
            let message = format!("an earlier badge of the page is `{}.svg` too", badge.name);
            context.error(Code::BadValue, label, message, Some("give it a label of its own".to_owned()));
        }
    }
    badges
}

fn one(context: &Context, keys: &Keys<'_>, place: Span) -> Option<Badge> {
    let (label, value) = (keys.required("label", place), keys.required("value", place));
    let (label, value) = (label?.trim().to_owned(), value?);
    if label.is_empty() {
        let help = Some("say in a word or two what the figure is, such as `p99`".to_owned());
        context.error(Code::BadValue, keys.span("label"), "the label of a badge is empty", help);
        return None;
    }
    let span = keys.span("value");
    let (expression, unit) = match value.rsplit_once(" as ") {
        Some((expression, unit)) if !unit.contains([')', ']']) => (expression, Some(unit.trim().to_owned())),
        _ => (value.as_str(), None),
    };
    let name = format!("badge-{}", address::slug(&label));
    Some(Badge { name, label, expression: context.within(span, expression), unit, span })
}
