//! One pass through an evidence file of any size: its hash, the measurements that are asked for, and the
//! records in which numbers stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memmem};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::locate;
use super::samples::{Measured, Over, Questions, Which};
use crate::formats::json::{self, Node, Value};
use crate::formats::stream::fields::{decimals_of, ticks};
use crate::formats::stream::records::{self, Ends, LONGEST, records};
use crate::formats::stream::table::{Cut, MOST_COLUMNS};
use crate::formats::stream::tags::{Start, Tag};
use crate::formats::stream::{BLOCK, Field};
use crate::samples::{FEW, Sample, SampleSet};
use crate::source::{Source, Span};
use crate::suite::lock;
use crate::units::Unit;

/// What a pass through a file found.
pub(super) struct Pass {
    /// The measurements of each choice.
    pub(super) sets: BTreeMap<Which, Measured>,
    /// The records that were asked for.
    pub(super) records: Records,
    /// The SHA-256 of the file.
    pub(super) sha256: String,
}

/// Records of a file, as an excerpt of it.
pub(super) struct Records {
    pub(super) source: Arc<Source>,
    /// Where each record is in the excerpt, without its line end.
    places: BTreeMap<u32, Span>,
    table: Option<u8>,
}

/// How the records of a file are cut and read.
#[derive(Clone, Copy)]
struct Manner<'a> {
    questions: &'a Questions,
    /// The delimiter of a table; none of JSON Lines and of XML.
    table: Option<u8>,
    /// Whether lines are cut at tabs.
    tabs: bool,
    ends: Ends,
}

/// A block with the records and lines before it.
struct Block {
    text: String,
    records: u32,
    lines: u32,
    /// How many records end in it.
    count: u32,
}

/// What a block holds.
struct Part {
    /// Of each choice its records: the measurement in ticks, and the time in nanoseconds since 1970.
    rows: Vec<Vec<(Option<u64>, Option<i64>)>>,
    /// Records that are asked for, each with its line.
    kept: Vec<(u32, u32, String)>,
}

/// Goes through a file; `blocks` gives its bytes in blocks that end where records end.
pub(super) fn pass(
    path: &str,
    questions: &Questions,
    mut next: impl FnMut() -> Result<Option<Vec<u8>>, String>,
) -> Result<Pass, String> {
    let many = 4 * rayon::current_num_threads();
    let mut manner = Manner { questions, table: None, tabs: questions.tabs(), ends: questions.ends() };
    let mut gathered: Vec<Measured> = questions.sets.iter().map(Which::none).collect();
    let mut kept = Vec::new();
    let (mut hash, mut before, mut is_first, mut is_end) = (Sha256::new(), [0, 0], true, false);
    while !is_end {
        let mut blocks = Vec::new();
        while blocks.len() < many && !is_end {
            let Some(bytes) = next()? else {
                is_end = true;
                break;
            };
            hash.update(&bytes);
            let mut text = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())?;
            if std::mem::take(&mut is_first) {
                text.drain(..text.len() - text.trim_start_matches('\u{feff}').len());
                manner.table = (manner.ends == Ends::Row).then(|| locate::separator(&text));
            }
            let ends = lines(&text);
            let count = if manner.table.is_none() { ends } else { manner.records(&text).count() as u32 };
            blocks.push(Block { text, records: before[0], lines: before[1], count });
            before = [before[0] + count, before[1] + ends];
        }
        let parts: Vec<Part> = blocks.par_iter().map(|block| manner.read(block)).collect();
        for part in parts {
            for ((which, into), rows) in questions.sets.iter().zip(&mut gathered).zip(part.rows) {
                rows.into_iter().for_each(|row| into.add(which, row));
            }
            kept.extend(part.kept);
        }
    }
    let records = Records::new(path, &kept, before[1], manner.table);
    let finish = |(which, measured): (&Which, Measured)| {
        let Over::Records(_, [from, _]) = which.over else { return (which.clone(), measured) };
        let line = records.places.get(&from).map_or(0, |span| records.source.position(span.start).line);
        (which.clone(), Measured { set: measured.set.finish(), line: line.into(), ..measured })
    };
    let sets = questions.sets.iter().zip(gathered).map(finish).collect();
    Ok(Pass { sets, records, sha256: lock::hexadecimal(&hash.finalize()) })
}

/// The end of the last record in bytes, near the size of a block.
pub(super) fn cut(questions: &Questions) -> impl Fn(&[u8]) -> Option<usize> + use<> {
    let ends = questions.ends();
    move |bytes| records::cut(bytes, BLOCK, ends)
}

/// Blocks of a text that is held.
pub(super) fn blocks_of(text: &str, questions: &Questions) -> impl FnMut() -> Result<Option<Vec<u8>>, String> {
    let cut = cut(questions);
    let mut rest = text;
    move || {
        let end = cut(rest.as_bytes()).unwrap_or(rest.len());
        let (block, after) = rest.split_at(end);
        rest = after;
        Ok((!block.is_empty()).then(|| block.as_bytes().to_vec()))
    }
}

/// A record may have so many bytes.
pub(super) const MOST: usize = LONGEST;

impl Questions {
    /// Where the records end: rows of a table, in which a quoted field may hold line ends, samples in XML, or lines.
    fn ends(&self) -> Ends {
        let of_field = |which: &Which| match &which.over {
            Over::Records(Field::Column(_), _) => Some(Ends::Row),
            Over::Records(Field::Attribute(_), _) => Some(Ends::Sample),
            _ => None,
        };
        self.sets.iter().find_map(of_field).unwrap_or(Ends::Line)
    }

    /// Whether the records are lines whose fields stand between tabs.
    fn tabs(&self) -> bool {
        self.sets.iter().any(|which| matches!(which.over, Over::Records(Field::Difference(_) | Field::Tab(_), _)))
    }

    /// The records from one to another in which numbers stand, or with which choices begin.
    fn wanted(&self, [first, last]: [u32; 2]) -> BTreeSet<u32> {
        let begin = |which: &Which| match which.over {
            Over::Records(_, [from, _]) => Some(from),
            Over::Buckets(_) | Over::Items(_) => None,
        };
        let begun = self.sets.iter().filter_map(begin).filter(|from| (first..=last).contains(from));
        self.records.range(first..=last).copied().chain(begun).collect()
    }
}

fn lines(text: &str) -> u32 {
    memchr_iter(b'\n', text.as_bytes()).count() as u32
}

impl Manner<'_> {
    /// The records of a block; empty rows of a table are none.
    fn records<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
        let table = self.table.is_some();
        let quoted = table && memchr(b'"', text.as_bytes()).is_some();
        records(text, quoted).filter(move |(_, record)| !table || !record.is_empty())
    }

    fn read(&self, block: &Block) -> Part {
        let mut part = Part { rows: vec![Vec::new(); self.questions.sets.len()], kept: Vec::new() };
        // The last line of a file may have no end.
        let ends = [block.records + 1, block.records + block.count + 1];
        let wanted = self.questions.wanted(ends);
        // Of a site with charts over time most choices are of other blocks.
        let asked: Vec<(usize, &Which)> =
            self.questions.sets.iter().enumerate().filter(|(_, which)| which.may_be_in(ends)).collect();
        let mut around = Vec::new();
        for (number, (start, text)) in (block.records + 1..).zip(self.records(&block.text)) {
            if wanted.contains(&number) {
                let line = block.lines + lines(&block.text[..start]) + 1;
                part.kept.push((number, line, text.to_owned()));
            }
            let record = Record { text, table: self.table, tabs: self.tabs, parsed: std::cell::OnceCell::new() };
            if self.ends == Ends::Sample {
                let Some(own) = nested(text, &mut around) else { continue };
                _ = record.parsed.set(Fields::Tag(own));
            }
            // A sample within one that counts is a part of that one.
            let is_part = |which: &Which| around.iter().any(|other: &Record<'_>| !other.is_left_out(which));
            for (place, which) in asked.iter().filter(|(_, which)| !is_part(which)) {
                part.rows[*place].extend(record.measured(which, number));
            }
            if let Fields::Tag(Start { is_whole: false, .. }) = record.fields() {
                around.push(record);
            }
        }
        part
    }
}

/// The sample that begins on a line; `around` has those that it is in.
fn nested<'t>(line: &'t str, around: &mut Vec<Record<'t>>) -> Option<Start<'t>> {
    match Tag::of(line) {
        Tag::Start(start) => Some(start),
        Tag::End(_) => {
            around.pop();
            None
        }
        _ => None,
    }
}

/// A record, taken apart when it must be.
struct Record<'t> {
    text: &'t str,
    table: Option<u8>,
    tabs: bool,
    parsed: std::cell::OnceCell<Fields<'t>>,
}

enum Fields<'t> {
    Row(Box<Cut<'t>>),
    Line(Option<Node<'t>>),
    Tag(Start<'t>),
}

impl<'t> Record<'t> {
    /// The measurement and the time of a record that is chosen.
    fn measured(&self, which: &Which, number: u32) -> Option<(Option<u64>, Option<i64>)> {
        let Over::Records(field, [from, to]) = &which.over else { return None };
        let is_there = (*from..=*to).contains(&number) && which.filter.iter().all(|(_, text)| self.may_hold(text));
        let holds = |(field, wanted): &(Field, String)| match self.field(field) {
            Some(text) if !text.is_empty() => text == *wanted,
            text => wanted == "none" || text.is_some() && wanted.is_empty(),
        };
        if !is_there || !which.filter.iter().all(holds) || self.is_left_out(which) {
            return None;
        }
        let value = self.ticks(field, decimals(which.unit));
        // What stands there in place of a number is no measurement, unless it is asked for.
        if value.is_none() && !which.filter.iter().any(|(place, _)| place == field) {
            return None;
        }
        let Some(when) = &which.time else { return Some((value, None)) };
        let time = when.of(|field| self.field(field));
        when.has(time).then_some((value, time))
    }

    /// The number in a field, or the difference of those in two.
    fn ticks(&self, field: &Field, decimals: u32) -> Option<u64> {
        match field {
            Field::Difference(fields) => {
                let [of, less] = fields.map(|field| self.ticks(&Field::Tab(field), decimals));
                of?.checked_sub(less?)
            }
            field => ticks(&self.field(field)?, decimals),
        }
    }

    /// Whether a field begins as it must not.
    fn is_left_out(&self, which: &Which) -> bool {
        let begins = |(field, lead): &(Field, String)| self.field(field).is_some_and(|text| text.starts_with(lead));
        which.without.iter().any(begins)
    }

    /// Whether a text can be in a record, as far as can be told without taking it apart.
    fn may_hold(&self, text: &str) -> bool {
        let bytes = self.text.as_bytes();
        let is_any = self.table.is_some() || self.tabs || text.is_empty() || text == "none";
        is_any || memmem::find(bytes, text.as_bytes()).is_some() || memchr2(b'\\', b'&', bytes).is_some()
    }

    fn fields(&self) -> &Fields<'t> {
        self.parsed.get_or_init(|| match self.table {
            Some(delimiter) => Fields::Row(Box::new(Cut::new(self.text, delimiter))),
            None if self.tabs => Fields::Row(Box::new(Cut::plain(self.text, b'\t'))),
            None => Fields::Line(json::parse(self.text).ok()),
        })
    }

    fn field(&self, field: &Field) -> Option<std::borrow::Cow<'_, str>> {
        match (self.fields(), field) {
            (Fields::Row(row), Field::Tab(field)) => {
                let field = *field as usize;
                (field <= row.count.min(MOST_COLUMNS)).then(|| row.raw(field - 1).into())
            }
            (Fields::Row(row), Field::Column(column)) => {
                let column = *column as usize;
                (column <= row.count.min(MOST_COLUMNS)).then(|| row.value(column - 1))
            }
            (Fields::Line(Some(root)), Field::Pointer(pointer)) => {
                let node = json::find(root, pointer)?;
                Some(match &node.value {
                    Value::String(text) => text.as_ref().into(),
                    _ => node.text.into(),
                })
            }
            (Fields::Tag(start), Field::Attribute(name)) => start.value(name),
            _ => None,
        }
    }
}

/// The decimals of a unit that are kept: nanoseconds of times, and millionths of anything else.
fn decimals(unit: &str) -> u32 {
    if unit == "ns" || decimals_of(unit) > 0 { decimals_of(unit) } else { 6 }
}

impl Which {
    fn none(&self) -> Measured {
        let set = SampleSet::new(Unit::named(self.unit), 10_u64.pow(decimals(self.unit)));
        Measured { set, count: 0, span: None, line: 0, values: Vec::new() }
    }

    /// The measurements of a digest: each the first of its bucket.
    pub(super) fn of_buckets(&self, buckets: &Node<'_>) -> Option<Measured> {
        let mut measured = self.none();
        let mut read = Vec::new();
        for bucket in buckets.items() {
            let [_, count, first] = bucket.items() else { return None };
            let count = count.number().filter(|count| *count >= 1.0 && count.fract() == 0.0)? as u64;
            let sample = Sample { ticks: ticks(first.text, decimals(self.unit))?, at: 0 };
            measured.count = measured.count.checked_add(count)?;
            read.push((sample, count));
        }
        let is_exact = measured.count <= FEW as u64;
        for (sample, count) in &read {
            match is_exact {
                true => (0..*count).for_each(|_| measured.set.add(*sample)),
                false => measured.set.add_bucket(*sample, *count),
            }
        }
        if let (false, [(first, _), .., (last, _)]) = (is_exact, &read[..]) {
            measured.set.add_sum(0, [*first, *last]);
        }
        measured.set = measured.set.finish();
        Some(measured)
    }
}

impl Measured {
    fn add(&mut self, which: &Which, (value, time): (Option<u64>, Option<i64>)) {
        let at = self.count;
        self.count += 1;
        let Some(ticks) = value else { return };
        self.set.add(Sample { ticks, at });
        if let (Some(time), Some(begins)) = (time, which.time.as_ref().map(|time| time.begins)) {
            let took = i64::try_from(ticks).unwrap_or(i64::MAX);
            let own = if begins { [time, time.saturating_add(took)] } else { [time.saturating_sub(took), time] };
            let all = self.span.get_or_insert(own);
            *all = [all[0].min(own[0]), all[1].max(own[1])];
        }
    }
}

impl Records {
    fn new(path: &str, kept: &[(u32, u32, String)], lines: u32, table: Option<u8>) -> Self {
        let mut places = BTreeMap::new();
        let (mut parts, mut at) = (Vec::new(), 0);
        for (record, line, text) in kept {
            places.insert(*record, Span::new(at, at + text.len()));
            at += text.len() + 1;
            parts.push((*line, format!("{text}\n")));
        }
        Self { source: Arc::new(Source::excerpt(path, &parts, lines)), places, table }
    }

    /// What stands in a field of a record that was asked for.
    pub(super) fn locate(&self, record: u32, field: &Field) -> Result<locate::Located, String> {
        let span = self.places.get(&record).ok_or_else(|| format!("there is no record {record}"))?;
        locate::in_record(self.source.slice(*span), field, self.table)
            .map(|located| located.shifted(span.start as usize))
    }
}
