//! What cannot be true of a run, or is too good to be.

mod order;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Descriptor, LoadModel, Statistic};
use crate::number;
use crate::suite::flight::Flight;
use crate::suite::{Datum, Suite};
use crate::units::Unit;

/// More requests in flight than connections, by this factor, cannot be: a field or a unit is wrong.
/// wrk adds the times that a stall hid to its mean, which brought honest runs to 1.25.
const OVERFULL: f64 = 1.5;

/// Clients that are busy less than this share of the time did not load the server.
const IDLE: f64 = 0.5;

/// Checks one run.
pub(super) fn check(suite: &Suite, run: usize) -> Vec<Diagnostic> {
    let data = suite.of_run(run);
    let mut found = order::check(suite, run);
    found.extend(sentinels(suite, data));
    found.extend(largest(suite, run));
    found.extend(nothing_timed(suite, data));
    found.extend(in_flight(suite, run));
    found
}

/// The largest numbers of machine words, which programs write where they have no value.
const LARGEST: [&str; 4] = ["2147483647", "4294967295", "9223372036854775807", "18446744073709551615"];

/// The largest number of a machine word where a tool had no value.
fn largest(suite: &Suite, run: usize) -> Vec<Diagnostic> {
    let is_largest = |place: &usize| LARGEST.contains(&suite.raw(*place));
    let found = suite.places_of_run(run).filter(is_largest).filter_map(|place| {
        let datum = &suite.data[place];
        let message = format!("`{}` is the largest number of a machine word", datum.observation.metric);
        let told = Diagnostic::warning(Code::Sentinel, message).at_place(suite.place(datum)?);
        Some(told.help("leave the cell empty where there is no value: what is not known is shown as not known"))
    });
    found.collect()
}

/// Latency of which all that is known is zero, although requests were answered.
fn nothing_timed(suite: &Suite, data: &[Datum]) -> Option<Diagnostic> {
    let value = |datum: &Datum| datum.observation.value;
    let is_time = |datum: &&Datum| {
        let observation = &datum.observation;
        &*observation.metric == "latency" && observation.statistic.is_distribution()
    };
    let times: Vec<&Datum> = data.iter().filter(is_time).collect();
    let answered =
        data.iter().any(|datum| matches!(&*datum.observation.metric, "rps" | "requests") && value(datum) > 0.0);
    if !answered || times.len() < 2 || times.iter().any(|datum| value(datum) != 0.0) {
        return None;
    }
    let message = "every latency of the run is zero, although requests were answered";
    let told = Diagnostic::warning(Code::Sentinel, message).at_place(suite.place(times[0])?);
    Some(told.help("leave the cells empty: what is not known is shown as not known"))
}

/// `-1` where a tool had no value.
fn sentinels(suite: &Suite, data: &[Datum]) -> Vec<Diagnostic> {
    let never_negative = |observation: &Descriptor| {
        let unit = observation.unit;
        // A low end is computed from a spread, and may be below what can be.
        if observation.statistic == Statistic::Low && observation.metric.ends_with("interval}") {
            return false;
        }
        unit.is_time() || unit.symbol().ends_with("/s") || observation.statistic == Statistic::Count
    };
    let negative = data.iter().filter(|d| d.observation.value < 0.0 && never_negative(&d.observation));
    negative
        .filter_map(|datum| {
            let message = format!("`{}` is below zero: a value that means \"none\"", datum.observation.metric);
            let diagnostic = Diagnostic::warning(Code::Sentinel, message).at_place(suite.place(datum)?);
            Some(diagnostic.help("leave the cell empty: what is not known is shown as not known"))
        })
        .collect()
}

/// Little's law: requests in flight are rate times mean time, and no more than there are connections.
fn in_flight(suite: &Suite, run: usize) -> Option<Diagnostic> {
    let flight = Flight::of(suite, run)?;
    let base = |place: usize| suite.data[place].observation.quantity();
    let (rate, mean) =
        (base(flight.rate).to(Unit::named("req/s"))?.value, base(flight.mean).to(Unit::named("s"))?.value);
    let facts = format!(
        "{} requests/s × {} s = {} in flight, over {} {}",
        number::format(rate, 0),
        number::format(mean, 6),
        number::format(flight.busy, 1),
        flight.clients,
        flight.of
    );
    let place = suite.place(&suite.data[flight.mean])?;
    let diagnostic =
        |code, message: &str| Diagnostic::warning(code, message).at_place(place.clone()).note(facts.clone());
    let times = flight.share();
    if (400.0..2_500.0).contains(&times) || (400.0..2_500.0).contains(&times.recip()) {
        let found = diagnostic(Code::UnitImplausible, "the mean latency is off by a factor of about 1,000");
        return Some(found.help("a unit is wrong: µs read as ms, or ms as s"));
    }
    if times > OVERFULL && flight.is_single() {
        let found = diagnostic(Code::LittlesLaw, "more requests were in flight than there are connections");
        return Some(found.help(
            "rate, mean and connections cannot be of the same run, or the tool put latencies into the mean that it did not \
             measure, as wrk does after a stall: say which under the limitations",
        ));
    }
    // On a schedule clients are held ready, and most of them are idle.
    let is_open = matches!(suite.runs.get(run).load, Some(LoadModel::Open | LoadModel::OpenCorrected));
    (times < IDLE && (flight.is_single() || !is_open)).then(|| {
        diagnostic(Code::LoadGenerator, "the clients were idle more than half of the time")
            .help("the load generator was the limit, or waited between requests: say which under the limitations")
    })
}
