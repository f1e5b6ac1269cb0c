//! Known ways to mislead, each on a site that is clean but for it, and each not found on the clean one.

use crate::support::{Site, check_codes as codes};
use toml::{Table, Value};

pub(crate) const HEAD: &str = "server,round,rps,mean_ms,p50_ms,p99_ms,max_ms,requests,errors";
const ROWS: [&str; 2] = ["red,1,1000,15,14,20,60,100000,0", "blue,1,900,17,16,30,70,100000,0"];
const CONDITIONS: &str = "connections = 16\nload = \"closed\"\nrounds = 1";

const MANIFEST: &str = r#"title = "Two servers"
[[evidence]]
files = "runs.csv"
[evidence.table]
dimensions = { server = "server", round = "round" }
[evidence.table.metrics]
rps = "rps"
"latency.mean" = { column = "mean_ms", unit = "ms" }
"latency.p50" = { column = "p50_ms", unit = "ms" }
"latency.p99" = { column = "p99_ms", unit = "ms" }
"latency.max" = { column = "max_ms", unit = "ms" }
requests = "requests"
errors = "errors"
[subjects.red]
"#;

fn text<'a>(case: &'a Table, key: &str, otherwise: &'a str) -> &'a str {
    case.get(key).and_then(Value::as_str).unwrap_or(otherwise)
}

fn strings(case: &Table, key: &str) -> Option<Vec<String>> {
    let items = case.get(key)?.as_array().expect("a list");
    Some(items.iter().map(|item| item.as_str().expect("a string").to_owned()).collect())
}

/// The manifest, with `replace = ["this", "that"]` of the case carried out.
fn mapped(case: &Table) -> String {
    let replaced = strings(case, "replace").map(|pair| {
        assert!(MANIFEST.contains(&pair[0]), "{pair:?}");
        MANIFEST.replace(&pair[0], &pair[1])
    });
    replaced.unwrap_or_else(|| MANIFEST.to_owned())
}

pub(crate) fn site(case: &Table) -> Site {
    let site = Site::empty();
    let rows = strings(case, "rows").unwrap_or_else(|| ROWS.map(str::to_owned).to_vec());
    let disclosure = case.get("disclosure").and_then(Value::as_bool).unwrap_or(true);
    site.write("benchbook.toml", "title = \"Honesty\"\n[rules]\nBB207 = \"allow\"\n");
    let (subject, conditions) = (text(case, "subject", ""), text(case, "conditions", CONDITIONS));
    let usual = format!("{}{subject}\n[conditions]\n{conditions}\n", mapped(case));
    site.write("data/demo/suite.toml", text(case, "manifest", &usual));
    site.write("data/demo/runs.csv", format!("{HEAD}\n{}\n", rows.join("\n")));
    let page = text(case, "page", "Nothing is claimed.");
    let allow = text(case, "allow", "");
    let language = case.get("language").and_then(Value::as_str).map(|tag| format!("language = \"{tag}\"\n"));
    let language = language.unwrap_or_default();
    let front = format!("+++\ntitle = \"Page\"\nsuite = \"demo\"\n{language}disclosure = {disclosure}\n{allow}\n+++\n");
    site.write("content/page.md", format!("{front}\n{page}\n"));
    for (name, text) in case.get("text").and_then(Value::as_table).into_iter().flatten() {
        site.write(&format!("data/demo/{name}"), text.as_str().expect("a file is text"));
    }
    site
}

#[test]
fn each_way_to_mislead_is_found_and_a_clean_page_is_not_accused() {
    let cases: Table = include_str!("honesty/cases.toml").parse().expect("the cases are TOML");
    let cases = cases["case"].as_array().expect("a list of cases");
    assert!(cases.len() > 20);
    for case in cases {
        let case = case.as_table().expect("a case is a table");
        let run = site(case).run(&["check", "--color", "never"]);
        let mut expected = strings(case, "more").unwrap_or_default();
        expected.extend(case.get("code").map(|code| code.as_str().expect("a string").to_owned()));
        expected.sort();
        let mut found = codes(&run.stderr);
        found.sort();
        found.dedup();
        assert_eq!(found, expected, "{}\n{}", text(case, "name", ""), run.stderr);
        if case.contains_key("told") {
            let (name, told) = (text(case, "name", ""), text(case, "told", "").trim());
            assert_eq!(run.stderr.matches(told).count(), 1, "{name}\n{told}\n{}", run.stderr);
        }
    }
}

#[test]
fn a_rule_can_be_raised_and_what_the_promise_rests_on_cannot_be_allowed() {
    let site = site(&Table::new());
    site.write("data/demo/runs.csv", format!("{HEAD}\nred,1,200,15,14,20,60,100000,0\n"));
    site.write("benchbook.toml", "title = \"Honesty\"\n[rules]\nBB207 = \"allow\"\nBB604 = \"error\"\n");
    let run = site.run(&["check", "--color", "never"]);
    assert_eq!((run.code, codes(&run.stderr)), (1, vec!["BB604".to_owned()]), "{}", run.stderr);
    site.write("benchbook.toml", "title = \"Honesty\"\n[rules]\nBB207 = \"allow\"\nBB401 = \"allow\"\n");
    let run = site.run(&["check", "--color", "never"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("is not a rule that can be changed"), "{}", run.stderr);
}

/// What is so in many runs is told once, with two further files and how many there are.
#[test]
fn what_is_said_of_many_runs_is_said_once() {
    let site = site(&Table::new());
    let manifest = site.read("data/demo/suite.toml").replace("files = \"runs.csv\"", "files = \"*.csv\"");
    site.write("data/demo/suite.toml", manifest);
    let idle = |first: u32, rows: u32| {
        let rows: Vec<String> =
            (first..first + rows).map(|row| format!("red,{row},{},15,14,20,60,100000,0", 200 + row)).collect();
        format!("{HEAD}\n{}\n", rows.join("\n"))
    };
    site.write("data/demo/runs.csv", idle(1, 3));
    let told = || site.run(&["check", "--color", "never"]).stderr;
    let stderr = told();
    assert_eq!(codes(&stderr), ["BB604"], "{stderr}");
    assert!(stderr.contains("= note: the same holds of 3 runs in all\n"), "{stderr}");
    for (name, first) in [("a", 4), ("b", 6), ("c", 8), ("d", 10)] {
        site.write(&format!("data/demo/{name}.csv"), idle(first, 2));
    }
    let stderr = told();
    assert_eq!(codes(&stderr), ["BB604"], "{stderr}");
    // Of the five files, one has the warning and two are shown beside it.
    assert!(stderr.contains("= note: and in 2 more files: 11 runs in all\n"), "{stderr}");
    assert_eq!(stderr.matches("the same here").count(), 2, "{stderr}");
}

#[test]
fn of_many_warnings_that_are_alike_a_few_are_shown_and_the_rest_are_counted() {
    let site = site(&Table::new());
    let rows: Vec<String> = (0..14).map(|row| format!("red,{row},{},15,14,20,60,100000,-1", 1000 + row)).collect();
    site.write("data/demo/runs.csv", format!("{HEAD}\n{}\n", rows.join("\n")));
    let run = site.run(&["check", "--color", "never"]);
    assert_eq!(codes(&run.stderr), vec!["BB602"; 10], "{}", run.stderr);
    assert!(run.stderr.contains("4 more warnings BB602: a value that means \"none\"\n"), "{}", run.stderr);
    assert!(run.stderr.contains("\n14 warnings\n"), "{}", run.stderr);
}
