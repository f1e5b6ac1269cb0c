//! Go's benchmarks and benchstat; outputs that are cut.

use std::collections::BTreeSet;

use benchbook::formats::Reader as _;

use crate::*;

#[test]
fn go_gives_pairs_of_value_and_unit() {
    let (text, reading) = good("gobench/gen-gobench.txt", "go-bench", 6);
    holds(
        &text,
        run(&reading, "benchmark=Sort/n=100 n=100 package=example.com/demo round=1"),
        &[
            ("time.mean", "1323 ns `1323` L5:C47"),
            ("iterations.count", "38629  `38629` L5:C35"),
            ("throughput.rate", "604.6 MB/s `604.60` L5:C59"),
        ],
    );
    let second = run(&reading, "benchmark=Sort/n=1000/größe n=1000 package=example.com/demo round=2");
    assert!(shows(&text, second, "memory.mean").starts_with("8192 B `8192` L8:C"));
    assert!(shows(&text, second, "allocations.mean").starts_with("1  `1` L8:C"));
    let custom = run(&reading, "benchmark=Custom package=example.com/demo round=1");
    holds(&text, custom, &[("p100_ns.value", "2732005 ns `2732005` L9:C70")]);
    assert!(shows(&text, custom, "widgets_s.rate").starts_with("1500000000 widgets/s `1500000000` L9:C"));
}

#[test]
fn go_keeps_hyphens_that_are_not_processors_and_knows_configuration() {
    let text = "package: a\nnote: before\nBenchmarkA/x_-_10-8\t5\t3 ns/op\nBenchmarkA/x_-_20\t5\t4 ns/op\n\
        note: after\nBenchmarkA/x_-_20\t5\t5 ns/op\n";
    let (_, reading) = read(text);
    let expected = [
        "benchmark=A/x_-_10-8 note=before package=a",
        "benchmark=A/x_-_20 note=before package=a",
        "benchmark=A/x_-_20 note=after package=a",
    ];
    assert_eq!(dimensions(&reading), expected);
    let whole = fixture("gobench/gen-1.19-cpu-1-2-4.txt");
    let cut = &whole[..whole.find("BenchmarkParallel").expect("it has one")];
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "pkg: example.com/demo")]);
    let cut = "BenchmarkA\t5\t3 ns/op\t7 widg";
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, cut)]);
}

#[test]
fn go_keeps_numbers_that_nothing_shows_to_be_processors() {
    // Both of GOMAXPROCS=1: the sizes are their own.
    let text = fixture("gobench/gen-1.19-cpu-1.txt");
    let sort = "benchmark=Sort/size-10 package=example.com/demo";
    let copy = "benchmark=Copy/kind=fast/bytes=10/go-10 bytes=10 kind=fast package=example.com/demo";
    assert_eq!(dimensions(&read(&text).1), [sort, copy]);
    let text = "BenchmarkA-2\t5\t3 ns/op\nBenchmarkB-2\t5\t4 ns/op\n";
    assert_eq!(dimensions(&read(text).1), ["benchmark=A", "benchmark=B"]);
    let text = "BenchmarkA-2\t5\t3 ns/op\nBenchmarkA-4\t5\t4 ns/op\n";
    assert_eq!(dimensions(&read(text).1), ["benchmark=A gomaxprocs=2", "benchmark=A gomaxprocs=4"]);
}

#[test]
fn go_lines_behind_colours_are_not_lost() {
    let text = "\x1b[32mBenchmarkA-2\t5\t3 ns/op\x1b[0m\nBenchmarkB-2\t5\t4 ns/op\n";
    let (_, reading) = read(text);
    assert_eq!(dimensions(&reading), ["benchmark=A", "benchmark=B"]);
    holds(text, run(&reading, "benchmark=A"), &[("time.mean", "3 ns `3` L1:C21")]);
}

#[test]
fn go_lists_of_processors_are_a_dimension() {
    let (text, reading) = good("gobench/gen-1.19-cpu-1-2-4.txt", "go-bench", 24);
    let of =
        |processors: &str| format!("benchmark=Sort/size-10 gomaxprocs={processors} package=example.com/demo round=2");
    let times = [("1", "263.9 ns `263.9` L6:C50"), ("2", "338.5 ns `338.5` L8:C50"), ("4", "358.6 ns `358.6` L10:C50")];
    for (processors, time) in times {
        holds(&text, run(&reading, &of(processors)), &[("time.mean", time)]);
    }
    let first = run(&reading, &of("1"));
    for (name, shown) in
        [("miss.value", "0.25 % `0.2500`"), ("items_op.value", "10  `10.00`"), ("p99_ns.value", "1.5 ns `1.500`")]
    {
        assert!(shows(&text, first, name).starts_with(shown), "{}", shows(&text, first, name));
    }
    // What `-json` prints before a result has no number of processors.
    let (_, reading) = good("gobench/gen-1.19-cpu-1-2.ndjson", "go-bench-json", 8);
    let found = dimensions(&reading);
    for name in ["Sort/size-10", "Sort/size-100", "Parallel"] {
        for processors in ["1", "2"] {
            let wanted = format!("benchmark={name} gomaxprocs={processors} package=example.com/demo");
            assert!(found.contains(&wanted), "{wanted} is none of {found:?}");
        }
    }
}

#[test]
fn go_events_give_what_their_text_gives() {
    let (text, reading) = good("gobench/events.ndjson", "go-bench-json", 3);
    let split = run(&reading, "benchmark=Sort/n=100 n=100 package=example.com/demo");
    holds(
        &text,
        split,
        &[
            ("time.mean", "1482 ns `1482` L7:C105"),
            ("iterations.count", "20474  `20474` L7:C92"),
            ("allocations.mean", "1  `1` L7:C139"),
        ],
    );
    holds(
        &text,
        run(&reading, "benchmark=Less/a<b package=example.com/demo"),
        &[("time.mean", "2.5 ns `2.5` L8:C135")],
    );
    let other = run(&reading, "benchmark=Sort/n=100 n=100 package=example.com/other");
    holds(&text, other, &[("time.mean", "99 ns `99` L6:C132")]);
    let cut = &text[..text.len() - 5];
    assert_eq!(read(cut).1.problems[0].code, Code::Truncated);
}

#[test]
fn benchstat_gives_medians_of_each_file() {
    let (text, reading) = good("gobench/benchstat.csv", "benchstat-csv", 4);
    holds(
        &text,
        run(&reading, "benchmark=Encode/format=json-48 file=new.txt package=example.com/demo"),
        &[
            ("time.p50", "0.0000014225 s `1.4225e-06` R5:C4"),
            ("time{interval}.value", "2 % `2` R5:C5"),
            ("memory.p50", "448 B `448` R10:C4"),
        ],
    );
    let few = run(&reading, "benchmark=Encode/format=gob-48 file=old.txt package=example.com/demo");
    holds(&text, few, &[("time.p50", "0.0000030655 s `3.0655e-06` R6:C2"), ("time{interval}.value", "absent")]);
}

#[test]
fn benchstat_files_with_whole_paths_are_called_as_in_their_folder() {
    let whole = fixture("gobench/benchstat.csv")
        .replace("old.txt", "/tmp/runs/a/old.txt")
        .replace("new.txt", "/tmp/runs/b/new.txt");
    let files = |text: &str| -> BTreeSet<String> {
        let runs = read(text).1.runs;
        runs.iter().filter_map(|run| run.dimensions.get("file").map(ToString::to_string)).collect()
    };
    assert_eq!(files(&whole).into_iter().collect::<Vec<_>>(), ["a/old.txt", "b/new.txt"]);
    let one = whole.replace("/tmp/runs/b/", "");
    assert!(files(&one).contains("/tmp/runs/a/old.txt"), "{one}");
}

#[test]
fn google_benchmark_prints_what_its_json_says_in_fewer_digits() {
    let (text, reading) = good("googlebench/gen-gbench.txt", "google-benchmark-text", 5);
    holds(
        &text,
        run(&reading, "benchmark=BM_Sort/64"),
        &[
            ("time.mean", "495 ns `495` L4:C61"),
            ("cpu.mean", "278 ns `278` L4:C77"),
            ("iterations.count", "250185  `250185` L4:C100"),
            ("custom.value", "3.5  `3.5` L4:C117"),
            ("throughput.rate", "229.986 Mitem/s `229.986` L4:C141"),
        ],
    );
    // Fits of complexity and the repetitions of what was aggregated are passed over.
    holds(
        &text,
        run(&reading, "benchmark=BM_SortRep/µs/512/repeats:3"),
        &[
            ("time.mean", "6.14 µs `6.14` L12:C62"),
            ("time.p50", "6.03 µs `6.03` L13:C62"),
            ("time.stddev", "0.281 µs `0.281` L14:C61"),
            ("time{cv}.share", "4.58 % `4.58` L15:C62"),
            ("repetitions.count", "3  `3` L12:C107"),
            ("throughput{cv}.share", "1.28 % `1.28` L15:C145"),
        ],
    );
    holds(&text, run(&reading, "benchmark=BM_Err"), &[("time.mean", "absent")]);
    let (_, of_json) = good("googlebench/gen-gbench.json", "google-benchmark", 5);
    assert_eq!(dimensions(&reading), dimensions(&of_json));
    for (printed, written) in reading.runs.iter().zip(&of_json.runs) {
        let names = |run: &Run| {
            let all = run.observations.iter().map(|o| format!("{}.{}", o.metric, o.statistic.name()));
            all.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(printed), names(written));
    }
}

#[test]
fn google_benchmark_names_counters_in_rows_or_in_heads() {
    let (text, reading) = good("googlebench/gen-1.7.1-console.txt", "google-benchmark-text", 5);
    let copy = run(&reading, "benchmark=BM_Copy/64 label=two words");
    holds(
        &text,
        copy,
        &[
            // 64 bytes in 8.58 ns are 7.46 GB, or 6.95 GiB, a second.
            ("transfer.rate", "6.94887 GiB/s `6.94887` L14:C90"),
            ("frames.value", "101.529  `101.529` L14:C108"),
            ("half.value", "0.5  `0.5` L14:C123"),
            ("rows.value", "absent"),
        ],
    );
    let facts: Vec<_> = copy.facts.iter().map(|fact| (fact.name, &*fact.value)).collect();
    assert_eq!(facts, [("logical_cpus", "2"), ("clock", "2596.15 MHz")]);
    let sum = [("time{spread}.value", "119.32 % `119.32` L20:C34"), ("time.max", "5.86 µs `5.86` L21:C36")];
    holds(&text, run(&reading, "benchmark=BM_Sum/repeats:3"), &sum);
    holds(&text, run(&reading, "benchmark=sum of ones/threads:2"), &[("time.mean", "0.004 ms `0.004` L23:C35")]);

    let (text, reading) = good("googlebench/gen-1.7.1-tabular.txt", "google-benchmark-text", 5);
    let copy = run(&reading, "benchmark=BM_Copy/64 label=two words");
    let columns = [("transfer.rate", "24.1133 GiB/s `24.1133` L4:C109"), ("half.value", "0.5  `0.5` L4:C144")];
    holds(&text, copy, &columns);
    let sum = [
        ("throughput{spread}.value", "5.37 % `5.37` L13:C117"),
        ("throughput.max", "1.79744 Gitem/s `1.79744` L14:C112"),
    ];
    holds(&text, run(&reading, "benchmark=BM_Sum/repeats:3"), &sum);
}

#[test]
fn google_benchmark_without_the_rest_of_its_rows_is_cut_off() {
    let text = fixture("googlebench/gen-gbench.txt");
    let upto = |part: &str| &text[..text.find(part).expect("it is there")];
    let name = "BM_SortRep/µs/512/repeats:3";
    for (cut, part) in [
        (upto("\x1b[m\x1b[0;32mBM_SortRep/µs/512/repeats:3_mean"), name),
        (upto("\x1b[m\x1b[0;32mBM_SortRep/µs/512/repeats:3_median"), &*format!("{name}_mean")),
        (upto("\x1b[m\x1b[0;32mBM_SortRep/µs/512/repeats:3_stddev"), &*format!("{name}_median")),
    ] {
        assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, part)]);
    }
    // One that failed has no aggregates, and of one repetition there are none.
    let head = "Benchmark  Time  CPU  Iterations\n";
    for rows in
        ["A/repeats:2 1.5 ns 1.5 ns 3\nA/repeats:2 ERROR OCCURRED: 'no'\n", "A/repeats:1/threads:2 1.5 ns 1.5 ns 3\n"]
    {
        assert_eq!(read(&format!("{head}{rows}")).1.problems, []);
    }
    let within = upto("4.01 us");
    let [problem] = &read(within).1.problems[..] else { panic!("one problem") };
    assert_eq!((problem.code, within[problem.span.range()].starts_with(name)), (Code::Truncated, true));
}

#[test]
fn google_benchmark_has_a_run_below_each_head() {
    let head = "Benchmark  Time  CPU  Iterations UserCounters...\n";
    let rows = |time: &str| {
        format!(
            "{head}A {time} ns 1.5 ns 100 bytes_per_second=1.5Mi/s x=500m y=nan\nB/3_mean {time} us 2 us 3\nB/3_stddev 0.5 us 0.25 us 3\n"
        )
    };
    let text = format!("$ ./b\n{}$ ./b\n{}C SKIPPED: 'not here'\n", rows("2.5"), rows("3.5"));
    let (name, reading) = read(&text);
    assert_eq!((name, &reading.problems[..]), ("google-benchmark-text", &[][..]));
    let first = [
        ("time.mean", "2.5 ns `2.5` L3:C3"),
        ("transfer.rate", "1.5 MiB/s `1.5` L3:C38"),
        ("x.value", "absent"),
        ("y.value", "absent"),
    ];
    holds(&text, run(&reading, "benchmark=A round=1"), &first);
    holds(&text, run(&reading, "benchmark=A round=2"), &[("time.mean", "3.5 ns `3.5` L8:C3")]);
    holds(
        &text,
        run(&reading, "benchmark=B/3 round=2"),
        &[("time.mean", "3.5 µs `3.5` L9:C10"), ("time.stddev", "0.5 µs `0.5` L10:C12")],
    );
    holds(&text, run(&reading, "benchmark=C"), &[("time.mean", "absent")]);
}

#[test]
fn no_cut_makes_a_reader_panic_or_invent_a_place() {
    let paths = [
        "libtest/gen-libtest-bench.txt",
        "divan/counters.txt",
        "gungraun/runs.txt",
        "gungraun/colours.txt",
        "gungraun/objects.txt",
        "gobench/gen-gobench.txt",
        "gobench/benchstat.csv",
        "gobench/benchstat.txt",
        "bdn/report-github.md",
        "bdn/report-default.md",
        "bdn/report.csv",
        "jmh/results.csv",
        "jmh/log.txt",
        "hyperfine/gen-1.15-runs.txt",
        "hyperfine/gen-1.15-names.adoc",
        "hyperfine/gen-1.15-names.md",
        "pytestbench/gen-5.3-compared.txt",
        "googlebench/gen-gbench.csv",
        "googlebench/gen-gbench.txt",
        "asv/gen-bench-box-result.json",
        "github-action-benchmark/data.js",
        "criterion/gen-cargo-criterion.ndjson",
        "criterion/gen-criterion-run2.txt",
    ];
    for path in paths {
        let text = fixture(path);
        for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
            let content = Content::new(&text[..end]);
            let readings =
                READERS.iter().filter(|reader| reader.recognises(&content)).map(|reader| reader.read(&content));
            let readings: Vec<_> = readings.collect();
            assert!(readings.len() <= 1, "{path} up to {end}");
            let observations = readings.iter().flat_map(|reading| &reading.runs).flat_map(|run| &run.observations);
            for observation in observations.filter(|observation| observation.computed().is_none()) {
                assert!(text[observation.span.range()].starts_with(|c: char| c.is_ascii_digit() || c == '-'), "{path}");
            }
        }
    }
}

#[test]
fn asv_console() {
    let (text, reading) = good("asv/console-0.6.txt", "asv-text", 30);
    let environment = "environment=existing-python";
    let of = |name: &str| run(&reading, &format!("benchmark={name} commit=30ee6a80 {environment}"));
    holds(&text, of("b.time_one"), &[("time.p50", "10.1 µs `10.1` L57:C72"), ("time{spread}.value", "absent")]);
    holds(&text, of("b.time_fails"), &[("time.p50", "absent")]);
    holds(&text, of("b.mem_list"), &[("memory.value", "8.06 kB `8.06` L54:C75")]);
    holds(&text, of("b.peakmem_list"), &[("memory.max", "17.8 MB `17.8` L55:C75")]);
    holds(&text, of("b.track_size"), &[("track.value", "42  `42` L61:C78")]);
    // The traps: a column that was skipped, parameters above each other, names that asv made up.
    let some = |value: &str| {
        run(&reading, &format!("benchmark=b.S.time_some commit=30ee6a80 {environment} parameter={value}"))
    };
    holds(&text, some("100"), &[("time.p50", "absent")]);
    holds(&text, some("1000"), &[("time.p50", "15.4 µs `15.4` L22:C24")]);
    let three = run(&reading, &format!("a=y b=1 benchmark=b.M.time_three c=q commit=30ee6a80 {environment}"));
    holds(&text, three, &[("time.p50", "8.44 µs `8.44` L13:C30")]);
    let sum = run(&reading, &format!("benchmark=b.T.time_sum commit=30ee6a80 {environment} kind=b n=1000"));
    holds(&text, sum, &[("time.p50", "16.4 µs `16.4` L51:C33")]);
}

#[test]
fn asv_console_with_spreads() {
    let (text, reading) = good("asv/console-0.6-spread.txt", "asv-text", 12);
    let one = reading.runs.iter().find(|run| named(run).contains("b.time_one")).expect("it is there");
    holds(&text, one, &[("time.p50", "16.7 µs `16.7` L35:C72"), ("time{spread}.value", "1 µs `1` L35:C77")]);
    let ten = reading.runs.iter().find(|run| named(run).contains("time_some") && named(run).ends_with("=10"));
    let figures = [("time.p50", "566 ns `566` L11:C24"), ("time{spread}.value", "100 ns `100` L11:C28")];
    holds(&text, ten.expect("it is there"), &figures);
}

#[test]
fn asv_console_of_a_benchmark_that_fails() {
    let (text, reading) = good("asv/gen-asv-run.txt", "asv-text", 11);
    let failed: Vec<_> = reading.runs.iter().filter(|run| named(run).contains("time_fails")).collect();
    assert_eq!(failed.len(), 4);
    failed.iter().for_each(|run| holds(&text, run, &[("time.p50", "absent")]));
    // Before 0.3 asv said that it was running, and no spread.
    let old =
        "[ 50.00%] ··· Running b.time_keys                  11.2us\n[100.00%] ··· Running b.T.mem_x        failed\n";
    let (name, reading) = read(old);
    assert_eq!((name, &reading.problems[..]), ("asv-text", &[][..]));
    holds(old, &reading.runs[0], &[("time.p50", "11.2 µs `11.2` L1:C52"), ("time{spread}.value", "none")]);
    holds(old, &reading.runs[1], &[("memory.value", "absent")]);
}

#[test]
fn asv_console_that_is_cut_off() {
    let text = fixture("asv/console-0.6-spread.txt");
    for (before, at) in [
        ("               10     566", "b.S.time_some"),
        ("             ======== ============\n\n[70", "b.S.time_some"),
        ("[60.00%] ··· ====", "b.S.time_some"),
        ("[60.00%] ··· b.S", "[10.00%] ··· Running (b.S.time_some--)...."),
    ] {
        let cut = &text[..text.find(before).unwrap_or_else(|| panic!("{before}"))];
        let Reading { runs, problems, .. } = benchbook::formats::asv::AsvText.read(&Content::new(cut));
        let [problem] = &problems[..] else { panic!("{before}: {problems:?}") };
        assert_eq!((problem.code, &cut[problem.span.range()], runs.len()), (Code::Truncated, at, 0), "{before}");
    }
    let lost = text.replace("[60.00%] ··· b.S.time_some                                                   ok\n", "");
    assert_ne!(lost, text);
    let (_, reading) = read(&lost);
    assert_eq!(problems(&lost, &reading), [(Code::Malformed, "======== ============")]);
    let wrong = text.replace("16.7±1μs", "16.7±1");
    assert_eq!(problems(&wrong, &read(&wrong).1), [(Code::Malformed, "16.7±1")]);
}
