//! The output of a tool in a log whose lines all begin with what a collector wrote: the time, the name of a container.
//!
//! What stands before each line is taken away, a reader reads the rest, and each number is led to by its own line and
//! column in the file. Of several containers those are read whose lines are recognised, when all are of one tool. Only a
//! text that is then recognised counts as such a log; no stream of single measurements is read from one.

use std::collections::BTreeMap;

use super::lines::{Places, cite};
use super::series::{self, Damaged};
use super::{Content, Problem, Reader, Reading, recognise};
use crate::diagnostic::Code;
use crate::source::Span;

/// Of so few lines none can be told to begin with the same thing.
const FEWEST: usize = 3;

/// Of a hundred lines that are not blank so many begin with what a collector wrote.
const MOST: usize = 90;

const MEASURED: &str = "single measurements are not read through what stands before each line of a log";
const MEND: &str = "keep the tool's own output in a file, without what the log puts before each line";

/// A text, and what of it a tool wrote.
pub struct Logged<'a> {
    whole: &'a str,
    /// The lines without what stands before them, when the text is a log.
    bare: Option<Bare>,
}

/// A text that was put together from the ends of lines.
struct Bare {
    text: String,
    /// Where each line begins in it, and in the file.
    lines: Vec<(usize, usize)>,
}

/// A line of a log: who wrote it, and the byte of the file at which the tool's own line begins.
struct Line<'a> {
    source: &'a str,
    start: usize,
    text: &'a str,
}

impl<'a> Logged<'a> {
    /// Looks at a text.
    pub fn new(whole: &'a str) -> Self {
        Self { whole, bare: lines(whole).and_then(|lines| bare(&lines)) }
    }

    /// What a tool wrote of it.
    pub fn content(&self) -> Content<'_> {
        match &self.bare {
            Some(bare) => Content { log: Some(self), ..Content::new(&bare.text) },
            None => Content::new(self.whole),
        }
    }

    /// What is there of an output that is damaged so that no reader recognises the text, at its place in the file.
    pub fn damaged(&self) -> Option<Damaged> {
        let of_source = |lines: Vec<&Line<'_>>| {
            let bare = Bare::new(&lines);
            let Damaged { like, problem } = series::damaged(&bare.text)?;
            Some(Damaged { like, problem: Problem { span: bare.place(problem.span), ..problem } })
        };
        series::damaged(self.whole).or_else(|| by_source(&lines(self.whole)?).into_iter().find_map(of_source))
    }

    /// Puts what was read from the tool's lines where it stands in the file.
    pub(super) fn put_back(&self, reading: &mut Reading) {
        let Some(bare) = &self.bare else { return };
        reading.move_spans(|span| bare.place(span));
        let places = Places::new(self.whole);
        for run in &mut reading.runs {
            if let Some(span) = cite(run, |_, span| places.locator(span)) {
                reading.problems.push(Problem::new(Code::Malformed, span, MEASURED).help(MEND));
            }
        }
    }
}

impl Bare {
    /// The lines one after another.
    fn new(lines: &[&Line<'_>]) -> Self {
        let mut bare = Self { text: String::new(), lines: Vec::with_capacity(lines.len()) };
        for line in lines {
            // The last line of the file may stand before those of another source.
            if !bare.text.is_empty() && !bare.text.ends_with('\n') {
                bare.text.push('\n');
            }
            bare.lines.push((bare.text.len(), line.start));
            bare.text.push_str(line.text);
        }
        bare
    }

    /// Where a part of the text stands in the file.
    fn place(&self, span: Span) -> Span {
        let range = span.range();
        let start = self.byte(range.start);
        // The end belongs to the line of the last byte.
        let end = if range.is_empty() { start } else { self.byte(range.end - 1) + 1 };
        Span::new(start, end.max(start))
    }

    fn byte(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(own, _)| *own <= at).saturating_sub(1);
        self.lines.get(line).map_or(at, |(own, in_file)| in_file + (at - own))
    }
}

/// The lines of a text without what a collector wrote before them, when nearly all have such a thing.
fn lines(whole: &str) -> Option<Vec<Line<'_>>> {
    let is_text = |line: &&str| !line.trim().is_empty();
    if !whole.lines().filter(is_text).take(2 * FEWEST).any(|line| prefix(line).0 > 0) {
        return None;
    }
    let (mut lines, mut at, mut count, mut logged) = (Vec::new(), 0, 0, 0);
    for line in whole.split_inclusive('\n') {
        let (length, source) = prefix(line);
        lines.push(Line { source, start: at + length, text: &line[length..] });
        at += line.len();
        count += usize::from(is_text(&line));
        logged += usize::from(length > 0);
    }
    (logged >= FEWEST && 100 * logged >= MOST * count).then_some(lines)
}

/// The lines of each source.
fn by_source<'l, 'a>(lines: &'l [Line<'a>]) -> Vec<Vec<&'l Line<'a>>> {
    let mut sources: BTreeMap<&str, Vec<&Line<'_>>> = BTreeMap::new();
    for line in lines {
        sources.entry(line.source).or_default().push(line);
    }
    sources.into_values().collect()
}

/// What a tool wrote: the lines of the one source that a reader recognises, or of all that the same one does.
fn bare(lines: &[Line<'_>]) -> Option<Bare> {
    let mut known: Vec<(&str, Vec<&Line<'_>>)> = Vec::new();
    for lines in by_source(lines) {
        if let Some(name) = reader_of(&Bare::new(&lines)) {
            known.push((name, lines));
        }
    }
    let name = known.first()?.0;
    let is_one = known.iter().all(|(other, _)| *other == name);
    known.sort_by_key(|(_, lines)| lines.first().map(|line| line.start));
    let all = Bare::new(&known.iter().flat_map(|(_, lines)| lines.iter().copied()).collect::<Vec<_>>());
    (is_one && reader_of(&all) == Some(name)).then_some(all)
}

/// The name of the reader of a text that is no stream.
fn reader_of(bare: &Bare) -> Option<&'static str> {
    let reader = recognise(&Content::new(&bare.text)).filter(|reader| reader.stream().is_none());
    reader.map(Reader::name)
}

/// How many bytes of a line a collector wrote, and who wrote the rest where it says so.
fn prefix(line: &str) -> (usize, &str) {
    let mut rest = line;
    let mut source = "";
    if let Some(after) = step(rest) {
        (source, rest) = (&line[..line.len() - after.len()], after);
    }
    // A collector of collectors: each kind at most once, in either order.
    let (mut has_time, mut has_name) = (false, false);
    loop {
        if let Some(after) = time(rest).filter(|_| !has_time) {
            (has_time, rest) = (true, after);
        } else if let Some((name, after)) = named(rest).filter(|_| !has_name && source.is_empty()) {
            (has_name, source, rest) = (true, name, after);
        } else {
            return (line.len() - rest.len(), if rest.len() == line.len() { "" } else { source });
        }
    }
}

/// What follows the job and the step that `gh run view --log` writes, of a line that goes on with the time.
fn step(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('\t')?;
    let (_, rest) = rest.split_once('\t')?;
    let rest = rest.trim_start_matches('\u{feff}');
    time(rest).map(|_| rest)
}

/// What follows a time: of RFC 3339 or of `ts`, bare or in brackets, or of the system's journal.
fn time(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.strip_prefix('[') {
        Some(inner) => past_blank(rfc3339(inner).or_else(|| clock(inner))?.strip_prefix(']')?),
        None => match rfc3339(text) {
            Some(after) => past_blank(after).map(|after| stream_of_gitlab(after).unwrap_or(after)),
            None => journal(text).or_else(|| past_blank(clock(text).or_else(|| month(text))?)),
        },
    }
}

/// What follows `2026-01-01T00:00:00.0000000Z` or the same with an offset.
fn rfc3339(text: &str) -> Option<&str> {
    let rest = past_fraction(shape(text, "dddd-dd-ddTdd:dd:dd")?);
    let offset = |sign| shape(rest.strip_prefix(sign)?, "dd:dd").or_else(|| shape(&rest[1..], "dddd"));
    rest.strip_prefix('Z').or_else(|| offset('+')).or_else(|| offset('-'))
}

/// What follows `00:00:05`, as `ts -s` and `ts -i` write how long it has been, or that after a date, as it is often asked for.
fn clock(text: &str) -> Option<&str> {
    let day = shape(text, "dddd-dd-dd").and_then(|rest| rest.strip_prefix([' ', 'T']));
    shape(day.unwrap_or(text), "dd:dd:dd").map(past_fraction)
}

/// What follows `Jan  1 00:00:00`, as `ts` writes of itself.
fn month(text: &str) -> Option<&str> {
    let name = text.get(..3)?;
    let is_month = name.as_bytes()[0].is_ascii_uppercase() && name[1..].bytes().all(|b| b.is_ascii_lowercase());
    let rest = is_month.then(|| text[3..].strip_prefix(' '))??;
    let rest = shape(rest, "dd").or_else(|| shape(rest, " d"))?.strip_prefix(' ')?;
    shape(rest, "dd:dd:dd").map(past_fraction)
}

/// What follows parts of a second.
fn past_fraction(text: &str) -> &str {
    let fraction = text.strip_prefix(['.', ',']);
    fraction.map_or(text, |fraction| fraction.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// What follows GitLab's word on whether a line is of the output or of errors: `00O `, or `00O+` where it goes on.
fn stream_of_gitlab(text: &str) -> Option<&str> {
    let is_hex = text.as_bytes().get(..2)?.iter().all(u8::is_ascii_hexdigit);
    let rest = is_hex.then(|| text[2..].strip_prefix(['O', 'E']))??;
    rest.strip_prefix([' ', '+'])
}

/// What follows `Jan 01 00:00:00 host unit[1234]: `.
fn journal(text: &str) -> Option<&str> {
    let (host, message) = month(text)?.strip_prefix(' ')?.split_once(' ')?;
    let (unit, message) =
        message.split_once(": ").or_else(|| message.trim_end().strip_suffix(':').map(|unit| (unit, "")))?;
    let is_word = |word: &str| !word.is_empty() && !word.contains([' ', '\t']);
    // A tool's own line may have a colon too, behind the time alone.
    let (name, number) = unit.strip_suffix(']')?.split_once('[')?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (is_word(host) && is_word(name) && is_number).then_some(message)
}

/// The name of a container before a line, and what follows it: `k6-1  | `, `[pod/k6-abc/k6] `.
fn named(text: &str) -> Option<(&str, &str)> {
    let is_name = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/' | b'@'))
    };
    if let Some(inner) = text.strip_prefix("[pod/") {
        let (name, after) = inner.split_once(']')?;
        return past_blank(after).filter(|_| is_name(name)).map(|after| (name, after));
    }
    let start = past_colour(text);
    let length = start.find([' ', '|'])?;
    let (name, rest) = start.split_at(length);
    // One blank at least, so that no cell of a table is a name.
    let rest = rest.strip_prefix(' ')?.trim_start_matches(' ').strip_prefix('|')?;
    let is_container = is_name(name) && name.contains(|c: char| c.is_ascii_alphabetic());
    // The colour ends before the blank or after it.
    past_blank(past_colour(rest)).filter(|_| is_container).map(|after| (name, past_colour(after)))
}

/// What follows a sequence that colours.
fn past_colour(text: &str) -> &str {
    let inner = text.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m'));
    inner.filter(|(codes, _)| codes.bytes().all(|b| b.is_ascii_digit() || b == b';')).map_or(text, |(_, rest)| rest)
}

/// What follows one blank; of an empty line editors may have taken the blank away.
fn past_blank(text: &str) -> Option<&str> {
    text.strip_prefix(' ').or_else(|| (text.is_empty() || text.starts_with(['\n', '\r'])).then_some(text))
}

/// What follows characters of that shape, where `d` is a digit.
fn shape<'a>(text: &'a str, shape: &str) -> Option<&'a str> {
    let fits = |(own, expected): (u8, u8)| if expected == b'd' { own.is_ascii_digit() } else { own == expected };
    let start = text.as_bytes().get(..shape.len())?;
    start.iter().copied().zip(shape.bytes()).all(fits).then(|| &text[shape.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn leaves(line: &str, rest: &str, source: &str) {
        let (length, own) = prefix(line);
        assert_eq!((&line[length..], own), (rest, source), "{line}");
    }

    #[test]
    fn what_collectors_write_is_known() {
        leaves("2026-01-01T00:00:00.0000000Z   a  b", "  a  b", "");
        leaves("2026-01-01T00:00:00+01:00 a", "a", "");
        leaves("2026-01-01T00:00:00.000Z\n", "\n", "");
        leaves("[2026-01-01T00:00:00.000Z] a", "a", "");
        leaves("2026-01-01T00:00:00.000000Z 00O+a", "a", "");
        leaves("bench\tRun wrk\t\u{feff}2026-01-01T00:00:00.0Z a\tb", "a\tb", "bench\tRun wrk\t\u{feff}");
        leaves("\x1b[36mk6-1  |\x1b[0m a | b", "a | b", "k6-1");
        leaves("\x1b[36mk6-1  | \x1b[0ma", "a", "k6-1");
        leaves("k6-1 | 2026-01-01T00:00:00.0Z a", "a", "k6-1");
        leaves("[pod/k6-abc/k6] 2026-01-01T00:00:00.0Z a", "a", "k6-abc/k6");
        leaves("Jan  1 00:00:00 host wrk[12]: a: b", "a: b", "");
        leaves("Jan  1 00:00:00   a: b", "  a: b", "");
        leaves("Nov 30 22:55:10.123456 Status [x]: b", "Status [x]: b", "");
        leaves("Jan 01 00:00:00\n", "\n", "");
        leaves("00:00:05 a", "a", "");
        leaves("00:00:05.25 a", "a", "");
        leaves("2026-01-01 00:00:00 a", "a", "");
        leaves("[2026-01-01 00:00:00] a", "a", "");
        leaves("[00:00:05] a", "a", "");
    }

    #[test]
    fn other_lines_keep_their_beginning() {
        for line in [
            "| a | b |",
            "12 | 3",
            "a| b",
            "2026-01-01 a",
            "00:00:05,a",
            "00:00 a",
            "Jan 01 a",
            "2026-01-01T00:00:00.0Za",
            "x\ty\tz",
            "",
            "[1] a",
        ] {
            leaves(line, line, "");
        }
    }

    #[test]
    fn bytes_are_found_again() {
        let whole = "app  | x 1\nweb  | y 2\napp  | x 3";
        let lines = lines(whole).expect("a log");
        let bare = Bare::new(&[&lines[0], &lines[2], &lines[1]]);
        assert_eq!(bare.text, "x 1\nx 3\ny 2\n");
        for number in ["1", "2", "3"] {
            let at = bare.text.find(number).expect("it is there");
            let span = bare.place(Span::new(at, at + 1));
            assert_eq!(&whole[span.range()], number);
            assert_eq!(whole.find(number), Some(span.range().start));
        }
    }
}
