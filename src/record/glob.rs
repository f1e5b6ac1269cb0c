//! Files by pattern, and which of them changed.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use regex_lite::Regex;

use crate::diagnostic::Diagnostics;
use crate::files;

/// A pattern of paths: `*` and `?` within a name, `**` for any folders.
#[derive(Debug, Clone)]
pub struct Glob {
    /// The folder that all of them lie below: empty, or ending in `/`.
    folder: String,
    pattern: Regex,
}

/// Files that a pattern finds, with their size and when they were changed.
pub(super) type Snapshot = BTreeMap<String, (u64, Option<SystemTime>)>;

impl Glob {
    /// The pattern; none when it cannot be understood.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.strip_prefix("./").unwrap_or(text);
        let fixed = text.find(['*', '?']).unwrap_or(text.len());
        let folder = text[..fixed].rfind('/').map_or("", |slash| &text[..=slash]);
        let mut pattern = String::from("^");
        let mut rest = &text[folder.len()..];
        while let Some(first) = rest.chars().next() {
            let (part, length) = match first {
                '*' if rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
                '*' if rest.starts_with("**") => (".*".to_owned(), 2),
                '*' => ("[^/]*".to_owned(), 1),
                '?' => ("[^/]".to_owned(), 1),
                other => (regex_lite::escape(&other.to_string()), other.len_utf8()),
            };
            pattern += &part;
            rest = &rest[length..];
        }
        Some(Self { folder: folder.to_owned(), pattern: Regex::new(&(pattern + "$")).ok()? })
    }

    /// The files that are there now.
    pub fn snapshot(&self) -> Snapshot {
        let folder = Path::new(if self.folder.is_empty() { "." } else { &self.folder });
        // What cannot be looked at is not kept.
        let found = files::walk(folder, "", &mut Diagnostics::new());
        let fitting = found.into_iter().filter(|file| self.pattern.is_match(&file.path));
        let stamped = fitting.map(|file| {
            let path = format!("{}{}", self.folder, file.path);
            let changed = Path::new(&path).metadata().and_then(|metadata| metadata.modified()).ok();
            (path, (file.size, changed))
        });
        stamped.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stay_within_names() {
        let fits = |glob: &str, path: &str| {
            let glob = Glob::new(glob).expect("it is a pattern");
            path.strip_prefix(&glob.folder).is_some_and(|rest| glob.pattern.is_match(rest))
        };
        assert!(fits("out/*.json", "out/a.json") && !fits("out/*.json", "out/b/a.json"));
        assert!(fits("t/**/new/e.json", "t/new/e.json") && fits("t/**/new/e.json", "t/a/b/new/e.json"));
        assert!(fits("./a?.csv", "ab.csv") && !fits("a?.csv", "abc.csv") && !fits("a.csv", "aXcsv"));
    }
}
