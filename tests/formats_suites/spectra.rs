//! Distributions: Prometheus histograms and HdrHistogram percentiles.

use super::super::*;

#[test]
fn prometheus_histograms() {
    let slow = "http_request_duration_seconds";
    for (name, shift) in [("prometheus/gen-histogram.prom", 0), ("prometheus/gen-histogram-openmetrics.txt", 1)] {
        let text = fixture(name);
        let (reader, reading) = read(&text);
        assert_eq!((reader, &reading.problems[..], reading.runs.len()), ("prometheus", &[][..], 2));
        assert_eq!(dimensions(&reading.runs[0]), "method=GET route=/a\"b");
        let at = |line: u32, column: u32| -> &'static str { format!("L{}:C{column}", line + shift).leak() };
        let figures = [
            (slow, "count", "500.0", "", at(23, 66)),
            ("http_request_duration_seconds_sum", "value", "270.4253404299121", "s", at(24, 64)),
            ("http_request_duration_seconds{p50}", "low", "0.25", "s", at(19, 42)),
            ("http_request_duration_seconds{p50}", "high", "0.5", "s", at(20, 42)),
            // 417 of 500 are within 1 s: where above it the 99th percentile is, nobody knows.
            ("http_request_duration_seconds{p99}", "low", "1.0", "s", at(21, 42)),
        ];
        let run = &reading.runs[1];
        holds(&text, run, &figures);
        assert!(find(run, "http_request_duration_seconds{p99}", "high").is_none());
        assert!(run.observations.iter().all(|o| !o.statistic.name().starts_with('p')), "nothing is interpolated");
        let buckets: Vec<_> = run.histogram.iter().map(|bucket| (bucket.bound.value, bucket.count)).collect();
        let expected = [(0.005, 3), (0.01, 8), (0.025, 12), (0.05, 22), (0.1, 41), (0.25, 101), (0.5, 109), (1.0, 121)];
        assert_eq!((&buckets[..8], buckets[8]), (&expected[..], (f64::INFINITY, 83)));
        assert_eq!(&text[run.histogram[7].span.range()], "417.0");
        assert_eq!(reading.runs[0].histogram.len(), 8, "nothing fell beyond the last bound");
    }
}

#[test]
fn prometheus_buckets_that_do_not_add_up() {
    let text = fixture("prometheus/gen-histogram.prom").replacen(" 329.0", " 3.0", 1).replacen(
        " 500.0\nhttp_request_duration_seconds_sum",
        " 501.0\nhttp_request_duration_seconds_sum",
        1,
    );
    assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, "3.0"), (Code::Malformed, "501.0")]);
}

#[test]
fn hdrhistogram_percentiles() {
    let (text, run) = only_run("hdrhistogram/gen-hdr-js.hgrm", "hdrhistogram", Some(LoadModel::Unknown));
    let figures = [
        // The trap: the unit is nowhere in the file.
        ("latency", "mean", "4.410", "", "L59:C20"),
        ("latency", "max", "759.436", "", "L60:C18"),
        ("latency", "count", "1600", "", "L60:C52"),
        ("latency", "p50", "2.227", "", "L8:C8"),
        ("latency", "p95", "9.743", "", "L25:C8"),
        // There is no row for 0.99: 0.9875 and 0.990625 are on either side of it.
        ("latency{p99}", "low", "18.399", "", "L36:C7"),
        ("latency{p99}", "high", "26.959", "", "L37:C7"),
        // The rows on either side of 0.999 have the same value.
        ("latency", "p99.9", "212.223", "", "L53:C6"),
    ];
    holds(&text, &run, &figures);
    assert!(find(&run, "latency", "p99").is_none());
    assert_eq!(run.spectrum.len(), 56);
    let point = &run.spectrum[34];
    assert_eq!((point.percentile.to_string(), &text[point.span.range()]), ("p99.0625".to_owned(), "26.959"));
}

#[test]
fn hdrhistogram_empty_and_cut_off() {
    let (_, run) = only_run("hdrhistogram/gen-hdr-js-empty.hgrm", "hdrhistogram", Some(LoadModel::Unknown));
    assert!(["mean", "stddev", "max"].iter().all(|statistic| is_absent(&run, "latency", statistic)));
    assert!(run.spectrum.is_empty());
    let text = fixture("hdrhistogram/cut.csv.hgrm");
    let (name, reading) = read(&text);
    assert_eq!((name, problems(&text, &reading)), ("hdrhistogram", vec![(Code::Truncated, "9.911")]));
    let wrong = text.replace("0.900000000000", "1.900000000000");
    assert_eq!(read(&wrong).1.problems[0].code, Code::Malformed);
}
