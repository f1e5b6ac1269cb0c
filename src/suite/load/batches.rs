//! All files of a suite, in batches: while one is read on all threads, what the one before gave is put together.

use rayon::prelude::*;

use super::beside::Beside;
use super::gather::{Gathered, Part};
use super::large;
use crate::diagnostic::Diagnostics;
use crate::files::Found;
use crate::formats;
use crate::model::Run;
use crate::suite::EvidenceFile;

/// So many files are read at once. What they give is put together while it is near, and the memory that it was
/// in serves those that come after.
const BATCH: usize = 64;

/// A file that was read, with its runs and what is wrong with it.
pub(super) type Read = (Option<EvidenceFile>, Vec<Run>, Diagnostics);

/// What was read of a suite.
#[derive(Default)]
pub(super) struct Loaded {
    /// The files, in the order of their paths.
    pub(super) files: Vec<EvidenceFile>,
    /// What their runs gave; nothing yet of those that wait.
    pub(super) gathered: Gathered,
    /// The runs of each file, where they are to be put together with what other files say of them, when all are read.
    pub(super) waiting: Vec<Vec<Run>>,
    /// What is wrong with the files.
    pub(super) found: Diagnostics,
}

/// What was read of a file.
enum Content {
    Gathered(Box<Part>),
    Waits(Vec<Run>),
}

/// Reads files, which are in the order of their paths.
pub(super) fn read(files: &[&Found], read_one: impl Fn(&Found) -> Read + Sync) -> Loaded {
    let waits = files.iter().any(|file| formats::beside::by_name(&file.path).is_some());
    let read_one = |file: &Found| {
        let (file, runs, found) = read_one(file);
        let content = match waits {
            true => Content::Waits(runs),
            false => Content::Gathered(Box::new(Part::of(runs, 0, &mut Beside::new()))),
        };
        (file, content, found)
    };
    let mut loaded = Loaded::default();
    let mut before = Vec::new();
    for batch in files.chunks(BATCH) {
        let ((), read) = rayon::join(|| loaded.take(before), || read_batch(batch, read_one));
        before = read;
    }
    loaded.take(before);
    loaded
}

fn read_batch<R: Send>(files: &[&Found], read_one: impl Fn(&Found) -> R + Sync) -> Vec<R> {
    // Each large file takes all threads for itself, so that memory is bounded.
    let is_large = |file: &Found| file.size > large::LARGE;
    let mut read: Vec<Option<R>> = files.par_iter().map(|file| (!is_large(file)).then(|| read_one(file))).collect();
    let large = files.iter().zip(&mut read).filter(|(file, _)| is_large(file));
    large.for_each(|(file, read)| *read = Some(read_one(file)));
    read.into_iter().flatten().collect()
}

impl Loaded {
    fn take(&mut self, read: Vec<(Option<EvidenceFile>, Content, Diagnostics)>) {
        for (file, content, wrong) in read {
            self.found.append(wrong);
            let Some(file) = file else { continue };
            match content {
                Content::Gathered(part) => self.gathered.append(self.files.len(), *part),
                Content::Waits(runs) => self.waiting.push(runs),
            }
            self.files.push(file);
        }
    }

    /// Puts the runs that waited together with what other files say of them.
    pub(super) fn gather(&mut self, mut beside: Beside) {
        let mut first = 0;
        for (file, runs) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            let after = first + runs.len();
            self.gathered.append(file, Part::of(runs, first, &mut beside));
            first = after;
        }
    }
}
