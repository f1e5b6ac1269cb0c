//! `kind = "box"` and `kind = "violin"`: how samples are spread, in rows.

mod streams;

use super::data::{Cell, Data};
use super::rows::{Made, Rows};
use super::samples::{self, Sample, Set, Sets};
use super::stage::Stage;
use super::{Plotted, describe, measurements};
use crate::chart::{self, Aside, Lane, Manner, Mark, Origin, Plot, Row, Spot};
use crate::compose::block::measure::Rank;
use crate::expression::Function;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::statistics::{self, kernel};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// How many places the outline of a density has.
const PLACES: usize = 64;

/// Makes a chart of boxes.
pub(super) fn boxes(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    plot(stage, keys, Manner::Boxes)
}

/// Makes a chart of densities.
pub(super) fn violins(stage: &mut Stage<'_, '_>, keys: &Keys<'_>) -> Option<Plotted> {
    plot(stage, keys, Manner::Violins)
}

fn plot(stage: &mut Stage<'_, '_>, keys: &Keys<'_>, manner: Manner) -> Option<Plotted> {
    let measure = stage.measure(keys, "value", "latency")?;
    let rows = Rows::read(stage, keys, &measure)?;
    let origin = if keys.bool("zero").unwrap_or(false) { Origin::Zero } else { Origin::Fitted };
    let sorted = keys.bool("sort").unwrap_or(false);
    if let Some(selection) = measurements::selection(stage.suite, &measure) {
        return streams::plot(stage, (&measure, selection), &rows, (manner, origin, sorted));
    }
    let sets = Sets::of(stage, measure, rows.keys.clone())?;
    let make = if manner == Manner::Boxes { box_row } else { violin_row };
    let mut made: Vec<Made> = sets.sets.iter().map(|set| make(stage, &rows, &sets, set)).collect();
    if sorted {
        rows.sort(stage, &sets.measure, sets.format.unit, &mut made);
    }
    let quantity = stage.quantity(&sets.measure);
    let (drawn, table) = rows.finish(stage, made);
    let columns: &[&str] = match manner {
        Manner::Boxes => &["samples", LOWER[0], LOWER[1], "median", UPPER[1], UPPER[0], "beyond"],
        _ => &["samples", "median", "each"],
    };
    let counts: Vec<usize> = sets.sets.iter().map(|set| set.samples.len()).collect();
    let spreads = sets.sets.iter();
    let spreads = spreads.filter_map(|set| Some((set.label.as_str(), statistics::interquartile_range(&set.values())?)));
    Some(Plotted {
        description: description((&counts, spreads.collect()), &drawn, &manner, sets.measure.quantity(stage.suite)),
        notes: vec![say(if manner == Manner::Boxes { "note_boxes" } else { "note_violins" })],
        table: Data {
            whole: None,
            corner: rows.head(stage).into(),
            columns: columns.iter().map(|column| say(*column)).collect(),
            rows: table,
        },
        plot: Plot::Rows(chart::Rows { quantity, unit: sets.format.unit, origin, manner, rows: drawn }),
    })
}

/// The whisker and the quartile of either side, by the keys of their names.
const LOWER: [&str; 2] = ["lower_whisker", "lower_quartile"];
const UPPER: [&str; 2] = ["upper_whisker", "upper_quartile"];

/// A figure of a row with its mark.
type Figure = Option<(usize, Mark)>;

fn spot(stage: &Stage<'_, '_>, made: &Figure) -> Option<Spot> {
    let (figure, mark) = made.as_ref()?;
    let kind = stage.desk.figures.list[*figure].kind;
    let firm = !matches!(kind, crate::model::Kind::Estimated | crate::model::Kind::Claimed);
    Some(Spot { mark: mark.clone(), range: None, firm, spans: false })
}

/// The samples within the whiskers, from the first to the last, by their places among all.
fn within(set: &Set) -> Option<(usize, usize)> {
    let values = set.values();
    let [low, high] = [statistics::quantile(&values, 0.25)?, statistics::quantile(&values, 0.75)?];
    let reach = 1.5 * (high - low);
    let first = values.iter().position(|value| *value >= low - reach)?;
    let last = values.iter().rposition(|value| *value <= high + reach)?;
    Some((first, last))
}

fn box_row(stage: &mut Stage<'_, '_>, rows: &Rows, sets: &Sets, set: &Set) -> Made {
    let share = |percent: f64| [Quantity { value: percent, unit: Unit::percent() }];
    let ends = within(set);
    let end = |stage: &mut Stage<'_, '_>, place: Option<usize>, key: &'static str| -> Figure {
        let (figure, mark) = sets.sample(stage, set, &set.samples[place?]);
        let title = say("labelled").with("label", say(key)).with("of", &mark.title);
        Some((figure, Mark { title: stage.say(&title), ..mark }))
    };
    let count = sets.statistic(stage, set, (Function::Count, &[]), &set.named(say("samples")));
    let five = [
        end(stage, ends.map(|ends| ends.0), LOWER[0]),
        sets.statistic(stage, set, (Function::Quantile, &share(25.0)), &set.named(say(LOWER[1]))),
        sets.statistic(stage, set, (Function::Median, &[]), &set.named(say("median"))),
        sets.statistic(stage, set, (Function::Quantile, &share(75.0)), &set.named(say(UPPER[1]))),
        end(stage, ends.map(|ends| ends.1), UPPER[0]),
    ];
    let beyond: Vec<&Sample> = match ends {
        Some((first, last)) => set.samples[..first].iter().chain(&set.samples[last + 1..]).collect(),
        None => Vec::new(),
    };
    let beyond: Vec<(usize, Mark)> = beyond.into_iter().map(|sample| sets.sample(stage, set, sample)).collect();
    row(stage, rows, (&set.key, set.samples.len() as u64), &count, (&five, 2), beyond, Vec::new())
}

fn violin_row(stage: &mut Stage<'_, '_>, rows: &Rows, sets: &Sets, set: &Set) -> Made {
    let count = sets.statistic(stage, set, (Function::Count, &[]), &set.named(say("samples")));
    let median = [sets.statistic(stage, set, (Function::Median, &[]), &set.named(say("median")))];
    let each: Vec<(usize, Mark)> = set.samples.iter().map(|sample| sets.sample(stage, set, sample)).collect();
    let outline = kernel::outline(&set.values(), PLACES);
    row(stage, rows, (&set.key, set.samples.len() as u64), &count, (&median, 0), each, outline)
}

/// A row with its cells: the count, the values that are drawn, and single samples.
fn row(
    stage: &Stage<'_, '_>,
    rows: &Rows,
    (key, samples): (&Dimensions, u64),
    count: &Figure,
    (values, median): (&[Figure], usize),
    single: Vec<(usize, Mark)>,
    outline: Vec<(f64, f64)>,
) -> Made {
    let shown = std::iter::once(count).chain(values);
    let mut cells: Vec<Cell> = shown.map(|made| Cell::of(made.as_ref().map(|(figure, _)| *figure))).collect();
    cells.push(Cell::aside(single.iter().map(|(figure, _)| *figure)));
    let middle = values[median].as_ref().map(|(_, mark)| mark);
    let and = middle.map_or(String::new(), |_| {
        stage.say(&say("samples_behind").with("n", usize::try_from(samples).unwrap_or(usize::MAX)))
    });
    let lane = Lane {
        label: rows.label(stage, key),
        colour: Rows::colour(stage, key),
        spots: values.iter().map(|made| spot(stage, made)).collect(),
        repeats: single.into_iter().map(|(_, mark)| mark).collect(),
        outline,
        aside: Aside::Value { spot: median, and },
    };
    Made { key: key.clone(), rank: middle.map(|mark| Rank::number(mark.value)), lane, cells }
}

/// Where the medians are, and which row is spread most; given how many samples rows have, and how far apart the quartiles
/// of those with a name are.
fn description(
    (counts, spreads): (&[usize], Vec<(&str, f64)>),
    rows: &[Row],
    manner: &Manner,
    quantity: Message,
) -> Message {
    let named = describe::under_headings(rows);
    let place = if *manner == Manner::Boxes { 2 } else { 0 };
    let median = |lane: &'_ Lane| lane.spots.get(place).cloned().flatten().map(|spot| spot.mark);
    let medians: Vec<(String, Mark)> =
        named.iter().filter_map(|(name, lane)| Some((name.clone(), median(lane)?))).collect();
    let marks: Vec<(Message, &Mark)> = medians.iter().map(|(name, mark)| (name.into(), mark)).collect();
    let key = if *manner == Manner::Boxes { "chart_boxes" } else { "chart_violins" };
    let shown = say(key).with("samples", samples::counted_of(counts)).with("quantity", quantity);
    let spread = spreads.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let spread = spread.filter(|(label, width)| counts.len() > 1 && *width > 0.0 && !label.is_empty());
    let spread = spread.map(|(label, _)| say("widest_quartiles").with("name", label));
    describe::sentences_of([shown.with("extremes", describe::extremes(&marks))].into_iter().chain(spread))
}
