//! The readers of wrk and wrk2.

use crate::*;

#[test]
fn a_run_gives_every_number_with_its_text_and_place() {
    let (text, run) = only_run("wrk/gen-wrk-latency.txt", "wrk", LoadModel::Closed);
    for (metric, statistic, expected) in [
        ("latency", "mean", "1.27 ms `1.27` L4:C17"),
        ("latency", "stddev", "3.2 ms `3.20` L4:C27"),
        ("latency", "max", "53.54 ms `53.54` L4:C35"),
        ("thread_rps", "mean", "12.4 kreq/s `12.40` L5:C16"),
        ("thread_rps", "max", "21.65 kreq/s `21.65` L5:C35"),
        ("latency", "p50", "221 µs `221.00` L7:C11"),
        ("latency", "p90", "3.4 ms `3.40` L9:C13"),
        ("latency", "p99", "15.13 ms `15.13` L10:C12"),
        ("latency", "p95", "none"),
        ("requests", "count", "74186 req `74186` L11:C3"),
        ("duration", "value", "3.02 s `3.02` L11:C21"),
        ("received", "count", "12.44 MiB `12.44` L11:C28"),
        ("rps", "rate", "24603.97 req/s `24603.97` L12:C16"),
        ("transfer", "rate", "4.13 MiB/s `4.13` L13:C20"),
        ("non_2xx", "count", "none"),
    ] {
        assert_eq!(shows(&text, &run, metric, statistic), expected, "{metric} {statistic}");
    }
    assert_eq!((run.observations.len(), run.absent.len(), run.heading.is_none()), (15, 0, true));
}

#[test]
fn a_run_tells_its_conditions() {
    let (text, run) = only_run("wrk/gen-wrk-latency.txt", "wrk", LoadModel::Closed);
    let facts: Vec<_> = run.facts.iter().map(|fact| (fact.name, &*fact.value)).collect();
    let url = "http://127.0.0.1:18080/ok";
    assert_eq!(facts, [("duration", "3s"), ("url", url), ("threads", "2"), ("connections", "8")]);
    assert!(run.facts.iter().all(|fact| text[fact.span.range()] == *fact.value));
}

#[test]
fn errors_are_counted_where_printed_and_implied_zero_where_not() {
    let (text, run) = only_run("wrk/gen-wrk-socketerr.txt", "wrk", LoadModel::Closed);
    assert_eq!(shows(&text, &run, "errors_connect", "count"), "0 req `0` L12:C26");
    assert_eq!(shows(&text, &run, "errors_read", "count"), "4307 req `4307` L12:C34");
    assert_eq!(shows(&text, &run, "timeouts", "count"), "0 req `0` L12:C57");
    assert_eq!(implied(&text, &run), [("non_2xx", "12919 requests in 2.00s, 1.52MB read")]);

    let (text, run) = only_run("wrk/gen-wrk-luadone.txt", "wrk", LoadModel::Closed);
    assert_eq!(shows(&text, &run, "non_2xx", "count"), "10106 req `10106` L7:C29");
    assert_eq!(shows(&text, &run, "requests", "count"), "50527 req `50527` L6:C3");
    assert_eq!(shows(&text, &run, "latency", "p50"), "none");
    let line = "50527 requests in 2.09s, 6.49MB read";
    let metrics = ["errors_connect", "errors_read", "errors_write", "timeouts"];
    assert_eq!(implied(&text, &run), metrics.map(|metric| (metric, line)));
}

fn implied<'a>(text: &'a str, run: &'a Run) -> Vec<(&'a str, &'a str)> {
    run.implied_zero.iter().map(|(metric, span)| (&**metric, &text[span.range()])).collect()
}

fn absent(run: &Run) -> Vec<String> {
    run.absent.iter().map(|absence| format!("{}.{}", absence.metric, absence.statistic.name())).collect()
}

#[test]
fn without_answers_latency_is_absent_and_no_zero_is_implied() {
    let (text, run) = only_run("wrk/gen-wrk-timeout-zero.txt", "wrk", LoadModel::Closed);
    let latency = ["mean", "stddev", "max", "p50", "p75", "p90", "p99"].map(|name| format!("latency.{name}"));
    let rows = ["mean", "stddev", "max"].map(|name| format!("thread_rps.{name}"));
    assert_eq!(absent(&run), [&latency[..], &rows[..]].concat());
    assert_eq!(shows(&text, &run, "requests", "count"), "0 req `0` L11:C3");
    assert_eq!(shows(&text, &run, "received", "count"), "0 B `0.00` L11:C24");
    assert_eq!((run.observations.len(), run.implied_zero.len()), (5, 0));
}

#[test]
fn wrk2_gives_the_corrected_distribution_and_its_spectrum() {
    let (text, run) = only_run("wrk2/gen-wrk2-ulatency-mixed.txt", "wrk2", LoadModel::OpenCorrected);
    for (metric, statistic, expected) in [
        ("latency", "max", "6.84 ms `6.84` L5:C36"),
        ("latency", "stddev", "839.68 µs `839.68` L5:C25"),
        ("latency", "p50", "0.88 ms `0.88` L8:C13"),
        ("latency", "p99", "4.5 ms `4.50` L11:C13"),
        ("latency", "p99.999", "6.84 ms `6.84` L14:C13"),
        ("latency", "p100", "6.84 ms `6.84` L15:C13"),
        ("requests", "count", "23972 req `23972` L166:C3"),
        ("non_2xx", "count", "4794 req `4794` L167:C29"),
        ("rps", "rate", "1998.04 req/s `1998.04` L168:C17"),
        ("transfer", "rate", "262.83 KiB/s `262.83` L169:C18"),
    ] {
        assert_eq!(shows(&text, &run, metric, statistic), expected, "{metric} {statistic}");
    }
    let point = |at: usize| {
        let p = &run.spectrum[at];
        format!("{} {} {} `{}` {}", p.percentile, p.quantity.value, p.quantity.unit, &text[p.span.range()], p.locator)
    };
    assert_eq!(point(0), "p0 0.052 ms `0.052` L20:C8");
    assert_eq!(point(5), "p50 0.885 ms `0.885` L25:C8");
    assert_eq!(point(run.spectrum.len() - 1), "p100 6.843 ms `6.843` L81:C8");
    assert_eq!(run.spectrum.len(), 62);
}

#[test]
fn wrk2_without_samples_of_its_rate_says_so() {
    let (text, run) = only_run("wrk2/gen-wrk2-short.txt", "wrk2", LoadModel::OpenCorrected);
    assert_eq!(absent(&run), ["thread_rps.mean", "thread_rps.stddev", "thread_rps.max"]);
    assert_eq!(shows(&text, &run, "latency", "p99.9"), "13.49 ms `13.49` L11:C12");
    let (text, run) = only_run("wrk2/gen-wrk2-overload.txt", "wrk2", LoadModel::OpenCorrected);
    assert_eq!(shows(&text, &run, "latency", "mean"), "9.98 s `9.98` L5:C17");
}

#[test]
fn a_terminal_log_gives_its_runs_under_their_headings() {
    let text = fixture("wrk/terminal.log");
    let (name, reading) = recognise(&text);
    assert_eq!(name, "wrk");
    let headings: Vec<_> = reading.runs.iter().map(|run| run.heading.as_ref().map(|(name, _)| &**name)).collect();
    assert_eq!(headings, [Some("== größe =="), None, Some("after-the-cut.txt")]);
    let (_, heading) = reading.runs[0].heading.as_ref().expect("it has a heading");
    assert_eq!(&text[heading.range()], "== größe ==");

    let run = &reading.runs[0];
    assert_eq!(shows(&text, run, "duration", "value"), "1 min `1.00` L14:C20");
    assert_eq!(shows(&text, run, "latency", "p99"), "2 s `2.00` L13:C18");
    assert_eq!(shows(&text, run, "thread_rps", "mean"), "1.2 Mreq/s `1.20` L8:C17");
    assert_eq!(shows(&text, run, "timeouts", "count"), "231 req `231` L15:C54");
    assert_eq!(&*run.facts[0].value, "1m");
    assert_eq!(shows(&text, &reading.runs[1], "received", "count"), "3 GiB `3.00` L24:C24");
    assert_eq!(shows(&text, &reading.runs[2], "non_2xx", "count"), "7 req `7` L40:C29");
    let refused = "unable to connect to 127.0.0.1:18099 Connection refused";
    let cut = "Running 3s test @ http://127.0.0.1:8080/cut";
    assert_eq!(problems(&text, &reading), [(Code::Truncated, refused), (Code::Truncated, cut)]);
}

#[test]
fn a_refusal_alone_is_recognised_and_a_problem() {
    let text = fixture("wrk/gen-wrk-connrefused.txt");
    let (name, reading) = recognise(&text);
    assert_eq!((name, reading.runs.len()), ("wrk", 0));
    assert_eq!(problems(&text, &reading), [(Code::Truncated, text.trim())]);
}

#[test]
fn an_output_cut_anywhere_gives_no_run() {
    let text = fixture("wrk/gen-wrk-latency.txt");
    let header = text.find("  Thread Stats").expect("the text has a table");
    // The last two characters are the end of the unit and the line end.
    for end in header..text.len() - 2 {
        let (name, reading) = recognise(&text[..end]);
        let is_read = reading.runs.iter().any(|run| shows(&text, run, "transfer", "rate") != "none");
        assert_eq!((name, is_read, reading.problems.len()), ("wrk", false, 1), "{}", &text[..end]);
    }
}

#[test]
fn what_wrk_cannot_have_printed_is_a_problem() {
    let text = fixture("wrk/wrong.txt");
    let (_, reading) = recognise(&text);
    let wrong = ["-1.27ms", "3.20mm", "5.1.2ms"].map(|text| (Code::Malformed, text));
    assert_eq!(problems(&text, &reading), wrong);
    assert_eq!(absent(&reading.runs[0]), ["latency.p50", "rps.rate"]);
}

#[test]
fn a_run_that_either_tool_may_have_written_has_no_known_load() {
    let text = fixture("wrk2/mixed.log");
    let (name, reading) = recognise(&text);
    assert_eq!(name, "wrk2");
    let loads: Vec<_> = reading.runs.iter().map(|run| run.load).collect();
    assert_eq!(loads, [Some(LoadModel::OpenCorrected), Some(LoadModel::Unknown)]);
}

#[test]
fn autocannon_and_json_are_not_claimed() {
    let autocannon =
        "Running 3s test @ http://127.0.0.1:18080/jitter\n4 connections\n\n1k requests in 3.05s, 327 kB read\n";
    let json = r#"{"log": "Running 3s test @ http://a/\n  2 threads and 8 connections\n"}"#;
    for text in [autocannon, json, "", "unable to connect to the database: no route\n"] {
        assert!(formats::recognise(&Content::new(text)).is_none(), "{text}");
    }
}

/// Every file of the public corpus, with the name of its folder.
fn corpus(root: &Path) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for entry in walk(root) {
        let tool = entry.strip_prefix(root).ok().and_then(|path| path.components().next());
        let tool = tool.map(|tool| tool.as_os_str().to_string_lossy().into_owned());
        files.push((tool.unwrap_or_default(), entry));
    }
    files
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("the folder can be read").map(|entry| entry.expect("it has entries").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "some files of the corpus are no text")]
fn every_file_of_the_corpus_is_recognised_by_the_right_reader_or_none() {
    let Some(root) = shared("corpus") else { return };
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for (tool, path) in corpus(&root) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("it can be read")).into_owned();
        let content = Content::new(&text);
        let claimed = ["wrk", "wrk2"]
            .into_iter()
            .filter(|name| formats::by_name(name).expect("both are readers").recognises(&content));
        let claimed: Vec<_> = claimed.collect();
        let is_right = matches!(&*tool, "wrk" | "wrk2");
        let expected = if is_right { vec![tool.as_str()] } else { vec![] };
        assert_eq!(claimed, expected, "{}", path.display());
        if is_right {
            *counts.entry(tool).or_default() += formats::recognise(&content).map_or(0, |r| r.read(&content).runs.len());
        }
    }
    // 13 files of wrk, one of them a refusal; 8 of wrk2.
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [("wrk".to_owned(), 12), ("wrk2".to_owned(), 8)]);
}

#[test]
fn public_outputs_give_the_numbers_that_stand_in_them() {
    let Some(root) = shared("corpus") else { return };
    let text = read(&root.join("wrk2/pub-highload-getu-10000.txt"));
    let (_, reading) = recognise(&text);
    assert_eq!(reading.problems, []);
    let run = &reading.runs[0];
    for (metric, statistic, expected) in [
        ("requests", "count", "550282 req `550282` "),
        ("duration", "value", "1 min `1.00` "),
        ("rps", "rate", "9171.36 req/s `9171.36` "),
        ("latency", "p50", "2.8 s `2.80` "),
        ("latency", "p99", "4.97 s `4.97` "),
        ("non_2xx", "count", "550148 req `550148` "),
    ] {
        let shown = shows(&text, run, metric, statistic);
        assert!(shown.starts_with(expected), "{shown}");
    }
}

#[test]
fn a_collection_of_108_outputs_gives_108_runs() {
    let Some(path) = shared("seeds/kruda/raw/raw-logs.txt") else { return };
    let text = read(&path);
    let (name, reading) = recognise(&text);
    assert_eq!((name, reading.runs.len(), reading.problems.len()), ("wrk", 108, 0));
    let headings: Vec<_> = reading.runs.iter().filter_map(|run| run.heading.as_ref()).collect();
    assert!(headings.iter().all(|(name, span)| text[span.range()] == **name && name.ends_with(".txt")));
    let distinct: std::collections::BTreeSet<_> = headings.iter().map(|(name, _)| name).collect();
    assert_eq!(distinct.len(), 108);
    let requests = |o: &&Observation| &*o.metric == "requests";
    let counts = reading.runs.iter().flat_map(|run| run.observations.iter().filter(requests));
    assert_eq!(counts.map(|o| o.value).sum::<f64>(), 1_351_486_724.0);
    assert!(reading.runs.iter().all(|run| run.implied_zero.len() == 5 && run.observations.len() == 15));
}
