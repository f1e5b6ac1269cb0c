//! The reader of tables.

use benchbook::formats::table::{self, LongForm, Mapping, MetricColumn};
use benchbook::metrics::MetricStatistic;
use benchbook::model::{Dimensions, Kind, Statistic};
use benchbook::units::Unit;

use crate::*;

fn dimensions(columns: &[(&str, &str)]) -> Vec<(std::sync::Arc<str>, String)> {
    columns.iter().map(|(name, column)| ((*name).into(), (*column).to_owned())).collect()
}

fn metric(column: &str, metric: &str, unit: Option<&str>) -> MetricColumn {
    MetricColumn { column: column.to_owned(), metric: MetricStatistic::parse(metric), unit: unit.map(Unit::named) }
}

/// The columns of the seeds' lists of printed figures.
fn figures(names: &[(&str, &str)]) -> LongForm {
    LongForm {
        value: "value".to_owned(),
        metric: "metric".to_owned(),
        statistic: Some("statistic".to_owned()),
        unit: Some("unit".to_owned()),
        names: names.iter().map(|(text, name)| ((*text).to_owned(), MetricStatistic::parse(name))).collect(),
        units: Vec::new(),
    }
}

fn only(column: &str, texts: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![(column.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect())]
}

fn wide() -> Mapping {
    Mapping {
        dimensions: dimensions(&[("framework", "framework"), ("route", "route"), ("note", "note")]),
        metrics: vec![
            metric("rps", "rps", None),
            metric("p99_ms", "p99", Some("ms")),
            metric("errors", "errors", None),
        ],
        ..Mapping::default()
    }
}

fn named(pairs: &[(&str, &str)]) -> Dimensions {
    pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
}

#[test]
fn a_wide_table_gives_a_run_a_row() {
    let text = fixture("table/wide.csv");
    let reading = table::read(&text, &wide());
    assert_eq!((reading.runs.len(), &*reading.problems), (3, &[][..]));
    let [fiber, kruda, actix] = &reading.runs[..] else { panic!("three runs") };
    assert_eq!(fiber.dimensions, named(&[("framework", "fiber"), ("route", "json"), ("note", "two\nlines")]));
    assert_eq!(shows(&text, fiber, "rps", "rate"), "816411.19 req/s `816,411.19` R2:C4");
    assert_eq!(shows(&text, fiber, "latency", "p99"), "0.91 ms `0.910` R2:C5");
    assert_eq!(shows(&text, fiber, "errors", "count"), "0 req `0` R2:C6");
    assert_eq!(kruda.dimensions, named(&[("framework", "kruda"), ("note", "größe"), ("route", "say \"hi\"")]));
    assert_eq!(shows(&text, kruda, "rps", "rate"), "816186.87 req/s `816186.87` R3:C4");
    assert_eq!(kruda.observations.len(), 1, "empty cells are unknown");
    assert_eq!(actix.dimensions, named(&[("framework", "actix"), ("route", "json")]));
    assert_eq!(shows(&text, actix, "rps", "low"), "773865.91 req/s `773,865.91` R4:C4");
    assert_eq!(shows(&text, actix, "rps", "high"), "788263.49 req/s `788,263.49` R4:C4");
    assert_eq!(shows(&text, actix, "latency", "p99"), "0.7 ms `0.7` R4:C5");
}

#[test]
fn tabs_and_semicolons_separate_too() {
    let mapping = Mapping {
        dimensions: dimensions(&[("name", "name")]),
        metrics: vec![metric("rps", "rps", None)],
        ..Mapping::default()
    };
    for (path, name) in [("table/wide.tsv", "a, b"), ("table/semicolons.csv", "a")] {
        let text = fixture(path);
        let reading = table::read(&text, &mapping);
        assert_eq!(reading.problems, []);
        assert_eq!(reading.runs[0].dimensions, named(&[("name", name)]));
        assert_eq!(shows(&text, &reading.runs[0], "rps", "rate"), "12 req/s `12` R2:C2");
    }
}

#[test]
fn a_long_table_gives_a_number_a_row() {
    let text = fixture("table/long.csv");
    let names = [
        ("requests per second", "rps"),
        ("latency", "latency"),
        ("latency / median p50", "p50"),
        ("change", "p99_change"),
        ("socket errors", "errors"),
    ];
    let mapping = Mapping {
        dimensions: dimensions(&[("system", "system")]),
        long: Some(figures(&names)),
        only: only("mark", &["measured", "guessed", "claimed", ""]),
        kind: Some(("mark".to_owned(), vec![("guessed".to_owned(), Kind::Estimated)])),
        default_kind: Kind::Transcribed,
        ..Mapping::default()
    };
    let reading = table::read(&text, &mapping);
    assert_eq!(reading.problems, []);
    let shown: Vec<_> = reading.runs.iter().flat_map(|run| &run.observations).map(|o| line(&text, o)).collect();
    assert_eq!(
        shown,
        [
            "rps.rate 17088 req/s `17,088` R2:C5 measured, ",
            "latency.mean 57 ms `57.0` R3:C5 measured, ",
            "latency.p99.9 1036.8 ms `1,036.8` R4:C5 measured, ",
            "latency.p50 655 µs `655` R5:C5 measured, median p50",
            "rps.rate 12 requests/second `12` R7:C5 estimated, median of 5 rounds",
            "rps.low 813022.98 req/s `813,022.98` R8:C5 measured, min–max of 5 rounds",
            "rps.high 831506.23 req/s `831,506.23` R8:C5 measured, min–max of 5 rounds",
            "p99_change.value -53 % `−53` R9:C5 claimed, p99.9 change",
            "errors.count 0 errors `zero` R10:C5 transcribed, ",
        ]
    );
    // The row without a value stands for one that is not known.
    let absent: Vec<_> = reading.runs.iter().flat_map(|run| &run.absent).map(|a| (&*a.metric, a.statistic)).collect();
    assert_eq!(absent, [("latency", Statistic::Max)]);
    // One for each system: rows of other numbers of the same thing belong together.
    assert_eq!(reading.runs.len(), 2);
    let ends: Vec<_> = reading.runs.iter().flat_map(|run| &run.observations).filter_map(|o| o.end_of).collect();
    assert_eq!(ends, [Statistic::Rate, Statistic::Rate]);
    assert_eq!(reading.runs[0].dimensions, named(&[("system", "Fiber")]));
    assert!(Unit::named("requests/second").fits(Unit::named("req/s")));
}

fn line(text: &str, o: &Observation) -> String {
    let (name, described) = (o.statistic.name(), o.described.as_deref().unwrap_or_default());
    let (value, unit, raw) = (o.value, o.unit, &text[o.span.range()]);
    format!("{}.{name} {value} {unit} `{raw}` {} {}, {described}", o.metric, o.locator, o.kind.name())
}

#[test]
fn a_long_table_says_what_it_cannot_place() {
    let text = fixture("table/long.csv");
    let form = figures(&[("latency", "latency"), ("version", "version"), ("latncy", "p99")]);
    let reading = table::read(&text, &Mapping { long: Some(form), ..Mapping::default() });
    let header = text.lines().next().expect("it has a header");
    let expected = [(Code::NoMapping, header), (Code::UnmappedValue, "655"), (Code::UnmappedValue, "v1.7.2")];
    assert_eq!(problems(&text, &reading), expected);
    assert_eq!(reading.problems[0].help.as_deref(), Some("did you mean `latency`?"));

    let odd = "metric,value,unit,kind\nrps,5,RPS,measured\nrps,6,req/s,hoped\nlatency,7,,\n";
    let form = LongForm { statistic: None, ..figures(&[]) };
    let kind = Some(("kind".to_owned(), Vec::new()));
    let reading = table::read(odd, &Mapping { long: Some(form), kind, ..Mapping::default() });
    assert_eq!(problems(odd, &reading), [(Code::UnitMismatch, "RPS"), (Code::Malformed, "hoped")]);
    assert_eq!(reading.runs.len(), 1);
    assert_eq!(shows(odd, &reading.runs[0], "latency", "mean"), "7 ms `7` R4:C2");
}

#[test]
fn broken_rows_are_problems_and_the_others_are_read() {
    let text = fixture("table/broken.csv");
    let mapping = Mapping {
        dimensions: dimensions(&[("name", "name")]),
        metrics: vec![metric("rps", "rps", None), metric("p99_ms", "p99", Some("ms"))],
        ..Mapping::default()
    };
    let reading = table::read(&text, &mapping);
    let expected = [
        (Code::Malformed, "short,1"),
        (Code::UnmappedValue, "fast"),
        (Code::UnmappedValue, "2 ms"),
        (Code::Malformed, "NaN"),
        (Code::Malformed, "-2"),
        (Code::Malformed, "3–2"),
        (Code::Malformed, "quotes,\"1\"0,2"),
    ];
    assert_eq!(problems(&text, &reading), expected);
    let last = reading.runs.last().expect("it has runs");
    assert_eq!(shows(&text, last, "rps", "rate"), "1 req/s `1` R10:C2");
}

#[test]
fn columns_that_are_missing_or_doubled_stop_the_reading() {
    let text = fixture("table/wide.csv");
    let mut mapping = wide();
    mapping.only = only("framwork", &["fiber"]);
    let reading = table::read(&text, &mapping);
    let header = text.trim_start_matches('\u{feff}').lines().next().expect("it has a header");
    assert_eq!(problems(&text, &reading), [(Code::NoMapping, header)]);
    assert_eq!(reading.problems[0].help.as_deref(), Some("did you mean `framework`?"));
    assert!(reading.runs.is_empty());

    let text = fixture("table/twice.csv");
    let reading = table::read(&text, &Mapping { metrics: vec![metric("rps", "rps", None)], ..Mapping::default() });
    assert_eq!((problems(&text, &reading), reading.runs.len()), (vec![(Code::Malformed, "rps")], 0));
    assert_eq!(reading.problems[0].span.start, 9, "the second of the two");

    let reading = table::read("", &wide());
    assert_eq!((reading.problems.len(), reading.runs.len()), (6, 0));
}

#[test]
fn json_lines_are_read_by_name_and_by_pointer() {
    let text = fixture("table/trials.jsonl");
    let mapping = Mapping {
        dimensions: dimensions(&[("case", "case"), ("trial", "trial")]),
        metrics: vec![metric("ns", "time", Some("ns")), metric("/deep/a~1b/1", "lookups", None)],
        ..Mapping::default()
    };
    let reading = table::read(&text, &mapping);
    assert_eq!(reading.runs.len(), 3);
    assert_eq!(reading.runs[0].dimensions, named(&[("case", "static"), ("trial", "1")]));
    assert_eq!(reading.runs[1].dimensions, named(&[("case", "wildcard"), ("trial", "2")]));
    assert_eq!(shows(&text, &reading.runs[0], "time", "mean"), "41.5 ns `41.5` L1/ns");
    assert_eq!(shows(&text, &reading.runs[0], "lookups", "value"), "1234  `1,234` L1/deep/a~1b/1");
    assert_eq!(reading.runs[1].observations.len(), 0, "null is unknown");
    let expected = [(Code::UnmappedValue, "about 40"), (Code::UnmappedValue, "{\"x\": 1}"), (Code::Malformed, "[1]")];
    let (cut, others) = reading.problems.split_last().expect("it has problems");
    assert_eq!(problems(&text, &Reading { problems: others.to_vec(), ..Reading::default() }), expected);
    assert_eq!(cut.code, Code::Truncated);

    let wrong = Mapping { metrics: vec![metric("/deep/c", "lookups", None)], ..Mapping::default() };
    let codes: Vec<_> = table::read(&text, &wrong).problems.iter().map(|problem| problem.code).collect();
    assert!(codes.contains(&Code::NoMapping), "{codes:?}");
}

#[test]
fn no_text_makes_the_readers_panic() {
    let names = [("requests per second", "rps"), ("latency", "latency")];
    let long = Mapping { long: Some(figures(&names)), ..Mapping::default() };
    let json = Mapping { metrics: vec![metric("ns", "time", Some("ns"))], ..Mapping::default() };
    let cases = [
        ("table/wide.csv", wide()),
        ("table/long.csv", long),
        ("table/trials.jsonl", json),
        ("wrk/terminal.log", wide()),
        ("wrk/wrong.txt", wide()),
    ];
    for (path, mapping) in cases {
        let text = fixture(path);
        for (cut, _) in text.char_indices() {
            for text in [&text[..cut], &text[cut..]] {
                let _ = table::read(text, &mapping);
                let _ = formats::by_name("wrk2").expect("it is a reader").read(&Content::new(text));
            }
        }
    }
}

/// The mapping of a table of wrk rounds.
fn rounds() -> Mapping {
    Mapping {
        dimensions: dimensions(&[
            ("profile", "profile"),
            ("framework", "framework"),
            ("route", "route"),
            ("round", "round"),
        ]),
        metrics: vec![
            metric("rps", "rps", None),
            metric("p50_ms", "p50", Some("ms")),
            metric("p90_ms", "p90", Some("ms")),
            metric("p99_ms", "p99", Some("ms")),
            metric("max_ms", "max", Some("ms")),
            metric("socket_errors", "errors", None),
            metric("non_2xx", "non_2xx", None),
        ],
        ..Mapping::default()
    }
}

/// Published text and the word for it in the data, longest first.
const ALIASES: [(&str, &str); 8] = [
    ("Throughput profile", "throughput"),
    ("Latency profile", "latency"),
    ("JSON serialization", "json-serialize"),
    ("Static JSON", "json-static"),
    ("Plaintext", "plaintext-handler"),
    ("Kruda", "kruda"),
    ("Fiber", "fiber"),
    ("Actix", "actix"),
];

fn alias(text: &str) -> &str {
    ALIASES.iter().find(|(published, _)| *published == text).map_or(text, |(_, own)| own)
}

fn value(run: &Run, metric: &str, statistic: Statistic) -> Option<f64> {
    let mut found = run.observations.iter().filter(|o| &*o.metric == metric && o.statistic == statistic);
    found.next().map(|o| o.value)
}

#[test]
fn printed_medians_and_ranges_follow_from_the_rounds() {
    let Some(seed) = shared("seeds/kruda") else { return };
    let summary = table::read(&read(&seed.join("raw/summary.csv")), &rounds());
    assert_eq!((summary.runs.len(), &*summary.problems), (90, &[][..]));
    assert!(summary.runs.iter().all(|run| run.observations.len() == 7));

    let long = figures(&[("requests per second", "rps"), ("latency p99", "p99")]);
    let names = [("section", "section"), ("route", "workload_or_route"), ("framework", "framework_or_system")];
    let kind = Some(("mark".to_owned(), Vec::new()));
    let mut only = only("mark", &["measured"]);
    only.push(("metric".to_owned(), vec!["requests per second".to_owned(), "latency p99".to_owned()]));
    let mapping = Mapping { dimensions: dimensions(&names), long: Some(long), only, kind, ..Mapping::default() };
    let text = read(&seed.join("figures.csv"));
    let printed = table::read(&text, &mapping);
    assert_eq!(printed.problems, []);
    let (mut medians, mut ends) = (0, 0);
    for run in &printed.runs {
        for o in &run.observations {
            // The ranges stand in a section of their own and are of the throughput profile.
            let profile = alias(&run.dimensions["section"]).replace("JSON round ranges", "throughput");
            let own = if &*o.metric == "rps" { Statistic::Rate } else { Statistic::parse("p99").expect("it is one") };
            let is_same = |of: &&Run| {
                let same = |name: &str| *of.dimensions[name] == *alias(&run.dimensions[name]);
                *of.dimensions["profile"] == *profile && same("route") && same("framework")
            };
            let of_rounds = summary.runs.iter().filter(is_same).filter_map(|run| value(run, &o.metric, own));
            let mut values: Vec<f64> = of_rounds.collect();
            values.sort_by(f64::total_cmp);
            assert_eq!(values.len(), 5, "{}", line(&text, o));
            let expected = match o.statistic {
                Statistic::Low => values[0],
                Statistic::High => values[4],
                _ => values[2],
            };
            assert_eq!(o.value, expected, "{}", line(&text, o));
            *if matches!(o.statistic, Statistic::Low | Statistic::High) { &mut ends } else { &mut medians } += 1;
        }
    }
    assert_eq!((medians, ends), (36, 12));
}

#[test]
fn the_csv_of_rounds_agrees_with_the_logs_that_it_names() {
    let Some(seed) = shared("seeds/kruda/raw") else { return };
    let mut mapping = rounds();
    mapping.dimensions.push(("log".into(), "raw_file".to_owned()));
    let summary = table::read(&read(&seed.join("summary.csv")), &mapping);
    let (_, logs) = recognise(&read(&seed.join("raw-logs.txt")));
    for run in &summary.runs {
        let name = &run.dimensions["log"];
        let of_log = |log: &&Run| log.heading.as_ref().is_some_and(|(heading, _)| heading == name);
        let log = logs.runs.iter().find(of_log).expect("the log is in the collection");
        assert_eq!(value(run, "rps", Statistic::Rate), value(log, "rps", Statistic::Rate), "{name}");
    }
}

#[test]
fn the_lists_of_printed_figures_are_read_as_far_as_they_are_numbers() {
    let Some(seed) = shared("seeds/altair/figures.csv") else { return };
    let text = read(&seed);
    let long = figures(&[("requests per second", "rps"), ("latency", "latency")]);
    let mapping = Mapping {
        dimensions: dimensions(&[("workload", "workload_or_route"), ("system", "framework_or_system")]),
        long: Some(long),
        only: only("section", &["Results"]),
        kind: Some(("mark".to_owned(), Vec::new())),
        ..Mapping::default()
    };
    let reading = table::read(&text, &mapping);
    assert_eq!(reading.problems, []);
    // Two workloads, three systems: a run of all rows of each.
    assert_eq!(reading.runs.len(), 6);
    let last = &reading.runs[2];
    assert_eq!(shows(&text, last, "latency", "max"), "2067.8 ms `2,067.8` R25:C6");
}
