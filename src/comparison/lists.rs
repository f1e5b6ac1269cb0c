//! The single measurements of a run, where its evidence holds them in an array.

use std::sync::Arc;

use crate::formats::Reading;
use crate::formats::beside::{self, Beside};
use crate::model::{Measurement, Run};
use crate::source::{Source, Span};
use crate::suite::Suite;
use crate::units::Unit;

/// The single measurements of a run.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// What they measure.
    pub(super) metric: Arc<str>,
    /// The values.
    pub(super) values: Vec<f64>,
    /// Their unit.
    pub(super) unit: Unit,
    /// The text that holds them.
    pub(super) source: Arc<Source>,
    /// Where the first stands in it.
    pub(super) span: Span,
}

/// The list of a run that was read from a file of that path; `file` gives the file of another path.
pub(super) fn of_run(
    path: &str,
    source: &Arc<Source>,
    run: &Run,
    file: impl Fn(&str) -> Option<Arc<Source>>,
) -> Option<List> {
    let measured = |(beside, path): (&Beside, String)| {
        let source = file(&path)?;
        let Reading { runs, problems, .. } = beside.read(&source).ok()??.reading;
        let has_some = runs.first().is_some_and(|run| !run.measurements.is_empty());
        has_some.then_some((source, runs, problems))
    };
    let mut of_tool = beside::paths(path).filter(|(beside, _)| beside.measures && beside.is_of(run));
    let Some((other, runs, problems)) = of_tool.find_map(measured) else {
        return list(source, &run.measurements);
    };
    runs.first().filter(|_| problems.is_empty()).and_then(|run| list(&other, &run.measurements))
}

/// The list of a run of a suite.
pub(super) fn of_suite(suite: &Suite, run: usize) -> Option<List> {
    let singles = suite.first_singles(run);
    let first = &suite.data[singles.first()?.number];
    // Many of one value are calls by the million: what is told of those are percentiles.
    if singles.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let value = |datum: usize| suite.data[datum].observation.value;
    let values = singles.iter().map(|single| value(single.number) / single.iterations.map_or(1.0, value)).collect();
    let source = suite.files[first.file()].source()?;
    let observation = &first.observation;
    kept(List {
        metric: Arc::clone(&observation.metric),
        values,
        unit: observation.unit,
        source: Arc::clone(source),
        span: observation.span,
    })
}

fn list(source: &Arc<Source>, measurements: &[Measurement]) -> Option<List> {
    let first = &measurements.first()?.number;
    let own: Vec<&Measurement> = measurements.iter().filter(|of| of.number.metric == first.metric).collect();
    if own.iter().any(|measurement| measurement.count != 1) {
        return None;
    }
    kept(List {
        metric: Arc::clone(&first.metric),
        values: own.into_iter().map(Measurement::value).collect(),
        unit: first.unit,
        source: Arc::clone(source),
        span: first.span,
    })
}

/// A ratio needs values above 0.
fn kept(list: List) -> Option<List> {
    list.values.iter().all(|value| *value > 0.0).then_some(list)
}
