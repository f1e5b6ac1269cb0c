//! Readers of load tools other than k6, wrk and oha's JSON: what they take from real outputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use benchbook::diagnostic::Code;
use benchbook::formats::{Content, READERS, Reading};
use benchbook::model::{LoadModel, Observation, Run, Statistic};

mod formats_load {
    mod autocannon;
    mod logs;
    mod vegeta;
}

/// The readers that are tested here, each with the folder of the corpus that holds its files.
const READERS_HERE: [(&str, &str); 21] = [
    ("ab", "ab"),
    ("ab-html", "ab"),
    ("ab-gnuplot", "ab"),
    ("ab-percentiles", "ab"),
    ("autocannon", "autocannon"),
    ("autocannon-text", "autocannon"),
    ("bombardier", "bombardier"),
    ("bombardier-text", "bombardier"),
    ("h2load", "h2load"),
    ("hey", "hey"),
    ("hey-csv", "hey"),
    ("oha-csv", "oha"),
    ("vegeta-csv", "vegeta"),
    ("vegeta-json", "vegeta"),
    ("oha-text", "oha"),
    ("siege", "siege"),
    ("vegeta", "vegeta"),
    ("vegeta-hdrplot", "vegeta"),
    ("vegeta-hist", "vegeta"),
    ("vegeta-text", "vegeta"),
    ("oha", "oha"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[expect(clippy::disallowed_methods, reason = "tests read their inputs themselves")]
fn text_of(path: &Path) -> Option<String> {
    String::from_utf8(std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).ok()
}

fn fixture(name: &str) -> String {
    text_of(&root().join("tests/fixtures").join(name)).expect("fixtures are UTF-8")
}

/// The names of the readers that claim a text.
fn claims(text: &str) -> Vec<&'static str> {
    let content = Content::new(text);
    READERS.iter().filter(|reader| reader.recognises(&content)).map(|reader| reader.name()).collect()
}

/// Reads a text with the one reader that recognises it, and checks what holds for every file.
#[track_caller]
fn read(text: &str) -> (&'static str, Reading) {
    let [name] = claims(text)[..] else { panic!("one reader claims the text, not {:?}", claims(text)) };
    let reading = benchbook::formats::by_name(name).expect("it is a reader").read(&Content::new(text));
    for run in &reading.runs {
        check(text, run);
    }
    (name, reading)
}

/// Nothing is taken twice, absent things have no value, and every place holds a number.
#[track_caller]
fn check(text: &str, run: &Run) {
    let mut seen = BTreeSet::new();
    for o in &run.observations {
        assert!(seen.insert((o.metric.clone(), o.statistic)), "{o:?} was taken twice");
        let raw = o.computed().unwrap_or(&text[o.span.range()]);
        assert!(raw.starts_with(|c: char| c.is_ascii_digit()), "`{raw}` at {}", o.locator);
        assert!(o.value >= 0.0, "{o:?}");
    }
    for absence in &run.absent {
        assert!(seen.insert((absence.metric.clone(), absence.statistic)), "{absence:?} has a value too");
    }
}

fn find<'a>(run: &'a Run, metric: &str, name: &str) -> Option<&'a Observation> {
    let statistic = Statistic::parse(name).expect("a statistic");
    run.observations.iter().find(|o| &*o.metric == metric && o.statistic == statistic)
}

fn absent(run: &Run) -> BTreeSet<String> {
    run.absent.iter().map(|absence| format!("{}.{}", absence.metric, absence.statistic.name())).collect()
}

fn facts(run: &Run) -> Vec<String> {
    run.facts.iter().map(|fact| format!("{} = {}", fact.name, fact.value)).collect()
}

fn implied(text: &str, run: &Run) -> Vec<String> {
    run.implied_zero.iter().map(|(metric, span)| format!("{metric}: {}", &text[span.range()])).collect()
}

/// A number that a fixture holds: metric, statistic, exact text, unit, locator.
type Figure = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn holds_in(text: &str, run: &Run, figures: &[Figure]) {
    for (metric, statistic, raw, unit, locator) in figures {
        let found = find(run, metric, statistic).unwrap_or_else(|| panic!("no {metric}.{statistic}"));
        let shown = (&text[found.span.range()], found.unit.symbol(), found.locator.to_string());
        assert_eq!(shown, (*raw, *unit, (*locator).to_owned()), "{metric}.{statistic}");
    }
}

/// Checks the only run of a fixture, and gives it.
#[track_caller]
fn holds(name: &str, reader: &str, load: LoadModel, figures: &[Figure]) -> (String, Run) {
    let text = fixture(name);
    let (claimed_by, mut reading) = read(&text);
    assert_eq!((claimed_by, reading.runs.len()), (reader, 1), "{name}");
    assert_eq!(reading.problems, [], "{name}");
    let run = reading.runs.remove(0);
    assert_eq!(run.load, Some(load), "{name}");
    holds_in(&text, &run, figures);
    (text, run)
}

#[test]
fn hey_text() {
    let mixed: [Figure; 10] = [
        ("rps", "rate", "4442.0518", "req/s", "L7:C17"),
        ("latency", "mean", "0.0008", "s", "L6:C12"),
        ("latency", "p50", "0.0004", "s", "L29:C10"),
        ("latency", "p95", "0.0027", "s", "L32:C10"),
        ("latency", "p99", "0.0067", "s", "L33:C10"),
        ("status_200", "count", "160", "req", "L43:C9"),
        ("status_404", "count", "20", "req", "L44:C9"),
        ("received", "count", "1860", "B", "L9:C15"),
        ("response_wait", "max", "0.0067", "s", "L39:C40"),
        ("duration", "value", "0.0450", "s", "L3:C10"),
    ];
    let (text, run) = holds("hey/gen-hey-mixed.txt", "hey", LoadModel::Closed, &mixed);
    assert_eq!(implied(&text, &run), ["errors: Status code distribution:"]);
    // The trap: beside `DNS+dialup` hey prints the fastest and slowest whole request.
    assert!(find(&run, "dns_dialup", "mean").is_some() && find(&run, "dns_dialup", "max").is_none());
    // Bounds are rounded to milliseconds, so that some are equal: no histogram.
    assert!(run.histogram.is_empty());
    // Of 200 answers hey prints the 191st as p95, where 190 are nearest to it.
    let words = |of| find(&run, "latency", of).and_then(|o| o.described.as_deref());
    assert!(words("p95").is_some_and(|words| words.contains("after")) && words("max").is_none());
}

#[test]
fn hey_without_enough_responses() {
    // Of three requests hey prints the second as p10 and the slowest as p25.
    let few = [("latency", "max", "0.0011", "s", "L4:C12"), ("latency", "mean", "0.0005", "s", "L6:C12")];
    let (_, run) = holds("hey/gen-hey-fewreq.txt", "hey", LoadModel::Closed, &few);
    let unreached = ["p10", "p25", "p50", "p75", "p90", "p95", "p99"].map(|p| format!("latency.{p}"));
    assert_eq!(absent(&run).into_iter().collect::<Vec<_>>(), unreached);
    let ten = fixture("hey/gen-hey-fewreq.txt").replace("[200]\t3 ", "[200]\t7 responses\n  [503]\t3 ");
    let of_ten = benchbook::formats::read(&benchbook::formats::hey::Hey, &Content::new(&ten));
    assert!(find(&of_ten.runs[0], "latency", "p25").is_some() && of_ten.problems.is_empty());
    let eof = r#"errors{Get "http://127.0.0.1:18080/drop": EOF}"#;
    let (_, run) = holds("hey/gen-hey-drop.txt", "hey", LoadModel::Closed, &[(eof, "count", "1", "req", "L46:C4")]);
    assert_eq!(absent(&run).into_iter().collect::<Vec<_>>(), ["latency.p99"]);
    assert!(run.implied_zero.is_empty());
    let (_, run) =
        holds("hey/gen-hey-allerrors.txt", "hey", LoadModel::Closed, &[("duration", "value", "0.0020", "s", "L3:C10")]);
    for name in ["latency.mean", "latency.min", "latency.max", "rps.rate", "response_wait.mean"] {
        assert!(absent(&run).contains(name), "{name}");
    }
}

#[test]
fn a_log_of_outputs_under_headings() {
    let text = fixture("hey/two.log");
    let (_, reading) = read(&text);
    let [run] = &reading.runs[..] else { panic!("one run is whole") };
    let (heading, span) = run.heading.as_ref().expect("it has a heading");
    assert_eq!((&**heading, &text[span.range()]), ("== first ==", "== first =="));
    holds_in(
        &text,
        run,
        &[("rps", "rate", "800.0000", "req/s", "L9:C17"), ("status_503", "count", "10", "req", "L17:C9")],
    );
    let [problem] = &reading.problems[..] else { panic!("the other is cut off") };
    assert_eq!((problem.code, text[..problem.span.range().start].lines().count()), (Code::Truncated, 20));
}

#[test]
fn oha_text_of_all_versions() {
    // The traps: 0.5 prints seconds and a share of 0 to 1, later versions a unit that fits and percent.
    let v05: [Figure; 6] = [
        ("success_rate", "share", "1.0000", "", "L2:C17"),
        ("rps", "rate", "2799.5094", "req/s", "L7:C17"),
        ("latency", "p99", "0.0117", "s", "L33:C10"),
        ("status_500", "count", "20", "req", "L42:C9"),
        ("received", "count", "1.82", "KiB", "L9:C15"),
        ("dns_dialup", "max", "0.0004", "s", "L36:C41"),
    ];
    holds("oha/gen-oha054-mixed.txt", "oha-text", LoadModel::Unknown, &v05);
    let v112: [Figure; 6] = [
        ("success_rate", "share", "100.00", "%", "L2:C17"),
        ("rps", "rate", "20650.3668", "req/s", "L7:C17"),
        ("latency", "p50", "0.0626", "ms", "L29:C13"),
        ("latency", "p99.99", "3.8448", "ms", "L35:C13"),
        ("status_404", "count", "20", "req", "L44:C9"),
        ("transfer", "rate", "187.55", "KiB/s", "L11:C13"),
    ];
    let (text, run) = holds("oha/gen-oha1121-mixed.txt", "oha-text", LoadModel::Unknown, &v112);
    assert_eq!((run.histogram.len(), run.histogram[1].count), (11, 189));
    assert_eq!((run.histogram[1].bound.value, &text[run.histogram[1].span.range()]), (0.418, "189"));
    let v116: [Figure; 2] =
        [("latency", "p95", "2.1392", "ms", "L32:C13"), ("duration", "value", "28.6457", "ms", "L3:C10")];
    holds("oha/gen-oha1160-mixed.txt", "oha-text", LoadModel::Unknown, &v116);
    for (name, place) in [("oha/gen-oha054-allerr.txt", "L31:C4"), ("oha/gen-oha1121-allerr.txt", "L45:C4")] {
        let refused: Figure = ("errors{Connection refused (os error 111)}", "count", "10", "req", place);
        let (_, run) = holds(name, "oha-text", LoadModel::Unknown, &[refused]);
        assert!(
            ["latency.p50", "latency.max", "latency.mean", "rps.rate"].iter().all(|name| absent(&run).contains(*name))
        );
        assert!(run.histogram.is_empty());
    }
}

#[test]
fn ab_text() {
    // The traps: KiB, and the second `Time per request`, which is no latency.
    let ok: [Figure; 9] = [
        ("rps", "rate", "2505.09", "req/s", "L21:C25"),
        ("latency", "mean", "3.193", "ms", "L22:C25"),
        ("latency", "p95", "12", "ms", "L39:C11"),
        ("latency", "max", "23", "ms", "L31:C42"),
        ("latency", "stddev", "3.5", "ms", "L31:C26"),
        ("waiting", "p50", "2", "ms", "L30:C35"),
        ("requests", "count", "2000", "req", "L17:C25"),
        ("failed", "count", "0", "req", "L18:C25"),
        ("transfer", "rate", "315.58", "KiB/s", "L24:C25"),
    ];
    let (text, run) = holds("ab/gen-ab-ok.txt", "ab", LoadModel::Closed, &ok);
    let names = ["non_2xx", "errors{connect}", "errors{receive}", "errors{exceptions}"];
    assert_eq!(implied(&text, &run), names.map(|name| format!("{name}: Complete requests:      2000")));
    assert_eq!(facts(&run), ["host = 127.0.0.1", "path = /ok", "connections = 8", "duration = 0.798 seconds"]);
    let failed: [Figure; 4] = [
        ("failed", "count", "60", "req", "L22:C25"),
        ("other_length", "count", "60", "req", "L23:C37"),
        ("errors{receive}", "count", "0", "req", "L23:C26"),
        ("non_2xx", "count", "60", "req", "L24:C25"),
    ];
    let (_, run) = holds("ab/gen-ab-non2xx.txt", "ab", LoadModel::Closed, &failed);
    assert!(find(&run, "errors", "count").is_none() && run.implied_zero.is_empty());
}

#[test]
fn ab_cut_off_or_without_its_banner() {
    let text = fixture("ab/gen-ab-connrefused.txt");
    let (name, reading) = read(&text);
    assert_eq!((name, reading.runs.len(), reading.problems[0].code), ("ab", 0, Code::Truncated));
    let text = fixture("ab/gen-ab-ok.txt");
    let banner = text.find("Server Software").expect("it is there");
    assert_eq!(read(&text[banner..]).1.runs.len(), 1);
    for end in ["  98%", "Waiting:", "Transfer rate"] {
        let cut = &text[..text.find(end).expect("it is there")];
        assert_eq!(read(cut).1.problems.len(), 1, "before {end}");
    }
}

#[test]
fn ab_page() {
    // The traps: no percentiles, tags around the numbers, and `kb/s` for what the text calls `Kbytes/sec`.
    let page: [Figure; 8] = [
        ("requests", "count", "200", "req", "L17:C85"),
        ("failed", "count", "0", "req", "L18:C83"),
        ("rps", "rate", "2058.95", "req/s", "L21:C87"),
        ("transfer", "rate", "259.38", "KiB/s", "L22:C81"),
        ("received", "count", "25800", "B", "L19:C85"),
        ("latency", "mean", "1", "ms", "L27:C85"),
        ("latency", "max", "10", "ms", "L27:C112"),
        ("connect", "max", "7", "ms", "L25:C115"),
    ];
    let (text, run) = holds("ab/gen-ab-html.html", "ab-html", LoadModel::Closed, &page);
    assert_eq!(facts(&run), ["host = 127.0.0.1", "path = /ok", "connections = 4", "duration = 0.097 seconds"]);
    let cut = &text[..text.find("Total:").expect("the last row")];
    let (_, reading) = read(cut);
    assert_eq!((reading.runs.len(), reading.problems.len(), reading.problems[0].code), (0, 1, Code::Truncated));
}

#[test]
fn what_tools_say_of_the_protocol() {
    let of = |name: &str, reader| {
        let (_, run) = holds(name, reader, LoadModel::Closed, &[]);
        facts(&run)
            .into_iter()
            .filter(|fact| fact.starts_with("application_protocol") || fact.starts_with("tls"))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("h2load/gen-h2load-h1.txt", "h2load"), ["application_protocol = http/1.1"]);
    assert_eq!(of("h2load/h2c.txt", "h2load"), ["application_protocol = h2c"]);
    assert_eq!(of("h2load/h2-tls.txt", "h2load"), ["tls = TLSv1.3", "application_protocol = h2"]);
    assert_eq!(of("ab/tls.txt", "ab"), ["tls = TLSv1.3"]);
}

#[test]
fn ab_percentiles() {
    let rows: [Figure; 4] = [
        ("latency", "min", "0.364", "ms", "R2:C2"),
        ("latency", "p50", "1.696", "ms", "R52:C2"),
        ("latency", "p99", "17.683", "ms", "R101:C2"),
        ("latency", "max", "23.151", "ms", "R102:C2"),
    ];
    let (_, run) = holds("ab/gen-ab-percentiles.csv", "ab-percentiles", LoadModel::Closed, &rows);
    assert_eq!(run.spectrum.len(), 101);
    let (_, reading) = read("Percentage served,Time in ms\n0,0.1\n1,-0.2\n2,x\n");
    assert_eq!((reading.runs[0].observations.len(), reading.problems.len()), (1, 2));
}

#[test]
fn bombardier_json() {
    // The trap: microseconds, and a rate that is no quotient of the totals.
    let ok: [Figure; 6] = [
        ("rps", "rate", "14522.334562993512", "req/s", "/result/rps/mean"),
        ("latency", "p50", "158", "µs", "/result/latency/percentiles/50"),
        ("latency", "p99", "4023", "µs", "/result/latency/percentiles/99"),
        ("status_2xx", "count", "43680", "req", "/result/req2xx"),
        ("errors", "count", "0", "req", "/result/others"),
        ("duration", "value", "3.004282713", "s", "/result/timeTakenSeconds"),
    ];
    let (_, run) = holds("bombardier/gen-bombardier-ok.json", "bombardier", LoadModel::Closed, &ok);
    assert_eq!(
        facts(&run),
        ["url = http://127.0.0.1:18080/ok", "connections = 4", "duration = 3 s", "client = fasthttp"]
    );
    let refused = "errors{dial tcp 127.0.0.1:18099: connect: connection refused}";
    let errors: [Figure; 2] =
        [("errors", "count", "20", "req", "/result/others"), (refused, "count", "20", "req", "/result/errors/0/count")];
    let (_, run) = holds("bombardier/gen-bombardier-allerr.json", "bombardier", LoadModel::Closed, &errors);
    assert!(["latency.mean", "latency.p99", "rps.rate"].iter().all(|name| absent(&run).contains(*name)));
    holds("bombardier/gen-bombardier-timeout.json", "bombardier", LoadModel::Closed, &[]);
}

#[test]
fn bombardier_text() {
    let text: [Figure; 5] = [
        ("rps", "rate", "396.66", "req/s", "L3:C18"),
        ("latency", "p95", "26.57", "ms", "L9:C13"),
        ("status_2xx", "count", "800", "req", "L12:C20"),
        ("errors", "count", "0", "req", "L13:C14"),
        ("transfer", "rate", "152.30", "KiB/s", "L14:C17"),
    ];
    let (_, run) = holds("bombardier/gen-bombardier-text.txt", "bombardier-text", LoadModel::Closed, &text);
    assert_eq!(facts(&run), ["url = http://127.0.0.1:18080/jitter", "duration = 2s", "connections = 4"]);
    // The trap: units differ from cell to cell.
    let progress: [Figure; 3] = [
        ("latency", "mean", "495.02", "µs", "L6:C16"),
        ("latency", "stddev", "1.27", "ms", "L6:C29"),
        ("status_5xx", "count", "20", "req", "L14:C50"),
    ];
    holds("bombardier/gen-bombardier-text-progress.txt", "bombardier-text", LoadModel::Closed, &progress);
    let failed = fixture("bombardier/gen-bombardier-text.txt")
        .replace("2xx - 800", "2xx - 0")
        .replace("others - 0\n", "others - 7\n  Errors:\n    dial tcp: connection - refused - 7\n");
    let (_, reading) = read(&failed);
    let error: Figure = ("errors{dial tcp: connection - refused}", "count", "7", "req", "L15:C38");
    holds_in(&failed, &reading.runs[0], &[error]);
    assert!(absent(&reading.runs[0]).contains("latency.p50") && absent(&reading.runs[0]).contains("rps.rate"));
}

#[test]
fn h2load_text() {
    // The trap: `KB` is 1,024 bytes; the exact count stands in brackets.
    let figures: [Figure; 9] = [
        ("rps", "rate", "8626.64", "req/s", "L15:C22"),
        ("transfer", "rate", "1.46", "MiB/s", "L15:C37"),
        ("latency", "mean", "409", "µs", "L20:C48"),
        ("latency", "max", "6.49", "ms", "L20:C35"),
        ("requests", "count", "500", "req", "L16:C35"),
        ("errors", "count", "0", "req", "L16:C70"),
        ("status_2xx", "count", "500", "req", "L17:C15"),
        ("received", "count", "88500", "B", "L18:C19"),
        ("first_byte", "stddev", "154", "µs", "L22:C60"),
    ];
    let (text, run) = holds("h2load/gen-h2load-h1.txt", "h2load", LoadModel::Closed, &figures);
    assert_eq!(facts(&run), ["connections = 4", "application_protocol = http/1.1", "duration = 57.96ms"]);
    let cut = &text[..text.find("time for connect").expect("it is there")];
    assert_eq!(read(cut).1.problems[0].code, Code::Truncated);
    // Of two threads no line has the number of connections.
    let threads = text.replace("spawning", "spawning thread #1: 4 total client(s). 500 total requests\nspawning");
    assert_eq!(facts(&read(&threads).1.runs[0]), ["application_protocol = http/1.1", "duration = 57.96ms"]);
}

#[test]
fn h2load_tells_nothing_of_what_was_before_the_warm_up_ended() {
    // The trap: clients connect while the warm-up runs, and `time for connect` is `0us` in each column.
    let figures: [Figure; 3] = [
        ("latency", "min", "300.72", "ms", "L17:C21"),
        ("rps", "rate", "6.00", "req/s", "L12:C20"),
        ("duration", "value", "2.00", "s", "L12:C13"),
    ];
    let (_, run) = holds("h2load/gen-h2load-warm-up.txt", "h2load", LoadModel::Closed, &figures);
    let words = find(&run, "duration", "value").and_then(|o| o.described.as_deref());
    assert_eq!(words, Some("the warm-up among it"));
    let all = ["min", "max", "mean", "stddev"].map(|name| [format!("connect.{name}"), format!("first_byte.{name}")]);
    let all: BTreeSet<String> = all.into_iter().flatten().collect();
    assert_eq!(absent(&run), all);
}

#[test]
fn siege_divides_by_no_time() {
    // A transaction in less than 0.01 s: siege prints a rate of 0.00.
    let figures: [Figure; 2] =
        [("requests", "count", "1", "req", "/transactions"), ("duration", "value", "0.00", "s", "/elapsed_time")];
    let (_, run) = holds("siege/gen-siege-no-time.json", "siege", LoadModel::Closed, &figures);
    assert_eq!(absent(&run), BTreeSet::from(["concurrency.mean", "rps.rate", "transfer.rate"].map(str::to_owned)));
    let words = find(&run, "duration", "value").and_then(|o| o.described.as_deref());
    assert_eq!(words, Some("printed as zero: less than the last digit that the tool prints"));
}

#[test]
fn siege_json() {
    // The traps: `MB` is 1,048,576 bytes, and what is under 10 ms is printed as 0.
    let figures: [Figure; 6] = [
        ("rps", "rate", "4412.24", "req/s", "/transaction_rate"),
        ("requests", "count", "8648", "req", "/transactions"),
        ("errors", "count", "961", "req", "/failed_transactions"),
        ("latency", "max", "0.07", "s", "/longest_transaction"),
        ("received", "count", "0.09", "MiB", "/data_transferred"),
        ("availability", "share", "90.00", "%", "/availability"),
    ];
    let (_, run) = holds("siege/gen-siege.json", "siege", LoadModel::Closed, &figures);
    let mean = find(&run, "latency", "mean").and_then(|o| o.described.as_deref());
    assert!(mean.is_some_and(|words| words.contains("less than")), "{mean:?}");
}

#[test]
fn what_a_tool_cannot_have_printed_is_a_problem() {
    let changes = [
        ("hey/gen-hey-mixed.txt", "99% in 0.0067 secs", "99% in -0.0067 secs", "-0.0067 secs"),
        ("hey/gen-hey-mixed.txt", "20 responses", "20.5 responses", "20.5"),
        ("ab/gen-ab-ok.txt", "2505.09 [#/sec]", "fast [#/sec]", "fast"),
        ("vegeta/gen-vegeta-mixed.txt", "5.612ms", "5.612mm", "5.612mm"),
        ("bombardier/gen-bombardier-ok.json", "\"50\":158", "\"50\":-158", "-158"),
        ("autocannon/gen-autocannon-table.txt", "│ 34 ms │", "│ 34 mm │", "34 mm"),
    ];
    for (name, was, wrong, at) in changes {
        let text = fixture(name).replacen(was, wrong, 1);
        let (_, reading) = read(&text);
        let [problem] = &reading.problems[..] else { panic!("{name}: one problem, not {:?}", reading.problems) };
        assert_eq!((problem.code, &text[problem.span.range()]), (Code::Malformed, at), "{name}");
    }
}

#[test]
fn other_texts_are_left_alone() {
    let hey_csv = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n";
    assert_eq!(claims(hey_csv), ["hey-csv"]);
    for text in ["", "Summary:\n", "Summary:\n  Total: 3 tests\n", "Bombarding Reqs/sec\n", "{\"latencies\": {}}"] {
        assert_eq!(claims(text), [""; 0], "{text}");
    }
}

#[test]
fn each_file_of_the_corpus_is_claimed_by_its_reader_only() {
    let shared = std::env::var_os("BENCHBOOK_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let corpus = shared.join("corpus");
    if !corpus.is_dir() {
        return println!("skipped: the corpus is not there");
    }
    let folders: BTreeMap<&str, &str> = READERS_HERE.into_iter().collect();
    let mut read_here = 0;
    for entry in walkdir::WalkDir::new(&corpus).sort_by_file_name().into_iter().map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        let Some(text) = entry.file_type().is_file().then(|| text_of(path)).flatten() else { continue };
        let folder =
            path.strip_prefix(&corpus).expect("it is below").iter().next().expect("a folder").to_string_lossy();
        let claimed = claims(&text);
        for name in claimed.iter().filter(|name| folders.contains_key(*name)) {
            assert_eq!(folders[name], folder, "{}", path.display());
        }
        if folders.values().any(|known| *known == folder) {
            assert_eq!(claimed.len(), 1, "{}: {claimed:?}", path.display());
            read_here += 1;
        }
    }
    // ab 9, autocannon 10, bombardier 8, h2load 1, hey 11, oha 27, siege 1, vegeta 12.
    assert_eq!(read_here, 79);
}

#[test]
fn an_output_cut_anywhere_is_no_reason_to_panic() {
    for folder in ["ab", "autocannon", "bombardier", "h2load", "hey", "oha", "siege", "vegeta"] {
        let entries = root().join("tests/fixtures").join(folder).read_dir().expect("the folder can be read");
        for path in entries.map(|entry| entry.expect("it has entries").path()) {
            let text = text_of(&path).expect("fixtures are UTF-8");
            for end in (0..text.len()).step_by(11).filter(|end| text.is_char_boundary(*end)) {
                let cut = &text[..end];
                if let [_, ..] = claims(cut)[..] {
                    read(cut);
                }
            }
        }
    }
}
