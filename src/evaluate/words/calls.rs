//! Calls in words: which estimator, over how many values, with which coverage.

use super::{kinds, like, number, plural, words};
use crate::evaluate::Term;
use crate::expression::{Function, Operator};
use crate::number;
use crate::samples::FEW;
use crate::statistics::{self, bootstrap, interval};
use crate::suite::Suite;
use crate::units::Unit;
use crate::words::{Message, say};

/// A call in words.
pub(super) fn call(suite: &Suite, function: Function, terms: &[Term]) -> Message {
    match (function, terms) {
        (Function::Samples, _) => samples(suite, &[Term::Call(function, terms.to_vec())])
            .unwrap_or_else(|| named(function, plural(suite, terms))),
        (Function::Count, _) => say("number_of").with("of", plural(suite, terms)),
        (Function::Pooled, [Term::Number(percent), inputs @ ..]) => {
            pooled(suite, ["pooled", "pooled_within"], inputs).with("percentile", format!("p{}", percent.value))
        }
        (Function::PooledBetween, [Term::Number(low), Term::Number(high), inputs @ ..]) => {
            let counted = of_slices(suite, inputs)
                .unwrap_or_else(|| pooled(suite, ["pooled_between", "pooled_between_within"], inputs));
            counted.with("low", number(low)).with("high", number(high))
        }
        (Function::SameOrder, _) => say("whether_same_order"),
        (Function::Paired, [a, b]) => say("paired_ratio_of").with("of", sides(suite, a, b)),
        (Function::Quantile | Function::TrimmedMean, [Term::Call(_, list), Term::Number(share)]) => {
            let share = share.to(Unit::percent()).map_or(share.value, |share| share.value);
            with_share(suite, function, list, share)
        }
        (Function::CountBetween, [Term::Call(_, list), Term::Number(low), Term::Number(high)]) => {
            let between = say("number_between").with("of", plural(suite, list));
            between.with("low", number(low)).with("high", number(high))
        }
        (Function::WeightedQuantile, [Term::Call(_, values), _, Term::Number(share)]) => {
            let share = share.to(Unit::percent()).map_or(share.value, |share| share.value);
            say("histogram_quantile_of").with("share", percent(share)).with("of", plural(suite, values))
        }
        (Function::Within, [a, b, far]) => {
            say("within_of").with("a", words(suite, a)).with("far", distance(far)).with("b", words(suite, b))
        }
        (_, [Term::Call(Function::Each, a), Term::Call(Function::Each, b)]) => of_two(suite, function, a, b),
        (Function::Ci95Low | Function::BootstrapLow, _) => {
            say("lower_end_of_the").with("of", range(suite, function, terms))
        }
        (Function::Ci95High | Function::BootstrapHigh, _) => {
            say("upper_end_of_the").with("of", range(suite, function, terms))
        }
        _ => named(function, plural(suite, terms)),
    }
}

/// How many measurements of slices of a run's time lie between bounds of buckets; none where runs are whole.
fn of_slices(suite: &Suite, inputs: &[Term]) -> Option<Message> {
    let slice = |term: &Term| match term {
        Term::Input(input) if suite.is_of_slice(*input) => suite.data[*input].observation.basis.as_ref(),
        _ => None,
    };
    let counts = inputs.iter().map(|term| Some(slice(term)?.count)).collect::<Option<Vec<u64>>>()?;
    let count = Message::Number(counts.iter().sum::<u64>().to_string());
    Some(say("between_of_time_slices").with("count", count).with("n", counts.len()))
}

/// What is of the measurements of several runs, by the keys of its words, of single measurements and of histograms.
fn pooled(suite: &Suite, [each, within]: [&'static str; 2], inputs: &[Term]) -> Message {
    let of = |term: &Term| match term {
        Term::Input(input) => suite.data[*input].observation.basis.as_ref().map_or(0, |basis| basis.count),
        _ => 0,
    };
    let (count, runs) = (inputs.iter().map(of).sum::<u64>(), inputs.len());
    let set = |run: usize| suite.runs.get(run).samples.values().any(|set| set.is_bucketed());
    let bucketed = inputs.iter().any(|term| matches!(term, Term::Input(input) if set(suite.data[*input].run())));
    let key = if bucketed || count > FEW as u64 { within } else { each };
    // The count is that of programs too, so it has no groups.
    let count = Message::Number(count.to_string());
    say(key).with("count", count).with("n", runs)
}

/// The single measurements of runs, when that is what all the terms are: "10 samples of time", "20 samples of 2 runs".
pub(super) fn samples(suite: &Suite, terms: &[Term]) -> Option<Message> {
    let counts: Vec<usize> = terms.iter().map(|term| sampled(suite, term)).collect::<Option<_>>()?;
    match (terms, &counts[..]) {
        ([Term::Call(_, of)], [count]) if let [Term::Input(input)] = of[..] => {
            let metrics =
                suite.runs.get(suite.data[input].run()).said.samples.keys().map(|metric| Message::from(&**metric));
            Some(say("samples_of").with("n", *count).with("of", Message::joined("and", metrics)))
        }
        ([], _) => None,
        _ => {
            let count = Message::Number(counts.iter().sum::<usize>().to_string());
            Some(say("samples_of_runs").with("count", count).with("n", counts.len()))
        }
    }
}

/// How many measurements a term stands for, when it stands for those of a run.
fn sampled(suite: &Suite, term: &Term) -> Option<usize> {
    let Term::Call(Function::Samples, of) = term else { return None };
    let [Term::Input(input)] = of[..] else { return None };
    suite.data[input].observation.basis.as_ref().and_then(|basis| usize::try_from(basis.count).ok())
}

/// How many values terms stand for.
fn length(suite: &Suite, terms: &[Term]) -> usize {
    terms.iter().map(|term| sampled(suite, term).unwrap_or(1)).sum()
}

/// A range in words, by the function that gives its lower end.
pub(super) fn range(suite: &Suite, low: Function, terms: &[Term]) -> Message {
    let of = plural(suite, terms);
    match low {
        Function::Ci95Low | Function::Ci95High => {
            let coverage = interval::places(length(suite, terms)).map_or(f64::NAN, |places| places.coverage * 100.0);
            let coverage = Message::Number(number::format(coverage, 1));
            say("confidence_interval_of").with("coverage", coverage).with("of", of)
        }
        Function::BootstrapLow | Function::BootstrapHigh => {
            say("bootstrap_interval_of").with("resamples", bootstrap::RESAMPLES).with("of", of)
        }
        _ => say("from_smallest_to_largest_of").with("of", of),
    }
}

/// A function of a list, which has a word of its own or is called as in expressions.
fn named(function: Function, of: Message) -> Message {
    let key = match function {
        Function::Median => "median_of",
        Function::Mean => "mean_of",
        Function::Sum => "sum_of",
        Function::Geomean => "geometric_mean_of",
        Function::StdDev => "standard_deviation_of",
        Function::Min => "smallest_of",
        Function::Max => "largest_of",
        Function::Mad => "median_absolute_deviation_of",
        Function::Iqr => "interquartile_range_of",
        other => return say("function_of").with("function", other.name()).with("of", of),
    };
    say(key).with("of", of)
}

fn with_share(suite: &Suite, function: Function, list: &[Term], share: f64) -> Message {
    let key = if function == Function::Quantile { "quantile_of" } else { "trimmed_mean_of" };
    let of = say(key).with("share", percent(share)).with("of", plural(suite, list));
    match function {
        Function::Quantile => of,
        _ => of.with("each", statistics::trimmed(length(suite, list), share / 100.0)),
    }
}

/// Hundredths of a per cent are enough for any share that an author writes.
fn percent(share: f64) -> Message {
    Message::Number(((share * 1e4).round() / 1e4).to_string())
}

/// A function of two lists in words.
fn of_two(suite: &Suite, function: Function, a: &[Term], b: &[Term]) -> Message {
    let pairs = |key| say(key).with("n", a.len()).with("of", kinds(suite, a));
    let test = |key| say(key).with("a", plural(suite, a)).with("b", plural(suite, b));
    match function {
        Function::PairsAbove => pairs("pairs_above"),
        Function::PairsBelow => pairs("pairs_below"),
        Function::MannWhitneyExact => test("mann_whitney_exact"),
        Function::MannWhitneyNormal => test("mann_whitney_normal"),
        Function::MannWhitneyU => test("mann_whitney_u"),
        _ => test("effect_size"),
    }
}

/// What the two sides of a ratio are.
pub(super) fn sides(suite: &Suite, a: &Term, b: &Term) -> Message {
    like(suite, a, b).unwrap_or_else(|| say("one_to_other").with("a", words(suite, a)).with("b", words(suite, b)))
}

/// How far two values may lie apart: "1 %" or "5 ms".
fn distance(far: &Term) -> Message {
    match far {
        Term::Number(quantity) => number(quantity),
        Term::Binary(Operator::Multiply, share, _) if let Term::Number(share) = &**share => number(share),
        _ => say("a_distance"),
    }
}
