//! Folders that a test makes, and the program run in them.

#![expect(clippy::disallowed_methods, reason = "a test makes the files that the program is to read")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder below the target folder, empty at first.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// The folder of that name, made anew.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if path.exists() {
            fs::remove_dir_all(&path).expect("an old folder of a test can be removed");
        }
        fs::create_dir_all(&path).expect("the target folder can be written to");
        Self(path)
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(path, content).expect("the file can be written");
        self
    }

    /// Runs the program in this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    /// The program, to be run in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR");
        command
    }
}

/// Every file below a folder with its content, by path.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file());
    let named = |path: &Path| path.strip_prefix(folder).expect("it is below").to_string_lossy().replace('\\', "/");
    files.map(|entry| (named(entry.path()), fs::read(entry.path()).expect("the file can be read"))).collect()
}

/// What the program said, without what differs from run to run: times, sizes.
pub(crate) fn said(output: &Output) -> String {
    let code = output.status.code().map_or("none: it was killed".to_owned(), |code| code.to_string());
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().map(|line| match line.split_once("took ") {
        Some(("", _)) => "took   … ms".to_owned(),
        _ if line.starts_with("wrote ") => "wrote  …".to_owned(),
        _ => line.trim_end().to_owned(),
    });
    format!("exit code {code}\n\n{}\n", lines.collect::<Vec<_>>().join("\n"))
}
