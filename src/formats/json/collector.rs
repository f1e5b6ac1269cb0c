//! Takes numbers out of a JSON document into a run, each with its place.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Node, Value, pointer};
use crate::diagnostic::Code;
use crate::formats::{Problem, Reading};
use crate::model::{Absence, Fact, Locator, Observation, Run, Statistic, Within};
use crate::source::Span;
use crate::units::Unit;

/// The run being read, and what was found to be wrong.
#[derive(Debug, Default)]
pub struct Collector {
    /// The run.
    pub run: Run,
    /// What is wrong.
    pub problems: Vec<Problem>,
    taken: Taken,
}

/// What was said of already.
#[derive(Debug, Default)]
struct Taken {
    /// The first few, which need no search.
    few: Vec<(Arc<str>, Statistic)>,
    /// All others.
    others: BTreeSet<(Arc<str>, Statistic)>,
}

/// A node and the RFC 6901 pointer that leads to it.
#[derive(Debug, Clone)]
pub struct Spot<'n, 't> {
    /// The node.
    pub node: &'n Node<'t>,
    /// The pointer to it.
    pub pointer: String,
}

/// What a number is a measure of.
#[derive(Debug, Clone)]
pub struct Measure {
    /// The metric.
    pub metric: Arc<str>,
    /// Which statistic of it.
    pub statistic: Statistic,
    /// The unit that the tool writes it in.
    pub unit: Unit,
    /// The values it can have.
    pub range: Range,
    /// What the tool means by it, where the name would mislead.
    pub described: Option<Arc<str>>,
    /// How far it may lie from the exact statistic, where the tool counts in buckets.
    pub within: Option<&'static Within>,
}

/// The values that a measure can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Any number.
    Any,
    /// 0 or more: times, sizes, counts, rates.
    NotNegative,
    /// 0, 1, 2 and so on: events that were counted one by one.
    Whole,
    /// 0 to 1.
    Share,
}

impl Measure {
    /// A measure that is 0 or more, or a share of 0 to 1.
    pub fn new(metric: &str, statistic: Statistic, unit: Unit) -> Self {
        let range = if statistic == Statistic::Share { Range::Share } else { Range::NotNegative };
        Self { metric: metric.into(), statistic, unit, range, described: None, within: None }
    }

    /// The same, with other limits.
    #[must_use]
    pub fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    /// The same, with what the tool means by it.
    #[must_use]
    pub fn described(self, words: &'static str) -> Self {
        Self { described: Some(words.into()), ..self }
    }

    /// A number of it, and where that is.
    pub fn observation(&self, number: f64, span: Span, locator: Locator) -> Observation {
        let plain = Observation::measured(&self.metric, self.statistic, number, self.unit, span, locator);
        plain.with(|of| (of.described, of.within) = (self.described.clone(), self.within))
    }
}

impl Range {
    /// Whether the number can be such a value.
    pub fn holds(self, number: f64) -> bool {
        match self {
            Self::Any => true,
            Self::NotNegative => number >= 0.0,
            Self::Whole => number >= 0.0 && number.fract() == 0.0,
            Self::Share => (0.0..=1.0).contains(&number),
        }
    }

    /// The limits in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Any => "any number",
            Self::NotNegative => "0 or more",
            Self::Whole => "a whole number",
            Self::Share => "between 0 and 1",
        }
    }
}

impl Taken {
    const FEW: usize = 8;

    fn insert(&mut self, metric: &Arc<str>, statistic: Statistic) -> bool {
        if self.has(metric, statistic) {
            return false;
        }
        let new = (Arc::clone(metric), statistic);
        if self.few.len() < Self::FEW {
            self.few.push(new);
            return true;
        }
        self.others.insert(new)
    }

    fn has(&self, metric: &str, statistic: Statistic) -> bool {
        let is_it = |(own, of): &(Arc<str>, Statistic)| *of == statistic && **own == *metric;
        self.few.iter().any(is_it) || (!self.others.is_empty() && self.others.contains(&(Arc::from(metric), statistic)))
    }
}

impl<'n, 't> Spot<'n, 't> {
    /// The whole document.
    pub fn root(node: &'n Node<'t>) -> Self {
        Self { node, pointer: String::new() }
    }

    /// The member of that name.
    pub fn get(&self, key: &str) -> Option<Self> {
        self.node.get(key).map(|node| Self { node, pointer: pointer(&self.pointer, key) })
    }

    /// The value at a path of member names.
    pub fn at(&self, path: &[&str]) -> Option<Self> {
        path.iter().try_fold(self.clone(), |spot, key| spot.get(key))
    }

    /// The members with their names, when this is an object; none otherwise.
    pub fn members(&self) -> impl Iterator<Item = (&'n str, Self)> {
        self.node.members().iter().map(|(key, node)| (&**key, Self { node, pointer: pointer(&self.pointer, key) }))
    }

    /// The items, when this is an array; none otherwise.
    pub fn items(&self) -> impl Iterator<Item = Self> {
        let items = self.node.items().iter().enumerate();
        items.map(|(index, node)| {
            let mut pointer =
                String::with_capacity(self.pointer.len() + 2 + index.checked_ilog10().unwrap_or(0) as usize);
            write!(pointer, "{}/{index}", self.pointer).expect("writing to a string does not fail");
            Self { node, pointer }
        })
    }
}

impl Collector {
    /// Takes a number. `null` is an absence; anything that the tool cannot have written is a problem.
    /// A second number for the same metric and statistic says the same again and is passed over.
    pub fn take(&mut self, spot: &Spot<'_, '_>, measure: &Measure) {
        self.take_own(spot.clone(), measure);
    }

    /// The same of a spot that is of no more use.
    pub fn take_own(&mut self, spot: Spot<'_, '_>, measure: &Measure) {
        if spot.node.value == Value::Null {
            return self.absent(measure, "the tool wrote `null`");
        }
        match self.number(&spot, measure.range) {
            Some(number) if self.is_new(measure) => {
                let locator = Locator::Json(spot.pointer.into_boxed_str());
                self.push(measure.observation(number, spot.node.span, locator));
            }
            _ => {}
        }
    }

    /// Notes that the tool has no value for a statistic.
    pub fn absent(&mut self, measure: &Measure, why: &'static str) {
        if self.is_new(measure) {
            let metric = Arc::clone(&measure.metric);
            self.run.absent.push(Absence { metric, statistic: measure.statistic, why });
        }
    }

    /// Adds an observation, unless there is one of its metric and statistic.
    pub fn tell(&mut self, observation: Observation) {
        if self.taken.insert(&observation.metric, observation.statistic) {
            self.push(observation);
        }
    }

    /// Whether something was said of a metric's statistic: a value, or that there is none.
    pub fn has(&self, metric: &str, statistic: Statistic) -> bool {
        self.taken.has(metric, statistic)
    }

    /// Notes what the file says of its run; a unit follows a number.
    pub fn fact(&mut self, name: &'static str, spot: &Spot<'_, '_>, unit: &str) {
        let text = spot.node.string().unwrap_or(spot.node.text);
        let value = [text, unit].join(" ").trim_end().into();
        self.run.facts.push(Fact { name, value, span: spot.node.span });
    }

    /// The number at a place, or a problem when there is none or it is out of range.
    pub fn number(&mut self, spot: &Spot<'_, '_>, range: Range) -> Option<f64> {
        let Some(number) = spot.node.number() else {
            self.wrong(spot, format!("{} is {}, not a number", named(spot), kind(spot.node)));
            return None;
        };
        if !range.holds(number) {
            self.wrong(spot, format!("{} is `{}`, but can only be {}", named(spot), spot.node.text, range.words()));
            return None;
        }
        Some(number)
    }

    /// Notes that something cannot be what the tool wrote.
    pub fn wrong(&mut self, spot: &Spot<'_, '_>, message: impl Into<String>) {
        let help = "restore the file as the tool wrote it, or leave it out with `leave_out`";
        self.problems.push(Problem::new(Code::Malformed, spot.node.span, message).help(help));
    }

    /// What was read, as one run of that tool.
    pub fn finish(mut self, tool: impl Into<String>) -> Reading {
        // A file may be of many runs with a number each.
        self.run.observations.shrink_to_fit();
        Reading { tool: tool.into(), runs: vec![self.run], problems: self.problems }
    }

    /// Takes what was collected so far as a run of its own, and begins another.
    pub fn next_run(&mut self) -> Run {
        self.taken.few.clear();
        self.taken.others.clear();
        std::mem::take(&mut self.run)
    }

    fn push(&mut self, observation: Observation) {
        let all = &mut self.run.observations;
        // Files of many runs have a number in each.
        if all.is_empty() {
            all.reserve_exact(1);
        }
        all.push(observation);
    }

    fn is_new(&mut self, measure: &Measure) -> bool {
        self.taken.insert(&measure.metric, measure.statistic)
    }
}

/// How a message names a place: by the last two steps of the pointer.
fn named(spot: &Spot<'_, '_>) -> String {
    let steps = spot.pointer.rmatch_indices('/').nth(1).map_or(0, |(index, _)| index);
    let steps = spot.pointer[steps..].trim_start_matches('/');
    format!("`{}`", steps.replace('/', ".").replace("~1", "/").replace("~0", "~"))
}

fn kind(node: &Node<'_>) -> &'static str {
    match node.value {
        Value::Null => "`null`",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(text: &str, statistic: Statistic) -> Collector {
        let root = super::super::parse(text).expect("it is JSON");
        let mut collector = Collector::default();
        let spot = Spot::root(&root).at(&["m/x", "avg"]).expect("a member");
        collector.take(&spot, &Measure::new("latency", statistic, Unit::named("ms")));
        collector
    }

    #[test]
    fn a_number_keeps_its_text_and_place() {
        let text = "{\"m/x\": {\"avg\": 1.50}}";
        let collector = take(text, Statistic::Mean);
        let [observation] = &collector.run.observations[..] else { panic!("one observation: {collector:?}") };
        assert_eq!(&text[observation.span.range()], "1.50");
        assert_eq!((observation.locator.to_string(), observation.value), ("/m~1x/avg".to_owned(), 1.5));
    }

    #[test]
    fn null_is_absent_and_not_a_number() {
        let collector = take("{\"m/x\": {\"avg\": null}}", Statistic::Mean);
        assert!(collector.run.observations.is_empty() && collector.problems.is_empty());
        assert_eq!((&*collector.run.absent[0].metric, collector.run.absent[0].statistic), ("latency", Statistic::Mean));
    }

    #[track_caller]
    fn is_wrong(value: &str, statistic: Statistic, message: &str) {
        let text = format!("{{\"m/x\": {{\"avg\": {value}}}}}");
        let collector = take(&text, statistic);
        let [problem] = &collector.problems[..] else { panic!("one problem: {collector:?}") };
        assert_eq!((problem.message.as_str(), &text[problem.span.range()]), (message, value));
        assert!(problem.code == Code::Malformed && problem.help.is_some() && collector.run.observations.is_empty());
    }

    #[test]
    fn what_no_tool_writes_is_a_problem() {
        is_wrong("-1.5", Statistic::Mean, "`m/x.avg` is `-1.5`, but can only be 0 or more");
        is_wrong("1.01", Statistic::Share, "`m/x.avg` is `1.01`, but can only be between 0 and 1");
        is_wrong("\"NaN\"", Statistic::Mean, "`m/x.avg` is a string, not a number");
        is_wrong("{}", Statistic::Mean, "`m/x.avg` is an object, not a number");
    }
}
