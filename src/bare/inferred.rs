//! The site that is inferred from outputs, in a temporary folder: nothing is written among the outputs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Draft, Purpose, as_word, draft};
use crate::config;
use crate::diagnostic::{Diagnostic, Diagnostics, shown};
use crate::files;
use crate::source::Source;

/// A site that was inferred from a folder, or a file, of outputs; its folder goes with it.
#[derive(Debug)]
pub struct Inferred {
    folder: PathBuf,
    given: PathBuf,
    /// What was inferred.
    pub draft: Draft,
}

impl Drop for Inferred {
    fn drop(&mut self) {
        // What is left of it does no harm, and there is nobody to tell.
        files::remove_own(&self.folder, config::FILE).unwrap_or_default();
    }
}

impl Inferred {
    /// The site for outputs as they are now; what lies below `own` is passed over.
    pub fn new(given: &Path, own: Option<&str>) -> Result<(Self, Diagnostics), Box<Diagnostic>> {
        let (draft, mut found) = draft(given, own, Purpose::Report)?;
        let inferred = Self { folder: files::temporary_folder()?, given: given.to_owned(), draft };
        inferred.draft.write(&inferred.folder)?;
        let known = std::mem::take(&mut found).into_iter().map(|found| inferred.draft.placed(found));
        found.extend(known.collect::<Vec<_>>());
        Ok((inferred, found))
    }

    /// The folder of the site.
    pub fn root(&self) -> &Path {
        &self.folder
    }

    /// Diagnostics of the site that name evidence by the path that the user knows it by.
    pub fn readdressed(&self, found: Diagnostics) -> impl Iterator<Item = Diagnostic> {
        found.into_iter().map(|diagnostic| self.readdress(diagnostic))
    }

    fn readdress(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let raw = self.draft.raw();
        let known = |path: &str| path.strip_prefix(&raw).map(|path| shown(&self.draft.root.join(path)));
        let is_inferred = diagnostic.file().is_some_and(|path| self.draft.texts.iter().any(|(own, _)| own == path));
        let places = diagnostic.place.iter_mut().chain(diagnostic.related.iter_mut().map(|(place, _)| place));
        for place in places {
            if let Some(path) = known(place.source.path()) {
                place.source = Arc::new(Source::new(path, place.source.text().to_owned()));
            }
        }
        diagnostic.path = diagnostic.path.map(|path| known(&path).map_or(path, Arc::from));
        if is_inferred {
            let note = format!(
                "this file was inferred; `benchbook new --from {} SITE` writes it, to be edited",
                as_word(&shown(&self.given))
            );
            diagnostic.notes.push(note);
        }
        diagnostic
    }
}
