//! Statistics against SciPy and NumPy: `statistics/expected.json` is what `statistics/expected.py` printed.

use benchbook::statistics::{self, bootstrap, interval, ranks};
use serde_json::Value;

fn expected(part: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("statistics/expected.json")).expect("it is JSON");
    all[part].as_array().expect("a list of cases").clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// Whether a result is the expected one, or none where none is expected, but for rounding in the last digits.
#[track_caller]
fn agree(name: &str, numbers: &[f64], found: Option<f64>, expected: &Value, tolerance: f64) {
    // Rounding grows with the largest number that a result was made of.
    let scale = numbers.iter().fold(f64::MIN_POSITIVE, |most, number| most.max(number.abs()));
    let same = match (found, expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() <= tolerance * expected.abs().max(scale * 1e-3),
        (found, expected) => found.is_none() && expected.is_none() && !name.is_empty(),
    };
    assert!(same, "{name} of {} numbers: {found:?}, not {expected}", numbers.len());
}

type Statistic = fn(&[f64]) -> Option<f64>;

const OF_ONE: [(&str, Statistic); 9] = [
    ("sum", statistics::sum),
    ("mean", statistics::mean),
    ("median", statistics::median),
    ("smallest", statistics::smallest),
    ("largest", statistics::largest),
    ("geometric_mean", statistics::geometric_mean),
    ("standard_deviation", statistics::standard_deviation),
    ("median_absolute_deviation", statistics::median_absolute_deviation),
    ("interquartile_range", statistics::interquartile_range),
];

#[test]
fn statistics_of_one_list() {
    let cases = expected("lists");
    assert!(cases.len() > 25);
    for case in cases {
        let list = numbers(&case["numbers"]);
        for (name, statistic) in OF_ONE {
            agree(name, &list, statistic(&list), &case[name], 1e-12);
        }
        for (name, statistic) in
            [("quantiles", statistics::quantile as fn(&[f64], f64) -> _), ("trimmed_means", statistics::trimmed_mean)]
        {
            for pair in case[name].as_array().expect("shares and values") {
                let share = pair[0].as_f64().expect("a share");
                agree(name, &list, statistic(&list, share), &pair[1], 1e-12);
            }
        }
    }
}

#[test]
fn intervals_of_the_median() {
    for case in expected("lists") {
        let list = numbers(&case["numbers"]);
        let wanted = &case["median_interval"];
        let [low, high] = interval::median_interval(&list).map_or([None; 2], |ends| ends.map(Some));
        agree("low", &list, low, &wanted["low"], 0.0);
        agree("high", &list, high, &wanted["high"], 0.0);
        let places = interval::places(list.len());
        assert_eq!(places.map(|places| places.place as u64), wanted["place"].as_u64(), "{}", list.len());
        agree("coverage", &[1.0], places.map(|places| places.coverage), &wanted["coverage"], 1e-12);
    }
}

/// The same ends as a second implementation of the generator gives: not one draw differs.
#[test]
fn bootstrap_intervals() {
    let small = expected("lists").into_iter().filter(|case| numbers(&case["numbers"]).len() < 200);
    let mut compared = 0;
    for case in small {
        let list = numbers(&case["numbers"]);
        let [low, high] = bootstrap::bootstrap(&list).map_or([None; 2], |ends| ends.map(Some));
        agree("low", &list, low, &case["bootstrap"][0], 1e-14);
        agree("high", &list, high, &case["bootstrap"][1], 1e-14);
        compared += usize::from(low.is_some());
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn u_tests() {
    let cases = expected("samples");
    assert!(cases.iter().any(|case| case["exact"] == true) && cases.iter().any(|case| case["exact"] == false));
    for case in cases {
        let [first, second] = ["first", "second"].map(|name| numbers(&case[name]));
        let test = ranks::u_test(&first, &second).expect("both have values");
        assert_eq!(Some(test.exact), case["exact"].as_bool(), "{} and {}", first.len(), second.len());
        assert_eq!(Some(test.u), case["u"].as_f64());
        agree("effect", &[], Some(test.effect), &case["effect"], 1e-15);
        // Relative to p itself: a small p is right in its digits, too.
        agree("p", &[], Some(test.p), &case["p"], 1e-11);
    }
}

/// Neither the order of the numbers nor their repetition in another order changes a bit.
#[test]
fn the_order_of_numbers_does_not_matter() {
    for case in expected("lists") {
        let list = numbers(&case["numbers"]);
        let mut turned: Vec<f64> = list.iter().rev().copied().collect();
        turned.rotate_left(list.len() / 3);
        assert_eq!(statistics::median(&list), statistics::median(&turned));
        assert_eq!(statistics::quantile(&list, 0.9), statistics::quantile(&turned, 0.9));
        assert_eq!(interval::median_interval(&list), interval::median_interval(&turned));
        assert_eq!(bootstrap::bootstrap(&list), bootstrap::bootstrap(&turned));
    }
}
