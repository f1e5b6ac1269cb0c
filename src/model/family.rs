//! Runs of one file that differ in a few dimensions only, with a number each: a table of a hundred numbers need
//! not be a hundred runs before it is put together with others.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Observation, Run};

/// Runs that share what a [`Run`] says of all of them.
#[derive(Debug, Clone)]
pub struct Family {
    /// The dimensions in which they differ.
    pub axes: Arc<[Axis]>,
    /// The runs.
    pub members: Vec<Member>,
}

/// A dimension in which the runs of a family differ.
#[derive(Debug, Clone)]
pub struct Axis {
    /// Its name.
    pub name: Arc<str>,
    /// Its values, none of them twice.
    pub values: Vec<Arc<str>>,
}

/// A run of a family.
#[derive(Debug, Clone)]
pub struct Member {
    /// Which value it has of each axis: the place of the last one, and those of the ones before in units of all
    /// that come after.
    pub place: usize,
    /// Its number.
    pub observation: Observation,
}

impl Family {
    /// The place of a member's value on an axis, as a function of the member.
    pub fn on(&self, axis: usize) -> impl Fn(&Member) -> usize + use<> {
        let count = |axis: &Axis| axis.values.len().max(1);
        let (own, after) = (count(&self.axes[axis]), self.axes[axis + 1..].iter().map(count).product::<usize>());
        move |member| member.place / after % own
    }

    /// Gives the values of the axes other names; two of an axis may become one.
    pub fn rename(&mut self, other: impl Fn(&Arc<str>, &Arc<str>) -> Arc<str>) {
        let renamed: Vec<(Axis, Vec<usize>)> = self.axes.iter().map(|axis| axis.renamed(&other)).collect();
        let is_shorter = |(axis, places): &(Axis, Vec<usize>)| axis.values.len() < places.len();
        if renamed.iter().any(is_shorter) {
            let on: Vec<_> = (0..self.axes.len()).map(|axis| self.on(axis)).collect();
            for member in &mut self.members {
                let own = renamed.iter().zip(&on).map(|((axis, places), on)| (axis.values.len(), places[on(member)]));
                member.place = own.fold(0, |before, (count, place)| before * count + place);
            }
        }
        self.axes = renamed.into_iter().map(|(axis, _)| axis).collect();
    }

    /// The runs one by one, with what all of them share.
    fn unfold(self, shared: &Run) -> Vec<Run> {
        let places: Vec<_> = (0..self.axes.len()).map(|axis| self.on(axis)).collect();
        let run = |member: Member| {
            let own = self.axes.iter().zip(&places);
            let own = own.map(|(axis, place)| (Arc::clone(&axis.name), Arc::clone(&axis.values[place(&member)])));
            let mut dimensions = shared.dimensions.clone();
            dimensions.extend(own);
            let (facts, load) = (shared.facts.clone(), shared.load);
            let mut run = Run { dimensions, observations: vec![member.observation], facts, load, detail: None };
            if let Some(heading) = &shared.heading {
                run.heading = Some(heading.clone());
            }
            run
        };
        self.members.into_iter().map(run).collect()
    }
}

impl Axis {
    /// The axis with other names of its values, and where each value is there.
    fn renamed(&self, other: impl Fn(&Arc<str>, &Arc<str>) -> Arc<str>) -> (Self, Vec<usize>) {
        let (mut values, mut known) = (Vec::with_capacity(self.values.len()), BTreeMap::new());
        let mut place = |value: &Arc<str>| {
            let value = other(&self.name, value);
            *known.entry(value).or_insert_with_key(|value| {
                values.push(Arc::clone(value));
                values.len() - 1
            })
        };
        let places = self.values.iter().map(&mut place).collect();
        (Self { name: Arc::clone(&self.name), values }, places)
    }
}

impl Run {
    /// The run itself, or the runs of its family.
    pub fn unfold(mut self) -> Vec<Self> {
        match self.detail.as_mut().and_then(|detail| detail.family.take()) {
            Some(family) => family.unfold(&self),
            None => vec![self],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Locator, Statistic};
    use crate::source::Span;
    use crate::units::Unit;

    /// Two queries and three runs of each, of which the third of the first query is not there.
    fn family() -> Run {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.into(),
            values: values.iter().copied().map(Arc::from).collect(),
        };
        let axes = [axis("query", &["Q0", "Q1"]), axis("run", &["1", "2", "3"])].into();
        let observation = |value| {
            let (metric, unit) = ("time".into(), Unit::named("s"));
            Observation::measured(&metric, Statistic::Value, value, unit, Span::default(), Locator::Text(1, 1))
        };
        let members = [0, 1, 3, 4, 5].map(|place| Member { place, observation: observation(place as f64) });
        let mut run = Run { dimensions: [("system".into(), "s1".into())].into(), ..Run::default() };
        run.family = Some(Family { axes, members: members.into() });
        run
    }

    #[track_caller]
    fn unfolds(run: Run, expected: &[(&str, f64)]) {
        let told = |run: &Run| {
            let values: Vec<&str> = run.dimensions.values().map(|value| &**value).collect();
            (values.join(" "), run.observations[0].value)
        };
        let all: Vec<_> = run.unfold().iter().map(told).collect();
        let expected: Vec<_> = expected.iter().map(|(values, value)| ((*values).to_owned(), *value)).collect();
        assert_eq!(all, expected);
    }

    #[test]
    fn places_count_the_last_axis_first() {
        unfolds(family(), &[("Q0 1 s1", 0.0), ("Q0 2 s1", 1.0), ("Q1 1 s1", 3.0), ("Q1 2 s1", 4.0), ("Q1 3 s1", 5.0)]);
    }

    #[test]
    fn values_that_become_one_are_there_once() {
        let mut run = family();
        let other = |_: &Arc<str>, value: &Arc<str>| match &**value {
            "1" | "2" => "early".into(),
            _ => Arc::clone(value),
        };
        let family = run.family.as_mut().expect("a family");
        family.rename(other);
        assert_eq!(*family.axes[1].values, ["early".into(), "3".into()]);
        unfolds(
            run,
            &[("Q0 early s1", 0.0), ("Q0 early s1", 1.0), ("Q1 early s1", 3.0), ("Q1 early s1", 4.0), ("Q1 3 s1", 5.0)],
        );
    }

    #[test]
    fn long_axes_have_more_places_than_a_word_of_32_bits() {
        let count = 70_000;
        let axis =
            |name: &str| Axis { name: name.into(), values: (0..count).map(|at| at.to_string().into()).collect() };
        let family = Family { axes: [axis("query"), axis("run")].into(), members: Vec::new() };
        let (metric, unit) = ("time".into(), Unit::named("s"));
        let observation =
            Observation::measured(&metric, Statistic::Value, 1.0, unit, Span::default(), Locator::Text(1, 1));
        let last = Member { place: (count - 1) * count + 7, observation };
        assert_eq!((family.on(0)(&last), family.on(1)(&last)), (count - 1, 7));
    }
}
