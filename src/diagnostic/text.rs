//! Diagnostics as text for people: message, file, line, column, the text under a caret, help.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::{Place, Span};

/// A line longer than this is shown in part, around the span.
const LONG_LINE: usize = 240;

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
    group = match (&first, &diagnostic.path) {
        (Some(view), _) => group.element(view.element()),
        (None, Some(path)) => group.element(Origin::path(path.as_ref())),
        (None, None) => group,
    };
    for view in &views {
        group = group.element(view.element());
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let mut text = renderer.render(&[group]).to_string();
    text.push('\n');
    text
}

/// The part of a file that is shown: the whole lines of the span, cut when they are very long.
struct View<'a> {
    path: &'a str,
    text: &'a str,
    line: usize,
    span: std::ops::Range<usize>,
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
        let end = end.min(line_end).max(start);
        let (from, to) = if line_end - line_start > LONG_LINE {
            let from = floor(text, start.saturating_sub(LONG_LINE / 3).max(line_start));
            (from, floor(text, (from + LONG_LINE).min(line_end)).max(end))
        } else {
            (line_start, line_end)
        };
        let line = place.source.position(Span::new(start, start).start).line as usize;
        Self { path: place.source.path(), text: &text[from..to], line, span: start - from..end - from, label, primary }
    }

    fn element(&self) -> Element<'a> {
        let kind = if self.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(self.span.clone());
        let annotation = if self.label.is_empty() { annotation } else { annotation.label(self.label) };
        Snippet::source(self.text).line_start(self.line).path(self.path).annotation(annotation).into()
    }
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
