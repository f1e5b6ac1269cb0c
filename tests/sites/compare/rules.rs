//! `--fail-on`: what fires, where, and what is no rule.

use super::{compare, compared, go_bench, two, wrk};
use crate::support::Site;

/// Fast grows by half, Noisy by half too but within its noise, Same stays, Gone is gone.
fn site() -> Site {
    let even = [100.0, 101.0, 102.0, 100.5, 101.5];
    let wild = [100.0, 210.0, 60.0, 150.0, 30.0];
    two(
        &[("Fast", &even), ("Noisy", &wild), ("Same", &even), ("Gone", &even)],
        &[("Fast", &even.map(|time| time * 1.5)), ("Noisy", &wild.map(|time| time * 1.5)), ("Same", &even)],
    )
}

#[track_caller]
fn fired(site: &Site, rule: &str) -> Vec<String> {
    let run = compare(site, ["old", "new"], &["--fail-on", rule, "--quiet"]);
    let lines: Vec<String> = run.stderr.lines().map(str::to_owned).collect();
    assert_eq!(run.code, if lines.is_empty() { 0 } else { 3 }, "{rule}: {}", run.stderr);
    lines
}

#[test]
fn what_fires_is_listed_with_its_place() {
    let site = site();
    // Fast has lines 1 to 5 of the new side; its median, 101 · 1.5, is the second of them.
    let fast = "time (Fast) 101 ns → 152 ns, +50.0% (new/bench.txt:2)";
    assert_eq!(fired(&site, "regression"), [format!("failed by regression: {fast}")]);
    assert_eq!(fired(&site, "time>20%"), [format!("failed by time>20%: {fast}")]);
    // Its time and its iterations.
    assert_eq!(fired(&site, "missing").len(), 2);
    assert!(fired(&site, "missing")[1].contains("time (Gone) missing on the new side (old/bench.txt:17)"));
    assert!(fired(&site, "time>60%").is_empty() && fired(&site, "time<-5%").is_empty());
    assert!(fired(&site, "errors").is_empty());
}

#[test]
fn a_relative_rule_heeds_noise_unless_told_otherwise() {
    let site = site();
    assert_eq!(fired(&site, "time>20%!").len(), 2);
    assert_eq!(fired(&site, "time[Noisy]>20%!").len(), 1);
    assert!(fired(&site, "time[Noisy]>20%").is_empty());
}

#[test]
fn limits_are_of_the_new_side() {
    let site = site();
    // Fast is at 151.5 ns; Noisy at 150 is not above.
    assert_eq!(fired(&site, "time above 0.15 µs").len(), 1);
    assert_eq!(fired(&site, "time below 102 ns").len(), 1);
    assert!(fired(&site, "time above 1 ms").is_empty());
}

#[test]
fn failed_requests_fire_errors() {
    let site = Site::empty();
    site.write("old/r1.txt", wrk(64, 900.0, 2.0));
    let failing = wrk(64, 900.0, 2.0).replace("Requests/sec", "  Non-2xx or 3xx responses: 7\nRequests/sec");
    site.write("new/r1.txt", failing);
    let lines = fired(&site, "errors");
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("failed by errors: non_2xx 7.00 req (new/r1.txt:12)"), "{lines:?}");
}

#[test]
fn several_rules_are_all_told() {
    let site = site();
    let comparison = compared(&site, ["old", "new"], &["--fail-on", "regression", "--fail-on", "missing"]);
    let rules: Vec<&str> =
        comparison["fired"].as_array().expect("a list").iter().filter_map(|f| f["rule"].as_str()).collect();
    assert_eq!(rules, ["regression", "missing", "missing"]);
}

#[test]
fn a_wrong_rule_is_a_usage_error_with_a_caret() {
    let site = site();
    for (rule, expected) in [
        ("p99>5ms", "`5ms` is no percentage"),
        ("regresion", "did you mean `regression`?"),
        ("tme>5%", "the rule `tme>5%` speaks of no figure of the comparison"),
        ("time above 3 MB", "`time` is in `ns`, not in `MB`"),
        ("time below 3", "write the limit with its unit"),
        ("rps<3%", "would fire where nothing changed"),
    ] {
        let run = compare(&site, ["old", "new"], &["--fail-on", rule]);
        assert_eq!(run.code, 2, "{rule}: {}", run.stderr);
        assert!(run.stderr.contains(expected) && run.stderr.contains('^'), "{rule}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{rule}");
    }
}

#[test]
fn one_round_can_be_guarded_by_the_plain_form() {
    let site = Site::empty();
    site.write("old/bench.txt", go_bench(&[("A", &[100.0])]));
    site.write("new/bench.txt", go_bench(&[("A", &[120.0])]));
    assert!(fired(&site, "time>10%").is_empty());
    assert_eq!(fired(&site, "time>10%!").len(), 1);
}
