//! Whether `compare` judges real runs right: one program is recorded twice, and once more with a tenth more work, 20
//! times over. The same twice must raise no regression, and the slowdown must be found, each time.
//!
//! ```console
//! $ cargo bench --bench recordings             # 20 recordings of 3 × 12 rounds, about a minute
//! $ cargo bench --bench recordings -- 5
//! ```
//!
//! The program is this one: it hashes for some 50 ms and tells how long that took. Rounds are recorded by `benchbook
//! record` in random order, as one would who knows that a machine's speed drifts.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a benchmark measures time, and writes and removes files of its own")]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;
use sha2::{Digest, Sha256};

const ROUNDS: &str = "12";
/// How often a block is hashed; a tenth more is the slowdown.
const WORK: usize = 200;

fn main() {
    // Cargo adds `--bench` behind them.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [work, amount] = &arguments[..]
        && work == "work"
    {
        return measured(amount.parse().expect("how often to hash"));
    }
    let recordings = arguments.first().map_or(20, |count| count.parse().expect("the number of recordings"));
    let judged: Vec<[Row; 2]> = (1..=recordings).map(judge).collect();
    let count = |at: usize, verdict: &str| judged.iter().filter(|rows| rows[at].verdict == verdict).count();
    println!("{recordings} recordings of {ROUNDS} rounds");
    println!("the same twice: {} worse, {} better", count(0, "worse"), count(0, "better"));
    println!("a tenth more work: {} worse", count(1, "worse"));
    assert_eq!((count(0, "worse"), count(1, "worse")), (0, recordings), "`compare` judged wrong");
}

/// What a comparison says of the program's time.
struct Row {
    verdict: String,
    change: f64,
    p: f64,
}

/// Tells how long it takes to hash a block so often, as results of Benchbook's own.
fn measured(amount: usize) {
    let block = vec![7_u8; 64 << 10];
    let started = Instant::now();
    let digest = (0..amount).fold(Sha256::new(), |digest, _| digest.chain_update(&block)).finalize();
    let seconds = started.elapsed().as_secs_f64();
    assert_ne!(digest[..], [0; 32], "what is not used might not be computed");
    println!("name,value,unit\nhash,{seconds:.6},s");
}

/// Records the program twice the same and once slower, and compares.
fn judge(seed: usize) -> [Row; 2] {
    let root = std::env::temp_dir().join(format!("benchbook-recordings-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&root).expect("a temporary folder can be made");
    std::fs::write(root.join("benchbook.toml"), "title = \"Recordings\"\n").expect("a file can be written");
    let this = std::env::current_exe().expect("this program has a path");
    let commands = [("before", WORK), ("again", WORK), ("slower", WORK + WORK / 10)]
        .map(|(name, amount)| format!("--command={name}={} work {amount}", this.display()));
    let [before, again, slower] = commands.each_ref().map(String::as_str);
    let seed_text = seed.to_string();
    let order = ["--order", "random", "--seed", &seed_text, "--rounds", ROUNDS, "--warm-up", "1"];
    let recorded = benchbook(&root, &[&["record", "--quiet", before, again, slower], &order[..]].concat());
    assert!(recorded.1, "{}", recorded.0);
    let rows = ["case=again", "case=slower"].map(|new| {
        let (text, _) = benchbook(&root, &["compare", "case=before", new, "--format", "json"]);
        let comparison: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let row = &comparison["rows"][0];
        let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
        Row {
            verdict: row["verdict"].as_str().unwrap_or_default().to_owned(),
            change: number("change"),
            p: number("p"),
        }
    });
    let [same, slow] =
        rows.each_ref().map(|row| format!("{:+.1} % (p {:.3}), {}", row.change * 100.0, row.p, row.verdict));
    println!("{seed:>3}  the same {same:<42} a tenth more {slow}");
    std::fs::remove_dir_all(&root).expect("the recording can be removed");
    rows
}

/// Runs Benchbook in a folder: what it says, and whether it was content.
fn benchbook(root: &Path, arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
    let output = command.args(arguments).current_dir(root).output().expect("the program starts");
    let told = if output.status.success() { output.stdout } else { output.stderr };
    (String::from_utf8_lossy(&told).into_owned(), output.status.success())
}
