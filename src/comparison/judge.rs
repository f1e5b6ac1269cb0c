//! The verdict on a figure.

use super::conditions;
use super::matching::{Figure, Round};
use super::{Row, SIDES, Sample, Settings, Side, Verdict};
use crate::metrics::{self, Better};
use crate::model::Statistic;
use crate::statistics::{self, ranks};
use crate::units::Unit;

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
        why: String::new(),
    };
    let (verdict, why) = match unlike(figure, settings) {
        Some(why) => (Verdict::NotComparable, why),
        None => compared(&mut row, settings),
    };
    row.verdict = verdict;
    row.why = if why.is_empty() { verdict.words().to_owned() } else { why };
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
fn unlike(figure: &Figure, settings: &Settings) -> Option<String> {
    if figure.rounds.iter().any(Vec::is_empty) {
        return None;
    }
    let unit = figure.unit();
    let mut units = figure.rounds.iter().flatten().flat_map(|round| &round.values).map(|quantity| quantity.unit);
    if let Some(other) = units.find(|other| !other.fits(unit)) {
        return Some(format!("not comparable because units {} ≠ {}", unit.words(), other.words()));
    }
    let [old, new] = &figure.conditions;
    let unlike = conditions::unlike(old, new, figure.same_requests);
    let refused = unlike.iter().filter(|(name, ..)| !settings.accepted.contains(name));
    let reasons: Vec<String> = refused.map(|(name, old, new)| format!("{name} {old} ≠ {new}")).collect();
    (!reasons.is_empty()).then(|| format!("not comparable because {}", reasons.join(", ")))
}

/// The verdict on a figure whose conditions are alike; a reason when it says more than the verdict.
fn compared(row: &mut Row, settings: &Settings) -> (Verdict, String) {
    let [Some(old), Some(new)] = &row.samples else {
        let verdict = if row.samples[0].is_some() { Verdict::MissingNew } else { Verdict::MissingOld };
        return (verdict, String::new());
    };
    row.change = (old.median != 0.0).then(|| new.median / old.median - 1.0);
    if row.better == Better::Neither {
        return (Verdict::NotJudged, String::new());
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
            (direction(row.better, low), String::new())
        }
        Some(ends) if ends.iter().all(|end| end.abs() <= settings.noise) => (Verdict::Same, String::new()),
        None if is_shown && difference != 0.0 => (direction(row.better, difference), String::new()),
        None if new.values.iter().chain(&old.values).all(|value| *value == new.median) => {
            (Verdict::Same, String::new())
        }
        _ => (Verdict::Noisy, String::new()),
    }
}

fn direction(better: Better, difference: f64) -> Verdict {
    if (difference > 0.0) == (better == Better::Higher) { Verdict::Better } else { Verdict::Worse }
}

/// The verdict where no test is possible.
fn by_threshold(row: &Row, counts: [usize; 2], settings: &Settings) -> (Verdict, String) {
    let Some(threshold) = settings.threshold else { return (Verdict::TooFew, too_few(counts, settings.level)) };
    match row.change {
        Some(change) if change.abs() > threshold => {
            let verdict = direction(row.better, change);
            (verdict, format!("{} by the threshold", verdict.words()))
        }
        Some(_) => (Verdict::Same, "within the threshold".to_owned()),
        None => (Verdict::TooFew, too_few(counts, settings.level)),
    }
}

fn too_few(counts: [usize; 2], level: f64) -> String {
    let needed = (1..).find(|count| ranks::telling_pairs(*count, *count, level).is_some()).unwrap_or_default();
    let there = match counts {
        [1, 1] => return "one round each: too few to tell".to_owned(),
        [old, new] if old == new => format!("{old} rounds each"),
        [old, new] => format!("{old} {} and {new} {} rounds", SIDES[0], SIDES[1]),
    };
    format!("{there}: too few to tell, {needed} each are enough")
}
