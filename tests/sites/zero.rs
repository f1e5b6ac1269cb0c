//! Reports from bare folders: what is inferred, and that it builds as it stands.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;
use std::path::PathBuf;

use toml::{Table, Value};

use crate::support::{Site, tests};

fn here() -> PathBuf {
    tests().join("sites/zero")
}

/// The content of a file of a case.
fn content(value: &Value) -> String {
    let one = |text: &str| match fs::read_to_string(tests().join("fixtures").join(text)) {
        Ok(fixture) => fixture,
        Err(_) => format!("{text}\n"),
    };
    match value {
        Value::Array(parts) => parts.iter().map(|part| one(part.as_str().expect("a string"))).collect(),
        other => one(other.as_str().expect("a string")),
    }
}

/// A folder `bench` as a case has it.
fn folder(files: &Table) -> Site {
    let site = Site::empty();
    for (path, value) in files {
        site.write(&format!("bench/{path}"), content(value));
    }
    site
}

fn cases() -> Table {
    include_str!("zero/cases.toml").parse().expect("the cases are TOML")
}

/// Compares a text with the file that holds what is expected, or rewrites the file.
fn differs(case: &str, name: &str, text: &str) -> Option<String> {
    let file = here().join(case).join(name);
    if std::env::var_os("BENCHBOOK_BLESS").is_some() {
        fs::create_dir_all(here().join(case)).expect("a folder can be made");
        fs::write(&file, text).expect("expected texts can be written");
    }
    (fs::read_to_string(&file).unwrap_or_default() != text).then(|| format!("--- {case}/{name}\n{text}\n"))
}

#[test]
fn names_and_contents_become_a_suite_and_a_narrative() {
    let mut wrong = String::new();
    for (case, files) in &cases() {
        let site = folder(files.as_table().expect("a case is a table"));
        site.run(&["new", "--from", "bench", "site"]).success();
        wrong.extend(differs(case, "suite.toml", &site.read("site/data/results/suite.toml")));
        wrong.extend(differs(case, "report.md", &site.read("site/content/report.md")));
    }
    assert!(wrong.is_empty(), "{wrong}\nread these; if they are right, set BENCHBOOK_BLESS=1");
}

/// A page without the paragraph that says what to do next.
fn without_next(page: &str) -> String {
    let (before, rest) = page.split_once("Every number follows").expect("it says so");
    let (_, after) = rest.split_once("</blockquote>").expect("the paragraph ends");
    format!("{before}{after}")
}

#[test]
fn a_report_is_what_the_written_site_builds() {
    for (case, files) in &cases() {
        let site = folder(files.as_table().expect("a case is a table"));
        site.run(&["build", "bench"]).success();
        site.run(&["new", "--from", "bench", "site"]).success();
        site.run(&["build", "site", "--out", "public"]).success();
        let [bare, written] = ["benchbook-report", "public"].map(|out| site.read(&format!("{out}/report/index.html")));
        // What is to be done next is not the same.
        assert!(bare.contains("new --from bench SITE") && !written.contains("new --from"), "{case}");
        assert!(written.contains("data/results/suite.toml"), "{case}");
        assert!(without_next(&bare) == without_next(&written), "{case}: the same page");
        let figures = site.json("benchbook-report/report/figures.json");
        assert!(figures["figures"].as_array().is_some_and(|list| list.len() > 2), "{case}: {figures}");
        assert!(!site.root.join("bench/public").exists());
    }
}

#[test]
fn a_single_file_is_a_report_too() {
    let site = Site::empty();
    site.write("checkout-k6.json", content(&Value::from("k6/gen-v22-summary-export.json")));
    site.run(&["build", "checkout-k6.json", "--out", "out"]).success();
    let page = site.read("out/report/index.html");
    assert!(page.contains("<h1>Checkout k6</h1>") && page.contains("new --from checkout-k6.json"), "{page}");
    let figures = site.json("out/report/figures.json");
    let rate = figures["figures"].as_array().expect("a list").iter().find(|figure| figure["unit"] == "req/s");
    // `http_reqs.rate` of the fixture, by eye.
    let fixture = content(&Value::from("k6/gen-v22-summary-export.json"));
    let raw = rate.expect("a rate")["inputs"][0]["raw"].as_str().expect("a text").to_owned();
    let http_reqs = &fixture[fixture.find("\"http_reqs\"").expect("it counts requests")..];
    assert!(http_reqs[..http_reqs.find('}').expect("it ends")].contains(&raw), "{raw}");
}

#[test]
fn a_report_among_its_evidence_is_passed_over() {
    let site = folder(cases()["one-file-of-many-rounds"].as_table().expect("a table"));
    for _ in 0..2 {
        let run = site.run(&["build", "bench", "--out", "bench/report"]);
        run.success();
        assert!(run.stderr.contains("3 outputs of `bench` read\n"), "{}", run.stderr);
        assert!(run.stderr.contains("it lies among the evidence"), "{}", run.stderr);
    }
    // Another report in the folder is no evidence either.
    site.run(&["build", "bench", "--out", "bench/more/report"]).success();
    let run = site.run(&["build", "bench"]);
    assert!(run.stderr.contains("3 outputs of `bench` read\n"), "{}", run.stderr);
}

#[test]
fn a_check_finds_what_a_build_would() {
    let site = Site::empty();
    for name in ["json-r1.txt", "json-r2.txt"] {
        site.write(&format!("bench/{name}"), content(&Value::from("wrk/gen-wrk-latency.txt")));
    }
    let [built, checked] = [["build", "bench"], ["check", "bench"]].map(|words| site.run(&words));
    let told = |stderr: &str| -> Vec<String> {
        let own = |line: &&str| ["took", "wrote", "edit"].iter().any(|start| line.starts_with(start));
        let lines = stderr.lines().filter(|line| !own(line));
        lines.map(str::to_owned).collect()
    };
    assert_eq!((checked.code, told(&checked.stderr)), (0, told(&built.stderr)));
    assert!(checked.stderr.contains("warning[BB603]") && checked.stderr.contains("--> bench/json-r1.txt:4:17"));
    // One file stands there as two rounds.
    assert!(checked.stderr.contains("warning[BB606]: 2 rounds have the same 8 values"), "{}", checked.stderr);
    assert!(checked.stderr.contains("\n2 warnings\nread   1 suite, 2 evidence files "), "{}", checked.stderr);
    let annotated = site.run(&["check", "bench", "--format", "github", "--quiet"]);
    assert!(annotated.stdout.starts_with("::warning file=bench/json-r1.txt,line=4,"), "{}", annotated.stdout);
    assert_eq!(site.run(&["build", "bench", "--format", "github", "--quiet"]).stdout, annotated.stdout);

    let one = site.run(&["check", "bench/json-r1.txt", "--color", "never"]);
    assert!(one.code == 0 && one.stderr.contains("--> bench/json-r1.txt:4:17"), "{}", one.stderr);
    assert!(one.stderr.contains("1 output of `bench/json-r1.txt` read\n"), "{}", one.stderr);
    let refused = site.run(&["check", "bench", "--fix", "--color", "never"]);
    assert_eq!(refused.code, 1);
    let wanted = "error[BB505]: `bench` is no site: there are no narratives that `--fix` could correct\n";
    assert!(refused.stderr.starts_with(wanted), "{}", refused.stderr);
    assert!(refused.stderr.contains("help: `benchbook new --from bench SITE` makes"), "{}", refused.stderr);
    let left: Vec<_> = fs::read_dir(site.root.join("bench")).expect("it is there").collect();
    assert_eq!(left.len(), 2, "nothing is written among the outputs");
}

#[test]
fn nothing_is_overwritten() {
    let site = folder(cases()["log"].as_table().expect("a table"));
    site.write("site/mine.txt", "mine");
    let run = site.run(&["new", "--from", "bench", "site", "--color", "never"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("error[BB006]: `site` is there already, and is not empty"), "{}", run.stderr);
    assert_eq!((site.read("site/mine.txt"), site.root.join("site/content").exists()), ("mine".to_owned(), false));
    let run = site.run(&["new", "--from", "nowhere", "other", "--color", "never"]);
    assert!(run.code == 1 && run.stderr.contains("there is no file or folder `nowhere`"), "{}", run.stderr);
}

#[test]
fn what_holds_no_output_is_told() {
    let site = Site::empty();
    site.write("notes/readme.txt", "nothing");
    site.write("notes/picture.bin", [0, 1, 2]);
    let said = |given: &str| {
        let run = site.run(&["build", given, "--color", "never"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        run.stderr
    };
    let text = said("notes");
    assert!(text.contains("error[BB201]: `notes` holds no output that is recognised"), "{text}");
    assert!(text.contains("`picture.bin` is a binary file") && text.contains("`readme.txt` is of no format"), "{text}");
    let text = said("notes/readme.txt");
    assert!(text.contains("`notes/readme.txt` is no output that is recognised"), "{text}");
    fs::create_dir_all(site.root.join("empty")).expect("a folder can be made");
    let text = said("empty");
    assert!(text.contains("`empty` holds no files that can be read"), "{text}");
    assert!(!site.root.join("benchbook-report").exists());
}

/// What is not in the report although its tool wrote it is said where the report is made.
#[test]
fn a_result_that_is_left_out_is_told() {
    let site = folder(cases()["doubles"].as_table().expect("a table"));
    let whole = content(&Value::from("wrk/gen-wrk-latency.txt"));
    site.write("bench/chi.txt", whole.lines().take(5).map(|line| format!("{line}\n")).collect::<String>());
    let built = site.run(&["build", "bench", "--color", "never"]);
    built.success();
    let made = site.run(&["new", "--from", "bench", "site", "--color", "never"]);
    made.success();
    for said in [
        "warning[BB202]: the output of this run ends before its last lines, `Requests/sec` and `Transfer/sec`\n --> bench/chi.txt:1:1\n",
        "warning[BB202]: this file is cut off: it ends within an object\n --> bench/cut.json:1:14\n",
        " = note: nothing of this file is in the report\n",
        "       without `both.log`, which has several runs, and nothing tells them apart\n",
        "       without `kruda.txt`, which gives numbers that `kruda.json` gives too\n",
    ] {
        assert!(built.stderr.contains(said) && made.stderr.contains(said), "{said}\n{}\n{}", built.stderr, made.stderr);
    }
}

#[test]
fn a_hidden_folder_of_results_is_named() {
    let site = Site::empty();
    let saved = content(&Value::from("pytestbench/gen-pytest-benchmark-saved.json"));
    site.write("my tests/.benchmarks/Linux/0001_first.json", saved);
    let run = site.run(&["build", "my tests", "--color", "never"]);
    let note =
        "note: `my tests/.benchmarks` is hidden and passed over: `benchbook build 'my tests/.benchmarks'` reads it\n";
    assert!(run.code == 1 && run.stderr.contains(note), "{}", run.stderr);
    let run = site.run(&["build", "my tests/.benchmarks", "--color", "never"]);
    run.success();
    assert!(run.stderr.contains("`benchbook new --from 'my tests/.benchmarks' SITE`"), "{}", run.stderr);
    assert!(site.read("benchbook-report/report/index.html").contains("<h1>Benchmark results</h1>"));
}

/// The sizes in captions are values of a dimension, not measured.
#[test]
fn sizes_that_tell_charts_apart_need_no_evidence() {
    let mut files = Table::new();
    for name in ["1kb/gin", "1kb/chi", "64kb/gin", "64kb/chi"] {
        for connections in ["c2", "c10"] {
            files.insert(format!("{name}-{connections}.txt"), "wrk/gen-wrk-latency.txt".into());
        }
    }
    let site = folder(&files);
    let run = site.run(&["build", "bench", "--color", "never"]);
    run.success();
    assert!(site.read("benchbook-report/report/index.html").contains("size 64kb"), "a caption names the size");
    assert!(!run.stderr.contains("BB410"), "{}", run.stderr);
}

#[test]
fn names_become_titles() {
    for (name, title) in [
        ("k6-results", "k6 results"),
        ("load_test_2026-11", "Load test 2026-11"),
        ("jmeter", "JMeter"),
        ("search", "Search"),
    ] {
        let site = Site::empty();
        site.write(&format!("{name}/runs.csv"), "name,value,unit\nparse,1,ms\n");
        site.run(&["build", name]).success();
        let page = site.read("benchbook-report/report/index.html");
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{name}: {title}");
    }
}

/// What nobody named is not lost: only a report on the same outputs is replaced without being named.
#[test]
fn a_report_on_other_outputs_is_not_replaced_unless_it_is_named() {
    let site = Site::empty();
    let row = |value: u32| format!("name,value,unit\nparse,{value},ms\n");
    site.write("one/results/runs.csv", row(1));
    site.write("two/results/runs.csv", row(2));
    let build = |arguments: &[&str]| site.run(&[&["build", "--color", "never"], arguments].concat());
    let evidence = || site.read("benchbook-report/evidence/results/raw/runs.csv");
    build(&["one/results"]).success();

    let refused = build(&["two/results"]);
    assert_eq!((refused.code, evidence()), (1, row(1)), "{}", refused.stderr);
    let said = "error[BB010]: `benchbook-report` is a report that was not made from `two/results`\n \
                |\n = note: its title is `Benchmark results`\n \
                = help: give this one a folder with `--out results-report`; `--out benchbook-report` replaces the other\n";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);

    // The same outputs as they are now, by another way and from another folder; a report of a site is another one too.
    site.write("one/results/runs.csv", row(3));
    build(&["./one/../one/results/"]).success();
    assert_eq!(evidence(), row(3));
    site.run(&["build", "one/results", "--out", "two/../benchbook-report"]).success();
    assert!(!build(&["one/results"]).stderr.contains("replaced"));
    assert!(!site.read("benchbook-report/.benchbook").contains("one"), "the list names no folder of outputs");

    let named = build(&["two/results", "--out", "benchbook-report"]);
    named.success();
    assert!(
        named.stderr.contains("it replaced what was there, which was made from something else"),
        "{}",
        named.stderr
    );
    assert_eq!(evidence(), row(2));
    site.run(&["new", "--from", "one/results", "site"]).success();
    site.run(&["build", "site", "--out", "benchbook-report"]).success();
    assert_eq!(build(&["one/results"]).code, 1, "what was made from a site is not known to be made from these");
}

/// Every folder of fixtures gives a report, or a reason: nothing is a panic.
#[test]
fn any_folder_gives_a_report_or_a_reason() {
    let out = Site::empty();
    let folders = fs::read_dir(tests().join("fixtures")).expect("the fixtures are there");
    for folder in folders.map(|entry| entry.expect("it can be listed").path()) {
        let given = folder.to_str().expect("a path in UTF-8");
        let run = out.run(&["build", given, "--out", "report", "--color", "never"]);
        let without = folder.ends_with("table");
        assert_eq!(run.code, i32::from(without), "{given}: {}", run.stderr);
    }
}

/// Where very many figures follow from others, each entry opens by itself; its id and what it leads to stay.
#[test]
fn many_entries_of_how_figures_follow_are_folded() {
    let entries = |count: usize| {
        let site = Site::empty();
        for round in 1..=3 {
            let rows: String = (0..count).map(|n| format!("b{n},{}.{round},ms\n", n + 1)).collect();
            site.write(&format!("bench/run_r{round}.csv"), format!("name,value,unit\n{rows}"));
        }
        site.run(&["build", "bench", "--no-minify"]).success();
        let page = site.read("benchbook-report/report/index.html");
        let (_, list) = page.split_once("<section class=\"lineage\"").expect("it has a list");
        [list.matches("<li id=\"from-").count(), list.matches("<details><summary>median of 3 rounds").count()]
    };
    // Each benchmark has a figure in the table and one in the chart.
    assert_eq!(entries(20), [40, 0]);
    assert_eq!(entries(21), [42, 42]);
}
