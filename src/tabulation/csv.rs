//! A comparison as CSV: a row for each figure, in the units of the evidence.

use super::json::word;
use crate::comparison::{Comparison, Row};

const HEADS: [&str; 18] = [
    "metric",
    "statistic",
    "dimensions",
    "unit",
    "old",
    "new",
    "change",
    "interval_low",
    "interval_high",
    "old_rounds",
    "new_rounds",
    "u",
    "p",
    "verdict",
    "why",
    "old_evidence",
    "new_evidence",
    "fired",
];

pub(super) fn write(comparison: &Comparison) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut put = |record: Vec<String>| writer.write_record(record).expect("all records have the columns of the head");
    put(HEADS.map(str::to_owned).to_vec());
    for (index, row) in comparison.rows.iter().enumerate() {
        let fired = comparison.fired.iter().filter(|fired| fired.row == index);
        let rules: Vec<&str> = fired.map(|fired| fired.rule.as_str()).collect();
        put(record(row, &rules.join("; ")));
    }
    let bytes = writer.into_inner().expect("memory can be written to");
    String::from_utf8(bytes).expect("all cells are text")
}

fn record(row: &Row, fired: &str) -> Vec<String> {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let [old, new] = &row.samples;
    let pairs: Vec<String> = row.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let place = |sample: &Option<crate::comparison::Sample>| {
        sample.as_ref().map(|sample| format!("{}:{}", sample.path, sample.line)).unwrap_or_default()
    };
    let rounds = |sample: &Option<crate::comparison::Sample>| {
        sample.as_ref().map_or(0, |sample| sample.values.len()).to_string()
    };
    vec![
        row.metric.metric.to_string(),
        row.metric.statistic.map(crate::model::Statistic::name).unwrap_or_default(),
        pairs.join("; "),
        row.unit.symbol().to_owned(),
        number(old.as_ref().map(|sample| sample.median)),
        number(new.as_ref().map(|sample| sample.median)),
        number(row.change),
        number(row.interval.map(|[low, _]| low)),
        number(row.interval.map(|[_, high]| high)),
        rounds(old),
        rounds(new),
        number(row.test.map(|test| test.u)),
        number(row.test.map(|test| test.p)),
        word(row.verdict).to_owned(),
        row.why.english(),
        place(old),
        place(new),
        fired.to_owned(),
    ]
}
