//! A unit right behind a bound number that is not its own.

use super::{Beside, Page};
use crate::diagnostic::{Code, Diagnostic};
use crate::figure::Figure;
use crate::source::Span;
use crate::units::Unit;

/// Times as they are written behind a number, in any language.
const TIMES: [(&str, &str); 10] = [
    ("ms", "ms"),
    ("µs", "µs"),
    ("μs", "µs"),
    ("ns", "ns"),
    ("s", "s"),
    ("seconds", "s"),
    ("milliseconds", "ms"),
    ("microseconds", "µs"),
    ("nanoseconds", "ns"),
    ("rps", "req/s"),
];

impl Page<'_> {
    /// A unit behind the link that the number is not in.
    pub(super) fn unit(&self, figure: &Figure, beside: &Beside) -> Option<Diagnostic> {
        let [inside, outside] = &beside.after;
        let text = self.source.text();
        if !text[inside.clone()].trim().is_empty() || figure.unit.is_plain() {
            return None;
        }
        let behind = &text[outside.start..];
        let gap = behind.len() - behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
        let behind = &behind[gap..];
        let times = TIMES.iter().copied();
        let rates = self.language.into_iter().flat_map(|language| language.rates).map(|word| (*word, "req/s"));
        let (word, symbol) = times.chain(rates).find(|(word, _)| is_whole(behind, word))?;
        let unit = Unit::named(symbol);
        let is_other = match unit.factor_to(figure.unit) {
            // A number that is printed without its unit was compared in that of the figure.
            Some(factor) => !beside.has_unit && factor != 1.0,
            None => unit.is_time() != figure.unit.is_time(),
        };
        let start = outside.start + gap;
        let span = Span::new(start, start + word.len());
        let own = figure.unit.symbol();
        let help = "leave the unit to the link: `[](<= …>)` writes it, and in `[20 ms](<= …>)` it is checked";
        is_other.then(|| {
            let message = format!("`{}` is written behind a number in {own}", self.source.slice(span));
            let told = Diagnostic::error(Code::Beside, message).at(self.source, span);
            told.related(self.source.place(figure.span), format!("the number, in {own}")).help(help)
        })
    }
}

/// Whether a text begins with a word, whatever its capitals, and the word ends there.
fn is_whole(text: &str, word: &str) -> bool {
    let begins = text.get(..word.len()).is_some_and(|head| head.to_lowercase() == word);
    begins
        && text[word.len()..]
            .chars()
            .next()
            .is_none_or(|next| next.is_whitespace() || ".,;:!?)|*_。，、".contains(next))
}
