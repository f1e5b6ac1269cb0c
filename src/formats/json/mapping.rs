//! Any JSON document, read by pointers that say where its numbers are.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::collector::{Collector, Measure, Range, Spot};
use super::{Node, find};
use crate::diagnostic::Code;
use crate::formats::{Problem, Reading};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Kind, Run, Statistic};
use crate::source::Span;
use crate::units::Unit;

/// How a document is read: where its numbers are.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// Numbers, each pointer perhaps many.
    pub values: Vec<Values>,
    /// How they came about.
    pub kind: Kind,
}

/// The numbers that a pointer leads to.
#[derive(Debug, Clone)]
pub struct Values {
    /// The pointer, as it is written: `/servers/{server}/rps`.
    pub pointer: String,
    /// What they are of; without a statistic, the one that the known metric means by itself, or the value.
    pub metric: MetricStatistic,
    /// Their unit; the unit of the known metric, or a plain number, when none is given.
    pub unit: Option<Unit>,
    /// Dimensions and pointers to their values, from what the last `{name}` or `*` stands for.
    pub dimensions: Vec<(Arc<str>, String)>,
}

/// A step of a pointer.
enum Step {
    /// To the member or item of that name.
    To(String),
    /// To every member or item, whose name or number is a value of that dimension.
    Each(Arc<str>),
}

/// A place that a pointer leads to.
#[derive(Clone)]
struct Reached<'n, 't> {
    spot: Spot<'n, 't>,
    /// What the last `{name}` or `*` stands for.
    within: Spot<'n, 't>,
    dimensions: Dimensions,
}

/// The dimension of a `*`.
const KEY: &str = "key";

/// Why a pointer cannot be followed; none when it can.
pub fn wrong_pointer(pointer: &str) -> Option<&'static str> {
    match () {
        () if !pointer.starts_with('/') => Some("it begins with `/`"),
        () if steps(pointer).is_none() => Some("a `{name}` is a whole step of it, and stands once"),
        () => None,
    }
}

fn steps(pointer: &str) -> Option<Vec<Step>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    let step = |step: &str| {
        let name = match step.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) => name,
            None if step == "*" => KEY,
            None => return Some(Step::To(step.replace("~1", "/").replace("~0", "~"))),
        };
        let is_new = !name.is_empty() && (step == "*" || names.iter().all(|other| **other != *name));
        let same = names.iter().filter(|other| other.starts_with(KEY)).count();
        let name: Arc<str> = if step == "*" && same > 0 { format!("{KEY}_{}", same + 1).into() } else { name.into() };
        names.push(Arc::clone(&name));
        is_new.then_some(Step::Each(name))
    };
    pointer.split('/').skip(1).map(step).collect()
}

/// Reads a document.
pub fn read(document: &Node<'_>, mapping: &Mapping) -> Reading {
    let mut runs: BTreeMap<Dimensions, Collector> = BTreeMap::new();
    let mut order: Vec<Dimensions> = Vec::new();
    let mut problems = Vec::new();
    for values in &mapping.values {
        let reached = values.reached(document);
        if reached.is_empty() {
            problems.push(leads_nowhere(document, &values.pointer));
        }
        for reached in reached {
            if !runs.contains_key(&reached.dimensions) {
                order.push(reached.dimensions.clone());
            }
            runs.entry(reached.dimensions).or_default().take(&reached.spot, &values.measure());
        }
    }
    let mut reading = Reading { tool: "JSON".to_owned(), runs: Vec::new(), problems };
    for dimensions in order {
        let mut collector = runs.remove(&dimensions).unwrap_or_default();
        let kinds = collector.run.observations.drain(..).map(|o| o.with(|of| of.kind = mapping.kind));
        let observations = kinds.collect();
        reading.runs.push(Run { dimensions, observations, ..collector.run });
        reading.problems.append(&mut collector.problems);
    }
    reading
}

impl Values {
    fn measure(&self) -> Measure {
        let known = metrics::find(&self.metric.metric);
        let unit = self.unit.unwrap_or_else(|| known.map_or_else(Unit::none, |known| Unit::named(known.unit)));
        let usual = known.map_or(Statistic::Value, |known| known.statistic);
        let measure = Measure::new(&self.metric.metric, self.metric.statistic.unwrap_or(usual), unit);
        measure.range(if unit.is_time() { Range::NotNegative } else { Range::Any })
    }

    /// Every place that the pointer leads to, in the order of the document.
    fn reached<'n, 't>(&self, document: &'n Node<'t>) -> Vec<Reached<'n, 't>> {
        let root = Spot::root(document);
        let mut reached = vec![Reached { spot: root.clone(), within: root, dimensions: Dimensions::new() }];
        for step in steps(&self.pointer).unwrap_or_default() {
            reached = reached.iter().flat_map(|reached| reached.follow(&step, !self.dimensions.is_empty())).collect();
        }
        for reached in &mut reached {
            for (name, pointer) in &self.dimensions {
                let value = find(reached.within.node, pointer).map(|node| node.string().unwrap_or(node.text));
                reached.dimensions.extend(value.map(|value| (Arc::clone(name), value.into())));
            }
        }
        reached
    }
}

impl<'n, 't> Reached<'n, 't> {
    /// Where a step leads from here; a `*` is no dimension where others are named.
    fn follow(&self, step: &Step, has_others: bool) -> Vec<Self> {
        let children = || {
            let items = self.spot.items().enumerate().map(|(index, spot)| (index.to_string(), spot));
            self.spot.members().map(|(key, spot)| (key.to_owned(), spot)).chain(items)
        };
        match step {
            Step::To(key) => {
                let found = children().find(|(name, _)| name == key);
                found.map(|(_, spot)| Self { spot, ..self.clone() }).into_iter().collect()
            }
            Step::Each(name) => children()
                .map(|(key, spot)| {
                    let mut dimensions = self.dimensions.clone();
                    if !(has_others && name.starts_with(KEY)) {
                        dimensions.insert(Arc::clone(name), key.into());
                    }
                    Self { within: spot.clone(), spot, dimensions }
                })
                .collect(),
        }
    }
}

fn leads_nowhere(document: &Node<'_>, pointer: &str) -> Problem {
    let start = document.span.range().start;
    let message = format!("the pointer `{pointer}` leads to nothing");
    let problem = Problem::new(Code::NoMapping, Span::new(start, start + 1), message);
    problem.help("a pointer names each member from the outermost in: `/a/b/0`, and `{name}` for each of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(pointer: &str, metric: &str, unit: &str, dimensions: &[(&str, &str)]) -> Values {
        let dimensions = dimensions.iter().map(|(name, pointer)| (Arc::from(*name), (*pointer).to_owned()));
        Values {
            pointer: pointer.to_owned(),
            metric: MetricStatistic::parse(metric),
            unit: Some(Unit::named(unit)),
            dimensions: dimensions.collect(),
        }
    }

    fn lines(text: &str, values: Vec<Values>) -> Vec<String> {
        let document = super::super::parse(text).expect("it is JSON");
        let reading = read(&document, &Mapping { values, kind: Kind::Measured });
        let mut lines = Vec::new();
        for run in &reading.runs {
            let words: Vec<String> = run.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect();
            for o in &run.observations {
                let raw = &text[o.span.range()];
                lines.push(format!("{} {}.{} {raw} {}", words.join(" "), o.metric, o.statistic.name(), o.locator));
            }
        }
        lines.extend(reading.problems.into_iter().map(|problem| problem.message));
        lines
    }

    #[test]
    fn pointers_lead_to_numbers_and_names_to_dimensions() {
        let text = r#"{"red": {"json": {"rps": 10.0, "p99": 2}}, "blue": {"json": {"rps": 9}}}"#;
        let found = lines(
            text,
            vec![values("/{server}/{route}/rps", "rps", "req/s", &[]), values("/*/*/p99", "p99", "ms", &[])],
        );
        let expected = [
            "route=json server=red rps.rate 10.0 /red/json/rps",
            "route=json server=blue rps.rate 9 /blue/json/rps",
            "key=red key_2=json latency.p99 2 /red/json/p99",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn items_are_named_by_their_members() {
        let text = r#"{"runs": [{"tool": "x", "args": {"n": 4}, "t": [1.5, 2]}, {"tool": "y", "t": [3]}]}"#;
        let found = lines(text, vec![values("/runs/*/t/0", "time", "s", &[("tool", "/tool"), ("n", "/args/n")])]);
        assert_eq!(found, ["n=4 tool=x time.mean 1.5 /runs/0/t/0", "tool=y time.mean 3 /runs/1/t/0"]);
    }

    #[test]
    fn what_leads_nowhere_is_told() {
        let found =
            lines("{\"a\": {\"b\": \"x\"}}", vec![values("/a/c", "rps", "", &[]), values("/a/b", "rps", "", &[])]);
        assert_eq!(found, ["the pointer `/a/c` leads to nothing", "`a.b` is a string, not a number"]);
        assert_eq!(wrong_pointer("/a/{b}/*"), None);
        assert!(["a/b", "/{a}/{a}", "/{}"].iter().all(|pointer| wrong_pointer(pointer).is_some()));
    }
}
