//! Names and values of dimensions: a handful a run, of runs by the million.

use std::collections::btree_map::BTreeMap;
use std::ops::Index;
use std::sync::Arc;

/// A dimension's name and its value.
pub type Pair = (Arc<str>, Arc<str>);

/// Dimension names and values, in the order of the names.
///
/// A map would take a node of eleven places for each run; this is as long as it is full.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dimensions(Vec<Pair>);

impl Dimensions {
    /// No dimensions.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a dimension.
    pub fn get(&self, name: &str) -> Option<&Arc<str>> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Whether the dimension has a value.
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Gives a dimension a value, and the one that it had.
    pub fn insert(&mut self, name: Arc<str>, value: Arc<str>) -> Option<Arc<str>> {
        match self.place(&name) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (name, value));
                None
            }
        }
    }

    /// Gives values to those of these dimensions that have none.
    pub fn complete(&mut self, others: &Self) {
        for (name, value) in others {
            if let Err(at) = self.place(name) {
                self.0.insert(at, (Arc::clone(name), Arc::clone(value)));
            }
        }
    }

    /// The same with one more, and with room for `more` others.
    #[must_use]
    pub fn with(&self, name: &Arc<str>, value: Arc<str>, more: usize) -> Self {
        let mut pairs = Vec::with_capacity(self.len() + 1 + more);
        pairs.extend_from_slice(&self.0);
        let mut with = Self(pairs);
        with.insert(Arc::clone(name), value);
        with
    }

    /// Takes a dimension away, and gives its value.
    pub fn remove(&mut self, name: &str) -> Option<Arc<str>> {
        self.place(name).ok().map(|at| self.0.remove(at).1)
    }

    /// Keeps the dimensions of which that is so.
    pub fn retain(&mut self, mut keep: impl FnMut(&Arc<str>, &mut Arc<str>) -> bool) {
        self.0.retain_mut(|(name, value)| keep(name, value));
    }

    /// Names and values.
    pub fn iter(&self) -> Iter<'_> {
        self.into_iter()
    }

    /// Names and values, which can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Arc<str>, &mut Arc<str>)> {
        self.0.iter_mut().map(|(name, value)| (&*name, value))
    }

    /// The names.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Arc<str>> + ExactSizeIterator + Clone {
        self.0.iter().map(|(name, _)| name)
    }

    /// The values, in the order of their names.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Arc<str>> + ExactSizeIterator + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| (**own).cmp(name))
    }
}

impl Index<&str> for Dimensions {
    type Output = Arc<str>;

    fn index(&self, name: &str) -> &Arc<str> {
        self.get(name).expect("the dimension has a value")
    }
}

/// Names and values of [`Dimensions`].
pub type Iter<'a> = std::iter::Map<std::slice::Iter<'a, Pair>, fn(&'a Pair) -> (&'a Arc<str>, &'a Arc<str>)>;

impl<'a> IntoIterator for &'a Dimensions {
    type Item = (&'a Arc<str>, &'a Arc<str>);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl IntoIterator for Dimensions {
    type Item = Pair;
    type IntoIter = std::vec::IntoIter<Pair>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Pair> for Dimensions {
    fn from_iter<I: IntoIterator<Item = Pair>>(pairs: I) -> Self {
        let mut dimensions = Self::new();
        dimensions.extend(pairs);
        dimensions
    }
}

impl Extend<Pair> for Dimensions {
    fn extend<I: IntoIterator<Item = Pair>>(&mut self, pairs: I) {
        for (name, value) in pairs {
            self.insert(name, value);
        }
    }
}

impl<const N: usize> From<[Pair; N]> for Dimensions {
    fn from(pairs: [Pair; N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl From<BTreeMap<Arc<str>, Arc<str>>> for Dimensions {
    fn from(pairs: BTreeMap<Arc<str>, Arc<str>>) -> Self {
        Self(pairs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Dimensions {
        pairs.iter().map(|(name, value)| (Arc::from(*name), Arc::from(*value))).collect()
    }

    #[test]
    fn names_are_in_order_and_the_last_value_counts() {
        let mut own = of(&[("round", "1"), ("framework", "kruda"), ("round", "2")]);
        assert_eq!(own.keys().map(|name| &**name).collect::<Vec<_>>(), ["framework", "round"]);
        assert_eq!((&*own["round"], own.get("route"), own.len()), ("2", None, 2));
        assert_eq!(own.insert("round".into(), "3".into()).as_deref(), Some("2"));
        assert_eq!((own.remove("round").as_deref(), own.remove("round")), (Some("3"), None));
    }

    #[test]
    fn what_is_missing_is_completed_and_the_rest_stays() {
        let mut own = of(&[("b", "own")]);
        own.complete(&of(&[("c", "1"), ("b", "other"), ("a", "2")]));
        assert_eq!(own, of(&[("a", "2"), ("b", "own"), ("c", "1")]));
        assert_eq!(of(&[("a", "1")]).with(&"b".into(), "2".into(), 3), of(&[("b", "2"), ("a", "1")]));
    }

    #[test]
    fn they_compare_as_maps_do() {
        let all = [of(&[]), of(&[("a", "1")]), of(&[("a", "1"), ("b", "0")]), of(&[("a", "2")]), of(&[("b", "0")])];
        let maps = all.each_ref().map(|own| own.clone().into_iter().collect::<BTreeMap<_, _>>());
        for (a, map_a) in all.iter().zip(&maps) {
            for (b, map_b) in all.iter().zip(&maps) {
                assert_eq!(a.cmp(b), map_a.cmp(map_b), "{a:?} {b:?}");
            }
        }
    }
}
