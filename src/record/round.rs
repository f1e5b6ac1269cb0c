//! One round: a command is run, and all that it writes is taken.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Instant, SystemTime};

use super::glob::{Glob, Snapshot};
use super::{Command, Slot};
use crate::diagnostic::{Code, Diagnostic, shown};
use crate::files;

/// What came of a round.
#[derive(Debug)]
pub struct Round {
    /// The name of the command.
    pub name: String,
    /// The number of the round, from 1.
    pub number: u32,
    /// Whether it does not count.
    pub warm_up: bool,
    /// The command with `{round}` and `{name}` filled in; `{out}` stands for a folder that is gone.
    pub command: Vec<String>,
    /// When it began, by the clock.
    pub started: SystemTime,
    /// When it ended, by the clock.
    pub ended: SystemTime,
    /// How long it took, in seconds, by a clock that nobody sets.
    pub seconds: f64,
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// The files that it wrote, by name.
    pub files: Vec<(String, Vec<u8>)>,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With that exit status.
    Status(i32),
    /// By a signal of that number, where the system tells it.
    Signal(Option<i32>),
}

impl Ending {
    fn of(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        status.code().map_or(Self::Signal(signal), Self::Status)
    }

    /// Why the round does not count; none when it ended well.
    pub fn failure(self) -> Option<String> {
        match self {
            Self::Status(0) => None,
            Self::Status(status) => Some(format!("it ended with exit status {status}")),
            Self::Signal(Some(signal)) => Some(format!("it was ended by signal {signal}")),
            Self::Signal(None) => Some("it was ended by a signal".to_owned()),
        }
    }
}

/// Runs a command; `number` is that of the round among those of its name, from 1.
#[expect(clippy::disallowed_methods, reason = "when a round was run is part of the evidence")]
pub fn run(command: &Command, slot: Slot, number: u32, keep: &[Glob]) -> Result<Round, Box<Diagnostic>> {
    let folder = Scratch::new()?;
    let out = folder.0.join(format!("{}-r{number}", command.name));
    let filled = |word: &String| word.replace("{round}", &number.to_string()).replace("{name}", &command.name);
    let words: Vec<String> = command.words.iter().map(filled).collect();
    let mut real = words.iter().map(|word| word.replace("{out}", &out.to_string_lossy()));
    let program = real.next().unwrap_or_default();
    let before: Vec<Snapshot> = keep.iter().map(Glob::snapshot).collect();
    let (started, clock) = (SystemTime::now(), Instant::now());
    let output = std::process::Command::new(&program).args(real).stdin(Stdio::null()).output().map_err(|error| {
        let message = format!("`{program}` does not start: {}", files::reason(&error));
        Box::new(Diagnostic::error(Code::RoundFailed, message).help("give a program that is installed, or its path"))
    })?;
    let (ended, seconds) = (SystemTime::now(), clock.elapsed().as_secs_f64());
    let mut files = folder.files()?;
    files.extend(changed(keep, &before)?);
    Ok(Round {
        name: command.name.clone(),
        number,
        warm_up: slot.warm_up,
        command: words,
        started,
        ended,
        seconds,
        ending: Ending::of(output.status),
        stdout: output.stdout,
        stderr: output.stderr,
        files,
    })
}

/// The files that were written since, by the path below the current folder.
fn changed(keep: &[Glob], before: &[Snapshot]) -> Result<Vec<(String, Vec<u8>)>, Box<Diagnostic>> {
    let mut files = Vec::new();
    for (glob, before) in keep.iter().zip(before) {
        for (path, stamp) in glob.snapshot() {
            let is_taken = files.iter().any(|(other, _)| *other == path);
            if before.get(&path) != Some(&stamp) && !is_taken {
                let bytes = files::read(Path::new(""), &path)?;
                files.push((path, bytes));
            }
        }
    }
    Ok(files)
}

/// A folder for what a command writes to `{out}`, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Box<Diagnostic>> {
        let folder = std::env::temp_dir().join(format!("benchbook-record-{}", std::process::id()));
        files::create_folder(&folder)?;
        Ok(Self(folder))
    }

    /// The files in it, by their path below it.
    fn files(&self) -> Result<Vec<(String, Vec<u8>)>, Box<Diagnostic>> {
        let all = files::everything_below(&self.0).into_iter();
        let name = |path: PathBuf| path.strip_prefix(&self.0).map(shown).unwrap_or_default();
        all.map(name).map(|name| Ok((name.clone(), files::read(&self.0, &name)?))).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left of it does no harm, and there is nobody to tell.
        files::remove_own(&self.0, "").unwrap_or_default();
    }
}
