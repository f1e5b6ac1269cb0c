//! What is wrong with a site, as values: a code, a message, places, and how to mend it.
//!
//! Phases collect diagnostics and go on, so that one run shows all of them.

pub mod code;
pub mod text;

use std::borrow::Cow;
use std::path::{Component, Path};
use std::sync::Arc;

pub use code::Code;

use crate::source::{Place, Source, Span};

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The site does not build.
    Error,
    /// The site builds; somebody should look.
    Warning,
}

/// One thing that is wrong, where, and how to mend it.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The stable code, such as `BB203`.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment with names in back-ticks.
    pub message: String,
    /// What to put under the caret; may be empty.
    pub label: String,
    /// Where it is. Without a place the whole site is meant.
    pub place: Option<Place>,
    /// The file it is in when it has no text to show (binary, missing, too large).
    pub path: Option<Arc<str>>,
    /// Further places that explain it, each with a label.
    pub related: Vec<(Place, String)>,
    /// Facts that explain it, a line each.
    pub notes: Vec<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// The change of its file that mends it, when there is only one.
    pub edit: Option<Edit>,
}

/// A text that takes the place of another in a file.
#[derive(Debug, Clone)]
pub struct Edit {
    /// What is replaced.
    pub place: Place,
    /// What takes its place.
    pub text: String,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            label: String::new(),
            place: None,
            path: None,
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            edit: None,
        }
    }

    /// A warning without a place.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// The same, at a place in a file.
    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: impl Into<Span>) -> Self {
        self.place = Some(source.place(span));
        self
    }

    /// The same, at a place.
    #[must_use]
    pub fn at_place(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// The same, in a file whose text is not shown.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<Arc<str>>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// The same, with words under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same, with a fact that explains it.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same, with a further place that explains it.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }

    /// The same, with how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, with how to mend it if that is known.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// The same, with the change that mends it if there is only one.
    #[must_use]
    pub fn edit_if(mut self, edit: Option<Edit>) -> Self {
        self.edit = edit;
        self
    }

    /// The path of the file that it is about.
    pub fn file(&self) -> Option<&str> {
        match &self.place {
            Some(place) => Some(place.source.path()),
            None => self.path.as_deref(),
        }
    }
}

/// The diagnostics of a run, in the order of files and lines.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another collection.
    pub fn append(&mut self, mut other: Self) {
        self.list.append(&mut other.list);
    }

    /// The diagnostics, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether one of them keeps the site from building.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All, ordered by file and place, so that the order does not depend on threads. What is said
    /// of one place more than once (by each row of a table, by each page of a template) is said once.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| Self::key(a).cmp(&Self::key(b)));
        let mut sorted: Vec<Diagnostic> = Vec::with_capacity(self.list.len());
        let mut again = 0;
        for diagnostic in self.list {
            match sorted.last_mut() {
                Some(last) if diagnostic.place.is_some() && Self::head(last) == Self::head(&diagnostic) => again += 1,
                last => {
                    note_repetition(last, std::mem::take(&mut again));
                    sorted.push(diagnostic);
                }
            }
        }
        note_repetition(sorted.last_mut(), again);
        sorted
    }

    fn head(diagnostic: &Diagnostic) -> Head<'_> {
        (diagnostic.file(), diagnostic.place.as_ref().map(|p| p.span), diagnostic.code, &diagnostic.message)
    }

    fn key(diagnostic: &Diagnostic) -> (Head<'_>, &[String]) {
        (Self::head(diagnostic), &diagnostic.notes)
    }
}

/// File, place, code and message: what makes two diagnostics the same for a reader.
type Head<'a> = (Option<&'a str>, Option<Span>, Code, &'a str);

fn note_repetition(diagnostic: Option<&mut Diagnostic>, again: usize) {
    let times = if again == 1 { "once".to_owned() } else { format!("{again} times") };
    if let Some(diagnostic) = diagnostic.filter(|_| again > 0) {
        diagnostic.notes.push(format!("the same goes wrong here {times} more"));
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// A path as diagnostics show it: with `/` on every system.
pub fn shown(path: &Path) -> String {
    let parts = path.components().map(|component| match component {
        Component::RootDir => Cow::Borrowed(""),
        other => other.as_os_str().to_string_lossy(),
    });
    let joined = parts.collect::<Vec<_>>().join("/");
    if joined.is_empty() && path.has_root() { "/".to_owned() } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_one_place_again_is_said_once() {
        let source = Arc::new(Source::new("a.md", "a b c".to_owned()));
        let at = |start: usize, note: &str| {
            Diagnostic::error(Code::Ambiguous, "two match").at(&source, start..start + 1).note(note)
        };
        let mut all = Diagnostics::new();
        all.extend([at(2, "y"), at(4, "z"), at(2, "x"), at(2, "x"), Diagnostic::error(Code::Ambiguous, "two match")]);
        let notes: Vec<Vec<String>> = all.sorted().into_iter().map(|diagnostic| diagnostic.notes).collect();
        assert_eq!(
            notes,
            [vec![], vec!["x".to_owned(), "the same goes wrong here 2 times more".to_owned()], vec!["z".to_owned()]]
        );
    }

    #[test]
    fn paths_are_shown_as_they_are_written() {
        for path in ["/", "/a/b", "a/b", "./a", ".."] {
            assert_eq!(shown(Path::new(path)), path);
        }
    }
}
