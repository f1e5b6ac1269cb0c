//! Reading a suite: manifest, files, formats, dimensions.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::manifest::{self, Manifest, Rule};
use super::vocabulary::{Vocabulary, canonical};
use super::{Body, Datum, EvidenceFile, Suite, lock};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files::{self, Found};
use crate::formats::{self, Content, Reading, table};
use crate::model::{Dimensions, Kind, Run, Statistic};
use crate::source::{Source, Span};

/// The manifest of a suite, in its folder.
pub const MANIFEST: &str = "suite.toml";

/// The format of a file that no rule reads.
const NOT_READ: &str = "not read";

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
    for found in &all {
        // The innermost suite has the file: its name is the longest that is a folder of the path.
        let holds =
            |folder: &&mut Folder| found.path.strip_prefix(&*folder.name).is_some_and(|rest| rest.starts_with('/'));
        if let Some(folder) = folders.iter_mut().filter(holds).max_by_key(|folder| folder.name.len()) {
            let path = found.path[folder.name.len() + 1..].into();
            folder.files.push(Found { path, size: found.size });
        }
    }
    folders
}

/// Reads a suite. What is wrong is reported, and what can be read is read.
pub fn load(root: &Path, folder: &Folder) -> (Option<Suite>, Diagnostics) {
    let mut found = Diagnostics::new();
    let source = match files::read_text(root, &format!("{}/{MANIFEST}", folder.path)) {
        Ok(source) => Arc::new(source),
        Err(diagnostic) => {
            found.push(diagnostic);
            return (None, found);
        }
    };
    let (manifest, wrong) = manifest::read(Arc::clone(&source));
    found.append(wrong);

    let (files, runs) = read_files(root, folder, &manifest, &mut found);
    check_patterns(&manifest, &source, &files, &mut found);
    check_lock(root, folder, &files, &mut found);
    let suite = assemble(folder, manifest, source, files, runs, &mut found);
    (Some(suite), found)
}

type FileRuns = Vec<(usize, Run)>;

/// Reads every file of the suite once, in parallel.
fn read_files(
    root: &Path,
    folder: &Folder,
    manifest: &Manifest,
    found: &mut Diagnostics,
) -> (Vec<EvidenceFile>, FileRuns) {
    let evidence = folder.files.iter().filter(|file| !matches!(&*file.path, MANIFEST | lock::FILE));
    let evidence: Vec<&Found> = evidence.collect();
    let read: Vec<_> = evidence.par_iter().map(|file| read_file(root, folder, &file.path, manifest)).collect();
    let (mut files, mut runs) = (Vec::new(), Vec::new());
    for (file, of_file, wrong) in read {
        found.append(wrong);
        if let Some(file) = file {
            runs.extend(of_file.into_iter().map(|run| (files.len(), run)));
            files.push(file);
        }
    }
    (files, runs)
}

fn read_file(
    root: &Path,
    folder: &Folder,
    name: &Arc<str>,
    manifest: &Manifest,
) -> (Option<EvidenceFile>, Vec<Run>, Diagnostics) {
    let mut found = Diagnostics::new();
    let path: Arc<str> = format!("{}/{name}", folder.path).into();
    let bytes = match files::read(root, &path) {
        Ok(bytes) => bytes,
        Err(diagnostic) => {
            found.push(diagnostic);
            return (None, Vec::new(), found);
        }
    };
    let sha256 = lock::sha256(&bytes);
    let rule = matching_rule(manifest, name);
    let file = |body, format: &str| EvidenceFile {
        path: Arc::clone(&path),
        name: Arc::clone(name),
        body,
        sha256: sha256.clone(),
        format: format.to_owned(),
    };
    // Text is decoded from a copy only when it is not text, so that the bytes can be kept.
    if std::str::from_utf8(&bytes).is_err() || bytes.contains(&0) {
        if rule.is_some() {
            found.extend(files::decode(&path, bytes.clone()).err());
        }
        return (Some(file(Body::Bytes(bytes), NOT_READ)), Vec::new(), found);
    }
    let source = match files::decode(&path, bytes) {
        Ok(source) => Arc::new(source),
        Err(diagnostic) => {
            found.push(diagnostic);
            return (None, Vec::new(), found);
        }
    };
    let Some((rule, dimensions)) = rule else { return (Some(file(Body::Text(source), NOT_READ)), Vec::new(), found) };
    let (format, reading) = interpret(&source, rule, &mut found);
    let runs = place(reading, rule, &dimensions, &source, manifest, &mut found);
    (Some(file(Body::Text(source), &format)), runs, found)
}

/// The first rule that has the file, unless the rule leaves it out.
fn matching_rule<'a>(manifest: &'a Manifest, name: &str) -> Option<(&'a Rule, Dimensions)> {
    let of_rule = |rule: &'a Rule| {
        let dimensions = rule.files.iter().find_map(|pattern| pattern.matches(name))?;
        let left_out = rule.leave_out.iter().any(|pattern| pattern.matches(name).is_some());
        (!left_out).then_some((rule, dimensions))
    };
    manifest.evidence.iter().find_map(of_rule)
}

/// Chooses the reader and reads.
fn interpret(source: &Arc<Source>, rule: &Rule, found: &mut Diagnostics) -> (String, Reading) {
    // Spans count from the first byte of the file, a byte order mark included.
    let mark = source.text().len() - source.text().trim_start_matches('\u{feff}').len();
    let text = &source.text()[mark..];
    if text.trim().is_empty() {
        let message = format!("`{}` is empty", source.path());
        found.push(
            Diagnostic::error(Code::Truncated, message)
                .in_file(source.path())
                .help("run the tool again, or leave the file out with `leave_out`"),
        );
        return (NOT_READ.to_owned(), Reading::default());
    }
    let (format, mut reading) = if let Some(mapping) = &rule.table {
        ("table".to_owned(), table::read(text, mapping))
    } else {
        let content = Content::new(text);
        let named = rule.format.as_deref().and_then(formats::by_name);
        match named.or_else(|| formats::recognise(&content)) {
            Some(reader) => (reader.title().to_owned(), reader.read(&content)),
            None => {
                found.push(unrecognised(source, &content));
                return (NOT_READ.to_owned(), Reading::default());
            }
        }
    };
    if mark > 0 {
        reading.shift(mark);
    }
    for problem in std::mem::take(&mut reading.problems) {
        let diagnostic = Diagnostic::error(problem.code, problem.message).at(source, problem.span);
        found.push(diagnostic.help_if(problem.help));
    }
    (format, reading)
}

fn unrecognised(source: &Arc<Source>, content: &Content<'_>) -> Diagnostic {
    let path = source.path();
    let (code, message, span) = match &content.json {
        Some(Err(error)) if error.truncated => {
            (Code::Truncated, format!("`{path}` is cut off: {}", error.message), Some(error.span))
        }
        Some(Err(error)) if !error.trailing => {
            (Code::Syntax, format!("`{path}` is not JSON: {}", error.message), Some(error.span))
        }
        _ => (Code::UnknownFormat, format!("no reader recognises `{path}`"), None),
    };
    let known = formats::READERS.iter().map(|reader| reader.title()).collect::<Vec<_>>().join(", ");
    let diagnostic = match span {
        Some(span) => Diagnostic::error(code, message).at(source, span),
        None => Diagnostic::error(code, message).in_file(path).note(format!("read from content: {known}")),
    };
    match code {
        Code::UnknownFormat => {
            diagnostic.help("describe a table with `[evidence.table]`, or leave the file out with `leave_out`")
        }
        _ => diagnostic.help("take the file as the tool wrote it, or leave it out with `leave_out`"),
    }
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
    let mut runs = Vec::new();
    for mut run in reading.runs {
        let mut dimensions = rule.set.clone();
        dimensions.extend(of_path.clone());
        if let Some((heading, span)) = &run.heading {
            if rule.leave_out.iter().any(|pattern| pattern.matches(heading).is_some()) {
                continue;
            }
            match rule.sections.as_ref().map(|pattern| pattern.matches(heading)) {
                Some(Some(of_heading)) => dimensions.extend(of_heading),
                Some(None) => {
                    found.push(unmatched_section(source, heading, *span));
                    continue;
                }
                None => {}
            }
        }
        dimensions.append(&mut run.dimensions);
        run.dimensions = dimensions
            .into_iter()
            .map(|(name, value)| {
                let value = canonical(manifest, &name, &value);
                (name, value)
            })
            .collect();
        for observation in &mut run.observations {
            if let (Kind::Measured, Some(kind)) = (observation.kind, rule.kind) {
                observation.kind = kind;
            }
        }
        runs.push(run);
    }
    runs
}

fn unmatched_section(source: &Arc<Source>, heading: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::NothingMatches, format!("the heading `{heading}` does not fit `sections`"))
        .at(source, span)
        .help("change `sections`, or leave it out with `leave_out`")
}

fn check_patterns(manifest: &Manifest, source: &Arc<Source>, files: &[EvidenceFile], found: &mut Diagnostics) {
    for rule in &manifest.evidence {
        let any = |file: &EvidenceFile| rule.files.iter().any(|pattern| pattern.matches(&file.name).is_some());
        if !rule.files.is_empty() && !files.iter().any(any) {
            let names: Vec<&str> = files.iter().map(|file| &*file.name).collect();
            let there = match names.is_empty() {
                true => "the suite's folder holds no files".to_owned(),
                false => format!("the suite holds {}", crate::suggest::listed(&names)),
            };
            found.push(
                Diagnostic::error(Code::NothingMatches, "the pattern matches no file")
                    .at(source, rule.span)
                    .note(there)
                    .help("patterns are relative to the folder of `suite.toml`"),
            );
        }
    }
}

fn check_lock(root: &Path, folder: &Folder, files: &[EvidenceFile], found: &mut Diagnostics) {
    if !folder.files.iter().any(|file| &*file.path == lock::FILE) {
        if !files.is_empty() {
            found.push(
                Diagnostic::warning(
                    Code::EvidenceUnlocked,
                    format!("the suite `{}` has no `{}`", folder.name, lock::FILE),
                )
                .in_file(format!("{}/{MANIFEST}", folder.path))
                .help("make it with `benchbook lock`, so that a later change of evidence is noticed"),
            );
        }
        return;
    }
    match files::read_text(root, &format!("{}/{}", folder.path, lock::FILE)) {
        Ok(source) => found.append(lock::check(&Arc::new(source), files)),
        Err(diagnostic) => found.push(diagnostic),
    }
}

fn assemble(
    folder: &Folder,
    manifest: Manifest,
    source: Arc<Source>,
    files: Vec<EvidenceFile>,
    mut runs: FileRuns,
    found: &mut Diagnostics,
) -> Suite {
    let vocabulary = Vocabulary::new(&manifest, runs.iter().map(|(_, run)| &run.dimensions));
    let mut data = Vec::new();
    let mut index: BTreeMap<(Arc<str>, Statistic), Vec<usize>> = BTreeMap::new();
    let mut of_run = Vec::with_capacity(runs.len());
    for (number, (file, run)) in runs.iter_mut().enumerate() {
        let first = data.len();
        for observation in std::mem::take(&mut run.observations) {
            let key = (Arc::clone(&observation.metric), observation.statistic);
            index.entry(key).or_default().push(data.len());
            data.push(Datum { file: *file, run: number, observation });
        }
        of_run.push(first..data.len());
    }
    let mut suite =
        Suite { name: Arc::clone(&folder.name), manifest, source, files, runs, data, of_run, vocabulary, index };
    let mut index = std::mem::take(&mut suite.index);
    for group in index.values_mut() {
        group.sort_by(|a, b| suite.vocabulary.compare(suite.dimensions(*a), suite.dimensions(*b)));
        report_doubles(&suite, group, found);
    }
    suite.index = index;
    suite
}

/// Two observations of one metric and statistic with the same dimensions: Benchbook will not choose.
fn report_doubles(suite: &Suite, group: &[usize], found: &mut Diagnostics) {
    for pair in group.windows(2).filter(|pair| suite.dimensions(pair[0]) == suite.dimensions(pair[1])) {
        let [first, second] = [&suite.data[pair[0]], &suite.data[pair[1]]];
        let place = |datum: &Datum| suite.files[datum.file].source().map(|source| source.place(datum.observation.span));
        let (Some(first_place), Some(second_place)) = (place(first), place(second)) else { continue };
        let observation = &first.observation;
        let words = suite.vocabulary.words_for(suite.dimensions(pair[0]));
        let of = if words.is_empty() { String::new() } else { format!(" of {words}") };
        let message = format!("two places give `{}.{}`{of}", observation.metric, observation.statistic.name());
        let diagnostic = Diagnostic::error(Code::DuplicateObservation, message).at_place(second_place);
        found.push(
            diagnostic
                .label("given again here")
                .related(first_place, "first given here")
                .help("name a dimension that tells them apart, or leave one out with `leave_out`"),
        );
        // One pair a group is enough to see what is missing.
        break;
    }
}
