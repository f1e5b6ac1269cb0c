//! The unit in which times of microbenchmarks are shown.

use crate::support::Site;

/// The texts of the figures of a report on a file of hyperfine, and the units that they have.
fn times(means: [&str; 2]) -> (Vec<String>, Vec<String>) {
    let site = Site::empty();
    let result = |(name, mean): (&str, &str)| {
        format!(
            r#"{{"command": "{name}", "mean": {mean}, "user": 0.001, "system": 0.002, "min": {mean}, "max": {mean}}}"#
        )
    };
    let results: Vec<_> = ["one", "two"].into_iter().zip(means).map(result).collect();
    site.write("times.json", format!("{{\"results\": [{}]}}", results.join(", ")));
    site.run(&["build", "times.json", "--out", "report"]).success();
    site.run(&["verify", "report"]).success();
    let document = site.json("report/report/figures.json");
    let figures = document["figures"].as_array().expect("a list").iter();
    let of = figures.filter(|figure| {
        figure["expression"].as_str().is_some_and(|text| text.starts_with("time[")) && figure["kind"] == "value"
    });
    let text = |figure: &serde_json::Value, key: &str| figure[key].as_str().expect("a text").to_owned();
    of.map(|figure| (text(figure, "text"), text(figure, "unit"))).unzip()
}

#[test]
fn times_have_the_largest_unit_in_which_all_of_a_suite_are_at_least_one() {
    let shown = |means, texts: [&str; 2], unit: &str| {
        assert_eq!(times(means), (texts.map(String::from).to_vec(), vec![unit.to_owned(); 2]));
    };
    shown(["0.015566180600000002", "0.0812"], ["15.6", "81.2"], "ms");
    shown(["25.25", "75.75"], ["25.3", "75.8"], "s");
    shown(["0.000001234", "0.0000034564"], ["1.23", "3.46"], "µs");
    shown(["0.00000025", "0.015566181"], ["250", "15,566,181"], "ns");
}
