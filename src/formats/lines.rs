//! The text of a terminal log with its control characters out of the way, byte for byte in place.

use std::borrow::Cow;

use crate::model::{Locator, Run};
use crate::source::Span;

/// The text as a terminal shows it, of the same length: colour codes, and what a carriage return
/// overwrote, are blanks.
pub(in crate::formats) fn shown(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\r', b'\x1b', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for line in bytes.split_mut(|byte| *byte == b'\n') {
        blank_returns(line);
        blank_escapes(line);
    }
    Cow::Owned(String::from_utf8(bytes).expect("whole characters were replaced by blanks"))
}

/// Blanks the carriage return at the end of a line, and all up to the last one within it.
fn blank_returns(line: &mut [u8]) {
    let kept = line.iter().rposition(|byte| *byte != b'\r').map_or(0, |last| last + 1);
    let overwritten = memchr::memrchr(b'\r', &line[..kept]).map_or(0, |last| last + 1);
    line[kept..].fill(b' ');
    line[..overwritten].fill(b' ');
}

/// Blanks sequences such as `ESC[32m` and `ESC[K`.
fn blank_escapes(line: &mut [u8]) {
    let mut from = 0;
    while let Some(start) = memchr::memchr(b'\x1b', &line[from..]).map(|at| from + at) {
        let bracket = usize::from(line.get(start + 1) == Some(&b'['));
        let parameters = line[start + 1 + bracket..].iter().take_while(|byte| matches!(byte, 0x20..=0x3f)).count();
        let end = start + 1 + bracket * (1 + parameters);
        let last = usize::from(bracket == 1 && line.get(end).is_some_and(u8::is_ascii_alphabetic));
        line[start..end + last].fill(b' ');
        from = end + last;
    }
}

/// A longer line before an output is output of something, not a heading.
const LONGEST_HEADING: usize = 200;

/// The nearest line that says something, if it can be a heading: short, and no JSON, no line of the tool's own or of `script`.
pub(in crate::formats) fn heading<'a>(before: &[&'a str], is_own: impl Fn(&str) -> bool) -> Option<&'a str> {
    let nearest = before.iter().rev().map(|line| line.trim()).find(|line| !line.is_empty() && !is_own(line));
    let is_other = |line: &str| line.starts_with(['{', '}']) || line.starts_with("Script started on ");
    nearest.filter(|line| line.len() <= LONGEST_HEADING && !is_other(line))
}

/// The bytes at which lines start, to give a byte its line and column.
pub(in crate::formats) struct Places<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// Whether each character is a byte: of a long line the characters need not be counted for each place in it.
    is_ascii: bool,
}

impl<'a> Places<'a> {
    /// The places of a text.
    pub(in crate::formats) fn new(text: &'a str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect(), is_ascii: text.is_ascii() }
    }

    /// The line and column at which a span begins.
    pub(in crate::formats) fn locator(&self, span: Span) -> Locator {
        let byte = span.range().start;
        let line = self.starts.partition_point(|start| *start <= byte);
        let before = &self.text[self.starts[line - 1]..byte];
        let narrow = |n| u32::try_from(n).unwrap_or(u32::MAX);
        let column = if self.is_ascii { before.len() } else { before.chars().count() };
        Locator::Text(narrow(line), narrow(column + 1))
    }
}

/// Gives every number of a run another locator, from the one that it has and its bytes. Single measurements have
/// places of their own kind: where the run has some, it stays as it is, and the bytes of the first number of them
/// are given.
pub(in crate::formats) fn cite(run: &mut Run, locator: impl Fn(&Locator, Span) -> Locator) -> Option<Span> {
    let basis = run.observations.iter().find(|o| o.basis.is_some()).map(|o| o.span);
    if basis.is_some() || !run.samples.is_empty() {
        return Some(basis.unwrap_or_default());
    }
    run.all_observations().for_each(|o| o.locator = locator(&o.locator, o.span));
    if let Some(detail) = &mut run.detail {
        detail.spectrum.iter_mut().for_each(|point| point.locator = locator(&point.locator, point.span));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_blanks_in_place() {
        assert_eq!(shown("a\r\nb"), "a \nb");
        assert_eq!(shown("10 %\rdone µs\n"), "     done µs\n");
        assert_eq!(shown("\x1b[1;32m50%\x1b[0m  1ms\x1b[K"), "       50%      1ms   ");
        assert_eq!(shown("µ\r\x1b"), "    ");
        assert_eq!(shown("\x1b["), "  ");
        assert!(matches!(shown("plain\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn columns_count_characters() {
        let text = "x\nµ µs 5";
        let places = Places::new(text);
        let at = |needle: &str| places.locator(Span::of(&text[text.find(needle).expect("it is there")..], text));
        assert_eq!((at("x"), at("5")), (Locator::Text(1, 1), Locator::Text(2, 6)));
    }
}
