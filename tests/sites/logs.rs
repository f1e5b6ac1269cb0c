//! Several outputs in one file, and outputs in the logs of others: what both verifiers follow.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;

use crate::samples::{both_verify, site};
use crate::support::tests;

fn fixture(name: &str) -> String {
    fs::read_to_string(tests().join("fixtures").join(name)).expect("the fixture is there")
}

#[test]
fn values_of_a_file_are_runs_that_both_verifiers_follow() {
    let suite = "[[evidence]]\nfiles = \"{tool}.json\"\n\
        [[evidence]]\nfiles = \"{tool}.log\"\nsections = \"== {run} ==\"\nleave_out = [\"$ **\"]";
    // By hand from the files.
    let page = "[3379.6 req/s](<= rps[oha, \"run 2\"]>) [80.25 req/s](<= rps[vegeta, round=1]>) \
        [99.75 req/s](<= rps[vegeta, round=2]>) [4023 µs](<= p99[bombardier, round=1]>) \
        [2](<= errors[bombardier, round=2]>)";
    let files = [
        ("oha.log", fixture("series/oha-headed.log")),
        ("vegeta.json", fixture("series/vegeta-appended.json")),
        ("bombardier.json", fixture("series/bombardier-appended.json")),
    ];
    let site = site(suite, &files.each_ref().map(|(name, text)| (*name, text.as_str())), page);
    site.build().success();
    both_verify(&site);
    let figures = site.read("public/page/figures.json");
    for part in [
        "\"locator\":\"L75/summary/requestsPerSec\",\"line\":82",
        "\"locator\":\"L2/throughput\",\"line\":2",
        "\"locator\":\"L1:C1006\",\"line\":1",
    ] {
        assert!(figures.contains(part), "no {part} in {figures}");
    }
}

#[test]
fn outputs_in_logs_are_led_to_in_the_log() {
    let suite = "[[evidence]]\nfiles = \"{tool}.log\"";
    let stamped =
        |text: &str| text.lines().map(|line| format!("2026-01-01T00:00:00.1234567Z {line}\n")).collect::<String>();
    let composed = |text: &str| {
        let lines = text.lines().map(|line| format!("app-1  | GET / 200\n\u{1b}[36mload-1 | \u{1b}[0m{line}\n"));
        format!("Attaching to app-1, load-1\n{}", lines.collect::<String>())
    };
    let files = [
        ("oha.log", stamped(&fixture("oha/gen-oha1121-mixed.txt"))),
        ("vegeta.log", composed(&fixture("vegeta/gen-vegeta-mixed.txt"))),
        ("bombardier.log", stamped(&format!("\n{}\n\n", fixture("bombardier/gen-bombardier-ok.json")))),
    ];
    // By hand: 160 of 200 requests of oha and vegeta got status 200; p99 of bombardier is 4023 µs.
    let page = "[160](<= status_200.count[oha]>) [160](<= status_200.count[vegeta]>) [4023 µs](<= p99[bombardier]>)";
    let site = site(suite, &files.each_ref().map(|(name, text)| (*name, text.as_str())), page);
    site.build().success();
    both_verify(&site);
    // 29 characters stand before the line, and 21 with the colours of a container before the other.
    let figures = site.read("public/page/figures.json");
    assert!(figures.contains("\"raw\":\"4023\"") && figures.contains("\"locator\":\"L2:C"), "{figures}");
}

#[test]
fn a_log_of_two_tools_is_read_by_a_rule_for_each() {
    let rule = |format: &str| {
        format!("[[evidence]]\nfiles = \"*.log\"\nformat = \"{format}\"\nset = {{ tool = \"{format}\" }}\n")
    };
    let log = format!("{}{}", fixture("hey/gen-hey-mixed.txt"), fixture("bombardier/gen-bombardier-text.txt"));
    // By hand: hey says 4442.0518 requests a second and 160 of status 200.
    let page = "[160](<= status_200.count[hey]>) [4442 req/s](<= rps[hey]>)";
    let both = site(&(rule("hey") + &rule("bombardier-text")), &[("both.log", &log)], page);
    both.build().success();
    both_verify(&both);
    let unnamed = site("[[evidence]]\nfiles = \"*.log\"", &[("both.log", &log)], "Text.").build();
    assert!(unnamed.stderr.contains("holds bombardier text and hey text"), "{}", unnamed.stderr);
}
