//! The card of a report: its title, the site, the date, and the figures of its badges.

use super::Desk;
use super::block::picture::{self, Wanted};
use crate::chart::{self, Card, Headline};
use crate::figure::Figure;
use crate::model::{Dimensions, Kind};
use crate::render::view;
use crate::suite::Suite;
use crate::words::{Voice, terms};

/// The file beside the page.
const FILE: &str = "card.png";

/// Writes the card, once the badges are there; none where the site asks for none.
pub(super) fn write(desk: &mut Desk<'_>) -> Option<view::Card> {
    let suite = desk.suite.filter(|_| desk.targets.pictures.cards)?;
    let voice = desk.voice();
    let headline = |badge: &super::Headline| {
        let figure = &desk.figures.list[badge.figure];
        Headline { text: figure.text.clone(), label: badge.label.clone(), words: words(suite, figure, voice) }
    };
    let figures: Vec<Headline> = desk.headlines.iter().take(chart::MOST_HEADLINES).map(headline).collect();
    let said = figures.iter().map(|figure| format!("; {} {}", figure.label, figure.text));
    let alternative = format!("{}{}", desk.page.title, said.collect::<String>());
    let card = Card {
        title: &desk.page.title,
        site: &desk.targets.site,
        date: &voice.day(&desk.page.date),
        accent: &desk.targets.accent,
        figures,
    };
    let wanted = Wanted {
        name: FILE.to_owned(),
        svg: chart::card(&card),
        density: 1,
        at: desk.page.spans[0],
        // A card full of boxes would say less than none.
        with_gaps: false,
        help: "allow this for the page: it is shared without a card",
    };
    let file = picture::draw(desk, wanted);
    (!file.is_empty()).then_some(view::Card { file, alternative })
}

/// How a figure came about where it was not measured, which statistic it is, and of what: the values of dimensions
/// that all of its inputs share.
fn words(suite: &Suite, figure: &Figure, voice: Voice<'_>) -> String {
    let mut shared: Option<Dimensions> = None;
    for input in &figure.inputs {
        let own = suite.dimensions(*input);
        shared = Some(match shared {
            None => own.to_dimensions(),
            Some(shared) => shared.into_iter().filter(|(name, value)| own.get(name) == Some(value)).collect(),
        });
    }
    let mut shared = shared.unwrap_or_default();
    shared.retain(|name, _| !suite.vocabulary.is_repeat(name));
    let of = suite.vocabulary.words_for(&shared);
    let kind = if figure.kind == Kind::Measured { String::new() } else { voice.say(&terms::kind(figure.kind)) };
    [kind, voice.say(&figure.statistic), of].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
