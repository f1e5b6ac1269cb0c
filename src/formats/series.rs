//! JSON values of one tool one after another, as `tool >> results.json` leaves them, among other lines.
//!
//! Each value is read as a file of its own. A value that begins its line is led to by that line and a pointer
//! into the value, whatever number of lines it has; of one that begins within a line each number has its own line
//! and column. The line before a value is its heading, as in a log of texts.

use std::sync::Arc;

use super::benchmarks::number_rounds;
use super::json::{self, JsonError, Node};
use super::lines::{Places, cite};
use super::transcript::heading;
use super::{Content, Problem, READERS, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::{Locator, Run};
use crate::source::Span;

/// So many values are looked at for one that is recognised.
const LOOKED_AT: usize = 20;

const MEND: &str = "take the file as the tool wrote it, or leave it out with `leave_out`";
const APART: &str = "keep what each tool wrote in a file of its own";
const MEASURED: &str = "this value has single measurements, which are read from a file of one value only";
const ALONE: &str = "keep each value in a file of its own";

/// A part of a text that begins like JSON.
enum Part<'a> {
    /// A whole value.
    Value(&'a str),
    /// What begins at this byte and is none.
    Broken(usize, JsonError),
}

/// The reader of the first value that one recognises.
pub(super) fn recognise(content: &Content<'_>) -> Option<&'static dyn Reader> {
    if !may_be(content) {
        return None;
    }
    let values = Parts { text: content.text, at: 0 }.filter_map(|part| match part {
        Part::Value(value) => Some(value),
        Part::Broken(..) => None,
    });
    values.take(LOOKED_AT).find_map(|value| reader_of(&Content::new(value)))
}

/// What is there of an output when no reader recognises a text, since no value of it is whole.
pub struct Damaged {
    /// The reader that recognises the beginning of the value, when enough of it is there.
    pub like: Option<&'static dyn Reader>,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The first broken value of which a reader recognises the beginning, or else one that is cut off and has no whole one
/// before it, as the lines of a program's log have.
pub(super) fn damaged(text: &str) -> Option<Damaged> {
    let (mut has_whole, mut unknown) = (false, None);
    let mut broken_ones = 0..LOOKED_AT;
    for part in (Parts { text, at: 0 }) {
        let Part::Broken(start, error) = part else {
            has_whole = true;
            continue;
        };
        broken_ones.next()?;
        let beginning = text.get(start..error.span.range().start).and_then(json::closed).unwrap_or_default();
        let like = reader_of(&Content::new(&beginning));
        let damaged = Damaged { like, problem: broken(start, &error) };
        if like.is_some() {
            return Some(damaged);
        }
        if error.truncated && !has_whole {
            unknown = Some(damaged);
        }
    }
    unknown
}

/// What a reader of whole documents finds in each value of a text that is no such document.
pub(super) fn read(reader: &dyn Reader, content: &Content<'_>) -> Option<Reading> {
    if !may_be(content) || reader.recognises(content) {
        return None;
    }
    let text = content.text;
    let (places, mut all, mut end) = (Places::new(text), Reading::default(), 0);
    for part in (Parts { text, at: 0 }) {
        let value = match part {
            Part::Broken(start, error) => {
                all.problems.push(broken(start, &error));
                continue;
            }
            Part::Value(value) => value,
        };
        let start = Span::of(value, text).range().start;
        let before = &text[end..start];
        torn(before, text, &mut all.problems);
        end = start + value.len();
        let content = Content::new(value);
        if reader.recognises(&content) {
            let mut one = reader.read(&content).tell_tool(value);
            one.shift(start);
            let heading = heading_of(before, text);
            for run in &mut one.runs {
                if let Some(heading) = &heading {
                    run.heading = Some(heading.clone());
                }
                place(run, text, start, &places, &mut all.problems);
            }
            all.take(one);
        } else if !content.document().is_some_and(is_log) {
            all.problems.push(other(Span::new(start, start + 1), reader, &content));
        }
    }
    torn(&text[end..], text, &mut all.problems);
    if all.runs.iter().all(|run| run.heading.is_none()) {
        number_rounds(&mut all);
    }
    Some(all)
}

fn reader_of(content: &Content<'_>) -> Option<&'static dyn Reader> {
    content.document()?;
    READERS.iter().copied().find(|reader| reader.stream().is_none() && reader.recognises(content))
}

/// Whether a text is no document, and a line of it begins like JSON.
fn may_be(content: &Content<'_>) -> bool {
    content.document().is_none() && value_from(content.text, 0).is_some()
}

/// Whether an object is a line of a program's log.
fn is_log(node: &Node<'_>) -> bool {
    let has = |key| node.get(key).is_some();
    has("level") && (has("msg") || has("message"))
}

/// The heading of a value, with its place: what stands before it.
fn heading_of(before: &str, text: &str) -> Option<(Arc<str>, Span)> {
    let lines: Vec<&str> = before.lines().collect();
    let heading = heading(&lines, |line| line.starts_with(['{', '}', '[', ']']))?;
    Some((heading.into(), Span::of(heading, text)))
}

/// Gives the numbers of a run of the value that begins at that byte their places in the file.
fn place(run: &mut Run, text: &str, start: usize, places: &Places<'_>, problems: &mut Vec<Problem>) {
    let Locator::Text(line, _) = places.locator(Span::new(start, start)) else { return };
    let begins_line = text[line_start(text, start)..start].trim().is_empty();
    let measured = match begins_line {
        true => cite(run, |locator, _| locator.clone().on_line(line)),
        false => cite(run, |_, span| places.locator(span)),
    };
    problems.extend(measured.map(|span| Problem::new(Code::Malformed, span, MEASURED).help(ALONE)));
}

/// Looks for a line between values that is the end of one whose beginning is not there. Where something is wrong
/// already, it may be of that.
fn torn(between: &str, text: &str, problems: &mut Vec<Problem>) {
    let line = between.lines().map(str::trim).find(|line| line.starts_with(['}', ']', ',']));
    let Some(line) = line.filter(|_| problems.is_empty()) else { return };
    let message = "this is the end of a JSON value whose beginning is missing";
    problems.push(Problem::new(Code::Malformed, Span::of(line, text), message).help(MEND));
}

fn broken(start: usize, error: &JsonError) -> Problem {
    let (code, span, what) = if error.truncated {
        (Code::Truncated, Span::new(start, start + 1), "the value that begins here is cut off")
    } else {
        (Code::Malformed, error.span, "the value is no JSON")
    };
    Problem::new(code, span, format!("{what}: {}", error.message)).help(MEND)
}

/// A value that the reader of the others does not recognise.
fn other(span: Span, reader: &dyn Reader, content: &Content<'_>) -> Problem {
    let own = reader.title();
    match reader_of(content) {
        Some(other) => {
            let message = format!("this value is {}, and the first of the file is {own}", other.title());
            Problem::new(Code::Malformed, span, message).help(APART)
        }
        None => Problem::new(Code::Malformed, span, format!("this value is no {own}")).help(MEND),
    }
}

/// The way through a text from one part to the next.
struct Parts<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let start = value_from(self.text, self.at)?;
        match json::leading(&self.text[start..]) {
            Ok(value) => {
                self.at = start + value.len();
                Some(Part::Value(value))
            }
            Err(mut error) => {
                error.span = error.span.shifted(start);
                // The line that breaks a value may begin the next one.
                let line = line_start(self.text, error.span.range().start);
                let next = if line > start { line } else { line_end(self.text, start) };
                self.at = if error.truncated { self.text.len() } else { next };
                Some(Part::Broken(start, error))
            }
        }
    }
}

/// Where the next value begins: here, or with the first character of a line.
fn value_from(text: &str, at: usize) -> Option<usize> {
    let mut rest = &text[at..];
    loop {
        let blank = rest.len() - rest.trim_start().len();
        rest = &rest[blank..];
        if begins(rest) {
            return Some(text.len() - rest.len());
        }
        rest = &rest[memchr::memchr(b'\n', rest.as_bytes())?..];
    }
}

/// Whether a text begins like JSON, and not like a line of a log with the time in brackets.
fn begins(text: &str) -> bool {
    let after = text.get(1..).unwrap_or_default().trim_start_matches([' ', '\t']);
    match text.as_bytes().first() {
        Some(b'{') => after.is_empty() || after.starts_with(['"', '}', '\r', '\n']),
        Some(b'[') => after.is_empty() || after.starts_with(['{', '[', '"', '\r', '\n']),
        _ => false,
    }
}

fn line_start(text: &str, at: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |end| at + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn parts_are(text: &str, expected: &[&str]) {
        let parts = Parts { text, at: 0 }.map(|part| match part {
            Part::Value(value) => value.to_owned(),
            Part::Broken(start, error) => format!("{start}: {}", error.message),
        });
        assert_eq!(parts.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn values_are_found_among_other_lines() {
        parts_are("{\"a\": 1}{\"b\":\n2}\n[{}]", &["{\"a\": 1}", "{\"b\":\n2}", "[{}]"]);
        parts_are("$ tool\n[12:00] go\n  {\n\"a\": 1}\nx {}\n", &["{\n\"a\": 1}"]);
        parts_are("{ echo x; }\n{js: 1}\n", &[]);
    }

    #[test]
    fn a_broken_value_hides_none_after_it() {
        let broken = "{\"a\": 1,\n{\"b\": 2}\n";
        parts_are(broken, &["0: key must be a string", "{\"b\": 2}"]);
        parts_are("{\"b\": 2}\n{\"a\": [1,\n", &["{\"b\": 2}", "9: it ends within a value"]);
    }
}
