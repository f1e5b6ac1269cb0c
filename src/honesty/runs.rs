//! What cannot be true of a run, or is too good to be.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Observation, Statistic};
use crate::number;
use crate::suite::{Datum, Suite};
use crate::units::Unit;

/// Sketches round to buckets: an order that is wrong by less than this share says nothing.
const BUCKETS: f64 = 0.01;

/// More requests in flight than connections, by this factor, cannot be: a field or a unit is wrong.
/// wrk adds the times that a stall hid to its mean, which brought honest runs to 1.25.
const OVERFULL: f64 = 1.5;

/// Clients that are busy less than this share of the time did not load the server.
const IDLE: f64 = 0.5;

/// Systems that agree to the last digit, from this many on, were not measured apart.
const ALIKE: usize = 4;

/// Checks one run.
pub(super) fn check(suite: &Suite, run: usize) -> Vec<Diagnostic> {
    let data = suite.of_run(run);
    let mut found = order(suite, data);
    found.extend(sentinels(suite, data));
    found.extend(in_flight(suite, run, data));
    found
}

/// Where a statistic stands among those of a distribution; none for those without an order.
fn rank(statistic: Statistic) -> Option<f64> {
    match statistic {
        Statistic::Min => Some(-1.0),
        Statistic::Percentile(percentile) => Some(percentile.percent()),
        Statistic::Max => Some(101.0),
        _ => None,
    }
}

/// p50 above p99, p99 above the maximum, a mean outside of minimum and maximum.
fn order(suite: &Suite, data: &[Datum]) -> Vec<Diagnostic> {
    let mut metrics: BTreeMap<&str, Vec<&Datum>> = BTreeMap::new();
    for datum in data {
        metrics.entry(&datum.observation.metric).or_default().push(datum);
    }
    metrics.values().flat_map(|data| order_of_metric(suite, data)).collect()
}

fn order_of_metric(suite: &Suite, data: &[&Datum]) -> Vec<Diagnostic> {
    let mut ranked: Vec<(f64, f64, &Datum)> = Vec::new();
    for datum in data {
        let observation = &datum.observation;
        if let (Some(rank), Some(value)) = (rank(observation.statistic), base(observation)) {
            ranked.push((rank, value, datum));
        }
    }
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found: Vec<Diagnostic> = ranked
        .windows(2)
        .filter(|pair| pair[0].1 > pair[1].1 + BUCKETS * pair[0].1.abs())
        .filter_map(|pair| impossible(suite, pair[0].2, pair[1].2))
        .collect();
    let mean = data.iter().find(|datum| datum.observation.statistic == Statistic::Mean);
    let of = |statistic| data.iter().find(|datum| datum.observation.statistic == statistic);
    if let (Some(mean), Some(max)) = (mean, of(Statistic::Max)) {
        let (a, b) = (base(&mean.observation), base(&max.observation));
        if a.zip(b).is_some_and(|(mean, max)| mean > max + BUCKETS * max.abs()) {
            found.extend(impossible(suite, mean, max));
        }
    }
    found
}

/// The value in base units.
fn base(observation: &Observation) -> Option<f64> {
    let value = observation.quantity.value * observation.quantity.unit.base_scale();
    value.is_finite().then_some(value)
}

fn impossible(suite: &Suite, lower: &Datum, upper: &Datum) -> Option<Diagnostic> {
    let name = |datum: &Datum| format!("{}.{}", datum.observation.metric, datum.observation.statistic.name());
    let message = format!("`{}` is larger than `{}`", name(lower), name(upper));
    Some(
        Diagnostic::warning(Code::ImpossibleOrder, message)
            .at_place(suite.place(lower)?)
            .label("this cannot be the larger")
            .related(suite.place(upper)?, "than this")
            .help("one of the two was read from another field or has another unit; ask the tool that wrote them"),
    )
}

/// `-1` where a tool had no value.
fn sentinels(suite: &Suite, data: &[Datum]) -> Vec<Diagnostic> {
    let never_negative = |observation: &Observation| {
        let unit = observation.quantity.unit;
        unit.is_time() || unit.symbol().ends_with("/s") || observation.statistic == Statistic::Count
    };
    let negative = data.iter().filter(|d| d.observation.quantity.value < 0.0 && never_negative(&d.observation));
    negative
        .filter_map(|datum| {
            let message = format!("`{}` is below zero: a value that means \"none\"", datum.observation.metric);
            let diagnostic = Diagnostic::warning(Code::Sentinel, message).at_place(suite.place(datum)?);
            Some(diagnostic.help("leave the cell empty: what is not known is shown as not known"))
        })
        .collect()
}

fn value_of(data: &[Datum], metric: &str, statistic: Statistic, unit: &str) -> Option<(f64, usize)> {
    data.iter().enumerate().find_map(|(index, datum)| {
        let observation = &datum.observation;
        let fits = *observation.metric == *metric && observation.statistic == statistic;
        let value = fits.then(|| observation.quantity.to(Unit::named(unit))).flatten()?;
        Some((value.value, index))
    })
}

/// Little's law: requests in flight are rate times mean time, and no more than there are connections.
fn in_flight(suite: &Suite, run: usize, data: &[Datum]) -> Option<Diagnostic> {
    let (rate, _) = value_of(data, "rps", Statistic::Rate, "req/s")?;
    let (mean, at) = value_of(data, "latency", Statistic::Mean, "s")?;
    let connections = connections(suite, run)?;
    let flight = rate * mean;
    let times = flight / connections;
    let facts = format!(
        "{} requests/s × {} s = {} in flight, over {connections} connections",
        number::format(rate, 0),
        number::format(mean, 6),
        number::format(flight, 1)
    );
    let place = suite.place(&data[at])?;
    let diagnostic =
        |code, message: &str| Diagnostic::warning(code, message).at_place(place.clone()).note(facts.clone());
    if (400.0..2_500.0).contains(&times) || (400.0..2_500.0).contains(&times.recip()) {
        let found = diagnostic(Code::UnitImplausible, "the mean latency is off by a factor of about 1,000");
        return Some(found.help("a unit is wrong: µs read as ms, or ms as s"));
    }
    if times > OVERFULL {
        let found = diagnostic(Code::LittlesLaw, "more requests were in flight than there are connections");
        return Some(found.help("rate, mean and connections cannot be of the same run"));
    }
    (times < IDLE).then(|| {
        diagnostic(Code::LoadGenerator, "the clients were idle more than half of the time")
            .help("the load generator was the limit, or waited between requests: say which under the limitations")
    })
}

/// How many connections a run had: what the file says, else what the manifest says for its dimensions.
fn connections(suite: &Suite, run: usize) -> Option<f64> {
    let (_, run) = &suite.runs[run];
    let told = run.facts.iter().find(|fact| fact.name == "connections").map(|fact| fact.value.clone());
    let part: Vec<(String, String)> =
        run.dimensions.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let stated = || suite.manifest.conditions_for(&part).get("connections").map(|text| (*text).to_owned());
    let text = told.or_else(stated)?;
    number::read(&text).numbers.first().map(|printed| printed.value).filter(|connections| *connections > 0.0)
}

/// The same rate to the last digit for several subjects: they share what limits them, or a row was copied.
pub(super) fn alike(suite: &Suite) -> Vec<Diagnostic> {
    let Some(subject) = suite.subject_dimension() else { return Vec::new() };
    let mut groups: BTreeMap<(String, u64), Vec<&Datum>> = BTreeMap::new();
    for datum in suite.of_whole_runs().iter().filter(|datum| &*datum.observation.metric == "rps") {
        let mut rest = suite.runs[datum.run].1.dimensions.clone();
        if rest.remove(&subject).is_some() {
            let value = datum.observation.quantity.value.to_bits();
            groups.entry((format!("{rest:?} {}", datum.observation.statistic.name()), value)).or_default().push(datum);
        }
    }
    let alike = groups.into_values().filter(|data| data.len() >= ALIKE && data[0].observation.quantity.value != 0.0);
    alike
        .filter_map(|data| {
            let message = format!("{} systems have the same rate to the last digit", data.len());
            let diagnostic = Diagnostic::warning(Code::Identical, message).at_place(suite.place(data[0])?);
            Some(diagnostic.help("something that they share was the limit, or a value was copied"))
        })
        .collect()
}
