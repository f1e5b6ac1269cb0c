//! What Google Benchmark writes with `--benchmark_out`, as JSON and as CSV.
//!
//! The unit is told row by row. Where repetitions were aggregated, only the aggregates are read, under
//! the name of what they aggregate; repetitions without them are numbered in the dimension `round`. Fits
//! of complexity (`_BigO`, `_RMS`) are passed over. A row with an error has zeros in JSON and nothing in
//! CSV: its time is absent. So is the coefficient of variation in CSV, which is off by the unit's factor
//! there.

mod csv;
mod json;

use crate::formats::benchmarks::{median, word};
use crate::formats::json::collector::{Measure, Range};
use crate::model::Statistic;
use crate::units::Unit;
use std::collections::BTreeSet;

pub use csv::GoogleBenchmarkCsv;
pub use json::GoogleBenchmark;

const TOOL: &str = "Google Benchmark";
const FAILED: &str = "the benchmark reported an error";

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort<'a> {
    /// Means over the iterations of one repetition.
    Iterations,
    /// A statistic over repetitions, by its name: `mean`, `median`, `stddev`, `cv` or one of the author's.
    Aggregate(&'a str),
    /// A fit of complexity.
    Fit,
}

impl<'a> Sort<'a> {
    fn aggregate(name: &'a str) -> Self {
        if matches!(name, "BigO" | "RMS") { Self::Fit } else { Self::Aggregate(name) }
    }

    /// The measure of a quantity in this sort of row.
    fn measure(self, metric: &str, unit: Unit) -> Measure {
        let own = |name: &str| format!("{metric}{{{name}}}");
        match self {
            Self::Iterations | Self::Fit => Measure::new(metric, Statistic::Mean, unit),
            Self::Aggregate("median") => Measure::new(metric, median(), unit),
            Self::Aggregate("cv") => Measure::new(&own("cv"), Statistic::Share, Unit::none()).range(Range::NotNegative),
            Self::Aggregate(name) => match Statistic::parse(name) {
                Some(statistic) => Measure::new(metric, statistic, unit),
                None => Measure::new(&own(name), Statistic::Value, unit),
            },
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

/// The names of rows, where the end of a name may tell an aggregate: `BM_Sort_median`.
///
/// A benchmark may well be called so itself. Aggregates always come together, so that an end tells one only
/// where the others are there too.
struct Names<'a>(BTreeSet<&'a str>);

impl<'a> Names<'a> {
    const SETS: [&'static [&'static str]; 2] = [&["mean", "median", "stddev"], &["BigO", "RMS"]];

    fn new(names: &'a [String]) -> Self {
        Self(names.iter().map(|name| &**name).collect())
    }

    fn has(&self, name: &str, set: &[&str]) -> bool {
        set.iter().all(|end| self.0.contains(&*format!("{name}_{end}")))
    }

    /// The name of what a row is about, and its sort.
    fn split<'n>(&self, full: &'n str) -> (&'n str, Sort<'n>) {
        let of = |(name, end): (&'n str, &'n str)| {
            let [statistics, fit] = Self::SETS;
            let is_statistic = (statistics.contains(&end) || end == "cv") && self.has(name, statistics);
            (is_statistic || (fit.contains(&end) && self.has(name, fit))).then(|| (name, Sort::aggregate(end)))
        };
        full.rsplit_once('_').and_then(of).unwrap_or((full, Sort::Iterations))
    }

    /// Whether there are aggregates of a benchmark.
    fn is_aggregated(&self, name: &str) -> bool {
        self.has(name, Self::SETS[0])
    }
}

/// What the column `iterations` counts in this sort of row.
fn iterations(sort: Sort<'_>) -> Measure {
    crate::formats::benchmarks::count(if sort == Sort::Iterations { "iterations" } else { "repetitions" })
}
