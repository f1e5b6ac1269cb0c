//! One round each, compared as if it were certain.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::load::{is_latency, is_scheduled, is_speed};
use super::mixtures::{alike_but_for, block_of, blocks};
use crate::checklist::Item;
use crate::claim::Verdict;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Outcome, Term};
use crate::expression::Operator;
use crate::figure::{Figure, Figures};
use crate::model::{Kind, Statistic};
use crate::source::Source;
use crate::suite::Suite;

/// Conditions that say how often each was measured.
const STATED: [&str; 4] = ["rounds", "repeats", "trials", "runs"];

const COMPARED: &str = "one round each is compared as if it were certain";
const HELD: &str = "one round is held against a limit as if it were certain";
const BESIDE: &str = "one round each stands beside the others as if it were certain";

/// The first comparison of rates or latencies on a page, when nothing says how many rounds there were.
pub(super) fn check(source: &Arc<Source>, suite: &Suite, figures: &Figures) -> Option<Diagnostic> {
    if is_told(suite) {
        return None;
    }
    let of_figures = figures.list.iter().enumerate().find_map(|(index, figure)| {
        let said = accused(source, suite, figure, figures.held.contains(&index))?;
        Some((figure, said))
    });
    let of_blocks = || {
        let mut blocks = blocks(source, figures).into_values();
        blocks.find_map(|block| beside(suite, &block).map(|figure| (figure, BESIDE)))
    };
    let (figure, message) = of_figures.or_else(of_blocks)?;
    let told = Diagnostic::warning(Code::SingleRound, message).at(source, figure.span);
    Some(told.help("measure several rounds, or disclose it: `rounds = 1` in `[conditions]`"))
}

/// Whether the evidence has repetitions, or the author says how many there were.
fn is_told(suite: &Suite) -> bool {
    let manifest = &suite.manifest;
    suite.vocabulary.dimensions.iter().any(|dimension| dimension.repeat)
        || Item::find("trials").is_some_and(|item| manifest.disclosure.states(item))
        || manifest.conditions.iter().any(|condition| STATED.contains(&condition.name.as_str()))
}

/// What is wrong with a figure by itself, if it was measured.
fn accused(source: &Source, suite: &Suite, figure: &Figure, is_held: bool) -> Option<&'static str> {
    // The block `compare` says itself of each change that there are too few rounds.
    if figure.kind > Kind::Transcribed || block_of(source, figure) == "compare" {
        return None;
    }
    let is_claim = figure.verdict.as_ref().is_some_and(Verdict::holds);
    let is_stated = figure.verdict.is_none() || is_claim;
    let terms = figure.outcome.terms();
    let compares = is_claim && runs(suite, &figure.inputs).len() > 1;
    if is_stated && (compares || terms.iter().any(|term| is_comparison(suite, term))) {
        return Some(COMPARED);
    }
    let is_limit = is_claim && matches!(figure.outcome, Outcome::Truths(_));
    let has_uncertain = || figure.inputs.iter().any(|input| is_uncertain(suite, *input));
    let holds_against = || is_held && has_uncertain() || is_limit && terms.iter().any(|term| is_held_term(suite, term));
    holds_against().then_some(HELD)
}

/// Whether another run would have given another value: a latency, or a rate that no schedule gave.
fn is_uncertain(suite: &Suite, input: usize) -> bool {
    is_speed(suite, input) && (is_latency(suite, input) || !is_scheduled(suite, input))
}

/// The runs of the rates and latencies among observations.
fn runs(suite: &Suite, inputs: &[usize]) -> BTreeSet<usize> {
    let all: BTreeSet<usize> = inputs.iter().map(|input| suite.data[*input].run()).collect();
    if inputs.iter().any(|input| is_uncertain(suite, *input)) { all } else { BTreeSet::new() }
}

fn inputs(term: &Term) -> Vec<usize> {
    let mut inputs = Vec::new();
    term.collect_inputs(&mut inputs);
    inputs
}

/// Whether a term sets a rate or latency of one run against that of another: a ratio, a difference, a statement.
fn is_comparison(suite: &Suite, term: &Term) -> bool {
    match term {
        Term::Binary(operator, left, right) => {
            let [left_runs, right_runs] = [left, right].map(|side| runs(suite, &inputs(side)));
            let sets_against = !matches!(operator, Operator::Add | Operator::Multiply);
            sets_against && !left_runs.is_empty() && !right_runs.is_empty() && left_runs != right_runs
                || [left, right].into_iter().any(|side| is_comparison(suite, side))
        }
        Term::Negative(inner) => is_comparison(suite, inner),
        Term::Call(_, terms) => terms.iter().any(|term| is_comparison(suite, term)),
        Term::Input(_) | Term::Number(_) => false,
    }
}

/// Whether a statement holds a rate or latency against a number that its author wrote.
fn is_held_term(suite: &Suite, term: &Term) -> bool {
    let Term::Binary(Operator::Above | Operator::Below, left, right) = term else { return false };
    let sides = [left, right].map(|side| inputs(side));
    let has_limit = sides.iter().any(Vec::is_empty);
    has_limit && sides.iter().flatten().any(|input| is_uncertain(suite, *input))
}

/// The first figure of a table or chart in which a rate or a statistic of latency is of several subjects, or of several releases.
fn beside<'a>(suite: &Suite, block: &[&'a Figure]) -> Option<&'a Figure> {
    let measured = block.iter().filter(|figure| figure.kind <= Kind::Transcribed);
    let inputs = measured.flat_map(|figure| figure.inputs.iter().copied()).filter(|input| is_uncertain(suite, *input));
    let inputs: Vec<usize> = inputs.collect();
    let dimension = suite.subject_dimension().or_else(|| suite.release_dimension().cloned())?;
    let compared = alike_but_for(suite, &dimension, &inputs).iter().any(|group| has_several(suite, group));
    compared.then(|| block.first().copied()).flatten()
}

/// Whether the same statistic is of several runs.
fn has_several(suite: &Suite, inputs: &[usize]) -> bool {
    let mut columns: BTreeMap<(&str, Statistic), BTreeSet<usize>> = BTreeMap::new();
    for datum in inputs.iter().map(|input| &suite.data[*input]) {
        let observation = &datum.observation;
        columns.entry((&observation.metric, observation.statistic)).or_default().insert(datum.run());
    }
    columns.values().any(|runs| runs.len() > 1)
}
