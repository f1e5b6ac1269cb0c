//! What the preview shows: the files of the last good build, and what is wrong since.

use std::sync::Arc;

use super::subject::Built;
use crate::bare::Inferred;
use crate::diagnostic::{Diagnostic, Severity, text};
use crate::output::Files;
use crate::printer::counted;

/// What the preview shows.
#[derive(Debug, Default)]
pub(super) struct Preview {
    /// Which build it is: another one whenever pages or errors may differ, after a restart too.
    pub version: String,
    /// The files of the last build without errors, by address; none before the first.
    pub files: Arc<Files>,
    /// The errors of the last build as the terminal shows them; empty when there are none.
    pub errors: String,
    /// How many there are: "2 errors"; empty when there are none.
    pub count: String,
    /// The site that outputs were inferred to be, which some of the files lie in.
    pub inferred: Option<Arc<Inferred>>,
}

impl Preview {
    /// What a build gave: new files, or the old ones with the errors; and all that was found.
    pub(super) fn new(built: Result<Built, Box<Diagnostic>>, number: usize, before: &Self) -> (Self, Vec<Diagnostic>) {
        let (files, found, inferred) = match built {
            Ok(built) => (built.files, built.found.sorted(), built.inferred),
            Err(diagnostic) => (Files::new(), vec![*diagnostic], None),
        };
        let errors: Vec<&Diagnostic> = found.iter().filter(|d| d.severity == Severity::Error).collect();
        let version = format!("{}-{number}", std::process::id());
        let preview = match errors.len() {
            0 => Self { version, files: Arc::new(files), inferred, ..Self::default() },
            count => Self {
                version,
                files: Arc::clone(&before.files),
                errors: errors.iter().map(|error| text::render(error, false)).collect::<Vec<_>>().join("\n"),
                count: counted(count, "error"),
                inferred: before.inferred.clone(),
            },
        };
        (preview, found)
    }

    /// How many outputs were read, when it is the report on such.
    pub(super) fn outputs(&self) -> Option<usize> {
        Some(self.inferred.as_ref()?.draft.read)
    }
}
