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
    // Most blocks have no quote at all, and then a line is a record.
    let quoted = memchr(b'"', block.as_bytes()).is_some();
    let line_feeds = |from: usize, to: usize| memchr_iter(b'\n', &block.as_bytes()[from..to]).count() as u64;
    let mut header = is_first;
    let mut last = 0..0;
    for (line, (start, text)) in (0..).zip(records(block, quoted)).filter(|(_, (_, text))| !text.is_empty()) {
        batch.begin(start, |[at, _, before]| if quoted { before + line_feeds(at as usize, start) } else { line });
        last = start..start + text.len();
        if std::mem::take(&mut header) {
            continue;
        }
        if let Err((range, wrong)) = read(start, text, batch) {
            batch.problems.push((start + range.start..start + range.end, wrong));
        }
    }
    let [at, _, before] = batch.marks.last().copied().unwrap_or_default();
    batch.lines = before + line_feeds(at as usize, block.len());
    if !block.ends_with('\n') {
        batch.problems.retain(|(range, _)| range.start < last.start);
        batch.problems.push((last, Wrong::CutOff));
    }
}

/// A row cut into its fields, which may be quoted.
pub struct Cut<'a> {
    text: &'a str,
    /// Where each field ends: the next one begins after the delimiter that stands there.
    ends: [u32; MOST_COLUMNS],
    /// How many fields it has.
    pub count: usize,
}

/// Calls `found` with the place of each such byte. Fields are short, so that eight bytes at a time are
/// faster than a search for each.
#[inline]
fn each(bytes: &[u8], byte: u8, mut found: impl FnMut(usize)) {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let wanted = u64::from_ne_bytes([byte; 8]);
    let mut words = bytes.chunks_exact(8);
    let mut at = 0;
    for word in words.by_ref() {
        let differs = u64::from_le_bytes(word.try_into().expect("a word has eight bytes")) ^ wanted;
        // The highest bit of each byte that is zero, and of no other.
        let mut zeros = !(((differs & LOW) + LOW) | differs | LOW);
        while zeros != 0 {
            found(at + (zeros.trailing_zeros() / 8) as usize);
            zeros &= zeros - 1;
        }
        at += 8;
    }
    for (index, _) in words.remainder().iter().enumerate().filter(|(_, other)| **other == byte) {
        found(at + index);
    }
}

impl<'a> Cut<'a> {
    /// Cuts a row at each delimiter that is not in quotes.
    pub fn new(text: &'a str, delimiter: u8) -> Self {
        if memchr(b'"', text.as_bytes()).is_none() {
            return Self::plain(text, delimiter);
        }
        let mut cut = Self { text, ends: [0; MOST_COLUMNS], count: 0 };
        cut.quoted(delimiter);
        cut
    }

    /// Cuts a row at each delimiter: a quote is no more than a character.
    pub fn plain(text: &'a str, delimiter: u8) -> Self {
        let mut cut = Self { text, ends: [0; MOST_COLUMNS], count: 0 };
        each(text.as_bytes(), delimiter, |end| cut.push(end));
        cut.push(text.len());
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
            self.push(end);
            start = end + 1;
        }
    }

    fn push(&mut self, end: usize) {
        if let Some(own) = self.ends.get_mut(self.count) {
            *own = end as u32;
        }
        self.count += 1;
    }

    /// The bytes of a field in its row.
    pub fn range(&self, column: usize) -> Range<usize> {
        let start = column.checked_sub(1).map_or(0, |before| self.ends[before] as usize + 1);
        start..self.ends[column] as usize
    }

    /// A field as it is written.
    pub fn raw(&self, column: usize) -> &'a str {
        &self.text[self.range(column)]
    }

    /// Whether the value of a field begins with a text that has no quote.
    pub fn begins(&self, column: usize, text: &str) -> bool {
        let raw = self.raw(column).as_bytes();
        raw.strip_prefix(b"\"").unwrap_or(raw).starts_with(text.as_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_wherever_they_stand() {
        // `-` differs from `,` in its lowest bit, which a word must not confuse.
        let text = ",-,,--,a,\u{ac}\u{2c}-,,,,,,,,-,b";
        let mut places = Vec::new();
        each(text.as_bytes(), b',', |at| places.push(at));
        assert_eq!(places, memchr_iter(b',', text.as_bytes()).collect::<Vec<_>>());
    }

    #[test]
    fn rows_are_cut_outside_of_quotes() {
        let fields = |text: &str| {
            let cut = Cut::new(text, b',');
            (0..cut.count).map(|column| cut.value(column).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(fields("a,,c"), ["a", "", "c"]);
        assert_eq!(fields("\"a, \"\"b\"\"\",c,"), ["a, \"b\"", "c", ""]);
        assert_eq!(fields(""), [""]);
    }
}
