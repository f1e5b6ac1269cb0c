//! The events of `go test -json`: what the tests print comes in pieces, each in the member `Output` of a line.
//!
//! A line of a benchmark may be split over events, between which those of another package may stand, so the
//! pieces are put together for each package. Numbers have the line and column that they have in the file.

use std::collections::BTreeMap;

use super::{processors_of, read_lines};
use crate::formats::benchmarks::{Part, gather, json_lines, no_json, number_rounds};
use crate::formats::json::{self, Node};
use crate::formats::lines::Places;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::source::Span;

/// The reader of `go test -bench … -json`.
pub struct GoBenchJson;

impl Reader for GoBenchJson {
    fn name(&self) -> &'static str {
        "go-bench-json"
    }

    fn title(&self) -> &'static str {
        "go test -bench -json events"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let text = content.text;
        let is_likely = text.contains("\"Action\"") && text.contains("\"Output\"") && text.contains("Benchmark");
        is_likely && outputs(text).0.iter().any(|output| super::lines_of(&output.text).next().is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let places = Places::new(content.text);
        let (outputs, problems) = outputs(content.text);
        let processors = processors_of(outputs.iter().map(|output| &*output.text));
        let benchmarks = outputs.iter().flat_map(|output| {
            let part = |text| {
                let span = output.place(text);
                Part { text, span, locator: places.locator(span) }
            };
            read_lines(&output.text, &output.package, &processors, part)
        });
        let mut reading = gather("go test", benchmarks);
        reading.problems.extend(problems);
        number_rounds(&mut reading);
        reading
    }
}

/// What the tests of a package printed.
#[derive(Debug, Default)]
struct Output {
    package: String,
    text: String,
    /// Where pieces begin, in the text and in the file: a piece is as long in both, unless it was escaped.
    pieces: Vec<(usize, usize)>,
}

/// What was printed, by package in the order of the file, and the lines that are no JSON.
fn outputs(text: &str) -> (Vec<Output>, Vec<Problem>) {
    let mut outputs: Vec<Output> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut problems = Vec::new();
    for (_, start, line) in json_lines(text) {
        let event = match json::parse(line) {
            Ok(event) => event,
            Err(error) => {
                problems.push(no_json(&error, Span::of(line, text)));
                continue;
            }
        };
        let string = |key| event.get(key).and_then(Node::string);
        let (Some("output"), Some(output)) = (string("Action"), event.get("Output")) else { continue };
        let Some(raw) = output.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { continue };
        let package = string("Package").unwrap_or_default();
        let at = *known.entry(package.to_owned()).or_insert_with(|| {
            outputs.push(Output { package: package.to_owned(), ..Output::default() });
            outputs.len() - 1
        });
        outputs[at].push(raw, start + output.span.range().start + 1);
    }
    (outputs, problems)
}

impl Output {
    /// Adds the inside of a JSON string that stands at that byte of the file.
    fn push(&mut self, raw: &str, start: usize) {
        let mut at = 0;
        while at < raw.len() {
            let rest = &raw[at..];
            let escaped = escapes(rest);
            let length = if escaped > 0 { escaped } else { rest.find('\\').unwrap_or(rest.len()) };
            self.pieces.push((self.text.len(), start + at));
            match serde_json::from_str::<String>(&format!("\"{}\"", &rest[..escaped])) {
                Ok(plain) if escaped > 0 => self.text.push_str(&plain),
                _ => self.text.push_str(&rest[..length]),
            }
            at += length;
        }
    }

    /// Where a part of the text stands in the file.
    fn place(&self, part: &str) -> Span {
        let range = Span::of(part, &self.text).range();
        let of = |byte: usize| {
            let piece = self.pieces.partition_point(|(start, _)| *start <= byte).saturating_sub(1);
            self.pieces.get(piece).map_or(0, |(start, place)| place + (byte - start))
        };
        Span::new(of(range.start), of(range.end.saturating_sub(1).max(range.start)) + 1)
    }
}

/// The bytes of the escapes with which a text begins.
fn escapes(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while bytes.get(end) == Some(&b'\\') {
        let length = if bytes.get(end + 1) == Some(&b'u') { 6 } else { 2 };
        end = (end + length).min(bytes.len());
    }
    end
}
