//! What tools told of moments of a run: histories, which have no single measurements.
//!
//! The history is one that Locust wrote; what is expected of it was read in it by eye.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fmt::Write as _;

use crate::samples::site;
use crate::support::{Site, tests};

const SUITE: &str = "[[evidence]]\nfiles = \"{server}_stats_history.csv\"";

fn fixture(name: &str) -> String {
    std::fs::read_to_string(tests().join("fixtures").join(name)).expect("fixtures can be read")
}

/// The text of a cell, or of a figure, in the CSV of a block.
fn csv(site: &Site, name: &str) -> Vec<String> {
    site.read(&format!("public/page/{name}.csv")).lines().map(str::to_owned).collect()
}

#[test]
fn moments_are_claimed_drawn_and_tabled() {
    let history = fixture("locust/full_stats_history.csv");
    let page = "[5](<= users[second = 5]>) users, [8 req/s](<= rps[second = 5]>), [58 ms](<= p95[second = 5]>), \
        [40 ms](<= \"latency{GET /slow}.p50\"[second = 5]>), [79](<= \"requests{total}\"[second = 5]>), \
        [110 ms](<= max(p95[second = *])>).\n\n\
        ```table\ncaption = \"Seconds\"\nrows = [\"second\"]\ncolumns = [\"users\", \"rps\", \"p95\"]\n```\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"The run\"\n```\n";
    let site = site(SUITE, &[("red_stats_history.csv", &history)], page);
    site.build().success();
    site.verify().success();
    let page = site.read("public/page/index.html");
    for shown in [
        "Each mark is what the tool told at that moment, counted from the first. Rates and percentiles are over about the 10 s before it.",
        "over about the ten seconds before",
        "from times that Locust rounded",
        "evidence/runs/red_stats_history.csv.html#L17\"",
    ] {
        assert!(page.contains(shown), "no {shown:?} in {page}");
    }
    // In the second 1 Locust wrote 0 for a rate and for percentiles that it did not have yet.
    let rows = csv(&site, "table-1");
    let head = ["second,users (users),req/s (req/s),p95 (ms)", "0,0,0,", "1,1,,", "2,2,,110", "3,3,3,77"];
    assert_eq!(rows[..5], head);
    assert_eq!(rows.len(), 1 + 24, "a row a moment, in the order of their numbers: {rows:?}");
    let drawn = csv(&site, "chart-1");
    let head = "Second,users (users),req/s (req/s),p50 (ms),p99 (ms),errors rate (req/s)";
    assert_eq!((drawn[0].as_str(), drawn[6].as_str()), (head, "second 5,5,8,10,110,0.333333"));
}

#[test]
fn what_is_told_of_moments_only_says_so() {
    let history = fixture("locust/full_stats_history.csv");
    let site = site(SUITE, &[("red_stats_history.csv", &history)], "[](<= p95>) [](<= rps[second = 900]>)");
    let run = site.build();
    for says in [
        "`p95` is told of moments of a run only",
        "write `p95[second = 12]`, or for all moments `max(p95[second = *])`",
        "the evidence has no `rps` of second 900",
    ] {
        assert!(run.code == 1 && run.stderr.contains(says), "{says}: {}", run.stderr);
    }
}

/// A history of the run alone, with a row each `step` seconds: so many users, and a p50 of twice as many ms.
fn made(rows: u64, step: u64) -> String {
    let mut text = "Timestamp,User Count,Type,Name,50%\r\n".to_owned();
    for row in 0..rows {
        write!(text, "{},{},,Aggregated,{}\r\n", 1_796_069_428 + row * step, row + 1, (row + 1) * 2).expect("a string");
    }
    text
}

#[test]
fn runs_with_other_moments_stand_in_one_chart() {
    let evidence = [("red_stats_history.csv", made(7, 2)), ("blue_stats_history.csv", made(5, 3))];
    let evidence = evidence.each_ref().map(|(name, text)| (*name, text.as_str()));
    let page = "[14 ms](<= p50[red, second = 12]>) [10 ms](<= p50[blue, second = 12]>)\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"The runs\"\nseries = \"server\"\nvalues = [\"p50\"]\n```\n";
    let site = site(SUITE, &evidence, page);
    site.build().success();
    let drawn = csv(&site, "chart-1");
    // Seconds 0, 2, 4, … of red and 0, 3, 6, … of blue.
    let expected = ["second 0,2,2", "second 2,,4", "second 3,4,", "second 4,,6", "second 6,6,8"];
    assert_eq!(drawn[1..6], expected, "{drawn:?}");
    // Where a run has no moment its line goes on: one line each.
    assert_eq!(site.read("public/page/chart-1.svg").matches("class=\"line\"").count(), 2);
}

#[test]
fn of_many_moments_a_part_is_drawn_and_all_are_read() {
    let page = "[400](<= max(users[second = *])>)\n\n```chart\nkind = \"timeline\"\ncaption = \"The run\"\n```\n";
    let site = site(SUITE, &[("red_stats_history.csv", &made(400, 1))], page);
    site.build().success();
    assert!(site.read("public/page/index.html").contains("One moment in 3 is drawn; expressions read all of them."));
    let drawn = csv(&site, "chart-1");
    assert_eq!((drawn.len(), drawn[134].as_str()), (1 + 134, "second 399,400,800"));
}

#[test]
fn what_cannot_be_a_history_is_said() {
    let history = fixture("locust/full_stats_history.csv");
    for (was, now, says) in [
        ("1796069433,5,,Aggregated", "later,5,,Aggregated", "this is no time: whole seconds since 1970 stand there"),
        (",,Aggregated,8.000000", ",,Aggregated,many", "`many` cannot be a value of `rps`"),
        ("1796069433,5,,Aggregated", "1796069433,-5,,Aggregated", "`users` is -5, but can only be a whole number"),
    ] {
        let text = history.replace(was, now);
        let site = site(SUITE, &[("red_stats_history.csv", &text)], "[](<= rps[second = 4]>)");
        let run = site.build();
        assert!(run.code == 1 && run.stderr.contains(says), "{says}: {}", run.stderr);
    }
}

#[test]
fn answers_of_prometheus_are_claimed_and_drawn() {
    let evidence = ["range", "rate", "several"].map(|name| (name, fixture(&format!("prometheus/query-{name}.json"))));
    let evidence = evidence.each_ref().map(|(name, text)| (format!("{name}.json"), text.as_str()));
    let evidence = evidence.each_ref().map(|(name, text)| (name.as_str(), *text));
    let page = "[57](<= \"prometheus_http_requests_total.count\"[handler = \"/api/v1/query\", second = 12]>), \
        [1.496](<= result[file = rate, handler = \"/api/v1/labels\", second = 0.5]>), \
        [0.239995 ms](<= go_gc_duration_seconds.p50[second = 0]>).\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"Requests\"\nseries = \"handler\"\nwhere = { file = \"range\" }\n```\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"Process\"\nwhere = { file = \"several\" }\n```\n";
    let site = site("[[evidence]]\nfiles = \"{file}.json\"", &evidence, page);
    site.build().success();
    site.verify().success();
    let drawn = csv(&site, "chart-1");
    let expected = ["second 0,19,19", "second 2,25,25", "second 4,31,32"];
    assert_eq!(drawn[1..4], expected, "{drawn:?}");
    // Of names that are not known the first four values.
    assert_eq!(csv(&site, "chart-2")[0].matches("go_gc_duration_seconds").count(), 4);
}

#[test]
fn a_bare_folder_is_drawn_over_time() {
    let folder = Site::empty();
    folder.write("raw/red_stats.csv", fixture("locust/gen-locust_stats.csv"));
    folder.write("raw/red_stats_history.csv", fixture("locust/full_stats_history.csv"));
    folder.write("raw/blue_stats_history.csv", made(20, 1));
    folder.run(&["build", "raw", "--out", "public"]).success();
    let page = folder.read("public/report/index.html");
    for shown in ["Over time", "Each mark is what the tool told at that moment", ">blue<", "141"] {
        assert!(page.contains(shown), "no {shown:?} in {page}");
    }
    let rows = folder.read("public/report/table-1.csv");
    assert_eq!(rows.lines().count(), 2, "the history is no run of its own: {rows}");
}
