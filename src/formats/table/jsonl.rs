//! JSON Lines: an object a line, columns by member name or RFC 6901 pointer.

use std::borrow::Cow;

use super::rows::{Cell, Row, Table};
use crate::diagnostic::Code;
use crate::formats::{Problem, json};
use crate::model::Locator;
use crate::source::Span;

/// Reads an object from each line that is not blank.
pub(super) fn read(text: &str) -> Table<'_> {
    let mut table = Table::default();
    let mut start = 0;
    for (line, raw) in (1..).zip(text.split('\n')) {
        let content = raw.trim();
        let at = Span::of(content, text).range().start;
        match json::parse(content) {
            _ if content.is_empty() => {}
            Ok(node) if node.is_object() => take(&mut table, line, at, node),
            Ok(node) => table.problems.push(no_object(node.span.shifted(at))),
            Err(error) => {
                let is_last = text[start + raw.len()..].trim().is_empty();
                table.problems.push(broken(&error, at, is_last));
            }
        }
        start += raw.len() + 1;
    }
    table
}

fn take<'a>(table: &mut Table<'a>, line: u32, start: usize, node: json::Node<'a>) {
    if table.rows.is_empty() {
        table.header = node.span.shifted(start);
    }
    for (name, _) in node.members() {
        if !table.columns.contains(name) {
            table.columns.push(name.clone());
        }
    }
    table.rows.push(Row::Object { line, start, node });
}

fn no_object(span: Span) -> Problem {
    Problem::new(Code::Malformed, span, "the line is no JSON object")
}

/// A last line that ends early was cut off; any other line that is no JSON is wrong.
fn broken(error: &json::JsonError, start: usize, is_last: bool) -> Problem {
    let code = if error.truncated && is_last { Code::Truncated } else { Code::Malformed };
    let problem = Problem::new(code, error.span.shifted(start), format!("the line is no JSON: {}", error.message));
    problem.help("a table in JSON has one whole object on each line")
}

/// The value of a column: the member of that name, or what the pointer leads to.
pub(super) fn find<'n, 'a>(node: &'n json::Node<'a>, column: &str) -> Option<&'n json::Node<'a>> {
    match column.starts_with('/') && node.get(column).is_none() {
        true => json::find(node, column),
        false => node.get(column),
    }
}

/// The cell of a column; none where the object lacks it or says `null`.
pub(super) fn cell<'a>(line: u32, start: usize, node: &json::Node<'a>, column: &str) -> Option<Cell<'a>> {
    let is_member = node.get(column).is_some();
    let value = find(node, column)?;
    let (raw, text, is_scalar) = match &value.value {
        json::Value::Null => return None,
        json::Value::String(text) => (&value.text[1..value.text.len() - 1], text.clone(), true),
        json::Value::Number(_) => (value.text, Cow::Borrowed(value.text), true),
        _ => (value.text, Cow::Borrowed(value.text), false),
    };
    let quote = usize::from(value.text.starts_with('"'));
    let from = value.span.range().start + start + quote;
    let pointer = if is_member { json::pointer("", column) } else { column.to_owned() };
    let locator = Locator::JsonLine(line, pointer.into());
    Some(Cell { raw, text, span: Span::new(from, from + raw.len()), locator, is_scalar })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_members_or_pointers() {
        let node = json::parse(r#"{"a/b": [1, {"c~": 2}], "/x": 3}"#).expect("it is JSON");
        let found = |column: &str| find(&node, column).map(|node| node.text);
        assert_eq!(found("/a~1b/1/c~0"), Some("2"));
        assert_eq!(found("/a~1b/0"), Some("1"));
        assert_eq!(found("/x"), Some("3"));
        assert_eq!((found("/a~1b/7"), found("c"), found("/")), (None, None, None));
    }
}
