//! Locust, Gatling, Artillery and JMeter.

use super::super::*;

#[test]
fn locust_statistics() {
    let (text, run) = only_run("locust/gen-locust_stats.csv", "locust-stats", Some(LoadModel::Closed));
    let figures = [
        ("rps", "rate", "140.55552700469732", "req/s", "R5:C10"),
        ("requests", "count", "563", "req", "R5:C3"),
        ("errors", "count", "34", "req", "R5:C4"),
        ("latency", "mean", "5.088622046183134", "ms", "R5:C6"),
        ("latency", "p50", "4", "ms", "R5:C5"),
        ("latency", "p99.9", "100", "ms", "R5:C20"),
        // The trap: a name that holds a comma.
        ("latency{POST /items [créer], v1}", "p95", "13", "ms", "R2:C17"),
        ("errors{GET /mixed}", "count", "34", "req", "R3:C4"),
    ];
    holds(&text, &run, &figures);
    let p99 = run.observations.iter().find(|o| &*o.metric == "latency" && o.statistic.name() == "p99");
    assert_eq!(
        p99.and_then(|p99| p99.within).map(|w| (w.share, w.words)),
        Some((0.05, "from times that Locust rounded"))
    );
    // Locust ends lines with CR and LF; places in rows and columns do not change with it.
    let with_returns = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let (_, reading) = read(&with_returns);
    assert_eq!(reading.problems, []);
    holds(&with_returns, &reading.runs[0], &figures);
}

#[test]
fn locust_statistics_without_a_request_or_an_end() {
    let text = fixture("locust/gen-locust_stats.csv");
    let cut = &text[..text.find(",Aggregated").expect("the row is there")];
    let (_, reading) = read(cut);
    assert_eq!(problems(cut, &reading), [(Code::Truncated, "GET")]);
    assert!(find(&reading.runs[0], "requests", "count").is_none(), "no total is made up");
    let header = text.lines().next().expect("there is a header");
    let idle = format!("{header}\n,Aggregated,0,0,0,0,0,0,0,0.0,0.0,0,0,0,0,0,0,0,0,0,0,0\n");
    let (_, reading) = read(&idle);
    for statistic in ["mean", "min", "p50", "p99", "max"] {
        assert!(is_absent(&reading.runs[0], "latency", statistic), "{statistic}");
    }
    let wrong = text.replace(",563,", ",many,");
    assert_eq!(problems(&wrong, &read(&wrong).1), [(Code::Malformed, "many")]);
}

#[test]
fn locust_statistics_before_1_0() {
    let text = "\"Method\",\"Name\",\"# requests\",\"# failures\",\"Median response time\",\"Average response time\",\
                \"Min response time\",\"Max response time\",\"Average Content Size\",\"Requests/s\"\n\
                \"GET\",\"/\",12,0,7,8,2,31,100,1.50\n\"None\",\"Total\",12,0,7,8,2,31,100,1.50\n";
    let (name, reading) = read(text);
    assert_eq!((name, &reading.problems[..]), ("locust-stats", &[][..]));
    let figures = [
        ("requests", "count", "12", "req", "R3:C3"),
        ("latency", "p50", "7", "ms", "R3:C5"),
        ("latency{GET /}", "max", "31", "ms", "R2:C8"),
    ];
    holds(text, &reading.runs[0], &figures);
}

#[test]
fn locust_failures_and_exceptions() {
    let (text, run) = only_run("locust/gen-locust_failures.csv", "locust-failures", None);
    let not_found = "errors{GET /mixed: HTTPError('404 Client Error: Not Found for url: /mixed')}";
    holds(&text, &run, &[(not_found, "count", "15", "req", "R2:C4")]);
    let (text, run) = only_run("locust/gen-locust_exceptions.csv", "locust-exceptions", None);
    let [(metric, span)] = &run.implied_zero[..] else { panic!("one zero is implied") };
    assert_eq!((&**metric, text[span.range()].trim()), ("exceptions", "Count,Message,Traceback,Nodes"));
}

#[test]
fn locust_history() {
    let (text, run) = only_run("locust/full_stats_history.csv", "locust-history", Some(LoadModel::Closed));
    assert!(run.observations.is_empty(), "whole runs are told of in the statistics");
    let at = |second: i64| {
        let slice = run.slices.iter().find(|slice| slice.axis == [second * 1_000_000_000; 2]).expect("a moment");
        assert_eq!(slice.trailing, Some(10_000_000_000));
        Run { observations: slice.observations.clone(), ..Run::default() }
    };
    let figures = [
        ("users", "value", "5", "users", "R17:C2"),
        ("rps", "rate", "8.000000", "req/s", "R17:C5"),
        ("errors", "rate", "0.333333", "req/s", "R17:C6"),
        ("latency", "p95", "58", "ms", "R17:C12"),
        ("latency{GET /slow}", "p50", "40", "ms", "R16:C7"),
        ("requests{total}", "count", "79", "req", "R17:C18"),
        ("errors{GET /items, total}", "count", "5", "req", "R15:C19"),
        ("latency{total}", "mean", "20.32304653156747", "ms", "R17:C21"),
        ("latency{total}", "p50", "10", "ms", "R17:C20"),
        ("response_size{GET /slow, total}", "mean", "11.0", "B", "R16:C24"),
    ];
    let fifth = at(5);
    check(&text, &fifth);
    holds(&text, &fifth, &figures);
    assert_eq!(described(&fifth, "latency", "p95"), "over about the ten seconds before");
    assert!(find(&fifth, "latency", "p100").is_none() && find(&fifth, "users{GET /slow}", "value").is_none());
    // Without a request there is a rate of 0 and no time; with the first ones Locust has neither yet.
    let [none, first] = [at(0), at(1)];
    holds(&text, &none, &[("rps", "rate", "0.000000", "req/s", "R2:C5")]);
    for (moment, metric, statistic) in [
        (&none, "latency", "p50"),
        (&none, "latency{total}", "min"),
        (&first, "rps", "rate"),
        (&first, "latency", "p50"),
    ] {
        assert!(find(moment, metric, statistic).is_none(), "{metric} {statistic}");
    }
    assert!(find(&first, "requests{total}", "count").is_some());
}

#[test]
fn locust_json() {
    let text = fixture("locust/gen-locust-json.json");
    let (name, reading) = read(&text);
    assert_eq!((name, &reading.problems[..]), ("locust-json", &[][..]));
    let named: Vec<_> = reading.runs.iter().map(dimensions).collect();
    assert_eq!(named, ["request=GET /ok", "request=POST /items [créer], v1", "request=GET /mixed"]);
    let figures = [
        ("requests", "count", "176", "req", "/2/num_requests"),
        ("errors", "count", "37", "req", "/2/num_failures"),
        ("latency", "max", "28.495109999994384", "ms", "/2/max_response_time"),
    ];
    holds(&text, &reading.runs[2], &figures);
    let histogram = &reading.runs[0].histogram;
    let first = (histogram[0].bound.value, histogram[0].count, &text[histogram[0].span.range()]);
    assert_eq!((first, histogram[0].bound.unit.symbol()), ((1.0, 47, "47"), "ms"));
    assert_eq!(histogram.iter().map(|bucket| bucket.count).sum::<u64>(), 384);
}

#[test]
fn gatling_statistics() {
    let (text, run) = only_run("gatling/global_stats.json", "gatling-global-stats", Some(LoadModel::Unknown));
    let figures = [
        ("rps", "rate", "11.88", "req/s", "/meanNumberOfRequestsPerSecond/total"),
        ("requests", "count", "120", "req", "/numberOfRequests/total"),
        ("errors", "count", "3", "req", "/numberOfRequests/ko"),
        ("latency", "p95", "188", "ms", "/percentiles3/total"),
        ("latency{ok}", "p99", "402", "ms", "/percentiles4/ok"),
        ("latency{ko}", "max", "912", "ms", "/maxResponseTime/ko"),
        ("requests{t < 800 ms}", "count", "117", "req", "/group1/count"),
    ];
    holds(&text, &run, &figures);
    assert!(described(&run, "latency", "p95").contains("unless `gatling.conf` says otherwise"));
    assert!(find(&run, "requests{failed}", "count").is_none(), "those that failed are counted once");
    let none_failed = text.replace("\"ok\": 117, \"ko\": 3", "\"ok\": 120, \"ko\": 0");
    assert!(is_absent(&read(&none_failed).1.runs[0], "latency{ko}", "p95"));
}

#[test]
fn gatling_statistics_by_request() {
    let (text, run) = only_run("gatling/stats.json", "gatling-stats", Some(LoadModel::Unknown));
    let buy = "/contents/group_shop-2/contents/req_buy-3/stats";
    let at = |rest: &str| -> &'static str { format!("{buy}{rest}").leak() };
    let figures = [
        ("requests", "count", "40", "req", "/stats/numberOfRequests/total"),
        ("latency{GET /}", "p99", "210", "ms", "/contents/req_home-1/stats/percentiles4/total"),
        ("errors{shop / POST /buy}", "count", "2", "req", at("/numberOfRequests/ko")),
        ("latency{shop / POST /buy}", "mean", "35", "ms", at("/meanResponseTime/total")),
    ];
    holds(&text, &run, &figures);
    assert!(run.observations.iter().all(|o| !o.metric.contains("{shop}")), "a group counts its requests once more");
}

#[test]
fn gatling_simulation_logs() {
    let (text, run) = only_run("gatling/simulation.log", "gatling-simulation", Some(LoadModel::Unknown));
    // By hand: requests of 40, 30, 100, 200, 0 and 50 ms, from 100 to 750 ms after the start.
    let figures = [
        ("latency", "min", "1700000000600\t1700000000600", "ms", "L8:F5-F4"),
        ("latency", "max", "1700000000360\t1700000000560", "ms", "L7:F5-F4"),
    ];
    holds(&text, &run, &figures);
    let over = "L4:F5-F4..L11:F5-F4";
    computes(
        &run,
        &[
            ("requests", "count", 6.0, over),
            ("errors", "count", 2.0, over),
            ("latency", "mean", 70.0, over),
            ("latency", "min", 0.0, "L8:F5-F4"),
            ("latency", "max", 200.0, "L7:F5-F4"),
            ("rps", "rate", 6.0 / 0.65, over),
        ],
    );
    // `date -ud @1700000000 +%FT%TZ` gives the start.
    let told = [
        ("tool", "Gatling 3.9.5"),
        ("simulation", "shop.ShopSimulation"),
        ("description", "nightly, \"warm\""),
        ("started", "2023-11-14T22:13:20Z"),
    ];
    assert_eq!(facts(&run), told);
    let with_returns = text.replace('\n', "\r\n");
    let (_, reading) = read(&with_returns);
    assert_eq!(reading.problems, []);
    computes(&reading.runs[0], &[("latency", "mean", 70.0, over), ("errors", "count", 2.0, over)]);
}

#[test]
fn gatling_simulation_logs_of_other_versions() {
    // By hand: requests of 40, 100 and 300 ms from 100 to 600 ms after the start, in both.
    for (name, tool, fields) in [
        ("gatling/simulation-3.3.log", "Gatling 3.3.1", "F6-F5"),
        ("gatling/simulation-2.3.log", "Gatling 2.0", "F7-F6"),
    ] {
        let (_, run) = only_run(name, "gatling-simulation", Some(LoadModel::Unknown));
        let line = |figure: &str| find(&run, "latency", figure).expect("it is there").locator.to_string();
        assert!(line("max").ends_with(&format!(":{fields}")), "{name}: {}", line("max"));
        let values = ["min", "mean", "max"].map(|of| find(&run, "latency", of).map(|own| own.value));
        assert_eq!(values, [40.0, 440.0 / 3.0, 300.0].map(Some), "{name}");
        let count = |metric: &str| find(&run, metric, "count").map(|own| own.value);
        assert_eq!((count("requests"), count("errors")), (Some(3.0), Some(1.0)), "{name}");
        assert_eq!(find(&run, "rps", "rate").map(|own| own.value), Some(6.0), "{name}");
        assert_eq!(facts(&run)[0], ("tool", tool), "{name}");
    }
}

#[test]
fn gatling_events_that_answer_no_request_are_no_measurements() {
    let event = |text: &str, line: &str, fields: &str| {
        text.replacen(line, &format!("REQUEST\t{fields}news\t1700000000120\t-9223372036854775808\tOK\t \n{line}"), 1)
    };
    for (name, fields) in [("gatling/simulation.log", "\t"), ("gatling/simulation-3.3.log", "1\t\t")] {
        let text = fixture(name);
        let (_, plain) = read(&text);
        let (_, reading) = read(&event(&text, "REQUEST\t", fields));
        assert_eq!(reading.problems, [], "{name}");
        let numbers = |reading: &Reading| {
            let all = reading.runs.iter().flat_map(|run| &run.observations);
            all.map(|o| (o.metric.clone(), o.statistic, o.value)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&reading), numbers(&plain), "{name}");
    }
    let second = fixture("gatling/simulation-2.3.log");
    assert!(!read(&event(&second, "REQUEST\t", "Buyers\t1\t\t")).1.problems.is_empty(), "2.3 knows no such event");
}

#[test]
fn a_gatling_log_is_divided_by_groups_wherever_the_first_is() {
    let text = fixture("gatling/simulation.log");
    let line = "REQUEST\t\tGET /\t1700000000100\t1700000000140\tOK\t \n";
    let (before, after) = text.split_once(line).expect("the log has it");
    // More than the head that is looked at.
    let long = format!("{before}{}{after}", line.repeat(3_000));
    let without = format!("{before}{line}");
    let stream = benchbook::formats::gatling::simulation::Simulation;
    for (text, by, runs) in [(&long, ["groups", "request"].as_slice(), 3), (&without, &[], 1)] {
        let (reading, found) =
            benchbook::formats::stream::read_divided(&stream, &benchbook::formats::Content::new(text));
        assert_eq!((reading.problems.len(), reading.runs.len(), &found[..].join(",")), (0, runs, &by.join(",")));
    }
    let two = format!("{without}{}", line.replace("GET /", "POST /"));
    let (reading, by) = benchbook::formats::stream::read_divided(&stream, &benchbook::formats::Content::new(&two));
    assert_eq!((reading.runs.len(), by), (2, vec!["request".to_owned()]));
    assert!(reading.runs.iter().all(|run| run.dimensions.get("groups").is_none()));
}

#[test]
fn gatling_simulation_logs_that_are_none() {
    let text = fixture("gatling/simulation.log");
    let wrong = |was: &str, now: &str| {
        let text = text.replacen(was, now, 1);
        let (_, reading) = read(&text);
        assert!(reading.runs.is_empty(), "a part of the requests would give other numbers");
        let told = problems(&text, &reading).into_iter().map(|(code, part)| (code, part.to_owned()));
        told.collect::<Vec<_>>()
    };
    let one = |code, part: &str| vec![(code, part.to_owned())];
    // The last line ends within a name.
    assert_eq!(wrong("\tEND\t1700000000800\n", ""), one(Code::Truncated, "USER\tBuyers"));
    assert_eq!(
        wrong("\t1700000000560\tKO", "\t1700000000359\tKO"),
        one(Code::Malformed, "1700000000360\t1700000000359")
    );
    assert_eq!(wrong("\t1700000000140\t", "\t-1\t"), one(Code::Malformed, "-1"));
    assert_eq!(
        wrong("\tGET /\t", "\tGET\t/\t"),
        one(Code::Malformed, "REQUEST\t\tGET\t/\t1700000000100\t1700000000140\tOK\t ")
    );
    assert_eq!(wrong("\tKO\tj.n", "\tFAILED\tj.n"), one(Code::Malformed, "FAILED"));
    assert_eq!(wrong("\t1700000000140\tOK\t ", ""), one(Code::Malformed, "REQUEST\t\tGET /\t1700000000100"));
    assert_eq!(
        wrong("USER\tBuyers\tEND", "USERS\tBuyers\tEND"),
        one(Code::Malformed, "USERS\tBuyers\tEND\t1700000000800")
    );
    let again = text.lines().nth(1).expect("it is the line of the run");
    assert_eq!(wrong("USER\tBuyers\tEND", &format!("{again}\nUSER\tBuyers\tEND")), one(Code::Malformed, again));
    // What a log tells of its form is certain, or it is not read.
    for version in ["3.13.1", "4.0.0", "2.0", "4", "x.9"] {
        assert_eq!(wrong("3.9.5", version), one(Code::NoMapping, version));
    }
    assert_eq!(
        wrong(
            "ASSERTION\tAAECAAIFAAAAAAAAAFlA\nRUN\tshop.ShopSimulation\tshopsimulation",
            "shop.ShopSimulation\tshopsimulation\tRUN"
        ),
        one(Code::NoMapping, "RUN")
    );
    let no_request: String =
        text.lines().filter(|line| !line.starts_with("REQUEST")).map(|line| format!("{line}\n")).collect();
    assert_eq!(problems(&no_request, &read(&no_request).1), [(Code::Truncated, "")]);
    // Editors take spaces off the ends of lines.
    let trimmed: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    computes(&read(&trimmed).1.runs[0], &[("latency", "mean", 70.0, "L4:F5-F4..L11:F5-F4")]);
    let refused = text.replace("OK\t ", "KO\tj.n.ConnectException: Connection refused");
    let all_refused = refused
        .replace("status.find.is(200), but actually found \"503", "i.g.h.c.i.RequestTimeoutException: Request timeout");
    let run = read(&all_refused).1.runs.remove(0);
    assert!(is_absent(&run, "latency", "mean"), "no request got a response");
}

#[test]
fn artillery_version_2() {
    let (text, run) = only_run("artillery/gen-v2-report.json", "artillery-v2", Some(LoadModel::Open));
    let figures = [
        // The trap: 180 requests in 3.9 s are 45 a second; the file says 47.
        ("rps", "rate", "47", "req/s", "/aggregate/rates/http.request_rate"),
        ("requests", "count", "180", "req", "/aggregate/counters/http.requests"),
        ("latency", "p99", "36.2", "ms", "/aggregate/summaries/http.response_time/p99"),
        ("latency", "p99.9", "39.3", "ms", "/aggregate/summaries/http.response_time/p999"),
        ("errors{ECONNRESET}", "count", "15", "req", "/aggregate/counters/errors.ECONNRESET"),
        ("status_500", "count", "6", "req", "/aggregate/counters/http.codes.500"),
        ("received", "count", "12603", "B", "/aggregate/counters/http.downloaded_bytes"),
    ];
    holds(&text, &run, &figures);
    let jitter = "/aggregate/summaries/plugins.metrics-by-endpoint.response_time.~1jitter/p95";
    holds(&text, &run, &[("latency{/jitter}", "p95", "34.8", "ms", jitter)]);
    assert!(described(&run, "rps", "rate").contains("not the requests divided by the time"));
}

#[test]
fn artillery_version_1() {
    let (text, run) = only_run("artillery/v1-report.json", "artillery-v1", Some(LoadModel::Open));
    let figures = [
        ("rps", "rate", "5.25", "req/s", "/aggregate/rps/mean"),
        ("requests", "count", "41", "req", "/aggregate/requestsCompleted"),
        ("latency", "p50", "12.6", "ms", "/aggregate/latency/median"),
        ("latency", "p99", "301", "ms", "/aggregate/latency/p99"),
        ("status_503", "count", "3", "req", "/aggregate/codes/503"),
        ("errors{ETIMEDOUT}", "count", "1", "req", "/aggregate/errors/ETIMEDOUT"),
    ];
    holds(&text, &run, &figures);
    assert!(is_absent(&run, "scenario_duration", "p50") && is_absent(&run, "scenario_duration", "p95"));
    assert_eq!(run.implied_zero, []);
}

#[test]
fn jmeter_logs_are_recognised() {
    let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n</testResults>\n";
    let cases = [
        (&*fixture("jmeter/samples.jtl"), "jmeter-jtl", [1, 0]),
        (&*fixture("jmeter/samples.xml"), "jmeter-jtl-xml", [1, 0]),
        // No sample is no measurement.
        (xml, "jmeter-jtl-xml", [0, 1]),
    ];
    for (text, expected, counts) in cases {
        let (name, reading) = read(text);
        assert_eq!((name, [reading.runs.len(), reading.problems.len()]), (expected, counts));
    }
}
