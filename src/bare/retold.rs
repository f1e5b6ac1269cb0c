//! One run that its tool told in several files: the most exact of them is read.
//!
//! Two files in different formats of one tool are of the same run when they tell of as many requests, and their
//! smallest, mean and largest latency agree as far as the coarser of them has digits. Those of two runs agree in
//! [`SURE`] digits once in millions of pairs, whatever their names say.

use std::collections::{BTreeMap, BTreeSet};

use super::survey::{Seen, What};
use crate::formats::Reading;
use crate::model::{Observation, Run, Statistic};

/// So many digits that agree are no chance.
const SURE: usize = 7;

/// The digits of a value that are looked at.
const MOST: usize = 8;

/// What Gatling writes of a run: a summary, and the file beside it that tells the same more exactly.
const GATLING: [(&str, &str); 3] = [
    ("js/global_stats.json", "simulation.log"),
    ("js/stats.json", "simulation.log"),
    ("js/global_stats.json", "js/stats.json"),
];

/// A value with how far it may lie from the exact one, in base units, and its digits.
#[derive(Debug, Clone, Copy)]
struct Value {
    value: f64,
    within: f64,
    digits: usize,
}

/// What a file tells of all requests of a run, whatever it divides them by.
#[derive(Debug)]
struct Told<'a> {
    path: &'a str,
    format: &'static str,
    /// The smallest, mean and largest latency.
    latency: [Option<Value>; 3],
    /// Whether it has the single measurements.
    is_measurements: bool,
    observations: usize,
}

/// Files of a run that a more exact file tells, each with the reason why it is not read.
pub(super) fn retold<'a>(seen: &'a [Seen], read: &BTreeSet<&'a str>) -> BTreeMap<&'a str, String> {
    let mut left_out = beside(read);
    let mut runs: BTreeMap<(&str, u64), Vec<Told<'a>>> = BTreeMap::new();
    for seen in seen.iter().filter(|seen| read.contains(&*seen.path) && !left_out.contains_key(&*seen.path)) {
        let What::Output(reading, format) = &seen.content else { continue };
        let Some(requests) = requests(reading) else { continue };
        let tool = reading.tool.split_whitespace().next().unwrap_or_default();
        runs.entry((tool, requests)).or_default().push(Told::of(seen, reading, format));
    }
    runs.into_values().for_each(|told| left_out.extend(less_exact(told)));
    left_out
}

/// Gatling's summaries of runs whose requests are read.
fn beside<'a>(read: &BTreeSet<&'a str>) -> BTreeMap<&'a str, String> {
    let why = |path: &'a str| {
        let mut leading = GATLING.iter().filter_map(|(own, other)| Some(format!("{}{other}", path.strip_suffix(own)?)));
        let other = leading.find(|other| read.contains(&**other))?;
        Some((path, format!("is Gatling's summary of the run that `{other}` tells")))
    };
    read.iter().copied().filter_map(why).collect()
}

/// Those of files with as many requests each that tell what a more exact one tells.
fn less_exact(mut told: Vec<Told<'_>>) -> Vec<(&str, String)> {
    // Thousands of files of one format, of as many requests each, need no look at each other.
    if told.windows(2).all(|pair| pair[0].format == pair[1].format) {
        return Vec::new();
    }
    told.sort_by_key(|told| {
        let digits: usize = told.latency.iter().flatten().map(|value| value.digits).sum();
        (std::cmp::Reverse((told.is_measurements, digits, told.observations)), told.path)
    });
    let mut leading: Vec<Told<'_>> = Vec::new();
    let mut left_out = Vec::new();
    for told in told {
        match leading.iter().find(|leading| leading.is_same_run(&told)) {
            Some(same) => left_out.push((told.path, format!("is of the run that `{}` tells more exactly", same.path))),
            None => leading.push(told),
        }
    }
    left_out
}

/// How many requests there were in all runs of a file.
fn requests(reading: &Reading) -> Option<u64> {
    let counts: Option<Vec<f64>> = reading.runs.iter().map(|run| value_of(run, "requests", Statistic::Count)).collect();
    let all: f64 = counts?.iter().sum();
    (all >= 1.0).then_some(all as u64)
}

fn find<'r>(run: &'r Run, metric: &str, statistic: Statistic) -> Option<&'r Observation> {
    run.observations.iter().find(|o| *o.metric == *metric && o.statistic == statistic)
}

fn value_of(run: &Run, metric: &str, statistic: Statistic) -> Option<f64> {
    find(run, metric, statistic).map(|o| o.value * o.unit.base_scale())
}

impl<'a> Told<'a> {
    fn of(seen: &'a Seen, reading: &Reading, format: &'static str) -> Self {
        let text = seen.source.as_ref().map_or("", |source| source.text().trim_start_matches('\u{feff}'));
        let values = |statistic| -> Option<Vec<Value>> {
            reading.runs.iter().map(|run| Some(Value::of(find(run, "latency", statistic)?, text))).collect()
        };
        let end = |statistic, is_further: fn(f64, f64) -> bool| {
            values(statistic)?.into_iter().reduce(|a, b| if is_further(b.value, a.value) { b } else { a })
        };
        let latency = [
            end(Statistic::Min, |a, b| a < b),
            mean(reading, values(Statistic::Mean)),
            end(Statistic::Max, |a, b| a > b),
        ];
        let mut all = reading.runs.iter().flat_map(|run| &run.observations);
        let is_measurements = all.any(|o| *o.metric == *"latency" && o.basis.is_some());
        let observations = reading.runs.iter().map(|run| run.observations.len()).sum();
        Self { path: &seen.path, format, latency, is_measurements, observations }
    }

    /// Whether another format tells the same as far as it has digits.
    fn is_same_run(&self, other: &Self) -> bool {
        if self.format == other.format {
            return false;
        }
        let both = self.latency.iter().zip(&other.latency).filter_map(|(a, b)| Some((*a.as_ref()?, *b.as_ref()?)));
        let both: Vec<(Value, Value)> = both.collect();
        let digits: usize = both.iter().map(|(a, b)| a.digits.min(b.digits)).sum();
        digits >= SURE && both.iter().all(|(a, b)| a.agrees(*b))
    }
}

/// The mean of all runs of a file, weighed by their requests.
fn mean(reading: &Reading, means: Option<Vec<Value>>) -> Option<Value> {
    let weights = reading.runs.iter().map(|run| value_of(run, "requests", Statistic::Count));
    let (means, weights) = (means?, weights.collect::<Option<Vec<f64>>>()?);
    let all: f64 = weights.iter().sum();
    let value = means.iter().zip(&weights).map(|(mean, weight)| mean.value * weight).sum::<f64>() / all;
    let within = means.iter().map(|mean| mean.within).fold(0.0, f64::max);
    Some(Value { value, within, digits: means.iter().map(|mean| mean.digits).min()? })
}

impl Value {
    /// A printed value lies within one of its last digit: tools round, or cut digits off.
    fn of(observation: &Observation, text: &str) -> Self {
        let quantity = observation.quantity();
        let (value, scale) = (quantity.value * quantity.unit.base_scale(), quantity.unit.base_scale());
        let raw = text.get(observation.span.range()).filter(|_| observation.basis.is_none());
        let Some(raw) = raw.filter(|raw| !raw.contains(['e', 'E'])) else {
            return Self { value, within: 0.0, digits: MOST };
        };
        let number: String = raw.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let digits = number.replace('.', "").trim_start_matches('0').len().min(MOST);
        Self { value, within: 10_f64.powi(-(decimals as i32)) * scale, digits }
    }

    fn agrees(self, other: Self) -> bool {
        const ROUNDING: f64 = 1e-9;
        (self.value - other.value).abs()
            <= self.within.max(other.within) * (1.0 + ROUNDING) + self.value.abs() * ROUNDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(value: f64, within: f64, digits: usize) -> Option<Value> {
        Some(Value { value, within, digits })
    }

    fn told<'a>(path: &'a str, format: &'static str, latency: [Option<Value>; 3]) -> Told<'a> {
        Told { path, format, latency, is_measurements: false, observations: 3 }
    }

    #[test]
    fn a_run_is_told_twice_where_enough_digits_agree() {
        let exact = || told("a", "json", [value(0.000_239_486, 0.0, 6), None, value(0.045_64, 0.0, 6)]);
        let printed = [value(0.000_239_48, 1e-8, 5), None, value(0.045_64, 1e-5, 4)];
        assert!(exact().is_same_run(&told("b", "text", printed)));
        assert!(!exact().is_same_run(&told("b", "json", printed)), "copies of a file are no two formats");
        let other = [value(0.000_239_48, 1e-8, 5), None, value(0.045_66, 1e-5, 4)];
        assert!(!exact().is_same_run(&told("b", "text", other)));
        let coarse = [value(0.000_2, 1e-4, 1), None, value(0.046, 1e-3, 2)];
        assert!(!exact().is_same_run(&told("b", "text", coarse)), "three digits agree by chance");
    }
}
