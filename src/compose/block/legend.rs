//! What the marks beside the numbers of a table or chart mean: only those that occur.

use std::collections::BTreeSet;

use crate::model::Kind;
use crate::render::view::{Legend, LegendMark};
use crate::words::{Message, Voice, say, terms};

/// The legend of the kinds of numbers, to which a table adds its verdicts.
pub(super) fn of_kinds(voice: Voice<'_>, kinds: &BTreeSet<Kind>) -> Legend {
    let any = kinds.iter().any(|kind| *kind != Kind::Measured);
    let marked = kinds.iter().filter(|_| any).map(|kind| of_kind(voice, *kind));
    // What has no mark comes last: it needs a word only beside what has one.
    let (plain, marked): (Vec<_>, Vec<_>) = marked.partition(|mark| mark.sign.is_empty());
    Legend { kinds: marked.into_iter().chain(plain).collect(), verdicts: Vec::new() }
}

fn of_kind(voice: Voice<'_>, kind: Kind) -> LegendMark {
    let meaning = say(match kind {
        Kind::Measured => "means_measured",
        Kind::Transcribed => "means_transcribed",
        Kind::Estimated => "means_estimated",
        Kind::Claimed => "means_claimed",
    });
    mark(voice, (sign(kind), kind.name()), &terms::kind(kind), &meaning)
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

/// The word for a kind that is marked, for who does not see the mark; none for what was measured.
pub(super) fn kind_word(kind: Kind) -> Option<Message> {
    (kind != Kind::Measured).then(|| terms::kind(kind))
}

/// Words behind a number for who sees neither bold nor signs; empty for none.
pub(super) fn hidden(voice: Voice<'_>, words: impl IntoIterator<Item = Message>) -> String {
    match voice.html(&Message::joined("comma", words)) {
        said if said.is_empty() => said,
        said => format!("<span class=\"sr\"> {said}</span>"),
    }
}

/// A mark by its sign and class, with its word and what it means.
pub(super) fn mark(voice: Voice<'_>, (sign, class): (&str, &str), word: &Message, meaning: &Message) -> LegendMark {
    let (word, meaning) = (voice.say(word), voice.say(meaning));
    LegendMark { sign: sign.to_owned(), class: class.to_owned(), word, meaning }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_has_what_occurs_and_no_more() {
        let words = |kinds: &[Kind]| {
            let legend = of_kinds(Voice::english(), &kinds.iter().copied().collect());
            legend.kinds.into_iter().map(|mark| mark.word).collect::<Vec<_>>()
        };
        assert!(words(&[Kind::Measured]).is_empty() && words(&[]).is_empty());
        assert_eq!(words(&[Kind::Transcribed]), ["transcribed"]);
        assert_eq!(words(&[Kind::Measured, Kind::Claimed]), ["claimed", "measured"]);
    }
}
