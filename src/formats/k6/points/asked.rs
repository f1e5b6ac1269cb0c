//! The metrics of k6 that are asked for beside latency and failures.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::entry::{Contains, Type};
use super::super::names;
use super::{FAILED, LATENCY};
use crate::diagnostic::Code;
use crate::formats::Problem;
use crate::formats::stream::{Kind, Measure, PARTS, Wrong};
use crate::source::Span;

/// What a stream says of its metrics, by their names.
pub(super) type Defined<'a> = BTreeMap<&'a str, (Type, Option<Contains>)>;

/// The line that comes before the first point of a metric.
#[derive(Deserialize)]
struct Definition<'a> {
    #[serde(rename = "type")]
    _kind: Tag,
    #[serde(borrow)]
    data: Data<'a>,
}

#[derive(Deserialize)]
enum Tag {
    Metric,
}

#[derive(Deserialize)]
struct Data<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    kind: &'a str,
    contains: &'a str,
}

/// What the beginning of a stream says of its metrics.
pub(super) fn defined(head: &str) -> Defined<'_> {
    let lines = head.lines().filter(|line| line.contains("\"Metric\""));
    let definitions = lines.filter_map(|line| serde_json::from_str::<Definition<'_>>(line).ok());
    definitions
        .filter_map(|Definition { data, .. }| {
            Some((data.name, (Type::parse(data.kind)?, Contains::parse(data.contains))))
        })
        .collect()
}

/// What is to be told of the metrics that are asked for; `place` is where a record names its metric.
pub(super) fn measures(defined: &Defined<'_>, asked: &[String], place: &str) -> Result<Vec<Measure>, Problem> {
    asked.iter().map(|name| measure(defined, name, place)).collect()
}

fn measure(defined: &Defined<'_>, name: &str, place: &str) -> Result<Measure, Problem> {
    if [LATENCY, FAILED].contains(&name) {
        let message = format!("`{name}` is read without being asked for");
        return Err(Problem::new(Code::BadValue, Span::new(0, 0), message).help("take it out of `metrics`"));
    }
    let told = defined.get(name).copied().or_else(|| Some((names::kind(name)?, None)));
    let Some((kind, contains)) = told else { return Err(unknown(defined, name)) };
    let told = match kind {
        Type::Trend => Kind::Trend(names::plain((name, ""))),
        Type::Gauge => Kind::Gauge(names::plain((name, ""))),
        Type::Counter => Kind::Counter(names::counter((name, "")).total),
        Type::Rate => {
            let names::RateNames { share, hits: (hits, _), .. } = names::rate((name, ""));
            Kind::Rate { share, hits }
        }
    };
    let filter = vec![(place.to_owned(), name.to_owned())];
    Ok(Measure { kind: told, unit: names::unit_of(name, kind, contains), filter })
}

fn unknown(defined: &Defined<'_>, name: &str) -> Problem {
    let message = format!("the beginning of the file says nothing of a metric `{name}`");
    let known: Vec<&str> = defined.keys().copied().filter(|name| ![LATENCY, FAILED].contains(name)).collect();
    let help = match &known[..] {
        [] => "points as CSV tell nothing of a script's own metrics: take `--out json`".to_owned(),
        known => format!("it says what these are: {}", crate::suggest::listed(known)),
    };
    Problem::new(Code::NoMapping, Span::new(0, 0), message).help(help)
}

/// Whether a value can be one of its metric.
pub(super) fn check(measure: &Measure, ticks: u64) -> Result<(), Wrong> {
    let is_wrong = matches!(measure.kind, Kind::Rate { .. }) && ticks != 0 && ticks != PARTS;
    if is_wrong { Err(Wrong::Rate) } else { Ok(()) }
}
