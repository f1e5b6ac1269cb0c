//! What is read from each public file, as a list that a person compared with the files.
//!
//! `BENCHBOOK_BLESS=1` rewrites the list; look up what changed in the files before committing it.

use std::fmt::Write as _;

use benchbook::files;
use benchbook::formats;
use benchbook::metrics;
use benchbook::model::{Descriptor, Observation};
use benchbook::packed;

use super::super::*;

/// The statistics that are listed, when the first run that has numbers has them.
const KEYS: [(&str, &str); 10] = [
    ("rps", "rate"),
    ("requests", "count"),
    ("errors", "count"),
    ("latency", "mean"),
    ("latency", "p50"),
    ("latency", "p99"),
    ("latency", "max"),
    ("time", "mean"),
    ("time", "p50"),
    ("tps", "rate"),
];

/// What is read from a file, in one line: the format, the tool where it tells its version, runs, numbers, and
/// some of the numbers as they stand there.
fn line(corpus: &Path, name: &str) -> String {
    let source = match packed::read_text(corpus, name) {
        Ok(source) => source,
        Err(diagnostic) => return format!("{name}: {}", diagnostic.code.id()),
    };
    let text = source.text().trim_start_matches('\u{feff}');
    let content = Content::new(text);
    let Some(reader) = formats::recognise(&content) else { return format!("{name}: not recognised") };
    let reading = formats::read(reader, &content);
    let numbers: usize = reading.runs.iter().map(|run| run.observations.len()).sum();
    let absent: usize = reading.runs.iter().map(|run| run.absent.len()).sum();
    let tool = formats::version_of(&reading.tool).map_or(String::new(), |_| format!(" ({})", reading.tool));
    let mut line = format!("{name}: {}{tool}, {} runs, {numbers} numbers", reader.name(), reading.runs.len());
    if absent > 0 {
        write!(line, ", {absent} absent").expect("a string can be written to");
    }
    let slices: usize = reading.runs.iter().map(|run| run.slices.len()).sum();
    if slices > 0 {
        write!(line, ", {slices} slices of time").expect("a string can be written to");
    }
    for problem in &reading.problems {
        write!(line, ", {}", problem.code.id()).expect("a string can be written to");
    }
    let first = reading.runs.iter().find(|run| !run.observations.is_empty());
    for observation in first.iter().flat_map(|run| keys(run)) {
        let Observation { of: Descriptor { metric, statistic, unit, .. }, span, .. } = observation;
        let (raw, unit) = (observation.text().unwrap_or(&text[span.range()]), unit.symbol());
        write!(line, "; {metric} {} {raw} {unit}", statistic.name()).expect("a string can be written to");
    }
    line.trim_end().to_owned()
}

/// Some numbers of a run: those known, or else the first of a known metric.
fn keys(run: &Run) -> Vec<&Observation> {
    let found: Vec<_> = KEYS.iter().filter_map(|(metric, statistic)| find(run, metric, statistic)).collect();
    let known = || run.observations.iter().find(|o| metrics::find(&o.metric).is_some());
    if found.is_empty() { known().into_iter().collect() } else { found }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the list is read and written here only")]
fn what_is_read_from_the_corpus_is_as_listed() {
    let Some(corpus) = shared("corpus") else { return println!("skipped: no corpus beside the repository") };
    let mut found = benchbook::diagnostic::Diagnostics::new();
    let names: Vec<_> = files::walk(&corpus, "", &mut found).into_iter().map(|file| file.path).collect();
    let about = ["FORMATS.md", "MANIFEST.tsv"];
    let lines = names.iter().filter(|name| !about.contains(&&***name)).map(|name| line(&corpus, name) + "\n");
    let text: String = lines.collect();
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats_suites/corpus.txt");
    if std::env::var_os("BENCHBOOK_BLESS").is_some() {
        std::fs::write(&list, &text).expect("the list can be written");
    }
    let expected = std::fs::read_to_string(&list).expect("the list is there");
    let changed = text.lines().filter(|line| !expected.lines().any(|known| known == *line)).collect::<Vec<_>>();
    let gone = expected.lines().filter(|line| !text.lines().any(|known| known == *line)).collect::<Vec<_>>();
    assert!(changed.is_empty() && gone.is_empty(), "listed:\n{}\nread:\n{}", gone.join("\n"), changed.join("\n"));
}
