//! What files say of their runs, each thing once: millions of runs may say the same.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Suite;
use super::runs::Said;
use crate::model::{Dimensions, Fact, LoadModel};

/// What the files of some runs say of them.
#[derive(Debug, Clone, Default)]
pub struct Testimony {
    facts: BTreeMap<&'static str, BTreeSet<Arc<str>>>,
    loads: Vec<LoadModel>,
}

impl Testimony {
    /// What is said of runs.
    pub(super) fn of<'a>(runs: impl IntoIterator<Item = &'a Said>) -> Self {
        let mut all = Self::default();
        let mut last: Vec<(&str, &Arc<str>)> = Vec::new();
        for run in runs {
            if let Some(load) = run.load.filter(|load| !all.loads.contains(load)) {
                all.loads.push(load);
            }
            // The runs of a file share the texts of what it says.
            let is_last = |(at, fact): (usize, &crate::model::Fact)| {
                last.get(at).is_some_and(|(name, value)| *name == fact.name && Arc::ptr_eq(value, &fact.value))
            };
            if run.facts.iter().enumerate().all(is_last) {
                continue;
            }
            for fact in &run.facts {
                let values = all.facts.entry(fact.name).or_default();
                if !values.contains(&fact.value) {
                    values.insert(Arc::clone(&fact.value));
                }
            }
            last.clear();
            last.extend(run.facts.iter().map(|fact| (fact.name, &fact.value)));
        }
        all
    }

    /// What all that say something of a thing say of it, when that is the same.
    pub fn agreed(&self, name: &str) -> Option<&str> {
        let values = self.facts.get(name)?;
        values.first().filter(|_| values.len() == 1).map(|value| &**value)
    }

    /// Each thing that is said under a name, in the order of the texts.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.facts.get(name).into_iter().flatten().map(|value| &**value)
    }

    /// Each setting of runs that is told.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        let of_runs = self.facts.iter().filter(|(name, _)| !Fact::OF_MACHINES.contains(name));
        of_runs.flat_map(|(_, values)| values).map(|value| &**value)
    }

    /// Whether anything is said under a name.
    pub fn tells(&self, name: &str) -> bool {
        self.facts.contains_key(name)
    }

    /// The load model, when all that have one agree.
    pub fn load(&self) -> Option<LoadModel> {
        match self.loads[..] {
            [only] if only != LoadModel::Unknown => Some(only),
            _ => None,
        }
    }
}

impl Suite {
    /// What is said of the runs that a part does not rule out.
    pub fn testimony(&self, part: &Dimensions) -> Cow<'_, Testimony> {
        if part.is_empty() {
            return Cow::Borrowed(&self.testimony);
        }
        Cow::Owned(Testimony::of(self.runs.iter().filter(|run| run.dimensions.fit(part)).map(|run| run.said)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Fact, Run};
    use crate::source::Span;

    fn said_of(facts: &[(&'static str, &Arc<str>)], load: Option<LoadModel>) -> Said {
        let fact =
            |(name, value): &(&'static str, &Arc<str>)| Fact { name, value: Arc::clone(value), span: Span::default() };
        Run { facts: facts.iter().map(fact).collect(), load, ..Run::default() }.into()
    }

    #[test]
    fn what_all_say_is_told_from_what_some_contradict() {
        let [k6, wrk, ten] = ["k6 v2", "wrk", "10s"].map(Arc::from);
        let all = [
            said_of(&[("tool", &k6), ("duration", &ten)], Some(LoadModel::Closed)),
            said_of(&[("tool", &k6), ("duration", &ten)], None),
            said_of(&[], Some(LoadModel::Closed)),
            // The same text once more, and the same texts under other names.
            said_of(&[("tool", &wrk)], None),
            said_of(&[("duration", &Arc::from("10s"))], None),
        ];
        let said = Testimony::of(&all);
        assert_eq!((said.agreed("duration"), said.agreed("tool"), said.agreed("url")), (Some("10s"), None, None));
        assert_eq!(said.all("tool").collect::<Vec<_>>(), ["k6 v2", "wrk"]);
        assert_eq!(said.settings().collect::<Vec<_>>(), ["10s", "k6 v2", "wrk"]);
        assert_eq!((said.tells("tool"), said.tells("url"), said.load()), (true, false, Some(LoadModel::Closed)));
        let both = [said_of(&[], Some(LoadModel::Open)), said_of(&[], Some(LoadModel::Closed))];
        assert_eq!((Testimony::of(&both).load(), Testimony::of(&both[..0]).load()), (None, None));
    }
}
