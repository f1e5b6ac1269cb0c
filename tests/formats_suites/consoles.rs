//! What Locust and Artillery print for people.

use super::super::*;

fn cut<'a>(text: &'a str, before: &str) -> &'a str {
    &text[..text.rfind(before).expect("it is there")]
}

#[test]
fn locust_console() {
    let (text, run) = only_run("locust/console-2.15.txt", "locust-text", Some(LoadModel::Closed));
    let figures = [
        // The traps: three tables before have the same head, and other numbers.
        ("requests", "count", "248", "req", "L37:C91"),
        ("errors", "count", "28", "req", "L37:C97"),
        ("latency", "mean", "49", "ms", "L37:C114"),
        ("latency", "min", "1", "ms", "L37:C123"),
        ("latency", "max", "84", "ms", "L37:C130"),
        ("latency", "p50", "48", "ms", "L37:C137"),
        ("rps", "rate", "55.48", "req/s", "L37:C144"),
        ("errors", "rate", "6.26", "req/s", "L37:C157"),
        ("latency", "p95", "79", "ms", "L47:C132"),
        ("latency", "p99.99", "84", "ms", "L47:C160"),
        ("requests{POST /items [créer], v1}", "count", "37", "req", "L32:C92"),
        ("latency{POST /items [créer], v1}", "p98", "82", "ms", "L42:C139"),
        ("errors{GET /mixed}", "count", "28", "req", "L33:C97"),
        ("latency{GET /slow}", "mean", "77", "ms", "L35:C114"),
    ];
    holds(&text, &run, &figures);
    let failed = "errors{GET /mixed: HTTPError('404 Client Error: Not Found for url: /mixed')}";
    holds(&text, &run, &[(failed, "count", "13", "req", "L53:C1")]);
    assert_eq!(facts(&run), [("tool", "Locust 2.15.1"), ("duration", "5 seconds"), ("vus", "4")]);
    assert_eq!(described(&run, "latency", "mean"), "cut to whole milliseconds");
    let p99 = find(&run, "latency", "p99").and_then(|p99| p99.within);
    assert_eq!(p99.map(|within| within.words), Some("from times that Locust rounded"));
    assert!(find(&run, "latency", "p100").is_none());
}

#[test]
fn locust_console_of_version_1() {
    let (text, run) = only_run("locust/console-1.6.txt", "locust-text", Some(LoadModel::Closed));
    let figures = [
        ("requests", "count", "163", "req", "L33:C67"),
        ("rps", "rate", "48.41", "req/s", "L33:C124"),
        ("latency", "p90", "75", "ms", "L43:C106"),
        ("latency{GET /ok}", "p50", "47", "ms", "L30:C116"),
        ("latency{GET /ok}", "p99", "59", "ms", "L40:C127"),
        ("latency{POST /items [créer], v1}", "max", "59", "ms", "L28:C108"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(facts(&run), [("tool", "Locust 1.6.0"), ("duration", "4 seconds"), ("vus", "4")]);
}

/// Locust may reset the counts of requests before it prints them last; those of all stay.
#[test]
fn locust_console_with_requests_that_do_not_add_up() {
    let (text, run) = only_run("locust/gen-locust-console.txt", "locust-text", Some(LoadModel::Closed));
    let figures = [
        ("requests", "count", "635", "req", "L34:C91"),
        ("latency", "max", "99", "ms", "L34:C130"),
        ("latency", "p95", "12", "ms", "L40:C132"),
    ];
    holds(&text, &run, &figures);
    for metric in ["requests{GET /ok}", "errors{GET /mixed}"] {
        assert!(is_absent(&run, metric, "count"), "{metric}");
    }
    assert!(is_absent(&run, "latency{GET /ok}", "mean") && is_absent(&run, "rps{GET /ok}", "rate"));
    assert_eq!(described(&run, "latency", "min"), "printed as zero: less than the last digit that the tool prints");
}

#[test]
fn locust_console_that_is_cut_off() {
    let text = fixture("locust/console-2.15.txt");
    let first = text.lines().next().expect("a line");
    let errors = "the output of this run ends before the report of its errors";
    let percentiles = "the output of this run ends before its percentiles, and what is there is of a part of it";
    for (before, message) in [
        ("-----|\n", errors),
        ("13  ", errors),
        ("Error report", errors),
        ("      Aggregated ", percentiles),
        ("GET      /slow ", percentiles),
        ("Response time", percentiles),
    ] {
        let cut = if before.ends_with('\n') { cut(&text, "------------------|--") } else { cut(&text, before) };
        let (_, reading) = read(cut);
        assert_eq!((reading.runs.len(), problems(cut, &reading)), (0, vec![(Code::Truncated, first)]), "{before}");
        assert_eq!(reading.problems[0].message, message);
    }
}

#[test]
fn locust_consoles_in_one_file() {
    let whole = fixture("locust/console-2.15.txt");
    let killed = cut(&whole, "[2026-12-01 03:03:08,110]");
    let older = fixture("locust/console-1.6.txt");
    let text = format!("== a ==\n{whole}== b ==\n{killed}== c ==\n{older}");
    let (_, reading) = read(&text);
    let runs = reading.runs.iter().map(|run| {
        let heading = run.heading.as_ref().map(|(heading, _)| &**heading);
        (heading, find(run, "requests", "count").map(|o| o.value), facts(run)[0].1)
    });
    let expected = [(Some("== a =="), Some(248.0), "Locust 2.15.1"), (Some("== c =="), Some(163.0), "Locust 1.6.0")];
    assert_eq!(runs.collect::<Vec<_>>(), expected);
    let [problem] = &reading.problems[..] else { panic!("the one in the middle has no end") };
    assert_eq!(text[..problem.span.range().start].lines().count(), whole.lines().count() + 2);
}

#[test]
fn locust_console_without_a_request() {
    let text = fixture("locust/console-2.15.txt");
    // What Locust prints where there was none: tables of no row.
    let head = text.lines().nth(2).expect("the head");
    let rule = text.lines().nth(3).expect("the rule");
    let total = text.lines().nth(5).expect("the total of nothing");
    let percents = text.lines().nth(39).expect("the head of percentiles");
    let below = text.lines().nth(40).expect("its rule");
    let idle = format!(
        "{head}\n{rule}\n{rule}\n{total}\n\nResponse time percentiles (approximated)\n{percents}\n{below}\n{below}\n\n"
    );
    let (_, reading) = read(&idle);
    assert_eq!(reading.problems, []);
    assert_eq!(find(&reading.runs[0], "requests", "count").map(|o| o.value), Some(0.0));
    for statistic in ["mean", "min", "p50", "max"] {
        assert!(is_absent(&reading.runs[0], "latency", statistic), "{statistic}");
    }
    // The summary alone, without what Locust logs, as it stands on a page.
    let summary = format!("{}\n", text.lines().skip(29).collect::<Vec<_>>().join("\n"));
    let (_, reading) = read(&summary);
    assert_eq!((reading.problems.len(), facts(&reading.runs[0])), (0, vec![]));
}

#[test]
fn locust_console_with_names_of_all_kinds() {
    let text =
        fixture("locust/console-2.15.txt").replace("POST     /items [créer], v1", "WebSocket Recv a | 12 3(4%) |");
    let (_, reading) = read(&text);
    assert_eq!(reading.problems, []);
    let name = "latency{WebSocket Recv a | 12 3(4%) |}";
    assert_eq!(find(&reading.runs[0], name, "p95").map(|o| o.value), Some(82.0));
    let wrong = text.replace("37     0(0.00%)", "3x     0(0.00%)");
    let (_, reading) = read(&wrong);
    let [(Code::Malformed, row)] = problems(&wrong, &reading)[..] else { panic!("one row: {:?}", reading.problems) };
    assert!(row.starts_with("WebSocket") && is_absent(&reading.runs[0], "requests{GET /ok}", "count"));
}

#[test]
fn artillery_console() {
    let (text, run) = only_run("artillery/gen-v2-console.txt", "artillery-text", Some(LoadModel::Open));
    let figures = [
        // The traps: two reports before it are of parts of the run, and dots stand before a number.
        ("rps", "rate", "47", "req/s", "L135:C82"),
        ("requests", "count", "180", "req", "L136:C82"),
        ("latency", "min", "0", "ms", "L138:C82"),
        ("latency", "mean", "7.1", "ms", "L140:C82"),
        ("latency", "p50", "1", "ms", "L141:C82"),
        ("latency", "p99", "36.2", "ms", "L143:C82"),
        ("errors{ECONNRESET}", "count", "15", "req", "L130:C82"),
        ("status_500", "count", "6", "req", "L133:C82"),
        ("received", "count", "12603", "B", "L134:C82"),
        ("status_404{/mixed}", "count", "6", "req", "L149:C82"),
        ("latency{/jitter}", "p95", "34.8", "ms", "L163:C82"),
        ("vusers.failed", "count", "15", "VUs", "L175:C82"),
        ("session_length", "p99", "61", "ms", "L182:C82"),
    ];
    holds(&text, &run, &figures);
    assert_eq!(facts(&run), [("duration", "5 seconds")]);
    assert!(described(&run, "rps", "rate").contains("not the requests divided by the time"));
    assert_eq!(find(&run, "latency", "p99").and_then(|o| o.within).map(|w| w.share), Some(0.01));
    assert_eq!(run.implied_zero, []);
}

/// Both formats of one run tell the same.
#[test]
fn artillery_console_and_report_agree() {
    let (_, json) = only_run("artillery/gen-v2-report.json", "artillery-v2", Some(LoadModel::Open));
    let (_, text) = only_run("artillery/gen-v2-console.txt", "artillery-text", Some(LoadModel::Open));
    for printed in &text.observations {
        let told = find(&json, &printed.metric, &printed.statistic.name()).expect("the report has all that is printed");
        assert_eq!((told.quantity(), &told.described), (printed.quantity(), &printed.described));
    }
    assert!(text.observations.len() > 40, "{}", text.observations.len());
}

#[test]
fn artillery_console_of_version_1() {
    let (text, run) = only_run("artillery/v1-console.txt", "artillery-text", Some(LoadModel::Open));
    let figures = [
        ("requests", "count", "120", "req", "L40:C24"),
        ("rps", "rate", "14.66", "req/s", "L41:C22"),
        ("scenarios_created", "count", "60", "scenarios", "L38:C24"),
        ("latency", "p50", "3", "ms", "L45:C13"),
        ("latency", "p99", "14.3", "ms", "L47:C10"),
        ("status_200", "count", "120", "req", "L51:C10"),
        ("errors{ECONNRESET}", "count", "60", "req", "L53:C17"),
    ];
    holds(&text, &run, &figures);
    assert!(run.implied_zero.is_empty() && find(&run, "latency", "p99").is_some_and(|o| o.within.is_none()));
    let (_, run) = only_run("artillery/v1-refused-console.txt", "artillery-text", Some(LoadModel::Open));
    assert!(["min", "max", "p50", "p95", "p99"].iter().all(|statistic| is_absent(&run, "latency", statistic)));
    let calm = text.replace("  Errors:\n    ECONNRESET: 60\n", "").replace("    ECONNRESET: 11\n", "");
    let (_, reading) = read(&calm);
    let [(metric, span)] = &reading.runs[0].implied_zero[..] else { panic!("no error was printed") };
    assert_eq!((&**metric, &calm[span.range()]), ("errors", "120"));
    // Without the blank line that ends a summary there may have been more.
    let (_, reading) = read(calm.trim_end());
    assert_eq!(reading.runs[0].implied_zero, []);
}

#[test]
fn artillery_console_that_is_cut_off() {
    let text = fixture("artillery/gen-v2-console.txt");
    let summary = text.find("Summary report").expect("there is one");
    for (end, message) in [
        ("All VUs", "the output of this run ends before its summary, and what is there is of parts of it"),
        ("http.response_time:", "the summary of this run is cut off"),
        ("vusers.created:", "the summary of this run is cut off"),
        ("  p99: ", "the summary of this run is cut off"),
    ] {
        let cut = cut(&text, end);
        let (_, reading) = read(cut);
        assert_eq!((reading.runs.len(), reading.problems.len()), (0, 1), "{end}");
        assert_eq!((reading.problems[0].code, &*reading.problems[0].message), (Code::Truncated, message));
    }
    // A name that is too long loses its end, and what was counted is not known; that there were errors is.
    let long = format!("errors.{}...  8\n", "Failed capture or match ".repeat(3).trim_end());
    let printed = text[summary..].lines().find(|line| line.starts_with("errors.")).expect("an error");
    let calm = text[summary..].replace(&format!("{printed}\n"), &long);
    assert_ne!(calm, text[summary..]);
    let (_, reading) = read(&calm);
    assert_eq!((reading.problems.len(), &reading.runs[0].implied_zero[..]), (0, &[][..]));
    assert!(reading.runs[0].observations.iter().all(|o| !o.metric.starts_with("errors{Failed")));
    let none = calm.replace(&long, "");
    assert_eq!(read(&none).1.runs[0].implied_zero.len(), 1);
}

#[test]
fn artillery_consoles_in_one_file() {
    let (two, one) = (fixture("artillery/gen-v2-console.txt"), fixture("artillery/v1-console.txt"));
    let coloured = two.replace(": ..", ": \x1b[90m..").replace(". ", ".\x1b[39m ");
    let text = format!("$ run a\n{coloured}Log file: a.json\n$ run b\n{one}");
    let (_, reading) = read(&text);
    assert_eq!(reading.problems, []);
    let runs = reading.runs.iter().map(|run| {
        let heading = run.heading.as_ref().map(|(heading, _)| &**heading);
        (heading, find(run, "requests", "count").map(|o| o.value))
    });
    assert_eq!(runs.collect::<Vec<_>>(), [(Some("$ run a"), Some(180.0)), (Some("$ run b"), Some(120.0))]);
}
