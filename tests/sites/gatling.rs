//! Gatling's `simulation.log`: the figures of the same requests in a result log, a response time as the difference of
//! two fields, and what makes a log none.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fmt::Write as _;
use std::io::Write as _;

use crate::samples::{NUMBERS, both_verify, log, site};
use crate::support::{Site, shared, tests};
use crate::verify_samples::are_found;

const SUITE: &str = "[[evidence]]\nfiles = \"a.log\"";

/// Figures and charts of what two requests did over time, and of all their measurements.
fn charts(by: &str) -> String {
    format!(
        "[](<= pooled(p99[{by} = *])>) [](<= p90[Home, second = 2]>) [](<= rps[Home, second = 2]>) \
         [](<= errors[Home, second = 3]>)\n\n\
         ```chart\nkind = \"timeline\"\nwhere = {{ {by} = \"Home\" }}\n```\n\n```chart\nkind = \"heat\"\nwhere = {{ {by} = \"Home\" }}\n```\n\n\
         ```chart\nkind = \"histogram\"\nvalue = \"latency\"\nseries = \"{by}\"\n```\n\n\
         ```chart\nkind = \"percentiles\"\nseries = \"{by}\"\n```\n"
    )
}

fn fixture(name: &str) -> String {
    let path = tests().join("fixtures/gatling").join(name);
    std::fs::read_to_string(path).expect("the fixture is there")
}

/// The same requests in CSV and as Gatling 3.9 writes them, among lines that tell of none.
fn both(rows: u64) -> [String; 2] {
    let csv = log(rows).0.replace("\"no, \"\"really\"\",\nnot\"", "no");
    let mut text = "RUN\tshop.Shop\tshop\t1762951833000\t \t3.9.5\n".to_owned();
    for (number, row) in csv.lines().skip(1).enumerate() {
        let row = row.replace("\"Search, all\"", "Search all");
        let cells: Vec<&str> = row.split(',').collect();
        let [time, elapsed, label, _, _, _, _, ok, ..] = cells[..] else { panic!("it has columns") };
        let end = time.parse::<u64>().expect("a time") + elapsed.parse::<u64>().expect("a time");
        let (status, message) = if ok == "true" { ("OK", " ") } else { ("KO", "status.find.is(200), but found \"no") };
        writeln!(text, "REQUEST\t\t{label}\t{time}\t{end}\t{status}\t{message}").expect("it is a string");
        if number % 5 == 0 {
            writeln!(text, "REQUEST\t\tnews\t{time}\t-9223372036854775808\tOK\t ").expect("it is a string");
        }
        if number % 3 == 0 {
            write!(text, "USER\tBuyers\tSTART\t{time}\nGROUP\tall\t{time}\t{end}\t{elapsed}\tOK\n")
                .expect("it is a string");
        }
    }
    [csv.replace("\"Search, all\"", "Search all"), text]
}

#[test]
fn a_response_time_is_the_difference_of_two_fields() {
    // By hand: requests of 40, 30, 100, 200, 0 and 50 ms, from 100 to 750 ms after the start.
    let page = "[6](<= requests>) [2](<= errors>) [70 ms](<= mean>) [0 ms](<= min>) [200 ms](<= latency.max>) \
        [9.23 req/s](<= rps>) [33.3 %](<= errors / requests>)";
    let whole = site(SUITE, &[("a.log", &fixture("simulation.log"))], page);
    whole.build().success();
    both_verify(&whole);
    let figures = whole.json("public/page/figures.json");
    let max = figures["figures"].as_array().expect("a list").iter().find(|figure| figure["expression"] == "max");
    let max = max.expect("it is there");
    assert_eq!(max["statistic"], "max latency; each field 5 minus field 4 of its line");
    let input = &max["inputs"][0];
    assert_eq!((&input["locator"], &input["line"]), (&"L7:F5-F4".into(), &7.into()));
    assert_eq!((&input["raw"], &input["value"]), (&"1700000000560 - 1700000000360".into(), &200.0.into()));
    let samples = &input["samples"];
    assert_eq!(samples["over"], "L4:F5-F4..L11:F5-F4");
    assert_eq!(samples["where"], serde_json::json!({"F1": "REQUEST"}));
    let rate = figures["figures"].as_array().expect("a list").iter().find(|figure| figure["expression"] == "rps");
    let time = &rate.expect("it is there")["inputs"][0]["samples"]["time"];
    assert_eq!(*time, serde_json::json!({"place": "F4", "unit": "ms", "at": "start"}));
    assert!(whole.read("public/page/index.html").contains("evidence/runs/a.log.html#L7"));
    let viewer = whole.read("public/evidence/runs/a.log.html");
    assert!(viewer.contains("<span class=\"line cited\" id=\"L7\">"), "{viewer}");
}

#[test]
fn a_log_is_divided_by_request_group_and_status() {
    let by = |names: &str, page: &str| {
        let site = site(&format!("{SUITE}\nby = {names}"), &[("a.log", &fixture("simulation.log"))], page);
        site.build().success();
        both_verify(&site);
    };
    by(
        "[\"request\"]",
        "[3](<= requests[GET /]>) [40 ms](<= mean[GET /]>) [100 ms](<= latency.max[\"POST /buy “größe”\"]>)",
    );
    by(
        "[\"groups\"]",
        "[3](<= requests[groups = none]>) [1](<= requests[checkout]>) [100 ms](<= mean[\"checkout,pay\"]>)",
    );
    by("[\"status\"]", "[4](<= requests[OK]>) [55 ms](<= mean[OK]>) [2](<= errors[KO]>) [100 ms](<= mean[KO]>)");
    by(
        "[\"groups\", \"request\", \"status\"]",
        "[2](<= errors[\"POST /pay\", \"checkout,pay\", KO]>) [3](<= sum(requests[groups = none, request = *, status = OK])>)",
    );
    let older = |name: &str, page: &str| {
        let site = site(&format!("{SUITE}\nby = [\"user\"]"), &[("a.log", &fixture(name))], page);
        site.build().success();
        both_verify(&site);
    };
    for name in ["simulation-3.3.log", "simulation-2.3.log"] {
        older(name, "[2](<= requests[user = 1]>) [70 ms](<= mean[user = 1]>) [300 ms](<= latency.max[user = 2]>)");
    }
    let unknown = site(&format!("{SUITE}\nby = [\"user\"]"), &[("a.log", &fixture("simulation.log"))], "Text.");
    let said = unknown.build().stderr;
    assert!(
        said.contains("the file has no field `user`") && said.contains("`by` takes `groups`, `request`, `status`"),
        "{said}"
    );
}

#[test]
fn a_log_has_the_figures_of_a_result_log_of_the_same_requests() {
    let values = both(12_000).map(|text| {
        let (name, by) = if text.starts_with("RUN") { ("a.log", "request") } else { ("a.jtl", "label") };
        let whole = site(&format!("[[evidence]]\nfiles = \"{name}\""), &[(name, &text)], NUMBERS);
        let divided =
            site(&format!("[[evidence]]\nfiles = \"{name}\"\nby = [\"{by}\"]"), &[(name, &text)], &charts(by));
        let of = |site: Site| {
            site.build().success();
            if by == "request" {
                both_verify(&site);
            }
            let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
            figures.iter().map(|figure| figure["value"].to_string()).collect::<Vec<_>>()
        };
        [of(whole), of(divided)]
    });
    assert!(values[0][0].len() >= 9 && values[0][1].len() > 60, "{values:?}");
    assert_eq!(values[0], values[1]);
}

#[test]
fn a_large_log_stays_on_the_disk_and_one_thread_or_two_give_the_same() {
    let [csv, text] = both(200_000);
    assert!(text.len() > 8 << 20, "{}", text.len());
    let gatling = site(SUITE, &[("a.log", &text)], NUMBERS);
    gatling.run(&["build", "--threads", "1", "--out", "one"]).success();
    gatling.run(&["build", "--threads", "2"]).success();
    for path in ["page/figures.json", "evidence/runs/a.log.html", "evidence/SHA256SUMS"] {
        assert_eq!(gatling.read(&format!("one/{path}")), gatling.read(&format!("public/{path}")), "{path}");
    }
    both_verify(&gatling);
    let jmeter = site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &csv)], NUMBERS);
    jmeter.build().success();
    let packed = site("[[evidence]]\nfiles = \"a.log.gz\"", &[], NUMBERS);
    let mut bytes = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bytes.write_all(text.as_bytes()).expect("it is memory");
    packed.write("data/runs/a.log.gz", bytes.finish().expect("it is memory"));
    packed.build().success();
    packed.verify().success();
    let [own, of_jmeter, of_packed] = [&gatling, &jmeter, &packed].map(|site| {
        let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
        figures.iter().map(|figure| figure["value"].to_string()).collect::<Vec<_>>()
    });
    assert_eq!((&own, &own), (&of_jmeter, &of_packed));
}

#[test]
fn what_is_changed_of_differences_is_found() {
    let built = || {
        let page = "[](<= requests>) [](<= errors>) [](<= mean>) [](<= p90>) [](<= latency.max>) [](<= rps>)";
        let site = site(SUITE, &[("a.log", &both(900)[1])], page);
        site.build().success();
        site
    };
    built().verify().success();
    let max = built().json("public/page/figures.json")["figures"][4]["inputs"][0].clone();
    let (locator, raw) = (max["locator"].as_str().expect("a place"), max["raw"].as_str().expect("a text"));
    let (of, less) = raw.split_once(" - ").expect("a difference");
    let whole = format!("\"locator\":\"{locator}\"");
    let other = whole.replace("F5-F4", "F4-F4");
    let changes = [
        ("\"over\":\"L2:F5-F4..", "\"over\":\"L3:F5-F4..", "it is of 899 measurements, not 900"),
        ("\"over\":\"L2:F5-F4..", "\"over\":\"L2:F5-F5..", "is no range of records"),
        ("\"F1\":\"REQUEST\"", "\"F1\":\"GROUP\"", "measurements, not 900"),
        ("\"F6\":\"KO\"", "\"F6\":\"OK\"", "measurements, not "),
        ("\"place\":\"F4\"", "\"place\":\"F5\"", "`rate` of its 900 measurements is "),
        ("\"at\":\"start\"", "\"at\":\"end\"", "`rate` of its 900 measurements is "),
        (&*whole, &*other, "stand in another order"),
        (raw, of, "is not what stands here"),
        (less, of, "is not what stands here"),
    ];
    are_found(built, &changes);
}

#[test]
fn a_log_agrees_with_the_statistics_that_gatling_made_of_it() {
    let Some(folder) = shared("corpus/gatling") else { return println!("skipped: no corpus beside the repository") };
    let text = std::fs::read_to_string(folder.join("pub-rates-simulation.log")).expect("it is text");
    let told = std::fs::read_to_string(folder.join("pub-rates-global_stats.json")).expect("it is text");
    let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
    let site = site(SUITE, &[("a.log", &text)], NUMBERS.replace("[](<= p99>) [](<= p99.9>)", "[](<= p90>)").as_str());
    site.build().success();
    both_verify(&site);
    let figures = site.json("public/page/figures.json");
    let value = |name: &str| {
        let figures = figures["figures"].as_array().expect("a list");
        let found = figures.iter().find(|figure| figure["expression"] == name).expect("it is on the page");
        found["value"].as_f64().expect("a number")
    };
    let total = |key: &str| told[key]["total"].as_f64();
    assert_eq!(Some(value("requests")), total("numberOfRequests"));
    assert_eq!(Some(value("errors")), told["numberOfRequests"]["ko"].as_f64());
    assert_eq!(Some(value("min")), total("minResponseTime"));
    assert_eq!(Some(value("max")), total("maxResponseTime"));
    assert_eq!(Some(value("mean").round()), total("meanResponseTime"));
    assert_eq!(Some(value("p50")), total("percentiles1"));
    // By Python: 245 requests in 52.036 s. Gatling divides by 58 whole seconds from the first user to the last.
    assert!((value("rps") - 245.0 / 52.036).abs() < 1e-9);
    assert_eq!(total("meanNumberOfRequestsPerSecond"), Some(245.0 / 58.0));
}

#[test]
fn what_a_measurement_is_is_said_in_the_language_of_the_page() {
    let locales = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    for language in ["ar", "de", "en", "es", "fr", "ja", "zh"] {
        let table = "```table\nrows = [\"request\"]\ncolumns = [\"mean\", \"max\"]\n```\n\n[](<= max[GET /]>)";
        let site = site(&format!("{SUITE}\nby = [\"request\"]"), &[("a.log", &fixture("simulation.log"))], table);
        site.write("benchbook.toml", format!("title = \"Samples\"\nlanguage = \"{language}\"\n"));
        site.build().success();
        let words = std::fs::read_to_string(locales.join(format!("{language}.toml"))).expect("it is there");
        let words: toml::Table = words.parse().expect("it is TOML");
        let said = words["difference_of_fields"].as_str().expect("a text");
        let said = said.replace("{of}", "5").replace("{less}", "4");
        // Below the table, and on the card of a figure.
        for file in ["index.html", "figures.js"] {
            assert!(site.read(&format!("public/page/{file}")).contains(&said), "no {said:?} in {file}");
        }
    }
}
