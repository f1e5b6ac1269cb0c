//! What micro-benchmark tools print for people: tables with few digits, and a unit in each cell or head.

use crate::*;

/// What is said beside a number.
fn described(run: &Run, name: &str) -> String {
    let it = run.observations.iter().find(|o| format!("{}.{}", o.metric, o.statistic.name()) == name);
    it.unwrap_or_else(|| panic!("no {name}")).described.as_deref().unwrap_or_default().to_owned()
}

#[test]
fn hyperfine_prints_a_unit_with_each_number() {
    let (text, reading) = good("hyperfine/gen-1.15-hyperfine-basic.txt", "hyperfine-text", 2);
    let sleep = run(&reading, "benchmark=sleep 0.02");
    holds(
        &text,
        sleep,
        &[
            ("time.mean", "26.1 ms `26.1` L2:C25"),
            ("time.stddev", "5.3 ms `5.3` L2:C37"),
            ("cpu{user}.mean", "1.1 ms `1.1` L2:C54"),
            ("cpu{system}.mean", "0 ms `0.0` L2:C70"),
            ("time.min", "21.2 ms `21.2` L3:C25"),
            ("time.max", "35.8 ms `35.8` L3:C36"),
            ("samples.count", "10  `10` L3:C47"),
        ],
    );
    assert_eq!(sleep.observations.len(), 7, "the summary is not read");
    assert!(described(sleep, "cpu{system}.mean").contains("less than the last digit"));
    assert_eq!(described(sleep, "cpu{user}.mean"), "");
}

#[test]
fn hyperfine_runs_stand_among_other_lines() {
    let (text, reading) = good("hyperfine/gen-1.15-runs.txt", "hyperfine-text", 4);
    let one = run(&reading, "benchmark=sleep 0.01 round=1");
    holds(&text, one, &[("time.mean", "17.3 ms `17.3` L3:C25"), ("time.stddev", "absent"), ("time.min", "none")]);
    let failed = run(&reading, "benchmark=false");
    holds(&text, failed, &[("time.mean", "1.4 ms `1.4` L7:C26")]);
    assert!(described(failed, "time.max").contains("exited with an error"));
    let long = run(&reading, "benchmark=sleep 1.01");
    holds(&text, long, &[("time.mean", "1.014 s `1.014` L13:C25"), ("time.stddev", "0.004 s `0.004` L13:C36")]);
    assert_eq!(described(long, "time.mean"), "");
    holds(&text, run(&reading, "benchmark=sleep 0.01 round=2"), &[("time.max", "12.5 ms `12.5` L18:C36")]);

    let (text, reading) = good("hyperfine/gen-1.15-colours.txt", "hyperfine-text", 2);
    let coloured = run(&reading, "benchmark=sleep 0.02");
    assert!(shows(&text, coloured, "time.mean").starts_with("24 ms `24.0` L2:C"));
    assert!(shows(&text, coloured, "time.min").starts_with("21.8 ms `21.8` L3:C"));
    assert!(shows(&text, coloured, "cpu{user}.mean").starts_with("1.2 ms `1.2` L2:C"));
}

#[test]
fn hyperfine_that_ends_within_a_command_is_cut_off() {
    let whole = fixture("hyperfine/gen-1.15-runs.txt");
    for end in ["  Range (min … max):    11.3", "  Time (mean ± σ):      12.1"] {
        let cut = &whole[..whole.find(end).expect("it is there")];
        assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "Benchmark 3: sleep 0.01")], "{end}");
    }
    // The first versions did not say how many runs there were.
    let old = "Benchmark #1: a\n\n  Time (mean ± σ):  2.0 s ± 0.5 s    [User: 1.0 s, System: 0.1 s]\n\n  Range (min … max):  1.5 s … 2.5 s\n";
    let (_, reading) = read(old);
    assert_eq!(reading.problems, []);
    holds(old, run(&reading, "benchmark=a"), &[("time.max", "2.5 s `2.5` L5:C31"), ("samples.count", "none")]);
    let garbled = whole.replace("12.1 ms ±", "12.1 xs ±");
    assert_eq!(problems(&garbled, &read(&garbled).1), [(Code::Malformed, "12.1 xs")]);
    let without = whole.replace("12.1 ms ±", "12.1 ±");
    assert_eq!(problems(&without, &read(&without).1), [(Code::Malformed, "12.1")]);
}

#[test]
fn hyperfine_tables_have_one_unit_for_all() {
    let (text, reading) = good("hyperfine/gen-1.15-hyperfine-basic.md", "hyperfine-markdown", 2);
    let sleep = run(&reading, "benchmark=sleep 0.02");
    holds(
        &text,
        sleep,
        &[
            ("time.mean", "26.1 ms `26.1` L3:C18"),
            ("time.stddev", "5.3 ms `5.3` L3:C25"),
            ("time.min", "21.2 ms `21.2` L3:C31"),
            ("time.max", "35.8 ms `35.8` L3:C38"),
        ],
    );
    assert_eq!(sleep.observations.len(), 4, "the ratio is not read");
    for (path, mean, max) in [("md", "L3:C14", "L3:C34"), ("org", "L3:C16", "L3:C38"), ("adoc", "L10:C3", "L12:C3")] {
        let (text, reading) = good(&format!("hyperfine/gen-1.15-names.{path}"), "hyperfine-markdown", 2);
        let named = run(&reading, "benchmark=a|b 1");
        assert_eq!(shows(&text, named, "time.mean"), format!("14.2 ms `14.2` {mean}"), "{path}");
        assert_eq!(shows(&text, named, "time.max"), format!("15.3 ms `15.3` {max}"), "{path}");
    }
    let old = "| Command | Mean [s] | Min…Max [s] |\n|:---|---:|---:|\n| `x` | 0.3 ± 0.0 | 0.2…0.4 |\n\
        | `x` | 1.5 | 1.5…1.5 |\n";
    let (_, reading) = read(old);
    assert_eq!(reading.problems, []);
    holds(old, run(&reading, "benchmark=x round=1"), &[("time.max", "0.4 s `0.4` L3:C25")]);
    holds(old, run(&reading, "benchmark=x round=2"), &[("time.stddev", "absent"), ("time.min", "1.5 s `1.5` L4:C15")]);
}

#[test]
fn hyperfine_tables_that_lose_cells_are_cut_off() {
    let whole = fixture("hyperfine/gen-1.15-hyperfine-basic.md");
    let cut = &whole[..whole.rfind("| 2.31").expect("it is there")];
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "| `sleep 0.05` | 60.3 ± 4.9 | 55.2 | 68.0")]);
    let head = &whole[..whole.find("| `sleep 0.02`").expect("it is there")];
    assert_eq!(problems(head, &read(head).1)[0].0, Code::Truncated);
    let whole = fixture("hyperfine/gen-1.15-names.adoc");
    let cut = &whole[..whole.rfind("|===").expect("it is there")];
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "| 1.80 ± 0.53")]);
    assert!(formats::recognise(&Content::new("| Command | Mean |\n|---|---|\n| a | 1 |\n")).is_none());
}

#[test]
fn jmh_tables_have_columns_that_may_be_empty() {
    let (text, reading) = good("jmh/log.txt", "jmh-text", 5);
    assert_eq!(reading.tool, "JMH 1.37");
    let sort = run(&reading, "benchmark=Sort.sort mode=avgt order=as is size=64");
    holds(
        &text,
        sort,
        &[
            ("time.mean", "12.5 ms `12.500` L38:C62"),
            ("time{mean, 99.9% error}.value", "1.25 ms `1.250` L38:C73"),
            ("samples.count", "5  `5` L38:C57"),
            ("gc_alloc_rate.mean", "1918.034 MiB/s `1918.034` L39:C60"),
            ("gc_alloc_rate_norm.mean", "absent"),
            ("gc_count.count", "42  `42.000` L41:C62"),
        ],
    );
    let fact =
        |run: &Run, name: &str| run.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.to_string());
    assert_eq!(fact(sort, "threads").as_deref(), Some("2"));
    assert_eq!(fact(sort, "runtime").as_deref(), Some("JDK 17.0.9, OpenJDK 64-Bit Server VM, 17.0.9+9"));
    let falling = run(&reading, "benchmark=Sort.sort mode=avgt order=falling size=1024");
    holds(&text, falling, &[("time.mean", "2043.75 ms `2043.750` L42:C60"), ("gc_count.count", "none")]);
    let parse = run(&reading, "benchmark=Sort.parse mode=thrpt size=64");
    holds(
        &text,
        parse,
        &[
            ("throughput.rate", "8123.456 ops/ms `8123.456` L43:C60"),
            ("throughput{mean, 99.9% error}.value", "104.5 ops/ms `104.500` L43:C71"),
        ],
    );
    let calls = run(&reading, "benchmark=demo.Calls.find mode=sample");
    holds(
        &text,
        calls,
        &[
            ("time.mean", "6.655 µs `6.655` L63:C44"),
            ("samples.count", "150321  `150321` L63:C33"),
            ("time.min", "3.12 µs `3.120` L64:C44"),
            ("time.p99.9", "21.874 µs `21.874` L66:C43"),
            ("time.max", "1204.224 µs `1204.224` L67:C41"),
        ],
    );
    assert_eq!(fact(calls, "threads").as_deref(), Some("1"));
    let start = run(&reading, "benchmark=demo.Start.up mode=ss");
    holds(&text, start, &[("time.mean", "99.75 ms `99.750` L68:C43"), ("samples.count", "none")]);
}

#[test]
fn jmh_that_is_cut_off_says_so() {
    let whole = fixture("jmh/log.txt");
    let before = |text: &str| &whole[..whole.find(text).expect("it is there")];
    let cut = before("us/op\ndemo.Calls.find:p0.50");
    let row = "demo.Calls.find:p0.00   sample             3.120";
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, row)]);
    let by_hand = whole.replace("12.500 ±   1.250 ", "  12.500 ± 1.250 ");
    let row = "Sort.sort                       as is      64   avgt    5      12.500 ± 1.250   ms/op";
    assert_eq!(problems(&by_hand, &read(&by_hand).1), [(Code::Truncated, row)]);
    let cut = before("Benchmark                 Mode");
    let progress = "# Run progress: 0.00% complete, ETA 00:00:14";
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, progress)]);
    assert_eq!(read(cut).1.runs.len(), 3);
    let cut = before("Benchmark                     (order)");
    assert_eq!((read(cut).0, problems(cut, &read(cut).1)), ("jmh-text", vec![(Code::Truncated, progress)]));
}

#[test]
fn jmh_tables_stand_behind_what_others_write_before_each_line() {
    let whole = fixture("jmh/log.txt");
    let table = &whole[whole.find("Benchmark                     (order)").expect("it is there")..];
    let table = &table[..table.find("\n$").expect("it is there")];
    for before in ["[info] ", " * ", "//   ", "\t"] {
        let lines: Vec<String> = table.lines().map(|line| format!("{before}{line}").trim_end().to_owned()).collect();
        let text = format!("{}\n{}\n", lines.join("\n").replace("Sort.parse", &format!("\n{before}Sort.parse")), "end");
        let text = text.replace(&format!("{before}\n"), &format!("{}\n", before.trim_end()));
        let (_, reading) = read(&text);
        assert_eq!((reading.problems.len(), reading.runs.len()), (0, 3), "{text}");
        let sort = run(&reading, "benchmark=Sort.sort mode=avgt order=as is size=64");
        let column = 62 + before.chars().count();
        assert_eq!(shows(&text, sort, "time.mean"), format!("12.5 ms `12.500` L2:C{column}"));
        assert_eq!(shows(&text, sort, "gc_count.count").split(' ').next(), Some("42"));
    }
}

#[test]
fn jmh_decimals_stand_behind_a_comma_where_its_machine_has_them_there() {
    let text = "\
Benchmark  Mode  Cnt     Score   Error  Units
a.B.c      avgt    5  1234,567 ± 10,25  ms/op
a.B.d      avgt    5     12,50 ±  0,25  ms/op
";
    let (_, reading) = read(text);
    assert_eq!(reading.problems, []);
    let long = run(&reading, "benchmark=a.B.c mode=avgt");
    holds(text, long, &[("time.mean", "1234.567 ms `1234,567` L2:C23")]);
    holds(text, long, &[("time{mean, 99.9% error}.value", "10.25 ms `10,25` L2:C34")]);
    assert_eq!(long.observations.iter().map(|o| o.is_behind_comma).collect::<Vec<_>>(), [true, false, false]);
    let text = text.replace("1234,567", "  12,500").replace("  12,50 ", "  0,123 ");
    let (_, reading) = read(&text);
    assert_eq!(reading.problems, []);
    let short = run(&reading, "benchmark=a.B.c mode=avgt");
    holds(&text, short, &[("time.mean", "12.5 ms `12,500` L2:C25")]);
    assert_eq!(short.observations.iter().map(|o| o.is_behind_comma).collect::<Vec<_>>(), [true, false, false]);
    holds(&text, run(&reading, "benchmark=a.B.d mode=avgt"), &[("time.mean", "0.123 ms `0,123` L3:C26")]);
}

#[test]
fn jmh_csv_has_percentiles_of_calls_too() {
    let head = "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error (99.9%)\",\"Unit\"\n";
    let rows = "\"a.B.c\",\"sample\",1,9000,6.500000,0.250000,\"us/op\"\n\"a.B.c:c·p0.90\",\"sample\",1,1,7.125000,NaN,\"us/op\"\n";
    let text = format!("{head}{rows}");
    let (_, reading) = read(&text);
    let calls = run(&reading, "benchmark=a.B.c mode=sample");
    holds(&text, calls, &[("time.p90", "7.125 µs `7.125000` R3:C5"), ("time.mean", "6.5 µs `6.500000` R2:C5")]);
    assert_eq!(reading.problems, []);
}

#[test]
fn pytest_benchmark_has_a_unit_for_each_table() {
    let (text, reading) = good("pytestbench/gen-pytest-benchmark.txt", "pytest-benchmark-text", 4);
    holds(&text, run(&reading, "benchmark=test_pedantic"), &[("time.mean", "841 ns `841.0000` L8:C76")]);
    let sum = run(&reading, "benchmark=test_sum");
    holds(&text, sum, &[("time.max", "10371278 ns `10,371,278.0000` L9:C46"), ("throughput.rate", "none")]);
    let sort = run(&reading, "benchmark=test_sort[10] group=sort");
    holds(
        &text,
        sort,
        &[
            ("time{iqr}.value", "3.05 ns `3.0500` L15:C145"),
            ("rounds.count", "37166  `37166` L15:C198"),
            ("iterations.count", "20  `20` L15:C213"),
        ],
    );
    assert_eq!(sort.observations.len(), 8, "ratios and outliers are not read");

    let (text, reading) = good("pytestbench/gen-5.3-groups.txt", "pytest-benchmark-text", 6);
    let sum = run(&reading, "benchmark=test_sum");
    holds(&text, sum, &[("time.max", "16114.235 µs `16,114.2350` L6:C31")]);
    let name = run(&reading, "benchmark=test_name[(1.0)] group=names");
    holds(&text, name, &[("time.min", "49.47 ns `49.4700` L12:C23")]);
    let blank = run(&reading, "benchmark=test_name[a b] group=names");
    holds(&text, blank, &[("iterations.count", "100  `100` L13:C184")]);
    let solo = run(&reading, "benchmark=test_ped group=solo");
    holds(&text, solo, &[("time.mean", "14.9139 ms `14.9139` L19:C41")]);
}

#[test]
fn pytest_benchmark_compares_runs_and_may_print_few_columns() {
    let (text, reading) = good("pytestbench/gen-5.3-compared.txt", "pytest-benchmark-text", 12);
    let now = run(&reading, "benchmark=test_sum run=NOW");
    holds(
        &text,
        now,
        &[("time.min", "4.226 µs `4.2260` L6:C32"), ("throughput.rate", "32.4566 Kops/s `32.4566` L6:C68")],
    );
    let then = run(&reading, "benchmark=test_sort[1000] group=sort run=0001_x");
    holds(&text, then, &[("throughput.rate", "120.6129 Kops/s `120.6129` L31:C68")]);
}

#[test]
fn pytest_benchmark_that_lost_rows_is_cut_off() {
    let whole = fixture("pytestbench/gen-5.3-groups.txt");
    let row = whole.lines().find(|line| line.starts_with("test_name[a b]")).expect("it is there");
    let head = whole.lines().find(|line| line.ends_with("Iterations") && line.contains("Mops")).expect("it is there");
    let without = whole.replace(&format!("{row}\n"), "");
    assert_eq!(problems(&without, &read(&without).1), [(Code::Truncated, head)]);
    let cut = &whole[..whole.find(row).expect("it is there") + 40];
    let found = read(cut).1;
    assert_eq!(found.problems.last().map(|problem| problem.code), Some(Code::Truncated), "{:?}", found.problems);
    let tool = format!("benchmark: 5.3.1 (defaults: timer=time.perf_counter)\n{whole}");
    assert_eq!(read(&tool).1.tool, "pytest-benchmark 5.3.1");
}

#[test]
fn benchmark_dotnet_has_a_unit_in_each_cell() {
    let (text, reading) = good("bdn/report-github.md", "benchmarkdotnet-markdown", 4);
    assert_eq!(reading.tool, "BenchmarkDotNet 0.14.0");
    let sort = run(&reading, "N=100 benchmark=Sort a <list>");
    holds(
        &text,
        sort,
        &[
            ("time.mean", "981.4 ns `981.4` L13:C56"),
            ("time{mean, 99.9% error}.value", "12.96 ns `12.96` L13:C73"),
            ("gen0_collections_per_1000.mean", "0.0191  `0.0191` L13:C136"),
            ("memory.mean", "240 B `240` L13:C153"),
            ("ratio.mean", "none"),
            ("note.mean", "none"),
        ],
    );
    assert_eq!(described(sort, "time.p50"), "of the iterations, not of single operations");
    let search = run(&reading, "N=100 benchmark=Search");
    holds(&text, search, &[("time.mean", "10.63 µs `10.63` L14:C41"), ("memory.mean", "absent")]);
    let more = run(&reading, "N=1000 benchmark=Sort a <list>");
    holds(
        &text,
        more,
        &[("time.mean", "38112.5 ns `38,112.5` L16:C52"), ("memory.mean", "20.01 KiB `20.01` L16:C148")],
    );
    let failed = run(&reading, "N=1000 benchmark=Search");
    holds(&text, failed, &[("time.mean", "absent"), ("time.p50", "absent"), ("memory.mean", "absent")]);
    let facts: Vec<_> = sort.facts.iter().map(|fact| (fact.name, &*fact.value)).collect();
    let runtime = ".NET 8.0.8 (8.0.824.36612), X64 RyuJIT AVX2";
    let os = ("os", "Ubuntu 24.04 LTS (Noble Numbat)");
    assert_eq!(facts, [os, ("cpu", "Example Processor 3.00GHz"), ("logical_cpus", "8"), ("runtime", runtime)]);
}

#[test]
fn benchmark_dotnet_may_have_units_in_the_head_and_no_bar_before_a_row() {
    let (text, reading) = good("bdn/report-default.md", "benchmarkdotnet-markdown", 2);
    assert_eq!(reading.tool, "BenchmarkDotNet 0.12.1");
    let old = run(&reading, "Runtime=.NET 4.8 benchmark=Hashes.Md5");
    holds(
        &text,
        old,
        &[
            ("time.mean", "1204.5 µs `1,204.500` L12:C40"),
            ("time{mean, 99.9% error}.value", "10.25 µs `10.250` L12:C56"),
            ("gen0_collections_per_1000.mean", "12.5  `12.5000` L12:C79"),
        ],
    );
    let new = run(&reading, "Runtime=.NET Core 3.1 benchmark=Hashes.Md5");
    holds(&text, new, &[("memory.mean", "0.5 KiB `0.50` L13:C99"), ("gen0_collections_per_1000.mean", "absent")]);
}

#[test]
fn benchmark_dotnet_csv_tells_apart_what_differs() {
    let (text, reading) = good("bdn/report.csv", "benchmarkdotnet-csv", 2);
    let first = run(&reading, "N=100 Runtime=.NET 6.0 benchmark=Sort job=Job-A");
    holds(&text, first, &[("time.mean", "981.4 ns `981.4` R2:C8"), ("memory.mean", "240 B `240` R2:C13")]);
    let second = run(&reading, "N=100 Runtime=.NET 8.0 benchmark=Sort job=Job-B");
    holds(&text, second, &[("time.mean", "1112.6 ns `1,112.6` R3:C8"), ("time.stddev", "absent")]);
    holds(&text, second, &[("memory.mean", "1024.5 KiB `1,024.5` R3:C13")]);
}

#[test]
fn benchmark_dotnet_is_not_guessed_at() {
    let whole = fixture("bdn/report-github.md");
    let comma = whole.replace("10.63 μs", "10,63 μs");
    assert_eq!(problems(&comma, &read(&comma).1), [(Code::UnmappedValue, "10,63 μs")]);
    assert!(read(&comma).1.runs.is_empty(), "nothing of that table is read");
    let other = whole.replace("20.01 KB", "20.01 kg");
    assert_eq!(problems(&other, &read(&other).1), [(Code::Malformed, "20.01 kg")]);
    let cut = &whole[..whole.rfind("37,980.0").expect("it is there")];
    assert_eq!(read(cut).1.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), [Code::Truncated]);
    let twice = format!("{whole}\n{whole}");
    let (_, reading) = read(&twice);
    assert_eq!((reading.runs.len(), reading.problems.len()), (8, 0));
    assert!(run(&reading, "N=100 benchmark=Search round=2").facts.is_empty(), "it may be another machine");
}

#[test]
fn benchstat_prints_values_with_the_prefix_of_their_row() {
    let (text, reading) = good("gobench/benchstat.txt", "benchstat-text", 8);
    let json = |file: &str| format!("benchmark=Encode/format=json-8 file={file} package=example.com/demo");
    holds(
        &text,
        run(&reading, &json("old.txt")),
        &[
            ("time.p50", "1.718 µs `1.718` L8:C24"),
            ("time{interval}.value", "1 % `1` L8:C33"),
            ("throughput.p50", "322.1 MiB/s `322.1` L17:C24"),
            ("allocations.p50", "1250  `1.250k` L23:C24"),
        ],
    );
    holds(
        &text,
        run(&reading, &json("new.txt")),
        &[
            ("time.p50", "1.423 µs `1.423` L8:C40"),
            ("time{interval}.value", "2 % `2` L8:C49"),
            ("throughput.p50", "1.204 GiB/s `1.204` L17:C39"),
            ("allocations.p50", "12  `12.00` L23:C38"),
        ],
    );
    let gob = run(&reading, "benchmark=Encode/format=gob-8 file=old.txt package=example.com/demo");
    holds(
        &text,
        gob,
        &[
            ("time.p50", "3.066 µs `3.066` L9:C24"),
            ("time{interval}.value", "absent"),
            ("throughput.p50", "98.4 KiB/s `98.40` L18:C24"),
            ("throughput{interval}.value", "absent"),
        ],
    );
    let found = dimensions(&reading);
    assert!(found.contains(&"benchmark=Decode-8 file=old.txt package=example.com/demo".to_owned()), "{found:?}");
    let added = run(&reading, "benchmark=Added-8 file=new.txt package=example.com/demo");
    holds(&text, added, &[("time.p50", "980.5 ns `980.5` L11:C40")]);
    holds(&text, run(&reading, "benchmark=Serve-8 file=new.txt"), &[("p99_sec.p50", "12.75 ms `12.75` L31:C11")]);
}

#[test]
fn benchstat_values_stand_below_their_columns() {
    let whole = fixture("gobench/benchstat.txt");
    let moved =
        whole.replace("Decode-8               2.150m ± 3%", "Decode-8                               ± 2.150m ± 3%");
    assert_eq!(problems(&moved, &read(&moved).1)[0].0, Code::Malformed);
    let by_hand = whole.replace("1.718µ ± 1%     1.423µ ± 2%", "1.718µ ± 1% 1.423µ ± 2%");
    let found = read(&by_hand).1;
    let [(code, row)] = problems(&by_hand, &found)[..] else { panic!("one problem: {:?}", found.problems) };
    assert!(code == Code::Malformed && row.starts_with("Encode/format=json-8   1.718µ"), "{row}");
    let other = whole.replace("2.150m ±", "2.150x ±");
    assert_eq!(problems(&other, &read(&other).1), [(Code::Malformed, "2.150x")]);
    let twice = format!("{whole}\n{whole}");
    let (_, reading) = read(&twice);
    assert_eq!((reading.runs.len(), reading.problems.len()), (16, 0));
    assert!(
        dimensions(&reading).contains(&"benchmark=Decode-8 file=old.txt package=example.com/demo round=2".to_owned())
    );
    let small = whole.replace("12.00 ± 0%", "12.0m ± 0%");
    let (_, reading) = read(&small);
    let new = run(&reading, "benchmark=Encode/format=json-8 file=new.txt package=example.com/demo");
    holds(&small, new, &[("allocations.p50", "absent")]);
}
