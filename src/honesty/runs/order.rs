//! Statistics of one distribution in an order that they cannot have.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Observation, Shared, Statistic};
use crate::number;
use crate::suite::{Datum, Suite};

/// What is lost where a program computes with numbers of its own: far below any digit that is printed.
const NOISE: f64 = 1e-9;

/// A statistic of a distribution.
#[derive(Clone, Copy)]
struct Known<'a> {
    datum: &'a Datum,
    /// Where it stands among the others; none for those without an order.
    rank: Option<f64>,
    /// Its value in base units.
    value: f64,
    /// What one more in its last digit would be.
    step: f64,
    /// How far it may be from the exact statistic, since its tool counts in buckets.
    within: f64,
}

/// p50 above p99, p99 above the maximum, a mean outside of minimum and maximum.
/// Changes have no order: a p99 may fall by less than the maximum does.
pub(super) fn check(suite: &Suite, run: usize) -> Vec<Diagnostic> {
    // One number has no order, and many a run has no more.
    if suite.of_run(run).len() < 2 {
        return Vec::new();
    }
    let mut metrics: BTreeMap<&str, Vec<Known<'_>>> = BTreeMap::new();
    for index in suite.places_of_run(run) {
        let known = Known::of(suite, index);
        metrics.entry(&suite.data[index].observation.metric).or_default().extend(known);
    }
    metrics.values().flat_map(|known| order(suite, known)).collect()
}

fn order(suite: &Suite, known: &[Known<'_>]) -> Vec<Diagnostic> {
    let mut ranked: Vec<(f64, Known<'_>)> = known.iter().filter_map(|known| Some((known.rank?, *known))).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let neighbours = ranked.windows(2).map(|pair| (pair[0].1, pair[1].1));
    let of = |statistic| known.iter().find(|known| known.datum.observation.statistic == statistic).copied();
    let around = [(Statistic::Min, Statistic::Mean), (Statistic::Mean, Statistic::Max)];
    let around = around.into_iter().filter_map(|(lower, upper)| Some((of(lower)?, of(upper)?)));
    let wrong = neighbours.chain(around).filter(|(lower, upper)| !lower.may_be_below(upper));
    wrong.filter_map(|(lower, upper)| impossible(suite, lower.datum, upper.datum)).collect()
}

impl<'a> Known<'a> {
    fn of(suite: &'a Suite, index: usize) -> Option<Self> {
        let datum = &suite.data[index];
        let observation = &datum.observation;
        let scale = observation.unit.base_scale();
        let value = observation.value * scale;
        let raw = suite.raw(index);
        // A share that is written with a sign is a change.
        let is_change = observation.unit.is_plain() && raw.starts_with(['+', '-', '\u{2212}']);
        let share = observation.within.map_or(0.0, |within| within.share);
        let known = Self {
            datum,
            rank: rank(observation.statistic),
            value,
            step: step(observation, raw) * scale,
            within: share * value.abs(),
        };
        (value.is_finite() && !is_change).then_some(known)
    }

    /// Whether the exact statistics may be in order, although the printed ones are not.
    fn may_be_below(&self, upper: &Self) -> bool {
        // Two numbers that are rounded to the same place are in the order in which they were before.
        let is_exact = self.within == 0.0 && upper.within == 0.0;
        let is_alike = is_exact && (self.step - upper.step).abs() <= NOISE * self.step;
        let rounding = if is_alike { 0.0 } else { (self.step + upper.step) / 2.0 };
        let noise = NOISE * self.value.abs();
        self.value <= upper.value + rounding + self.within + upper.within + noise
    }
}

/// What one more in the last printed digit is, in the unit of the observation.
fn step(observation: &Observation<Shared>, raw: &str) -> f64 {
    let exponent = raw.split_once(['e', 'E']).and_then(|(_, power)| power.parse::<i32>().ok()).unwrap_or(0);
    // The range of decimals makes the conversion exact.
    let decimals = i32::try_from(number::decimals_printed(observation, raw)).unwrap_or(i32::MAX);
    // What is computed has all the digits that there are.
    if observation.computed().is_some() { 0.0 } else { 10_f64.powi(exponent.saturating_sub(decimals)) }
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

fn impossible(suite: &Suite, lower: &Datum, upper: &Datum) -> Option<Diagnostic> {
    let name = |datum: &Datum| format!("{}.{}", datum.observation.metric, datum.observation.statistic.name());
    let message = format!("`{}` is larger than `{}`", name(lower), name(upper));
    let told = Diagnostic::warning(Code::ImpossibleOrder, message)
        .at_place(suite.place(lower)?)
        .label("this cannot be the larger")
        .related(suite.place(upper)?, "than this");
    let within = lower.observation.within.or(upper.observation.within);
    let note = within.map(|within| format!("the difference is beyond what the tool keeps of times: {}", within.words));
    Some(
        note.into_iter()
            .fold(told, Diagnostic::note)
            .help("one of the two was read from another field or has another unit; ask the tool that wrote them"),
    )
}
