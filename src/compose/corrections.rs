//! Corrections and withdrawn values as readers see them, and old texts that pages still print.

use super::Desk;
use super::lint::Stretch;
use crate::address;
use crate::diagnostic::{Code, Diagnostic};
use crate::render::view;
use crate::suite::{Suite, lock};

/// A correction as every page of a site may need it.
#[derive(Debug, Clone)]
pub struct Corrected {
    /// The suite.
    pub suite: String,
    /// The Markdown files that the correction names: `content/index.md`.
    pub pages: Vec<String>,
    /// What is shown of it.
    pub shown: view::Correction,
    /// Whether it corrects a text, and does not withdraw a value of the evidence.
    pub is_text: bool,
}

/// The corrections and withdrawn values of a suite, the latest first.
pub fn of_suite(suite: &Suite) -> Vec<Corrected> {
    let corrections = suite.manifest.corrections.iter().map(|correction| {
        let shown = shown(suite, [&correction.date, &correction.was, &correction.now, &correction.why]);
        let pages = correction.pages.iter().map(|(path, _)| format!("content/{path}")).collect();
        Corrected { suite: suite.name.to_string(), pages, shown, is_text: true }
    });
    let withdrawn = suite.withdrawals().map(|(withdrawn, words)| {
        let shown = shown(suite, [&withdrawn.date, &words, "", &withdrawn.why]);
        Corrected { suite: suite.name.to_string(), pages: Vec::new(), shown, is_text: false }
    });
    let mut all: Vec<Corrected> = corrections.chain(withdrawn).collect();
    all.sort_by(|a, b| b.shown.date.cmp(&a.shown.date));
    all
}

/// Its name does not depend on what else is corrected, so that it can be linked to.
fn shown(suite: &Suite, [date, was, now, why]: [&str; 4]) -> view::Correction {
    let hash = &lock::sha256(was.as_bytes())[..8];
    let id = address::slug(&format!("{} {date} {hash}", suite.name));
    view::Correction { id, date: date.into(), was: was.into(), now: now.into(), why: why.into() }
}

/// Those that a page must tell of: of its suite, or because they name it.
pub fn of_page<'a>(all: &'a [Corrected], suite: Option<&str>, path: &str) -> Vec<&'a Corrected> {
    let tells = |corrected: &&Corrected| {
        suite == Some(corrected.suite.as_str()) || corrected.pages.iter().any(|page| page == path)
    };
    all.iter().filter(tells).collect()
}

/// Reports the stretches of a page that print what was corrected.
pub(super) fn report(desk: &mut Desk<'_>, stretches: &[Stretch]) {
    let targets = desk.targets;
    let own = desk.page.suite.as_deref();
    // A page without figures may print those of any suite.
    let speaks_of = |corrected: &&Corrected| own.is_none_or(|own| own == corrected.suite);
    for corrected in targets.corrections.iter().filter(|corrected| corrected.is_text).filter(speaks_of) {
        let view::Correction { was, now, date, why, .. } = &corrected.shown;
        for stretch in stretches {
            for at in printed(stretch.text(), was, now) {
                let message = format!("`{was}` was corrected on {date}, and is still printed");
                let help = match now.is_empty() {
                    true => "take it out, or retire it: `[…](<= withdrawn> \"why\")`".to_owned(),
                    false => format!("print `{now}`, or retire the old text: `[…](<= withdrawn> \"why\")`"),
                };
                let diagnostic = Diagnostic::warning(Code::CorrectedPrinted, message);
                let diagnostic = diagnostic.at(&desk.page.source, stretch.span(at..at + was.len()));
                desk.found.push(diagnostic.note(why.as_str()).help(help));
            }
        }
    }
}

/// Where a text prints what was wrong, by itself and not within what is right.
fn printed(text: &str, was: &str, now: &str) -> Vec<usize> {
    if was.is_empty() {
        return Vec::new();
    }
    let right: Vec<_> = match now {
        "" => Vec::new(),
        now => text.match_indices(now).map(|(at, _)| at..at + now.len()).collect(),
    };
    let begins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_whole = |at: usize| {
        let (before, after) = (text[..at].chars().next_back(), &text[at + was.len()..]);
        let mut rest = after.chars();
        let next = rest.next();
        // "1.8" within "1.89" or "1.8.2" is another number.
        let goes_on =
            begins(next) || (matches!(next, Some('.' | ',')) && rest.next().is_some_and(|c| c.is_ascii_digit()));
        let joined = begins(before) && was.starts_with(char::is_alphanumeric);
        let within_number = matches!(before, Some('.' | ',')) && was.starts_with(|c: char| c.is_ascii_digit());
        !goes_on && !joined && !within_number
    };
    let found = text.match_indices(was).map(|(at, _)| at);
    found.filter(|at| is_whole(*at) && !right.iter().any(|range| range.contains(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn an_old_text_is_found_by_itself_only() {
        for (text, was, now, places) in [
            ("It was 55.7x faster.", "55.7x", "1.89x", vec![7]),
            ("55.7x and 155.7x and 55.7xy", "55.7x", "1.89x", vec![0]),
            ("1.8, 1.89, 1.8.2, 21.8 and 1.8.", "1.8", "2", vec![0, 27]),
            ("Actix Web, and Actix", "Actix", "Actix Web", vec![15]),
            ("nothing", "", "x", vec![]),
        ] {
            assert_eq!(printed(text, was, now), places, "{text}");
        }
    }
}
