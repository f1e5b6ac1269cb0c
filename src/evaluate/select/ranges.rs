//! Ranges that the evidence gives where a single number is asked for.

use super::{Element, Scope, Term};
use crate::diagnostic::{Code, Diagnostic};
use crate::metrics::MetricStatistic;
use crate::model::Dimensions;
use crate::source::Span;
use crate::suite::Suite;

/// The two ends of a range.
pub(super) fn elements(suite: &Suite, (low, high): (usize, usize)) -> (Element, Element) {
    let end = |datum: usize| Element {
        key: Dimensions::new(),
        label: String::new(),
        quantity: suite.data[datum].observation.quantity(),
        term: Term::Input(datum),
    };
    (end(low), end(high))
}

/// A range is no value to compute with: what lies between its ends is not known.
pub(super) fn no_value(
    scope: &Scope<'_>,
    metric: &MetricStatistic,
    span: Span,
    ends: (usize, usize),
) -> Box<Diagnostic> {
    let suite = scope.suite;
    let of = suite.vocabulary.words_for(suite.dimensions(ends.0));
    let name = &metric.metric;
    let message = format!("`{}` of {of} is a range: {}–{}", metric.name(), suite.raw(ends.0), suite.raw(ends.1));
    let diagnostic = Diagnostic::error(Code::BadOperation, message).at(scope.source, span);
    Box::new(diagnostic.help(format!("compute with an end of it, `{name}.low[…]` or `{name}.high[…]`")))
}
