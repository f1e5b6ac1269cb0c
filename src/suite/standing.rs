//! How values stand: superseded, withdrawn, of a version that is no longer the latest; and what is owed.

use super::manifest::{Obligation, Session, Subject, Withdrawn};
use super::version::Version;
use super::{SESSION, Suite, part};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::Dimensions;
use crate::words::{Message, say};

/// Where an obligation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// It was done.
    Done,
    /// There is time left, or nobody can tell.
    Open,
    /// Its day or its event has passed.
    Past,
}

impl Due {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Open => "open",
            Self::Past => "past due",
        }
    }

    /// The word for it, for readers.
    pub fn message(self) -> Message {
        say(format!("due_{}", self.name().replace(' ', "_")))
    }
}

impl Suite {
    /// The session of that name.
    pub fn session(&self, name: &str) -> Option<&Session> {
        self.manifest.sessions.iter().find(|session| session.name == name)
    }

    /// The session that an observation is of and the one that superseded it, when one did.
    pub fn superseded(&self, input: usize) -> Option<(&Session, &str)> {
        let session = self.session(self.dimensions(input).get(SESSION)?)?;
        Some((session, session.superseded_by.as_deref()?))
    }

    /// What withdrew an observation, when something did.
    pub fn withdrawn(&self, input: usize) -> Option<&Withdrawn> {
        let observation = &self.data[input].observation;
        let is_of = |(withdrawn, part): &(&Withdrawn, &Dimensions)| {
            let metric = withdrawn.metric.as_ref().is_none_or(|metric| {
                metric.metric == observation.metric
                    && metric.statistic.is_none_or(|statistic| statistic == observation.statistic)
            });
            metric && part.iter().all(|(name, value)| self.dimensions(input).get(name) == Some(value))
        };
        self.manifest.withdrawn.iter().zip(&self.withdrawn).find(is_of).map(|(withdrawn, _)| withdrawn)
    }

    /// The part that each `[[withdrawn]]` speaks of, in words, with it.
    pub fn withdrawals(&self) -> impl Iterator<Item = (&Withdrawn, String)> {
        self.manifest.withdrawn.iter().zip(&self.withdrawn).map(|(withdrawn, part)| {
            let words = self.vocabulary.words_for(part);
            let metric = withdrawn.metric.as_ref().map(crate::metrics::MetricStatistic::name);
            let named: Vec<String> = metric.into_iter().chain((!words.is_empty()).then_some(words)).collect();
            (withdrawn, named.join(" · "))
        })
    }

    /// The subject that an observation is of.
    pub fn subject(&self, input: usize) -> Option<&Subject> {
        let dimension = self.subject_dimension()?;
        let value = self.dimensions(input).get(&dimension)?;
        let is = |subject: &&Subject| self.vocabulary.value_of(&dimension, &subject.name).as_ref() == Some(value);
        self.manifest.subjects.iter().find(is)
    }

    /// Where an obligation stands on that day, `2026-12-01`.
    pub fn due(&self, obligation: &Obligation, today: &str) -> Due {
        let day = !obligation.due.is_empty() && obligation.due.as_str() < today;
        match obligation.done.is_empty() {
            false => Due::Done,
            true if day || self.has_come(&obligation.when) => Due::Past,
            true => Due::Open,
        }
    }

    /// Whether an event has come: `kruda 2.0`, when that version of the subject is out.
    fn has_come(&self, event: &str) -> bool {
        let Some((name, version)) = event.rsplit_once(' ') else { return false };
        let Some(awaited) = Version::parse(version) else { return false };
        let Some(dimension) = self.subject_dimension() else { return false };
        let meant = self.vocabulary.value_of(&dimension, name);
        let is = |subject: &&Subject| meant.is_some() && self.vocabulary.value_of(&dimension, &subject.name) == meant;
        let known = self.manifest.subjects.iter().filter(is).flat_map(|subject| [&subject.latest, &subject.version]);
        known.filter_map(|text| Version::parse(text)).any(|version| version >= awaited)
    }
}

impl Subject {
    /// Whether a later version than the one measured is out.
    pub fn is_outdated(&self) -> bool {
        let versions = Version::parse(&self.version).zip(Version::parse(&self.latest));
        versions.is_some_and(|(measured, latest)| measured < latest)
    }
}

/// Understands the parts that are withdrawn; one that the evidence has nothing of is reported.
pub(super) fn settle(suite: &mut Suite, found: &mut Diagnostics) {
    let parts =
        suite.manifest.withdrawn.iter().map(|withdrawn| part::understand(suite, &suite.source, &withdrawn.part, found));
    suite.withdrawn = parts.collect();
    let source = &suite.source;
    let comparable = |text: &str| Version::parse(text).is_some();
    for subject in suite.manifest.subjects.iter().filter(|subject| !subject.latest.is_empty()) {
        if let Some(text) = [&subject.version, &subject.latest].into_iter().find(|text| !comparable(text)) {
            let message = format!("`{text}` of `{}` cannot be compared as a version", subject.name);
            let diagnostic = Diagnostic::error(Code::BadValue, message).at(source, subject.span);
            found.push(diagnostic.help("write `version` and `latest` as `1.8.0`, or leave `latest` out"));
        }
    }
    for (withdrawn, part) in suite.manifest.withdrawn.iter().zip(&suite.withdrawn) {
        let is = |input: &usize| suite.withdrawn(*input).is_some_and(|found| std::ptr::eq(found, withdrawn));
        let understood = part.len() == withdrawn.part.len();
        if understood && !suite.data.is_empty() && !(0..suite.data.len()).any(|input| is(&input)) {
            let span = withdrawn.part.first().map_or_else(Default::default, |(_, _, span)| *span);
            let message = "no value of the evidence is withdrawn by this";
            found.push(Diagnostic::warning(Code::NoObservation, message).at(source, span));
        }
    }
}
