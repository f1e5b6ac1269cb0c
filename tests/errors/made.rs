//! Cases whose files cannot lie in a repository.

use std::path::Path;

use crate::folder::{Folder, said, tree};
use crate::{differs, here};

const SITE: &str = "title = \"Example\"\n";
const SUITE: &str = "title = \"Runs\"\n\n[[evidence]]\nfiles = \"{name}.*\"\n";

/// A site with one suite, whose lock is made when all its files are there.
fn site(name: &str, evidence: &[(&str, &[u8])]) -> Folder {
    let folder = Folder::new(&format!("made/{name}"));
    folder.write("benchbook.toml", SITE).write("data/runs/suite.toml", SUITE);
    for (file, content) in evidence {
        folder.write(&format!("data/runs/{file}"), content);
    }
    folder
}

/// Builds the site, and compares what is said with the text of that name.
#[track_caller]
fn says(name: &str, folder: &Folder) {
    folder.run(&["lock"]);
    says_of(name, folder, &["build"]);
}

#[track_caller]
fn says_of(name: &str, folder: &Folder, arguments: &[&str]) {
    let text = said(&folder.run(&[arguments, &["--color", "never"]].concat()));
    let wrong = differs(&here().join("made").join(format!("{name}.txt")), &text);
    assert!(wrong.is_none(), "{}read this; if it is right, set BENCHBOOK_BLESS=1", wrong.unwrap_or_default());
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn bytes_that_are_no_text() {
    let csv = "route,rps\njson,1000\n";
    let folder = site(
        "bytes",
        &[
            ("little.csv", &utf16(csv, u16::to_le_bytes)),
            ("big.csv", &utf16(csv, u16::to_be_bytes)),
            ("binary.json", b"{\"metrics\": \0\x01\x02}"),
            ("simulation.log", b"\0\0\0\0\x063.13.4\0\0\0\0\x09shop.Shop\0\0\0\x01\x8b\xcf\xe5\x68\0"),
            ("latin1.csv", b"route,rps\nGr\xf6\xdfe,1000\n"),
        ],
    );
    folder.write("content/report.md", b"# Gr\xf6\xdfe\n");
    folder.write("templates/page.html", utf16("<html>", u16::to_le_bytes));
    says("bytes", &folder);
}

#[test]
fn line_ends_that_git_changed() {
    let text = include_str!("../../scaffold/site/data/example/raw/alpha-r1.txt");
    let folder = site("line-ends", &[("a.txt", text.as_bytes()), ("b.txt", text.as_bytes())]);
    folder.run(&["lock"]);
    let with_returns = text.replace('\n', "\r\n");
    folder.write("data/runs/a.txt", &with_returns);
    folder.write("data/runs/b.txt", with_returns.replace("20041.20", "20041.30"));
    says_of("line-ends", &folder, &["build"]);
}

#[test]
fn site_and_suite_files_that_are_no_text() {
    let folder = site("bytes-toml", &[]);
    folder.write("data/runs/suite.toml", utf16(SUITE, u16::to_le_bytes));
    says("bytes-suite", &folder);
    folder.write("benchbook.toml", b"title = \"\xff\"\n");
    says("bytes-site", &folder);
}

#[test]
fn deep_json() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    let open = "{\"a\":[".repeat(100_000);
    says(
        "deep-json",
        &site(
            "deep-json",
            &[("arrays.json", deep.as_bytes()), ("objects.json", objects.as_bytes()), ("open.json", open.as_bytes())],
        ),
    );
}

#[test]
fn a_file_too_large_for_a_summary() {
    let folder = site("large", &[("samples.json", b"{")]);
    let file =
        std::fs::File::options().write(true).open(folder.0.join("data/runs/samples.json")).expect("it was written");
    // Sparse: two gigabytes that take no room.
    file.set_len(2 << 30).expect("the file system has sparse files");
    says("large", &folder);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = site("links", &[("fine.txt", b"")]);
    let outside = folder.0.join("data/runs");
    symlink("/etc/hostname", outside.join("host.txt")).expect("a link can be made");
    symlink("../../benchbook.toml", outside.join("inside.txt")).expect("a link can be made");
    symlink("/etc", outside.join("folder")).expect("a link can be made");
    symlink("nowhere", outside.join("broken.txt")).expect("a link can be made");
    folder.write("content/report.md", "# Report\n");
    symlink("/etc/passwd", folder.0.join("content/passwd.md")).expect("a link can be made");
    says("links", &folder);
    assert!(!folder.0.join("public").exists());
}

#[cfg(unix)]
#[test]
fn folders_that_are_links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("made/linked-folder");
    let outside = Folder::new("made/linked-folder-outside");
    outside.write("runs/suite.toml", SUITE).write("runs/a.txt", "secret\n");
    folder.write("benchbook.toml", SITE);
    symlink(&outside.0, folder.0.join("data")).expect("a link can be made");
    let text = said(&folder.run(&["build", "--color", "never"]));
    assert!(text.starts_with("exit code 1") && text.contains("error[BB004]: `data` is a symbolic link"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = site("permissions", &[("a.txt", b"1\n")]);
    let path = folder.0.join("data/runs/a.txt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("it is ours");
    if std::fs::File::open(&path).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let text = said(&folder.run(&["build", "--color", "never"]));
    assert!(text.contains("error[BB001]: cannot read `data/runs/a.txt`: permission denied"), "{text}");
}

#[test]
fn an_output_folder_of_somebody_else() {
    let folder = site("foreign", &[]);
    folder.write("data/runs/suite.toml", "title = \"Runs\"\n");
    for number in 1..=8 {
        folder.write(&format!("public/letters/{number}.txt"), "dear\n");
    }
    let before = tree(&folder.0);
    says("foreign", &folder);
    assert_eq!(tree(&folder.0), with_lock(&folder, before), "nothing was deleted or written");
}

fn with_lock(
    folder: &Folder,
    mut before: std::collections::BTreeMap<String, Vec<u8>>,
) -> std::collections::BTreeMap<String, Vec<u8>> {
    let lock = "data/runs/evidence.lock";
    before.extend(tree(&folder.0).remove_entry(lock));
    before
}

#[test]
fn a_foreign_file_in_our_output() {
    let folder = site("foreign-file", &[]);
    folder.write("data/runs/suite.toml", "title = \"Runs\"\n");
    folder.run(&["lock"]);
    assert!(folder.run(&["build"]).status.success());
    folder.write("public/CNAME", "example.org\n");
    let before = tree(&folder.0);
    says("foreign-file", &folder);
    assert_eq!(tree(&folder.0), before, "nothing was deleted or written");
}

#[test]
fn an_output_folder_that_is_the_site_or_a_file() {
    let folder = site("out", &[]);
    folder.write("data/runs/suite.toml", "title = \"Runs\"\n").write("a-file", "mine\n");
    folder.run(&["lock"]);
    let before = tree(&folder.0);
    says_of("out-is-site", &folder, &["build", "--out", "."]);
    says_of("out-is-file", &folder, &["build", "--out", "a-file"]);
    says_of("out-holds-data", &folder, &["build", "--out", "data"]);
    assert_eq!(tree(&folder.0), before, "nothing was deleted or written");
}

#[test]
fn missing_sites() {
    let folder = Folder::new("made/missing");
    folder.write("file.txt", "a\n");
    says_of("missing-folder", &folder, &["build", "nowhere"]);
    says_of("missing-is-file", &folder, &["build", "file.txt"]);
    assert!(!Path::new(&folder.0).join("nowhere").exists(), "a site that is not there is not made");
}

#[test]
fn missing_files_to_look_at() {
    let folder = Folder::new("made/formats");
    folder.write("empty.json", "").write("binary.bin", b"\0\x01").write("half.json", "{\"metrics\": {\"http_reqs\"");
    says_of("formats", &folder, &["formats", "gone.json", "empty.json", "binary.bin", "half.json", "."]);
}

#[test]
fn an_unknown_suite_to_lock() {
    says_of("lock-unknown", &site("lock-unknown", &[("a.txt", b"1\n")]), &["lock", "rnus"]);
}
