//! Suites: a folder of evidence with its manifest, read into observations with dimensions.

pub mod addition;
mod columns;
pub mod comparison;
pub mod disclosure;
pub mod failures;
mod finding;
pub mod flight;
pub mod load;
pub mod lock;
pub mod manifest;
pub mod part;
pub mod pattern;
pub mod releases;
mod requests;
mod runs;
mod shown;
pub mod standing;
pub mod testimony;
pub mod version;
mod vocabulary;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::files::Stamp;
use crate::formats::stream::fields::written;
use crate::formats::stream::observe::Told;
use crate::metrics::MetricStatistic;
use crate::model::{Absence, Dimensions, LoadModel, Locator, Observation, Shared, Statistic};
use crate::packed::Packing;
use crate::samples::buckets::Buckets;
use crate::source::{Place, Source};

pub use columns::DimensionsRef;
pub use manifest::Manifest;
pub use runs::{RunRef, Runs, Said};
pub use shown::ShownMetric;
pub use testimony::Testimony;
pub use vocabulary::{Meaning, Vocabulary, natural};

/// The dimension that sessions are values of.
pub const SESSION: &str = "session";

/// The name by which expressions ask for slices of a run's time, where no dimension is called so.
pub const SECOND: &str = "second";

/// An evidence file exactly as the tool wrote it.
#[derive(Debug)]
pub struct EvidenceFile {
    /// The path below the site: `data/kruda/raw/summary.csv`.
    pub path: Arc<str>,
    /// The path below the suite: `raw/summary.csv`.
    pub name: Arc<str>,
    /// The content.
    pub body: Body,
    /// The SHA-256 of the content, in hexadecimal.
    pub sha256: String,
    /// The format in words, or `not read`.
    pub format: String,
}

/// The content of an evidence file.
#[derive(Debug)]
pub enum Body {
    /// Text that can be shown and cited.
    Text(Arc<Source>),
    /// Bytes that are compressed or in UTF-16, and the text that they give, which is shown and cited.
    Packed(Packing, Vec<u8>, Arc<Source>),
    /// Bytes that are kept and can be downloaded.
    Bytes(Vec<u8>),
    /// A file of any size, which stays on the disk.
    OnDisk(OnDisk),
}

/// A file that is read in blocks and never held whole.
#[derive(Debug)]
pub struct OnDisk {
    /// The file, from where the program runs.
    pub path: PathBuf,
    /// What the system tells of it, by which a later change is known.
    pub stamp: Stamp,
    /// The lines that are told of, with some about them; none when nobody reads it.
    pub excerpt: Option<Arc<Source>>,
    /// How it is compressed.
    pub packing: Option<Packing>,
    /// What looks private in the whole of it.
    pub private: Vec<Told>,
}

/// An observation with where it belongs. There may be millions, so that each takes a few bytes.
#[derive(Debug)]
pub struct Datum {
    file: u32,
    run: u32,
    /// The observation.
    pub observation: Observation<Shared>,
}

/// A single measurement, as it stands in [`Suite::data`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Single {
    /// Its number.
    pub number: usize,
    /// For a total, the number of its iterations.
    pub iterations: Option<usize>,
}

/// The single measurements of a run by their metric.
type Singles = BTreeMap<Arc<str>, Vec<Single>>;

/// What a run did in a slice of its time, or what a tool told at a moment of it.
#[derive(Debug)]
pub struct Sliced {
    /// The run, as an index into [`Suite::runs`].
    pub run: usize,
    /// When it begins and ends, counted from the first time of the file, in nanoseconds: the same of a moment.
    pub axis: [i64; 2],
    /// Of a moment, over how long before it rates and percentiles are, in nanoseconds.
    pub trailing: Option<i64>,
    /// Its observations in [`Suite::data`].
    pub data: Range<usize>,
    /// How many of its measurements lie in each bucket; none where there was no response.
    pub buckets: Option<Buckets>,
}

/// A suite with all that was read from its evidence.
#[derive(Debug)]
pub struct Suite {
    /// The name of its folder.
    pub name: Arc<str>,
    /// What `suite.toml` says.
    pub manifest: Manifest,
    /// The text of `suite.toml`.
    pub source: Arc<Source>,
    /// Its files, in the order of their paths.
    pub files: Vec<EvidenceFile>,
    /// Its runs; their observations are in [`Suite::data`].
    pub runs: Runs,
    /// Its observations, after them the numbers of single measurements, and last those of slices of time.
    pub data: Vec<Datum>,
    /// The single measurements of each run whose arrays are read.
    singles: BTreeMap<usize, Singles>,
    /// The slices of time of runs, in the order of the runs and of time.
    pub slices: Vec<Sliced>,
    /// What slices have observations of.
    of_slices: BTreeSet<(Arc<str>, Statistic)>,
    /// The parts that are withdrawn, in the order of the manifest's `withdrawn`.
    withdrawn: Vec<Dimensions>,
    /// What files say of all runs.
    testimony: Testimony,
    /// The names that expressions may use.
    pub vocabulary: Vocabulary,
    /// The observations of a metric and statistic.
    index: BTreeMap<(Arc<str>, Statistic), Vec<usize>>,
    /// The units in which metrics of very different values are shown, once one was asked for.
    units: OnceLock<shown::Units>,
}

impl Datum {
    fn new(file: usize, run: usize, observation: Observation<Shared>) -> Self {
        Self { file: file as u32, run: run as u32, observation }
    }

    /// The file, as an index into [`Suite::files`].
    pub fn file(&self) -> usize {
        self.file as usize
    }

    /// The run, as an index into [`Suite::runs`].
    pub fn run(&self) -> usize {
        self.run as usize
    }
}

impl Sliced {
    /// The second at which it begins, in the words of expressions: `12`.
    pub fn second(&self) -> String {
        written(self.axis[0], "s")
    }

    /// Whether it is a moment.
    pub fn is_moment(&self) -> bool {
        self.axis[0] == self.axis[1]
    }

    /// Whether it is the one that a second, counted from the first time, is of.
    pub fn has(&self, second: f64) -> bool {
        let [from, to] = self.axis.map(|at| at as f64 / 1e9);
        (from..to).contains(&second) || self.is_moment() && from == second
    }
}

impl Body {
    /// The text, when it is text or unpacks to it.
    pub fn source(&self) -> Option<&Arc<Source>> {
        match self {
            Self::Text(source) | Self::Packed(_, _, source) => Some(source),
            Self::OnDisk(file) => file.excerpt.as_ref(),
            Self::Bytes(_) => None,
        }
    }

    /// How it is compressed.
    pub fn packing(&self) -> Option<Packing> {
        match self {
            Self::Packed(packing, ..) => Some(*packing),
            Self::OnDisk(file) => file.packing,
            Self::Text(_) | Self::Bytes(_) => None,
        }
    }
}

impl EvidenceFile {
    /// The content as bytes; none when it stays on the disk.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.body {
            Body::Text(source) => Some(source.text().as_bytes()),
            Body::Packed(_, bytes, _) | Body::Bytes(bytes) => Some(bytes),
            Body::OnDisk(_) => None,
        }
    }

    /// Whether a rule reads it, or a reader with the results beside it.
    pub fn is_read(&self) -> bool {
        self.format != load::NOT_READ
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        match &self.body {
            Body::OnDisk(file) => file.stamp.size,
            _ => self.bytes().map_or(0, |bytes| bytes.len() as u64),
        }
    }

    /// The text, when it is text or unpacks to it; of a file on the disk the lines that are told of.
    pub fn source(&self) -> Option<&Arc<Source>> {
        self.body.source()
    }
}

impl Suite {
    /// The observations of a metric with a statistic; with every statistic when none is given.
    pub fn observations(&self, wanted: &MetricStatistic) -> Cow<'_, [usize]> {
        match wanted.statistic {
            Some(statistic) => {
                let found = self.index.get(&(Arc::clone(&wanted.metric), statistic));
                Cow::Borrowed(found.map(Vec::as_slice).unwrap_or_default())
            }
            None => self.statistics(&wanted.metric).into_iter().flat_map(|(_, data)| data.iter().copied()).collect(),
        }
    }

    /// The ranges that stand in place of a metric's statistic, `40–80` for a p95: the observations of both ends.
    pub fn ranges(&self, wanted: &MetricStatistic) -> Vec<(usize, usize)> {
        let ends = |statistic| {
            let found = self.index.get(&(Arc::clone(&wanted.metric), statistic)).map(Vec::as_slice).unwrap_or_default();
            let observation = |datum: &usize| &self.data[*datum].observation;
            found.iter().copied().filter(move |datum| match (observation(datum).end_of, wanted.statistic) {
                (Some(of), Some(statistic)) => of == statistic,
                (of, _) => of.is_some(),
            })
        };
        let high = |low: usize| {
            let is_other_end = |high: &usize| {
                let (low, high) = (&self.data[low], &self.data[*high]);
                low.run() == high.run() && low.observation.end_of == high.observation.end_of
            };
            ends(Statistic::High).find(is_other_end)
        };
        ends(Statistic::Low).filter_map(|low| Some((low, high(low)?))).collect()
    }

    /// Where the evidence says something of a metric's statistic, once for each time: a value, a range in place
    /// of one, or that there is none.
    pub fn places_of<'a>(&'a self, wanted: &'a MetricStatistic) -> impl Iterator<Item = DimensionsRef<'a>> {
        let of = self.statistics(&wanted.metric).into_iter();
        let of = of.filter(|(statistic, _)| wanted.statistic.is_none_or(|wanted| wanted == *statistic));
        let values = of.flat_map(|(_, data)| data.iter().copied());
        let ranges = self.ranges(wanted).into_iter().map(|(low, _)| low);
        let absent = self.runs.iter().filter(|run| run.absent.iter().any(|absent| is_absence_of(absent, wanted)));
        let absent = absent.map(|run| run.dimensions);
        values.chain(ranges).map(|datum| self.dimensions(datum)).chain(absent)
    }

    /// The statistics that the evidence has of a metric, with their observations.
    pub fn statistics(&self, metric: &str) -> Vec<(Statistic, &[usize])> {
        // `Mean` is the first of the statistics.
        let from = (Arc::from(metric), Statistic::Mean);
        let of = self.index.range(from..).take_while(|((name, _), _)| **name == *metric);
        of.map(|((_, statistic), data)| (*statistic, data.as_slice())).collect()
    }

    /// The observations of whole runs, without the numbers of single measurements and those of slices of time.
    pub fn told(&self) -> &[Datum] {
        &self.data[..self.runs.data()]
    }

    /// The single measurements of a run and metric in the order of its file; none where they are too many, or in a
    /// stream.
    pub fn singles(&self, run: usize, metric: &str) -> &[Single] {
        self.singles.get(&run).and_then(|singles| singles.get(metric)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Those of the metric that the file of a run gives first.
    pub fn first_singles(&self, run: usize) -> &[Single] {
        let lists = self.singles.get(&run).into_iter().flat_map(BTreeMap::values);
        lists.min_by_key(|list| list.first().map(|single| single.number)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether an observation is of a slice of a run's time.
    pub fn is_of_slice(&self, datum: usize) -> bool {
        self.slices.first().is_some_and(|first| datum >= first.data.start)
    }

    /// The statistics of a metric that slices have, whether or not whole runs have them.
    pub fn statistics_of_slices(&self, metric: &str) -> impl Iterator<Item = Statistic> + '_ {
        let from = (Arc::from(metric), Statistic::Mean);
        let metric = Arc::clone(&from.0);
        self.of_slices.range(from..).take_while(move |(name, _)| *name == metric).map(|(_, statistic)| *statistic)
    }

    /// The slices that have a metric with a statistic; with any statistic when none is given.
    pub fn slices_with<'a>(&'a self, wanted: &'a MetricStatistic) -> impl Iterator<Item = &'a Sliced> {
        let is_wanted = |datum: &Datum| {
            let observation = &datum.observation;
            let is_statistic = wanted.statistic.is_none_or(|statistic| statistic == observation.statistic);
            is_statistic && observation.metric == wanted.metric
        };
        self.slices.iter().filter(move |slice| self.data[slice.data.clone()].iter().any(is_wanted))
    }

    /// Whether [`SECOND`] means slices of a run's time.
    pub fn is_told_in_time(&self) -> bool {
        !self.slices.is_empty() && self.vocabulary.dimension(SECOND).is_none()
    }

    /// The slice of a run's time that an observation is of.
    pub fn slice_of(&self, datum: usize) -> Option<&Sliced> {
        let after = self.slices.partition_point(|slice| slice.data.end <= datum);
        self.slices.get(after).filter(|slice| slice.data.contains(&datum))
    }

    /// What a run did over its time; nothing where its evidence does not say.
    pub fn slices_of(&self, run: usize) -> &[Sliced] {
        let from = self.slices.partition_point(|slice| slice.run < run);
        let to = self.slices.partition_point(|slice| slice.run <= run);
        &self.slices[from..to]
    }

    /// The observation that counts a run's single measurements of a metric, and says where they are.
    pub fn counted(&self, run: usize, metric: &str) -> Option<usize> {
        let name = |place: usize| &*self.data[place].observation.metric;
        let is_count = |place: &usize| {
            let basis = self.data[*place].observation.basis.as_ref();
            basis.is_some_and(|basis| basis.statistic == "count")
        };
        // Of several lists all but the first have a count that names their metric.
        let own = format!("samples{{{metric}}}");
        let of_other = |name: &str| {
            let other = name.strip_prefix("samples{").and_then(|rest| rest.strip_suffix('}'));
            other.is_some_and(|other| self.runs.get(run).samples.contains_key(other))
        };
        let counts = || self.places_of_run(run).filter(is_count);
        counts().find(|place| name(*place) == own).or_else(|| counts().find(|place| !of_other(name(*place))))
    }

    /// The observations of a run.
    pub fn of_run(&self, run: usize) -> &[Datum] {
        &self.data[self.runs.data_of(run)]
    }

    /// The places of a run's observations in [`Suite::data`].
    pub fn places_of_run(&self, run: usize) -> Range<usize> {
        self.runs.data_of(run)
    }

    /// The place of an observation's number in its file.
    pub fn place(&self, datum: &Datum) -> Option<Place> {
        self.files[datum.file()].source().map(|source| source.place(datum.observation.span))
    }

    /// Every metric with a statistic that the evidence has.
    pub fn metrics(&self) -> impl Iterator<Item = MetricStatistic> {
        self.index
            .keys()
            .map(|(metric, statistic)| MetricStatistic { metric: Arc::clone(metric), statistic: Some(*statistic) })
    }

    /// The dimensions of an observation.
    pub fn dimensions(&self, datum: usize) -> DimensionsRef<'_> {
        self.runs.get(self.data[datum].run()).dimensions
    }

    /// The exact source text of an observation's number; of one that is computed its shortest decimal text.
    pub fn raw(&self, datum: usize) -> &str {
        self.data[datum].observation.text().unwrap_or_else(|| self.slice(datum))
    }

    /// What stands in the source at an observation's place, of a difference its two numbers: `12 - 7`. None of one that
    /// stands in no place.
    pub fn exact(&self, datum: usize) -> Option<Cow<'_, str>> {
        let observation = &self.data[datum].observation;
        let text = self.slice(datum);
        match observation.locator {
            Locator::Difference(..) => text.split_once('\t').map(|(less, rest)| {
                let of = rest.rsplit('\t').next().unwrap_or_default();
                format!("{of} - {less}").into()
            }),
            _ => observation.computed().is_none().then_some(text.into()),
        }
    }

    fn slice(&self, datum: usize) -> &str {
        let datum = &self.data[datum];
        self.files[datum.file()].source().map_or("", |source| source.slice(datum.observation.span))
    }

    /// The dimension whose values are what was measured: the one that `[subjects]` names values of, or
    /// else the dimension called `framework`, `system`, `server` or `subject`.
    pub fn subject_dimension(&self) -> Option<Arc<str>> {
        let named = self.manifest.subjects.iter().find_map(|subject| match self.vocabulary.meaning(&subject.name) {
            Meaning::Value(dimension, _) => Some(dimension),
            _ => None,
        });
        let usual = ["framework", "system", "server", "subject", "tool", "library", "implementation"];
        named.or_else(|| usual.iter().find_map(|name| self.vocabulary.dimension(name)).map(|d| Arc::clone(&d.name)))
    }

    /// The number of the colour of a value, from 1: its place among the values of its dimension.
    pub fn colour(&self, dimension: &str, value: &str) -> usize {
        self.vocabulary.rank(dimension, value).saturating_add(1).min(99)
    }

    /// The load model of the runs that the dimensions fit: one only when all agree.
    pub fn load(&self) -> Option<LoadModel> {
        let mut loads = self.runs.said().iter().filter_map(|said| said.load);
        let first = loads.next()?;
        loads.all(|load| load == first).then_some(first)
    }
}

/// Whether an absence is of a metric's statistic; of any of them when none is given.
pub fn is_absence_of(absent: &Absence, wanted: &MetricStatistic) -> bool {
    absent.metric == wanted.metric && wanted.statistic.is_none_or(|statistic| absent.statistic == statistic)
}
