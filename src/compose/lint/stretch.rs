//! Stretches of text as a reader reads them, each with the way back to the bytes of the file.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use super::super::language::Languages;
use super::super::{Desk, block};
use super::span_of;
use crate::number::Notation;
use crate::settings::{Context, parse};
use crate::source::Span;

/// What stands in a text for code and for what is bound: nothing goes across it.
const GAP: &str = "\u{fffc}";

/// A text without markup: a paragraph, a heading, a cell, a caption.
#[derive(Debug, Default)]
pub(in crate::compose) struct Stretch {
    /// The text.
    pub(super) text: String,
    /// Whether it stands where nothing can be bound: in a caption, the title or the description.
    pub(super) apart: bool,
    /// How the language of its place writes numbers.
    pub(super) notation: Notation,
    pieces: Vec<Piece>,
}

/// A part of a text that stands in the file in one piece.
#[derive(Debug)]
struct Piece {
    at: usize,
    source: Range<usize>,
    /// Whether it stands there as it is read.
    verbatim: bool,
    /// Whether it is the text of a link.
    linked: bool,
}

impl Stretch {
    /// The text.
    pub(in crate::compose) fn text(&self) -> &str {
        &self.text
    }

    fn push(&mut self, text: &str, source: Range<usize>, verbatim: bool, linked: bool) {
        self.pieces.push(Piece { at: self.text.len(), source, verbatim, linked });
        self.text.push_str(text);
    }

    fn piece(&self, at: usize) -> &Piece {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        &self.pieces[after.saturating_sub(1)]
    }

    /// Where a part of the text stands in the file.
    pub(in crate::compose) fn span(&self, part: Range<usize>) -> Span {
        let (first, last) = (self.piece(part.start), self.piece(part.end.saturating_sub(1)));
        let start = if first.verbatim { first.source.start + part.start - first.at } else { first.source.start };
        let end = if last.verbatim { last.source.start + part.end - last.at } else { last.source.end };
        Span::new(start, end.max(start))
    }

    /// Whether a part of the text can become a link.
    pub(super) fn is_free(&self, part: Range<usize>) -> bool {
        let inside = |piece: &&Piece| piece.at < part.end;
        let first = self.piece(part.start).at;
        self.pieces.iter().filter(inside).filter(|piece| piece.at >= first).all(|piece| !piece.linked)
    }
}

/// The stretches of a page that has a suite, or may print what a suite corrected.
pub(in crate::compose) fn stretches(desk: &Desk<'_>, events: &[(Event<'_>, Range<usize>)]) -> Vec<Stretch> {
    if desk.suite.is_none() && desk.targets.corrections.is_empty() {
        return Vec::new();
    }
    let mut reader = Reader {
        desk,
        languages: desk.languages.clone(),
        done: Vec::new(),
        now: Stretch::default(),
        skipped: 0,
        linked: 0,
        block: None,
    };
    let page = desk.page;
    for (span, text) in page.spans.into_iter().zip([&page.title, &page.description]) {
        if span != Span::default() {
            reader.apart(span, text);
        }
    }
    for (event, range) in events {
        reader.event(event, range);
    }
    reader.flush();
    reader.done
}

struct Reader<'d, 's> {
    desk: &'d Desk<'s>,
    languages: Languages,
    done: Vec<Stretch>,
    now: Stretch,
    /// How deep it is in what is not read: bound figures, pictures, code.
    skipped: usize,
    /// How deep it is in links.
    linked: usize,
    /// The bytes of the block that is being read.
    block: Option<Span>,
}

impl Reader<'_, '_> {
    fn event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let address = matches!(link_type, LinkType::Autolink | LinkType::Email);
                if dest_url.starts_with('=') || address || self.skipped > 0 {
                    self.skip(range);
                } else {
                    self.linked += 1;
                }
            }
            Event::End(TagEnd::Link) if self.skipped > 0 => self.skipped -= 1,
            Event::End(TagEnd::Link) => self.linked = self.linked.saturating_sub(1),
            Event::Start(Tag::Image { .. }) => self.skip(range),
            Event::End(TagEnd::Image) => self.skipped = self.skipped.saturating_sub(1),
            Event::Start(Tag::CodeBlock(kind)) => {
                self.flush();
                self.skipped += 1;
                let is_block = matches!(kind, CodeBlockKind::Fenced(info) if block::is_known(info));
                self.block = is_block.then(Span::default);
            }
            Event::End(TagEnd::CodeBlock) => {
                self.skipped = self.skipped.saturating_sub(1);
                if let Some(span) = self.block.take() {
                    self.caption(span);
                }
            }
            Event::Text(_) if self.block.is_some() => {
                let before = self.block.filter(|span| *span != Span::default());
                let start = before.map_or(range.start, |span| span.start as usize);
                self.block = Some(Span::new(start, range.end));
            }
            Event::Text(text) => self.text(text, range),
            Event::SoftBreak | Event::HardBreak => self.text(" ", range),
            Event::Code(_) | Event::FootnoteReference(_) => self.text(GAP, range),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Superscript | Tag::Subscript) => {}
            Event::Html(html) => {
                self.flush();
                self.languages.pass(html);
            }
            Event::InlineHtml(html) => self.inline(html),
            Event::Start(_) => self.flush(),
            Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Superscript | TagEnd::Subscript,
            ) => {}
            Event::End(_) => self.flush(),
            _ => {}
        }
    }

    /// A piece of HTML within a text: what it puts into another language is read apart.
    fn inline(&mut self, html: &str) {
        let mut beyond = self.languages.clone();
        beyond.pass(html);
        if beyond.notation() != self.languages.notation() {
            self.flush();
        }
        self.languages = beyond;
    }

    fn skip(&mut self, range: &Range<usize>) {
        self.text(GAP, range);
        self.skipped += 1;
    }

    fn text(&mut self, text: &str, range: &Range<usize>) {
        if self.skipped == 0 {
            let verbatim = self.desk.page.source.text().get(range.clone()) == Some(text);
            self.now.push(text, range.clone(), verbatim, self.linked > 0);
        }
    }

    fn flush(&mut self) {
        let notation = self.languages.notation();
        let stretch = Stretch { notation, ..std::mem::take(&mut self.now) };
        if !stretch.text.is_empty() {
            self.done.push(stretch);
        }
    }

    /// A text of the front matter or of a block.
    fn apart(&mut self, span: Span, text: &str) {
        let (span, verbatim) = span_of(&self.desk.page.source, span, text);
        let mut stretch = Stretch { apart: true, notation: self.languages.notation(), ..Stretch::default() };
        stretch.push(text, span.range(), verbatim, false);
        self.done.push(stretch);
    }

    /// The caption of a block; what is wrong with the block is reported when it is rendered.
    fn caption(&mut self, body: Span) {
        let context = Context::new(Arc::clone(&self.desk.page.source));
        let settings = parse::toml(&context, body);
        for entry in settings.entries.iter().filter(|entry| entry.key == "caption") {
            if let Some(text) = entry.value.text() {
                self.apart(entry.value.span, text);
            }
        }
    }
}
