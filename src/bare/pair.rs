//! Two bare folders, or files, read together, so that their names tell the same of both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::criterion;
use super::names;
use super::runs::Runs;
use super::survey::{self, Seen};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Dimensions, Run};
use crate::source::Source;

/// The folders under which the names of both are read.
const FOLDERS: [&str; 2] = ["old", "new"];

/// A run of one of the two.
#[derive(Debug)]
pub struct Told {
    /// Which of the two has it.
    pub side: usize,
    /// The path of its file below what was given.
    pub path: Arc<str>,
    /// The text of the file.
    pub source: Arc<Source>,
    /// The tool, as the file names it.
    pub tool: Arc<str>,
    /// What names and contents tell of it.
    pub dimensions: Dimensions,
    /// What was read.
    pub run: Run,
}

/// What two folders, or files, hold.
#[derive(Debug, Default)]
pub struct Pair {
    /// Their runs, in the order of the files.
    pub runs: Vec<Told>,
    /// The texts of all their files by side and path.
    pub texts: Vec<(usize, Arc<str>, Arc<Source>)>,
    /// Files that are not read: side, path and why.
    pub left_out: Vec<(usize, String, String)>,
}

/// The dimension whose values are repetitions.
pub const ROUND: &str = names::ROUND;

/// The runs of both.
pub fn read(given: [&Path; 2], found: &mut Diagnostics) -> Result<Pair, Box<Diagnostic>> {
    let mut all = Vec::new();
    for (given, folder) in given.iter().zip(FOLDERS) {
        let below = |seen: Seen| Seen { path: format!("{folder}/{}", seen.path).into(), ..seen };
        let seen = survey::take(given, None, found)?;
        let paths = seen.iter().map(|seen| &*seen.path).collect();
        let earlier: BTreeSet<String> = criterion::earlier(&paths).into_keys().map(str::to_owned).collect();
        all.extend(seen.into_iter().filter(|seen| !earlier.contains(&*seen.path)).map(below));
    }
    let runs = Runs::of(&all, 1);
    let mut pair = Pair::default();
    for (path, why) in super::kept(&all, &runs) {
        let (side, path) = split(&path);
        pair.left_out.push((side, path.to_owned(), why));
    }
    for seen in &all {
        let (side, path) = split(&seen.path);
        pair.texts.extend(seen.source.iter().map(|source| (side, path.into(), Arc::clone(source))));
    }
    let sources: BTreeMap<&str, &Arc<Source>> =
        all.iter().filter_map(|seen| Some((&*seen.path, seen.source.as_ref()?))).collect();
    for line in runs.lines() {
        let (side, path) = split(line.path);
        let Some(source) = sources.get(line.path).map(|source| Arc::clone(source)) else { continue };
        let mut run = line.run.clone();
        let mark = source.text().len() - source.text().trim_start_matches('\u{feff}').len();
        run.all_observations().for_each(|observation| observation.span = observation.span.shifted(mark));
        let tool = line.tool.into();
        pair.runs.push(Told { side, path: path.into(), source, tool, dimensions: line.dimensions, run });
    }
    Ok(pair)
}

/// Which of the two a path is of, and the path below it.
fn split(path: &str) -> (usize, &str) {
    let below = |side: usize| Some((side, path.strip_prefix(FOLDERS[side])?.strip_prefix('/')?));
    below(0).or_else(|| below(1)).unwrap_or((0, path))
}
