//! What a file says of results that lie in another file: asv's `benchmarks.json` of the results below it.
//!
//! `tests/fixtures/asv/results` was written by asv 0.6.6; what is expected of the smaller files here follows by hand.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::samples::site;
use crate::support::{Site, tests};

const RESULTS: &str = "bench-box/dfa42518-existing-py.json";

fn fixture(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/asv/results").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The value, unit and file of the first input of each figure.
fn figures(site: &Site) -> Vec<(f64, String, String)> {
    let list = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = list.iter().map(|figure| {
        let value = figure["value"].as_f64().unwrap_or_else(|| panic!("no value in {figure}"));
        (value, text(&figure["unit"]), text(&figure["inputs"][0]["evidence"]))
    });
    told.collect()
}

/// Results of a benchmark that counts something for two values of a parameter, in that version.
fn counted(version: &str, value: f64) -> String {
    json!({"commit_hash": "c", "env_name": "e", "params": {"machine": "m"},
        "result_columns": ["result", "params", "version"],
        "results": {"b.track_n": [[value, value + 1.0], [["1", "2"]], version]}})
    .to_string()
}

/// What `benchmarks.json` says of that one.
fn described(unit: &str, parameter: &str) -> String {
    json!({"version": 2, "b.track_n": {"code": "…", "name": "b.track_n", "param_names": [parameter],
        "params": [["1", "2"]], "type": "track", "unit": unit, "version": "v1"}})
    .to_string()
}

#[test]
fn units_and_parameters_are_those_of_the_file_above() {
    let told = [
        ("track[codec.track_startup]", 12.5, "ms"),
        ("track[codec.Encode.track_share, length = 1000, style = indented]", 70.951_828_206_616_37, "%"),
        ("track[codec.Encode.track_size, length = 100, style = compact]", 390.0, "characters"),
        ("memory.max[codec.peakmem_ten_thousand] / 1 B", 24_743_936.0, ""),
        ("count(samples(time[length = 100, style = indented]))", 8.0, ""),
    ];
    let page: String = told.iter().map(|(expression, ..)| format!("[](<= {expression}>)\n\n")).collect();
    let (results, benchmarks) = (fixture(RESULTS), fixture("benchmarks.json"));
    let evidence = [(&*format!("results/{RESULTS}"), &*results), ("results/benchmarks.json", &benchmarks)];
    let site = site("[[evidence]]\nfiles = \"results/*/*-existing-py.json\"", &evidence, &page);
    let run = site.build();
    run.success();
    assert!(!run.stderr.contains("BB602"), "an interval may end below 0: {}", run.stderr);
    let file = format!("data/runs/results/{RESULTS}");
    let expected = told.map(|(_, value, unit)| (value, unit.to_owned(), file.clone()));
    assert_eq!(figures(&site), expected);
    site.verify().success();
}

#[test]
fn what_is_not_described_stays_as_it_is() {
    // What the file says, the dimension of the parameter, the unit of the number, and what is warned of.
    let broken = described("rows", "size").replace("\"code\"", "code");
    let cases = [
        (described("rows", "size"), "v1", "size", "rows", None),
        ("\u{feff}".to_owned() + &described("rows", "size"), "v1", "size", "rows", None),
        (described("unit", "param1"), "v1", "parameter", "", None),
        (described("", "machine"), "v1", "machine_parameter", "", None),
        (described("rows", "size"), "v2", "parameter", "", Some("describes another version of `b.track_n`")),
        (described("rows", "size").replace("b.track_n", "b.track_m"), "v1", "parameter", "", Some("does not describe")),
        (broken.clone(), "v1", "parameter", "", Some("is not read: it is not JSON")),
        (broken[..40].to_owned() + "\"", "v1", "parameter", "", Some("is not read: it is ")),
        ("{\"an\": \"other file\"}".to_owned(), "v1", "parameter", "", None),
    ];
    for (text, version, dimension, unit, warning) in cases {
        let page = format!("[](<= track[{dimension} = 2]>)");
        let results = counted(version, 5.0);
        let evidence = [("m/a.json", &*results), ("benchmarks.json", &text)];
        let site = site("[[evidence]]\nfiles = \"m/a.json\"", &evidence, &page);
        site.run(&["lock"]).success();
        let run = site.build();
        run.success();
        assert_eq!(figures(&site), [(6.0, unit.to_owned(), "data/runs/m/a.json".to_owned())], "{text}");
        match warning {
            Some(warning) => assert!(run.stderr.contains(warning), "no {warning:?} in {}", run.stderr),
            None => assert!(!run.stderr.contains("warning"), "{text}: {}", run.stderr),
        }
        site.verify().success();
    }
}

#[test]
fn one_file_describes_the_results_of_all_machines() {
    let evidence = [
        ("m/a.json", &*counted("v1", 1.0)),
        ("n/a.json", &*counted("v1", 2.0).replace("\"m\"", "\"n\"")),
        ("benchmarks.json", &*described("rows", "size")),
    ];
    // A name that a rule gives says less than the result; values have the names that the suite gives them.
    let suite = "[[evidence]]\nfiles = \"*/a.json\"\nset = { size = \"none\" }\n\
        [dimensions.size]\nvalues = { 1 = \"one\" }\n";
    let site = site(suite, &evidence, "[](<= track[m, size = one]>) [](<= track[n, size = 2]>)");
    site.build().success();
    let told: Vec<_> = figures(&site).into_iter().map(|(value, unit, _)| (value, unit)).collect();
    assert_eq!(told, [(1.0, "rows".to_owned()), (3.0, "rows".to_owned())]);
    site.verify().success();
}

#[test]
fn a_column_has_one_kind_of_unit() {
    let (results, benchmarks) = (fixture(RESULTS), fixture("benchmarks.json"));
    let evidence = [("box/a.json", &*results), ("benchmarks.json", &benchmarks)];
    let table = "```table\nrows = [\"benchmark\", \"length\", \"style\"]\ncolumns = [\"track\"]\n```\n";
    let site = site("[[evidence]]\nfiles = \"box/a.json\"", &evidence, table);
    let run = site.build();
    assert!(run.stderr.contains("error[BB307]: one column has values in `%` and in `characters`"), "{}", run.stderr);
}

#[test]
fn formats_shows_what_is_said_beside() {
    let site = Site::empty();
    site.write("results/benchmarks.json", described("rows", "size"));
    site.write("results/m/a.json", counted("v1", 5.0));
    let run = site.run(&["formats", "results/m/a.json", "results/benchmarks.json"]);
    run.success();
    let lines: Vec<&str> = run.stdout.lines().collect();
    let expected = [
        "results/m/a.json: asv results (asv), 2 runs",
        "  track.value                      5.0 rows  /results/b.track_n/0/0",
        "  track.value                      6.0 rows  /results/b.track_n/0/1",
        "  `results/benchmarks.json` adds units and the names of parameters",
        "results/benchmarks.json: asv companion of results (asv), 0 runs",
        "  read with the results in the folders beside it",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn reports_on_bare_folders_name_parameters() {
    let site = Site::empty();
    for path in [RESULTS, "benchmarks.json", "bench-box/machine.json"] {
        site.write(&format!("results/{path}"), fixture(path));
    }
    site.run(&["build", "results", "--out", "out"]).success();
    let page = site.read("out/report/index.html");
    assert!(page.contains("All runs by length and style"), "{page}");
    assert!(!page.contains("benchmarks.json is asv companion"), "it is read with the results");
    site.run(&["verify", "out"]).success();
}

/// The files that asv keeps, without what it prints.
fn kept_by_asv() -> Site {
    let (site, folder) = (Site::empty(), tests().join("fixtures/asv"));
    for entry in walkdir::WalkDir::new(&folder).into_iter().map(|entry| entry.expect("the folder can be read")) {
        let path = entry.path().strip_prefix(&folder).expect("it lies in the folder").display().to_string();
        if path.ends_with(".json") {
            site.write(&format!("asv/{path}"), fs::read_to_string(entry.path()).expect("it is text"));
        }
    }
    site
}

/// A dimension that has another name after the file beside it was read gets the value that its rule sets: without it
/// the numbers would stand in no table that has both names.
#[test]
fn a_renamed_parameter_leaves_what_a_rule_sets() {
    let site = kept_by_asv();
    site.run(&["build", "asv", "--out", "out"]).success();
    let table = site.read("out/report/table-1.csv");
    let row = table.lines().find(|line| line.starts_with("codec.Encode.time_dumps,none,100,none,compact,"));
    assert!(row.is_some_and(|row| row.contains(",7.0794801649753")), "{table}");
}

/// What the authors of benchmarks track has units of their own: those of a unit have a table.
#[test]
fn numbers_of_several_units_have_a_table_each() {
    let site = kept_by_asv();
    site.run(&["build", "asv", "--out", "out"]).success();
    let tables: String = (2..=4).map(|number| site.read(&format!("out/report/table-{number}.csv"))).collect();
    for row in [
        "codec.Encode.track_share,1000,compact,dfa4251,1\n",
        "Benchmark,Length,compact track (characters),indented track (characters)\n",
        "codec.Encode.track_size,1000,4890,6892\n",
        "Benchmark,Commit,track (ms)\ncodec.track_startup,dfa4251,12.5\n",
    ] {
        assert!(tables.contains(row), "{tables}");
    }
    site.run(&["verify", "out"]).success();
}
