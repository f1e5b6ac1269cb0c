//! The blocks `limitations`, `corrections` and `obligations`: what the suite says of itself.

use crate::compose::html::escape;
use crate::compose::{Desk, corrections};
use crate::render::view;
use crate::settings::{Keys, is_day};
use crate::suite::Suite;
use crate::suite::manifest::Obligation;
use crate::suite::standing::Due;
use crate::words::say;

/// Renders the block `limitations`.
pub(super) fn limitations(desk: &mut Desk<'_>, suite: &Suite, keys: Keys<'_>) -> String {
    keys.finish();
    limitations_list(desk, suite)
}

/// The limitations under a heading of their own.
pub(super) fn limitations_section(desk: &mut Desk<'_>, suite: &Suite) -> String {
    headed(desk, "limitations", |desk| limitations_list(desk, suite))
}

/// The corrections under a heading of their own.
pub(super) fn corrections_section(desk: &mut Desk<'_>, suite: &Suite) -> String {
    headed(desk, "corrections", |desk| corrections_list(desk, suite))
}

/// Under a heading, whose anchor is the same in every language.
fn headed(desk: &mut Desk<'_>, key: &'static str, list: impl FnOnce(&mut Desk<'_>) -> String) -> String {
    let title = desk.say(&say(key));
    let id = desk.anchor(&crate::address::slug(&desk.templates.words().voice("en").word(key)));
    desk.headings.push(view::Heading { id: id.clone(), title: title.clone(), level: 2 });
    format!("<h2 id=\"{id}\">{}</h2>\n{}", escape(&title), list(desk))
}

fn limitations_list(desk: &mut Desk<'_>, suite: &Suite) -> String {
    let items = suite.manifest.limitations.iter().map(|text| inline(text)).collect();
    let id = desk.anchor("limitations");
    desk.template("blocks/limitations.html", "limitations", view::Limitations { id, items })
}

/// Renders the block `corrections`, the latest first.
pub(super) fn corrections_block(desk: &mut Desk<'_>, suite: &Suite, keys: Keys<'_>) -> String {
    keys.finish();
    corrections_list(desk, suite)
}

fn corrections_list(desk: &mut Desk<'_>, suite: &Suite) -> String {
    let items = corrections::of_suite(suite).into_iter().map(|corrected| corrected.shown).collect();
    let id = desk.anchor("corrections");
    desk.template("blocks/corrections.html", "corrections", view::Corrections { id, items })
}

/// What is to be measured again, under a heading of its own.
pub(super) fn obligations_section(desk: &mut Desk<'_>, suite: &Suite) -> String {
    headed(desk, "obligations", |desk| obligations_list(desk, suite))
}

/// Renders the block `obligations`.
pub(super) fn obligations(desk: &mut Desk<'_>, suite: &Suite, keys: Keys<'_>) -> String {
    keys.finish();
    obligations_list(desk, suite)
}

fn obligations_list(desk: &mut Desk<'_>, suite: &Suite) -> String {
    let item = |desk: &Desk<'_>, owed: &Obligation| {
        let due = suite.due(owed, &desk.targets.today);
        let class = match due {
            Due::Done => "holds",
            Due::Open => "open",
            Due::Past => "contradicted",
        };
        view::Obligation {
            text: inline(&owed.text),
            due: owed.due.clone(),
            when: owed.when.clone(),
            done: owed.done.clone(),
            done_on: if is_day(&owed.done) { owed.done.clone() } else { String::new() },
            status: desk.say(&due.message()),
            class: class.to_owned(),
        }
    };
    let items = suite.manifest.obligations.iter().map(|owed| item(desk, owed)).collect();
    let id = desk.anchor("obligations");
    desk.template("blocks/obligations.html", "obligations", view::Obligations { id, items })
}

/// A line of Markdown as inline HTML, without its paragraph.
pub(super) fn inline(text: &str) -> String {
    use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};
    let events = Parser::new(text)
        .filter(|event| !matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph)));
    // Raw HTML has no place in a setting.
    let events = events.map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(escape(&text).into()),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out.trim_end().to_owned()
}
