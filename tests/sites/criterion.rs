//! What Criterion's `benchmark.json` says of the estimates beside it: names as they were given, and what one iteration
//! handles. The files are written in the form of Criterion 0.7, with times of 6 ns a mean.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;

use serde_json::{Value, json};

use crate::arrays::ESTIMATES;
use crate::samples::{both_verify, site};
use crate::support::{Site, tests};

/// The folder of `größe/a:b` with the parameter 64, as Criterion spells it, and one of a group that is a benchmark.
const SORT: &str = "größe_a/std sort/64";
const FIB: &str = "fib 12";

/// `benchmark.json` of a function of a group with a parameter.
fn sorting(throughput: &Value) -> String {
    json!({"group_id": "größe/a", "function_id": "std sort", "value_str": "64", "throughput": throughput,
        "full_id": "größe/a/std sort/64", "directory_name": SORT, "title": "größe/a/std sort/64"})
    .to_string()
}

/// That of a benchmark by itself.
fn single(throughput: &Value) -> String {
    json!({"group_id": FIB, "function_id": null, "value_str": null, "throughput": throughput,
        "full_id": FIB, "directory_name": FIB, "title": FIB})
    .to_string()
}

fn figures(site: &Site, page: &str) -> Vec<Value> {
    site.json(&format!("{page}/figures.json"))["figures"].as_array().expect("a list").clone()
}

/// A site of the two benchmarks of a release, with that rule and page.
fn benchmarks(rule: &str, page: &str) -> Site {
    let (sort, fib) = (sorting(&json!({"Elements": 48})), single(&json!({"Bytes": 1536})));
    let evidence = [
        (&*format!("v1/criterion/{SORT}/new/estimates.json"), ESTIMATES),
        (&*format!("v1/criterion/{SORT}/new/benchmark.json"), &*sort),
        (&*format!("v1/criterion/{FIB}/new/estimates.json"), ESTIMATES),
        (&*format!("v1/criterion/{FIB}/new/benchmark.json"), &*fib),
    ];
    site(rule, &evidence, page)
}

/// The value and unit of a figure.
fn shown(figure: &Value) -> (Option<f64>, &str) {
    (figure["value"].as_f64(), figure["unit"].as_str().unwrap_or_default())
}

#[test]
fn names_and_what_an_iteration_handles_are_those_of_the_file_beside() {
    let told = [
        // 48 elements in 6 ns, 1536 bytes in 6 ns.
        ("elements_per_iteration.value[größe/a, std sort, 64] / time[größe/a, std sort, 64]", 8.0, "elements/ns"),
        ("bytes_per_iteration.value[fib 12] / time[fib 12]", 256.0, "B/ns"),
        ("time.p50[v1, std sort]", 6.0, "ns"),
    ];
    let page: String = told.iter().map(|(expression, ..)| format!("[](<= {expression}>)\n\n")).collect();
    let site = benchmarks("[[evidence]]\nfiles = \"{release}/criterion/**/new/estimates.json\"\n", &page);
    let run = site.build();
    run.success();
    let found = figures(&site, "public/page");
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), told.map(|(_, value, unit)| (Some(value), unit)));
    let inputs: Vec<_> = found[0]["inputs"].as_array().expect("a list").iter().collect();
    let places: Vec<_> = inputs.iter().map(|input| (&input["locator"], &input["raw"])).collect();
    let expected =
        [("/throughput/Elements", "48"), ("/mean/point_estimate", "6.0")].map(|(at, raw)| (json!(at), json!(raw)));
    assert_eq!(places, expected.each_ref().map(|(at, raw)| (at, raw)));
    let file = inputs[0]["evidence"].as_str().expect("a file");
    assert_eq!(file, format!("data/runs/v1/criterion/{SORT}/new/benchmark.json"));
    both_verify(&site);
    // Both follow the rate to the bytes of each file.
    site.write(&format!("public/evidence/{}", &file["data/".len()..]), sorting(&json!({"Elements": 49})));
    assert_ne!(site.run(&["verify"]).code, 0);
}

#[test]
fn each_form_of_throughput_is_read() {
    let forms = [
        (json!({"Bytes": 1536}), "bytes_per_iteration.value[fib 12]", (1536.0, "B")),
        (json!({"BytesDecimal": 1500}), "bytes_per_iteration.value[fib 12]", (1500.0, "B")),
        (json!({"Elements": 3}), "elements_per_iteration.value[fib 12]", (3.0, "elements")),
        (json!({"Bits": 96}), "bits_per_iteration.value[fib 12]", (96.0, "bits")),
        (
            json!({"ElementsAndBytes": {"elements": 5, "bytes": 40}}),
            "elements_per_iteration.value[fib 12]",
            (5.0, "elements"),
        ),
        (json!({"ElementsAndBytes": {"elements": 5, "bytes": 40}}), "bytes_per_iteration.value[fib 12]", (40.0, "B")),
    ];
    for (throughput, expression, (value, unit)) in forms {
        let evidence = [("fib 12/new/estimates.json", ESTIMATES), ("fib 12/new/benchmark.json", &*single(&throughput))];
        let site =
            site("[[evidence]]\nfiles = \"*/new/estimates.json\"\n", &evidence, &format!("[](<= {expression}>)"));
        site.build().success();
        assert_eq!(shown(&figures(&site, "public/page")[0]), (Some(value), unit), "{throughput}");
    }
    // Without a throughput, or with one of a kind that nobody knows, there is no number.
    for throughput in [Value::Null, json!({"Lines": 3})] {
        let evidence = [("fib 12/new/estimates.json", ESTIMATES), ("fib 12/new/benchmark.json", &*single(&throughput))];
        let site = site("[[evidence]]\nfiles = \"*/new/estimates.json\"\n", &evidence, "[](<= time[fib 12]>)");
        let run = site.build();
        run.success();
        // Four estimates with the two ends of each.
        assert!(run.stderr.contains(" 12 numbers"), "{}", run.stderr);
    }
}

#[test]
fn what_an_author_names_stays_as_it_is() {
    // The rule, and a figure that it has without the file beside.
    let cases = [
        ("files = \"{release}/criterion/{name}/new/estimates.json\"", "time[name = fib 12]"),
        ("files = \"v1/criterion/fib {n}/new/estimates.json\"", "time[n = 12]"),
        (
            "files = \"v1/criterion/fib 12/new/estimates.json\"\nset = { benchmark = \"fast\" }",
            "time[benchmark = fast]",
        ),
        (
            "files = \"v1/**/*/new/estimates.json\"\nleave_out = \"**/64/**\"\nset = { benchmark = \"fast\" }",
            "time[benchmark = fast]",
        ),
    ];
    for (rule, expression) in cases {
        let built = |with: bool| {
            let site = benchmarks(
                &format!("[[evidence]]\n{rule}\n"),
                &format!("[](<= {expression}>)\n\n```table\nrows = [\"benchmark\"]\ncolumns = [\"time\"]\n```\n"),
            );
            if !with {
                let file = format!("data/runs/v1/criterion/{FIB}/new/benchmark.json");
                site.write(&file, single(&Value::Null).replace("group_id", "other"));
            }
            let run = site.build();
            (run.code, figures_or_none(&site), run.stderr)
        };
        let (with, without) = (built(true), built(false));
        assert_eq!((&with.0, &with.1), (&without.0, &without.1), "{rule}: {}", with.2);
    }
}

/// What the figures of the page are computed from; nothing of a page that was not built.
fn figures_or_none(site: &Site) -> Vec<(Value, Value)> {
    let is_built = site.root.join("public/page/figures.json").exists();
    let list = if is_built { figures(site, "public/page") } else { Vec::new() };
    list.into_iter().map(|figure| (figure["expression"].clone(), figure["value"].clone())).collect()
}

#[test]
fn a_file_that_is_damaged_is_told_of_and_left() {
    let whole = single(&json!({"Bytes": 1536}));
    let cases = [
        (
            whole[..whole.len() - 20].to_owned(),
            0,
            "is not read: it is cut off",
            "the names of the benchmark, and what one iteration handles",
        ),
        (whole.replace("1536", "-1"), 1, "`throughput.Bytes` is `-1`, but can only be 0 or more", "restore the file"),
        (whole.replace("1536", "\"many\""), 1, "`throughput.Bytes` is a string, not a number", "restore the file"),
    ];
    for (text, code, message, more) in cases {
        let evidence = [("fib 12/new/estimates.json", ESTIMATES), ("fib 12/new/benchmark.json", &*text)];
        let site = site("[[evidence]]\nfiles = \"*/new/estimates.json\"\n", &evidence, "[](<= time>)");
        let run = site.build();
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(run.stderr.contains(message) && run.stderr.contains(more), "{}", run.stderr);
    }
}

#[test]
fn a_report_without_a_site_has_the_names_and_the_rates() {
    let site = Site::empty();
    let file = |folder: &str, name: &str, text: &str| site.write(&format!("criterion/{folder}/new/{name}"), text);
    for (folder, text) in [(SORT, sorting(&json!({"Elements": 48}))), (FIB, single(&json!({"Elements": 12})))] {
        file(folder, "estimates.json", ESTIMATES);
        file(folder, "benchmark.json", &text);
    }
    // One without the file is called by its folders.
    file("größe_a/other/64", "estimates.json", ESTIMATES);
    site.run(&["build", "criterion", "--out", "report"]).success();
    site.run(&["verify", "report"]).success();
    let table = site.read("report/report/table-1.csv");
    let expected = "Benchmark,time (ns),time p50 (ns),time stddev (ns),throughput (Gelem/s)\n\
        fib 12,6,6,3.2,2\nother,6,6,3.2,\nstd sort,6,6,3.2,8\n";
    assert_eq!(table, expected);
    // What is written for an author builds to the same.
    site.run(&["new", "--from", "criterion", "kept"]).success();
    site.run(&["build", "kept"]).success();
    assert_eq!(site.read("kept/public/report/table-1.csv"), expected);
    let values: Vec<_> =
        figures(&site, "kept/public/report").iter().map(|figure| figure["expression"].to_string()).collect();
    assert!(values.iter().any(|value| value.contains("std sort")), "{values:?}");
    let formats = site.run(&["formats", &format!("criterion/{SORT}/new/benchmark.json")]);
    formats.success();
    for line in [
        "elements_per_iteration.value     48 elements  /throughput/Elements",
        "benchmark = std sort, group = größe/a, parameter = 64",
        "read with the `estimates.json` beside it",
    ] {
        assert!(formats.stdout.contains(line), "{}", formats.stdout);
    }
    let formats = site.run(&["formats", &format!("criterion/{SORT}/new/estimates.json")]);
    assert!(
        formats.stdout.contains("adds the names of the benchmark, and what one iteration handles"),
        "{}",
        formats.stdout
    );
}

#[test]
fn what_criterion_prints_is_followed_to_its_place() {
    let printed = fs::read_to_string(tests().join("fixtures/criterion/gen-0.8.2-terminal.txt")).expect("it is there");
    let told = [
        ("time.value[add]", 1.8954, "ns", "1.8954"),
        ("\"time{estimate, interval}.high\"[add]", 2.2135, "ns", "2.2135"),
        ("throughput.rate[slow/a]", 55.447, "KiB/s", "55.447"),
        ("throughput_change.value[slow/a]", 0.5105, "%", "0.5105"),
        // With the sign of minus that Criterion prints.
        ("time_change.mean[wörter/count/decimal/4096]", -6.943, "%", "\u{2212}6.9430"),
    ];
    let page: String = told.iter().map(|(expression, ..)| format!("[](<= {expression}>)\n\n")).collect();
    let site = site("[[evidence]]\nfiles = \"bench.txt\"\n", &[("bench.txt", &printed)], &page);
    site.build().success();
    let found = figures(&site, "public/page");
    for (figure, (expression, value, unit, raw)) in found.iter().zip(told) {
        assert_eq!((shown(figure), &figure["inputs"][0]["raw"]), ((Some(value), unit), &json!(raw)), "{expression}");
    }
    assert_eq!(found[0]["inputs"][0]["locator"], "L12:C253");
    both_verify(&site);
}
