//! A JSON array: an object a diagnostic, every key always there.

use serde::Serialize;

use super::Spot;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Position;

#[derive(Serialize)]
struct Entry<'a> {
    code: &'static str,
    severity: &'static str,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end: Option<End>,
    message: &'a str,
    label: &'a str,
    related: Vec<Related<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct End {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Related<'a> {
    file: String,
    line: Option<u32>,
    column: Option<u32>,
    label: &'a str,
}

pub(super) fn write(found: &[Diagnostic], base: &str) -> String {
    let entries: Vec<Entry<'_>> = found.iter().map(|diagnostic| entry(diagnostic, base)).collect();
    serde_json::to_string_pretty(&entries).expect("an entry has only keys that are strings") + "\n"
}

fn entry<'a>(diagnostic: &'a Diagnostic, base: &str) -> Entry<'a> {
    let spot = Spot::of(diagnostic, base);
    let range = spot.as_ref().and_then(|spot| spot.range);
    let related = diagnostic.related.iter().map(|(place, label)| {
        let Spot { file, range } = Spot::of_place(place, base);
        let start = range.map(|(start, _)| start);
        Related { file, line: start.map(|at| at.line), column: start.map(|at| at.column), label }
    });
    Entry {
        code: diagnostic.code.id(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        file: spot.map(|spot| spot.file),
        line: range.map(|(start, _)| start.line),
        column: range.map(|(start, _)| start.column),
        end: range.map(|(_, Position { line, column })| End { line, column }),
        message: &diagnostic.message,
        label: &diagnostic.label,
        related: related.collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
    }
}
