//! Real ways in which published benchmarks went wrong: each is told, or cannot be made.
//!
//! Case 1, a percentile under another one's name, has tests of its own.

use std::collections::BTreeSet;

use crate::honesty;
use crate::support::{Site, check_codes, tests};
use toml::{Table, Value};

/// The clean site of `honesty.rs` with what a case changes.
pub(crate) fn site(case: &Table) -> Site {
    let site = honesty::site(case);
    let each = |key: &str| case.get(key).and_then(Value::as_table).into_iter().flatten();
    for (name, fixture) in each("evidence") {
        let path = tests().join("fixtures").join(fixture.as_str().expect("a fixture has a path"));
        let text = std::io::read_to_string(std::fs::File::open(path).expect("the fixture is there"));
        site.write(&format!("data/demo/{name}"), text.expect("the fixture is text"));
    }
    site
}

fn told(case: &Table) -> (BTreeSet<String>, String) {
    let run = site(case).run(&["check", "--color", "never"]);
    (check_codes(&run.stderr).into_iter().collect(), run.stderr)
}

#[test]
fn each_case_is_told_or_cannot_be_made() {
    let cases: Table = include_str!("cases_c/cases.toml").parse().expect("the cases are TOML");
    let mut numbers = BTreeSet::new();
    for case in cases["case"].as_array().expect("a list of cases") {
        let case = case.as_table().expect("a case is a table");
        let what = case["what"].as_str().expect("a case says what it is");
        numbers.insert(case["number"].as_integer().expect("a case has a number"));
        if let Some(code) = case.get("caught").and_then(Value::as_str) {
            let (codes, stderr) = told(case);
            assert!(codes.contains(code), "{what}: {code} is not told\n{stderr}");
            let (codes, stderr) = told(case["mended"].as_table().expect("what is told is mended somehow"));
            assert!(!codes.contains(code), "{what}: {code} is told of what is right\n{stderr}");
            assert!(!stderr.contains("error["), "{what}: what is right builds\n{stderr}");
        } else {
            assert!(case.get("construction").is_some(), "{what}: either it is told, or it cannot be made");
            let site = site(case);
            site.run(&["build", "--no-minify", "--color", "never"]).success();
            if let Some(code) = case.get("silent").and_then(Value::as_str) {
                let (codes, stderr) = told(case);
                assert!(!codes.contains(code), "{what}: {code} is told of what is right\n{stderr}");
            }
            let made = site.read("public/page/index.html") + &site.read("public/page/figures.json");
            for text in case["shown"].as_array().expect("what must be shown") {
                let text = text.as_str().expect("a text");
                assert!(made.contains(text), "{what}: {text}\n{made}");
            }
        }
    }
    // Case 15 follows: it looks at lengths.
    let expected: BTreeSet<i64> = (2..=16).filter(|number| *number != 15).collect();
    assert_eq!(numbers, expected);
}

/// Case 15, an axis that begins above zero and makes 8 % look like much: bars are as long as their values say.
#[test]
fn bars_begin_at_zero() {
    let rows = ["red,1,1000,15,14,20,60,100000,0", "blue,1,920,17,16,30,70,100000,0"];
    let mut case = Table::new();
    case.insert("rows".to_owned(), Value::from(rows.map(Value::from).to_vec()));
    let chart = "```chart\nkind = \"bars\"\ncaption = \"Rates\"\nvalue = \"rps\"\ngroups = \"server\"\n```";
    case.insert("page".to_owned(), Value::from(chart));
    let site = site(&case);
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    let svg = site.read("public/page/chart-1.svg");
    // A bar is `M<left> <top>H<right>V…Z`.
    let bars = svg.split("<path class=\"bar\" d=\"M").skip(1).filter_map(|path| {
        let (left, rest) = path.split_once(' ')?;
        let right = rest.split_once('H')?.1.split_once('V')?.0;
        Some(right.parse::<f64>().ok()? - left.parse::<f64>().ok()?)
    });
    let mut widths: Vec<f64> = bars.collect();
    widths.sort_by(f64::total_cmp);
    let [short, long] = widths[..] else { panic!("two bars: {widths:?}\n{svg}") };
    assert!((short / long - 0.92).abs() < 0.01, "{short} is 92 % of {long}");
}
