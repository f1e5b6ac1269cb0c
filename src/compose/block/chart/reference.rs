//! Lines across a plot at a given value: `reference = [{ value = "200 ms", label = "objective" }]`.

use crate::chart::Reference;
use crate::diagnostic::Code;
use crate::number;
use crate::settings::{Context, Item, Keys, Setting};
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// A line as it is asked for: its value, its label, and where it is asked for.
pub(super) type Asked = (Quantity, String, Span);

/// The lines that a block asks for.
pub(super) fn read(context: &Context, keys: &Keys<'_>) -> Vec<Asked> {
    keys.list("reference").iter().filter_map(|setting| one(context, setting)).collect()
}

fn one(context: &Context, setting: &Setting) -> Option<Asked> {
    let Item::Table(table) = &setting.item else {
        let help = Some("write `{ value = \"200 ms\", label = \"objective\" }`".to_owned());
        context.error(Code::WrongType, setting.span, "a reference line is a table", help);
        return None;
    };
    let keys = Keys::new(context, table, "the reference line");
    let value = keys.text("value").unwrap_or_default();
    let label = keys.string("label").unwrap_or_default();
    keys.finish();
    let Some(printed) = number::read(&value).numbers.into_iter().next() else {
        let help = Some("for example `200 ms`".to_owned());
        context.error(Code::BadValue, setting.span, format!("`{value}` is no value"), help);
        return None;
    };
    let quantity = Quantity { value: printed.value, unit: printed.unit.unwrap_or(Unit::none()) };
    Some((quantity, label, setting.span))
}

/// The lines in the unit of the chart; what does not fit it is reported.
pub(super) fn in_unit(context: &Context, asked: Vec<Asked>, unit: Unit) -> Vec<Reference> {
    let line = |(quantity, label, span): Asked| {
        let value = quantity.to(unit);
        if value.is_none() {
            let message = format!("the reference line is in {}, the chart in {}", quantity.unit.words(), unit.words());
            context.error(Code::UnitMismatch, span, message, Some(format!("give a value such as `3 {unit}`")));
        }
        Some(Reference { value: value?.value, label })
    };
    asked.into_iter().filter_map(line).collect()
}
