//! All files of a suite, in batches: threads take one after another, and what each gave is put together in the order
//! of the files while others are read.

use std::convert::Infallible;

use super::beside::Beside;
use super::gather::Gathered;
use super::large;
use crate::diagnostic::Diagnostics;
use crate::files::Found;
use crate::formats;
use crate::model::Run;
use crate::pipeline::{self, Spare};
use crate::suite::EvidenceFile;

/// At most so many files are taken at once. What they give is put together while it is near, and the memory that it
/// was in serves those that come after.
const BATCH: usize = 64;

/// Where there are fewer files, each thread takes so many times.
const TIMES: usize = 8;

/// A file that was read, with its runs and what is wrong with it.
pub(super) type Read = (Option<EvidenceFile>, Vec<Run>, Diagnostics);

/// What was read of a suite, or of some of its files.
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

/// Reads files, which are in the order of their paths.
pub(super) fn read(files: &[&Found], read_one: impl Fn(&Found) -> Read + Sync) -> Loaded {
    let waits = files.iter().any(|file| formats::beside::by_name(&file.path).is_some());
    let mut all = Loaded::default();
    let spare: Spare<Loaded> = Spare::new();
    for files in files.chunk_by(|a, b| !takes_all_threads(a) && !takes_all_threads(b)) {
        if let [file] = files {
            all.add(read_one(file), waits);
            continue;
        }
        let size = (files.len() / (TIMES * rayon::current_num_threads())).clamp(1, BATCH);
        let read_batch = |batch: &[&Found]| {
            // A thread that gave memory back while another asks for it would wait: it is used again.
            let mut read = spare.take();
            batch.iter().for_each(|file| read.add(read_one(file), waits));
            Ok(read)
        };
        let take = |mut read: Loaded| {
            all.append(&mut read);
            spare.put(read);
        };
        let batches = files.chunks(size).map(Ok);
        let read: Result<(), Infallible> = pipeline::in_order(batches, read_batch, take);
        let Ok(()) = read;
    }
    all
}

/// Whether a file is a large one, or unpacks to one by its name. Such a file is read by itself and by all threads,
/// so that memory is bounded.
fn takes_all_threads(file: &Found) -> bool {
    let is_packed = file.path.ends_with(".gz") || file.path.ends_with(".zst");
    file.size > large::LARGE || is_packed && file.size > large::LARGE / 16
}

impl Loaded {
    fn add(&mut self, (file, runs, found): Read, waits: bool) {
        self.found.append(found);
        let Some(file) = file else { return };
        match waits {
            true => self.waiting.push(runs),
            false => self.gathered.add(self.files.len(), runs, 0, &mut Beside::new()),
        }
        self.files.push(file);
    }

    /// Puts what more files gave behind what is there.
    fn append(&mut self, more: &mut Self) {
        self.gathered.append(self.files.len(), &mut more.gathered);
        self.files.append(&mut more.files);
        self.waiting.append(&mut more.waiting);
        self.found.append(std::mem::take(&mut more.found));
    }

    /// Puts the runs that waited together with what other files say of them.
    pub(super) fn gather(&mut self, mut beside: Beside) {
        let mut first = 0;
        for (file, runs) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            let after = first + runs.len();
            self.gathered.add(file, runs, first, &mut beside);
            first = after;
        }
    }
}
