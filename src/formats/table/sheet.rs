//! CSV and TSV: the crate `csv` splits rows, and each cell is found again in the bytes of its row.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};

use super::rows::{Field, Row, Table};
use crate::diagnostic::Code;
use crate::formats::Problem;
use crate::source::Span;

/// Reads a table whose first row is a header.
pub(in crate::formats) fn read(text: &str) -> Table<'_> {
    let delimiter = delimiter(text);
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut table = Table::default();
    let mut record = StringRecord::new();
    let mut number = 0;
    let mut start = 0;
    while let Ok(true) = reader.read_record(&mut record) {
        let end = usize::try_from(reader.position().byte()).map_or(text.len(), |end| end.min(text.len()));
        number += 1;
        let row = row_text(text, start, end);
        start = end;
        match fields(row, text, delimiter) {
            Some(cells) if number == 1 => head(&mut table, row, text, cells),
            Some(cells) if cells.len() != table.columns.len() => table.problems.push(ragged(&table, row, text, &cells)),
            Some(cells) if cells.iter().map(|cell| &*cell.text).eq(record.iter()) => {
                table.rows.push(Row::Record { number, cells });
            }
            _ => table.problems.push(misquoted(Span::of(row, text))),
        }
    }
    table
}

/// Takes the header; doubled names make the table unusable.
fn head<'a>(table: &mut Table<'a>, row: &str, text: &str, cells: Vec<Field<'a>>) {
    table.header = Span::of(row, text);
    for cell in cells {
        let name = match cell.text {
            Cow::Borrowed(name) => Cow::Borrowed(name.trim()),
            Cow::Owned(name) => Cow::Owned(name.trim().to_owned()),
        };
        if !name.is_empty() && table.columns.contains(&name) {
            let message = format!("two columns are called `{name}`");
            let problem = Problem::new(Code::Malformed, cell.span, message);
            table.problems.push(problem.help("give each column a name of its own where the table is made"));
            table.is_unusable = true;
        }
        table.columns.push(name);
    }
}

fn ragged(table: &Table<'_>, row: &str, text: &str, cells: &[Field<'_>]) -> Problem {
    let message = format!("the row has {} cells and the header has {}", cells.len(), table.columns.len());
    let help = "a cell that holds the delimiter must be quoted";
    Problem::new(Code::Malformed, Span::of(row, text), message).help(help)
}

fn misquoted(span: Span) -> Problem {
    let help = "quote a whole cell, and write a quote within it twice";
    Problem::new(Code::Malformed, span, "the row has quotes within a cell").help(help)
}

/// The row between two positions of the reader, without the line ends around it.
fn row_text(text: &str, start: usize, end: usize) -> &str {
    let ends = ['\r', '\n'];
    text.get(start..end).unwrap_or(&text[text.len()..]).trim_start_matches(ends).trim_end_matches(ends)
}

/// The delimiter that the first row has most of: comma, tab or semicolon.
fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b'\t', 0), (b';', 0)];
    let mut is_quoted = false;
    for byte in text.trim_start().bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|(delimiter, _)| *delimiter == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // Of equal counts the last would win, and comma should.
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(delimiter, _)| delimiter)
}

/// The cells of a row; none when something stands between a closing quote and the delimiter.
fn fields<'a>(row: &'a str, whole: &str, delimiter: u8) -> Option<Vec<Field<'a>>> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let (raw, text, after) = field(rest, delimiter);
        cells.push(Field { raw, text, span: Span::of(raw, whole) });
        match after.as_bytes().first() {
            None => return Some(cells),
            Some(byte) if *byte == delimiter => rest = &after[1..],
            Some(_) => return None,
        }
    }
}

/// The first cell of a row: as written, as meant, and what follows it.
fn field(row: &str, delimiter: u8) -> (&str, Cow<'_, str>, &str) {
    let Some(quoted) = row.strip_prefix('"') else {
        let end = memchr::memchr(delimiter, row.as_bytes()).unwrap_or(row.len());
        return (&row[..end], Cow::Borrowed(&row[..end]), &row[end..]);
    };
    let mut end = 0;
    let mut is_doubled = false;
    loop {
        end += memchr::memchr(b'"', &quoted.as_bytes()[end..]).unwrap_or(quoted.len() - end);
        if !quoted[end..].starts_with("\"\"") {
            break;
        }
        is_doubled = true;
        end += 2;
    }
    let raw = &quoted[..end];
    let text = if is_doubled { Cow::Owned(raw.replace("\"\"", "\"")) } else { Cow::Borrowed(raw) };
    (raw, text, quoted.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_guessed_from_the_header() {
        assert_eq!(delimiter("a,b\tc,d\n"), b',');
        assert_eq!(delimiter("a\tb\n1,2,3\n"), b'\t');
        assert_eq!(delimiter("\"a,b,c\";d\n"), b';');
        assert_eq!(delimiter("a\n"), b',');
    }

    #[test]
    fn cells_are_found_with_and_without_quotes() {
        let row = "a,\"b,\n\",,\"c\"\"d\"";
        let cells = fields(row, row, b',').expect("the row is well-formed");
        let found: Vec<_> = cells.iter().map(|cell| (cell.raw, &*cell.text, cell.span.start)).collect();
        assert_eq!(found, [("a", "a", 0), ("b,\n", "b,\n", 3), ("", "", 8), ("c\"\"d", "c\"d", 10)]);
        assert!(fields("\"a\"b,c", "\"a\"b,c", b',').is_none());
    }
}
