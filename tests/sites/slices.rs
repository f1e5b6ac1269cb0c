//! What a stream of measurements did over time: `p99[second = 12]` and charts of the kind `timeline`.

use std::fmt::Write as _;

use crate::arrays::hyperfine;
use crate::samples::{both_verify, site};
use crate::support::{Site, check_codes};

pub(crate) const HEADER: &str = "timeStamp,elapsed,label,responseCode,responseMessage,success\n";

/// When the first request began, in milliseconds since 1970.
pub(crate) const START: u64 = 1_762_951_833_300;

/// A result log of six seconds: in each 100 requests, 10 ms apart, that take 10 ms, 11 ms and so on to 109 ms.
/// In the second 2 the last takes 1.5 s, in the second 3 none begins, in the second 4 two fail. `message` fills
/// the rows up.
pub(crate) fn log(message: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for (second, request) in [0, 1, 2, 4, 5].into_iter().flat_map(|s| (0..100).map(move |r| (s, r))) {
        let time = START + second * 1_000 + request * 10;
        let elapsed = if (second, request) == (2, 99) { 1_500 } else { 10 + request };
        let failed = second == 4 && request % 50 == 7;
        rows.push(format!("{time},{elapsed},Home,{},{message},{}\n", if failed { 503 } else { 200 }, !failed));
    }
    rows
}

pub(crate) fn text(rows: &[String]) -> String {
    HEADER.to_owned() + &rows.concat()
}

const PAGE: &str = "[100](<= requests[second = 0]>) requests, [100 req/s](<= rps[second = 1]>), [59 ms](<= p50[second = 2]>), \
    [99 ms](<= p90[second = 2]>), [1,500 ms](<= latency.max[second = 2]>), [0](<= requests[second = 3]>), \
    [0 req/s](<= rps[second = 3]>), [2](<= errors[second = 4]>), [101 req/s](<= rps[second = 5]>), \
    [1.5 s](<= max(latency.max[second = *])>), [2](<= sum(errors[second = *])>).\n\n\
    ```chart\nkind = \"timeline\"\ncaption = \"The run\"\n\
    bands = [{ from = \"2 s\", to = \"4 s\", label = \"stall\" }]\n```\n";

#[test]
fn seconds_of_a_run_are_claimed_and_drawn() {
    let rows = log("OK");
    let mut backwards = rows.clone();
    backwards.reverse();
    // The same rows with 20 kB each stay on the disk.
    let large = log(&"m".repeat(20_000));
    assert!(text(&large).len() > 8 << 20);
    for rows in [&rows, &backwards, &large] {
        let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text(rows))], PAGE);
        site.build().success();
        site.verify().success();
        let page = site.read("public/page/index.html");
        for shown in [
            "Each mark is of the measurements that began within 1 s, counted from the first. Percentiles are by nearest rank,",
            "5 plots over time. requests per second: Highest is second 5 with 101\u{a0}req/s, lowest second 3 with 0\u{a0}req/s.",
            "<title>second 2: 1,500\u{a0}ms, max latency, of what began from second 2 to 3</title>",
            ">3 to 4 s<",
            "largest of 5 time slices&#39; max latency<",
        ] {
            assert!(page.contains(shown), "no {shown:?} in {page}");
        }
        // Five values of six slices; in the second 3 there is a rate only.
        assert_eq!(site.read("public/page/chart-1.svg").matches("class=\"fig\"").count(), 5 * 5 + 1);
    }
}

#[test]
fn a_mark_leads_to_the_request_that_it_is() {
    let site =
        site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text(&log("OK")))], "[](<= latency.max[second = 2]>)");
    site.build().success();
    // The header, three seconds of a hundred rows, and this one is the last of them.
    assert!(site.read("public/page/index.html").contains("evidence/runs/a.jtl.html#L301\""));
    let input = &site.json("public/page/figures.json")["figures"][0]["inputs"][0];
    assert_eq!((&input["raw"], &input["locator"]), (&"1500".into(), &"R301:C2".into()));
    let time = serde_json::json!({
        "place": "C1", "unit": "ms", "at": "start", "from": "1762951835300", "until": "1762951836300",
    });
    assert_eq!(input["samples"]["time"], time);
}

#[test]
fn what_is_changed_of_a_second_is_found() {
    for (was, now, says) in [
        ("\"from\":\"1762951835300\"", "\"from\":\"1762951835310\"", "it is of 99 measurements, not 100"),
        ("\"until\":\"1762951836300\"", "\"until\":\"soon\"", "`soon` is no time"),
        (",\"until\":\"1762951836300\"", "", "a part of the time has both `from` and `until`"),
        (
            "\"at\":\"start\",\"from\":\"1762951834300\"",
            "\"at\":\"start\",\"from\":\"1762951834299.5\"",
            "`rate` of its",
        ),
        ("\"statistic\":\"p90\"", "\"statistic\":\"p50\"", "`p50` of its 100 measurements is 59"),
    ] {
        let page = "[](<= p90[second = 2]>) [](<= rps[second = 1]>) [](<= errors[second = 4]>)";
        let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text(&log("OK")))], page);
        site.build().success();
        site.tamper("page/figures.json", was, now);
        let run = site.verify();
        assert!(run.code == 1 && run.stderr.contains(says), "{was} to {now}: {}", run.stderr);
        assert!(check_codes(&run.stderr).iter().all(|code| code == "BB703"), "{}", run.stderr);
    }
}

#[test]
fn what_seconds_cannot_tell_is_said() {
    let rows = text(&log("OK"));
    for (page, says) in [
        ("[](<= p99[second = 2]>)", "error[BB3"),
        ("[](<= p50[second = 3]>)", "the evidence has no `p50` of second 3"),
        ("[](<= p50[second = 900]>)", "the evidence has no `p50` of second 900"),
        ("[](<= p50[second = soon]>)", "`soon` is no second"),
        ("[](<= pooled(p50[second = 1])>)", "`pooled` is of whole runs"),
    ] {
        let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &rows)], page);
        let run = site.build();
        assert!(run.code == 1 && run.stderr.contains(says), "{page}: {}", run.stderr);
    }
}

#[test]
fn a_digest_has_no_seconds() {
    let page = "```chart\nkind = \"timeline\"\ncaption = \"The run\"\n```\n";
    let site = site("[[evidence]]\nfiles = \"digest.json\"", &[("a.jtl", &text(&log("OK")))], page);
    site.run(&["digest", "data/runs/a.jtl", "--out", "data/runs/digest.json"]).success();
    let run = site.build();
    assert!(run.stderr.contains("the single measurements of this evidence have no times"), "{}", run.stderr);
}

#[test]
fn a_long_run_has_wider_slices() {
    // A request every 100 ms for 25 minutes: 150 slices of 10 s, each of a hundred.
    let mut rows = HEADER.to_owned();
    for request in 0..15_000_u64 {
        writeln!(rows, "{},{},Home,200,OK,true", START + request * 100, 5 + request % 100).expect("it is a string");
    }
    let page = "[100](<= requests[second = 700]>), [54 ms](<= p50[second = 705]>), [10 req/s](<= rps[second = 700]>)\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"The run\"\nvalues = [\"rps\"]\n```\n";
    let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &rows)], page);
    site.build().success();
    site.verify().success();
    let html = site.read("public/page/index.html");
    assert!(html.contains("that began within 10 s") && html.contains(">1490 to 1500 s<"), "{html}");
    assert_eq!(site.read("public/page/chart-1.svg").matches("class=\"fig\"").count(), 150);
}

/// Points as k6 writes them, with the verdict of each request in a record of its own, for five seconds of `name`s.
fn points() -> String {
    let mut text = String::new();
    for request in 0..1_000_u64 {
        let (second, nanos) = (request / 200, request % 200 * 5_000_000);
        let name = ["start", "find"][(request % 2) as usize];
        let mut line = |metric: &str, value: &str| {
            writeln!(
                text,
                "{{\"metric\":\"{metric}\",\"type\":\"Point\",\"data\":{{\"time\":\"2026-11-30T07:46:0{second}.{nanos:09}+02:00\",\"value\":{value},\"tags\":{{\"name\":\"{name}\",\"status\":\"200\"}}}}}}"
            )
            .expect("it is a string");
        };
        line("http_req_duration", &format!("{}.25", 1 + request / 2 % 100));
        line("http_req_failed", if (400..410).contains(&request) { "1" } else { "0" });
    }
    text
}

#[test]
fn seconds_of_points_are_counted_apart_by_what_divides_them() {
    let page = "[100](<= requests[start, second = 4]>), [50.25 ms](<= p50[find, second = 1]>), \
        [5](<= errors[start, second = 2]>), [100.25 ms](<= latency.max[start, second = 3]>)\n\n\
        ```chart\nkind = \"timeline\"\ncaption = \"The run\"\nseries = \"name\"\n```\n";
    let site = site("[[evidence]]\nfiles = \"a.ndjson\"\nby = [\"name\"]", &[("a.ndjson", &points())], page);
    site.build().success();
    site.verify().success();
    assert!(site.read("public/page/index.html").contains("that ended within 1 s"));
    site.tamper("page/figures.json", "\"from\":\"2026-11-30T05:46:04Z\"", "\"from\":\"2026-11-30T05:46:04.2Z\"");
    let run = site.verify();
    assert!(run.stderr.contains("it is of 80 measurements, not 100"), "{}", run.stderr);
}

#[test]
fn a_stream_alone_shows_its_course() {
    let site = Site::empty();
    site.write("run.jtl", text(&log("OK")));
    site.run(&["build", "run.jtl"]).success();
    site.run(&["verify", "benchbook-report"]).success();
    let page = site.read("benchbook-report/report/index.html");
    assert!(page.contains("Over time") && page.contains("5 plots over time."), "{page}");
    assert!(page.contains("Lines are the whole spectrum of the single measurements"), "{page}");
}

/// A log of so many seconds with 100 requests in each, 10 ms apart, that take 10 ms to 109 ms.
fn seconds(count: u64) -> String {
    let mut rows = HEADER.to_owned();
    for (second, request) in (0..count).flat_map(|second| (0..100).map(move |request| (second, request))) {
        let time = START + second * 1_000 + request * 10;
        writeln!(rows, "{time},{},Home,200,OK,true", 10 + request).expect("it is a string");
    }
    rows
}

#[test]
fn a_stream_alone_has_a_heat_map_where_there_is_enough_to_see() {
    const MAP: &str = "How many requests took how long, over time";
    let page = |logs: &[(&str, u64)]| {
        let site = Site::empty();
        logs.iter().for_each(|(name, count)| site.write(&format!("logs/{name}.jtl"), seconds(*count)));
        site.run(&["build", "logs"]).success();
        site.run(&["verify", "benchbook-report"]).success();
        site.read("benchbook-report/report/index.html")
    };
    let long = page(&[("run", 12)]);
    // Twelve columns of 100 requests each, in rows that are told in words.
    assert!(long.contains(MAP) && long.contains("over time as a heat map of 12 columns"), "{long}");
    let short = page(&[("run", 9)]);
    assert!(!short.contains(MAP) && short.contains("Over time"), "{short}");
    // A short run among long ones, and more runs than can be looked over.
    assert!(page(&[("blue", 12), ("red", 11)]).contains(MAP));
    assert!(!page(&[("blue", 12), ("red", 9)]).contains(MAP));
    assert!(!page(&[("blue", 12), ("green", 12), ("red", 12), ("white", 12)]).contains(MAP));
}

#[test]
fn shares_of_measurements_are_drawn_from_a_stream() {
    let page = "```chart\nkind = \"ecdf\"\ncaption = \"Shares\"\nvalue = \"latency\"\n```\n";
    // 40 measurements are all there are; of 12,000 a histogram is kept.
    for count in [40_u64, 12_000] {
        let mut rows = HEADER.to_owned();
        for request in 0..count {
            writeln!(rows, "{},{},Home,200,OK,true", START + request, 1 + request * 7 % count).expect("it is a string");
        }
        let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &rows)], page);
        site.build().success();
        site.verify().success();
        let svg = site.read("public/page/chart-1.svg");
        // Of 1 to 40 there are ten beyond p75; of 12,000 the verifier knows each within a thousandth.
        let (marks, median) = if count == 40 { (15, "p50: 20.0\u{a0}ms") } else { (19, "p95: ") };
        assert_eq!(svg.matches("class=\"fig\"").count(), marks, "{svg}");
        assert!(svg.contains(median), "{svg}");
    }
}

#[test]
fn bars_count_the_measurements_of_a_stream() {
    let page = "```chart\nkind = \"histogram\"\ncaption = \"Bars\"\nvalue = \"latency\"\nseries = \"tool\"\n```\n\n\
        [16](<= pooled_between(latency[red], 5 ms, 21 ms)>)\n";
    // 40 measurements, 1 to 40 ms each once; of 12,000, 1 to 40 ms three hundred times each, a histogram is kept.
    for times in [1_u64, 300] {
        let mut rows = HEADER.to_owned();
        for request in 0..40 * times {
            writeln!(rows, "{},{},Home,200,OK,true", START + request, 1 + request * 7 % 40).expect("it is a string");
        }
        let page = page.replace("16", &(16 * times).to_string());
        let files = [("red.jtl", rows.as_str()), ("blue.jtl", rows.as_str())];
        let site = site("[[evidence]]\nfiles = \"{tool}.jtl\"", &files, &page);
        site.build().success();
        both_verify(&site);
        let figures = site.json("public/page/figures.json");
        let bars = |key: &str| -> Vec<(String, u64)> {
            let list = figures["figures"].as_array().expect("a list").iter();
            let bars = list.filter(|figure| figure["kind"] == "mark" || figure["kind"] == "derived");
            let text = |figure: &serde_json::Value, key: &str| figure[key].as_str().expect("a text").to_owned();
            let of =
                |figure: &&serde_json::Value| text(figure, "expression").starts_with("pooled_between(latency[tool = ");
            let bars = bars.filter(of).filter(|figure| text(figure, "expression").contains(key));
            bars.map(|bar| (text(bar, "expression"), bar["value"].as_f64().expect("a number") as u64)).collect()
        };
        // The width by Freedman and Diaconis: 2 · 20 / 40^(1/3) = 11.7 and 2 · 20 / 12,000^(1/3) = 1.7, of 1, 2, 5, 10, …
        let [red, blue] = ["red", "blue"].map(bars);
        assert_eq!(red.len(), blue.len());
        let wanted: Vec<(String, u64)> = match times {
            1 => [(0, 9), (10, 10), (20, 10), (30, 10), (40, 1)].map(|(low, count)| (low, low + 10, count)).to_vec(),
            _ => (0..=20).map(|bar| (2 * bar, 2 * bar + 2, if bar % 20 == 0 { 300 } else { 600 })).collect(),
        }
        .into_iter()
        .map(|(low, high, count)| (format!("pooled_between(latency[tool = red], {low} ms, {high} ms)"), count))
        .collect();
        assert_eq!(red, wanted);
        let html = site.read("public/page/index.html");
        assert_eq!(html.contains("a bound holds within 0.1 %"), times == 300, "{html}");
    }
}

/// Builds and verifies a page with seconds and a chart over time of one file, and returns it.
#[track_caller]
fn course(suite: &str, text: &str, claims: &str) -> String {
    let page = format!("{claims}\n\n```chart\nkind = \"timeline\"\ncaption = \"The run\"\n```\n");
    let site = site(&format!("[[evidence]]\nfiles = \"a.txt\"\n{suite}"), &[("a.txt", text)], &page);
    site.build().success();
    both_verify(&site);
    site.read("public/page/index.html")
}

#[test]
fn times_in_two_places_have_seconds() {
    // Twenty transactions in each of four seconds, 50 ms apart, of 1 ms, 2 ms and so on to 20 ms.
    let mut log = String::new();
    for place in 0..80_u64 {
        let (second, part) = (place / 20, place % 20);
        writeln!(log, "0 {place} {} 0 {} {}", 1_000 * (1 + part), 1_000 + second, part * 50_000)
            .expect("it is a string");
    }
    let claims = "[20 transactions](<= transactions[second = 1]>), [20 transactions/s](<= tps[second = 2]>), \
        [10 ms](<= p50[second = 1]>), [20 ms](<= latency.max[second = 3]>)";
    let page = course("format = \"pgbench-log\"", &log, claims);
    assert!(page.contains("that ended within 1 s") && page.contains("lowest second 0 with 20"), "{page}");
}

#[test]
fn whole_seconds_do_not_tell_how_much_of_the_ends_is_covered() {
    let mut log = "metric_name,timestamp,metric_value,status\n".to_owned();
    for place in 0..100_u64 {
        writeln!(log, "http_req_duration,{},{}.000000,200", 1_000_000_000 + place / 20, 1 + place % 20)
            .expect("it is a string");
    }
    let page = course("", &log, "[20](<= requests[second = 0]>), [20 req/s](<= rps[second = 1]>)");
    assert!(!page.contains("The first and the last rate"), "{page}");
    for second in [0, 4] {
        let claim = format!("[](<= rps[second = {second}]>)");
        let run = site("[[evidence]]\nfiles = \"a.txt\"", &[("a.txt", &log)], &claim).build();
        assert!(run.stderr.contains(&format!("the evidence has no `rps` of second {second}")), "{}", run.stderr);
    }
}

#[test]
fn single_measurements_of_arrays_are_no_slices() {
    let suite = "[[evidence]]\nfiles = \"h.json\"\n[[evidence]]\nfiles = \"a.jtl\"";
    // Bytes are counted behind the byte order mark as well.
    let times = format!("\u{feff}{}", hyperfine());
    let evidence = [("h.json", &*times), ("a.jtl", &*text(&log("OK")))];
    let page = "[15.5 s](<= median(samples(time[ten]))>), [2](<= sum(errors[second = *])>)\n\n\
        ```chart\nkind = \"box\"\ncaption = \"Times\"\nvalue = \"time\"\nrows = [\"benchmark\"]\n```\n";
    let site = site(suite, &evidence, page);
    site.build().success();
    both_verify(&site);
    let figures = site.json("public/page/figures.json");
    let of = |place: usize| figures["figures"][place]["statistic"].as_str().expect("words").to_owned();
    assert_eq!((of(0).as_str(), of(1).as_str()), ("median of 10 samples of time", "sum of 5 time slices' errors"));
    // What is told of whole runs, in either file; 50 numbers of arrays and six slices are not counted.
    let told = site.json("public/benchbook.json")["suites"][0]["observations"].as_u64().expect("a count");
    assert!((10..40).contains(&told), "{told}");
}

#[test]
fn seconds_are_told_in_the_language_of_the_page() {
    let page = "```chart\nkind = \"timeline\"\ncaption = \"Verlauf\"\n```\n\n\
        ```chart\nkind = \"percentiles\"\ncaption = \"Perzentile\"\n```\n\n\
        ```chart\nkind = \"ecdf\"\ncaption = \"Anteile\"\nvalue = \"latency\"\n```\n";
    let site = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &text(&log("OK")))], page);
    site.write("benchbook.toml", "title = \"Messwerte\"\nlanguage = \"de\"\n");
    site.build().success();
    both_verify(&site);
    let page = site.read("public/page/index.html");
    assert!(!page.contains("nearest rank"), "{page}");
    for shown in [
        "Jeder Punkt gilt für die Messungen, die innerhalb von 1 s begannen, gezählt ab der ersten.",
        "5 Diagramme über Zeit.",
        "Am höchsten ist Sekunde 5 mit",
        ">3 bis 4 s<",
        "Linien sind das ganze Spektrum der einzelnen Messwerte",
        "Anteile als Treppe: ",
        "aus 1 Lauf, nächster Rang",
        "von 500 Messwerten, nächster Rang",
    ] {
        assert!(page.contains(shown), "no {shown:?} in {page}");
    }
}
