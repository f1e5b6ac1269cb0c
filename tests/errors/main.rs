//! Bad input: what is said of it, and that nothing is lost by it.
//!
//! Each folder below `cases/` is a small site with `expected.txt`: the exit code of `benchbook build`
//! and what it says on standard error. Cases whose files cannot lie in a repository (links, huge
//! files, bytes that editors mend) are made by the module `made`; their texts are below `made/`.
//! `BENCHBOOK_BLESS=1` rewrites the texts; read each as its reader will before committing it.

mod builds;
mod damage;
mod folder;
mod made;
mod mutations;

use std::path::{Path, PathBuf};

use folder::{Folder, said, tree};
use rayon::prelude::*;

/// The folder of this test.
fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors")
}

/// Compares a text with the file that holds what is expected, or rewrites the file.
#[expect(clippy::disallowed_methods, reason = "expected texts are read and written here only")]
fn differs(file: &Path, text: &str) -> Option<String> {
    if std::env::var_os("BENCHBOOK_BLESS").is_some() {
        std::fs::write(file, text).expect("the folder of expected texts can be written to");
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    (expected != text).then(|| format!("--- {}\n{text}\n", file.display()))
}

/// What a build of a copy of that site says.
fn built(name: &str, site: &Path) -> String {
    let folder = Folder::new(&format!("errors/{name}"));
    for (path, content) in tree(site).iter().filter(|(path, _)| *path != "expected.txt") {
        folder.write(path, content);
    }
    let text = said(&folder.run(&["build", "--color", "never"]));
    let is_written = folder.0.join("public").exists();
    assert_eq!(is_written, text.starts_with("exit code 0"), "{name}: a folder is written only without errors");
    text
}

#[test]
fn cases_say_what_was_read_and_found_right() {
    let all = std::fs::read_dir(here().join("cases")).expect("the folder of cases is there");
    let mut sites: Vec<PathBuf> = all.map(|entry| entry.expect("it can be listed").path()).collect();
    sites.sort();
    let said = |site: &PathBuf| {
        let name = site.file_name().expect("a case has a name").to_string_lossy().into_owned();
        differs(&site.join("expected.txt"), &built(&name, site))
    };
    let wrong: Vec<String> = sites.par_iter().filter_map(said).collect();
    assert!(wrong.is_empty(), "{}\nread these; if they are right, set BENCHBOOK_BLESS=1", wrong.concat());
}
