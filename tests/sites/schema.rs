//! `benchbook schema`: printed as published, and true of what is built.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::Site;

const WRK: &str = "Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 2 connections\n  \
    Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     1.00ms  100.00us   5.00ms   90.00%\n    \
    Req/Sec     2.00k    50.00     2.10k    70.00%\n  20000 requests in 10.00s, 2.00MB read\n\
    Requests/sec:   2000.00\nTransfer/sec:    204.80KB\n";

#[test]
fn schemas_are_printed() {
    let site = Site::empty();
    let names = site.run(&["schema"]).stdout;
    assert_eq!(names, "benchbook.toml\nsuite.toml\nfront-matter\nresults\nfigures.json\n");
    for name in names.lines() {
        let run = site.run(&["schema", name]);
        run.success();
        let schema: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
    }
    let run = site.run(&["schema", "suite.tml"]);
    assert_eq!((run.code, run.stderr.as_str()), (2, "there is no schema of `suite.tml`: did you mean `suite.toml`?\n"));
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
}

fn strings(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The keys of all entries are those of the schema, and each entry has those that are required.
#[track_caller]
fn fits(schema: &Value, entries: &[&Value]) {
    let all: BTreeSet<String> = entries.iter().flat_map(|entry| keys(entry)).collect();
    assert_eq!(all, keys(&schema["properties"]));
    let required = strings(&schema["required"]);
    assert!(entries.iter().all(|entry| keys(entry).is_superset(&required)), "{required:?}");
}

/// Entries have keys of the schema only, and those that are required.
#[track_caller]
fn are_known(schema: &Value, entries: &[&Value]) {
    let (known, required) = (keys(&schema["properties"]), strings(&schema["required"]));
    for entry in entries {
        let own = keys(entry);
        assert!(own.is_subset(&known) && own.is_superset(&required), "{own:?} of {known:?}");
    }
}

/// Inputs that have more than a place: of single measurements, of a sketch, such as no longer stand, and with a comma.
fn other_inputs(site: &Site) {
    let page = |name: &str, suite: &str, text: &str| {
        site.write(
            &format!("content/{name}.md"),
            format!("+++\ntitle = \"{name}\"\nsuite = \"{suite}\"\n+++\n\n{text}\n"),
        );
    };
    site.write("data/stream/suite.toml", "title = \"Stream\"\n[[evidence]]\nfiles = \"run.jtl\"\nby = [\"label\"]\n");
    site.write("data/stream/run.jtl", crate::samples::log(900).0);
    page("b", "stream", "[](<= sum(requests[*])>) [](<= p50[Home]>)");
    site.write("data/sketch/suite.toml", "title = \"Sketch\"\n[[evidence]]\nfiles = \"report.json\"\n");
    site.write(
        "data/sketch/report.json",
        "{\"aggregate\":{\"counters\":{\"http.requests\":9000},\"rates\":{},\"summaries\":\
         {\"http.response_time\":{\"min\":1,\"max\":122,\"count\":9000,\"p50\":99.1}}}}",
    );
    page("c", "sketch", "[](<= p50>)");
    let manifest = "title = \"Old\"\n[[evidence]]\nfiles = \"{session}.txt\"\n[[sessions]]\nname = \"old\"\n\
        superseded_by = \"new\"\nwhy = \"another disk\"\n[[sessions]]\nname = \"new\"\nreference = true\n[[withdrawn]]\n\
        date = 2026-10-04\nwhere = { session = \"old\" }\nmetric = \"rps\"\nwhy = \"the clock was stepped\"\n";
    site.write("data/old/suite.toml", manifest);
    ["old", "new"].iter().for_each(|session| site.write(&format!("data/old/{session}.txt"), WRK));
    page("d", "old", "[](<= rps[old]>)");
    site.write("data/comma/suite.toml", "title = \"Comma\"\n[[evidence]]\nfiles = \"jmh.txt\"\n");
    let head = "Benchmark  Mode  Cnt   Score   Error  Units\n";
    site.write("data/comma/jmh.txt", format!("{head}a.B.c      avgt    5  12,500 ± 1,250  ms/op\n"));
    page("e", "comma", "[](<= time>)");
}

#[test]
fn the_schema_of_figures_is_that_of_what_is_built() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("data/load/suite.toml", "title = \"Load\"\n[[evidence]]\nfiles = \"{server}.txt\"\n");
    site.write("data/load/a.txt", WRK);
    let text = "[](<= rps[a]>), [3,000 req/s](<= rps[a]> \"contradicted: a guess\")";
    site.write("content/a.md", format!("+++\ntitle = \"A\"\nsuite = \"load\"\n+++\n\n{text}\n"));
    site.build().success();
    let schema: Value = serde_json::from_str(&site.run(&["schema", "figures.json"]).stdout).expect("it is JSON");
    other_inputs(&site);
    site.build().success();
    let built = site.json("public/a/figures.json");
    fits(&schema, &[&built]);
    let figures: Vec<&Value> = built["figures"].as_array().expect("a list").iter().collect();
    let of_figure = &schema["properties"]["figures"]["items"];
    fits(of_figure, &figures);
    let inputs: Vec<&Value> = figures.iter().flat_map(|figure| figure["inputs"].as_array().expect("a list")).collect();
    let more = ["b", "c", "d", "e"].map(|page| site.json(&format!("public/{page}/figures.json")));
    let more = more.iter().flat_map(|page| page["figures"].as_array().expect("a list"));
    let more: Vec<&Value> = more.flat_map(|figure| figure["inputs"].as_array().expect("a list")).collect();
    let of_input = &of_figure["properties"]["inputs"]["items"];
    fits(of_input, &[&inputs[..], &more[..]].concat());
    let samples: Vec<&Value> = more.iter().filter_map(|input| input.get("samples")).collect();
    let known = keys(&of_input["properties"]["samples"]["properties"]);
    assert!(!samples.is_empty() && samples.iter().all(|samples| keys(samples).is_subset(&known)), "{samples:?}");
    let known =
        |key: &str, of: &Value| strings(&of_figure["properties"][key]["enum"]).contains(of.as_str().expect("a text"));
    assert!(figures.iter().all(|figure| known("kind", &figure["kind"]) && known("provenance", &figure["provenance"])));
    assert_eq!(figures[1]["verdict"], "contradicted");
    assert!(known("verdict", &figures[1]["verdict"]));
    // Inputs that are computed of measurements, in streams and in arrays.
    let (log, ..) = crate::samples::log(100);
    let stream = crate::samples::site("[[evidence]]\nfiles = \"a.jtl\"", &[("a.jtl", &log)], "[](<= rps>) [](<= p50>)");
    let arrays = crate::arrays::arrays("[](<= time.min[criterion]>) [](<= time.p90[jmh, sample]>)");
    let inputs_of = |site: &Site| {
        site.build().success();
        let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").clone();
        figures.into_iter().flat_map(|figure| figure["inputs"].as_array().expect("a list").clone()).collect::<Vec<_>>()
    };
    let log = "RUN\ta.A\ta\t1\t \t3.9.5\nREQUEST\t\ta\t100\t140\tOK\t \n";
    let lines = crate::samples::site("[[evidence]]\nfiles = \"a.log\"", &[("a.log", log)], "[](<= rps>) [](<= max>)");
    let inputs = [inputs_of(&stream), inputs_of(&arrays), inputs_of(&lines)].concat();
    let pattern = of_input["properties"]["locator"]["pattern"].as_str().expect("a text");
    let pattern = regex_lite::Regex::new(pattern).expect("a pattern");
    let locators = inputs.iter().map(|input| input["locator"].as_str().expect("a text"));
    locators.for_each(|locator| assert!(pattern.is_match(locator), "{locator}"));
    are_known(of_input, &inputs.iter().collect::<Vec<_>>());
    are_known(&of_input["properties"]["samples"], &inputs.iter().map(|input| &input["samples"]).collect::<Vec<_>>());
    assert!(inputs.iter().any(|input| input.get("raw").is_none()), "one stands nowhere");
}
