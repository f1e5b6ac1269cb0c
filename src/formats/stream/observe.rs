//! Sample sets to runs: the few numbers that are told of measurements, each with its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::gather::{Gather, Group};
use super::places::Places;
use super::{BETWEEN, Failed, Field, Plan, Wrong, sliced, too_many};
use crate::diagnostic::Code;
use crate::formats::{Problem, Reading};
use crate::model::{Absence, Basis, Locator, Observation, Percentile, Run, Statistic, Timing};
use crate::samples::slices::Shown;
use crate::samples::{BEYOND, Exactness, Sample, SampleSet};
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// The percentiles that are told where enough measurements lie beyond them.
pub(in crate::formats) const TOLD: [f64; 6] = [50.0, 90.0, 95.0, 99.0, 99.9, 99.99];

/// Why there is no latency.
const NO_RESPONSE: &str = "no request got a response";

/// Of so many seconds the rate is known to a tenth where times are known to a whole second.
const LONG_ENOUGH: f64 = 10.0;
const PAUSED: &str = "for more than half of its time there is nothing, as where two runs were written to one file";

/// Nothing for so long, in nanoseconds, is no lack of requests.
const PAUSE: i64 = 30_000_000_000;
const TOO_SHORT: &str = "its times are whole seconds, and of fewer than ten of them a rate would be a guess";

/// Why a percentile is not told.
pub(super) const TOO_FEW: &str = "fewer than ten measurements lie beyond it";

/// The metric and the unit of how many there were a second.
pub(super) fn rate_of(counted: &str) -> (&'static str, Unit) {
    match counted {
        "transactions" => ("tps", Unit::named("transactions/s")),
        _ => ("rps", Unit::named("req/s")),
    }
}

/// The bytes of the file that are told of.
pub fn told(gathered: &Gather) -> BTreeSet<u64> {
    let problems = gathered.problems.iter().map(|(at, ..)| *at);
    let groups = gathered.groups.values().filter(|group| !group.is_empty());
    let of_group = |group: &Group| {
        let others = group.others.iter().map(|other| (&other.set, other.ends));
        let sets = std::iter::once((&group.set, group.ends)).chain(others).filter(|(set, _)| set.count() > 0);
        let of_set = |(set, ends)| picked(set).into_iter().map(|(_, sample)| sample.at).chain(ends);
        group.verdicts.into_iter().flatten().chain(sets.flat_map(of_set)).collect::<Vec<_>>()
    };
    let private = gathered.private.values().map(|private| private.at);
    problems.chain(private).chain(groups.flat_map(of_group)).collect()
}

fn percentiles() -> impl Iterator<Item = Percentile> {
    TOLD.iter().filter_map(|percent| Percentile::new(*percent))
}

/// The measurements of a set that are told of themselves.
pub(super) fn picked(set: &SampleSet) -> Vec<(Statistic, Sample)> {
    let told = percentiles().filter(|percentile| set.beyond(percentile.millionths()) >= BEYOND);
    let percentiles =
        told.filter_map(|percentile| Some((Statistic::Percentile(percentile), set.nearest(percentile.millionths())?)));
    let min = set.min().map(|sample| (Statistic::Min, sample));
    let max = set.max().map(|sample| (Statistic::Max, sample));
    min.into_iter().chain(percentiles).chain(max).collect()
}

/// What a file gives; `text` is the text that the places are in.
pub fn reading(plan: &Plan, gathered: &Gather, places: &Places, text: &str) -> Reading {
    let mut problems: Vec<Problem> = gathered.problems.iter().map(|problem| told_problem(problem, places)).collect();
    if let Some(last) = problems.last_mut().filter(|_| gathered.wrong > gathered.problems.len() as u64) {
        last.message += &format!(", and {} more are wrong", gathered.wrong - gathered.problems.len() as u64);
    }
    problems.extend(too_many(gathered));
    if problems.is_empty() && gathered.groups.values().all(Group::is_empty) {
        problems.push(Problem::new(Code::Truncated, Span::new(0, 0), "the file holds no measurement"));
    }
    // A part of the measurements would give other numbers, so there is none.
    let runs = if problems.is_empty() { runs(plan, gathered, places, text) } else { Vec::new() };
    Reading { tool: plan.tool.to_string(), runs, problems }
}

/// What looks private in a stream: the first of a kind, and how much there is of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The kind, of which [`crate::private::name`] gives the name.
    pub kind: usize,
    /// Its place in the excerpt.
    pub span: Span,
    /// How many lines have one.
    pub lines: u64,
    /// Whether there may be more of them.
    pub is_more: bool,
}

/// What looks private, with the places in an excerpt.
pub fn private(gathered: &Gather, places: &Places) -> Vec<Told> {
    let told = gathered.private.iter().filter_map(|(kind, private)| {
        let start = places.get(&private.at)?.at;
        let span = Span::new(start, start + private.length);
        Some(Told { kind: *kind, span, lines: private.lines, is_more: private.is_more })
    });
    told.collect()
}

fn told_problem((at, length, wrong): &(u64, usize, Wrong), places: &Places) -> Problem {
    let start = places.get(at).map_or(0, |placed| placed.at);
    Problem::new(wrong.code(), Span::new(start, start + length), wrong.words()).help(wrong.mend())
}

fn runs(plan: &Plan, gathered: &Gather, places: &Places, text: &str) -> Vec<Run> {
    let groups = gathered.groups.iter().filter(|(_, group)| !group.is_empty());
    groups.map(|(key, group)| Telling { plan, group, places, text, values: values(plan, key) }.run()).collect()
}

/// The percentiles that are not told, because too few measurements lie beyond them.
pub(super) fn too_few(metric: &str, set: &SampleSet) -> impl Iterator<Item = Absence> {
    let too_few = percentiles().filter(|percentile| set.beyond(percentile.millionths()) < BEYOND);
    let absent =
        |percentile| Absence { metric: metric.into(), statistic: Statistic::Percentile(percentile), why: TOO_FEW };
    too_few.map(absent)
}

/// The values of a key, in the order of the fields that divide.
fn values(plan: &Plan, key: &str) -> Vec<String> {
    if plan.by.is_empty() { Vec::new() } else { key.split(BETWEEN).map(str::to_owned).collect() }
}

/// A run that is told.
pub(super) struct Telling<'a> {
    pub(super) plan: &'a Plan,
    pub(super) group: &'a Group,
    places: &'a Places,
    text: &'a str,
    values: Vec<String>,
}

impl Telling<'_> {
    fn run(&self) -> Run {
        let mut run = Run { load: Some(self.plan.load), facts: self.plan.facts.clone(), ..Run::default() };
        let dimensions = self.plan.by.iter().zip(&self.values);
        run.dimensions = dimensions.map(|((name, _), value)| (name.as_str().into(), value.as_str().into())).collect();
        self.others(&mut run);
        if self.group.set.count() == 0 {
            return run;
        }
        self.counts(&mut run);
        run.slices = sliced::slices(self);
        if self.group.answered == 0 {
            let statistics = picked(&self.group.set).into_iter().map(|(statistic, _)| statistic);
            let absent = |statistic| Absence { metric: "latency".into(), statistic, why: NO_RESPONSE };
            run.absent.extend(statistics.chain([Statistic::Mean]).map(absent));
            return run;
        }
        let set = &self.group.set;
        run.absent.extend(too_few("latency", set));
        run.samples.insert("latency".into(), Arc::new(set.clone()));
        self.latency(&mut run);
        run
    }

    /// What there is of the plan's other metrics.
    fn others(&self, run: &mut Run) {
        let others = self.plan.others.iter().zip(&self.group.others).filter(|(_, other)| other.set.count() > 0);
        others.for_each(|(measure, other)| self.other(measure, other, run));
    }

    fn counts(&self, run: &mut Run) {
        let counted = self.plan.counted;
        let over = || self.over(&self.plan.value, self.group.ends);
        let count = self.group.set.count();
        let basis = self.basis("count", &over());
        run.observations.push(self.computed(counted, Statistic::Count, count as f64, self.unit(), over(), basis));
        run.observations.extend(self.errors());
        if let (Some(rate), Some(timing)) = (self.group.rate(), &self.plan.time) {
            let (metric, unit) = rate_of(counted);
            if let Some(why) = self.no_rate(timing, rate) {
                return run.absent.push(Absence { metric: metric.into(), statistic: Statistic::Rate, why });
            }
            let basis = Basis { time: Some(timing.clone()), ..self.basis("rate", &over()) };
            run.observations.push(self.computed(metric, Statistic::Rate, rate, unit, over(), basis));
        }
    }

    /// Why a rate over the whole time would say nothing.
    fn no_rate(&self, timing: &Timing, rate: f64) -> Option<&'static str> {
        let is_short = timing.is_coarse && (self.group.set.count() as f64) < rate * LONG_ENOUGH;
        is_short.then_some(TOO_SHORT).or_else(|| self.pauses().then_some(PAUSED))
    }

    /// Whether for more than half of its time, and half a minute, there is no record: tools that write to the end of a
    /// file that is there make one of two runs.
    fn pauses(&self) -> bool {
        let shown = &self.group.shown;
        let length = |axes: &[Shown]| match axes {
            [] => 0,
            [first, .., last] => last.axis[1] - first.axis[0],
            [only] => only.axis[1] - only.axis[0],
        };
        let empty = shown.chunk_by(|a, b| a.slice.is_empty() == b.slice.is_empty());
        let longest = empty.filter(|chunk| chunk[0].slice.is_empty()).map(length).max().unwrap_or_default();
        longest > length(shown) / 2 && longest >= PAUSE
    }

    /// The unit of what is counted.
    pub(super) fn unit(&self) -> Unit {
        Unit::named(if self.plan.counted == "requests" { "req" } else { self.plan.counted })
    }

    /// How many failed, where the file tells of that.
    fn errors(&self) -> Option<Observation> {
        let (over, basis) = match self.plan.failed.as_ref()? {
            Failed::Where(place, text) => {
                let over = self.over(&self.plan.value, self.group.ends);
                let filter = self.failures(place, text)?;
                (over.clone(), Basis { filter, count: self.group.failed, ..self.basis("count", &over) })
            }
            Failed::Sum(place, filter) => {
                let over = self.over(place, self.group.verdicts?);
                let basis = self.basis("sum", &over);
                let filter = self.filter_of(filter);
                (over, Basis { filter, count: self.group.judged, ..basis })
            }
        };
        let failed = self.group.failed as f64;
        Some(self.computed("errors", Statistic::Count, failed, self.unit(), over, basis))
    }

    fn latency(&self, run: &mut Run) {
        let set = &self.group.set;
        if let Some(mean) = set.mean() {
            let over = self.over(&self.plan.value, self.group.ends);
            let basis = self.basis("mean", &over);
            run.observations.push(self.computed("latency", Statistic::Mean, mean, set.unit, over, basis));
        }
        let over = self.over(&self.plan.value, self.group.ends);
        let basis = |statistic: Statistic| self.basis(&statistic.name(), &over);
        let told = picked(set).into_iter();
        run.observations.extend(
            told.filter_map(|(statistic, sample)| {
                self.at_place(("latency", set), (statistic, sample), basis(statistic))
            }),
        );
    }

    /// A measurement that is a statistic of its set, at its place.
    pub(super) fn at_place(
        &self,
        (metric, set): (&str, &SampleSet),
        (statistic, sample): (Statistic, Sample),
        basis: Basis,
    ) -> Option<Observation> {
        let placed = self.places.get(&sample.at)?;
        let span = Span::new(placed.at, placed.at + self.plan.value.length(&self.text[placed.at..]));
        let is_difference = matches!(self.plan.value, Field::Difference(..));
        let written = Some(&self.text[span.range()]).filter(|_| !is_difference);
        let value = written.and_then(|text| text.parse().ok()).unwrap_or_else(|| set.value(sample.ticks));
        let locator = self.plan.value.locator(placed.row);
        let plain = Observation::measured(&metric.into(), statistic, value, set.unit, span, locator);
        let is_percentile = matches!(statistic, Statistic::Percentile(_));
        let exactness = if is_percentile { set.exactness() } else { Exactness::Exact };
        let text = is_difference.then(|| format!("{value}"));
        let basis = Basis { within: exactness.share(), text, ..basis };
        Some(plain.with(|of| of.basis = Some(Arc::new(basis))))
    }

    /// An observation that stands in no place.
    fn computed(
        &self,
        metric: &str,
        statistic: Statistic,
        value: f64,
        unit: Unit,
        over: Locator,
        basis: Basis,
    ) -> Observation {
        let first = self.group.verdicts.filter(|_| basis.statistic == "sum").unwrap_or(self.group.ends)[0];
        self.computed_from(first, (metric, statistic), Quantity { value, unit }, over, basis)
    }

    /// The same of records of which the first holds its number at this byte.
    pub(super) fn computed_from(
        &self,
        first: u64,
        (metric, statistic): (&str, Statistic),
        Quantity { value, unit }: Quantity,
        over: Locator,
        basis: Basis,
    ) -> Observation {
        let first = self.places.get(&first).map_or(0, |placed| placed.at);
        let plain = Observation::measured(&metric.into(), statistic, value, unit, Span::new(first, first), over);
        plain.with(|of| of.basis = Some(Arc::new(Basis { text: Some(format!("{value}")), ..basis })))
    }

    /// From the first to the last of these records, a field.
    pub(super) fn over(&self, field: &Field, ends: [u64; 2]) -> Locator {
        let rows = ends.map(|at| self.places.get(&at).map_or(0, |placed| placed.row));
        Locator::Range(Box::new(rows.map(|row| field.locator(row))))
    }

    /// What records hold that are chosen by these texts and belong to this run.
    pub(super) fn filter_of(&self, filter: &[(String, String)]) -> Vec<(String, String)> {
        [filter.to_vec(), self.own_filter()].concat()
    }

    /// What records of failures hold; none where this run is of those that do not fail.
    pub(super) fn failures(&self, place: &str, text: &str) -> Option<Vec<(String, String)>> {
        let mut filter = self.filter_of(&self.plan.filter);
        match filter.iter().find(|(own, _)| own == place) {
            Some((_, own)) if own != text => return None,
            Some(_) => {}
            None => filter.push((place.to_owned(), text.to_owned())),
        }
        Some(filter)
    }

    fn own_filter(&self) -> Vec<(String, String)> {
        self.plan.by.iter().zip(&self.values).map(|((_, field), value)| (field.text(), value.clone())).collect()
    }

    pub(super) fn basis(&self, statistic: &str, over: &Locator) -> Basis {
        Basis {
            statistic: statistic.to_owned(),
            over: over.to_string(),
            count: self.group.set.count(),
            unit: self.plan.unit,
            filter: self.filter_of(&self.plan.filter),
            without: self.plan.without.clone(),
            within: None,
            time: None,
            window: None,
            text: None,
            layout: self.plan.value.layout(),
        }
    }
}
