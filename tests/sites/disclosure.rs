//! The disclosure of a report: its checklist, what counts as stated, and failures counted once.

use crate::support::{Site, check_codes};
use serde_json::Value;

/// A suite of wrk-like rows with the words behind `[conditions]` as its end.
fn site(columns: &[(&str, &str)], more: &str) -> Site {
    let site = Site::empty();
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let values: Vec<&str> = columns.iter().map(|(_, value)| *value).collect();
    // What is not known by name is said to be a count.
    let statistic = |name: &str| if name.starts_with("status_") || name.contains('{') { ".count" } else { "" };
    let metrics: Vec<String> = names.iter().map(|name| format!("\"{name}{}\" = \"{name}\"", statistic(name))).collect();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/runs.csv", format!("server,{}\nred,{}\n", names.join(","), values.join(",")));
    let table = format!("dimensions = {{ server = \"server\" }}\nmetrics = {{ {} }}\n", metrics.join(", "));
    site.write(
        "data/demo/suite.toml",
        format!("title = \"Demo\"\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n{table}{more}"),
    );
    site.write("content/page.md", "+++\ntitle = \"Page\"\nsuite = \"demo\"\nchecklist = true\n+++\n\nNothing.\n");
    site
}

const TOLD: &str = r#"[subjects.red]
version = "1.2"
[conditions]
hardware = "one box"
load = "closed"
connections = 16
[[conditions.when]]
where = { server = "red" }
order = "red first"
[disclosure]
question = "whether *red* is fast"
storage = { not_applicable = "nothing is stored" }
"#;

fn item<'a>(site: &'a Value, key: &str) -> &'a Value {
    let items = site["suites"][0]["disclosure"].as_array().expect("a list of items");
    items.iter().find(|item| item["item"] == key).unwrap_or_else(|| panic!("{key}"))
}

/// The part of a page that is of one item.
fn of_item<'a>(page: &'a str, key: &str) -> &'a str {
    let from = page.find(&format!("data-item=\"{key}\"")).unwrap_or_else(|| panic!("{key}: {page}"));
    let rest = &page[from..];
    &rest[..rest.find("</div>").expect("an item ends")]
}

fn built(site: &Site) -> String {
    site.run(&["build", "--color", "never", "--no-minify"]).success();
    site.read("public/page/index.html")
}

#[test]
fn each_item_is_stated_ruled_out_or_a_gap() {
    let site = site(&[("rps", "1000"), ("latency.p99", "5"), ("errors", "3"), ("requests", "9000")], TOLD);
    let page = built(&site);
    // Stated, by hand: question, subject, hardware, load_model, coordinated_omission, order, errors, provenance.
    assert!(
        page.contains("<summary>Checklist of disclosure: 8 of 34 stated, 25 not stated, 1 does not apply</summary>")
    );
    assert!(of_item(&page, "question").contains("<dd>whether <em>red</em> is fast</dd>"));
    assert!(of_item(&page, "subject").contains("<dd>red 1.2</dd>"));
    assert!(of_item(&page, "storage").contains("<i>does not apply:</i> nothing is stored"));
    assert!(of_item(&page, "cache").contains("<dd class=\"missing\">not stated</dd>"));
    assert!(of_item(&page, "order").contains("<small>Order (red)</small> red first"));
    assert!(of_item(&page, "coordinated_omission").contains("not corrected"));
    let load = of_item(&page, "load_model");
    assert!(load.contains("closed loop") && load.contains("<small>Connections</small> 16"), "{load}");
    // The figures of the checklist are those of the facts above it: they link, and no anchor is there twice.
    let errors = of_item(&page, "errors");
    assert!(errors.contains("data-fig=") && errors.contains(">3</a> of"), "{errors}");
    assert!(!errors.contains(" id="), "{errors}");
}

#[test]
fn programs_are_told_the_same() {
    let site = site(&[("rps", "1000"), ("latency.p99", "5"), ("errors", "3"), ("requests", "9000")], TOLD);
    built(&site);
    let catalogue = site.json("public/benchbook.json");
    assert_eq!(catalogue["suites"][0]["disclosure"].as_array().map(Vec::len), Some(34));
    let expected = [
        ("hardware", "stated", "one box"),
        ("storage", "not applicable", "nothing is stored"),
        ("cache", "not stated", ""),
        ("errors", "stated", "3 failed of 9,000 requests"),
        ("provenance", "stated", "4 measured"),
    ];
    for (key, state, text) in expected {
        let item = item(&catalogue, key);
        assert_eq!((&item["state"], &item["text"]), (&Value::from(state), &Value::from(text)), "{key}");
    }
}

#[test]
fn without_requests_a_load_model_does_not_apply() {
    let site = site(&[("time", "12")], "");
    let page = built(&site);
    for key in ["load_model", "coordinated_omission", "network"] {
        assert!(of_item(&page, key).contains("no requests are timed here"), "{key}");
    }
}

#[test]
fn a_page_has_the_checklist_only_when_it_asks() {
    let site = site(&[("rps", "1000")], "");
    site.write("content/page.md", "+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\nNothing.\n");
    assert!(!built(&site).contains("checklist"));
    let block = "```disclosure\nchecklist = true\n```\n";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\n{block}"));
    assert_eq!(built(&site).matches("<details class=\"checklist\">").count(), 1);
}

#[test]
fn the_version_of_a_tool_is_told() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    let fixture =
        |name: &str| benchbook::files::read(&crate::support::tests().join("fixtures"), name).expect("it is there");
    site.write("data/demo/one.txt", fixture("pgbench/gen-simple.txt"));
    site.write("data/demo/two.txt", fixture("sysbench/gen-sysbench-cpu.txt"));
    let suite = "title = \"Demo\"\n[[evidence]]\nfiles = \"*.txt\"\nfacts = [\"tool\"]\n";
    site.write("data/demo/suite.toml", suite);
    let text = "[](<= tps[\"pgbench 15.18\"]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\n{text}\n"));
    site.build().success();
    let told = site.json("public/benchbook.json");
    // The first line of the one output, and of the other.
    let text = "pgbench 15.18; sysbench 1.0.20; its outputs are pgbench text, sysbench text";
    assert_eq!(item(&told, "load_generator")["text"], text);
    site.write("data/demo/suite.toml", format!("{suite}[conditions]\ntool = \"both\"\n"));
    site.build().success();
    assert_eq!(item(&site.json("public/benchbook.json"), "load_generator")["text"], "both");
}

/// What the files of a bare folder say of their machine and of their requests.
fn of_folder(files: &[(&str, &str)]) -> (Value, String) {
    let site = Site::empty();
    for (name, text) in files {
        site.write(&format!("bench/{name}"), text);
    }
    site.run(&["build", "bench", "--out", "made", "--color", "never"]).success();
    (site.json("made/benchbook.json"), site.read("made/report/index.html"))
}

fn fixture(name: &str) -> String {
    let bytes = benchbook::files::read(&crate::support::tests().join("fixtures"), name).expect("it is there");
    String::from_utf8(bytes).expect("it is text")
}

#[test]
fn what_files_say_of_their_machine_is_told() {
    let told = |name: &str, text: &str, items: &[(&str, &str)]| {
        let (site, page) = of_folder(&[(name, text)]);
        for (key, text) in items {
            assert_eq!(item(&site, key)["text"], *text, "{name}: {key}");
        }
        page
    };
    let page =
        told("go.txt", &fixture("gobench/gen-gobench.txt"), &[("hardware", "AMD EPYC"), ("system", "linux amd64")]);
    assert!(page.contains("CPU: AMD EPYC"), "{page}");
    let page = told(
        "gb.json",
        &fixture("googlebench/gen-gbench.json").replace("\"HOST\"", "\"secretbox\""),
        &[("hardware", "Logical CPUs: 2; Clock: 2596 MHz"), ("runtimes", "Build of the benchmark library: debug")],
    );
    assert!(!page.contains("secretbox"), "the name of a host is published");
    told(
        "py.json",
        &fixture("pytestbench/gen-pytest-benchmark-saved.json"),
        &[
            ("hardware", "CPU: AMD EPYC; Logical CPUs: 2"),
            ("system", "Linux 6.18.44-fc-v857 x86_64"),
            ("runtimes", "CPython 3.11.7"),
        ],
    );
    let jvm = "\"jvm\": \"/opt/somebody/bin/java\", \"vmName\": \"OpenJDK 64-Bit Server VM\", \"vmVersion\": \"17.0.6+10\", \"threads\"";
    let page = told(
        "jmh.json",
        &fixture("jmh/profiled.json").replace("\"threads\"", jvm),
        &[("runtimes", "OpenJDK 64-Bit Server VM 17.0.6+10"), ("hardware", "")],
    );
    assert!(!page.contains("somebody"), "the path of a program is published");
    let host = "\"ProcessorName\": \"Some CPU\", \"LogicalCoreCount\": 8, \"Architecture\": \"X64\", \"RuntimeVersion\": \".NET 10.0.4\", \"Configuration\": \"RELEASE\", \"OsVersion\"";
    told(
        "bdn.json",
        &fixture("bdn/report-full.json").replace("\"OsVersion\"", host),
        &[
            ("hardware", "CPU: Some CPU; Logical CPUs: 8"),
            ("system", "Linux X64"),
            ("runtimes", "Runtime: .NET 10.0.4; Build: RELEASE"),
        ],
    );
}

#[test]
fn what_addresses_say_of_requests_is_told() {
    let wrk = fixture("wrk/gen-wrk-latency.txt");
    let address = "http://127.0.0.1:18080/ok";
    assert!(wrk.contains(address), "{wrk}");
    let network = |files: &[(&str, &str)]| {
        let site = of_folder(files).0;
        ["network", "workload"].map(|key| item(&site, key)["text"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(network(&[("wrk.txt", &wrk)]), ["HTTP/1.1, without TLS, over the loopback", "requests to `/ok`"]);
    // Notes beside a result say nothing of it.
    let with_notes = network(&[("notes.md", "Two cores."), ("wrk.txt", &wrk)]);
    assert_eq!(with_notes[0], "HTTP/1.1, without TLS, over the loopback");
    // A query may hold what is nobody's business.
    let far = wrk.replace(address, "https://shop.example/buy?session=abc");
    assert_eq!(network(&[("wrk.txt", &far)]), ["HTTP/1.1, TLS", "requests to `/buy`"]);
    let both = network(&[("far.txt", &far), ("near.txt", &wrk)]);
    assert_eq!(both, ["HTTP/1.1", "requests to `/buy`, `/ok`"]);
    let ab = fixture("ab/gen-ab-ok.txt");
    assert_eq!(network(&[("ab.txt", &ab)]), ["HTTP/1.0, over the loopback", "requests to `/ok`"]);
    // What tools print of TLS and of the version that was spoken counts where all files tell it.
    let [h1, h2, cleartext] = ["gen-h2load-h1", "h2-tls", "h2c"].map(|name| fixture(&format!("h2load/{name}.txt")));
    assert_eq!(network(&[("a.txt", &h2)]), ["HTTP/2, TLS", ""]);
    assert!(
        of_folder(&[("a.txt", &h2)]).1.contains("<dt>Protocol</dt><dd>HTTP/2, TLS</dd>"),
        "the page says the same at its top"
    );
    assert_eq!(network(&[("a.txt", &cleartext)]), ["HTTP/2, without TLS", ""]);
    assert_eq!(network(&[("a.txt", &h1)]), ["HTTP/1.1", ""]);
    assert_eq!(network(&[("a.txt", &h2), ("b.txt", &cleartext)]), ["HTTP/2", ""]);
    assert_eq!(network(&[("a.txt", &h1), ("b.txt", &cleartext)]), ["", ""]);
    assert_eq!(network(&[("a.txt", &h1), ("b.txt", &wrk)]), ["HTTP/1.1", "requests to `/ok`"]);
    let secure = fixture("ab/tls.txt");
    assert_eq!(network(&[("ab.txt", &secure)]), ["HTTP/1.0, TLS, over the loopback", "requests to `/json`"]);
    let bombardier = fixture("bombardier/gen-bombardier-ok.json");
    assert_eq!(network(&[("b.json", &bombardier)])[0], "HTTP/1.1, without TLS, over the loopback");
    let unknown = bombardier.replace("fasthttp", "net/http.v2");
    assert_eq!(network(&[("b.json", &unknown)])[0], "without TLS, over the loopback");
    // What only one of two tools is known to speak is not said of both.
    assert_eq!(network(&[("ab.txt", &ab), ("wrk.txt", &wrk)]), ["over the loopback", "requests to `/ok`"]);
}

#[test]
fn failures_of_endpoints_are_those_of_the_run() {
    let text = fixture("artillery/gen-v2-console.txt");
    let errors = item(&of_folder(&[("a.txt", &text)]).0, "errors")["text"].clone();
    assert_eq!(errors, "15 errors{ECONNRESET}, 6 with status 404, 6 with status 500 of 180 requests");
}

#[test]
fn a_failure_is_counted_once() {
    let shown = |columns: &[(&str, &str)]| {
        let page = built(&site(columns, ""));
        let from = page.find("<dt>Errors</dt><dd>").expect("a page tells of errors") + "<dt>Errors</dt><dd>".len();
        let html = &page[from..from + page[from..].find("</dd>").expect("it ends")];
        let mut text = String::new();
        for part in html.split('<') {
            text += part.split_once('>').map_or(part, |(_, text)| text);
        }
        text
    };
    let [rps, requests] = [("rps", "1000"), ("requests", "500")];
    let answered = [rps, requests, ("non_2xx", "7"), ("status_404", "3"), ("status_5xx", "4")];
    assert_eq!(shown(&answered), "7 responses outside 2xx and 3xx of 500 requests");
    assert_eq!(shown(&[rps, ("errors", "5"), ("timeouts", "2"), ("errors{refused}", "3")]), "5");
    // Alone, each is shown; failures of two kinds stand beside each other.
    assert_eq!(shown(&[rps, ("timeouts", "2"), ("status_503", "4")]), "4 with status 503, 2 timeouts");
    assert_eq!(shown(&[rps, ("errors", "5"), ("non_2xx", "7")]), "5, 7 responses outside 2xx and 3xx");
}

#[test]
fn what_is_required_is_found_in_evidence_too() {
    let site = site(&[("rps", "1000"), ("errors", "0")], "[disclosure]\nrequire = [\"errors\", \"hardware\"]\n");
    let run = site.build();
    assert_eq!((run.code, check_codes(&run.stderr)), (1, vec!["BB620".to_owned()]), "{}", run.stderr);
    assert!(run.stderr.contains("does not state `hardware`, which is required"), "{}", run.stderr);
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\nBB620 = \"warning\"\n");
    site.build().success();
}

#[test]
fn values_of_conditions_may_be_written_as_labels() {
    let more = "[dimensions.server]\nvalues = { red = \"The red one\" }\n[[conditions.when]]\nwhere = { server = \"The red one\" }\nhardware = \"a red box\"\n";
    let site = site(&[("rps", "1000")], more);
    let front = "+++\ntitle = \"Page\"\nsuite = \"demo\"\nwhere = { server = \"red\" }\n+++\n\nNothing.\n";
    site.write("content/page.md", front);
    assert!(built(&site).contains("<dt>Hardware</dt><dd>a red box</dd>"));
}
