//! A version that names no version, and two subjects that are one.

use std::collections::BTreeMap;

use crate::checklist::Item;
use crate::diagnostic::{Code, Diagnostic};
use crate::suite::Suite;
use crate::suite::manifest::Subject;

/// Words that stand where a version belongs and a build writes one in later, or nobody knows it.
const NOBODY: [&str; 9] = ["unknown", "placeholder", "todo", "tbd", "n/a", "none", "x.y.z", "version", "-"];

/// Words for whatever is newest: a commit says which.
const MOVING: [&str; 9] = ["dev", "devel", "development", "latest", "main", "master", "head", "trunk", "snapshot"];

/// The subjects of a suite whose version is a placeholder.
pub(super) fn check(suite: &Suite) -> Vec<Diagnostic> {
    let placeholders = suite.manifest.subjects.iter().filter(|subject| is_placeholder(subject));
    let told = placeholders.map(|subject| {
        let message = format!("the version `{}` of `{}` is a placeholder", subject.version, subject.name);
        Diagnostic::warning(Code::NoVersion, message)
            .at(&suite.source, subject.version_span)
            .help("give the version that was measured, or for a build between releases its `commit`")
    });
    told.chain(same(suite)).collect()
}

/// Subjects of one origin and version, where nothing says what sets them apart.
fn same(suite: &Suite) -> Vec<Diagnostic> {
    let manifest = &suite.manifest;
    let Some(item) = Item::find("competitors") else { return Vec::new() };
    if manifest.disclosure.states(item) || manifest.conditions.iter().any(|own| item.is_told_by(&own.name)) {
        return Vec::new();
    }
    let mut seen: BTreeMap<(&str, &str), &Subject> = BTreeMap::new();
    let mut found = Vec::new();
    for subject in &manifest.subjects {
        let exact = if subject.commit.is_empty() { &subject.version } else { &subject.commit };
        let url = subject.url.trim_end_matches('/').trim_end_matches(".git");
        if url.is_empty() || exact.is_empty() {
            continue;
        }
        match seen.get(&(url, exact.as_str())) {
            None => drop(seen.insert((url, exact.as_str()), subject)),
            Some(first) => found.push(
                Diagnostic::warning(
                    Code::SameSource,
                    format!("`{}` and `{}` are both {exact} of {url}", first.name, subject.name),
                )
                .at(&suite.source, subject.span)
                .related(suite.source.place(first.span), "the same is stated here")
                .help("correct one of them, or say how each was set up: `competitors` in `[disclosure]`"),
            ),
        }
    }
    found
}

fn is_placeholder(subject: &Subject) -> bool {
    let version = subject.version.trim().to_lowercase();
    let bare = version.trim_start_matches('v');
    let is_zero = bare == "0.0.0" || bare.strip_prefix("0.0.0").is_some_and(|rest| rest.starts_with(['-', '+']));
    let is_moving = is_zero || MOVING.contains(&version.as_str());
    NOBODY.iter().any(|word| version == *word)
        || version.contains("placeholder")
        || is_moving && subject.commit.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(version: &str, commit: &str) -> bool {
        is_placeholder(&Subject { version: version.to_owned(), commit: commit.to_owned(), ..Subject::default() })
    }

    #[test]
    fn placeholders_are_told_from_versions() {
        for version in ["0.0.0-PLACEHOLDER", "0.0.0", "v0.0.0", "0.0.0-dev", "dev", "unknown", "latest"] {
            assert!(is(version, ""), "{version}");
        }
        for version in ["", "0.0.1", "10.0.0", "1.0.0-dev", "20.20.2", "0.0.0.1"] {
            assert!(!is(version, ""), "{version}");
        }
        assert!(!is("dev", "1e35d17") && !is("0.0.0", "1e35d17") && is("unknown", "1e35d17"));
    }
}
