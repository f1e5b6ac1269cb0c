//! The reader of ClickBench's result files.
//!
//! Each of the queries ran three times; each time is a run with the dimensions `query` (`Q0` and so
//! on, as ClickBench numbers them) and `run` (1 to 3, of which the first is the cold one). Times are
//! in seconds, and `null` is a query that failed. A tag may say that the cold run was not quite cold.
//!
//! Loading and the size of the data are a run of their own, without a query. Where they are 0 nobody
//! measured them.

use super::json::Node;
use super::json::collector::{Collector, Measure, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Dimensions, Statistic};
use crate::units::Unit;

/// The reader of a result file.
pub struct ClickBench;

const COLD: &str = "the first run, cold";
const LUKEWARM: &str = "the first run, which the file tags `lukewarm-cold-run`";
const HOT: &str = "a later run, hot";
const NOT_MEASURED: &str = "the file says 0, which stands for a value that nobody measured";

impl Reader for ClickBench {
    fn name(&self) -> &'static str {
        "clickbench"
    }

    fn title(&self) -> &'static str {
        "ClickBench results"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.document().is_some_and(|root| {
            let queries = root.get("result").map(Node::items).unwrap_or_default();
            let has = |key| root.get(key).is_some();
            has("system") && has("machine") && has("load_time") && queries.iter().any(|query| !query.items().is_empty())
        })
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut reading = Reading { tool: "ClickBench".to_owned(), ..Reading::default() };
        let Some(document) = content.document() else { return reading };
        let root = Spot::root(document);
        let mut keep = |mut collector: Collector| {
            collector.run.dimensions.extend(named(document));
            let mut one = collector.finish("ClickBench");
            reading.runs.append(&mut one.runs);
            reading.problems.append(&mut one.problems);
        };
        keep(read_loading(&root));
        for (number, query) in root.get("result").iter().flat_map(Spot::items).enumerate() {
            for (trial, time) in query.items().enumerate() {
                keep(read_time(&time, number, trial, is_lukewarm(document)));
            }
        }
        reading
    }
}

/// The system and the machine, as the file names them.
fn named(document: &Node<'_>) -> Dimensions {
    let of = |key: &'static str| document.get(key).and_then(Node::string).map(|text| (key.into(), text.into()));
    ["system", "machine"].into_iter().filter_map(of).collect()
}

fn is_lukewarm(document: &Node<'_>) -> bool {
    let tags = document.get("tags").map(Node::items).unwrap_or_default();
    tags.iter().any(|tag| tag.string() == Some("lukewarm-cold-run"))
}

fn read_loading(root: &Spot<'_, '_>) -> Collector {
    let mut collector = Collector::default();
    for (key, unit) in [("load_time", "s"), ("data_size", "B")] {
        let measure = Measure::new(key, Statistic::Value, Unit::named(unit));
        match root.get(key) {
            Some(spot) if spot.node.number() == Some(0.0) => collector.absent(&measure, NOT_MEASURED),
            Some(spot) => collector.take(&spot, &measure),
            None => {}
        }
    }
    collector
}

fn read_time(time: &Spot<'_, '_>, query: usize, trial: usize, is_lukewarm: bool) -> Collector {
    let mut collector = Collector::default();
    let described = match trial {
        0 if is_lukewarm => LUKEWARM,
        0 => COLD,
        _ => HOT,
    };
    let dimensions = [("query", format!("Q{query}")), ("run", (trial + 1).to_string())];
    collector.run.dimensions = dimensions.map(|(name, value)| (name.into(), value.into())).into();
    collector.take(time, &Measure::new("time", Statistic::Value, Unit::named("s")).described(described));
    collector
}
