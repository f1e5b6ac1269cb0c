//! Sample sets to runs: the few numbers that are told of measurements, each with its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::gather::{Gather, Group};
use super::places::Places;
use super::{BETWEEN, Failed, Field, Plan, Wrong, sliced, too_many};
use crate::diagnostic::Code;
use crate::formats::{Problem, Reading};
use crate::model::{Absence, Basis, Layout, Locator, Observation, Percentile, Run, Statistic};
use crate::samples::{BEYOND, Exactness, Sample, SampleSet};
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// The percentiles that are told where enough measurements lie beyond them.
pub(in crate::formats) const TOLD: [f64; 6] = [50.0, 90.0, 95.0, 99.0, 99.9, 99.99];

/// Why there is no latency.
const NO_RESPONSE: &str = "no request got a response";

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
    let groups = gathered.groups.values().filter(|group| group.set.count() > 0);
    let of_group = |group: &Group| {
        let ends = group.verdicts.into_iter().flatten().chain(group.ends).collect::<Vec<_>>();
        picked(group).into_iter().map(|(_, sample)| sample.at).chain(ends)
    };
    let private = gathered.private.values().map(|private| private.at);
    problems.chain(private).chain(groups.flat_map(of_group)).collect()
}

fn percentiles() -> impl Iterator<Item = Percentile> {
    TOLD.iter().filter_map(|percent| Percentile::new(*percent))
}

/// The measurements of a run that are told of themselves.
fn picked(group: &Group) -> Vec<(Statistic, Sample)> {
    let told = percentiles().filter(|percentile| group.set.beyond(percentile.millionths()) >= BEYOND);
    let percentiles = told.filter_map(|percentile| {
        Some((Statistic::Percentile(percentile), group.set.nearest(percentile.millionths())?))
    });
    let min = group.set.min().map(|sample| (Statistic::Min, sample));
    let max = group.set.max().map(|sample| (Statistic::Max, sample));
    min.into_iter().chain(percentiles).chain(max).collect()
}

/// What a file gives; `text` is the text that the places are in.
pub fn reading(plan: &Plan, gathered: &Gather, places: &Places, text: &str) -> Reading {
    let mut problems: Vec<Problem> = gathered.problems.iter().map(|problem| told_problem(problem, places)).collect();
    if let Some(last) = problems.last_mut().filter(|_| gathered.wrong > gathered.problems.len() as u64) {
        last.message += &format!(", and {} more are wrong", gathered.wrong - gathered.problems.len() as u64);
    }
    problems.extend(too_many(gathered));
    if problems.is_empty() && gathered.groups.values().all(|group| group.set.count() == 0) {
        problems.push(Problem::new(Code::Truncated, Span::new(0, 0), "the file holds no measurement"));
    }
    // A part of the measurements would give other numbers, so there is none.
    let runs = if problems.is_empty() { runs(plan, gathered, places, text) } else { Vec::new() };
    Reading { tool: plan.tool.to_owned(), runs, problems }
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
    let help = match wrong {
        Wrong::CutOff => "take the file after the tool has ended, or leave it out with `leave_out`",
        _ => "take the file as the tool wrote it, or leave it out with `leave_out`",
    };
    Problem::new(wrong.code(), Span::new(start, start + length), wrong.words()).help(help)
}

fn runs(plan: &Plan, gathered: &Gather, places: &Places, text: &str) -> Vec<Run> {
    let groups = gathered.groups.iter().filter(|(_, group)| group.set.count() > 0);
    groups.map(|(key, group)| Telling { plan, group, places, text, values: values(plan, key) }.run()).collect()
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
        let mut run = Run { load: Some(self.plan.load), ..Run::default() };
        let dimensions = self.plan.by.iter().zip(&self.values);
        run.dimensions = dimensions.map(|((name, _), value)| (name.as_str().into(), value.as_str().into())).collect();
        self.counts(&mut run);
        run.slices = sliced::slices(self);
        if self.group.answered == 0 {
            let statistics = picked(self.group).into_iter().map(|(statistic, _)| statistic);
            let absent = |statistic| Absence { metric: "latency".into(), statistic, why: NO_RESPONSE };
            run.absent = statistics.chain([Statistic::Mean]).map(absent).collect();
            return run;
        }
        let set = &self.group.set;
        let too_few = percentiles().filter(|percentile| set.beyond(percentile.millionths()) < BEYOND);
        let absent = |percentile| Absence {
            metric: "latency".into(),
            statistic: Statistic::Percentile(percentile),
            why: TOO_FEW,
        };
        run.absent = too_few.map(absent).collect();
        run.samples.insert("latency".into(), Arc::new(set.clone()));
        self.latency(&mut run);
        run
    }

    fn counts(&self, run: &mut Run) {
        let counted = self.plan.counted;
        let over = || self.over(&self.plan.value, self.group.ends);
        let count = self.group.set.count();
        let basis = self.basis("count", &over());
        run.observations.push(self.computed(counted, Statistic::Count, count as f64, self.unit(), over(), basis));
        run.observations.extend(self.errors());
        if let (Some(rate), Some(timing)) = (self.group.rate(), &self.plan.time) {
            let basis = Basis { time: Some(timing.clone()), ..self.basis("rate", &over()) };
            let (metric, unit) = rate_of(counted);
            run.observations.push(self.computed(metric, Statistic::Rate, rate, unit, over(), basis));
        }
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
                let mut basis = self.basis("count", &over);
                basis.filter.push((place.clone(), text.clone()));
                basis.count = self.group.failed;
                (over, basis)
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
        let told = picked(self.group).into_iter();
        run.observations
            .extend(told.filter_map(|(statistic, sample)| self.at_place(set, (statistic, sample), basis(statistic))));
    }

    /// A measurement that is a statistic of its set, at its place.
    pub(super) fn at_place(
        &self,
        set: &SampleSet,
        (statistic, sample): (Statistic, Sample),
        basis: Basis,
    ) -> Option<Observation> {
        let placed = self.places.get(&sample.at)?;
        let length = self.text[placed.at..].bytes().take_while(|byte| is_of_number(*byte)).count();
        let span = Span::new(placed.at, placed.at + length);
        let value = self.text[span.range()].parse().unwrap_or_else(|_| set.value(sample.ticks));
        let locator = self.plan.value.locator(placed.row);
        let plain = Observation::measured(&"latency".into(), statistic, value, set.unit, span, locator);
        let is_percentile = matches!(statistic, Statistic::Percentile(_));
        let exactness = if is_percentile { set.exactness() } else { Exactness::Exact };
        let basis = Basis { within: exactness.share(), ..basis };
        Some(Observation { basis: Some(Arc::new(basis)), ..plain })
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
        Observation { basis: Some(Arc::new(Basis { text: Some(format!("{value}")), ..basis })), ..plain }
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
            layout: Layout::Single,
        }
    }
}

fn is_of_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')
}
