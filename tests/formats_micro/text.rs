//! Go's benchmarks and benchstat; outputs that are cut.

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
fn no_cut_makes_a_reader_panic_or_invent_a_place() {
    let paths = [
        "libtest/gen-libtest-bench.txt",
        "divan/counters.txt",
        "gungraun/runs.txt",
        "gungraun/colours.txt",
        "gungraun/objects.txt",
        "gobench/gen-gobench.txt",
        "gobench/benchstat.csv",
        "jmh/results.csv",
        "googlebench/gen-gbench.csv",
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
