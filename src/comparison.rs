//! Two sides of evidence, figure by figure: what changed, how sure that is, and what cannot be compared.
//!
//! The repetitions of a figure are its samples. The interval of the ratio of new to old agrees with the U test of
//! the two samples; a change counts when the whole interval lies beyond what is too small to matter. Nothing here
//! knows how a comparison is shown.

pub mod rule;
pub mod side;

mod conditions;
mod judge;
mod lists;
mod matching;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::metrics::{Better, MetricStatistic};
use crate::model::Dimensions;
use crate::source::{Source, Span};
use crate::statistics::{self, ranks::UTest};
use crate::units::Unit;
use crate::words::{Message, say};

pub use rule::{Fired, Rule};
pub use side::Side;

/// What the two sides are called, the first first.
pub const SIDES: [&str; 2] = ["old", "new"];

/// How sure a change has to be, and how large.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The largest p at which a difference counts as shown.
    pub level: f64,
    /// A change up to this share is too small to matter: the whole interval has to lie beyond it.
    pub least: f64,
    /// When the interval reaches further than this share from no change, nothing can be told.
    pub noise: f64,
    /// The share from which a change counts where there are too few rounds for a test; none: it never does.
    pub threshold: Option<f64>,
    /// Conditions that may be unlike.
    pub accepted: BTreeSet<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { level: 0.05, least: 0.01, noise: 0.05, threshold: None, accepted: BTreeSet::new() }
    }
}

/// A percentage as a share: `5%` is 0.05; none when it is no percentage from 0 on.
pub fn share(text: &str) -> Option<f64> {
    let percent = text.trim().strip_suffix('%')?.trim().parse::<f64>().ok()?;
    (percent.is_finite() && percent >= 0.0).then_some(percent / 100.0)
}

/// A level of significance: a number between 0 and 1.
pub fn level(text: &str) -> Option<f64> {
    text.parse().ok().filter(|level| *level > 0.0 && *level < 1.0)
}

/// What a comparison says of a figure, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The new side is worse.
    Worse,
    /// The new side is better.
    Better,
    /// It is on the old side only.
    MissingNew,
    /// It is on the new side only.
    MissingOld,
    /// Its conditions, units or kinds are unlike.
    NotComparable,
    /// The rounds differ so much that a change could hide among them.
    Noisy,
    /// There are too few rounds for a test.
    TooFew,
    /// No difference was shown, and a large one is excluded.
    Same,
    /// Neither more nor less of it is better.
    NotJudged,
}

impl Verdict {
    /// Every verdict, the most important first.
    pub const ALL: [Self; 9] = [
        Self::Worse,
        Self::Better,
        Self::MissingNew,
        Self::MissingOld,
        Self::NotComparable,
        Self::Noisy,
        Self::TooFew,
        Self::Same,
        Self::NotJudged,
    ];

    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::Better => "better",
            Self::MissingNew => "missing on the new side",
            Self::MissingOld => "missing on the old side",
            Self::NotComparable => "not comparable",
            Self::Noisy => "too noisy to tell",
            Self::TooFew => "too few to tell",
            Self::Same => "no difference shown",
            Self::NotJudged => "not judged",
        }
    }

    /// The verdict in words for readers.
    pub fn message(self) -> Message {
        say(format!("compared_{}", self.words().replace(' ', "_")))
    }

    /// Whether a difference was shown.
    pub fn is_shown(self) -> bool {
        matches!(self, Self::Worse | Self::Better)
    }
}

/// The repetitions of a figure on one side.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The values, in the unit of the row.
    pub values: Vec<f64>,
    /// Their median.
    pub median: f64,
    /// The file that holds the value nearest to the median, as the user knows it.
    pub path: Arc<str>,
    /// The line of that file.
    pub line: u32,
}

/// A figure on both sides.
#[derive(Debug, Clone)]
pub struct Row {
    /// The metric and statistic.
    pub metric: MetricStatistic,
    /// The dimensions that both sides share, repetitions left out.
    pub dimensions: Dimensions,
    /// The dimensions in words; empty when nothing tells figures apart.
    pub words: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// The old and the new side, where they have it.
    pub samples: [Option<Sample>; 2],
    /// The relative change of the medians: 0.1 is 10 % more.
    pub change: Option<f64>,
    /// The interval of the relative change.
    pub interval: Option<[f64; 2]>,
    /// The test of the two samples.
    pub test: Option<UTest>,
    /// What follows.
    pub verdict: Verdict,
    /// The verdict in words, with its reason.
    pub why: Message,
}

/// The geometric mean of the ratios of a metric.
#[derive(Debug, Clone)]
pub struct Mean {
    /// The metric and statistic.
    pub metric: MetricStatistic,
    /// The relative change: 0.1 is 10 % more.
    pub change: f64,
    /// How many figures it is over.
    pub members: usize,
    /// How many figures of the metric it leaves out.
    pub left_out: usize,
}

/// What a side is, in short.
#[derive(Debug, Clone)]
pub struct About {
    /// What the user calls it.
    pub name: String,
    /// How many runs it has.
    pub runs: usize,
    /// How many files its numbers are from.
    pub files: usize,
}

/// A comparison of two sides.
#[derive(Debug)]
pub struct Comparison {
    /// The two sides.
    pub sides: [About; 2],
    /// What the sides as a whole differ in: dimension, old value, new value.
    pub differs: Vec<(String, [String; 2])>,
    /// What it was judged by.
    pub settings: Settings,
    /// The figures, the most important first.
    pub rows: Vec<Row>,
    /// The geometric means.
    pub means: Vec<Mean>,
    /// The rules that fired.
    pub fired: Vec<Fired>,
    /// Every condition that the evidence tells of.
    pub conditions: BTreeSet<String>,
}

/// Where a value stands.
#[derive(Debug, Clone)]
struct Spot {
    path: Arc<str>,
    source: Arc<Source>,
    span: Span,
}

/// Compares two sides.
pub fn compare(sides: &[Side; 2], settings: Settings) -> Comparison {
    let matched = matching::matching(sides);
    let figures: Vec<matching::Figure> = matched.figures.into_values().collect();
    let mut rows: Vec<Row> = figures.par_iter().map(|figure| judge::row(figure, sides, &settings)).collect();
    // The order of the figures decides between rows that are of equal weight.
    rows.sort_by(|a, b| a.verdict.cmp(&b.verdict).then(weight(b).total_cmp(&weight(a))));
    let means = means(&rows);
    let sides = sides.each_ref().map(Side::about);
    Comparison {
        sides,
        differs: matched.differs,
        settings,
        rows,
        means,
        fired: Vec::new(),
        conditions: matched.conditions,
    }
}

/// What the rows of a verdict are ordered by: how far the change is from none, as a ratio either way.
fn weight(row: &Row) -> f64 {
    match row.change {
        Some(change) if row.verdict.is_shown() && change > -1.0 => (1.0 + change).ln().abs(),
        Some(_) | None if row.verdict.is_shown() => f64::INFINITY,
        _ => 0.0,
    }
}

/// The geometric means of metrics that several comparable figures have.
fn means(rows: &[Row]) -> Vec<Mean> {
    let mut ratios: BTreeMap<&MetricStatistic, (Vec<f64>, usize)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.verdict != Verdict::NotJudged) {
        let (members, left_out) = ratios.entry(&row.metric).or_default();
        match row.change.filter(|change| row.verdict.is_compared() && *change > -1.0) {
            Some(change) => members.push(1.0 + change),
            None => *left_out += 1,
        }
    }
    let mean = |(metric, (ratios, left_out)): (&MetricStatistic, (Vec<f64>, usize))| {
        let change = statistics::geometric_mean(&ratios).filter(|_| ratios.len() > 1)? - 1.0;
        Some(Mean { metric: metric.clone(), change, members: ratios.len(), left_out })
    };
    ratios.into_iter().filter_map(mean).collect()
}

impl Verdict {
    /// Whether the two sides were set against each other at all.
    pub fn is_compared(self) -> bool {
        !matches!(self, Self::MissingNew | Self::MissingOld | Self::NotComparable)
    }
}

impl Comparison {
    /// How many rows have each verdict, the most important verdict first; those without rows left out.
    pub fn counts(&self) -> Vec<(Verdict, usize)> {
        let count = |verdict: Verdict| self.rows.iter().filter(|row| row.verdict == verdict).count();
        Verdict::ALL.into_iter().map(|verdict| (verdict, count(verdict))).filter(|(_, count)| *count > 0).collect()
    }

    /// How many figures were tested.
    pub fn tested(&self) -> usize {
        self.rows.iter().filter(|row| row.test.is_some()).count()
    }
}
