//! Which combinations of values of some dimensions the evidence of a selection has.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::expression::Selection;
use crate::model::Dimensions;
use crate::suite::{DimensionsRef, SESSION, Suite};

/// The runs that a selection means where a block looks, divided by dimensions.
pub(super) struct Combinations<'a> {
    suite: &'a Suite,
    selection: &'a Selection,
    fixed: &'a Dimensions,
    by: &'a [&'a Arc<str>],
    /// The dimensions of which the selection says itself which values it means.
    own: BTreeSet<&'a str>,
    /// The session that is meant, where none is asked for.
    session: Option<&'a str>,
}

impl<'a> Combinations<'a> {
    pub(super) fn of(
        suite: &'a Suite,
        selection: &'a Selection,
        fixed: &'a Dimensions,
        by: &'a [&'a Arc<str>],
    ) -> Self {
        let own: BTreeSet<&str> = selection.items.iter().filter_map(|pick| pick.dimension.as_deref()).collect();
        let asks_for_session =
            fixed.contains_key(SESSION) || own.contains(SESSION) || by.iter().any(|name| ***name == *SESSION);
        let reference = suite.manifest.sessions.iter().find(|session| session.reference);
        let session = reference.filter(|_| !asks_for_session).map(|session| session.name.as_str());
        Self { suite, selection, fixed, by, own, session }
    }

    /// Adds the combinations of whole runs.
    pub(super) fn add_to(&self, keys: &mut BTreeSet<Dimensions>) {
        let Self { suite, selection, .. } = self;
        // Of what every run has another value rules a run out, so that those with it are enough.
        let mut all = self.fixed.clone();
        all.retain(|name, _| self.by.contains(&name) || !self.own.contains(&**name) && suite.all_have(name));
        match suite.runs_with(&all) {
            Some(runs) => {
                let runs = runs.into_iter().filter(|run| suite.tells_of(*run, &selection.metric));
                keys.extend(runs.filter_map(|run| self.key(suite.runs.get(run).dimensions)));
            }
            None => keys.extend(suite.places_of(&selection.metric).filter_map(|of| self.key(of))),
        }
    }

    /// The combinations of slices of time, with the second of each.
    pub(super) fn in_time(&self, second: &'a Arc<str>) -> impl Iterator<Item = Dimensions> {
        self.suite.slices_with(&self.selection.metric).filter_map(move |slice| {
            let mut key = self.key(self.suite.runs.get(slice.run).dimensions)?;
            key.insert(Arc::clone(second), slice.second().into());
            Some(key)
        })
    }

    /// The values of a run, when it is meant.
    fn key(&self, of: DimensionsRef<'_>) -> Option<Dimensions> {
        let value = |name: &&Arc<str>| Some((Arc::clone(name), Arc::clone(of.get(name)?)));
        self.is_meant(of).then(|| self.by.iter().map(value).collect::<Option<Dimensions>>()).flatten()
    }

    fn is_meant(&self, of: DimensionsRef<'_>) -> bool {
        let fits = |(name, value): (&Arc<str>, &Arc<str>)| match of.get(name) {
            own if self.by.contains(&name) => own == Some(value),
            own => self.own.contains(&**name) || own.is_none_or(|own| own == value),
        };
        let is_of_session = self.session.is_none_or(|session| of.get(SESSION).is_none_or(|value| **value == *session));
        is_of_session && self.fixed.iter().all(fits)
    }
}
