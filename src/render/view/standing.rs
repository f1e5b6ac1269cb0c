//! What time does to a suite, as templates see it: sessions, corrections, and what is owed.

use serde::Serialize;

use super::{Legend, Link};

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

/// `parts/release.html`: the release that a page is of. What is not said is empty.
#[derive(Debug, Clone, Serialize)]
pub struct Release {
    /// Its label.
    pub label: String,
    /// Its date.
    pub date: String,
    /// Its commit.
    pub commit: String,
    /// Where it is to be found.
    pub url: String,
    /// The machine that it was measured on.
    pub machine: String,
    /// What is to be known of it.
    pub notes: String,
    /// Why its values no longer stand.
    pub withdrawn: String,
    /// Why, or when, it was measured again.
    pub remeasured: String,
    /// What is unlike since the release before.
    pub moved: Vec<String>,
    /// The release before.
    pub previous: Option<Link>,
}

/// `blocks/releases.html`: releases with their headline figures.
#[derive(Debug, Clone, Serialize)]
pub struct Releases {
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// What releases are called.
    pub label: String,
    /// The figures.
    pub columns: Vec<ReleaseHead>,
    /// The releases, the latest first.
    pub rows: Vec<ReleaseRow>,
    /// What the marks beside values that were not measured mean.
    pub legend: Legend,
}

/// What a column of releases shows.
#[derive(Debug, Clone, Serialize)]
pub struct ReleaseHead {
    /// The label of the metric.
    pub label: String,
    /// What of it is shown; empty for all of it.
    pub of: String,
    /// `higher`, `lower`, or empty.
    pub better: String,
}

/// A release with its figures. What is not said is empty.
#[derive(Debug, Clone, Serialize)]
pub struct ReleaseRow {
    /// Its label.
    pub label: String,
    /// The way to its page.
    pub href: String,
    /// Its date.
    pub date: String,
    /// What is to be known of it.
    pub notes: String,
    /// Why its values no longer stand.
    pub withdrawn: String,
    /// Why, or when, it was measured again.
    pub remeasured: String,
    /// What is unlike since the release before.
    pub moved: Vec<String>,
    /// A cell for each figure.
    pub cells: Vec<ReleaseCell>,
}

/// A figure of a release, as HTML; empty where there is none.
#[derive(Debug, Clone, Serialize)]
pub struct ReleaseCell {
    /// The value.
    pub value: String,
    /// Its change since the release before.
    pub change: String,
}

/// `blocks/compare.html`: two releases figure by figure.
#[derive(Debug, Clone, Serialize)]
pub struct Changes {
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The label of the earlier release; empty where there is none.
    pub from: String,
    /// The label of the later release.
    pub to: String,
    /// What is unlike between the two.
    pub moved: Vec<String>,
    /// How many figures have each verdict, in words.
    pub counts: Vec<String>,
    /// The figures, the most important first.
    pub rows: Vec<ChangedRow>,
    /// The geometric means of metrics.
    pub means: Vec<ChangedMean>,
    /// The largest p at which a difference counts as shown, `5%`.
    pub level: String,
    /// The change up to which none matters, `1%`.
    pub least: String,
    /// What the verdicts mean, and the marks beside values that were not measured.
    pub legend: Legend,
}

/// A figure of two releases.
#[derive(Debug, Clone, Serialize)]
pub struct ChangedRow {
    /// The label of the metric.
    pub metric: String,
    /// What it is of; empty where nothing tells figures apart.
    pub of: String,
    /// The earlier value, as HTML; empty where there is none.
    pub old: String,
    /// The later value, as HTML; empty where there is none.
    pub new: String,
    /// The change, as HTML; empty where there is none.
    pub change: String,
    /// `better`, `worse` or `open`.
    pub class: String,
    /// The verdict in words, with its reason.
    pub verdict: String,
}

/// The geometric mean of a metric's changes.
#[derive(Debug, Clone, Serialize)]
pub struct ChangedMean {
    /// The label of the metric.
    pub metric: String,
    /// The mean, as HTML.
    pub change: String,
    /// How many figures it is over.
    pub members: usize,
    /// How many figures it leaves out.
    pub left_out: usize,
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
    /// The day on which, where that is all that is said of how; otherwise empty.
    pub done_on: String,
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
