//! What is told of each set of labels.

use std::collections::BTreeMap;

use crate::model::Dimensions;

/// The sets of labels in the order in which they were met, with what is told of each.
#[derive(Default)]
pub(super) struct ByLabels<T> {
    places: BTreeMap<Dimensions, usize>,
    all: Vec<(Dimensions, T)>,
}

impl<T: Default> ByLabels<T> {
    /// What is told of a set; nothing yet of one that is new.
    pub(super) fn of(&mut self, labels: Dimensions) -> &mut T {
        let next = self.all.len();
        let at = *self.places.entry(labels.clone()).or_insert(next);
        if at == next {
            self.all.push((labels, T::default()));
        }
        &mut self.all[at].1
    }
}

impl<T> ByLabels<T> {
    /// What is told of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.all.iter().map(|(_, told)| told)
    }

    /// The sets, with what is told of each.
    pub(super) fn into_all(self) -> Vec<(Dimensions, T)> {
        self.all
    }
}
