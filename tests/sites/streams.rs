//! Streams of measurements without a site, and brought into one: `formats`, `build stream.jtl`, `add`.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;
use std::io::Write as _;

use crate::samples::{self, log};
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
        assert!(run.stdout.starts_with("run.jtl: JMeter result log (JMeter), 1 run\n  requests"), "{}", run.stdout);
    }
}

/// A log of that many requests, each with a message of half a megabyte: row 2 took 1 ms, row 3 took 2 ms, and so on.
fn long(rows: u64) -> String {
    let header = "timeStamp,elapsed,label,responseCode,responseMessage,success\n";
    let message = "m".repeat(512 << 10);
    let row = |row: u64| format!("{},{row},Home,200,{message},true\n", 1000 + 10 * row);
    std::iter::once(header.to_owned()).chain((1..=rows).map(row)).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory can be written to");
    encoder.finish().expect("memory can be written to")
}

/// Two frames of zstd, as parallel compressors write them.
fn zstd(text: &[u8]) -> Vec<u8> {
    let (first, second) = text.split_at(text.len() / 2);
    let packed = |part| ruzstd::encoding::compress_to_vec(part, ruzstd::encoding::CompressionLevel::Fastest);
    [packed(first), packed(second)].concat()
}

#[test]
fn compressed_streams_may_have_any_size() {
    let text = long(140);
    assert!(text.len() > 64 << 20);
    for (name, packed) in [("a.jtl.gz", gzip(text.as_bytes())), ("a.jtl.zst", zstd(text.as_bytes()))] {
        assert!(packed.len() < 1 << 20, "{}", packed.len());
        let site = samples::site(
            &format!("[[evidence]]\nfiles = \"{name}\""),
            &[],
            "[](<= requests>) [](<= p90>) [](<= max>)",
        );
        site.write(&format!("data/runs/{name}"), &packed);
        site.build().success();
        let inputs: Vec<_> = site.json("public/page/figures.json")["figures"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|figure| figure["inputs"][0].clone())
            .collect();
        // The first row is the header; nine of ten measurements are 126 or less.
        let told =
            |input: &serde_json::Value| (input["value"].clone(), input["locator"].clone(), input["line"].clone());
        assert_eq!(told(&inputs[0]), (140.0.into(), "R2:C2..R141:C2".into(), 2.into()));
        assert_eq!(told(&inputs[1]), (126.0.into(), "R127:C2".into(), 127.into()));
        assert_eq!(told(&inputs[2]), (140.0.into(), "R141:C2".into(), 141.into()));
        let raw = site.root.join("public/evidence/runs").join(name);
        assert_eq!(fs::read(raw).expect("it is published"), packed);
        let viewer = site.read(&format!("public/evidence/runs/{name}.html"));
        assert!(viewer.contains("is compressed with") && viewer.contains("The file is large."), "{name}");
        site.run(&["verify"]).success();
        // The evidence is changed, and a value that is told of it.
        site.write(&format!("public/evidence/runs/{name}"), gzip(long(139).as_bytes()));
        let changed = site.run(&["verify"]);
        assert!(changed.code == 1 && changed.stderr.contains("is not what it was"), "{}", changed.stderr);
        site.write("run.gz", &packed);
        let run = site.run(&["formats", "run.gz"]);
        assert!(run.stdout.starts_with("run.gz: JMeter result log (JMeter), 1 run\n"), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn compressed_streams_that_are_no_streams_end_soon() {
    // The last record never ends; a bomb of gigabytes is as small as that.
    let bomb = [long(1).into_bytes(), vec![b'x'; 80 << 20]].concat();
    let cut = gzip(&long(20).into_bytes());
    for (name, packed, expected) in [
        ("a.jtl.gz", gzip(&bomb), "error[BB203]: `data/runs/a.jtl.gz` has a record of more than 8 MiB"),
        (
            "b.jtl.gz",
            cut[..cut.len() / 2].to_vec(),
            "error[BB202]: `data/runs/b.jtl.gz` is cut off: its gzip data do not end",
        ),
    ] {
        let site = samples::site(&format!("[[evidence]]\nfiles = \"{name}\""), &[], "");
        site.write(&format!("data/runs/{name}"), packed);
        let run = site.run(&["check", "--color", "never"]);
        assert!(run.code == 1 && run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn what_is_private_is_found_in_the_whole_of_a_stream() {
    let (text, ..) = log(140_000);
    // In the middle, where no figure is from: two lines with an address, one of them with a path too.
    let row = |number: usize| text.match_indices('\n').nth(number).map(|(at, _)| at + 1).expect("there are more rows");
    let mut changed = text.clone();
    for (number, message) in [(90_004, "mo@example.org"), (90_000, "jo@example.org in /home/jo")] {
        let at = row(number);
        let end = at + changed[at..].find(",OK,").expect("it was good");
        changed.replace_range(end + 1..end + 3, message);
    }
    for (name, bytes) in [("a.jtl", changed.clone().into_bytes()), ("a.jtl.gz", gzip(changed.as_bytes()))] {
        let site = samples::site(&format!("[[evidence]]\nfiles = \"{name}\""), &[], "");
        site.write(&format!("data/runs/{name}"), bytes);
        let run = site.run(&["check", "--color", "never"]);
        let line = changed[..changed.find("jo@example.org").expect("it is there")].matches('\n').count() + 1;
        assert!(run.stderr.contains("the evidence holds an e-mail address"), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("data/runs/{name}:{line}:")), "{line}: {}", run.stderr);
        assert!(run.stderr.contains("so does one more line of the file"), "{}", run.stderr);
        assert_eq!(run.stderr.matches("the evidence holds").count(), 2, "{}", run.stderr);
    }
}
