//! Numbers without evidence: what is reported and what is not, what is proposed, and what `check --fix` writes.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::support::{Site, check_codes};
use toml::{Table, Value};

const FRONT: &str = "+++\ntitle = \"Page\"\nsuite = \"demo\"\n";

fn checked(site: &Site, arguments: &[&str]) -> (i32, String) {
    let run = site.run(&[&["check", "--color", "never"], arguments].concat());
    (run.code, run.stderr)
}

fn list(case: &Table, key: &str) -> Vec<String> {
    let items = case.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a string").to_owned()).collect()
}

/// The numbers that are reported, and the bindings that are proposed.
fn reported(stderr: &str) -> (Vec<String>, Vec<String>) {
    let between = |line: &str, from: &str, to: &str| Some(line.split_once(from)?.1.split_once(to)?.0.to_owned());
    let numbers = stderr.lines().filter_map(|line| between(line, "warning[BB410]: `", "` is bound to no evidence"));
    let proposed = stderr.lines().filter_map(|line| between(line, "= help: bind it: `", "`"));
    (numbers.collect(), proposed.collect())
}

#[test]
fn what_leads_nowhere_is_reported_and_nothing_else() {
    let cases: Table = include_str!("lint/cases.toml").parse().expect("the cases are TOML");
    let cases = cases["case"].as_array().expect("a list of cases");
    assert!(cases.len() > 25);
    let mut wrong = String::new();
    for case in cases {
        let case = case.as_table().expect("a case is a table");
        let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default();
        let site = Site::copy("sites/lint/site");
        site.write("content/page.md", format!("{FRONT}{}\n+++\n\n{}\n", text("front"), text("page")));
        let (code, stderr) = checked(&site, &[]);
        let found = reported(&stderr);
        if code != 0 || found != (list(case, "loose"), list(case, "bind")) {
            writeln!(wrong, "{case:?}: {found:?}\n{stderr}").expect("it is a string");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_page_without_a_suite_is_not_looked_at() {
    let site = Site::copy("sites/lint/site");
    site.write("content/page.md", "+++\ntitle = \"Page\"\n+++\n\nIt took 12 ms, [85 %](<= exempt> \"an example\").\n");
    let (code, stderr) = checked(&site, &[]);
    assert_eq!((code, check_codes(&stderr)), (0, vec![]), "{stderr}");
}

#[test]
fn an_exempt_number_is_plain_text_and_needs_a_reason() {
    let site = Site::copy("sites/lint/site");
    site.write("content/page.md", format!("{FRONT}+++\n\nAt [85 %](<= exempt> \"by convention\") load.\n"));
    site.build().success();
    assert!(site.read("public/page/index.html").contains("At 85 % load."));
    assert!(!site.read("public/page/figures.json").contains("exempt"));
    site.write("content/page.md", format!("{FRONT}+++\n\nAt [85 %](<= exempt>) load.\n"));
    assert_eq!(check_codes(&checked(&site, &[]).1), ["BB403"]);
    site.write("content/page.md", format!("{FRONT}exempt = {{ \"85 %\" = \"\" }}\n+++\n\nAt 85 % load.\n"));
    assert_eq!(check_codes(&checked(&site, &[]).1), ["BB105"]);
}

#[test]
fn the_rule_can_be_raised_and_allowed() {
    let site = Site::copy("sites/lint/site");
    site.write("content/page.md", format!("{FRONT}+++\n\nIt took 77 ms.\n"));
    site.write("benchbook.toml", "title = \"Lint\"\n[rules]\nBB207 = \"allow\"\nBB410 = \"error\"\n");
    assert_eq!(checked(&site, &[]).0, 1);
    site.write("content/page.md", format!("{FRONT}allow = {{ BB410 = \"a draft\" }}\n+++\n\nIt took 77 ms.\n"));
    assert_eq!(checked(&site, &[]).0, 0);
}

/// Before and after, split by what is to be tested.
fn fixed(name: &str, arguments: &[&str]) -> (Site, i32, String) {
    let site = Site::copy("sites/lint/site");
    site.write("content/page.md", include_str!("lint/stale.md"));
    let (code, stderr) = checked(&site, arguments);
    assert!(!site.root.join("public").exists(), "{name}");
    (site, code, stderr)
}

#[test]
fn fix_corrects_numbers_and_leaves_the_rest_byte_for_byte() {
    let (site, code, stderr) = fixed("fix", &["--fix"]);
    assert_eq!(site.read("content/page.md"), include_str!("lint/fixed.md"), "{stderr}");
    assert!(stderr.contains("fixed  content/page.md:8: `1,300` is now `1,200`"), "{stderr}");
    // What cannot be corrected alone is still an error: a bound, a direction, a claim in emphasis.
    assert_eq!((code, check_codes(&stderr).iter().filter(|code| *code == "BB401").count()), (1, 4), "{stderr}");
    // Another time, nothing is left to be corrected.
    assert!(!checked(&site, &["--fix"]).1.contains("fixed"));
    assert_eq!(site.read("content/page.md"), include_str!("lint/fixed.md"));
}

#[test]
fn bind_inserts_what_is_proposed() {
    let (site, _, stderr) = fixed("bind", &["--fix", "--bind"]);
    assert_eq!(site.read("content/page.md"), include_str!("lint/bound.md"), "{stderr}");
}

#[test]
fn without_fix_nothing_is_written() {
    let (site, code, _) = fixed("check", &[]);
    assert_eq!((code, site.read("content/page.md").as_str()), (1, include_str!("lint/stale.md")));
    assert_eq!(checked(&site, &["--bind"]).0, 2);
}

/// A site with that many servers and rounds, and so many loose numbers; how long its check takes.
fn searched(servers: usize, rounds: usize, loose: usize) -> (Duration, String) {
    let site = Site::copy("sites/lint/site");
    let line = |row: usize| {
        let (server, round) = (row % servers, row / servers);
        format!("s{server},{round},{},{},7\n", 1000 + row, 5.0 + row as f64 / 1000.0)
    };
    let csv: String = (0..servers * rounds).map(line).collect();
    site.write("data/demo/runs.csv", format!("server,round,rps,wait,clients\n{csv}"));
    // Ratios beyond all that the suite has.
    let loose: String = (0..loose).map(|n| format!("At {n}5.5×.\n\n")).collect();
    site.write("content/page.md", format!("{FRONT}+++\n\n{loose}"));
    let started = Instant::now();
    let (code, stderr) = checked(&site, &[]);
    assert_eq!(code, 0, "{stderr}");
    (started.elapsed(), stderr)
}

#[test]
fn a_large_suite_is_searched_in_time() {
    // 2,250,000 pairs for each of 100 numbers would take minutes.
    let (time, _) = searched(1_500, 1, 100);
    assert!(time < Duration::from_secs(20), "{time:?}");
    let (_, stderr) = searched(100, 170, 1);
    assert!(stderr.contains("the suite has more than 50,000 numbers: no expression was looked for"), "{stderr}");
}
