//! The files of a built site.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::address;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::{self, Stamp};
use crate::source::Source;

/// A built site; its paths are relative to its folder, with `/`.
pub(super) struct Site {
    root: PathBuf,
    files: BTreeSet<String>,
}

impl Site {
    pub(super) fn open(root: &Path, found: &mut Diagnostics) -> Self {
        let files = files::walk(root, "", found).into_iter().map(|file| file.path.to_string()).collect();
        Self { root: root.to_owned(), files }
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// The paths of all files, in order.
    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        self.files.iter().cloned()
    }

    /// The files of that name, in any folder.
    pub(super) fn files_called(&self, name: &str) -> impl Iterator<Item = String> {
        self.files().filter(move |path| path.rsplit('/').next() == Some(name))
    }

    /// The evidence files: all below `evidence/` but the pages that show them and the list of their hashes.
    pub(super) fn evidence(&self) -> impl Iterator<Item = &str> {
        let is_viewer = |name: &str| name.strip_suffix(".html").is_some_and(|raw| self.has(&format!("evidence/{raw}")));
        let names = self.files.iter().filter_map(|path| path.strip_prefix("evidence/"));
        names.filter(move |name| {
            !matches!(*name, "SHA256SUMS" | "index.html") && !name.ends_with("/index.html") && !is_viewer(name)
        })
    }

    /// The folder of the site.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The size of a file in bytes.
    pub(super) fn size(&self, path: &str) -> Result<u64, Box<Diagnostic>> {
        Stamp::of(&self.root.join(path), path).map(|stamp| stamp.size)
    }

    pub(super) fn bytes(&self, path: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
        files::read(&self.root, path)
    }

    /// The text of a file; what keeps it from being read is reported.
    pub(super) fn text(&self, path: &str, found: &mut Diagnostics) -> Option<Arc<Source>> {
        match files::read_text(&self.root, path) {
            Ok(source) => Some(Arc::new(source)),
            Err(diagnostic) => {
                found.push(*diagnostic);
                None
            }
        }
    }

    /// Where a link on the page `from` leads: a path, and a fragment that may be empty.
    pub(super) fn target(from: &str, href: &str) -> Option<(String, String)> {
        let (link, fragment) = href.split_once('#').unwrap_or((href, ""));
        let link = link.split('?').next().unwrap_or_default();
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = if link.is_empty() { from.to_owned() } else { address::joined(folder, &address::decoded(link)?)? };
        Some((path, address::decoded(fragment)?))
    }
}
