//! The readers of k6 and oha: what they take from real outputs, and what they refuse to take.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::{self, Content, READERS, Reading};
use benchbook::model::{LoadModel, Observation, Run, Statistic};

/// Readers of JSON: these must not claim what another tool wrote.
const JSON_READERS: [&str; 4] = ["k6-summary-export", "k6-handle-summary", "k6-machine-readable", "oha"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of material that is not part of the repository, if it is there.
fn shared() -> Option<PathBuf> {
    let path = std::env::var_os("BENCHBOOK_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    path.is_dir().then_some(path)
}

#[expect(clippy::disallowed_methods, reason = "tests read their inputs themselves")]
fn text_of(path: &Path) -> Option<String> {
    let text = String::from_utf8(std::fs::read(path).expect("the file is there")).ok()?;
    Some(text.trim_start_matches('\u{feff}').to_owned())
}

fn fixture(name: &str) -> String {
    text_of(&root().join("tests/fixtures").join(format!("{name}.json"))).expect("fixtures are UTF-8")
}

/// Reads a text with the one reader that recognises it, and checks what holds for every file.
#[track_caller]
fn read(text: &str) -> (&'static str, Reading) {
    let content = Content::new(text);
    let claims: Vec<_> = READERS.iter().filter(|reader| reader.recognises(&content)).collect();
    let [reader] = claims[..] else { panic!("{} readers claim the text", claims.len()) };
    let reading = reader.read(&content);
    for run in &reading.runs {
        check_places(text, run);
    }
    (reader.name(), reading)
}

/// Checks against another JSON parser that every locator leads to the number and every span holds
/// its text, and that nothing was taken twice.
#[track_caller]
fn check_places(text: &str, run: &Run) {
    let document: serde_json::Value = serde_json::from_str(text).expect("the text is JSON");
    let mut seen = BTreeSet::new();
    for observation in &run.observations {
        let pointer = observation.locator.to_string();
        let there = document.pointer(&pointer).and_then(serde_json::Value::as_f64);
        let value = observation.value;
        assert!(
            there.is_some_and(|there| (there - value).abs() <= 1e-12 * value.abs()),
            "{pointer}: {value} {there:?}"
        );
        assert_eq!(text[observation.span.range()].parse(), Ok(value), "{pointer}");
        assert!(seen.insert((observation.metric.clone(), observation.statistic)), "{observation:?} was taken twice");
    }
    for absence in &run.absent {
        assert!(seen.insert((absence.metric.clone(), absence.statistic)), "{absence:?} has a value too");
    }
}

#[track_caller]
fn only_run(reading: &Reading) -> &Run {
    assert_eq!(reading.problems, [], "the file has nothing wrong");
    let [run] = &reading.runs[..] else { panic!("one run") };
    run
}

fn statistic(name: &str) -> Statistic {
    Statistic::parse(name).expect("a statistic")
}

fn find<'a>(run: &'a Run, metric: &str, name: &str) -> Option<&'a Observation> {
    run.observations.iter().find(|o| &*o.metric == metric && o.statistic == statistic(name))
}

fn is_absent(run: &Run, metric: &str, name: &str) -> bool {
    find(run, metric, name).is_none()
        && run.absent.iter().any(|a| &*a.metric == metric && a.statistic == statistic(name) && !a.why.is_empty())
}

/// A number that a fixture holds: metric, statistic, exact text, unit, RFC 6901 pointer.
type Figure = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn holds(name: &str, reader: &str, figures: &[Figure]) {
    let text = fixture(name);
    let (claimed_by, reading) = read(&text);
    assert_eq!(claimed_by, reader);
    let run = only_run(&reading);
    assert_eq!(run.load, Some(LoadModel::Unknown), "neither tool records it");
    for (metric, statistic, raw, unit, pointer) in figures {
        let found = find(run, metric, statistic).unwrap_or_else(|| panic!("{name}: no {metric}.{statistic}"));
        assert_eq!(&text[found.span.range()], *raw, "{metric}.{statistic}");
        assert_eq!(found.unit.symbol(), *unit, "{metric}.{statistic}");
        assert_eq!(found.locator.to_string(), *pointer, "{metric}.{statistic}");
    }
}

#[test]
fn k6_summary_export() {
    // The trap: `passes` of `http_req_failed` are the requests that failed.
    let v22: [Figure; 14] = [
        ("rps", "rate", "82.21798566515639", "req/s", "/metrics/http_reqs/rate"),
        ("requests", "count", "247", "req", "/metrics/http_reqs/count"),
        ("latency", "p50", "0.659461", "ms", "/metrics/http_req_duration/med"),
        ("latency", "p95", "18.81090719999999", "ms", "/metrics/http_req_duration/p(95)"),
        ("errors", "count", "20", "req", "/metrics/http_req_failed/passes"),
        ("error_rate", "share", "0.08097165991902834", "", "/metrics/http_req_failed/value"),
        ("checks_passed", "count", "227", "", "/metrics/checks/passes"),
        ("checks_failed", "count", "20", "", "/metrics/checks/fails"),
        ("latency{endpoint:mixed}", "max", "19.447421", "ms", "/metrics/http_req_duration{endpoint:mixed}/max"),
        ("http_req_tls_handshaking", "max", "0", "ms", "/metrics/http_req_tls_handshaking/max"),
        ("received", "count", "47834", "B", "/metrics/data_received/count"),
        ("transfer", "rate", "15922.328446587411", "B/s", "/metrics/data_received/rate"),
        ("vus", "max", "2", "VUs", "/metrics/vus/max"),
        ("db_time", "mean", "12.19076168253968", "", "/metrics/db_time/avg"),
    ];
    holds("k6/gen-v22-summary-export", "k6-summary-export", &v22);
    let v049: [Figure; 4] = [
        ("rps", "rate", "83.62017025633682", "req/s", "/metrics/http_reqs/rate"),
        ("requests", "count", "251", "req", "/metrics/http_reqs/count"),
        ("latency", "p95", "14.359216499999999", "ms", "/metrics/http_req_duration/p(95)"),
        ("errors", "count", "24", "req", "/metrics/http_req_failed/passes"),
    ];
    holds("k6/gen-v049-summary-export", "k6-summary-export", &v049);
}

#[test]
fn k6_handle_summary() {
    let v049: [Figure; 7] = [
        ("rps", "rate", "83.64457766718868", "req/s", "/metrics/http_reqs/values/rate"),
        ("requests", "count", "251", "req", "/metrics/http_reqs/values/count"),
        ("latency", "p95", "20.127472", "ms", "/metrics/http_req_duration/values/p(95)"),
        ("errors", "count", "27", "req", "/metrics/http_req_failed/values/passes"),
        ("error_rate", "share", "0.10756972111553785", "", "/metrics/http_req_failed/values/rate"),
        ("cache_hit_false", "count", "22", "", "/metrics/cache_hit/values/fails"),
        ("duration", "value", "3000.792245", "ms", "/state/testRunDurationMs"),
    ];
    holds("k6/gen-v049-handlesummary", "k6-handle-summary", &v049);
    let full: [Figure; 5] = [
        ("rps", "rate", "78.61599608906472", "req/s", "/metrics/http_reqs/values/rate"),
        ("latency", "p90", "13.413582", "ms", "/metrics/http_req_duration/values/p(90)"),
        ("db_time", "max", "41.815496", "ms", "/metrics/db_time/values/max"),
        ("dropped_iterations", "count", "2", "iterations", "/metrics/dropped_iterations/values/count"),
        ("payload_size", "mean", "200", "", "/metrics/payload_size/values/avg"),
    ];
    holds("k6/gen-v22-handlesummary-mode-full", "k6-handle-summary", &full);
}

#[test]
fn k6_machine_readable() {
    let plain: [Figure; 8] = [
        ("requests", "count", "247", "req", "/results/metrics/1/values/count"),
        ("latency", "p95", "17.03303059999999", "ms", "/results/metrics/2/values/p95"),
        ("errors", "count", "23", "req", "/results/metrics/3/values/matches"),
        ("error_rate", "share", "0.0931174089068826", "", "/results/metrics/3/values/rate"),
        ("checks", "share", "0.9068825910931174", "", "/results/checks/metrics/2/values/rate"),
        ("checks_failed", "count", "23", "", "/results/checks/metrics/1/values/matches"),
        ("cache_hit_samples", "count", "63", "", "/results/metrics/13/values/total"),
        ("duration", "value", "3.001741057", "s", "/config/duration"),
    ];
    holds("k6/gen-v22-machine-readable", "k6-machine-readable", &plain);
    let stats: [Figure; 2] = [
        ("requests", "count", "251", "req", "/results/metrics/1/values/count"),
        ("latency", "p90", "9.721532", "ms", "/results/metrics/3/values/p90"),
    ];
    holds("k6/gen-v22-machine-readable-trendstats", "k6-machine-readable", &stats);
    let (_, reading) = read(&fixture("k6/gen-v22-machine-readable-trendstats"));
    // The traps: no rate of requests, and no percentile above 95 though the script asked for it.
    let run = only_run(&reading);
    assert_eq!(reading.tool, "k6 v2.2.0");
    assert!(find(run, "rps", "rate").is_none() && find(run, "latency", "p99").is_none());
}

#[test]
fn oha_versions() {
    let v054: [Figure; 5] = [
        ("rps", "rate", "5090.988565868775", "req/s", "/summary/requestsPerSec"),
        ("latency", "p95", "0.000644509", "s", "/latencyPercentiles/p95"),
        ("latency", "mean", "0.0005068214750000006", "s", "/summary/average"),
        ("dns_lookup", "mean", "7.97425e-6", "s", "/details/DNSLookup/average"),
        ("response_size", "mean", "9.3", "B", "/summary/sizePerRequest"),
    ];
    holds("oha/gen-oha054-mixed", "oha", &v054);
    let v112: [Figure; 5] = [
        ("rps", "rate", "17928.384173001738", "req/s", "/summary/requestsPerSec"),
        ("latency", "p50", "0.000164294", "s", "/latencyPercentiles/p50"),
        ("latency", "p99.99", "0.001540141", "s", "/latencyPercentiles/p99.99"),
        ("status_404", "count", "20", "req", "/statusCodeDistribution/404"),
        ("success_rate", "share", "1.0", "", "/summary/successRate"),
    ];
    holds("oha/gen-oha1121-mixed", "oha", &v112);
    // The trap: `metrics.latency_ms` says 0.127 for the same p50, in milliseconds.
    let v116: [Figure; 6] = [
        ("latency", "p50", "0.00012727", "s", "/latencyPercentiles/p50"),
        ("latency", "p99", "0.003627056", "s", "/latencyPercentiles/p99"),
        ("latency{not successful}", "p99", "0.000419664", "s", "/latencyPercentilesNotSuccessful/p99"),
        ("first_byte", "p50", "0.0001271", "s", "/firstBytePercentiles/p50"),
        ("status_500", "count", "20", "req", "/statusCodeDistribution/500"),
        ("duration", "value", "0.016692913", "s", "/summary/total"),
    ];
    holds("oha/gen-oha1160-breakdown", "oha", &v116);
    let errors: Figure = (
        "errors{connection closed before message completed}",
        "count",
        "25",
        "req",
        "/errorDistribution/connection closed before message completed",
    );
    holds(
        "oha/gen-oha1121-drop",
        "oha",
        &[errors, ("status_200", "count", "75", "req", "/statusCodeDistribution/200")],
    );
}

#[test]
fn oha_histogram() {
    let text = fixture("oha/gen-oha1121-mixed");
    let (_, reading) = read(&text);
    let histogram = &only_run(&reading).histogram;
    assert_eq!(histogram.len(), 11);
    assert_eq!(histogram.iter().map(|bucket| bucket.count).sum::<u64>(), 200);
    let second = &histogram[1];
    assert_eq!(
        (second.bound.value, second.bound.unit.symbol(), &text[second.span.range()]),
        (0.0002182075, "s", "176")
    );
}

#[test]
fn oha_success_rate_says_what_it_is() {
    let (_, reading) = read(&fixture("oha/gen-oha1160-breakdown"));
    let rate = find(only_run(&reading), "success_rate", "share").expect("a success rate");
    assert_eq!(rate.described.as_deref(), Some("share of requests that got a response, of any status"));
}

#[test]
fn k6_without_a_response_has_no_latency() {
    for name in ["k6/gen-v22-allfail-summary-export", "k6/gen-v22-machine-readable-allfail"] {
        let (_, reading) = read(&fixture(name));
        let run = only_run(&reading);
        for statistic in ["mean", "min", "p50", "p90", "p95", "max"] {
            assert!(is_absent(run, "latency", statistic), "{name}: {statistic}");
        }
        let value = |metric, statistic| find(run, metric, statistic).map(|o| o.value);
        assert_eq!((value("error_rate", "share"), value("errors", "count")), (Some(1.0), Some(20.0)), "{name}");
        // Iterations did take place, and how long each took is known; so is that nothing was received.
        assert_eq!((value("iterations", "count"), value("received", "count")), (Some(20.0), Some(0.0)), "{name}");
        assert!(value("iteration_duration", "mean").is_some_and(|mean| mean > 0.0), "{name}");
    }
    let (_, reading) = read(&fixture("k6/gen-v22-allfail-summary-export"));
    assert!(is_absent(only_run(&reading), "http_req_waiting", "p95"));
}

#[test]
fn k6_without_a_request_has_no_http_metrics() {
    for name in ["k6/gen-v22-empty-summary-export", "k6/gen-v22-machine-readable-empty"] {
        let (_, reading) = read(&fixture(name));
        let run = only_run(&reading);
        assert!(run.observations.iter().all(|o| !["latency", "rps", "requests", "errors"].contains(&&*o.metric)));
        assert_eq!(find(run, "iterations", "count").map(|o| o.value), Some(1.0), "{name}");
    }
}

#[test]
fn oha_without_a_response_has_no_latency() {
    for (name, message, count) in [
        ("oha/gen-oha054-allerr", "Connection refused (os error 111)", 10.0),
        ("oha/gen-oha1160-allerr", "Connection refused (os error 111)", 10.0),
        ("oha/gen-oha1160-timeout", "aborted due to deadline", 2.0),
    ] {
        let (_, reading) = read(&fixture(name));
        let run = only_run(&reading);
        for statistic in ["mean", "min", "p50", "p99", "max"] {
            assert!(is_absent(run, "latency", statistic), "{name}: {statistic}");
        }
        // 0.5 writes a mean of 0.0 here, and a histogram with a bucket `NaN`.
        assert!(is_absent(run, "dns_lookup", "mean") && run.histogram.is_empty(), "{name}");
        let errors = find(run, &format!("errors{{{message}}}"), "count");
        assert_eq!(errors.map(|o| o.value), Some(count), "{name}");
    }
}

#[test]
fn facts_are_what_the_file_says() {
    let facts = |name: &str| {
        let (_, reading) = read(&fixture(name));
        let facts = only_run(&reading).facts.iter().map(|fact| format!("{} = {}", fact.name, fact.value));
        facts.collect::<Vec<_>>()
    };
    assert_eq!(facts("k6/gen-v22-summary-export"), ["vus = 6"]);
    assert_eq!(facts("k6/gen-v22-handlesummary-mode-full"), ["vus = 7", "duration = 3001.933598 ms"]);
    assert_eq!(facts("k6/gen-v22-machine-readable"), ["vus = 6", "duration = 3.001741057 s"]);
    assert_eq!(facts("oha/gen-oha1121-mixed"), ["duration = 0.011155495 s"]);
}

#[test]
fn thresholds_are_kept_or_crossed() {
    // An average of a microsecond cannot be kept, half a second is; 8 % and 12 % of failures are above 5 %.
    for name in ["k6/gen-v22-summary-export", "k6/gen-v22-handlesummary-mode-full"] {
        let (_, reading) = read(&fixture(name));
        let thresholds = &only_run(&reading).thresholds;
        let verdict = |metric: &str, expression: &str| {
            let mut found = thresholds.iter().filter(|t| &*t.metric == metric && t.expression == expression);
            found.next().map(|t| t.passed)
        };
        assert_eq!(thresholds.len(), 6, "{name}");
        assert_eq!(verdict("latency", "p(95)<500"), Some(true), "{name}");
        assert_eq!(verdict("latency", "avg<0.001"), Some(false), "{name}");
        assert_eq!(verdict("error_rate", "rate<0.05"), Some(false), "{name}");
        assert_eq!(verdict("orders_placed", "count>1"), Some(true), "{name}");
    }
}

/// A summary export with these metrics.
fn export(metrics: &str) -> String {
    format!("{{\"root_group\": {{}}, \"metrics\": {{{metrics}}}}}")
}

#[test]
fn statistics_that_a_script_asks_for_are_read() {
    let (_, reading) = read(&export(
        r#""http_req_duration": {"avg": 2.5, "med": 2, "p(50)": 2, "p(99.9)": 9.75, "count": 40},
           "http_req_duration{name:a/b~c}": {"p(99.99)": 10}"#,
    ));
    let run = only_run(&reading);
    let place = |metric, statistic| find(run, metric, statistic).map(|o| (o.value, o.locator.to_string()));
    assert_eq!(place("latency", "p99.9"), Some((9.75, "/metrics/http_req_duration/p(99.9)".to_owned())));
    assert_eq!(place("latency", "count"), Some((40.0, "/metrics/http_req_duration/count".to_owned())));
    assert_eq!(place("latency", "p50"), Some((2.0, "/metrics/http_req_duration/med".to_owned())));
    let tagged = "/metrics/http_req_duration{name:a~1b~0c}/p(99.99)".to_owned();
    assert_eq!(place("latency{name:a/b~c}", "p99.99"), Some((10.0, tagged)));
}

#[test]
fn refused_requests_of_one_endpoint_leave_the_others_alone() {
    let (_, reading) = read(&export(
        r#""http_req_duration": {"avg": 1.5, "min": 0, "max": 3}, "http_req_duration{to:gone}": {"avg": 0, "min": 0, "max": 0},
           "http_req_connecting": {"avg": 0, "min": 0, "max": 0}, "http_req_failed": {"passes": 0, "fails": 0, "value": 0}"#,
    ));
    let run = only_run(&reading);
    assert!(is_absent(run, "latency{to:gone}", "mean") && is_absent(run, "error_rate", "share"));
    assert_eq!(find(run, "latency", "min").map(|o| o.value), Some(0.0));
    assert_eq!(find(run, "http_req_connecting", "max").map(|o| o.value), Some(0.0));
}

#[test]
fn refused_requests_are_counted_all_the_same() {
    let (_, reading) = read(&export("\"http_req_duration\": {\"avg\": 0, \"p(99)\": 0, \"count\": 20}"));
    let run = only_run(&reading);
    assert!(is_absent(run, "latency", "mean") && is_absent(run, "latency", "p99"));
    assert_eq!(find(run, "latency", "count").map(|o| o.value), Some(20.0));
}

#[test]
fn all_failed_with_a_response_still_have_latency() {
    let (_, reading) = read(&export(
        r#""http_req_duration": {"avg": 36.7, "max": 302.57}, "http_req_failed": {"passes": 4694, "fails": 0, "value": 1}"#,
    ));
    let run = only_run(&reading);
    assert_eq!(find(run, "latency", "max").map(|o| o.value), Some(302.57));
    assert!(run.absent.is_empty());
}

#[test]
fn a_script_may_call_its_own_metric_errors() {
    let (_, reading) = read(&export(
        r#""errors": {"count": 3, "rate": 0.1}, "http_req_failed": {"passes": 5, "fails": 5, "value": 0.5}"#,
    ));
    let run = only_run(&reading);
    let count = |metric| find(run, metric, "count").map(|o| o.value);
    assert_eq!((count("errors"), count("custom_errors")), (Some(5.0), Some(3.0)));
}

#[track_caller]
fn is_malformed(text: &str, message: &str, at: &str) {
    let (_, reading) = read(text);
    let [problem] = &reading.problems[..] else { panic!("one problem: {:?}", reading.problems) };
    assert_eq!((problem.message.as_str(), &text[problem.span.range()]), (message, at));
    assert!(problem.code == Code::Malformed && problem.help.is_some());
}

#[test]
fn what_k6_cannot_have_written_is_a_problem() {
    let negative = export("\"http_req_duration\": {\"avg\": -2.5, \"max\": 3}");
    is_malformed(&negative, "`http_req_duration.avg` is `-2.5`, but can only be 0 or more", "-2.5");
    let text = export("\"http_reqs\": {\"count\": \"247\", \"rate\": 82.2}");
    is_malformed(&text, "`http_reqs.count` is a string, not a number", "\"247\"");
    let share = export("\"http_req_failed\": {\"passes\": 1, \"fails\": 1, \"value\": 50}");
    is_malformed(&share, "`http_req_failed.value` is `50`, but can only be between 0 and 1", "50");
    let verdict = export("\"vus\": {\"value\": 1, \"thresholds\": {\"value<5\": {\"ok\": true}}}");
    is_malformed(&verdict, "the threshold `value<5` has no verdict", "{\"ok\": true}");
    let twice = fixture("k6/gen-v22-machine-readable-empty").replace("\"data_sent\"", "\"iterations\"");
    let (_, reading) = read(&twice);
    assert_eq!(reading.problems[0].message, "the metric `iterations` stands twice in one list");
    // A level of stock may well be below zero.
    assert_eq!(read(&export("\"stock_level\": {\"value\": -1, \"min\": -4, \"max\": 2}")).1.problems, []);
}

#[test]
fn a_schema_that_is_not_known_is_not_read() {
    let text = fixture("k6/gen-v22-machine-readable").replace("\"version\": \"1.0.0\"", "\"version\": \"2.0.0\"");
    let (_, reading) = read(&text);
    assert!(reading.runs[0].observations.is_empty());
    assert_eq!(reading.problems[0].code, Code::UnknownFormat);
}

#[test]
fn what_oha_cannot_have_written_is_a_problem() {
    let good = fixture("oha/gen-oha1160-breakdown");
    let slower = good.replace("\"p50\": 0.127,", "\"p50\": 127,");
    is_malformed(&slower, "`latency_ms.p50` is 127 ms, but `latencyPercentiles.p50` is 0.00012727 s", "127");
    let half = good.replace("\"404\": 20,", "\"404\": 20.5,");
    is_malformed(&half, "`statusCodeDistribution.404` is `20.5`, but can only be a whole number", "20.5");
    let bound = good.replace("\"0.0004066016\": 187", "\"NaN\": 187");
    is_malformed(&bound, "`NaN` cannot bound a bucket of the histogram", "187");
}

#[test]
fn other_json_is_left_alone() {
    for text in
        ["{}", "[]", "{\"metrics\": {}}", "{\"metrics\": [], \"root_group\": {}}", "{\"status\": \"ok\"}", "{\"a\":"]
    {
        assert!(formats::recognise(&Content::new(text)).is_none(), "{text}");
    }
}

/// The reader that a format of the corpus's manifest asks for, if it is one of those here.
fn reader_of(format: &str, path: &str) -> Option<&'static str> {
    let is_json = path.ends_with(".json");
    match format {
        _ if !is_json => None,
        _ if format.starts_with("k6 legacy --summary-export JSON") => Some("k6-summary-export"),
        _ if format.starts_with("k6 handleSummary() data JSON") => Some("k6-handle-summary"),
        _ if format.starts_with("k6 new machine-readable summary") => Some("k6-machine-readable"),
        "oha JSON" => Some("oha"),
        _ => None,
    }
}

#[test]
fn each_file_of_the_corpus_is_claimed_by_its_reader_only() {
    let Some(corpus) = shared().map(|shared| shared.join("corpus")) else {
        return println!("skipped: the corpus is not there");
    };
    let manifest = text_of(&corpus.join("MANIFEST.tsv")).expect("the manifest is UTF-8");
    let mut claimed = 0;
    for line in manifest.lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let Some(text) = text_of(&corpus.join(columns[0])) else { continue };
        let content = Content::new(&text);
        let claims = READERS.iter().filter(|reader| reader.recognises(&content)).map(|reader| reader.name());
        let claims: Vec<_> = claims.filter(|name| JSON_READERS.contains(name)).collect();
        let wanted = reader_of(columns[3], columns[0]);
        assert_eq!(claims, wanted.as_slice(), "{}", columns[0]);
        if wanted.is_some() {
            assert_eq!(read(&text).1.problems, [], "{}", columns[0]);
            claimed += 1;
        }
    }
    // 27 summaries of k6 and 17 outputs of oha.
    assert_eq!(claimed, 27 + 17);
}

#[test]
fn every_raw_file_of_the_altair_page_reads() {
    let Some(raw) = shared().map(|shared| shared.join("seeds/altair/raw")) else {
        return println!("skipped: the raw files are not there");
    };
    let entries = walkdir::WalkDir::new(raw).into_iter().map(|entry| entry.expect("a file").into_path());
    let files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    assert_eq!(files.len(), 40);
    for file in files {
        let (reader, reading) = read(&text_of(&file).expect("it is UTF-8"));
        let run = only_run(&reading);
        assert_eq!(reader, "k6-summary-export", "{}", file.display());
        assert!(find(run, "rps", "rate").is_some() && find(run, "latency", "p95").is_some(), "{}", file.display());
    }
}

#[test]
fn the_reference_figures_of_the_altair_page_follow_from_its_raw_files() {
    let Some(seed) = shared().map(|shared| shared.join("seeds/altair")) else {
        return println!("skipped: the figures are not there");
    };
    let figures = text_of(&seed.join("figures.csv")).expect("it is UTF-8");
    let mut checked = 0;
    for row in csv::Reader::from_reader(figures.as_bytes()).records() {
        let row = row.expect("a row");
        if &row[8] != "reference table; raw k6 export held" {
            continue;
        }
        let workload = row[1].split(' ').next().expect("a word").to_lowercase();
        let file = format!("raw/reference-2026-08-06/{}-{workload}.json", row[2].to_lowercase());
        let (_, reading) = read(&text_of(&seed.join(&file)).expect("it is UTF-8"));
        let metric = if &row[3] == "latency" { "latency" } else { "rps" };
        let found = find(only_run(&reading), metric, &row[4]).expect("an observation");
        let printed = row[5].replace(',', "");
        let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        assert_eq!(format!("{:.decimals$}", found.value), printed, "{file} {} {}", &row[3], &row[4]);
        assert_eq!(found.unit.symbol(), &row[6], "{file}");
        checked += 1;
    }
    assert_eq!(checked, 36);
}
