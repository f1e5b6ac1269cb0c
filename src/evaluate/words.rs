//! Which statistic a value is, in words: "median of 5 rounds' p99", never just "p99".

mod calls;

use std::collections::BTreeSet;

use super::{Outcome, Term};
use crate::expression::{Function, Operator};
use crate::metrics::{self, MetricStatistic};
use crate::model::Statistic;
use crate::suite::Suite;

/// The statistic of an outcome, in words.
pub fn statistic(suite: &Suite, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Range(ends) => match &ends.0.term {
            Term::Call(_, terms) if let Some(printed) = printed_range(suite, terms) => printed,
            Term::Call(low, terms) => calls::range(suite, *low, terms),
            term if let Some(printed) = printed_range(suite, &[term.clone(), ends.1.term.clone()]) => printed,
            term => words(suite, term),
        },
        _ => {
            let all: BTreeSet<String> = outcome.terms().into_iter().map(|term| words(suite, term)).collect();
            all.into_iter().collect::<Vec<_>>().join("; ")
        }
    }
}

/// The two ends of a range that the source itself gives as one: "range of p99, of 5 rounds".
fn printed_range(suite: &Suite, terms: &[Term]) -> Option<String> {
    let [Term::Input(low), Term::Input(high)] = terms else { return None };
    let [low, high] = [low, high].map(|input| &suite.data[*input].observation);
    let are_ends = (low.statistic, high.statistic) == (Statistic::Low, Statistic::High) && low.metric == high.metric;
    let metric = MetricStatistic { metric: low.metric.clone(), statistic: None };
    let words = match (metrics::find(&low.metric), low.end_of) {
        (Some(known), Some(of)) if of.is_distribution() && known.name == "latency" => of.name(),
        (Some(known), _) => known.words.to_owned(),
        (None, _) => suite.shown(&metric, low.quantity.unit).label,
    };
    let range = || format!("range of {}", with_description(words, low.described.as_deref()));
    are_ends.then(range)
}

/// A term in words.
pub fn words(suite: &Suite, term: &Term) -> String {
    match term {
        Term::Input(input) => observation(suite, *input),
        Term::Number(quantity) => format!("{} {}", quantity.value, quantity.unit).trim_end().to_owned(),
        Term::Negative(inner) => format!("minus {}", words(suite, inner)),
        Term::Call(function, terms) => calls::call(suite, *function, terms),
        Term::Binary(operator, left, right) => binary(suite, *operator, left, right),
    }
}

fn binary(suite: &Suite, operator: Operator, left: &Term, right: &Term) -> String {
    // `1 - a / b` and `a / b - 1`: a relative difference of what a and b are.
    let ratio = |term: &Term| match term {
        Term::Binary(Operator::Divide, a, b) => like(suite, a, b),
        _ => None,
    };
    let is_one = |term: &Term| matches!(term, Term::Number(q) if q.value == 1.0);
    let relative = match operator {
        Operator::Subtract if is_one(left) => ratio(right),
        Operator::Subtract if is_one(right) => ratio(left),
        Operator::Divide => match left {
            Term::Binary(Operator::Subtract, new, old) if **old == *right => like(suite, new, old),
            _ => None,
        },
        _ => None,
    };
    if let Some(of) = relative {
        return format!("relative difference of {of}");
    }
    if operator == Operator::Divide
        && let Some(of) = like(suite, left, right)
    {
        return format!("ratio of {of}");
    }
    let sign = match operator {
        Operator::Subtract => "−",
        Operator::Multiply => "×",
        Operator::Divide => "÷",
        other => other.symbol(),
    };
    let side = |term: &Term| match term {
        Term::Binary(..) => format!("({})", words(suite, term)),
        _ => words(suite, term),
    };
    format!("{} {sign} {}", side(left), side(right))
}

/// What both terms are, when they are of the same statistic.
fn like(suite: &Suite, a: &Term, b: &Term) -> Option<String> {
    let (a, b) = (words(suite, a), words(suite, b));
    (a == b).then_some(a)
}

/// "5 rounds' p99", "7 trials' paired ratios of p99", or "12 values of p99".
fn plural(suite: &Suite, terms: &[Term]) -> String {
    if let Some(sliced) = sliced(suite, terms) {
        return sliced;
    }
    let ratios = paired(suite, terms);
    let what = ratios.clone().unwrap_or_else(|| kinds(suite, terms).join(" and "));
    match repeated(suite, terms) {
        Some(dimension) => format!("{} {dimension}s' {what}", terms.len()),
        None if ratios.is_some() => format!("{} {what}", terms.len()),
        None if terms.len() == 1 => what,
        None => format!("{} values of {what}", terms.len()),
    }
}

/// "60 time slices' p99", when all terms are of slices of a run's time.
fn sliced(suite: &Suite, terms: &[Term]) -> Option<String> {
    let of = terms.iter().map(|term| match term {
        Term::Input(input) if suite.is_of_slice(*input) => Some(plain(suite, *input)),
        _ => None,
    });
    let of: BTreeSet<String> = of.collect::<Option<_>>()?;
    let of: Vec<String> = of.into_iter().collect();
    (terms.len() > 1).then(|| format!("{} time slices' {}", terms.len(), of.join(" and ")))
}

/// What the terms are, each kind once.
fn kinds(suite: &Suite, terms: &[Term]) -> Vec<String> {
    terms.iter().map(|term| words(suite, term)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// "paired ratios of p99", when that is what all the terms are.
fn paired(suite: &Suite, terms: &[Term]) -> Option<String> {
    let of = terms.iter().map(|term| match term {
        Term::Call(Function::Paired, sides) => Some(calls::sides(suite, &sides[0], &sides[1])),
        _ => None,
    });
    let of: BTreeSet<String> = of.collect::<Option<_>>()?;
    Some(format!("paired ratios of {}", of.into_iter().collect::<Vec<_>>().join(" and ")))
}

/// The one repeat dimension in which the terms differ.
fn repeated(suite: &Suite, terms: &[Term]) -> Option<String> {
    let inputs: Vec<usize> = terms.iter().map(repetition).collect::<Option<_>>()?;
    let first = suite.dimensions(*inputs.first()?);
    let mut differing = BTreeSet::new();
    for input in &inputs {
        let other = suite.dimensions(*input);
        differing.extend(other.iter().filter(|(name, value)| first.get(*name) != Some(*value)).map(|(name, _)| name));
    }
    match differing.into_iter().collect::<Vec<_>>()[..] {
        [name] if suite.vocabulary.is_repeat(name) => Some(name.to_string()),
        _ => None,
    }
}

/// The observation that says of which repetition a term is: it is one, or a pair of two.
fn repetition(term: &Term) -> Option<usize> {
    match term {
        Term::Input(input) => Some(*input),
        Term::Call(Function::Paired, sides) => repetition(&sides[0]),
        _ => None,
    }
}

/// The statistic of an observation: what the source calls it, when that says more.
fn observation(suite: &Suite, input: usize) -> String {
    with_description(plain(suite, input), suite.data[input].observation.described.as_deref())
}

/// The same without what the source says of it.
fn plain(suite: &Suite, input: usize) -> String {
    let observation = &suite.data[input].observation;
    let metric = MetricStatistic { metric: observation.metric.clone(), statistic: Some(observation.statistic) };
    let known = metrics::find(&metric.metric);
    match (known, observation.statistic) {
        (Some(known), Statistic::Percentile(_)) if known.name == "latency" => observation.statistic.name(),
        (Some(known), statistic) if known.name == "latency" => format!("{} latency", statistic.name()),
        (Some(known), statistic) if statistic == known.statistic => known.words.to_owned(),
        (Some(known), Statistic::Low) => format!("lower end of {}", known.words),
        (Some(known), Statistic::High) => format!("upper end of {}", known.words),
        (_, Statistic::Count | Statistic::Value | Statistic::Rate) => metric.metric.to_string(),
        (_, statistic) => format!("{} {}", statistic.name(), metric.metric),
    }
}

/// What the source says of a statistic, after its name; in its place where it begins with it.
fn with_description(plain: String, described: Option<&str>) -> String {
    match described {
        Some(described) if described.starts_with(&plain) => described.to_owned(),
        Some(described) => format!("{plain}, {described}"),
        None => plain,
    }
}
