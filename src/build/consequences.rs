//! What follows from an error of a suite is told once a page, so that the error itself is not lost among it.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};

/// What is said of an expression that misses what its suite should have given.
const CONSEQUENCES: [Code; 5] =
    [Code::UnknownMetric, Code::UnknownDimension, Code::UnknownValue, Code::Ambiguous, Code::NoObservation];

/// What is wrong with a suite without taking anything from its figures.
const HARMLESS: [Code; 2] = [Code::EvidenceChanged, Code::EvidenceUnlocked];

/// The first thing that is wrong by which figures of a suite may be missing, as a place: `data/kruda/suite.toml:8`.
pub(super) fn cause(of_suite: &Diagnostics) -> Option<String> {
    let is_cause = |wrong: &&Diagnostic| wrong.severity == Severity::Error && !HARMLESS.contains(&wrong.code);
    let places = of_suite.iter().filter(is_cause).filter_map(|wrong| {
        let line = wrong.place.as_ref().map_or(0, |place| place.source.position(place.span.start).line);
        Some((wrong.file()?, line))
    });
    places.min().map(|(file, line)| if line == 0 { file.to_owned() } else { format!("{file}:{line}") })
}

/// What was found on a page whose suite has an error: of several that may follow from that the first, with their number.
pub(super) fn told_once(of_page: Diagnostics, cause: &str) -> Diagnostics {
    let is_consequence = |wrong: &Diagnostic| CONSEQUENCES.contains(&wrong.code);
    let (mut consequences, mut told) = (Diagnostics::new(), Diagnostics::new());
    for wrong in of_page {
        let to = if is_consequence(&wrong) { &mut consequences } else { &mut told };
        to.push(wrong);
    }
    let consequences = consequences.sorted();
    let others = consequences.len().saturating_sub(1);
    let first = consequences.into_iter().next();
    told.extend(first.map(|first| match others {
        0 => first,
        _ => first.note(format!(
            "what is wrong at `{cause}` may be the reason: {} of the page wait until it is mended",
            more(others)
        )),
    }));
    told
}

fn more(count: usize) -> String {
    if count == 1 { "one more error like this".to_owned() } else { format!("{count} more errors like this") }
}
