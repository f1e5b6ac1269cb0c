//! Which figures of the two sides belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::conditions::{self, CONDITIONS, Conditions};
use super::lists::List;
use super::side::{Measured, Side};
use super::{SIDES, Spot};
use crate::formats::beside;
use crate::metrics::MetricStatistic;
use crate::model::{Descriptor, Dimensions, Kind, Percentile, Statistic};
use crate::statistics;
use crate::units::{Quantity, Unit};

/// One repetition of a figure: its values and where they stand.
#[derive(Debug)]
pub(super) struct Round {
    /// One value, or the single measurements of a run.
    pub(super) values: Vec<Quantity>,
    /// Where they stand.
    pub(super) spot: Spot,
}

/// A figure with its repetitions on both sides.
#[derive(Debug)]
pub(super) struct Figure {
    /// The metric and statistic.
    pub(super) metric: MetricStatistic,
    /// The dimensions that both sides share.
    pub(super) dimensions: Dimensions,
    /// The dimensions in words.
    pub(super) words: String,
    /// The repetitions on either side.
    pub(super) rounds: [Vec<Round>; 2],
    /// What held on either side.
    pub(super) conditions: [Conditions; 2],
    /// Whether both sides made the same number of requests.
    pub(super) same_requests: bool,
}

/// The figures of both sides.
#[derive(Debug, Default)]
pub(super) struct Matched {
    /// The figures.
    pub(super) figures: BTreeMap<(Dimensions, MetricStatistic), Figure>,
    /// What the sides as a whole differ in.
    pub(super) differs: Vec<(String, [String; 2])>,
    /// Every condition that the evidence tells of.
    pub(super) conditions: BTreeSet<String>,
}

type Values = BTreeMap<Arc<str>, BTreeSet<Arc<str>>>;

/// Matches the figures of the sides.
pub(super) fn matching(sides: &[Side; 2]) -> Matched {
    let values = sides.each_ref().map(values);
    let whole = whole(&values);
    let mut matched = Matched::default();
    for name in &whole {
        let of = |side: usize| values[side].get(name).and_then(|values| values.first()).map(ToString::to_string);
        // The value of what names do not tell is `none`.
        let told = |side: usize| of(side).filter(|value| value != "none").unwrap_or_else(|| "not told".to_owned());
        let both = [told(0), told(1)];
        // The folders under which two bare folders are read are no dimension of theirs.
        if !CONDITIONS.contains(&&**name) && both != SIDES && both[0] != both[1] {
            matched.differs.push((name.to_string(), both));
        }
    }
    for (at, side) in sides.iter().enumerate() {
        for run in &side.runs {
            take(&mut matched, at, run, &whole);
        }
    }
    let varying = varying(&matched);
    for figure in matched.figures.values_mut() {
        figure.words = words(&figure.dimensions, &varying, sides);
        matched.conditions.extend(figure.conditions.iter().flat_map(BTreeMap::keys).cloned());
    }
    count_requests(&mut matched);
    matched
}

/// The values of each dimension of a side.
fn values(side: &Side) -> Values {
    let mut values = Values::new();
    for (name, value) in side.runs.iter().flat_map(|run| &run.dimensions) {
        values.entry(Arc::clone(name)).or_default().insert(Arc::clone(value));
    }
    values
}

/// The dimensions that tell the sides apart and nothing within them.
fn whole(values: &[Values; 2]) -> BTreeSet<Arc<str>> {
    let names: BTreeSet<&Arc<str>> = values.iter().flat_map(BTreeMap::keys).collect();
    let is_whole = |name: &&Arc<str>| {
        let [old, new] = values.each_ref().map(|values| values.get(*name));
        let is_one = |values: Option<&BTreeSet<Arc<str>>>| values.is_none_or(|values| values.len() == 1);
        is_one(old) && is_one(new) && old != new
    };
    names.into_iter().filter(is_whole).cloned().collect()
}

/// Takes the numbers of a run.
fn take(matched: &mut Matched, side: usize, run: &Measured, whole: &BTreeSet<Arc<str>>) {
    let mut held: Vec<(String, String)> = conditions::of_run(run).collect();
    let stated = run.dimensions.iter().filter(|(name, _)| whole.contains(*name) && CONDITIONS.contains(&&***name));
    held.extend(stated.map(|(name, value)| (name.to_string(), value.to_string())));
    let mut dimensions = run.dimensions.clone();
    dimensions.retain(|name, _| !whole.contains(name));
    let mut add = |metric: MetricStatistic, kind: Kind, round: Round| {
        let figure =
            matched.figures.entry((dimensions.clone(), metric)).or_insert_with_key(|(dimensions, metric)| Figure {
                metric: metric.clone(),
                dimensions: dimensions.clone(),
                words: String::new(),
                rounds: Default::default(),
                conditions: Default::default(),
                same_requests: false,
            });
        figure.rounds[side].push(round);
        let kind = ("kind".to_owned(), kind.name().to_owned());
        for (name, value) in held.iter().cloned().chain([kind]) {
            figure.conditions[side].entry(name).or_default().insert(value);
        }
    };
    let spot = |span| Spot { path: Arc::clone(&run.path), source: Arc::clone(&run.source), span };
    for observation in &run.observations {
        let is_end = matches!(observation.statistic, Statistic::Low | Statistic::High);
        if is_end || run.list.as_ref().is_some_and(|list| is_of_list(list, observation)) {
            continue;
        }
        let metric =
            MetricStatistic { metric: Arc::clone(&observation.metric), statistic: Some(observation.statistic) };
        add(metric, observation.kind, Round { values: vec![observation.quantity()], spot: spot(observation.span) });
    }
    if let Some(list) = &run.list {
        let values = list.values.iter().map(|value| Quantity { value: *value, unit: list.unit }).collect();
        let spot = Spot { path: list_path(run, list), source: Arc::clone(&list.source), span: list.span };
        let metric = MetricStatistic { metric: Arc::clone(&list.metric), statistic: median() };
        add(metric, Kind::Measured, Round { values, spot });
    }
}

fn median() -> Option<Statistic> {
    Percentile::new(50.0).map(Statistic::Percentile)
}

/// Whether a statistic follows from the list of single measurements: the list takes its place.
fn is_of_list(list: &List, observation: &Descriptor) -> bool {
    let is_rate = observation.statistic == Statistic::Rate;
    let is_own = observation.metric == list.metric && (is_rate || observation.statistic.is_distribution());
    let is_part = || observation.metric.strip_prefix(&*list.metric).is_some_and(|rest| rest.starts_with('{'));
    is_own || is_part() || observation.basis.is_some()
}

/// The file that holds the list: the run's own, or the one beside it.
fn list_path(run: &Measured, list: &List) -> Arc<str> {
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let is_it = |path: &String| name(path) == name(list.source.path());
    let mut others = beside::paths(&run.path).map(|(_, path)| path).filter(|_| !Arc::ptr_eq(&run.source, &list.source));
    others.find(is_it).map_or_else(|| Arc::clone(&run.path), Into::into)
}

/// The dimensions that have several values among the figures.
fn varying(matched: &Matched) -> BTreeSet<Arc<str>> {
    let mut values: BTreeMap<&Arc<str>, BTreeSet<Option<&Arc<str>>>> = BTreeMap::new();
    for (dimensions, _) in matched.figures.keys() {
        for (name, value) in dimensions {
            values.entry(name).or_default().insert(Some(value));
        }
    }
    for (dimensions, _) in matched.figures.keys() {
        for (_, values) in values.iter_mut().filter(|(name, _)| !dimensions.contains_key(name)) {
            values.insert(None);
        }
    }
    let several = values.into_iter().filter(|(_, values)| values.len() > 1);
    several.map(|(name, _)| Arc::clone(name)).collect()
}

/// Dimensions in words: labels, and names before what is only a number.
fn words(dimensions: &Dimensions, varying: &BTreeSet<Arc<str>>, sides: &[Side; 2]) -> String {
    // A name such as `Sort/n=100` tells the parameter `n` already.
    let is_told = |name: &str, value: &str| dimensions.values().any(|other| other.contains(&format!("{name}={value}")));
    let told = dimensions
        .iter()
        .filter(|(name, value)| varying.contains(*name) && ***value != *"none" && !is_told(name, value));
    let word = |(name, value): (&Arc<str>, &Arc<str>)| {
        let key = (Arc::clone(name), Arc::clone(value));
        let label = sides.iter().find_map(|side| side.labels.get(&key)).map_or(&**value, String::as_str);
        let is_number = label.chars().all(|c| c.is_ascii_digit() || c == '.');
        if is_number { format!("{name} {label}") } else { label.to_owned() }
    };
    told.map(word).collect::<Vec<_>>().join(" · ")
}

/// Finds the figures of both sides whose runs made the same number of requests.
fn count_requests(matched: &mut Matched) {
    let metric = MetricStatistic { metric: "requests".into(), statistic: Some(Statistic::Count) };
    let counts = |figure: &Figure| {
        figure.rounds.each_ref().map(|rounds| {
            let counts: Vec<f64> = rounds.iter().flat_map(|round| &round.values).map(|q| q.value).collect();
            statistics::median(&counts)
        })
    };
    let figures = matched.figures.iter().filter(|((_, own), _)| *own == metric);
    let same: BTreeSet<Dimensions> = figures
        .filter(|(_, figure)| matches!(counts(figure), [Some(old), Some(new)] if old == new))
        .map(|((dimensions, _), _)| dimensions.clone())
        .collect();
    for ((dimensions, _), figure) in &mut matched.figures {
        figure.same_requests = same.contains(dimensions);
    }
}

impl Figure {
    /// The unit that its values are given in: that of the first.
    pub(super) fn unit(&self) -> Unit {
        let first = self.rounds.iter().flatten().flat_map(|round| &round.values).next();
        first.map_or(Unit::none(), |quantity| quantity.unit)
    }
}
