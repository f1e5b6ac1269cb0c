//! Compressed data of any size, unpacked while they are read.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use super::Packing;
use crate::diagnostic::Diagnostic;
use crate::files::{self, Blocks};

/// A stream may unpack to so many bytes. A small file that gives more was made to fill memory or time.
pub const LONGEST: u64 = 16 << 30;

/// A reader of unpacked bytes.
type Unpacking<'a> = Box<dyn Read + Send + 'a>;

/// What compressed bytes unpack to; more than `most` bytes are an error. Other packings are read as they are.
pub fn unpacking<'a>(packing: Packing, packed: impl BufRead + Send + 'a, most: u64) -> Unpacking<'a> {
    match packing {
        Packing::Gzip => Box::new(Bounded { reader: MultiGzDecoder::new(packed), left: most, most }),
        Packing::Zstd => Box::new(Bounded { reader: Frames::Between(packed), left: most, most }),
        Packing::Utf16(_) | Packing::IntervalLog => Box::new(Bounded { reader: packed, left: most, most }),
    }
}

fn open(packing: Packing, root: &Path, name: &str) -> Result<Unpacking<'static>, Box<Diagnostic>> {
    Ok(unpacking(packing, BufReader::with_capacity(64 << 10, files::open(root, name)?), LONGEST))
}

/// The blocks of the text of a file, which may be compressed; `cut` gives where bytes can be cut.
pub fn blocks<F: Fn(&[u8]) -> Option<usize>>(
    packing: Option<Packing>,
    root: &Path,
    name: &str,
    size: usize,
    cut: F,
) -> Result<Blocks<F, Unpacking<'static>>, Box<Diagnostic>> {
    let Some(packing) = packing else { return Ok(Blocks::open(root, name, size, cut)?.boxed()) };
    let fail = Box::new(move |name: &str, error: &io::Error| packing.failure(name, error));
    Ok(Blocks::of(open(packing, root, name)?, name, size, cut, fail))
}

/// The text of a compressed file, from its beginning to its end.
pub struct Unpacked {
    packing: Packing,
    name: String,
    reader: Unpacking<'static>,
    at: u64,
}

impl Unpacked {
    /// Opens a compressed file.
    pub fn open(packing: Packing, root: &Path, name: &str) -> Result<Self, Box<Diagnostic>> {
        Ok(Self { packing, name: name.to_owned(), reader: open(packing, root, name)?, at: 0 })
    }

    /// The bytes between two places, as far as they are there; each call asks for later ones than those before.
    pub fn slice(&mut self, from: u64, to: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
        let mut bytes = Vec::new();
        let skipped = io::copy(&mut self.reader.by_ref().take(from.saturating_sub(self.at)), &mut io::sink());
        let read = skipped.and_then(|_| self.reader.by_ref().take(to.saturating_sub(from)).read_to_end(&mut bytes));
        self.at = to;
        read.map(|_| bytes).map_err(|error| self.packing.failure(&self.name, &error))
    }
}

/// A reader of which more than so many bytes are an error.
struct Bounded<R> {
    reader: R,
    left: u64,
    most: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        // One byte beyond the limit is enough to know.
        let length = into.len().min(usize::try_from(self.left).map_or(usize::MAX, |left| left.saturating_add(1)));
        let read = self.reader.read(&mut into[..length])?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other(Beyond(self.most)))?;
        Ok(read)
    }
}

/// The bytes unpack to more than so many.
#[derive(Debug)]
struct Beyond(u64);

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} bytes", self.0)
    }
}

impl Error for Beyond {}

/// Whether an error of [`unpacking`] is that there are more bytes than it may give.
pub fn is_beyond(error: &io::Error) -> bool {
    beyond(error).is_some()
}

/// The limit that an error is about, if it is about one.
pub(super) fn beyond(error: &io::Error) -> Option<u64> {
    error.get_ref()?.downcast_ref::<Beyond>().map(|beyond| beyond.0)
}

/// The frames of zstd data, one behind the other.
enum Frames<R: BufRead> {
    Between(R),
    Within(Box<StreamingDecoder<R, FrameDecoder>>),
    Ended,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            // An error leaves nothing to go on with.
            *self = match std::mem::replace(self, Self::Ended) {
                Self::Ended => return Ok(0),
                Self::Between(mut packed) => {
                    if packed.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    Self::Within(Box::new(StreamingDecoder::new(packed).map_err(io::Error::other)?))
                }
                Self::Within(mut decoder) => {
                    let read = decoder.read(into)?;
                    if read > 0 || into.is_empty() {
                        *self = Self::Within(decoder);
                        return Ok(read);
                    }
                    Self::Between(decoder.into_inner())
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_unpacks_to_more_is_an_error_and_not_more_memory() {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        (0..64).for_each(|_| encoder.write_all(&[b'x'; 1 << 16]).expect("memory can be written to"));
        let bomb = encoder.finish().expect("memory can be written to");
        assert!(bomb.len() < 8 << 10, "{}", bomb.len());
        let read = |most| io::copy(&mut unpacking(Packing::Gzip, &bomb[..], most), &mut io::sink());
        assert_eq!(read(4 << 20).expect("it is just as long"), 4 << 20);
        let error = read((4 << 20) - 1).expect_err("it is longer");
        assert_eq!(beyond(&error), Some((4 << 20) - 1));
        let told = Packing::Gzip.failure("a.gz", &io::Error::other(Beyond(LONGEST)));
        assert_eq!(told.message, "`a.gz` unpacks to more than 16 GiB, the most that a stream may have");
    }
}
