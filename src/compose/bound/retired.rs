//! Texts that no longer stand: `[55.7×](<= withdrawn> "why")`. They stay to be seen, struck out.

use super::Bound;
use crate::compose::corrections::{Corrected, of_page};
use crate::compose::html::escape;
use crate::compose::{Desk, Targets};
use crate::diagnostic::{Code, Diagnostic};
use crate::page::Page;
use crate::words::say;

impl Desk<'_> {
    /// A retired text with its reason: that of the title, or of the correction of this text.
    pub(super) fn retired(&mut self, bound: &Bound<'_>) -> String {
        let correction = correction_of(self.targets, self.page, bound.text);
        let reason = match (bound.title.trim(), correction) {
            ("", Some(corrected)) => corrected.shown.why.clone(),
            (title, _) => title.to_owned(),
        };
        if reason.is_empty() {
            self.found.push(
                Diagnostic::error(Code::ClaimAcknowledged, "a text that is withdrawn needs a reason")
                    .at(&self.page.source, bound.span)
                    .help("give it as the link's title, `\"why\"`, or correct the text with `[[corrections]]`"),
            );
        }
        let now = correction.map(|corrected| corrected.shown.now.as_str()).filter(|now| !now.is_empty());
        let verdict = now.map_or_else(|| say("withdrawn"), |now| say("corrected_to").with("now", now));
        let verdict = self.voice().html(&verdict);
        let verdict = match correction {
            None => verdict,
            Some(corrected) => {
                format!("<a href=\"{}corrections/index.html#{}\">{verdict}</a>", self.root, corrected.shown.id)
            }
        };
        format!(
            "<del class=\"withdrawn\">{}</del> <span class=\"verdict withdrawn\">{}</span>",
            bound.html,
            self.voice().markup("labelled", &[("label", &verdict), ("of", &escape(&reason))])
        )
    }
}

/// The correction of a text that concerns this page; one of the whole text before one of more.
fn correction_of<'a>(targets: &'a Targets, page: &Page, text: &str) -> Option<&'a Corrected> {
    let concerning = of_page(&targets.corrections, page.suite.as_deref(), page.source.path());
    let texts = || concerning.iter().copied().filter(|corrected| corrected.is_text);
    let exact = texts().find(|corrected| corrected.shown.was == text);
    exact.or_else(|| texts().find(|corrected| !text.is_empty() && corrected.shown.was.contains(text)))
}
