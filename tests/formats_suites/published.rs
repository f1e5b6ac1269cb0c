//! Result sets that others publish: TechEmpower and ClickBench.

use super::super::*;

#[test]
fn techempower() {
    let text = fixture("techempower/results.json");
    let (name, reading) = read(&text);
    assert_eq!((name, &reading.problems[..]), ("techempower", &[][..]));
    let named: Vec<_> = reading.runs.iter().map(dimensions).collect();
    let expected = [
        "concurrency=16 framework=able test=json",
        "concurrency=32 framework=able test=json",
        "concurrency=256 framework=baker test=plaintext",
        "framework=baker queries=1 test=query",
        "framework=baker queries=5 test=query",
    ];
    assert_eq!(named, expected);
    let [plain, failing, .., empty] = &reading.runs[..] else { panic!("five runs") };
    let figures = [
        ("requests", "count", "613715", "req", "/rawData/json/able/0/totalRequests"),
        ("latency", "mean", "393.54", "µs", "/rawData/json/able/0/latencyAvg"),
        ("latency", "max", "8.70", "ms", "/rawData/json/able/0/latencyMax"),
        // The trap: old files write the length of the run as a text.
        ("duration", "value", "15", "s", "/duration"),
    ];
    holds(&text, plain, &figures);
    assert!(find(plain, "rps", "rate").is_none(), "the file states no rate");
    let implied: Vec<_> = plain.implied_zero.iter().map(|(metric, _)| &**metric).collect();
    assert_eq!(implied, ["status_5xx", "errors_connect", "errors_read", "errors_write", "timeouts"]);
    let figures = [
        ("latency", "max", "2.00", "min", "/rawData/json/able/1/latencyMax"),
        ("status_5xx", "count", "12", "req", "/rawData/json/able/1/5xx"),
        ("timeouts", "count", "4", "req", "/rawData/json/able/1/timeout"),
    ];
    holds(&text, failing, &figures);
    assert!(failing.implied_zero.is_empty() && failing.load == Some(LoadModel::Closed));
    assert!(is_absent(empty, "requests", "count") && is_absent(empty, "latency", "mean"));
}

#[test]
fn clickbench() {
    let text = fixture("clickbench/lukewarm.json");
    let (name, reading) = read(&text);
    assert_eq!((name, &reading.problems[..], reading.runs.len()), ("clickbench", &[][..], 7));
    holds(&text, &reading.runs[0], &[("data_size", "value", "14571706777", "B", "/data_size")]);
    let [cold, hot] = [&reading.runs[1], &reading.runs[2]];
    assert_eq!(dimensions(cold), "machine=c6a.4xlarge query=Q0 run=1 system=Duckling");
    holds(&text, cold, &[("time", "value", "0.297", "s", "/result/0/0")]);
    assert_eq!(described(cold, "time", "value"), "the first run, which the file tags `lukewarm-cold-run`");
    assert_eq!(described(hot, "time", "value"), "a later run, hot");
    let failed = &reading.runs[5];
    assert_eq!(dimensions(failed), "machine=c6a.4xlarge query=Q1 run=2 system=Duckling");
    assert!(is_absent(failed, "time", "value"));
}

#[test]
fn clickbench_of_old_has_zeros_for_what_nobody_measured() {
    let (_, reading) = read(&fixture("clickbench/historical.json"));
    assert!(is_absent(&reading.runs[0], "load_time", "value") && is_absent(&reading.runs[0], "data_size", "value"));
    assert_eq!(described(&reading.runs[1], "time", "value"), "the first run, cold");
}
