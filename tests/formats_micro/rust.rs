//! Criterion, cargo-criterion, libtest, divan and gungraun.

use crate::*;

#[test]
fn criterion_gives_statistics_with_their_intervals() {
    let (text, reading) = good("criterion/estimates.json", "criterion-estimates", 1);
    holds(
        &text,
        &reading.runs[0],
        &[
            ("time.mean", "598.5 ns `598.5` /mean/point_estimate"),
            ("time.p50", "610.625 ns `610.625` /median/point_estimate"),
            ("time.stddev", "128.6171875 ns `128.6171875` /std_dev/point_estimate"),
            ("time{mean, 95% interval}.low", "541.75 ns `541.75` /mean/confidence_interval/lower_bound"),
            ("time{mean, 95% interval}.high", "651.25 ns `651.25` /mean/confidence_interval/upper_bound"),
            ("time{median absolute deviation}.value", "146.75 ns `146.75` /median_abs_dev/point_estimate"),
            ("time{slope}.value", "absent"),
        ],
    );
    let (text, reading) = good("criterion/estimates-0.3.json", "criterion-estimates", 1);
    holds(
        &text,
        &reading.runs[0],
        &[
            ("time.mean", "11.25 ns `11.25` /Mean/point_estimate"),
            ("time{slope}.value", "11.125 ns `11.125` /Slope/point_estimate"),
            ("time{median, 99% interval}.high", "12 ns `12.0` /Median/confidence_interval/upper_bound"),
        ],
    );
}

#[test]
fn a_change_of_criterion_is_a_ratio_and_no_time() {
    let (text, reading) = good("criterion/change.json", "criterion-change", 1);
    let run = &reading.runs[0];
    holds(
        &text,
        run,
        &[
            ("time_change.mean", "-0.03125  `-0.03125` /mean/point_estimate"),
            ("time_change{mean, 95% interval}.low", "-0.125  `-0.125` /mean/confidence_interval/lower_bound"),
        ],
    );
    assert!(run.observations.iter().all(|o| o.quantity.unit.is_plain()));
}

#[test]
fn companions_of_criterion_give_no_numbers() {
    for path in ["benchmark.json", "tukey.json"] {
        good(&format!("criterion/{path}"), "criterion-companion", 0);
    }
    let text = fixture("criterion/sample-short.json");
    assert_eq!(problems(&text, &read(&text).1), [(Code::Malformed, "[1000.0,2000.0]")]);
    let whole = text.replace("2000.0]", "2000.0,3000.0]");
    assert_eq!(problems(&whole, &read(&whole).1), []);
}

#[test]
fn cargo_criterion_gives_a_run_for_each_message() {
    let (text, reading) = good("criterion/gen-cargo-criterion.ndjson", "cargo-criterion", 4);
    holds(
        &text,
        run(&reading, "benchmark=fib 12"),
        &[
            ("time.mean", "783.3137842347294 ns `783.3137842347294` L1/mean/estimate"),
            ("time{mean, interval}.low", "671.0479078805619 ns `671.0479078805619` L1/mean/lower_bound"),
            ("time{slope}.value", "900.7802986006868 ns `900.7802986006868` L1/slope/estimate"),
            ("time_change.mean", "-0.6019009897021141  `-0.6019009897021141` L1/change/mean/estimate"),
        ],
    );
    run(&reading, "benchmark=sort/größe/std sort/64 group=sort/größe");
    let all: Vec<_> = reading.runs.iter().flat_map(|run| &run.observations).collect();
    let sizes = all.iter().filter(|o| o.metric.ends_with("_per_iteration"));
    let sizes: Vec<_> = sizes.map(|o| format!("{} {} {}", o.metric, o.quantity.value, o.quantity.unit)).collect();
    let expected =
        ["elements_per_iteration 64 elements", "elements_per_iteration 512 elements", "bytes_per_iteration 1024 B"];
    assert_eq!(sizes, expected);
    let flat = run(&reading, "benchmark=flat/sleepy group=flat");
    holds(
        &text,
        flat,
        &[("time.p50", "594498.565 ns `594498.565` L6/median/estimate"), ("time{slope}.value", "absent")],
    );
}

#[test]
fn a_message_that_is_cut_off_is_a_problem() {
    let text = fixture("criterion/gen-cargo-criterion.ndjson");
    let end = text.rfind("\"median_abs_dev\"").expect("it has one");
    let (name, reading) = read(&text[..end]);
    let [problem] = &reading.problems[..] else { panic!("one problem") };
    assert_eq!((name, problem.code, reading.runs.len()), ("cargo-criterion", Code::Truncated, 3));
}

#[test]
fn criterion_prints_an_estimate_between_the_ends_of_its_interval() {
    let (text, reading) = good("criterion/gen-criterion-run2.txt", "criterion-text", 4);
    let fib = run(&reading, "benchmark=fib 12");
    holds(
        &text,
        fib,
        &[
            ("time.value", "513.01 ns `513.01` L1:C44"),
            ("time{estimate, interval}.low", "484.53 ns `484.53` L1:C34"),
            ("time{estimate, interval}.high", "537.49 ns `537.49` L1:C54"),
            ("time_change.mean", "1.3207 % `1.3207` L2:C44"),
            ("time_change{mean, interval}.low", "-11.344 % `-11.344` L2:C34"),
            ("time_change{p}.value", "0.86  `0.86` L2:C67"),
            // The text tells neither of them.
            ("time.mean", "none"),
            ("time{slope}.value", "none"),
        ],
    );
    let sort = run(&reading, "benchmark=sort/größe/std sort/64");
    holds(
        &text,
        sort,
        &[
            ("time.value", "111.43 ns `111.43` L6:C44"),
            ("throughput{estimate, interval}.low", "509.87 Melem/s `509.87` L7:C34"),
            ("throughput.rate", "574.36 Melem/s `574.36` L7:C49"),
            ("time_change{mean, interval}.high", "86.949 % `86.949` L9:C53"),
            ("throughput_change.value", "-18.234 % `-18.234` L10:C43"),
            // Printed only where there are outliers.
            ("samples.count", "none"),
        ],
    );
    let flat = run(&reading, "benchmark=flat/sleepy");
    holds(
        &text,
        flat,
        &[("time.value", "585.52 µs `585.52` L24:C44"), ("throughput.rate", "1.6679 MiB/s `1.6679` L25:C47")],
    );
}

#[test]
fn criterion_is_read_with_what_cargo_prints_around_it() {
    let (text, reading) = good("criterion/gen-0.8.2-rates.txt", "criterion-text", 6);
    let both = run(&reading, "benchmark=wörter/count/elements and bytes/4096 target=benches/rates.rs");
    holds(
        &text,
        both,
        &[
            ("time.value", "4.8164 µs `4.8164` L34:C44"),
            ("throughput.rate", "106.3 Melem/s `106.30` L35:C49"),
            ("throughput{bytes}.rate", "811.03 MiB/s `811.03` L36:C47"),
            ("throughput{bytes, estimate, interval}.low", "736.52 MiB/s `736.52` L36:C34"),
        ],
    );
    let bits = run(&reading, "benchmark=wörter/count/bits/4096 target=benches/rates.rs");
    holds(&text, bits, &[("throughput.rate", "12.449 Gbit/s `12.449` L45:C46")]);
    run(&reading, "benchmark=a name that is longer than a column target=benches/plain.rs");

    // On a terminal each line of progress is written over; minus is U+2212.
    let (text, reading) = good("criterion/gen-0.8.2-terminal.txt", "criterion-text", 6);
    let add = run(&reading, "benchmark=add target=benches/plain.rs");
    let change = [
        ("time_change{mean, interval}.low", "-27.898 % `−27.898` L13:C38"),
        ("time.value", "1.8954 ns `1.8954` L12:C253"),
    ];
    holds(&text, add, &change);
    let long = run(&reading, "benchmark=a name that is longer than a column target=benches/plain.rs");
    holds(&text, long, &[("time.value", "3.4166 ns `3.4166` L19:C69")]);
    let bits = run(&reading, "benchmark=wörter/count/bits/4096 target=benches/rates.rs");
    holds(&text, bits, &[("time_change{p}.value", "absent"), ("throughput_change.value", "-62.4 % `−62.400` L40:C64")]);

    let (text, reading) = good("criterion/gen-0.8.2-verbose.txt", "criterion-text", 2);
    holds(
        &text,
        run(&reading, "benchmark=add"),
        &[
            ("time{slope, interval}.low", "2.3145 ns `2.3145` L6:C9"),
            ("time{mean, interval}.high", "4.0267 ns `4.0267` L7:C19"),
            ("time{stddev, interval}.high", "3.5521 ns `3.5521` L7:C56"),
            ("time{median absolute deviation, interval}.low", "448.84 ps `448.84` L8:C46"),
        ],
    );
}

#[test]
fn criterion_knows_a_unit_of_each_number_other_measurements_and_rounds() {
    let text = "a[1]  time:   [999.5 ns 1.0005 us 1.25 µs]\n        thrpt:  [1.5 Kb/s 2.5 Kb/s 3.5 Kb/s]\n\
        a[1]  time:   [998.5 ns 1.0004 µs 1.26 µs]\n\
        cold  time:   [1.5 cycles 2.5 cycles 3.5 cycles]\n        thrpt:  [0.25 cpb 0.5 cpb 0.75 cpb]\n";
    let (name, reading) = read(text);
    assert_eq!((name, &reading.problems[..]), ("criterion-text", &[][..]));
    let first = [
        ("time{estimate, interval}.low", "999.5 ns `999.5` L1:C16"),
        ("time.value", "1.0005 µs `1.0005` L1:C25"),
        ("throughput.rate", "2.5 Kbit/s `2.5` L2:C27"),
    ];
    holds(text, run(&reading, "benchmark=a[1] round=1"), &first);
    holds(text, run(&reading, "benchmark=a[1] round=2"), &[("time.value", "1.0004 µs `1.0004` L3:C25")]);
    let cold = [
        ("cycles.value", "2.5 cycles `2.5` L4:C27"),
        ("time.value", "none"),
        ("cpb.value", "0.5 cpb `0.5` L5:C27"),
        ("throughput.rate", "none"),
    ];
    holds(text, run(&reading, "benchmark=cold"), &cold);
}

#[test]
fn lines_of_criterion_that_are_lost_or_cut_off_are_problems() {
    let text = fixture("criterion/gen-criterion-run2.txt");
    let cut = &text[..text.find("µs 597.10").expect("it is there")];
    let lost = |line: &str| text.replacen(line, "", 1);
    let cases = [
        (cut.to_owned(), Code::Truncated, "577.14 µs 585.52"),
        (lost("sort/größe/std sort/512\n"), Code::Malformed, "560.90 ns 715.54 ns 877.74 ns]"),
        (
            lost("                        time:   [560.90 ns 715.54 ns 877.74 ns]\n"),
            Code::Malformed,
            "thrpt:  [583.32 Melem/s 715.54 Melem/s 912.82 Melem/s]",
        ),
        (
            lost("fib 12                  time:   [484.53 ns 513.01 ns 537.49 ns]\n"),
            Code::Malformed,
            "change: [-11.344% +1.3207% +16.313%] (p = 0.86 > 0.05)",
        ),
        (lost("513.01 ns "), Code::Malformed, "484.53 ns 537.49 ns]"),
        (text.replacen("513.01", "5l3.01", 1), Code::Malformed, "5l3.01"),
        (text.replacen("fib 12", "12:00 fib 12", 1), Code::Malformed, "12:00 fib 12"),
    ];
    for (damaged, code, part) in cases {
        let found = problems(&damaged, &read(&damaged).1);
        assert_eq!(found.first(), Some(&(code, part)), "{damaged}");
    }
}

#[test]
fn benchmarks_of_criterion_and_of_libtest_in_one_log_are_told_apart() {
    let text = "test a ... bench:         610 ns/iter (+/- 128)\nb  time:   [1.5 ns 2.5 ns 3.5 ns]\n";
    let content = Content::new(text);
    let libtest = formats::by_name("libtest").expect("it is there");
    let criterion = formats::recognise_beside(&content, libtest).expect("there are two");
    assert_eq!(criterion.name(), "criterion-text");
    assert_eq!(dimensions(&libtest.read(&content)), ["benchmark=a"]);
    assert_eq!(dimensions(&criterion.read(&content)), ["benchmark=b"]);
}

#[test]
fn libtest_gives_medians() {
    let (text, reading) = good("libtest/gen-libtest-bench.txt", "libtest", 2);
    let fib = [("time.p50", "261.67 ns `261.67` L4:C31"), ("time{spread}.value", "116.59 ns `116.59` L4:C51")];
    holds(&text, run(&reading, "benchmark=fib10"), &fib);
    let bytes = [("time.p50", "0.84 ns `0.84` L3:C33"), ("throughput.rate", "absent")];
    holds(&text, run(&reading, "benchmark=bytes"), &bytes);

    let (text, reading) = good("libtest/gen-libtest-bench-json.ndjson", "libtest-json", 2);
    let fib = [("time.p50", "237.4543541923551 ns `237.4543541923551` L5/median")];
    holds(&text, run(&reading, "benchmark=fib10"), &fib);
    holds(&text, run(&reading, "benchmark=bytes"), &[("throughput.rate", "absent")]);

    let (text, reading) = good("criterion/gen-criterion-bencher.txt", "libtest", 4);
    holds(&text, run(&reading, "benchmark=fib 12"), &[("time.p50", "610 ns `610` L1:C32")]);
}

#[test]
fn libtest_knows_groups_of_digits_other_units_targets_and_rounds() {
    let text = "     Running benches/a.rs (target/release/deps/a-1)\n\
        test big   ... bench:  13,967,756.30 ns/iter (+/- 266,769.64) = 12 MB/s\n\
        test mov ... bench:        1508 cycles/iter (+/- 17)\n\
        test mov ... bench:        1509 cycles/iter (+/- 18)\n\
        test up ... bench:        1911 MS/s (+/- 420)";
    let (_, reading) = read(text);
    let big = [("time.p50", "13967756.3 ns `13,967,756.30` L2:C24"), ("throughput.rate", "12 MB/s `12` L2:C65")];
    holds(text, run(&reading, "benchmark=big target=benches/a.rs"), &big);
    let second = run(&reading, "benchmark=mov round=2 target=benches/a.rs");
    holds(text, second, &[("cycles.p50", "1509  `1509` L4:C28"), ("time.p50", "none")]);
    holds(text, &reading.runs[3], &[("throughput.p50", "1911 MS/s `1911` L5:C27")]);
}

#[test]
fn libtest_without_its_last_line_is_cut_off() {
    let text = fixture("libtest/gen-libtest-bench.txt");
    let cut = &text[..text.find("test ign").expect("it has one")];
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "running 3 tests")]);
}

#[test]
fn divan_gives_the_leaves_of_its_tree() {
    let (text, reading) = good("divan/gen-divan.txt", "divan", 3);
    holds(
        &text,
        run(&reading, "benchmark=fib/5 group=fib target=dv"),
        &[
            ("time.min", "12.44 ns `12.44` L3:C11"),
            ("time.p50", "12.48 ns `12.48` L3:C43"),
            ("time.mean", "12.47 ns `12.47` L3:C59"),
            ("samples.count", "20  `20` L3:C75"),
            ("iterations.count", "5120  `5120` L3:C85"),
        ],
    );
    let slow = run(&reading, "benchmark=slow target=dv");
    holds(&text, slow, &[("time.min", "2.08 ms `2.08` L5:C11"), ("time.max", "2.095 ms `2.095` L5:C27")]);
}

#[test]
fn divan_gives_throughput_from_the_row_below() {
    let (text, reading) = good("divan/counters.txt", "divan", 2);
    holds(
        &text,
        run(&reading, "benchmark=io/mem group=io target=copy"),
        &[
            ("time.mean", "1.625 µs `1.625` L4:C65"),
            ("throughput.max", "819.2 MB/s `819.2` L5:C17"),
            ("throughput.p50", "682.6 MB/s `682.6` L5:C49"),
        ],
    );
    let words = run(&reading, "benchmark=io/wörter group=io target=copy");
    holds(&text, words, &[("time.max", "12 ns `12` L6:C33"), ("throughput.max", "none")]);
}

#[test]
fn divan_is_read_through_colours() {
    for name in ["divan/gen-divan.txt", "divan/counters.txt", "divan/gen-0.1.21-counters.txt"] {
        let text = fixture(name);
        // Each word and each number in a colour of its own, names and heads of columns too.
        let mut coloured = String::new();
        for part in text.split_inclusive([' ', '\n']) {
            let word = part.trim_end();
            let is_word = word.starts_with(|c: char| c.is_alphanumeric());
            coloured +=
                &if is_word { part.replacen(word, &format!("\x1b[1;32m{word}\x1b[0m"), 1) } else { part.to_owned() };
        }
        let [plain, reading] = [&text, &coloured].map(|text| (text, read(text).1));
        let numbers = |(text, reading): &(&String, Reading)| {
            let of_run = |run: &Run| {
                let all = run.observations.iter();
                let all = all
                    .map(|o| (o.metric.clone(), o.statistic.name(), text[o.span.range()].to_owned(), o.quantity.unit));
                (run.dimensions.clone(), all.collect::<Vec<_>>())
            };
            reading.runs.iter().map(of_run).collect::<Vec<_>>()
        };
        assert_eq!((numbers(&reading), &reading.1.problems), (numbers(&plain), &plain.1.problems), "{coloured}");
        assert!(!reading.1.runs.is_empty());
    }
}

#[test]
fn divan_gives_each_counter_a_metric_and_one_family_of_units() {
    let (text, reading) = good("divan/gen-0.1.21-counters.txt", "divan", 9);
    holds(
        &text,
        run(&reading, "benchmark=copy/64 group=copy target=rates"),
        &[
            ("throughput.max", "21.95 GB/s `21.95` L9:C15"),
            ("throughput{items}.max", "343 Mitem/s `343` L10:C15"),
            ("throughput{items}.mean", "340.9 Mitem/s `340.9` L10:C63"),
        ],
    );
    let text_benchmark = run(&reading, "benchmark=text target=rates");
    let rates = [
        ("throughput.p50", "17.24 Gchar/s `17.24` L44:C47"),
        ("throughput{cycles}.min", "103.1 Mcycles/s `103.1` L45:C31"),
    ];
    holds(&text, text_benchmark, &rates);
    // 3.016 Gitem/s of one row and 846.9 Kitem/s of another are the same kind of thing.
    let of = |name: &str, metric: &str| {
        let found =
            run(&reading, name).observations.iter().find(|o| &*o.metric == metric && o.statistic.name() == "max");
        found.expect("it has that throughput").quantity.to(Unit::named("items/s")).expect("they are items").value
    };
    assert_eq!(of("benchmark=count/1000 group=count target=rates", "throughput"), 3.25e9);
    assert_eq!(of("benchmark=copy/65536 group=copy target=rates", "throughput{items}"), 846_900.0);

    let (text, reading) = good("divan/gen-0.1.21-binary.txt", "divan", 3);
    let copy = run(&reading, "benchmark=copy/64 group=copy target=rates");
    holds(&text, copy, &[("throughput.max", "22.81 GiB/s `22.81` L4:C14")]);
}

#[test]
fn divan_knows_threads_and_what_was_ignored() {
    let (text, reading) = good("divan/gen-0.1.21-counters.txt", "divan", 9);
    let two = run(&reading, "benchmark=grow/t=2 group=grow target=rates threads=2");
    // The rows of allocations below it are no throughput.
    holds(&text, two, &[("time.p50", "308 ns `308` L32:C47"), ("throughput.max", "none")]);
    assert_eq!(two.observations.len(), 6);
    holds(&text, run(&reading, "benchmark=left target=rates"), &[("time.mean", "absent"), ("samples.count", "none")]);
}

#[test]
fn gungraun_gives_counts_of_this_run() {
    let (text, reading) = good("gungraun/runs.txt", "gungraun", 2);
    holds(
        &text,
        run(&reading, "benchmark=demo::sorting::bench_sort parameter=short:10"),
        &[
            ("instructions.count", "1734  `1734` L7:C32"),
            ("l1_hits.count", "2359  `2359` L8:C32"),
            ("ram_hits.count", "absent"),
            ("estimated_cycles.count", "2464  `2464` L10:C32"),
            ("d1_miss_rate.value", "0.125  `0.1250` L11:C30"),
        ],
    );
    let long = run(&reading, "benchmark=demo::sorting::bench_sort parameter=long:30");
    holds(&text, long, &[("instructions.count", "26214734  `26214734` L13:C28")]);

    let (text, reading) = good("gungraun/colours.txt", "gungraun", 1);
    let colours = run(&reading, "benchmark=demo::bench_fib parameter=short:10");
    assert!(shows(&text, colours, "instructions.count").starts_with("1734  `1734` L2:C"));

    let (text, reading) = good("gungraun/iai.txt", "gungraun", 2);
    holds(&text, run(&reading, "benchmark=bench_short"), &[("l1_accesses.count", "1580  `1580` L3:C32")]);
    holds(&text, run(&reading, "benchmark=bench_long"), &[("instructions.count", "18454953  `18454953` L7:C28")]);
}

#[test]
fn gungraun_objects_are_found_among_text_and_after_one_that_is_cut() {
    let text = fixture("gungraun/objects.txt");
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len()), ("gungraun-json", 2));
    let [problem] = &reading.problems[..] else { panic!("one problem") };
    assert_eq!((problem.code, &text[problem.span.range()]), (Code::Truncated, "{"));
    let short = run(&reading, "benchmark=demo::sorting::bench_sort parameter=short:10");
    let at = "L6/profiles/0/summaries/total/summary/Callgrind";
    holds(
        &text,
        short,
        &[
            ("instructions.count", &format!("1734  `1734` {at}/Ir/metrics/Both/0/Int")),
            ("d1_miss_rate.value", &format!("0.125  `0.125` {at}/D1MissRate/metrics/Both/0/Float")),
        ],
    );
    let line = 1 + text.lines().position(|line| line.contains("26214734")).expect("it is there");
    let long = run(&reading, "benchmark=demo::sorting::bench_sort parameter=long");
    let shown = shows(&text, long, "instructions.count");
    assert!(shown.starts_with(&format!("26214734  `26214734` L{line}:C")), "{shown}");
}
