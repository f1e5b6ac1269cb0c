//! Distributions: Prometheus histograms and HdrHistogram percentiles.

use super::super::*;

#[test]
fn prometheus_histograms() {
    let slow = "http_request_duration_seconds";
    for (name, shift) in [("prometheus/gen-histogram.prom", 0), ("prometheus/gen-histogram-openmetrics.txt", 1)] {
        let text = fixture(name);
        let (reader, reading) = read(&text);
        assert_eq!((reader, &reading.problems[..], reading.runs.len()), ("prometheus", &[][..], 3));
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
fn prometheus_summaries() {
    let text = fixture("prometheus/summary.prom");
    let (reader, reading) = read(&text);
    assert_eq!((reader, &reading.problems[..], reading.runs.len()), ("prometheus", &[][..], 2));
    let [reads, writes] = &reading.runs[..] else { panic!("two runs") };
    assert_eq!(dimensions(reads), "service=read");
    let name = "rpc_duration_seconds";
    let figures = [
        (name, "min", "0.0011", "s", "L3:C51"),
        (name, "p50", "0.0047", "s", "L4:C53"),
        (name, "p99.9", "0.0523", "s", "L5:C55"),
        (name, "max", "0.0711", "s", "L6:C51"),
        ("rpc_duration_seconds_sum", "value", "17.56", "s", "L7:C42"),
        (name, "count", "2693", "", "L8:C44"),
    ];
    holds(&text, reads, &figures);
    assert_eq!(described(reads, name, "p50"), "over the time that the summary keeps");
    // The trap: quantiles of nothing are `NaN`, and the sum of nothing is 0.
    holds(&text, writes, &[(name, "count", "0", "", "L14:C45")]);
    for (metric, statistic) in [(name, "p50"), (name, "min"), (name, "max"), ("rpc_duration_seconds_sum", "value")] {
        assert!(is_absent(writes, metric, statistic), "{metric}.{statistic}");
    }
}

#[test]
fn prometheus_native_histograms_say_what_is_not_read() {
    let text = fixture("prometheus/native.txt");
    let (reader, reading) = read(&text);
    assert_eq!((reader, &reading.problems[..], reading.runs.len()), ("prometheus", &[][..], 3));
    let name = "http_request_duration_seconds";
    holds(
        &text,
        &reading.runs[0],
        &[(name, "count", "17", "", "L3:C50"), ("http_request_duration_seconds_sum", "value", "3.25", "s", "L3:C57")],
    );
    let unread = reading.runs[0].absent.iter().filter(|absence| absence.why.contains("are not read"));
    let expected = ["p50", "p90", "p95", "p99"].map(|p| format!("{name}{{{p}}}"));
    assert_eq!(unread.map(|absence| absence.metric.to_string()).collect::<Vec<_>>(), expected);
    let queue = [("queue_seconds", "p99", "0.4", "s", "L6:C56"), ("queue_seconds", "count", "3", "", "L6:C22")];
    holds(&text, &reading.runs[2], &queue);
    let text = fixture("prometheus/query-native.json");
    let (reader, reading) = read(&text);
    assert_eq!((reader, &reading.problems[..]), ("prometheus-query", &[][..]));
    holds(&text, &reading.runs[0], &[(name, "count", "17", "", "/data/result/0/histogram/1/count")]);
    assert!(is_absent(&reading.runs[0], "http_request_duration_seconds{p99}", "high"));
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
fn prometheus_query_at_an_instant() {
    let (text, run) = only_run("prometheus/query-vector.json", "prometheus-query", None);
    assert_eq!(dimensions(&run), "instance=127.0.0.1:19091 job=prometheus", "the quantile is a statistic");
    let figures = [
        ("go_gc_duration_seconds", "min", "0.000065077", "s", "/data/result/0/value/1"),
        ("go_gc_duration_seconds", "p50", "0.000239995", "s", "/data/result/2/value/1"),
        ("go_goroutines", "value", "31", "", "/data/result/5/value/1"),
        ("process_resident_memory_bytes", "value", "52649984", "B", "/data/result/6/value/1"),
    ];
    holds(&text, &run, &figures);
}

#[test]
fn prometheus_query_over_a_range() {
    let text = fixture("prometheus/query-range.json");
    let (reader, reading) = read(&text);
    assert_eq!((reader, &reading.problems[..], reading.runs.len()), ("prometheus-query", &[][..], 2));
    assert_eq!(dimensions(&reading.runs[1]), "code=200 handler=/api/v1/query instance=127.0.0.1:19091 job=prometheus");
    let axes: Vec<i64> = reading.runs[1].slices.iter().map(|slice| slice.axis[0] / 1_000_000_000).collect();
    assert_eq!(axes, [0, 2, 4, 6, 8, 10, 12]);
    let third = Run { observations: reading.runs[1].slices[2].observations.clone(), ..Run::default() };
    holds(&text, &third, &[("prometheus_http_requests_total", "count", "32", "", "/data/result/1/values/2/1")]);
    assert_eq!(described(&third, "prometheus_http_requests_total", "count"), "since the process started");
    // What has no name is called a result, and half a second is a moment.
    let text = fixture("prometheus/query-rate.json");
    let run = &read(&text).1.runs[0];
    let second = Run { observations: run.slices[1].observations.clone(), ..Run::default() };
    assert_eq!(run.slices[1].axis, [500_000_000; 2]);
    holds(&text, &second, &[("result", "value", "1.496", "", "/data/result/0/values/1/1")]);
    // Several metrics with the same labels are one run.
    let reading = read(&fixture("prometheus/query-several.json")).1;
    assert_eq!((reading.runs.len(), reading.runs[0].slices.len()), (1, 5));
    assert_eq!(reading.runs[0].slices[0].observations.len(), 7);
}

#[test]
fn prometheus_query_in_other_forms() {
    // By hand, in the documented form: what `promtool` prints, `data` alone, and a scalar.
    let values =
        r#"[{"metric":{"__name__":"up"},"values":[[1796070361,"1"],[1796070362.5,"NaN"],[1796070363,"+Inf"]]}]"#;
    let data = format!(r#"{{"resultType":"matrix","result":{values}}}"#);
    for text in [values, &data] {
        let (reader, reading) = read(text);
        assert_eq!((reader, &reading.problems[..]), ("prometheus-query", &[][..]));
        assert_eq!(reading.runs[0].slices.len(), 1, "what is no number is no value");
    }
    let scalar = r#"{"status":"success","data":{"resultType":"scalar","result":[1796070374.138,"-2e-05"]}}"#;
    let (_, reading) = read(scalar);
    holds(scalar, &reading.runs[0], &[("result", "value", "-2e-05", "", "/data/result/1")]);
    let failed = r#"{"status":"error","errorType":"bad_data","error":"parse error"}"#;
    assert_eq!(problems(failed, &read(failed).1), [(Code::Malformed, "\"parse error\"")]);
    for wrong in ["[1796070361]", "[\"soon\",\"1\"]", "[1796070361,1]"] {
        let text = format!(r#"[{{"metric":{{}},"value":{wrong}}}]"#);
        assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, wrong)]);
    }
    let text = r#"[{"metric":{},"value":[1796070361,"many"]}]"#;
    assert_eq!(problems(text, &read(text).1), [(Code::Malformed, "many")]);
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
