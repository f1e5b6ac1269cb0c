//! Bound figures that Markdown does not take for links: they would be printed as they are written.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::Desk;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What stands between the text and the expression of a bound figure.
const MIDDLE: [&str; 2] = ["](<=", "](="];

/// Reports what looks like a bound figure in plain text.
pub(super) fn report(desk: &mut Desk<'_>, events: &[(Event<'_>, Range<usize>)]) {
    for range in texts(events) {
        let text = &desk.page.source.text()[range.clone()];
        let found = MIDDLE.iter().flat_map(|middle| text.match_indices(middle));
        let places: Vec<Span> = found.map(|(at, _)| whole(text, at).shifted(range.start)).collect();
        for place in places {
            let diagnostic = Diagnostic::error(Code::ExpressionSyntax, "this is no link, so no figure is bound");
            let help = "write `[text](<= expression>)`, with a title for an acknowledgement after the `>`; \
                        an expression holds no `<` and no `>`: write `below` and `above`";
            desk.found.push(diagnostic.at(&desk.page.source, place).help(help));
        }
    }
}

/// The stretches of plain text: neighbouring texts as one, without code and without links.
fn texts(events: &[(Event<'_>, Range<usize>)]) -> Vec<Range<usize>> {
    let mut texts: Vec<Range<usize>> = Vec::new();
    let mut within = 0_usize;
    for (event, range) in events {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => within += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => within = within.saturating_sub(1),
            Event::Text(_) | Event::InlineHtml(_) | Event::SoftBreak if within == 0 => match texts.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => texts.push(range.clone()),
            },
            _ => {}
        }
    }
    texts
}

/// From the `[` before the middle to the `)` after it, as far as they are on its line.
fn whole(text: &str, middle: usize) -> Span {
    let start =
        text[..middle].rfind(['[', '\n']).map_or(middle, |at| if text[at..].starts_with('[') { at } else { at + 1 });
    let end = text[middle..].find([')', '\n']).map_or(text.len(), |at| middle + at + 1);
    Span::new(start, end)
}
