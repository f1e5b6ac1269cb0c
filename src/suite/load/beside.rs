//! Single measurements: those in a file beside the one that tells of them, and each as a number of the suite.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{NOT_READ, report};
use crate::diagnostic::Diagnostics;
use crate::formats::{Content, criterion};
use crate::model::{Measurement, Run};
use crate::suite::{Datum, EvidenceFile, Single};

/// What a file beside that of a run says of it, by the place of the run: the file, and what it holds.
pub(super) type Beside = BTreeMap<usize, (usize, Run)>;

/// The measurements beside the estimates of Criterion.
pub(super) fn samples(files: &mut [EvidenceFile], runs: &[Vec<Run>], found: &mut Diagnostics) -> Beside {
    let by_name: BTreeMap<Arc<str>, usize> =
        (0..).zip(files.iter()).map(|(at, file)| (Arc::clone(&file.name), at)).collect();
    let mut beside = Beside::new();
    let file_of_each = runs.iter().enumerate().flat_map(|(file, runs)| runs.iter().map(move |_| file));
    for (number, file) in file_of_each.enumerate() {
        let name = criterion::beside(&files[file].name).and_then(|name| by_name.get(&*name));
        let Some((other, source)) = name.and_then(|other| Some((*other, Arc::clone(files[*other].source()?)))) else {
            continue;
        };
        let mut reading = criterion::samples(&Content::new(source.text()));
        report(&mut reading, &source, found);
        if let Some(run) = reading.runs.pop().filter(|run| !run.samples.is_empty()) {
            beside.insert(number, (other, run));
            if files[other].format == NOT_READ {
                files[other].format = criterion::SAMPLES_TITLE.to_owned();
            }
        }
    }
    beside
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
                data.push(Datum { file, run, observation });
                data.len() - 1
            };
            let single = Single { number: add(number), iterations: iterations.map(add) };
            own.entry(metric).or_default().extend((0..count).map(|_| single));
        }
    }
    singles
}
