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
