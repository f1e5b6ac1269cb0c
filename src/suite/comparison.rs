//! The settings of two sessions beside each other: the same, changed, or not stated for both.

use std::collections::{BTreeMap, BTreeSet};

use super::{SESSION, Suite};
use crate::model::Dimensions;

/// How many values a setting may have within a session and still be listed.
const LISTED: usize = 4;

/// Facts that are measured, not set: they differ by a little from run to run.
const MEASURED: [&str; 1] = ["duration"];

/// How a setting of two sessions compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Both have another value.
    Changed,
    /// It is stated for one of them only, or nobody can say what it was.
    Unknown,
    /// Both have the same value.
    Same,
}

impl Change {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Unknown => "unknown",
            Self::Same => "same",
        }
    }
}

/// A setting of two sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its name: `hardware`, `connections`.
    pub name: String,
    /// What each session has, the earlier first; none where nothing states it.
    pub values: [Option<String>; 2],
}

impl Compared {
    /// How the two values compare.
    pub fn change(&self) -> Change {
        match &self.values {
            [Some(from), Some(to)] if from == to => Change::Same,
            [Some(_), Some(_)] => Change::Changed,
            _ => Change::Unknown,
        }
    }
}

impl Suite {
    /// The settings of two sessions, for that part of the suite: those of the manifest in its order, then
    /// those that only the evidence states.
    pub fn compare_sessions(&self, sessions: [&str; 2], part: &Dimensions) -> Vec<Compared> {
        self.compare_values(SESSION, sessions, part)
    }

    /// The same of any two values of a dimension.
    pub fn compare_values(&self, dimension: &str, values: [&str; 2], part: &Dimensions) -> Vec<Compared> {
        let [from, to] = values.map(|value| self.settings(dimension, value, part));
        let stated = self.manifest.conditions.iter().map(|condition| condition.name.clone());
        let mut names: Vec<String> = Vec::new();
        for name in stated.chain(from.keys().cloned()).chain(to.keys().cloned()) {
            if !names.contains(&name) && (from.contains_key(&name) || to.contains_key(&name)) {
                names.push(name);
            }
        }
        let values = |name: &str| [&from, &to].map(|settings| settings.get(name).cloned());
        names.into_iter().map(|name| Compared { values: values(&name), name }).collect()
    }

    /// What is stated of a value, such as a session: by its evidence, and by the manifest, which has the last word.
    fn settings(&self, dimension: &str, value: &str, part: &Dimensions) -> BTreeMap<String, String> {
        let mut part = part.clone();
        part.insert(dimension.into(), value.into());
        let mut facts: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let own = Dimensions::from([(dimension.into(), value.into())]);
        for run in self.runs_with(&own).unwrap_or_default() {
            let run = self.runs.get(run);
            let is_of = run.dimensions.fit(&part);
            for fact in run.said.facts.iter().filter(|fact| is_of && !MEASURED.contains(&fact.name)) {
                facts.entry(fact.name).or_default().insert(&fact.value);
            }
        }
        let pairs: Vec<(String, String)> =
            part.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let told = facts.into_iter().filter(|(_, values)| values.len() <= LISTED);
        let told = told.map(|(name, values)| (name.to_owned(), values.into_iter().collect::<Vec<_>>().join(", ")));
        let stated = self.manifest.conditions_for(&pairs);
        told.chain(stated.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
    }
}
