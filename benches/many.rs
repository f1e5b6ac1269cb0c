//! How long a site of very many small files takes: so many JSON files of ClickBench's shape (43 queries, three
//! runs each), and a page with a table of them; beside a Python script that loads every file with `json` and
//! writes the same table.
//!
//! ```console
//! $ cargo bench --bench many                  # 34,201 files
//! $ cargo bench --bench many -- 1000 34201
//! ```
//!
//! Told are the phases of the faster of two builds on two threads.
//! Both sides read from the page cache. Benchbook also keeps the place of every number, hashes every file,
//! compares it with the lock, looks for private text, and copies each file and makes a page of it.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a benchmark writes and removes a site of its own")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 2;
const SYSTEMS: usize = 50;
const MACHINES: usize = 24;
const QUERIES: usize = 43;

const MANIFEST: &str = r#"title = "Queries"
date = 2026-09-01
[[evidence]]
files = "*/results/{date}/*.json"
"#;

const PAGE: &str = r#"+++
title = "Hot runs"
suite = "queries"
+++

```table
rows   = ["query"]
across = "system"
cell   = ["time.value"]
where  = { date = "20200101", machine = "m0", run = "2" }
```
"#;

/// The same in Python: every file with its path, and the table of one day, one machine and the second runs.
const PYTHON: &str = r#"
import glob, html, json, sys, time
start = time.perf_counter()
files = {}
for path in glob.glob(sys.argv[1] + "/*/results/*/*.json"):
    with open(path, "rb") as file:
        document = json.load(file)
    files[document["system"], document["machine"], path.split("/")[-2]] = document
read = time.perf_counter()
chosen = {system: document["result"] for (system, machine, date), document in files.items() if machine == "m0" and date == "20200101"}
rows = []
for query in range(43):
    cells = "".join(f"<td>{chosen[system][query][1]}</td>" for system in sorted(chosen))
    rows.append(f"<tr><th>Q{query}</th>{cells}</tr>")
open(sys.argv[2], "w").write("<table>" + "\n".join(rows) + "</table>")
print(len(files), read - start, time.perf_counter() - read)
"#;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    for size in if sizes.is_empty() { vec![34_201] } else { sizes } {
        let root = std::env::temp_dir().join(format!("benchbook-many-{}-{size}", std::process::id()));
        let bytes = generate(&root, size);
        println!("\n{size} files of {:.0} MB in all", bytes as f64 / 1e6);
        // This reads every file, and so warms the page cache.
        run(&root, "lock", &[]);
        let rounds = (0..ROUNDS).map(|_| build(&root));
        let fastest = rounds.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there is more than no round");
        let (own, told) = fastest;
        print!("{told}");
        println!("Benchbook find and read   {own:.2} s, the faster of {ROUNDS} builds");
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        match baseline(&python, &root, size) {
            None => println!("Python: skipped, `{python}` cannot run the script"),
            Some(other) => {
                println!("Python read               {other:.2} s");
                println!("ratio                     {:.2} (Benchbook / Python)", own / other);
            }
        }
        fs::remove_dir_all(&root).expect("the generated site can be removed");
    }
}

/// Writes the site and gives the bytes of its evidence.
fn generate(root: &Path, files: usize) -> u64 {
    write(root, "benchbook.toml", "title = \"Queries\"\n");
    write(root, "data/queries/suite.toml", MANIFEST);
    write(root, "content/hot.md", PAGE);
    let mut bytes = 0;
    for number in 0..files {
        let (system, machine) = (number % SYSTEMS, number / SYSTEMS % MACHINES);
        let day = number / SYSTEMS / MACHINES;
        let text = document(system, machine, number as u64);
        bytes += text.len() as u64;
        let date = format!("2020{:02}{:02}", day / 28 + 1, day % 28 + 1);
        write(root, &format!("data/queries/s{system}/results/{date}/m{machine}.json"), &text);
    }
    bytes
}

/// A result file: times that look measured, the same in every run.
fn document(system: usize, machine: usize, seed: u64) -> String {
    let mut state = seed;
    let mut time = || {
        // The multiplier is that of Knuth's MMIX.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 50) as f64 / 1000.0
    };
    let mut text = format!(
        "{{\n    \"system\": \"s{system}\",\n    \"date\": \"2020-01-01\",\n    \"machine\": \"m{machine}\",\n    \
         \"cluster_size\": 1,\n    \"proprietary\": \"no\",\n    \"tuned\": \"no\",\n    \"comment\": \"\",\n    \
         \"tags\": [\n        \"C++\",\n        \"column-oriented\"\n    ],\n    \"load_time\": {},\n    \
         \"data_size\": {},\n    \"result\": [\n",
        time(),
        1_000_000 + seed,
    );
    for query in 0..QUERIES {
        let end = if query + 1 == QUERIES { "" } else { "," };
        let [cold, second, third] = [time(), time(), time()];
        writeln!(text, "        [\n            {cold},\n            {second},\n            {third}\n        ]{end}")
            .expect("writing to a string does not fail");
    }
    text + "    ]\n}\n"
}

/// Builds the site and gives the seconds of finding and reading, and what is told of the phases.
fn build(root: &Path) -> (f64, String) {
    let text = run(root, "build", &["--timings", "--threads", "2"]);
    assert!(!text.contains(" 0 figures"), "the table has figures: {text}");
    let milliseconds = |phase: &str| {
        let line = text.lines().find(|line| line.contains(phase)).expect("the phase is told");
        line.split_whitespace().next().and_then(|number| number.parse::<f64>().ok()).expect("it begins with a time")
    };
    ((milliseconds("find") + milliseconds("read evidence")) / 1e3, text)
}

fn run(root: &Path, command: &str, arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_benchbook"));
    let program = program.args([command, "--color", "never"]).args(arguments).current_dir(root);
    let output = program.output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// The seconds in which Python loads all files; none where it cannot.
fn baseline(python: &str, root: &Path, files: usize) -> Option<f64> {
    let mut program = Command::new(python);
    let program = program.args(["-c", PYTHON]).arg(root.join("data/queries")).arg(root.join("table.html"));
    let output = program.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut words = text.split_whitespace();
    assert_eq!(words.next()?.parse(), Ok(files), "Python reads every file");
    words.next()?.parse().ok()
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}
