//! Evidence is published as it is: what looks private or secret is told before.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::private;
use crate::source::{Source, Span};
use crate::suite::{Body, EvidenceFile};

/// What a file holds that its author may not want to publish: the first of each kind.
pub(super) fn check(file: &EvidenceFile) -> Vec<Diagnostic> {
    let Some(source) = file.source() else { return Vec::new() };
    if let Body::OnDisk(on_disk) = &file.body {
        let told = on_disk.private.iter().map(|told| {
            let diagnostic = warning(source, told.kind, told.span);
            match (told.lines - 1, told.is_more) {
                (0, false) => diagnostic,
                (1, false) => diagnostic.note("so does one more line of the file"),
                (lines, false) => diagnostic.note(format!("so do {lines} more lines of the file")),
                (lines, true) => diagnostic.note(format!("so do at least {lines} more lines of the file")),
            }
        });
        return told.collect();
    }
    let seen = private::look(source.text(), 1).into_iter();
    seen.map(|seen| warning(source, seen.kind, Span::new(seen.first.start, seen.first.end))).collect()
}

fn warning(source: &Arc<Source>, kind: usize, span: Span) -> Diagnostic {
    Diagnostic::warning(Code::Private, format!("the evidence holds {}", private::name(kind)))
        .at(source, span)
        .help("evidence is published as it is: measure again without it, or keep the file out of `data/`")
}
