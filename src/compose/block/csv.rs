//! Figures as CSV, a file beside the page: all digits of each value, units in the head.

use crate::evaluate::{Element, Outcome};
use crate::figure;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

use super::measure::single;

/// A file of these records; each has as many fields as the first, the head.
pub(super) fn file(records: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(&record).expect("every record has as many fields as the head");
    }
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("every field is UTF-8")
}

/// The head of a column of values in that unit.
pub(super) fn head(label: &str, unit: Unit) -> String {
    if unit.symbol().is_empty() { label.to_owned() } else { format!("{label} ({unit})").trim().to_owned() }
}

/// A value with all its digits, in that unit; an approximation is marked as one.
pub(super) fn value(suite: &Suite, outcome: &Outcome, unit: Unit) -> String {
    let about = |element: &Element| if figure::is_about(suite, element) { "~" } else { "" };
    match outcome {
        Outcome::Range(ends) => {
            let value = |quantity: Quantity| quantity.to(unit).unwrap_or(quantity).value;
            format!("{}{}–{}", about(&ends.0), value(ends.0.quantity), value(ends.1.quantity))
        }
        Outcome::Values(elements) if let [one] = &elements[..] => {
            single(outcome, unit).map_or(String::new(), |value| format!("{}{value}", about(one)))
        }
        _ => single(outcome, unit).map_or(String::new(), |value| value.to_string()),
    }
}
