//! Every file of the public corpus: claimed by its reader, or by none of those here.

use crate::*;

/// The folders of the tools whose readers are tested here, and `misc` and `lookalikes`, which nobody reads.
const FOLDERS: &[&str] = &[
    "criterion",
    "libtest",
    "divan",
    "gungraun",
    "hyperfine",
    "googlebench",
    "jmh",
    "gobench",
    "pytestbench",
    "bdn",
    "asv",
    "github-action-benchmark",
    "bencher-bmf",
];

/// The reader that a file of the corpus should have.
fn wanted(path: &str) -> Option<&'static str> {
    let (folder, name) = (path.split('/').next()?, path.rsplit('/').next()?);
    let extension = name.rsplit('.').next()?;
    match (folder, name, extension) {
        ("criterion", "estimates.json", _) if path.contains("/change/") => Some("criterion-change"),
        ("criterion", "estimates.json", _) => Some("criterion-estimates"),
        ("criterion", "benchmark.json" | "sample.json" | "tukey.json", _) => Some("criterion-companion"),
        ("criterion", "gen-cargo-criterion.ndjson", _) => Some("cargo-criterion"),
        ("criterion", "gen-criterion-bencher.txt", _) => Some("libtest"),
        ("criterion", _, "txt") => Some("criterion-text"),
        ("libtest", _, "ndjson") => Some("libtest-json"),
        ("libtest", ..) => Some("libtest"),
        ("divan", ..) => Some("divan"),
        ("gungraun", ..) if name.contains("json") => Some("gungraun-json"),
        ("gungraun", ..) => Some("gungraun"),
        ("hyperfine", _, "json") => Some("hyperfine"),
        ("hyperfine", _, "csv") => Some("hyperfine-csv"),
        ("googlebench", _, "json") => Some("google-benchmark"),
        ("googlebench", _, "csv") => Some("google-benchmark-csv"),
        ("googlebench", _, "txt") => Some("google-benchmark-text"),
        ("jmh", ..) => Some("jmh"),
        ("gobench", _, "csv") => Some("benchstat-csv"),
        ("gobench", _, "ndjson") => Some("go-bench-json"),
        ("gobench", ..) if !name.contains("benchstat") => Some("go-bench"),
        ("pytestbench", _, "json") => Some("pytest-benchmark"),
        ("bdn", ..) => Some("benchmarkdotnet"),
        ("asv", "gen-benchmarks.json" | "gen-machine.json", _) => Some("asv-companion"),
        ("asv", _, "json") => Some("asv"),
        ("github-action-benchmark", _, "js") => Some("github-action-benchmark"),
        ("github-action-benchmark", ..) => Some("github-action-benchmark-input"),
        ("bencher-bmf", ..) => Some("bencher-metric"),
        _ => None,
    }
}

/// Files of the corpus that are broken in themselves, and what is found to be wrong.
const BROKEN: &[(&str, Code)] = &[
    ("github-action-benchmark/pub-cocotb-data.js", Code::Truncated),
    ("gungraun/pub-bencher-json_truncated_pretty_then_ndjson.txt", Code::Truncated),
];

#[test]
fn each_file_is_claimed_by_its_reader_only() {
    let Some(corpus) = shared("corpus") else { return };
    let mut claimed = 0;
    for entry in walkdir::WalkDir::new(&corpus).min_depth(2) {
        let entry = entry.expect("the corpus can be read");
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path().strip_prefix(&corpus).expect("it lies in the corpus").to_string_lossy().into_owned();
        let is_ours = FOLDERS.iter().any(|folder| path.starts_with(&format!("{folder}/")));
        let text = read_file(entry.path());
        let content = Content::new(&text);
        let claims: Vec<_> = READERS.iter().filter(|reader| reader.recognises(&content)).map(|r| r.name()).collect();
        let wanted = wanted(&path);
        if is_ours {
            assert_eq!(claims, wanted.as_slice(), "{path}");
        } else {
            // Readers of other tools may claim it, but no two of them, and none of those here.
            assert!(claims.len() <= 1, "{path}: {claims:?}");
            assert!(claims.iter().all(|name| !NAMES.contains(name)), "{path}: {claims:?}");
            continue;
        }
        let Some(reader) = wanted.and_then(formats::by_name) else { continue };
        claimed += 1;
        let reading = reader.read(&content);
        let broken = BROKEN.iter().find(|(broken, _)| *broken == path).map(|(_, code)| *code);
        let codes: Vec<_> = reading.problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, broken.as_slice(), "{path}: {:?}", reading.problems);
        check_texts(&path, &text, &reading);
    }
    assert!(claimed > 80, "{claimed}");
}

/// The readers tested here.
const NAMES: &[&str] = &[
    "asv",
    "asv-companion",
    "bencher-metric",
    "benchmarkdotnet",
    "benchstat-csv",
    "cargo-criterion",
    "criterion-change",
    "criterion-companion",
    "criterion-estimates",
    "criterion-text",
    "divan",
    "github-action-benchmark",
    "github-action-benchmark-input",
    "go-bench",
    "google-benchmark",
    "google-benchmark-csv",
    "google-benchmark-text",
    "gungraun",
    "gungraun-json",
    "hyperfine",
    "hyperfine-csv",
    "jmh",
    "jmh-csv",
    "libtest",
    "libtest-json",
    "pytest-benchmark",
];

/// Every number is the text that its span points at, and no two of a file are the same observation.
fn check_texts(path: &str, text: &str, reading: &Reading) {
    let mut seen = std::collections::BTreeSet::new();
    for run in &reading.runs {
        for o in &run.observations {
            // What is computed of single measurements stands nowhere.
            let raw = text[o.span.range()].replace(',', "");
            assert!(o.computed().is_some() || raw.parse() == Ok(o.quantity.value), "{path}: {raw}");
            let is_new = seen.insert((run.dimensions.clone(), o.metric.clone(), o.statistic));
            assert!(is_new, "{path}: {} {}.{}", named(run), o.metric, o.statistic.name());
        }
    }
}

#[test]
fn public_files_give_the_numbers_that_stand_in_them() {
    let Some(corpus) = shared("corpus") else { return };
    let text = read_file(&corpus.join("criterion/pub-bencher-many.txt"));
    let (_, reading) = read(&text);
    let file = run(&reading, "benchmark=file target=log4rs_bench");
    holds(
        &text,
        file,
        &[("time.value", "323.9 ps `323.90` L20:C44"), ("time_change.mean", "-0.2521 % `-0.2521` L21:C43")],
    );
    let text = read_file(&corpus.join("criterion/pub-bencher-dogfood.txt"));
    let magic = run(&read(&text).1, "benchmark=Adapter::Magic (Rust)").clone();
    holds(&text, &magic, &[("time.value", "14.726 µs `14.726` L38:C44")]);

    let text = read_file(&corpus.join("gungraun/pub-bencher-delta_with_inf.txt"));
    let (_, reading) = read(&text);
    let short =
        run(&reading, "benchmark=rust_iai_callgrind::bench_fibonacci_group::bench_fibonacci parameter=short:10");
    holds(&text, short, &[("instructions.count", "1734  `1734` L7:C32"), ("total_read_write.count", "0  `0` L11:C35")]);

    let text = read_file(&corpus.join("jmh/pub-ozkan-hotspot-17.0.10.json"));
    let (_, reading) = read(&text);
    let list = run(&reading, "benchmark=com.mascix.IntegerListFilter.ecMutableList mode=ss");
    let error = ("time{mean, 99.9% interval}.low", "absent");
    holds(&text, list, &[("time.mean", "5614101.5 ns `5614101.5` /0/primaryMetric/score"), error]);

    let text = read_file(&corpus.join("bdn/pub-bencher-memory.json"));
    let (_, reading) = read(&text);
    let job = "benchmark=BenchmarkDotNet.Samples.Memory.AllocEmptyList \
        job=ShortRun(IterationCount=3, LaunchCount=1, WarmupCount=3)";
    let bytes = "368 B `368` /Benchmarks/0/Memory/BytesAllocatedPerOperation";
    holds(&text, run(&reading, job), &[("memory.mean", bytes)]);
}
