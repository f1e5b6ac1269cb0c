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

/// A log as Gatling 3.9 writes it; its requests were made up.
const SIMULATION: &str = "\
RUN\tshop.Shop\tshop\t1757671199000\t \t3.9.5
REQUEST\t\tGET /items\t1757671200000\t1757671200010\tOK\t\x20
REQUEST\t\tGET /items\t1757671200005\t1757671200045\tOK\t\x20
REQUEST\t\tGET /items\t1757671200012\t1757671200024\tKO\tstatus.find.is(200), but actually found 500
REQUEST\t\tGET /items\t1757671200026\t1757671200040\tOK\t\x20
";

#[test]
fn the_suites_for_jmeter_and_gatling_read_their_logs() {
    let (line, ending) = ("1757671200045", "1757671200049");
    for (part, file, log, other) in [
        ("## JMeter", "jtl", LOG, LOG.replace(",40,", ",44,")),
        ("## Gatling", "log", SIMULATION, SIMULATION.replace(line, ending)),
    ] {
        let text = page("guides/load-tools.md");
        let own = text.split(part).nth(1).expect("a part about the tool");
        let manifest = own.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a manifest");
        let site = Site::empty();
        site.write("benchbook.toml", "title = \"Logs\"\n");
        site.write("data/load/suite.toml", manifest);
        site.write(&format!("data/load/raw/red-r1.{file}"), log);
        site.write(&format!("data/load/raw/red-r2.{file}"), other);
        site.run(&["lock"]).success();
        // The median of 40 ms and 44 ms; one of the four of each round failed.
        let claims = "[42 ms](<= max[\"GET /items\"]>), [2](<= sum(errors[red]) / 1 req>) of [8](<= sum(requests[red]) / 1 req>).";
        site.write("content/load.md", format!("+++\ntitle = \"Load\"\nsuite = \"load\"\n+++\n\n{claims}\n"));
        let run = site.build();
        run.success();
        assert!(run.stderr.contains("3 of 3 claims hold"), "{}", run.stderr);
        assert_eq!(run.stderr.contains("warning"), file == "log", "Gatling does not tell of the loop: {}", run.stderr);
    }
}
