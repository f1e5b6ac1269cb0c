//! Boxes and densities of the single measurements of streams: all of them while they are few, and a histogram of
//! three digits when they are many. Each value is a percentile, by nearest rank, of all that a row means.

use super::{LOWER, PLACES, UPPER, description, row};
use crate::chart::{self, Manner, Mark, Origin, Plot};
use crate::compose::block::chart::Plotted;
use crate::compose::block::chart::data::Data;
use crate::compose::block::chart::measurements::{pooled, set};
use crate::compose::block::chart::rows::{Made, Rows};
use crate::compose::block::chart::samples::named;
use crate::compose::block::chart::stage::{Drawn, Stage};
use crate::compose::block::measure::Measure;
use crate::evaluate::{Element, Outcome, Term};
use crate::expression::{Expression, Function, Node, Selection};
use crate::figure::{Format, Role};
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Statistic};
use crate::samples::{Sample, SampleSet};
use crate::statistics::kernel;
use crate::units::Quantity;
use crate::words::{Message, say};

/// From the smallest to the largest measurement is this many times or more: the axis is logarithmic then, and so is
/// the density.
const WIDE: f64 = 12.0;

/// What all rows have in common.
struct Streams<'m> {
    measure: &'m Measure,
    selection: &'m Selection,
    format: Format,
}

/// The measurements of a row.
struct Lot {
    key: Dimensions,
    label: String,
    set: SampleSet,
    median: Drawn,
}

/// Makes the chart.
pub(super) fn plot(
    stage: &mut Stage<'_, '_>,
    (measure, selection): (&Measure, &Selection),
    rows: &Rows,
    (manner, origin, sorted): (Manner, Origin, bool),
) -> Option<Plotted> {
    let median = pooled(measure, selection, 50.0)?;
    let format = stage.format(&median, rows.keys.clone())?;
    let streams = Streams { measure, selection, format };
    let lots: Vec<Lot> = rows.keys.iter().filter_map(|key| streams.lot(stage, &median, key)).collect();
    let log = origin == Origin::Fitted && is_wide(&lots);
    let mut made = Vec::new();
    for lot in &lots {
        made.push(match manner {
            Manner::Boxes => streams.box_row(stage, rows, lot),
            _ => streams.violin_row(stage, rows, lot, log),
        });
    }
    if sorted {
        rows.sort(stage, measure, format.unit, &mut made);
    }
    let counts: Vec<usize> = lots.iter().map(|lot| usize::try_from(lot.set.count()).unwrap_or(usize::MAX)).collect();
    let spreads = lots.iter().filter_map(|lot| Some((lot.label.as_str(), lot.spread()?)));
    let (drawn, table) = rows.finish(stage, made);
    let is_bucketed = lots.iter().any(|lot| lot.set.is_bucketed());
    let note = if manner == Manner::Boxes { "note_boxes_of_streams" } else { "note_violins_of_streams" };
    let exactness = if is_bucketed { "note_nearest_rank_within" } else { "note_nearest_rank" };
    let columns: &[&str] = match manner {
        Manner::Boxes => &["samples", LOWER[0], LOWER[1], "median", UPPER[1], UPPER[0], "extremes_beyond"],
        _ => &["samples", "median", "smallest_and_largest"],
    };
    let quantity = measure.quantity(stage.suite);
    Some(Plotted {
        description: description((&counts, spreads.collect()), &drawn, &manner, quantity.clone()),
        notes: vec![say(note), say(exactness)],
        table: Data {
            whole: None,
            corner: rows.head(stage).into(),
            columns: columns.iter().map(|column| say(*column)).collect(),
            rows: table,
        },
        plot: Plot::Rows(chart::Rows {
            quantity: stage.say(&quantity),
            unit: format.unit,
            origin,
            manner,
            rows: drawn,
        }),
    })
}

/// Whether measurements of all rows lie as far apart as a logarithmic axis asks for.
fn is_wide(lots: &[Lot]) -> bool {
    let ends = |end: fn(&SampleSet) -> Option<Sample>| {
        lots.iter().filter_map(move |lot| Some(lot.set.value(end(&lot.set)?.ticks) * lot.set.unit.base_scale()))
    };
    let low = ends(SampleSet::min).fold(f64::INFINITY, f64::min);
    low > 0.0 && ends(SampleSet::max).fold(0.0, f64::max) / low > WIDE
}

impl Lot {
    /// The ranks of the ends of the whiskers: of the first and the last measurement that lie no further from the
    /// quartiles than one and a half times what is between these.
    fn whiskers(&self) -> Option<[u64; 2]> {
        let [low, high] = [25, 75].map(|percent| self.set.nearest(percent * 1_000_000).map(|sample| sample.ticks));
        let (low, high) = (low?, high?);
        let reach = (high - low) as f64 * 1.5;
        let (mut below, mut first, mut last) = (0, None, 0);
        for (sample, count) in self.set.buckets() {
            if sample.ticks as f64 >= low as f64 - reach {
                first = first.or(Some(below + 1));
            }
            below += count;
            if sample.ticks as f64 <= high as f64 + reach {
                last = below;
            }
        }
        Some([first?, last])
    }

    /// How far the quartiles are apart, in base units.
    fn spread(&self) -> Option<f64> {
        let [low, high] = [25, 75].map(|percent| self.set.nearest(percent * 1_000_000));
        Some(self.set.value(high?.ticks - low?.ticks) * self.set.unit.base_scale())
    }

    fn named(&self, words: Message) -> Message {
        named(&self.label, words)
    }
}

impl Streams<'_> {
    fn lot(&self, stage: &mut Stage<'_, '_>, median: &Measure, key: &Dimensions) -> Option<Lot> {
        let set = set(stage, median, (key, self.format.unit), &self.selection.metric.metric)?;
        let label = stage.label(key);
        let words = stage.say(&named(&label, say("median")));
        let median = stage.draw(median, key, self.format, &words)?;
        Some(Lot { key: key.clone(), label, set, median })
    }

    fn box_row(&self, stage: &mut Stage<'_, '_>, rows: &Rows, lot: &Lot) -> Made {
        let ranks = lot.whiskers();
        let quartile = |percent: u64| (lot.set.count() * percent).div_ceil(100);
        let count = self.count(stage, lot);
        let [least, most] = [Statistic::Min, Statistic::Max].map(|end| self.extreme(stage, lot, end));
        let (mut ends, mut beyond) = ([None, None], Vec::new());
        for (index, extreme) in [least, most].into_iter().enumerate() {
            let rank = ranks.map(|ranks| ranks[index]).unwrap_or_default();
            let is_last = rank == if index == 0 { 1 } else { lot.set.count() };
            let key = [LOWER[0], UPPER[0]][index];
            match extreme {
                Some((figure, mark)) if is_last => ends[index] = Some((figure, titled(stage, key, mark))),
                extreme => {
                    beyond.extend(extreme);
                    ends[index] = self.at_rank(stage, lot, rank, key);
                }
            }
        }
        let [lower, upper] = ends;
        let five = [
            lower,
            self.at_rank(stage, lot, quartile(25), LOWER[1]),
            Some((lot.median.figure, lot.median.mark.clone())),
            self.at_rank(stage, lot, quartile(75), UPPER[1]),
            upper,
        ];
        row(stage, rows, (&lot.key, lot.set.count()), &count, (&five, 2), beyond, Vec::new())
    }

    fn violin_row(&self, stage: &mut Stage<'_, '_>, rows: &Rows, lot: &Lot, log: bool) -> Made {
        let count = self.count(stage, lot);
        let median = [Some((lot.median.figure, lot.median.mark.clone()))];
        let ends = [Statistic::Min, Statistic::Max].map(|end| self.extreme(stage, lot, end));
        let ends: Vec<(usize, Mark)> = ends.into_iter().flatten().collect();
        let factor = lot.set.unit.factor_to(self.format.unit).unwrap_or(f64::NAN);
        let at = |value: f64| if log { value.log10() } else { value };
        let value = |(first, count): (Sample, u64)| (at(lot.set.value(first.ticks) * factor), count as f64);
        let points: Vec<(f64, f64)> = lot.set.buckets().into_iter().map(value).collect();
        let outline = kernel::weighted_outline(&points, PLACES).into_iter();
        let outline = outline.map(|(at, share)| (if log { 10_f64.powf(at) } else { at }, share)).collect();
        row(stage, rows, (&lot.key, lot.set.count()), &count, (&median, 0), ends, outline)
    }

    /// The measurement of a rank among all, as the percentile that it is.
    fn at_rank(&self, stage: &mut Stage<'_, '_>, lot: &Lot, rank: u64, key: &'static str) -> Option<(usize, Mark)> {
        let Outcome::Values(elements) = &lot.median.outcome else { return None };
        let [Element { term: Term::Call(_, terms), .. }] = &elements[..] else { return None };
        // The largest share that no rank below has: up to 10^8 measurements each rank has one.
        let millionths = u128::from(rank) * 100_000_000 / u128::from(lot.set.count().max(1));
        let millionths = u32::try_from(millionths).ok()?;
        let (sample, percent) = (lot.set.nearest(millionths)?, f64::from(millionths) / 1e6);
        let mut terms = terms.clone();
        *terms.first_mut()? = Term::Number(Quantity::plain(percent));
        let quantity = Quantity { value: lot.set.value(sample.ticks), unit: lot.set.unit };
        let value = quantity.to(self.format.unit)?.value;
        let term = Term::Call(Function::Pooled, terms);
        let element = Element { key: Dimensions::new(), label: String::new(), quantity, term };
        let measure = pooled(self.measure, self.selection, percent)?;
        let expression = measure.expression_for(stage.suite, &stage.within(&lot.key));
        let figure = stage.figure(Role::Mark, Outcome::Values(vec![element]), expression, self.format);
        let words = stage.say(&lot.named(say(key)));
        Some((figure, stage.mark(figure, value, &words)))
    }

    /// The smallest or the largest of all; none where the evidence does not tell it.
    fn extreme(&self, stage: &mut Stage<'_, '_>, lot: &Lot, end: Statistic) -> Option<(usize, Mark)> {
        let metric = &self.selection.metric.metric;
        let is_told = stage.suite.statistics(metric).iter().any(|(statistic, _)| *statistic == end);
        let (function, key) = match end {
            Statistic::Min => (Function::Min, "smallest"),
            _ => (Function::Max, "largest"),
        };
        let wanted = MetricStatistic { metric: metric.clone(), statistic: Some(end) };
        let measure = Some(self.of_runs(lot, wanted, function)).filter(|_| is_told)?;
        let words = stage.say(&lot.named(say(key)));
        let drawn = stage.draw(&measure, &lot.key, self.format, &words)?;
        Some((drawn.figure, drawn.mark))
    }

    /// How many there are.
    fn count(&self, stage: &mut Stage<'_, '_>, lot: &Lot) -> Option<(usize, Mark)> {
        let input = *lot.median.outcome.inputs().first()?;
        let counted = &stage.suite.data[input].observation;
        let wanted = MetricStatistic { metric: counted.metric.clone(), statistic: Some(counted.statistic) };
        let measure = self.of_runs(lot, wanted, Function::Sum);
        let words = stage.say(&lot.named(say("samples")));
        let format = Format { unit: counted.unit, decimals: Some(0) };
        let drawn = stage.draw(&measure, &lot.key, format, &words)?;
        Some((drawn.figure, drawn.mark))
    }

    /// What a statistic of each run of a row gives together; of one run it is the statistic itself.
    fn of_runs(&self, lot: &Lot, metric: MetricStatistic, function: Function) -> Measure {
        let span = self.measure.expression.span;
        let node = Node::Selection(Selection { metric, ..self.selection.clone() });
        match lot.median.outcome.inputs().len() {
            1 => Measure::of(Expression { span, node }),
            _ => Measure::of(Expression { span, node: Node::Call(function, vec![Expression { span, node }]) }),
        }
    }
}

/// A mark that is the end of a whisker.
fn titled(stage: &Stage<'_, '_>, key: &'static str, mark: Mark) -> Mark {
    let title = say("labelled").with("label", say(key)).with("of", &mark.title);
    Mark { title: stage.say(&title), ..mark }
}
