//! A report from a bare folder, or a single file: what a site for it would say, as the files of one.
//!
//! Nothing is built here. The folder's names and the content of its files are read, and `suite.toml`
//! and a narrative are written that say what was found, in the words in which an author would say it.

mod columns;
mod criterion;
mod family;
mod inferred;
mod manifest;
mod names;
mod narrative;
pub mod pair;
mod rates;
mod retold;
mod rules;
mod runs;
mod survey;
mod token;
mod toml_text;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::address;
use crate::config;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files::{self, Stamp};
use crate::source::Source;
use crate::suite::{load, lock};

pub use inferred::Inferred;
use rules::RAW;
use runs::Runs;
use survey::Seen;
use toml_text::string;

/// The address of the report's Markdown file.
pub const NARRATIVE: &str = "content/report.md";

/// The files of a site for a bare folder.
#[derive(Debug)]
pub struct Draft {
    /// The folder that the evidence lies in.
    root: PathBuf,
    /// The name of the suite.
    pub suite: String,
    /// The files that were written for it: path below the site, and text.
    pub texts: Vec<(String, String)>,
    /// Paths of the evidence below `root`.
    pub evidence: Vec<Arc<str>>,
    /// How many of them are read.
    pub read: usize,
    /// Results that are not read, each with the reason.
    pub left_out: Vec<(String, String)>,
}

/// Folders whose names say nothing of what was measured.
const GENERAL: [&str; 13] = [
    "",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "data",
    "out",
    "output",
    "outputs",
    "raw",
    "report",
    "result",
    "results",
];

/// Who goes on with what is inferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Nobody: the report is shown as it is.
    Report,
    /// An author, who edits the files.
    Site,
}

/// Whether a path is no site and may be a folder, or a file, of outputs.
pub fn is_bare(given: &Path) -> bool {
    let has = |name: &str| given.join(name).exists();
    given.is_file() && given.file_name().is_some_and(|name| name != config::FILE)
        || given.is_dir() && !has(config::FILE) && !(has("content") && has("data"))
}

/// A site for the outputs in a folder, or for a single one. What lies below `own` is passed over: a
/// report may lie among its evidence.
pub fn draft(given: &Path, own: Option<&str>, purpose: Purpose) -> Result<(Draft, Diagnostics), Box<Diagnostic>> {
    if !given.exists() {
        let message = format!("there is no file or folder `{}`", shown(given));
        return Err(Box::new(Diagnostic::error(Code::Unreadable, message)));
    }
    let mut found = Diagnostics::new();
    let seen = survey::take(given, own, &mut found)?;
    let runs = Runs::of(&seen, 0);
    let all: Vec<&str> = seen.iter().map(|seen| &*seen.path).collect();
    let rules = rules::plan(&runs, &all);
    let lines = runs.lines();
    let order = family::in_order(&lines, &told_order(&runs));
    let families = family::families(&lines, &order);

    // A report names no folder above: that would publish a path of somebody's machine.
    let name = own_name(given);
    let (title, suite) = title_and_suite(&name, given.is_file());
    let kept = kept(&seen, &runs);
    let subject = narrative::Subject { title: &title, suite: &suite, given: &name, kept: &kept, purpose };
    let site = format!("title = {}\ndescription = \"Made from raw outputs by Benchbook.\"\n", string(&title));
    let manifest = manifest::write(&title, &rules, &runs, &order);
    let texts = vec![
        (config::FILE.to_owned(), site),
        (format!("data/{suite}/{}", load::MANIFEST), manifest),
        (NARRATIVE.to_owned(), narrative::write(&subject, &families)),
    ];
    let root = if given.is_file() { given.parent().unwrap_or(Path::new("")).to_owned() } else { given.to_owned() };
    let read = runs.outputs.len();
    let evidence = seen.iter().map(|seen| Arc::clone(&seen.path)).collect();
    found.extend(seen.iter().filter_map(Seen::damage));
    let left_out = runs.left_out.iter().map(|(path, why)| ((*path).to_owned(), why.clone())).collect();
    Ok((Draft { root, suite, texts, evidence, read, left_out }, found))
}

/// The dimensions in the order in which facts, paths and contents tell them.
fn told_order(runs: &Runs<'_>) -> Vec<Arc<str>> {
    let mut order: Vec<Arc<str>> = runs.facts.iter().map(|name| Arc::from(*name)).collect();
    for output in &runs.outputs {
        let patterns =
            output.told.pattern.split('{').chain(output.sections.iter().flat_map(|pattern| pattern.split('{')));
        let names = patterns.filter_map(|part| Some(part.split_once('}')?.0));
        for name in names.chain(["label", "scenario", "group", "benchmark", "function", "parameter"]) {
            if !order.iter().any(|other| **other == *name) {
                order.push(name.into());
            }
        }
    }
    order
}

/// The name of what was given, without the folders above.
fn own_name(given: &Path) -> String {
    let path = std::path::absolute(given).unwrap_or_else(|_| given.to_owned());
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A name as a shell takes it for one word.
pub fn as_word(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+:@%=,".contains(c);
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

/// A title and the name of the suite, from the name of a folder or file.
fn title_and_suite(name: &str, is_file: bool) -> (String, String) {
    let stem = if is_file { name.split_once('.').map_or(name, |(stem, _)| stem) } else { name };
    if GENERAL.contains(&stem.trim_start_matches('.').to_lowercase().as_str()) {
        return ("Benchmark results".to_owned(), "results".to_owned());
    }
    (title(stem), address::slug(stem))
}

/// A name as a title: separators as spaces, but within a date, and tools as they are written.
fn title(name: &str) -> String {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let spaced = |(at, c): (usize, char)| {
        let is_within = || is_digit(name[..at].chars().next_back()) && is_digit(name[at + 1..].chars().next());
        if c == '_' || c == '-' && !is_within() { ' ' } else { c }
    };
    let words: String = name.char_indices().map(spaced).collect();
    let capital = |word: &str| {
        let mut characters = word.chars();
        characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default() + characters.as_str()
    };
    let words = words.split_whitespace().enumerate().map(|(at, word)| match words::as_written(word) {
        Some(written) => written.to_owned(),
        None if at == 0 => capital(word),
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Files that are not read, each with the reason.
fn kept(seen: &[Seen], runs: &Runs<'_>) -> Vec<(String, String)> {
    let other = |seen: &Seen| Some((seen.path.to_string(), seen.why_not()?.to_owned()));
    let beside: BTreeSet<&str> = seen.iter().filter(|seen| seen.is_beside).map(|seen| &*seen.path).collect();
    let left_out = runs.passed_over.iter().chain(&runs.left_out).map(|(path, why)| ((*path).to_owned(), why.clone()));
    let kept: BTreeSet<(String, String)> =
        seen.iter().filter(|seen| !beside.contains(&*seen.path)).filter_map(other).chain(left_out).collect();
    kept.into_iter().collect()
}

impl Draft {
    /// The folder of the evidence below the site, ending in `/`.
    fn raw(&self) -> String {
        format!("data/{}/{RAW}/", self.suite)
    }

    /// A diagnostic of an output with the path that the user knows it by.
    pub fn placed(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let known = |path: &str| shown(&self.root.join(path));
        if let Some(place) = &mut diagnostic.place {
            place.source = Arc::new(Source::new(known(place.source.path()), place.source.text().to_owned()));
        }
        diagnostic.path = diagnostic.path.map(|path| known(&path).into());
        diagnostic
    }

    /// Writes the site.
    pub fn write(&self, site: &Path) -> Result<(), Box<Diagnostic>> {
        for (path, text) in &self.texts {
            files::write(&site.join(path), text.as_bytes())?;
        }
        let mut locked = Vec::new();
        for path in &self.evidence {
            let (from, to) = (self.root.join(&**path), site.join(self.raw()).join(&**path));
            let stamp = Stamp::of(&from, path)?;
            files::copy(&from, &to, &stamp)?;
            let (hash, size) = lock::sha256_of(&self.root, path)?;
            locked.push((hash, size, format!("{RAW}/{path}")));
        }
        let text = lock::text(locked.into_iter());
        files::write(&site.join(format!("data/{}/{}", self.suite, lock::FILE)), text.as_bytes())
    }
}
