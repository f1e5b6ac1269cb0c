//! Where the two sides come from: bare folders and files, suites, parts of a suite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::About;
use super::lists::{self, List};
use crate::bare::pair;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files;
use crate::metrics::{Better, MetricStatistic};
use crate::model::{Dimensions, Fact, LoadModel, Observation, Shared, Statistic};
use crate::source::Source;
use crate::suggest;
use crate::suite::{Suite, load};

/// A run with what is needed to compare it.
#[derive(Debug)]
pub struct Measured {
    /// The file, as the user knows it.
    pub path: Arc<str>,
    /// Its text.
    pub source: Arc<Source>,
    /// Its dimensions, repetitions left out.
    pub dimensions: Dimensions,
    /// Its numbers.
    pub observations: Vec<Observation<Shared>>,
    /// What held while it was measured: condition and value.
    pub facts: Vec<(String, String)>,
    /// Its single measurements, when the file holds them.
    pub(super) list: Option<List>,
}

/// One side of a comparison.
#[derive(Debug, Default)]
pub struct Side {
    /// What the user calls it.
    pub name: String,
    /// Its runs.
    pub runs: Vec<Measured>,
    /// Files that are not read, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Labels of values by dimension and value.
    pub labels: BTreeMap<(Arc<str>, Arc<str>), String>,
    /// Which way its suite says that metrics, or single statistics of them, are better.
    pub better: Vec<(MetricStatistic, Better)>,
}

/// What a side is taken from.
#[derive(Debug, Clone)]
enum Given {
    Bare(PathBuf),
    /// The root that the folder's path is below, and the folder.
    Suite(PathBuf, String),
    /// A part of a suite of the site: the suite and what holds for the part.
    Part(Option<String>, Vec<(String, String)>),
}

/// Where parts of suites are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Desk<'a> {
    /// The folder of the site.
    pub site: &'a Path,
    /// The suite that is meant where none is named.
    pub suite: Option<&'a str>,
}

/// What is wrong with the arguments, or with what they name.
pub type Taken<T> = Result<T, Box<Diagnostic>>;

/// Takes both sides.
pub fn take(desk: Desk<'_>, given: [&str; 2], found: &mut Diagnostics) -> Taken<[Side; 2]> {
    let [old, new] = given.map(understand);
    let (old, new) = (old?, new?);
    let [mut old, mut new] = match (&old, &new) {
        (Given::Bare(old), Given::Bare(new)) => bare([old, new], found)?,
        _ => [one(desk, &old, found)?, one(desk, &new, found)?],
    };
    (old.name, new.name) = (given[0].to_owned(), given[1].to_owned());
    Ok([old, new])
}

/// What an argument means: a path that is there, or else a part of a suite.
fn understand(given: &str) -> Taken<Given> {
    let path = Path::new(given);
    if path.join(load::MANIFEST).is_file() {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return Ok(Given::Suite(whole.parent().unwrap_or(path).to_owned(), name));
    }
    if path.exists() {
        return Ok(Given::Bare(path.to_owned()));
    }
    let (suite, part) = match given.split_once(':') {
        Some((suite, part)) if !suite.contains('=') => (Some(suite.to_owned()), part),
        _ => (None, given),
    };
    let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    let pairs: Option<Vec<(String, String)>> = part.split(',').map(pair).collect();
    pairs.map(|pairs| Given::Part(suite, pairs)).ok_or_else(|| not_there(given))
}

fn not_there(given: &str) -> Box<Diagnostic> {
    let help = "give a folder or a file of outputs, the folder of a suite, or a part of a suite of the site such as \
                `kruda:release=1.7.2`";
    Box::new(Diagnostic::error(Code::Unreadable, format!("there is no file or folder `{given}`")).help(help))
}

fn one(desk: Desk<'_>, given: &Given, found: &mut Diagnostics) -> Taken<Side> {
    match given {
        // A folder beside a suite is read as if there were no other.
        Given::Bare(path) => {
            let [side, _] = bare([path, path], found)?;
            Ok(side)
        }
        Given::Suite(root, name) => {
            let mut walked = Diagnostics::new();
            let files = files::walk(root, name, &mut walked);
            found.append(walked);
            let folder = load::Folder { name: name.as_str().into(), path: name.clone(), files };
            of_suite(root, &folder, &[], found)
        }
        Given::Part(suite, part) => {
            let folder = suite_folder(desk, suite.as_deref(), found)?;
            of_suite(desk.site, &folder, part, found)
        }
    }
}

/// The suite that is named, or the only one of the site.
fn suite_folder(desk: Desk<'_>, named: Option<&str>, found: &mut Diagnostics) -> Taken<load::Folder> {
    let folders = load::discover(desk.site, found);
    let names = || folders.iter().map(|folder| &*folder.name);
    let Some(name) = named.or(desk.suite) else {
        return match &folders[..] {
            [only] => Ok(only.clone()),
            _ => {
                let message = format!("the site has {} suites, and none is named", folders.len());
                let help = format!("add `--suite NAME`; {}", suggest::help("", names()).unwrap_or_default());
                Err(Box::new(Diagnostic::error(Code::NoSuite, message).help(help)))
            }
        };
    };
    folders.iter().find(|folder| *folder.name == *name).cloned().ok_or_else(|| {
        let diagnostic = Diagnostic::error(Code::NoSuite, format!("there is no suite `{name}`"));
        Box::new(diagnostic.help_if(suggest::help(name, names())))
    })
}

fn bare(given: [&Path; 2], found: &mut Diagnostics) -> Taken<[Side; 2]> {
    let pair = pair::read(given, found)?;
    let known = |side: usize, path: &str| -> Arc<str> {
        let given = given[side];
        if given.is_file() { shown(given).into() } else { shown(&given.join(path)).into() }
    };
    let mut sides = [Side::default(), Side::default()];
    for (side, path, why) in &pair.left_out {
        sides[*side].left_out.push((known(*side, path).to_string(), why.clone()));
    }
    let texts: BTreeMap<(usize, &str), &Arc<Source>> =
        pair.texts.iter().map(|(side, path, source)| ((*side, &**path), source)).collect();
    for told in pair.runs {
        let beside = |path: &str| texts.get(&(told.side, path)).map(|source| Arc::clone(source));
        let list = lists::of_run(&told.path, &told.source, &told.run, beside);
        let mut facts = facts(&told.run.facts, told.run.load);
        facts.push(("tool".to_owned(), told.tool.to_string()));
        let mut dimensions = told.dimensions;
        dimensions.remove(pair::ROUND);
        let path = known(told.side, &told.path);
        let observations = told.run.observations.into_iter().map(Observation::shared).collect();
        sides[told.side].runs.push(Measured { path, source: told.source, dimensions, observations, facts, list });
    }
    Ok(sides)
}

/// What a file says of its run.
fn facts(facts: &[Fact], load: Option<LoadModel>) -> Vec<(String, String)> {
    let told = facts.iter().map(|fact| (fact.name.to_owned(), fact.value.to_string()));
    let load = load.filter(|load| *load != LoadModel::Unknown);
    told.chain(load.map(|load| ("load".to_owned(), load.name().to_owned()))).collect()
}

fn of_suite(root: &Path, folder: &load::Folder, part: &[(String, String)], found: &mut Diagnostics) -> Taken<Side> {
    let (suite, wrong) = load::load(root, folder);
    // That evidence is not locked yet does not matter for a look at it.
    found.extend(wrong.into_iter().filter(|diagnostic| diagnostic.code != Code::EvidenceUnlocked));
    let Some(suite) = suite else {
        return Err(Box::new(Diagnostic::error(Code::NoSuite, format!("the suite `{}` cannot be read", folder.name))));
    };
    let fixed = part.iter().map(|(name, value)| value_of(&suite, name, value)).collect::<Taken<Dimensions>>()?;
    let side = Side::of_part(&suite, &fixed);
    if side.runs.is_empty() {
        let words: Vec<String> = part.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let message = format!("the suite `{}` has no run with `{}`", suite.name, words.join(","));
        return Err(Box::new(Diagnostic::error(Code::NothingMatches, message)));
    }
    Ok(side)
}

/// The runs of a part of a suite, sessions that were superseded left out where none is named.
fn part_of(suite: &Suite, fixed: &Dimensions) -> Side {
    let replaced: BTreeSet<&str> = suite
        .manifest
        .sessions
        .iter()
        .filter(|session| session.superseded_by.is_some() && !fixed.contains_key(crate::suite::SESSION))
        .map(|session| session.name.as_str())
        .collect();
    let mut side = Side { name: suite.vocabulary.words_for(fixed), ..Side::default() };
    for (number, run) in suite.runs.iter().enumerate() {
        let is_replaced =
            run.dimensions.get(crate::suite::SESSION).is_some_and(|session| replaced.contains(&**session));
        if !is_replaced && run.dimensions.have(fixed) {
            side.runs.extend(measured(suite, number));
        }
    }
    let stated = suite.manifest.metrics.iter();
    side.better = stated.filter_map(|shown| Some((shown.metric.clone(), shown.better?))).collect();
    for dimension in &suite.vocabulary.dimensions {
        let labels = dimension.values.iter().filter(|value| *value.name != *value.label);
        let key = |value: &Arc<str>| (Arc::clone(&dimension.name), Arc::clone(value));
        side.labels.extend(labels.map(|value| (key(&value.name), value.label.clone())));
    }
    side
}

/// The dimension and value that words mean.
fn value_of(suite: &Suite, name: &str, value: &str) -> Taken<(Arc<str>, Arc<str>)> {
    let evidence = || suite.runs.iter().flat_map(|run| run.dimensions.iter());
    let Some(dimension) = suite.vocabulary.dimension(name) else {
        let names: BTreeSet<&str> = evidence().map(|(name, _)| &**name).collect();
        let message = format!("the suite `{}` has no dimension `{name}`", suite.name);
        let diagnostic = Diagnostic::error(Code::UnknownDimension, message);
        return Err(Box::new(diagnostic.help_if(suggest::help(name, names))));
    };
    let dimension = Arc::clone(&dimension.name);
    match suite.vocabulary.value_of(&dimension, value) {
        Some(value) => Ok((dimension, value)),
        None => {
            let values: BTreeSet<&str> =
                evidence().filter(|(name, _)| **name == dimension).map(|(_, value)| &**value).collect();
            let message = format!("the dimension `{dimension}` of `{}` has no value `{value}`", suite.name);
            let diagnostic = Diagnostic::error(Code::UnknownValue, message);
            Err(Box::new(diagnostic.help_if(suggest::help(value, values))))
        }
    }
}

fn measured(suite: &Suite, number: usize) -> Option<Measured> {
    let run = suite.runs.get(number);
    let source = suite.files[run.file].source()?;
    let part: Vec<(String, String)> =
        run.dimensions.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let mut facts = facts(&run.facts, run.load);
    for (name, value) in suite.manifest.conditions_for(&part) {
        // What the tool itself wrote counts before what was said of it.
        if !facts.iter().any(|(known, _)| known == name) {
            facts.push((name.to_owned(), value.to_owned()));
        }
    }
    let release = suite.release_dimension().and_then(|dimension| run.dimensions.get(dimension));
    let machine = release.and_then(|release| suite.release(release)).map(|release| release.machine.as_str());
    facts.extend(
        machine.filter(|machine| !machine.is_empty()).map(|machine| ("machine".to_owned(), machine.to_owned())),
    );
    // What is told beside the file of the run stands in its list.
    let own = suite.of_run(number).iter().filter(|datum| datum.file() == run.file);
    let observations = own.map(|datum| datum.observation.clone()).collect();
    let kept = run.dimensions.iter().filter(|(name, _)| !suite.vocabulary.is_repeat(name));
    let dimensions = kept.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect();
    let path = Arc::clone(&suite.files[run.file].path);
    let list = lists::of_suite(suite, number);
    Some(Measured { path, source: Arc::clone(source), dimensions, observations, facts, list })
}

impl Side {
    /// What a suite has of a part of it.
    pub fn of_part(suite: &Suite, fixed: &Dimensions) -> Self {
        part_of(suite, fixed)
    }

    /// Which way the suite says that a metric is better: of this statistic, or of the metric.
    pub(super) fn stated(&self, metric: &str, statistic: Option<Statistic>) -> Option<Better> {
        let fits = |of: &MetricStatistic| *of.metric == *metric && of.statistic == statistic;
        self.better.iter().find(|(of, _)| fits(of)).map(|(_, better)| *better)
    }

    /// What the side is, in short.
    pub fn about(&self) -> About {
        let files: BTreeSet<&str> = self.runs.iter().map(|run| &*run.path).collect();
        About { name: self.name.clone(), runs: self.runs.len(), files: files.len() }
    }
}
