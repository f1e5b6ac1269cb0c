//! How long a site of releases takes to build, and which files change when one more is added: a suite of so many
//! releases, each with 50 benchmarks in 5 rounds, with a page for each release.
//!
//! ```console
//! $ cargo bench --bench releases             # 100 releases
//! $ cargo bench --bench releases -- 10
//! ```

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a benchmark writes and removes a site of its own")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const BENCHMARKS: usize = 50;
const ROUNDS: usize = 5;

const MANIFEST: &str = r#"title = "Library"
date = 2026-09-01
[[evidence]]
files = "{release}.csv"
[evidence.table]
dimensions = { benchmark = "benchmark", round = "round" }
[evidence.table.metrics]
time = { column = "ns", unit = "ns" }
[dimensions.round]
repeat = true
[releases]
headline = ["time[b0]", "time[b1]"]
"#;

const TEMPLATE: &str = "+++\ntitle = \"Library {release}\"\nsuite = \"library\"\n+++\n\n\
    Release {release} takes [](<= time[b0]>).\n\n```compare\n```\n\n\
    ```chart\nkind = \"trend\"\nvalue = \"time[b0]\"\nover = \"release\"\n```\n";

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    for size in if sizes.is_empty() { vec![100] } else { sizes } {
        let root = std::env::temp_dir().join(format!("benchbook-releases-{}-{size}", std::process::id()));
        write(&root, "benchbook.toml", "title = \"Releases\"\n[rules]\nBB207 = \"allow\"\n");
        write(&root, "data/library/suite.toml", MANIFEST);
        write(&root, "content/library/_release.md", TEMPLATE);
        write(&root, "content/index.md", "+++\ntitle = \"Start\"\n+++\n\nReleases.\n");
        (0..size).for_each(|release| add(&root, release));
        let first = build(&root);
        let before = tree(&root);
        add(&root, size);
        let second = build(&root);
        let after = tree(&root);
        let added = after.keys().filter(|name| !before.contains_key(*name)).count();
        let changed: Vec<&String> =
            before.iter().filter(|(name, bytes)| after.get(*name) != Some(*bytes)).map(|(name, _)| name).collect();
        println!("{size} releases × {BENCHMARKS} benchmarks × {ROUNDS} rounds: {first:.2} s, {} files", before.len());
        println!("one more: {second:.2} s, {added} files added, {} changed:", changed.len());
        changed.iter().for_each(|name| println!("  {name}"));
        fs::remove_dir_all(&root).expect("the generated site can be removed");
    }
}

/// Writes the evidence of a release: times that look measured, the same in every run.
fn add(root: &Path, release: usize) {
    let mut text = String::from("benchmark,round,ns\n");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ release as u64;
    for (benchmark, round) in (0..BENCHMARKS).flat_map(|benchmark| (1..=ROUNDS).map(move |round| (benchmark, round))) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let noise = (state >> 40) as f64 / f64::from(1_u32 << 24);
        let time = 1000.0 * (benchmark + 1) as f64 * 0.998_f64.powi(i32::try_from(release).unwrap_or(i32::MAX));
        writeln!(text, "b{benchmark},{round},{:.2}", time * (1.0 + 0.02 * noise)).expect("writing to a string works");
    }
    write(root, &format!("data/library/1.{release}.0.csv"), &text);
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

/// Locks and builds the site, and gives the seconds that the build took.
fn build(root: &Path) -> f64 {
    run(root, "lock");
    let started = Instant::now();
    run(root, "build");
    started.elapsed().as_secs_f64()
}

fn run(root: &Path, command: &str) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_benchbook"));
    let output = program.args([command, "--color", "never"]).current_dir(root).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The files of the built site.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let root = root.join("public");
    let (mut files, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the site") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("it is below").to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).expect("a file of the site"));
            }
        }
    }
    files
}
