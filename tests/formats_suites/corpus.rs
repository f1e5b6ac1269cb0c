//! Public files of many tools: each is read by the reader of its tool, and by no other.

use benchbook::packed::Packing;

use super::super::*;

/// The readers tested here, and the folder of the corpus that each belongs to.
const FOLDERS: [(&str, &str); 23] = [
    ("artillery-text", "artillery"),
    ("artillery-v1", "artillery"),
    ("artillery-v2", "artillery"),
    ("clickbench", "clickbench"),
    ("gatling-global-stats", "gatling"),
    ("gatling-simulation", "gatling"),
    ("gatling-stats", "gatling"),
    ("hdrhistogram", "hdrhistogram"),
    ("hdrhistogram-log", "hdrhistogram"),
    ("jmeter-jtl", "jmeter"),
    ("k6-points", "k6"),
    ("k6-points-csv", "k6"),
    ("k6-text", "k6"),
    ("locust-exceptions", "locust"),
    ("locust-failures", "locust"),
    ("locust-history", "locust"),
    ("locust-json", "locust"),
    ("locust-stats", "locust"),
    ("locust-text", "locust"),
    ("pgbench", "pgbench"),
    ("prometheus", "prometheus"),
    ("sysbench", "sysbench"),
    ("techempower", "techempower"),
];

/// Files of these tools that no reader takes: logs of single transactions, and messages.
const REFUSED: [&str; 5] = [
    "k6/gen-v049-allfail-stderr.txt",
    "k6/gen-v11-allfail-stderr.txt",
    "k6/gen-v22-allfail-stderr.txt",
    "pgbench/gen-pgbench_aggregate_log.txt",
    "pgbench/gen-pgbench_log.txt",
];

#[test]
fn files_of_the_corpus() {
    let Some(corpus) = shared("corpus") else { return println!("skipped: no corpus beside the repository") };
    let mut seen = BTreeSet::new();
    for path in
        walkdir::WalkDir::new(&corpus).into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file())
    {
        let name = path.path().strip_prefix(&corpus).expect("it lies in the corpus").to_string_lossy().into_owned();
        let Some(text) = text_of(path.path()) else { continue };
        let text = match Packing::of(text.as_bytes()) {
            Some(packing) => packing.unpack(&name, text.as_bytes()).expect("it is a log").text().to_owned(),
            None => text,
        };
        let text = text.trim_start_matches('\u{feff}');
        let content = Content::new(text);
        let folder = name.split('/').next().unwrap_or_default();
        let claims: Vec<_> =
            READERS.iter().filter(|reader| reader.recognises(&content)).map(|reader| reader.name()).collect();
        assert!(claims.len() < 2, "{name}: {claims:?}");
        let own = FOLDERS.iter().find(|(reader, _)| claims.contains(reader));
        assert!(own.is_none_or(|(_, home)| *home == folder), "{name} is not for {claims:?}");
        let is_ours = FOLDERS.iter().any(|(_, home)| *home == folder);
        if is_ours && claims.is_empty() && !name.ends_with(".ndjson") {
            assert!(REFUSED.contains(&&*name), "no reader takes {name}");
        }
        if own.is_some() {
            let (reader, reading) = read(text);
            seen.insert(reader);
            let has_problem = ["pgbench/gen-faildb.txt", "pgbench/gen-simple-progress.txt"].contains(&&*name);
            assert_eq!(!reading.problems.is_empty(), has_problem, "{name}: {:?}", reading.problems);
        }
    }
    let readers: BTreeSet<_> = FOLDERS.iter().map(|(reader, _)| *reader).collect();
    assert_eq!(seen, readers, "every reader has a file");
}

/// Values that were read from the files by others.
#[test]
fn check_values() {
    let Some(corpus) = shared("corpus") else { return println!("skipped: no corpus beside the repository") };
    let expected = [
        ("k6/gen-v11-allfail.txt", 0, "rps", "rate", "7559.533214"),
        ("pgbench/gen-rate.txt", 0, "transactions", "count", "527"),
        ("sysbench/pub-proxysql-sysbench.log", 0, "tps", "rate", "12228.34"),
        ("sysbench/pub-proxysql-sysbench.log", 0, "latency", "p95", "13.46"),
        ("sysbench/pub-proxysql-sysbench_debug.log", 1, "latency", "p95", "19.65"),
        ("k6/pub-kreyolthrive-k6-limited.out.txt", 0, "errors", "count", "4694"),
        ("locust/pub-retail-results_stats.csv", 0, "latency", "p99", "46000"),
        ("gatling/pub-rates-global_stats.json", 0, "latency", "p99", "2026"),
        ("hdrhistogram/pub-12Krps.hgrm", 0, "latency{p99.9}", "high", "17.695"),
    ];
    for (name, number, metric, statistic, raw) in expected {
        let text = text_of(&corpus.join(name)).expect("it is UTF-8");
        let (_, reading) = read(&text);
        let found = find(&reading.runs[number], metric, statistic).map(|o| &text[o.span.range()]);
        assert_eq!(found, Some(raw), "{name}: {metric}.{statistic}");
    }
}

/// No file makes a reader fail, wherever it is cut.
#[test]
fn cut_files_do_not_fail() {
    for name in [
        "k6/gen-v049-full-console.txt",
        "pgbench/gen-rate.txt",
        "sysbench/v05-oltp.txt",
        "locust/gen-locust_stats.csv",
        "prometheus/gen-histogram.prom",
        "hdrhistogram/gen-hdr-js.hgrm",
    ] {
        let text = fixture(name);
        for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
            let content = Content::new(&text[..end]);
            for reader in READERS {
                reader.read(&content);
            }
        }
    }
}
