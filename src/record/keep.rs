//! What rounds wrote, as evidence of a suite. Nothing that is there is ever written over.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::round::Round;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::suite::addition::Addition;
use crate::suite::load;
use crate::suite::lock::{self, Locked};

/// The folder of a suite that is recorded into.
#[derive(Debug)]
pub struct Suite {
    root: PathBuf,
    /// The files that are there, by path below the suite.
    present: BTreeSet<String>,
    /// The lock file as it was, and what is added to it.
    lock: Option<String>,
    locked: BTreeMap<String, Locked>,
    /// The patterns that read what was kept.
    rules: BTreeSet<String>,
    record: String,
}

/// What was kept of a round.
#[derive(Debug)]
pub struct Kept {
    /// Why the round does not count; none when it does.
    pub failure: Option<String>,
    /// What was written.
    pub outputs: Vec<Output>,
    /// What was recognised, in words; empty for nothing.
    pub what: String,
}

/// A file that was kept.
#[derive(Debug, Serialize)]
pub struct Output {
    /// Its path below the suite.
    pub path: String,
    /// Where it comes from: `stdout`, `stderr` or `file`.
    pub stream: &'static str,
    /// The name that the command gave the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Its SHA-256.
    pub sha256: String,
    /// The format in which it is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The tool, as the file tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
}

/// Something that a command wrote, looked at.
struct Piece {
    stream: &'static str,
    addition: Addition,
    /// Why it is no whole output.
    failure: Option<String>,
}

impl Piece {
    fn new(stream: &'static str, origin: &str, bytes: Vec<u8>) -> Self {
        let name = || String::new();
        // Where a look at the content fails, the bytes are kept all the same.
        match Addition::of(name(), origin.to_owned(), bytes.clone(), origin) {
            Ok(addition) => Self { stream, addition, failure: None },
            Err(wrong) => {
                let what = wrong.iter().next().map(|diagnostic| diagnostic.message.clone()).unwrap_or_default();
                let (format, tool) = (None, None);
                let (name, origin, large, what) = (name(), origin.to_owned(), None, what.clone());
                let addition = Addition { name, origin, bytes, large, format, tool, what };
                Self { stream, failure: Some(addition.what.clone()), addition }
            }
        }
    }

    fn is_read(&self) -> bool {
        self.stream != "stderr" && self.addition.format.is_some()
    }

    fn extension(&self) -> &str {
        let of_name = self.addition.origin.rsplit_once('.').map(|(_, extension)| extension);
        let is_file = self.stream == "file";
        if let Some(extension) =
            of_name.filter(|extension| is_file && !extension.contains('/') && !extension.is_empty())
        {
            return extension;
        }
        match self.addition.bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{' | b'[') if self.addition.format.is_some() => "json",
            _ if self.addition.format.is_some_and(|format| format.contains("csv")) => "csv",
            _ => "txt",
        }
    }

    /// The file's own name, of which `base` says nothing: `stats.csv` of `fiber-r1_stats.csv`.
    fn own_name(&self, base: &str) -> String {
        if self.stream != "file" {
            return format!("{}.{}", self.stream, self.extension());
        }
        let origin = self.addition.origin.strip_prefix(base).unwrap_or(&self.addition.origin);
        origin.replace(['/', '\\'], "-").trim_start_matches(['-', '_', '.']).to_owned()
    }
}

impl Suite {
    /// The suite in a folder, which may not be there yet.
    pub fn open(root: &Path) -> Result<Self, Diagnostics> {
        let mut found = Diagnostics::new();
        let present = files::walk(root, "", &mut found).into_iter().map(|file| file.path.to_string());
        let present: BTreeSet<String> = present.collect();
        if found.has_errors() {
            return Err(found);
        }
        let mut suite = Self {
            root: root.to_owned(),
            record: String::new(),
            lock: None,
            locked: BTreeMap::new(),
            rules: BTreeSet::new(),
            present,
        };
        let names = (1..).map(|n| if n == 1 { "record.json".to_owned() } else { format!("record-{n}.json") });
        suite.record = names.into_iter().find(|name| !suite.present.contains(name)).expect("some number is free");
        suite.read_lock().map_err(|diagnostic| {
            found.push(*diagnostic);
            found
        })?;
        Ok(suite)
    }

    /// Reads the lock file. A suite without one is locked whole, or its other files would be strangers to the new one.
    fn read_lock(&mut self) -> Result<(), Box<Diagnostic>> {
        if self.present.contains(lock::FILE) {
            self.lock = Some(files::read_text(&self.root, lock::FILE)?.text().to_owned());
            return Ok(());
        }
        for name in self.present.iter().filter(|name| *name != load::MANIFEST) {
            self.locked.insert(name.clone(), Locked::of(&files::read(&self.root, name)?));
        }
        Ok(())
    }

    /// The number of the next round of that name, from 1.
    pub fn next_round(&self, name: &str, warm_up: bool) -> u32 {
        let number = |path: &String| {
            if path.starts_with("warm-up/") != warm_up {
                return None;
            }
            let rest = path.rsplit('/').next()?.strip_prefix(name)?.strip_prefix("-r")?;
            rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse::<u32>().ok()
        };
        self.present.iter().filter_map(number).max().unwrap_or(0) + 1
    }

    /// Keeps all that a round wrote; `interrupted` when the user broke it off.
    pub fn keep(&mut self, round: &Round, interrupted: bool) -> Result<Kept, Box<Diagnostic>> {
        let files = round.files.iter().map(|(name, bytes)| Piece::new("file", name, bytes.clone()));
        let mut pieces: Vec<Piece> = files.collect();
        let has_read_files = pieces.iter().any(Piece::is_read);
        for (stream, bytes) in [("stdout", &round.stdout), ("stderr", &round.stderr)] {
            if !bytes.is_empty() {
                let mut piece = Piece::new(stream, stream, bytes.clone());
                // What is printed beside a file that is read is a log, and would give every number twice.
                let is_log = stream == "stderr" || has_read_files;
                piece.addition.format = piece.addition.format.filter(|_| !is_log);
                piece.failure = piece.failure.filter(|_| !is_log);
                pieces.push(piece);
            }
        }
        let broken_off = interrupted.then(|| "it was interrupted".to_owned());
        let failure = broken_off.or(round.ending.failure());
        let failure = failure.or_else(|| pieces.iter().find_map(|piece| piece.failure.clone()));
        let read = pieces.iter().filter(|piece| piece.is_read()).count();
        let mut kept = Kept { failure, outputs: Vec::new(), what: String::new() };
        for piece in &pieces {
            self.write(round, piece, read, &mut kept)?;
        }
        Ok(kept)
    }

    fn write(&mut self, round: &Round, piece: &Piece, read: usize, kept: &mut Kept) -> Result<(), Box<Diagnostic>> {
        let counts = kept.failure.is_none() && !round.warm_up;
        let path = self.path(round, piece, read, counts, kept.failure.is_some());
        files::create(&self.root.join(&path), &piece.addition.bytes)?;
        let locked = Locked::of(&piece.addition.bytes);
        self.present.insert(path.clone());
        if piece.is_read() {
            kept.what.clone_from(&piece.addition.what);
        }
        kept.outputs.push(Output {
            path: path.clone(),
            stream: piece.stream,
            origin: (piece.stream == "file").then(|| piece.addition.origin.clone()),
            sha256: locked.sha256.clone(),
            format: piece.addition.format,
            tool: piece.addition.tool.clone().filter(|_| piece.is_read()),
        });
        self.locked.insert(path, locked);
        Ok(())
    }

    /// Where something is kept, `read` being how many outputs of the round are read; notes the rule that reads it.
    fn path(&mut self, round: &Round, piece: &Piece, read: usize, counts: bool, failed: bool) -> String {
        let base = format!("{}-r{}", round.name, round.number);
        let (own, extension) = (piece.own_name(&base), piece.extension());
        let part = own.rsplit_once('.').map_or("", |(part, _)| part);
        if counts && piece.is_read() {
            // Several outputs of a round are told apart by a dimension.
            let [folder, part] = if read > 1 && !part.is_empty() { ["{output}/", part] } else { [""; 2] };
            self.rules.insert(format!("raw/{folder}{{case}}-r{{round}}.{extension}"));
            let slash = if part.is_empty() { "" } else { "/" };
            return format!("raw/{part}{slash}{base}.{extension}");
        }
        let is_stdout = piece.stream == "stdout";
        let folder = match (failed, round.warm_up) {
            (true, _) => "failed",
            (false, true) => "warm-up",
            // An output that no reader knows is evidence still: its suite can say how it is read.
            (false, false) if is_stdout && read == 0 => "raw",
            (false, false) => "logs",
        };
        if is_stdout { format!("{folder}/{base}.{extension}") } else { format!("{folder}/{base}.{own}") }
    }

    /// Writes the record of this recording, and locks what was kept.
    pub fn save(&mut self, record: &str) -> Result<(), Box<Diagnostic>> {
        let path = self.root.join(&self.record);
        if self.present.insert(self.record.clone()) {
            files::create(&path, record.as_bytes())?;
        } else {
            files::write(&path, record.as_bytes())?;
        }
        self.locked.insert(self.record.clone(), Locked::of(record.as_bytes()));
        let text = lock::with(self.lock.as_deref(), self.locked.clone());
        files::write(&self.root.join(lock::FILE), text.as_bytes())
    }

    /// The name of the record below the suite.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Writes `suite.toml` where there is none; else gives the patterns that it does not have.
    pub fn finish(&mut self, manifest: impl Fn(&BTreeSet<String>) -> String) -> Result<Vec<String>, Box<Diagnostic>> {
        if self.present.contains(load::MANIFEST) {
            let source = files::read_text(&self.root, load::MANIFEST)?;
            return Ok(self.rules.iter().filter(|rule| !source.text().contains(rule.as_str())).cloned().collect());
        }
        files::create(&self.root.join(load::MANIFEST), manifest(&self.rules).as_bytes())?;
        self.present.insert(load::MANIFEST.to_owned());
        Ok(Vec::new())
    }
}

impl Kept {
    /// The diagnostic of a round that does not count.
    pub fn diagnostic(&self, round: &Round) -> Option<Diagnostic> {
        let failure = self.failure.as_ref()?;
        let kind = if round.warm_up { "warm-up round" } else { "round" };
        let message = format!("{kind} {} of `{}` failed: {failure}", round.number, round.name);
        let stderr = String::from_utf8_lossy(&round.stderr);
        let last =
            stderr.lines().rev().find(|line| !line.trim().is_empty()).map(|line| format!("its last words: {line}"));
        let mut diagnostic = Diagnostic::error(Code::RoundFailed, message);
        diagnostic.notes.extend(last);
        let kept = self.outputs.first().map(|output| format!("what it wrote is kept: `{}`", output.path));
        diagnostic.notes.extend(kept);
        Some(diagnostic.help("mend the cause, and record again: the next round has the next number"))
    }
}
