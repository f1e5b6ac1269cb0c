//! `figures.js` beside a page: what the card of a figure says, loaded when a reader first asks for one.
//! It is a script, since a page that was opened from a disk may read no other file, and no copy of `figures.json`: it has
//! the figures that lead straight to their evidence, in the language of the page. What others follow from is on the page.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::figure::{Figure, Figures};
use crate::suite::Suite;
use crate::words::Voice;

/// The name of the file beside the page.
pub(super) const FILE: &str = "figures.js";

/// What a card says: statistic in words, expression, the exact text in the evidence, where that stands.
#[derive(Serialize)]
struct Card<'a>(String, &'a str, Option<Cow<'a, str>>, String);

/// The script; none when no figure leads straight to its evidence.
pub(super) fn script(suite: &Suite, figures: &Figures, voice: Voice<'_>) -> Option<String> {
    let direct = figures.list.iter().filter(|figure| figure.lineage.is_none());
    let cards: BTreeMap<&str, Card<'_>> =
        direct.filter_map(|figure| Some((figure.id.as_str(), card(suite, figure, voice)?))).collect();
    let json = serde_json::to_string(&cards).expect("cards have only keys that are strings");
    (!cards.is_empty()).then(|| format!("benchbookFigures({json});\n"))
}

fn card<'a>(suite: &'a Suite, figure: &'a Figure, voice: Voice<'_>) -> Option<Card<'a>> {
    let input = *figure.inputs.first()?;
    let locator = suite.data[input].observation.locator.to_string();
    Some(Card(voice.say(&figure.statistic), &figure.expression, suite.exact(input), locator))
}
