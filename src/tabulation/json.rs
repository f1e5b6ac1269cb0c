//! A comparison as JSON: everything, in the units of the evidence.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comparison::{Comparison, Row, Sample, Verdict};
use crate::metrics::Better;

#[derive(Serialize)]
struct Document<'a> {
    old: Side<'a>,
    new: Side<'a>,
    differs: Vec<Differs<'a>>,
    level: f64,
    least: f64,
    noise: f64,
    threshold: Option<f64>,
    accepted: Vec<&'a str>,
    counts: Vec<Count>,
    rows: Vec<Figure<'a>>,
    geometric_means: Vec<Mean>,
    fired: Vec<Fired<'a>>,
}

#[derive(Serialize)]
struct Side<'a> {
    name: &'a str,
    runs: usize,
    files: usize,
}

#[derive(Serialize)]
struct Differs<'a> {
    dimension: &'a str,
    old: &'a str,
    new: &'a str,
}

#[derive(Serialize)]
struct Count {
    verdict: &'static str,
    rows: usize,
}

#[derive(Serialize)]
struct Figure<'a> {
    metric: &'a str,
    statistic: String,
    dimensions: BTreeMap<&'a str, &'a str>,
    unit: &'static str,
    better: &'static str,
    old: Option<Values<'a>>,
    new: Option<Values<'a>>,
    change: Option<f64>,
    interval: Option<[f64; 2]>,
    u: Option<f64>,
    p: Option<f64>,
    verdict: &'static str,
    why: String,
}

#[derive(Serialize)]
struct Values<'a> {
    median: f64,
    rounds: usize,
    values: &'a [f64],
    evidence: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct Mean {
    metric: String,
    change: f64,
    members: usize,
    left_out: usize,
}

#[derive(Serialize)]
struct Fired<'a> {
    rule: &'a str,
    row: usize,
    evidence: &'a str,
    line: u32,
}

pub(super) fn write(comparison: &Comparison) -> String {
    let [old, new] =
        comparison.sides.each_ref().map(|side| Side { name: &side.name, runs: side.runs, files: side.files });
    let settings = &comparison.settings;
    let differs = comparison.differs.iter().map(|(dimension, [old, new])| Differs { dimension, old, new });
    let means = comparison.means.iter().map(|mean| Mean {
        metric: mean.metric.name(),
        change: mean.change,
        members: mean.members,
        left_out: mean.left_out,
    });
    let fired = comparison.fired.iter();
    let document = Document {
        old,
        new,
        differs: differs.collect(),
        level: settings.level,
        least: settings.least,
        noise: settings.noise,
        threshold: settings.threshold,
        accepted: settings.accepted.iter().map(String::as_str).collect(),
        counts: comparison.counts().into_iter().map(|(verdict, rows)| Count { verdict: word(verdict), rows }).collect(),
        rows: comparison.rows.iter().map(figure).collect(),
        geometric_means: means.collect(),
        fired: fired.map(|f| Fired { rule: &f.rule, row: f.row, evidence: &f.path, line: f.line }).collect(),
    };
    let text = serde_json::to_string_pretty(&document).expect("all keys are strings");
    text + "\n"
}

fn figure(row: &Row) -> Figure<'_> {
    let [old, new] = row.samples.each_ref().map(|sample| sample.as_ref().map(values));
    Figure {
        metric: &row.metric.metric,
        statistic: row.metric.statistic.map(crate::model::Statistic::name).unwrap_or_default(),
        dimensions: row.dimensions.iter().map(|(name, value)| (&**name, &**value)).collect(),
        unit: row.unit.symbol(),
        better: better(row.better),
        old,
        new,
        change: row.change,
        interval: row.interval,
        u: row.test.map(|test| test.u),
        p: row.test.map(|test| test.p),
        verdict: word(row.verdict),
        why: row.why.english(),
    }
}

fn values(sample: &Sample) -> Values<'_> {
    let Sample { values, median, path, line } = sample;
    Values { median: *median, rounds: values.len(), values, evidence: path, line: *line }
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Higher => "higher",
        Better::Lower => "lower",
        Better::Neither => "neither",
    }
}

/// The verdict as a word for programs.
pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Worse => "worse",
        Verdict::Better => "better",
        Verdict::MissingNew => "missing_new",
        Verdict::MissingOld => "missing_old",
        Verdict::NotComparable => "not_comparable",
        Verdict::Noisy => "too_noisy",
        Verdict::TooFew => "too_few",
        Verdict::Same => "no_difference_shown",
        Verdict::NotJudged => "not_judged",
    }
}
