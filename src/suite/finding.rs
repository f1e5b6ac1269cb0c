//! Runs found by their values: a table with a cell a run must not look at every run for every cell.

use std::sync::Arc;

use super::{Suite, is_absence_of};
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Statistic};

impl Suite {
    /// The runs that have all these values, in their order; none when no value is given.
    pub fn runs_with(&self, fixed: &Dimensions) -> Option<Vec<usize>> {
        let runs = |(name, value): (&Arc<str>, &Arc<str>)| {
            let found = self.runs.columns.runs_with(name).and_then(|values| values.get(value));
            found.map(Vec::as_slice).unwrap_or_default()
        };
        (!fixed.is_empty()).then(|| common(fixed.iter().map(runs).collect()))
    }

    /// Whether every run has a value of a dimension.
    pub fn all_have(&self, dimension: &str) -> bool {
        let runs = self.runs.columns.runs_with(dimension).map(|values| values.values().map(Vec::len).sum());
        runs == Some(self.runs.len())
    }

    /// Whether a run says something of a metric's statistic: a value, a range in place of one, or that there is none.
    pub fn tells_of(&self, run: usize, wanted: &MetricStatistic) -> bool {
        let own = || self.of_run(run).iter().map(|datum| &datum.observation).filter(|own| own.metric == wanted.metric);
        let is_wanted = |statistic| wanted.statistic.is_none_or(|wanted| wanted == statistic);
        let is_end =
            |end| own().any(|own| own.statistic == end && own.end_of.is_some() && own.end_of == wanted.statistic);
        own().any(|own| is_wanted(own.statistic))
            || is_end(Statistic::Low) && is_end(Statistic::High)
            || self.runs.get(run).absent.iter().any(|absent| is_absence_of(absent, wanted))
    }
}

/// What ascending lists have in common.
fn common(mut lists: Vec<&[u32]>) -> Vec<usize> {
    lists.sort_by_key(|list| list.len());
    let mut found = Vec::new();
    let mut least = 0;
    'next: loop {
        let mut all = None;
        for list in &mut lists {
            *list = from(list, least);
            match list.first() {
                None => return found,
                Some(first) if all.is_some_and(|all| all != *first) => {
                    least = *first;
                    continue 'next;
                }
                Some(first) => (all, least) = (Some(*first), *first),
            }
        }
        let Some(all) = all else { return found };
        found.push(all as usize);
        least = all + 1;
    }
}

/// An ascending list from a number on, which is more often near than far.
fn from(list: &[u32], least: u32) -> &[u32] {
    let mut end = 1;
    while list.get(end - 1).is_some_and(|own| *own < least) {
        end *= 2;
    }
    let (begin, end) = (end / 2, end.min(list.len()));
    let begin = begin.min(end);
    &list[begin + list[begin..end].partition_point(|own| *own < least)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_where_its_numbers_are_large_enough() {
        let list: Vec<u32> = (0..100).map(|number| number * 3).collect();
        for least in 0..310 {
            let expected: Vec<u32> = list.iter().copied().filter(|own| *own >= least).collect();
            assert_eq!(from(&list, least), expected, "{least}");
        }
    }

    #[test]
    fn what_lists_have_in_common_is_found() {
        let of = |step: usize| (0..1000).step_by(step).collect::<Vec<u32>>();
        let [twos, threes, sevens] = [of(2), of(3), of(7)];
        assert_eq!(common(vec![&twos, &threes, &sevens]), (0..1000).step_by(42).collect::<Vec<usize>>());
        assert_eq!(common(vec![&sevens]), (0..1000).step_by(7).collect::<Vec<usize>>());
        assert_eq!(common(vec![&[1, 5, 9], &[2, 6, 10]]), Vec::<usize>::new());
        assert_eq!(common(vec![&threes, &[]]), Vec::<usize>::new());
        assert_eq!(common(vec![&[4, 5, 6, 90], &[5, 6, 7, 90]]), [5, 6, 90]);
    }
}
