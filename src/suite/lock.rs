//! `evidence.lock`: the SHA-256 and size of each evidence file when it was added.
//!
//! A line a file: hash, size in bytes, path below the suite; sorted by path. `#` begins a comment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Body, EvidenceFile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files::Blocks;
use crate::source::{Source, Span};

/// The name of the lock file in a suite's folder.
pub const FILE: &str = "evidence.lock";

const HEAD: &str = "# SHA-256, size in bytes and path of each evidence file. Made by `benchbook lock`.\n";

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The SHA-256 of a file of any size, in hexadecimal, and how many bytes it has.
pub fn sha256_of(root: &Path, name: &str) -> Result<(String, u64), Box<Diagnostic>> {
    const BLOCK: usize = 512 << 10;
    let mut blocks = Blocks::open(root, name, BLOCK, |bytes: &[u8]| Some(bytes.len()))?;
    let (mut hash, mut size) = (Sha256::new(), 0);
    let mut memory = Vec::new();
    while let Some((_, bytes)) = blocks.next_in(memory, usize::MAX)? {
        hash.update(&bytes);
        size += bytes.len() as u64;
        memory = bytes;
    }
    Ok((hexadecimal(&hash.finalize()), size))
}

/// What a lock file says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// The SHA-256 of the content, in hexadecimal.
    pub sha256: String,
    /// How many bytes it has.
    pub size: u64,
}

impl Locked {
    /// What is said of a file that was read.
    pub fn of_file(file: &EvidenceFile) -> Self {
        Self { sha256: file.sha256.clone(), size: file.size() }
    }

    /// What is said of a file of that content.
    pub fn of(bytes: &[u8]) -> Self {
        Self { sha256: sha256(bytes), size: bytes.len() as u64 }
    }
}

/// The lock file for these files.
pub fn write(files: &[EvidenceFile]) -> String {
    with(None, files.iter().map(|file| (file.name.to_string(), Locked::of_file(file))))
}

/// A lock file with more files in it, or with other content of the same; what it says of others stays.
pub fn with(text: Option<&str>, more: impl IntoIterator<Item = (String, Locked)>) -> String {
    let (heads, entries): (Vec<&str>, Vec<&str>) =
        text.unwrap_or(HEAD).lines().filter(|line| !line.trim().is_empty()).partition(|line| line.starts_with('#'));
    let name = |line: &str| line.splitn(3, ' ').nth(2).unwrap_or(line).to_owned();
    let mut lines: BTreeMap<String, String> = entries.iter().map(|line| (name(line), (*line).to_owned())).collect();
    lines.extend(more.into_iter().map(|(name, Locked { sha256, size })| {
        let line = format!("{sha256} {size} {name}");
        (name, line)
    }));
    heads.into_iter().chain(lines.values().map(String::as_str)).map(|line| format!("{line}\n")).collect()
}

/// The SHA-256 that a lock file gives for a file.
pub fn hash_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let entries = text.lines().filter(|line| !line.starts_with('#'));
    entries
        .filter_map(|line| line.split_once(' '))
        .find(|(_, rest)| rest.split_once(' ').is_some_and(|(_, n)| n == name))
        .map(|(hash, _)| hash)
}

/// The lock file for files with these hashes, sizes and paths, which are in order.
pub fn text<H: Display, P: Display>(files: impl Iterator<Item = (H, u64, P)>) -> String {
    let line = |(hash, size, path): (H, u64, P)| format!("{hash} {size} {path}\n");
    files.map(line).fold(HEAD.to_owned(), |text, line| text + &line)
}

/// A SHA-256 in hexadecimal.
pub fn hexadecimal(hash: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).expect("half a byte is below 16");
    hash.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Compares the files that were read, and the names of all that are there, with the lock file.
pub fn check(lock: &Arc<Source>, files: &[EvidenceFile], there: &BTreeSet<&str>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let locked = read(lock, &mut found);
    for file in files {
        match locked.get(&*file.name) {
            None => found.push(
                Diagnostic::error(Code::EvidenceUnlocked, format!("`{}` is not in the lock file", file.path))
                    .in_file(Arc::clone(&file.path))
                    .help("add it with `benchbook lock`"),
            ),
            Some((hash, span)) if *hash != file.sha256 => found.push(changed(lock, file, hash, *span)),
            Some(_) => {}
        }
    }
    for (name, (_, span)) in locked.iter().filter(|(name, _)| !there.contains(**name)) {
        found.push(
            Diagnostic::error(Code::EvidenceMissing, format!("the locked evidence `{name}` is not there"))
                .at(lock, *span)
                .help("restore the file, or accept that it is gone with `benchbook lock`"),
        );
    }
    found
}

fn changed(lock: &Arc<Source>, file: &EvidenceFile, locked: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::EvidenceChanged, format!("`{}` changed since it was locked", file.path))
        .at(lock, span)
        .label("locked with this hash")
        .note(format!("it now has {} bytes and the SHA-256 {}", file.size(), file.sha256));
    match &file.body {
        Body::Text(source) if differs_in_line_ends(source.text(), locked) => diagnostic
            .note("only its line ends differ, as Git changes them where nothing tells it not to")
            .help("write `* -text` into `data/.gitattributes`, and check the file out again"),
        _ => diagnostic.help("restore the file; if the change is meant, accept it with `benchbook lock`"),
    }
}

/// Whether a text with the other line ends has that hash.
fn differs_in_line_ends(text: &str, locked: &str) -> bool {
    let unix = text.replace("\r\n", "\n");
    sha256(unix.as_bytes()) == locked || sha256(unix.replace('\n', "\r\n").as_bytes()) == locked
}

/// The hash of each path, and where its line stands.
fn read<'a>(lock: &'a Arc<Source>, found: &mut Diagnostics) -> BTreeMap<&'a str, (&'a str, Span)> {
    let mut files = BTreeMap::new();
    for line in lock.text().lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let span = Span::of(line, lock.text());
        let mut parts = line.splitn(3, ' ');
        match (parts.next(), parts.next().map(str::parse::<u64>), parts.next()) {
            (Some(hash), Some(Ok(_)), Some(name)) if hash.len() == 64 => {
                files.insert(name, (hash, span));
            }
            _ => found.push(
                Diagnostic::error(Code::Syntax, "not a line of a lock file")
                    .at(lock, span)
                    .help("a line has a SHA-256, a size and a path; make the file anew with `benchbook lock`"),
            ),
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Locked, check, hash_of, with};
    use crate::source::Source;

    #[test]
    fn a_file_that_is_there_and_could_not_be_read_is_not_missing() {
        let line = |name: &str| format!("{} 1 {name}\n", "0".repeat(64));
        let lock = Arc::new(Source::new("evidence.lock", line("gone.txt") + &line("refused.txt")));
        let found = check(&lock, &[], &["refused.txt"].into());
        let messages: Vec<&str> = found.iter().map(|wrong| wrong.message.as_str()).collect();
        assert_eq!(messages, ["the locked evidence `gone.txt` is not there"]);
    }

    #[test]
    fn files_are_added_in_their_place_and_others_stay() {
        let lock = "# mine\naa 1 a.txt\ncc 3 c d.txt\n";
        let more = |name: &str| (name.to_owned(), Locked { sha256: "bb".to_owned(), size: 2 });
        let with = with(Some(lock), [more("b.txt"), more("a.txt")]);
        assert_eq!(with, "# mine\nbb 2 a.txt\nbb 2 b.txt\ncc 3 c d.txt\n");
        assert_eq!(hash_of(lock, "c d.txt"), Some("cc"));
        assert_eq!(hash_of(lock, "d.txt"), None);
    }

    #[test]
    fn hashes_are_those_of_other_programs() {
        // `printf abc | sha256sum`
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256(b"abc"), expected);
    }
}
