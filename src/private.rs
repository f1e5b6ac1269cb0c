//! What in a text looks private: keys, tokens, passwords, addresses, paths of a machine.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use memchr::{memchr, memchr_iter};
use regex_lite::Regex;

/// Something private: its name, how it looks, and text without which it cannot be there. Looking for the
/// text first keeps the expressions away from nearly every file.
struct Private {
    name: &'static str,
    pattern: &'static str,
    needles: &'static [&'static str],
}

const PRIVATE: [Private; 8] = [
    Private { name: "a private key", pattern: r"-----BEGIN [A-Z ]*PRIVATE KEY-----", needles: &["PRIVATE KEY"] },
    Private {
        name: "an access token",
        pattern: r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|xox[baprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16}|AIza[A-Za-z0-9_-]{35}|sk_live_[A-Za-z0-9]{20,}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})\b",
        needles: &[
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_",
            "glpat-",
            "npm_",
            "xox",
            "AKIA",
            "AIza",
            "sk_live_",
            "eyJ",
        ],
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
        name: "a password in an address",
        pattern: r"://[A-Za-z0-9._~%+-]+:[A-Za-z0-9._~%+-]+@[A-Za-z0-9]",
        needles: &[AT],
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
    Private {
        name: "the name of a private host",
        pattern: r"\b[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.(?:internal|local|lan|corp|intranet)\b",
        needles: &[".internal", ".local", ".lan", ".corp", ".intranet"],
    },
];

static COMPILED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    PRIVATE.iter().map(|private| Regex::new(private.pattern).expect("the patterns are tested")).collect()
});

/// All needles but `@`, which is looked for by itself: one byte would stop the search for the others too often.
static NEEDLES: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let all = PRIVATE.iter().enumerate().flat_map(|(kind, private)| private.needles.iter().map(move |n| (kind, *n)));
    let (kinds, needles): (Vec<usize>, Vec<&str>) = all.filter(|(_, needle)| *needle != AT).unzip();
    // Only a search for the leftmost uses SIMD, which makes it thirty times faster.
    let search = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(needles);
    (search.expect("the needles are few and short"), kinds)
});

const AT: &str = "@";

/// So many bytes before and after a needle are enough to know the thing that it is of.
const AROUND: [usize; 2] = [64, 128];

/// Private things of one kind in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The kind, of which [`name`] gives the name.
    pub kind: usize,
    /// The bytes of the first.
    pub first: Range<usize>,
    /// How many lines have one.
    pub lines: u64,
}

/// The name of a kind: "an access token".
pub fn name(kind: usize) -> &'static str {
    PRIVATE[kind].name
}

/// What a text holds of each kind that it holds, in the order of the kinds; so many lines are counted at most.
pub fn look(text: &str, most: u64) -> Vec<Seen> {
    let mut looking = Looking { text, most, seen: [const { None }; PRIVATE.len()], next: [0; PRIVATE.len()] };
    let (needles, kinds) = &*NEEDLES;
    for found in needles.find_iter(text) {
        looking.at(kinds[found.pattern().as_usize()], found.start());
    }
    let bytes = text.as_bytes();
    // An `@` stands between two words; tools write `@ http://…`.
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    for at in memchr_iter(b'@', bytes).filter(|at| is_word(at.wrapping_sub(1)) && is_word(at + 1)) {
        let kinds = PRIVATE.iter().enumerate().filter(|(_, private)| private.needles == [AT]);
        kinds.for_each(|(kind, _)| looking.at(kind, at));
    }
    looking.seen.into_iter().flatten().collect()
}

/// A text with what was seen in it.
struct Looking<'t> {
    text: &'t str,
    most: u64,
    seen: [Option<Seen>; PRIVATE.len()],
    /// Where the next line begins after the last that was looked at, of each kind.
    next: [usize; PRIVATE.len()],
}

impl Looking<'_> {
    /// Looks for a kind about a needle of it.
    fn at(&mut self, kind: usize, needle: usize) {
        let is_enough = self.seen[kind].as_ref().is_some_and(|seen| seen.lines >= self.most);
        if is_enough || needle < self.next[kind] {
            return;
        }
        let bytes = self.text.as_bytes();
        let [before, after] = AROUND;
        let mut from = self.text.ceil_char_boundary(needle.saturating_sub(before));
        let mut to = self.text.floor_char_boundary((needle + after).min(bytes.len()));
        if bytes[needle] == b'@' {
            // Of what many lines may have, no more is looked at than can be an address.
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._%+-:/~".contains(byte);
            from = needle - bytes[from..needle].iter().rev().take_while(|byte| is_part(byte)).count();
            to = needle + 1 + bytes[needle + 1..to].iter().take_while(|byte| is_part(byte)).count();
        }
        let mut found =
            COMPILED[kind].find_iter(&self.text[from..to]).map(|found| from + found.start()..from + found.end());
        let Some(first) = found.find(|range| range.contains(&needle)) else { return };
        self.next[kind] = memchr(b'\n', &bytes[first.end..]).map_or(bytes.len(), |end| first.end + end);
        self.seen[kind].get_or_insert(Seen { kind, first, lines: 0 }).lines += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        let seen = look(text, 1);
        for (kind, regex) in COMPILED.iter().enumerate() {
            // What the needles keep away must not match.
            assert_eq!(seen.iter().any(|seen| seen.kind == kind), regex.is_match(text), "{}: {text}", name(kind));
        }
        seen.iter().map(|seen| name(seen.kind)).collect()
    }

    #[test]
    fn private_things_are_found_and_outputs_are_not() {
        assert_eq!(names("author: jo.doe@example.co.uk"), ["an e-mail address"]);
        assert_eq!(names("cwd /home/jo/bench"), ["a path of somebody's machine"]);
        assert_eq!(names("C:\\Users\\jo\\x"), ["a path of somebody's machine"]);
        assert_eq!(names("Authorization: Bearer abcdef0123456789"), ["a bearer token"]);
        assert_eq!(names("-----BEGIN RSA PRIVATE KEY-----"), ["a private key"]);
        assert_eq!(names("\"password\": \"hunter22\""), ["a password"]);
        assert_eq!(names("postgres://bench:s3cret@db/x"), ["a password in an address"]);
        assert_eq!(names("host: jo-laptop.local:8080"), ["the name of a private host"]);
        assert_eq!(names("http://db01.corp.internal/"), ["the name of a private host"]);
        let tokens = [
            format!("github_pat_11{}", "aB3_".repeat(10)),
            format!("npm_{}", "aB3d".repeat(9)),
            format!("AIza{}", "aB3d5".repeat(7)),
            format!("sk_live_{}", "aB3d".repeat(6)),
            format!("eyJ{0}.eyJ{0}.{0}", "aB3d".repeat(4)),
        ];
        for token in tokens {
            assert_eq!(names(&format!("token {token} x")), ["an access token"], "{token}");
        }
        for clean in ["http://localhost:8080/", "a.localhost", "std.locale", "github_pat", "http://a:8080/@b"] {
            assert!(names(clean).is_empty(), "{clean}");
        }
        for clean in ["Running 15s test @ http://127.0.0.1:8080/", "user@host", "p(95)<500", "@2x.png 12 kB/s"] {
            assert!(names(clean).is_empty(), "{clean}");
        }
    }

    #[test]
    fn lines_are_counted_up_to_a_limit() {
        let text = "a,jo@example.org\nb,\nc,mo@example.org,jo@example.org\nd,/home/jo\n".repeat(3);
        let all = look(&text, 100);
        assert_eq!(
            all.iter().map(|seen| (name(seen.kind), seen.lines)).collect::<Vec<_>>(),
            [("an e-mail address", 6), ("a path of somebody's machine", 3)]
        );
        assert_eq!(&text[all[0].first.clone()], "jo@example.org");
        assert_eq!(look(&text, 2).iter().map(|seen| seen.lines).collect::<Vec<_>>(), [2, 2]);
    }

    #[test]
    fn long_lines_are_looked_at_about_each_needle() {
        let text = format!("{}é jo@example.org {}/home/jo", "x@ ".repeat(1 << 16), "é".repeat(1 << 16));
        let seen = look(&text, 10);
        assert_eq!(
            seen.iter().map(|seen| &text[seen.first.clone()]).collect::<Vec<_>>(),
            ["jo@example.org", "/home/jo"]
        );
    }
}
