//! The badges of a page: each a bound figure, shown at its end and written as a picture beside it.

use super::bound::Bound;
use super::{Desk, Headline};
use crate::address;
use crate::chart;
use crate::diagnostic::{Code, Diagnostic};
use crate::page::Badge;
use crate::render::view;

/// The badges as HTML, empty when the page asks for none, and what each is called with its figure.
pub(super) fn render(desk: &mut Desk<'_>) -> (String, Vec<(String, usize)>) {
    let page = desk.page;
    desk.fixed = desk.page_fixed.clone();
    let (mut items, mut headlines) = (Vec::new(), Vec::new());
    for badge in &page.badges {
        let figure = desk.figures.list.len();
        if let Some(item) = one(desk, badge) {
            items.push(item);
            headlines.push((badge.label.clone(), figure));
        }
    }
    if items.is_empty() {
        return (String::new(), headlines);
    }
    let path = address::encoded(&page.address);
    (desk.template("blocks/badges.html", "badges", view::Badges { path, items }), headlines)
}

/// A badge with its figure; none when its expression gives no value, which is reported.
fn one(desk: &mut Desk<'_>, badge: &Badge) -> Option<view::Badge> {
    let before = desk.figures.list.len();
    let unit = badge.unit.as_deref();
    let bound = Bound { text: "", html: "", title: "", span: badge.span, expression: badge.expression, unit };
    let html = desk.bound(&bound);
    let text = desk.figures.list.get(before)?.text.clone();
    let (svg, file) = (chart::badge(&badge.label, &text), format!("{}.svg", badge.name));
    desk.files.push((file.clone(), svg.clone().into_bytes()));
    if !desk.anchors.insert(badge.name.clone()) {
        let message = format!("the page has an anchor `#{}` already", badge.name);
        let diagnostic = Diagnostic::error(Code::BadValue, message).at(&desk.page.source, badge.span);
        desk.found.push(diagnostic.help("give the badge another label, or the heading another text"));
    }
    desk.headlines.push(Headline { label: badge.label.clone(), anchor: badge.name.clone(), figure: before });
    let alternative = format!("{} {text}", badge.label).replace(['\\', '[', ']'], " ");
    let id = badge.name.clone();
    let file = address::encoded(&file);
    Some(view::Badge { anchor: address::encoded(&id), id, label: badge.label.clone(), html, svg, file, alternative })
}
