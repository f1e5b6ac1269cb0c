//! What the guides show is run where it can be.

use super::page;
use crate::support::Site;

/// A log with the columns that JMeter writes when nothing is set; its rows were made up.
const LOG: &str = "\
timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,\
grpThreads,allThreads,URL,Latency,IdleTime,Connect
1757671200000,10,GET /items,200,OK,a 1-1,text,true,,300,120,2,2,http://localhost/items,9,0,1
1757671200005,40,GET /items,200,OK,a 1-2,text,true,,300,120,2,2,http://localhost/items,39,0,1
1757671200012,12,GET /items,500,Error,a 1-1,text,false,,300,120,2,2,http://localhost/items,11,0,0
1757671200026,14,GET /items,200,OK,a 1-1,text,true,,300,120,2,2,http://localhost/items,13,0,0
";

#[test]
fn the_suite_for_jmeter_reads_its_logs() {
    let text = page("guides/load-tools.md");
    let own = text.split("## JMeter").nth(1).expect("a part about JMeter");
    let manifest = own.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a manifest");
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"JMeter\"\n");
    site.write("data/load/suite.toml", manifest);
    site.write("data/load/raw/red-r1.jtl", LOG);
    site.write("data/load/raw/red-r2.jtl", LOG.replace(",40,", ",44,"));
    site.run(&["lock"]).success();
    // The median of 40 ms and 44 ms; one of the four of each round failed.
    let claims =
        "[42 ms](<= max[\"GET /items\"]>), [2](<= sum(errors[red]) / 1 req>) of [8](<= sum(requests[red]) / 1 req>).";
    site.write("content/load.md", format!("+++\ntitle = \"Load\"\nsuite = \"load\"\n+++\n\n{claims}\n"));
    let run = site.build();
    run.success();
    assert!(run.stderr.contains("3 of 3 claims hold") && !run.stderr.contains("warning"), "{}", run.stderr);
}
