//! Where records end.

use memchr::{memchr, memchr_iter, memrchr, memrchr_iter};

/// A record may have at most so many bytes.
pub const LONGEST: usize = 8 << 20;

/// Where the records of a file end, between which it can be cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// At each line feed.
    Line,
    /// At each line feed that is not between quotes.
    Row,
    /// At each line feed too, but cut only before a sample of a result log in XML that is indented as the first one is:
    /// a sample may hold others, which are indented further. JMeter indents the outermost by nothing, others by two blanks.
    Sample,
}

/// The tags with which a sample of a result log in XML begins.
const SAMPLES: [&[u8]; 2] = [b"<httpSample ", b"<sample "];

/// The line with which such a log ends.
const CLOSING: &str = "</testResults>";

impl Ends {
    /// Whether a line feed between quotes ends no record.
    pub fn is_quoted(self) -> bool {
        self == Self::Row
    }

    /// What a whole file ends with.
    pub fn closing(self) -> Option<&'static str> {
        (self == Self::Sample).then_some(CLOSING)
    }
}

/// The end of the last record that ends within about `size` bytes, or of the first one that ends beyond;
/// none when no record ends.
pub fn cut(bytes: &[u8], size: usize, ends: Ends) -> Option<usize> {
    if bytes.len() <= size {
        return last_end(bytes, ends);
    }
    last_end(&bytes[..size], ends).or_else(|| last_end(bytes, ends))
}

/// One past the last line feed between records, of bytes that begin with one.
fn last_end(bytes: &[u8], ends: Ends) -> Option<usize> {
    let mut end = memrchr(b'\n', bytes)?;
    match ends {
        Ends::Line => return Some(end + 1),
        Ends::Sample => {
            let indent = first_indent(bytes)?;
            let is_outermost = |line: &[u8]| line.strip_prefix(indent).is_some_and(is_sample);
            let begins = |at: &usize| is_outermost(&bytes[*at..]) || bytes[*at..].starts_with(CLOSING.as_bytes());
            return memrchr_iter(b'\n', bytes).map(|feed| feed + 1).find(begins);
        }
        Ends::Row => {}
    }
    // An even number of quotes before a line feed: it stands between records.
    let mut quotes = memchr_iter(b'"', &bytes[..end]).count();
    while !quotes.is_multiple_of(2) {
        let earlier = memrchr(b'\n', &bytes[..end])?;
        quotes -= memchr_iter(b'"', &bytes[earlier..end]).count();
        end = earlier;
    }
    Some(end + 1)
}

fn is_sample(line: &[u8]) -> bool {
    SAMPLES.iter().any(|lead| line.starts_with(lead))
}

/// The blanks before the first sample. A block begins with an outermost one, or with the head of the log.
fn first_indent(bytes: &[u8]) -> Option<&[u8]> {
    bytes.split(|byte| *byte == b'\n').find_map(|line| {
        let blank = line.len() - line.trim_ascii_start().len();
        is_sample(&line[blank..]).then_some(&line[..blank])
    })
}

/// The records of a block, each with where it begins, without its line end; the last one may have none.
pub fn records(block: &str, quoted: bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let rest = block.get(start..).filter(|rest| !rest.is_empty())?;
        let mut end = line_end(rest, 0);
        if quoted {
            let mut from = 0;
            let mut quotes = memchr_iter(b'"', &rest.as_bytes()[..end]).count();
            while !quotes.is_multiple_of(2) && end < rest.len() {
                from = end.max(from) + 1;
                end = line_end(rest, from);
                quotes += memchr_iter(b'"', &rest.as_bytes()[from..end]).count();
            }
        }
        at = start + end + 1;
        let is_crlf = end > 0 && rest.as_bytes()[end - 1] == b'\r';
        Some((start, &rest[..end - usize::from(is_crlf)]))
    })
}

fn line_end(text: &str, from: usize) -> usize {
    memchr(b'\n', text.as_bytes().get(from..).unwrap_or_default()).map_or(text.len(), |end| from + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_end_outside_of_quotes() {
        let text = "a,b\n1,\"x\ny\"\"\n\"\r\n2,z";
        let all: Vec<_> = records(text, true).collect();
        assert_eq!(all, [(0, "a,b"), (4, "1,\"x\ny\"\"\n\""), (16, "2,z")]);
        assert_eq!(records(text, false).count(), 5);
        assert_eq!(cut(text.as_bytes(), 100, Ends::Row), Some(16));
        assert_eq!(cut(text.as_bytes(), 12, Ends::Row), Some(4), "the line feed in quotes is passed over");
        assert_eq!(cut(text.as_bytes(), 12, Ends::Line), Some(9));
        assert_eq!(cut(b"1,\"x\ny", 3, Ends::Row), None);
        assert_eq!(cut(b"12345\n1\n", 3, Ends::Line), Some(8), "a block has one record at least");
        let text = b"<sample a=\"1\">\n  <httpSample b=\"2\"/>\n</sample>\n<httpSample c=\"3\"/>\n";
        // 15, 22 and 10 bytes stand before the second sample.
        assert_eq!(cut(text, 100, Ends::Sample), Some(47));
        assert_eq!(cut(text, 46, Ends::Sample), Some(47), "not within a sample");
        assert_eq!(cut(&text[..47], 100, Ends::Sample), None);
        // As another program indents it: 23 bytes more before the same sample.
        let text =
            b"<testResults>\n  <sample a=\"1\">\n    <httpSample b=\"2\"/>\n  </sample>\n  <httpSample c=\"3\"/>\n";
        assert_eq!(cut(text, 100, Ends::Sample), Some(67));
        assert_eq!(cut(&text[..40], 100, Ends::Sample), Some(14), "before the first");
    }
}
