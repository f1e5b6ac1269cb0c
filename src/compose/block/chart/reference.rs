//! Lines and bands across a plot: `reference = [{ value = "200 ms", label = "objective" }]`,
//! `bands = [{ from = "0 s", to = "5 s", label = "warm-up" }]`.

use crate::chart::Reference;
use crate::diagnostic::Code;
use crate::number;
use crate::settings::{Context, Item, Keys, Setting};
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// A line or band as it is asked for: its ends, of a line twice the same, its label, and where it is asked for.
pub(super) type Asked = ([Quantity; 2], String, Span);

/// The lines and bands that a block asks for.
pub(super) fn read(context: &Context, keys: &Keys<'_>) -> Vec<Asked> {
    let lines = keys.list("reference").iter().filter_map(|setting| line(context, setting));
    let bands = keys.list("bands").iter().filter_map(|setting| band(context, setting));
    // Bands first, so that lines are drawn over them.
    bands.collect::<Vec<_>>().into_iter().chain(lines).collect()
}

fn line(context: &Context, setting: &Setting) -> Option<Asked> {
    let Item::Table(table) = &setting.item else {
        let help = Some("write `{ value = \"200 ms\", label = \"objective\" }`".to_owned());
        context.error(Code::WrongType, setting.span, "a reference line is a table", help);
        return None;
    };
    let keys = Keys::new(context, table, "the reference line");
    let value = quantity(context, setting, &keys.text("value").unwrap_or_default());
    let label = keys.string("label").unwrap_or_default();
    keys.finish();
    Some(([value?; 2], label, setting.span))
}

fn band(context: &Context, setting: &Setting) -> Option<Asked> {
    let Item::Table(table) = &setting.item else {
        let help = Some("write `{ from = \"0 s\", to = \"5 s\", label = \"warm-up\" }`".to_owned());
        context.error(Code::WrongType, setting.span, "a band is a table", help);
        return None;
    };
    let keys = Keys::new(context, table, "the band");
    let [from, to] = ["from", "to"].map(|end| match keys.has(end) {
        true => quantity(context, setting, &keys.text(end).unwrap_or_default()),
        false => keys.required(end, setting.span).and(None),
    });
    let label = keys.string("label").unwrap_or_default();
    keys.finish();
    Some(([from?, to?], label, setting.span))
}

fn quantity(context: &Context, setting: &Setting, text: &str) -> Option<Quantity> {
    let Some(printed) = number::read(text).numbers.into_iter().next() else {
        let help = Some("for example `200 ms`".to_owned());
        context.error(Code::BadValue, setting.span, format!("`{text}` is no value"), help);
        return None;
    };
    Some(Quantity { value: printed.value, unit: printed.unit.unwrap_or(Unit::none()) })
}

/// The lines and bands in the unit of the chart; what does not fit it is reported.
pub(super) fn in_unit(context: &Context, asked: Vec<Asked>, unit: Unit) -> Vec<Reference> {
    let reference = |(ends, label, span): Asked| {
        let [from, to] = ends.map(|end| end.to(unit).map(|end| end.value));
        let what = if ends[0] == ends[1] { "reference line" } else { "band" };
        if from.is_none() || to.is_none() {
            let message = format!("the {what} is in {}, the chart in {}", ends[0].unit.words(), unit.words());
            context.error(Code::UnitMismatch, span, message, Some(format!("give a value such as `3 {unit}`")));
        }
        let (value, to) = (from?, to?);
        Some(Reference { value, to: (to != value).then_some(to), label })
    };
    asked.into_iter().filter_map(reference).collect()
}
