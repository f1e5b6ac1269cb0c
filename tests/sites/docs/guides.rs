//! What the guides show is run where it can be: the mapping for a tool that has no reader.

use super::page;
use crate::support::Site;

/// The statistics that JMeter's dashboard keeps, with its keys; the numbers were made up.
const STATISTICS: &str = r#"{
  "Total" : { "transaction" : "Total", "sampleCount" : 4000, "errorCount" : 4, "errorPct" : 0.1,
    "meanResTime" : 12.5, "medianResTime" : 11.0, "minResTime" : 2.0, "maxResTime" : 90.0,
    "pct1ResTime" : 20.0, "pct2ResTime" : 26.0, "pct3ResTime" : 41.0, "throughput" : 400.0 },
  "GET /items" : { "transaction" : "GET /items", "sampleCount" : 4000, "errorCount" : 4, "errorPct" : 0.1,
    "meanResTime" : 12.5, "medianResTime" : 11.0, "minResTime" : 2.0, "maxResTime" : 90.0,
    "pct1ResTime" : 20.0, "pct2ResTime" : 26.0, "pct3ResTime" : 41.0, "throughput" : 400.0 }
}
"#;

#[test]
fn the_mapping_for_jmeter_reads_its_statistics() {
    let text = page("guides/load-tools.md");
    let own = text.split("## JMeter").nth(1).expect("a part about JMeter");
    let manifest = own.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a manifest");
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"JMeter\"\n");
    site.write("data/load/suite.toml", manifest);
    site.write("data/load/raw/red-r1.json", STATISTICS);
    site.write("data/load/raw/red-r2.json", STATISTICS.replace("41.0", "43.0"));
    let claims =
        "[42 ms](<= p99[Total]>), [42 ms](<= p99[\"GET /items\"]>), [0.1%](<= errors[Total] / requests[Total]>).";
    site.write("content/load.md", format!("+++\ntitle = \"Load\"\nsuite = \"load\"\n+++\n\n{claims}\n"));
    site.run(&["lock"]).success();
    let run = site.build();
    run.success();
    assert!(run.stderr.contains("3 of 3 claims hold") && !run.stderr.contains("warning"), "{}", run.stderr);
}
