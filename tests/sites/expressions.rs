//! The language of figures, through the binary: each case of `expressions/cases.txt` is bound on a page,
//! and its value, unit and words are read from `figures.json`.

use crate::support::Site;
use serde_json::Value;

struct Case<'a> {
    line: usize,
    expression: &'a str,
    expected: &'a str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let (expression, expected) = line.split_once("=>").expect("a case has an arrow");
            Case { line: index + 1, expression: expression.trim(), expected: expected.trim() }
        })
        .collect()
}

/// A claim that needs no number in its text when it is a statement, and has its value filled in when not.
fn bound(case: &Case<'_>) -> String {
    let text = if case.expected.starts_with("true") { "a statement" } else { "" };
    format!("[{text}](<= {}>)", case.expression)
}

fn page(figures: &str) -> String {
    format!("+++\ntitle = \"Cases\"\nsuite = \"demo\"\n+++\n\n{figures}\n")
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().filter_map(Value::as_f64).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

fn check(case: &Case<'_>, figure: &Value) {
    let at = format!("line {}: {}\n{figure:#}", case.line, case.expression);
    let parts: Vec<&str> = case.expected.split('|').map(str::trim).collect();
    let [value, unit, statistic] = parts[..] else { panic!("{at}: a case has a value, a unit and words") };
    assert_eq!(figure["unit"], unit, "{at}");
    assert_eq!(figure["statistic"], statistic, "{at}");
    if value == "true" {
        assert_eq!(figure["value"], true, "{at}");
        return;
    }
    let expected: Vec<f64> = value.split(',').map(|number| number.trim().parse().expect("a number")).collect();
    let found = numbers(&figure["value"]);
    assert_eq!(found.len(), expected.len(), "{at}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{at}");
    }
}

#[test]
fn values_units_and_words_are_as_worked_out() {
    let text = include_str!("expressions/cases.txt");
    let all = cases(text);
    let good: Vec<&Case<'_>> = all.iter().filter(|case| !case.expected.starts_with("error")).collect();
    let site = Site::copy("sites/expressions/site");
    let figures: Vec<String> = good.iter().map(|case| bound(case)).collect();
    site.write("content/cases.md", page(&figures.join("\n\n")));
    site.build().success();
    let record = site.json("public/cases/figures.json");
    let figures = record["figures"].as_array().expect("a list of figures");
    assert!(figures.len() >= good.len() && good.len() > 25);
    // The disclosure at the top adds figures of its own after those of the text.
    for (case, figure) in good.iter().zip(figures) {
        check(case, figure);
    }
}

#[test]
fn what_cannot_be_computed_is_an_error_of_its_kind() {
    let text = include_str!("expressions/cases.txt");
    for case in cases(text).iter().filter(|case| case.expected.starts_with("error")) {
        let site = Site::copy("sites/expressions/site");
        site.write("content/cases.md", page(&bound(case)));
        let built = site.build();
        let code = case.expected.strip_prefix("error ").expect("a code");
        assert_eq!(built.code, 1, "line {}: {}", case.line, built.stderr);
        assert!(built.stderr.contains(&format!("error[{code}]")), "line {}: {}", case.line, built.stderr);
    }
}
