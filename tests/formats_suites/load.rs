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
    let (name, reading) = read(&fixture("gatling/simulation.log"));
    assert_eq!((name, reading.runs.len(), reading.problems.len()), ("gatling-simulation", 0, 0));
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
