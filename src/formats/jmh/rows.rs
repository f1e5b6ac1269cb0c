//! The rows of JMH's tables: of a benchmark, and of what was measured beside it, `name:gc.alloc.rate`.

use super::Score;
use crate::formats::benchmarks::{Part, benchmark, count, set, set_parameter};
use crate::formats::json::collector::Collector;

/// Why `≈ 10⁻³` is no score.
const ABOUT: &str = "JMH prints no more than the power of ten of a score below half of its last digit";

/// A row, whatever the layout of its table.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) mode: &'a str,
    /// Names and values; an empty value is none.
    pub(super) parameters: Vec<(&'a str, String)>,
    pub(super) samples: Option<Part<'a>>,
    pub(super) score: Option<Part<'a>>,
    /// Half of the interval of confidence.
    pub(super) error: Option<Part<'a>>,
    pub(super) unit: &'a str,
}

/// What was read of each benchmark.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) benchmarks: Vec<Collector>,
}

impl Rows {
    /// Takes a row: into a benchmark of its own, or the last one that it stands beside.
    pub(super) fn take(&mut self, row: &Row<'_>) -> &mut Collector {
        let (name, beside) = row.name.split_once(':').map_or((row.name, None), |(name, beside)| (name, Some(beside)));
        let mut wanted = benchmark(name);
        set(&mut wanted, "mode", row.mode);
        for (parameter, value) in &row.parameters {
            set_parameter(&mut wanted, parameter, value);
        }
        let known = self.benchmarks.iter().rposition(|known| known.run.dimensions == wanted.run.dimensions);
        let at = known.filter(|_| beside.is_some()).unwrap_or_else(|| {
            self.benchmarks.push(wanted);
            self.benchmarks.len() - 1
        });
        let collector = &mut self.benchmarks[at];
        read(row, beside, collector);
        collector
    }
}

fn read(row: &Row<'_>, beside: Option<&str>, collector: &mut Collector) {
    let score = beside.map_or_else(|| Score::of(row.unit), |name| Score::beside(name, row.unit, row.mode));
    match &row.score {
        Some(part) if part.text.starts_with('≈') => collector.absent(&score.measure(), ABOUT),
        Some(part) => part.take_behind_comma(&score.measure(), collector),
        None => {}
    }
    if let Some(part) = row.error.as_ref().filter(|_| score.has_error()) {
        part.take_behind_comma(&score.error(), collector);
    }
    if let Some(part) = row.samples.as_ref().filter(|_| beside.is_none()) {
        part.take(&count("samples"), collector);
    }
}
