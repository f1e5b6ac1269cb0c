//! Sites in temporary folders, built with the binary as a user would.

#![expect(clippy::disallowed_methods, reason = "a test may read and write what it likes")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A site in a folder of its own, removed in the end.
pub(crate) struct Site {
    pub(crate) root: PathBuf,
}

/// What a run of the program gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The folder `tests/`.
pub(crate) fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// A file or folder of public evidence beside the repository, if this machine has it.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let beside = || tests().join("../../shared");
    let root = std::env::var_os("BENCHBOOK_SHARED").map_or_else(beside, PathBuf::from);
    Some(root.join(path)).filter(|path| path.exists())
}

/// Rewrites a file below `tests/` that holds what is expected, when that is asked for; says whether it was.
pub(crate) fn bless(name: &str, text: &str) -> bool {
    let is_asked = std::env::var_os("BENCHBOOK_BLESS").is_some();
    if is_asked {
        fs::write(tests().join(name), text).expect("the folder of expected texts can be written to");
    }
    is_asked
}

impl Site {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("benchbook-{}-{number}", std::process::id()));
        fs::create_dir_all(&root).expect("a temporary folder can be made");
        Self { root }
    }

    /// A copy of a folder below `tests/`.
    pub(crate) fn copy(name: &str) -> Self {
        let site = Self::empty();
        copy_tree(&tests().join(name), &site.root);
        site
    }

    /// Writes a file of the site.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    /// Reads a file of the site.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Reads a JSON file of the site.
    pub(crate) fn json(&self, path: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Runs the program in the site's folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
        let output = command.args(arguments).current_dir(&self.root).output().expect("the program starts");
        Run::from(output)
    }

    /// Builds the site.
    pub(crate) fn build(&self) -> Run {
        self.run(&["build", "--color", "never"])
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.root).unwrap_or_default();
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Run {
    /// Fails the test when the program did.
    #[track_caller]
    pub(crate) fn success(&self) {
        assert_eq!(self.code, 0, "{}", self.stderr);
    }
}

fn copy_tree(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let path = entry.expect("an entry can be read").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            fs::create_dir_all(&target).expect("a folder can be made");
            copy_tree(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file can be copied");
        }
    }
}

/// The codes that a run names, in its order.
pub(crate) fn check_codes(stderr: &str) -> Vec<String> {
    let found = stderr.lines().filter_map(|line| line.split_once('[')?.1.split_once(']'));
    let codes = found.filter(|(code, rest)| code.starts_with("BB") && rest.starts_with(':'));
    codes.map(|(code, _)| code.to_owned()).collect()
}
