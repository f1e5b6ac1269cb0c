//! Files that are too large to hold: streams of measurements are read in blocks, others only hashed.

use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::NOT_READ;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{self, Stamp};
use crate::formats::stream::gather::{self, Gather, Watch};
use crate::formats::stream::{self, Asked, Layout, observe, places, records};
use crate::formats::{self, Reader, Reading};
use crate::packed::{self, Packing, Unpacked};
use crate::pipeline::Spare;
use crate::source::Source;
use crate::suite::manifest::Rule;
use crate::suite::{Body, OnDisk, lock};

/// Files of more bytes stay on the disk when they are streams, or when nobody reads them.
pub const LARGE: u64 = 8 << 20;

/// The mark of the byte order that a text in UTF-8 may begin with.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What was read of a file that stays on the disk.
pub(super) struct Large {
    pub(super) body: Body,
    pub(super) sha256: String,
    pub(super) format: String,
    pub(super) reading: Reading,
}

/// How the text of a file begins.
struct Beginning {
    packing: Option<Packing>,
    text: String,
}

impl Beginning {
    /// The beginning of a file; none when it is no text that can be read in blocks.
    fn of(root: &Path, path: &str) -> Result<Option<Self>, Box<Diagnostic>> {
        let bytes = files::head(root, path, stream::HEAD as u64)?;
        let packing = Packing::of(&bytes);
        let bytes = match packing {
            None => bytes,
            Some(packing) if packing.is_compression() => {
                Unpacked::open(packing, root, path)?.slice(0, stream::HEAD as u64)?
            }
            Some(_) => return Ok(None),
        };
        if let Some(known) = files::known_binary(path, &bytes) {
            return Err(known);
        }
        Ok(text_of(&bytes).map(|text| Self { packing, text: text.to_owned() }))
    }
}

/// Whether a file of these bytes is compressed, and its text is large.
pub(super) fn is_large_text(bytes: &[u8]) -> bool {
    Packing::of(bytes).filter(|packing| packing.is_compression()).is_some_and(|packing| {
        let mut text = packed::unpacking(packing, bytes, LARGE);
        std::io::copy(&mut text, &mut std::io::sink()).is_err_and(|error| packed::is_beyond(&error))
    })
}

/// Reads a large file; none when it is no stream, so that it has to be held.
pub(super) fn read(root: &Path, path: &str, rule: Option<&Rule>) -> Option<Result<Large, Box<Diagnostic>>> {
    let Some(rule) = rule else { return Some(unread(root, path)) };
    if rule.table.is_some() || rule.json.is_some() {
        return None;
    }
    let beginning = match Beginning::of(root, path) {
        Ok(beginning) => beginning?,
        Err(diagnostic) => return Some(Err(diagnostic)),
    };
    let reader = match rule.format.as_deref() {
        Some(name) => formats::by_name(name).filter(|reader| reader.stream().is_some())?,
        None => formats::recognise_stream(&beginning.text)?,
    };
    Some(read_stream(root, path, &beginning, reader, rule))
}

/// The text that bytes begin with, without a byte order mark and what is cut off at the end.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    Some(text.trim_start_matches('\u{feff}'))
}

/// A file that nobody reads: only its hash matters.
fn unread(root: &Path, path: &str) -> Result<Large, Box<Diagnostic>> {
    let stamp = Stamp::of(&root.join(path), path)?;
    let (sha256, _) = lock::sha256_of(root, path)?;
    let (packing, private) = (None, Vec::new());
    let body = Body::OnDisk(OnDisk { path: root.join(path), stamp, excerpt: None, packing, private });
    Ok(Large { body, sha256, format: NOT_READ.to_owned(), reading: Reading::default() })
}

fn read_stream(
    root: &Path,
    path: &str,
    beginning: &Beginning,
    reader: &dyn Reader,
    rule: &Rule,
) -> Result<Large, Box<Diagnostic>> {
    let gathered = gather(root, path, beginning, reader, rule.asked())?;
    let (excerpt, places) = excerpt(root, path, &gathered)?;
    let reading = observe::reading(gathered.layout.plan(), &gathered.gather, &places, excerpt.text());
    let packing = gathered.packing;
    let formats = [Some(reader.title()), packing.map(Packing::name)];
    let body = Body::OnDisk(OnDisk {
        path: root.join(path),
        stamp: gathered.stamp,
        private: observe::private(&gathered.gather, &places),
        excerpt: Some(excerpt),
        packing,
    });
    let format = formats.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Ok(Large { body, sha256: gathered.sha256, format, reading })
}

/// A large stream that was read where it lies.
pub struct Streamed {
    /// Its reader.
    pub reader: &'static dyn Reader,
    /// What was read.
    pub reading: Reading,
    /// The fields by which its records are divided.
    pub by: Vec<String>,
    /// The lines that are told of.
    pub excerpt: Arc<Source>,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// What the system tells of the file.
    pub stamp: Stamp,
}

/// Reads a large stream, divided as its format suggests where that makes several runs; none when the file is small,
/// or no stream that is known.
pub fn streamed(root: &Path, path: &str) -> Option<Result<Streamed, Box<Diagnostic>>> {
    let size = Stamp::of(&root.join(path), path).ok()?.size;
    let is_packed = || Packing::of(&files::head(root, path, 4).ok()?).filter(|packing| packing.is_compression());
    let is_large = size > LARGE || is_packed().is_some() && is_large_text(&files::read(root, path).ok()?);
    if !is_large {
        return None;
    }
    let beginning = match Beginning::of(root, path) {
        Ok(beginning) => beginning?,
        Err(diagnostic) => return Some(Err(diagnostic)),
    };
    let reader = formats::recognise_stream(&beginning.text)?;
    let by = reader.stream().map(|stream| stream.divides(&beginning.text)).unwrap_or_default();
    let divided = streamed_by(root, path, &beginning, reader, by).map(|read| settled(reader, read));
    let is_whole = |read: &Streamed| read.by.is_empty() || read.reading.runs.len() > 1;
    Some(match divided {
        Ok(read) if !is_whole(&read) => streamed_by(root, path, &beginning, reader, Vec::new()),
        other => other,
    })
}

fn settled(reader: &dyn Reader, read: Streamed) -> Streamed {
    let Some(stream) = reader.stream() else { return read };
    let (reading, by) = stream::settled(stream, read.reading, read.by);
    Streamed { reading, by, ..read }
}

fn streamed_by(
    root: &Path,
    path: &str,
    beginning: &Beginning,
    reader: &'static dyn Reader,
    by: Vec<String>,
) -> Result<Streamed, Box<Diagnostic>> {
    let gathered = gather(root, path, beginning, reader, Asked { by: &by, metrics: &[] })?;
    let (excerpt, places) = excerpt(root, path, &gathered)?;
    let reading = observe::reading(gathered.layout.plan(), &gathered.gather, &places, excerpt.text());
    Ok(Streamed { reader, reading, by, excerpt, sha256: gathered.sha256, stamp: gathered.stamp })
}

/// What was gathered of a stream.
pub struct Gathered {
    /// How its records are read.
    pub layout: Box<dyn Layout>,
    /// The sample sets.
    pub gather: Gather,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// What the system tells of the file.
    pub stamp: Stamp,
    /// How it is compressed.
    pub packing: Option<Packing>,
}

fn gather(
    root: &Path,
    path: &str,
    beginning: &Beginning,
    reader: &dyn Reader,
    asked: Asked<'_>,
) -> Result<Gathered, Box<Diagnostic>> {
    let stream = reader.stream().expect("it was found among the streams");
    let layout = stream.layout_with(&beginning.text, asked).map_err(|problem| {
        Box::new(Diagnostic::error(problem.code, problem.message).in_file(path).help_if(problem.help))
    })?;
    let stamp = Stamp::of(&root.join(path), path)?;
    let ends = layout.plan().ends;
    let cut = move |bytes: &[u8]| records::cut(bytes, stream::BLOCK, ends);
    let packing = beginning.packing;
    let mut blocks = packed::blocks(packing, root, path, stream::BLOCK, cut)?;
    let spare: Spare<Vec<u8>> = Spare::new();
    let read = std::iter::from_fn(|| blocks.next_in(spare.take(), records::LONGEST).transpose());
    let as_text = |(at, bytes)| text(path, at, bytes);
    // Hashing is as much work as reading: it is done beside it.
    let mut hash = Sha256::new();
    let mut end = 0;
    let hashed = |at: u64, text: String| {
        if packing.is_none() {
            // A mark of the byte order is no part of the first text.
            hash.update(if at > end { MARK } else { &[] });
            hash.update(&text);
            end = at + text.len() as u64;
        }
        spare.put(text.into_bytes());
    };
    let gather = gather::all(&*layout, Watch::Private, read, as_text, hashed)?;
    // The hash is that of the bytes on the disk, which are few beside those that they unpack to.
    let sha256 = match packing {
        None => lock::hexadecimal(&hash.finalize()),
        Some(_) => lock::sha256_of(root, path)?.0,
    };
    Ok(Gathered { layout, gather, sha256, stamp, packing })
}

/// The lines of a stream that are told of, and the places in them.
pub fn excerpt(root: &Path, path: &str, gathered: &Gathered) -> Result<(Arc<Source>, places::Places), Box<Diagnostic>> {
    let mut unpacked = gathered.packing.map(|packing| Unpacked::open(packing, root, path)).transpose()?;
    let mut file = files::open(root, path)?;
    let mut slice = |from, to| match &mut unpacked {
        Some(unpacked) => unpacked.slice(from, to),
        None => files::slice_of(&mut file, path, from, to),
    };
    let fetch = |from, to| slice(from, to).and_then(|bytes| text(path, 1, bytes)).map(|(_, text)| text);
    places::in_excerpt(path, &gathered.gather, gathered.layout.plan().ends.is_quoted(), fetch)
}

/// Gathers a stream of any size, wherever it lies.
pub fn digestible(path: &str, format: Option<&str>, by: &[String]) -> Result<Gathered, Box<Diagnostic>> {
    let beginning = Beginning::of(Path::new(""), path)?;
    let beginning = beginning.unwrap_or(Beginning { packing: None, text: String::new() });
    let named = format.map(|name| formats::by_name(name).filter(|reader| reader.stream().is_some()));
    let reader = named.unwrap_or_else(|| formats::recognise_stream(&beginning.text));
    let reader = reader.ok_or_else(|| {
        let message = format!("`{path}` is no stream of measurements that is known");
        let streams: Vec<&str> = formats::streams().map(Reader::name).collect();
        let diagnostic = Diagnostic::error(Code::UnknownFormat, message).in_file(path);
        Box::new(diagnostic.help(format!("there is {}", crate::suggest::listed(&streams))))
    })?;
    gather(Path::new(""), path, &beginning, reader, Asked { by, metrics: &[] })
}

/// A block as text; the first without its byte order mark.
fn text(path: &str, at: u64, mut bytes: Vec<u8>) -> Result<(u64, String), Box<Diagnostic>> {
    let mark = if at == 0 && bytes.starts_with(MARK) { MARK.len() } else { 0 };
    bytes.drain(..mark);
    match String::from_utf8(bytes) {
        Ok(text) => Ok((at + mark as u64, text)),
        Err(error) => {
            let byte = at + error.utf8_error().valid_up_to() as u64 + 1;
            let diagnostic = Diagnostic::error(Code::NotText, format!("`{path}` is not UTF-8 text")).in_file(path);
            let note = format!("the first byte that is not is number {byte}");
            Err(Box::new(diagnostic.note(note).help("save it as UTF-8, or convert it with `iconv -t UTF-8`")))
        }
    }
}
