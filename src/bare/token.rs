//! A name in parts: words and numbers between separators, and what each tells.

use super::words;

/// A part of a name, with all that stands before it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// What stands before the value: separators, and letters that belong to a number (`-r`).
    pub(super) lead: String,
    /// The value.
    pub(super) value: String,
    /// What follows the value and belongs to it: the `c` of `256c`.
    pub(super) tail: String,
    /// What it tells.
    pub(super) sense: Sense,
}

/// What a part of a name tells.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sense {
    /// A word whose dimension depends on the other names.
    Word,
    /// A number with nothing that tells what it counts.
    Number,
    /// A value of that dimension.
    Named(String),
    /// That the run was a warm-up.
    WarmUp,
}

/// A stretch without separators and the separators before it.
#[derive(Debug, Clone, Copy)]
struct Piece<'a> {
    lead: &'a str,
    text: &'a str,
}

/// The parts of a name, and what is left at its end.
pub(super) fn tokens(name: &str) -> (Vec<Token>, String) {
    let (pieces, rest) = pieces(name);
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let (token, length) = several(&pieces[at..]).unwrap_or_else(|| (single(pieces[at]), 1));
        tokens.push(token);
        at += length;
    }
    (tokens, rest.to_owned())
}

fn pieces(name: &str) -> (Vec<Piece<'_>>, &str) {
    let mut pieces = Vec::new();
    let (mut lead, mut start) = (0, None);
    for (at, character) in name.char_indices() {
        let separates = is_separator(name, at, character);
        match (separates, start) {
            (false, None) => start = Some(at),
            (true, Some(begin)) => {
                pieces.push(Piece { lead: &name[lead..begin], text: &name[begin..at] });
                (lead, start) = (at, None);
            }
            _ => {}
        }
    }
    match start {
        Some(begin) => {
            pieces.push(Piece { lead: &name[lead..begin], text: &name[begin..] });
            (pieces, "")
        }
        None => (pieces, &name[lead..]),
    }
}

/// Anything but letters and digits separates; a point between digits belongs to a number.
fn is_separator(name: &str, at: usize, character: char) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_point = || {
        let (before, after) = (name[..at].chars().next_back(), name[at + 1..].chars().next());
        is_digit(before) && is_digit(after)
    };
    let belongs = character.is_alphanumeric() || (character == '.' && is_point());
    !belongs
}

/// A part that is made of several pieces, and of how many.
fn several(pieces: &[Piece<'_>]) -> Option<(Token, usize)> {
    let [first, second, ..] = pieces else { return None };
    let joined = |count: usize| -> String {
        pieces[1..count].iter().fold(first.text.to_owned(), |text, piece| text + piece.lead + piece.text)
    };
    let named = |lead: String, value: String, tail: String, name: &str| Token {
        lead,
        value,
        tail,
        sense: Sense::Named(name.to_owned()),
    };
    if second.lead == "=" && first.text.starts_with(char::is_alphabetic) {
        let name = words::counted(first.text).unwrap_or(first.text);
        let name = if words::is_round(first.text) { "round".to_owned() } else { name.to_lowercase() };
        return Some((
            named(format!("{}{}=", first.lead, first.text), second.text.to_owned(), String::new(), &name),
            2,
        ));
    }
    if first.text.eq_ignore_ascii_case("warm") && second.text.eq_ignore_ascii_case("up") {
        return Some((
            Token { lead: first.lead.to_owned(), value: joined(2), tail: String::new(), sense: Sense::WarmUp },
            2,
        ));
    }
    if let Some(count) = date_length(pieces) {
        return Some((named(first.lead.to_owned(), joined(count), String::new(), "date"), count));
    }
    if is_release(first.text) && is_pre_release(second) {
        return Some((named(first.lead.to_owned(), joined(2), String::new(), "release"), 2));
    }
    let is_whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let long = |text: &str| words::counted(text).filter(|_| text.len() > 2);
    if is_whole(second.text) && words::is_host(first.text) {
        return Some((named(first.lead.to_owned(), joined(2), String::new(), "host"), 2));
    }
    if is_whole(second.text) {
        let name = if words::is_round(first.text) { Some("round") } else { long(first.text) };
        let lead = || format!("{}{}{}", first.lead, first.text, second.lead);
        return name.map(|name| (named(lead(), second.text.to_owned(), String::new(), name), 2));
    }
    let name = long(second.text).filter(|_| is_whole(first.text))?;
    let tail = format!("{}{}", second.lead, second.text);
    Some((named(first.lead.to_owned(), first.text.to_owned(), tail, name), 2))
}

/// `2026-09-12`, `20260912`, and a time of six digits after either.
fn date_length(pieces: &[Piece<'_>]) -> Option<usize> {
    let digits = |at: usize, length: usize| {
        pieces.get(at).is_some_and(|p| p.text.len() == length && p.text.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_year = pieces[0].text.starts_with("20");
    let days = match () {
        () if is_year && digits(0, 4) && digits(1, 2) && digits(2, 2) => 3,
        () if is_year && digits(0, 8) => 1,
        () => return None,
    };
    let whole = days + usize::from(digits(days, 6));
    Some(whole)
}

fn is_release(text: &str) -> bool {
    let digits = text.strip_prefix(['v', 'V']).unwrap_or(text);
    digits.contains('.') && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// A hash, whole or as Git shortens it.
fn is_commit(text: &str) -> bool {
    let is_hash = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let has = |is: fn(&u8) -> bool| text.as_bytes().iter().any(is);
    (7..=40).contains(&text.len()) && is_hash && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

fn is_pre_release(piece: &Piece<'_>) -> bool {
    let word = piece.text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_lowercase();
    piece.lead == "-" && ["rc", "alpha", "beta", "pre", "dev"].contains(&word.as_str())
}

fn single(piece: Piece<'_>) -> Token {
    let text = piece.text;
    let plain = |sense| Token { lead: piece.lead.to_owned(), value: text.to_owned(), tail: String::new(), sense };
    let named = |name: &str| plain(Sense::Named(name.to_owned()));
    if text.trim_end_matches(|c: char| c.is_ascii_digit()).eq_ignore_ascii_case("warmup") {
        return plain(Sense::WarmUp);
    }
    if date_length(&[piece]).is_some() {
        return named("date");
    }
    if is_release(text) {
        return named("release");
    }
    if is_commit(text) {
        return named("commit");
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return plain(Sense::Number);
    }
    with_unit(piece).or_else(|| numbered(piece)).unwrap_or_else(|| plain(Sense::Word))
}

/// `256c`, `1000rps`, `64kb`: a number with its unit.
fn with_unit(piece: Piece<'_>) -> Option<Token> {
    let length = piece.text.find(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|length| *length > 0)?;
    let (number, unit) = piece.text.split_at(length);
    let token = |value: &str, tail: &str, name: &str| Token {
        lead: piece.lead.to_owned(),
        value: value.to_owned(),
        tail: tail.to_owned(),
        sense: Sense::Named(name.to_owned()),
    };
    match (words::counted(unit), words::measured(unit)) {
        (Some(name), _) => Some(token(number, unit, name)),
        (None, Some(name)) => Some(token(piece.text, "", name)),
        (None, None) => None,
    }
}

/// `r3`, `round2`, `c256`: a word that tells what the number after it is.
fn numbered(piece: Piece<'_>) -> Option<Token> {
    let length = piece.text.find(|c: char| c.is_ascii_digit())?;
    let (word, number) = piece.text.split_at(length);
    let is_whole = number.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole && words::is_host(word) {
        let (lead, value) = (piece.lead.to_owned(), piece.text.to_owned());
        return Some(Token { lead, value, tail: String::new(), sense: Sense::Named("host".to_owned()) });
    }
    // A single `t` before a number may stand for "test" or "trial".
    let name = match words::is_round(word) {
        true => Some("round"),
        false => words::counted(word).filter(|name| *name != "threads" || word.len() > 1),
    };
    name.filter(|_| is_whole).map(|name| Token {
        lead: format!("{}{word}", piece.lead),
        value: number.to_owned(),
        tail: String::new(),
        sense: Sense::Named(name.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values with what they tell: `round=3`, a word by itself, a bare number after `#`.
    fn told(name: &str) -> String {
        let (tokens, rest) = tokens(name);
        let whole: String = tokens.iter().map(|t| format!("{}{}{}", t.lead, t.value, t.tail)).collect();
        assert_eq!(whole + &rest, name, "nothing is lost");
        let words = tokens.iter().map(|token| match &token.sense {
            Sense::Word => token.value.clone(),
            Sense::Number => format!("#{}", token.value),
            Sense::Named(name) => format!("{name}={}", token.value),
            Sense::WarmUp => "warm-up".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn parts_of_names_tell_what_they_are() {
        for (name, expected) in [
            ("json-kruda-r3", "json kruda round=3"),
            ("json_kruda_round-2", "json kruda round=2"),
            ("trial4.plaintext", "round=4 plaintext"),
            ("fiber-1", "fiber #1"),
            ("app-v1.2.3", "app release=v1.2.3"),
            ("app-1.2.3-rc1-json", "app release=1.2.3-rc1 json"),
            ("kruda-256c-4t-1000rps", "kruda connections=256 threads=4 rate=1000"),
            ("get 64kb 10s", "get size=64kb duration=10s"),
            ("c64_conn-128", "connections=64 connections=128"),
            ("500-connections", "connections=500"),
            ("rate-50", "rate=50"),
            ("framework=actix,c=256", "framework=actix connections=256"),
            ("warm-up-json", "warm-up json"),
            ("WarmUp1", "warm-up"),
            ("warmup", "warm-up"),
            ("2026-09-12_153000-a", "date=2026-09-12_153000 a"),
            ("20260912", "date=20260912"),
            ("http1.1-größe-", "http1.1 größe"),
            ("t1", "t1"),
            ("0001_4a5b6c7", "#0001 commit=4a5b6c7"),
            ("decade-1234567", "decade #1234567"),
            ("loadgen-01_json", "host=loadgen-01 json"),
            ("vm2", "host=vm2"),
            ("p99", "p99"),
            ("--", ""),
        ] {
            assert_eq!(told(name), expected, "{name}");
        }
    }
}
