//! What a build reads, and when it changes.
//!
//! The system's notices only say when to look: what changed is found by comparing the files with those
//! of the build before, so that a notice too many, or of a file that is only read, changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::{DirEntry, WalkDir};

use crate::config;
use crate::diagnostic::shown;

/// The folders of a site whose files a build reads.
const FOLDERS: [&str; 5] = ["content", "data", "locales", "static", "templates"];
/// How long nothing must happen before a build: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(100);
/// How long to wait for quiet at most: a benchmark may be writing into `data/` all the time.
const PATIENCE: Duration = Duration::from_secs(1);
/// The grain of a file system's times, and more: a file may change twice within it and look the same.
const GRAIN: Duration = Duration::from_millis(50);
/// How often to look where the system gives no notices.
const POLL: Duration = Duration::from_millis(300);

/// The files that a build reads, with size and time of the last change. A change of this very moment has no time: the
/// file may change once more within the grain of times, and must then differ.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot(BTreeMap<String, (u64, Option<SystemTime>)>);

/// What happened to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Its path below the site.
    pub path: String,
    /// "changed", "is new", "is gone".
    pub what: &'static str,
}

impl Snapshot {
    /// The files as they are now.
    #[expect(clippy::disallowed_methods, reason = "when files changed decides what is built, never what is in a page")]
    pub(super) fn take(root: &Path) -> Self {
        let tops = FOLDERS.iter().copied().chain([config::FILE]);
        let entries = tops.flat_map(|top| WalkDir::new(root.join(top)).into_iter().filter_entry(is_read));
        let now = SystemTime::now();
        let settled = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age > GRAIN);
        let state =
            |entry: &DirEntry| entry.metadata().map(|data| (data.len(), data.modified().ok().filter(settled))).ok();
        let files = entries.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir());
        Self(files.filter_map(|entry| Some((below(root, entry.path()), state(&entry)?))).collect())
    }

    /// What happened between `before` and this, in the order of paths.
    pub(super) fn since(&self, before: &Self) -> Vec<Change> {
        let paths: BTreeSet<&String> = self.0.keys().chain(before.0.keys()).collect();
        let change = |path: &String| {
            let what = match (before.0.get(path), self.0.get(path)) {
                (None, _) => "is new",
                (_, None) => "is gone",
                (was, is) if was == is => return None,
                _ => "changed",
            };
            Some(Change { path: path.clone(), what })
        };
        paths.into_iter().filter_map(change).collect()
    }
}

/// Hidden files and folders are no part of a site.
fn is_read(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
}

fn below(root: &Path, path: &Path) -> String {
    shown(path.strip_prefix(root).unwrap_or(path))
}

/// Waits for changes, by the system's notices or by looking every so often.
pub(super) struct Watch {
    root: PathBuf,
    notices: Option<(RecommendedWatcher, Receiver<Vec<PathBuf>>)>,
}

impl Watch {
    /// Watches a site. Gives the system's words when it gives no notices, and files are looked at instead.
    pub(super) fn new(root: &Path, poll: bool) -> (Self, Option<String>) {
        // Notices name the real path.
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let (notices, why) = match (!poll).then(|| begin(&root)) {
            None => (None, None),
            Some(Ok(notices)) => (Some(notices), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        (Self { root, notices }, why)
    }

    /// Waits until files differ from `before`, and gives what they are then.
    pub(super) fn wait(&mut self, before: &Snapshot) -> Snapshot {
        loop {
            self.wait_for_notice();
            let now = Snapshot::take(&self.root);
            if now != *before {
                return if self.notices.is_some() { now } else { settled(&self.root, now) };
            }
        }
    }

    fn wait_for_notice(&mut self) {
        let Some((watcher, receiver)) = &mut self.notices else { return std::thread::sleep(POLL) };
        let Ok(mut paths) = receiver.recv() else { return std::thread::sleep(POLL) };
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match receiver.recv_timeout(QUIET) {
                Ok(more) => paths.extend(more),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        // A folder that came, or came back, is not watched yet.
        for top in FOLDERS.map(|name| self.root.join(name)).iter().filter(|top| paths.contains(top)) {
            drop(watcher.unwatch(top));
            drop(watcher.watch(top, RecursiveMode::Recursive));
        }
    }
}

/// The files when they no longer change.
fn settled(root: &Path, mut last: Snapshot) -> Snapshot {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        std::thread::sleep(QUIET);
        let now = Snapshot::take(root);
        if now == last {
            break;
        }
        last = now;
    }
    last
}

/// Asks the system for notices of the site's folder and of the folders that a build reads.
fn begin(root: &Path) -> notify::Result<(RecommendedWatcher, Receiver<Vec<PathBuf>>)> {
    let (sender, receiver) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // What could not be understood is a reason to look. Files are read by the build itself.
        let paths = match event {
            Ok(event) if event.kind.is_access() => return,
            Ok(event) => event.paths,
            Err(_) => Vec::new(),
        };
        // When nobody listens, the server is ending.
        sender.send(paths).unwrap_or_default();
    })?;
    watcher.watch(root, RecursiveMode::NonRecursive)?;
    for top in FOLDERS.map(|name| root.join(name)).iter().filter(|top| top.is_dir()) {
        watcher.watch(top, RecursiveMode::Recursive)?;
    }
    Ok((watcher, receiver))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(files: &[(&str, u64)]) -> Snapshot {
        Snapshot(files.iter().map(|(path, size)| ((*path).to_owned(), (*size, None))).collect())
    }

    #[test]
    fn changes_are_named() {
        let before = snapshot(&[("content/a.md", 1), ("content/b.md", 2), ("data/c.txt", 3)]);
        let after = snapshot(&[("content/a.md", 1), ("content/b.md", 9), ("content/d.md", 4)]);
        let named: Vec<String> =
            after.since(&before).iter().map(|change| format!("{} {}", change.path, change.what)).collect();
        assert_eq!(named, ["content/b.md changed", "content/d.md is new", "data/c.txt is gone"]);
        assert!(before.since(&before).is_empty());
    }

    #[test]
    fn what_changes_within_the_grain_of_times_differs_later() {
        let root = std::env::temp_dir().join(format!("benchbook-watch-{}", std::process::id()));
        let file = root.join("content/page.md");
        std::fs::create_dir_all(root.join("content")).expect("a temporary folder can be made");
        std::fs::write(&file, "text").expect("a file can be written");
        let at_once = Snapshot::take(&root);
        std::thread::sleep(2 * GRAIN);
        let [later, last] = [(); 2].map(|()| Snapshot::take(&root));
        std::fs::remove_dir_all(&root).unwrap_or_default();
        assert_eq!(later.since(&at_once).len(), 1);
        assert!(last == later);
    }
}
