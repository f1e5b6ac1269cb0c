//! Text as HTML, with what cannot be shown made visible.

/// What is to be done about a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Nothing.
    None,
    /// It is written as an entity.
    Entity(&'static str),
    /// It is a control character.
    Control,
    /// It may begin a character that HTML forbids, or that reorders what surrounds it.
    Lead,
}

const CARE: [Care; 256] = {
    let mut table = [Care::None; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = Care::Control;
        byte += 1;
    }
    table[b'\t' as usize] = Care::None;
    table[0x7f] = Care::Control;
    table[b'&' as usize] = Care::Entity("&amp;");
    table[b'<' as usize] = Care::Entity("&lt;");
    table[b'>' as usize] = Care::Entity("&gt;");
    table[0xc2] = Care::Lead; // U+0080 to U+00BF
    table[0xe2] = Care::Lead; // U+2000 to U+2FFF
    table[0xef] = Care::Lead; // U+F000 to U+FFFF
    table
};

/// Appends a text as HTML. Control characters become escapes (`\x1b[31m`), for whose pictures few
/// fonts have glyphs; characters that HTML forbids or that change the direction of text become their
/// code points (`U+202E`).
pub(super) fn escape(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let (mut written, mut at) = (0, 0);
    while let Some(found) = bytes[at..].iter().position(|byte| CARE[usize::from(*byte)] != Care::None) {
        at += found;
        let length = match CARE[usize::from(bytes[at])] {
            Care::None => 0,
            Care::Entity(_) => 1,
            Care::Control => control_length(&bytes[at..]),
            Care::Lead => hidden_length(&text[at..]),
        };
        if length > 0 {
            out.push_str(&text[written..at]);
            replace(&text[at..at + length], out);
            written = at + length;
        }
        at = (at + length).max(at + 1);
        at = text.ceil_char_boundary(at);
    }
    out.push_str(&text[written..]);
}

fn replace(part: &str, out: &mut String) {
    let first = part.bytes().next().unwrap_or_default();
    if let Care::Entity(entity) = CARE[usize::from(first)] {
        out.push_str(entity);
        return;
    }
    out.push_str("<i class=c>");
    for character in part.chars() {
        name(character, out);
    }
    out.push_str("</i>");
}

fn name(character: char, out: &mut String) {
    match u32::from(character) {
        code @ (0..0x20 | 0x7f) => out.push_str(&format!("\\x{code:02x}")),
        0x20..0x7f => out.push(character),
        code => out.push_str(&format!("U+{code:04X}")),
    }
}

/// The length of a control character, with the rest of the terminal sequence that it begins. The
/// rest is letters, digits and punctuation, none of which needs an entity but `<`, `=`, `>`, `?`.
pub(super) fn control_length(bytes: &[u8]) -> usize {
    let Some(sequence) = bytes.strip_prefix(b"\x1b[") else { return 1 };
    let parameters = sequence.iter().take_while(|byte| matches!(byte, b'0'..=b';' | b'?')).count();
    let ends = sequence.get(parameters).is_some_and(u8::is_ascii_alphabetic);
    if ends { 2 + parameters + 1 } else { 1 }
}

/// The length of the first character when it is to be replaced, else 0.
fn hidden_length(text: &str) -> usize {
    match text.chars().next() {
        Some(
            c @ ('\u{80}'..='\u{9f}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fffe}'..='\u{ffff}'),
        ) => c.len_utf8(),
        _ => 0,
    }
}
