//! Rates that follow from what one iteration handles, and the time that it takes.

use super::runs::Line;
use super::toml_text::string;
use crate::model::{Observation, Statistic};
use crate::units::Unit;

/// What iterations handle, with the units of its rate, the smallest first.
const COUNTED: [(&str, [&str; 4]); 3] = [
    ("elements", ["elem/s", "Kelem/s", "Melem/s", "Gelem/s"]),
    ("bytes", ["B/s", "KiB/s", "MiB/s", "GiB/s"]),
    ("bits", ["bit/s", "Kbit/s", "Mbit/s", "Gbit/s"]),
];

/// A rate of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rate {
    /// What is counted.
    pub(super) counted: &'static str,
    /// The largest unit of which every run has one or more, else the smallest.
    pub(super) unit: &'static str,
}

impl Rate {
    /// The column of a table, beside those of all rates.
    pub(super) fn column(&self, all: &[Self]) -> String {
        let Self { counted, unit } = self;
        // The unit says that it is a rate.
        let label = if all.len() == 1 { "throughput" } else { counted };
        let value = format!("{counted}_per_iteration.value / time");
        format!("{{ value = {}, label = {}, unit = {} }}", string(&value), string(label), string(unit))
    }
}

/// The rates of runs, when at least half of them have one.
pub(super) fn of(lines: &[&Line<'_>]) -> Vec<Rate> {
    let has = |line: &&&Line<'_>| COUNTED.iter().any(|(counted, _)| rate(line, counted).is_some());
    if lines.iter().filter(has).count() * 2 < lines.len() {
        return Vec::new();
    }
    let of_counted = |(counted, units): &(&'static str, [&'static str; 4])| {
        let least = lines.iter().filter_map(|line| rate(line, counted)).reduce(f64::min)?;
        let fits = |unit: &&&str| Unit::named(unit).base_scale() <= least;
        Some(Rate { counted, unit: units.iter().rfind(fits).unwrap_or(&units[0]) })
    };
    COUNTED.iter().filter_map(of_counted).collect()
}

/// How much a run handles a second, in base units.
fn rate(line: &Line<'_>, counted: &str) -> Option<f64> {
    let all = || line.run.observations.iter().chain(line.beside);
    let base = |o: &Observation| o.quantity.value * o.quantity.unit.base_scale();
    let is_handled = |o: &&Observation| o.metric.strip_suffix("_per_iteration") == Some(counted);
    let handled = all().find(is_handled).map(base)?;
    let time = all().find(|o| &*o.metric == "time" && o.statistic == Statistic::Mean).map(base)?;
    (time > 0.0).then_some(handled / time)
}
