//! Evidence is published as it is: what looks private or secret is told before.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suite::EvidenceFile;

/// Something private: its name, how it looks, and text without which it cannot be there. Looking for the
/// text first keeps the expressions away from nearly every file.
struct Private {
    name: &'static str,
    pattern: &'static str,
    needles: &'static [&'static str],
}

const PRIVATE: [Private; 6] = [
    Private { name: "a private key", pattern: r"-----BEGIN [A-Z ]*PRIVATE KEY-----", needles: &["PRIVATE KEY"] },
    Private {
        name: "an access token",
        pattern: r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|glpat-[A-Za-z0-9_-]{20,}|xox[baprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16})\b",
        needles: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "glpat-", "xox", "AKIA"],
    },
    Private {
        name: "a bearer token",
        pattern: r"(?i)\bauthorization:\s*(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}",
        needles: &["uthorization:", "UTHORIZATION:"],
    },
    Private {
        name: "a password",
        pattern: r#"(?i)\b(?:password|passwd|secret|api[_-]?key)["']?\s*[:=]\s*["']?[^\s"',]{6,}"#,
        needles: &["assw", "ASSW", "ecret", "ECRET", "pikey", "pi_key", "pi-key", "PI_KEY", "piKey"],
    },
    Private {
        name: "an e-mail address",
        pattern: r"\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b",
        needles: &["@"],
    },
    Private {
        name: "a path of somebody's machine",
        pattern: r"(?:/home/|/Users/|[A-Z]:\\Users\\)[A-Za-z0-9._-]+",
        needles: &["/home/", "/Users/", "\\Users\\"],
    },
];

static COMPILED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    PRIVATE.iter().map(|private| Regex::new(private.pattern).expect("the patterns are tested")).collect()
});

/// Whether one of the needles is there; an `@` only between two words, for tools write `@ http://…`.
fn may_hold(private: &Private, bytes: &[u8]) -> bool {
    private.needles.iter().any(|needle| {
        memchr::memmem::find_iter(bytes, needle.as_bytes()).any(|at| {
            let word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
            *needle != "@" || (word(bytes.get(at.wrapping_sub(1))) && word(bytes.get(at + 1)))
        })
    })
}

/// What a file holds that its author may not want to publish: the first of each kind.
pub(super) fn check(file: &EvidenceFile) -> Vec<Diagnostic> {
    let Some(source) = file.source() else { return Vec::new() };
    let likely = PRIVATE.iter().enumerate().filter(|(_, private)| may_hold(private, source.text().as_bytes()));
    let found = likely.filter_map(|(index, private)| Some((private.name, COMPILED[index].find(source.text())?)));
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
        let matches = |(private, regex): &(&Private, &Regex)| {
            // What the needles keep away must not match.
            assert!(may_hold(private, text.as_bytes()) || !regex.is_match(text), "{}: {text}", private.name);
            regex.is_match(text)
        };
        PRIVATE.iter().zip(COMPILED.iter()).filter(matches).map(|(private, _)| private.name).collect()
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
}
