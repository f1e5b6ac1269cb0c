//! What a run did over its time: the few numbers that are told of each slice.

use std::collections::BTreeSet;

use super::Failed;
use super::fields::written;
use super::gather::{Gather, Group};
use super::observe::{Telling, rate_of};
use crate::model::{Basis, Observation, Percentile, Slice, Statistic, Timing};
use crate::samples::buckets::Buckets;
use crate::samples::slices::Shown;
use crate::samples::{BEYOND, Sample};
use crate::units::Quantity;

/// The percentiles that are told where enough measurements lie beyond them.
const TOLD: [f64; 4] = [50.0, 90.0, 95.0, 99.0];

/// Of fewer slices there is nothing to see.
const LEAST: usize = 3;

/// The bytes of the file that are told of.
pub(super) fn told(gathered: &Gather) -> BTreeSet<u64> {
    let shown = gathered.groups.values().flat_map(shown);
    let of_slice = |shown: &Shown| {
        let slice = &shown.slice;
        let ends = slice.verdicts.into_iter().flatten().chain(slice.ends.into_iter().filter(|_| !slice.is_empty()));
        picked(shown).into_iter().map(|(_, sample)| sample.at).chain(ends).collect::<Vec<_>>()
    };
    shown.flat_map(of_slice).collect()
}

/// The slices of a run that has enough of them.
fn shown(group: &Group) -> &[Shown] {
    if group.shown.len() < LEAST { &[] } else { &group.shown }
}

/// The measurements of a slice that are told of themselves.
fn picked(shown: &Shown) -> Vec<(Statistic, Sample)> {
    let set = &shown.slice.set;
    let percentiles = TOLD.iter().filter_map(|percent| Percentile::new(*percent));
    let told = percentiles.filter(|percentile| set.beyond(percentile.millionths()) >= BEYOND);
    let told =
        told.filter_map(|percentile| Some((Statistic::Percentile(percentile), set.nearest(percentile.millionths())?)));
    told.chain(set.max().map(|sample| (Statistic::Max, sample))).collect()
}

/// What a run did over its time; nothing where its records do not say when they were.
pub(super) fn slices(run: &Telling<'_>) -> Vec<Slice> {
    let Some(timing) = &run.plan.time else { return Vec::new() };
    let buckets = |shown: &Shown| (run.group.answered > 0).then(|| Buckets::of(&shown.slice.set));
    let slice = |shown: &Shown| Slice {
        axis: shown.axis,
        trailing: None,
        observations: observations(run, timing, shown),
        buckets: buckets(shown),
    };
    shown(run.group).iter().map(slice).collect()
}

fn observations(run: &Telling<'_>, timing: &Timing, shown: &Shown) -> Vec<Observation> {
    let slice = &shown.slice;
    let of_time = |basis: Basis| Basis {
        time: Some(timing.clone()),
        window: Some(shown.window.map(|at| written(at, timing.unit))),
        ..basis
    };
    // That there is no record of a time can be seen in all records only.
    let ends = if slice.is_empty() { run.group.ends } else { slice.ends };
    let over = run.over(&run.plan.value, ends);
    let basis = |statistic: &str| of_time(Basis { count: slice.set.count(), ..run.basis(statistic, &over) });
    let computed = |metric: &str, statistic, quantity, basis| {
        run.computed_from(ends[0], (metric, statistic), quantity, over.clone(), basis)
    };
    let count = Quantity { value: slice.set.count() as f64, unit: run.unit() };
    let mut told = vec![computed(run.plan.counted, Statistic::Count, count, basis("count"))];
    let (metric, unit) = rate_of(run.plan.counted);
    let rate = rate(run.group, timing, shown).map(|value| Quantity { value, unit });
    told.extend(rate.map(|rate| computed(metric, Statistic::Rate, rate, basis("rate"))));
    if run.group.answered > 0 {
        let at_place = |(statistic, sample): (Statistic, Sample)| {
            run.at_place(("latency", &slice.set), (statistic, sample), basis(&statistic.name()))
        };
        told.extend(picked(shown).into_iter().filter_map(at_place));
    }
    told.extend(errors(run, shown, of_time));
    told
}

/// How many measurements there were a second. Of a slice of which the run covers less than half, that would
/// say little; nor can it be said of the first and the last where times are known to a whole second.
fn rate(group: &Group, timing: &Timing, shown: &Shown) -> Option<f64> {
    let [whole, covered] = [shown.axis, shown.window].map(|[from, until]| until.saturating_sub(from));
    let mut ends = group.shown.first().into_iter().chain(group.shown.last());
    let is_unsure = timing.is_coarse && ends.any(|end| end.axis == shown.axis);
    (covered >= whole / 2 && !is_unsure).then(|| shown.slice.set.count() as f64 / (covered as f64 / 1e9))
}

/// How many failed, where the file tells of that.
fn errors(run: &Telling<'_>, shown: &Shown, of_time: impl Fn(Basis) -> Basis) -> Option<Observation> {
    let slice = Some(&shown.slice).filter(|slice| !slice.is_empty())?;
    let (first, over, basis) = match run.plan.failed.as_ref()? {
        Failed::Where(place, text) => {
            let over = run.over(&run.plan.value, slice.ends);
            let filter = run.failures(place, text)?;
            let basis = Basis { filter, count: slice.failed, ..run.basis("count", &over) };
            (slice.ends[0], over, basis)
        }
        Failed::Sum(place, filter) => {
            let over = run.over(place, slice.verdicts?);
            let basis = Basis { filter: run.filter_of(filter), count: slice.judged, ..run.basis("sum", &over) };
            (slice.verdicts?[0], over, basis)
        }
    };
    let failed = Quantity { value: slice.failed as f64, unit: run.unit() };
    Some(run.computed_from(first, ("errors", Statistic::Count), failed, over, of_time(basis)))
}
