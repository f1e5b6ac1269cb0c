//! The block `sessions`: the settings of sessions beside each other.

use std::sync::Arc;

use super::lists::inline;
use crate::compose::Desk;
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::source::Span;
use crate::suite::comparison::{Change, Compared};
use crate::suite::disclosure::label_of;
use crate::suite::manifest::Session;
use crate::suite::{SESSION, Suite};
use crate::words::Voice;

/// Renders the block: `between = ["reference", "isolated"]`; without it, each session against the reference.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let fixed = super::block_where(desk, suite, &keys);
    let caption = keys.string("caption").unwrap_or_default();
    let pairs = match keys.has("between") {
        true => between(context, suite, &keys).into_iter().collect(),
        false => pairs(suite),
    };
    let place = keys.span("between");
    keys.finish();
    if pairs.is_empty() && context.found.borrow().is_empty() {
        let help = Some("name the sessions under `[[sessions]]` of `suite.toml`".to_owned());
        context.error(Code::UnknownBlock, place, "there are no two sessions to compare", help);
    }
    let id = desk.anchor("sessions");
    let comparisons = pairs.iter().map(|pair| comparison(suite, *pair, &fixed, desk.voice())).collect();
    desk.template("blocks/sessions.html", "sessions", view::Sessions { id, caption, comparisons })
}

/// The reference with each other session, the one that came before first.
pub fn pairs(suite: &Suite) -> Vec<[&Session; 2]> {
    let sessions = &suite.manifest.sessions;
    let reference = sessions.iter().find(|session| session.reference).or_else(|| sessions.last());
    let Some(reference) = reference else { return Vec::new() };
    let others = sessions.iter().filter(|session| session.name != reference.name);
    let is_before =
        |other: &Session| other.superseded_by.is_some() || (!other.date.is_empty() && other.date < reference.date);
    others.map(|other| if is_before(other) { [other, reference] } else { [reference, other] }).collect()
}

/// The two sessions that a block names.
fn between<'s>(context: &Context, suite: &'s Suite, keys: &Keys<'_>) -> Option<[&'s Session; 2]> {
    let named = keys.strings("between");
    let [from, to] = &named[..] else {
        let message = format!("`between` takes two sessions, not {}", named.len());
        context.error(Code::BadValue, keys.span("between"), message, None);
        return None;
    };
    Some([session(context, suite, from)?, session(context, suite, to)?])
}

fn session<'s>(context: &Context, suite: &'s Suite, (word, span): &(String, Span)) -> Option<&'s Session> {
    let value = suite.vocabulary.value_of(SESSION, word);
    let found = value.and_then(|value| suite.session(&value));
    if found.is_none() {
        let help = crate::suggest::help(word, suite.manifest.sessions.iter().map(|session| session.name.as_str()));
        context.error(Code::UnknownValue, *span, format!("there is no session `{word}`"), help);
    }
    found
}

/// Two sessions compared, what changed first.
pub fn comparison(suite: &Suite, [from, to]: [&Session; 2], part: &Dimensions, voice: Voice<'_>) -> view::Comparison {
    let part: Dimensions =
        part.iter().filter(|(name, _)| ***name != *SESSION).map(|(n, v)| (Arc::clone(n), Arc::clone(v))).collect();
    let mut compared = suite.compare_sessions([&from.name, &to.name], &part);
    compared.sort_by_key(Compared::change);
    let count = |change| compared.iter().filter(|setting| setting.change() == change).count();
    let shown = |value: &Option<String>| value.as_deref().map(inline).unwrap_or_default();
    view::Comparison {
        from: from.label.clone(),
        to: to.label.clone(),
        changed: count(Change::Changed),
        unknown: count(Change::Unknown),
        same: count(Change::Same),
        settings: compared
            .iter()
            .map(|setting| view::ComparedSetting {
                label: voice.say(&label_of(&setting.name)),
                change: setting.change().name().to_owned(),
                from: shown(&setting.values[0]),
                to: shown(&setting.values[1]),
            })
            .collect(),
    }
}
