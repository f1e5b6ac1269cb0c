//! Blocks to sample sets: parsed in parallel, gathered in the order of the file.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Batch, Failed, Layout, Plan, Row, Wrong};
use crate::private;
use crate::samples::slices::{self, Entry, Shown, Slices};
use crate::samples::{Sample, SampleSet};

/// Records are divided into at most so many runs.
pub const MOST_RUNS: usize = 256;

/// So many lines of a block with something private are counted at most.
const MOST_LINES: u64 = 16;

/// All runs of a file together have about so many slices of time at most while they are gathered.
const MOST_SLICES: usize = 6_000;

/// At most so many wrong records are told of; the others are counted.
const TOLD: usize = 10;

/// All that was gathered of a file.
#[derive(Debug)]
pub struct Gather {
    /// What was gathered of each run, by its key.
    pub groups: BTreeMap<String, Group>,
    /// Where each block begins: byte, records and line feeds before it.
    pub blocks: Vec<[u64; 3]>,
    /// Bytes, records and line feeds of the file.
    pub end: [u64; 3],
    /// What is wrong, by the byte at which it is, with its length.
    pub problems: Vec<(u64, usize, Wrong)>,
    /// How many wrong records there are.
    pub wrong: u64,
    /// What looks private, by its kind.
    pub private: BTreeMap<usize, Private>,
    unplaced: bool,
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
    /// What there was in each slice of time, once the file is gathered; nothing without the times of records.
    pub shown: Vec<Shown>,
    slices: Slices,
}

/// Gathers a whole file. `blocks` gives each block with the byte at which it begins, and `seen` gets them in their order.
/// While some are parsed and seen, the next ones are taken and those before gathered.
pub fn all<B, E>(
    layout: &dyn Layout,
    watch: Watch,
    mut blocks: impl Iterator<Item = Result<(u64, B), E>> + Send,
    mut seen: impl FnMut(&(u64, B)) + Send,
) -> Result<Gather, E>
where
    B: AsRef<str> + Send + Sync,
    E: Send,
{
    let many = (4 * rayon::current_num_threads()).clamp(4, 64);
    let mut take = || blocks.by_ref().take(many).collect::<Result<Vec<_>, E>>();
    let mut gather = Gather::new();
    let (mut taken, mut parsed) = (take()?, Vec::new());
    while !taken.is_empty() || !parsed.is_empty() {
        let now = std::mem::take(&mut parsed);
        let told = || {
            taken.iter().for_each(&mut seen);
            gather.add(layout.plan(), now);
        };
        let (next, (fresh, ())) = rayon::join(&mut take, || rayon::join(|| parse(layout, watch, &taken), told));
        (taken, parsed) = (next?, fresh);
    }
    gather.finish();
    Ok(gather)
}

/// A parsed block with the byte at which it begins and its length.
type Parsed = (u64, u64, Batch);

fn parse<B: AsRef<str> + Send + Sync>(layout: &dyn Layout, watch: Watch, blocks: &[(u64, B)]) -> Vec<Parsed> {
    let one = |(at, block): &(u64, B)| {
        let mut batch = Batch::default();
        let text = block.as_ref();
        // A byte order mark may stand before the first block.
        layout.read(text, *at < 4, &mut batch);
        if watch == Watch::Private {
            batch.private = private::look(text, MOST_LINES);
        }
        (*at, text.len() as u64, batch)
    };
    blocks.par_iter().map(one).collect()
}

impl Gather {
    fn new() -> Self {
        Self {
            groups: BTreeMap::new(),
            blocks: Vec::new(),
            end: [0; 3],
            problems: Vec::new(),
            wrong: 0,
            private: BTreeMap::new(),
            unplaced: false,
        }
    }

    /// Whether records were divided into too many runs.
    pub fn too_many(&self) -> bool {
        self.unplaced
    }

    fn add(&mut self, plan: &Plan, parsed: Vec<Parsed>) {
        parsed.into_iter().for_each(|block| {
            self.add_block(plan, block);
            self.bound();
        });
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

    fn add_block(&mut self, plan: &Plan, (at, length, batch): Parsed) {
        self.blocks.push([at, self.end[1], self.end[2]]);
        self.end = [at + length, self.end[1] + batch.records, self.end[2] + batch.lines];
        self.wrong += batch.problems.len() as u64;
        let left = TOLD.saturating_sub(self.problems.len());
        let told = batch.problems.into_iter().take(left);
        self.problems.extend(told.map(|(range, wrong)| (at + range.start as u64, range.len(), wrong)));
        batch.private.into_iter().for_each(|seen| self.add_private(at, &seen));
        if let [only] = &batch.keys[..] {
            if let Some(group) = self.group(plan, only) {
                batch.rows.iter().for_each(|row| group.add(plan, at, row));
            }
            return;
        }
        // The rows of each run keep their order.
        let mut of_key: Vec<Vec<Row>> = vec![Vec::new(); batch.keys.len()];
        for row in batch.rows {
            of_key[row.key as usize].push(row);
        }
        for (key, rows) in batch.keys.iter().zip(of_key) {
            if let Some(group) = self.group(plan, key) {
                rows.iter().for_each(|row| group.add(plan, at, row));
            }
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
        if let Some(axis) = slices::axis(self.groups.values().map(|group| &group.slices)) {
            self.groups.values_mut().for_each(|group| group.shown = group.slices.shown(axis));
        }
        for group in self.groups.values_mut() {
            let set = std::mem::replace(&mut group.set, SampleSet::new(crate::units::Unit::none(), 1));
            group.set = set.finish();
        }
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
            shown: Vec::new(),
            slices: Slices::new(plan.unit, plan.scale),
        }
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
