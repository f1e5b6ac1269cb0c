//! Blocks to sample sets: read in parallel, gathered in the order of the file.

use std::collections::BTreeMap;

use super::{Batch, Failed, Layout, MARKED, Measure, PARTS, Plan, Row, Wrong};
use crate::pipeline::{self, Spare};
use crate::private;
use crate::samples::slices::{self, Entry, Shown, Slices};
use crate::samples::{Sample, SampleSet};

/// Records are divided into at most so many runs.
pub const MOST_RUNS: usize = 256;

/// So many lines of a block with something private are counted at most.
const MOST_LINES: u64 = 16;

/// All runs of a file together have about so many slices of time at most while they are gathered.
const MOST_SLICES: usize = 6_000;

/// At most so many marks are kept.
const MOST_MARKS: usize = 1 << 16;

/// At most so many wrong records are told of; the others are counted.
const TOLD: usize = 10;

/// All that was gathered of a file.
#[derive(Debug)]
pub struct Gather {
    /// What was gathered of each run, by its key.
    pub groups: BTreeMap<String, Group>,
    /// Places from which records can be looked up again, far enough apart to be few: byte, records and line feeds
    /// before it.
    pub marks: Vec<[u64; 3]>,
    /// Bytes, records and line feeds of the file.
    pub end: [u64; 3],
    /// What is wrong, by the byte at which it is, with its length.
    pub problems: Vec<(u64, usize, Wrong)>,
    /// How many wrong records there are.
    pub wrong: u64,
    /// What looks private, by its kind.
    pub private: BTreeMap<usize, Private>,
    unplaced: bool,
    /// The last line of a file that does not end as its format asks.
    unfinished: Option<(u64, usize)>,
    /// At least so many bytes are from a mark to the next.
    apart: u64,
}

/// What is looked for beside measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// Nothing.
    Nothing,
    /// What looks private.
    Private,
}

/// Private things of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Private {
    /// The byte of the first, and its length.
    pub at: u64,
    /// How many bytes it has.
    pub length: usize,
    /// How many lines have one.
    pub lines: u64,
    /// Whether there may be more of them.
    pub is_more: bool,
}

/// What was gathered of a run.
#[derive(Debug)]
pub struct Group {
    /// The measurements.
    pub set: SampleSet,
    /// How many failed.
    pub failed: u64,
    /// How many got a response.
    pub answered: u64,
    /// From when the first began to when the last ended, in nanoseconds since 1970.
    pub time: Option<[i64; 2]>,
    /// Where the first and the last measurement are.
    pub ends: [u64; 2],
    /// Where the first and the last record are that tell of success or failure only.
    pub verdicts: Option<[u64; 2]>,
    /// How many such records there are.
    pub judged: u64,
    /// What was gathered of each of the plan's other metrics.
    pub others: Vec<Other>,
    /// What there was in each slice of time, once the file is gathered; nothing without the times of records.
    pub shown: Vec<Shown>,
    slices: Slices,
}

/// What was gathered of another metric of a run.
#[derive(Debug)]
pub struct Other {
    /// The values.
    pub set: SampleSet,
    /// Where the first and the last value are.
    pub ends: [u64; 2],
}

/// Gathers a whole file. `blocks` gives its blocks, `text` the text of one with the byte at which it begins, and
/// `seen` gets the texts in their order.
pub fn all<T, B, E>(
    layout: &dyn Layout,
    watch: Watch,
    blocks: impl Iterator<Item = Result<T, E>> + Send,
    text: impl Fn(T) -> Result<(u64, B), E> + Sync,
    mut seen: impl FnMut(u64, B) + Send,
) -> Result<Gather, E>
where
    B: AsRef<str> + Send,
    E: Send,
{
    let mut gather = Gather::new();
    let spare: Spare<Batch> = Spare::new();
    let read = |block: T| {
        let (at, block) = text(block)?;
        let mut batch = spare.take();
        // A byte order mark may stand before the first block.
        layout.read(block.as_ref(), at < 4, &mut batch);
        if watch == Watch::Private {
            batch.private = private::look(block.as_ref(), MOST_LINES);
        }
        Ok((at, block, batch))
    };
    let add = |(at, block, mut batch): (u64, B, Batch)| {
        gather.add_block(layout.plan(), at, block.as_ref().len() as u64, &mut batch);
        gather.unfinished = layout.plan().ends.closing().and_then(|closing| unfinished(block.as_ref(), at, closing));
        gather.bound();
        batch.clear();
        spare.put(batch);
        seen(at, block);
    };
    pipeline::in_order(blocks, read, add)?;
    gather.finish();
    Ok(gather)
}

/// The last line of a block, when it is not what a file ends with.
fn unfinished(block: &str, at: u64, closing: &str) -> Option<(u64, usize)> {
    let text = block.trim_end();
    let line = text.rfind('\n').map_or(0, |end| end + 1);
    (!text.ends_with(closing)).then(|| (at + line as u64, text.len() - line))
}

impl Gather {
    fn new() -> Self {
        Self {
            groups: BTreeMap::new(),
            marks: Vec::new(),
            apart: MARKED,
            end: [0; 3],
            problems: Vec::new(),
            wrong: 0,
            private: BTreeMap::new(),
            unplaced: false,
            unfinished: None,
        }
    }

    /// Whether records were divided into too many runs.
    pub fn too_many(&self) -> bool {
        self.unplaced
    }

    /// Makes slices of time wider where there are too many.
    fn bound(&mut self) {
        let all = |groups: &BTreeMap<String, Group>| groups.values().map(|group| group.slices.len()).sum::<usize>();
        while all(&self.groups) > MOST_SLICES.max(2 * self.groups.len()) {
            let narrowest = self.groups.values().map(|group| group.slices.width()).min().unwrap_or(0);
            let narrow = |group: &&mut Group| group.slices.width() == narrowest;
            self.groups.values_mut().filter(narrow).for_each(|group| group.slices.widen());
        }
    }

    fn add_block(&mut self, plan: &Plan, at: u64, length: u64, batch: &mut Batch) {
        for [start, records, lines] in &batch.marks {
            self.mark([at + start, self.end[1] + records, self.end[2] + lines]);
        }
        self.end = [at + length, self.end[1] + batch.records, self.end[2] + batch.lines];
        self.wrong += batch.problems.len() as u64;
        let left = TOLD.saturating_sub(self.problems.len());
        let told = batch.problems.drain(..).take(left);
        self.problems.extend(told.map(|(range, wrong)| (at + range.start as u64, range.len(), wrong)));
        batch.private.iter().for_each(|seen| self.add_private(at, seen));
        for (key, rows) in batch.runs() {
            if let Some(group) = self.group(plan, key) {
                rows.iter().for_each(|row| group.add(plan, at, row));
            }
        }
        for (key, row) in batch.others() {
            if let Some(group) = self.group(plan, key) {
                group.others[row.measure].add(Sample { ticks: row.ticks, at: at + u64::from(row.at) });
            }
        }
    }

    /// Adds a mark that is far enough from the last; where there would be too many, they are taken further apart.
    fn mark(&mut self, mark: [u64; 3]) {
        if self.marks.last().is_some_and(|[last, ..]| mark[0] - last < self.apart) {
            return;
        }
        self.marks.push(mark);
        if self.marks.len() > MOST_MARKS {
            self.apart *= 2;
            let mut next = 0;
            self.marks.retain(|[at, ..]| {
                let is_kept = *at >= next;
                next = if is_kept { at + self.apart } else { next };
                is_kept
            });
        }
    }

    fn add_private(&mut self, block: u64, seen: &private::Seen) {
        let first = Private { at: block + seen.first.start as u64, length: seen.first.len(), lines: 0, is_more: false };
        let own = self.private.entry(seen.kind).or_insert(first);
        own.lines += seen.lines;
        own.is_more |= seen.lines == MOST_LINES;
    }

    fn group(&mut self, plan: &Plan, key: &str) -> Option<&mut Group> {
        if !self.groups.contains_key(key) {
            if self.groups.len() == MOST_RUNS {
                self.unplaced = true;
                return None;
            }
            self.groups.insert(key.to_owned(), Group::new(plan));
        }
        self.groups.get_mut(key)
    }

    fn finish(&mut self) {
        if let Some((at, length)) = self.unfinished {
            let before = self.problems.len();
            self.problems.retain(|(other, ..)| *other < at);
            self.wrong -= (before - self.problems.len()) as u64;
            self.problems.push((at, length, Wrong::Unfinished));
            self.wrong += 1;
        }
        if let Some(axis) = slices::axis(self.groups.values().map(|group| &group.slices)) {
            self.groups.values_mut().for_each(|group| group.shown = group.slices.shown(axis));
        }
        for group in self.groups.values_mut() {
            let sets = std::iter::once(&mut group.set).chain(group.others.iter_mut().map(|other| &mut other.set));
            for set in sets {
                *set = std::mem::replace(set, SampleSet::new(crate::units::Unit::none(), 1)).finish();
            }
        }
    }
}

impl Other {
    fn new(measure: &Measure) -> Self {
        Self { set: SampleSet::new(measure.unit, PARTS), ends: [u64::MAX, 0] }
    }

    fn add(&mut self, sample: Sample) {
        self.set.add(sample);
        self.ends = [self.ends[0].min(sample.at), sample.at];
    }
}

impl Group {
    fn new(plan: &Plan) -> Self {
        Self {
            set: SampleSet::new(plan.unit, plan.scale),
            failed: 0,
            answered: 0,
            time: None,
            ends: [u64::MAX, 0],
            verdicts: None,
            judged: 0,
            others: plan.others.iter().map(Other::new).collect(),
            shown: Vec::new(),
            slices: Slices::new(plan.unit, plan.scale),
        }
    }

    /// Whether there is no value of any metric.
    pub fn is_empty(&self) -> bool {
        self.set.count() == 0 && self.others.iter().all(|other| other.set.count() == 0)
    }

    /// How many measurements there were a second, from the start of the first to the end of the last.
    pub fn rate(&self) -> Option<f64> {
        let [from, to] = self.time.filter(|[from, to]| to > from)?;
        Some(self.set.count() as f64 / ((to - from) as f64 / 1e9))
    }

    #[inline]
    fn add(&mut self, plan: &Plan, block: u64, row: &Row) {
        self.failed += u64::from(row.failed);
        let at = block + u64::from(row.at);
        if let (Some(time), Some(_)) = (row.time, &plan.time) {
            self.slices.add(Entry { time, at, ticks: row.ticks, failed: row.failed });
        }
        let Some(ticks) = row.ticks else {
            self.judged += 1;
            match plan.failed {
                Some(Failed::Sum(..)) => self.verdicts.get_or_insert([at; 2])[1] = at,
                _ => self.ends = [self.ends[0].min(at), at],
            }
            return;
        };
        self.set.add(Sample { ticks, at });
        self.answered += u64::from(row.answered);
        self.ends = [self.ends[0].min(at), at];
        if let (Some(time), Some(timing)) = (row.time, &plan.time) {
            // A measurement of three centuries is none.
            let took = i64::try_from(ticks).unwrap_or(0);
            let own = if timing.begins { [time, time.saturating_add(took)] } else { [time.saturating_sub(took), time] };
            let all = self.time.get_or_insert(own);
            *all = [all[0].min(own[0]), all[1].max(own[1])];
        }
    }
}
