//! Units in which the values of a metric are read at a glance, where its usual one would take long numbers.

use crate::metrics;
use crate::model::Statistic;
use crate::units::{Quantity, Unit};

use super::runs::Line;

/// Metrics whose values lie far apart from one benchmark to the next, with their units, the smallest first.
const SCALES: [(&str, &[&str]); 2] = [("time", &["ns", "µs", "ms", "s"]), ("memory", &["B", "KiB", "MiB", "GiB"])];

/// Metrics with the unit in which they are shown, of those that their usual one does not suit.
pub(super) fn units(lines: &[Line<'_>]) -> Vec<(&'static str, &'static str)> {
    let fitting = |(metric, units): &(&'static str, &'static [&'static str])| {
        let usual = metrics::find(metric)?.unit;
        unit(&values(lines, metric, Unit::named(usual))?, units, usual).map(|unit| (*metric, unit))
    };
    SCALES.iter().filter_map(fitting).collect()
}

/// The values of a metric, in its unit; none where some are of another kind.
fn values(lines: &[Line<'_>], metric: &str, unit: Unit) -> Option<Vec<f64>> {
    let observations = lines.iter().flat_map(|line| &line.run.observations).filter(|o| &*o.metric == metric);
    let typical = observations.filter(|o| !matches!(o.statistic, Statistic::StdDev | Statistic::Count));
    let in_unit = |quantity: Quantity| quantity.to(unit).map(|quantity| quantity.value);
    typical.map(|o| in_unit(o.quantity)).collect()
}

/// The largest unit in which all values are 1 or more; none where that is the usual one.
fn unit(values: &[f64], units: &[&'static str], usual: &str) -> Option<&'static str> {
    let least = values.iter().copied().filter(|value| *value > 0.0).min_by(f64::total_cmp)?;
    let scale = |unit: &str| Unit::named(usual).base_scale() / Unit::named(unit).base_scale();
    let fits = |unit: &&&str| least * scale(unit) >= 1.0;
    units.iter().rev().find(fits).or(units.first()).copied().filter(|unit| *unit != usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_fits_all_values() {
        let of = |values: &[f64], usual| {
            let units = SCALES.iter().find(|(_, units)| units.contains(&usual)).expect("a known unit").1;
            unit(values, units, usual)
        };
        assert_eq!(of(&[21e6, 64e6, 186e6], "ns"), Some("ms"));
        assert_eq!(of(&[21.0, 640.0], "ns"), None);
        assert_eq!(of(&[91.0, 592_000.0], "ns"), None);
        assert_eq!(of(&[1500.0, 592_000.0], "ns"), Some("µs"));
        assert_eq!(of(&[0.000_854, 0.007_813], "MiB"), Some("B"));
        assert_eq!(of(&[3.0, 64.0], "MiB"), None);
        assert_eq!(of(&[0.0], "ns"), None);
        assert_eq!(of(&[], "ns"), None);
    }
}
