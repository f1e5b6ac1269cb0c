//! CSV and TSV: every other column, so that the eye can follow one down.

use super::escape::escape;
use super::token;

/// Appends a row as HTML.
pub(super) fn highlight(line: &str, delimiter: u8, out: &mut String) {
    let bytes = line.as_bytes();
    let (mut start, mut odd) = (0, false);
    while start < bytes.len() {
        let end = field_end(bytes, start, delimiter);
        if odd && end > start {
            token('o', &line[start..end], out);
        } else {
            escape(&line[start..end], out);
        }
        if let Some(delimiter) = line.get(end..=end) {
            out.push_str(delimiter);
        }
        (start, odd) = (end + 1, !odd);
    }
}

/// Where the field that begins at `start` ends: at the next delimiter that is not in quotes.
fn field_end(bytes: &[u8], start: usize, delimiter: u8) -> usize {
    let rest = &bytes[start..];
    let quoted = if rest.first() == Some(&b'"') { quoted_length(rest) } else { 0 };
    let tail = memchr::memchr(delimiter, &rest[quoted..]).unwrap_or(rest.len() - quoted);
    start + quoted + tail
}

/// The length of a quoted field with its quotes; a doubled quote does not end it.
fn quoted_length(field: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = field.get(at..).and_then(|rest| memchr::memchr(b'"', rest)) {
        at += found + 1;
        if field.get(at) != Some(&b'"') {
            return at;
        }
        at += 1;
    }
    field.len()
}
