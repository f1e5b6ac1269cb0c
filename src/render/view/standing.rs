//! What time does to a suite, as templates see it: sessions, corrections, and what is owed.

use serde::Serialize;

use super::Link;

/// A session of a suite.
#[derive(Debug, Clone, Serialize)]
pub struct Session {
    /// Its label.
    pub label: String,
    /// Its date; empty when not known.
    pub date: String,
    /// Whether it is the one that figures are from when they name none.
    pub reference: bool,
    /// The label of the session that superseded it; empty when none did.
    pub superseded_by: String,
    /// Whether it says itself that it is not the reference.
    pub declines: bool,
    /// Why it was superseded or is not the reference; empty when not said.
    pub why: String,
    /// What else is to be known of it; empty when nothing is.
    pub note: String,
}

/// `blocks/sessions.html`: the settings of sessions beside each other.
#[derive(Debug, Clone, Serialize)]
pub struct Sessions {
    /// Its anchor.
    pub id: String,
    /// The caption, as text; may be empty.
    pub caption: String,
    /// A comparison for each pair of sessions.
    pub comparisons: Vec<Comparison>,
}

/// The settings of two sessions.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The label of the earlier session.
    pub from: String,
    /// The label of the later one.
    pub to: String,
    /// How many settings changed.
    pub changed: usize,
    /// How many are stated for one of the two only.
    pub unknown: usize,
    /// How many are the same.
    pub same: usize,
    /// The settings, those that changed first.
    pub settings: Vec<ComparedSetting>,
}

/// A setting of two sessions.
#[derive(Debug, Clone, Serialize)]
pub struct ComparedSetting {
    /// Its label.
    pub label: String,
    /// `changed`, `unknown` or `same`.
    pub change: String,
    /// What the earlier session has, as HTML; empty when it is not stated.
    pub from: String,
    /// What the later session has, as HTML; empty when it is not stated.
    pub to: String,
}

/// `blocks/obligations.html`: what is to be measured again.
#[derive(Debug, Clone, Serialize)]
pub struct Obligations {
    /// Its anchor.
    pub id: String,
    /// The obligations, in the order of the manifest.
    pub items: Vec<Obligation>,
}

/// Something that is to be measured again.
#[derive(Debug, Clone, Serialize)]
pub struct Obligation {
    /// What is to be done, as HTML.
    pub text: String,
    /// The day by which; empty when none is set.
    pub due: String,
    /// The event after which; empty when none is set.
    pub when: String,
    /// How it was done; empty while it was not.
    pub done: String,
    /// `done`, `open` or `past due`.
    pub status: String,
    /// The class of the status: `holds`, `open` or `contradicted`.
    pub class: String,
}

/// `blocks/corrections.html`.
#[derive(Debug, Clone, Serialize)]
pub struct Corrections {
    /// Its anchor.
    pub id: String,
    /// The corrections, latest first.
    pub items: Vec<Correction>,
}

/// A correction, or a value of the evidence that was withdrawn.
#[derive(Debug, Clone, Serialize)]
pub struct Correction {
    /// Its anchor on `corrections/`, which stays when others are added.
    pub id: String,
    /// When, `2026-08-13`.
    pub date: String,
    /// What stood there.
    pub was: String,
    /// What stands there now; empty when it was withdrawn.
    pub now: String,
    /// Why.
    pub why: String,
}

/// `corrections.html`: what was corrected anywhere on the site, the latest first.
#[derive(Debug, Clone, Serialize)]
pub struct AllCorrections {
    /// The corrections.
    pub items: Vec<SiteCorrection>,
}

/// A correction with where it belongs.
#[derive(Debug, Clone, Serialize)]
pub struct SiteCorrection {
    /// The correction.
    pub correction: Correction,
    /// The title of its suite.
    pub suite: String,
    /// The pages that tell of it.
    pub pages: Vec<Link>,
}

/// The line on a page that tells of corrections.
#[derive(Debug, Clone, Serialize)]
pub struct Notice {
    /// The latest correction.
    pub latest: Correction,
    /// How many there are besides.
    pub others: usize,
    /// Where all of them are listed.
    pub href: String,
}

/// A subject of which a later version than the one measured is out.
#[derive(Debug, Clone, Serialize)]
pub struct OldVersion {
    /// The subject.
    pub subject: String,
    /// The version that was measured.
    pub measured: String,
    /// The latest.
    pub latest: String,
}
