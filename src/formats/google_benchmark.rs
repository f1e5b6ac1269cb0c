//! What Google Benchmark writes with `--benchmark_out`, as JSON and as CSV, and what it prints.
//!
//! The unit is told row by row. Where repetitions were aggregated, only the aggregates are read, under
//! the name of what they aggregate; repetitions without them are numbered in the dimension `round`. Fits
//! of complexity (`_BigO`, `_RMS`) are passed over. JSON before 1.5, CSV, the text, and what github-action-benchmark
//! keeps of them tell an aggregate by its name alone: see `Names`. A row with an error, or that was
//! skipped, has zeros in JSON and nothing in CSV: its time is absent. So is the coefficient of variation in
//! CSV, which is off by the unit's factor there.

mod csv;
mod json;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::benchmarks::{median, word};
use crate::formats::json::collector::{Collector, Measure, Range};
use crate::model::Statistic;
use crate::units::Unit;

pub use csv::GoogleBenchmarkCsv;
pub use json::GoogleBenchmark;
pub use text::GoogleBenchmarkText;

const TOOL: &str = "Google Benchmark";
pub(super) const FAILED: &str = "the benchmark reported an error";
/// Why a statistic of the author's is not read where rows do not tell its unit.
pub(super) const MAY_BE_A_SHARE: &str = "the file does not say whether this statistic is a time or a share";
const SKIPPED: &str = "the benchmark was skipped";
/// What an extreme or a percentile over repetitions is.
const OF_REPETITIONS: &str = "of the repetitions, not of single operations";

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort<'a> {
    /// Means over the iterations of one repetition.
    Iterations,
    /// A statistic over repetitions, by its name: `mean`, `median`, `stddev` or one of the author's.
    Aggregate(&'a str),
    /// One that has no unit of time, whatever the row says: `cv`, or one of the author's.
    Ratio(&'a str),
    /// A fit of complexity.
    Fit,
}

impl<'a> Sort<'a> {
    fn aggregate(name: &'a str) -> Self {
        match name {
            "BigO" | "RMS" => Self::Fit,
            "cv" => Self::Ratio(name),
            name => Self::Aggregate(name),
        }
    }

    /// Whether it is a statistic of the author's, whose unit only JSON tells.
    pub(super) fn may_be_a_share(self) -> bool {
        matches!(self, Self::Aggregate(name) if Statistic::parse(name).is_none())
    }

    /// The measure of a quantity in this sort of row.
    pub(super) fn measure(self, metric: &str, unit: Unit) -> Measure {
        let own = |name: &str| format!("{metric}{{{name}}}");
        match self {
            Self::Iterations | Self::Fit => Measure::new(metric, Statistic::Mean, unit),
            Self::Aggregate("median") => Measure::new(metric, median(), unit).described(OF_REPETITIONS),
            Self::Aggregate(name) => match Statistic::parse(name) {
                Some(statistic @ (Statistic::Mean | Statistic::StdDev)) => Measure::new(metric, statistic, unit),
                Some(statistic) => Measure::new(metric, statistic, unit).described(OF_REPETITIONS),
                None => Measure::new(&own(name), Statistic::Value, unit),
            },
            Self::Ratio("cv") => Measure::new(&own("cv"), Statistic::Share, Unit::none()).range(Range::NotNegative),
            Self::Ratio(name) => Measure::new(&own(name), Statistic::Value, Unit::none()).range(Range::Any),
        }
    }

    /// The measure of a counter, by the name of its column: `items_per_second`, or the author's own.
    fn counter(self, name: &str) -> Measure {
        match name {
            "items_per_second" => self.rate("throughput", "items/s"),
            "bytes_per_second" => self.rate("transfer", "B/s"),
            name => {
                let measure = self.measure(&word(name), Unit::none()).range(Range::Any);
                if self == Self::Iterations { Measure { statistic: Statistic::Value, ..measure } } else { measure }
            }
        }
    }

    fn rate(self, metric: &str, unit: &str) -> Measure {
        let measure = self.measure(metric, Unit::named(unit));
        if self == Self::Iterations { Measure { statistic: Statistic::Rate, ..measure } } else { measure }
    }
}

/// The names of rows with the numbers of iterations beside them, where the end of a name may tell an
/// aggregate: `BM_Sort_median`.
///
/// A benchmark may well be called so itself. The mean and the deviation always come together, and all
/// aggregates of a benchmark count the same iterations, before 1.5 those of a repetition and since then the
/// repetitions; two benchmarks that were timed each for itself do not.
pub(super) struct Names<'a>(BTreeMap<&'a str, BTreeSet<&'a str>>);

impl<'a> Names<'a> {
    const ALWAYS: [&'static str; 2] = ["mean", "stddev"];
    const FIT: [&'static str; 2] = ["BigO", "RMS"];

    /// The names of rows, each with the text of its number of iterations.
    pub(super) fn new(rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut names: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (name, iterations) in rows {
            names.entry(name).or_default().insert(iterations);
        }
        Self(names)
    }

    /// The iterations of the row with that end, if all ends are there and count the same.
    fn together(&self, name: &str, ends: [&str; 2]) -> Option<&BTreeSet<&'a str>> {
        let [first, second] = ends.map(|end| self.0.get(&*format!("{name}_{end}")));
        first.filter(|counts| counts.len() == 1 && second == Some(*counts))
    }

    /// The name of what a row is about, and its sort.
    fn split<'n>(&self, full: &'n str) -> (&'n str, Sort<'n>) {
        // The name of an author's statistic may hold a `_` too.
        let ends = full.rmatch_indices('_').map(|(at, _)| (&full[..at], &full[at + 1..]));
        let of = |(name, end): (&'n str, &'n str)| {
            let ends = if Self::FIT.contains(&end) { Self::FIT } else { Self::ALWAYS };
            let is_one = self.together(name, ends).is_some_and(|counts| self.0.get(full) == Some(counts));
            is_one.then(|| (name, Sort::aggregate(end)))
        };
        ends.filter(|(name, _)| !name.is_empty()).find_map(of).unwrap_or((full, Sort::Iterations))
    }

    /// What a row is about and its sort; none of a fit, and of a repetition where there are aggregates.
    pub(super) fn told<'n>(&self, full: &'n str) -> Option<(&'n str, Sort<'n>)> {
        let (name, sort) = self.split(full);
        let is_told = match sort {
            Sort::Fit => false,
            Sort::Iterations => self.together(name, Self::ALWAYS).is_none(),
            Sort::Aggregate(_) | Sort::Ratio(_) => true,
        };
        is_told.then_some((name, sort))
    }
}

/// Puts what an aggregate says beside what others say of the same benchmark.
pub(super) fn merge(readings: &mut Vec<Collector>, mut read: Collector) {
    match readings.iter_mut().find(|other| other.run.dimensions == read.run.dimensions) {
        Some(other) => {
            other.run.take_absent(&mut read.run);
            let has =
                |metric: &str| other.run.observations.iter().any(|o| &*o.metric == metric && metric == "repetitions");
            let new: Vec<_> = read.run.observations.into_iter().filter(|o| !has(&o.metric)).collect();
            other.run.observations.extend(new);
            other.problems.extend(read.problems);
        }
        None => readings.push(read),
    }
}

/// What the column `iterations` counts in this sort of row.
fn iterations(sort: Sort<'_>) -> Measure {
    crate::formats::benchmarks::count(if sort == Sort::Iterations { "iterations" } else { "repetitions" })
}
