//! The readers of load suites, databases and published result sets: exact values, texts and places.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::{Content, READERS, Reading};
use benchbook::model::{LoadModel, Observation, Run};

mod formats_suites {
    mod consoles;
    mod corpus;
    mod databases;
    mod k6_text;
    mod load;
    mod published;
    mod snapshot;
    mod spectra;
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn text_of(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).ok()
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    text_of(&path).expect("fixtures are UTF-8")
}

/// The folder of public evidence beside the repository, if this machine has it.
fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("BENCHBOOK_SHARED").map_or_else(beside, PathBuf::from);
    Some(root.join(path)).filter(|path| path.exists())
}

/// Reads a text with the one reader that recognises it, and checks what holds for every file.
#[track_caller]
fn read(text: &str) -> (&'static str, Reading) {
    let content = Content::new(text);
    let claims: Vec<_> = READERS.iter().filter(|reader| reader.recognises(&content)).collect();
    let [reader] = claims[..] else { panic!("{} readers claim the text", claims.len()) };
    let reading = reader.read(&content).unfold();
    for run in &reading.runs {
        check(text, run);
    }
    (reader.name(), reading)
}

/// Every number stands at its place, and none is there twice.
#[track_caller]
fn check(text: &str, run: &Run) {
    let mut seen = BTreeSet::new();
    for observation in &run.observations {
        let raw = observation.computed().unwrap_or(&text[observation.span.range()]);
        assert!(raw.starts_with(|c: char| c.is_ascii_digit() || c == '-'), "{raw}");
        assert!(observation.value.is_finite(), "{raw}");
        assert!(seen.insert((observation.metric.clone(), observation.statistic)), "{observation:?} was taken twice");
    }
    for absence in &run.absent {
        assert!(seen.insert((absence.metric.clone(), absence.statistic)), "{absence:?} has a value too");
    }
}

/// A number that a fixture holds: metric, statistic, exact text, unit, locator.
type Figure = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn holds(text: &str, run: &Run, figures: &[Figure]) {
    for figure in figures {
        let (metric, statistic, ..) = *figure;
        let found = find(run, metric, statistic).unwrap_or_else(|| panic!("there is no {metric}.{statistic}"));
        let (raw, locator) = (&text[found.span.range()], found.locator.to_string());
        assert_eq!((metric, statistic, raw, found.unit.symbol(), &*locator), *figure);
    }
}

/// Values that are no text of a fixture, each with its place.
#[track_caller]
fn computes(run: &Run, figures: &[(&str, &str, f64, &str)]) {
    for (metric, statistic, value, locator) in figures {
        let found = find(run, metric, statistic).unwrap_or_else(|| panic!("there is no {metric}.{statistic}"));
        assert_eq!((found.value, &*found.locator.to_string()), (*value, *locator), "{metric}.{statistic}");
    }
}

fn find<'a>(run: &'a Run, metric: &str, statistic: &str) -> Option<&'a Observation> {
    run.observations.iter().find(|o| &*o.metric == metric && o.statistic.name() == statistic)
}

fn is_absent(run: &Run, metric: &str, statistic: &str) -> bool {
    find(run, metric, statistic).is_none()
        && run.absent.iter().any(|a| &*a.metric == metric && a.statistic.name() == statistic && !a.why.is_empty())
}

fn described<'a>(run: &'a Run, metric: &str, statistic: &str) -> &'a str {
    find(run, metric, statistic).and_then(|o| o.described.as_deref()).unwrap_or_default()
}

fn facts(run: &Run) -> Vec<(&str, &str)> {
    run.facts.iter().map(|fact| (fact.name, &*fact.value)).collect()
}

fn dimensions(run: &Run) -> String {
    run.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The problems: code and the text that each points at.
fn problems<'a>(text: &'a str, reading: &Reading) -> Vec<(Code, &'a str)> {
    reading.problems.iter().map(|problem| (problem.code, &text[problem.span.range()])).collect()
}

/// The only run of a fixture, of that reader and without problems.
#[track_caller]
fn only_run(name: &str, reader: &str, load: Option<LoadModel>) -> (String, Run) {
    let text = fixture(name);
    let (claimed_by, mut reading) = read(&text);
    assert_eq!((claimed_by, reading.runs.len()), (reader, 1), "{name}");
    assert_eq!(reading.problems, [], "{name}");
    let run = reading.runs.remove(0);
    assert_eq!(run.load, load, "{name}");
    (text, run)
}
