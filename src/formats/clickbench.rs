//! The reader of ClickBench's result files.
//!
//! Each of the queries ran three times; each time is a run with the dimensions `query` (`Q0` and so
//! on, as ClickBench numbers them) and `run` (1 to 3, of which the first is the cold one). Times are
//! in seconds, and `null` is a query that failed. A tag may say that the cold run was not quite cold.
//!
//! Loading and the size of the data are a run of their own, without a query. Where they are 0 nobody
//! measured them.

use std::sync::Arc;

use super::json::Node;
use super::json::collector::{Collector, Measure, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Dimensions, Run, Statistic};
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
        let Some(document) = content.document() else { return Reading::default() };
        let root = Spot::root(document);
        let mut shared = Shared::new(document);
        let mut collector = Collector::default();
        let queries = document.get("result").map(Node::items).unwrap_or_default();
        let mut runs = Vec::with_capacity(1 + queries.iter().map(|query| query.items().len()).sum::<usize>());
        runs.push(read_loading(&root, &shared, &mut collector));
        for (number, query) in root.get("result").iter().flat_map(Spot::items).enumerate() {
            shared.dimensions.insert(Arc::clone(&shared.query), format!("Q{number}").into());
            for (trial, time) in query.items().enumerate() {
                runs.push(read_time(time, trial, &mut shared, &mut collector));
            }
        }
        Reading { tool: "ClickBench".to_owned(), runs, problems: collector.problems }
    }
}

/// What the runs of a file have in common, so that each text is there once.
struct Shared {
    /// The system and the machine, as the file names them, and the query.
    dimensions: Dimensions,
    /// The name of the dimension `query`.
    query: Arc<str>,
    /// The name of the dimension `run`.
    run: Arc<str>,
    /// What the first runs are, and what later ones.
    measures: [Measure; 2],
    /// The numbers of the runs.
    numbers: Vec<Arc<str>>,
}

impl Shared {
    fn new(document: &Node<'_>) -> Self {
        let of = |key: &'static str| document.get(key).and_then(Node::string).map(|text| (key.into(), text.into()));
        let cold = if is_lukewarm(document) { LUKEWARM } else { COLD };
        let time = Measure::new("time", Statistic::Value, Unit::named("s"));
        Self {
            dimensions: ["system", "machine"].into_iter().filter_map(of).collect(),
            query: "query".into(),
            run: "run".into(),
            measures: [cold, HOT].map(|words| time.clone().described(words)),
            numbers: Vec::new(),
        }
    }

    /// The number of a run, which is counted from 0 here.
    fn number(&mut self, trial: usize) -> Arc<str> {
        while self.numbers.len() <= trial {
            self.numbers.push((self.numbers.len() + 1).to_string().into());
        }
        Arc::clone(&self.numbers[trial])
    }
}

fn is_lukewarm(document: &Node<'_>) -> bool {
    let tags = document.get("tags").map(Node::items).unwrap_or_default();
    tags.iter().any(|tag| tag.string() == Some("lukewarm-cold-run"))
}

fn read_loading(root: &Spot<'_, '_>, shared: &Shared, collector: &mut Collector) -> Run {
    collector.run.dimensions = shared.dimensions.clone();
    for (key, unit) in [("load_time", "s"), ("data_size", "B")] {
        let measure = Measure::new(key, Statistic::Value, Unit::named(unit));
        match root.get(key) {
            Some(spot) if spot.node.number() == Some(0.0) => collector.absent(&measure, NOT_MEASURED),
            Some(spot) => collector.take(&spot, &measure),
            None => {}
        }
    }
    collector.next_run()
}

fn read_time(time: Spot<'_, '_>, trial: usize, shared: &mut Shared, collector: &mut Collector) -> Run {
    let number = shared.number(trial);
    // The path often gives a dimension more.
    collector.run.dimensions = shared.dimensions.with(&shared.run, number, 1);
    collector.take_own(time, &shared.measures[trial.min(1)]);
    collector.next_run()
}
