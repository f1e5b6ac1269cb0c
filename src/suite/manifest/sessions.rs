//! What time does to a suite: sessions, corrections, withdrawn values, and what is to be measured again.

use std::collections::BTreeSet;

use super::unknown_value;
use crate::diagnostic::Code;
use crate::metrics::MetricStatistic;
use crate::settings::{Context, Keys, Table};
use crate::source::Span;

/// A session of a suite: evidence measured in one go, under the same conditions.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// The value of the dimension `session`.
    pub name: String,
    /// Its label.
    pub label: String,
    /// Its date.
    pub date: String,
    /// Whether figures that name no session are from it.
    pub reference: bool,
    /// Whether it says itself that it is not the reference.
    pub declines: bool,
    /// The session that superseded it.
    pub superseded_by: Option<String>,
    /// Why it was superseded, or does not become the reference; empty when not said.
    pub why: String,
    /// What else is to be known of it.
    pub note: String,
}

/// A correction of something published.
#[derive(Debug, Clone, Default)]
pub struct Correction {
    /// When it was corrected.
    pub date: String,
    /// What stood there.
    pub was: String,
    /// What stands there now; empty when it was withdrawn.
    pub now: String,
    /// Why.
    pub why: String,
    /// Further pages on which the old text stood, as paths below `content/`, each with its place.
    pub pages: Vec<(String, Span)>,
}

/// Values of the evidence that no longer stand: still to be seen, and not to be relied on.
#[derive(Debug, Clone)]
pub struct Withdrawn {
    /// When they were withdrawn; empty when not said.
    pub date: String,
    /// Of which part of the evidence, with the place of each value; empty for all of it.
    pub part: Vec<(String, String, Span)>,
    /// Which metric, or statistic of it; all of them when none is named.
    pub metric: Option<MetricStatistic>,
    /// Why.
    pub why: String,
    /// Whether it is a whole release, of which `[[release]]` says so.
    pub release: bool,
}

/// Something that is to be measured again.
#[derive(Debug, Clone, Default)]
pub struct Obligation {
    /// What is to be done.
    pub text: String,
    /// The day by which; empty when none is set.
    pub due: String,
    /// The event after which, such as `kruda 2.0`; empty when none is set.
    pub when: String,
    /// How it was done, or the day on which; empty while it is open.
    pub done: String,
    /// Where it stands.
    pub span: Span,
}

/// `[[sessions]]`
pub(super) fn sessions(context: &Context, keys: &Keys<'_>) -> Vec<Session> {
    let tables = keys.tables("sessions");
    let sessions: Vec<Session> = tables.iter().map(|(table, span)| session(context, table, *span)).collect();
    for ((table, span), session) in tables.iter().zip(&sessions) {
        let place = Keys::new(context, table, "`[[sessions]]`").standing_at(*span).span("superseded_by");
        check_successor(context, &sessions, session, place);
    }
    sessions
}

fn session(context: &Context, table: &Table, span: Span) -> Session {
    let keys = Keys::new(context, table, "`[[sessions]]`");
    let name = keys.required("name", span).unwrap_or_default();
    let reference = keys.bool("reference");
    let session = Session {
        label: keys.string("label").unwrap_or_else(|| name.clone()),
        name,
        date: keys.date("date").unwrap_or_default(),
        reference: reference == Some(true),
        declines: reference == Some(false),
        superseded_by: keys.string("superseded_by"),
        why: keys.string("why").unwrap_or_default(),
        note: keys.string("note").unwrap_or_default(),
    };
    keys.finish();
    session
}

/// The successor of a session is another session, and the way from one to the next ends.
fn check_successor(context: &Context, sessions: &[Session], session: &Session, place: Span) {
    let Some(successor) = &session.superseded_by else { return };
    let names = || sessions.iter().map(|session| session.name.as_str());
    if !names().any(|name| name == successor) {
        unknown_value(context, place, "superseded_by", successor, names());
        return;
    }
    let mut seen = BTreeSet::from([session.name.as_str()]);
    let next = |name: &str| sessions.iter().find(|session| session.name == name)?.superseded_by.as_deref();
    let mut at = Some(successor.as_str());
    while let Some(name) = at {
        if !seen.insert(name) {
            let message = format!("the session `{}` supersedes itself", session.name);
            context.error(Code::BadValue, place, message, Some("leave the latest session without a successor".into()));
            return;
        }
        at = next(name);
    }
}

/// `[[corrections]]`
pub(super) fn corrections(context: &Context, keys: &Keys<'_>) -> Vec<Correction> {
    keys.tables("corrections").into_iter().map(|(table, span)| correction(context, table, span)).collect()
}

fn correction(context: &Context, table: &Table, span: Span) -> Correction {
    let keys = Keys::new(context, table, "`[[corrections]]`");
    let correction = Correction {
        date: keys.required("date", span).and_then(|_| keys.date("date")).unwrap_or_default(),
        was: keys.required("was", span).unwrap_or_default(),
        now: keys.string("now").unwrap_or_default(),
        why: keys.required("why", span).unwrap_or_default(),
        pages: keys.strings("pages"),
    };
    keys.finish();
    correction
}

/// `[[withdrawn]]`
pub(super) fn withdrawn(context: &Context, keys: &Keys<'_>) -> Vec<Withdrawn> {
    let read = |(table, span): (&Table, Span)| {
        let keys = Keys::new(context, table, "`[[withdrawn]]`");
        if !keys.has("where") && !keys.has("metric") {
            let help = Some("add `where = { … }`, `metric = \"…\"`, or both".to_owned());
            context.error(Code::MissingKey, span, "`[[withdrawn]]` does not say which values", help);
        }
        let withdrawn = Withdrawn {
            date: keys.date("date").unwrap_or_default(),
            part: keys.pairs("where"),
            metric: keys.string("metric").map(|name| super::shown_metric(&name)),
            why: keys.required("why", span).unwrap_or_default(),
            release: false,
        };
        keys.finish();
        withdrawn
    };
    keys.tables("withdrawn").into_iter().map(read).collect()
}

/// `[[obligations]]`
pub(super) fn obligations(context: &Context, keys: &Keys<'_>) -> Vec<Obligation> {
    let read = |(table, span): (&Table, Span)| {
        let keys = Keys::new(context, table, "`[[obligations]]`");
        if !keys.has("due") && !keys.has("when") {
            let help = Some("add `due = 2026-12-01` or `when = \"version 2.0\"`".to_owned());
            context.error(Code::MissingKey, span, "`[[obligations]]` never falls due", help);
        }
        let obligation = Obligation {
            text: keys.required("text", span).unwrap_or_default(),
            due: keys.date("due").unwrap_or_default(),
            when: keys.text("when").unwrap_or_default(),
            done: keys.text("done").unwrap_or_default(),
            span: if keys.has("text") { keys.span("text") } else { span },
        };
        keys.finish();
        obligation
    };
    keys.tables("obligations").into_iter().map(read).collect()
}
