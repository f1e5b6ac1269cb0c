//! Where a finished site goes: to the output folder, written whole beside the old one and then put in
//! its place, or into memory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::diagnostic::{Code, Diagnostic, shown};
use crate::files::{self, Stamp};

/// The list of the files that Benchbook wrote, in the output folder itself.
const MANIFEST: &str = ".benchbook";

/// What stands in that list before the mark of the outputs that the site is a report on.
const MADE_FROM: &str = "# made from ";

/// The files of a site by address: `reports/kruda/index.html`.
pub type Files = BTreeMap<String, Content>;

/// A finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// A file of the site's folder, which is too large to hold.
    OnDisk(PathBuf),
}

/// Where finished files go.
#[derive(Debug)]
pub enum Sink {
    /// To a new output folder.
    Folder(Staging),
    /// Into memory, for a preview.
    Memory(Mutex<Files>),
    /// Nowhere, in a check.
    Nowhere,
}

impl Sink {
    /// Takes a finished file of the site.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
        match self {
            Self::Folder(staging) => staging.write(path, bytes)?,
            Self::Memory(files) => {
                let mut files = files.lock().expect("no thread panics while it holds the files");
                files.insert(path.to_owned(), Content::Bytes(bytes.to_vec()));
            }
            Self::Nowhere => {}
        }
        Ok(())
    }

    /// Takes a copy of a file that is too large to hold, and that must still be as its stamp says.
    pub fn copy(&self, path: &str, from: &Path, stamp: &Stamp) -> Result<(), Box<Diagnostic>> {
        match self {
            Self::Folder(staging) => staging.copy(path, from, stamp)?,
            Self::Memory(files) => {
                let mut files = files.lock().expect("no thread panics while it holds the files");
                files.insert(path.to_owned(), Content::OnDisk(from.to_owned()));
            }
            Self::Nowhere => {}
        }
        Ok(())
    }
}

/// A new output folder that is being written.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    target: PathBuf,
    /// The mark of the outputs that the site is a report on.
    made_from: Option<String>,
    written: Mutex<BTreeSet<String>>,
    bytes: AtomicU64,
}

impl Staging {
    /// Begins a new folder beside `target`, which must be empty, missing, or written by Benchbook whole.
    pub fn begin(target: &Path, made_from: Option<String>) -> Result<Self, Box<Diagnostic>> {
        check_ours(target)?;
        let Some(name) = target.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            let message = format!("`{}` cannot be replaced by the site", shown(target));
            let diagnostic = Diagnostic::error(Code::OutputNotOurs, message);
            return Err(Box::new(diagnostic.help("give the output folder a name: `--out public`")));
        };
        let folder = target.with_file_name(format!(".{name}.new"));
        remove_left_over(&folder)?;
        // The mark comes first, so that what a killed build leaves can be known as ours.
        files::write(&folder.join(MANIFEST), b"")?;
        let (written, bytes) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { folder, target: target.to_owned(), made_from, written, bytes })
    }

    /// Writes a file of the site.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
        files::write(&self.folder.join(path), bytes)?;
        self.add(path, bytes.len() as u64);
        Ok(())
    }

    /// Copies a file into the site.
    fn copy(&self, path: &str, from: &Path, stamp: &Stamp) -> Result<(), Box<Diagnostic>> {
        files::copy(from, &self.folder.join(path), stamp)?;
        self.add(path, stamp.size);
        Ok(())
    }

    fn add(&self, path: &str, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.written.lock().expect("no thread panics while it holds the list").insert(path.to_owned());
    }

    /// How many files and bytes were written so far.
    pub fn amount(&self) -> (usize, u64) {
        let files = self.written.lock().expect("no thread panics while it holds the list").len();
        (files, self.bytes.load(Ordering::Relaxed))
    }

    /// Puts the new folder in the place of the old one.
    pub fn finish(self) -> Result<(), Box<Diagnostic>> {
        let written = self.written.into_inner().expect("no thread panics while it holds the list");
        let mark = self.made_from.map(|mark| format!("{MADE_FROM}{mark}\n"));
        let list: String = mark.into_iter().chain(written.iter().map(|path| format!("{path}\n"))).collect();
        files::write(&self.folder.join(MANIFEST), list.as_bytes())?;
        if !self.target.exists() {
            return files::rename(&self.folder, &self.target);
        }
        // Somebody may have put a file there while the site was built.
        check_ours(&self.target)?;
        if !files::exchange(&self.folder, &self.target) {
            let old = self.folder.with_extension("old");
            remove_left_over(&old)?;
            files::rename(&self.target, &old)?;
            files::rename(&self.folder, &self.target)?;
            return files::remove_own(&old, MANIFEST);
        }
        files::remove_own(&self.folder, MANIFEST)
    }

    /// Gives the new folder up; the old one stays as it was.
    pub fn abandon(self) -> Result<(), Box<Diagnostic>> {
        files::remove_own(&self.folder, MANIFEST)
    }
}

/// Whether a folder is a site that Benchbook wrote.
pub fn is_ours(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// The mark of the outputs that the site in a folder is a report on, when it is one.
pub fn made_from(folder: &Path) -> Option<String> {
    let list = String::from_utf8(files::read(folder, MANIFEST).ok()?).ok()?;
    list.lines().next()?.strip_prefix(MADE_FROM).map(str::to_owned)
}

/// Removes what a build that was killed left behind, and nothing else.
fn remove_left_over(folder: &Path) -> Result<(), Box<Diagnostic>> {
    if folder.join(MANIFEST).is_file() || files::everything_below(folder).is_empty() {
        return files::remove_own(folder, MANIFEST);
    }
    let message = format!("`{}` is in the way, and was not written by Benchbook", shown(folder));
    let diagnostic = Diagnostic::error(Code::OutputNotOurs, message);
    Err(Box::new(diagnostic.help("move it away: the new site is written there before it replaces the old one")))
}

/// Whether all that is in a folder was written by Benchbook.
fn check_ours(target: &Path) -> Result<(), Box<Diagnostic>> {
    const SHOWN: usize = 5;
    if target.is_file() {
        let diagnostic = Diagnostic::error(Code::OutputNotOurs, format!("`{}` is a file", shown(target)));
        return Err(Box::new(diagnostic.help("choose a folder with `--out`")));
    }
    let present = files::everything_below(target);
    if present.is_empty() {
        return Ok(());
    }
    let list = files::read(target, MANIFEST).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let ours: BTreeSet<&str> = list.lines().chain([MANIFEST]).collect();
    let name = |path: &PathBuf| shown(path.strip_prefix(target).unwrap_or(path));
    let foreign: Vec<String> = present.iter().map(name).filter(|name| !ours.contains(name.as_str())).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    let folder = shown(target);
    let message = match list.is_empty() {
        true => format!("`{folder}` was not written by Benchbook"),
        false => format!("`{folder}` holds files that Benchbook did not write"),
    };
    let mut diagnostic = Diagnostic::error(Code::OutputNotOurs, message);
    for name in foreign.iter().take(SHOWN) {
        diagnostic = diagnostic.note(format!("not ours: `{name}`"));
    }
    if foreign.len() > SHOWN {
        diagnostic = diagnostic.note(format!("and {} more", foreign.len() - SHOWN));
    }
    Err(Box::new(diagnostic.help(match list.is_empty() {
        true => "choose another folder with `--out`: Benchbook replaces its output folder whole",
        false => "move them to `static/`, so that each build puts them there, or choose another folder with `--out`",
    })))
}
