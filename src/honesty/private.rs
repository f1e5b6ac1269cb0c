//! Evidence is published as it is: what looks private or secret is told before.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suite::EvidenceFile;

/// What to look for: its name, and how it looks. Each begins with something rare, so that a scan is cheap.
const PATTERNS: [(&str, &str); 6] = [
    ("a private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    (
        "an access token",
        r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|glpat-[A-Za-z0-9_-]{20,}|xox[baprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16})\b",
    ),
    ("a bearer token", r"(?i)\bauthorization:\s*(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}"),
    ("a password", r#"(?i)\b(?:password|passwd|secret|api[_-]?key)["']?\s*[:=]\s*["']?[^\s"',]{6,}"#),
    ("an e-mail address", r"\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b"),
    ("a path of somebody's machine", r"(?:/home/|/Users/|[A-Z]:\\Users\\)[A-Za-z0-9._-]+"),
];

/// A cheap test before the expressions: without one of these bytes no pattern can match.
const NEEDLES: [&str; 12] =
    ["PRIVATE KEY", "gh", "glpat-", "xox", "AKIA", "uthorization", "assw", "ecret", "api", "@", "/home/", "sers"];

static COMPILED: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let compile = |(name, pattern)| (name, Regex::new(pattern).expect("the patterns are tested"));
    PATTERNS.map(compile).into()
});

/// What a file holds that its author may not want to publish: the first of each kind.
pub(super) fn check(file: &EvidenceFile) -> Vec<Diagnostic> {
    let Some(source) = file.source() else { return Vec::new() };
    let bytes = source.text().as_bytes();
    if !NEEDLES.iter().any(|needle| memchr::memmem::find(bytes, needle.as_bytes()).is_some()) {
        return Vec::new();
    }
    let found = COMPILED.iter().filter_map(|(name, regex)| Some((*name, regex.find(source.text())?)));
    found
        .map(|(name, part)| {
            Diagnostic::warning(Code::Private, format!("the evidence holds {name}"))
                .at(source, Span::new(part.start(), part.end()))
                .help("evidence is published as it is: measure again without it, or keep the file out of `data/`")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        COMPILED.iter().filter(|(_, regex)| regex.is_match(text)).map(|(name, _)| *name).collect()
    }

    #[test]
    fn private_things_are_found_and_outputs_are_not() {
        assert_eq!(names("author: jo.doe@example.co.uk"), ["an e-mail address"]);
        assert_eq!(names("cwd /home/jo/bench"), ["a path of somebody's machine"]);
        assert_eq!(names("C:\\Users\\jo\\x"), ["a path of somebody's machine"]);
        assert_eq!(names("Authorization: Bearer abcdef0123456789"), ["a bearer token"]);
        assert_eq!(names("-----BEGIN RSA PRIVATE KEY-----"), ["a private key"]);
        assert_eq!(names("\"password\": \"hunter22\""), ["a password"]);
        for clean in ["Running 15s test @ http://127.0.0.1:8080/", "user@host", "p(95)<500", "@2x.png 12 kB/s"] {
            assert!(names(clean).is_empty(), "{clean}");
        }
    }

    #[test]
    fn every_pattern_has_a_needle() {
        for text in [
            "-----BEGIN PRIVATE KEY-----",
            "ghp_",
            "AKIA",
            "authorization: basic",
            "passwd=",
            "secret=",
            "a@b.cd",
            "/Users/x",
        ] {
            assert!(NEEDLES.iter().any(|needle| text.contains(needle)), "{text}");
        }
    }
}
