//! JSON: names, numbers and literal words.

use super::{other, run, tokens};

/// Appends a line of JSON as HTML. Strings never span lines, so a line can be read on its own.
pub(super) fn highlight(line: &str, out: &mut String) {
    tokens(line, 0, out, |bytes, at| match bytes[at] {
        b'"' => string(bytes, at),
        b'-' | b'0'..=b'9' => (Some('n'), run(bytes, at, is_number)),
        b't' | b'f' | b'n' | b'N' | b'I' => (Some('w'), run(bytes, at, |b| b.is_ascii_alphabetic())),
        _ => other(bytes, at),
    });
}

/// A string: its class when it names a value, and its end.
fn string(bytes: &[u8], start: usize) -> (Option<char>, usize) {
    let end = string_end(bytes, start + 1);
    let next = run(bytes, end, |byte| matches!(byte, b' ' | b'\t'));
    let names = bytes.get(next) == Some(&b':');
    (names.then_some('k'), end)
}

/// One past the quote that ends a string, or the end of the line.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

fn is_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E')
}
