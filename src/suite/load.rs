//! Reading a suite: manifest, files, formats, dimensions.

mod batches;
mod beside;
mod checks;
mod gather;
mod interpret;
pub mod large;
mod unread;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

pub use interpret::{empty, not_recognised, two_formats};

use super::manifest::{self, Manifest, Rule};
use super::vocabulary::{Vocabulary, canonical};
use super::{Body, Datum, EvidenceFile, Suite, Testimony, lock, part, releases, standing};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files::{self, Found};
use crate::formats::{self, Reading};
use crate::model::{Dimensions, Kind, Run, Statistic};
use crate::packed::Packing;
use crate::source::{Source, Span};
use batches::{Loaded, Read};
use gather::{Gathered, Kinds};

/// The manifest of a suite, in its folder.
pub const MANIFEST: &str = "suite.toml";

/// It is worth a thread to look up the observations of so many runs.
const MANY_RUNS: usize = 1 << 14;

/// The format of a file that no rule reads.
pub const NOT_READ: &str = "not read";

/// Where a suite lies and what is in its folder.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The name of the suite.
    pub name: Arc<str>,
    /// The folder below the site: `data/kruda`.
    pub path: String,
    /// The files in it, `suite.toml` and `evidence.lock` too.
    pub files: Vec<Found>,
}

/// The suites below `data/`: each folder that holds a `suite.toml`, with the files below it.
pub fn discover(root: &Path, diagnostics: &mut Diagnostics) -> Vec<Folder> {
    let all = files::walk(root, "data", diagnostics);
    let manifests = all.iter().filter_map(|found| found.path.strip_suffix(MANIFEST)?.strip_suffix('/'));
    let mut folders: Vec<Folder> =
        manifests.map(|name| Folder { name: name.into(), path: format!("data/{name}"), files: Vec::new() }).collect();
    let numbers: HashMap<Arc<str>, usize> = folders.iter().map(|folder| Arc::clone(&folder.name)).zip(0..).collect();
    for found in &all {
        // The innermost suite has the file.
        let mut above = found.path.rmatch_indices('/').map(|(at, _)| at);
        if let Some((at, number)) = above.find_map(|at| Some((at, *numbers.get(&found.path[..at])?))) {
            folders[number].files.push(Found { path: found.path[at + 1..].into(), size: found.size });
        }
    }
    folders
}

/// How to make a suite of the folder of that name below `data/`, which has no manifest; none when there is no such folder.
pub fn without_manifest(root: &Path, name: &str) -> Option<String> {
    let folder = format!("data/{name}");
    let is_folder = !name.is_empty() && root.join(&folder).is_dir() && !root.join(&folder).join(MANIFEST).is_file();
    is_folder.then(|| format!("`{folder}` has no `{MANIFEST}`: make it with `benchbook new --suite {name}`"))
}

/// Reads a suite. What is wrong is reported, and what can be read is read.
pub fn load(root: &Path, folder: &Folder) -> (Option<Suite>, Diagnostics) {
    let mut found = Diagnostics::new();
    let source = match files::read_text(root, &format!("{}/{MANIFEST}", folder.path)) {
        Ok(source) => Arc::new(source),
        Err(diagnostic) => {
            found.push(*diagnostic);
            return (None, found);
        }
    };
    let (manifest, wrong) = manifest::read(Arc::clone(&source));
    found.append(wrong);

    let evidence = folder.files.iter().filter(|file| !matches!(&*file.path, MANIFEST | lock::FILE));
    let mut read = batches::read(&evidence.collect::<Vec<_>>(), |file| read_file(root, folder, file, &manifest));
    found.append(std::mem::take(&mut read.found));
    if !read.waiting.is_empty() {
        let beside = beside::told(&mut read.files, &mut read.waiting, &manifest, &mut found);
        read.gather(beside);
    }
    let Loaded { files, gathered, .. } = read;
    checks::patterns(&manifest, &source, folder, &mut found);
    if !found.has_errors() {
        found.extend(unread::check(&manifest, &source, &files));
    }
    checks::locked(root, folder, &files, &mut found);
    let suite = assemble(folder, manifest, source, files, gathered, &mut found);
    (Some(suite), found)
}

fn read_file(root: &Path, folder: &Folder, Found { path: name, size }: &Found, manifest: &Manifest) -> Read {
    let mut found = Diagnostics::new();
    let path: Arc<str> = format!("{}/{name}", folder.path).into();
    let rules = matching_rules(manifest, name);
    // A stream is read once, by the first of its rules.
    let first = rules.first().map(|(rule, _)| *rule);
    if *size > large::LARGE
        && let Some(read) = large::read(root, &path, first)
    {
        return keep_large(read, rules.into_iter().next(), (&path, name), manifest);
    }
    let bytes = match files::read(root, &path) {
        Ok(bytes) => bytes,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return (None, Vec::new(), found);
        }
    };
    if first.is_some()
        && large::is_large_text(&bytes)
        && let Some(read) = large::read(root, &path, first)
    {
        return keep_large(read, rules.into_iter().next(), (&path, name), manifest);
    }
    let sha256 = lock::sha256(&bytes);
    let file = |body, format: &str| EvidenceFile {
        path: Arc::clone(&path),
        name: Arc::clone(name),
        body,
        sha256: sha256.clone(),
        format: format.to_owned(),
    };
    let (body, wrong) = body(&path, bytes);
    // Of a file that nobody reads only the bytes matter.
    found.extend(wrong.filter(|_| !rules.is_empty()).map(|diagnostic| *diagnostic));
    let Some(source) = body.source().filter(|_| !rules.is_empty()) else {
        return (Some(file(body, NOT_READ)), Vec::new(), found);
    };
    let mut runs = Vec::new();
    let mut formats: Vec<String> = Vec::new();
    for (rule, dimensions) in rules {
        let (format, reading) = interpret::read(source, rule, &mut found);
        runs.append(&mut place(reading, rule, &dimensions, source, manifest, &mut found));
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    formats.extend(body.packing().map(|packing| packing.name().to_owned()));
    (Some(file(body, &formats.join(", "))), runs, found)
}

/// A file that stays on the disk, with its runs.
fn keep_large(
    read: Result<large::Large, Box<Diagnostic>>,
    rule: Option<(&Rule, Dimensions)>,
    (path, name): (&Arc<str>, &Arc<str>),
    manifest: &Manifest,
) -> Read {
    let mut found = Diagnostics::new();
    let large::Large { body, sha256, format, mut reading } = match read {
        Ok(large) => large,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return (None, Vec::new(), found);
        }
    };
    let runs = match (rule, body.source()) {
        (Some((rule, dimensions)), Some(source)) => {
            report(&mut reading, source, &mut found);
            place(reading, rule, &dimensions, source, manifest, &mut found)
        }
        _ => Vec::new(),
    };
    let file = EvidenceFile { path: Arc::clone(path), name: Arc::clone(name), body, sha256, format };
    (Some(file), runs, found)
}

/// Reports what a reader found to be wrong.
fn report(reading: &mut Reading, source: &Arc<Source>, found: &mut Diagnostics) {
    for problem in std::mem::take(&mut reading.problems) {
        let diagnostic = Diagnostic::error(problem.code, problem.message).at(source, problem.span);
        found.push(diagnostic.help_if(problem.help));
    }
    for span in reading.runs.iter().flat_map(|run| &run.shortened) {
        let diagnostic = Diagnostic::warning(Code::Malformed, formats::SHORTENED).at(source, *span);
        let help = "put the list back as the tool wrote it; its own statistics are read, and what needs single measurements is not";
        found.push(diagnostic.help(help));
    }
}

/// The content of a file, and why it has no text.
fn body(path: &str, bytes: Vec<u8>) -> (Body, Option<Box<Diagnostic>>) {
    if let Some(packing) = Packing::of(&bytes) {
        return match packing.unpack(path, &bytes) {
            Ok(source) => (Body::Packed(packing, bytes, Arc::new(source)), None),
            Err(diagnostic) => (Body::Bytes(bytes), Some(diagnostic)),
        };
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => return (Body::Text(Arc::new(Source::new(path, text))), None),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    // A copy is decoded for the reason why it is no text, so that the bytes can be kept.
    let wrong = files::decode(path, bytes.clone()).err();
    (Body::Bytes(bytes), wrong)
}

/// The first rule that has the file, unless the rule leaves it out, and those after it that name it by the
/// same pattern: each reads its own part of the file.
fn matching_rules<'a>(manifest: &'a Manifest, name: &str) -> Vec<(&'a Rule, Dimensions)> {
    let has = |rule: &&Rule| !rule.leave_out.iter().any(|pattern| pattern.matches(name).is_some());
    let patterns =
        manifest.evidence.iter().filter(has).flat_map(|rule| rule.files.iter().map(move |own| (rule, &own.0)));
    let mut found = patterns.filter_map(|(rule, pattern)| Some((rule, pattern, pattern.matches(name)?)));
    let Some((first, pattern, dimensions)) = found.next() else { return Vec::new() };
    let others = found.filter(|(rule, other, _)| !std::ptr::eq(*rule, first) && other.is_same(pattern));
    std::iter::once((first, dimensions)).chain(others.map(|(rule, _, dimensions)| (rule, dimensions))).collect()
}

/// Gives runs their dimensions: from the path, the section's heading, the content and the rule.
fn place(
    reading: Reading,
    rule: &Rule,
    of_path: &Dimensions,
    source: &Arc<Source>,
    manifest: &Manifest,
    found: &mut Diagnostics,
) -> Vec<Run> {
    let mut runs = reading.runs;
    runs.retain_mut(|run| {
        let of_heading = match of_heading(run, rule, source) {
            Ok(Some(dimensions)) => dimensions,
            Ok(None) => return false,
            Err(unmatched) => {
                found.push(*unmatched);
                return false;
            }
        };
        // What the content says comes before the heading, the path, the facts and the rule.
        let facts: Dimensions = facts(run, rule).collect();
        for others in [&of_heading, of_path, &facts, &rule.set] {
            run.dimensions.complete(others);
        }
        if let Some(family) = run.detail.as_mut().and_then(|detail| detail.family.as_mut()) {
            // What its runs say of themselves comes first of all.
            run.dimensions.retain(|name, _| family.axes.iter().all(|axis| axis.name != *name));
            if !manifest.dimensions.is_empty() {
                family.rename(|name, value| canonical(manifest, name, value));
            }
        }
        if !manifest.dimensions.is_empty() {
            run.dimensions.iter_mut().for_each(|(name, value)| *value = canonical(manifest, name, value));
        }
        for observation in run.all_observations() {
            if let (Kind::Measured, Some(kind)) = (observation.kind, rule.kind) {
                observation.kind = kind;
            }
        }
        true
    });
    runs
}

/// What the heading of a run says; nothing when the rule leaves the run out.
fn of_heading(run: &Run, rule: &Rule, source: &Arc<Source>) -> Result<Option<Dimensions>, Box<Diagnostic>> {
    let Some((heading, span)) = &run.heading else { return Ok(Some(Dimensions::new())) };
    if rule.leave_out.iter().any(|pattern| pattern.matches(heading).is_some()) {
        return Ok(None);
    }
    match rule.sections.as_ref().map(|pattern| pattern.matches(heading)) {
        Some(None) => Err(Box::new(unmatched_section(source, heading, *span))),
        Some(matched) => Ok(matched),
        None => Ok(Some(Dimensions::new())),
    }
}

/// What the file says of a run, as dimensions.
fn facts<'a>(run: &'a Run, rule: &'a Rule) -> impl Iterator<Item = (Arc<str>, Arc<str>)> + 'a {
    // Of what is said twice, the first counts.
    let wanted = run.facts.iter().rev().filter(|fact| rule.facts.iter().any(|name| name == fact.name));
    wanted.map(|fact| (fact.name.into(), Arc::clone(&fact.value)))
}

fn unmatched_section(source: &Arc<Source>, heading: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::NothingMatches, format!("the heading `{heading}` does not fit `sections`"))
        .at(source, span)
        .help("change `sections`, or leave it out with `leave_out`")
}

fn assemble(
    folder: &Folder,
    manifest: Manifest,
    source: Arc<Source>,
    files: Vec<EvidenceFile>,
    mut gathered: Gathered,
    found: &mut Diagnostics,
) -> Suite {
    let vocabulary = Vocabulary::new(&manifest, gathered.runs.columns.values());
    let runs = &gathered.runs;
    let order = runs.columns.order(runs.len(), &vocabulary);
    let may_double = gathered.kinds.doubles || runs.columns.has_same(&order);
    let index = index(&mut gathered, &order);
    let singles = beside::singles(std::mem::take(&mut gathered.measured), &mut gathered.data);
    let first = gathered.data.len();
    let slices = gathered.slices();
    let Gathered { runs, data, .. } = gathered;
    let kind = |datum: &Datum| (Arc::clone(&datum.observation.metric), datum.observation.statistic);
    let of_slices = data[first..].iter().map(kind).collect();
    let testimony = Testimony::of(runs.said());
    let name = Arc::clone(&folder.name);
    let withdrawn = Vec::new();
    let mut suite = Suite {
        name,
        manifest,
        source,
        files,
        runs,
        data,
        singles,
        slices,
        of_slices,
        withdrawn,
        testimony,
        vocabulary,
        index,
        units: OnceLock::new(),
    };
    if !suite.data.is_empty() {
        part::settle_conditions(&mut suite, found);
    }
    standing::settle(&mut suite, found);
    releases::settle(&suite, found);
    if may_double {
        checks::doubles(&suite, found);
    }
    checks::names(&suite, found);
    suite
}

/// The observations of each metric and statistic, in that order of their runs.
fn index(gathered: &mut Gathered, order: &[u32]) -> BTreeMap<(Arc<str>, Statistic), Vec<usize>> {
    let Gathered { runs, kinds, .. } = gathered;
    let Kinds { numbers, of_datum, .. } = std::mem::take(kinds);
    let of_part = |order: &[u32]| {
        let mut index: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
        for run in order {
            runs.data_of(*run as usize).for_each(|datum| index[of_datum[datum] as usize].push(datum));
        }
        index
    };
    let part = order.len().div_ceil(rayon::current_num_threads()).max(MANY_RUNS);
    let parts: Vec<Vec<Vec<usize>>> = order.par_chunks(part).map(of_part).collect();
    let all = |number: u32| parts.iter().map(|index| index[number as usize].as_slice()).collect::<Vec<_>>().concat();
    numbers.iter().map(|(kind, number)| (kind.clone(), all(*number))).collect()
}
