//! Three published benchmarks, built again from their original files: printed figures come out as they
//! were printed, and each claim gets the verdict that was worked out by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

mod seeds {
    mod altair;
    mod amber;
    mod amber_claims;
    mod kruda;
}

/// A seed's site with its original files, built; none when they are not on this machine.
struct Seed {
    site: PathBuf,
}

impl Seed {
    /// Copies `tests/seeds/NAME` and, of the originals, each file or folder to its place in the site,
    /// and builds. `test` keeps tests that run side by side apart.
    fn build(name: &str, test: &str, originals: &[(&str, &str)]) -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = originals_of(name);
        if !is_here(name) {
            return None;
        }
        let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds").join(test);
        copy(&root.join("tests/seeds").join(name), &site);
        for (from, to) in originals {
            copy(&source.join(from), &site.join(to));
        }
        let seed = Self { site };
        seed.rebuild();
        Some(seed)
    }

    /// Builds the site as it is now.
    fn rebuild(&self) {
        let run = Command::new(env!("CARGO_BIN_EXE_benchbook")).args(["build", "--no-minify"]).arg(&self.site).output();
        let run = run.expect("the binary runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }

    fn page(&self, page: &str) -> String {
        read(&self.site.join("public/reports").join(page).join("index.html"))
    }

    /// The figures of a page, as `figures.json` has them.
    fn figures(&self, page: &str) -> Vec<Value> {
        let text = read(&self.site.join("public/reports").join(page).join("figures.json"));
        let json: Value = serde_json::from_str(&text).expect("`figures.json` is JSON");
        json["figures"].as_array().expect("a list of figures").clone()
    }

    /// The verdicts of a page's claims in the order of the page, each with what the evidence gives.
    fn claims(&self, page: &str) -> Vec<(String, Value)> {
        let claims = self.figures(page).into_iter().filter(|figure| figure["kind"] == "claim");
        claims.map(|claim| (text(&claim, "verdict").to_owned(), claim["value"].clone())).collect()
    }
}

fn text<'a>(figure: &'a Value, key: &str) -> &'a str {
    figure[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {figure}"))
}

/// The figure with that expression, which must be there and show one text wherever it stands.
#[track_caller]
fn shown<'a>(figures: &'a [Value], expression: &str) -> &'a Value {
    let mut found = figures.iter().filter(|figure| figure["kind"] != "mark" && figure["expression"] == expression);
    let first = found.next().unwrap_or_else(|| panic!("no figure is `{expression}`"));
    assert!(found.all(|figure| figure["text"] == first["text"]), "`{expression}` is shown in several ways");
    first
}

/// Whether the claims have these verdicts and values; a value of none is not looked at.
#[track_caller]
fn assert_claims(found: &[(String, Value)], expected: &[(&str, &str, &[f64])]) {
    for ((verdict, value), (name, wanted, numbers)) in found.iter().zip(expected) {
        assert_eq!(verdict, wanted, "{name}");
        let values: Vec<f64> = match value {
            Value::Array(values) => values.iter().filter_map(Value::as_f64).collect(),
            other => other.as_f64().into_iter().collect(),
        };
        let close = |(value, number): (&f64, &f64)| (value - number).abs() <= 0.0006 * number.abs().max(0.001);
        let agree = numbers.is_empty() || values.len() == numbers.len() && values.iter().zip(*numbers).all(close);
        assert!(agree, "{name}: {value} and not {numbers:?}");
    }
    assert!(found.len() >= expected.len(), "{} claims", found.len());
}

/// The printed figures of a seed: the rows of its `figures.csv`.
fn printed(name: &str) -> Vec<csv::StringRecord> {
    let text = original(name, "figures.csv");
    csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

/// The folder of a seed's original files, which need not be on this machine.
fn originals_of(name: &str) -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    std::env::var_os("BENCHBOOK_SHARED").map_or_else(beside, PathBuf::from).join("seeds").join(name)
}

/// Whether the originals of a seed are on this machine; a line says when they are not.
#[expect(clippy::print_stdout, reason = "a test says when it is skipped")]
fn is_here(name: &str) -> bool {
    let source = originals_of(name);
    if !source.is_dir() {
        println!("skipped: no {}", source.display());
    }
    source.is_dir()
}

/// An original file of a seed.
fn original(name: &str, path: &str) -> String {
    read(&originals_of(name).join(path))
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().expect("a file lies in a folder")).expect("the folder can be made");
        let bytes = fs::read(from).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        // Not `fs::copy`: originals may be read-only, and the copy is replaced at the next run.
        write(to, &bytes);
        return;
    }
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("an entry");
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

#[expect(clippy::disallowed_methods, reason = "a test may write into its own folder")]
fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
