//! pgbench and sysbench.

use super::super::*;

const CLOSED: Option<LoadModel> = Some(LoadModel::Closed);

#[test]
fn pgbench_with_measured_latency() {
    let (text, run) = only_run("pgbench/gen-simple.txt", "pgbench", CLOSED);
    let figures = [
        ("tps", "rate", "1133.224473", "transactions/s", "L14:C7"),
        ("transactions", "count", "3395", "transactions", "L9:C44"),
        ("errors", "count", "0", "transactions", "L10:C32"),
        ("latency", "mean", "3.510", "ms", "L11:C19"),
        ("latency", "stddev", "4.678", "ms", "L12:C18"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(described(&run, "latency", "mean"), "");
    let conditions = facts(&run);
    for fact in [("connections", "4"), ("threads", "2"), ("duration", "3 s"), ("query mode", "simple")] {
        assert!(conditions.contains(&fact), "{fact:?}");
    }
}

#[test]
fn pgbench_with_derived_latency_and_with_a_schedule() {
    let (_, run) = only_run("pgbench/gen-selectonly.txt", "pgbench", CLOSED);
    assert!(described(&run, "latency", "mean").starts_with("derived by pgbench"));
    let (text, run) = only_run("pgbench/gen-rate.txt", "pgbench", Some(LoadModel::OpenCorrected));
    let figures = [
        ("tps", "rate", "177.190624", "transactions/s", "L17:C7"),
        ("skipped", "count", "31", "transactions", "L11:C33"),
        ("late", "count", "145", "transactions", "L12:C56"),
        ("schedule_lag", "max", "8.268", "ms", "L15:C41"),
    ];
    holds(&text, &run, &figures);
}

#[test]
fn pgbench_scripts_have_numbers_of_their_own() {
    let (text, run) = only_run("pgbench/gen-multi.txt", "pgbench", CLOSED);
    let figures = [
        ("latency", "mean", "0.964", "ms", "L12:C19"),
        ("latency{<builtin: simple update>}", "mean", "1.712", "ms", "L19:C22"),
        ("tps{<builtin: select only>}", "rate", "1514.114450", "transactions/s", "L23:C43"),
        ("transactions{<builtin: select only>}", "count", "73", "transactions", "L23:C4"),
    ];
    holds(&text, &run, &figures);
}

#[test]
fn pgbench_tells_retries_and_why_transactions_failed() {
    let (text, run) = only_run("pgbench/gen-retries.txt", "pgbench", CLOSED);
    let figures = [
        ("errors", "count", "8", "transactions", "L11:C32"),
        ("serialization_failures", "count", "8", "transactions", "L12:C35"),
        ("deadlock_failures", "count", "0", "transactions", "L13:C30"),
        ("retried", "count", "2693", "transactions", "L14:C33"),
        ("retries", "count", "5257", "", "L15:C26"),
        ("late", "count", "0", "transactions", "L16:C57"),
        ("latency", "mean", "2.159", "ms", "L17:C19"),
    ];
    holds(&text, &run, &figures);
    // The trap: a mean that failed transactions are in, between scripts with means of their own.
    let (text, run) = only_run("pgbench/gen-scripts-retries.txt", "pgbench", CLOSED);
    let figures = [
        ("latency", "mean", "1.205", "ms", "L16:C19"),
        ("latency{serial.sql}", "mean", "1.497", "ms", "L27:C22"),
        ("retried", "count", "2918", "transactions", "L14:C33"),
        ("retries{serial.sql}", "count", "2918", "", "L26:C29"),
        ("retries{<builtin: select only>}", "count", "0", "", "L42:C29"),
        ("errors{<builtin: select only>}", "count", "0", "transactions", "L38:C35"),
    ];
    holds(&text, &run, &figures);
    let words = "derived by pgbench from clients and transactions per second, failed ones among them, not measured";
    assert_eq!(described(&run, "latency", "mean"), words);
    // One file as two scripts.
    let twice = text.replace("SQL script 2: <builtin: select only>", "SQL script 2: serial.sql");
    let run = read(&twice).1.runs.remove(0);
    holds(&twice, &run, &[("latency{serial.sql, 2}", "mean", "0.295", "ms", "L43:C22")]);
    let (text, run) = only_run("pgbench/gen-reconnect.txt", "pgbench", CLOSED);
    holds(&text, &run, &[("connection_time", "mean", "6.408", "ms", "L13:C27")]);
}

#[test]
fn a_log_of_pgbench_13() {
    let text = fixture("pgbench/v13.log");
    let (_, reading) = read(&text);
    let headings: Vec<_> =
        reading.runs.iter().filter_map(|run| run.heading.as_ref().map(|(text, _)| &**text)).collect();
    assert_eq!(headings, ["### pool of 4", "### pool of 8"]);
    // The trap: the rate that leaves connecting out is the second of two.
    holds(&text, &reading.runs[0], &[("tps", "rate", "853.107206", "transactions/s", "L13:C7")]);
    assert!(is_absent(&reading.runs[1], "tps", "rate") && is_absent(&reading.runs[1], "latency", "mean"));
    assert_eq!(problems(&text, &reading), [(Code::Truncated, "transaction type: <builtin: TPC-B (sort of)>")]);
}

#[test]
fn pgbench_without_a_result_says_so() {
    for name in ["pgbench/gen-faildb.txt", "pgbench/gen-simple-progress.txt"] {
        let (reader, reading) = read(&fixture(name));
        assert_eq!((reader, reading.runs.len(), reading.problems.len()), ("pgbench", 0, 1), "{name}");
        assert_eq!(reading.problems[0].code, Code::Truncated);
    }
}

#[test]
fn sysbench_processor() {
    let (text, run) = only_run("sysbench/gen-sysbench-cpu.txt", "sysbench", CLOSED);
    let figures = [
        ("events", "rate", "2282.10", "events/s", "L15:C25"),
        ("events", "count", "6879", "events", "L19:C42"),
        ("duration", "value", "3.0138", "s", "L18:C42"),
        ("latency", "mean", "0.87", "ms", "L23:C50"),
        ("latency", "p95", "6.32", "ms", "L25:C50"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(facts(&run), [("threads", "2")]);
    let (_, run) = only_run("sysbench/gen-sysbench-cpu-nopct.txt", "sysbench", CLOSED);
    assert!(run.observations.iter().all(|o| !o.statistic.name().starts_with('p')));
}

#[test]
fn sysbench_passes_over_intervals_and_tells_percentiles_of_the_histogram() {
    let (text, run) = only_run("sysbench/gen-sysbench-cpu-interval-hist.txt", "sysbench", CLOSED);
    let figures = [
        ("events", "rate", "2549.71", "events/s", "L216:C25"),
        // sysbench's own, with its two decimals.
        ("latency", "p95", "4.25", "ms", "L226:C50"),
        ("latency", "p50", "0.222", "ms", "L22:C8"),
        ("latency", "p99", "12.524", "ms", "L187:C7"),
        ("latency", "p99.9", "24.827", "ms", "L206:C7"),
    ];
    holds(&text, &run, &figures);
    let p99 = find(&run, "latency", "p99").and_then(|p99| p99.within);
    assert_eq!(p99.map(|within| within.words), Some("±0.91 %, the middle of its bucket"));
    assert!(run.histogram.is_empty() && run.spectrum.len() > 100);
    // A row that is lost, or changed, makes all percentiles of the others wrong.
    let lost = text.replace("       0.222 |**************************************** 3262\n", "");
    assert_ne!(lost, text);
    let (_, reading) = read(&lost);
    assert!(is_absent(&reading.runs[0], "latency", "p99") && reading.runs[0].spectrum.is_empty());
    assert!(find(&reading.runs[0], "latency", "p95").is_some());
}

#[test]
fn sysbench_memory_and_files() {
    let (text, run) = only_run("sysbench/gen-sysbench-memory.txt", "sysbench", CLOSED);
    let figures = [
        ("operations", "rate", "2868031.66", "op/s", "L18:C28"),
        ("transferred", "count", "1024.00", "MiB", "L20:C1"),
        ("transfer", "rate", "2800.81", "MiB/s", "L20:C26"),
    ];
    holds(&text, &run, &figures);
    let (text, run) = only_run("sysbench/gen-sysbench-fileio.txt", "sysbench", CLOSED);
    let figures =
        [("reads", "rate", "35118.86", "op/s", "L24:C35"), ("transfer{read}", "rate", "548.73", "MiB/s", "L29:C35")];
    holds(&text, &run, &figures);
}

#[test]
fn sysbench_before_1_0_in_a_log() {
    let text = fixture("sysbench/v05-oltp.txt");
    let (_, reading) = read(&text);
    assert_eq!((&*reading.tool, reading.runs.len()), ("sysbench 0.5", 1));
    let run = &reading.runs[0];
    assert_eq!(run.heading.as_ref().map(|(heading, _)| &**heading), Some("== oltp, 8 threads"));
    let figures = [
        ("tps", "rate", "99.85", "transactions/s", "L18:C50"),
        ("transactions", "count", "1000", "transactions", "L18:C42"),
        ("errors", "count", "2", "transactions", "L21:C42"),
        ("queries{read}", "count", "14028", "queries", "L14:C42"),
        ("latency", "max", "1.25", "s", "L31:C46"),
        ("latency", "p95", "98.71", "ms", "L32:C47"),
    ];
    holds(&text, run, &figures);
    let banner = "sysbench 0.5:  multi-threaded system evaluation benchmark";
    assert_eq!(problems(&text, &reading), [(Code::Truncated, banner)]);
}

#[test]
fn sysbench_without_an_event_has_no_latency() {
    let text = fixture("sysbench/gen-sysbench-cpu.txt").replace("6879", "0");
    let (_, reading) = read(&text);
    for statistic in ["mean", "min", "p95", "max"] {
        assert!(is_absent(&reading.runs[0], "latency", statistic), "{statistic}");
    }
}

#[test]
fn pgbench_that_gave_up_says_so() {
    let line = "pgbench: error: Run was aborted; the above results are incomplete.";
    let text = format!("{}{line}\n", fixture("pgbench/gen-simple.txt"));
    let (_, reading) = read(&text);
    assert_eq!(problems(&text, &reading), [(Code::Truncated, line)]);
}

#[test]
fn sysbench_with_checkpoints_has_no_report_of_the_whole() {
    let text = fixture("sysbench/gen-sysbench-cpu.txt");
    let report = &text[text.find("General statistics:").expect("it has a report")..];
    let text = format!("{text}{report}");
    let (_, reading) = read(&text);
    assert_eq!((reading.runs.len(), reading.problems.len()), (0, 1));
    assert_eq!(reading.problems[0].code, Code::Malformed);
}

#[test]
fn sysbench_1_1_counts_under_other_words() {
    let text = fixture("sysbench/gen-sysbench-cpu.txt");
    let text = text.replace("total time: ", "time elapsed: ").replace("events per second:", "events/s (eps):");
    let (_, reading) = read(&text);
    assert_eq!((reading.runs.len(), reading.problems.len()), (1, 0));
    let of = |metric, statistic| find(&reading.runs[0], metric, statistic).map(|o| o.value);
    assert_eq!((of("events", "rate"), of("duration", "value")), (Some(2282.1), Some(3.0138)));
}
