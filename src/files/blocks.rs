//! Files of any size, read in blocks and copied without being held.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use super::{create_folder, reason};
use crate::diagnostic::{Code, Diagnostic, shown};

/// What the system tells of a file, by which a change is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// How many bytes it has.
    pub size: u64,
    modified: Option<SystemTime>,
}

/// A file that is read in blocks, each of which ends where something in it ends.
pub struct Blocks<F, R = fs::File> {
    reader: R,
    name: String,
    size: usize,
    cut: F,
    /// What an error of the reader means.
    fail: Fail,
    /// What was read beyond the end of the last block.
    rest: Vec<u8>,
    at: u64,
}

/// Tells what an error of a reader means for the file of that name.
pub type Fail = Box<dyn Fn(&str, &io::Error) -> Box<Diagnostic> + Send>;

impl<F: Fn(&[u8]) -> Option<usize>> Blocks<F> {
    /// Opens a file; `cut` gives where the bytes can be cut, near the size of a block.
    pub fn open(root: &Path, name: &str, size: usize, cut: F) -> Result<Self, Box<Diagnostic>> {
        Ok(Self::of(open(root, name)?, name, size, cut, Box::new(unreadable)))
    }
}

impl<F: Fn(&[u8]) -> Option<usize>, R: Read> Blocks<F, R> {
    /// The same, whatever the reader is.
    pub fn boxed<'a>(self) -> Blocks<F, Box<dyn Read + Send + 'a>>
    where
        R: Send + 'a,
    {
        let Self { reader, name, size, cut, fail, rest, at } = self;
        Blocks { reader: Box::new(reader), name, size, cut, fail, rest, at }
    }

    /// The blocks of what a reader gives.
    pub fn of(reader: R, name: &str, size: usize, cut: F, fail: Fail) -> Self {
        Self { reader, name: name.to_owned(), size, cut, fail, rest: Vec::new(), at: 0 }
    }

    /// The next block, with the byte of the file at which it begins; none at the end. A block that cannot
    /// be cut within `most` bytes is an error.
    pub fn next(&mut self, most: usize) -> Result<Option<(u64, Vec<u8>)>, Box<Diagnostic>> {
        self.next_in(Vec::new(), most)
    }

    /// The same in the memory of an earlier block.
    pub fn next_in(&mut self, mut bytes: Vec<u8>, most: usize) -> Result<Option<(u64, Vec<u8>)>, Box<Diagnostic>> {
        bytes.clear();
        bytes.reserve(self.rest.len() + self.size);
        bytes.append(&mut self.rest);
        loop {
            let wanted = self.size as u64;
            let read = self.reader.by_ref().take(wanted).read_to_end(&mut bytes);
            let read = read.map_err(|error| (self.fail)(&self.name, &error))?;
            let is_end = (read as u64) < wanted;
            let end = if is_end { bytes.len() } else { (self.cut)(&bytes).unwrap_or(0) };
            if end == 0 && !is_end && bytes.len() < most {
                continue;
            }
            if end == 0 && !is_end {
                return Err(Box::new(endless(&self.name, self.at, most)));
            }
            self.rest.extend_from_slice(&bytes[end..]);
            bytes.truncate(end);
            let at = self.at;
            self.at += end as u64;
            return Ok((end > 0).then_some((at, bytes)));
        }
    }
}

impl Stamp {
    /// The stamp of a file as it is now.
    pub fn of(path: &Path, name: &str) -> Result<Self, Box<Diagnostic>> {
        let metadata = fs::metadata(path).map_err(|error| unreadable(name, &error))?;
        Ok(Self { size: metadata.len(), modified: metadata.modified().ok() })
    }
}

/// Opens a file to be read from its beginning.
pub fn open(root: &Path, name: &str) -> Result<fs::File, Box<Diagnostic>> {
    fs::File::open(root.join(name)).map_err(|error| unreadable(name, &error))
}

/// The first bytes of a file, at most so many.
pub fn head(root: &Path, name: &str, most: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    slice(root, name, 0, most)
}

/// The bytes of a file between two places, as far as it has them.
pub fn slice(root: &Path, name: &str, from: u64, to: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    slice_of(&mut open(root, name)?, name, from, to)
}

/// The same of a file that is open.
pub fn slice_of(file: &mut fs::File, name: &str, from: u64, to: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut read = || {
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(to - from).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| unreadable(name, &error))
}

/// Copies a file that must still be as its stamp says, making the folders above the copy.
pub fn copy(from: &Path, to: &Path, stamp: &Stamp) -> Result<(), Box<Diagnostic>> {
    create_folder(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map_err(|error| {
        let message = format!("cannot copy `{}` to `{}`: {}", shown(from), shown(to), reason(&error));
        Box::new(Diagnostic::error(Code::WriteFailed, message))
    })?;
    let name = shown(from);
    if Stamp::of(from, &name)? == *stamp {
        return Ok(());
    }
    let diagnostic = Diagnostic::error(Code::Unreadable, format!("`{name}` changed while it was read")).in_file(name);
    Err(Box::new(diagnostic.help("build again when nothing writes to it")))
}

fn unreadable(name: &str, error: &io::Error) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(Code::Unreadable, format!("cannot read `{name}`: {}", reason(error)));
    Box::new(diagnostic.in_file(name))
}

fn endless(name: &str, at: u64, most: usize) -> Diagnostic {
    let mebibytes = most >> 20;
    Diagnostic::error(Code::Malformed, format!("`{name}` has a record of more than {mebibytes} MiB"))
        .in_file(name)
        .note(format!("it begins at byte {at}; a quote that is not closed, or no line ends"))
        .help("take the file as the tool wrote it, or leave it out with `leave_out`")
}
