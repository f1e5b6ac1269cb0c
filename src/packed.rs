//! Compressed files and files in UTF-16: recognised from their first bytes, and read as the text that they give.

pub mod interval_log;
mod unpacking;

use std::error::Error;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::{self, LARGEST};
use crate::source::{Source, Span};

pub use unpacking::{LONGEST, Unpacked, blocks, is_beyond, unpacking};

/// How a file holds its text, when that is not as UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// RFC 1952, one member or several.
    Gzip,
    /// RFC 8878, one frame or several.
    Zstd,
    /// UTF-16 after a byte order mark, as PowerShell writes what it redirects.
    Utf16(ByteOrder),
    /// An HdrHistogram interval log, whose histograms are compressed line by line.
    IntervalLog,
}

/// Which byte of a unit of two comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The lower one.
    Little,
    /// The higher one.
    Big,
}

/// Why bytes do not unpack.
enum Failure {
    /// They end too early.
    CutOff,
    /// They unpack to more than so many bytes.
    TooLarge(u64),
    /// They are not what they begin as.
    Damaged,
}

impl Packing {
    /// The packing that the first bytes tell of.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0xff, 0xfe, ..] => Some(Self::Utf16(ByteOrder::Little)),
            [0xfe, 0xff, ..] => Some(Self::Utf16(ByteOrder::Big)),
            _ if interval_log::is_log(bytes) => Some(Self::IntervalLog),
            _ => None,
        }
    }

    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Utf16(_) => "UTF-16",
            Self::IntervalLog => "base64 of zlib",
        }
    }

    /// The text that a file's bytes unpack to.
    pub fn unpack(self, name: &str, bytes: &[u8]) -> Result<Source, Box<Diagnostic>> {
        match self {
            Self::Utf16(order) => return utf16(name, bytes, order),
            Self::IntervalLog => return decoded_log(name, bytes),
            Self::Gzip | Self::Zstd => {}
        }
        let mut unpacked = Vec::new();
        let read = unpacking(self, bytes, LARGEST).read_to_end(&mut unpacked);
        read.map_err(|error| self.failure(name, &error))?;
        files::decode(name, unpacked)
    }

    /// Whether it is a compression of the whole file, so that a stream can be read through it.
    pub fn is_compression(self) -> bool {
        matches!(self, Self::Gzip | Self::Zstd)
    }

    /// What an error of [`unpacking()`] means for the file of that name.
    pub fn failure(self, name: &str, error: &io::Error) -> Box<Diagnostic> {
        let failure = match unpacking::beyond(error) {
            Some(most) => Failure::TooLarge(most),
            None if ends_early(error) => Failure::CutOff,
            None => Failure::Damaged,
        };
        Box::new(failure.diagnostic(name, self))
    }
}

/// The text of a file, unpacked when it is compressed.
pub fn read_text(root: &Path, name: &str) -> Result<Source, Box<Diagnostic>> {
    let bytes = files::read(root, name)?;
    match Packing::of(&bytes) {
        Some(packing) => packing.unpack(name, &bytes),
        None => files::decode(name, bytes),
    }
}

/// The text after the byte order mark.
fn utf16(name: &str, bytes: &[u8], order: ByteOrder) -> Result<Source, Box<Diagnostic>> {
    let value = match order {
        ByteOrder::Little => u16::from_le_bytes,
        ByteOrder::Big => u16::from_be_bytes,
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Box::new(Failure::CutOff.diagnostic(name, Packing::Utf16(order))));
    }
    let mut text = String::with_capacity(bytes.len() / 2);
    for (place, character) in char::decode_utf16(pairs.iter().skip(1).map(|pair| value(*pair))).enumerate() {
        match character {
            Ok(character) => text.push(character),
            Err(_) => return Err(Box::new(half_character(name, &text, place + 1))),
        }
    }
    if text.len() as u64 > LARGEST {
        return Err(Box::new(Failure::TooLarge(LARGEST).diagnostic(name, Packing::Utf16(order))));
    }
    files::decode(name, text.into_bytes())
}

/// The histograms of an interval log as text.
fn decoded_log(name: &str, bytes: &[u8]) -> Result<Source, Box<Diagnostic>> {
    let source = Arc::new(files::decode(name, bytes.to_vec())?);
    match interval_log::decode(source.text()) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(wrong) => {
            let span = Span::of(wrong.part, source.text());
            let diagnostic = Diagnostic::error(Code::Malformed, format!("the line {}", wrong.why)).at(&source, span);
            Err(Box::new(diagnostic.help("take the log as it was written, or leave it out with `leave_out`")))
        }
    }
}

fn half_character(name: &str, before: &str, place: usize) -> Diagnostic {
    let line = 1 + before.matches('\n').count();
    Diagnostic::error(Code::NotText, format!("`{name}` is not UTF-16 text, although it begins as such"))
        .in_file(name)
        .note(format!("character {place}, on line {line}, is half of a pair"))
        .help("take the file as the tool wrote it, or leave it out with `leave_out`")
}

impl Failure {
    fn diagnostic(self, name: &str, packing: Packing) -> Diagnostic {
        let kind = packing.name();
        let (code, message) = match self {
            Self::CutOff => (Code::Truncated, format!("`{name}` is cut off: its {kind} data do not end")),
            Self::TooLarge(LARGEST) => {
                let mebibytes = LARGEST >> 20;
                (Code::TooLarge, format!("`{name}` unpacks to more than {mebibytes} MiB, which no summary has"))
            }
            Self::TooLarge(most) => {
                let gibibytes = most >> 30;
                (
                    Code::TooLarge,
                    format!("`{name}` unpacks to more than {gibibytes} GiB, the most that a stream may have"),
                )
            }
            Self::Damaged => (Code::Malformed, format!("`{name}` does not unpack: its {kind} data are damaged")),
        };
        Diagnostic::error(code, message).in_file(name).help(match packing {
            Packing::Gzip | Packing::Zstd => "pack the tool's output again, or leave the file out with `leave_out`",
            Packing::Utf16(_) | Packing::IntervalLog => {
                "take the file as the tool wrote it, or leave it out with `leave_out`"
            }
        })
    }
}

/// Whether an error, or what caused it, is that the bytes end.
fn ends_early(error: &(dyn Error + 'static)) -> bool {
    let own = error.downcast_ref::<io::Error>();
    let inner: Option<&(dyn Error + 'static)> = own.and_then(|own| own.get_ref()).map(|inner| inner as _);
    let is_end = own.is_some_and(|own| own.kind() == io::ErrorKind::UnexpectedEof);
    is_end || inner.or_else(|| error.source()).is_some_and(ends_early)
}
