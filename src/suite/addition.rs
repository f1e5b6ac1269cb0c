//! Files that are added to a suite, and the record of where they come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::load::large::{self, Streamed};
use super::load::{self, Folder};
use super::lock::{self, Locked};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files::{self, Stamp};
use crate::formats::logged::Logged;
use crate::formats::{self, Reader, Reading};
use crate::machine::Facts;
use crate::source::Source;

/// The record, in the suite's folder.
pub const FILE: &str = "added.toml";

const HEAD: &str = "# Where the evidence comes from. Made by `benchbook add`.\n";

/// A file to be added.
#[derive(Debug)]
pub struct Addition {
    /// Its path below the suite: `raw/json-r1.txt`.
    pub name: String,
    /// The name that it had; where it lay is nobody's business.
    pub origin: String,
    /// Its content; nothing of a file that stays on the disk.
    pub bytes: Vec<u8>,
    /// A stream that is too large to hold.
    pub large: Option<Large>,
    /// The name of the format, when a reader recognises it: `wrk`.
    pub format: Option<&'static str>,
    /// The tool and, where the file tells, its version: "k6 v2.2.0".
    pub tool: Option<String>,
    /// What it is, in words: "wrk text, 15 numbers".
    pub what: String,
}

/// A file that is copied without being held.
#[derive(Debug)]
pub struct Large {
    path: PathBuf,
    stamp: Stamp,
    sha256: String,
}

impl Addition {
    /// Looks at a file that is to be added to the folder `to` (empty, or ending in `/`). Half an output is refused.
    pub fn read(file: &Path, to: &str) -> Result<Self, Diagnostics> {
        let shown = file.to_string_lossy();
        let origin = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some(streamed) = large::streamed(Path::new(""), &shown) {
            return Self::of_stream(
                streamed.map_err(|diagnostic| only(*diagnostic))?,
                format!("{to}{origin}"),
                origin,
                file,
            );
        }
        let bytes = files::read(Path::new(""), &shown).map_err(|diagnostic| only(*diagnostic))?;
        Self::of(format!("{to}{origin}"), origin, bytes, &shown)
    }

    /// Looks at the content of a file that is to have that name below the suite; `shown` names it in messages.
    pub fn of(name: String, origin: String, bytes: Vec<u8>, shown: &str) -> Result<Self, Diagnostics> {
        let mut addition = Self {
            name,
            origin,
            bytes,
            large: None,
            format: None,
            tool: None,
            what: "kept as it is: not text".to_owned(),
        };
        if let Ok(source) = files::decode(shown, addition.bytes.clone()) {
            addition.recognise(&Arc::new(source))?;
        }
        Ok(addition)
    }

    fn of_stream(streamed: Streamed, name: String, origin: String, path: &Path) -> Result<Self, Diagnostics> {
        let large = Large { path: path.to_owned(), stamp: streamed.stamp, sha256: streamed.sha256 };
        let (bytes, what) = (Vec::new(), String::new());
        let mut addition = Self { name, origin, bytes, large: Some(large), format: None, tool: None, what };
        addition.take(streamed.reader, streamed.reading, &streamed.excerpt)?;
        Ok(addition)
    }

    /// What a lock file says of it.
    pub fn locked(&self) -> Locked {
        match &self.large {
            Some(large) => Locked { sha256: large.sha256.clone(), size: large.stamp.size },
            None => Locked::of(&self.bytes),
        }
    }

    /// Writes it to a path at which there must be nothing yet.
    pub fn write(&self, to: &Path) -> Result<(), Box<Diagnostic>> {
        match &self.large {
            Some(_) if to.exists() => Err(Box::new(files::in_the_way(to))),
            Some(large) => files::copy(&large.path, to, &large.stamp),
            None => files::create(to, &self.bytes),
        }
    }

    fn recognise(&mut self, source: &Arc<Source>) -> Result<(), Diagnostics> {
        let text = source.text().trim_start_matches('\u{feff}');
        let mark = source.text().len() - text.len();
        if text.trim().is_empty() {
            return Err(only(*load::empty(source)));
        }
        let logged = Logged::new(text);
        let content = logged.content();
        let Some(reader) = formats::recognise(&content) else {
            let why = load::not_recognised(source, mark, &logged);
            "kept as it is: no reader recognises it".clone_into(&mut self.what);
            return if why.code == Code::UnknownFormat { Ok(()) } else { Err(only(*why)) };
        };
        if let Some(other) = formats::recognise_beside(&content, reader) {
            return Err(only(*load::two_formats(source, reader, other)));
        }
        let mut reading = formats::read(reader, &content);
        reading.shift(mark);
        self.take(reader, reading, source)
    }

    /// Takes over what a reader tells, or gives what it finds wrong.
    fn take(&mut self, reader: &dyn Reader, reading: Reading, source: &Arc<Source>) -> Result<(), Diagnostics> {
        if !reading.problems.is_empty() {
            let mut found = Diagnostics::new();
            found.extend(reading.problems.into_iter().map(|problem| {
                Diagnostic::error(problem.code, problem.message).at(source, problem.span).help_if(problem.help)
            }));
            return Err(found);
        }
        let numbers: usize = reading.runs.iter().map(|run| run.observations.len()).sum();
        self.format = Some(reader.name());
        self.what = format!("{}, {numbers} numbers", reader.title());
        self.tool = Some(reading.tool).filter(|tool| !tool.is_empty());
        Ok(())
    }
}

/// A folder below the suite as the beginning of a path: empty, or ending in `/`. None when it leaves the suite.
pub fn folder(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let is_below = !text.starts_with('/') && !parts.iter().any(|part| part.starts_with('.') || part.contains(':'));
    is_below.then(|| parts.iter().map(|part| format!("{part}/")).collect())
}

/// A day as it is recorded; `today` asks the clock.
pub fn day(text: &str) -> Result<String, Box<Diagnostic>> {
    if text == "today" {
        return Ok(today());
    }
    if crate::settings::is_day(text) {
        return Ok(text.to_owned());
    }
    let diagnostic = Diagnostic::error(Code::BadValue, format!("`{text}` is no day"));
    Err(Box::new(diagnostic.help("write the day as `2026-09-12`, or `today`")))
}

/// The day by the clock, in UTC.
#[expect(clippy::disallowed_methods, reason = "the user asked for the day, which becomes part of the evidence")]
fn today() -> String {
    chrono::DateTime::<chrono::Utc>::from(std::time::SystemTime::now()).date_naive().to_string()
}

/// The pattern of `suite.toml` that a path suggests: its last part becomes a dimension.
pub fn pattern(name: &str) -> String {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(folder, file)| (folder, file));
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let slash = if folder.is_empty() { "" } else { "/" };
    let dot = if extension.is_empty() { "" } else { "." };
    format!("{folder}{slash}{{case}}{dot}{extension}")
}

/// The record of a suite.
#[derive(Debug)]
pub struct Record {
    /// The text of the file.
    pub text: String,
}

impl Record {
    /// The record as it is. One that was changed since it was locked is refused.
    pub fn open(site: &Path, suite: &Folder) -> Result<Self, Box<Diagnostic>> {
        let text = |name: &str| -> Result<Option<Source>, Box<Diagnostic>> {
            let is_there = suite.files.iter().any(|file| &*file.path == name);
            is_there.then(|| files::read_text(site, &format!("{}/{name}", suite.path))).transpose()
        };
        let Some(record) = text(FILE)? else { return Ok(Self { text: HEAD.to_owned() }) };
        let lock = text(lock::FILE)?;
        let locked = lock.as_ref().and_then(|lock| lock::hash_of(lock.text(), FILE));
        if locked.is_some_and(|hash| hash != lock::sha256(record.text().as_bytes())) {
            let message = format!("`{}` changed since it was locked", record.path());
            let diagnostic = Diagnostic::error(Code::EvidenceChanged, message).in_file(record.path());
            return Err(Box::new(
                diagnostic.help("restore the file; if the change is meant, accept it with `benchbook lock`"),
            ));
        }
        Ok(Self { text: record.text().to_owned() })
    }

    /// Adds an entry.
    pub fn add(&mut self, addition: &Addition, date: Option<&str>, machine: Option<&str>) {
        self.text += "\n[[file]]\n";
        self.entry("path", &addition.name);
        self.entry("origin", &addition.origin);
        self.entry("sha256", &addition.locked().sha256);
        let optional =
            [("format", addition.format), ("tool", addition.tool.as_deref()), ("date", date), ("machine", machine)];
        for (key, value) in optional {
            if let Some(value) = value {
                self.entry(key, value);
            }
        }
    }

    fn entry(&mut self, key: &str, value: &str) {
        self.text += &format!("{key:8} = {}\n", quoted(value));
    }
}

/// What a machine is, as a file of a suite.
pub fn machine_text(facts: &Facts) -> String {
    let head = "# The machine, as its system tells. Made by `benchbook add --machine`.\n".to_owned();
    facts.iter().map(|(name, fact)| format!("{name:12} = {}\n", quoted(fact))).fold(head, |text, line| text + &line)
}

/// A string of TOML.
pub fn quoted(text: &str) -> String {
    // JSON escapes what TOML does, but for one character.
    serde_json::to_string(text).expect("a string can always be written").replace('\u{7f}', "\\u007F")
}

fn only(diagnostic: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stays_below_the_suite() {
        assert_eq!(folder("raw/./a\\b/").as_deref(), Some("raw/a/b/"));
        assert_eq!(folder("").as_deref(), Some(""));
        for outside in ["..", "raw/../..", "/etc", "C:\\x", ".git"] {
            assert_eq!(folder(outside), None, "{outside}");
        }
    }

    #[test]
    fn patterns_are_suggested() {
        assert_eq!(pattern("raw/a/json-r1.txt"), "raw/a/{case}.txt");
        assert_eq!(pattern("noext"), "{case}");
    }

    #[test]
    fn days_are_days() {
        assert_eq!(day("2026-09-12").expect("it is one"), "2026-09-12");
        assert_eq!(day("today").expect("there is a clock").len(), 10);
        assert!(day("2026-02-30").is_err() && day("12.9.2026").is_err());
    }

    #[test]
    fn strings_of_toml() {
        assert_eq!(quoted("a\"b\\c\n\u{7f}"), "\"a\\\"b\\\\c\\n\\u007F\"");
    }
}
