//! Which statistic a value is, in words: "median of 5 rounds' p99", never just "p99".

mod calls;

use std::collections::BTreeSet;

use super::{Outcome, Term};
use crate::expression::{Function, Operator};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Descriptor, Layout, Statistic};
use crate::samples::Exactness;
use crate::suite::Suite;
use crate::units::Quantity;
use crate::words::{Message, say, terms};

/// The statistic of an outcome, in words.
pub fn statistic(suite: &Suite, outcome: &Outcome) -> Message {
    match outcome {
        Outcome::Range(ends) => match &ends.0.term {
            Term::Call(_, terms) if let Some(printed) = printed_range(suite, terms) => printed,
            Term::Call(low, terms) => calls::range(suite, *low, terms),
            term if let Some(printed) = printed_range(suite, &[term.clone(), ends.1.term.clone()]) => printed,
            term => words(suite, term),
        },
        _ => {
            let all = outcome.terms().into_iter().map(|term| words(suite, term));
            Message::joined("semicolon", Message::distinct(all))
        }
    }
}

/// The same of an outcome of these observations, with what each measurement is when it is the difference of two fields.
pub fn whole_statistic(suite: &Suite, outcome: &Outcome, inputs: &[usize]) -> Message {
    let differences = differences(suite, inputs.iter().copied()).into_iter().map(|(_, words)| words);
    Message::joined("semicolon", std::iter::once(statistic(suite, outcome)).chain(differences))
}

/// The metrics of observations whose measurements are differences of two fields, each with the words for that.
pub fn differences(suite: &Suite, inputs: impl IntoIterator<Item = usize>) -> BTreeSet<(Message, Message)> {
    let observations = inputs.into_iter().map(|input| &suite.data[input].observation);
    let quantity = |metric: &str| metrics::find(metric).map_or_else(|| metric.into(), terms::quantity);
    observations.filter_map(|own| Some((quantity(&own.metric), difference(own)?))).collect()
}

/// How many repetitions an outcome is the median of, and what they are called: 5 and "round".
pub fn repetitions(suite: &Suite, outcome: &Outcome) -> Option<(usize, String)> {
    let Outcome::Values(elements) = outcome else { return None };
    let [Term::Call(Function::Median, terms)] = elements.iter().map(|element| &element.term).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    Some((terms.len(), repeated(suite, terms)?))
}

/// The two ends of a range that the source itself gives as one: "range of p99, of 5 rounds".
fn printed_range(suite: &Suite, terms: &[Term]) -> Option<Message> {
    let [Term::Input(low), Term::Input(high)] = terms else { return None };
    let [low, high] = [low, high].map(|input| &suite.data[*input].observation);
    let are_ends = (low.statistic, high.statistic) == (Statistic::Low, Statistic::High) && low.metric == high.metric;
    let metric = MetricStatistic { metric: low.metric.clone(), statistic: None };
    let words = match (metrics::find(&low.metric), low.end_of) {
        (Some(known), Some(of)) if of.is_distribution() && known.name == "latency" => terms::statistic(of),
        (Some(known), _) => terms::quantity(known),
        (None, _) => suite.shown(&metric, low.unit).label,
    };
    let range = || say("range_of").with("of", with_description(words, low.described.as_deref()));
    are_ends.then(range)
}

/// A term in words.
pub fn words(suite: &Suite, term: &Term) -> Message {
    match term {
        Term::Input(input) => observation(suite, *input),
        Term::Number(quantity) => number(quantity),
        Term::Negative(inner) => say("minus").with("of", words(suite, inner)),
        Term::Call(function, terms) => calls::call(suite, *function, terms),
        Term::Binary(operator, left, right) => binary(suite, *operator, left, right),
    }
}

/// A number that an author wrote into an expression.
fn number(quantity: &Quantity) -> Message {
    Message::Number(format!("{} {}", quantity.value, quantity.unit).trim_end().to_owned())
}

fn binary(suite: &Suite, operator: Operator, left: &Term, right: &Term) -> Message {
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
        return say("relative_difference_of").with("of", of);
    }
    if operator == Operator::Divide
        && let Some(of) = like(suite, left, right)
    {
        return say("ratio_of").with("of", of);
    }
    let sign = match operator {
        Operator::Subtract => "−",
        Operator::Multiply => "×",
        Operator::Divide => "÷",
        other => other.symbol(),
    };
    let side = |term: &Term| match term {
        Term::Binary(..) => say("in_brackets").with("of", words(suite, term)),
        _ => words(suite, term),
    };
    say("operation").with("a", side(left)).with("sign", sign).with("b", side(right))
}

/// What both terms are, when they are of the same statistic.
fn like(suite: &Suite, a: &Term, b: &Term) -> Option<Message> {
    let (a, b) = (words(suite, a), words(suite, b));
    (a == b).then_some(a)
}

/// "5 rounds' p99", "7 trials' paired ratios of p99", or "12 values of p99".
fn plural(suite: &Suite, terms: &[Term]) -> Message {
    if let Some(of_parts) = calls::samples(suite, terms).or_else(|| sliced(suite, terms)) {
        return of_parts;
    }
    let ratios = paired(suite, terms);
    let are_ratios = ratios.is_some();
    let what = ratios.unwrap_or_else(|| kinds(suite, terms));
    match repeated(suite, terms) {
        Some(dimension) => say("of_repeats").with("n", terms.len()).with("dimension", dimension).with("of", what),
        None if are_ratios => say("so_many").with("n", terms.len()).with("of", what),
        None if terms.len() == 1 => what,
        None => say("values_of").with("n", terms.len()).with("of", what),
    }
}

/// "60 time slices' p99", when all terms are of slices of a run's time.
fn sliced(suite: &Suite, terms: &[Term]) -> Option<Message> {
    let of = terms.iter().map(|term| match term {
        Term::Input(input) if suite.is_of_slice(*input) => Some(plain(suite, *input)),
        _ => None,
    });
    let of: Vec<Message> = of.collect::<Option<_>>()?;
    let what = || Message::joined("and", Message::distinct(of));
    (terms.len() > 1).then(|| say("of_time_slices").with("n", terms.len()).with("of", what()))
}

/// What the terms are, each kind once.
fn kinds(suite: &Suite, terms: &[Term]) -> Message {
    Message::joined("and", Message::distinct(terms.iter().map(|term| words(suite, term))))
}

/// "paired ratios of p99", when that is what all the terms are.
fn paired(suite: &Suite, terms: &[Term]) -> Option<Message> {
    let of = terms.iter().map(|term| match term {
        Term::Call(Function::Paired, sides) => Some(calls::sides(suite, &sides[0], &sides[1])),
        _ => None,
    });
    let of: Vec<Message> = of.collect::<Option<_>>()?;
    Some(say("paired_ratios_of").with("of", Message::joined("and", Message::distinct(of))))
}

/// The one repeat dimension in which the terms differ.
fn repeated(suite: &Suite, terms: &[Term]) -> Option<String> {
    let inputs: Vec<usize> = terms.iter().map(repetition).collect::<Option<_>>()?;
    let first = suite.dimensions(*inputs.first()?);
    let mut differing = BTreeSet::new();
    for input in &inputs {
        let other = suite.dimensions(*input);
        differing.extend(other.iter().filter(|(name, value)| first.get(name) != Some(*value)).map(|(name, _)| name));
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
fn observation(suite: &Suite, input: usize) -> Message {
    let observation = &suite.data[input].observation;
    let described = observation.described.as_deref();
    let words = match nearest_rank(observation) {
        Some(words) => {
            let all = std::iter::once(words).chain(described.map(Message::from));
            Message::joined("comma", [plain(suite, input), Message::joined("semicolon", all)])
        }
        None => with_description(plain(suite, input), described),
    };
    let words = Message::joined("comma", std::iter::once(words).chain(in_time(suite, input)));
    with_description(words, observation.within.map(|within| within.words))
}

/// What is said of a percentile of single measurements.
fn nearest_rank(observation: &Descriptor) -> Option<Message> {
    let basis = observation.basis.as_deref().filter(|_| matches!(observation.statistic, Statistic::Percentile(_)))?;
    let exactness = Exactness::of(basis.within)?;
    let words = say(match exactness {
        Exactness::Exact => "of_samples",
        Exactness::Thousandth => "of_samples_thousandth",
        Exactness::Hundredth => "of_samples_hundredth",
    });
    Some(words.with("count", Message::Number(crate::number::format(basis.count as f64, 0))))
}

/// What each of the measurements is, that a statistic is of, where it is the difference of two fields.
fn difference(observation: &Descriptor) -> Option<Message> {
    let basis = observation.basis.as_deref().filter(|_| observation.statistic.is_distribution())?;
    let Layout::Difference(fields) = basis.layout else { return None };
    let [of, less] = fields.map(u64::from);
    Some(say("difference_of_fields").with("of", of).with("less", less))
}

/// Of which part of a run's time an observation of single measurements is: of a slice, or as a rate of all of it.
fn in_time(suite: &Suite, input: usize) -> Vec<Message> {
    let observation = &suite.data[input].observation;
    let Some(timing) = observation.basis.as_ref().and_then(|basis| basis.time.as_ref()) else { return Vec::new() };
    if let Some(slice) = suite.slice_of(input) {
        let [from, to] = slice.axis.map(|at| Message::Number((at / 1_000_000_000).to_string()));
        let key = if timing.begins { "began_in_slice" } else { "ended_in_slice" };
        return vec![say(key).with("from", from).with("to", to)];
    }
    let of = if &*observation.metric == "tps" { "rate_of_all_transactions" } else { "rate_of_all_requests" };
    let coarse = timing.is_coarse.then(|| say("known_to_a_second"));
    std::iter::once(say(of)).chain(coarse).collect()
}

/// The same without what the source says of it.
fn plain(suite: &Suite, input: usize) -> Message {
    let observation = &suite.data[input].observation;
    let metric = &*observation.metric;
    let known = metrics::find(metric);
    let of_metric = |metric: Message, statistic| {
        say("statistic_of_metric").with("statistic", terms::statistic(statistic)).with("metric", metric)
    };
    match (known, observation.statistic) {
        (Some(known), Statistic::Percentile(_)) if known.name == "latency" => terms::statistic(observation.statistic),
        (Some(known), statistic) if known.name == "latency" => of_metric(terms::quantity(known), statistic),
        (Some(known), statistic) if statistic == known.statistic => terms::quantity(known),
        (Some(known), Statistic::Low) => say("lower_end_of").with("of", terms::quantity(known)),
        (Some(known), Statistic::High) => say("upper_end_of").with("of", terms::quantity(known)),
        (_, Statistic::Count | Statistic::Value | Statistic::Rate) => metric.into(),
        (_, statistic) => of_metric(metric.into(), statistic),
    }
}

/// What the source says of a statistic, after its name; in its place where it begins with it.
fn with_description(plain: Message, described: Option<&str>) -> Message {
    match described {
        Some(described) if described.starts_with(&plain.english()) => described.into(),
        Some(described) => Message::joined("comma", [plain, described.into()]),
        None => plain,
    }
}
