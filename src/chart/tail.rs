//! The percentile axis: the further into the tail, the more room.

use super::axis::{Axis, Tick};
use super::frame::weeded;
use super::line::{Dot, Line, Stroke};
use super::role::Role;
use super::{At, Mark, PercentileSeries};

/// Between the frame and the outermost marks, in pixels.
pub(super) const INSET: f64 = 22.0;

/// The percentile axis: position −log10(1 − p/100), and `max` a step beyond the last percentile.
pub(super) struct TailScale {
    /// Where `max` is.
    beyond: f64,
    /// Where marks are, with their label, in rising order.
    places: Vec<Tick>,
}

impl TailScale {
    pub(super) fn of(series: &[PercentileSeries]) -> Self {
        let points = || series.iter().flat_map(|s| s.points.iter().map(|(at, _)| *at));
        let percents = points().filter_map(percent).chain(series.iter().flat_map(|s| s.spectrum.iter().map(|p| p.0)));
        let last = percents.filter_map(tail).fold(0.0, f64::max);
        let scale = Self { beyond: last + 1.0, places: Vec::new() };
        let mut marked: Vec<At> = points().collect();
        marked.sort_unstable();
        marked.dedup();
        let places = marked.into_iter().map(|at| Tick { at: scale.position(at), label: name(at) }).collect();
        Self { places, ..scale }
    }

    fn position(&self, at: At) -> f64 {
        percent(at).and_then(tail).unwrap_or(self.beyond)
    }

    /// The series where its values can be drawn at all.
    pub(super) fn line<'a>(&self, series: &'a PercentileSeries) -> Line<'a> {
        let drawable = series.points.iter().filter(|(_, mark)| mark.value.is_finite());
        let mut marks: Vec<_> = drawable.map(|(at, mark)| (self.position(*at), mark.value, mark)).collect();
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let finer = series.spectrum.iter().filter(|(percent, value)| percent.is_finite() && value.is_finite());
        let mut path: Vec<_> = finer.map(|(percent, value)| (tail(*percent).unwrap_or(self.beyond), *value)).collect();
        path.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Marks join the finer line only where it does not reach.
        let reach = path.first().zip(path.last()).map(|(first, last)| first.0..=last.0);
        let outside = marks.iter().filter(|(x, _, _)| reach.as_ref().is_none_or(|reach| !reach.contains(x)));
        path.extend(outside.map(|(x, y, _)| (*x, *y)));
        path.sort_by(|a, b| a.0.total_cmp(&b.0));
        let dot = |(x, y, mark): (f64, f64, &'a Mark)| Dot { at: (x, y), mark, role: Role::Mark };
        Line {
            colour: series.colour,
            strokes: vec![Stroke { role: Role::Line, points: path }],
            marks: marks.into_iter().map(dot).collect(),
            label: None,
        }
    }

    /// The axis with ticks where marks are, as far as their labels do not touch.
    pub(super) fn axis(&self, lines: &[Line<'_>], length: f64) -> Axis {
        let drawn = lines.iter().flat_map(|line| line.points().into_iter().map(|(x, _)| x));
        let at = || self.places.iter().map(|place| place.at).chain(drawn.clone());
        let (low, high) = (at().fold(f64::INFINITY, f64::min), at().fold(f64::NEG_INFINITY, f64::max));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        // A single place is put in the middle.
        let air = if low == high { 0.5 } else { (high - low) * INSET / (length - 2.0 * INSET) };
        let mut axis = Axis::between(low - air, high + air, Vec::new());
        axis.ticks = self.ticks(&axis, length);
        axis
    }

    fn ticks(&self, axis: &Axis, length: f64) -> Vec<Tick> {
        let mut by_weight: Vec<&Tick> = self.places.iter().collect();
        by_weight.sort_by_key(|place| WEIGHTY.iter().position(|label| *label == place.label).unwrap_or(WEIGHTY.len()));
        weeded(axis, length, &by_weight)
    }
}

/// Percentiles in the order in which they are labelled when there is no room for all.
const WEIGHTY: [&str; 8] = ["max", "p50", "p99", "p90", "p99.9", "p95", "p99.99", "p75"];

fn percent(at: At) -> Option<f64> {
    match at {
        At::Percentile(percentile) => Some(percentile.percent()),
        At::Max => None,
    }
}

/// How far into the tail a percentile is; none for the whole, which is `max`.
fn tail(percent: f64) -> Option<f64> {
    (percent < 100.0).then(|| -(1.0 - percent.max(0.0) / 100.0).log10())
}

fn name(at: At) -> String {
    match at {
        At::Percentile(percentile) => percentile.to_string(),
        At::Max => "max".to_owned(),
    }
}
