//! 84 pairs of router trials: medians of ratios, their geometric mean, and bootstrap intervals, as published.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

use crate::{Seed, original, read, shown, text, write};

const PAIRED: &str = "paired(lookups[New, *], lookups[Old, *])";

/// The originals of the four suites, and where the site has them.
const ORIGINALS: [(&str, &str); 7] = [
    ("raw/router-2026-08-13-raw.jsonl", "data/router/trials.jsonl"),
    ("raw/router-2026-08-13-summary.json", "data/router/summary.json"),
    ("raw/schema-contract-r27", "data/schema/raw"),
    ("raw/schema-contract-r26-summary.json", "data/schema/r26.json"),
    ("raw/schema-contract-r27-summary.json", "data/schema/r27.json"),
    ("raw/site-websocket-2026-08-11.json", "data/website/website.json"),
    ("raw/round22-summary.json", "data/hosted/round22.json"),
];

pub(super) fn built(test: &str) -> Option<Seed> {
    Seed::build("amber", test, &ORIGINALS)
}

/// The published scenarios, in the order of the page: by routes, then by lookup as the manifest lists them.
fn scenarios() -> Vec<Value> {
    let summary: Value = serde_json::from_str(&original("amber", "raw/router-2026-08-13-summary.json")).expect("JSON");
    let mut scenarios = summary["scenarios"].as_array().expect("a list").clone();
    let rank = |scenario: &Value| {
        let lookup = ["fixed", "variable", "glob", "notfound"].iter().position(|name| scenario["lookup"] == *name);
        (lookup.expect("a known lookup"), scenario["tier"].as_u64())
    };
    scenarios.sort_by_key(rank);
    scenarios
}

#[track_caller]
fn assert_near(found: &Value, expected: &[f64]) {
    let found: Vec<f64> = match found {
        Value::Array(values) => values.iter().filter_map(Value::as_f64).collect(),
        other => other.as_f64().into_iter().collect(),
    };
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-12 * expected.abs();
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:?}, not {expected:?}");
}

#[test]
fn medians_and_intervals_are_as_published() {
    let Some(seed) = built("amber-figures") else { return };
    let figures = seed.figures("router");
    let published = scenarios();
    assert_eq!(published.len(), 12);
    let of = |pick: fn(&Value) -> &Value| -> Vec<f64> {
        published.iter().map(|scenario| pick(scenario).as_f64().expect("a number")).collect()
    };
    let value = |expression: &str| shown(&figures, expression)["value"].clone();
    assert_near(&value(&format!("median({PAIRED} over trial)")), &of(|s| &s["median_paired_speedup"]));
    let ends = |end: usize| -> Vec<f64> {
        published
            .iter()
            .map(|s| s["bootstrap_95_percent_ci_for_median_speedup"][end].as_f64().expect("an end"))
            .collect()
    };
    assert_near(&value(&format!("bootstrap_low({PAIRED} over trial)")), &ends(0));
    assert_near(&value(&format!("bootstrap_high({PAIRED} over trial)")), &ends(1));
    // The smallest and the largest of seven, worked out from the published ratios.
    assert_near(
        &value("ci95(paired(lookups[New, 100, fixed], lookups[Old, 100, fixed]))"),
        &[1.222_426_279_509_629, 1.843_806_837_390_000_5],
    );
}

#[test]
fn claims_hold_with_the_statistic_named() {
    let Some(seed) = built("amber-claims") else { return };
    let figures = seed.figures("router");
    let overall = shown(&figures, &format!("geomean(median({PAIRED} over trial))"));
    assert_near(&overall["value"], &[1.885_728_223_824_009_4]);
    assert_eq!(
        text(overall, "statistic"),
        "geometric mean of 12 values of median of 7 trials' paired ratios of lookups"
    );
    let words = |expression: &str| text(shown(&figures, expression), "statistic").to_owned();
    assert_eq!(words("favour(lookups[New, *], lookups[Old, *])"), "pairs of 84 that favour the first: more lookups");
    assert_eq!(
        words("median(paired(lookups[New, 100, fixed], lookups[Old, 100, fixed]))"),
        "median of 7 trials' paired ratios of lookups"
    );
    assert_eq!(words("lookups[New, 100, fixed] / lookups[Old, 100, fixed]"), "ratio of median of 7 trials' lookups");
    // Each of the twelve by itself.
    let intervals = shown(&figures, &format!("bootstrap_low({PAIRED} over trial) above 1"));
    assert_eq!(intervals["value"], true);
    assert_eq!(text(intervals, "formula").matches("above(bootstrap_low(").count(), 12);
    assert_eq!(intervals["inputs"].as_array().map(Vec::len), Some(168));
}

/// Another order of the same lines moves line numbers and changes the file's hash: no other byte of the site.
#[test]
fn the_order_of_the_trials_changes_nothing_but_where_they_stand() {
    let Some(seed) = built("amber-order") else { return };
    let before = site(&seed);
    let path = seed.site.join("data/router/trials.jsonl");
    let trials = read(&path);
    let lines: Vec<&str> = trials.lines().collect();
    // 61 has no factor in common with 168: every line comes once.
    let turned: Vec<&str> = (0..lines.len()).map(|place| lines[(place * 61 + 7) % lines.len()]).collect();
    assert_eq!(lines.len(), 168);
    assert_ne!(lines, turned);
    write(&path, (turned.join("\n") + "\n").as_bytes());
    seed.rebuild();
    let after = site(&seed);
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let changed = before.keys().filter(|path| before[*path] != after[*path]);
    // What names lines or hashes, the marks of single trials included. Tables and the other chart do not.
    let names = [
        "benchbook.json",
        "evidence/SHA256SUMS",
        "evidence/index.html",
        "evidence/router/trials.jsonl",
        "evidence/router/trials.jsonl.html",
        "reports/router/chart-2.html",
        "reports/router/chart-2.svg",
        "reports/router/figures.js",
        "reports/router/figures.json",
        "reports/router/index.html",
    ];
    assert_eq!(changed.collect::<Vec<_>>(), names);
    for path in names.into_iter().filter(|path| !path.starts_with("evidence/router/trials")) {
        assert!(placeless(&before[path]) == placeless(&after[path]), "{path}");
    }
}

/// The files of the built site by their paths.
fn site(seed: &Seed) -> BTreeMap<String, String> {
    let root = seed.site.join("public");
    let files = walkdir::WalkDir::new(&root).into_iter().map(|entry| entry.expect("an entry"));
    let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(&root).expect("it lies below").to_string_lossy().into_owned();
        (path, read(entry.path()))
    });
    files.collect()
}

/// A text without line numbers and hashes.
fn placeless(text: &str) -> String {
    let places = [
        (r"L[0-9]+", "L"),
        (r"<span>:[0-9]+", "<span>"),
        (r#""line":[0-9]+"#, "line"),
        (r"[0-9a-f]{64}|[0-9a-f]{12,16}…", "hash"),
    ];
    places.into_iter().fold(text.to_owned(), |text, (place, by)| {
        Regex::new(place).expect("a pattern").replace_all(&text, by).into_owned()
    })
}
