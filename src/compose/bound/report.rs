//! What is said of claims that cannot be compared, do not hold, or rest on estimates.

use super::Bound;
use crate::claim::{Mismatch, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::Outcome;
use crate::figure::Format;
use crate::model::Kind;
use crate::suite::Suite;

/// How many values or inputs are listed at most.
const SHOWN: usize = 8;

/// A text that cannot be compared with its expression.
pub(super) fn mismatched(mismatch: &Mismatch, bound: &Bound<'_>) -> Diagnostic {
    match mismatch {
        Mismatch::NoNumber => {
            Diagnostic::error(Code::ClaimNoNumber, format!("`{}` holds no number to check", bound.text))
                .help("print the number in the text, or compare with `above`, `below` or `equals`")
        }
        Mismatch::Numbers(count) => Diagnostic::error(
            Code::ClaimNoNumber,
            format!("`{}` holds {count} numbers, and the expression gives others", bound.text),
        )
        .help("bind each number by itself"),
        Mismatch::Unit(printed, given) => {
            let message = format!("the text is in {}, the value in {}", printed.words(), given.words());
            Diagnostic::error(Code::UnitMismatch, message).help("correct the unit, or the expression")
        }
        Mismatch::Notation => {
            let message = format!("`{}` is not written as the page's language writes numbers", bound.text);
            Diagnostic::error(Code::ClaimNoNumber, message)
                .help("write a comma before decimals, or correct `language` in the front matter")
        }
        Mismatch::Points => {
            let message = "the text says percentage points, and the expression is no difference of shares";
            Diagnostic::error(Code::UnitMismatch, message)
                .help("write `%` for a relative difference, or take one share from the other: `a - b`")
        }
        Mismatch::Percent => {
            let message = "the text says percent, and a difference of shares is in percentage points";
            Diagnostic::error(Code::UnitMismatch, message)
                .help("write `percentage points`, or divide: `change(new, old)` is a relative difference")
        }
    }
}

/// A claim that does not hold, with what the evidence gives.
pub(super) fn contradiction(
    suite: &Suite,
    bound: &Bound<'_>,
    verdict: &Verdict,
    outcome: &Outcome,
    format: Format,
) -> Diagnostic {
    let (code, message, acknowledge) = match verdict {
        Verdict::InPart { .. } => (Code::ClaimPartly, "the claim holds only in part of its scope", "partly: why"),
        _ => (Code::ClaimContradicted, "the claim does not hold", "contradicted: why"),
    };
    let mut diagnostic = Diagnostic::error(code, message).label(format!("says `{}`", bound.text));
    if let Verdict::InPart { failing, .. } | Verdict::Contradicted { failing } = verdict {
        for part in failing.iter().take(SHOWN) {
            diagnostic = diagnostic.note(format!("the evidence gives {part}"));
        }
    }
    if !matches!(outcome, Outcome::Truths(_)) {
        diagnostic = diagnostic.note(format!("printed for readers: {}", format.text(suite, outcome)));
    }
    inputs(diagnostic, suite, outcome.inputs())
        .help(format!("correct the text; if it must stand, acknowledge it: `[…](<= …> \"{acknowledge}\")`"))
}

/// A claim that holds, and follows from what nobody measured.
pub(super) fn on_estimates(suite: &Suite, outcome: &Outcome) -> Diagnostic {
    let unmeasured =
        outcome.inputs().into_iter().filter(|input| suite.data[*input].observation.kind >= Kind::Estimated);
    let kind = outcome.kind(suite).name();
    let message = format!("the claim holds, and rests on a value that is {kind}, not measured");
    inputs(Diagnostic::error(Code::ClaimEstimated, message), suite, unmeasured.collect())
        .help(format!("acknowledge it: `[…](<= …> \"{kind}: why\")`; or for the whole page: `estimates = \"why\"`"))
}

/// The same, with the places of inputs.
fn inputs(mut diagnostic: Diagnostic, suite: &Suite, inputs: Vec<usize>) -> Diagnostic {
    for input in inputs.into_iter().take(SHOWN) {
        let datum = &suite.data[input];
        let words = suite.vocabulary.words_for(suite.dimensions(input));
        let unit = datum.observation.unit;
        let path = &suite.files[datum.file()].path;
        diagnostic =
            diagnostic.note(format!("{path} {}: {} {unit} ({words})", datum.observation.locator, suite.raw(input)));
    }
    diagnostic
}
