//! vegeta: its reports as JSON, text, histogram and percentiles for plotting.

use benchbook::diagnostic::Code;
use benchbook::model::LoadModel;

use crate::{Figure, absent, find, fixture, holds, implied, read};

#[test]
fn vegeta_json() {
    // The traps: nanoseconds, and a rate of requests sent beside one of successes.
    let mixed: [Figure; 8] = [
        ("rps", "rate", "80.25193590553745", "req/s", "/throughput"),
        ("rps{sent}", "rate", "100.34321951708492", "req/s", "/rate"),
        ("latency", "p50", "521193", "ns", "/latencies/50th"),
        ("latency", "p95", "2625886", "ns", "/latencies/95th"),
        ("requests", "count", "200", "req", "/requests"),
        ("status_404", "count", "20", "req", "/status_codes/404"),
        ("success_rate", "share", "0.8", "", "/success"),
        ("duration", "value", "1993159089", "ns", "/duration"),
    ];
    let (text, run) = holds("vegeta/gen-vegeta-mixed.json", "vegeta", LoadModel::Open, &mixed);
    assert_eq!(implied(&text, &run), [r#"errors: {"200":160,"404":20,"500":20}"#]);
    let refused: [Figure; 2] =
        [("errors", "count", "50", "req", "/status_codes/0"), ("rps", "rate", "0", "req/s", "/throughput")];
    let (_, run) = holds("vegeta/gen-vegeta-allerr.json", "vegeta", LoadModel::Open, &refused);
    assert!(absent(&run).contains("latency.p50") && find(&run, "latency", "max").is_none());
    // Keys are lower bounds: 76 requests took from 2 to 5 ms.
    let (_, run) = holds("vegeta/gen-vegeta-ok-buckets.json", "vegeta", LoadModel::Open, &[]);
    let buckets: Vec<_> = run.histogram.iter().map(|bucket| (bucket.bound.value, bucket.count)).collect();
    assert_eq!((buckets[1], buckets[5]), ((5e6, 76), (50_439_004.0, 1)));
}

#[test]
fn vegeta_metrics_that_were_not_closed() {
    let text = fixture("vegeta/gen-vegeta-mixed.json").replace("\"mean\":789505", "\"mean\":0");
    let (_, reading) = read(&text);
    assert_eq!(absent(&reading.runs[0]).into_iter().collect::<Vec<_>>(), ["latency.mean"]);
}

#[test]
fn vegeta_text() {
    let mixed: [Figure; 7] = [
        ("rps", "rate", "80.25", "req/s", "L1:C62"),
        ("rps{sent}", "rate", "100.34", "req/s", "L1:C54"),
        ("latency", "min", "244.764", "µs", "L3:C49"),
        ("latency", "p99", "5.495", "ms", "L3:C100"),
        ("duration", "value", "1.993", "s", "L2:C57"),
        ("success_rate", "share", "80.00", "%", "L6:C49"),
        ("status_404", "count", "20", "req", "L7:C62"),
    ];
    holds("vegeta/gen-vegeta-mixed.txt", "vegeta-text", LoadModel::Open, &mixed);
    let (_, run) = holds(
        "vegeta/gen-vegeta-allerr.txt",
        "vegeta-text",
        LoadModel::Open,
        &[("errors", "count", "50", "req", "L7:C51")],
    );
    assert!(absent(&run).contains("latency.p50"));
    // Other columns in another order, and durations in parts.
    let old: [Figure; 4] = [
        ("latency", "p95", "1m20.5s", "s", "L3:C52"),
        ("latency", "mean", "12", "ms", "L3:C40"),
        ("duration", "value", "1m0.25s", "s", "L2:C48"),
        ("errors", "count", "30", "req", "L7:C42"),
    ];
    let (text, run) = holds("vegeta/old.txt", "vegeta-text", LoadModel::Open, &old);
    assert_eq!(find(&run, "latency", "p95").map(|o| o.value), Some(80.5));
    let cut = &text[..text.find("Error Set").expect("it is there")];
    assert_eq!(read(cut).1.problems[0].code, Code::Truncated);
}

#[test]
fn vegeta_histogram_and_percentiles() {
    let buckets: [Figure; 2] = [
        ("requests{2ms to 5ms}", "count", "76", "req", "L3:C16"),
        ("requests{50ms to +Inf}", "count", "1", "req", "L7:C16"),
    ];
    let (_, run) = holds("vegeta/gen-vegeta-ok.hist", "vegeta-hist", LoadModel::Open, &buckets);
    assert_eq!((run.histogram.len(), run.histogram[1].bound.value), (5, 5.0));
    let rows: [Figure; 5] = [
        ("latency", "min", "1.606420", "ms", "L2:C1"),
        ("latency", "p50", "8.859311", "ms", "L7:C1"),
        ("latency", "p99.0625", "46.188502", "ms", "L36:C1"),
        ("latency", "max", "50.439004", "ms", "L95:C1"),
        ("requests", "count", "300", "req", "L95:C24"),
    ];
    let (text, run) = holds("vegeta/gen-vegeta-ok.hdrplot", "vegeta-hdrplot", LoadModel::Open, &rows);
    assert_eq!(run.spectrum.len(), 94);
    let cut = &text[..text.len() / 2];
    assert_eq!(read(cut).1.problems[0].code, Code::Truncated);
}
