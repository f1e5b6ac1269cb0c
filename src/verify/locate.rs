//! What stands at a locator of an evidence file.

use std::collections::BTreeMap;

use super::{raw, samples};
use crate::formats::asv;
use crate::formats::json::{self, Node, Value};
use crate::formats::number::behind_comma;
use crate::formats::stream::Field;
use crate::formats::stream::tags::Tag;
use crate::source::Span;
use crate::units::Unit;

/// What stands at a locator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Located {
    /// Where: a whole value, a string without its quotes, a cell, or a line from the column on.
    pub(super) span: Span,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// The number is all of it.
    Whole,
    /// The number is at its beginning.
    Start,
    /// The number is somewhere in it.
    Part,
    /// The number is the difference of what stands last in it and what stands first, between tabs.
    Difference,
}

/// What stands last in a text, and what stands first, between tabs.
fn difference(text: &str) -> Option<[&str; 2]> {
    let (less, rest) = text.split_once('\t')?;
    Some([rest.rsplit('\t').next()?, less])
}

impl Located {
    /// The number that `raw`, which stands here, states in a unit; decimals may be known to stand behind its comma.
    pub(super) fn number(self, raw: &str, unit: Unit, is_behind_comma: bool) -> Option<f64> {
        match (self.kind, raw.split_once(" - ")) {
            _ if is_behind_comma => behind_comma(raw),
            (Kind::Difference, Some((of, less))) => Some(raw::number(of, unit)? - raw::number(less, unit)?),
            _ => raw::number(raw, unit),
        }
    }

    /// The same in a text in which this one begins after so many bytes.
    pub(super) fn shifted(self, by: usize) -> Self {
        Self { span: self.span.shifted(by), ..self }
    }

    /// Whether the text there states `raw`: no digit more on either side, since `13.1` is not what `13.16` says.
    pub(super) fn holds(self, text: &str, raw: &str) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        let ends = |after: &str| {
            let fraction = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_digit));
            !after.starts_with(is_digit) && !fraction
        };
        let begins = |before: &str| !before.ends_with(|c: char| is_digit(c) || c == '.');
        match self.kind {
            _ if raw.is_empty() => false,
            Kind::Whole => text == raw,
            Kind::Start => text.strip_prefix(raw).is_some_and(ends),
            Kind::Difference => difference(text).is_some_and(|[of, less]| raw == format!("{of} - {less}")),
            Kind::Part => text.match_indices(raw).any(|(at, _)| begins(&text[..at]) && ends(&text[at + raw.len()..])),
        }
    }
}

/// What stands where in one file, each looked up once.
#[derive(Default)]
pub(super) struct Locations {
    /// JSON values by pointer, for a whole document (line 0) and for lines.
    documents: BTreeMap<u32, Result<BTreeMap<String, Located>, String>>,
    /// The cells of a table, by row.
    rows: Option<Vec<Vec<Span>>>,
}

impl Locations {
    /// What stands at a locator of the file of that text.
    pub(super) fn find(&mut self, text: &str, locator: &str) -> Result<Located, String> {
        if locator.is_empty() || locator.starts_with('/') {
            return self.json(text, 0, locator);
        }
        let unknown = || format!("the locator `{locator}` is of no known kind");
        let digits = |part: &str| part.parse::<u32>().ok().filter(|number| *number > 0);
        if let Some(rest) = locator.strip_prefix('R') {
            let (row, column) = rest.split_once(":C").ok_or_else(unknown)?;
            let (row, column) = digits(row).zip(digits(column)).ok_or_else(unknown)?;
            return self.cell(text, row, column);
        }
        let rest = locator.strip_prefix('L').ok_or_else(unknown)?;
        if let Some((line, Field::Difference(fields))) = samples::place(locator) {
            return in_fields(text, line, fields);
        }
        if let Some((line, name)) = rest.split_once('@') {
            return attribute(text, digits(line).ok_or_else(unknown)?, name);
        }
        match (rest.split_once(":C"), rest.find('/')) {
            (Some((line, column)), _) if digits(line).is_some() => {
                let (line, column) = digits(line).zip(digits(column)).ok_or_else(unknown)?;
                in_line(text, line, column)
            }
            (_, Some(slash)) => self.json(text, digits(&rest[..slash]).ok_or_else(unknown)?, &rest[slash..]),
            _ => Err(unknown()),
        }
    }

    fn json(&mut self, text: &str, line: u32, pointer: &str) -> Result<Located, String> {
        let document = self.documents.entry(line).or_insert_with(|| {
            let part = if line == 0 { Some(text.trim_start_matches('\u{feff}')) } else { value_on(text, line) };
            let part = part.ok_or_else(|| format!("there is no line {line}"))?;
            // Python writes numbers that JSON has not.
            let shown = asv::masked(part);
            let node = json::parse(&shown).map_err(|error| error.message)?;
            let mut values = BTreeMap::new();
            collect(&node, String::new(), Span::of(part, text).start as usize, &mut values);
            Ok(values)
        });
        let values = document.as_ref().map_err(String::clone)?;
        values.get(pointer).copied().ok_or_else(|| format!("there is nothing at `{pointer}`"))
    }

    fn cell(&mut self, text: &str, row: u32, column: u32) -> Result<Located, String> {
        let rows = self.rows.get_or_insert_with(|| rows(text));
        let cells = rows.get(row as usize - 1).ok_or_else(|| format!("there is no row {row}"))?;
        let span = cells.get(column as usize - 1).ok_or_else(|| format!("row {row} has no column {column}"))?;
        Ok(Located { span: *span, kind: Kind::Part })
    }
}

/// What stands in a field of a record: a row of a table with that delimiter, a line of JSON, or one of XML.
pub(super) fn in_record(record: &str, field: &Field, delimiter: Option<u8>) -> Result<Located, String> {
    match (field, delimiter) {
        (Field::Column(column), Some(delimiter)) => {
            let cells = rows_between(record, delimiter).into_iter().next().unwrap_or_default();
            let span = cells.get(*column as usize - 1).ok_or_else(|| format!("the row has no column {column}"))?;
            Ok(Located { span: *span, kind: Kind::Part })
        }
        (Field::Pointer(pointer), None) => Locations::default().json(record, 1, pointer),
        (Field::Attribute(name), None) => attribute(record, 1, name),
        (Field::Difference(fields), None) => in_fields(record, 1, *fields),
        _ => Err("the file has records of another kind".to_owned()),
    }
}

/// Every value of a document by its pointer, moved `by` bytes into the file.
fn collect(node: &Node<'_>, pointer: String, by: usize, into: &mut BTreeMap<String, Located>) {
    let span = node.span.shifted(by);
    let located = match node.value {
        Value::String(_) => Located { span: Span { start: span.start + 1, end: span.end - 1 }, kind: Kind::Part },
        _ => Located { span, kind: Kind::Whole },
    };
    for (name, member) in node.members() {
        collect(member, json::pointer(&pointer, name), by, into);
    }
    for (index, item) in node.items().iter().enumerate() {
        collect(item, format!("{pointer}/{index}"), by, into);
    }
    into.insert(pointer, located);
}

/// The JSON value that begins a line, and may go on below it.
fn value_on(text: &str, line: u32) -> Option<&str> {
    let whole = line_of(text, line)?;
    let rest = &text[Span::of(whole, text).range().start..];
    // What has numbers as Python writes them is no JSON yet, and never goes on below its line.
    Some(json::leading(rest).unwrap_or(whole))
}

fn line_of(text: &str, line: u32) -> Option<&str> {
    text.split('\n').nth(line as usize - 1)
}

fn in_line(text: &str, line: u32, column: u32) -> Result<Located, String> {
    let whole = line_of(text, line).ok_or_else(|| format!("there is no line {line}"))?;
    let shown = whole.trim_start_matches('\u{feff}');
    let start = shown.char_indices().nth(column as usize - 1).map(|(at, _)| at);
    let rest = &shown[start.ok_or_else(|| format!("line {line} has no column {column}"))?..];
    Ok(Located { span: Span::of(rest.trim_end_matches('\r'), text), kind: Kind::Start })
}

fn in_fields(text: &str, line: u32, [of, less]: [u32; 2]) -> Result<Located, String> {
    let whole = line_of(text, line).ok_or_else(|| format!("there is no line {line}"))?;
    let fields: Vec<&str> = whole.trim_start_matches('\u{feff}').trim_end_matches('\r').split('\t').collect();
    let field = |number: u32| {
        let field = fields.get(number as usize - 1).ok_or_else(|| format!("line {line} has no field {number}"))?;
        Ok::<_, String>(Span::of(field, text))
    };
    let (of, less) = (field(of)?, field(less)?);
    if of.start < less.end {
        return Err(format!("the fields of line {line} stand in another order"));
    }
    Ok(Located { span: Span { start: less.start, end: of.end }, kind: Kind::Difference })
}

fn attribute(text: &str, line: u32, name: &str) -> Result<Located, String> {
    let whole = line_of(text, line).ok_or_else(|| format!("there is no line {line}"))?;
    let Tag::Start(start) = Tag::of(whole.trim_start_matches('\u{feff}')) else {
        return Err(format!("line {line} is no start tag of a sample"));
    };
    let raw = start.raw(name).ok_or_else(|| format!("the sample on line {line} has no attribute `{name}`"))?;
    Ok(Located { span: Span::of(raw, text), kind: Kind::Whole })
}

/// The cells of a table, without quotes around them; empty lines are no rows.
fn rows(text: &str) -> Vec<Vec<Span>> {
    rows_between(text, separator(text))
}

fn rows_between(text: &str, separator: u8) -> Vec<Vec<Span>> {
    let mut rows: Vec<Vec<Span>> = Vec::new();
    let mut row = Vec::new();
    let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut is_quoted = false;
    for (at, byte) in text.bytes().chain([b'\n']).enumerate().skip(start) {
        is_quoted ^= byte == b'"';
        if is_quoted && at < text.len() || byte != b'\n' && byte != separator {
            continue;
        }
        row.push(unquoted(text, start, at.min(text.len())));
        start = at + 1;
        if byte == b'\n' {
            let is_empty = matches!(row[..], [cell] if cell.start == cell.end);
            rows.extend(Some(std::mem::take(&mut row)).filter(|_| !is_empty));
        }
    }
    rows
}

fn unquoted(text: &str, start: usize, end: usize) -> Span {
    let cell = text[start.min(end)..end].trim_end_matches('\r');
    let inner = cell.strip_prefix('"').map_or(cell, |rest| rest.strip_suffix('"').unwrap_or(rest));
    Span::of(inner, text)
}

/// Comma, tab or semicolon: what the first line has most of outside of quotes; else the space, as in the log of
/// pgbench.
pub(super) fn separator(text: &str) -> u8 {
    let mut counts = [(b';', 0), (b'\t', 0), (b',', 0)];
    let mut is_quoted = false;
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    for byte in first.bytes() {
        is_quoted ^= byte == b'"';
        counts.iter_mut().filter(|(own, _)| *own == byte && !is_quoted).for_each(|(_, count)| *count += 1);
    }
    let most = counts.into_iter().filter(|(_, count)| *count > 0).max_by_key(|(_, count)| *count);
    most.map_or(if first.contains(' ') { b' ' } else { b',' }, |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn at(text: &str, locator: &str) -> Result<String, String> {
        let mut locations = Locations::default();
        locations.find(text, locator).map(|located| text[located.span.range()].to_owned())
    }

    #[test]
    fn every_kind_of_locator_is_resolved() {
        let json = "\u{feff}{\"a/b\": [1, {\"c\": 2.50}], \"s\": \"3 ms\"}";
        assert_eq!(at(json, "/a~1b/1/c").as_deref(), Ok("2.50"));
        assert_eq!(at(json, "/s").as_deref(), Ok("3 ms"));
        assert_eq!(at("{\"n\": 1}\n{\"n\": 2}\n", "L2/n").as_deref(), Ok("2"));
        assert_eq!(at("$ x\n{\"n\":\n 2}{\"n\": 3}\n", "L2/n").as_deref(), Ok("2"));
        assert_eq!(at("größe\r\nµs 12 x\r\n", "L2:C4").as_deref(), Ok("12 x"));
        assert_eq!(at("a,b\r\n\r\n\"x,\ny\",\"7\"\r\n", "R2:C2").as_deref(), Ok("7"));
        assert_eq!(at("a;b,c;d\n1;2;3\n", "R2:C3").as_deref(), Ok("3"));
        assert_eq!(at("a\"\tb\nx\t7\t12\t\"\r\n", "L2:F3-F2").as_deref(), Ok("7\t12"));
        assert_eq!(at("<a>\n  <sample by=\"1\" t=\"12\"/>\r\n", "L2@t").as_deref(), Ok("12"));
    }

    #[test]
    fn what_is_not_there_is_said() {
        for (locator, why) in [
            ("/x", "there is nothing at `/x`"),
            ("L9:C1", "there is no line 9"),
            ("L1:C99", "line 1 has no column 99"),
            ("R9:C1", "there is no row 9"),
            ("L1:F2-F1", "line 1 has no field 2"),
            ("L1@t", "line 1 is no start tag of a sample"),
            ("Z1", "the locator `Z1` is of no known kind"),
        ] {
            assert_eq!(at("{\"a\": 1}\n", locator), Err(why.to_owned()));
        }
    }

    #[test]
    fn a_number_is_not_part_of_another() {
        let part = |kind| Located { span: Span::default(), kind };
        assert!(part(Kind::Part).holds("~13.1 ms", "13.1") && !part(Kind::Part).holds("13.16", "13.1"));
        assert!(part(Kind::Start).holds("13.1ms", "13.1") && !part(Kind::Start).holds("113.1", "13.1"));
        let difference = part(Kind::Difference);
        assert!(difference.holds("7\tx\t12", "12 - 7") && !difference.holds("7\t12", "2 - 7"));
        assert_eq!(difference.number("12 - 7", Unit::none(), false), Some(5.0));
        assert!(!part(Kind::Part).holds("213", "13") && !part(Kind::Whole).holds("13.10", "13.1"));
    }
}
