//! `benchbook compare`: medians, tests, verdicts, refusals, rules and formats, as a user meets them.

mod formats;
mod noise;
mod rules;
mod sides;

use serde_json::Value;

use crate::support::{Run, Site};

/// Lines of `go test -bench`, in its documented form: a benchmark with the times of its rounds.
pub(crate) fn go_bench(benchmarks: &[(&str, &[f64])]) -> String {
    let line = |name: &str, time: &f64| format!("Benchmark{name}-2 \t    1000\t {time} ns/op\n");
    benchmarks.iter().flat_map(|(name, times)| times.iter().map(|time| line(name, time))).collect()
}

/// What wrk prints of a run, by hand in its form.
pub(crate) fn wrk(connections: u32, rps: f64, p99: f64) -> String {
    format!(
        "Running 10s test @ http://127.0.0.1:8080/json\n  2 threads and {connections} connections\n  \
         Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     1.00ms    0.20ms   9.00ms   90.00%\n    \
         Req/Sec     5.00k   100.00     6.00k    70.00%\n  Latency Distribution\n     50%    0.90ms\n     75%    1.10ms\n     \
         90%    1.50ms\n     99%    {p99:.2}ms\n  100000 requests in 10.00s, 12.00MB read\nRequests/sec:  {rps:.2}\n\
         Transfer/sec:      1.20MB\n"
    )
}

/// A site with a Go benchmark on either side.
pub(crate) fn two(old: &[(&str, &[f64])], new: &[(&str, &[f64])]) -> Site {
    let site = Site::empty();
    site.write("old/bench.txt", go_bench(old));
    site.write("new/bench.txt", go_bench(new));
    site
}

/// Compares, with `more` arguments after the sides.
pub(crate) fn compare(site: &Site, sides: [&str; 2], more: &[&str]) -> Run {
    let mut arguments = vec!["compare", "--color", "never", sides[0], sides[1]];
    arguments.extend(more);
    site.run(&arguments)
}

/// The comparison of `old` and `new` as JSON.
#[track_caller]
pub(crate) fn compared(site: &Site, sides: [&str; 2], more: &[&str]) -> Value {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(more);
    let run = compare(site, sides, &arguments);
    assert!(matches!(run.code, 0 | 3), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

/// The row of a metric and statistic, of the figure that has that value of a dimension.
#[track_caller]
pub(crate) fn row<'v>(comparison: &'v Value, metric: &str, statistic: &str, value: &str) -> &'v Value {
    let rows = comparison["rows"].as_array().expect("there are rows");
    let has_value = |row: &Value| {
        let mut values = row["dimensions"].as_object().expect("an object").values();
        value.is_empty() || values.any(|own| own == value)
    };
    let found = rows.iter().find(|row| row["metric"] == metric && row["statistic"] == statistic && has_value(row));
    found.unwrap_or_else(|| panic!("no {metric} {statistic} {value}: {comparison:#}"))
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((value - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{value} is not {expected}");
}

const OLD: &[f64] = &[1323.0, 1310.0, 1341.0, 1298.0, 1335.0, 1317.0];
const NEW: &[f64] = &[1452.0, 1467.0, 1449.0, 1471.0, 1392.0, 1460.0];

#[test]
fn medians_tests_and_intervals_are_those_of_scipy() {
    let site = two(&[("Sort", OLD)], &[("Sort", NEW)]);
    let comparison = compared(&site, ["old", "new"], &["--level", "0.01"]);
    let time = row(&comparison, "time", "mean", "Sort");
    // scipy.stats.mannwhitneyu(OLD, NEW, method="exact"): U = 0, p = 0.0021645021645021645.
    // numpy.median: 1320 and 1456, 1456 / 1320 - 1 = 0.10303030303030303.
    // q = sorted(y / x for x in OLD for y in NEW): q[2] - 1 and q[-3] - 1, since by counting all ways to place six
    // among twelve 2 P(U < 3) = 0.008658 and 2 P(U < 4) = 0.015152.
    near(&time["old"]["median"], 1320.0);
    near(&time["new"]["median"], 1456.0);
    near(&time["change"], 0.103_030_303_030_303_03);
    near(&time["u"], 0.0);
    near(&time["p"], 0.002_164_502_164_502_164_5);
    near(&time["interval"][0], 0.052_154_195_011_337_78);
    near(&time["interval"][1], 0.124_807_395_993_836_72);
    assert_eq!((&time["verdict"], &time["old"]["rounds"]), (&"worse".into(), &6.into()));
    // The second line is 1452, the fifth 1392; 1452 and 1460 are as near to the median, and the first is cited.
    assert_eq!((&time["new"]["evidence"], &time["new"]["line"]), (&"new/bench.txt".into(), &1.into()));
}

#[test]
fn ties_take_the_corrected_approximation_and_more_is_better_of_a_rate() {
    let site = Site::empty();
    let rates = [[900, 900, 910, 920, 905, 915, 925], [880, 880, 870, 900, 860, 875, 865]];
    for (side, rates) in ["old", "new"].iter().zip(rates) {
        for (round, rate) in (1..).zip(rates) {
            site.write(&format!("{side}/json-r{round}.txt"), wrk(64, f64::from(rate), 2.0));
        }
    }
    let comparison = compared(&site, ["old", "new"], &["--level", "0.01"]);
    let rps = row(&comparison, "rps", "rate", "");
    // scipy.stats.mannwhitneyu(old, new, method="asymptotic"): U = 48, p = 0.003125535947297806. By counting all
    // ways to place seven among fourteen, k = 5: the fifth of the 49 ratios from either end.
    near(&rps["u"], 48.0);
    assert!((rps["p"].as_f64().expect("a number") - 0.003_125_535_947_297_806).abs() < 1e-12);
    near(&rps["change"], 875.0 / 910.0 - 1.0);
    near(&rps["interval"][0], -0.059_782_608_695_652_22);
    near(&rps["interval"][1], -0.016_393_442_622_950_838);
    assert_eq!((&rps["verdict"], &rps["better"]), (&"worse".into(), &"higher".into()));
    // All are 2 ms.
    let p99 = row(&comparison, "latency", "p99", "");
    assert_eq!((&p99["verdict"], &p99["change"]), (&"no_difference_shown".into(), &0.0.into()));
}

#[test]
fn a_suite_says_which_way_its_metrics_are_better() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    let stated =
        "title = \"Suite\"\n\n[[evidence]]\nfiles = \"{release}-{round}.csv\"\n\n[dimensions.round]\nrepeat = true\n";
    for (release, hits) in [("a", 80), ("b", 90)] {
        for round in 1..=5 {
            let rows = format!("name,value,unit,metric\nhits,{},%,hits\nwait,{},ms,wait\n", hits + round, hits + round);
            site.write(&format!("data/suite/{release}-{round}.csv"), rows);
        }
    }
    let verdicts = |metrics: &str| {
        site.write("data/suite/suite.toml", format!("{stated}{metrics}"));
        let comparison = compared(&site, ["suite:release=a", "suite:release=b"], &[]);
        let of = |metric: &str| {
            let rows = comparison["rows"].as_array().expect("rows").iter();
            let row = rows.clone().find(|row| row["metric"] == metric).unwrap_or_else(|| panic!("{comparison}"));
            row["verdict"].as_str().expect("a text").to_owned()
        };
        [of("hits"), of("wait")]
    };
    // More of a share may be good or bad; of a time, less is better by itself.
    assert_eq!(verdicts(""), ["not_judged", "worse"]);
    assert_eq!(verdicts("[metrics.hits]\nbetter = \"higher\"\n"), ["better", "worse"]);
    assert_eq!(
        verdicts("[metrics.hits]\nbetter = \"lower\"\n[metrics.wait]\nbetter = \"neither\"\n"),
        ["worse", "not_judged"]
    );
}

#[test]
fn too_few_rounds_are_no_verdict_unless_a_threshold_is_given() {
    let site = two(&[("A", &[100.0]), ("B", &[100.0])], &[("A", &[150.0]), ("B", &[103.0])]);
    let of = |more: &[&str], name: &str| {
        let comparison = compared(&site, ["old", "new"], more);
        row(&comparison, "time", "mean", name)["why"].as_str().expect("a text").to_owned()
    };
    assert_eq!(of(&[], "A"), "one round each: too few to tell");
    assert_eq!(of(&["--threshold", "10%"], "A"), "worse by the threshold");
    assert_eq!(of(&["--threshold", "10%"], "B"), "within the threshold");

    let site = two(&[("A", &[1.0, 2.0, 3.0])], &[("A", &[5.0, 6.0, 7.0])]);
    let comparison = compared(&site, ["old", "new"], &[]);
    assert_eq!(row(&comparison, "time", "mean", "A")["why"], "3 rounds each: too few to tell, 4 each are enough");
    let comparison = compared(&site, ["old", "new"], &["--level", "0.1"]);
    assert_eq!(row(&comparison, "time", "mean", "A")["verdict"], "worse");
}

#[test]
fn what_cannot_be_told_is_no_difference_only_where_a_large_one_is_excluded() {
    let even = [100.0, 100.5, 101.0, 100.2, 100.7, 100.4];
    let again = [100.1, 100.6, 100.9, 100.3, 100.8, 100.5];
    let wild = [60.0, 150.0, 90.0, 130.0, 75.0, 110.0];
    let site = two(&[("Even", &even), ("Wild", &wild)], &[("Even", &again), ("Wild", &even)]);
    let comparison = compared(&site, ["old", "new"], &[]);
    assert_eq!(row(&comparison, "time", "mean", "Even")["verdict"], "no_difference_shown");
    assert_eq!(row(&comparison, "time", "mean", "Wild")["verdict"], "too_noisy");
}

#[test]
fn geometric_means_are_over_what_can_be_compared() {
    // Ratios 2, 1/2 and 4: the cube root of 4. D is missing on one side.
    let site = two(
        &[("A", &[10.0]), ("B", &[10.0]), ("C", &[10.0]), ("D", &[1.0])],
        &[("A", &[20.0]), ("B", &[5.0]), ("C", &[40.0])],
    );
    let comparison = compared(&site, ["old", "new"], &[]);
    let means = comparison["geometric_means"].as_array().expect("a list");
    assert_eq!(means.len(), 1);
    near(&means[0]["change"], 4.0_f64.cbrt() - 1.0);
    assert_eq!((&means[0]["members"], &means[0]["left_out"]), (&3.into(), &1.into()));
    let missing = row(&comparison, "time", "mean", "D");
    assert_eq!((&missing["verdict"], &missing["new"]), (&"missing_new".into(), &Value::Null));
}
