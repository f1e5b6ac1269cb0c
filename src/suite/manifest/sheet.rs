//! How `suite.toml` says what the columns of a table hold.

use super::{naming, unknown_value};
use crate::formats::table;
use crate::metrics::MetricStatistic;
use crate::model::Kind;
use crate::settings::{Context, Item, Keys, Table};
use crate::units::Unit;

/// `[evidence.table]`: see [`table::Mapping`].
pub(super) fn mapping(context: &Context, table: &Table, default_kind: Kind) -> table::Mapping {
    let keys = Keys::new(context, table, "`[evidence.table]`");
    let names = keys.pairs("names").into_iter().map(|(name, metric, span)| {
        let metric = MetricStatistic::parse(&metric);
        naming::check(context, &name, &metric, span);
        (name, metric)
    });
    let long = keys.string("value").map(|value| table::LongForm {
        value,
        metric: keys.string("metric").unwrap_or_default(),
        statistic: keys.string("statistic"),
        unit: keys.string("unit"),
        units: keys.pairs("units").into_iter().map(|(name, unit, _)| (name, Unit::named(&unit))).collect(),
        names: names.collect(),
    });
    let kinds = keys.pairs("kinds").into_iter().filter_map(|(text, kind, span)| {
        let known = Kind::parse(&kind);
        if known.is_none() {
            unknown_value(context, span, "kind", &kind, Kind::ALL.map(Kind::name));
        }
        Some((text, known?))
    });
    let kinds: Vec<(String, Kind)> = kinds.collect();
    let mapping = table::Mapping {
        dimensions: keys.pairs("dimensions").into_iter().map(|(name, column, _)| (name.into(), column)).collect(),
        metrics: metric_columns(context, keys.table("metrics")),
        long,
        only: row_filters(context, keys.table("only")),
        kind: keys.string("kind").map(|column| (column, kinds)),
        default_kind,
        decimal_comma: keys.bool("decimal_comma").unwrap_or(false),
    };
    keys.finish();
    mapping
}

fn row_filters(context: &Context, table: Option<&Table>) -> Vec<(String, Vec<String>)> {
    let Some(table) = table else { return Vec::new() };
    let keys = Keys::new(context, table, "`only`");
    let texts = |key| keys.strings(key).into_iter().map(|(text, _)| text).collect();
    table.entries.iter().map(|entry| (entry.key.clone(), texts(&entry.key))).collect()
}

/// `metrics = { rps = "column" }` or `{ rps = { column = "…", unit = "…" } }`.
fn metric_columns(context: &Context, table: Option<&Table>) -> Vec<table::MetricColumn> {
    let mut columns = Vec::new();
    for entry in table.map(|table| table.entries.as_slice()).unwrap_or_default() {
        let (column, unit) = match &entry.value.item {
            Item::Table(inner) => {
                let keys = Keys::new(context, inner, "the metric");
                let found = (keys.required("column", entry.value.span), keys.string("unit"));
                keys.finish();
                found
            }
            _ => (entry.value.text().map(str::to_owned), None),
        };
        let metric = MetricStatistic::parse(&entry.key);
        let unit = unit.map(|symbol| Unit::named(&symbol));
        if let Some(column) = &column {
            naming::check(context, column, &metric, entry.value.span);
        }
        columns.extend(column.map(|column| table::MetricColumn { column, metric, unit }));
    }
    columns
}
