//! 90 rounds of wrk, from the table of all rounds and again from the outputs themselves.

use crate::{Seed, assert_claims, printed, read, shown, text};

const PAGES: [&str; 2] = ["rounds", "logs"];

fn built(test: &str) -> Option<Seed> {
    let originals = [("raw/summary.csv", "data/rounds/summary.csv"), ("raw/raw-logs.txt", "data/logs/raw-logs.txt")];
    Seed::build("kruda", test, &originals)
}

/// The printed medians and ranges, each with the expression that a page has for it.
fn expressions() -> Vec<(String, String)> {
    let expression = |row: csv::StringRecord| {
        let metric = match &row[3] {
            "requests per second" => "rps",
            "latency p99" => "p99",
            _ => return None,
        };
        let profile = if row[0].starts_with("Latency") { "latency" } else { "throughput" };
        let route = match &row[1] {
            "Plaintext" => "plaintext-handler",
            "Static JSON" => "json-static",
            _ => "json-serialize",
        };
        let (framework, statistic) = (row[2].to_lowercase(), &row[4]);
        let selection = format!("{metric}[framework = {framework}, profile = {profile}, route = {route}]");
        match statistic {
            _ if statistic.starts_with("median") => Some((selection, row[5].to_owned())),
            _ if statistic.starts_with("min") => Some((format!("range({selection})"), row[5].to_owned())),
            _ => None,
        }
    };
    printed("kruda").into_iter().filter_map(expression).collect()
}

#[test]
fn all_printed_figures_come_out_as_printed() {
    let Some(seed) = built("kruda-figures") else { return };
    let expected = expressions();
    assert_eq!(expected.len(), 2 * 18 + 6);
    for page in PAGES {
        let figures = seed.figures(page);
        for (expression, value) in &expected {
            let figure = shown(&figures, expression);
            assert_eq!(text(figure, "text"), value, "{page}: {expression}");
            assert_eq!(figure["inputs"].as_array().map(Vec::len), Some(5), "{page}: {expression}");
        }
    }
}

/// A median over rounds is named as one wherever it is shown.
#[test]
fn medians_are_named() {
    let Some(seed) = built("kruda-words") else { return };
    for page in PAGES {
        let figures = seed.figures(page);
        let p99 = shown(&figures, "p99[framework = kruda, profile = throughput, route = json-serialize]");
        assert_eq!(text(p99, "statistic"), "median of 5 rounds' p99", "{page}");
        assert!(seed.page(page).contains("median of 5 rounds&#39; p99"), "{page}");
    }
}

#[test]
fn warm_ups_are_left_out_by_name() {
    let Some(seed) = built("kruda-warm-ups") else { return };
    let log = read(&seed.site.join("data/logs/raw-logs.txt"));
    let headings = |word: &str| log.lines().filter(|line| line.ends_with(".txt") && line.contains(word)).count();
    // One warm-up for each framework, route and profile: K10.
    assert_eq!((headings("-warmup.txt"), headings("-round-")), (18, 90));
    let counted = |page| shown(&seed.figures(page), "count(rps[*])")["value"].clone();
    assert_eq!((counted("rounds"), counted("logs")), (90.0.into(), 90.0.into()));
    // A figure from the logs leads to a line of a round, never of a warm-up.
    for figure in seed.figures("logs") {
        for input in figure["inputs"].as_array().expect("a list of inputs") {
            let line = input["line"].as_u64().expect("a line");
            let before: Vec<&str> = log.lines().take(line as usize).collect();
            let heading = before.iter().rev().find(|line| line.ends_with(".txt")).expect("a heading");
            assert!(heading.contains("-round-"), "{heading}: {input}");
        }
    }
}

#[test]
fn claims_get_their_verdicts() {
    let Some(seed) = built("kruda-claims") else { return };
    let (holds, rounded) = ("holds", "holds after rounding");
    let common: [(&str, &str, &[f64]); 10] = [
        ("K1", rounded, &[1.0 - 816_186.87 / 816_411.19]),
        ("K2", rounded, &[1.0 - 0.642 / 0.910]),
        ("K3", rounded, &[816_186.87 / 783_652.58 - 1.0]),
        ("K4", rounded, &[1.0 - 0.642 / 0.692]),
        ("K5, throughput", holds, &[]),
        ("K5, latency", "holds in part", &[]),
        ("K6, ranges", holds, &[]),
        ("K6, round by round", rounded, &[1.009, 1.022, 0.984, 1.013, 0.974]),
        ("K7", holds, &[813_022.98, 831_506.23]),
        ("K8", holds, &[90.0]),
    ];
    let last: [(&str, &str, &str, &[f64]); 2] =
        [("rounds", "K9", holds, &[0.0, 0.0]), ("logs", "requests", holds, &[1_126_055_466.0])];
    for (page, name, verdict, value) in last {
        let expected: Vec<_> = common.into_iter().chain([(name, verdict, value)]).collect();
        let found = seed.claims(page);
        assert_claims(&found, &expected);
        assert_eq!(found.len(), expected.len(), "{page}");
        let html = seed.page(page);
        assert!(html.contains("it for 3 of 4") && html.contains("not checkable: all rows carry one time"), "{page}");
    }
}

#[test]
fn failed_requests_are_disclosed() {
    let Some(seed) = built("kruda-errors") else { return };
    let rounds = seed.figures("rounds");
    for column in ["sum(socket_errors.count[*])", "sum(non_2xx[*])"] {
        let figure = shown(&rounds, column);
        assert_eq!((text(figure, "text"), figure["inputs"].as_array().map(Vec::len)), ("0", Some(90)), "{column}");
    }
    // wrk prints no zero: the logs give no number, and the page says just that.
    assert!(seed.figures("logs").iter().all(|figure| !text(figure, "expression").contains("errors")));
    assert!(seed.page("logs").contains("none printed in 90 outputs"));
}
