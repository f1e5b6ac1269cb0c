//! Streams of measurements without a site, and brought into one: `formats`, `build stream.jtl`, `add`.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;

use crate::samples::log;
use crate::support::Site;

#[test]
fn a_stream_is_described_by_what_divides_it() {
    // 9 MB stay on the disk, 900 rows are held: both are told alike.
    for rows in [900, 140_000] {
        let site = Site::empty();
        site.write("run.jtl", log(rows).0);
        let run = site.run(&["formats", "run.jtl"]);
        run.success();
        assert!(
            run.stdout.starts_with("run.jtl: JMeter result log (JMeter), 2 runs\nlabel = Home\n"),
            "{}",
            run.stdout
        );
        assert_eq!(run.stdout.matches("  p95 ").count(), 2, "{}", run.stdout);
        assert!(run.stdout.contains(&format!("  requests                         {} req", rows / 2)), "{}", run.stdout);
    }
}

#[test]
fn a_stream_is_a_report_by_itself() {
    for rows in [2_000, 140_000] {
        let site = Site::empty();
        let (text, times, _) = log(rows);
        site.write("run.jtl", &text);
        site.run(&["build", "run.jtl"]).success();
        let page = site.read("benchbook-report/report/index.html");
        assert!(page.contains("Home") && page.contains("Search, all") && page.contains("p99"), "{page}");
        let raw = site.root.join("benchbook-report/evidence/run/raw/run.jtl");
        assert!(fs::read(raw).expect("a copy") == text.as_bytes());
        // The median of every other row, by sorting.
        let mut home: Vec<u64> = elapsed(&text).into_iter().step_by(2).collect();
        home.sort_unstable();
        let exact = home[home.len() / 2 - 1] as f64;
        let figures = site.json("benchbook-report/report/figures.json");
        let list = figures["figures"].as_array().expect("a list").clone();
        let is_median = |input: &serde_json::Value| {
            input["samples"]["statistic"] == "p50" && input["samples"]["where"]["C3"] == "Home"
        };
        let median = list.iter().find(|figure| is_median(&figure["inputs"][0])).expect("the median of `Home`");
        let value = median["inputs"][0]["value"].as_f64().expect("a number");
        assert!((value - exact).abs() <= exact * 0.001, "{value} for {exact} of {}", times.len());
        site.run(&["verify", "benchbook-report"]).success();
    }
}

/// The times of a log; a quoted line end makes some rows two lines.
fn elapsed(text: &str) -> Vec<u64> {
    let rows = text.match_indices("\n176295").map(|(at, _)| &text[at..]);
    rows.map(|row| row.split(',').nth(1).expect("it has columns").parse().expect("a number")).collect()
}

#[test]
fn a_folder_of_streams_is_a_report() {
    let site = Site::empty();
    site.write("bench/alpha.jtl", log(1_000).0);
    site.write("bench/beta.jtl", log(1_500).0);
    site.run(&["new", "--from", "bench", "site"]).success();
    let manifest = site.read("site/data/results/suite.toml");
    assert!(manifest.contains("by = \"label\""), "{manifest}");
    site.run(&["build", "site", "--out", "public"]).success();
    site.run(&["verify", "public"]).success();
}

#[test]
fn a_large_stream_is_added_without_being_held() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("data/load/suite.toml", "title = \"Load\"\n\n[[evidence]]\nfiles = \"raw/{run}.jtl\"\n");
    // A message of half a kilobyte a row: 70 MB of few rows.
    let row = format!("1000,7,Home,200,{},T,text,true,,1,1\n", "m".repeat(512 << 10));
    let header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,Latency\n";
    let text = format!("{header}{}", row.repeat(130));
    assert!(text.len() > 64 << 20);
    site.write("out/long.jtl", &text);
    let run = site.run(&["add", "load", "out/long.jtl"]);
    run.success();
    assert!(run.stderr.contains("added `data/load/raw/long.jtl`: JMeter result log, "), "{}", run.stderr);
    assert!(fs::read(site.root.join("data/load/raw/long.jtl")).expect("a copy") == text.as_bytes());
    let lock = site.read("data/load/evidence.lock");
    assert!(lock.contains(&format!(" {} raw/long.jtl\n", text.len())), "{lock}");
    site.run(&["check", "--quiet"]).success();
    let again = site.run(&["add", "load", "out/long.jtl"]);
    assert!(again.code == 1 && again.stderr.contains("is there already"), "{}", again.stderr);
    // Half a stream is refused.
    site.write("out/half.jtl", &text[..text.len() - 9]);
    let half = site.run(&["add", "load", "out/half.jtl"]);
    assert!(half.code == 1 && half.stderr.contains("BB202"), "{}", half.stderr);
}

#[test]
fn labels_that_are_too_many_or_only_one_divide_nothing() {
    let header = "timeStamp,elapsed,label,responseCode,success\n";
    for labels in [1, 300] {
        let rows: String = (0..600).map(|row| format!("{},5,L{},200,true\n", 1000 + row, row % labels)).collect();
        let site = Site::empty();
        site.write("run.jtl", format!("{header}{rows}"));
        let run = site.run(&["formats", "run.jtl"]);
        assert!(run.stdout.starts_with("run.jtl: JMeter result log (JMeter), 1 runs\n  requests"), "{}", run.stdout);
    }
}
