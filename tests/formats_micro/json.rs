//! Tools that write JSON, with the CSV of the same tools.

use crate::*;

#[test]
fn hyperfine_is_in_seconds() {
    let (text, reading) = good("hyperfine/gen-1.15-hyperfine-basic.json", "hyperfine", 2);
    holds(
        &text,
        run(&reading, "benchmark=sleep 0.02"),
        &[
            ("time.mean", "0.026149223800000003 s `0.026149223800000003` /results/0/mean"),
            ("time.p50", "0.024598731500000002 s `0.024598731500000002` /results/0/median"),
            ("time.max", "0.035834508 s `0.035834508` /results/0/max"),
            ("cpu{system}.mean", "0 s `0.0` /results/0/system"),
        ],
    );
    let (text, reading) = good("hyperfine/gen-1.15-hyperfine-basic.csv", "hyperfine-csv", 2);
    let sleep = run(&reading, "benchmark=sleep 0.05");
    holds(&text, sleep, &[("time.mean", "0.06033516800000001 s `0.06033516800000001` R3:C2")]);
    holds(&text, sleep, &[("time.max", "0.06796059 s `0.06796059` R3:C8")]);
}

#[test]
fn hyperfine_names_parameters_and_tells_of_failed_commands() {
    let (text, reading) = good("hyperfine/gen-hyperfine120-params.json", "hyperfine", 3);
    let first = run(&reading, "benchmark=grep-1 n=1");
    holds(&text, first, &[("time.mean", "0.04869919474 s `0.04869919474` /results/0/mean")]);
    let words = first.observations[0].described.as_deref().expect("the commands failed");
    assert!(words.contains("exited with an error"), "{words}");

    let text = r#"{"results": [{"command": "exit 0", "mean": 0.00137, "median": 0.0, "user": 0.0, "system": 0.0, "min": 0.0,
        "max": 0.0041, "times": [0.0, 0.0041, 0.0]}]}"#;
    let (_, reading) = read(text);
    let words = |name: &str| {
        let it = reading.runs[0].observations.iter().find(|o| format!("{}.{}", o.metric, o.statistic.name()) == name);
        it.and_then(|o| o.described.clone()).unwrap_or_default()
    };
    assert!(words("time.p50").contains("nothing was left") && words("time.min").contains("nothing was left"));
    assert_eq!((&*words("time.mean"), &*words("cpu{user}.mean")), ("", ""));

    let text = "command,mean,stddev,median,user,system,min,max,parameter_n\nls,1.5,,1.5,0.5,0.25,1.5,1.5,7\n";
    let (_, reading) = read(text);
    let one = run(&reading, "benchmark=ls n=7");
    holds(text, one, &[("time.stddev", "absent"), ("cpu{user}.mean", "0.5 s `0.5` R2:C5")]);
    let negative = text.replace("0.25", "-0.25");
    assert_eq!(problems(&negative, &read(&negative).1), [(Code::Malformed, "-0.25")]);
}

#[test]
fn google_benchmark_reads_aggregates_in_place_of_repetitions() {
    let (text, reading) = good("googlebench/gen-gbench.json", "google-benchmark", 5);
    holds(
        &text,
        run(&reading, "benchmark=BM_Sort/64"),
        &[
            ("time.mean", "421.8234684063135 ns `4.2182346840631351e+02` /benchmarks/0/real_time"),
            ("iterations.count", "240093  `240093` /benchmarks/0/iterations"),
            ("throughput.rate", "222851171.9635584 items/s `2.2285117196355841e+08` /benchmarks/0/items_per_second"),
            ("custom.value", "3.5  `3.5000000000000000e+00` /benchmarks/0/custom"),
        ],
    );
    holds(
        &text,
        run(&reading, "benchmark=BM_SortRep/µs/512/repeats:3"),
        &[
            ("time.mean", "6.362982887699958 µs `6.3629828876999577e+00` /benchmarks/8/real_time"),
            ("time.p50", "6.36202644087911 µs `6.3620264408791103e+00` /benchmarks/9/real_time"),
            ("time{cv}.share", "0.04266234331270398  `4.2662343312703979e-02` /benchmarks/11/real_time"),
            ("repetitions.count", "3  `3` /benchmarks/8/iterations"),
            ("iterations.count", "none"),
        ],
    );
    holds(&text, run(&reading, "benchmark=BM_Err"), &[("time.mean", "absent"), ("iterations.count", "none")]);
}

#[test]
fn google_benchmark_before_1_5_names_its_aggregates() {
    let (text, reading) = good("googlebench/names-1.4.json", "google-benchmark", 6);
    let names =
        ["BM_Copy/64", "BM_list_mean", "BM_list_median", "BM_list_stddev", "BM_Sum/repeats:3", "BM_Only/repeats:2"];
    assert_eq!(dimensions(&reading), names.map(|name| format!("benchmark={name}")));
    let repeated = [
        ("time.mean", "142 ns `1.4200000000000000e+02` /benchmarks/6/real_time"),
        ("time.p50", "141 ns `1.4100000000000000e+02` /benchmarks/7/real_time"),
        ("time.stddev", "2.6457513110645907 ns `2.6457513110645907e+00` /benchmarks/8/real_time"),
        ("time{worst_of_all}.value", "145 ns `1.4500000000000000e+02` /benchmarks/9/real_time"),
    ];
    holds(&text, run(&reading, "benchmark=BM_Sum/repeats:3"), &repeated);
    let only = [("time.mean", "95 µs `9.5000000000000000e+01` /benchmarks/10/real_time")];
    holds(&text, run(&reading, "benchmark=BM_Only/repeats:2"), &only);
    // Each of these was timed for itself, as its own number of iterations shows.
    let own = [("time.mean", "1562 ns `1.5620000000000000e+03` /benchmarks/14/real_time"), ("time.stddev", "none")];
    holds(&text, run(&reading, "benchmark=BM_list_stddev"), &own);
}

#[test]
fn google_benchmark_statistics_of_authors_have_their_own_unit() {
    let (text, reading) = good("googlebench/gen-1.7.1-statistics.json", "google-benchmark", 7);
    let sum = run(&reading, "benchmark=BM_Sum/repeats:3 label=größe, 1");
    let spread = sum.observations.iter().find(|o| &*o.metric == "time{spread}").expect("it has a spread");
    // `(141.4 - 140.4) / 141`, and no nanoseconds.
    assert!(spread.unit.is_plain() && spread.value < 0.1, "{spread:?}");
    assert!(shows(&text, sum, "time.max").ends_with("/benchmarks/12/real_time"));
    holds(&text, sum, &[("time{cv}.share", &*shows(&text, sum, "time{cv}.share"))]);
    let of = |metric: &str, statistic: &str| {
        let found = sum.observations.iter().find(|o| &*o.metric == metric && o.statistic.name() == statistic);
        found.and_then(|o| o.described.clone()).unwrap_or_default()
    };
    assert!(of("time", "p50").contains("repetitions") && of("time", "max").contains("repetitions"));
    assert_eq!(&*of("time", "mean"), "");
}

#[test]
fn google_benchmark_has_no_time_of_what_was_skipped() {
    // Since 1.8 a benchmark may be skipped without an error; its times are written as 0.
    let text = r#"{"context": {}, "benchmarks": [{"name": "BM_A", "run_name": "BM_A", "run_type": "iteration",
        "skipped": true, "skip_message": "no device", "iterations": 0, "real_time": 0.0, "cpu_time": 0.0,
        "time_unit": "ns"}]}"#;
    let (_, reading) = read(text);
    holds(text, run(&reading, "benchmark=BM_A"), &[("time.mean", "absent"), ("iterations.count", "none")]);
    let head = "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,\
        error_message,\"hits\"\n";
    let text = format!("{head}\"BM_A\",,,,,,,,false,no device\n\"BM_B\",5,1.5,1.5,ns,,,,,,7\n");
    let (_, reading) = read(&text);
    assert_eq!(problems(&text, &reading), []);
    holds(&text, run(&reading, "benchmark=BM_A"), &[("time.mean", "absent")]);
}

#[test]
fn google_benchmark_csv_says_the_same_but_for_its_wrong_variation() {
    let (text, reading) = good("googlebench/gen-gbench.csv", "google-benchmark-csv", 5);
    let first = run(&reading, "benchmark=BM_Sort/64");
    holds(&text, first, &[("time.mean", "467.047 ns `467.047` R2:C3"), ("iterations.count", "239387  `239387` R2:C2")]);
    holds(
        &text,
        run(&reading, "benchmark=BM_SortRep/µs/512/repeats:3"),
        &[
            ("time.mean", "6.39794 µs `6.39794` R10:C3"),
            ("cpu.p50", "4.03941 µs `4.03941` R11:C4"),
            ("time.stddev", "0.184998 µs `0.184998` R12:C3"),
            ("time{cv}.share", "absent"),
            ("repetitions.count", "3  `3` R10:C2"),
        ],
    );
    holds(&text, run(&reading, "benchmark=BM_Err"), &[("time.mean", "absent")]);
}

#[test]
fn google_benchmark_csv_knows_an_aggregate_only_beside_the_others() {
    let head = "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,\
        error_message\n";
    let text = format!("{head}\"BM_find\",100,12.5,12.4,ns,,,,,\n\"BM_find_median\",100,99.5,99.4,ns,,,,,\n");
    let (_, reading) = read(&text);
    assert_eq!(dimensions(&reading), ["benchmark=BM_find", "benchmark=BM_find_median"]);
    holds(&text, run(&reading, "benchmark=BM_find_median"), &[("time.mean", "99.5 ns `99.5` R3:C3")]);
}

#[test]
fn hyperfine_csv_has_no_deviation_of_one_run() {
    let head = "command,mean,stddev,median,user,system,min,max\n";
    let text = format!("{head}true,0.5,0,0.5,0.1,0.2,0.5,0.5\nfalse,0.5,0.25,0.5,0.1,0.2,0.25,0.75\n");
    let (_, reading) = read(&text);
    holds(&text, run(&reading, "benchmark=true"), &[("time.stddev", "absent"), ("time.mean", "0.5 s `0.5` R2:C2")]);
    holds(&text, run(&reading, "benchmark=false"), &[("time.stddev", "0.25 s `0.25` R3:C3")]);
}

#[test]
fn github_units_per_any_time_are_rates() {
    let text = r#"[{"name": "a", "unit": "ops/ms", "value": 3}, {"name": "b", "unit": "ops/sec", "value": 4}]"#;
    let (_, reading) = read(text);
    assert_eq!(shows(text, run(&reading, "benchmark=a"), "throughput.rate"), "3 ops/ms `3` /0/value");
    assert!(shows(text, run(&reading, "benchmark=b"), "throughput.rate").ends_with(" `4` /1/value"));
}

#[test]
fn jmh_follows_the_unit_of_a_score() {
    let (text, reading) = good("jmh/results.json", "jmh", 2);
    holds(
        &text,
        run(&reading, "benchmark=demo.Sort.sort kind=random mode=thrpt size=64"),
        &[
            ("throughput.rate", "3376238800 op/s `3.3762388E9` /0/primaryMetric/score"),
            (
                "throughput{mean, 99.9% interval}.low",
                "3361238800 op/s `3.3612388E9` /0/primaryMetric/scoreConfidence/0",
            ),
            ("throughput.p50", "3376500000 op/s `3.3765E9` /0/primaryMetric/scorePercentiles/50.0"),
            ("throughput.p90", "none"),
            ("gc_alloc_rate_norm.mean", "24.5 B `24.5` /0/secondaryMetrics/·gc.alloc.rate.norm/score"),
            ("gc_count.count", "7  `7.0` /0/secondaryMetrics/·gc.count/score"),
        ],
    );
    holds(
        &text,
        run(&reading, "benchmark=demo.Sort.sort mode=sample"),
        &[
            ("time.mean", "12.5 µs `12.5` /1/primaryMetric/score"),
            ("time.p99.9", "40.25 µs `40.25` /1/primaryMetric/scorePercentiles/99.9"),
            ("time{mean, 99.9% interval}.high", "absent"),
        ],
    );
    assert_eq!((&*reading.tool, &*reading.runs[0].facts[0].value), ("JMH 1.37", "4"));
}

#[test]
fn jmh_metrics_of_profilers_have_units_intervals_and_samples() {
    let (text, reading) = good("jmh/profiled.json", "jmh", 1);
    let run = run(&reading, "benchmark=demo.Parse.parse mode=avgt");
    let at = |name: &str, rest: &str| format!("/0/secondaryMetrics/{name}/{rest}");
    let (norm, count) = (|rest: &str| at("gc.alloc.rate.norm", rest), |rest: &str| at("gc.count", rest));
    let figures = [
        ("gc_alloc_rate.mean", format!("640 MiB/s `640.0` {}", at("gc.alloc.rate", "score"))),
        ("gc_alloc_rate_norm.mean", format!("8192.2 B `8192.2` {}", norm("score"))),
        ("gc_alloc_rate_norm{mean, 99.9% interval}.low", format!("8191.45 B `8191.45` {}", norm("scoreConfidence/0"))),
        ("gc_alloc_rate_norm.max", format!("8192.5 B `8192.5` {}", norm("scorePercentiles/100.0"))),
        // JMH adds up what the collector did in the iterations.
        ("gc_count.count", format!("17  `17.0` {}", count("score"))),
        ("gc_count.max", format!("4  `4.0` {}", count("rawData/0/1"))),
        ("gc_time.count", format!("13 ms `13.0` {}", at("gc.time", "score"))),
    ];
    holds(&text, run, &figures.each_ref().map(|(name, figure)| (*name, &**figure)));
    let sets: Vec<(&str, u64)> = run.samples.iter().map(|(metric, set)| (&**metric, set.count())).collect();
    let metrics = ["gc_alloc_rate", "gc_alloc_rate_norm", "gc_count", "gc_time", "time"];
    assert_eq!(sets, metrics.map(|metric| (metric, 5)));
    assert_eq!(run.measurements.len(), 25);
    let counts = run.observations.iter().filter(|o| o.metric.starts_with("samples")).map(|o| &*o.metric);
    let expected = metrics[..4].iter().map(|metric| format!("samples{{{metric}}}"));
    assert_eq!(counts.collect::<Vec<_>>(), std::iter::once("samples".to_owned()).chain(expected).collect::<Vec<_>>());
}

#[test]
fn jmh_values_between_semicolons_are_those_between_commas() {
    let (text, plain) = good("jmh/results.csv", "jmh-csv", 2);
    let text = text.replace(',', ";");
    for text in [text.clone(), text.replace("12.500000", "12,500000")] {
        let (name, reading) = read(&text);
        let of = |reading: &Reading| -> Vec<_> {
            let all = reading.runs.iter().flat_map(|run| &run.observations);
            all.map(|o| (o.metric.clone(), o.statistic, o.value, o.locator.to_string())).collect()
        };
        assert_eq!((name, &reading.problems[..], of(&reading)), ("jmh-csv", &[][..], of(&plain)), "{text}");
    }
}

#[test]
fn jmh_csv_puts_profiled_rows_beside_their_benchmark() {
    let (text, reading) = good("jmh/results.csv", "jmh-csv", 2);
    holds(
        &text,
        run(&reading, "benchmark=demo.Sort.sort mode=avgt size=64"),
        &[
            ("time.mean", "12.5 ms `12.500000` R2:C5"),
            ("time{mean, 99.9% error}.value", "1.25 ms `1.250000` R2:C6"),
            ("samples.count", "5  `5` R2:C4"),
            ("gc_alloc_rate_norm.mean", "24.5 B `24.500000` R3:C5"),
        ],
    );
    let once = run(&reading, "benchmark=demo.Sort.sort mode=avgt size=1024");
    holds(&text, once, &[("time{mean, 99.9% error}.value", "absent"), ("samples.count", "1  `1` R4:C4")]);
}

#[test]
fn jmh_iterations_show_whether_a_secondary_score_is_their_sum() {
    let text = fixture("jmh/profiled.json").replace("\"gc.count\"", "\"hits\"").replace("\"counts\"", "\"#\"");
    let place = "17  `17.0` /0/secondaryMetrics/hits/score";
    let (_, reading) = read(&text);
    let of = |reading: &Reading| run(reading, "benchmark=demo.Parse.parse mode=avgt").clone();
    holds(&text, &of(&reading), &[("hits.count", place)]);
    // 3, 4, 3, 4 and 3: their mean, and the largest.
    for (score, name) in [("3.4", "hits.mean"), ("4.0", "hits.max")] {
        let text = text.replacen("\"score\": 17.0", &format!("\"score\": {score}"), 1);
        let (_, reading) = read(&text);
        assert!(shows(&text, &of(&reading), name).ends_with("/0/secondaryMetrics/hits/score"), "{name}");
        holds(&text, &of(&reading), &[("hits.count", "none")]);
    }
}

#[test]
fn jmh_csv_of_another_language_has_decimal_commas() {
    let text = "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error (99,9%)\",\"Unit\"\r\n\
        \"demo.Sort.sort\",\"avgt\",1,5,\"12,500000\",\"1,250000\",\"ms/op\"\r\n\
        \"demo.Sort.large\",\"avgt\",1,5,\"12345,125000\",\"NaN\",\"ms/op\"\r\n";
    let (name, reading) = read(text);
    assert_eq!((name, problems(text, &reading)), ("jmh-csv", Vec::new()));
    let sort =
        [("time.mean", "12.5 ms `12,500000` R2:C5"), ("time{mean, 99.9% error}.value", "1.25 ms `1,250000` R2:C6")];
    holds(text, run(&reading, "benchmark=demo.Sort.sort mode=avgt"), &sort);
    let large = [("time.mean", "12345.125 ms `12345,125000` R3:C5"), ("time{mean, 99.9% error}.value", "absent")];
    holds(text, run(&reading, "benchmark=demo.Sort.large mode=avgt"), &large);
}

#[test]
fn pytest_benchmark_is_in_seconds() {
    let (text, reading) = good("pytestbench/gen-pytest-benchmark-saved.json", "pytest-benchmark", 4);
    let mean = "0.0000011788983377109813 s `1.1788983377109813e-06` /benchmarks/1/stats/mean";
    let quartile = "0.0000003274999926361488 s `3.274999926361488e-07` /benchmarks/1/stats/q1";
    let sorted = run(&reading, "benchmark=test_b.py::test_sort[10] group=sort n=10");
    holds(&text, sorted, &[("time.mean", mean), ("time.p25", quartile)]);
    holds(&text, sorted, &[("rounds.count", "5806  `5806` /benchmarks/1/stats/rounds")]);
    run(&reading, "benchmark=test_b.py::test_sum");
}

#[test]
fn benchmark_dotnet_gives_times_and_memory() {
    let (text, reading) = good("bdn/report-full.json", "benchmarkdotnet", 2);
    holds(
        &text,
        run(&reading, "Kind=random N=64 benchmark=Demo.Sort.Quick job=ShortRun(IterationCount=3)"),
        &[
            ("time.mean", "77.5625 ns `77.5625` /Benchmarks/0/Statistics/Mean"),
            ("time.p95", "78.625 ns `78.625` /Benchmarks/0/Statistics/Percentiles/P95"),
            ("time.p50", "77.5 ns `77.5` /Benchmarks/0/Statistics/Median"),
            (
                "time{mean, 99.9% interval}.low",
                "56.0625 ns `56.0625` /Benchmarks/0/Statistics/ConfidenceInterval/Lower",
            ),
            ("memory.mean", "368 B `368` /Benchmarks/0/Memory/BytesAllocatedPerOperation"),
            ("gen0_collections.count", "184  `184` /Benchmarks/0/Memory/Gen0Collections"),
        ],
    );
    let broken = run(&reading, "benchmark=Sort.Broken job=DefaultJob");
    holds(&text, broken, &[("time.mean", "absent"), ("memory.mean", "absent")]);
}

#[test]
fn asv_gives_a_run_for_each_combination_of_parameters() {
    let (text, reading) = good("asv/gen-bench-box-result.json", "asv", 11);
    let place = "commit=05a256843dbbd55694e7dfa5fdb487286c742afa \
        environment=existing-py_PYTHONPATH_SLUG machine=bench-box";
    let third = run(&reading, &format!("benchmark=b.T.time_sum {place} parameter=1000 parameter_2=a"));
    holds(
        &text,
        third,
        &[
            ("time.p50", "0.000014942000234441366 s `1.4942000234441366e-05` /results/b.T.time_sum/0/2"),
            ("time{median, 99% interval}.low", "absent"),
            ("time.p75", "0.000014942 s `1.4942e-05` /results/b.T.time_sum/8/2"),
            ("iterations.count", "1  `1` /results/b.T.time_sum/9/2"),
        ],
    );
    let failed = run(&reading, &format!("benchmark=b.T.time_fails {place} parameter=10 parameter_2=b"));
    holds(&text, failed, &[("time.p50", "absent")]);
    let memory = run(&reading, &format!("benchmark=b.peakmem_list {place}"));
    holds(&text, memory, &[("memory.max", "28110848 B `28110848` /results/b.peakmem_list/0/0")]);
    let track = run(&reading, &format!("benchmark=b.track_size {place}"));
    holds(&text, track, &[("track.value", "42  `42` /results/b.track_size/0/0")]);
    for path in ["gen-benchmarks.json", "gen-machine.json"] {
        good(&format!("asv/{path}"), "asv-companion", 0);
    }
}

#[test]
fn github_histories_are_placed_by_line_and_column() {
    let (text, reading) = good("github-action-benchmark/data.js", "github-action-benchmark", 3);
    let first = run(&reading, "benchmark=größe commit=aaaa group=Rust round=1");
    holds(&text, first, &[("time.p50", "135 ns `135` L11:C39"), ("time{range}.value", "24 ns `24` L11:C56")]);
    let again = run(&reading, "benchmark=größe commit=aaaa group=Rust round=2");
    holds(&text, again, &[("time.p50", "140.5 ns `140.5` L19:C39")]);
    let python = run(&reading, "benchmark=test_a commit=bbbb group=Python");
    holds(
        &text,
        python,
        &[("throughput.rate", "8.5 iter/sec `8.5` L29:C40"), ("time.stddev", "0.125 s `0.125` L29:C63")],
    );

    let cut = &text[..text.len() - 20];
    let (name, reading) = read(cut);
    assert_eq!((name, reading.runs.len(), reading.problems[0].code), ("github-action-benchmark", 0, Code::Truncated));
}

#[test]
fn github_entries_of_google_benchmark_know_aggregates() {
    let (text, reading) = good("github-action-benchmark/googlecpp.js", "github-action-benchmark", 7);
    let names: Vec<_> = reading.runs.iter().map(|run| run.dimensions["benchmark"].to_string()).collect();
    let expected = [
        "BM_Copy/64",
        "BM_Copy/512",
        "BM_Copy/4096",
        "BM_Sum/repeats:3",
        "BM_max",
        "BM_Err",
        "BM_Manual/iterations:4/manual_time/threads:2",
    ];
    assert_eq!(names, expected);
    let sum = run(&reading, "benchmark=BM_Sum/repeats:3 commit=cccc group=C++");
    let found: Vec<_> =
        sum.observations.iter().map(|o| format!("{}.{} {}", o.metric, o.statistic.name(), o.unit)).collect();
    assert_eq!(found, ["time.mean ns", "time.p50 ns", "time.stddev ns", "time{cv}.share ", "time.max ns"]);
    // It is a share, which the action writes as nanoseconds.
    holds(&text, sum, &[("time{spread}.value", "absent")]);
    holds(&text, run(&reading, "benchmark=BM_Err commit=cccc group=C++"), &[("time.mean", "absent")]);
}

#[test]
fn github_custom_input_has_units_in_words() {
    let (text, reading) = good("github-action-benchmark/input.json", "github-action-benchmark-input", 3);
    holds(&text, run(&reading, "benchmark=Throughput"), &[("throughput.rate", "70 req/s `70` /0/value")]);
    let load = [("result.value", "50 Percent `50` /1/value"), ("result{range}.value", "5 % `5` /1/range")];
    holds(&text, run(&reading, "benchmark=CPU load"), &load);
    let start = [("time.value", "150 ms `150` /2/value"), ("time{range}.value", "3.5 ms `3.5` /2/range")];
    holds(&text, run(&reading, "benchmark=Start"), &start);
}

#[test]
fn bencher_metrics_have_the_units_of_their_convention() {
    let (text, reading) = good("bencher-metric/report.json", "bencher-metric", 1);
    holds(
        &text,
        run(&reading, "benchmark=tests::sort"),
        &[
            ("latency.value", "3247 ns `3247.0` /tests::sort/latency/value"),
            ("latency{bounds}.low", "3100.5 ns `3100.5` /tests::sort/latency/lower_value"),
            ("throughput.rate", "307976.5 op/s `307976.5` /tests::sort/throughput/value"),
            ("max_bytes.value", "662  `662` /tests::sort/Max Bytes/value"),
        ],
    );
}

#[test]
fn what_a_tool_cannot_have_written_is_a_problem() {
    let text = fixture("pytestbench/gen-pytest-benchmark-saved.json").replace("\"rounds\": 5806", "\"rounds\": 5806.5");
    assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, "5806.5")]);
    let text = fixture("criterion/estimates.json").replace("598.5", "-598.5");
    assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, "-598.5")]);
    let text = fixture("jmh/results.json").replace("3.3762388E9", "\"fast\"");
    assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, "\"fast\"")]);
}
