//! Pairs of values that differ in one dimension, found by their ratio.

use std::collections::BTreeMap;

use super::cells::Cells;
use crate::model::Dimensions;

/// How many places in lists are kept at most; what lies beyond is not looked through.
const MOST: usize = 200_000;

/// How many pairs are looked at for one number: "1×" is near to the ratio of almost any two.
const LOOKS: usize = 100_000;

/// What the values of a list have in common: the metric, and all dimensions but the one of that name.
type Common<'a> = (usize, &'a str, Dimensions);

/// The values of a metric that differ in one dimension only, in the order of their size: base units and cell.
pub(super) struct Pairs {
    lists: Vec<Vec<(f64, usize)>>,
}

impl Pairs {
    pub(super) fn new(cells: &Cells) -> Self {
        let mut lists: BTreeMap<Common<'_>, Vec<(f64, usize)>> = BTreeMap::new();
        let mut places = 0;
        for (index, cell) in cells.values.iter().enumerate() {
            let value = cell.quantity.value * cell.quantity.unit.base_scale();
            // Of values at or below 0 a ratio says nothing.
            if value <= 0.0 || places > MOST {
                continue;
            }
            for name in cell.key.keys() {
                let mut rest = cell.key.clone();
                rest.remove(name);
                lists.entry((cell.metric, name, rest)).or_default().push((value, index));
                places += 1;
            }
        }
        let mut lists: Vec<_> = lists.into_values().filter(|list| list.len() > 1).collect();
        lists.iter_mut().for_each(|list| list.sort_by(|a, b| a.0.total_cmp(&b.0)));
        Self { lists }
    }

    /// The pairs of cells of which the first is that many times the second.
    pub(super) fn with_ratio<'a>(
        &'a self,
        cells: &'a Cells,
        (low, high): (f64, f64),
        place: &'a Dimensions,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let is_here = move |cell: usize| super::is_in(&cells.values[cell].key, place);
        let pairs = self.lists.iter().flat_map(move |list| {
            let mut start = 0;
            list.iter().flat_map(move |(base, b)| {
                // A hair more: the exact check comes later.
                let [from, to] = [low * base * (1.0 - 1e-12), high * base * (1.0 + 1e-12)];
                // The larger the one, the larger the other: the list is gone through once.
                start += list[start..].iter().take_while(|(value, _)| *value < from).count();
                let inside = list[start..].iter().take_while(move |(value, _)| *value <= to);
                inside.filter(move |(_, a)| a != b).map(move |(_, a)| (*a, *b))
            })
        });
        pairs.take(LOOKS).filter(move |(a, b)| is_here(*a) && is_here(*b))
    }
}
