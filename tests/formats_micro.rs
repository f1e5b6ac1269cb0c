//! The readers of microbenchmarks: exact values, texts and places, and which file is whose.

use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::{self, Content, READERS, Reading};
use benchbook::model::{Observation, Run};
use benchbook::units::Unit;

mod formats_micro {
    mod console;
    mod corpus;
    mod json;
    mod rust;
    mod text;
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn read_file(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned()
}

fn fixture(path: &str) -> String {
    read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path))
}

/// What the only reader that recognises the text makes of it.
#[track_caller]
fn read(text: &str) -> (&'static str, Reading) {
    let content = Content::new(text);
    let readers: Vec<_> = READERS.iter().filter(|reader| reader.recognises(&content)).collect();
    let [reader] = readers[..] else { panic!("one reader, not {}", readers.len()) };
    (reader.name(), reader.read(&content))
}

/// What that reader makes of a fixture, without problems.
#[track_caller]
fn good(path: &str, reader: &str, runs: usize) -> (String, Reading) {
    let text = fixture(path);
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len()), (reader, runs), "{:?}", dimensions(&reading));
    assert_eq!(reading.problems, []);
    (text, reading)
}

/// The dimensions of a run as `name=value` joined by blanks.
fn named(run: &Run) -> String {
    run.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn dimensions(reading: &Reading) -> Vec<String> {
    reading.runs.iter().map(named).collect()
}

/// The run with those dimensions.
#[track_caller]
fn run<'r>(reading: &'r Reading, dimensions_of: &str) -> &'r Run {
    let found = reading.runs.iter().find(|run| named(run) == dimensions_of);
    found.unwrap_or_else(|| panic!("{dimensions_of} is none of {:#?}", dimensions(reading)))
}

/// The number of that metric and statistic (`time.mean`) in one line: value, unit, exact text and place.
fn shows(text: &str, run: &Run, name: &str) -> String {
    let full = |metric: &str, statistic: String| format!("{metric}.{statistic}");
    let is_it = |o: &&Observation| full(&o.metric, o.statistic.name()) == name;
    let found: Vec<_> = run.observations.iter().filter(is_it).collect();
    match found[..] {
        [o] => format!("{} {} `{}` {}", o.value, o.unit, &text[o.span.range()], o.locator),
        [] if run.absent.iter().any(|a| full(&a.metric, a.statistic.name()) == name) => "absent".to_owned(),
        [] => "none".to_owned(),
        _ => "several".to_owned(),
    }
}

#[track_caller]
fn holds(text: &str, run: &Run, expected: &[(&str, &str)]) {
    for (name, line) in expected {
        assert_eq!(shows(text, run, name), *line, "{name} of {}", named(run));
    }
}

/// The problems: code and the text that each points at.
fn problems<'a>(text: &'a str, reading: &Reading) -> Vec<(Code, &'a str)> {
    reading.problems.iter().map(|problem| (problem.code, &text[problem.span.range()])).collect()
}

/// The folder of public evidence beside the repository, if this machine has it.
#[expect(clippy::print_stdout, reason = "a test says when it is skipped")]
fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("BENCHBOOK_SHARED").map_or_else(beside, PathBuf::from);
    let found = Some(root.join(path)).filter(|path| path.exists());
    if found.is_none() {
        println!("skipped: no {path} beside the repository");
    }
    found
}
