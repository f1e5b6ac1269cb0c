//! What is previewed: a site, or the report on a folder or file of outputs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use crate::bare::{self, Inferred};
use crate::build;
use crate::config;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::{self, Files};

/// The folders of a site whose files a build reads.
const FOLDERS: [&str; 5] = ["content", "data", "locales", "static", "templates"];

/// What is previewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// The folder of a site.
    Site(PathBuf),
    /// A folder, or a file, of outputs.
    Outputs(PathBuf),
}

/// What a build made.
#[derive(Debug)]
pub(super) struct Built {
    /// The files, by address.
    pub(super) files: Files,
    /// What was found.
    pub(super) found: Diagnostics,
    /// The site that was inferred: files that are too large to hold lie in it.
    pub(super) inferred: Option<Arc<Inferred>>,
}

impl Subject {
    /// A site when it looks like one, else outputs.
    pub(super) fn new(given: &Path) -> Self {
        if bare::is_bare(given) { Self::Outputs(given.to_owned()) } else { Self::Site(given.to_owned()) }
    }

    /// Whether it is the report on outputs.
    pub(super) fn is_outputs(&self) -> bool {
        matches!(self, Self::Outputs(_))
    }

    /// What it is called where it changed by no file of its own.
    pub(super) fn name(&self) -> &'static str {
        if self.is_outputs() { "the report" } else { "the site" }
    }

    /// The address of its first page.
    pub(super) fn start(&self) -> &'static str {
        if self.is_outputs() { "report/" } else { "" }
    }

    /// Builds it as it is now; what is inferred of outputs is inferred anew. An error when there is nothing to build.
    pub(super) fn build(&self) -> Result<Built, Box<Diagnostic>> {
        match self {
            Self::Site(root) => {
                let (files, found) = build::build_in_memory(root)?;
                Ok(Built { files, found, inferred: None })
            }
            Self::Outputs(given) => {
                let (inferred, mut found) = Inferred::new(given, None)?;
                let (files, wrong) = build::build_in_memory(inferred.root())?;
                found.extend(inferred.readdressed(wrong));
                Ok(Built { files, found, inferred: Some(Arc::new(inferred)) })
            }
        }
    }

    /// The files and folders that a build reads.
    pub(super) fn scope(&self) -> Scope {
        // Notices name the real path.
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match self {
            Self::Site(root) => {
                let tops = FOLDERS.iter().copied().chain([config::FILE]).map(str::to_owned).collect();
                Scope { root: real(root), tops, passes_sites_over: false }
            }
            // From the folder above, so that outputs are followed when their folder is removed and made again.
            Self::Outputs(given) => {
                let given = real(given);
                let name = given.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let root = given.parent().unwrap_or(&given).to_owned();
                Scope { root, tops: vec![name], passes_sites_over: true }
            }
        }
    }
}

/// The files and folders that a build reads.
#[derive(Debug)]
pub(super) struct Scope {
    /// The folder that all are in.
    pub(super) root: PathBuf,
    /// Names of files and folders in it.
    tops: Vec<String>,
    /// Whether folders that hold a site made by Benchbook are no part of it.
    passes_sites_over: bool,
}

impl Scope {
    /// The files and folders in the root.
    pub(super) fn tops(&self) -> impl Iterator<Item = PathBuf> {
        self.tops.iter().map(|name| self.root.join(name))
    }

    /// Whether a change there may matter.
    pub(super) fn concerns(&self, path: &Path) -> bool {
        self.tops().any(|top| path.starts_with(top))
    }

    /// All files, and what is in the place of one.
    pub(super) fn entries(&self) -> impl Iterator<Item = DirEntry> {
        let all = self.tops().flat_map(|top| WalkDir::new(top).into_iter().filter_entry(|entry| self.reads(entry)));
        all.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir())
    }

    /// Hidden files and folders are no part.
    fn reads(&self, entry: &DirEntry) -> bool {
        let is_hidden = || entry.file_name().to_string_lossy().starts_with('.');
        let is_made = || self.passes_sites_over && entry.file_type().is_dir() && output::is_ours(entry.path());
        entry.depth() == 0 || !(is_hidden() || is_made())
    }
}
