//! Streams: files with a record for each measurement, of any size.
//!
//! A stream is recognised from its head and read in blocks that end where a record ends. Blocks are parsed
//! in parallel and their rows gathered in the order of the file, by one thread: the result cannot depend on
//! how many threads there are. What is kept of a measurement is its value and its place; the few places that
//! are told of are looked up again in the end ([`places`]).

pub mod digest;
pub mod fields;
pub mod gather;
pub mod observe;
mod others;
pub mod places;
pub mod records;
pub mod sheet;
mod sliced;
pub mod table;
pub mod tags;
mod wrong;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::{self, Fact, LoadModel, Locator, Timing};
use crate::private::Seen;
use crate::source::Span;
use crate::units::Unit;
use gather::{Gather, Watch};
use records::Ends;

pub use wrong::Wrong;

/// How many bytes of a file are looked at to recognise it.
pub const HEAD: usize = 64 << 10;

/// About how many bytes a block has.
pub const BLOCK: usize = 512 << 10;

/// A format with a record for each measurement.
pub trait Stream: Sync {
    /// Whether a text that may be cut off anywhere begins like this format.
    fn begins(&self, head: &str) -> bool;

    /// The fields by which records are divided where nobody says: what a reader would want to see apart.
    fn divides(&self, _head: &str) -> Vec<String> {
        Vec::new()
    }

    /// The one of these fields that divides only where a record has something in it: what stands for an empty one is
    /// [`NONE`]. A head cannot tell.
    fn divides_sometimes(&self) -> Option<&'static str> {
        None
    }

    /// How the records are read, and which of their fields divide them into runs.
    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem>;

    /// The same with other metrics that are asked for; an error where records have one metric only.
    fn layout_with(&self, head: &str, asked: Asked<'_>) -> Result<Box<dyn Layout>, Problem> {
        match asked.metrics {
            [] => self.layout(head, asked.by),
            [first, ..] => Err(one_metric(first)),
        }
    }
}

/// What stands in place of an empty field by which records are divided.
pub const NONE: &str = "none";

/// What is asked of a stream.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The fields by which its records are divided.
    pub by: &'a [String],
    /// Metrics beside latency and failures, by the names that the tool gives them.
    pub metrics: &'a [String],
}

/// A metric beside the one that a plan is of.
#[derive(Debug)]
pub struct Measure {
    /// What is told of it.
    pub kind: Kind,
    /// The unit of a value.
    pub unit: Unit,
    /// What a record of it holds elsewhere.
    pub filter: Vec<(String, String)>,
}

/// What is told of the values of a metric, and under which names.
#[derive(Debug)]
pub enum Kind {
    /// A distribution: percentiles, extremes, mean.
    Trend(String),
    /// A total.
    Counter(String),
    /// Values that are 0 or 1: the share of the ones, and how many there are.
    Rate {
        /// The name of the share.
        share: String,
        /// The name of how many.
        hits: String,
    },
    /// Extremes of what goes up and down.
    Gauge(String),
}

/// Into so many parts a unit of such a metric is divided.
pub const PARTS: u64 = 1_000_000;

/// How the records of a file are read.
pub trait Layout: Send + Sync {
    /// What the fields are.
    fn plan(&self) -> &Plan;

    /// Reads the records of a block; the first block of a file begins with the header, if there is one.
    fn read(&self, block: &str, is_first: bool, batch: &mut Batch);
}

/// Where a field of a record is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// A column of a table, from 1.
    Column(u32),
    /// An RFC 6901 pointer into a line of JSON.
    Pointer(String),
    /// An attribute of the start tag that a line of XML is.
    Attribute(String),
    /// A field of a line, from 1, which stand between tabs; a quote is no more than a character.
    Tab(u32),
    /// What stands in one such field less what stands in another before it.
    Difference([u32; 2]),
}

/// What the fields of a file's records are.
#[derive(Debug)]
pub struct Plan {
    /// The tool that wrote it and, where the file tells, its version.
    pub tool: Cow<'static, str>,
    /// Its load model.
    pub load: LoadModel,
    /// What the measurements are of: `requests`, `transactions`.
    pub counted: &'static str,
    /// The unit of a measurement.
    pub unit: Unit,
    /// How many nanoseconds that unit is.
    pub scale: u64,
    /// Where the measurement is.
    pub value: Field,
    /// When the record was written.
    pub time: Option<Timing>,
    /// The dimensions that divide the records into runs.
    pub by: Vec<(String, Field)>,
    /// What a record of a measurement holds elsewhere.
    pub filter: Vec<(String, String)>,
    /// What a record of a measurement does not begin with somewhere.
    pub without: Option<(String, String)>,
    /// How a failure is told; none where the file does not tell.
    pub failed: Option<Failed>,
    /// Where records end.
    pub ends: Ends,
    /// Other metrics, whose values stand in the same place.
    pub others: Vec<Measure>,
    /// What the first lines of the file say of its runs.
    pub facts: Vec<Fact>,
}

/// How a file tells of failures.
#[derive(Debug)]
pub enum Failed {
    /// In the record of the measurement, by that text in that place.
    Where(String, String),
    /// In records of their own, which hold 1 for a failure in that place, and these texts elsewhere.
    Sum(Field, Vec<(String, String)>),
}

/// A record of a block.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Where its number begins, in bytes of the block.
    pub at: u32,
    /// The measurement in nanoseconds; none in a record that tells of a failure only.
    pub ticks: Option<u64>,
    /// When it was written, in nanoseconds since 1970.
    pub time: Option<i64>,
    /// Whether it tells of a failure.
    pub failed: bool,
    /// Whether there was a response.
    pub answered: bool,
}

/// A record of another metric.
#[derive(Debug, Clone, Copy)]
pub struct OtherRow {
    /// Which of [`Plan::others`].
    pub measure: usize,
    /// Where its number begins, in bytes of the block.
    pub at: u32,
    /// The value, in [`PARTS`] of its unit.
    pub ticks: u64,
}

/// What a block holds.
#[derive(Debug, Default)]
pub struct Batch {
    /// How many records it has, with the header.
    pub records: u64,
    /// How many line feeds.
    pub lines: u64,
    /// What is wrong, with its bytes in the block.
    pub problems: Vec<(Range<usize>, Wrong)>,
    /// What looks private.
    pub private: Vec<Seen>,
    /// Places from which records can be looked up again: byte of the block, records and line feeds before it.
    pub marks: Vec<[u64; 3]>,
    /// The values by which records are divided, joined with [`BETWEEN`].
    keys: Vec<String>,
    /// The records of each of them; more may be kept from earlier blocks, which are empty.
    rows: Vec<Vec<Row>>,
    /// The records of other metrics, each with the number of its key.
    others: Vec<(usize, OtherRow)>,
    index: HashMap<String, usize>,
    /// The key that the last record had.
    last: usize,
    /// Where a key is put together.
    joined: String,
}

/// Between the values of a key.
pub const BETWEEN: char = '\u{1f}';

impl Field {
    /// As the machine contract writes it: `C2`, the pointer, `@t`, `F2`, or `F5-F4`.
    pub fn text(&self) -> String {
        match self {
            Self::Column(column) => format!("C{column}"),
            Self::Pointer(pointer) => pointer.clone(),
            Self::Attribute(name) => format!("@{name}"),
            Self::Tab(field) => format!("F{field}"),
            Self::Difference([of, less]) => format!("F{of}-F{less}"),
        }
    }

    /// The place of the field in a record.
    pub fn locator(&self, row: u32) -> Locator {
        match self {
            Self::Column(column) => Locator::Cell(row, *column),
            Self::Pointer(pointer) => Locator::JsonLine(row, pointer.as_str().into()),
            Self::Attribute(name) => Locator::Attribute(row, name.as_str().into()),
            Self::Tab(field) => Locator::Tab(row, *field),
            Self::Difference(fields) => Locator::Difference(row, *fields),
        }
    }

    /// How many bytes it has of a text that begins with it; a difference begins with the field that is taken off.
    fn length(&self, text: &str) -> usize {
        let is_of_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
        match self {
            Self::Difference([of, less]) => {
                let between = of.abs_diff(*less) as usize;
                between + text.split('\t').take(between + 1).map(str::len).sum::<usize>()
            }
            _ => text.bytes().take_while(is_of_number).count(),
        }
    }

    /// How the measurements in this field are written.
    pub fn layout(&self) -> model::Layout {
        match self {
            Self::Difference(fields) => model::Layout::Difference(*fields),
            _ => model::Layout::Single,
        }
    }
}

/// Up to so many keys are compared one by one, which is faster than hashing.
const FEW_KEYS: usize = 8;

/// About how many bytes there are from a mark to the next.
pub const MARKED: u64 = 32 << 10;

impl Batch {
    /// Counts a record that begins at a byte of the block. `lines` tells how many line feeds there are before it, and
    /// is given the last mark.
    #[inline]
    pub fn begin(&mut self, start: usize, lines: impl FnOnce([u64; 3]) -> u64) {
        let start = start as u64;
        let last = self.marks.last().copied();
        if last.is_none_or(|[at, ..]| start >= at + MARKED) {
            self.marks.push([start, self.records, lines(last.unwrap_or_default())]);
        }
        self.records += 1;
    }

    /// The same where each line is a record.
    #[inline]
    pub fn begin_line(&mut self, start: usize) {
        let before = self.records;
        self.begin(start, |_| before);
    }

    /// Adds a record that matters to the run of these values.
    #[inline]
    pub fn push<V: AsRef<str>>(&mut self, values: impl IntoIterator<Item = V>, row: Row) {
        self.find(values);
        self.rows[self.last].push(row);
    }

    /// Adds a record of another metric to the run of these values.
    pub fn push_other<V: AsRef<str>>(&mut self, values: impl IntoIterator<Item = V>, row: OtherRow) {
        self.find(values);
        self.others.push((self.last, row));
    }

    /// Makes the run of these values the last one.
    #[inline]
    fn find<V: AsRef<str>>(&mut self, values: impl IntoIterator<Item = V>) {
        self.joined.clear();
        for (number, value) in values.into_iter().enumerate() {
            if number > 0 {
                self.joined.push(BETWEEN);
            }
            self.joined.push_str(value.as_ref());
        }
        // Without values there is one run; an empty text lies nowhere, and some processors are slow to compare that.
        let is_last = self
            .keys
            .get(self.last)
            .is_some_and(|last| last.is_empty() && self.joined.is_empty() || *last == self.joined);
        if !is_last {
            self.last = self.key();
        }
    }

    /// The number of the run whose values were put together.
    fn key(&mut self) -> usize {
        let among_few = self.keys.iter().take(FEW_KEYS).position(|key| *key == self.joined);
        if let Some(known) = among_few.or_else(|| self.index.get(&self.joined).copied()) {
            return known;
        }
        let number = self.keys.len();
        self.keys.push(self.joined.clone());
        self.index.insert(self.joined.clone(), number);
        if self.rows.len() == number {
            self.rows.push(Vec::new());
        }
        number
    }

    /// The records of each run in their order, the runs in that of their first records.
    pub fn runs(&self) -> impl Iterator<Item = (&str, &[Row])> {
        self.keys.iter().map(String::as_str).zip(self.rows.iter().map(Vec::as_slice))
    }

    /// The records of other metrics in their order, with the runs that they are of.
    pub fn others(&self) -> impl Iterator<Item = (&str, &OtherRow)> {
        self.others.iter().map(|(key, row)| (self.keys[*key].as_str(), row))
    }

    /// Makes it empty, and keeps its memory.
    pub fn clear(&mut self) {
        (self.records, self.lines, self.last) = (0, 0, 0);
        self.problems.clear();
        self.private.clear();
        self.marks.clear();
        self.keys.clear();
        self.others.clear();
        self.index.clear();
        self.rows.iter_mut().for_each(Vec::clear);
    }
}

/// What every `begins` needs: the first line of a head, when it is there whole.
pub fn first_line(head: &str) -> Option<&str> {
    head.trim_start_matches('\u{feff}').split_once('\n').map(|(line, _)| line.trim_end_matches('\r'))
}

/// The start of a text that is enough to recognise it.
pub fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(HEAD)]
}

/// Reads a whole text.
pub fn read(stream: &dyn Stream, content: &Content<'_>, asked: Asked<'_>) -> Reading {
    let text = content.text;
    let layout = match stream.layout_with(head(text), asked) {
        Ok(layout) => layout,
        Err(problem) => return Reading { problems: vec![problem], ..Reading::default() },
    };
    let mut rest = text;
    let blocks = std::iter::from_fn(|| {
        let block = records::cut(rest.as_bytes(), BLOCK, layout.plan().ends).unwrap_or(rest.len());
        let (block, after) = rest.split_at(block);
        let at = text.len() - rest.len();
        rest = after;
        (!block.is_empty()).then_some(Ok::<_, std::convert::Infallible>((at as u64, block)))
    });
    let Ok(gathered) = gather::all(&*layout, Watch::Nothing, blocks, Ok, |_, _| {});
    let placed = places::in_text(text, &gathered, layout.plan().ends.is_quoted());
    observe::reading(layout.plan(), &gathered, &placed, text)
}

/// Reads a whole text, divided as its format suggests where that makes several runs; and the fields by which.
pub fn read_divided(stream: &dyn Stream, content: &Content<'_>) -> (Reading, Vec<String>) {
    let by = stream.divides(head(content.text));
    let (reading, by) = settled(stream, read(stream, content, Asked { by: &by, metrics: &[] }), by);
    match by.is_empty() || reading.runs.len() > 1 {
        true => (reading, by),
        false => (read(stream, content, Asked::default()), Vec::new()),
    }
}

/// A reading of a whole file and the fields by which it is divided, without the one that no record has something in.
pub fn settled(stream: &dyn Stream, mut reading: Reading, mut by: Vec<String>) -> (Reading, Vec<String>) {
    let Some(field) = stream.divides_sometimes() else { return (reading, by) };
    if reading.runs.iter().all(|run| run.dimensions.get(field).is_none_or(|value| &**value == NONE)) {
        by.retain(|own| own != field);
        reading.runs.iter_mut().for_each(|run| drop(run.dimensions.remove(field)));
    }
    (reading, by)
}

/// A reader that reads a whole text of a stream.
pub struct Whole<S>(pub S);

impl<S: Stream + Named> Reader for Whole<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn title(&self) -> &'static str {
        S::TITLE
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        self.0.begins(head(content.text))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(&self.0, content, Asked::default())
    }

    fn stream(&self) -> Option<&dyn Stream> {
        Some(&self.0)
    }
}

/// The names of a format.
pub trait Named {
    /// The name by which `suite.toml` can ask for it.
    const NAME: &'static str;
    /// What it is, in words.
    const TITLE: &'static str;
}

/// A field that divides records and that the file does not have.
pub fn no_field(name: &str, known: &[&str]) -> Problem {
    let message = format!("the file has no field `{name}` to divide its records by");
    let problem = Problem::new(Code::NoMapping, Span::new(0, 0), message);
    problem.help(format!("`by` takes {}", crate::suggest::listed(known)))
}

fn one_metric(asked: &str) -> Problem {
    let message = format!("the file has one metric only, and `{asked}` is asked for");
    Problem::new(Code::BadValue, Span::new(0, 0), message).help("take `metrics` out of the rule of this file")
}

/// Too many runs to be told apart: `gathered` stopped there.
fn too_many(gathered: &Gather) -> Option<Problem> {
    gathered.too_many().then(|| {
        let most = gather::MOST_RUNS;
        let message = format!("`by` divides the records into more than {most} runs");
        Problem::new(Code::BadValue, Span::new(0, 0), message).help("divide by a field of fewer values")
    })
}
