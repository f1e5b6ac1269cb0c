//! Streams of single measurements: percentiles, counts and rates from every record, at any size.
//!
//! What is expected here is worked out in the test from the records that it writes, by sorting them.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Site, check_codes, tests};

const HEADER: &str =
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,Latency\n";

pub(crate) fn site(suite: &str, evidence: &[(&str, &str)], page: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Samples\"\n");
    site.write("data/runs/suite.toml", format!("title = \"Runs\"\n{suite}\n[conditions]\nload = \"closed\"\n"));
    for (path, text) in evidence {
        site.write(&format!("data/runs/{path}"), text);
    }
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{page}\n"));
    site
}

/// The figure of each expression on the page.
fn figure(figures: &Value, expression: &str) -> Value {
    let list = figures["figures"].as_array().expect("a list");
    let found = list.iter().find(|figure| figure["expression"] == expression);
    found.unwrap_or_else(|| panic!("no {expression} in {figures}")).clone()
}

/// A result log of that many rows: elapsed times that spread over three orders of magnitude, one in 50
/// failed, in 1,000 rows a second.
pub(crate) fn log(rows: u64) -> (String, Vec<u64>, u64) {
    let (mut text, mut times, mut failed) = (HEADER.to_owned(), Vec::new(), 0);
    for row in 0..rows {
        let spread = row.wrapping_mul(2_654_435_761) % 1_000_003;
        let elapsed = 5 + spread * spread / 100_000_000;
        let ok = row % 50 != 7;
        failed += u64::from(!ok);
        let (code, message) = if ok { (200, "OK") } else { (500, "\"no, \"\"really\"\",\nnot\"") };
        let label = ["Home", "\"Search, all\""][(row % 2) as usize];
        let time = 1_762_951_833_000 + row;
        writeln!(text, "{time},{elapsed},{label},{code},{message},T 1-1,text,{ok},,1192,{elapsed}")
            .expect("it is a string");
        times.push(elapsed);
    }
    times.sort_unstable();
    (text, times, failed)
}

/// The smallest time that a share of all, in thousandths, is at or below.
fn nearest(sorted: &[u64], thousandths: usize) -> u64 {
    sorted[(sorted.len() * thousandths).div_ceil(1000) - 1]
}

pub(crate) const NUMBERS: &str = "[](<= requests>) [](<= errors>) [](<= mean>) [](<= min>) [](<= p50>) [](<= p99>) [](<= p99.9>) [](<= max>) [](<= rps>)";

#[test]
fn few_measurements_give_what_sorting_gives() {
    let (text, times, failed) = log(10_000);
    let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text)], NUMBERS);
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let value = |name: &str| figure(&figures, name)["value"].as_f64().expect("a number");
    assert_eq!((value("requests"), value("errors")), (10_000.0, failed as f64));
    assert_eq!((value("min"), value("max")), (times[0] as f64, *times.last().expect("many") as f64));
    for (name, thousandths) in [("p50", 500), ("p99", 990)] {
        let found = figure(&figures, name);
        assert_eq!(value(name), nearest(&times, thousandths) as f64, "{name}");
        let input = &found["inputs"][0];
        assert_eq!((input["samples"]["within"].clone(), &found["kind"]), (Value::Null, &Value::from("value")));
        // The place is a measurement of that value.
        let line = input["line"].as_u64().expect("a line") as usize;
        let row = text.lines().nth(line - 1).expect("the line is there");
        assert_eq!(row.split(',').nth(1), input["raw"].as_str());
    }
    let mean = times.iter().sum::<u64>() as f64 / 10_000.0;
    assert!((value("mean") - mean).abs() < 1e-9);
    let input = &figure(&figures, "mean")["inputs"][0];
    assert_eq!((&input["locator"], input.get("raw")), (&Value::from("R2:C2..R10001:C2"), None));
    assert_eq!(figure(&figures, "p99")["statistic"], "p99, of 10,000 samples, nearest rank");
}

#[test]
fn requests_that_are_divided_by_their_success_are_verified() {
    // Of 900 rows one in 50 failed, from row 7 on.
    let page =
        "[18](<= requests[success = false]>) [18](<= errors[success = false]>) [882](<= requests[success = true]>)";
    let site = site("[[evidence]]\nfiles = \"a.jtl\"\nby = [\"success\"]", &[("a.jtl", &log(900).0)], page);
    site.build().success();
    both_verify(&site);
    site.write("content/page.md", "+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n[](<= errors[success = true]>)\n");
    assert_eq!(check_codes(&site.build().stderr)[..1], ["BB306"], "it goes without saying that none of these failed");
}

#[test]
fn a_large_file_stays_on_the_disk_and_one_thread_or_two_give_the_same() {
    let (text, times, failed) = log(140_000);
    assert!(text.len() > 8 << 20, "{}", text.len());
    let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text)], NUMBERS);
    site.run(&["build", "--threads", "1", "--out", "one"]).success();
    site.run(&["build", "--threads", "2"]).success();
    for path in ["page/figures.json", "evidence/runs/a.jtl.html", "evidence/SHA256SUMS"] {
        assert_eq!(site.read(&format!("one/{path}")), site.read(&format!("public/{path}")), "{path}");
    }
    assert!(fs::read(site.root.join("public/evidence/runs/a.jtl")).expect("a copy") == text.as_bytes());
    let figures = site.json("public/page/figures.json");
    let value = |name: &str| figure(&figures, name)["value"].as_f64().expect("a number");
    assert_eq!((value("requests"), value("errors")), (140_000.0, failed as f64));
    assert_eq!((value("min"), value("max")), (times[0] as f64, *times.last().expect("many") as f64));
    let page = site.read("public/evidence/runs/a.jtl.html");
    for (name, thousandths) in [("p50", 500), ("p99", 990), ("p99.9", 999)] {
        let exact = nearest(&times, thousandths) as f64;
        assert!((value(name) - exact).abs() <= exact * 0.001, "{name}: {} for {exact}", value(name));
        let input = figure(&figures, name)["inputs"][0].clone();
        assert_eq!(input["samples"]["within"], 0.001);
        let line = input["line"].as_u64().expect("a line");
        let row = text.lines().nth(line as usize - 1).expect("the line is there");
        assert_eq!(row.split(',').nth(1), input["raw"].as_str(), "line {line}");
        assert!(page.contains(&format!("id=\"L{line}\"")), "the viewer has line {line}");
    }
    assert!(page.contains("lines left out") && page.len() < 200_000, "{}", page.len());
}

#[test]
fn the_hash_of_a_large_file_is_that_of_all_its_bytes() {
    let text = log(140_000).0;
    for text in [text.clone(), format!("\u{feff}{text}")] {
        let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text)], "[](<= rps>)");
        site.build().success();
        let hash: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
        let listed = site.read("public/evidence/SHA256SUMS");
        assert!(listed.lines().any(|line| line == format!("{hash}  runs/a.jtl")), "{listed}");
    }
}

#[test]
fn records_are_divided_by_their_fields() {
    let (text, ..) = log(3_000);
    let suite = "[[evidence]]\nfiles = \"a.jtl\"\nby = [\"label\", \"success\"]";
    let page = "[](<= requests[Home, true]>) [](<= requests[\"Search, all\", false]>) [](<= sum(errors[*])>)";
    let site = site(suite, &[("a.jtl", &text)], page);
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let values: Vec<_> = figures["figures"].as_array().expect("a list").iter().map(|f| f["value"].as_f64()).collect();
    // Rows 7, 57, … failed: odd ones, all of the second label.
    assert_eq!(values[..3], [Some(1500.0), Some(60.0), Some(60.0)]);
}

#[test]
fn the_sums_of_transactions_are_no_requests() {
    let rows = "1000,10,A,200,OK,T,text,true,,1,1\n1000,30,Both,200,\"Number of samples in transaction : 2, number of failing samples : 0\",T,,true,,2,0\n1010,20,B,200,OK,T,text,true,,1,1\n";
    let site = site(
        "[[evidence]]\nfiles = \"a.jtl\"",
        &[("a.jtl", &format!("{HEADER}{rows}"))],
        "[](<= requests>) [](<= mean>) [](<= rps>)",
    );
    site.build().success();
    let figures = site.json("public/page/figures.json");
    // Two requests of 10 and 20 ms, from 1.000 s to 1.030 s.
    let value = |name: &str| figure(&figures, name)["value"].as_f64().expect("a number");
    assert_eq!((value("requests"), value("mean")), (2.0, 15.0));
    assert!((value("rps") - 2.0 / 0.03).abs() < 1e-9);
}

#[test]
fn refused_requests_have_no_latency() {
    let rows: String = (0..30)
        .map(|row| {
            format!("{},1,A,Non HTTP response code: java.net.ConnectException,refused,T,text,false,,1,0\n", 1000 + row)
        })
        .collect();
    let site =
        site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &format!("{HEADER}{rows}"))], "[](<= errors>) [](<= p50>)");
    let run = site.build();
    assert!(run.stderr.contains("no request got a response"), "{}", run.stderr);
}

#[test]
fn what_is_cut_off_or_no_measurement_is_an_error() {
    let (text, ..) = log(300);
    let suite = "[[evidence]]\nfiles = \"a.jtl\"";
    let wrong = |text: &str| check_codes(&site(suite, &[("a.jtl", text)], "Text.").build().stderr);
    assert_eq!(wrong(&text[..text.len() - 1]), ["BB202", "BB207"]);
    assert_eq!(wrong(&text[..text.len() - 40]), ["BB202", "BB207"]);
    assert_eq!(wrong(&text.replacen(",5,", ",-5,", 1)), ["BB203", "BB207"]);
    assert_eq!(wrong(&text.replacen(",true,", ",maybe,", 1)), ["BB203", "BB207"]);
    assert_eq!(wrong(HEADER), ["BB202", "BB207"]);
    // The same of a file that stays on the disk, with the line under the caret.
    let (long, ..) = log(140_000);
    let at = long.len() * 2 / 3;
    let at = at + long[at..].find(",true,").expect("most are") + 1;
    let broken = format!("{}maybe{}", &long[..at], &long[at + 4..]);
    let run = site(suite, &[("a.jtl", &broken)], "Text.").build();
    let line = 1 + long[..at].matches('\n').count();
    assert!(
        run.stderr.contains(&format!("--> data/runs/a.jtl:{line}:")) && run.stderr.contains("maybe"),
        "{}",
        run.stderr
    );
    assert_eq!(check_codes(&site(suite, &[("a.jtl", &long[..at])], "Text.").build().stderr), ["BB202", "BB207"]);
}

#[test]
fn a_field_that_is_not_there_divides_nothing() {
    let (text, ..) = log(300);
    let unknown = site("[[evidence]]\nfiles = \"a.jtl\"\nby = [\"lable\"]", &[("a.jtl", &text)], "Text.").build();
    assert_eq!(check_codes(&unknown.stderr), ["BB209", "BB207"], "{}", unknown.stderr);
    let wrk = fs::read_to_string(tests().join("fixtures/wrk/gen-wrk-latency.txt")).expect("the fixture is there");
    let summary = site("[[evidence]]\nfiles = \"a.txt\"\nby = [\"label\"]", &[("a.txt", &wrk)], "Text.").build();
    assert!(
        summary.stderr.contains("BB105") && summary.stderr.contains("no single measurements"),
        "{}",
        summary.stderr
    );
}

#[test]
fn runs_are_pooled_from_their_measurements() {
    let logs = [log(1_500), log(2_000)];
    let suite = "[[evidence]]\nfiles = \"{round}.jtl\"\n[dimensions.round]\nrepeat = true";
    let page = "[](<= pooled(p99)>) [](<= pooled(p99.5[round = *])>)";
    let site = site(suite, &[("1.jtl", &logs[0].0), ("2.jtl", &logs[1].0)], page);
    site.build().success();
    let mut all = [logs[0].1.clone(), logs[1].1.clone()].concat();
    all.sort_unstable();
    let figures = site.json("public/page/figures.json");
    let pooled = figure(&figures, "pooled(p99)");
    assert_eq!(pooled["value"].as_f64(), Some(nearest(&all, 990) as f64));
    assert_eq!(pooled["formula"], "pooled(99, $0, $1)");
    assert_eq!(pooled["statistic"], "p99 of 3500 samples of 2 runs pooled, nearest rank");
    assert_eq!(figure(&figures, "pooled(p99.5[round = *])")["value"].as_f64(), Some(nearest(&all, 995) as f64));
}

#[test]
fn what_has_no_measurements_is_not_pooled() {
    let wrk = fs::read_to_string(tests().join("fixtures/wrk/gen-wrk-latency.txt")).expect("the fixture is there");
    let site = site("[[evidence]]\nfiles = \"a.txt\"", &[("a.txt", &wrk)], "[](<= pooled(p99)>)");
    let run = site.build();
    assert!(run.stderr.contains("no single measurements to pool") && run.stderr.contains("`p50`"), "{}", run.stderr);
}

#[test]
fn a_digest_gives_what_its_stream_gives() {
    let logs = [log(12_000), log(14_000)];
    let suite = "[[evidence]]\nfiles = \"{run}.jtl\"\n[[evidence]]\nfiles = \"{run}.json\"\n";
    let site = site(suite, &[("one.jtl", &logs[0].0), ("two.jtl", &logs[1].0)], "Text.");
    for run in ["one", "two"] {
        let (stream, digest) = (format!("data/runs/{run}.jtl"), format!("data/runs/{run}-digest.json"));
        site.run(&["digest", &stream, "--out", &digest]).success();
        let size = fs::metadata(site.root.join(&stream)).expect("a size").len();
        assert_eq!(site.json(&digest)["origin"]["size"].as_u64(), Some(size));
    }
    let of = |run: &str| NUMBERS.replace(">)", &format!("[{run}]>)"));
    let page = |text: &str| format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n");
    site.write("content/page.md", page(&of("one")));
    site.write("content/digest.md", page(&format!("{} [](<= pooled(p99[run = *])>)", of("one-digest"))));
    site.build().success();
    let values = |page: &str| -> Vec<f64> {
        let figures = site.json(&format!("public/{page}/figures.json"));
        let figures = figures["figures"].as_array().expect("a list").clone();
        figures.iter().take(9).map(|figure| figure["value"].as_f64().expect("a number")).collect()
    };
    assert_eq!(values("page"), values("digest"));
    // Each measurement is there twice, in its stream and in its digest, so that no percentile moves.
    let mut all = [logs[0].1.clone(), logs[1].1.clone()].concat();
    all.sort_unstable();
    let figures = site.json("public/digest/figures.json");
    let value = figure(&figures, "pooled(p99[run = *])")["value"].as_f64().expect("a number");
    let exact = nearest(&all, 990) as f64;
    assert!((value - exact).abs() <= exact * 0.001, "{value} for {exact}");
    let p99 = figure(&figures, "p99[one-digest]")["inputs"][0].clone();
    let pointer = p99["locator"].as_str().expect("a pointer");
    assert_eq!(site.json("data/runs/one-digest.json").pointer(pointer), Some(&p99["value"]));
}

#[test]
fn other_streams_give_what_sorting_gives() {
    let shared = std::env::var_os("BENCHBOOK_SHARED").map_or_else(|| tests().join("../../shared"), Into::into);
    let corpus = shared.join("corpus");
    if !corpus.is_dir() {
        return println!("skipped: the corpus is not there");
    }
    for (name, format, counted, count, median) in OTHERS {
        let text = fs::read_to_string(corpus.join(name)).expect("it is text");
        let suite = format!("[[evidence]]\nfiles = \"a.txt\"\n{format}");
        let site = site(&suite, &[("a.txt", &text)], &format!("[](<= {counted}>) [](<= p50>)"));
        site.build().success();
        let figures = site.json("public/page/figures.json");
        let input = |name: &str| figure(&figures, name)["inputs"][0].clone();
        let raw = input("p50")["raw"].as_str().map(str::to_owned);
        assert_eq!((input(counted)["value"].as_f64(), raw.as_deref()), (Some(count), Some(median)), "{name}");
    }
}

/// File, its format, what it counts, how many, and the median as the file has it (the value of rank
/// ⌈n / 2⌉), by a script that sorts.
const OTHERS: [(&str, &str, &str, f64, &str); 8] = [
    ("ab/gen-ab-gnuplot.tsv", "", "requests", 2000.0, "2"),
    ("hey/gen-hey-mixed.csv", "", "requests", 200.0, "0.0003"),
    ("oha/gen-oha1121-mixed.csv", "", "requests", 200.0, "0.00009384"),
    ("vegeta/gen-vegeta-ok.csv", "", "requests", 300.0, "8836425"),
    ("vegeta/gen-vegeta-ok.results.ndjson", "", "requests", 50.0, "7784591"),
    ("pgbench/gen-pgbench_log.txt", "format = \"pgbench-log\"", "transactions", 527.0, "1988"),
    ("k6/gen-v22-points.csv", "", "requests", 101.0, "0.742925"),
    ("k6/gen-v22-points.ndjson", "", "requests", 60.0, "0.744618"),
];

/// Builds a page with a rate, checks how it follows from the times, and verifies it; whether both verifiers did.
#[track_caller]
fn rate(format: &str, log: &str, metric: &str, expected: f64, time: &Value, words: &str) -> bool {
    let site =
        site(&format!("[[evidence]]\nfiles = \"a.txt\"\n{format}"), &[("a.txt", log)], &format!("[](<= {metric}>)"));
    site.build().success();
    let input = figure(&site.json("public/page/figures.json"), metric)["inputs"][0].clone();
    let value = input["value"].as_f64().expect("a number");
    assert!((value / expected - 1.0).abs() < 1e-9, "{value} for {expected}");
    assert_eq!(&input["samples"]["time"], time);
    let statistic = figure(&site.json("public/page/figures.json"), metric)["statistic"].clone();
    assert!(statistic.as_str().is_some_and(|statistic| statistic.ends_with(&format!(", {words}"))), "{statistic}");
    both_verify(&site)
}

/// Verifies a site with both verifiers; whether there is Node for the second.
#[track_caller]
pub(crate) fn both_verify(site: &Site) -> bool {
    site.run(&["verify"]).success();
    let script = tests().join("verify/verify.mjs");
    let node = std::process::Command::new("node")
        .arg(script)
        .args(["public", "--data", "data"])
        .current_dir(&site.root)
        .output();
    let Ok(output) = node else { return false };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    true
}

#[test]
fn transactions_a_second_are_told_by_pgbench() {
    // From the start of the first (1000 s and 3,000 µs after 2,000 µs) to the end of the last: 1.999 s.
    let log = "0 1 2000 0 1000 3000\n1 1 500 0 1000 900000\n0 2 failed 0 1001 0\n1 2 999 0 1002 0\n";
    let time = serde_json::json!({"place": "C5", "unit": "s", "at": "end", "more": {"place": "C6", "unit": "µs"}});
    let words = "from the start of the first transaction to the end of the last";
    if !rate("format = \"pgbench-log\"", log, "tps", 3.0 / 1.999, &time, words) {
        println!("skipped: no Node to verify the site with");
    }
}

#[test]
fn requests_a_second_are_told_by_points_in_csv() {
    let head = "metric_name,timestamp,metric_value,status\n";
    // Half a second before the first second to the end of the last one.
    let log =
        format!("{head}http_req_duration,1000000000,500.000000,200\nhttp_req_duration,1000000010,250.000000,200\n");
    let time = |unit: &str| serde_json::json!({"place": "C2", "unit": unit, "at": "end"});
    let words = "from the start of the first request to the end of the last";
    rate("", &log, "rps", 2.0 / 10.5, &time("s"), &format!("{words}, known to a whole second"));
    let fine = log.replace("1000000000,", "1000000000123,").replace("1000000010,", "1000000000127,");
    rate("", &fine, "rps", 2.0 / 0.504, &time("ms"), words);
    let in_words = log.replace("1000000000", "2026-11-30T07:46:56.5Z").replace("1000000010", "2026-11-30T07:47:00.5Z");
    rate("", &in_words, "rps", 2.0 / 4.5, &time(""), words);
    // Of four and a half seconds or so, nobody knows how many a second there were.
    let short = site("[[evidence]]\nfiles = \"a.txt\"", &[("a.txt", &log.replace("10,250", "04,250"))], "[](<= rps>)");
    let run = short.build();
    let says = "its times are whole seconds, and of fewer than ten of them a rate would be a guess";
    assert!(run.code == 1 && run.stderr.contains(says), "{}", run.stderr);
}

#[test]
fn two_runs_in_one_log_have_no_rate() {
    let (log, ..) = log(20_000);
    // The same log once more, an hour later: of 20 s each.
    let later = log.lines().skip(1).fold(String::new(), |later, row| later + &row.replacen("17629", "17665", 1) + "\n");
    let page = |of: &str| site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &format!("{log}{later}"))], of);
    let run = page("[](<= rps>)").build();
    let says = "for more than half of its time there is nothing, as where two runs were written to one file";
    assert!(run.code == 1 && run.stderr.contains(says), "{}", run.stderr);
    page("[40,000](<= requests>)").build().success();
}

#[test]
fn a_result_log_without_its_header_is_read_by_the_usual_columns() {
    // In the order of JMeter 5; the label of the second holds a comma, a failure a line end.
    let rows = "1762951833620,90,Home,200,OK,T 1-1,text,true,,1192,223,5,5,http://127.0.0.1/,70,0,5\n\
                1762951833700,40,\"Search, all\",200,OK,T 1-2,text,true,,1192,223,5,5,http://127.0.0.1/s,30,0,0\n\
                1762951833800,200,Home,503,no,T 1-1,text,false,\"not\nthere\",20,223,5,5,http://127.0.0.1/,199,0,0\n";
    let page = "[2](<= requests[Home]>) [1](<= errors[Home]>) [40 ms](<= latency.max[\"Search, all\"]>)";
    let suite = "[[evidence]]\nfiles = \"a.jtl\"\nby = [\"label\"]";
    for rows in [rows.to_owned(), rows.replace("http://127.0.0.1/,", "").replace("http://127.0.0.1/s,", "")] {
        let site = site(suite, &[("a.jtl", &rows)], page);
        site.build().success();
        both_verify(&site);
    }
}

#[test]
fn requests_of_ab_stand_in_the_order_of_their_times_and_are_told_by_seconds() {
    let log = fs::read_to_string(tests().join("fixtures/ab/gen-ab-gnuplot.tsv")).expect("it can be read");
    // By a script: of 60 times the sum is 1,372 ms, and 16 of them are of requests that began in the fourth second.
    let page = "[60](<= requests>) [22.87 ms](<= mean>) [22 ms](<= p50>) [57 ms](<= latency.max>) \
        [16](<= requests[second = 3]>) [16 req/s](<= rps[second = 3]>) [57 ms](<= latency.max[second = 1]>)";
    let site = site("[[evidence]]\nfiles = \"a.tsv\"", &[("a.tsv", &log)], page);
    site.build().success();
    both_verify(&site);
}

#[test]
fn single_requests_are_read_in_our_own_form() {
    let log = fs::read_to_string(tests().join("fixtures/locust/requests.csv")).expect("the fixture is there");
    let text = "[](<= requests>) [](<= errors>) [](<= p50>) [](<= max>) [](<= rps>)";
    let site = site("[[evidence]]\nfiles = \"a.csv\"", &[("a.csv", &log)], text);
    site.write(
        "data/each/suite.toml",
        "title = \"Each\"\n[[evidence]]\nfiles = \"a.csv\"\nby = [\"name\"]\n[conditions]\nload = \"closed\"\n",
    );
    site.write("data/each/a.csv", &log);
    let of = text.replace(">)", "[\"GET /\"]>)");
    site.write("content/each.md", format!("+++\ntitle = \"Each\"\nsuite = \"each\"\n+++\n\n{of}\n"));
    site.build().success();
    // By the script that the README of the fixture tells of.
    let expected = [
        ("page", [59.0, 26.0, 3.668495, 222.179611, 153.4272777743446]),
        ("each", [33.0, 0.0, 3.505483, 221.07843, 86.34109876803183]),
    ];
    for (page, expected) in expected {
        let figures = site.json(&format!("public/{page}/figures.json"));
        let values = figures["figures"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|figure| figure["value"].as_f64().expect("a number"));
        for (value, expected) in values.zip(expected) {
            assert!((value - expected).abs() <= 1e-9 * expected, "{page}: {value} for {expected}");
        }
    }
    site.run(&["verify"]).success();
}

#[test]
fn what_is_no_request_is_told() {
    let good = "start_us,latency_us,failed\n1000000,250,false\n2000000,500,true\n";
    let said = |log: &str| {
        let site = site("[[evidence]]\nfiles = \"a.csv\"", &[("a.csv", log)], "Text.");
        site.run(&["check", "--color", "never"]).stderr
    };
    assert!(!said(good).contains("error"), "{}", said(good));
    for (log, expected) in [
        (good.replace(",500,", ",-5,"), "a.csv:3:9: error[BB203]: this is no measurement"),
        (good.replace("1000000,", "now,"), "a.csv:2:1: error[BB203]: this is no measurement"),
        (good.replace(",true", ",no"), "a.csv:3:13: error[BB203]: this is neither `true` nor `false`"),
        (good.replace(",true", ""), "a.csv:3:1: error[BB203]: this is no record that the tool writes"),
        (good.trim_end().to_owned(), "a.csv:3:1: error[BB202]: the last record is cut off"),
        (good.replace("start_us", "begin_us"), "error[BB201]"),
    ] {
        let said = said(&log);
        let parts: Vec<&str> = expected.split(": ").collect();
        assert!(parts.iter().all(|part| said.contains(part)), "{expected}: {said}");
    }
}
