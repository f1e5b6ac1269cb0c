//! JMeter's result logs in XML: the figures of the same log in CSV, and what makes a log none.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fmt::Write as _;
use std::fs;

use crate::samples::{NUMBERS, both_verify, log, site};
use crate::support::{check_codes, tests};

const SUITE: &str = "[[evidence]]\nfiles = \"a.jtl\"";

/// So many rows are more than 9 MiB in XML.
const LARGE_ROWS: u64 = 75_000;

fn fixture() -> String {
    fs::read_to_string(tests().join("fixtures/jmeter/samples.xml")).expect("the fixture is there")
}

/// The same samples in CSV and in XML, one in three of these within a transaction and with a part of its own.
fn both(rows: u64) -> [String; 2] {
    let csv = log(rows).0.replace("\"no, \"\"really\"\",\nnot\"", "no");
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n".to_owned();
    for (number, row) in csv.lines().skip(1).enumerate() {
        let row = row.replace("\"Search, all\"", "Search&#x2c; all");
        let cells: Vec<&str> = row.split(',').collect();
        let [time, elapsed, label, code, message, _, _, ok, ..] = cells[..] else { panic!("it has columns") };
        let tag = format!(
            "<httpSample t=\"{elapsed}\" ts=\"{time}\" s=\"{ok}\" lb=\"{label}\" rc=\"{code}\" rm=\"{message}\""
        );
        if number % 3 != 0 {
            writeln!(xml, "{tag}/>").expect("it is a string");
            continue;
        }
        let sum = "<sample t=\"9\" ts=\"1\" s=\"true\" lb=\"Sum\" rc=\"\" rm=\"Number of samples in transaction : 1\">";
        writeln!(xml, "{sum}\n  {tag}>\n    {tag}/>\n  </httpSample>\n</sample>").expect("it is a string");
    }
    [csv, xml + "</testResults>\n"]
}

#[test]
fn a_log_in_xml_is_read_as_its_samples_say() {
    // By hand: requests of 90, 200, 40, 30 and 5 ms, from 1762951833.0 to 1762951834.0 s.
    let all = "[5](<= requests>) [1](<= errors>) [73 ms](<= mean>) [5 ms](<= min>) [200 ms](<= latency.max>) [5 req/s](<= rps>)";
    let whole = site(SUITE, &[("a.jtl", &fixture())], all);
    whole.build().success();
    both_verify(&whole);
    let figures = whole.read("public/page/figures.json");
    assert!(figures.contains("\"locator\":\"L4@t\",\"line\":4,\"raw\":\"200\""), "{figures}");
    let page = "[2](<= requests[\"Home & été\"]>) [1](<= errors[\"Home & été\"]>) \
        [3](<= requests[Search]>) [200 ms](<= latency.max[Search]>)";
    let parts = site(&format!("{SUITE}\nby = [\"label\"]"), &[("a.jtl", &fixture())], page);
    parts.build().success();
    both_verify(&parts);
}

#[test]
fn a_log_in_xml_has_the_figures_of_that_in_csv() {
    let values = both(12_000).map(|text| {
        let site = site(SUITE, &[("a.jtl", &text)], NUMBERS);
        site.build().success();
        both_verify(&site);
        let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
        figures.iter().map(|figure| figure["value"].to_string()).collect::<Vec<_>>()
    });
    assert!(values[0].len() >= 9, "{values:?}");
    assert_eq!(values[0], values[1]);
}

#[test]
fn a_large_log_that_another_program_indented_is_read_in_blocks() {
    // As `xmllint --format` does it: the outermost samples too are indented.
    let [csv, xml] = both(LARGE_ROWS);
    let indented: String = xml
        .split_inclusive('\n')
        .map(|line| if line.contains("ample") { "  ".to_owned() + line } else { line.to_owned() })
        .collect();
    assert!(indented.len() > 9 << 20, "{} bytes stay on the disk", indented.len());
    let values = [csv, indented.clone()].map(|text| {
        let site = site(SUITE, &[("a.jtl", &text)], NUMBERS);
        site.build().success();
        both_verify(&site);
        let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
        figures.iter().map(|figure| figure["value"].to_string()).collect::<Vec<_>>()
    });
    assert_eq!(values[0], values[1]);
    // A sample that does not end is one, wherever the log was cut.
    let open = indented.replacen("\n  </sample>", "", 40);
    let codes = check_codes(&site(SUITE, &[("a.jtl", &open)], "Text.").build().stderr);
    assert!(codes.iter().any(|code| code == "BB203"), "{codes:?}");
}

#[test]
fn what_is_no_log_in_xml_is_an_error() {
    let text = fixture();
    let wrong = |text: &str| check_codes(&site(SUITE, &[("a.jtl", text)], "Text.").build().stderr);
    let without = |part: &str| wrong(&text.replacen(part, "", 1));
    assert_eq!(without("</testResults>\n"), ["BB202", "BB207"]);
    assert_eq!(wrong(&text[..text.len() - 60]), ["BB202", "BB207"]);
    let open = text.replacen("</httpSample>\n<sample t=\"70\"", "<sample t=\"70\"", 1);
    assert_eq!(wrong(&open), ["BB203", "BB207"]);
    for (part, other) in [
        (" lt=\"70\"", "\n lt=\"70\""),
        (" t=\"90\"", " t=\"-90\""),
        (" t=\"200\"", ""),
        (" s=\"true\"", " s=\"maybe\""),
        (" s=\"true\" lb=\"Search\"", " lb=\"Search\""),
        ("\n<sample t=\"5\"", "<sample t=\"5\""),
        ("<sample t=\"5\"", "<statSample t=\"5\""),
        ("</testResults>", "</testResults>\n<testResults version=\"1.2\">\n</testResults>"),
    ] {
        let codes = wrong(&text.replacen(part, other, 1));
        assert!(codes.len() > 1 && codes.last().is_some_and(|code| code == "BB207"), "{other}: {codes:?}");
        assert!(codes.iter().rev().skip(1).all(|code| code == "BB203"), "{other}: {codes:?}");
    }
}
