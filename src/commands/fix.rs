//! `benchbook check --fix`: changes of narratives that leave everything else byte for byte.

use std::collections::BTreeMap;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Edit};
use crate::files;

/// What was changed in a file: the place, the text before and after.
pub(super) struct Change {
    /// The file.
    pub(super) path: String,
    /// The line.
    pub(super) line: u32,
    /// The text that stood there.
    pub(super) was: String,
    /// The text that stands there now.
    pub(super) now: String,
}

/// Carries out the changes that mend what was found; bindings only when asked for.
pub(super) fn apply(root: &Path, found: &Diagnostics, bind: bool) -> (Vec<Change>, Vec<Diagnostic>) {
    let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for diagnostic in found.iter().filter(|diagnostic| bind || diagnostic.code != Code::Unbound) {
        if let Some(edit) = &diagnostic.edit {
            by_file.entry(edit.place.source.path()).or_default().push(edit);
        }
    }
    let (mut changes, mut wrong) = (Vec::new(), Vec::new());
    for (path, mut edits) in by_file {
        edits.sort_by_key(|edit| edit.place.span);
        match rewrite(root, path, &edits) {
            Ok(done) => changes.extend(done),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    (changes, wrong)
}

/// Writes a file with its edits, which stand in the order of their places.
fn rewrite(root: &Path, path: &str, edits: &[&Edit]) -> Result<Vec<Change>, Box<Diagnostic>> {
    let text = files::read_text(root, path)?;
    let (mut written, mut end) = (String::with_capacity(text.text().len()), 0);
    let mut changes = Vec::new();
    for edit in edits {
        let range = edit.place.span.range();
        // What was changed since it was read, or is changed twice, stays as it is.
        if text.text() != edit.place.source.text() || range.start < end {
            continue;
        }
        written += &text.text()[end..range.start];
        written += &edit.text;
        end = range.end;
        changes.push(Change {
            path: path.to_owned(),
            line: text.position(edit.place.span.start).line,
            was: text.slice(edit.place.span).to_owned(),
            now: edit.text.clone(),
        });
    }
    if !changes.is_empty() {
        written += &text.text()[end..];
        files::write(&root.join(path), written.as_bytes())?;
    }
    Ok(changes)
}
