//! What files say of their runs, each thing once: millions of runs may say the same.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Suite;
use crate::model::{Dimensions, LoadModel, Run};

/// What the files of some runs say of them.
#[derive(Debug, Clone, Default)]
pub struct Testimony {
    facts: BTreeMap<&'static str, BTreeSet<Arc<str>>>,
    loads: Vec<LoadModel>,
}

impl Testimony {
    /// What is said of runs.
    pub(super) fn of<'a>(runs: impl Iterator<Item = &'a Run>) -> Self {
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

    /// Each thing that is said, whatever of.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.facts.values().flatten().map(|value| &**value)
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
        let fits =
            |run: &&Run| part.iter().all(|(name, value)| run.dimensions.get(name).is_none_or(|own| own == value));
        Cow::Owned(Testimony::of(self.runs.iter().map(|(_, run)| run).filter(fits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Fact;
    use crate::source::Span;

    fn run(facts: &[(&'static str, &Arc<str>)], load: Option<LoadModel>) -> Run {
        let fact =
            |(name, value): &(&'static str, &Arc<str>)| Fact { name, value: Arc::clone(value), span: Span::default() };
        Run { facts: facts.iter().map(fact).collect(), load, ..Run::default() }
    }

    #[test]
    fn what_all_say_is_told_from_what_some_contradict() {
        let [k6, wrk, ten] = ["k6 v2", "wrk", "10s"].map(Arc::from);
        let runs = [
            run(&[("tool", &k6), ("duration", &ten)], Some(LoadModel::Closed)),
            run(&[("tool", &k6), ("duration", &ten)], None),
            run(&[], Some(LoadModel::Closed)),
            // The same text once more, and the same texts under other names.
            run(&[("tool", &wrk)], None),
            run(&[("duration", &Arc::from("10s"))], None),
        ];
        let said = Testimony::of(runs.iter());
        assert_eq!((said.agreed("duration"), said.agreed("tool"), said.agreed("url")), (Some("10s"), None, None));
        assert_eq!(said.all("tool").collect::<Vec<_>>(), ["k6 v2", "wrk"]);
        assert_eq!(said.values().collect::<Vec<_>>(), ["10s", "k6 v2", "wrk"]);
        assert_eq!((said.tells("tool"), said.tells("url"), said.load()), (true, false, Some(LoadModel::Closed)));
        let both = [run(&[], Some(LoadModel::Open)), run(&[], Some(LoadModel::Closed))];
        assert_eq!((Testimony::of(both.iter()).load(), Testimony::of(both[..0].iter()).load()), (None, None));
    }
}
