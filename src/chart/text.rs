//! How wide a text is, without a font file: widths of an Inter-like sans by character.
//!
//! The widths are rounded up, so that a text set in another common sans still fits its room, also in DejaVu Sans, the
//! widest that systems come with.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::backend::FONT_SIZE;
use crate::number;

/// How much wider semi-bold is than regular; a font that has no semi-bold is set in bold.
const BOLD: f64 = 1.16;

/// What stands for the rest of a shortened text.
const ELLIPSIS: char = '…';

/// The width of a text at a font size, in the unit of the size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size / 1000.0
}

/// The width of a text in semi-bold.
pub(super) fn bold_width(text: &str, size: f64) -> f64 {
    width(text, size) * BOLD
}

/// The text, shortened with an ellipsis when it is wider than `room`.
pub(super) fn shorten(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = advance(ELLIPSIS) * size / 1000.0;
    for c in text.chars() {
        used += advance(c) * size / 1000.0;
        if used > room {
            break;
        }
        short.push(c);
    }
    let mut short = short.trim_end().to_owned();
    short.push(ELLIPSIS);
    short
}

/// Names that are to be told apart where there is so little room that some look the same when `shown`: what these
/// begin with alike is left out but for its own beginning.
pub(super) fn apart<'n>(names: &[&'n str], room: f64, shown: impl Fn(&str) -> String) -> Vec<Cow<'n, str>> {
    let shown: Vec<String> = names.iter().map(|name| shown(name)).collect();
    let mut alike: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, shown) in names.iter().zip(&shown).filter(|(_, shown)| shown.contains(ELLIPSIS)) {
        alike.entry(shown).or_default().push(name);
    }
    let told = |(name, shown): (&&'n str, &String)| {
        let group = alike.get(shown.as_str()).filter(|group| group.iter().any(|other| other != name));
        group.and_then(|group| without_beginning(name, group, room)).map_or(Cow::Borrowed(*name), Cow::Owned)
    };
    names.iter().zip(&shown).map(told).collect()
}

/// A name without what all of a group begin with, which ends where a part of the name does.
fn without_beginning(name: &str, group: &[&str], room: f64) -> Option<String> {
    let common = |other: &&str| name.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let same = group.iter().filter(|other| **other != name).map(common).min()?;
    let same = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= same).last()?;
    let own =
        name[..same].rfind(is_separator).map_or(same, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    let beginning = shorten(&name[..own], FONT_SIZE, room * 0.4);
    // A beginning that needs no shortening takes no room that another would not.
    beginning.ends_with(ELLIPSIS).then(|| beginning + &name[own..])
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | '-' | '_' | '.' | ',' | '?' | '&' | '=' | ' ' | ':')
}

/// The text with what stands behind it; where there is too little room it is the text that is shortened.
pub(super) fn shorten_before(text: &str, tail: &str, size: f64, room: f64) -> String {
    shorten(text, size, room - width(tail, size)) + tail
}

/// The text in lines no wider than `room`, at most `most` of them; what is left over is shortened.
/// A word that is wider than a line is broken, if possible after a `/` or the like.
pub(super) fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in number::signed(text).split_whitespace() {
        for (index, piece) in pieces(word, size, room).into_iter().enumerate() {
            let space = if index == 0 { " " } else { "" };
            let last = lines.len() == most.max(1);
            match lines.last_mut() {
                Some(line) if last || width(&format!("{line}{space}{piece}"), size) <= room => {
                    line.push_str(space);
                    line.push_str(piece);
                }
                _ => lines.push(piece.to_owned()),
            }
        }
    }
    lines.iter().map(|line| shorten(line, size, room)).collect()
}

/// A word in parts that fit into a line; the word itself when it does.
fn pieces(word: &str, size: f64, room: f64) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), word);
    while width(rest, size) > room {
        let fits = |end: &usize| width(&rest[..*end], size) <= room;
        let ends = rest.char_indices().map(|(start, c)| start + c.len_utf8());
        let end = ends.take_while(fits).last().or(rest.chars().next().map(char::len_utf8)).unwrap_or(rest.len());
        let breaks = rest[..end].rfind(['/', '-', '_', '.', ',', '?', '&']).map(|at| at + 1);
        let (piece, left) = rest.split_at(breaks.unwrap_or(end));
        pieces.push(piece);
        rest = left;
    }
    pieces.push(rest);
    pieces
}

/// The width of a character in thousandths of the font size. Digits are tabular.
fn advance(c: char) -> f64 {
    let thousandths = match c {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '!' | '\'' | ',' | '.' | ':' | ';' | 'i' | 'j' | 'l' | 'I' | '|' | ' ' | '·' | '\u{a0}' | '\u{202f}' => 290,
        '(' | ')' | '[' | ']' | '{' | '}' | '/' | '\\' | 'f' | 'r' | 't' | '"' => 405,
        '-' | '_' | '*' | '`' | '?' | '–' => 510,
        's' | 'k' | 'v' | 'x' | 'y' | 'z' | 'c' | 'J' => 565,
        'E' | 'F' | 'L' | 'a'..='e' | 'g' | 'h' | 'n'..='q' | 'u' => 620,
        '0'..='9' | '$' => 645,
        'B' | 'K' | 'P' | 'R' | 'S' | 'X' | 'µ' => 665,
        'A' | 'T' | 'V' | 'Y' | 'Z' => 690,
        'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' => 765,
        'w' | '+' | '=' | '<' | '>' | '~' | '×' | '−' | '&' | '^' | '#' => 840,
        'M' => 890,
        'm' | '%' => 975,
        'W' | '@' | ELLIPSIS | '→' | '—' => 1000,
        '\u{1100}'.. => 1000,
        upper if upper.is_uppercase() => 765,
        _ => 650,
    };
    f64::from(thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_alike_are_told_apart() {
        let names =
            ["GET /charts/cost_over_time?building=6ef8", "GET /charts/cost_over_time?building=9ae5", "GET /logout"];
        let apart = |names, room| apart(names, room, |name| shorten(name, 12.0, room));
        assert_eq!(apart(&names, 150.0), ["GET /ch…6ef8", "GET /ch…9ae5", "GET /logout"]);
        // With room enough, or where the shortened names differ, they stay as they are.
        assert_eq!(apart(&names, 400.0), names);
        let differ = ["alpha-with-a-very-long-name", "beta-with-a-very-long-name"];
        assert_eq!(apart(&differ, 100.0), differ);
        assert_eq!(apart(&[], 100.0), [""; 0]);
    }

    #[test]
    fn wide_and_combining_characters_count() {
        assert_eq!(width("漢字", 10.0), 20.0);
        assert_eq!(width("e\u{301}", 10.0), width("e", 10.0));
        // 2 × 0.645 + 0.29 + 0.645 em.
        assert!((width("12.5", 10.0) - 22.25).abs() < 1e-9);
    }

    #[test]
    fn shortened_texts_fit() {
        assert_eq!(shorten("Fiber", 13.0, 100.0), "Fiber");
        let short = shorten("A framework with a very long name", 13.0, 100.0);
        assert!(short.starts_with("A framew") && short.ends_with('…'), "{short}");
        assert!(width(&short, 13.0) <= 100.0);
    }

    #[test]
    fn a_number_that_is_wrapped_has_a_minus() {
        assert_eq!(wrap("-100", 12.0, 80.0, 3), ["−100"]);
    }

    #[test]
    fn what_stands_behind_a_shortened_text_stays() {
        let short = shorten_before("1,234,567,890,123,456.789 req/s", "†", 12.0, 130.0);
        assert!(short.starts_with("1,234,567") && short.ends_with("…†"), "{short}");
        assert!(width(&short, 12.0) <= 130.0);
        assert_eq!(shorten_before("12 ms", "≈", 12.0, 130.0), "12 ms≈");
    }

    /// The advances of DejaVu Sans, and of its bold, which is what semi-bold is there, in thousandths, as Chromium
    /// measures them.
    #[test]
    fn labels_in_the_widest_common_font_fit_their_rooms() {
        let bold = [("Python", 3972.0), ("round 1", 4363.0), ("Kruda", 3371.0), ("node:http", 5576.0)];
        for (text, measured) in bold {
            assert!(bold_width(text, 1000.0) >= measured, "{text}: {}", bold_width(text, 1000.0));
        }
        // One minus sign, three digits, a point and a percent sign.
        assert!(width("−22.1%", 1000.0) >= 838.0 + 3.0 * 636.0 + 318.0 + 950.0);
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("POST /items with body", 12.0, 80.0, 3), ["POST /items", "with body"]);
        let lines = wrap("one two three four five six", 12.0, 50.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'), "{lines:?}");
        assert!(wrap("", 12.0, 50.0, 2).is_empty());
    }

    #[test]
    fn wide_words_are_broken() {
        assert_eq!(wrap("GET /users/:id/posts", 12.0, 66.0, 4), ["GET", "/users/:id/", "posts"]);
        // Five ideographs of 12 in a line of 60.
        assert_eq!(wrap("漢字の名前が長い", 12.0, 60.0, 4), ["漢字の名前", "が長い"]);
        assert_eq!(wrap("漢字", 12.0, 1.0, 1), ["…"]);
    }

    // The font of PNGs; what is measured is what stands in charts, since single letters may be wider.
    #[cfg(feature = "card")]
    #[test]
    fn texts_in_the_font_of_pictures_fit_their_rooms() {
        use skrifa::instance::{LocationRef, Size};
        use skrifa::{FontRef, MetadataProvider};

        let texts = [
            "requests per second, req/s (axis starts at 10,000, not at zero)",
            "99th percentile, ms (log)",
            "1,234,567.89 req/s",
            "−12.5%",
            "POST /items?limit=50&page=2",
            "Memory with GMP, MiB",
            "München · Škoda · Łódź · naïve",
            "Ταχύτητα · Скорость обработки",
            "no data for one of the two",
            "round 4 19,517 req/s",
        ];
        let drawn = |font: &[u8], text: &str| -> f64 {
            let font = FontRef::new(font).expect("the font is one");
            let metrics = font.glyph_metrics(Size::new(1000.0), LocationRef::default());
            let advance = |c| metrics.advance_width(font.charmap().map(c).expect("the font has the letter"));
            text.chars().map(|c| f64::from(advance(c).expect("it has a width"))).sum::<f64>() / 1000.0
        };
        for text in texts {
            let [regular, bold] = [notosans::REGULAR_TTF, notosans::BOLD_TTF].map(|font| drawn(font, text));
            assert!(regular <= width(text, 1.0), "{text}: {regular} in {}", width(text, 1.0));
            assert!(bold <= bold_width(text, 1.0), "{text}: {bold} in {}", bold_width(text, 1.0));
        }
    }
}
