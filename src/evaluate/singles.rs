//! `samples(time[…])`: the single measurements of runs, each a value of its own.

use super::{Element, Evaluated, Mode, Outcome, Scope, Term, fail, pooled};
use crate::expression::{Expression, Function, Node, Operator};
use crate::samples::FEW;
use crate::suite::{Single, Suite};
use crate::units::Quantity;

/// The measurements of all runs that the selection means, in the order of their files.
pub(super) fn list(scope: &Scope<'_>, whole: &Expression, argument: &Expression, mode: &Mode) -> Evaluated {
    let Node::Selection(selection) = &argument.node else {
        let help = "write such as `median(samples(time[…]))`";
        return Err(fail(scope, argument, "`samples` takes a metric of runs", help));
    };
    if !mode.spread {
        let help = format!("make one value of them, such as `median({whole})`, or draw them");
        return Err(fail(scope, whole, "single measurements are many values, and one is needed", &help));
    }
    let metric = &*selection.metric.metric;
    let mut elements = Vec::new();
    for (run, key) in pooled::runs(scope, selection, argument, mode)? {
        let set = scope.suite.runs.get(run).said.samples.get(metric);
        let set = set.ok_or_else(|| pooled::no_samples(scope, argument, metric, run))?;
        let singles = scope.suite.singles(run, metric);
        if singles.is_empty() {
            return Err(not_single(scope, whole, set.count()));
        }
        elements.extend(singles.iter().map(|single| {
            let quantity = Quantity { value: value(scope.suite, *single), unit: set.unit };
            Element { key: key.clone(), label: String::new(), quantity, term: term(*single) }
        }));
    }
    Ok(Outcome::Values(elements))
}

/// The terms of elements; all measurements of a run in a row are `samples` of what counts them.
pub(super) fn listed(suite: &Suite, elements: &[Element]) -> Vec<Term> {
    let mut terms = Vec::with_capacity(elements.len());
    let mut rest = elements;
    while let Some(element) = rest.first() {
        let (term, length) = whole_run(suite, rest).unwrap_or_else(|| (element.term.clone(), 1));
        terms.push(term);
        rest = &rest[length..];
    }
    terms
}

/// All measurements of the run that the first of these is one of, when they begin with those.
fn whole_run(suite: &Suite, elements: &[Element]) -> Option<(Term, usize)> {
    let first = match &elements[0].term {
        Term::Input(input) => *input,
        Term::Binary(Operator::Divide, total, _) if let Term::Input(input) = **total => input,
        _ => return None,
    };
    if first < suite.told().len() {
        return None;
    }
    let (run, metric) = (suite.data[first].run(), &suite.data[first].observation.metric);
    let singles = suite.singles(run, metric);
    let own = elements.get(..singles.len()).filter(|own| !own.is_empty())?;
    let same = own.iter().zip(singles).all(|(element, single)| element.term == term(*single));
    let counted = suite.counted(run, metric).filter(|_| same)?;
    Some((Term::Call(Function::Samples, vec![Term::Input(counted)]), singles.len()))
}

fn term(single: Single) -> Term {
    let number = Term::Input(single.number);
    match single.iterations {
        Some(iterations) => Term::Binary(Operator::Divide, Box::new(number), Box::new(Term::Input(iterations))),
        None => number,
    }
}

fn value(suite: &Suite, single: Single) -> f64 {
    let value = |datum: usize| suite.data[datum].observation.value;
    single.iterations.map_or(value(single.number), |iterations| value(single.number) / value(iterations))
}

fn not_single(scope: &Scope<'_>, whole: &Expression, count: u64) -> Box<crate::diagnostic::Diagnostic> {
    let message = match count > FEW as u64 {
        true => format!("{count} measurements are too many to be taken one by one"),
        false => "these measurements are records of a stream, which are not taken one by one".to_owned(),
    };
    let help = "take percentiles of them, which are of all: `pooled(p99[…])`, or the statistics of the run";
    fail(scope, whole, &message, help)
}
