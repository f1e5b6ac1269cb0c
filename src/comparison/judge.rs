//! The verdict on a figure.

use super::conditions;
use super::matching::{Figure, Round};
use super::{Row, Sample, Settings, Side, Verdict};
use crate::metrics::{self, Better};
use crate::model::Statistic;
use crate::statistics::{self, ranks};
use crate::units::Unit;
use crate::words::{Message, say};

/// Which way a figure is better: what the suites say, the new one first, else what is known of the metric.
fn better(figure: &Figure, unit: Unit, sides: &[Side; 2]) -> Better {
    let metric = &figure.metric;
    let stated = |statistic| sides.iter().rev().find_map(|side| side.stated(&metric.metric, statistic));
    let of_metric = || match metric.statistic {
        // What is said of a metric is not said of how far its values scatter.
        Some(Statistic::StdDev) => Better::Neither,
        _ => stated(None).unwrap_or_else(|| metrics::better(&metric.metric, unit)),
    };
    stated(metric.statistic).unwrap_or_else(of_metric)
}

/// The row of a figure.
pub(super) fn row(figure: &Figure, sides: &[Side; 2], settings: &Settings) -> Row {
    let unit = figure.unit();
    let counts = figure.rounds.each_ref().map(Vec::len);
    // What a run repeats within counts once where there are rounds enough; else each of its measurements counts.
    let by_round = ranks::telling_pairs(counts[0], counts[1], settings.level).is_some();
    let samples = figure.rounds.each_ref().map(|rounds| sample(rounds, unit, by_round));
    let better = better(figure, unit, sides);
    let mut row = Row {
        dimensions: figure.dimensions.clone(),
        words: figure.words.clone(),
        metric: figure.metric.clone(),
        unit,
        better,
        samples: samples.map(|sample| sample.ok().flatten()),
        change: None,
        interval: None,
        test: None,
        verdict: Verdict::NotComparable,
        why: Verdict::NotComparable.message(),
    };
    let (verdict, why) = match unlike(figure, settings) {
        Some(why) => (Verdict::NotComparable, Some(why)),
        None => compared(&mut row, settings),
    };
    row.verdict = verdict;
    row.why = why.unwrap_or_else(|| verdict.message());
    row
}

/// The samples of one side; an error when a unit does not fit.
fn sample(rounds: &[Round], unit: Unit, by_round: bool) -> Result<Option<Sample>, ()> {
    let mut values = Vec::new();
    let mut places = Vec::new();
    for round in rounds {
        let converted: Option<Vec<f64>> =
            round.values.iter().map(|quantity| quantity.to(unit).map(|quantity| quantity.value)).collect();
        let converted = converted.ok_or(())?;
        let middle = statistics::median(&converted).ok_or(())?;
        places.push((middle, &round.spot));
        if by_round { values.push(middle) } else { values.extend(converted) }
    }
    let Some(median) = statistics::median(&values) else { return Ok(None) };
    let nearest = places.into_iter().min_by(|a, b| (a.0 - median).abs().total_cmp(&(b.0 - median).abs()));
    Ok(nearest.map(|(_, spot)| {
        let line = spot.source.position(spot.span.start).line;
        Sample { values, median, path: spot.path.clone(), line }
    }))
}

/// Why the sides cannot be compared.
fn unlike(figure: &Figure, settings: &Settings) -> Option<Message> {
    if figure.rounds.iter().any(Vec::is_empty) {
        return None;
    }
    let unit = figure.unit();
    let mut units = figure.rounds.iter().flatten().flat_map(|round| &round.values).map(|quantity| quantity.unit);
    if let Some(other) = units.find(|other| !other.fits(unit)) {
        return Some(say("units_unlike").with("old", unit.words()).with("new", other.words()));
    }
    let [old, new] = &figure.conditions;
    let unlike = conditions::unlike(old, new, figure.same_requests);
    let refused = unlike.iter().filter(|(name, ..)| !settings.accepted.contains(name));
    let reasons: Vec<String> = refused.map(|(name, old, new)| format!("{name} {old} ≠ {new}")).collect();
    (!reasons.is_empty()).then(|| say("conditions_unlike").with("conditions", reasons.join(", ")))
}

/// The verdict on a figure whose conditions are alike; a reason when it says more than the verdict.
fn compared(row: &mut Row, settings: &Settings) -> (Verdict, Option<Message>) {
    let [Some(old), Some(new)] = &row.samples else {
        let verdict = if row.samples[0].is_some() { Verdict::MissingNew } else { Verdict::MissingOld };
        return (verdict, None);
    };
    row.change = (old.median != 0.0).then(|| new.median / old.median - 1.0);
    if row.better == Better::Neither {
        return (Verdict::NotJudged, None);
    }
    let counts = [old.values.len(), new.values.len()];
    if ranks::telling_pairs(counts[0], counts[1], settings.level).is_none() {
        return by_threshold(row, counts, settings);
    }
    row.test = ranks::u_test(&old.values, &new.values);
    let ratio = ranks::ratio_interval(&old.values, &new.values, settings.level);
    row.interval = ratio.map(|ends| ends.map(|ratio| ratio - 1.0));
    let difference = new.median - old.median;
    let is_shown = row.test.is_some_and(|test| test.p <= settings.level);
    match row.interval {
        // The whole interval is beyond what is too small to matter.
        Some([low, high]) if is_shown && (low >= settings.least || high <= -settings.least) => {
            (direction(row.better, low), None)
        }
        Some(ends) if ends.iter().all(|end| end.abs() <= settings.noise) => (Verdict::Same, None),
        None if is_shown && difference != 0.0 => (direction(row.better, difference), None),
        None if new.values.iter().chain(&old.values).all(|value| *value == new.median) => (Verdict::Same, None),
        _ => (Verdict::Noisy, None),
    }
}

fn direction(better: Better, difference: f64) -> Verdict {
    if (difference > 0.0) == (better == Better::Higher) { Verdict::Better } else { Verdict::Worse }
}

/// The verdict where no test is possible.
fn by_threshold(row: &Row, counts: [usize; 2], settings: &Settings) -> (Verdict, Option<Message>) {
    let Some(threshold) = settings.threshold else {
        return (Verdict::TooFew, Some(too_few(counts, settings.level)));
    };
    match row.change {
        Some(change) if change.abs() > threshold => {
            let verdict = direction(row.better, change);
            (verdict, Some(say("by_the_threshold").with("verdict", verdict.message())))
        }
        Some(_) => (Verdict::Same, Some(say("within_the_threshold"))),
        None => (Verdict::TooFew, Some(too_few(counts, settings.level))),
    }
}

fn too_few(counts: [usize; 2], level: f64) -> Message {
    let needed = (1..).find(|count| ranks::telling_pairs(*count, *count, level).is_some()).unwrap_or_default();
    match counts {
        [1, 1] => say("one_round_each"),
        [old, new] if old == new => say("too_few_rounds_each").with("n", old).with("needed", needed),
        [old, new] => say("too_few_rounds").with("old", old).with("new", new).with("needed", needed),
    }
}
