//! What a bare folder, or a single file, holds.

use std::path::Path;
use std::sync::Arc;

use super::as_word;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, shown};
use crate::files::{self, Found};
use crate::formats::beside::{self, Beside, Told};
use crate::formats::json::JsonError;
use crate::formats::logged::Logged;
use crate::formats::{self, Content, Damaged, Problem, Reader, Reading, stream};
use crate::model::{Observation, Run};
use crate::output;
use crate::packed::Packing;
use crate::source::{Source, Span};
use crate::suite::load::large::{self, Streamed};

/// More files than this are no results of a benchmark.
const MOST_FILES: usize = 5_000;

/// So many bytes are read and published, and no more.
const MOST_BYTES: u64 = 512 << 20;

/// Hidden folders in which tools keep their results: pytest-benchmark and asv.
const HIDDEN: [&str; 2] = [".benchmarks", ".asv"];

/// A file of the folder.
#[derive(Debug)]
pub(super) struct Seen {
    /// The path below the folder.
    pub(super) path: Arc<str>,
    /// What it holds.
    pub(super) content: What,
    /// Its text, when it has one; of a large stream the lines that are told of.
    pub(super) source: Option<Arc<Source>>,
    /// The fields by which its records are divided.
    pub(super) by: Vec<String>,
    /// Whether it is read with results that it lies beside.
    pub(super) is_beside: bool,
    /// How many folders above it spell names that a file beside it tells.
    pub(super) named: Option<usize>,
    /// What files beside it tell of its runs, in numbers of their own.
    pub(super) beside: Vec<Observation>,
}

/// What a file holds.
#[derive(Debug)]
pub(super) enum What {
    /// An output, as it was read, and its format.
    Output(Reading, &'static str),
    /// An output that is not as its tool wrote it: why it is not read, and what is wrong.
    Damaged(String, Problem),
    /// Anything else, with the reason why it is not read.
    Other(String),
}

impl Seen {
    fn new(path: Arc<str>, content: What, source: Option<Arc<Source>>, by: Vec<String>) -> Self {
        Self { path, content, source, by, is_beside: false, named: None, beside: Vec::new() }
    }

    /// Why it is not read; nothing when it is.
    pub(super) fn why_not(&self) -> Option<&str> {
        match &self.content {
            What::Output(..) => None,
            What::Damaged(why, _) | What::Other(why) => Some(why),
        }
    }

    /// Gives its runs what a file beside it says; whether it says something.
    fn complete(&mut self, beside: &Beside, told: &Told) -> bool {
        let What::Output(Reading { runs, .. }, _) = &mut self.content else { return false };
        let depth = told.names.as_ref().and_then(|names| Some((names, names.depth(&self.path)?)));
        let mut is_told = false;
        for run in runs.iter_mut().filter(|run| beside.is_of(run)) {
            let Ok(own) = told.tell(run) else { continue };
            let own = own.filter(|own| !own.is_empty() || own.detail.is_some());
            is_told |= told.describes.is_some() || depth.is_some() || own.is_some();
            if let Some((names, depth)) = depth {
                run.dimensions.complete(&names.dimensions);
                self.named = Some(depth);
            }
            let Some(own) = own else { continue };
            self.beside.extend(own.observations);
            if let Some(detail) = own.detail {
                run.samples = detail.samples;
                run.measurements = detail.measurements;
            }
        }
        is_told
    }

    /// What is wrong with an output that is not as its tool wrote it.
    pub(super) fn damage(&self) -> Option<Diagnostic> {
        let (What::Damaged(_, problem), Some(source)) = (&self.content, &self.source) else { return None };
        let mark = source.text().len() - source.text().trim_start_matches('\u{feff}').len();
        let diagnostic = Diagnostic::warning(problem.code, problem.message.clone());
        let diagnostic = diagnostic.at(source, problem.span.shifted(mark));
        Some(diagnostic.note("nothing of this file is in the report").help_if(problem.help.clone()))
    }
}

/// The files of a folder, or a single file, in the order of their paths; what lies below `own`, and
/// sites that Benchbook made, are passed over.
pub(super) fn take(given: &Path, own: Option<&str>, found: &mut Diagnostics) -> Result<Vec<Seen>, Box<Diagnostic>> {
    let (root, paths) = if given.is_file() { single(given)? } else { (given, below(given, own, found)?) };
    let mut seen = Vec::new();
    for path in paths {
        match read(root, &path) {
            Ok((content, by, source)) => seen.push(Seen::new(path, content, source, by)),
            Err(diagnostic) => found.push(Diagnostic { severity: Severity::Warning, ..*diagnostic }),
        }
    }
    attach(&mut seen);
    match seen.iter().any(|seen| matches!(seen.content, What::Output(..))) {
        true => Ok(seen),
        false => Err(nothing_recognised(given, &seen, found)),
    }
}

/// Gives results what files beside them say of them.
fn attach(seen: &mut [Seen]) {
    let paths: Vec<Arc<str>> = seen.iter().map(|seen| Arc::clone(&seen.path)).collect();
    for pair in beside::pairs(paths.iter().map(|path| &**path)) {
        let Some(source) = seen[pair.file].source.as_ref().map(Arc::clone) else { continue };
        let Ok(Some(told)) = pair.beside.read(&source) else { continue };
        for result in pair.results {
            let is_told = seen[result].complete(pair.beside, &told);
            seen[pair.file].is_beside |= is_told;
        }
    }
}

fn single(given: &Path) -> Result<(&Path, Vec<Arc<str>>), Box<Diagnostic>> {
    let name = given.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = given.parent().unwrap_or(Path::new(""));
    Ok((folder, vec![name.into()]))
}

fn below(given: &Path, own: Option<&str>, found: &mut Diagnostics) -> Result<Vec<Arc<str>>, Box<Diagnostic>> {
    let mut walked = Diagnostics::new();
    let files = files::walk(given, "", &mut walked);
    // A link or a folder that cannot be read is left out, and said.
    found.extend(walked.into_iter().map(|diagnostic| Diagnostic { severity: Severity::Warning, ..diagnostic }));
    let files: Vec<Found> = files.into_iter().filter(|file| !is_made(given, &file.path, own)).collect();
    // What is larger is a stream that is not held, or not read.
    let bytes: u64 = files.iter().map(|file| file.size).filter(|size| *size <= files::LARGEST).sum();
    if files.len() > MOST_FILES || bytes > MOST_BYTES {
        let message = format!("`{}` holds {} files of {} MB", shown(given), files.len(), bytes / 1_000_000);
        let diagnostic = Diagnostic::error(Code::TooLarge, message);
        let help = "give the folder that holds the outputs of the benchmark and nothing else";
        let limit = format!("a report takes up to {MOST_FILES} files of {} MB", MOST_BYTES / 1_000_000);
        return Err(Box::new(diagnostic.note(limit).help(help)));
    }
    Ok(files.into_iter().map(|file| file.path).collect())
}

/// Whether a file lies below `own`, or in a site that Benchbook made.
fn is_made(given: &Path, path: &str, own: Option<&str>) -> bool {
    let is_own = own.is_some_and(|own| path.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')));
    is_own || path.match_indices('/').any(|(at, _)| output::is_ours(&given.join(&path[..at])))
}

type Read = (What, Vec<String>, Option<Arc<Source>>);

fn read(root: &Path, path: &Arc<str>) -> Result<Read, Box<Diagnostic>> {
    if let Some(streamed) = large::streamed(root, path) {
        let Streamed { reader, reading, by, excerpt, .. } = streamed?;
        return Ok((output(reader, reading), by, Some(excerpt)));
    }
    let bytes = files::read(root, path)?;
    let text = match Packing::of(&bytes) {
        Some(packing) => packing.unpack(path, &bytes),
        None => files::decode(path, bytes),
    };
    Ok(match text {
        Ok(source) => {
            let (content, by) = recognise(source.text());
            (content, by, Some(Arc::new(source)))
        }
        Err(diagnostic) => (What::Other(without_name(&diagnostic.message, path)), Vec::new(), None),
    })
}

/// A reason without the name of the file at its beginning.
fn without_name(message: &str, path: &str) -> String {
    let start = format!("`{path}` ");
    message.strip_prefix(&start).unwrap_or(message).to_owned()
}

fn recognise(text: &str) -> (What, Vec<String>) {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return (What::Other("is empty".to_owned()), Vec::new());
    }
    let logged = Logged::new(text);
    let content = logged.content();
    let Some(reader) = formats::recognise(&content) else { return (unrecognised(&logged, &content), Vec::new()) };
    if let Some(other) = formats::recognise_beside(&content, reader) {
        return (two_formats(reader, other), Vec::new());
    }
    let (reading, by) = match reader.stream() {
        Some(stream) => stream::read_divided(stream, &content),
        None => (formats::read(reader, &content), Vec::new()),
    };
    (output(reader, reading), by)
}

/// What no reader recognises.
fn unrecognised(logged: &Logged<'_>, content: &Content<'_>) -> What {
    match (&content.json, logged.damaged()) {
        (Some(Err(error)), _) if error.truncated => cut_off(error),
        (_, Some(Damaged { like, problem })) => {
            let what = like.map_or_else(String::new, |reader| format!("looks like {}, but ", reader.title()));
            What::Damaged(format!("{what}{}", problem.message), problem)
        }
        _ => What::Other("is of no format that is recognised".to_owned()),
    }
}

/// An output of two tools.
fn two_formats(one: &dyn Reader, other: &dyn Reader) -> What {
    let what = format!("holds {} and {}", one.title(), other.title());
    let problem = Problem::new(Code::UnknownFormat, Span::new(0, 0), format!("this file {what}"));
    What::Damaged(what, problem.help("keep what each tool wrote in a file of its own"))
}

/// JSON that ends before it is complete.
fn cut_off(error: &JsonError) -> What {
    let why = format!("is cut off: {}", error.message);
    let message = format!("this file is cut off: {}", error.message);
    let help = Some("take the whole output".to_owned());
    What::Damaged(why, Problem { code: Code::Truncated, span: error.span, message, help })
}

/// What a reader makes of a file.
fn output(reader: &dyn Reader, reading: Reading) -> What {
    let is_empty = reading.runs.iter().all(Run::is_empty);
    match reading.problems.first() {
        Some(problem) => {
            let why = format!("is {}, but {}", reader.title(), problem.message);
            What::Damaged(why, problem.clone())
        }
        None if is_empty => What::Other(format!("is {}, which gives no number by itself", reader.title())),
        None => What::Output(reading, reader.name()),
    }
}

fn nothing_recognised(given: &Path, seen: &[Seen], found: &mut Diagnostics) -> Box<Diagnostic> {
    const SHOWN: usize = 5;
    let name = shown(given);
    let message = match (seen, given.is_file()) {
        ([], false) => format!("`{name}` holds no files that can be read"),
        ([], true) => format!("`{name}` cannot be read"),
        (_, false) => format!("`{name}` holds no output that is recognised"),
        (_, true) => format!("`{name}` is no output that is recognised"),
    };
    let mut diagnostic = Diagnostic::error(Code::UnknownFormat, message);
    for seen in seen.iter().take(SHOWN) {
        if let Some(why) = seen.why_not() {
            diagnostic = diagnostic.note(format!("`{}` {why}", seen.path));
        }
    }
    if seen.len() > SHOWN {
        diagnostic = diagnostic.note(format!("and {} more", seen.len() - SHOWN));
    }
    for other in std::mem::take(found) {
        diagnostic = diagnostic.note(other.message);
    }
    let hidden = HIDDEN.into_iter().map(|name| given.join(name)).filter(|path| path.is_dir());
    for folder in hidden {
        let note = format!(
            "`{0}` is hidden and passed over: `benchbook build {1}` reads it",
            shown(&folder),
            as_word(&shown(&folder))
        );
        diagnostic = diagnostic.note(note);
    }
    let help = "`benchbook formats` lists what is recognised; a table of another layout needs a site with a mapping";
    Box::new(diagnostic.help(help))
}
