//! `pooled_between(latency[second = 12], a, b)`: how many measurements of slices of time lie between bounds of the
//! buckets that are kept of a slice.

use super::{no_samples, outcome};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::arithmetic::unit_error;
use crate::evaluate::{Evaluated, Scope, Term};
use crate::expression::{Expression, Function};
use crate::samples::buckets::{self, Buckets};
use crate::suite::Sliced;
use crate::units::Quantity;

/// How many measurements of slices are at or above a bound and below another.
pub(super) fn between(
    scope: &Scope<'_>,
    (whole, argument): (&Expression, &Expression),
    slices: &[&Sliced],
    metric: &str,
    bounds: [&Quantity; 2],
) -> Evaluated {
    let (mut count, mut inputs, mut empty) = (0, Vec::new(), Vec::new());
    for slice in slices {
        let is_of_metric = scope.suite.runs.get(slice.run).samples.contains_key(metric);
        let buckets = slice.buckets.as_ref().filter(|_| is_of_metric);
        let buckets = buckets.ok_or_else(|| no_samples(scope, argument, metric, slice.run))?;
        if let Some(other) = bounds.into_iter().find(|bound| !bound.unit.fits(buckets.unit)) {
            return Err(unit_error(scope, whole, Function::PooledBetween.name(), buckets.unit, other.unit));
        }
        let [low, high] = bounds.map(|bound| ticks(scope, whole, bound, buckets));
        count += buckets.between([low?, high?]);
        // The observation that counts its records comes first.
        let inputs = if buckets.counts().is_empty() { &mut empty } else { &mut inputs };
        inputs.push(Term::Input(slice.data.start));
    }
    // That nothing was measured can be seen in any of them.
    let inputs = if inputs.is_empty() { empty } else { inputs };
    let bounds = bounds.map(|bound| Term::Number(*bound));
    Ok(outcome(Function::PooledBetween, Quantity::plain(count as f64), [bounds.to_vec(), inputs].concat()))
}

/// A bound in ticks, which must be one of the buckets'.
fn ticks(scope: &Scope<'_>, whole: &Expression, bound: &Quantity, buckets: &Buckets) -> Evaluated<u64> {
    let ticks_of_unit = buckets.scale as f64 * bound.unit.base_scale() / buckets.unit.base_scale();
    let exact = bound.value * ticks_of_unit;
    let ticks = exact.round().max(0.0) as u64;
    let [below, above] = buckets::around(ticks);
    if ticks == below && (exact - ticks as f64).abs() <= 1e-6 {
        return Ok(ticks);
    }
    let shown = |value: f64| format!("{value} {}", bound.unit);
    let message = format!("of a slice of time no count is kept with the bound `{}`", shown(bound.value));
    let [below, above] = [below, above].map(|ticks| shown(ticks as f64 / ticks_of_unit));
    let diagnostic = Diagnostic::error(Code::BadOperation, message).at(scope.source, whole.span);
    let diagnostic = diagnostic.note("a slice is kept as an HdrHistogram, of whose buckets these are the bounds");
    Err(Box::new(diagnostic.help(format!("take `{below}` or `{above}`"))))
}
