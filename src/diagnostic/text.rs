//! Diagnostics as text for people: message, file, line, column, the text under a caret, help.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::{Place, Position, Span};

/// A line longer than this many characters is shown in part, around the span.
const LONG_LINE: usize = 120;
/// How many characters are shown before the span of a line that is cut.
const BEFORE: usize = 40;

/// One diagnostic as text, with or without colour, ending in a line break.
pub fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let views: Vec<View<'_>> = diagnostic.related.iter().map(|(place, label)| View::new(place, label, false)).collect();
    let first = diagnostic.place.as_ref().map(|place| View::new(place, &diagnostic.label, true));

    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code.id()));
    for view in first.iter().chain(&views) {
        group = group.element(view.element());
    }
    if let (None, Some(path)) = (&first, &diagnostic.path) {
        group = group.element(Origin::path(path.as_ref()));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let mut text = renderer.render(&[group]).to_string();
    text.push('\n');
    // The renderer counts columns in what it is given, and knows nothing of what was cut off before.
    for view in first.iter().chain(&views).filter(|view| view.shown_column() != view.position.column as usize) {
        let place = |column: usize| format!("{}:{}:{column}", view.path, view.position.line);
        text = text.replacen(&place(view.shown_column()), &place(view.position.column as usize), 1);
    }
    text
}

/// The part of a file that is shown: the first line of the span, cut when it is very long.
struct View<'a> {
    path: &'a str,
    text: String,
    position: Position,
    span: Range<usize>,
    label: &'a str,
    primary: bool,
}

impl<'a> View<'a> {
    fn new(place: &'a Place, label: &'a str, primary: bool) -> Self {
        let text = place.source.text();
        let start = floor(text, place.span.start as usize);
        let end = floor(text, (place.span.end as usize).max(start));
        // A span over many lines shows its first line only: the caret says where, the help says what.
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[line_start..line_end].trim_end_matches('\r');
        // A byte order mark is no part of the line for a reader.
        let mark = line.len() - line.trim_start_matches('\u{feff}').len();
        let span = (start - line_start).clamp(mark, line.len())..(end - line_start).clamp(mark, line.len());
        let (shown, span) = cut(&line[mark..], span.start - mark..span.end.max(span.start) - mark);
        let position = place.source.position(Span::new(start, start).start);
        Self { path: place.source.path(), text: shown, position, span, label, primary }
    }

    fn element(&self) -> Element<'_> {
        let kind = if self.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(self.span.clone());
        let annotation = if self.label.is_empty() { annotation } else { annotation.label(self.label) };
        let line = self.position.line as usize;
        Snippet::source(self.text.as_str()).line_start(line).path(self.path).annotation(annotation).into()
    }

    /// The column at which the span begins in the text that is shown.
    fn shown_column(&self) -> usize {
        self.text[..self.span.start].chars().count() + 1
    }
}

/// A long line's part around a span, with `…` where something is left out, and the span in it.
fn cut(line: &str, span: Range<usize>) -> (String, Range<usize>) {
    let back = |from: usize, characters: usize| line[..from].char_indices().rev().nth(characters.saturating_sub(1));
    let ahead = |from: usize, characters: usize| line[from..].char_indices().nth(characters).map(|(at, _)| from + at);
    if ahead(0, LONG_LINE).is_none() {
        return (line.to_owned(), span);
    }
    let from = back(span.start, BEFORE).map_or(0, |(at, _)| at);
    let to = ahead(from, LONG_LINE).unwrap_or(line.len());
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < line.len() { "…" } else { "" });
    let moved = |at: usize| at.min(to) - from + before.len();
    (format!("{before}{}{after}", &line[from..to]), moved(span.start)..moved(span.end))
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_the_span() {
        let line = format!("{}µ12µ{}", "a".repeat(100), "b".repeat(100));
        let (text, span) = cut(&line, 102..104);
        assert_eq!(&text[span], "12");
        assert_eq!(text, format!("…{}µ12µ{}…", "a".repeat(39), "b".repeat(77)));
        let source = std::sync::Arc::new(crate::source::Source::new("a.md", format!("x\n{line}")));
        let diagnostic = Diagnostic::error(super::super::Code::Syntax, "wrong").at(&source, 104..106);
        assert!(render(&diagnostic, false).contains("--> a.md:2:102\n"), "{}", render(&diagnostic, false));
        assert_eq!(cut("short", 1..3), ("short".to_owned(), 1..3));
        let (text, span) = cut(&line, line.len()..line.len());
        assert_eq!((text.ends_with('b'), span), (true, text.len()..text.len()));
    }
}
