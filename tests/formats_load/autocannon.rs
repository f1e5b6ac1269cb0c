//! autocannon: JSON, a result a line, and the tables that it prints.

use benchbook::model::LoadModel;

use crate::{Figure, absent, facts, find, fixture, holds, holds_in, implied, read};

#[test]
fn autocannon_json() {
    let mixed: [Figure; 10] = [
        ("requests", "count", "41532", "req", "/requests/total"),
        ("rps", "rate", "13843.34", "req/s", "/requests/average"),
        ("latency", "p99", "3", "ms", "/latency/p99"),
        ("latency", "p97.5", "1", "ms", "/latency/p97_5"),
        ("latency", "p99.999", "16", "ms", "/latency/p99_999"),
        ("non_2xx", "count", "8307", "req", "/non2xx"),
        ("errors", "count", "0", "req", "/errors"),
        ("status_404", "count", "4154", "req", "/statusCodeStats/404/count"),
        ("transfer", "rate", "1864960", "B/s", "/throughput/average"),
        ("duration", "value", "3.06", "s", "/duration"),
    ];
    let (_, run) = holds("autocannon/gen-autocannon-mixed.json", "autocannon", LoadModel::Unknown, &mixed);
    // The trap: a median of 0 is not no latency, but less than a millisecond.
    let median = find(&run, "latency", "p50").expect("a median");
    assert!(median.value == 0.0 && median.described.as_deref().is_some_and(|words| words.contains("less than")));
    let mean = find(&run, "rps", "rate").and_then(|o| o.described.as_deref());
    assert_eq!(mean, Some("mean of samples of one second each"));
    assert_eq!(facts(&run)[..3], ["duration = 3.06 s", "url = http://127.0.0.1:18080/mixed", "connections = 4"]);
}

#[test]
fn autocannon_versions_and_rates() {
    // 5,955 latencies of 602 responses: the correction for coordinated omission was on.
    let rate: [Figure; 2] =
        [("requests", "count", "602", "req", "/requests/total"), ("latency", "p99", "37", "ms", "/latency/p99")];
    holds("autocannon/gen-autocannon-rate.json", "autocannon", LoadModel::OpenCorrected, &rate);
    let v4: [Figure; 2] =
        [("latency", "max", "16.742306", "ms", "/latency/max"), ("status_2xx", "count", "36097", "req", "/2xx")];
    holds("autocannon/gen-autocannon4-ok.json", "autocannon", LoadModel::Unknown, &v4);
    let timeout: [Figure; 3] = [
        ("errors", "count", "3", "req", "/errors"),
        ("timeouts", "count", "3", "req", "/timeouts"),
        ("requests{sent}", "count", "5", "req", "/requests/sent"),
    ];
    let (_, run) = holds("autocannon/gen-autocannon-timeout.json", "autocannon", LoadModel::Unknown, &timeout);
    assert!(run.observations.iter().all(|o| &*o.metric != "latency"));
    assert!(absent(&run).contains("latency.p50") && absent(&run).contains("latency.mean"));
}

#[test]
fn autocannon_text() {
    // The trap: `107 kB` is 107,000 bytes here; and the low percentiles are the bad ones of `Req/Sec`.
    let table: [Figure; 8] = [
        ("latency", "p97.5", "34", "ms", "L8:C27"),
        ("latency", "mean", "11.39", "ms", "L8:C43"),
        ("latency", "p99.9", "52", "ms", "L48:C16"),
        ("rps", "rate", "336.34", "req/s", "L13:C51"),
        ("rps", "p1", "330", "req/s", "L13:C15"),
        ("transfer", "rate", "109", "kB/s", "L15:C51"),
        ("requests", "count", "1", "kreq", "L55:C1"),
        ("received", "count", "327", "kB", "L55:C23"),
    ];
    let (text, run) = holds("autocannon/gen-autocannon-table.txt", "autocannon-text", LoadModel::Unknown, &table);
    let last = "1k requests in 3.05s, 327 kB read";
    assert_eq!(implied(&text, &run), [format!("errors: {last}"), format!("non_2xx: {last}")]);
    assert_eq!(facts(&run), ["url = http://127.0.0.1:18080/jitter", "duration = 3s", "connections = 4"]);

    // A terminal's own record, with colours: columns count its control characters.
    let terminal: [Figure; 5] = [
        ("latency", "max", "41", "ms", "L9:C151"),
        ("rps", "rate", "9,167", "req/s", "L14:C121"),
        ("status_404", "count", "1833", "req", "L23:C40"),
        ("non_2xx", "count", "3666", "req", "L31:C22"),
        ("requests", "count", "18", "kreq", "L32:C1"),
    ];
    let (_, run) = holds("autocannon/gen-autocannon-tty.typescript", "autocannon-text", LoadModel::Unknown, &terminal);
    assert_eq!(find(&run, "rps", "rate").map(|o| o.value), Some(9167.0));
    assert_eq!(run.heading, None);
}

#[test]
fn autocannon_text_without_a_response() {
    let text = fixture("autocannon/gen-autocannon-table.txt")
        .replace("1k requests in", "0 requests in")
        .replace("327 kB read", "0 B read\n12 errors (5 timeouts)");
    let (_, reading) = read(&text);
    let run = &reading.runs[0];
    holds_in(&text, run, &[("errors", "count", "12", "req", "L56:C1"), ("timeouts", "count", "5", "req", "L56:C12")]);
    assert!(run.implied_zero.is_empty() && absent(run).contains("latency.p99"));
}
