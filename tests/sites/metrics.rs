//! Metrics of k6 beside latency and failures, where `metrics` of a rule asks for them.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
#![expect(clippy::print_stdout, reason = "`./test` shows what was skipped")]

use serde_json::Value;

use crate::samples::{both_verify, site};
use crate::support::{Site, shared};

/// Points of two scenarios, by hand in the shapes of k6 2.2: a trend of the script's own, a rate, a counter of bytes and
/// a gauge, of which the definitions come first as in any file of k6.
const POINTS: &str = r#"{"type":"Metric","data":{"name":"queue_wait","type":"trend","contains":"time","thresholds":[],"submetrics":null},"metric":"queue_wait"}
{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-30T07:00:00Z","value":4.5,"tags":{"scenario":"buy","status":"200"}}}
{"metric":"queue_wait","type":"Point","data":{"time":"2026-11-30T07:00:00Z","value":1.5,"tags":{"scenario":"buy"}}}
{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-30T07:00:01Z","value":3.5,"tags":{"scenario":"look","status":"200"}}}
{"metric":"queue_wait","type":"Point","data":{"time":"2026-11-30T07:00:01Z","value":2.25,"tags":{"scenario":"buy"}}}
{"metric":"checks","type":"Point","data":{"time":"2026-11-30T07:00:01Z","value":1,"tags":{"scenario":"buy","check":"is 200"}}}
{"metric":"checks","type":"Point","data":{"time":"2026-11-30T07:00:01Z","value":1,"tags":{"scenario":"buy","check":"is 200"}}}
{"metric":"checks","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":0,"tags":{"scenario":"buy","check":"is 200"}}}
{"metric":"checks","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":1,"tags":{"scenario":"buy","check":"has body"}}}
{"metric":"data_received","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":1500,"tags":{"scenario":"buy"}}}
{"metric":"data_received","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":250,"tags":{"scenario":"buy"}}}
{"metric":"queue_wait","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":9,"tags":{"scenario":"buy"}}}
{"metric":"queue_wait","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":7,"tags":{"scenario":"look"}}}
{"metric":"vus","type":"Point","data":{"time":"2026-11-30T07:00:02Z","value":3,"tags":{}}}
{"metric":"vus","type":"Point","data":{"time":"2026-11-30T07:00:03Z","value":8,"tags":{}}}
"#;

const ASKED: &str = r#"metrics = ["queue_wait", "checks", "data_received", "vus"]"#;

fn of_points(rule: &str, points: &str, page: &str) -> Site {
    site(&format!("[[evidence]]\nfiles = \"{{run}}.ndjson\"\n{rule}"), &[("a.ndjson", points)], page)
}

/// What each expression of a page gives, in the order of the page. What the page says of its method comes after.
#[track_caller]
fn values(site: &Site, count: usize) -> Vec<f64> {
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let figures = figures["figures"].as_array().expect("a list").iter().take(count);
    figures.map(|figure| figure["inputs"][0]["value"].as_f64().expect("a number")).collect()
}

/// Verifies a site with both verifiers.
#[track_caller]
fn verified(site: &Site) {
    if !both_verify(site) {
        println!("skipped: no Node to verify the site with");
    }
}

/// A page with a figure of each expression.
fn page(expressions: &[&str]) -> String {
    expressions.iter().map(|expression| format!("[](<= {expression}>)\n")).collect()
}

#[test]
fn metrics_that_are_asked_for_are_read_by_what_divides_the_points() {
    let expressions = [
        "queue_wait.mean[buy]",
        "queue_wait.min[buy]",
        "queue_wait.max[buy]",
        "queue_wait.count[buy]",
        "queue_wait.max[look]",
        "checks[buy]",
        "checks_passed[buy]",
        "received[buy]",
        "vus.min[none]",
        "vus.max[none]",
        "requests[buy]",
        "max[look]",
    ];
    let site = of_points(&format!("by = [\"scenario\"]\n{ASKED}"), POINTS, &page(&expressions));
    // The mean of 1.5, 2.25 and 9; three of four checks; 1,500 and 250 bytes.
    assert_eq!(values(&site, 12), [4.25, 1.5, 9.0, 3.0, 7.0, 0.75, 3.0, 1750.0, 3.0, 8.0, 1.0, 3.5]);
    verified(&site);
}

#[test]
fn a_trend_is_a_sample_set() {
    let chart = "```chart\nkind = \"ecdf\"\nvalue = \"queue_wait\"\nseries = \"scenario\"\n```\n";
    // So often that ten values lie beyond the median.
    let points = POINTS.repeat(30);
    let site = of_points(&format!("by = [\"scenario\"]\n{ASKED}"), &points, chart);
    site.build().success();
    assert!(site.read("public/page/index.html").contains("<svg"), "it is drawn");
}

#[test]
fn nothing_is_read_that_is_not_asked_for() {
    let site = of_points("", POINTS, &page(&["queue_wait.max"]));
    let run = site.build();
    assert!(run.code == 1 && run.stderr.contains("has no metric `queue_wait.max`"), "{}", run.stderr);
}

#[test]
fn a_stream_that_stays_on_the_disk_has_them_too() {
    let mut points = POINTS.to_owned();
    while points.len() <= 9 << 20 {
        points.push_str(&POINTS[POINTS.find('\n').expect("a line ends") + 1..]);
    }
    let copies = points.matches("\"value\":9,").count() as f64;
    let site = of_points(ASKED, &points, &page(&["queue_wait.count", "received", "checks", "queue_wait.p99"]));
    assert_eq!(values(&site, 4), [4.0 * copies, 1750.0 * copies, 0.75, 9.0]);
    verified(&site);
}

/// What `check` says where the rule or the points are wrong.
#[track_caller]
fn wrong(rule: &str, points: &str, code: &str, says: &[&str]) {
    let run = of_points(rule, points, "Nothing.").run(&["check"]);
    assert!(run.code == 1 && run.stderr.starts_with(&format!("error[{code}]")), "{}", run.stderr);
    assert!(run.stderr.contains("1 error,"), "{}", run.stderr);
    for text in says {
        assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
    }
}

#[test]
fn what_is_asked_for_in_vain_is_told() {
    let says = ["the beginning of the file says nothing of a metric `queue`", "it says what these are: `queue_wait`"];
    wrong("metrics = [\"queue\"]", POINTS, "BB209", &says);
    let says = ["`http_req_duration` is read without being asked for", "take it out of `metrics`"];
    wrong("metrics = [\"http_req_duration\"]", POINTS, "BB105", &says);
    let half = POINTS.replacen("\"value\":0,", "\"value\":0.5,", 1);
    wrong(ASKED, &half, "BB203", &["this is the value of a rate, which is 0 or 1"]);
    let below = POINTS.replacen("\"value\":1500,", "\"value\":-1,", 1);
    wrong(ASKED, &below, "BB203", &["a number of 0 or more stands there"]);
}

#[test]
fn a_file_of_one_metric_has_no_others() {
    let log = "timeStamp,elapsed,label,responseCode,success\n1700000000000,5,Home,200,true\n";
    let site = site("[[evidence]]\nfiles = \"a.jtl\"\nmetrics = [\"Latency\"]", &[("a.jtl", log)], "Nothing.");
    let run = site.run(&["check"]);
    let says = "the file has one metric only, and `Latency` is asked for";
    assert!(run.code == 1 && run.stderr.contains(says), "{}", run.stderr);
    let site = crate::samples::site(
        "[[evidence]]\nfiles = \"a.csv\"\nmetrics = [\"x\"]",
        &[("a.csv", "name,value,unit\nparse,1,ms\n")],
        "Nothing.",
    );
    let run = site.run(&["check"]);
    assert!(run.code == 1 && run.stderr.contains("take `metrics` out of the rule"), "{}", run.stderr);
}

/// Of points that k6 itself wrote: what a script that adds and sorts gives.
const OF_K6: [(&str, f64); 9] = [
    ("http_req_waiting.count", 59.0),
    ("http_req_waiting.p50", 0.69903),
    ("checks_passed", 51.0),
    ("received", 11_627.0),
    ("orders_placed", 23.0),
    ("db_time.max", 31.472_729),
    ("payload_size.mean", 200.0),
    ("cache_hit_true", 13.0),
    ("stock_level.min", 7.0),
];

#[test]
fn points_of_k6_itself_have_all_metrics() {
    let Some(corpus) = shared("corpus/k6") else {
        println!("skipped: no shared corpus");
        return;
    };
    let text = std::fs::read_to_string(corpus.join("gen-v22-points.ndjson")).expect("the points are there");
    let asked = "metrics = [\"http_req_waiting\", \"checks\", \"data_received\", \"orders_placed\", \"db_time\", \
        \"payload_size\", \"cache_hit\", \"stock_level\"]";
    let site = of_points(asked, &text, &page(&OF_K6.map(|(expression, _)| expression)));
    assert_eq!(values(&site, 9), OF_K6.map(|(_, value)| value));
    let input = &site.json("public/page/figures.json")["figures"][1]["inputs"][0];
    assert_eq!((&input["raw"], &input["unit"]), (&Value::from("0.69903"), &Value::from("ms")));
    // The same file as CSV tells only of what k6 itself measures.
    let text = std::fs::read_to_string(corpus.join("gen-v22-points.csv")).expect("the points are there");
    let rule = "[[evidence]]\nfiles = \"a.csv\"\nmetrics = ";
    let site = crate::samples::site(&format!("{rule}[\"iterations\"]"), &[("a.csv", &text)], &page(&["iterations"]));
    assert_eq!(values(&site, 1), [text.matches("\niterations,").count() as f64]);
    verified(&site);
    let site = crate::samples::site(&format!("{rule}[\"db_time\"]"), &[("a.csv", &text)], "Nothing.");
    let run = site.run(&["check"]);
    assert!(run.stderr.contains("points as CSV tell nothing of a script's own metrics"), "{}", run.stderr);
}
