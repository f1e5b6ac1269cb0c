//! The claims of three reports, each with the verdict and the value that were worked out by hand.

use serde_json::Value;

use crate::{built, read};

/// A claim as it is printed, its verdict, and its value or values; none are given for a statement.
type Expected<'a> = (&'a str, &'a str, &'a str, &'a [f64]);

const HOLDS: &str = "holds";
const ROUNDED: &str = "holds after rounding";
const ESTIMATES: &str = "rests on estimates";
const CLAIMED: &str = "no evidence offered";

/// Whether a report's claims have these verdicts, and says of the others why they cannot be checked.
#[track_caller]
fn assert_claims(report: &str, expected: &[Expected<'_>], unchecked: &[&str]) {
    let folder = built().join("reports").join(report);
    let json: Value = serde_json::from_str(&read(&folder.join("figures.json"))).expect("`figures.json` is JSON");
    let figures = json["figures"].as_array().expect("a list of figures");
    for (name, printed, verdict, values) in expected {
        let is = |figure: &&Value| {
            let text = if figure["claimed"].is_string() { &figure["claimed"] } else { &figure["text"] };
            figure["kind"] == "claim" && text.as_str() == Some(printed)
        };
        let found = figures.iter().find(is).unwrap_or_else(|| panic!("{name}: no claim is printed as `{printed}`"));
        assert_eq!(found["verdict"].as_str(), Some(*verdict), "{name}");
        let given: Vec<f64> = match &found["value"] {
            Value::Array(list) => list.iter().filter_map(Value::as_f64).collect(),
            other => other.as_f64().into_iter().collect(),
        };
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * b.abs();
        assert!(given.len() == values.len() && given.iter().zip(*values).all(close), "{name}: {given:?}");
    }
    let page = read(&folder.join("index.html"));
    for words in unchecked {
        assert!(page.contains(&format!("not checkable: {words}")), "{words}");
    }
}

#[test]
fn aurabase() {
    let below = "Aurabase's reads are faster than those of Supabase and Appwrite";
    let expected: [Expected<'_>; 20] = [
        ("B1", "2,6×", HOLDS, &[2.6]),
        ("B1, full stack", "6.11 ms", HOLDS, &[2.6 * 2.35]),
        ("B2, added", "3.76 ms", HOLDS, &[3.76]),
        ("B2, ratio", "13.5×", ROUNDED, &[4.06 / 0.3]),
        ("B3, other queries", "3,333", ROUNDED, &[1000.0 / 0.3]),
        ("B3, filtered query", "426", ROUNDED, &[1000.0 / 2.35]),
        ("French point", "2,35 ms", HOLDS, &[2.35]),
        ("B4", "The two stacks with SQLite have the lower raw latencies", "holds in part", &[]),
        ("B5, estimates", below, ESTIMATES, &[]),
        ("B5, range", "faster than the lower end of Firebase's range", CLAIMED, &[]),
        ("B6", "Aurabase's reads and writes are both within the objective", HOLDS, &[]),
        ("B7, pools", "5×", HOLDS, &[5.0]),
        ("B7", "~500", CLAIMED, &[500.0]),
        ("B7, now", "100 VUs", CLAIMED, &[100.0]),
        ("B8", "20–40 %", CLAIMED, &[20.0, 40.0]),
        ("B8, reads", "5.28–7.04 ms", CLAIMED, &[5.28, 7.04]),
        ("B9, errors", "0 %", HOLDS, &[0.0]),
        ("B9, levels", "three", HOLDS, &[3.0]),
        ("B10", "0.81×", ESTIMATES, &[0.81]),
        ("B11", "every figure of a competitor is an official, published one", "contradicted", &[]),
    ];
    let unchecked = ["its second operand was drawn", "the page gives neither the formula", "neither the levels nor"];
    assert_claims("aurabase", &expected, &unchecked);
}

#[test]
fn node_k6() {
    let expected: [Expected<'_>; 17] = [
        ("in words", "two hundred thousand", CLAIMED, &[200_000.0]),
        ("in words", "twenty-five hundred", HOLDS, &[2_500.0]),
        ("N1", "The closed loop counts one slow answer for each connection", HOLDS, &[]),
        // In per cent.
        ("N1, share", "0.0105 %", ROUNDED, &[100.0 * 100.0 / 950_100.0]),
        ("N2, arrivals", "20,000 connections", HOLDS, &[20_000.0]),
        ("N2, share", "2.06 %", ROUNDED, &[100.0 * 0.4 / 19.4]),
        ("N2, p99", "206 ms", HOLDS, &[206.0]),
        ("N4, before", "nine hundred", CLAIMED, &[900.0]),
        ("N4, after", "thirty-two", CLAIMED, &[32.0]),
        ("N4, ratio", "28.1 times", CLAIMED, &[900.0 / 32.0]),
        ("N4, lower", "96.4 % lower", CLAIMED, &[1.0 - 32.0 / 900.0]),
        ("N5", "it must outlast the other", HOLDS, &[]),
        ("N6", "13 times", HOLDS, &[13.0]),
        ("N7", "111 times", CLAIMED, &[200_000.0 / 1_800.0]),
        ("N8", "six per cent", CLAIMED, &[6.0]),
        ("N8, processor", "sixty per cent", CLAIMED, &[60.0]),
        ("N9", "seventy per cent", CLAIMED, &[70.0]),
    ];
    let unchecked = ["four tenths and nineteen seconds", "it has no operands", "it has none"];
    assert_claims("node-k6", &expected, &unchecked);
}

/// The percentiles follow from the samples as they do by hand: see N1 and N2 above. Of 970,000 arrivals 9,700 lie
/// above p99; 20,000 wait evenly up to 400 ms, so it is 206 ms and the 2 ms of the answer; 970 lie above p99.9, which
/// is 380.6 ms and 2 ms, in the step up to 384 ms.
#[test]
fn omission() {
    let expected: [Expected<'_>; 6] = [
        ("closed", "950,100", HOLDS, &[950_100.0]),
        ("open", "970,000", HOLDS, &[970_000.0]),
        ("open, p99", "208 ms", HOLDS, &[208.0]),
        ("open, p99.9", "384 ms", HOLDS, &[384.0]),
        ("closed, p99.99", "400 ms", HOLDS, &[400.0]),
        ("open, wait at p99", "206 ms", ROUNDED, &[400.0 * (1.0 - 9_700.0 / 19_999.0)]),
    ];
    assert_claims("coordinated-omission", &expected, &[]);
    let folder = built().join("reports/coordinated-omission");
    let json: Value = serde_json::from_str(&read(&folder.join("figures.json"))).expect("`figures.json` is JSON");
    for (share, value) in [("50 %", 2.0), ("99 %", 2.0), ("99.9 %", 2.0), ("99.99 %", 400.0)] {
        let expression = format!("weighted_quantile(response[closed, *], answers[closed, *], {share})");
        let figures = json["figures"].as_array().expect("a list of figures");
        let is = |figure: &&Value| figure["expression"].as_str() == Some(&*expression);
        let found = figures.iter().find(is).map(|figure| figure["value"].as_f64());
        assert_eq!(found, Some(Some(value)), "{expression}");
    }
}
