//! Several values in one file, and outputs in logs whose lines begin with what a collector wrote.

use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::logged::Logged;
use benchbook::formats::{self, Content, Reading};

use crate::{fixture, holds_in, root, text_of};

/// Reads a text as Benchbook does, with the name of its reader.
#[track_caller]
fn read(text: &str) -> (&'static str, Reading) {
    let logged = Logged::new(text);
    let content = logged.content();
    let reader = formats::recognise(&content).unwrap_or_else(|| panic!("no reader recognises {text}"));
    (reader.name(), formats::read(reader, &content))
}

fn problems(text: &str, reading: &Reading) -> Vec<String> {
    reading.problems.iter().map(|problem| format!("{}: {}", &text[problem.span.range()], problem.message)).collect()
}

#[test]
fn values_without_a_break_between_them_are_runs() {
    let text = fixture("series/bombardier-appended.json");
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len(), &*reading.tool), ("bombardier", 2, "bombardier"));
    assert_eq!(reading.problems, []);
    holds_in(&text, &reading.runs[0], &[("latency", "p99", "4023", "µs", "L1/result/latency/percentiles/99")]);
    // Counted by hand: the first value has 675 characters.
    holds_in(&text, &reading.runs[1], &[("errors", "count", "2", "req", "L1:C1006")]);
    let rounds: Vec<_> = reading.runs.iter().map(|run| run.dimensions.get("round").map(|round| &**round)).collect();
    assert_eq!(rounds, [Some("1"), Some("2")]);
}

#[test]
fn lines_before_values_are_their_headings() {
    let text = fixture("series/oha-headed.log");
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len(), problems(&text, &reading)), ("oha", 3, Vec::new()));
    let headings: Vec<&str> = reading.runs.iter().filter_map(|run| Some(&*run.heading.as_ref()?.0)).collect();
    let command = "$ oha -n 100 --output-format json http://127.0.0.1:8080/mixed";
    assert_eq!(headings, [command, "== run 2 ==", "== run 3 =="]);
    let rates = ["17928.384173001738", "3379.5574557380205", "1.9989556596083273"];
    for (run, (rate, locator)) in reading.runs.iter().zip(rates.iter().zip(["L2", "L75", "L147"])) {
        assert!(run.dimensions.get("round").is_none());
        let Some(found) = run.observations.iter().find(|o| &*o.metric == "rps") else { continue };
        assert_eq!(&text[found.span.range()], *rate);
        assert_eq!(found.locator.to_string(), format!("{locator}/summary/requestsPerSec"));
    }
}

#[test]
fn autocannon_results_on_lines() {
    let text = fixture("autocannon/two.ndjson");
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len(), reading.problems.len()), ("autocannon", 2, 0));
    holds_in(&text, &reading.runs[1], &[("latency", "p97.5", "21", "ms", "L2/latency/p97_5")]);
    assert_eq!(&text[reading.runs[1].facts[1].span.range()], "\"http://b/\"");
    let (_, reading) = read(&text[..text.len() - 10]);
    let [problem] = &reading.problems[..] else { panic!("one problem") };
    assert_eq!((problem.code, reading.runs.len()), (Code::Truncated, 1));
}

#[test]
fn what_is_no_value_of_the_tool_is_said() {
    let [oha, vegeta] = ["oha/gen-oha1121-mixed.json", "vegeta/gen-vegeta-mixed.json"].map(fixture);
    let cut = &oha[..oha.find("    \"404\"").expect("a status")];
    let head = oha.trim_start_matches("{\n");
    let log = "{\"level\":\"info\",\"msg\":\"done\"}";
    for (text, runs, expected) in [
        (format!("{oha}\n{cut}"), 1, vec!["{: the value that begins here is cut off: it ends within an object"]),
        (format!("{cut}\n{oha}"), 1, vec!["{: the value is no JSON: key must be a string"]),
        (
            format!("{oha}\n{vegeta}"),
            1,
            vec!["{: this value is vegeta JSON report, and the first of the file is oha JSON"],
        ),
        (format!("{oha}\n[\"a\"]\n"), 1, vec!["[: this value is no oha JSON"]),
        (format!("{head}\n{oha}\n"), 1, vec!["},: this is the end of a JSON value whose beginning is missing"]),
        (format!("{log}\n{oha}\n[12:00:01] done\n{log}\n{{x}}\n"), 1, vec![]),
    ] {
        let (name, reading) = read(&text);
        assert_eq!((name, reading.runs.len()), ("oha", runs), "{text}");
        assert_eq!(problems(&text, &reading), expected, "{text}");
    }
    let text = format!("{vegeta}{oha}");
    assert_eq!(read(&text).1.problems[0].help.as_deref(), Some("keep what each tool wrote in a file of its own"));
    let (_, reading) = read(&format!("{oha}{cut}"));
    assert_eq!(reading.problems[0].code, Code::Truncated);
}

#[test]
fn single_measurements_of_several_values_are_refused() {
    let one = fixture("hyperfine/gen-1.15-hyperfine-basic.json");
    let text = format!("{one}\n{one}");
    let (name, reading) = read(&text);
    let message = "this value has single measurements, which are read from a file of one value only";
    assert_eq!((name, reading.problems[0].message.as_str()), ("hyperfine", message));
}

/// How logs write the lines of a tool.
fn as_logs(text: &str) -> Vec<String> {
    let each = |prefix: &dyn Fn(usize) -> String| {
        text.split_inclusive('\n').enumerate().map(|(at, line)| prefix(at) + line).collect::<String>()
    };
    let time = |at: usize| format!("2026-01-01T00:{:02}:{:02}.1234567Z ", at / 60 % 60, at % 60);
    vec![
        each(&time),
        each(&|at| format!("bench\tRun it\t{}", time(at))),
        each(&|_| "\u{1b}[36mload-1  | \u{1b}[0m".to_owned()),
        each(&|at| format!("load-1 | {}", time(at))),
        each(&|at| format!("Jan  1 00:00:{:02} host load[12]: ", at % 60)),
        each(&|at| format!("Nov 30 22:{:02}:{:02} ", at / 60 % 60, at % 60)),
        each(&|at| format!("[2026-11-30 22:{:02}:{:02}] ", at / 60 % 60, at % 60)),
        each(&|at| format!("00:{:02}:{:02} ", at / 60 % 60, at % 60)),
        // Another container says something between any two lines.
        each(&|at| format!("app-1   | GET / 200 {at}\nload-1  | ")),
    ]
}

fn fixtures(below: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(below).expect("the fixtures are there").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { fixtures(&path) } else { vec![path] }).collect()
}

/// The numbers of a reading: what each is of, its value, and its text in the file.
fn numbers(text: &str, reading: &Reading) -> Vec<String> {
    let all = reading.runs.iter().flat_map(|run| &run.observations);
    all.map(|o| format!("{} {} {:?} {}", o.metric, o.statistic.name(), o.quantity(), &text[o.span.range()])).collect()
}

#[test]
fn every_output_is_read_from_a_log_as_from_its_file() {
    let mut count = 0;
    for path in fixtures(&root().join("tests/fixtures")) {
        let Some(text) = text_of(&path).map(|text| text.trim_start_matches('\u{feff}').to_owned()) else { continue };
        let content = Content::new(&text);
        let Some(reader) = formats::recognise(&content).filter(|reader| reader.stream().is_none()) else { continue };
        let plain = formats::read(reader, &content);
        let measured =
            plain.runs.iter().any(|run| !run.samples.is_empty() || run.observations.iter().any(|o| o.basis.is_some()));
        if text.lines().count() < 3 || measured || !plain.problems.is_empty() {
            continue;
        }
        for log in as_logs(&text) {
            let (name, reading) = read(&log);
            assert_eq!((name, problems(&log, &reading)), (reader.name(), Vec::new()), "{path:?}\n{log}");
            assert_eq!(numbers(&log, &reading), numbers(&text, &plain), "{path:?}\n{log}");
            for o in reading.runs.iter().flat_map(|run| &run.observations) {
                let before = &log[..o.span.range().start];
                let (line, column) = (before.matches('\n').count() + 1, before.lines().last().unwrap_or_default());
                let column = if before.ends_with('\n') { 1 } else { column.chars().count() + 1 };
                assert_eq!(o.locator.to_string(), format!("L{line}:C{column}"), "{path:?}");
            }
            count += 1;
        }
    }
    assert!(count > 300, "{count} logs were read");
}

#[test]
fn single_measurements_in_a_log_are_refused() {
    let text = fixture("hyperfine/gen-1.15-hyperfine-basic.json");
    let log: String = text.lines().map(|line| format!("2026-01-01T00:00:00.0Z {line}\n")).collect();
    let (_, reading) = read(&log);
    let message = "single measurements are not read through what stands before each line of a log";
    assert_eq!(reading.problems[0].message, message);
    let csv: String =
        fixture("jmeter/samples.jtl").lines().map(|line| format!("2026-01-01T00:00:00.0Z {line}\n")).collect();
    assert!(formats::recognise(&Logged::new(&csv).content()).is_none());
}

/// What `script` writes around an output may hold a command, and is no heading.
#[test]
fn the_lines_of_a_typescript_are_no_headings() {
    let begins = "Script started on 2026-12-01 03:50:50+00:00 [COMMAND=\"secret\" <not executed on terminal>]";
    let ends = "\nScript done on 2026-12-01 03:50:50+00:00 [COMMAND_EXIT_CODE=\"0\"]\n";
    for name in
        ["wrk/gen-wrk-latency.txt", "sysbench/gen-sysbench-cpu.txt", "locust/console-2.15.txt", "hey/gen-hey-mixed.txt"]
    {
        let plain = fixture(name);
        let text = format!("{begins}\n{}{ends}", plain.replace('\n', "\r\n"));
        let [(own, alone), (reader, within)] = [read(&plain), read(&text)];
        assert_eq!((reader, within.problems.len()), (own, 0), "{name}");
        let told = |reading: &Reading| reading.runs.iter().map(|run| run.observations.len()).collect::<Vec<_>>();
        assert_eq!(told(&within), told(&alone), "{name}");
        assert!(within.runs.iter().all(|run| run.heading.is_none()), "{name}");
    }
}
