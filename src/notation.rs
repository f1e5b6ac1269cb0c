//! Diagnostics for programs: JSON, GitHub's annotations, SARIF, JUnit.

mod github;
mod json;
mod junit;
mod sarif;

use std::path::{Component, Path};

use crate::diagnostic::{Diagnostic, shown};
use crate::source::{Place, Position};

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Notation {
    /// For people, with the text under a caret.
    #[default]
    Text,
    /// A JSON array.
    Json,
    /// Annotations of a GitHub workflow.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for reports of tests.
    Junit,
}

/// Where something is, for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Spot {
    /// The file, from where the program was started.
    file: String,
    /// The first character and the one after the last; none when the whole file is meant.
    range: Option<(Position, Position)>,
}

/// Diagnostics for programs; none for [`Notation::Text`]. Files are named from where the program was
/// started, as are those of `site`; when that is an absolute path, from the site.
pub fn write(found: &[Diagnostic], notation: Notation, site: &Path) -> Option<String> {
    let base = base(site);
    Some(match notation {
        Notation::Text => return None,
        Notation::Json => json::write(found, &base),
        Notation::Github => github::write(found, &base),
        Notation::Sarif => sarif::write(found, &base),
        Notation::Junit => junit::write(found, &base),
    })
}

/// What to put before paths below a site: empty, or ending in `/`.
fn base(site: &Path) -> String {
    let named: std::path::PathBuf = site.components().filter(|part| *part != Component::CurDir).collect();
    let is_here = site.is_absolute() || named.as_os_str().is_empty();
    if is_here { String::new() } else { shown(&named) + "/" }
}

impl Spot {
    fn of(diagnostic: &Diagnostic, base: &str) -> Option<Self> {
        let range = diagnostic.place.as_ref().map(range);
        diagnostic.file().map(|file| Self { file: format!("{base}{file}"), range })
    }

    fn of_place(place: &Place, base: &str) -> Self {
        Self { file: format!("{base}{}", place.source.path()), range: Some(range(place)) }
    }
}

fn range(place: &Place) -> (Position, Position) {
    (place.position(), place.source.position(place.span.end))
}

/// A diagnostic as lines of text: what is wrong, then related places, notes and help.
fn lines(diagnostic: &Diagnostic, base: &str) -> Vec<String> {
    let Diagnostic { message, label, notes, help, .. } = diagnostic;
    let first = if label.is_empty() { message.clone() } else { format!("{message}: {label}") };
    let related = diagnostic.related.iter().map(|(place, label)| {
        let Position { line, column } = place.position();
        format!("{base}{}:{line}:{column}: {label}", place.source.path())
    });
    let notes = notes.iter().map(|note| format!("note: {note}"));
    let help = help.iter().map(|help| format!("help: {help}"));
    std::iter::once(first).chain(related).chain(notes).chain(help).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_where_the_program_was_started() {
        for (site, expected) in [(".", ""), ("", ""), ("./docs/", "docs/"), ("../a", "../a/"), ("/a/b", "")] {
            assert_eq!(base(Path::new(site)), expected, "{site}");
        }
    }
}
