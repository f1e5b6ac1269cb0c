//! Rules by which a comparison fails: `regression`, `missing`, `errors`, `p99>5%`, `p99 above 200 ms`.
//!
//! A relative rule fires where the test shows the change; with `!` at its end it looks at the medians alone.
//! `[json, kruda]` after the name of a metric keeps a rule to the figures that have those values.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Comparison, Row, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::metrics::MetricStatistic;
use crate::model::Statistic;
use crate::source::Source;
use crate::suggest;
use crate::units::{Quantity, Unit};

/// A rule by which a comparison fails.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The rule as it was written.
    pub text: String,
    source: Arc<Source>,
    test: Test,
}

/// A figure on which a rule fired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fired {
    /// The rule as it was written.
    pub rule: String,
    /// The row, as an index into [`Comparison::rows`].
    pub row: usize,
    /// The evidence file, as the user knows it.
    pub path: Arc<str>,
    /// The line of that file.
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq)]
enum Test {
    Regression,
    Errors,
    Missing,
    Change { of: Figures, limit: f64, plain: bool },
    Objective { of: Figures, limit: Quantity, above: bool },
}

/// The figures that a rule speaks of.
#[derive(Debug, Clone, PartialEq)]
struct Figures {
    metric: String,
    values: Vec<String>,
}

/// Metrics that count what went wrong.
const FAILURES: [&str; 4] = ["errors", "non_2xx", "timeouts", "error_rate"];

/// What a rule looks like, for a message.
const SHAPES: &str = "write `regression`, `missing`, `errors`, a change such as `p99>5%` or `rps<-3%`, or a limit such as `p99 above 200 ms`";

/// Whatever a rule may give.
pub type Understood<T> = Result<T, Box<Diagnostic>>;

/// A part of the text of a rule.
struct Part<'a> {
    source: &'a Arc<Source>,
    start: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn trimmed(source: &'a Arc<Source>, start: usize, end: usize) -> Self {
        let whole = &source.text()[start..end];
        let text = whole.trim();
        Part { source, start: start + (whole.len() - whole.trim_start().len()), text }
    }

    fn wrong(&self, message: String, help: &str) -> Box<Diagnostic> {
        // What is missing is pointed at where it is missing.
        let end = (self.start + self.text.len()).max((self.start + 1).min(self.source.text().len()));
        Box::new(Diagnostic::error(Code::BadValue, message).at(self.source, self.start..end).help(help))
    }
}

impl Rule {
    /// Understands a rule.
    pub fn parse(text: &str) -> Understood<Self> {
        let source = Arc::new(Source::new("--fail-on", text.to_owned()));
        let test = test(&source)?;
        Ok(Self { text: text.trim().to_owned(), source, test })
    }

    fn wrong(&self, message: String, help: Option<String>) -> Box<Diagnostic> {
        let span = 0..self.source.text().len();
        Box::new(Diagnostic::error(Code::UnknownMetric, message).at(&self.source, span).help_if(help))
    }

    /// The rows on which the rule fires; an error when it speaks of no figure of the comparison, or of a
    /// limit in a unit that the figure has not: a rule that cannot fire would guard nothing.
    fn fires(&self, rows: &[Row]) -> Understood<Vec<usize>> {
        if let Test::Change { of, .. } | Test::Objective { of, .. } = &self.test
            && !rows.iter().any(|row| of.has(row))
        {
            let names: BTreeSet<String> = rows.iter().map(|row| row.metric.name()).collect();
            let help = suggest::help(&of.metric, names.iter().map(String::as_str));
            let message = format!("the rule `{}` speaks of no figure of the comparison", self.text);
            return Err(self.wrong(message, help));
        }
        let mut fired = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let fires = match &self.test {
                Test::Regression => row.verdict == Verdict::Worse,
                Test::Missing => row.verdict == Verdict::MissingNew,
                Test::Errors => has_failures(row),
                Test::Change { of, limit, plain } => of.has(row) && changed(row, *limit, *plain),
                Test::Objective { of, limit, above } => of.has(row) && self.is_beyond(row, *limit, *above)?,
            };
            fired.extend(fires.then_some(index));
        }
        Ok(fired)
    }

    fn is_beyond(&self, row: &Row, limit: Quantity, above: bool) -> Understood<bool> {
        let Some(new) = &row.samples[1] else { return Ok(false) };
        // A bare number is in the unit of what is counted; a time or a size has to name its unit.
        let counted = limit.unit.symbol().is_empty() && (row.unit.is_count() || row.unit.symbol().ends_with("/s"));
        let Some(limit) = limit.to(row.unit).map(|limit| limit.value).or(counted.then_some(limit.value)) else {
            let message = format!("`{}` is in {}, not in {}", row.metric.name(), row.unit.words(), limit.unit.words());
            return Err(self.wrong(message, Some(format!("write the limit with its unit: `200 {}`", row.unit))));
        };
        Ok(if above { new.median > limit } else { new.median < limit })
    }
}

fn has_failures(row: &Row) -> bool {
    let is_failure = FAILURES.contains(&&*row.metric.metric);
    is_failure && row.samples[1].as_ref().is_some_and(|new| new.values.iter().any(|value| *value > 0.0))
}

/// Whether a row changed by more than a limit, in the direction of its sign.
fn changed(row: &Row, limit: f64, plain: bool) -> bool {
    let is_told = row.verdict.is_shown() || plain && row.verdict.is_compared();
    is_told && row.change.is_some_and(|change| if limit > 0.0 { change > limit } else { change < limit })
}

impl Figures {
    fn has(&self, row: &Row) -> bool {
        let own = &row.metric;
        let usual = |statistic: Statistic| match statistic {
            Statistic::Percentile(percentile) => percentile.percent() == 50.0,
            other => !matches!(other, Statistic::Min | Statistic::Max | Statistic::StdDev),
        };
        let parsed = MetricStatistic::parse(&self.metric);
        let is_meant = parsed == *own
            || self.metric == own.name()
            || self.metric == *own.metric && own.statistic.is_none_or(usual);
        let holds = |wanted: &String| match wanted.split_once('=') {
            Some((name, value)) => row.dimensions.get(name.trim()).is_some_and(|own| **own == *value.trim()),
            None => row.dimensions.values().any(|own| **own == **wanted),
        };
        is_meant && self.values.iter().all(holds)
    }
}

fn test(source: &Arc<Source>) -> Understood<Test> {
    let whole = Part::trimmed(source, 0, source.text().len());
    match whole.text {
        "" => Err(whole.wrong("the rule is empty".to_owned(), SHAPES)),
        "regression" => Ok(Test::Regression),
        "errors" => Ok(Test::Errors),
        "missing" => Ok(Test::Missing),
        text => match text.find(['>', '<']) {
            Some(at) => change(source, whole.start + at),
            None => objective(source, &whole),
        },
    }
}

/// `p99>5%`, with the sign at that byte.
fn change(source: &Arc<Source>, at: usize) -> Understood<Test> {
    let of = figures(&Part::trimmed(source, 0, at))?;
    let limit = Part::trimmed(source, at + 1, source.text().len());
    let (text, plain) = limit.text.strip_suffix('!').map_or((limit.text, false), |text| (text.trim_end(), true));
    let digits = text.strip_suffix('%').map(|digits| digits.trim().replace('\u{2212}', "-"));
    let Some(percent) = digits.and_then(|digits| digits.parse::<f64>().ok()).filter(|percent| percent.is_finite())
    else {
        let help = "a change is a percentage, such as `p99>5%`; a limit of the value is `p99 above 200 ms`";
        return Err(limit.wrong(format!("`{}` is no percentage", limit.text), help));
    };
    let is_greater = source.text()[at..].starts_with('>');
    if is_greater != (percent > 0.0) {
        let sign = if is_greater { ">5%" } else { "<-5%" };
        let message = format!("`{}` would fire where nothing changed", source.text().trim());
        return Err(limit.wrong(message, &format!("write the change that is too much: `{}{sign}`", of.metric)));
    }
    Ok(Test::Change { of, limit: percent / 100.0, plain })
}

/// `p99 above 200 ms`
fn objective(source: &Arc<Source>, whole: &Part<'_>) -> Understood<Test> {
    let word = |word: &str| whole.text.find(&format!(" {word} ")).map(|at| (whole.start + at, word.len() + 2));
    let (found, above) = match (word("above"), word("below")) {
        (Some(found), _) => (found, true),
        (_, Some(found)) => (found, false),
        _ => {
            let near = suggest::nearest(whole.text, ["regression", "missing", "errors"]);
            let help = near.map_or(SHAPES.to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(whole.wrong(format!("`{}` is no rule", whole.text), &help));
        }
    };
    let of = figures(&Part::trimmed(source, 0, found.0))?;
    let limit = Part::trimmed(source, found.0 + found.1, source.text().len());
    let end = limit.text.find(|c: char| !(c.is_ascii_digit() || ".,-eE_".contains(c))).unwrap_or(limit.text.len());
    let (digits, unit) = limit.text.split_at(end);
    match digits.replace([',', '_'], "").parse::<f64>() {
        Ok(value) if unit.trim().is_empty() || Unit::is_known(unit.trim()) => {
            Ok(Test::Objective { of, limit: Quantity { value, unit: Unit::named(unit.trim()) }, above })
        }
        Ok(_) => Err(limit.wrong(format!("`{}` is no unit", unit.trim()), "write `ms`, `s`, `req/s`, `MB`, `%` …")),
        Err(_) => Err(limit.wrong(format!("`{}` is no number", limit.text), "write a number and its unit: `200 ms`")),
    }
}

/// `p99` or `p99[json, kruda]`.
fn figures(part: &Part<'_>) -> Understood<Figures> {
    let (metric, values) = match part.text.split_once('[') {
        None => (part.text, ""),
        Some((metric, rest)) => match rest.strip_suffix(']') {
            Some(values) => (metric, values),
            None => return Err(part.wrong("the `[` is not closed".to_owned(), "close it with `]`")),
        },
    };
    let metric = metric.trim();
    if metric.is_empty() || metric.contains(char::is_whitespace) {
        return Err(part.wrong(format!("`{metric}` is no metric"), "name a metric, such as `p99`, `rps` or `time`"));
    }
    let values = values.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect();
    Ok(Figures { metric: metric.to_owned(), values })
}

/// What fires, by rule and row.
pub fn check(rules: &[Rule], comparison: &Comparison) -> Understood<Vec<Fired>> {
    let mut fired = Vec::new();
    for rule in rules {
        for row in rule.fires(&comparison.rows)? {
            let sample = comparison.rows[row].samples.iter().rev().flatten().next();
            let (path, line) = sample.map_or_else(|| ("".into(), 0), |sample| (Arc::clone(&sample.path), sample.line));
            fired.push(Fired { rule: rule.text.clone(), row, path, line });
        }
    }
    Ok(fired)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Test {
        Rule::parse(text).unwrap_or_else(|wrong| panic!("{text}: {}", wrong.message)).test
    }

    #[test]
    fn rules_are_understood() {
        let of = |metric: &str, values: &[&str]| Figures {
            metric: metric.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        assert_eq!(parsed(" regression "), Test::Regression);
        assert_eq!(parsed("p99 > 5 %"), Test::Change { of: of("p99", &[]), limit: 0.05, plain: false });
        assert_eq!(parsed("rps<\u{2212}3%!"), Test::Change { of: of("rps", &[]), limit: -0.03, plain: true });
        let limit = Quantity { value: 1200.0, unit: Unit::named("ms") };
        let expected = Test::Objective { of: of("p99.9", &["json", "round=1"]), limit, above: true };
        assert_eq!(parsed("p99.9[json, round=1] above 1,200 ms"), expected);
    }

    #[test]
    fn what_is_no_rule_is_pointed_at() {
        for (text, at, message) in [
            ("", 0, "the rule is empty"),
            ("regresion", 0, "`regresion` is no rule"),
            ("p99>5ms", 4, "`5ms` is no percentage"),
            ("rps < 3%", 6, "`rps < 3%` would fire where nothing changed"),
            ("p99 above 200 msec", 10, "`msec` is no unit"),
            ("p99 above x", 10, "`x` is no number"),
            ("p99[json>5%", 0, "the `[` is not closed"),
            (">5%", 0, "`` is no metric"),
        ] {
            let wrong = Rule::parse(text).expect_err(text);
            let start = wrong.place.as_ref().map(|place| place.span.start);
            assert_eq!((start, wrong.message.as_str()), (Some(at), message));
            assert!(wrong.help.is_some());
        }
    }
}
