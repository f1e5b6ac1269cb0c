//! What a side can be, and when the two cannot be compared.

use super::{compare, compared, row, wrk};
use crate::support::Site;

#[test]
fn unlike_conditions_are_refused_figure_by_figure() {
    let site = Site::empty();
    for (side, connections) in [("old", 128), ("new", 256)] {
        for round in 1..=5 {
            site.write(&format!("{side}/json-r{round}.txt"), wrk(connections, 900.0 + f64::from(round), 2.0));
        }
    }
    let comparison = compared(&site, ["old", "new"], &[]);
    let rps = row(&comparison, "rps", "rate", "");
    assert_eq!(rps["why"], "not comparable because connections 128 ≠ 256");
    assert_eq!((rps["verdict"].as_str(), rps["change"].as_f64()), (Some("not_comparable"), None));
    assert!(comparison["geometric_means"].as_array().expect("a list").is_empty());

    let comparison = compared(&site, ["old", "new"], &["--accept", "connections"]);
    assert_eq!(row(&comparison, "rps", "rate", "")["verdict"], "no_difference_shown");

    let run = compare(&site, ["old", "new"], &["--accept", "conections"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("did you mean `connections`?"), "{}", run.stderr);
}

#[test]
fn other_tools_paths_and_durations_are_unlike() {
    let site = Site::empty();
    site.write("old.txt", wrk(64, 900.0, 2.0));
    let why = |text: String| {
        site.write("new.txt", text);
        let comparison = compared(&site, ["old.txt", "new.txt"], &[]);
        row(&comparison, "latency", "p99", "")["why"].as_str().expect("a text").to_owned()
    };
    let plain = wrk(64, 800.0, 2.0);
    assert_eq!(why(plain.clone()), "one round each: too few to tell");
    assert_eq!(why(plain.replace(":8080/json", ":9090/json")), "one round each: too few to tell");
    assert_eq!(why(plain.replace("/json", "/text")), "not comparable because path /json ≠ /text");
    // As many requests in less time are what was measured; fewer in less time are another duration.
    let short = plain.replace("in 10.00s", "in 5.00s").replace("Running 10s", "Running 5s");
    assert_eq!(why(short.clone()), "one round each: too few to tell");
    let shorter = short.replace("100000 requests", "50000 requests");
    assert!(why(shorter).starts_with("not comparable because duration "));
}

#[test]
fn parts_of_a_suite_are_sides() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"A site\"\n");
    site.write(
        "data/api/suite.toml",
        "title = \"API\"\n[[evidence]]\nfiles = \"raw/{release}/{route}-r{round}.txt\"\n\
         [dimensions.release]\nvalues = { \"1.7.1\" = \"1.7.1\", \"1.7.2\" = { label = \"1.7.2\", aliases = [\"newest\"] } }\n\
         [dimensions.round]\nrepeat = true\n[dimensions.route]\nvalues = { json = \"JSON\" }\n",
    );
    for (release, rps) in [("1.7.1", 1000.0), ("1.7.2", 1100.0)] {
        for round in 1..=5 {
            for route in ["json", "text"] {
                let text = wrk(64, rps + f64::from(round), 2.0);
                site.write(&format!("data/api/raw/{release}/{route}-r{round}.txt"), text);
            }
        }
    }
    for sides in [["release=1.7.1", "release=newest"], ["api:release=1.7.1", "api:release=1.7.2"]] {
        let comparison = compared(&site, sides, &[]);
        let rps = row(&comparison, "rps", "rate", "json");
        // Medians are those of the third round.
        assert_eq!((rps["old"]["median"].as_f64(), rps["new"]["median"].as_f64()), (Some(1003.0), Some(1103.0)));
        assert_eq!((rps["verdict"].as_str(), rps["new"]["rounds"].as_u64()), (Some("better"), Some(5)));
        assert_eq!(comparison["differs"][0]["dimension"], "release");
    }
    let comparison = compared(&site, ["release=1.7.1,route=json", "release=1.7.2,route=text"], &["--suite", "api"]);
    assert_eq!(row(&comparison, "rps", "rate", "")["verdict"], "better");
    let comparison = compared(&site, ["data/api", "data/api"], &[]);
    assert_eq!(row(&comparison, "rps", "rate", "json")["change"], 0.0);

    for (wrong, help) in [
        ("release=1.7.3", "did you mean"),
        ("relese=1.7.1", "did you mean `release`?"),
        ("apy:release=1.7.1", "did you mean `api`?"),
        ("nothing-there", "there is no file or folder `nothing-there`"),
    ] {
        let run = compare(&site, ["release=1.7.1", wrong], &[]);
        assert_eq!(run.code, 2, "{wrong}: {}", run.stderr);
        assert!(run.stderr.contains(help), "{wrong}: {}", run.stderr);
    }
}

#[test]
fn conditions_of_suites_are_compared() {
    let site = Site::empty();
    for (name, cores) in [("may", 4), ("june", 8)] {
        let manifest = format!(
            "title = \"API\"\n[[evidence]]\nfiles = \"raw/r{{round}}.txt\"\n[dimensions.round]\nrepeat = true\n\
             [conditions]\nhardware = \"{cores} cores\"\nconnections = 32\n"
        );
        site.write(&format!("data/{name}/suite.toml"), manifest);
        site.write(&format!("data/{name}/raw/r1.txt"), wrk(64, 900.0, 2.0));
    }
    let comparison = compared(&site, ["data/may", "data/june"], &[]);
    // What the output says of its connections counts before what the manifest says.
    assert_eq!(row(&comparison, "rps", "rate", "")["why"], "not comparable because hardware 4 cores ≠ 8 cores");
}

#[test]
fn lists_of_single_times_are_samples() {
    let site = Site::empty();
    let times = |of: [f64; 6]| format!("{of:?}");
    let (slow, fast) = ([1.3, 1.1, 1.2, 1.5, 1.4, 1.6], [1.0, 0.8, 0.9, 0.85, 0.95, 0.7]);
    // hyperfine, pytest-benchmark and Criterion, each by hand in its documented form.
    let hyperfine = |of| {
        let times = times(of);
        format!(
            "{{\"results\": [{{\"command\": \"work\", \"mean\": 1, \"stddev\": 0.1, \"median\": 1, \"user\": 0.5, \
             \"system\": 0.1, \"min\": 0.5, \"max\": 2, \"times\": {times}, \"exit_codes\": [0,0,0,0,0,0]}}]}}"
        )
    };
    let pytest = |of| {
        let times = times(of);
        format!(
            "{{\"machine_info\": {{}}, \"version\": \"5.1.0\", \"benchmarks\": [{{\"group\": null, \"name\": \"work\", \
             \"fullname\": \"t.py::work\", \"params\": null, \"stats\": {{\"min\": 0.5, \"max\": 2, \"mean\": 1, \
             \"stddev\": 0.1, \"rounds\": 6, \"median\": 1, \"iterations\": 1, \"data\": {times}}}}}]}}"
        )
    };
    let estimate = "{\"confidence_interval\":{\"confidence_level\":0.95,\"lower_bound\":1.0,\"upper_bound\":2.0},\
                    \"point_estimate\":1.5,\"standard_error\":0.1}";
    let estimates = format!(
        "{{\"mean\":{estimate},\"median\":{estimate},\"median_abs_dev\":{estimate},\"slope\":null,\"std_dev\":{estimate}}}"
    );
    for (side, of) in [("old", slow), ("new", fast)] {
        site.write(&format!("{side}/h/hyperfine.json"), hyperfine(of));
        site.write(&format!("{side}/p/pytest.json"), pytest(of));
        for run in ["base", "new"] {
            site.write(&format!("{side}/c/fib/{run}/estimates.json"), &estimates);
            // Ten iterations a time, twice as long as the others.
            let total = of.map(|time| time * 20.0);
            let sample = format!("{{\"sampling_mode\":\"Flat\",\"iters\":{:?},\"times\":{total:?}}}", [10.0; 6]);
            site.write(&format!("{side}/c/fib/{run}/sample.json"), sample);
        }
    }
    for (folder, old, new) in [("h", 1.35, 0.875), ("p", 1.35, 0.875), ("c", 2.7, 1.75)] {
        let comparison = compared(&site, [&format!("old/{folder}"), &format!("new/{folder}")], &[]);
        let time = row(&comparison, "time", "p50", "");
        let medians = [&time["old"]["median"], &time["new"]["median"]].map(|value| value.as_f64().expect("a number"));
        assert!((medians[0] - old).abs() < 1e-12 && (medians[1] - new).abs() < 1e-12, "{folder}: {medians:?}");
        assert_eq!((time["verdict"].as_str(), time["old"]["rounds"].as_u64()), (Some("better"), Some(6)), "{folder}");
        let rows = comparison["rows"].as_array().expect("a list");
        assert_eq!(rows.iter().filter(|row| row["metric"] == "time").count(), 1, "{folder}: {comparison:#}");
    }
}

#[test]
fn k6_summaries_are_compared_round_by_round() {
    let site = Site::empty();
    for (side, base) in [("old", 10.0), ("new", 12.0)] {
        for round in 1..=5 {
            let p95 = base + f64::from(round) / 10.0;
            let trend = format!("{{\"avg\": 5, \"min\": 1, \"med\": 4, \"max\": 30, \"p(90)\": 8, \"p(95)\": {p95}}}");
            let summary = format!(
                "{{\"root_group\": {{\"name\": \"\", \"path\": \"\", \"id\": \"d41d8cd98f00b204e9800998ecf8427e\", \
                 \"groups\": {{}}, \"checks\": {{}}}}, \"metrics\": {{\"http_req_duration\": {trend}, \
                 \"http_reqs\": {{\"count\": 500, \"rate\": 50}}, \
                 \"http_req_failed\": {{\"passes\": 0, \"fails\": 500, \"value\": 0}}}}}}"
            );
            site.write(&format!("{side}/read-r{round}.json"), summary);
        }
    }
    let comparison = compared(&site, ["old", "new"], &[]);
    let p95 = row(&comparison, "latency", "p95", "");
    // Each side's third round is its median.
    assert_eq!((p95["old"]["median"].as_f64(), p95["new"]["median"].as_f64()), (Some(10.3), Some(12.3)));
    assert_eq!(p95["verdict"], "worse");
    assert_eq!(row(&comparison, "error_rate", "share", "")["verdict"], "no_difference_shown");
}
