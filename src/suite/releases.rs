//! The releases that a suite has evidence of: which comes before which, and where conditions changed.

use std::sync::Arc;

use super::Suite;
use super::manifest::releases::{Order, Release, Releases};
use super::version::Version;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::Dimensions;
use crate::suggest;

impl Suite {
    /// The dimension that releases are values of; none where the suite has no releases.
    pub fn release_dimension(&self) -> Option<&Arc<str>> {
        self.manifest.releases.as_ref().map(|releases| &releases.dimension)
    }

    /// The releases that there is evidence of, the earliest first.
    pub fn releases(&self) -> impl DoubleEndedIterator<Item = &Arc<str>> {
        let dimension = self.release_dimension();
        let measured = dimension.and_then(|dimension| self.runs.columns.runs_with(dimension));
        let known = dimension.and_then(|dimension| self.vocabulary.dimension(dimension));
        let values = known.map(|known| known.values.as_slice()).unwrap_or_default().iter();
        values.map(|value| &value.name).filter(move |name| measured.is_some_and(|all| all.contains_key(*name)))
    }

    /// What the manifest says of a release.
    pub fn release(&self, value: &str) -> Option<&Release> {
        let releases = self.manifest.releases.as_ref()?;
        let is = |release: &&Release| {
            self.vocabulary.value_of(&releases.dimension, &release.name).is_some_and(|known| *known == *value)
        };
        releases.listed.iter().find(is)
    }

    /// Whether the values of a release still stand.
    fn stands(&self, value: &str) -> bool {
        self.release(value).is_none_or(|release| release.withdrawn.is_empty())
    }

    /// The release before that one, those that were withdrawn passed over.
    pub fn release_before(&self, value: &str) -> Option<&Arc<str>> {
        self.releases().take_while(|name| ***name != *value).filter(|name| self.stands(name)).last()
    }

    /// The latest release that was not withdrawn.
    pub fn latest_release(&self) -> Option<&Arc<str>> {
        self.releases().rfind(|name| self.stands(name))
    }

    /// What is unlike between two releases, in words: "hardware A → B". Empty where nothing is known to be.
    pub fn moved(&self, releases: [&str; 2], part: &Dimensions) -> Vec<String> {
        let Some(dimension) = self.release_dimension() else { return Vec::new() };
        let mut changed: Vec<(String, [String; 2])> = Vec::new();
        let machines = releases.map(|name| self.release(name).map(|release| release.machine.clone()));
        if let [Some(old), Some(new)] = machines
            && old != new
            && !old.is_empty()
            && !new.is_empty()
        {
            changed.push(("machine".to_owned(), [old, new]));
        }
        // Where each run went to is no condition of what it measured.
        const PLACES: [&str; 2] = ["url", "host"];
        for compared in self.compare_values(dimension, releases, part) {
            if let [Some(old), Some(new)] = compared.values
                && old != new
                && !PLACES.contains(&compared.name.as_str())
            {
                changed.push((compared.name, [old, new]));
            }
        }
        changed.into_iter().map(|(name, [old, new])| format!("{name} {old} → {new}")).collect()
    }
}

/// Checks that the releases of the evidence have an order, and that those of the manifest are in the evidence.
pub(super) fn settle(suite: &Suite, found: &mut Diagnostics) {
    let Some(releases) = suite.manifest.releases.as_ref().filter(|_| !suite.data.is_empty()) else { return };
    let fail = |code, message: String| Diagnostic::error(code, message).at(&suite.source, releases.span);
    if suite.runs.columns.runs_with(&releases.dimension).is_none() {
        let message =
            format!("the evidence has no dimension `{}`, which releases are to be values of", releases.dimension);
        let help = suggest::help(&releases.dimension, suite.runs.columns.names());
        found.push(fail(Code::UnknownDimension, message).help_if(help));
        return;
    }
    for name in suite.releases() {
        if let Some((message, help)) = without_place(suite, releases, name) {
            found.push(fail(Code::BadValue, message).help(help));
        }
    }
    // A withdrawn release that is unknown is reported with what else was withdrawn.
    for release in releases.listed.iter().filter(|release| release.withdrawn.is_empty() && !release.name.is_empty()) {
        let value = suite.vocabulary.value_of(&releases.dimension, &release.name);
        if !value.is_some_and(|value| suite.releases().any(|name| *name == value)) {
            let message = format!("the evidence has no release `{}`", release.name);
            let help = suggest::help(&release.name, suite.releases().map(|name| &**name));
            found.push(Diagnostic::error(Code::UnknownValue, message).at(&suite.source, release.span).help_if(help));
        }
    }
}

/// Why a release has no place in the order, and what to do about it.
fn without_place(suite: &Suite, releases: &Releases, name: &str) -> Option<(String, String)> {
    let release = suite.release(name);
    match releases.order {
        Order::Semver if Version::parse(name).is_none() => Some((
            format!("the release `{name}` is no version, and releases are ordered by version"),
            "write `order = \"listed\"` or `order = \"date\"`, and list the releases under `[[release]]`".to_owned(),
        )),
        Order::Date if release.is_none_or(|release| release.date.is_empty()) => Some((
            format!("the release `{name}` has no date, and releases are ordered by date"),
            format!("add `[[release]]` with `name = \"{name}\"` and `date = \"2026-09-01\"`"),
        )),
        Order::Listed if release.is_none() => Some((
            format!("the release `{name}` is not listed, and releases are ordered as listed"),
            format!("add `[[release]]` with `name = \"{name}\"` at its place"),
        )),
        _ => None,
    }
}
