//! What the marks beside the numbers of a table or chart mean: only those that occur.

use std::collections::BTreeSet;

use crate::model::Kind;
use crate::render::view::{Legend, LegendMark};

/// The legend of the kinds of numbers, to which a table adds its verdicts.
pub(super) fn of_kinds(kinds: &BTreeSet<Kind>) -> Legend {
    let any = kinds.iter().any(|kind| *kind != Kind::Measured);
    let marked = kinds.iter().filter(|_| any).map(|kind| of_kind(*kind));
    // What has no mark comes last: it needs a word only beside what has one.
    let (plain, marked): (Vec<_>, Vec<_>) = marked.partition(|mark| mark.sign.is_empty());
    Legend { kinds: marked.into_iter().chain(plain).collect(), verdicts: Vec::new() }
}

fn of_kind(kind: Kind) -> LegendMark {
    let meaning = match kind {
        Kind::Measured => "without a mark: read from what a tool wrote",
        Kind::Transcribed => "copied from a publication",
        Kind::Estimated => "by its author, not measured",
        Kind::Claimed => "by others, with no measurement to be had",
    };
    mark(sign(kind), kind.name(), meaning)
}

/// The sign behind a number of that kind; none for what was measured.
pub(super) fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => "",
        Kind::Transcribed => "†",
        Kind::Estimated => "≈",
        Kind::Claimed => "‡",
    }
}

/// The word for a kind that is marked, for who does not see the mark; empty for what was measured.
pub(super) fn kind_word(kind: Kind) -> &'static str {
    if kind == Kind::Measured { "" } else { kind.name() }
}

/// Words behind a number for who sees neither bold nor signs; empty for none.
pub(super) fn hidden(words: &[&str]) -> String {
    let said: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    if said.is_empty() { String::new() } else { format!("<span class=\"sr\"> {}</span>", said.join(", ")) }
}

/// A mark with its word and what it means; the word is its class too.
pub(super) fn mark(sign: &str, word: &str, meaning: impl Into<String>) -> LegendMark {
    let class = word.split(' ').next().unwrap_or_default();
    LegendMark { sign: sign.to_owned(), class: class.to_owned(), word: word.to_owned(), meaning: meaning.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_has_what_occurs_and_no_more() {
        let words = |kinds: &[Kind]| {
            let legend = of_kinds(&kinds.iter().copied().collect());
            legend.kinds.into_iter().map(|mark| mark.word).collect::<Vec<_>>()
        };
        assert!(words(&[Kind::Measured]).is_empty() && words(&[]).is_empty());
        assert_eq!(words(&[Kind::Transcribed]), ["transcribed"]);
        assert_eq!(words(&[Kind::Measured, Kind::Claimed]), ["claimed", "measured"]);
    }
}
