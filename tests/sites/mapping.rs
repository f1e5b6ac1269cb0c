//! JSON of any layout, read by pointers, and Benchbook's own results: on a page, with the way back.

use crate::support::Site;

const MANIFEST: &str = r#"title = "Runs"
[[evidence]]
files = "any.json"
set = { source = "any" }
[evidence.json]
[[evidence.json.values]]
pointer = "/servers/*/rps"
metric = "rps"
unit = "req/s"
dimensions = { server = "/name" }
[[evidence.json.values]]
pointer = "/servers/*/latency/p99"
metric = "p99"
unit = "us"
dimensions = { server = "/name" }
[[evidence]]
files = "own.csv"
set = { source = "own" }
[conditions]
load = "closed"
"#;

#[test]
fn numbers_are_found_by_pointers_and_in_results() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Mapped\"\n");
    site.write("data/runs/suite.toml", MANIFEST);
    let red = r#"{"name": "red", "rps": 1000, "latency": {"p99": 1500}}"#;
    let blue = r#"{"name": "blue", "rps": 900, "latency": {"p99": 2250}}"#;
    site.write("data/runs/any.json", format!("{{\"servers\": [\n{red},\n{blue}\n]}}\n"));
    site.write("data/runs/own.csv", "name,value,unit,dim:server\nstart,3.5,s,green\n");
    let text = "[1.5 ms](<= p99[red]>) [900 req/s](<= rps[blue]>) [3.5 s](<= time.value[green]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n"));
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let inputs: Vec<String> = figures["figures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|figure| {
            let input = &figure["inputs"][0];
            let text = |key: &str| input[key].as_str().unwrap_or_default().to_owned();
            format!("{} {} {} {}", text("evidence"), text("locator"), text("raw"), input["line"])
        })
        .collect();
    let expected = [
        "data/runs/any.json /servers/0/latency/p99 1500 2",
        "data/runs/any.json /servers/1/rps 900 3",
        "data/runs/own.csv R2:C2 3.5 2",
    ];
    assert_eq!(inputs, expected);
}

/// Two results that one table holds, each read by a rule of its own; a third rule with another pattern comes late.
const PARTS: &str = r#"title = "Runs"
[[evidence]]
files = "all.csv"
set = { result = "first" }
table = { dimensions = { server = "server" }, metrics = { rps = "rps" }, only = { part = ["A"] } }
[[evidence]]
files = "all.csv"
set = { result = "second" }
table = { dimensions = { server = "server" }, metrics = { rps = "rps" }, only = { part = ["B"] } }
[[evidence]]
files = "*.csv"
set = { result = "third" }
table = { dimensions = { server = "server" }, metrics = { rps = "rps" } }
[conditions]
load = "closed"
errors = "none, as the page says"
"#;

fn in_parts(text: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Parts\"\n");
    site.write("data/runs/suite.toml", PARTS);
    site.write("data/runs/all.csv", "part,server,rps\nA,red,1000\nB,red,700\nB,blue,800\n");
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n"));
    site
}

#[test]
fn rules_of_one_pattern_read_each_its_part_of_a_file() {
    let site = in_parts("[1,000](<= rps[first, red]>), [700](<= rps[second, red]>), [3](<= count(rps[*])>)");
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let inputs = |figure: usize| figures["figures"][figure]["inputs"].as_array().expect("a list").clone();
    assert_eq!((&inputs(0)[0]["locator"], &inputs(1)[0]["locator"]), (&"R2:C3".into(), &"R3:C3".into()));
    // The third rule reads nothing: the file is the first's.
    assert_eq!(inputs(2).len(), 3);
}

#[test]
fn a_manifest_says_what_failed_where_no_number_does() {
    let site = in_parts("Text.");
    site.build().success();
    let page = site.read("public/page/index.html");
    assert_eq!(page.matches("<dt>Errors").count(), 1);
    assert!(page.contains("none, as the page says"));
    // A number outweighs it.
    site.write("data/runs/all.csv", "part,server,rps,errors\nA,red,1000,4\nB,red,700,2\n");
    site.write("data/runs/suite.toml", PARTS.replace("rps = \"rps\" }", "rps = \"rps\", errors = \"errors\" }"));
    site.build().success();
    let page = site.read("public/page/index.html");
    assert!(!page.contains("none, as the page says"));
    assert_eq!(site.json("public/page/figures.json")["figures"][0]["value"], 6.0);
}
