//! A column or pointer whose own name says another statistic than the mapping makes of it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex_lite::Regex;

use crate::diagnostic::{Code, Diagnostic};
use crate::metrics::MetricStatistic;
use crate::model::{Percentile, Statistic};
use crate::settings::Context;
use crate::source::Span;

/// Reports a source that is mapped to another statistic than its name says.
pub(super) fn check(context: &Context, source: &str, metric: &MetricStatistic, span: Span) {
    if let (Some(said), Some(taken)) = (only(named(source)), only(of_metric(metric)))
        && said != taken
    {
        let message = format!("`{source}` is read as `{}`: the name says {}", metric.name(), said.name());
        let diagnostic = Diagnostic::warning(Code::Misnamed, message).at(&context.source, span);
        context.report(diagnostic.help(format!("read it as {}, or read another column", said.name())));
    }
}

/// Reports a label that names another statistic than what it is the label of, a metric or an expression.
pub(crate) fn check_label(context: &Context, label: &str, of: &str, span: Span) {
    if let (Some(said), Some(taken)) = (only(named(label)), only(named(of)))
        && said != taken
    {
        let message = format!("`{label}` is the label of `{of}`: it says {}", said.name());
        context.report(
            Diagnostic::warning(Code::Misnamed, message)
                .at(&context.source, span)
                .help(format!("call it {}, or show another statistic", taken.name())),
        );
    }
}

fn only(named: BTreeSet<Statistic>) -> Option<Statistic> {
    // "min–max of p99" and "median of the rounds' p99" name several: which is meant, nobody can tell.
    if named.len() == 1 { named.into_iter().next() } else { None }
}

fn of_metric(metric: &MetricStatistic) -> BTreeSet<Statistic> {
    let own = metric.statistic.filter(|statistic| statistic.is_distribution()).map(one_name);
    named(&metric.metric).into_iter().chain(own).collect()
}

/// The statistics that a name speaks of: `p95_ms`, `percentile99`, `99.9th`, `avg`, `max`.
fn named(text: &str) -> BTreeSet<Statistic> {
    static PERCENTILE: LazyLock<Regex> = LazyLock::new(|| {
        let before = r"(?:^|[^a-z])(?:p|pct|perc|percentile)[ _(-]*([0-9]+(?:[._]9+|\.[0-9]+)?)";
        let after = r"([0-9]+(?:\.[0-9]+)?)(?:th|%|[ _-]*(?:pct|percentile))";
        Regex::new(&format!("{before}|{after}")).expect("the pattern is well-formed")
    });
    let text = without_braces(text).to_lowercase();
    let numbers = PERCENTILE.captures_iter(&text).filter(|found| !is_ordinal(&found[0]));
    let digits = numbers.filter_map(|found| found.get(1).or_else(|| found.get(2)));
    let percentiles = digits.filter_map(|digits| percentile(digits.as_str()));
    // `min` may be minutes.
    let words = text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| match word {
        "median" | "med" => Statistic::parse("p50"),
        "mean" | "avg" | "average" => Some(Statistic::Mean),
        "max" | "maximum" => Some(Statistic::Max),
        "stddev" | "stdev" => Some(Statistic::StdDev),
        _ => None,
    });
    percentiles.chain(words).map(one_name).collect()
}

/// JMeter counts its percentiles: `pct1ResTime` is the first of three that are set elsewhere.
fn is_ordinal(found: &str) -> bool {
    found.strip_suffix(|c: char| c.is_ascii_digit()).is_some_and(|before| before.ends_with("pct"))
}

/// A pointer without what stands for the names of dimensions.
fn without_braces(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = text.chars().filter(|c| {
        depth = if *c == '{' { depth + 1 } else { depth };
        let is_outside = depth == 0;
        depth = if *c == '}' { depth.saturating_sub(1) } else { depth };
        is_outside
    });
    outside.collect()
}

/// The percentile of digits in a name, where `999` is short for 99.9.
pub(crate) fn percentile(digits: &str) -> Option<Statistic> {
    let digits = digits.replace('_', ".");
    let is_short = digits.len() > 2 && digits != "100" && !digits.contains('.');
    let digits = if is_short { format!("{}.{}", &digits[..2], &digits[2..]) } else { digits };
    Percentile::parse(&digits).map(Statistic::Percentile)
}

/// The maximum for p100: one statistic with two names.
pub(crate) fn one_name(statistic: Statistic) -> Statistic {
    match statistic {
        Statistic::Percentile(percentile) if percentile.percent() >= 100.0 => Statistic::Max,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_statistics() {
        for (name, said) in [
            ("p95_ms", "p95"),
            ("/latency/p(95)", "p95"),
            ("percentile99", "p99"),
            ("percentile_99", "p99"),
            ("99th", "p99"),
            ("latency 99.9%", "p99.9"),
            ("p999", "p99.9"),
            ("p99_99", "p99.99"),
            ("p99999", "p99.999"),
            ("p100", "max"),
            ("pct95", "p95"),
            ("Median (ms)", "p50"),
            ("avg_latency", "mean"),
            ("/{p99}/max", "max"),
        ] {
            let names: Vec<String> = named(name).into_iter().map(Statistic::name).collect();
            assert_eq!(names, [said], "{name}");
        }
        for name in [
            "rps",
            "http2",
            "value",
            "duration_min",
            "step99",
            "top5",
            "/servers/0/time",
            "c10",
            "maximal",
            "/GET /a/pct3ResTime",
        ] {
            assert!(named(name).is_empty(), "{name}");
        }
        assert_eq!(named("latency p99 / median of 5 rounds").len(), 2);
    }
}
