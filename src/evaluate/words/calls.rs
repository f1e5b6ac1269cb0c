//! Calls in words: which estimator, over how many values, with which coverage.

use super::{like, plural, words};
use crate::evaluate::Term;
use crate::expression::{Function, Operator};
use crate::number;
use crate::samples::FEW;
use crate::statistics::{self, bootstrap, interval};
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

/// A call in words.
pub(super) fn call(suite: &Suite, function: Function, terms: &[Term]) -> String {
    match (function, terms) {
        (Function::Count, _) => format!("number of {}", plural(suite, terms)),
        (Function::Pooled, [Term::Number(percent), inputs @ ..]) => pooled(suite, percent.value, inputs),
        (Function::SameOrder, _) => "whether two lists have the same order".to_owned(),
        (Function::Paired, [a, b]) => format!("paired ratio of {}", sides(suite, a, b)),
        (Function::Quantile | Function::TrimmedMean, [Term::Call(_, list), Term::Number(share)]) => {
            let share = share.to(Unit::percent()).map_or(share.value, |share| share.value);
            with_share(suite, function, list, share)
        }
        (Function::CountBetween, [Term::Call(_, list), Term::Number(low), Term::Number(high)]) => {
            let bound = |bound: &Quantity| format!("{} {}", bound.value, bound.unit).trim_end().to_owned();
            format!("number of {} from {} up to {}", plural(suite, list), bound(low), bound(high))
        }
        (Function::WeightedQuantile, [Term::Call(_, values), _, Term::Number(share)]) => {
            let share = share.to(Unit::percent()).map_or(share.value, |share| share.value);
            let shown = (share * 1e4).round() / 1e4;
            format!("{shown} % quantile (Hyndman–Fan type 1) of a histogram of {}", plural(suite, values))
        }
        (Function::Within, [a, b, far]) => {
            format!("{} within {} of {}", words(suite, a), distance(far), words(suite, b))
        }
        (_, [Term::Call(Function::Each, a), Term::Call(Function::Each, b)]) => of_two(suite, function, a, b),
        (Function::Ci95Low | Function::BootstrapLow, _) => {
            format!("lower end of the {}", range(suite, function, terms))
        }
        (Function::Ci95High | Function::BootstrapHigh, _) => {
            format!("upper end of the {}", range(suite, function, terms))
        }
        _ => format!("{} of {}", name(function), plural(suite, terms)),
    }
}

/// A percentile of the measurements of several runs.
fn pooled(suite: &Suite, percent: f64, inputs: &[Term]) -> String {
    let of = |term: &Term| match term {
        Term::Input(input) => suite.data[*input].observation.basis.as_ref().map_or(0, |basis| basis.count),
        _ => 0,
    };
    let (count, runs) = (inputs.iter().map(of).sum::<u64>(), inputs.len());
    let set = |run: usize| suite.runs[run].1.samples.values().any(|set| set.is_bucketed());
    let bucketed = inputs.iter().any(|term| matches!(term, Term::Input(input) if set(suite.data[*input].run)));
    let within = if bucketed || count > FEW as u64 { ", within 0.1 %" } else { "" };
    format!("p{percent} of {count} samples of {runs} runs pooled, nearest rank{within}")
}

/// A range in words, by the function that gives its lower end.
pub(super) fn range(suite: &Suite, low: Function, terms: &[Term]) -> String {
    let of = plural(suite, terms);
    match low {
        Function::Ci95Low | Function::Ci95High => {
            let coverage = interval::places(terms.len()).map_or(f64::NAN, |places| places.coverage * 100.0);
            format!("{} % confidence interval (order statistics) of the median of {of}", number::format(coverage, 1))
        }
        Function::BootstrapLow | Function::BootstrapHigh => {
            let thousands = bootstrap::RESAMPLES / 1000;
            format!("95 % bootstrap interval (percentile, {thousands},000 resamples) of the median of {of}")
        }
        _ => format!("from the smallest to the largest of {of}"),
    }
}

fn name(function: Function) -> &'static str {
    match function {
        Function::Geomean => "geometric mean",
        Function::StdDev => "standard deviation",
        Function::Min => "smallest",
        Function::Max => "largest",
        Function::Mad => "median absolute deviation (unscaled)",
        Function::Iqr => "interquartile range (Hyndman–Fan type 7)",
        other => other.name(),
    }
}

fn with_share(suite: &Suite, function: Function, list: &[Term], percent: f64) -> String {
    let of = plural(suite, list);
    // Hundredths of a per cent are enough for any share that an author writes.
    let shown = (percent * 1e4).round() / 1e4;
    if function == Function::Quantile {
        return format!("{shown} % quantile (Hyndman–Fan type 7) of {of}");
    }
    let each = statistics::trimmed(list.len(), percent / 100.0);
    format!("mean of {of} without the lowest and the highest {shown} % ({each} at either end)")
}

/// A function of two lists in words.
fn of_two(suite: &Suite, function: Function, a: &[Term], b: &[Term]) -> String {
    let against = || format!("{} against {}", plural(suite, a), plural(suite, b));
    match function {
        Function::PairsAbove => format!("pairs of {} that favour the first: more {}", a.len(), kinds(suite, a)),
        Function::PairsBelow => format!("pairs of {} that favour the first: less {}", a.len(), kinds(suite, a)),
        Function::MannWhitneyExact => format!("two-sided p of the Mann–Whitney U test (exact), {}", against()),
        Function::MannWhitneyNormal => {
            format!("two-sided p of the Mann–Whitney U test (normal approximation, corrected for ties), {}", against())
        }
        Function::MannWhitneyU => format!("Mann–Whitney U, {}", against()),
        _ => format!("common-language effect size (U as a share of all pairs), {}", against()),
    }
}

/// What the terms are, each kind once.
fn kinds(suite: &Suite, terms: &[Term]) -> String {
    super::kinds(suite, terms).join(" and ")
}

/// What the two sides of a ratio are.
pub(super) fn sides(suite: &Suite, a: &Term, b: &Term) -> String {
    like(suite, a, b).unwrap_or_else(|| format!("{} to {}", words(suite, a), words(suite, b)))
}

/// How far two values may lie apart: "1 %" or "5 ms".
fn distance(far: &Term) -> String {
    let quantity = match far {
        Term::Number(quantity) => quantity,
        Term::Binary(Operator::Multiply, share, _) if let Term::Number(share) = &**share => share,
        _ => return "a distance".to_owned(),
    };
    format!("{} {}", quantity.value, quantity.unit).trim_end().to_owned()
}
