//! What misleads readers of a page, although each number on it is right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Outcome, Term};
use crate::expression::Operator;
use crate::figure::{Figure, Figures};
use crate::model::Statistic;
use crate::number;
use crate::source::Source;
use crate::suite::{Datum, DimensionsRef, SESSION, Suite};

use super::durations::DURATION;

/// A percentile that rests on fewer observations beyond it is an anecdote.
const BEYOND: f64 = 10.0;

/// A headline whose run failed more often than this is about the failures.
const FAILED: f64 = 0.01;

/// Conditions that make runs unlike when they differ.
const LIKE: [&str; 21] = [
    "connections",
    "threads",
    "vus",
    "virtual_users",
    "hardware",
    "cpu",
    "machine",
    "compiler",
    "compilers",
    "toolchain",
    "flags",
    "build_flags",
    "os",
    "kernel",
    "browser",
    "network",
    "payload",
    "pipelining",
    "keep_alive",
    "tls",
    "cache",
];

/// Checks the figures of a page in a language, such as `de`.
pub fn check_page(source: &Arc<Source>, suite: &Suite, figures: &Figures, language: &str) -> Vec<Diagnostic> {
    let page = Page { source, suite, figures };
    let mut found = Vec::new();
    found.extend(super::load::check(source, suite, figures));
    found.extend(page.few_beyond());
    found.extend(page.failures());
    found.extend(super::rounds::check(source, suite, figures));
    found.extend(figures.list.iter().filter_map(|figure| page.unlike(figure)));
    found.extend(figures.list.iter().filter_map(|figure| page.too_precise(figure)));
    found.extend(super::mixtures::check(source, suite, figures));
    found.extend(super::standing::check(source, suite, figures));
    found.extend(super::beside::check(source, suite, figures, language));
    found
}

struct Page<'a> {
    source: &'a Arc<Source>,
    suite: &'a Suite,
    figures: &'a Figures,
}

impl Page<'_> {
    fn at(&self, code: Code, figure: &Figure, message: String) -> Diagnostic {
        Diagnostic::warning(code, message).at(self.source, figure.span)
    }

    fn inputs(&self) -> impl Iterator<Item = (&Figure, usize)> {
        self.figures.list.iter().flat_map(|figure| figure.inputs.iter().map(move |input| (figure, *input)))
    }

    fn is_latency(&self, input: usize) -> bool {
        super::load::is_latency(self.suite, input)
    }

    /// How many requests a run had.
    fn requests(&self, input: usize) -> Option<f64> {
        let data = self.suite.of_run(self.suite.data[input].run());
        let counts = |name: &str| {
            let of = data.iter().filter(|datum| datum.observation.statistic == Statistic::Count);
            let of = of.filter(|datum| datum.observation.metric.starts_with(name)).map(|datum| datum.observation.value);
            of.collect::<Vec<f64>>()
        };
        counts("requests").first().copied().or_else(|| {
            let by_status = counts("status_");
            (!by_status.is_empty()).then(|| by_status.iter().sum())
        })
    }

    /// p99.9 of 500 requests: the first figure of each percentile that rests on too few.
    fn few_beyond(&self) -> Vec<Diagnostic> {
        let mut seen = BTreeMap::new();
        for (figure, input) in self.inputs() {
            let Statistic::Percentile(percentile) = self.suite.data[input].observation.statistic else { continue };
            let Some(requests) = self.requests(input).filter(|_| self.is_latency(input)) else { continue };
            let beyond = requests * (1.0 - percentile.percent() / 100.0);
            if beyond < BEYOND {
                seen.entry(percentile).or_insert((figure, requests, beyond));
            }
        }
        let found = seen.into_iter().map(|(percentile, (figure, requests, beyond))| {
            let requests = number::format(requests, 0);
            let message = format!("{percentile} of {requests} requests rests on {} of them", number::format(beyond, 1));
            self.at(Code::FewBeyond, figure, message).help("show a lower percentile, or measure longer")
        });
        found.collect()
    }

    /// Rates and latencies of runs in which many requests failed, when the page shows no failures.
    fn failures(&self) -> Option<Diagnostic> {
        let is_failure =
            |metric: &str| metric.starts_with("error") || metric == "non_2xx" || metric.starts_with("status_");
        let counts = self.inputs().map(|(_, input)| &self.suite.data[input]);
        let shown: BTreeSet<usize> =
            counts.filter(|datum| is_failure(&datum.observation.metric)).map(Datum::run).collect();
        let mut hidden = self.inputs().filter(|(_, input)| !shown.contains(&self.suite.data[*input].run()));
        hidden.find_map(|(figure, input)| {
            let share = self.failed_share(self.suite.data[input].run()).filter(|share| *share > FAILED)?;
            let words = self.suite.vocabulary.words_for(self.suite.dimensions(input));
            let message = format!(
                "{}% of the requests failed ({words}), and the page does not say so",
                number::format(share * 100.0, 1)
            );
            Some(
                self.at(Code::FailuresHidden, figure, message)
                    .help("show the failures beside the figure, or take the run out"),
            )
        })
    }

    /// The share of failed requests of a run.
    fn failed_share(&self, run: usize) -> Option<f64> {
        let data = self.suite.of_run(run);
        let value =
            |metric: &str| data.iter().find(|d| *d.observation.metric == *metric).map(|d| d.observation.quantity());
        let plain = |metric| value(metric).map(|quantity| quantity.value * quantity.unit.base_scale());
        let requests = plain("requests").filter(|requests| *requests > 0.0);
        let counted = plain("non_2xx").or_else(|| plain("errors")).zip(requests).map(|(failed, all)| failed / all);
        plain("error_rate").or(counted)
    }

    /// A ratio or difference of runs under unlike conditions.
    fn unlike(&self, figure: &Figure) -> Option<Diagnostic> {
        let compares = figure.outcome.terms().iter().any(|term| is_comparison(term));
        if !compares || figure.inputs.len() < 2 {
            return None;
        }
        let differing = LIKE.iter().find_map(|name| {
            let values: BTreeSet<String> =
                figure.inputs.iter().filter_map(|input| self.condition(*input, name)).collect();
            (values.len() > 1).then(|| (*name, values.into_iter().collect::<Vec<_>>().join(" and ")))
        });
        let lengths = || super::durations::unlike(self.suite, &figure.inputs).map(|values| (DURATION, values));
        let differing = differing.or_else(lengths).or_else(|| self.sessions(figure).map(|names| (SESSION, names)));
        let (name, values) = differing?;
        Some(self.at(Code::Unlike, figure, format!("runs under unlike conditions are compared: {name} {values}")).help(
            "compare runs that were measured alike, or say in the text what differs and allow this check on the page",
        ))
    }

    /// The sessions of a figure that sets one subject against another, each of another session, although one
    /// session has both: then it is the sessions that are compared as well.
    fn sessions(&self, figure: &Figure) -> Option<String> {
        let dimension = self.suite.subject_dimension()?;
        let of = |own: DimensionsRef<'_>| Some((own.get(SESSION)?.clone(), own.get(&dimension)?.clone()));
        let compared: BTreeSet<_> =
            figure.inputs.iter().filter_map(|input| of(self.suite.dimensions(*input))).collect();
        let sessions: BTreeSet<_> = compared.iter().map(|(session, _)| session.clone()).collect();
        let subjects: BTreeSet<_> = compared.iter().map(|(_, subject)| subject.clone()).collect();
        let is_split = sessions.len() > 1 && compared.len() < sessions.len() * subjects.len();
        let has = |session: &Arc<str>, subject: &Arc<str>| {
            let both = [(SESSION.into(), Arc::clone(session)), (Arc::clone(&dimension), Arc::clone(subject))];
            self.suite.runs_with(&both.into()).is_some_and(|runs| !runs.is_empty())
        };
        let could = || sessions.iter().any(|session| subjects.iter().all(|subject| has(session, subject)));
        (is_split && subjects.len() > 1 && could())
            .then(|| sessions.iter().map(|name| &**name).collect::<Vec<_>>().join(" and "))
    }

    fn condition(&self, input: usize, name: &str) -> Option<String> {
        let run = self.suite.runs.get(self.suite.data[input].run());
        let told = run.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.to_string());
        told.or_else(|| super::mixtures::stated(self.suite, input, name))
    }

    /// A percentage printed to more digits than its sources have.
    fn too_precise(&self, figure: &Figure) -> Option<Diagnostic> {
        let printed = number::read(&figure.text).numbers.into_iter().max_by_key(|printed| printed.decimals)?;
        let relative = figure.unit.is_plain() && figure.outcome.terms().iter().all(|term| is_comparison(term));
        let single = matches!(&figure.outcome, Outcome::Values(elements) if elements.len() == 1);
        if !relative || !single || figure.verdict.is_none() {
            return None;
        }
        let digits = figure.inputs.iter().map(|input| significant(self.suite.raw(*input))).min()?;
        let shown = significant(&number::format(printed.value, printed.decimals));
        (shown > digits).then(|| {
            self.at(
                Code::TooPrecise,
                figure,
                format!("{shown} digits are printed, and the least precise source has {digits}"),
            )
            .help("print fewer digits")
        })
    }
}

fn is_comparison(term: &Term) -> bool {
    match term {
        Term::Binary(Operator::Divide | Operator::Above | Operator::Below, left, right) => {
            let of = |term: &Term| {
                let mut inputs = Vec::new();
                term.collect_inputs(&mut inputs);
                !inputs.is_empty()
            };
            of(left) && of(right)
        }
        Term::Binary(_, left, right) => is_comparison(left) || is_comparison(right),
        Term::Negative(inner) => is_comparison(inner),
        Term::Call(..) | Term::Input(_) | Term::Number(_) => false,
    }
}

/// How many significant digits a number is written with: `0.910` has three, `0.0275` three, `1200` four.
pub(super) fn significant(text: &str) -> usize {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').len().max(1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn significant_digits_are_counted() {
        for (text, digits) in [("0.910", 3), ("0.642", 3), ("29.45", 4), ("816,411.19", 8), ("0", 1), ("1.5e-3", 2)] {
            assert_eq!(super::significant(text), digits, "{text}");
        }
    }
}
