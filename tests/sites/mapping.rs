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
