//! Evidence for the galleries: values that are hard to draw, and two small streams of requests. They are made up, by
//! formulas that can be followed by hand; nothing was measured, and their suites say so.
//!
//! The files under `data/hard` and `data/stream` are what this program writes. `BENCHBOOK_BLESS=1` writes them anew.

use std::fmt::Write;

/// Names that need room: long ones, ideographs, and ones that are read from the right.
const NAMES: [&str; 6] = [
    "a framework whose name goes on for longer than anybody would want to read in a chart",
    "GET /users/:id/posts/:post/comments/:comment?expand=author",
    "漢字の名前がとても長いベンチマーク",
    "한국어 이름의 프레임워크",
    "إطار عمل باسم عربي طويل",
    "שרת עם שם בעברית",
];

/// Each row is a case, a name, a step and a value; nothing stands where there is no value.
fn values() -> String {
    let mut rows: Vec<(&str, String, u64, Option<f64>)> = vec![("one", "Alone".to_owned(), 1, Some(42.0))];
    for series in 1..=30 {
        rows.extend(
            (1..=5).map(|step| {
                ("series", format!("S{series:02}"), step, Some((series * 10 + step * (series % 7)) as f64))
            }),
        );
    }
    rows.extend((1..=100).map(|i| ("categories", format!("C{i:03}"), 1, Some((1000 - 7 * i + i * 37 % 50) as f64))));
    // From 3 µs to 3,000 s.
    rows.extend((0..10).map(|i| ("orders", format!("N{i}"), i + 1, Some(3.0 * 10_f64.powi(i as i32 - 3)))));
    rows.extend((1..=5).map(|i| ("equal", format!("E{i}"), i, Some(50.0))));
    let negative = [-12.0, -3.5, 0.0, 4.0, 15.0];
    rows.extend((1..).zip(negative).map(|(i, value)| ("negative", format!("D{i}"), i, Some(value))));
    for (name, from, missing) in [("Whole", 15, 0), ("Gap", 0, 3), ("Nothing", 0, 9)] {
        rows.extend((1..=6).map(|step| {
            let known = missing != 9 && step != missing;
            ("missing", name.to_owned(), step, known.then_some((from + 10 * step) as f64))
        }));
    }
    rows.extend((1..).zip(NAMES).map(|(i, name)| ("names", name.to_owned(), i, Some((100 * i) as f64))));
    let mut text = String::from("case,name,step,value_ms,change_percent\n");
    for (case, name, step, value) in rows {
        let value = value.map_or(String::new(), |value| value.to_string());
        // A wait is never below zero; a change may be.
        let [wait, change] = if case == "negative" { ["", value.as_str()] } else { [value.as_str(), ""] };
        writeln!(text, "{case},{name},{step},{wait},{change}").expect("writing to a string");
    }
    text
}

/// A run of 12 s as a JMeter result log: 50 requests a second. A request takes from 7 to 34 ms; one that is due
/// while the server stands still takes as much longer as that lasts.
fn log(still: std::ops::Range<u64>) -> String {
    /// When the first request is due, in milliseconds since 1970: 2026-01-01 at 00:00 UTC.
    const START: u64 = 1_767_225_600_000;
    let mut text = String::from("timeStamp,elapsed,label,responseCode,responseMessage,success\n");
    for request in 0..600 {
        let due = request * 20;
        let waits = if still.contains(&due) { still.end - due } else { 0 };
        let elapsed = waits + 6 + 1_600 / (1_057 - request * 7_919 % 1_000);
        writeln!(text, "{},{elapsed},GET /,200,OK,true", START + due).expect("writing to a string");
    }
    text
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let stalled = log(6_000..7_200);
    crate::is_committed(&[
        ("hard/values.csv", values()),
        ("stream/steady.jtl", log(0..0)),
        ("stream/stalled.jtl", stalled),
    ]);
}

/// By hand: 1.2 s at 50 a second are 60 requests; the first of them waits for all of it.
#[test]
fn the_stall_is_as_long_as_it_is_said_to_be() {
    let slow = |log: String| -> Vec<u64> {
        let elapsed = log.lines().skip(1).filter_map(|row| row.split(',').nth(1)?.parse().ok());
        elapsed.filter(|elapsed| *elapsed > 34).collect()
    };
    assert!(slow(log(0..0)).is_empty(), "a steady run has no slow request");
    let stalled = slow(log(6_000..7_200));
    assert!((59..=60).contains(&stalled.len()) && (1_207..=1_234).contains(&stalled[0]), "{stalled:?}");
}
