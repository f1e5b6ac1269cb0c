//! k6 exports of one session, printed figures of another.

use crate::{Seed, assert_claims, printed, read, shown, text};

fn built(test: &str) -> Option<Seed> {
    let originals = [("raw", "data/altair/raw"), ("figures.csv", "data/altair/figures.csv")];
    Seed::build("altair", test, &originals)
}

/// The printed rows of a section, each with the expression that a page has for it.
fn expressions(section: &str, session: &str) -> Vec<(String, String)> {
    let rows = printed("altair").into_iter().filter(|row| &row[0] == section);
    let expression = |row: csv::StringRecord| {
        let workload = if row[1].starts_with("Write") { "write" } else { "read" };
        let metric = match (&row[3], &row[4]) {
            ("requests per second", "rate") => "rps",
            ("latency", "avg") => "mean",
            ("latency", statistic @ ("p95" | "p99" | "p99.9" | "max")) => statistic,
            _ => return None,
        };
        let framework = row[2].to_lowercase();
        let expression = format!("{metric}[framework = {framework}, session = {session}, workload = {workload}]");
        Some((expression, row[5].to_owned()))
    };
    rows.filter_map(expression).collect()
}

#[test]
fn all_printed_figures_come_out_as_printed() {
    let Some(seed) = built("altair-figures") else { return };
    for (page, section, session) in [("reference", "Results", "reference"), ("later", "Session 2026-09-09", "later")] {
        let figures = seed.figures(page);
        let expected = expressions(section, session);
        assert_eq!(expected.len(), 36, "{section}");
        for (expression, value) in &expected {
            assert_eq!(text(shown(&figures, expression), "text"), value, "{expression}");
        }
    }
}

/// What comes from an export is measured, what was printed is transcribed, and a page says so.
#[test]
fn each_figure_says_how_it_came_about() {
    let Some(seed) = built("altair-kinds") else { return };
    for (page, kind) in [("reference", "measured"), ("later", "transcribed")] {
        for figure in seed.figures(page) {
            assert_eq!(text(&figure, "provenance"), kind, "{page}: {figure}");
        }
    }
    assert!(!seed.page("reference").contains("class=\"fig transcribed\""));
    assert!(seed.page("later").contains("class=\"fig transcribed"));
}

#[test]
fn failed_requests_are_disclosed() {
    let Some(seed) = built("altair-errors") else { return };
    let figures = seed.figures("reference");
    let errors = shown(&figures, "sum(errors[*])");
    assert_eq!((text(errors, "text"), errors["inputs"].as_array().map(Vec::len)), ("0", Some(6)));
    // The six counts of requests, added up by hand.
    let all = 1_025_953 + 790_920 + 436_805 + 1_171_974 + 881_772 + 462_813;
    assert_eq!(shown(&figures, "sum(requests[*])")["value"], f64::from(all));
    // Of the later session only the printed zero is known, and no number of requests.
    let later = seed.figures("later");
    assert_eq!(text(shown(&later, "sum(errors[*])"), "text"), "0");
    assert!(later.iter().all(|figure| figure["expression"] != "sum(requests[*])"));
}

#[test]
fn claims_get_their_verdicts() {
    let Some(seed) = built("altair-claims") else { return };
    let (holds, rounded) = ("holds", "holds after rounding");
    let (partly, contradicted, claimed) = ("holds in part", "contradicted", "no evidence offered");
    // Quotients of the exports' values; those of the later session from its printed figures.
    let expected: [(&str, &str, &[f64]); 18] = [
        ("A1", holds, &[13_167.308 / 7_272.734]),
        ("A2", rounded, &[14_687.093 / 7_700.485]),
        ("A3", rounded, &[1_036.839 / 145.934]),
        ("A4", holds, &[]),
        ("A5", rounded, &[13_167.308 / 17_087.915]),
        ("A6", rounded, &[14_687.093 / 19_526.672]),
        ("A7", holds, &[]),
        ("A8", rounded, &[2.1233, 2.0301]),
        ("A9", holds, &[0.0]),
        ("A10", partly, &[]),
        ("A11", contradicted, &[]),
        ("A12", contradicted, &[467.34 / 948.71 - 1.0]),
        ("A13", contradicted, &[9_035.0 / 4_199.0, 9_361.0 / 7_011.0]),
        ("A14", contradicted, &[9_035.0 / 9_186.0, 9_361.0 / 12_994.0]),
        ("A15", contradicted, &[]),
        ("A17", rounded, &[9_186.0 / 17_087.915 - 1.0]),
        ("A11, before", claimed, &[2_502.9]),
        ("A11, change", claimed, &[199.8 / 2_502.9 - 1.0]),
    ];
    let found = seed.claims("claims");
    assert_claims(&found, &expected);
    assert_eq!(found.len(), expected.len());

    let page = seed.page("claims");
    for words in [
        "holds in part: seven of twelve columns change their order",
        "it for 5 of 12",
        "not checkable: there is no series",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

/// A value that others claim is marked, and so is all that is computed from it.
#[test]
fn what_was_only_claimed_stays_marked() {
    let Some(seed) = built("altair-claimed") else { return };
    let figures = seed.figures("claims");
    let claimed = figures.iter().filter(|figure| figure["provenance"] == "claimed");
    let texts: Vec<&str> = claimed.map(|figure| text(figure, "text")).collect();
    assert_eq!(texts, ["2,502.9 ms", "−92.0 %"]);
}

/// All forty exports are read: three shapes of the summary, and nothing left over.
#[test]
fn every_export_is_read() {
    let Some(seed) = built("altair-exports") else { return };
    let catalogue = read(&seed.site.join("public/benchbook.json"));
    let catalogue: serde_json::Value = serde_json::from_str(&catalogue).expect("`benchbook.json` is JSON");
    let files = catalogue["evidence"].as_array().expect("a list of files");
    let exports: Vec<_> = files.iter().filter(|file| text(file, "path").ends_with(".json")).collect();
    assert_eq!(exports.len(), 40);
    assert!(exports.iter().all(|file| text(file, "format").starts_with("k6")), "{exports:?}");
}
