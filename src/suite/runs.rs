//! The runs of a suite. There may be millions of them with a number each, so that each takes a few bytes: what its
//! file says of it is shared with the runs around it, and its dimensions are numbers in columns.

use std::ops::{Deref, Range};

use super::columns::{Columns, DimensionsRef};
use crate::model::{Detail, Fact, Family, LoadModel, Run};

/// All runs of a suite, in the order of their files.
#[derive(Debug, Default)]
pub struct Runs {
    entries: Vec<Entry>,
    said: Vec<Said>,
    pub(super) columns: Columns,
}

/// A run: numbers instead of places.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The file, as an index into the suite's files.
    file: u32,
    /// What is said of it.
    said: u32,
    /// Its last observation ends before this one.
    end: u32,
}

/// What a file says of a run, without its numbers; several runs may share it.
#[derive(Debug)]
pub struct Said {
    /// What the file says about the run.
    pub facts: Vec<Fact>,
    /// The load model, where the tool fixes or records it.
    pub load: Option<LoadModel>,
    detail: Option<Box<Detail>>,
}

/// A run of a suite.
#[derive(Debug, Clone, Copy)]
pub struct RunRef<'a> {
    /// The file, as an index into the suite's files.
    pub file: usize,
    /// Its dimensions.
    pub dimensions: DimensionsRef<'a>,
    /// What its file says of it.
    pub said: &'a Said,
}

impl Runs {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A run.
    pub fn get(&self, run: usize) -> RunRef<'_> {
        let Entry { file, said, .. } = self.entries[run];
        RunRef { file: file as usize, dimensions: self.columns.of_run(run), said: &self.said[said as usize] }
    }

    /// All of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = RunRef<'_>> + ExactSizeIterator {
        (0..self.len()).map(|run| self.get(run))
    }

    /// What files say of them, each thing once for the runs that share it.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Where the observations of a run are among all.
    pub(super) fn data_of(&self, run: usize) -> Range<usize> {
        let start = run.checked_sub(1).map_or(0, |before| self.entries[before].end);
        start as usize..self.entries[run].end as usize
    }

    /// How many observations they have.
    pub(super) fn data(&self) -> usize {
        self.entries.last().map_or(0, |last| last.end as usize)
    }

    /// Adds a run whose observations were taken out of it: there are `end` with those of the runs before it.
    pub(super) fn push(&mut self, file: usize, run: Run, end: usize) {
        self.columns.add(self.len(), &run.dimensions);
        let said = self.say(run.into());
        self.entries.push(Entry { file: file as u32, said, end: end as u32 });
    }

    /// Adds the runs of a family, with an observation each.
    pub(super) fn push_family(&mut self, file: usize, shared: Run, family: &Family) {
        self.columns.add_family(self.len(), &shared.dimensions, family);
        let (said, end) = (self.say(Said { detail: None, ..shared.into() }), self.data() as u32);
        let entry = |number| Entry { file: file as u32, said, end: end + number };
        self.entries.extend((1..=family.members.len() as u32).map(entry));
    }

    /// The number of what is said.
    fn say(&mut self, said: Said) -> u32 {
        if self.said.last().is_none_or(|last| !last.is_same(&said)) {
            self.said.push(said);
        }
        self.said.len() as u32 - 1
    }

    /// Puts the runs of more files behind those that are there, of so many files, and leaves none of them.
    pub(super) fn append(&mut self, files: usize, more: &mut Self) {
        let (files, runs, said, data) = (files as u32, self.len(), self.said.len() as u32, self.data() as u32);
        let entry = |own: Entry| Entry { file: files + own.file, said: said + own.said, end: data + own.end };
        self.entries.extend(more.entries.drain(..).map(entry));
        self.said.append(&mut more.said);
        self.columns.append(runs, &mut more.columns);
    }
}

impl Said {
    /// Whether the other says nothing else; runs with details are said apart.
    fn is_same(&self, other: &Self) -> bool {
        self.load == other.load && self.detail.is_none() && other.detail.is_none() && self.facts == other.facts
    }
}

impl From<Run> for Said {
    fn from(Run { facts, load, detail, .. }: Run) -> Self {
        Self { facts, load, detail }
    }
}

impl Deref for Said {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        Detail::of(self.detail.as_deref())
    }
}

impl<'a> Deref for RunRef<'a> {
    type Target = Said;

    fn deref(&self) -> &Said {
        self.said
    }
}
