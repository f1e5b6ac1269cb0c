//! wrk and wrk2 outputs, and tables: exact values, texts and places.

use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::{self, Content, Reading};
use benchbook::model::{LoadModel, Observation, Run};

mod formats_text {
    mod table;
    mod wrk;
}

/// The text of a file under `tests/fixtures/`.
fn fixture(path: &str) -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path))
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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

/// The observation of that metric and statistic, in one line: value, unit, exact text and place.
fn shows(text: &str, run: &Run, metric: &str, statistic: &str) -> String {
    let is_it = |o: &&Observation| &*o.metric == metric && o.statistic.name() == statistic;
    let mut found = run.observations.iter().filter(is_it);
    match (found.next(), found.next()) {
        (None, _) => "none".to_owned(),
        (Some(o), None) => {
            format!("{} {} `{}` {}", o.value, o.unit, &text[o.span.range()], o.locator)
        }
        _ => "several".to_owned(),
    }
}

/// The problems: code and the text that each points at.
fn problems<'a>(text: &'a str, reading: &Reading) -> Vec<(Code, &'a str)> {
    reading.problems.iter().map(|problem| (problem.code, &text[problem.span.range()])).collect()
}

/// What the reader that recognises the text makes of it.
fn recognise(text: &str) -> (&'static str, Reading) {
    let content = Content::new(text);
    let reader = formats::recognise(&content).expect("a reader recognises it");
    (reader.name(), reader.read(&content))
}

/// The only run of a fixture, of that tool and without problems.
fn only_run(path: &str, tool: &str, load: LoadModel) -> (String, Run) {
    let text = fixture(path);
    let (name, mut reading) = recognise(&text);
    assert_eq!((name, &*reading.tool, reading.runs.len()), (tool, tool, 1));
    assert_eq!(reading.problems, []);
    let run = reading.runs.remove(0);
    assert_eq!(run.load, Some(load));
    (text, run)
}
