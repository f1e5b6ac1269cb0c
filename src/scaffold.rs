//! What a new site, suite or report begins with.

use crate::suite::lock::{self, Locked};

/// The folder of the suite of a new site.
pub const SUITE_FOLDER: &str = "data/example/";

/// What Git is told of a new site, by path: to change no byte of evidence, and to leave out what is built.
pub const FOR_GIT: [(&str, &str); 2] = [
    ("data/.gitattributes", include_str!("../scaffold/site/data/gitattributes")),
    (".gitignore", include_str!("../scaffold/site/gitignore")),
];

/// The files of a new site, by path. The names of the last begin with a dot, which would hide them here.
pub const SITE: [(&str, &str); 12] = [
    ("benchbook.toml", include_str!("../scaffold/site/benchbook.toml")),
    ("content/index.md", include_str!("../scaffold/site/content/index.md")),
    ("content/reports/example.md", include_str!("../scaffold/site/content/reports/example.md")),
    ("data/example/suite.toml", include_str!("../scaffold/site/data/example/suite.toml")),
    ("data/example/raw/alpha-r1.txt", include_str!("../scaffold/site/data/example/raw/alpha-r1.txt")),
    ("data/example/raw/alpha-r2.txt", include_str!("../scaffold/site/data/example/raw/alpha-r2.txt")),
    ("data/example/raw/alpha-r3.txt", include_str!("../scaffold/site/data/example/raw/alpha-r3.txt")),
    ("data/example/raw/beta-r1.txt", include_str!("../scaffold/site/data/example/raw/beta-r1.txt")),
    ("data/example/raw/beta-r2.txt", include_str!("../scaffold/site/data/example/raw/beta-r2.txt")),
    ("data/example/raw/beta-r3.txt", include_str!("../scaffold/site/data/example/raw/beta-r3.txt")),
    FOR_GIT[0],
    FOR_GIT[1],
];

const SUITE: &str = include_str!("../scaffold/suite.toml");
const REPORT: &str = include_str!("../scaffold/report.md");
const BLOCKS: &str = include_str!("../scaffold/blocks.md");

/// The lock file of the suite of a new site.
pub fn lock() -> String {
    let evidence = SITE.iter().filter_map(|(path, text)| Some((path.strip_prefix(SUITE_FOLDER)?, text)));
    let raw = evidence.filter(|(name, _)| name.starts_with("raw/"));
    lock::with(None, raw.map(|(name, text)| (name.to_owned(), Locked::of(text.as_bytes()))))
}

/// The manifest of a new suite of that name.
pub fn suite(name: &str) -> String {
    SUITE.replace("{NAME}", name)
}

/// A new report of that name: about a suite, or about one of several that its author has to choose.
pub fn report(name: &str, suites: &[&str]) -> String {
    let (suite, blocks) = match suites {
        [one] => (format!("suite = \"{one}\"\n"), format!("\n{BLOCKS}")),
        [] => ("# suite = \"…\"\n".to_owned(), String::new()),
        several => (format!("# suite = \"…\" # one of: {}\n", several.join(", ")), String::new()),
    };
    REPORT.replace("{NAME}", name).replace("{SUITE}\n", &suite).replace("\n{BLOCKS}\n", &blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_no_suite_has_no_blocks_that_need_one() {
        assert!(report("r", &["a"]).contains("\nsuite = \"a\"\n+++\n") && report("r", &["a"]).contains("```evidence"));
        assert!(report("r", &["a", "b"]).contains("\n# suite = \"…\" # one of: a, b\n+++\n"));
        assert!(!report("r", &[]).contains("```"));
        assert!(!report("r", &["a"]).contains(['{', '}']), "{}", report("r", &["a"]));
    }
}
