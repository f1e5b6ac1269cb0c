//! What the marks beside the numbers of a table or chart mean: only those that occur.

use std::collections::BTreeSet;

use crate::evaluate::Outcome;
use crate::figure::Figure;
use crate::model::Kind;
use crate::render::view::{Legend, LegendMark};
use crate::suite::Suite;
use crate::words::{Message, Voice, say, terms};

/// How what a table or chart shows came about. The order is that of legends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Provenance {
    /// Read from evidence, or computed from values of which some were not measured.
    Kind(Kind),
    /// Computed from what was measured.
    Derived,
    /// There is no evidence to show a value of.
    Nothing,
}

impl Provenance {
    /// That of a value.
    pub(super) fn of(suite: &Suite, outcome: &Outcome) -> Self {
        match outcome.kind(suite) {
            Kind::Measured if outcome.is_computed() => Self::Derived,
            kind => Self::Kind(kind),
        }
    }

    /// The sign behind a number, or before the words in place of one; none for what was measured.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Kind(Kind::Measured) => "",
            Self::Kind(Kind::Transcribed) => "†",
            Self::Kind(Kind::Estimated) => "≈",
            Self::Kind(Kind::Claimed) => "‡",
            Self::Derived => "*",
            Self::Nothing => "○",
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> Message {
        match self {
            Self::Kind(kind) => terms::kind(kind),
            Self::Derived => say("derived"),
            Self::Nothing => say("no_data"),
        }
    }

    /// The word behind a number that is marked, for who does not see the sign; none for what was measured.
    pub(super) fn word_behind(self) -> Option<Message> {
        (self != Self::Kind(Kind::Measured)).then(|| self.word())
    }

    /// The sign as an element; the style sheet draws those of numbers that were not measured.
    pub(super) fn sign_html(self) -> String {
        if matches!(self, Self::Kind(_)) {
            return String::new();
        }
        format!("<span class=\"sign {}\" aria-hidden=\"true\">{}</span>", self.class(), self.sign())
    }

    /// Sign and word behind a number.
    pub(super) fn behind(self, voice: Voice<'_>) -> String {
        self.sign_html() + &hidden(voice, self.word_behind())
    }

    fn class(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Derived => "derived",
            Self::Nothing => "no",
        }
    }

    fn meaning(self) -> Message {
        say(match self {
            Self::Kind(Kind::Measured) => "means_measured",
            Self::Kind(Kind::Transcribed) => "means_transcribed",
            Self::Kind(Kind::Estimated) => "means_estimated",
            Self::Kind(Kind::Claimed) => "means_claimed",
            Self::Derived => "means_derived",
            Self::Nothing => "means_no_data",
        })
    }
}

/// The legend of how numbers came about, to which a table adds its verdicts. What is all of one kind needs
/// none, unless that kind warns.
pub(super) fn of(voice: Voice<'_>, occurring: &BTreeSet<Provenance>) -> Legend {
    let plain = [Provenance::Kind(Kind::Measured), Provenance::Derived];
    let warns = |provenance: &Provenance| !plain.contains(provenance);
    let any = is_mixed(occurring) || occurring.iter().any(warns);
    let marks = occurring.iter().filter(|_| any);
    let marks = marks.map(|of| mark(voice, (of.sign(), of.class()), &of.word(), &of.meaning()));
    // What has no mark comes last: it needs a word only beside what has one.
    let (plain, marked): (Vec<_>, Vec<_>) = marks.partition(|mark| mark.sign.is_empty());
    Legend { kinds: marked.into_iter().chain(plain).collect(), verdicts: Vec::new() }
}

/// The legend of figures whose heads say which are derived: what of them was not measured.
pub(super) fn of_kinds(voice: Voice<'_>, suite: &Suite, figures: &[Figure]) -> Legend {
    of(voice, &figures.iter().map(|figure| Provenance::Kind(figure.outcome.kind(suite))).collect())
}

/// Whether numbers of several kinds stand beside each other. Only there a derived one has its sign: where all
/// are, the words below a table say what they are.
pub(super) fn is_mixed(occurring: &BTreeSet<Provenance>) -> bool {
    occurring.len() > 1
}

/// What stands in place of a value that there is no evidence of.
pub(super) fn nothing(voice: Voice<'_>) -> String {
    let nothing = Provenance::Nothing;
    format!("<span class=\"none\">{} {}</span>", nothing.sign_html(), voice.html(&nothing.word()))
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
        use Provenance::{Derived, Nothing};
        let measured = Provenance::Kind(Kind::Measured);
        let words = |occurring: &[Provenance]| {
            let legend = of(Voice::english(), &occurring.iter().copied().collect());
            legend.kinds.into_iter().map(|mark| mark.word).collect::<Vec<_>>()
        };
        assert!(words(&[measured]).is_empty() && words(&[]).is_empty() && words(&[Derived]).is_empty());
        assert_eq!(words(&[Provenance::Kind(Kind::Transcribed)]), ["transcribed"]);
        assert_eq!(words(&[measured, Provenance::Kind(Kind::Claimed)]), ["claimed", "measured"]);
        assert_eq!(words(&[Nothing, measured, Derived]), ["derived", "no data", "measured"]);
        assert_eq!(words(&[Nothing, Derived]), ["derived", "no data"]);
    }

    #[test]
    fn no_sign_means_two_things() {
        let kinds = Kind::ALL.map(Provenance::Kind);
        let all: Vec<Provenance> = kinds.into_iter().chain([Provenance::Derived, Provenance::Nothing]).collect();
        let signs: BTreeSet<&str> = all.iter().map(|provenance| provenance.sign()).collect();
        assert_eq!(signs.len(), all.len());
    }
}
