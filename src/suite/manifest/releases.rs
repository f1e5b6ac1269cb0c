//! Releases of what is measured: their order, and what is to be known of each.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::unknown_value;
use super::{Value, Withdrawn};
use crate::diagnostic::Code;
use crate::settings::{Context, Keys, Table};
use crate::source::Span;
use crate::suite::version::Version;

/// The dimension that releases are values of where the manifest names no other.
const DIMENSION: &str = "release";

/// What releases are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// By their names, as semantic versions.
    #[default]
    Semver,
    /// By their dates.
    Date,
    /// As the manifest lists them.
    Listed,
}

impl Order {
    const ALL: [(&'static str, Self); 3] = [("semver", Self::Semver), ("date", Self::Date), ("listed", Self::Listed)];
}

/// `[releases]` and `[[release]]`
#[derive(Debug, Clone, Default)]
pub struct Releases {
    /// The dimension that they are values of.
    pub dimension: Arc<str>,
    /// Their order.
    pub order: Order,
    /// Expressions whose values stand in the list of releases, each with its place.
    pub headline: Vec<(String, Span)>,
    /// What is said of single releases, in the order of the file.
    pub listed: Vec<Release>,
    /// Where the dimension is named, or else where the releases begin.
    pub span: Span,
}

/// What is said of a release.
#[derive(Debug, Clone, Default)]
pub struct Release {
    /// The value of the dimension.
    pub name: String,
    /// Its date; empty when not said.
    pub date: String,
    /// Its commit; empty when not said.
    pub commit: String,
    /// Where it is to be found; empty when not said.
    pub url: String,
    /// Where that stands.
    pub url_span: Span,
    /// What is to be known of it; empty when nothing is.
    pub notes: String,
    /// Why its values no longer stand; empty while they do.
    pub withdrawn: String,
    /// Why, or when, it was measured again; empty when it was not.
    pub remeasured: String,
    /// The machine that it was measured on, where the conditions do not say.
    pub machine: String,
    /// Where it is named.
    pub span: Span,
}

/// `[releases]` and `[[release]]`; none where the manifest has neither.
pub(super) fn releases(context: &Context, keys: &Keys<'_>) -> Option<Releases> {
    let settings = keys.table("releases");
    let listed: Vec<Release> =
        keys.tables("release").into_iter().map(|(table, span)| release(context, table, span)).collect();
    let first = listed.first().map(|release| release.span);
    let span = settings.map(|_| keys.span("releases")).or(first)?;
    let mut releases = Releases { dimension: DIMENSION.into(), listed, span, ..Releases::default() };
    if let Some(table) = settings {
        order(context, table, &mut releases);
    }
    check_names(context, &releases.listed);
    Some(releases)
}

fn order(context: &Context, table: &Table, releases: &mut Releases) {
    let keys = Keys::new(context, table, "`[releases]`").standing_at(releases.span);
    if let Some(dimension) = keys.string("dimension") {
        (releases.dimension, releases.span) = (dimension.into(), keys.span("dimension"));
    }
    if let Some(word) = keys.string("order") {
        match Order::ALL.iter().find(|(name, _)| *name == word) {
            Some((_, order)) => releases.order = *order,
            None => unknown_value(context, keys.span("order"), "order", &word, Order::ALL.map(|(name, _)| name)),
        }
    }
    releases.headline = keys.strings("headline");
    keys.finish();
}

fn release(context: &Context, table: &Table, span: Span) -> Release {
    let keys = Keys::new(context, table, "`[[release]]`");
    let text = |key| keys.text(key).unwrap_or_default();
    keys.required("name", span);
    let release = Release {
        name: text("name"),
        date: keys.date("date").unwrap_or_default(),
        commit: text("commit"),
        url: text("url"),
        url_span: keys.span("url"),
        notes: text("notes"),
        withdrawn: text("withdrawn"),
        remeasured: text("remeasured"),
        machine: text("machine"),
        span: if keys.has("name") { keys.span("name") } else { span },
    };
    keys.finish();
    release
}

fn check_names(context: &Context, listed: &[Release]) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for release in listed.iter().filter(|release| !release.name.is_empty()) {
        if seen.insert(&release.name, release.span).is_some() {
            let message = format!("the release `{}` is listed twice", release.name);
            context.error(Code::BadValue, release.span, message, Some("leave one of the two out".to_owned()));
        }
    }
}

/// Releases whose values no longer stand, as withdrawn values.
pub(super) fn withdrawn(releases: &Releases) -> impl Iterator<Item = Withdrawn> {
    let gone = releases.listed.iter().filter(|release| !release.withdrawn.is_empty());
    gone.map(|release| Withdrawn {
        date: String::new(),
        part: vec![(releases.dimension.to_string(), release.name.clone(), release.span)],
        metric: None,
        why: release.withdrawn.clone(),
        release: true,
    })
}

impl Releases {
    /// Puts the values of the dimension in the order of releases; what has no place in it comes last.
    pub(in crate::suite) fn sort(&self, values: &mut [Value]) {
        match self.order {
            Order::Semver => values.sort_by(|a, b| by_version(&a.name, &b.name)),
            Order::Date => values.sort_by_key(|value| {
                let at = self.place(value);
                let date = at.map(|at| self.listed[at].date.as_str()).filter(|date| !date.is_empty());
                (date.is_none(), date.unwrap_or_default(), at)
            }),
            Order::Listed => values.sort_by_key(|value| self.place(value).unwrap_or(usize::MAX)),
        }
    }

    /// The place of a value in the list: by name, label or alias.
    fn place(&self, value: &Value) -> Option<usize> {
        let names: Vec<&str> =
            [&*value.name, &value.label].into_iter().chain(value.aliases.iter().map(String::as_str)).collect();
        self.listed.iter().position(|release| names.iter().any(|name| name.eq_ignore_ascii_case(&release.name)))
    }
}

/// Versions before what is none.
fn by_version(a: &str, b: &str) -> Ordering {
    match (Version::parse(a), Version::parse(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}
