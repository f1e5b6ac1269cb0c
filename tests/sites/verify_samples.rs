//! `benchbook verify` of statistics of single measurements: computed again from every record.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::arrays::arrays;
use crate::samples::{NUMBERS, log, site};
use crate::support::{Site, check_codes};

/// Points as k6 2.2 writes them: durations of two pages in turn, each with its verdict, and points
/// of other metrics among them.
fn points(requests: u64) -> String {
    let mut text = String::new();
    let mut line = |metric: &str, second: u64, value: &str, name: &str| {
        let tags = format!("{{\"name\":\"{name}\",\"status\":\"200\"}}");
        writeln!(
            text,
            "{{\"metric\":\"{metric}\",\"type\":\"Point\",\"data\":{{\"time\":\"2026-11-30T07:{:02}:{:02}Z\",\"value\":{value},\"tags\":{tags}}}}}",
            second / 60 % 60,
            second % 60
        )
        .expect("it is a string");
    };
    for request in 0..requests {
        let name = ["start", "find"][(request % 2) as usize];
        let value = format!("{}.{:03}", 1 + request * 7919 % 97, request % 1000);
        line("http_reqs", request, "1", name);
        line("http_req_duration", request, &value, name);
        line("http_req_failed", request, if request % 40 == 3 { "1" } else { "0" }, name);
    }
    text
}

/// A site of a result log, read whole, and of points that are divided by their name.
fn built() -> Site {
    let suite = "[[evidence]]\nfiles = \"{run}.jtl\"\nby = [\"label\"]\n\
        [[evidence]]\nfiles = \"{run}.ndjson\"\nby = [\"name\"]\n";
    let page = "[](<= p90[log, Home]>) [](<= mean[log, Home]>) [](<= rps[log, Home]>) [](<= errors[log, \"Search, all\"]>) \
        [](<= p50[points, start]>) [](<= requests[points, start]>) [](<= errors[points, find]>) [](<= rps[points, start]>) \
        [](<= pooled(p95[run = log, label = *])>)";
    let site = site(suite, &[("log.jtl", &log(900).0), ("points.ndjson", &points(400))], page);
    site.build().success();
    site
}

/// What is said of a site of so many evidence files in which nothing is wrong.
fn verified(site: &Site, files: usize) -> String {
    let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").len();
    assert!(figures >= 9, "{figures}");
    format!("verified {figures} figures on 1 page against {files} file{}\n", if files == 1 { "" } else { "s" })
}

#[test]
fn a_site_of_streams_is_verified() {
    let site = built();
    let run = site.verify();
    run.success();
    assert_eq!(run.stderr, verified(&site, 2));
}

/// Whether each change of a site's figures, from one text to another, is said of them.
pub(crate) fn are_found(built: impl Fn() -> Site, changes: &[(&str, &str, &str)]) {
    for (was, now, says) in changes {
        let site = built();
        site.tamper("page/figures.json", was, now);
        let run = site.verify();
        let codes = check_codes(&run.stderr);
        assert!(run.code == 1 && codes.iter().all(|code| code == "BB703" || code == "BB704"), "{was}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{was} to {now}: {}", run.stderr);
    }
}

#[test]
fn what_is_changed_of_measurements_is_found() {
    let changes = [
        ("\"count\":450", "\"count\":451", "it is of 450 measurements, not 451"),
        ("R2:C2..", "R3:C2..", "it is of 449 measurements, not 450"),
        ("\"where\":{\"C3\":\"Home\"}", "\"where\":{\"C3\":\"Search, all\"}", "it is of 449 measurements, not 450"),
        ("\"/data/tags/name\":\"start\"", "\"/data/tags/name\":\"nobody\"", "it is of 0 measurements, not 200"),
        ("\"locator\":\"R2:C2..", "\"locator\":\"R4:C2..", "the measurements are at `R2:C2.."),
        ("\"statistic\":\"mean\"", "\"statistic\":\"max\"", "`max` of its 450 measurements is "),
        ("\"statistic\":\"rate\"", "\"statistic\":\"speed\"", "`speed` is no statistic"),
        ("pooled(95", "pooled(50", "its inputs give "),
        ("\"at\":\"start\"", "\"at\":\"end\"", "`rate` of its 450 measurements is "),
        ("\"/metric\":\"http_req_duration\"", "\"/metric\":\"http_req_failed\"", "it is of 199 measurements, not 200"),
    ];
    are_found(built, &changes);
}

#[test]
fn a_changed_measurement_is_found_when_its_hash_was_changed_too() {
    let site = built();
    let log = site.read("public/evidence/runs/log.jtl");
    // The last request of `Home`, which no percentile stands at.
    let at = log.rfind(",Home,").expect("it is there");
    let line = &log[log[..at].rfind('\n').expect("it is not the first") + 1..];
    let line = &line[..line.find('\n').expect("lines end")];
    let elapsed = line.split(',').nth(1).expect("it has columns");
    let other = line.replacen(&format!(",{elapsed},"), &format!(",{elapsed}0,"), 1);
    let was = site.json("public/page/figures.json")["figures"][0]["inputs"][0]["sha256"].clone();
    let was = was.as_str().expect("a hash");
    site.tamper("evidence/runs/log.jtl", line, &other);
    // What the program itself says of the file now.
    let run = site.verify();
    let note = run.stderr.split("its SHA-256 is ").nth(1).expect("it is told");
    let now = note[..64].to_owned();
    for path in ["evidence/SHA256SUMS", "benchbook.json", "page/figures.json"] {
        let path = format!("public/{path}");
        site.write(&path, site.read(&path).replace(was, &now));
    }
    let run = site.verify();
    assert!(run.code == 1 && run.stderr.contains("`mean` of its 450 measurements is "), "{}", run.stderr);
    assert!(check_codes(&run.stderr).iter().all(|code| code == "BB703"), "{}", run.stderr);
}

#[test]
fn a_stream_that_stays_on_the_disk_is_verified() {
    let (text, ..) = log(140_000);
    let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text)], NUMBERS);
    site.build().success();
    let run = site.verify();
    run.success();
    assert_eq!(run.stderr, verified(&site, 1));
    // A percentile of a histogram may be a thousandth off, and no more.
    let figures = site.json("public/page/figures.json");
    let p99 = figures["figures"].as_array().expect("a list").iter().find(|figure| figure["expression"] == "p99");
    let input = &p99.expect("it is there")["inputs"][0];
    let (locator, line) = (input["locator"].as_str().expect("a place"), input["line"].as_u64().expect("a line"));
    site.tamper("page/figures.json", &format!("\"{locator}\",\"line\":{line}"), &format!("\"R2:C2\",\"line\":{line}"));
    let run = site.verify();
    assert!(run.stderr.contains("`R2:C2` is on line 2, not "), "{}", run.stderr);
}

#[test]
fn a_compressed_stream_is_verified() {
    let site = site("[[evidence]]\nfiles = \"a.jtl.gz\"", &[], NUMBERS);
    // Stored as it is, so that it is as large as what stays on the disk.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packed.write_all(log(140_000).0.as_bytes()).expect("it is memory");
    let packed = packed.finish().expect("it is memory");
    assert!(packed.len() > 8 << 20);
    site.write("data/runs/a.jtl.gz", packed);
    site.build().success();
    site.verify().success();
    site.tamper("page/figures.json", "\"count\":140000", "\"count\":140001");
    assert_eq!(check_codes(&site.verify().stderr), ["BB703"]);
}

#[test]
fn a_digest_is_verified() {
    let page = "[](<= requests>) [](<= p50>) [](<= p99>) [](<= pooled(p99)>)";
    for rows in [3_000, 12_000] {
        let site = site("[[evidence]]\nfiles = \"digest.json\"", &[("a.jtl", &log(rows).0)], page);
        site.run(&["digest", "data/runs/a.jtl", "--out", "data/runs/digest.json"]).success();
        site.build().success();
        site.verify().success();
        site.tamper("page/figures.json", &format!("\"count\":{rows}"), &format!("\"count\":{}", rows + 1));
        assert_eq!(check_codes(&site.verify().stderr), ["BB703"]);
    }
}

/// A figure of each kind of array, and of a list of single measurements.
const ARRAYS: &str = "[](<= samples[hf, ten]>) [](<= time.min[criterion]>) [](<= time.p90[jmh, sample]>) [](<= time.max[asv, 2]>) \
    [](<= time.min[cargo]>) [](<= median(samples(time[jmh, avgt]))>) [](<= pooled(time.p50[hf, *])>) \
    [](<= mann_whitney(samples(time[hf, ten]), samples(time[hf, forty]))>)";

#[test]
fn what_is_changed_of_arrays_is_found() {
    let built = || {
        let site = arrays(ARRAYS);
        site.build().success();
        site
    };
    let run = built().verify();
    run.success();
    let changes = [
        ("\"count\":10,", "\"count\":11,", "it is of 10 measurements, not 11"),
        ("\"over\":\"/results/0/times/0..", "\"over\":\"/results/0/times/1..", "it is of 9 measurements, not 10"),
        (
            "\"over\":\"/results/0/times/0../results/0/times/9\"",
            "\"over\":\"/results/0/times/0../results/0/times/10\"",
            "an end of the range is no measurement",
        ),
        (
            "\"iterations\":\"/iters/0../iters/4\"",
            "\"iterations\":\"/iters/0../iters/3\"",
            "4 counts of iterations for 5 totals",
        ),
        (",\"iterations\":\"/iters/0../iters/4\"", "", "`min` of its 5 measurements is 8, and the input says 2"),
        (
            "\"iterations\":\"L2/iteration_count/",
            "\"iterations\":\"L2/measured_values/",
            "`L2/measured_values/0` is in no array",
        ),
        ("\"pairs\":true", "\"pairs\":false", "an end of the range is no measurement"),
        (
            "\"locator\":\"/1/primaryMetric/rawDataHistogram/0/1/0/0\"",
            "\"locator\":\"/1/primaryMetric/rawDataHistogram/0/0/0/0\"",
            "is not",
        ),
        ("/0/primaryMetric/rawData/1/1\"", "/0/primaryMetric/rawData/1/0\"", "measurements"),
        ("\"formula\":\"median(samples(", "\"formula\":\"max(samples(", "its inputs give "),
        ("pooled(50", "pooled(90", "its inputs give "),
        ("[samples($1)]", "[samples($0)]", "does not use input 1"),
    ];
    are_found(built, &changes);
}

#[test]
fn a_changed_item_of_an_array_is_found_when_its_hash_was_changed_too() {
    let site = arrays(ARRAYS);
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let was = figures["figures"][1]["inputs"][0]["sha256"].as_str().expect("a hash").to_owned();
    // 2 ns an iteration become 1 ns.
    site.tamper("evidence/runs/criterion/new/sample.json", "80.0,32.0", "80.0,16.0");
    let run = site.verify();
    let now = run.stderr.split("its SHA-256 is ").nth(1).expect("it is told")[..64].to_owned();
    for path in ["evidence/SHA256SUMS", "benchbook.json", "page/figures.json"] {
        let path = format!("public/{path}");
        site.write(&path, site.read(&path).replace(&was, &now));
    }
    let run = site.verify();
    assert!(
        run.code == 1 && run.stderr.contains("`min` of its 5 measurements is 1, and the input says 2"),
        "{}",
        run.stderr
    );
}
