//! What a build reads, and when it changes.
//!
//! The system's notices only say when to look: what changed is found by comparing the files with those
//! of the build before, so that a notice too many, or of a file that is only read, changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::DirEntry;

use super::subject::Scope;
use crate::diagnostic::shown;

/// How long nothing must happen before a build: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(100);
/// How long to wait for quiet at most: a benchmark may be writing into `data/` all the time.
const PATIENCE: Duration = Duration::from_secs(1);
/// The grain of a file system's times, and more: a file may change twice within it and look the same.
const GRAIN: Duration = Duration::from_millis(50);
/// How often to look where the system gives no notices.
const POLL: Duration = Duration::from_millis(300);

/// The files that a build reads.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot(BTreeMap<String, State>);

/// What tells that a file is another one.
#[derive(Debug, PartialEq, Eq)]
struct State {
    size: u64,
    modified: Option<SystemTime>,
    /// It changed at this very moment, and may change once more within the grain of times: it is looked at again.
    fresh: bool,
}

/// What happened to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Its path below the site, or from the folder of outputs on.
    pub path: String,
    /// "changed", "is new", "is gone".
    pub what: &'static str,
}

impl Snapshot {
    /// The files as they are now.
    #[expect(clippy::disallowed_methods, reason = "when files changed decides what is built, never what is in a page")]
    pub(super) fn take(scope: &Scope) -> Self {
        let now = SystemTime::now();
        let settled = |time: SystemTime| now.duration_since(time).is_ok_and(|age| age > GRAIN);
        let state = |entry: &DirEntry| {
            let data = entry.metadata().ok()?;
            let modified = data.modified().ok();
            Some(State { size: data.len(), modified, fresh: !modified.is_some_and(settled) })
        };
        let path = |entry: &DirEntry| shown(entry.path().strip_prefix(&scope.root).unwrap_or(entry.path()));
        Self(scope.entries().filter_map(|entry| Some((path(&entry), state(&entry)?))).collect())
    }

    /// What happened between `before` and this, in the order of paths.
    pub(super) fn since(&self, before: &Self) -> Vec<Change> {
        let paths: BTreeSet<&String> = self.0.keys().chain(before.0.keys()).collect();
        let change = |path: &String| {
            let what = match (before.0.get(path), self.0.get(path)) {
                (None, _) => "is new",
                (_, None) => "is gone",
                (Some(was), Some(is)) if (was.size, was.modified) == (is.size, is.modified) => return None,
                _ => "changed",
            };
            Some(Change { path: path.clone(), what })
        };
        paths.into_iter().filter_map(change).collect()
    }
}

/// Waits for changes, by the system's notices or by looking every so often.
pub(super) struct Watch {
    scope: Arc<Scope>,
    notices: Option<(RecommendedWatcher, Receiver<Vec<PathBuf>>)>,
}

impl Watch {
    /// Watches files. Gives the system's words when it gives no notices, and files are looked at instead.
    pub(super) fn new(scope: &Arc<Scope>, poll: bool) -> (Self, Option<String>) {
        let (notices, why) = match (!poll).then(|| begin(scope)) {
            None => (None, None),
            Some(Ok(notices)) => (Some(notices), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        (Self { scope: Arc::clone(scope), notices }, why)
    }

    /// Waits until files differ from `before`, and gives what they are then.
    pub(super) fn wait(&mut self, before: &Snapshot) -> Snapshot {
        loop {
            self.wait_for_notice();
            let now = Snapshot::take(&self.scope);
            if now != *before {
                return if self.notices.is_some() { now } else { settled(&self.scope, now) };
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
        for top in self.scope.tops().filter(|top| paths.contains(top)) {
            drop(watcher.unwatch(&top));
            if top.is_dir() {
                drop(watcher.watch(&top, RecursiveMode::Recursive));
            }
        }
    }
}

/// The files when they no longer change.
fn settled(scope: &Scope, mut last: Snapshot) -> Snapshot {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        std::thread::sleep(QUIET);
        let now = Snapshot::take(scope);
        if now == last {
            break;
        }
        last = now;
    }
    last
}

/// Asks the system for notices of the folders that a build reads, and of the folder that they are in.
fn begin(scope: &Arc<Scope>) -> notify::Result<(RecommendedWatcher, Receiver<Vec<PathBuf>>)> {
    let (sender, receiver) = channel();
    let own = Arc::clone(scope);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // What could not be understood is a reason to look. Files are read by the build itself.
        let paths = match event {
            Ok(event) if event.kind.is_access() => return,
            Ok(event) if !event.paths.is_empty() && !event.paths.iter().any(|path| own.concerns(path)) => return,
            Ok(event) => event.paths,
            Err(_) => Vec::new(),
        };
        // When nobody listens, the server is ending.
        sender.send(paths).unwrap_or_default();
    })?;
    watcher.watch(&scope.root, RecursiveMode::NonRecursive)?;
    for top in scope.tops().filter(|top| top.is_dir()) {
        watcher.watch(&top, RecursiveMode::Recursive)?;
    }
    Ok((watcher, receiver))
}

#[cfg(test)]
mod tests {
    use super::super::subject::Subject;
    use super::*;

    fn snapshot(files: &[(&str, u64)]) -> Snapshot {
        let state = |size| State { size, modified: None, fresh: false };
        Snapshot(files.iter().map(|(path, size)| ((*path).to_owned(), state(*size))).collect())
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
    #[expect(clippy::disallowed_methods, reason = "a test may write what it likes")]
    fn what_changes_within_the_grain_of_times_is_looked_at_again() {
        let root = std::env::temp_dir().join(format!("benchbook-watch-{}", std::process::id()));
        let file = root.join("content/page.md");
        std::fs::create_dir_all(root.join("content")).expect("a temporary folder can be made");
        std::fs::write(&file, "text").expect("a file can be written");
        let scope = Subject::Site(root.clone()).scope();
        let at_once = Snapshot::take(&scope);
        std::thread::sleep(2 * GRAIN);
        let [later, last] = [(); 2].map(|()| Snapshot::take(&scope));
        std::fs::remove_dir_all(&root).unwrap_or_default();
        assert!(later != at_once && later.since(&at_once).is_empty());
        assert!(last == later);
    }
}
