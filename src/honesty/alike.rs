//! Results that are the same to the last digit: a row that was copied, or a limit that systems share.
//!
//! What decides is how often chance does it. Systems that are alike, and rounds of one, may agree in their first three
//! digits, which is to a tenth of a percent; each digit beyond agrees by chance once in ten. Digits are counted over all
//! values that agree, as far as their source has them: not the zeros at the end, no more than the number of requests
//! has, no more than the tool's buckets can tell apart. So many agreeing digits are asked for that of 1,000 suites with
//! as many pairs of runs less than one would have such a pair by chance. Four systems with one rate are told whatever
//! its digits: with four digits, as few as most tools print, that is three such coincidences.

use std::collections::{BTreeMap, BTreeSet};

use super::load::{is_scheduled, is_speed, requests};
use super::pages::significant;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Dimensions, Kind, Statistic};
use crate::suite::Suite;

/// Systems that agree in their rate, from this many on, are told whatever their digits.
const ALIKE: usize = 4;

/// The digits in which systems that are alike may agree.
const SHARED: usize = 3;

/// The most digits of a value that are looked at: a quotient has as many as one cares to print.
const MOST: usize = 8;

/// By chance no more than one suite in ten to this power has such a pair.
const SURE: f64 = 3.0;

/// The values of a run by what they are, as bits.
type Row = BTreeMap<(String, Statistic), u64>;

/// Runs, or rates, that are the same to the last digit.
pub(super) fn check(suite: &Suite) -> Vec<Diagnostic> {
    let rows = copied(suite);
    let seen: BTreeSet<usize> = rows.iter().flatten().map(|place| suite.data[*place].run()).collect();
    let mut found: Vec<Diagnostic> = rows.iter().filter_map(|places| row_told(suite, places)).collect();
    found.extend(rates(suite, &seen).iter().filter_map(|places| rate_told(suite, places)));
    found
}

/// Whether a value is one that two runs do not share: a rate, or a statistic of latency, that was measured.
fn is_telling(suite: &Suite, place: usize) -> bool {
    let observation = &suite.data[place].observation;
    let is_measured = observation.kind == Kind::Measured && observation.computed().is_none();
    is_speed(suite, place) && is_measured && observation.value != 0.0
}

/// How many digits of a value agree with another's by chance once in ten each.
fn digits(suite: &Suite, place: usize) -> usize {
    let datum = &suite.data[place];
    let raw = suite.raw(place);
    let mantissa = raw.split(['e', 'E']).next().unwrap_or(raw).trim_end_matches(|c: char| !c.is_ascii_digit());
    let mut most = MOST.min(significant(mantissa.trim_end_matches(['0', '.', ','])));
    if let Some(within) = datum.observation.within {
        most = most.min((-within.share.log10()).max(0.0) as usize);
    }
    if let Some(requests) = requests(suite, datum.run()) {
        most = most.min(requests.max(1).ilog10() as usize + 1);
    }
    most.saturating_sub(SHARED)
}

/// Whether so many digits agree that chance does not explain it among so many pairs.
fn is_sure(digits: usize, pairs: usize) -> bool {
    pairs > 0 && digits as f64 >= SURE + (pairs as f64).log10()
}

fn pairs(runs: usize) -> usize {
    runs * runs.saturating_sub(1) / 2
}

/// Runs of one part, whichever subject and repetition they are, that agree in all their values: a value of each.
fn copied(suite: &Suite) -> Vec<Vec<usize>> {
    let subject = suite.subject_dimension();
    let mut parts: BTreeMap<Dimensions, BTreeMap<Row, Vec<usize>>> = BTreeMap::new();
    for run in 0..suite.runs.len() {
        let telling: Vec<usize> = suite.places_of_run(run).filter(|place| is_telling(suite, *place)).collect();
        let (Some(first), true) = (telling.first(), telling.len() > 1) else { continue };
        let mut part = suite.runs.get(run).dimensions.to_dimensions();
        part.retain(|name, _| subject.as_ref() != Some(name) && !suite.vocabulary.is_repeat(name));
        let row = telling.iter().map(|place| {
            let observation = &suite.data[*place].observation;
            ((observation.metric.to_string(), observation.statistic), observation.value.to_bits())
        });
        parts.entry(part).or_default().entry(row.collect()).or_default().push(*first);
    }
    let all = parts.values().map(|rows| pairs(rows.values().map(Vec::len).sum())).sum();
    let same = parts.into_values().flat_map(BTreeMap::into_values);
    let same = same.map(|places| apart(suite, places)).filter(|places| places.len() > 1);
    same.filter(|places| is_sure(row_digits(suite, places[0]), all)).collect()
}

/// Those that stand in places of their own: one number that is read twice is no copy.
fn apart(suite: &Suite, mut places: Vec<usize>) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    places.retain(|place| seen.insert((suite.data[*place].file(), suite.data[*place].observation.span)));
    places
}

/// The telling digits of a run, of each value once: p99 and the maximum may be the same request.
fn row_digits(suite: &Suite, place: usize) -> usize {
    let telling = suite.places_of_run(suite.data[place].run()).filter(|place| is_telling(suite, *place));
    let values: BTreeMap<u64, usize> =
        telling.map(|place| (suite.data[place].observation.value.to_bits(), place)).collect();
    values.into_values().map(|place| digits(suite, place)).sum()
}

/// Rates of several subjects that are the same, all else being equal, unless the rate is what was asked for.
fn rates(suite: &Suite, seen: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let Some(subject) = suite.subject_dimension() else { return Vec::new() };
    let mut groups: BTreeMap<(Dimensions, Statistic), BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
    for place in 0..suite.told().len() {
        let datum = &suite.data[place];
        let observation = &datum.observation;
        if &*observation.metric != "rps" || observation.value == 0.0 {
            continue;
        }
        let mut rest = suite.dimensions(place).to_dimensions();
        if rest.remove(&subject).is_some() {
            let values = groups.entry((rest, observation.statistic)).or_default();
            values.entry(observation.value.to_bits()).or_default().push(place);
        }
    }
    let all = groups.values().map(|values| pairs(values.values().map(Vec::len).sum())).sum();
    let same = groups.into_values().flat_map(BTreeMap::into_values).filter(|places| {
        let is_new = !places.iter().all(|place| seen.contains(&suite.data[*place].run()));
        let is_told = || places.iter().all(|place| is_telling(suite, *place)) && apart(suite, places.clone()).len() > 1;
        let coincidences = places.len() - 1;
        let sure = || coincidences > 0 && is_told() && is_sure(coincidences * digits(suite, places[0]), all);
        is_new && (places.len() >= ALIKE || sure()) && !is_scheduled(suite, places[0])
    });
    same.collect()
}

/// The values of the subjects of observations.
fn subjects(suite: &Suite, places: &[usize]) -> usize {
    let Some(subject) = suite.subject_dimension() else { return 1 };
    places.iter().map(|place| suite.dimensions(*place).get(&subject)).collect::<BTreeSet<_>>().len()
}

fn row_told(suite: &Suite, places: &[usize]) -> Option<Diagnostic> {
    let values = suite.places_of_run(suite.data[places[0]].run()).filter(|place| is_telling(suite, *place)).count();
    let of = if subjects(suite, places) > 1 { "systems" } else { "rounds" };
    let message = format!("{} {of} have the same {values} values to the last digit", places.len());
    let digits = row_digits(suite, places[0]);
    let told = Diagnostic::warning(Code::Identical, message)
        .at_place(suite.place(&suite.data[places[1]])?)
        .related(suite.place(&suite.data[places[0]])?, "first given here")
        .note(format!("{digits} digits beyond the third of each value agree, each by chance once in ten"));
    Some(told.help("a file or a row was copied: measure again, or take one of them out"))
}

fn rate_told(suite: &Suite, places: &[usize]) -> Option<Diagnostic> {
    let message = format!("{} systems have the same rate to the last digit", places.len());
    let diagnostic = Diagnostic::warning(Code::Identical, message).at_place(suite.place(&suite.data[places[0]])?);
    Some(diagnostic.help("something that they share was the limit, or a value was copied"))
}
