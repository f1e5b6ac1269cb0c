//! The summary that k6 prints at the end of a test.

use super::super::*;

const UNKNOWN: Option<LoadModel> = Some(LoadModel::Unknown);

#[test]
fn the_old_layout_in_a_console_log() {
    let (text, run) = only_run("k6/gen-v049-full-console.txt", "k6-text", UNKNOWN);
    // The trap: `✓` of `http_req_failed` counts the requests that failed.
    let figures = [
        ("rps", "rate", "83.289434", "req/s", "L56:C46"),
        ("requests", "count", "250", "req", "L56:C39"),
        ("latency", "p95", "16.79", "ms", "L48:C112"),
        ("latency", "min", "248.32", "µs", "L48:C56"),
        ("latency{endpoint:mixed}", "max", "6.29", "ms", "L49:C82"),
        ("errors", "count", "27", "req", "L51:C48"),
        ("error_rate", "share", "10.80", "%", "L51:C39"),
        ("checks_failed", "count", "27", "", "L41:C60"),
        ("cache_hit_false", "count", "18", "", "L40:C60"),
        ("received", "count", "49", "kB", "L42:C39"),
        ("stock_level", "max", "99", "", "L61:C62"),
        ("http_req_tls_handshaking", "max", "0", "s", "L54:C82"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(facts(&run), [("vus", "6")]);
}

#[test]
fn total_results_alone_count() {
    let (text, run) = only_run("k6/gen-v22-summary-mode-full.txt", "k6-text", UNKNOWN);
    let figures = [
        ("rps", "rate", "83.295376", "req/s", "L51:C45"),
        ("requests", "count", "250", "req", "L51:C38"),
        ("latency", "p90", "9.23", "ms", "L43:C96"),
        ("errors", "count", "28", "req", "L46:C45"),
        ("checks_passed", "count", "222", "", "L25:C33"),
        ("cache_hit_samples", "count", "65", "", "L34:C55"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(described(&run, "error_rate", "share"), "cut to two decimals by k6");
    let verdicts: Vec<_> = run.thresholds.iter().map(|t| (&*t.metric, &*t.expression, t.passed)).collect();
    let expected = [
        ("checks", "rate>0.5", true),
        ("latency", "p(95)<500", true),
        ("latency", "avg<0.001", false),
        ("latency{endpoint:mixed}", "p(99)<1000", true),
        ("error_rate", "rate<0.05", false),
        ("orders_placed", "count>1", true),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(&text[run.thresholds[2].span.range()], "avg<0.001");
}

#[test]
fn statistics_in_the_order_asked_for_and_in_one_unit() {
    let (text, run) = only_run("k6/gen-v22-summary-timeunit-us-trendstats.txt", "k6-text", UNKNOWN);
    let figures = [
        ("latency", "mean", "3286.59", "µs", "L41:C70"),
        ("latency", "p99.99", "35488.98", "µs", "L41:C176"),
        ("latency", "count", "247", "", "L41:C208"),
        ("latency{endpoint:mixed}", "p99", "7132.85", "µs", "L42:C137"),
    ];
    holds(&text, &run, &figures);
}

#[test]
fn without_a_response_there_is_no_latency() {
    let (text, run) = only_run("k6/gen-v11-allfail.txt", "k6-text", UNKNOWN);
    for statistic in ["mean", "min", "p50", "p90", "p95", "max"] {
        assert!(is_absent(&run, "latency", statistic), "{statistic}");
    }
    let figures = [("errors", "count", "20", "req", "L23:C54"), ("received", "count", "0", "B", "L31:C46")];
    holds(&text, &run, &figures);
    let (_, run) = only_run("k6/gen-v22-empty.txt", "k6-text", UNKNOWN);
    assert!(find(&run, "latency", "mean").is_none() && find(&run, "rps", "rate").is_none());
    assert_eq!(find(&run, "iterations", "count").map(|o| o.value), Some(1.0));
}

#[test]
fn what_is_cut_off_or_changed_is_a_problem() {
    let text = fixture("k6/gen-v11-allfail.txt");
    let cut = &text[..text.find("    data_sent").expect("the row is there")];
    assert_eq!(problems(cut, &read(cut).1), [(Code::Truncated, "█ TOTAL RESULTS")]);
    let changed = text.replace("7559.533214/s\n\n    NET", "many/s\n\n    NET");
    let [(code, at)] = problems(&changed, &read(&changed).1)[..] else { panic!("one problem") };
    assert_eq!((code, at), (Code::Malformed, "20      many/s"));
}

#[test]
fn colours_and_a_second_run_in_one_log() {
    let first = fixture("k6/gen-v049-full-console.txt").replace("   ✗ http_req_d", "   \x1b[31m✗\x1b[0m http_req_d");
    let both = first + &fixture("k6/gen-v11-allfail.txt");
    let (_, reading) = read(&both);
    assert_eq!(reading.problems, []);
    let requests: Vec<_> = reading.runs.iter().map(|run| find(run, "requests", "count").map(|o| o.value)).collect();
    assert_eq!(requests, [Some(250.0), Some(20.0)]);
    assert!(find(&reading.runs[0], "latency", "p95").is_some());
}

#[test]
fn a_log_of_open_load_alone_says_so() {
    let text = fixture("k6/gen-v049-full-console.txt")
        .replace("              * warm: 2 looping VUs for 2s (exec: warm, gracefulStop: 30s)\n", "");
    assert_eq!(read(&text).1.runs[0].load, Some(LoadModel::Open));
}

/// A terminal that breaks lines, as a copy from tmux has them, parts a time from its unit.
#[test]
fn a_line_that_was_wrapped_is_a_problem() {
    let text = fixture("k6/gen-v22-empty.txt").replace("p(90)=3.51µs", "p(90)=3.5\n1µs");
    let (_, reading) = read(&text);
    let row = "avg=3.51µs min=3.51µs med=3.51µs max=3.51µs p(90)=3.5";
    assert_eq!(problems(&text, &reading), [(Code::Malformed, row)]);
    assert!(find(&reading.runs[0], "iteration_duration", "p90").is_none());
}

/// Windows PowerShell takes what a program prints for the code page of its window.
#[test]
fn signs_of_another_encoding_say_what_happened() {
    for (name, sign, spelling) in [("k6/gen-v22-empty.txt", 'µ', "┬╡"), ("k6/gen-v049-full-console.txt", '✓', "Ô£ô")]
    {
        let text = fixture(name).replace(sign, spelling).replace('\n', "\r\n");
        let content = Content::new(&text);
        let reading = benchbook::formats::read(&benchbook::formats::k6::EndOfTest, &content);
        let first = &reading.problems[0];
        assert_eq!((first.code, &text[first.span.range()]), (Code::Malformed, spelling));
        assert_eq!(first.message, format!("`{spelling}` is the sign `{sign}` of UTF-8, taken for another encoding"));
    }
}
