//! Numbers that lead to no evidence: nobody can check them, and they stay when the evidence changes.
//!
//! Looked at is what a reader reads: prose, headings, tables, captions, the title and the description; not code,
//! raw HTML, and what is bound. A number is one with a unit, a percent sign or a multiple, so that versions, dates
//! and ordinals are none. Settings that the suite declares need no evidence.

mod settings;
mod stretch;

use super::Desk;
use crate::binding::{self, Bindings, Wanted};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::model::Dimensions;
use crate::number::{self, Printed};
use crate::source::Span;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

use settings::Settings;
pub(super) use stretch::{Stretch, stretches};

/// For how many numbers of a page an expression is looked for.
const LOOKED_UP: usize = 100;

/// How many expressions are shown.
const SHOWN: usize = 3;

/// A number in a stretch of text: one, or both ends of a range.
struct Loose<'a> {
    stretch: &'a Stretch,
    numbers: Vec<Printed>,
    text: &'a str,
}

impl Loose<'_> {
    fn range(&self) -> std::ops::Range<usize> {
        self.numbers[0].whole.start..self.numbers[self.numbers.len() - 1].whole.end
    }
}

/// Reports the numbers of a page that are bound to no evidence.
pub(super) fn report(desk: &mut Desk<'_>, stretches: &[Stretch]) {
    let Some(suite) = desk.suite else { return };
    let settings = Settings::new(suite, desk.page, desk.notation);
    let shown = shown_numbers(desk);
    let all = stretches.iter().flat_map(|stretch| numbers(&settings, stretch));
    let is_free = |loose: &Loose<'_>| {
        let declared =
            |printed: &Printed| settings.declares(printed) || (loose.stretch.apart && is_shown(&shown, printed));
        !loose.numbers.iter().all(declared)
    };
    let loose: Vec<Loose<'_>> = all.filter(is_free).collect();
    if loose.is_empty() {
        return;
    }
    let bindings = Bindings::new(suite);
    for (index, loose) in loose.iter().enumerate() {
        let looked_up = bindings.as_ref().filter(|_| index < LOOKED_UP);
        let expressions = looked_up.map(|bindings| proposals(desk, bindings, loose));
        let diagnostic = unbound(desk, suite, loose, expressions.as_deref());
        desk.found.push(diagnostic);
    }
}

/// The numbers of a stretch that need evidence.
fn numbers<'a>(settings: &Settings, stretch: &'a Stretch) -> Vec<Loose<'a>> {
    let mut found: Vec<Vec<Printed>> = Vec::new();
    for printed in number::read_in(&stretch.text, stretch.notation).numbers {
        match found.last_mut() {
            Some(range) if printed.ends_range => range.push(printed),
            _ => found.push(vec![printed]),
        }
    }
    for numbers in &mut found {
        // "256 connections": a unit of this suite's own.
        let last = numbers.last_mut().expect("each has one number at least");
        if last.unit.is_none()
            && let Some((unit, end)) = settings.own_unit(&stretch.text, last.digits.end)
        {
            last.whole.end = end;
            numbers.iter_mut().for_each(|printed| printed.unit = Some(unit));
        }
    }
    let counted =
        found.into_iter().filter(|numbers| numbers.iter().all(|printed| needs_evidence(&stretch.text, printed)));
    counted.map(|numbers| Loose { stretch, text: &stretch.text, numbers }).collect()
}

/// Whether it is a number that evidence must give: one with a unit, and no decade and no time of day.
fn needs_evidence(text: &str, printed: &Printed) -> bool {
    let before = text[..printed.digits.start].chars().next_back();
    let after = &text[printed.digits.end..];
    let clock = before == Some(':') || (after.starts_with(':') && after[1..].starts_with(|c: char| c.is_ascii_digit()));
    let decade = (1900.0..2100.0).contains(&printed.value) && after.starts_with('s');
    // A link that is none is an error of its own.
    let link = ["](<=", "](="].iter().any(|middle| text[printed.whole.end..].starts_with(middle));
    printed.unit.is_some() && !printed.word && !clock && !decade && !link
}

/// The numbers that bound figures of the page show.
fn shown_numbers(desk: &Desk<'_>) -> Vec<Printed> {
    let holding = desk.figures.list.iter().filter(|figure| figure.claimed.is_empty());
    holding.flat_map(|figure| number::read_in(&figure.text, desk.notation).numbers).collect()
}

fn is_shown(shown: &[Printed], printed: &Printed) -> bool {
    let quantity = |printed: &Printed| printed.unit.map(|unit| Quantity { value: printed.value, unit });
    let wanted = quantity(printed);
    shown.iter().filter_map(quantity).any(|shown| {
        let same_unit = wanted.and_then(|wanted| wanted.to(shown.unit));
        same_unit.is_some_and(|wanted| (wanted.value - shown.value).abs() <= 1e-12 * shown.value.abs())
    })
}

/// The expressions that would give a number.
fn proposals(desk: &Desk<'_>, bindings: &Bindings<'_>, loose: &Loose<'_>) -> Vec<String> {
    let [printed] = &loose.numbers[..] else { return Vec::new() };
    let range = loose.range();
    let after = loose.text[range.end..].trim_start();
    let next = &after[..after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len())];
    let fixed = fixed_at(desk, loose.stretch.span(range.clone()).start);
    let wanted = Wanted { text: &loose.text[range], printed, next, fixed, notation: loose.stretch.notation };
    bindings.of(&wanted)
}

/// What the page and its sections fix at a byte of the file.
fn fixed_at<'a>(desk: &'a Desk<'_>, byte: u32) -> &'a Dimensions {
    let section = desk.scopes.partition_point(|(start, _)| *start <= byte).checked_sub(1);
    section.map_or(&desk.page_fixed, |section| &desk.scopes[section].1)
}

fn unbound(desk: &Desk<'_>, suite: &Suite, loose: &Loose<'_>, expressions: Option<&[String]>) -> Diagnostic {
    let source = &desk.page.source;
    let range = loose.range();
    let text = &loose.text[range.clone()];
    let span = loose.stretch.span(range.clone());
    let mut diagnostic =
        Diagnostic::warning(Code::Unbound, format!("`{text}` is bound to no evidence")).at(source, span);
    match expressions {
        Some([only]) if !loose.stretch.apart => {
            let link = format!("[{text}](<= {only}>)");
            let in_place = loose.stretch.is_free(range) && source.slice(span) == text;
            let edit = in_place.then(|| Edit { place: source.place(span), text: link.clone() });
            return diagnostic.help(format!("bind it: `{link}`")).edit_if(edit);
        }
        Some([_, _, ..]) if !loose.stretch.apart => {
            let expressions = expressions.unwrap_or_default();
            for expression in expressions.iter().take(SHOWN) {
                diagnostic = diagnostic.note(format!("`{expression}` gives it"));
            }
            if expressions.len() > SHOWN {
                diagnostic = diagnostic.note("and so do others");
            }
            return diagnostic.help(format!("bind the one that is meant: `[{text}](<= …>)`"));
        }
        None if suite.of_whole_runs().len() > binding::MOST => {
            let most = number::format(binding::MOST as f64, 0);
            diagnostic =
                diagnostic.note(format!("the suite has more than {most} numbers: no expression was looked for"));
        }
        None => {
            diagnostic = diagnostic
                .note(format!("an expression is looked for with the first {LOOKED_UP} numbers of a page only"));
        }
        Some(_) => {}
    }
    diagnostic.help(if loose.stretch.apart {
        "nothing can be bound here: bind the same number in the text, state it under `[conditions]` if it is a setting, \
         or exempt it in the front matter"
            .to_owned()
    } else {
        format!(
            "bind it to what it follows from, state it under `[conditions]` if it is a setting, or exempt it: \
             `[{text}](<= exempt> \"why\")`"
        )
    })
}

/// A number with its unit, as settings are compared.
fn same(a: Quantity, b: Quantity) -> bool {
    b.to(a.unit).is_some_and(|b| (a.value - b.value).abs() <= 1e-12 * a.value.abs())
}

/// Whether a unit counts things.
fn counts(unit: Unit) -> bool {
    unit.is_count() && !unit.is_plain()
}

/// The place of a value in the front matter or in a block.
fn span_of(source: &crate::source::Source, span: Span, text: &str) -> (Span, bool) {
    match source.slice(span).find(text) {
        Some(at) => (Span::new(span.start as usize + at, span.start as usize + at + text.len()), true),
        None => (span, false),
    }
}
