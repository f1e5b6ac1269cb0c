//! The reader of ClickBench's result files.
//!
//! Each of the queries ran three times; each time is a run with the dimensions `query` (`Q0` and so
//! on, as ClickBench numbers them) and `run` (1 to 3, of which the first is the cold one). Times are
//! in seconds, and `null` is a query that failed. A tag may say that the cold run was not quite cold.
//!
//! Loading and the size of the data are a run of their own, without a query. Where they are 0 nobody
//! measured them.

use std::fmt::Write as _;
use std::sync::Arc;

use super::json::Node;
use super::json::collector::{Collector, Measure, Spot};
use super::{Content, Reader, Reading};
use crate::model::{Axis, Dimensions, Family, Locator, Member, Run, Statistic};
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
        let mut collector = Collector::default();
        let shared = Shared::new(document);
        let loading = read_loading(&Spot::root(document), &shared, &mut collector);
        let mut times = Times { shared, runs: vec![loading], members: Vec::new() };
        let queries = document.get("result").map(Node::items).unwrap_or_default();
        let mut text = String::new();
        for (query, node) in queries.iter().enumerate() {
            text.clear();
            write!(text, "/result/{query}").expect("writing to a string does not fail");
            let pointer: Arc<str> = text.as_str().into();
            for (trial, time) in node.items().iter().enumerate() {
                times.read(&pointer, [query, trial], time, &mut collector);
            }
        }
        Reading { tool: "ClickBench".to_owned(), runs: times.finish(), problems: collector.problems }
    }
}

/// What the runs of a file have in common, so that each text is there once.
struct Shared {
    /// The system and the machine, as the file names them.
    dimensions: Dimensions,
    /// The queries, and which run of one it is.
    axes: Arc<[Axis; 2]>,
    /// What the first runs are, and what later ones.
    measures: [Measure; 2],
}

/// The times of a file: families of those that are numbers, between them the runs that have none.
struct Times {
    shared: Shared,
    runs: Vec<Run>,
    members: Vec<Member>,
}

impl Shared {
    fn new(document: &Node<'_>) -> Self {
        let of = |key: &'static str| document.get(key).and_then(Node::string).map(|text| (key.into(), text.into()));
        let cold = if is_lukewarm(document) { LUKEWARM } else { COLD };
        let time = Measure::new("time", Statistic::Value, Unit::named("s"));
        let queries = document.get("result").map(Node::items).unwrap_or_default();
        let trials = queries.iter().map(|query| query.items().len()).max().unwrap_or(0);
        let query =
            Axis { name: "query".into(), values: (0..queries.len()).map(|at| format!("Q{at}").into()).collect() };
        let run = Axis { name: "run".into(), values: (1..=trials).map(|run| run.to_string().into()).collect() };
        Self {
            dimensions: ["system", "machine"].into_iter().filter_map(of).collect(),
            axes: Arc::new([query, run]),
            measures: [cold, HOT].map(|words| time.clone().described(words)),
        }
    }
}

impl Times {
    /// Reads the time of a query and a run of it, both counted from 0.
    fn read(&mut self, pointer: &Arc<str>, at: [usize; 2], time: &Node<'_>, collector: &mut Collector) {
        let Shared { dimensions, axes, measures } = &self.shared;
        let measure = &measures[at[1].min(1)];
        if let Some(number) = time.number().filter(|number| measure.range.holds(*number)) {
            let locator = Locator::Item(Arc::clone(pointer), at[1] as u32);
            let place = at[0] * axes[1].values.len() + at[1];
            return self.members.push(Member { place, observation: measure.observation(number, time.span, locator) });
        }
        let own = axes.iter().zip(at).map(|(axis, at)| (Arc::clone(&axis.name), Arc::clone(&axis.values[at])));
        collector.run.dimensions =
            dimensions.iter().map(|(name, value)| (name.clone(), value.clone())).chain(own).collect();
        collector.take_own(Spot { node: time, pointer: format!("{pointer}/{}", at[1]) }, measure);
        self.end_family();
        self.runs.push(collector.next_run());
    }

    fn end_family(&mut self) {
        if self.members.is_empty() {
            return;
        }
        let axes: Arc<[Axis]> = Arc::<[Axis; 2]>::clone(&self.shared.axes);
        let members = std::mem::take(&mut self.members);
        let mut run = Run { dimensions: self.shared.dimensions.clone(), ..Run::default() };
        run.family = Some(Family { axes, members });
        self.runs.push(run);
    }

    fn finish(mut self) -> Vec<Run> {
        self.end_family();
        self.runs
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
