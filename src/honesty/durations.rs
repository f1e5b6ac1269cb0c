//! How long runs were, as far as that was chosen: runs of a fixed number of requests take what they take.

use std::collections::{BTreeMap, BTreeSet};

use super::load::requests;
use super::mixtures::stated;
use crate::number;
use crate::suite::Suite;

/// The condition, and the fact that tools tell of.
pub(super) const DURATION: &str = "duration";

/// Durations that authors state are alike up to this factor.
const STATED_ALIKE: f64 = 1.05;

/// Durations that tools tell are alike up to this factor: some wait for the last answers.
const TOLD_ALIKE: f64 = 1.5;

/// The length of a run.
struct Length {
    seconds: f64,
    text: String,
    /// How many requests there were, where the tool told the length and no author stated it.
    requests: Option<u64>,
}

/// The unlike durations of observations in words, the shortest first; none where they are alike or nobody chose them.
pub(super) fn unlike(suite: &Suite, inputs: &[usize]) -> Option<String> {
    let runs: BTreeMap<usize, usize> = inputs.iter().map(|input| (suite.data[*input].run(), *input)).collect();
    let mut lengths: Vec<Length> = runs.into_values().filter_map(|input| length(suite, input)).collect();
    let counts: Vec<u64> = lengths.iter().filter_map(|length| length.requests).collect();
    let told = !counts.is_empty();
    // Of runs that are stopped by the clock no two have the same number of requests.
    if counts.iter().collect::<BTreeSet<_>>().len() < counts.len() {
        return None;
    }
    lengths.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let (first, last) = (lengths.first()?, lengths.last()?);
    let alike = if told { TOLD_ALIKE } else { STATED_ALIKE };
    (last.seconds > first.seconds * alike).then(|| format!("{} and {}", first.text, last.text))
}

/// The length that the manifest states of an observation's run, else that its file tells, when the clock ended it.
fn length(suite: &Suite, input: usize) -> Option<Length> {
    let of = |text: String, requests| Some(Length { seconds: number::seconds(&text)?, text, requests });
    if let Some(text) = stated(suite, input, DURATION) {
        return of(text, None);
    }
    let run = suite.data[input].run();
    let told = suite.runs.get(run).said.facts.iter().find(|fact| fact.name == DURATION)?;
    let requests = requests(suite, run).filter(|requests| !is_chosen(*requests))?;
    of(told.value.to_string(), Some(requests))
}

/// Whether a number of requests is one that people ask for: of at most three digits before zeros, or a power of two.
fn is_chosen(requests: u64) -> bool {
    let text = requests.to_string();
    text.trim_end_matches('0').len() <= 3 || requests.is_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::is_chosen;

    #[test]
    fn numbers_that_people_ask_for_are_told_from_those_that_a_clock_left() {
        for requests in [0, 1, 250, 1_000, 12_500, 4_096, 1_000_000] {
            assert!(is_chosen(requests), "{requests}");
        }
        for requests in [1_234, 100_001, 59_873] {
            assert!(!is_chosen(requests), "{requests}");
        }
    }
}
