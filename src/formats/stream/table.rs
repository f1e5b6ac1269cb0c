//! Records that are rows of a table, with or without a header.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::records::records;
use super::{Batch, Wrong};

/// Rows of more columns are of no format here.
pub const MOST_COLUMNS: usize = 64;

/// Reads each row of a block that is no header with `read`, which says what is wrong and where in the row.
pub fn rows(
    block: &str,
    is_first: bool,
    batch: &mut Batch,
    read: impl Fn(usize, &str, &mut Batch) -> Result<(), (Range<usize>, Wrong)>,
) {
    batch.lines = memchr_iter(b'\n', block.as_bytes()).count() as u64;
    let header = usize::from(is_first);
    let mut last = 0..0;
    for (index, (start, text)) in records(block, true).filter(|(_, text)| !text.is_empty()).enumerate() {
        batch.records += 1;
        last = start..start + text.len();
        if index < header {
            continue;
        }
        if let Err((range, wrong)) = read(start, text, batch) {
            batch.problems.push((start + range.start..start + range.end, wrong));
        }
    }
    if !block.ends_with('\n') {
        batch.problems.retain(|(range, _)| range.start < last.start);
        batch.problems.push((last, Wrong::CutOff));
    }
}

/// A row cut into its fields, which may be quoted.
pub struct Cut<'a> {
    text: &'a str,
    fields: [Range<u32>; MOST_COLUMNS],
    /// How many fields it has.
    pub count: usize,
}

impl<'a> Cut<'a> {
    /// Cuts a row at each delimiter that is not in quotes.
    pub fn new(text: &'a str, delimiter: u8) -> Self {
        let mut cut = Self { text, fields: [const { 0..0 }; MOST_COLUMNS], count: 0 };
        if memchr(b'"', text.as_bytes()).is_some() {
            cut.quoted(delimiter);
            return cut;
        }
        let mut start = 0;
        for end in memchr_iter(delimiter, text.as_bytes()).chain([text.len()]) {
            cut.push(start, end);
            start = end + 1;
        }
        cut
    }

    /// Cuts a row in which fields are quoted.
    fn quoted(&mut self, delimiter: u8) {
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while start <= bytes.len() {
            let mut at = start;
            if bytes.get(at) == Some(&b'"') {
                at += 1;
                while let Some(quote) = memchr(b'"', bytes.get(at..).unwrap_or_default()) {
                    at += quote + 1;
                    if bytes.get(at) != Some(&b'"') {
                        break;
                    }
                    at += 1;
                }
            }
            let rest = bytes.get(at..).unwrap_or_default();
            let end = at + memchr(delimiter, rest).unwrap_or(rest.len());
            self.push(start, end);
            start = end + 1;
        }
    }

    fn push(&mut self, start: usize, end: usize) {
        if let Some(field) = self.fields.get_mut(self.count) {
            *field = start as u32..end as u32;
        }
        self.count += 1;
    }

    /// The bytes of a field in its row.
    pub fn range(&self, column: usize) -> Range<usize> {
        let field = &self.fields[column];
        field.start as usize..field.end as usize
    }

    /// A field as it is written.
    pub fn raw(&self, column: usize) -> &'a str {
        &self.text[self.range(column)]
    }

    /// The value of a field, without quotes.
    pub fn value(&self, column: usize) -> Cow<'a, str> {
        let raw = self.raw(column);
        match raw.strip_prefix('"') {
            Some(quoted) => quoted.strip_suffix('"').unwrap_or(quoted).replace("\"\"", "\"").into(),
            None => raw.into(),
        }
    }
}
