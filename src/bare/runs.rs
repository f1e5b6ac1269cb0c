//! The runs of all files, each with what tells it from the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::criterion;
use super::names::{self, Told};
use super::retold;
use super::survey::{Seen, What};
use crate::formats::Reading;
use crate::model::{Dimensions, Observation, Run, Statistic};
use crate::suite::pattern::Pattern;

/// What a run measures, as far as tables need to know: runs of one kind share a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Requests under load: rates and latencies.
    Load,
    /// The time of an iteration.
    Time,
    /// Anything else.
    Other,
}

/// An output with what its name tells.
#[derive(Debug)]
pub(super) struct Output<'a> {
    /// The path below the folder.
    pub(super) path: &'a str,
    /// What the path tells.
    pub(super) told: Told,
    /// What was read.
    reading: &'a Reading,
    /// The pattern of its headings, when they tell its runs apart.
    pub(super) sections: Option<String>,
    /// Patterns of headings of runs that are not read: warm-ups.
    pub(super) left_headings: Vec<String>,
    /// The places of those runs.
    pub(super) warm_ups: BTreeSet<usize>,
    /// What it measures.
    pub(super) kind: Kind,
    /// Dimensions of all its runs that nothing else gives.
    pub(super) set: BTreeMap<String, String>,
    /// The fields by which its records are divided.
    pub(super) by: &'a [String],
    /// What files beside it tell of its runs, in numbers of their own.
    beside: &'a [Observation],
    /// Whether a file beside it names what its folders spell.
    is_named: bool,
    /// The dimensions of its runs.
    dimensions: Vec<Dimensions>,
}

/// A run in a report.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// What it measures.
    pub(super) kind: Kind,
    /// Its dimensions.
    pub(super) dimensions: Dimensions,
    /// What was read.
    pub(super) run: &'a Run,
    /// What files beside its own tell of it.
    pub(super) beside: &'a [Observation],
    /// The file it was read from.
    pub(super) path: &'a str,
    /// The tool, as the file names it.
    pub(super) tool: &'a str,
}

/// The runs that a report is made of.
#[derive(Debug, Default)]
pub(super) struct Runs<'a> {
    /// The outputs that are read.
    pub(super) outputs: Vec<Output<'a>>,
    /// Outputs whose names say that they are no results of their own, each with the reason why they are not read.
    pub(super) passed_over: Vec<(&'a str, String)>,
    /// Results that are not read, each with the reason.
    pub(super) left_out: Vec<(&'a str, String)>,
    /// What files say of their runs that becomes a dimension.
    pub(super) facts: Vec<&'static str>,
}

/// What a file can say of its run that makes it unlike others.
const FACTS: [&str; 5] = ["connections", "threads", "rate", "scenario", "url"];

/// The headings of runs that were warm-ups.
const WARM_UPS: [&str; 3] = ["*warmup*", "*warm-up*", "*warm_up*"];

/// The value of a dimension that other runs have and this one has not.
pub(super) const NONE: &str = "none";

impl<'a> Runs<'a> {
    /// The runs of those files; `above` is how many folders at the beginning of each path tell nothing of a benchmark.
    pub(super) fn of(seen: &'a [Seen], above: usize) -> Self {
        let read = |seen: &'a Seen| match &seen.content {
            What::Output(reading, _) => Some((&*seen.path, reading)),
            What::Damaged(..) | What::Other(_) => None,
        };
        let read: Vec<(&str, &Reading)> = seen.iter().filter_map(read).collect();
        let warm: BTreeSet<&str> = warm_ups(&read);
        let (warm, read): (Vec<_>, Vec<_>) = read.into_iter().partition(|(path, _)| warm.contains(path));
        let earlier = criterion::earlier(&read.iter().map(|(path, _)| *path).collect());
        let read: Vec<_> = read.into_iter().filter(|(path, _)| !earlier.contains_key(path)).collect();
        let retold = retold::retold(seen, &read.iter().map(|(path, _)| *path).collect());
        let read: Vec<_> = read.into_iter().filter(|(path, _)| !retold.contains_key(path)).collect();
        let named = seen.iter().filter_map(|seen| Some((&*seen.path, seen.named?))).collect();
        let told = told(&read.iter().map(|(path, _)| *path).collect::<Vec<_>>(), above, &named);
        let all: BTreeMap<&str, &Seen> = seen.iter().map(|seen| (&*seen.path, seen)).collect();
        let output = |((path, reading), told): (&(&'a str, &'a Reading), Told)| Output::new(all[path], told, reading);
        let outputs = read.iter().zip(told).map(output).collect();
        let warm = warm.into_iter().map(|(path, _)| (path, "is named a warm-up".to_owned()));
        let earlier = earlier.into_iter().map(|(path, why)| (path, why.to_owned()));
        let passed_over = warm.chain(earlier).collect();
        let left_out = retold.into_iter().collect();
        let mut runs = Self { outputs, passed_over, left_out, facts: Vec::new() };
        runs.read_headings();
        runs.outputs.iter_mut().for_each(Output::take_dimensions);
        runs.rename_parameter();
        runs.take_facts();
        runs.leave_out_doubles();
        runs.fill_in();
        runs
    }

    /// Each run with its dimensions.
    pub(super) fn lines(&self) -> Vec<Line<'a>> {
        let lines = |output: &Output<'a>| -> Vec<Line<'a>> {
            let set = output.set.iter().map(|(name, value)| (name.as_str().into(), value.as_str().into()));
            let set: Dimensions = set.collect();
            let told = output.runs().map(|(run, own)| {
                let mut dimensions = set.clone();
                dimensions.extend(own.clone());
                // One file may time some benchmarks and weigh others.
                let kind = if run.title.is_some() { kind(run) } else { output.kind };
                Line { kind, dimensions, run, beside: output.beside, path: output.path, tool: &output.reading.tool }
            });
            told.collect()
        };
        self.outputs.iter().flat_map(lines).collect()
    }

    /// The files that hold runs whose headings say that they were warm-ups.
    pub(super) fn warm_ups(&self) -> impl Iterator<Item = &'a str> {
        self.outputs.iter().filter(|output| !output.warm_ups.is_empty()).map(|output| output.path)
    }

    /// Takes dimensions from the headings of logs of several runs.
    fn read_headings(&mut self) {
        let collections = self.outputs.iter().enumerate().filter_map(|(at, output)| Some((at, output.headings()?)));
        let mut collections: Vec<(usize, Vec<&str>)> = collections.collect();
        for (at, headings) in &mut collections {
            self.outputs[*at].leave_out_warm_ups(headings);
        }
        let all: Vec<&str> = collections.iter().flat_map(|(_, headings)| headings.iter().copied()).collect();
        let mut told = names::of_headings(&all).into_iter();
        let of_paths: BTreeSet<String> =
            self.outputs.iter().flat_map(|o| o.told.dimensions.keys().map(ToString::to_string)).collect();
        for (at, headings) in collections {
            let told: Vec<Told> = told.by_ref().take(headings.len()).collect();
            let pattern = told.first().map(|first| apart(&first.pattern, &of_paths)).unwrap_or_default();
            let candidates = [pattern, "{section}".to_owned()];
            self.outputs[at].sections = candidates.into_iter().find(|pattern| tells_apart(pattern, &headings));
        }
    }

    /// A number that equals what each file says of its connections or threads is that.
    fn rename_parameter(&mut self) {
        let name = ["connections", "threads", "rate"].into_iter().find(|name| {
            let mut runs = self.outputs.iter().flat_map(Output::runs).filter(|(_, own)| own.contains_key("parameter"));
            let same = |(run, own): (&Run, &Dimensions)| fact(run, name) == own.get("parameter").map(|value| &**value);
            let is_there = self.outputs.iter().any(|output| output.told.dimensions.contains_key("parameter"));
            is_there && runs.all(same) && !self.outputs.iter().any(|o| o.told.dimensions.contains_key(name))
        });
        for output in self.outputs.iter_mut().filter(|_| name.is_some()) {
            output.rename("parameter", name.unwrap_or_default());
        }
    }

    /// Makes a dimension of what files say of their runs, where that varies and no name tells it.
    fn take_facts(&mut self) {
        for name in FACTS {
            let runs: Vec<(&Run, &Dimensions)> = self.outputs.iter().flat_map(Output::runs).collect();
            let values: BTreeSet<&str> = runs.iter().filter_map(|(run, _)| fact(run, name)).collect();
            let is_named = runs.iter().any(|(_, own)| own.contains_key(name));
            if values.len() < 2 || is_named || is_told(&runs, name) {
                continue;
            }
            self.facts.push(name);
            for output in &mut self.outputs {
                for (run, own) in output.reading.runs.iter().zip(&mut output.dimensions) {
                    if let Some(value) = fact(run, name) {
                        own.insert(name.into(), value.into());
                    }
                }
            }
        }
    }

    /// Leaves out what gives numbers again that another output gives: the same run in two formats.
    fn leave_out_doubles(&mut self) {
        type Key = (Dimensions, Arc<str>, Statistic);
        let mut order: Vec<usize> = (0..self.outputs.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.outputs[*at].observations()));
        let mut given: BTreeMap<Key, usize> = BTreeMap::new();
        let mut doubles: BTreeMap<usize, String> = BTreeMap::new();
        for at in order {
            let mut own: BTreeMap<Key, usize> = BTreeMap::new();
            let mut why = None;
            for (run, dimensions) in self.outputs[at].runs() {
                for o in &run.observations {
                    let key = (dimensions.clone(), Arc::clone(&o.metric), o.statistic);
                    let other = given.get(&key).map(|other| self.outputs[*other].path);
                    why = why.or_else(|| other.map(|other| format!("gives numbers that `{other}` gives too")));
                    if own.insert(key, at).is_some() {
                        why = Some("has several runs, and nothing tells them apart".to_owned());
                    }
                }
            }
            match why {
                Some(why) => drop(doubles.insert(at, why)),
                None => given.extend(own),
            }
        }
        let outputs = std::mem::take(&mut self.outputs);
        for (at, output) in outputs.into_iter().enumerate() {
            match doubles.remove(&at) {
                Some(why) => self.left_out.push((output.path, why)),
                None => self.outputs.push(output),
            }
        }
    }

    /// Gives every run a value of each dimension that runs of its kind have, and at least one dimension.
    fn fill_in(&mut self) {
        for kind in [Kind::Load, Kind::Time, Kind::Other] {
            let of_kind = || self.outputs.iter().filter(|output| output.kind == kind);
            let names: BTreeSet<Arc<str>> =
                of_kind().flat_map(|output| output.runs().flat_map(|(_, own)| own.keys().cloned())).collect();
            let lack = |name: &Arc<str>| of_kind().any(|output| output.runs().any(|(_, own)| !own.contains_key(name)));
            let missing: Vec<Arc<str>> = names.iter().filter(|name| lack(name)).cloned().collect();
            let is_bare = names.iter().all(|name| **name == *names::ROUND);
            for output in self.outputs.iter_mut().filter(|output| output.kind == kind) {
                // What a rule sets comes before what a file beside results names.
                let lacks =
                    |name: &&Arc<str>| !output.is_named || output.dimensions.iter().any(|own| !own.contains_key(name));
                let lacking = missing.iter().filter(lacks).map(|name| (name.to_string(), NONE.to_owned()));
                output.set.extend(lacking.collect::<Vec<_>>());
                if is_bare {
                    output.set.insert("subject".to_owned(), subject(output.path, &output.told));
                }
            }
        }
    }
}

impl<'a> Output<'a> {
    fn new(seen: &'a Seen, told: Told, reading: &'a Reading) -> Self {
        let kind = reading.runs.iter().map(kind).min().unwrap_or(Kind::Other);
        let Seen { path, by, beside, named, .. } = seen;
        Self {
            path,
            told,
            reading,
            sections: None,
            left_headings: Vec::new(),
            warm_ups: BTreeSet::new(),
            kind,
            set: BTreeMap::new(),
            by,
            beside,
            is_named: named.is_some(),
            dimensions: Vec::new(),
        }
    }

    /// What a file beside it names, where nobody reads the path as its pattern says.
    pub(super) fn named(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.reading.runs.iter().filter(|_| self.is_named).flat_map(|run| &run.dimensions)
    }

    /// The runs that are read.
    fn runs(&self) -> impl Iterator<Item = (&'a Run, &Dimensions)> {
        let all = self.reading.runs.iter().zip(&self.dimensions).enumerate();
        all.filter(|(at, _)| !self.warm_ups.contains(at)).map(|(_, run)| run)
    }

    /// Leaves out the runs whose headings say that they were warm-ups, unless all say so; takes those headings out.
    fn leave_out_warm_ups(&mut self, headings: &mut Vec<&str>) {
        let told = names::of_headings(headings);
        let called = |warm_up: bool| headings.iter().zip(&told).filter(move |(_, told)| told.is_warm_up == warm_up);
        let [warm, others]: [Vec<&str>; 2] = [true, false].map(|warm_up| called(warm_up).map(|(h, _)| *h).collect());
        let matches = |pattern: &str, heading: &str| {
            Pattern::parse(pattern).is_ok_and(|pattern| pattern.matches(heading).is_some())
        };
        let tells = |pattern: &&str| {
            let finds = |of: &[&str]| of.iter().any(|heading| matches(pattern, heading));
            !others.is_empty() && finds(&warm) && !finds(&others)
        };
        let patterns: Vec<&str> = WARM_UPS.into_iter().filter(tells).collect();
        let is_left = |heading: &str| patterns.iter().any(|pattern| matches(pattern, heading));
        let left = headings.iter().enumerate().filter(|(_, heading)| is_left(heading));
        self.warm_ups = left.map(|(at, _)| at).collect();
        headings.retain(|heading| !is_left(heading));
        self.left_headings = patterns.into_iter().map(str::to_owned).collect();
    }

    fn observations(&self) -> usize {
        self.reading.runs.iter().map(|run| run.observations.len()).sum()
    }

    /// The headings of its runs, when it has several and each has one.
    fn headings(&self) -> Option<Vec<&'a str>> {
        let runs = &self.reading.runs;
        let heading = |run: &'a Run| run.heading.as_ref().map(|(heading, _)| &**heading);
        runs.iter().map(heading).collect::<Option<Vec<_>>>().filter(|headings| headings.len() > 1)
    }

    /// The dimensions of each run: of the path, the heading, the content.
    fn take_dimensions(&mut self) {
        let pattern = self.sections.as_ref().and_then(|pattern| Pattern::parse(pattern).ok());
        let of_run = |run: &Run| {
            let mut own = self.told.dimensions.clone();
            if let (Some(pattern), Some((heading, _))) = (&pattern, &run.heading) {
                own.extend(pattern.matches(heading).unwrap_or_default());
            }
            own.extend(run.dimensions.clone());
            own
        };
        self.dimensions = self.reading.runs.iter().map(of_run).collect();
    }

    fn rename(&mut self, from: &str, to: &str) {
        let rename = |own: &mut Dimensions| {
            if let Some(value) = own.remove(from) {
                own.insert(to.into(), value);
            }
        };
        rename(&mut self.told.dimensions);
        self.dimensions.iter_mut().for_each(rename);
        self.told.pattern = self.told.pattern.replace(&format!("{{{from}}}"), &format!("{{{to}}}"));
    }
}

/// What paths tell, each by itself; `named` are those of which so many folders tell less than their content.
fn told(paths: &[&str], above: usize, named: &BTreeMap<&str, usize>) -> Vec<Told> {
    let mut of_criterion = criterion::told(paths, above, named);
    let others: Vec<&str> = paths.iter().copied().filter(|path| !of_criterion.contains_key(path)).collect();
    let mut others = names::of_paths(&others).into_iter();
    paths.iter().filter_map(|path| of_criterion.remove(path).or_else(|| others.next())).collect()
}

/// The outputs whose names say that they were warm-ups, unless all say so.
fn warm_ups<'a>(read: &[(&'a str, &Reading)]) -> BTreeSet<&'a str> {
    let paths: Vec<&str> = read.iter().map(|(path, _)| *path).collect();
    let told = names::of_paths(&paths);
    let warm: BTreeSet<&str> =
        paths.iter().zip(&told).filter(|(_, told)| told.is_warm_up).map(|(path, _)| *path).collect();
    if warm.len() == read.len() { BTreeSet::new() } else { warm }
}

fn kind(run: &Run) -> Kind {
    let told = run.observations.iter().chain(run.slices.iter().flat_map(|slice| &slice.observations));
    let metrics = told.map(|o| &o.metric).chain(run.absent.iter().map(|absent| &absent.metric));
    let of = |metric: &Arc<str>| match &**metric {
        "rps" | "latency" => Kind::Load,
        "time" => Kind::Time,
        _ => Kind::Other,
    };
    metrics.map(of).min().unwrap_or(Kind::Other)
}

/// What a run's file says of it.
fn fact<'r>(run: &'r Run, name: &str) -> Option<&'r str> {
    run.facts.iter().find(|fact| fact.name == name).map(|fact| &*fact.value)
}

/// Whether the dimensions tell a fact already: an address follows from them, a number equals one.
fn is_told(runs: &[(&Run, &Dimensions)], name: &str) -> bool {
    if name == "url" || name == "scenario" {
        return follows(runs, name);
    }
    let names: BTreeSet<&Arc<str>> = runs.iter().flat_map(|(_, own)| own.keys()).collect();
    names
        .iter()
        .any(|dimension| runs.iter().all(|(run, own)| fact(run, name) == own.get(dimension).map(|value| &**value)))
}

/// Whether runs with the same dimensions, rounds aside, say the same.
fn follows(runs: &[(&Run, &Dimensions)], name: &str) -> bool {
    let mut said: BTreeMap<Dimensions, Option<&str>> = BTreeMap::new();
    runs.iter().all(|(run, own)| {
        let mut own = (*own).clone();
        own.remove(names::ROUND);
        let value = fact(run, name);
        *said.entry(own).or_insert(value) == value
    })
}

/// A pattern of headings whose dimensions have other names than those of paths.
fn apart(pattern: &str, taken: &BTreeSet<String>) -> String {
    let taken = taken.iter().filter(|name| **name != *names::ROUND);
    taken.fold(pattern.to_owned(), |pattern, name| pattern.replace(&format!("{{{name}}}"), &format!("{{{name}_2}}")))
}

/// Whether a pattern matches all headings of a file, each with other values.
fn tells_apart(pattern: &str, headings: &[&str]) -> bool {
    let Ok(pattern) = Pattern::parse(pattern) else { return false };
    let values: Option<BTreeSet<Dimensions>> = headings.iter().map(|heading| pattern.matches(heading)).collect();
    values.is_some_and(|values| values.len() == headings.len())
}

/// What was measured, from the name of a file that nothing else tells of: without its rounds.
fn subject(path: &str, told: &Told) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split_once('.').map_or(name, |(stem, _)| names::without_kind(stem));
    let round = told.dimensions.contains_key(names::ROUND);
    let words = super::token::tokens(stem).0.into_iter().filter(|token| match &token.sense {
        super::token::Sense::Named(name) => name != names::ROUND,
        super::token::Sense::Number => !round,
        _ => true,
    });
    let mut text: String = words.map(|token| token.lead + &token.value + &token.tail).collect();
    text = text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    if text.is_empty() { "results".to_owned() } else { text }
}
