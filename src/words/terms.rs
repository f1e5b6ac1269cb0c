//! What metrics, statistics and kinds of numbers are called.

use super::{Message, say};
use crate::metrics::Known;
use crate::model::{Kind, Statistic};

/// The label of a metric in the head of a table: "errors".
pub fn label(metric: &Known) -> Message {
    say(format!("metric_{}", metric.name))
}

/// What a metric is, as an axis says it: "requests per second".
pub fn quantity(metric: &Known) -> Message {
    say(format!("quantity_{}", metric.name))
}

/// The name of a statistic; percentiles have theirs in every language.
pub fn statistic(statistic: Statistic) -> Message {
    match statistic {
        Statistic::Percentile(_) => statistic.name().into(),
        other => say(format!("statistic_{}", other.name())),
    }
}

/// The word for a kind of numbers.
pub fn kind(kind: Kind) -> Message {
    say(kind.name())
}
