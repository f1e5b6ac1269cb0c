//! A version that names no version.

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
    told.collect()
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
