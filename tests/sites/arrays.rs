//! Single measurements in arrays of JSON files: `samples(…)`, and what they add to a tool's own statistics.
//!
//! The files are written in the formats of the tools; what is expected of them is worked out by hand.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;

use serde_json::{Value, json};

use crate::samples::site;
use crate::support::{Site, check_codes, tests};

/// Ten times of a command in hyperfine's format, 20 s to 11 s, and 40 of another: 1 s to 40 s.
pub(crate) fn hyperfine() -> String {
    let result = |command: &str, times: Vec<f64>| {
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        json!({"command": command, "mean": mean, "stddev": null, "median": 15.5, "user": 0.1, "system": 0.1,
            "min": 0.5, "max": 99.5, "times": times, "exit_codes": vec![0; times.len()]})
    };
    let ten = (11..=20).rev().map(f64::from).collect();
    let forty = (1..=40).map(f64::from).collect();
    serde_json::to_string_pretty(&json!({"results": [result("ten", ten), result("forty", forty)]})).expect("it is JSON")
}

/// Estimates and samples of Criterion: 1, 2, 4, 8 and 16 iterations of 8, 6, 4, 10 and 2 ns.
pub(crate) const ESTIMATES: &str = r#"{
  "mean": {"confidence_interval": {"confidence_level": 0.95, "lower_bound": 5.5, "upper_bound": 6.5}, "point_estimate": 6.0, "standard_error": 0.2},
  "median": {"confidence_interval": {"confidence_level": 0.95, "lower_bound": 5.5, "upper_bound": 6.5}, "point_estimate": 6.0, "standard_error": 0.2},
  "median_abs_dev": {"confidence_interval": {"confidence_level": 0.95, "lower_bound": 1.0, "upper_bound": 3.0}, "point_estimate": 2.0, "standard_error": 0.2},
  "slope": null,
  "std_dev": {"confidence_interval": {"confidence_level": 0.95, "lower_bound": 1.0, "upper_bound": 4.0}, "point_estimate": 3.2, "standard_error": 0.2}
}
"#;
pub(crate) const SAMPLE: &str =
    "{\"sampling_mode\":\"Linear\",\"iters\":[1.0,2.0,4.0,8.0,16.0],\n\"times\":[8.0,12.0,16.0,80.0,32.0]}\n";

/// JMH: two forks of three and two iterations, and calls as pairs of a time and how often it occurred.
pub(crate) const JMH: &str = r#"[
  {"jmhVersion": "1.37", "benchmark": "b.Sort", "mode": "avgt", "threads": 1,
   "primaryMetric": {"score": 12.0, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
    "scorePercentiles": {"0.0": 10.0, "50.0": 12.0, "100.0": 14.0}, "scoreUnit": "us/op",
    "rawData": [[10.0, 11.0, 12.0], [13.0, 14.0]]}, "secondaryMetrics": {}},
  {"jmhVersion": "1.37", "benchmark": "b.Sort", "mode": "sample", "threads": 1,
   "primaryMetric": {"score": 2.5, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
    "scorePercentiles": {"0.0": 1.0}, "scoreUnit": "us/op",
    "rawDataHistogram": [[[[1.0, 60], [3.0, 20]], [[5.0, 20], [9.0, 1]]]]}, "secondaryMetrics": {}}
]
"#;

/// BenchmarkDotNet, asv and cargo-criterion.
const DOTNET: &str = r#"{"HostEnvironmentInfo": {}, "Benchmarks": [{"Namespace": "D", "Type": "S", "Method": "Q", "Parameters": "",
 "Statistics": {"OriginalValues": [40.0, 10.0, 20.0, 30.0], "N": 4, "Median": 25.0, "Mean": 25.0}}]}
"#;
const ASV: &str = r#"{"commit_hash": "c", "env_name": "e", "params": {"machine": "m"},
 "result_columns": ["result", "params", "version", "stats_ci_99_a", "stats_number", "stats_repeat", "samples"],
 "results": {"b.time_sum": [[2.5, 6.0], [["1", "2"]], "v", [-Infinity, -Infinity], [9, 9], [4, 2], [[1.0, 2.0, 3.0, 4.0], [5.0, 7.0]]]}}
"#;
const CARGO: &str = r#"{"reason":"warning"}
{"reason":"benchmark-complete","id":"cc","iteration_count":[2,4,5],"measured_values":[10.0,12.0,35.0],"unit":"ns","mean":{"estimate":5.0,"lower_bound":3.0,"upper_bound":7.0,"unit":"ns"}}
"#;
/// Times of single calls in one round of pytest-benchmark, 1 s to 200 s.
fn pytest() -> String {
    let data: Vec<f64> = (1..=200).map(f64::from).collect();
    let stats = json!({"min": 1.0, "max": 200.0, "mean": 100.5, "stddev": 57.9, "median": 100.5, "rounds": 200,
        "iterations": 1, "data": data});
    json!({"machine_info": {}, "version": "5.0.0", "benchmarks": [{"name": "py", "fullname": "py", "stats": stats}]})
        .to_string()
}

const SUITE: &str = "[[evidence]]\nfiles = [\"{tool}.json\", \"{tool}.ndjson\"]\n\
    [[evidence]]\nfiles = \"{tool}/new/estimates.json\"\n";

/// A site of all of them, with that page.
pub(crate) fn arrays(page: &str) -> Site {
    let (hyperfine, pytest) = (hyperfine(), pytest());
    let evidence = [
        ("hf.json", hyperfine.as_str()),
        ("criterion/new/estimates.json", ESTIMATES),
        ("criterion/new/sample.json", SAMPLE),
        ("jmh.json", JMH),
        ("dotnet.json", DOTNET),
        ("asv.json", ASV),
        ("cargo.ndjson", CARGO),
        ("pytest.json", &pytest),
    ];
    site(SUITE, &evidence, page)
}

fn numbers(site: &Site) -> Vec<Value> {
    site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone()
}

#[test]
fn arrays_add_what_a_tool_lacks() {
    // Expression, its value, and what stands at its place where it stands somewhere.
    let told = [
        // The tool's own come first, even where they are not those of its times.
        ("time.min[hf, ten]", 0.5, Some("0.5")),
        ("samples[hf, forty]", 40.0, None),
        // Of 40 times, ten lie beyond 30 s and above p75, so that the median is told and p90 is not.
        ("time.p50[hf, ten]", 15.5, Some("15.5")),
        ("time.min[criterion]", 2.0, None),
        ("time.max[criterion]", 10.0, None),
        ("time.p50[criterion]", 6.0, Some("6.0")),
        ("samples[jmh, avgt]", 5.0, None),
        ("samples[jmh, sample]", 101.0, None),
        // The 91st of 60, 20, 20 and 1 calls.
        ("time.p90[jmh, sample]", 5.0, Some("5.0")),
        ("time.max[jmh, sample]", 9.0, Some("9.0")),
        ("time.min[dotnet]", 10.0, Some("10.0")),
        ("samples[dotnet]", 4.0, Some("4")),
        ("time[asv, 1]", 2.5, None),
        ("time.max[asv, 2]", 7.0, Some("7.0")),
        // 10 over 2, 12 over 4, 35 over 5.
        ("time.min[cargo]", 3.0, None),
        ("time.p95[pytest]", 190.0, Some("190.0")),
    ];
    let page: String = told.iter().map(|(expression, ..)| format!("[](<= {expression}>)\n\n")).collect();
    let site = arrays(&page);
    site.build().success();
    for (figure, (expression, value, raw)) in numbers(&site).iter().zip(told) {
        assert_eq!(figure["expression"], expression);
        assert_eq!(figure["inputs"][0]["value"].as_f64(), Some(value), "{figure}");
        assert_eq!(figure["inputs"][0].get("raw").and_then(Value::as_str), raw, "{figure}");
    }
    let run = site.verify();
    run.success();
}

#[test]
fn percentiles_are_told_of_single_operations_only() {
    for (expression, why) in [
        ("time.p99[hf, forty]", "no `p99` of `time`"),
        ("time.p90[dotnet]", "no `time.p90`"),
        ("time.p99[pytest]", "no `p99` of `time`"),
    ] {
        let site = arrays(&format!("[](<= {expression}>)"));
        assert!(site.build().stderr.contains(why), "{expression}: {}", site.build().stderr);
    }
}

#[test]
fn measurements_are_taken_one_by_one() {
    let told = [
        ("median(samples(time[hf, ten]))", 15.5),
        ("mean(samples(time[criterion]))", 6.0),
        ("max(samples(time[jmh, avgt]))", 14.0),
        ("sum(samples(time[jmh, sample]))", 60.0 + 60.0 + 100.0 + 9.0),
        ("count(samples(time[asv, parameter = *]))", 6.0),
        ("count_between(samples(time[hf, *]), 11 s, 21 s)", 20.0),
        ("quantile(samples(time[cargo]), 50 %)", 5.0),
        // 11 s to 20 s against 1 s to 40 s: each is above as many as come before it, and level with one.
        ("mann_whitney_u(samples(time[hf, ten]), samples(time[hf, forty]))", 150.0),
    ];
    let page: String = told.iter().map(|(expression, _)| format!("[](<= {expression}>)\n\n")).collect();
    let site = arrays(&format!("{page}[](<= ci95(samples(time[hf, ten]))>) [](<= pooled(time.p50[hf, *])>)"));
    site.build().success();
    let figures = numbers(&site);
    for (figure, (expression, value)) in figures.iter().zip(told) {
        assert_eq!(figure["expression"], expression);
        let unit = figure["unit"].as_str().expect("a unit");
        let scale = match unit {
            "ns" if expression.contains("hf") || expression.contains("asv") => 1e9,
            "ns" if expression.contains("jmh") => 1e3,
            _ => 1.0,
        };
        let found = figure["value"].as_f64().expect("a number");
        assert!((found / (value * scale) - 1.0).abs() < 1e-9, "{expression}: {found} {unit} for {value}");
    }
    // The second smallest and the second largest of ten cover 97.9 %.
    assert_eq!(figures[8]["value"], json!([12e9, 19e9]));
    assert_eq!(figures[0]["formula"], "median(samples($0))");
    assert_eq!(figures[0]["statistic"], "median of 10 samples of time");
    assert_eq!(figures[0]["inputs"][0]["samples"]["over"], "/results/0/times/0../results/0/times/9");
    assert_eq!(
        figures[8]["statistic"],
        "97.9 % confidence interval (order statistics) of the median of 10 samples of time"
    );
    // The 25th of 50: ten below 11 s, then each of 11 s to 20 s twice.
    assert_eq!((&figures[9]["value"], &figures[9]["formula"]), (&json!(18e9), &json!("pooled(50, $0, $1)")));
    let run = site.verify();
    run.success();
}

#[test]
fn charts_are_drawn_from_arrays() {
    let chart = |kind: &str, by: &str| {
        format!(
            "```chart\nkind = \"{kind}\"\nvalue = \"samples(time)\"\n{by} = \"benchmark\"\nwhere = {{ tool = \"hf\" }}\n```\n\n"
        )
    };
    let all = [("box", "rows"), ("violin", "rows"), ("histogram", "series"), ("ecdf", "series")];
    let site = arrays(&all.map(|(kind, by)| chart(kind, by)).concat());
    site.build().success();
    let figures = numbers(&site);
    // A mark of a single measurement leads to its byte: one of `ten`, and of `forty` every twentieth part.
    let single = |figure: &&Value| figure["formula"] == "$0" && figure["inputs"][0]["locator"] == "/results/0/times/3";
    let mark = figures.iter().find(single).expect("the fourth time of `ten` is a mark");
    assert_eq!((&mark["inputs"][0]["raw"], &mark["statistic"]), (&json!("17.0"), &json!("time, single measurement")));
    assert!(site.read("public/page/index.html").contains("time per iteration"), "the axis says what is measured");
    let run = site.verify();
    run.success();
}

#[test]
fn what_has_no_single_measurements_says_so() {
    let wrong = |page: &str| arrays(page).build().stderr;
    let alone = wrong("[](<= samples(time[hf, ten])>)");
    assert!(alone.contains("single measurements are many values") && alone.contains("median(samples("), "{alone}");
    assert!(wrong("[](<= median(samples(time[hf, ten] * 2))>)").contains("`samples` takes a metric of runs"));
    let bare = site(
        "[[evidence]]\nfiles = \"new/estimates.json\"",
        &[("new/estimates.json", ESTIMATES)],
        "[](<= median(samples(time))>)",
    );
    assert!(bare.build().stderr.contains("a run has no single measurements"), "{}", bare.build().stderr);
    let many = JMH.replace("[9.0, 1]", "[9.0, 10000]");
    let many = site("[[evidence]]\nfiles = \"a.json\"", &[("a.json", &many)], "[](<= median(samples(time[sample]))>)");
    assert!(many.build().stderr.contains("10100 measurements are too many"), "{}", many.build().stderr);
    many.write(
        "content/page.md",
        "+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n[](<= pooled(time.p99[sample])>) [](<= time.p50[sample]>)\n",
    );
    many.build().success();
    many.verify().success();
}

#[test]
fn arrays_that_cannot_be_are_errors() {
    let wrong = |text: &str| {
        let site = site("[[evidence]]\nfiles = \"a.json\"", &[("a.json", text)], "Text.");
        check_codes(&site.build().stderr)
    };
    assert_eq!(wrong(&hyperfine().replacen("20.0", "-20.0", 1)), ["BB203", "BB207"]);
    assert_eq!(wrong(&JMH.replace("[5.0, 20]", "[5.0, 2.5]")), ["BB203", "BB207"]);
    for sample in [SAMPLE.replace("8.0,16.0]", "8.0]"), SAMPLE.replace("[1.0,", "[0.0,")] {
        let evidence = [("new/estimates.json", ESTIMATES), ("new/sample.json", &sample)];
        let site = site("[[evidence]]\nfiles = \"new/estimates.json\"", &evidence, "Text.");
        assert_eq!(check_codes(&site.build().stderr), ["BB203", "BB207"], "{sample}");
    }
}

/// A list that somebody shortened is no list of all times, which is said; the tool's own statistics are read.
#[test]
fn a_list_that_was_shortened_is_told() {
    let shortened = hyperfine().replacen("20.0", "\"and so on\"", 1);
    let site = site("[[evidence]]\nfiles = \"a.json\"", &[("a.json", &shortened)], "[](<= mean(time[ten]) >)");
    let run = site.run(&["build", "--color", "never"]);
    run.success();
    let line = 1 + shortened.lines().position(|line| line.contains("and so on")).expect("it is there");
    for part in
        ["warning[BB203]: this is no number", &format!("a.json:{line}:"), "put the list back as the tool wrote it"]
    {
        assert!(run.stderr.contains(part), "no {part:?} in {}", run.stderr);
    }
    let run = site.run(&["formats", "data/runs/a.json"]);
    assert!(run.stdout.contains("BB203: \"and so on\": this is no number"), "{}", run.stdout);
}

#[test]
fn what_is_read_beside_estimates_is_shown_by_itself() {
    let site = Site::empty();
    site.write("sample.json", SAMPLE);
    let run = site.run(&["formats", "sample.json"]);
    run.success();
    assert!(run.stdout.contains(", 1 run\n") && run.stdout.contains("  samples"), "{}", run.stdout);
    assert!(run.stdout.ends_with("  read with the `estimates.json` beside it\n"), "{}", run.stdout);
}

/// The runs of a table are counted one by one only after each file has what files beside it say.
#[test]
fn measurements_beside_stay_with_their_run_after_a_table_of_runs() {
    let table = r#"{"system": "s", "machine": "m", "load_time": 1, "result": [[0.5, 0.25, null]]}"#;
    let rules = "[[evidence]]\nfiles = \"a.json\"\n[[evidence]]\nfiles = \"{part}/new/estimates.json\"";
    let evidence = [("a.json", table), ("x/new/estimates.json", ESTIMATES), ("x/new/sample.json", SAMPLE)];
    let site = site(rules, &evidence, "[](<= median(samples(time[part = x]))>)");
    site.build().success();
    assert_eq!(numbers(&site)[0]["value"], 6.0);
    site.verify().success();
}

#[test]
fn a_report_without_a_site_shows_how_samples_are_spread() {
    let site = Site::empty();
    site.write("times.json", hyperfine());
    site.write("criterion/x/new/estimates.json", ESTIMATES);
    site.write("criterion/x/new/sample.json", SAMPLE);
    site.write("criterion/y/new/estimates.json", ESTIMATES);
    site.write("criterion/y/new/sample.json", SAMPLE);
    let quartile = |report: &str, expression: &str| {
        let figures =
            site.json(&format!("{report}/report/figures.json"))["figures"].as_array().expect("a list").clone();
        let found = figures.iter().find(|figure| figure["expression"] == expression).cloned();
        site.run(&["verify", report]).success();
        found.unwrap_or_else(|| panic!("no {expression} in {figures:?}"))
    };
    site.run(&["build", "times.json", "--out", "one"]).success();
    // The quartile of type 7 of 11 s to 20 s.
    let found = quartile("one", "quantile(samples(time[benchmark = ten]), 25 %)");
    assert_eq!((found["value"].as_f64(), found["unit"].as_str()), (Some(13.25), Some("s")));
    site.run(&["build", "criterion", "--out", "many"]).success();
    assert_eq!(quartile("many", "median(samples(time[benchmark = x]))")["value"], 6.0);
}

#[test]
fn comparisons_test_the_iterations_of_forks() {
    let site = Site::empty();
    site.write("old.json", JMH);
    let slower = JMH.replace("[[10.0, 11.0, 12.0], [13.0, 14.0]]", "[[20.0, 21.0, 22.0], [23.0, 24.0]]");
    site.write("new.json", slower.replace("\"score\": 12.0", "\"score\": 22.0"));
    let run = site.run(&["compare", "old.json", "new.json", "--format", "csv"]);
    // No value of one side is above one of the other: p is 2 / C(10, 5).
    let row = run.stdout.lines().find(|line| line.starts_with("time,p50,") && line.contains("avgt")).expect("a row");
    assert!(row.contains("worse") && row.contains("0.00793650"), "{}", run.stdout);
    // Calls that are counted by their time are no list: their percentiles are compared.
    assert!(
        run.stdout.lines().any(|line| line.starts_with("time,p90,") && line.contains("mode=sample")),
        "{}",
        run.stdout
    );
}

#[test]
fn a_statistic_that_is_not_there_is_named() {
    let suite = "[[evidence]]\nfiles = \"a.json\"\n[[evidence.json.values]]\npointer = \"/*/m\"\nmetric = \"memory.value\"\n\
        unit = \"MB\"\n";
    let chart = "```chart\nkind = \"bars\"\nvalue = \"memory\"\ngroups = \"key\"\n```\n";
    let run = site(suite, &[("a.json", r#"{"a": {"m": 5}, "b": {"m": 7}}"#)], chart).build();
    assert!(run.stderr.contains("no `max` of `memory`") && run.stderr.contains("`memory.value`"), "{}", run.stderr);
}

#[test]
fn lists_of_several_metrics_of_a_run_are_told_apart() {
    let profiled = fs::read_to_string(tests().join("fixtures/jmh/profiled.json")).expect("it can be read");
    let page = "[12.5 µs](<= median(samples(time))>), [8192.25 B](<= median(samples(gc_alloc_rate_norm))>), \
        [5](<= \"samples{gc_count}\">) iterations with [17](<= gc_count.count>) collections, \
        [4](<= max(samples(gc_count))>) at most.\n\n\
        ```chart\nkind = \"box\"\ncaption = \"Allocated\"\nvalue = \"samples(gc_alloc_rate_norm)\"\nrows = [\"benchmark\"]\n```\n";
    let site = site("[[evidence]]\nfiles = \"a.json\"", &[("a.json", &profiled)], page);
    site.build().success();
    site.verify().success();
    let figures = site.json("public/page/figures.json");
    let formulas: Vec<&str> =
        figures["figures"].as_array().expect("a list").iter().filter_map(|figure| figure["formula"].as_str()).collect();
    assert!(formulas.contains(&"median(samples($0))"), "a list is one input: {formulas:?}");
}
