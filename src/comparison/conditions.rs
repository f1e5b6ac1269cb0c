//! What held while a figure was measured, and what of it is unlike between the sides.

use std::collections::{BTreeMap, BTreeSet};

use super::side::Measured;
use crate::model::Fact;
use crate::number;
use crate::statistics;

/// Dimensions that are conditions when a whole side has one value.
pub(super) const CONDITIONS: [&str; 11] =
    ["connections", "threads", "vus", "rate", "duration", "scenario", "path", "url", "protocol", "hardware", "tool"];

/// The durations of two runs are alike up to this share: tools stop when they come to it.
const ALIKE: f64 = 0.05;

/// The values of each condition on one side.
pub(super) type Conditions = BTreeMap<String, BTreeSet<String>>;

/// What holds for a run.
pub(super) fn of_run(run: &Measured) -> impl Iterator<Item = (String, String)> {
    let told = run.facts.iter().map(|(name, value)| match name.as_str() {
        // The host and port of a server say nothing of the load.
        "url" => ("path".to_owned(), path_of(value).to_owned()),
        "host" => ("host".to_owned(), String::new()),
        // Another processor is another machine. A newer system or runtime may be what is compared.
        name if name != "cpu" && Fact::OF_MACHINES.contains(&name) => (name.to_owned(), String::new()),
        _ => (name.clone(), value.clone()),
    });
    told.filter(|(_, value)| !value.is_empty())
}

/// The path of an address: `http://localhost:3000/json` has `/json`.
fn path_of(url: &str) -> &str {
    let after = url.find("://").map_or(url, |at| &url[at + 3..]);
    after.find('/').map_or("/", |at| &after[at..])
}

/// The conditions that both sides tell of and that are unlike, each with the two values in words.
pub(super) fn unlike(old: &Conditions, new: &Conditions, same_requests: bool) -> Vec<(String, String, String)> {
    let both = old.iter().filter_map(|(name, old)| Some((name, old, new.get(name)?)));
    let differs = |(name, old, new): &(&String, &BTreeSet<String>, &BTreeSet<String>)| match name.as_str() {
        // How long so many requests take is what was measured.
        "duration" if same_requests => false,
        "duration" => !alike(old, new),
        _ => old != new,
    };
    let words = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(" or ");
    both.filter(differs).map(|(name, old, new)| (name.clone(), words(old), words(new))).collect()
}

/// Whether durations are of one length, as tools measure them.
fn alike(old: &BTreeSet<String>, new: &BTreeSet<String>) -> bool {
    let middle = |values: &BTreeSet<String>| -> Option<f64> {
        let seconds: Option<Vec<f64>> = values.iter().map(|value| number::seconds(value)).collect();
        statistics::median(&seconds?)
    };
    match middle(old).zip(middle(new)) {
        Some((old, new)) => (new - old).abs() <= ALIKE * old,
        None => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, value: &str) -> Conditions {
        BTreeMap::from([(name.to_owned(), BTreeSet::from([value.to_owned()]))])
    }

    #[test]
    fn durations_are_alike_as_tools_measure_them() {
        assert!(unlike(&one("duration", "30.01 s"), &one("duration", "29.98s"), false).is_empty());
        assert_eq!(unlike(&one("duration", "30 s"), &one("duration", "10 s"), false).len(), 1);
        assert!(unlike(&one("duration", "1.3 s"), &one("duration", "2.1 s"), true).is_empty());
        assert_eq!(unlike(&one("connections", "64"), &one("connections", "128"), true).len(), 1);
        assert!(unlike(&one("connections", "64"), &one("threads", "2"), false).is_empty());
    }

    #[test]
    fn an_address_is_its_path() {
        assert_eq!((path_of("http://127.0.0.1:8080/json?n=1"), path_of("https://a.example")), ("/json?n=1", "/"));
    }
}
