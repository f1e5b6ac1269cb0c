//! Words right beside a bound number that name another statistic than the one it is, or another unit.
//!
//! Only what cannot be read otherwise is told: the name stands in the clause of the number, between the two are words
//! such as "of", "is" or "latency" and names of the suite, no other figure, and the clause names no second statistic.

mod language;
mod unit;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Outcome, Term};
use crate::expression::Function;
use crate::figure::{Figure, Figures, Role};
use crate::model::Statistic;
use crate::number::{self, Notation};
use crate::source::{Source, Span};
use crate::suite::Suite;

use language::{Language, Named};

/// How many bytes of a text before and after a number are looked at.
const NEAR: usize = 160;

/// Checks the words beside the figures of a page in that language.
pub(super) fn check(source: &Arc<Source>, suite: &Suite, figures: &Figures, language: &str) -> Vec<Diagnostic> {
    let page = Page { source, suite, language: Language::of(language), notation: Notation::of_language(language) };
    let found = figures.list.iter().filter_map(|figure| {
        let beside = page.beside(figure)?;
        page.statistic(figure, &beside).or_else(|| page.unit(figure, &beside))
    });
    found.collect()
}

struct Page<'a> {
    source: &'a Arc<Source>,
    suite: &'a Suite,
    language: Option<&'static Language>,
    notation: Notation,
}

/// The text around a number as far as its clause goes, in stretches of the file.
struct Beside {
    /// Before the link, and in it before the number.
    before: [Range<usize>; 2],
    /// In the link after the number, and after the link.
    after: [Range<usize>; 2],
    /// Whether a unit is printed with the number.
    has_unit: bool,
    /// Whether the next thing after the clause is another figure.
    leads_on: bool,
}

/// A statistic that is named, and where in the file.
type Place = (Statistic, Span);

impl Page<'_> {
    /// The text around the number of a figure in prose; none when it is elsewhere, or is no single number.
    fn beside(&self, figure: &Figure) -> Option<Beside> {
        let text = self.source.text();
        let span = figure.span.range();
        let link = text.get(span.clone())?;
        if !link.starts_with('[') || matches!(figure.outcome, Outcome::Truths(_)) {
            return None;
        }
        let (number, end, has_unit) = self.number(figure, link, span.start)?;
        let outer = clause_before(text.get(floor(text, span.start.saturating_sub(NEAR))..span.start)?);
        let rest = &text[span.end..floor(text, (span.end + NEAR).min(text.len()))];
        let after = clause_after(rest);
        Some(Beside {
            before: [span.start - outer.len()..span.start, span.start + 1..number.start.max(span.start + 1)],
            after: [number.end..end, span.end..span.end + after.len()],
            has_unit,
            leads_on: rest[after.len()..].starts_with('['),
        })
    }

    /// Where the number of a link stands, where the link's text ends, and whether the number has a unit.
    fn number(&self, figure: &Figure, link: &str, start: usize) -> Option<(Range<usize>, usize, bool)> {
        if figure.role != Role::Claim {
            return Some((start + 1..start + 1, start + 1, true));
        }
        let text = if figure.claimed.is_empty() { &figure.text } else { &figure.claimed };
        let numbers = number::read_in(text, self.notation).numbers;
        let [one] = &numbers[..] else { return None };
        let at = start + link.find(text.as_str())?;
        Some((at + one.whole.start..at + one.whole.end, at + text.len(), one.unit.is_some()))
    }

    /// A statistic beside the number that is not the figure's.
    fn statistic(&self, figure: &Figure, beside: &Beside) -> Option<Diagnostic> {
        let language = self.language?;
        let (own, functions) = statistics(self.suite, &figure.outcome)?;
        let before = self.named(language, &beside.before)?;
        let after = if beside.leads_on { Vec::new() } else { self.named(language, &beside.after)? };
        let near = self.near(language, beside, &before, &after)?;
        let all: BTreeSet<Statistic> = before.iter().chain(&after).map(|(statistic, _)| *statistic).collect();
        if all.len() > 1 || near.0 == own || functions.contains(&near.0) {
            return None;
        }
        let (said, own) = (near.0.name(), own.name());
        let word = self.source.slice(near.1);
        let other = figure.expression.replacen(&own, &said, 1);
        let help = match other == figure.expression {
            true => format!("write {own}, or bind the number to {said}"),
            false => format!("write {own}, or bind the number to {said}: `{other}`"),
        };
        let message = format!("`{word}` is written beside a number that is {own}, not {said}");
        let told = Diagnostic::error(Code::Beside, message).at(self.source, near.1);
        Some(told.related(self.source.place(figure.span), format!("the number, {own}")).help(help))
    }

    /// The statistics that stretches of text name, with their places; none when their letters cannot be compared.
    fn named(&self, language: &Language, stretches: &[Range<usize>; 2]) -> Option<Vec<Place>> {
        let text = self.source.text();
        let mut all = Vec::new();
        for stretch in stretches {
            let found = language.statistics(&text[stretch.clone()])?;
            let place = |Named { statistic, at }: Named| {
                (statistic, Span::new(stretch.start + at.start, stretch.start + at.end))
            };
            all.extend(found.into_iter().map(place));
        }
        Some(all)
    }

    /// The statistic that is joined to the number: before it, else after it.
    fn near(&self, language: &Language, beside: &Beside, before: &[Place], after: &[Place]) -> Option<Place> {
        let joined = |from: usize, to: usize, stretches: &[Range<usize>; 2]| {
            let text = self.source.text();
            let parts = stretches.iter().map(|stretch| {
                let (start, end) = (from.clamp(stretch.start, stretch.end), to.clamp(stretch.start, stretch.end));
                &text[start..end]
            });
            language.joins(&parts.collect::<Vec<_>>().join(" "), |word| self.is_name(word))
        };
        let end = |stretches: &[Range<usize>; 2]| stretches[1].end;
        let last = before.last().filter(|(_, span)| joined(span.range().end, end(&beside.before), &beside.before));
        let first = || {
            let (_, span) = after.first()?;
            let leads = joined(beside.after[0].start, span.range().start, &beside.after);
            let closes = joined(span.range().end, end(&beside.after), &beside.after);
            (leads && closes).then(|| after.first()).flatten()
        };
        last.or_else(first).copied()
    }

    /// Whether a word, in small letters, is part of the name of a value of the suite.
    fn is_name(&self, word: &str) -> bool {
        let values = self.suite.vocabulary.dimensions.iter().flat_map(|dimension| &dimension.values);
        let mut names = values.flat_map(|value| [&*value.name, value.label.as_str()]);
        names.any(|name| name.split_whitespace().any(|part| part.to_lowercase() == word))
    }
}

/// The statistic of all observations behind an outcome, and those that functions make of them; none when there are
/// several, or what a function makes has no such name.
fn statistics(suite: &Suite, outcome: &Outcome) -> Option<(Statistic, BTreeSet<Statistic>)> {
    let (mut own, mut functions) = (BTreeSet::new(), BTreeSet::new());
    let understood = outcome.terms().into_iter().all(|term| collect(suite, term, &mut own, &mut functions));
    (understood && own.len() == 1).then(|| own.pop_first().map(|own| (own, functions))).flatten()
}

fn collect(suite: &Suite, term: &Term, own: &mut BTreeSet<Statistic>, functions: &mut BTreeSet<Statistic>) -> bool {
    match term {
        Term::Input(input) => {
            let statistic = suite.data[*input].observation.statistic;
            own.insert(language::one_name(statistic));
            statistic.is_distribution()
        }
        Term::Number(_) => true,
        Term::Negative(inner) => collect(suite, inner, own, functions),
        Term::Binary(_, left, right) => [left, right].into_iter().all(|term| collect(suite, term, own, functions)),
        Term::Call(function, terms) => {
            let made = match function {
                Function::Median => Statistic::parse("median"),
                Function::Mean | Function::Geomean | Function::TrimmedMean => Some(Statistic::Mean),
                Function::Max => Some(Statistic::Max),
                Function::Min => Some(Statistic::Min),
                Function::Each | Function::Paired => None,
                _ => return false,
            };
            functions.extend(made);
            terms.iter().all(|term| collect(suite, term, own, functions))
        }
    }
}

/// The next place from there on down where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// What of a text before a number is in its clause.
fn clause_before(text: &str) -> &str {
    let mut places = text.char_indices().rev();
    let last = places.find(|(at, c)| ends_clause(*c, &text[..*at], &text[at + c.len_utf8()..]));
    last.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

/// What of a text after a number is in its clause.
fn clause_after(text: &str) -> &str {
    let mut places = text.char_indices();
    let first = places.find(|(at, c)| ends_clause(*c, &text[..*at], &text[at + c.len_utf8()..]));
    first.map_or(text, |(at, _)| &text[..at])
}

/// Whether a clause ends with a character: a mark of punctuation, a cell, a link, a line that begins something new.
fn ends_clause(c: char, before: &str, after: &str) -> bool {
    let ends_word = after.is_empty() || after.starts_with(char::is_whitespace);
    match c {
        // "95. Perzentil" goes on.
        '.' => ends_word && !before.ends_with(|c: char| c.is_ascii_digit()),
        ',' => ends_word,
        '\n' => {
            let line = after.trim_start_matches([' ', '\t', '>']);
            line.is_empty() || line.starts_with(['\n', '\r', '-', '+', '#', '|', ':'])
        }
        ';' | '!' | '?' | '—' | '–' | '|' | '[' | ']' | '<' | '>' | '{' | '}' | ')' => true,
        '。' | '，' | '、' | '；' | '！' | '？' | '（' | '）' | '،' | '؛' | '؟' => true,
        _ => false,
    }
}
