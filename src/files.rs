//! The only way to the file system: every error names the path.

mod binary;
mod blocks;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::source::Source;

pub use binary::known as known_binary;
pub use blocks::{Blocks, Fail, Stamp, copy, head, open, slice, slice_of};

/// A summary larger than this is refused: it is a stream of samples, or no output at all.
pub const LARGEST: u64 = 64 << 20;

/// A file found below a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Its path below the folder, with `/`.
    pub path: Arc<str>,
    /// Its size in bytes.
    pub size: u64,
}

/// All files below a folder, in the order of their paths. Links are not followed: one is reported.
/// Hidden files and folders are passed over. A folder that is not there has no files.
pub fn walk(root: &Path, folder: &str, diagnostics: &mut Diagnostics) -> Vec<Found> {
    let top = root.join(folder);
    if top.is_symlink() {
        diagnostics.push(link_error(root, &top));
        return Vec::new();
    }
    if !top.is_dir() {
        return Vec::new();
    }
    let visible =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let mut files = Vec::new();
    for entry in WalkDir::new(&top).sort_by_file_name().into_iter().filter_entry(visible) {
        match entry {
            Err(error) => diagnostics.push(walk_error(root, &error)),
            Ok(entry) if entry.path_is_symlink() => diagnostics.push(link_error(root, entry.path())),
            Ok(entry) if entry.file_type().is_file() => files.push(Found {
                path: shown(entry.path().strip_prefix(&top).unwrap_or(entry.path())).into(),
                size: entry.metadata().map_or(0, |metadata| metadata.len()),
            }),
            Ok(_) => {}
        }
    }
    files.sort();
    files
}

fn walk_error(root: &Path, error: &walkdir::Error) -> Diagnostic {
    let path = error.path().map(|path| shown(path.strip_prefix(root).unwrap_or(path))).unwrap_or_default();
    let cause = error.io_error().map_or_else(|| error.to_string(), reason);
    Diagnostic::error(Code::Unreadable, format!("cannot read `{path}`: {cause}")).in_file(path)
}

fn link_error(root: &Path, path: &Path) -> Diagnostic {
    let name = shown(path.strip_prefix(root).unwrap_or(path));
    let target = fs::read_link(path).map(|target| target.display().to_string()).unwrap_or_default();
    Diagnostic::error(Code::OutsideSite, format!("`{name}` is a symbolic link to `{target}`"))
        .in_file(name)
        .note("a link could publish a file from outside the site")
        .help("put a copy of the file in its place")
}

/// The bytes of a file, which `name` calls by its path below the site.
pub fn read(root: &Path, name: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let path = root.join(name);
    let fail = |error: &io::Error| {
        let diagnostic = Diagnostic::error(Code::Unreadable, format!("cannot read `{name}`: {}", reason(error)));
        let files = || format!("give the files in it, such as `{}/*`", name.trim_end_matches('/'));
        let help = (error.kind() == io::ErrorKind::IsADirectory).then(files);
        Box::new(diagnostic.in_file(name).help_if(help))
    };
    let file = fs::File::open(&path).map_err(|error| fail(&error))?;
    let size = file.metadata().map_err(|error| fail(&error))?.len();
    if size > LARGEST {
        return Err(Box::new(too_large(name, size)));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    // A file that grows while it is read stays bounded.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| fail(&error))?;
    Ok(bytes)
}

fn too_large(name: &str, size: u64) -> Diagnostic {
    let mebibytes = size >> 20;
    Diagnostic::error(Code::TooLarge, format!("`{name}` has {mebibytes} MiB, more than a summary can have"))
        .in_file(name)
        .note(format!("the limit is {} MiB", LARGEST >> 20))
        .help("export a summary with the tool, or keep the file outside of `data/`")
}

/// The text of a file.
pub fn read_text(root: &Path, name: &str) -> Result<Source, Box<Diagnostic>> {
    decode(name, read(root, name)?)
}

/// Bytes as text, when they are UTF-8.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<Source, Box<Diagnostic>> {
    let fail =
        |what: &str, help: &str| Diagnostic::error(Code::NotText, format!("`{name}` {what}")).in_file(name).help(help);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Box::new(fail("is UTF-16, not UTF-8", "convert it: `iconv -f UTF-16 -t UTF-8`")));
    }
    let place = |bytes: &[u8], at: usize| {
        let line = 1 + memchr::memchr_iter(b'\n', &bytes[..at]).count();
        format!("number {}, on line {line}", at + 1)
    };
    if let Some(at) = memchr::memchr(0, &bytes) {
        if let Some(known) = known_binary(name, &bytes) {
            return Err(known);
        }
        let note = format!("no text has a byte that is zero: the first is {}", place(&bytes, at));
        return Err(Box::new(
            fail("is a binary file", "give text: JSON, CSV, Markdown, or a tool's own report").note(note),
        ));
    }
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let note =
            format!("the first byte that is not is {}", place(error.as_bytes(), error.utf8_error().valid_up_to()));
        Box::new(fail("is not UTF-8 text", "save it as UTF-8, or convert it with `iconv -t UTF-8`").note(note))
    })
}

/// The system's words for an error, without its number.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Writes a file, making the folders above it.
#[expect(clippy::disallowed_methods, reason = "this is the module that the lint points to")]
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let fail = |error: &io::Error| {
        Box::new(Diagnostic::error(Code::WriteFailed, format!("cannot write `{}`: {}", shown(path), reason(error))))
    };
    match fs::write(path, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path);
            fs::create_dir_all(folder).map_err(|error| fail(&error))?;
            fs::write(path, bytes).map_err(|error| fail(&error))
        }
        other => other.map_err(|error| fail(&error)),
    }
}

/// Writes a file that must not be there yet, making the folders above it.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    create_folder(path.parent().unwrap_or(path))?;
    let written = fs::File::create_new(path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            return Box::new(in_the_way(path));
        }
        Box::new(Diagnostic::error(Code::WriteFailed, format!("cannot write `{}`: {}", shown(path), reason(&error))))
    })
}

/// A file that is where another was to be made.
pub fn in_the_way(path: &Path) -> Diagnostic {
    Diagnostic::error(Code::InTheWay, format!("`{}` is there already", shown(path)))
        .help("nothing was written; move it away, or choose another name")
}

/// Makes a folder and those above it.
pub fn create_folder(path: &Path) -> Result<(), Box<Diagnostic>> {
    fs::create_dir_all(path).map_err(|error| cannot_make(path, &error))
}

fn cannot_make(folder: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("cannot make the folder `{}`: {}", shown(folder), reason(error));
    Box::new(Diagnostic::error(Code::WriteFailed, message))
}

/// Makes a folder for the time that a command takes, where the system has such; nobody else may read it.
pub fn temporary_folder() -> Result<PathBuf, Box<Diagnostic>> {
    let above = std::env::temp_dir();
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let mut number = 0;
    loop {
        let folder = above.join(format!("benchbook-report-{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Ok(()) => return Ok(folder),
            // One that is in use, or that a process of the same number left behind.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(cannot_make(&folder, &error)),
        }
    }
}

/// Every file and link below a folder, hidden ones too: what would be lost with it.
pub fn everything_below(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    entries.filter(|entry| !entry.file_type().is_dir()).map(walkdir::DirEntry::into_path).collect()
}

/// Removes a folder that Benchbook made, with all in it; the file `last` goes last, so that a folder
/// that is removed in part can still be known as Benchbook's. One that is not there is fine.
#[expect(clippy::disallowed_methods, reason = "this is the module that the lint points to")]
pub fn remove_own(folder: &Path, last: &str) -> Result<(), Box<Diagnostic>> {
    let fail = |error: io::Error| {
        let message = format!("cannot remove `{}`: {}", shown(folder), reason(&error));
        Box::new(Diagnostic::error(Code::WriteFailed, message))
    };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other.map_err(fail)?,
    };
    for entry in entries {
        let entry = entry.map_err(fail)?;
        let is_folder = entry.file_type().map_err(fail)?.is_dir();
        match is_folder {
            true => fs::remove_dir_all(entry.path()).map_err(fail)?,
            false if entry.file_name() == last => {}
            false => fs::remove_file(entry.path()).map_err(fail)?,
        }
    }
    fs::remove_dir_all(folder).map_err(fail)
}

/// Moves a file or folder.
pub fn rename(from: &Path, to: &Path) -> Result<(), Box<Diagnostic>> {
    fs::rename(from, to).map_err(|error| {
        let message = format!("cannot move `{}` to `{}`: {}", shown(from), shown(to), reason(&error));
        Box::new(Diagnostic::error(Code::WriteFailed, message))
    })
}

/// The most memory that this process had at once, in bytes, where the system tells (Linux).
pub fn peak_memory() -> Option<u64> {
    let status = told_by_system("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

/// What the system tells in a file of its own, such as `/proc/cpuinfo`; none where it does not.
#[expect(clippy::disallowed_methods, reason = "no file of a site: an error means that the system does not tell")]
pub fn told_by_system(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Exchanges two folders in one step, where the system can: nobody ever sees one of them missing.
#[cfg(target_os = "linux")]
pub fn exchange(a: &Path, b: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).is_ok()
}

/// Exchanges two folders in one step, where the system can: here it cannot.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_a: &Path, _b: &Path) -> bool {
    false
}
