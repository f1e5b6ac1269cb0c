//! Where a value came from: text files, byte spans in them, lines and columns.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A text file as read, kept for as long as something points into it.
#[derive(Debug)]
pub struct Source {
    path: Arc<str>,
    text: String,
    lines: OnceLock<Vec<u32>>,
    excerpt: Option<Excerpt>,
}

/// Which lines of a file an excerpt of it holds.
#[derive(Debug)]
struct Excerpt {
    /// The line of the file at which each part begins, and that of the excerpt, from 0.
    parts: Vec<(u32, u32)>,
    /// How many lines the file has.
    lines: u32,
}

/// A range of bytes in a [`Source`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A line and a column, both counted from 1; the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A span in a particular file: what a diagnostic points at.
#[derive(Debug, Clone)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// The bytes in it.
    pub span: Span,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        let narrow = |n| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The bytes as a range, to index text with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The same span, moved `by` bytes further into the file.
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }

    /// Where `part` lies in `whole`, of which it must be a slice.
    pub fn of(part: &str, whole: &str) -> Self {
        let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
        debug_assert!(start + part.len() <= whole.len(), "part is not a slice of whole");
        Self::new(start, start + part.len())
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl Source {
    /// A source of that text; `path` is relative to the site, with `/`.
    pub fn new(path: impl Into<Arc<str>>, text: String) -> Self {
        Self { path: path.into(), text, lines: OnceLock::new(), excerpt: None }
    }

    /// Some lines of a file of so many: whole parts, each with the number of its first line, in order and
    /// apart from each other. Each part ends in a line feed, unless it is the last.
    pub fn excerpt(path: impl Into<Arc<str>>, parts: &[(u32, String)], lines: u32) -> Self {
        let (mut text, mut starts, mut at) = (String::new(), Vec::new(), 0);
        for (line, part) in parts {
            starts.push((*line, at));
            at += narrow(memchr::memchr_iter(b'\n', part.as_bytes()).count());
            text.push_str(part);
        }
        Self { path: path.into(), text, lines: OnceLock::new(), excerpt: Some(Excerpt { parts: starts, lines }) }
    }

    /// How many lines the file has, when this is an excerpt of it.
    pub fn lines_of_file(&self) -> Option<u32> {
        self.excerpt.as_ref().map(|excerpt| excerpt.lines)
    }

    /// The number in the file, from 1, of the line at `index`, which counts from 0 in this text.
    pub fn number_of_line(&self, index: u32) -> u32 {
        let parts = self.excerpt.as_ref().map_or(&[][..], |excerpt| &excerpt.parts);
        match parts[..parts.partition_point(|(_, at)| *at <= index)].last() {
            Some((line, at)) => line + (index - at),
            None => index + 1,
        }
    }

    /// The path relative to the site, with `/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The line and column of a byte.
    pub fn position(&self, byte: u32) -> Position {
        let lines = self.line_starts();
        let index = lines.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = lines[index] as usize;
        let end = (byte as usize).min(self.text.len());
        let before = self.text.get(start..end).unwrap_or_default();
        let column = 1 + before.chars().filter(|c| *c != '\u{feff}').count();
        Position { line: self.number_of_line(narrow(index)), column: narrow(column) }
    }

    /// The byte at which each line starts.
    pub fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let ends = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(ends.map(|end| narrow(end + 1))).collect()
        })
    }

    /// A place in this file.
    pub fn place(self: &Arc<Self>, span: impl Into<Span>) -> Place {
        Place { source: Arc::clone(self), span: span.into() }
    }
}

impl Place {
    /// The line and column at which the place begins.
    pub fn position(&self) -> Position {
        self.source.position(self.span.start)
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let source = Source::new("a.md", "größe\nµs 12\n".to_owned());
        let at = |needle: &str| {
            let byte = source.text().find(needle).expect("needle is in the text");
            let position = source.position(narrow(byte));
            (position.line, position.column)
        };
        assert_eq!(at("größe"), (1, 1));
        assert_eq!(at("ße"), (1, 4));
        assert_eq!(at("12"), (2, 4));
        assert_eq!(source.position(999).line, 3);
    }

    #[test]
    fn an_excerpt_counts_the_lines_of_its_file() {
        let parts = [(1, "a\nb\n".to_owned()), (70, "c\nd\n".to_owned()), (90, "e".to_owned())];
        let source = Source::excerpt("a.csv", &parts, 90);
        let lines = [0, 2, 4, 6, 8].map(|byte| source.position(byte).line);
        assert_eq!((lines, source.lines_of_file()), ([1, 2, 70, 71, 90], Some(90)));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let source = Source::new("a.json", "\u{feff}{}".to_owned());
        assert_eq!(source.position(3), Position { line: 1, column: 1 });
    }
}
