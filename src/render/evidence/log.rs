//! What tools print for people: names before a colon, numbers, words of trouble.

use super::{other, run, token, tokens};

/// How far into a line the colon after a name may stand, in bytes.
const NAME: usize = 40;

/// Words that tell of trouble.
const TROUBLE: [&str; 8] = ["error", "errors", "failed", "failure", "failures", "panic", "timeout", "warning"];

/// Appends a line as HTML.
pub(super) fn highlight(line: &str, out: &mut String) {
    let from = name(line, out);
    tokens(line, from, out, |bytes, at| match bytes[at] {
        b'0'..=b'9' => (Some('n'), number_end(bytes, at)),
        byte if byte.is_ascii_alphabetic() => word(line, at),
        _ => other(bytes, at),
    });
}

/// Appends the name that begins the line, if one does, and gives the length of what was appended.
fn name(line: &str, out: &mut String) -> usize {
    let bytes = line.as_bytes();
    let start = run(bytes, 0, |byte| byte == b' ');
    let Some(end) = memchr::memchr(b':', &bytes[..bytes.len().min(start + NAME)]) else { return 0 };
    let is_name = bytes.get(start).is_some_and(u8::is_ascii_alphabetic) && !bytes[end..].starts_with(b"://");
    if !is_name {
        return 0;
    }
    out.push_str(&line[..start]);
    token('k', &line[start..end], out);
    end
}

/// A word, which may end in digits (`p99`): its class when it tells of trouble, and its end.
fn word(line: &str, start: usize) -> (Option<char>, usize) {
    let end = run(line.as_bytes(), start, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let word = &line[start..end];
    let trouble = word.len() > 4 && TROUBLE.iter().any(|known| known.eq_ignore_ascii_case(word));
    (trouble.then_some('e'), end)
}

/// The end of a number, without a point or comma that ends a sentence.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let end = run(bytes, start, |byte| matches!(byte, b'0'..=b'9' | b'.' | b','));
    end - bytes[start..end].iter().rev().take_while(|byte| matches!(byte, b'.' | b',')).count()
}
