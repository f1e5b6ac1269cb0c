//! The text of an evidence file as runs: the reader that its rule names, or that recognises it, and why there is none.

use std::sync::Arc;

use super::{NOT_READ, report};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::formats::json::mapping;
use crate::formats::logged::Logged;
use crate::formats::{self, Content, Damaged, Reader, Reading, stream, table};
use crate::model::Run;
use crate::source::Source;
use crate::suite::manifest::Rule;

/// Chooses the reader and reads.
pub(super) fn read(source: &Arc<Source>, rule: &Rule, found: &mut Diagnostics) -> (String, Reading) {
    // Spans count from the first byte of the file, a byte order mark included.
    let mark = source.text().len() - source.text().trim_start_matches('\u{feff}').len();
    let text = &source.text()[mark..];
    let read = if text.trim().is_empty() { Err(empty(source)) } else { understand(source, mark, rule) };
    let (format, mut reading) = match read {
        Ok(read) => read,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return (NOT_READ.to_owned(), Reading::default());
        }
    };
    if mark > 0 {
        reading.shift(mark);
    }
    let is_silent = reading.problems.is_empty() && reading.runs.iter().all(Run::is_empty);
    report(&mut reading, source, found);
    if is_silent {
        found.push(without_numbers(source, &format));
    }
    (format, reading)
}

/// What the rule's reader, or the one that recognises the text after a mark of so many bytes, reads.
fn understand(source: &Arc<Source>, mark: usize, rule: &Rule) -> Result<(String, Reading), Box<Diagnostic>> {
    let text = &source.text()[mark..];
    if let Some(mapping) = &rule.table {
        return Ok(("table".to_owned(), without_tool(table::read(text, mapping))));
    }
    if let Some(mapping) = &rule.json {
        let content = Content::new(text);
        let document = content.document().ok_or_else(|| unrecognised(source, mark, &content))?;
        return Ok(("JSON".to_owned(), without_tool(mapping::read(document, mapping))));
    }
    let logged = Logged::new(text);
    let content = logged.content();
    let recognised = formats::recognise(&content);
    let named = rule.format.as_deref().and_then(formats::by_name);
    match (named, recognised, &content.json) {
        // A reader of JSON finds nothing in what is no JSON.
        (None, None, _) | (_, None, Some(Err(_))) => Err(not_recognised(source, mark, &logged)),
        (Some(named), Some(other), _) if named.name() != other.name() && !named.recognises(&content) => {
            Err(other_format(source, named, other))
        }
        (Some(reader), ..) | (None, Some(reader), _) => {
            let beside = named.is_none().then(|| formats::recognise_beside(&content, reader)).flatten();
            if let Some(other) = beside {
                return Err(two_formats(source, reader, other));
            }
            let reading = match reader.stream() {
                Some(stream) => stream::read(stream, &content, rule.asked()).tell_tool(content.text),
                None => match rule.key_of_streams() {
                    None => formats::read_folded(reader, &content),
                    Some(key) => return Err(no_stream(source, reader, key)),
                },
            };
            Ok((reader.title().to_owned(), reading))
        }
    }
}

/// What is read by a description of its author's says of no tool.
fn without_tool(reading: Reading) -> Reading {
    Reading { tool: String::new(), ..reading }
}

/// A file without any text.
pub fn empty(source: &Source) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(Code::Truncated, format!("`{}` is empty", source.path())).in_file(source.path());
    Box::new(diagnostic.help("run the tool again, or leave the file out with `leave_out`"))
}

fn without_numbers(source: &Source, format: &str) -> Diagnostic {
    Diagnostic::error(Code::UnknownFormat, format!("`{}` gives no number when it is read as {format}", source.path()))
        .in_file(source.path())
        .help("correct `format` or the mapping of the table, or leave the file out with `leave_out`")
}

fn no_stream(source: &Source, reader: &dyn Reader, key: &str) -> Box<Diagnostic> {
    let message = format!("`{}` is {}, which has no single measurements", source.path(), reader.title());
    let diagnostic = Diagnostic::error(Code::BadValue, message).in_file(source.path());
    Box::new(diagnostic.help(format!("take `{key}` out of the rule of this file: it is about single measurements")))
}

fn other_format(source: &Source, named: &dyn Reader, other: &dyn Reader) -> Box<Diagnostic> {
    let message = format!("`{}` is {}, not {}", source.path(), other.title(), named.title());
    let diagnostic = Diagnostic::error(Code::UnknownFormat, message).in_file(source.path());
    Box::new(diagnostic.help(format!("write `format = \"{}\"`, or leave `format` out", other.name())))
}

/// A text with the outputs of two tools.
pub fn two_formats(source: &Source, one: &dyn Reader, other: &dyn Reader) -> Box<Diagnostic> {
    let message = format!("`{}` holds {} and {}", source.path(), one.title(), other.title());
    let help = format!(
        "name one with `format = \"{}\"` or `format = \"{}\"`, in a rule for each to read both, or keep them in files of their own",
        one.name(),
        other.name()
    );
    Box::new(Diagnostic::error(Code::UnknownFormat, message).in_file(source.path()).help(help))
}

/// Why no reader recognises a text, which stands after a mark of so many bytes, and what is there of it.
pub fn not_recognised(source: &Arc<Source>, mark: usize, logged: &Logged<'_>) -> Box<Diagnostic> {
    let content = logged.content();
    let Some(Damaged { like, problem }) = logged.damaged() else { return unrecognised(source, mark, &content) };
    let diagnostic = match &content.json {
        Some(Err(error)) if !error.trailing => *unrecognised(source, mark, &content),
        _ => Diagnostic::error(problem.code, problem.message)
            .at(source, problem.span.shifted(mark))
            .help_if(problem.help),
    };
    Box::new(match like {
        Some(reader) => diagnostic.note(format!("what is there of it looks like {}", reader.title())),
        None => diagnostic,
    })
}

/// Why a text, which stands after a mark of so many bytes, is not read.
fn unrecognised(source: &Arc<Source>, mark: usize, content: &Content<'_>) -> Box<Diagnostic> {
    const MEND: &str = "take the file as the tool wrote it, or leave it out with `leave_out`";
    let path = source.path();
    let (code, message) = match &content.json {
        Some(Err(error)) if error.trailing => (Code::UnknownFormat, format!("no reader recognises `{path}`")),
        Some(Err(error)) if error.truncated => (Code::Truncated, format!("`{path}` is cut off: {}", error.message)),
        Some(Err(error)) if error.well_formed => (Code::Malformed, error.message.clone()),
        Some(Err(error)) => (Code::Syntax, format!("`{path}` is not JSON: {}", error.message)),
        _ => (Code::UnknownFormat, format!("no reader recognises `{path}`")),
    };
    let diagnostic = Diagnostic::error(code, message);
    Box::new(match &content.json {
        Some(Err(error)) if code != Code::UnknownFormat => diagnostic.at(source, error.span.shifted(mark)).help(MEND),
        _ => {
            let known = formats::READERS.len();
            let diagnostic = diagnostic
                .in_file(path)
                .note(format!("{known} formats are recognised from content: `benchbook formats`"));
            diagnostic.help("describe a table with `[evidence.table]`, or leave the file out with `leave_out`")
        }
    })
}
