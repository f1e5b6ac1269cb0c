//! Words that say a number, or change what a number says: "twice", "less than 5 ms", "3 % lower".

use crate::formats::cardinal;
use crate::units::Unit;

/// What stands before a number and changes how it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Qualifier {
    /// Nothing: the value rounds to the number as it is printed.
    #[default]
    None,
    /// "about", `~`: the value rounds to the digits that are shown.
    About,
    /// "almost": no more than the number, and no further from it than "about" allows.
    Almost,
    /// "less than": below the number.
    Below,
    /// "at most": the number or below it.
    AtMost,
    /// "more than": above the number.
    Above,
    /// "at least": the number or above it.
    AtLeast,
}

/// Which way a difference goes, by the word after its percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// "higher"
    Up,
    /// "lower"
    Down,
    /// "faster": a rate that is higher or a time that is lower.
    Either,
}

/// Qualifiers; where one ends like another, the longer one comes first.
const QUALIFIERS: [(&str, Qualifier); 29] = [
    ("no more than", Qualifier::AtMost),
    ("not more than", Qualifier::AtMost),
    ("no less than", Qualifier::AtLeast),
    ("not less than", Qualifier::AtLeast),
    ("no fewer than", Qualifier::AtLeast),
    ("not fewer than", Qualifier::AtLeast),
    ("less than", Qualifier::Below),
    ("fewer than", Qualifier::Below),
    ("lower than", Qualifier::Below),
    ("under", Qualifier::Below),
    ("below", Qualifier::Below),
    ("<", Qualifier::Below),
    ("at most", Qualifier::AtMost),
    ("up to", Qualifier::AtMost),
    ("≤", Qualifier::AtMost),
    ("more than", Qualifier::Above),
    ("over", Qualifier::Above),
    ("above", Qualifier::Above),
    (">", Qualifier::Above),
    ("at least", Qualifier::AtLeast),
    ("≥", Qualifier::AtLeast),
    ("about", Qualifier::About),
    ("around", Qualifier::About),
    ("near", Qualifier::About),
    ("roughly", Qualifier::About),
    ("approximately", Qualifier::About),
    ("almost", Qualifier::Almost),
    ("nearly", Qualifier::Almost),
    ("circa", Qualifier::About),
];

const DIRECTIONS: [(&str, Direction); 10] = [
    ("lower", Direction::Down),
    ("less", Direction::Down),
    ("fewer", Direction::Down),
    ("below", Direction::Down),
    ("higher", Direction::Up),
    ("more", Direction::Up),
    ("above", Direction::Up),
    ("greater", Direction::Up),
    ("faster", Direction::Either),
    ("slower", Direction::Either),
];

/// Words that are numbers besides those that count: value, decimals.
const NUMBERS: [(&str, f64, usize); 6] =
    [("no", 0.0, 0), ("none", 0.0, 0), ("half", 0.5, 1), ("twice", 2.0, 0), ("double", 2.0, 0), ("thrice", 3.0, 0)];

/// Words that are multiples without saying "times".
const MULTIPLES: [&str; 4] = ["half", "twice", "double", "thrice"];

/// Words after "no" that make it no number.
const NOT_ZERO: [&str; 5] = ["more", "less", "fewer", "longer", "one"];

/// A word that is a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Word {
    /// Its value.
    pub(super) value: f64,
    /// How many decimals it stands for.
    pub(super) decimals: usize,
    /// Whether it is a multiple by itself.
    pub(super) multiple: bool,
    /// Its first byte and one past its last.
    pub(super) place: (usize, usize),
}

/// The words of a text that are numbers: `none`, `twice`, `eighteen hundred`.
pub(super) fn numbers(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut words = words(text).peekable();
    while let Some((start, word)) = words.next() {
        let lower = word.to_lowercase();
        let after = words.peek().map(|(_, next)| next.to_lowercase()).unwrap_or_default();
        let known = NUMBERS.iter().find(|(name, ..)| *name == lower);
        if let Some((_, value, decimals)) = known.filter(|_| lower != "no" || !NOT_ZERO.contains(&after.as_str())) {
            let multiple = MULTIPLES.contains(&lower.as_str());
            found.push(Word { value: *value, decimals: *decimals, multiple, place: (start, start + word.len()) });
        } else if let Some((value, length)) = cardinal::leading(&text[start..]) {
            let end = start + length;
            while words.next_if(|(next, _)| *next < end).is_some() {}
            found.push(Word { value, decimals: 0, multiple: false, place: (start, end) });
        }
    }
    found
}

/// Words with the bytes at which they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The qualifier at the end of a text, and the byte at which it begins.
pub(super) fn qualifier(before: &str) -> (Qualifier, usize) {
    let trimmed = before.trim_end();
    if let Some(sign) = ['~', '≈', '∼'].into_iter().find(|sign| trimmed.ends_with(*sign)) {
        return (Qualifier::About, trimmed.len() - sign.len_utf8());
    }
    for (words, qualifier) in QUALIFIERS {
        let Some(start) = trimmed.len().checked_sub(words.len()) else { continue };
        let Some(tail) = trimmed.get(start..) else { continue };
        let whole = !words.starts_with(char::is_alphabetic)
            || !trimmed[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        if whole && tail.eq_ignore_ascii_case(words) {
            return (qualifier, start);
        }
    }
    (Qualifier::None, before.len())
}

/// The direction that the next word gives, and how many bytes it ends after.
pub(super) fn direction(after: &str) -> Option<(Direction, usize)> {
    let start = after.len() - after.trim_start_matches(is_blank).len();
    let length = after[start..].find(|c: char| !c.is_alphabetic()).unwrap_or(after.len() - start);
    let word = after[start..start + length].to_lowercase();
    let (_, direction) = DIRECTIONS.iter().find(|(name, _)| *name == word)?;
    (start > 0).then_some((*direction, start + length))
}

/// Units that prose writes out: the unit, whether it is percentage points, how many bytes it is.
const SPELT: [(&str, &str, bool); 7] = [
    ("percentage points", "%", true),
    ("percentage point", "%", true),
    ("pp", "%", true),
    ("percent", "%", false),
    ("per cent", "%", false),
    ("times", "×", false),
    ("fold", "×", false),
];

/// The spelt-out unit at the start of a text.
pub(super) fn spelt_unit(after: &str) -> Option<(Unit, bool, usize)> {
    SPELT.into_iter().find_map(|(words, symbol, points)| {
        let rest = after.strip_prefix(words)?;
        let whole = !rest.starts_with(char::is_alphanumeric);
        whole.then(|| (Unit::named(symbol), points, words.len()))
    })
}

/// Spaces that stand between a number and its unit.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}')
}
