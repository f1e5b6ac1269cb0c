//! Lists of single measurements that a file holds beside its statistics: the samples of one run.
//!
//! hyperfine keeps `times`, pytest-benchmark `data`, Criterion a `sample.json` beside its estimates, whose times
//! are of several iterations each.

use std::sync::Arc;

use crate::formats::json::{self, Node};
use crate::source::{Source, Span};
use crate::units::Unit;

/// The metric that all these lists measure.
pub(super) const METRIC: &str = "time";

/// The single measurements of a run.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// The times of an iteration.
    pub(super) values: Vec<f64>,
    /// Their unit.
    pub(super) unit: Unit,
    /// The text that holds them.
    pub(super) source: Arc<Source>,
    /// Where they begin in it.
    pub(super) span: Span,
}

/// The lists of a file's runs, by the place of the run; `beside` gives the file of a name in the same folder.
pub(super) fn of_file(
    path: &str,
    source: &Arc<Source>,
    beside: impl Fn(&str) -> Option<Arc<Source>>,
) -> Vec<Option<List>> {
    if let Some(folder) = path.strip_suffix("estimates.json") {
        return vec![beside(&format!("{folder}sample.json")).and_then(|sample| criterion(&sample))];
    }
    let text = source.text().trim_start_matches('\u{feff}');
    let may_have = text.starts_with('{') && (text.contains("\"times\"") || text.contains("\"data\""));
    let Some(root) = may_have.then(|| json::parse(text).ok()).flatten() else { return Vec::new() };
    let list = |node: Option<&Node<'_>>| {
        let node = node?;
        numbers(node).map(|values| seconds(values, source, node.span.shifted(source.text().len() - text.len())))
    };
    let results = root.get("results").map(Node::items).unwrap_or_default().iter();
    let benchmarks = root.get("benchmarks").map(Node::items).unwrap_or_default().iter();
    let times = results.map(|result| list(result.get("times")));
    times.chain(benchmarks.map(|benchmark| list(benchmark.at(&["stats", "data"])))).collect()
}

fn seconds(values: Vec<f64>, source: &Arc<Source>, span: Span) -> List {
    List { values, unit: Unit::named("s"), source: Arc::clone(source), span }
}

/// Numbers above 0, when there are several and nothing else.
fn numbers(node: &Node<'_>) -> Option<Vec<f64>> {
    let numbers: Option<Vec<f64>> = node.items().iter().map(Node::number).collect();
    numbers.filter(|numbers| numbers.len() > 1 && numbers.iter().all(|number| *number > 0.0))
}

/// Each time of Criterion over the iterations that it is of.
fn criterion(source: &Arc<Source>) -> Option<List> {
    let root = json::parse(source.text()).ok()?;
    let times = root.get("times")?;
    let (iterations, total) = (numbers(root.get("iters")?)?, numbers(times)?);
    let values = total.iter().zip(&iterations).map(|(time, iterations)| time / iterations).collect();
    let fits = total.len() == iterations.len();
    fits.then(|| List { values, unit: Unit::named("ns"), source: Arc::clone(source), span: times.span })
}
