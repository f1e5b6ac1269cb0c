//! All files of a suite, in batches: while one is read on all threads, what the one before gave is put together.

use rayon::prelude::*;

use super::beside::Beside;
use super::gather::Gathered;
use super::{FileRuns, large};
use crate::diagnostic::Diagnostics;
use crate::files::Found;
use crate::formats::criterion;
use crate::model::Run;
use crate::suite::EvidenceFile;

/// So many files are read at once. What they give is put together while it is near, and the memory that it was
/// in serves those that come after.
const BATCH: usize = 256;

/// A file that was read, with its runs and what is wrong with it.
pub(super) type Read = (Option<EvidenceFile>, Vec<Run>, Diagnostics);

/// What was read of a suite.
#[derive(Default)]
pub(super) struct Loaded {
    /// The files, in the order of their paths.
    pub(super) files: Vec<EvidenceFile>,
    /// Their runs.
    pub(super) runs: FileRuns,
    /// What was taken out of the runs; nothing yet while that waits.
    pub(super) gathered: Gathered,
    /// What is wrong with the files.
    pub(super) found: Diagnostics,
    /// Whether runs are to be put together with what other files say of them, when all are read.
    pub(super) waits: bool,
}

/// Reads files, which are in the order of their paths.
pub(super) fn read(files: &[&Found], read_one: impl Fn(&Found) -> Read + Sync) -> Loaded {
    let waits = files.iter().any(|file| criterion::beside(&file.path).is_some());
    let mut loaded = Loaded { waits, ..Loaded::default() };
    let mut before = Vec::new();
    for batch in files.chunks(BATCH) {
        let ((), read) = rayon::join(|| loaded.take(before), || read_batch(batch, &read_one));
        before = read;
    }
    loaded.take(before);
    loaded
}

fn read_batch(files: &[&Found], read_one: impl Fn(&Found) -> Read + Sync) -> Vec<Read> {
    // Each large file takes all threads for itself, so that memory is bounded.
    let is_large = |file: &Found| file.size > large::LARGE;
    let mut read: Vec<Option<Read>> = files.par_iter().map(|file| (!is_large(file)).then(|| read_one(file))).collect();
    let large = files.iter().zip(&mut read).filter(|(file, _)| is_large(file));
    large.for_each(|(file, read)| *read = Some(read_one(file)));
    read.into_iter().flatten().collect()
}

impl Loaded {
    fn take(&mut self, read: Vec<Read>) {
        let first = self.runs.len();
        for (file, of_file, wrong) in read {
            self.found.append(wrong);
            if let Some(file) = file {
                let number = self.files.len();
                self.runs.extend(of_file.into_iter().map(|run| (number, run)));
                self.files.push(file);
            }
        }
        if !self.waits {
            self.gathered.add(&mut self.runs, first, Beside::new());
        }
    }
}
