//! What files beside those of runs say of them, and single measurements, each as a number of the suite.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{matching_rules, report};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::formats::Problem;
use crate::formats::beside::{self, Names, Pair, Told};
use crate::model::{Measurement, Observation, Run};
use crate::source::Source;
use crate::suite::manifest::{Manifest, Rule};
use crate::suite::vocabulary::canonical;
use crate::suite::{Datum, EvidenceFile, Single};

/// What stands in files beside that of a run and belongs to it, by the place of the run: the file, and what it holds.
pub(super) type Beside = BTreeMap<usize, Vec<(usize, Run)>>;

/// Completes the runs of all files with what files beside them say of them, and gives what stands in those.
pub(super) fn told(
    files: &mut [EvidenceFile],
    runs: &mut [Vec<Run>],
    manifest: &Manifest,
    found: &mut Diagnostics,
) -> Beside {
    let mut first_of_each = Vec::with_capacity(runs.len());
    first_of_each.extend(runs.iter().scan(0, |next, runs| Some(std::mem::replace(next, *next + runs.len()))));
    let pairs = beside::pairs(files.iter().map(|file| &*file.name));
    let mut all = Beside::new();
    for pair in pairs {
        let speaks_of = |result: &usize| runs[*result].iter().any(|run| pair.beside.is_of(run));
        let results: Vec<usize> = pair.results.iter().copied().filter(speaks_of).collect();
        let Some(source) = files[pair.file].source().filter(|_| !results.is_empty()).map(Arc::clone) else { continue };
        let mut told = match pair.beside.read(&source) {
            Ok(Some(told)) => told,
            Ok(None) => continue,
            Err(problem) => {
                // What a rule reads has been reported.
                found.extend((!files[pair.file].is_read()).then(|| broken(&pair, &source, &problem)));
                continue;
            }
        };
        report(&mut told.reading, &source, found);
        for result in results {
            let names = told.names.as_ref().filter(|names| are_untold(names, &files[result].name, manifest));
            let rule = matching_rules(manifest, &files[result].name).into_iter().next().map(|(rule, _)| rule);
            let own = tell(&told, (names, rule), &mut runs[result], manifest);
            let first = first_of_each[result];
            own.said.into_iter().for_each(|(run, said)| all.entry(first + run).or_default().push((pair.file, said)));
            found.extend(undescribed(&pair, &source, &files[result].path, &own.undescribed));
            if own.is_told && !files[pair.file].is_read() {
                pair.beside.title.clone_into(&mut files[pair.file].format);
            }
        }
    }
    all
}

/// What a file said of the runs of another.
#[derive(Default)]
struct Said {
    /// What is to be added to runs, by their number in the file.
    said: Vec<(usize, Run)>,
    /// Why it says nothing of some.
    undescribed: BTreeSet<String>,
    /// Whether it said anything.
    is_told: bool,
}

/// Whether the rules of results have no names for them: they read results of other names in the same way.
fn are_untold(names: &Names, results: &str, manifest: &Manifest) -> bool {
    let told = |path: &str| -> Vec<_> {
        let rules = matching_rules(manifest, path).into_iter();
        rules.map(|(rule, dimensions)| (std::ptr::from_ref(rule), dimensions)).collect()
    };
    names.elsewhere(results).is_some_and(|other| told(&other) == told(results))
}

fn tell(told: &Told, (names, rule): (Option<&Names>, Option<&Rule>), runs: &mut [Run], manifest: &Manifest) -> Said {
    let mut all = Said { is_told: names.is_some(), ..Said::default() };
    for (number, run) in runs.iter_mut().enumerate() {
        let before = run.dimensions.clone();
        match told.tell(run) {
            Ok(own) => {
                let own = own.filter(|own| !own.is_empty() || !own.samples.is_empty());
                all.is_told |= told.describes.is_some() || own.is_some();
                all.said.extend(own.map(|own| (number, own)));
            }
            Err(why) => drop(all.undescribed.insert(why)),
        }
        if let Some(rule) = rule {
            // A dimension that has another name now may be one that the rule gives a value.
            run.dimensions.complete(&rule.set);
        }
        if let Some(names) = names {
            run.dimensions.complete(&names.dimensions);
        }
        if !manifest.dimensions.is_empty() {
            let new =
                run.dimensions.iter_mut().filter(|(name, value)| before.get(name).is_none_or(|old| **old != ***value));
            new.for_each(|(name, value)| *value = canonical(manifest, name, value));
        }
    }
    all
}

/// A file beside results that cannot be read: they stay as they are without it.
fn broken(pair: &Pair, source: &Arc<Source>, problem: &Problem) -> Diagnostic {
    let Pair { beside, .. } = pair;
    Diagnostic::warning(problem.code, format!("`{}` is not read: {}", source.path(), problem.message))
        .at(source, problem.span)
        .note(format!("it would add {} to {}", beside.adds, beside.with))
        .help("put it back as the tool wrote it")
}

/// Results of which the file beside them does not speak.
fn undescribed(pair: &Pair, source: &Source, results: &str, why: &BTreeSet<String>) -> Option<Diagnostic> {
    const SHOWN: usize = 3;
    let first = why.first()?;
    let message = format!("`{}` {first}", source.path());
    let others: Vec<&str> = why.iter().skip(1).map(String::as_str).collect();
    let mut diagnostic = Diagnostic::warning(Code::NothingMatches, message).in_file(results);
    for other in others.iter().take(SHOWN) {
        diagnostic = diagnostic.note(format!("it {other}"));
    }
    if others.len() > SHOWN {
        diagnostic = diagnostic.note(format!("and {} more", others.len() - SHOWN));
    }
    let note = format!("these results are read without {}", pair.beside.adds);
    Some(diagnostic.note(note).help("keep with results the file that the tool wrote with them"))
}

/// Adds the numbers of measurements to the data of a suite, by the place of their run, with the file that holds them.
pub(super) fn singles(
    measured: BTreeMap<usize, (usize, Vec<Measurement>)>,
    data: &mut Vec<Datum>,
) -> BTreeMap<usize, BTreeMap<Arc<str>, Vec<Single>>> {
    let mut singles = BTreeMap::new();
    for (run, (file, measurements)) in measured {
        let own: &mut BTreeMap<Arc<str>, Vec<Single>> = singles.entry(run).or_default();
        for Measurement { number, iterations, count } in measurements {
            let metric = Arc::clone(&number.metric);
            let mut add = |observation| {
                data.push(Datum::new(file, run, Observation::shared(observation)));
                data.len() - 1
            };
            let single = Single { number: add(number), iterations: iterations.map(add) };
            own.entry(metric).or_default().extend((0..count).map(|_| single));
        }
    }
    singles
}
