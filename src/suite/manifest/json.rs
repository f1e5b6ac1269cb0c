//! `[evidence.json]`: where the numbers of a JSON document are.

use super::naming;
use crate::diagnostic::Code;
use crate::formats::json::mapping as pointers;
use crate::metrics::MetricStatistic;
use crate::model::Kind;
use crate::settings::{Context, Keys, Table};
use crate::source::Span;
use crate::units::Unit;

/// `[evidence.json]`: see [`pointers::Mapping`].
pub(super) fn mapping(context: &Context, table: &Table, span: Span, kind: Kind) -> pointers::Mapping {
    let keys = Keys::new(context, table, "`[evidence.json]`").standing_at(span);
    let tables = keys.tables("values");
    if tables.is_empty() {
        let help = Some("add `[[evidence.json.values]]` with a `pointer`, a `metric` and a `unit`".to_owned());
        context.error(Code::MissingKey, keys.span("values"), "`[evidence.json]` names no values", help);
    }
    let values = tables.into_iter().filter_map(|(table, span)| pointed(context, table, span)).collect();
    keys.finish();
    pointers::Mapping { values, kind }
}

fn pointed(context: &Context, table: &Table, span: Span) -> Option<pointers::Values> {
    let keys = Keys::new(context, table, "`[[evidence.json.values]]`");
    let (pointer, metric) = (keys.required("pointer", span), keys.required("metric", span));
    let wrong = pointer.as_deref().and_then(pointers::wrong_pointer);
    if let (Some(why), Some(pointer)) = (wrong, &pointer) {
        let help = Some("for example `/servers/{server}/rps`".to_owned());
        context.error(Code::BadValue, keys.span("pointer"), format!("`{pointer}` is no pointer: {why}"), help);
    }
    let dimensions = keys.pairs("dimensions").into_iter().map(|(name, pointer, _)| (name.into(), pointer)).collect();
    if let (Some(pointer), Some(metric)) = (&pointer, &metric) {
        naming::check(context, pointer, &MetricStatistic::parse(metric), keys.span("pointer"));
    }
    let unit = keys.string("unit").map(|symbol| Unit::named(&symbol));
    keys.finish();
    let metric = MetricStatistic::parse(&metric?);
    Some(pointers::Values { pointer: pointer.filter(|_| wrong.is_none())?, metric, unit, dimensions })
}
