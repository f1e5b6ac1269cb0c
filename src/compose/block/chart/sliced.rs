//! `kind = "timeline"` of single measurements or of histories: what runs did in slices of their time, or what a
//! tool told of moments of it, a small plot a value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::data::{Data, Row};
use super::stage::Stage;
use super::timeline::{Place, pane};
use super::{Plotted, describe};
use crate::chart::{Plot, Stack};
use crate::compose::block::measure::Measure;
use crate::diagnostic::Code;
use crate::formats::stream::fields::written;
use crate::model::{Basis, Dimensions, Statistic};
use crate::settings::Keys;
use crate::suite::{SECOND, SESSION, Sliced, Suite};
use crate::units::Unit;
use crate::words::{Message, say};

/// What is shown where the block does not say: of each line the first that the evidence has.
const SHOWN: [&[(&str, &str)]; 6] = [
    &[("users", "value")],
    &[("rps", "rate"), ("tps", "rate")],
    &[("latency", "p50")],
    &[("latency", "p99"), ("latency", "p95"), ("latency", "p90")],
    &[("latency", "max")],
    &[("errors", "count"), ("errors", "rate")],
];

/// Of what is not known by name, so many values are shown.
const MOST_OTHERS: usize = 4;

/// A chart has at most so many moments.
const MOST: usize = 150;

/// Whether a run that the chart can be of has slices.
pub(super) fn are_there(stage: &Stage<'_, '_>) -> bool {
    !runs(stage).is_empty()
}

/// Whether there are single measurements, and nowhere when they were: a digest does not keep that, and a run of
/// less than three seconds has no course.
pub(super) fn is_timeless(suite: &Suite) -> bool {
    suite.slices.is_empty() && suite.runs.said().iter().any(|said| !said.samples.is_empty())
}

/// Reports that; `or` is what else to do than to take the stream itself.
pub(super) fn report_timeless(stage: &Stage<'_, '_>, keys: &Keys<'_>, or: &str) {
    let message = "the single measurements of this evidence have no times";
    let help = format!("take the stream itself in place of its digest, {or}");
    stage.context.error(Code::NoObservation, keys.span("kind"), message, Some(help));
}

/// The runs with slices that the block's dimensions fit.
pub(super) fn runs(stage: &Stage<'_, '_>) -> Vec<usize> {
    let suite = stage.suite;
    if suite.vocabulary.dimension(SECOND).is_some() {
        return Vec::new();
    }
    let runs: BTreeSet<usize> = suite.slices.iter().map(|slice| slice.run).collect();
    let reference = suite.manifest.sessions.iter().find(|session| session.reference);
    let session = reference.filter(|_| !stage.fixed.contains_key(SESSION));
    let fits = |run: &usize| {
        let own = suite.runs.get(*run).dimensions;
        let is_reference = session.is_none_or(|s| own.get(SESSION).is_none_or(|value| **value == *s.name));
        is_reference && own.fit(&stage.fixed)
    };
    runs.into_iter().filter(fits).collect()
}

/// Makes the chart.
pub(super) fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>, given: Vec<Measure>) -> Option<Plotted> {
    let suite = stage.suite;
    let runs = runs(stage);
    let slices: Vec<&Sliced> = runs.iter().flat_map(|run| suite.slices_of(*run)).collect();
    let measures = if given.is_empty() { usual(stage, keys, &slices) } else { given };
    let by = stage.dimension(keys, "series");
    let unit = keys.string("unit").map_or(Unit::named("s"), |unit| Unit::named(&unit));
    let scale = 1e9 * unit.base_scale();
    let series = series(suite, &runs, by.as_ref());
    let thinned = thinned(&slices);
    let axes = axes(&slices, thinned);
    let (places, mut rows) = places(&axes, scale);
    let own = own(suite, &runs, &series, &axes);
    let is_there = |series: usize, place: usize| own[series][place];
    let (mut panes, mut columns, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for measure in &measures {
        let (pane, said) = pane(stage, measure, &series, (&places, &is_there), (&mut rows, &mut columns))?;
        panes.push(pane);
        words.push(said);
    }
    let shown = say("chart_timeline").with("n", panes.len()).with("over", say("time_axis"));
    Some(Plotted {
        description: describe::sentences_of([shown].into_iter().chain(words)),
        notes: notes(suite, &slices, thinned),
        table: Data { whole: None, corner: say("second"), columns, rows },
        plot: Plot::Stack(Stack { quantity: stage.say(&say("time_axis")), unit, log: false, alike: false, panes }),
    })
}

/// The values that are shown where the block does not say: errors only where there are some.
fn usual(stage: &Stage<'_, '_>, keys: &Keys<'_>, slices: &[&Sliced]) -> Vec<Measure> {
    let data = || slices.iter().flat_map(|slice| &stage.suite.data[slice.data.clone()]);
    let is_there = |(metric, statistic): &&(&str, &str)| {
        let of = |slice: &&Sliced| {
            stage.suite.data[slice.data.clone()].iter().any(|datum| {
                let observation = &datum.observation;
                &*observation.metric == *metric && observation.statistic.name() == *statistic
            })
        };
        // A percentile that only some slices have would be told of the busy ones only.
        2 * slices.iter().filter(|slice| of(slice)).count() > slices.len()
    };
    let has_failed = data().any(|datum| &*datum.observation.metric == "errors" && datum.observation.value > 0.0);
    let shown = SHOWN.iter().filter_map(|line| line.iter().find(is_there));
    let shown = shown.filter(|(metric, _)| *metric != "errors" || has_failed);
    let measure = |(metric, statistic): &(&str, &str)| {
        let statistic = Statistic::parse(statistic)?;
        Some(super::percentiles::measure_of(metric, statistic, keys.span("kind")))
    };
    let known: Vec<Measure> = shown.filter_map(measure).collect();
    if known.is_empty() { others(stage, keys, slices) } else { known }
}

/// The first values of other names.
fn others(stage: &Stage<'_, '_>, keys: &Keys<'_>, slices: &[&Sliced]) -> Vec<Measure> {
    let data = slices.iter().flat_map(|slice| &stage.suite.data[slice.data.clone()]);
    let mut names: Vec<(&str, Statistic)> = Vec::new();
    for datum in data {
        let name = (&*datum.observation.metric, datum.observation.statistic);
        if names.len() < MOST_OTHERS && !names.contains(&name) {
            names.push(name);
        }
    }
    let measure = |(metric, statistic)| super::percentiles::measure_of(metric, statistic, keys.span("kind"));
    names.into_iter().map(measure).collect()
}

/// The values of the dimension that divides the runs.
pub(super) fn series(suite: &Suite, runs: &[usize], by: Option<&Arc<str>>) -> Vec<Dimensions> {
    let Some(by) = by else { return vec![Dimensions::new()] };
    let value = |run: &usize| suite.runs.get(*run).dimensions.get(by).cloned();
    let values: BTreeSet<Arc<str>> = runs.iter().filter_map(value).collect();
    let mut series: Vec<Dimensions> =
        values.into_iter().map(|value| Dimensions::from([(Arc::clone(by), value)])).collect();
    series.sort_by(|a, b| suite.vocabulary.compare(a, b));
    series
}

/// One moment in how many is drawn.
fn thinned(slices: &[&Sliced]) -> usize {
    let moments: BTreeSet<i64> = slices.iter().filter(|slice| slice.is_moment()).map(|slice| slice.axis[0]).collect();
    moments.len().div_ceil(MOST).max(1)
}

/// When the slices of all runs begin and end, of moments one in so many.
fn axes(slices: &[&Sliced], thinned: usize) -> Vec<[i64; 2]> {
    let axes: BTreeMap<i64, i64> = slices.iter().map(|slice| (slice.axis[0], slice.axis[1])).collect();
    axes.into_iter().map(|(from, to)| [from, to]).step_by(thinned).collect()
}

/// Of each series, which of the places its runs have: another run may have others.
fn own(suite: &Suite, runs: &[usize], series: &[Dimensions], axes: &[[i64; 2]]) -> Vec<Vec<bool>> {
    let of_series = |key: &Dimensions| {
        let fits = |run: &&usize| suite.runs.get(**run).dimensions.have(key);
        let slices = runs.iter().filter(fits).flat_map(|run| suite.slices_of(*run));
        let starts: BTreeSet<i64> = slices.map(|slice| slice.axis[0]).collect();
        axes.iter().map(|[from, _]| starts.contains(from)).collect()
    };
    series.iter().map(of_series).collect()
}

/// The places of slices: a mark stands in the middle of its slice.
fn places(axes: &[[i64; 2]], scale: f64) -> (Vec<Place>, Vec<Row>) {
    let place = |[from, to]: &[i64; 2]| {
        let key = Dimensions::from([(Arc::from(SECOND), Arc::from(written(*from, "s")))]);
        ((*from as f64 + *to as f64) / 2.0 / scale, key)
    };
    let label = |axis: &[i64; 2]| {
        let [from, to] = axis.map(|at| Message::Number(written(at, "s")));
        let label = if axis[0] == axis[1] {
            say("second_of_run").with("second", from)
        } else {
            say("seconds_range").with("from", from).with("to", to)
        };
        Row { label, cells: Vec::new() }
    };
    (axes.iter().map(place).collect(), axes.iter().map(label).collect())
}

/// What the marks are of, and how their percentiles and rates are to be read.
fn notes(suite: &Suite, slices: &[&Sliced], thinned: usize) -> Vec<Message> {
    let (moments, slices): (Vec<&Sliced>, Vec<&Sliced>) = slices.iter().partition(|slice| slice.is_moment());
    let mut notes = if slices.is_empty() { Vec::new() } else { notes_of_slices(suite, &slices) };
    if !moments.is_empty() {
        notes.push(say("note_moments"));
        let trailing = widths(moments.iter().filter_map(|moment| moment.trailing));
        notes.extend(trailing.map(|trailing| say("note_moments_trailing").with("widths", trailing)));
        notes.extend(
            (thinned > 1).then(|| say("note_moments_thinned").with("step", Message::Number(thinned.to_string()))),
        );
    }
    notes
}

/// Lengths of time in words.
fn widths(nanos: impl Iterator<Item = i64>) -> Option<Message> {
    let widths: BTreeSet<i64> = nanos.collect();
    let words = widths.iter().map(|width| Message::Number(format!("{} s", written(*width, "s"))));
    (!widths.is_empty()).then(|| Message::joined("or", words))
}

/// What marks are of: the measurements of so much time, by when they began or ended.
pub(super) fn marks_note(suite: &Suite, slices: &[&Sliced], nanos: impl Iterator<Item = i64>) -> Message {
    let begins = bases(suite, slices).find_map(|basis| basis.time.as_ref()).is_some_and(|timing| timing.begins);
    let marks = if begins { "note_slices_began" } else { "note_slices_ended" };
    say(marks).with("widths", widths(nanos).unwrap_or_else(|| Message::from("")))
}

/// What the observations of slices are of.
fn bases<'s>(suite: &'s Suite, slices: &[&'s Sliced]) -> impl Iterator<Item = &'s Arc<Basis>> {
    let data = slices.iter().flat_map(|slice| &suite.data[slice.data.clone()]);
    data.filter_map(|datum| datum.observation.basis.as_ref())
}

/// How wide the slices are, what they are of, and how their percentiles and rates are to be read.
fn notes_of_slices(suite: &Suite, slices: &[&Sliced]) -> Vec<Message> {
    let marks = marks_note(suite, slices, slices.iter().map(|slice| slice.axis[1] - slice.axis[0]));
    let bases = || bases(suite, slices);
    let percentiles =
        if bases().any(|basis| basis.within.is_some()) { "note_slices_coarse" } else { "note_slices_exact" };
    // Times of whole seconds do not tell how much of a slice a run covers.
    let is_coarse = bases().any(|basis| basis.time.as_ref().is_some_and(|timing| timing.is_coarse));
    let ends = (!is_coarse).then(|| say("note_slices_ends"));
    [marks, say(percentiles)].into_iter().chain(ends).collect()
}
