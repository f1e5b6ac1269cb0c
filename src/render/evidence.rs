//! Evidence files as HTML: a line, an anchor.
//!
//! ```text
//! <span class="line cited" id="L12"><a href="#L12">12</a>    <i class=k>"rate"</i>: <i class=n>13167.3</i></span>
//! ```
//!
//! The caller puts the lines into a `<pre>`. Tokens are classed with one letter and only where that
//! helps to find a number, so that a page is two to four times its file: `k` the name of a value,
//! `n` a number, `w` a literal word, `o` every other column, `e` trouble, `c` characters that cannot
//! be shown.

mod delimited;
mod escape;
mod json;
mod log;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use crate::source::Source;
use crate::words::{Voice, say};
use escape::{control_length, escape};

/// Texts up to this many bytes are shown whole.
const WHOLE: usize = 1_000_000;

/// How many lines are shown on each side of a cited one, when the text is not shown whole.
const AROUND: u32 = 20;

/// Of a longer line only so many bytes are shown, when the text is not shown whole.
const LONGEST: usize = 20_000;

/// Lines longer than this, in bytes, wrap.
const WRAPPED: usize = 400;

/// How a text is written, as far as it matters for reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON, or a value a line.
    Json,
    /// Fields with a delimiter between them (`,`, `;` or a tab); quotes are `"`.
    Delimited(u8),
    /// Anything else: what a tool prints for people.
    Log,
}

impl Syntax {
    /// The syntax of a text, by the file's name and, when that does not tell, by its first lines.
    pub fn of(path: &str, text: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        match extension.as_str() {
            "json" | "jsonl" | "ndjson" => Self::Json,
            "tsv" | "tab" => Self::Delimited(b'\t'),
            "csv" => Self::Delimited(Self::delimiter(text).unwrap_or(b',')),
            _ => Self::of_text(text),
        }
    }

    fn of_text(text: &str) -> Self {
        match text.trim_start_matches('\u{feff}').trim_start().as_bytes().first() {
            Some(b'{' | b'[') => Self::Json,
            _ => Self::delimiter(text).map_or(Self::Log, Self::Delimited),
        }
    }

    /// The delimiter that stands equally often, at least twice, in each of the first two lines.
    fn delimiter(text: &str) -> Option<u8> {
        let mut lines = text.lines();
        let (head, row) = (lines.next()?, lines.next()?);
        let count = |line: &str, delimiter| memchr::memchr_iter(delimiter, line.as_bytes()).count();
        [b'\t', b',', b';'].into_iter().find(|d| count(head, *d) >= 2 && count(head, *d) == count(row, *d))
    }

    fn highlight(self, line: &str, out: &mut String) {
        match self {
            Self::Json => json::highlight(line, out),
            Self::Delimited(delimiter) => delimited::highlight(line, delimiter, out),
            Self::Log => log::highlight(line, out),
        }
    }
}

/// The text as HTML, an anchor `L<line>` each line; `cited` are the lines that figures are from.
///
/// Of a text of more than a megabyte, and of an excerpt, only the first lines, the cited ones and those
/// about them are shown.
pub fn lines(source: &Source, syntax: Syntax, cited: &BTreeSet<u32>, voice: Voice<'_>) -> String {
    let text = source.text();
    let cut = is_excerpt(text) || source.lines_of_file().is_some();
    let mut page = Page { out: String::with_capacity(capacity(text)), syntax, cited, cut, voice };
    let mut shown = if cut { excerpts(cited) } else { std::iter::once(1..u32::MAX).collect() };
    shown.reverse();
    let (mut left_out, mut next) = (0, 1);
    for (index, line) in (0..).zip(rows(text)) {
        let number = source.number_of_line(index);
        left_out += (number - next) as usize;
        next = number + 1;
        while shown.last().is_some_and(|range| range.end <= number) {
            shown.pop();
        }
        if shown.last().is_some_and(|range| range.contains(&number)) {
            page.gap(std::mem::take(&mut left_out));
            page.line(number, line);
        } else {
            left_out += 1;
        }
    }
    let after = source.lines_of_file().map_or(0, |lines| (lines + 1).saturating_sub(next));
    page.gap(left_out + after as usize);
    page.out
}

/// Whether [`lines`] shows only a part of a text, because it is too long.
pub fn is_excerpt(text: &str) -> bool {
    text.len() > WHOLE
}

/// The lines of a text, without their ends; nothing follows the last line feed.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match memchr::memchr(b'\n', rest.as_bytes()) {
            _ if rest.is_empty() => return None,
            Some(end) => end,
            None => rest.len(),
        };
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// The lines shown of a long text, in order and apart from each other.
fn excerpts(cited: &BTreeSet<u32>) -> Vec<Range<u32>> {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for line in std::iter::once(1).chain(cited.iter().copied()) {
        let range = line.saturating_sub(AROUND).max(1)..line.saturating_add(AROUND + 1);
        match ranges.last_mut() {
            Some(last) if range.start <= last.end => last.end = range.end,
            _ => ranges.push(range),
        }
    }
    ranges
}

fn capacity(text: &str) -> usize {
    if is_excerpt(text) { 1 << 16 } else { text.len() * 3 }
}

/// The page while it is written.
struct Page<'a> {
    out: String,
    syntax: Syntax,
    cited: &'a BTreeSet<u32>,
    cut: bool,
    voice: Voice<'a>,
}

impl Page<'_> {
    fn line(&mut self, number: u32, line: &str) {
        self.out.push_str("<span class=\"line");
        self.classes(number, line);
        write!(self.out, "\" id=\"L{number}\"><a href=\"#L{number}\">{number}</a>")
            .expect("a string can be written to");
        let shown = if self.cut { &line[..line.floor_char_boundary(LONGEST)] } else { line };
        self.syntax.highlight(shown, &mut self.out);
        self.rest_of_line(line.len() - shown.len());
        self.out.push_str("</span>\n");
    }

    fn classes(&mut self, number: u32, line: &str) {
        if self.cited.contains(&number) {
            self.out.push_str(" cited");
        }
        if number == 1 && matches!(self.syntax, Syntax::Delimited(_)) {
            self.out.push_str(" head");
        }
        if line.len() > WRAPPED {
            self.out.push_str(" wrap");
        }
    }

    fn rest_of_line(&mut self, bytes: usize) {
        if bytes > 0 {
            let left_out = self.voice.element(&say("bytes_left_out").with("n", bytes));
            write!(self.out, " <b>… {left_out}</b>").expect("a string can be written to");
        }
    }

    fn gap(&mut self, lines: usize) {
        if lines > 0 {
            let left_out = self.voice.element(&say("lines_left_out").with("n", lines));
            writeln!(self.out, "<span class=\"gap\">{left_out}</span>").expect("a string can be written to");
        }
    }
}

/// A token with its class, which is one letter.
fn token(class: char, text: &str, out: &mut String) {
    out.push_str("<i class=");
    out.push(class);
    out.push('>');
    escape(text, out);
    out.push_str("</i>");
}

/// Appends a line from a byte on, of which `token_at` tells the class of the token at a byte, if it has one, and its end.
fn tokens(line: &str, from: usize, out: &mut String, token_at: impl Fn(&[u8], usize) -> (Option<char>, usize)) {
    let (mut written, mut at) = (from, from);
    while at < line.len() {
        let (class, end) = token_at(line.as_bytes(), at);
        if let Some(class) = class {
            escape(&line[written..at], out);
            token(class, &line[at..end], out);
            written = end;
        }
        at = end;
    }
    escape(&line[written..], out);
}

/// What is no token: a byte, or a whole sequence for a terminal.
fn other(bytes: &[u8], at: usize) -> (Option<char>, usize) {
    (None, at + if bytes[at] == 0x1b { control_length(&bytes[at..]) } else { 1 })
}

/// The end of the run of bytes from `start` on for which `holds`.
fn run(bytes: &[u8], start: usize, holds: impl Fn(u8) -> bool) -> usize {
    bytes[start..].iter().position(|byte| !holds(*byte)).map_or(bytes.len(), |length| start + length)
}

#[cfg(test)]
mod tests;
