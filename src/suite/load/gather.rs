//! The observations of all runs in one list, with what each is of.
//!
//! What files give is taken apart by the thread that read them, while it is near; putting it behind what other
//! files gave is all that is left to do one after another.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::beside::Beside;
use crate::model::{Measurement, Observation, Run, Shared, Slice, Statistic};
use crate::suite::runs::Runs;
use crate::suite::{Datum, Sliced};

/// So many descriptors are known without being kept twice: a table of numbers has but a few kinds of them.
const LAST: usize = 4;

/// What was taken out of the runs of files; files and runs have numbers from 0.
#[derive(Default)]
pub(super) struct Gathered {
    /// The runs.
    pub(super) runs: Runs,
    /// All observations, run by run.
    pub(super) data: Vec<Datum>,
    /// What they are of.
    pub(super) kinds: Kinds,
    /// The single measurements of each run, and the file that they are in.
    pub(super) measured: BTreeMap<usize, (usize, Vec<Measurement>)>,
    /// What runs did over their time.
    slices: Vec<(usize, Vec<Slice>)>,
    /// What observations have in common.
    shared: Descriptors,
}

/// The descriptors that were met last.
#[derive(Default)]
struct Descriptors([Option<Shared>; LAST]);

/// The metric and statistic of each observation, by number.
#[derive(Default)]
pub(super) struct Kinds {
    /// The number of each.
    pub(super) numbers: BTreeMap<(Arc<str>, Statistic), u32>,
    /// The number for each observation.
    pub(super) of_datum: Vec<u32>,
    /// Whether a run has two observations of one kind.
    pub(super) doubles: bool,
    /// The last run that has an observation of each kind, in the order of the numbers.
    last_runs: Vec<usize>,
    last: Option<((Arc<str>, Statistic), u32)>,
}

impl Descriptors {
    /// The observation with a descriptor that is shared, if one of those met last says the same.
    fn share(&mut self, observation: Observation) -> Observation<Shared> {
        let Observation { of, value, span, locator } = observation;
        let is_it = |known: &&Shared| ***known == of;
        let known = self.0.iter().flatten().find(is_it).map(Arc::clone);
        let of = known.unwrap_or_else(|| {
            let new = Arc::new(of);
            self.0.rotate_right(1);
            self.0[0] = Some(Arc::clone(&new));
            new
        });
        Observation { of, value, span, locator }
    }
}

impl Gathered {
    /// Takes apart the runs of a file, with what files beside it say of them: the first of them is number `first` there.
    pub(super) fn add(&mut self, file: usize, runs: Vec<Run>, first: usize, beside: &mut Beside) {
        // Files beside know no families: to them each is one run.
        for (at, mut run) in (first..).zip(runs) {
            let number = self.runs.len();
            if let Some(family) = run.detail.as_mut().and_then(|detail| detail.family.take()) {
                self.runs.push_family(file, run, &family);
                for (number, member) in (number..).zip(family.members) {
                    self.add_observation(file, number, member.observation);
                }
                continue;
            }
            for observation in std::mem::take(&mut run.observations) {
                self.add_observation(file, number, observation);
            }
            let mut file_of_measurements = file;
            for (other, own) in beside.remove(&at).unwrap_or_default() {
                if own.detail.is_some() {
                    file_of_measurements = other;
                }
                self.add_beside(other, number, own, &mut run);
            }
            if !run.measurements.is_empty() {
                self.measured.insert(number, (file_of_measurements, std::mem::take(&mut run.measurements)));
            }
            if !run.slices.is_empty() {
                self.slices.push((number, std::mem::take(&mut run.slices)));
            }
            self.runs.push(file, run, self.data.len());
        }
    }

    fn add_beside(&mut self, other: usize, number: usize, own: Run, run: &mut Run) {
        if let Some(mut detail) = own.detail {
            run.samples.append(&mut detail.samples);
            run.measurements = detail.measurements;
        }
        own.observations.into_iter().for_each(|observation| self.add_observation(other, number, observation));
    }

    fn add_observation(&mut self, file: usize, run: usize, observation: Observation) {
        self.kinds.add(run, &observation);
        let observation = self.shared.share(observation);
        self.data.push(Datum::new(file, run, observation));
    }

    /// Puts what more files gave behind what is there, of so many files, and leaves nothing of it but its memory.
    pub(super) fn append(&mut self, files: usize, more: &mut Self) {
        let runs = self.runs.len();
        let in_all = |own: Datum| Datum::new(files + own.file(), runs + own.run(), own.observation);
        self.data.extend(more.data.drain(..).map(in_all));
        self.kinds.append(&mut more.kinds);
        self.runs.append(files, &mut more.runs);
        let measured = std::mem::take(&mut more.measured).into_iter();
        self.measured.extend(measured.map(|(run, (file, list))| (runs + run, (files + file, list))));
        self.slices.extend(more.slices.drain(..).map(|(run, slices)| (runs + run, slices)));
    }

    /// Moves the observations of slices of time behind all others, and says where they are.
    pub(super) fn slices(&mut self) -> Vec<Sliced> {
        let mut all = Vec::new();
        for (run, slices) in std::mem::take(&mut self.slices) {
            let file = self.runs.get(run).file;
            for slice in slices {
                let first = self.data.len();
                let own = slice.observations.into_iter();
                self.data.extend(own.map(|observation| Datum::new(file, run, observation.shared())));
                let data = first..self.data.len();
                let (axis, trailing, buckets) = (slice.axis, slice.trailing, slice.buckets);
                all.push(Sliced { run, axis, trailing, data, buckets });
            }
        }
        all
    }
}

impl Kinds {
    fn add(&mut self, run: usize, observation: &Observation) {
        let number = self.number_of(observation);
        self.of_datum.push(number);
        self.last_runs.resize(self.numbers.len(), usize::MAX);
        self.doubles |= std::mem::replace(&mut self.last_runs[number as usize], run) == run;
    }

    fn number_of(&mut self, observation: &Observation) -> u32 {
        // An observation is often of what the one before is of.
        let is = |(metric, statistic): &(Arc<str>, Statistic)| {
            *statistic == observation.statistic && *metric == observation.metric
        };
        if let Some((_, number)) = self.last.as_ref().filter(|(kind, _)| is(kind)) {
            return *number;
        }
        let kind = (Arc::clone(&observation.metric), observation.statistic);
        let number = self.number(kind.clone());
        self.last = Some((kind, number));
        number
    }

    fn append(&mut self, more: &mut Self) {
        self.doubles |= more.doubles;
        let mut numbers = vec![0; more.numbers.len()];
        for (kind, number) in std::mem::take(&mut more.numbers) {
            numbers[number as usize] = self.number(kind);
        }
        self.of_datum.extend(more.of_datum.drain(..).map(|number| numbers[number as usize]));
        more.last_runs.clear();
        more.last = None;
    }

    fn number(&mut self, kind: (Arc<str>, Statistic)) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(kind).or_insert(next)
    }
}
