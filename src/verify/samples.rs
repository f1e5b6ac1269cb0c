//! Statistics of single measurements: what `samples` of an input says, and whether it is so.

use std::collections::BTreeMap;

use super::arrays::Items;
use super::formula::near;
use crate::evaluate::count_between;
use crate::formats::json::Node;
use crate::formats::stream::Field;
use crate::formats::stream::fields::{decimals_of, rfc3339, ticks};
use crate::model::Percentile;
use crate::samples::SampleSet;
use crate::units::Unit;

/// What an input says of the measurements that it is a statistic of.
pub(super) struct Samples<'a> {
    statistic: &'a str,
    /// Where they are, as it is written.
    pub(super) over: &'a str,
    count: u64,
    unit: Unit,
    /// How far, as a share, a percentile of a histogram may lie from the exact one.
    within: Option<f64>,
    /// Which measurements these are.
    pub(super) which: Which,
}

/// A choice of measurements of one file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Which {
    /// The records.
    pub(super) over: Over,
    /// Their unit, by its symbol.
    pub(super) unit: &'static str,
    /// What other fields of a record hold.
    pub(super) filter: Vec<(Field, String)>,
    /// With what they do not begin.
    pub(super) without: Vec<(Field, String)>,
    /// For a rate, and where a part of the time is meant, when each was.
    pub(super) time: Option<Time>,
    /// Where the iterations are that each is a total of.
    pub(super) iterations: Option<Items>,
    /// Whether each is a pair of a value and how often it occurred.
    pub(super) pairs: bool,
}

/// Where measurements are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Over {
    /// In a field, from one record to another, counted from 1.
    Records(Field, [u32; 2]),
    /// In the buckets of a digest, at this pointer.
    Buckets(String),
    /// In an array, or in arrays of arrays.
    Items(Items),
}

/// When a measurement was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Time {
    /// The field of the time.
    pub(super) field: Field,
    /// Its unit by its symbol; empty for a time in words.
    pub(super) unit: String,
    /// Whether it is that of the start, rather than of the end.
    pub(super) begins: bool,
    /// The field and unit of what is added to it.
    pub(super) more: Option<(Field, String)>,
    /// From when until before when the records were, in nanoseconds; none of all of them.
    pub(super) window: Option<[i64; 2]>,
}

/// The measurements of a choice, as they stand in the file.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    /// Those that are numbers.
    pub(super) set: SampleSet,
    /// How many records were chosen.
    pub(super) count: u64,
    /// From when the first began to when the last ended, in nanoseconds since 1970.
    pub(super) span: Option<[i64; 2]>,
    /// The line of the first record; 0 in a digest.
    pub(super) line: u64,
    /// The values of an array, in the order of the file.
    pub(super) values: Vec<f64>,
}

impl<'a> Samples<'a> {
    /// What an input says, or what it lacks.
    pub(super) fn read(node: &'a Node<'a>) -> Result<Self, String> {
        let text = |key: &str| node.get(key).and_then(Node::string);
        let over = text("over").ok_or("`samples` has no `over`")?;
        let count = node.get("count").and_then(Node::number).filter(|count| *count >= 0.0 && count.fract() == 0.0);
        let unit = Unit::named(text("unit").unwrap_or_default());
        let which = Which {
            over: Over::read(over).ok_or_else(|| format!("`{over}` is no range of records"))?,
            unit: unit.symbol(),
            filter: pairs(node.get("where"))?,
            without: pairs(node.get("without"))?,
            time: node.get("time").map(Time::read).transpose()?,
            iterations: text("iterations").map(Items::read_or_why).transpose()?,
            pairs: node.get("pairs").is_some_and(|pairs| pairs.text == "true"),
        };
        Ok(Self {
            statistic: text("statistic").ok_or("`samples` has no `statistic`")?,
            over,
            count: count.ok_or("`samples` has no whole `count`")? as u64,
            unit,
            within: node.get("within").and_then(Node::number),
            which,
        })
    }

    /// Compares a value, in `unit`, with what the measurements give.
    pub(super) fn check(&self, measured: &Measured, value: f64, unit: Unit) -> Result<(), String> {
        if measured.count != self.count {
            return Err(format!("it is of {} measurements, not {}", measured.count, self.count));
        }
        let name = self.statistic;
        let Some((exact, is_measurement)) = self.statistic(measured)? else {
            return Err(format!("there is no measurement that `{name}` could be of"));
        };
        let stated = if is_measurement { value * unit.base_scale() / self.unit.base_scale() } else { value };
        let is_within = self.within.is_some_and(|share| (exact - stated).abs() <= share * exact.abs());
        if near(exact, stated) || is_within {
            return Ok(());
        }
        Err(format!("`{name}` of its {} measurements is {exact}, and the input says {stated}", self.count))
    }

    /// The statistic, and whether it is in the unit of the measurements.
    fn statistic(&self, measured: &Measured) -> Result<Option<(f64, bool)>, String> {
        let set = &measured.set;
        let one = |sample: Option<crate::samples::Sample>| sample.map(|sample| (set.value(sample.ticks), true));
        Ok(match self.statistic {
            "count" => Some((measured.count as f64, false)),
            "sum" => Some((set.sum() as f64 / set.scale as f64, false)),
            "mean" => set.mean().map(|mean| (mean, true)),
            "min" => one(set.min()),
            "max" => one(set.max()),
            "rate" => self
                .which
                .window()
                .or(measured.span)
                .filter(|[from, to]| to > from)
                .map(|[from, to]| (measured.count as f64 / ((to - from) as f64 / 1e9), false)),
            other => one(set.nearest(percentile(other).ok_or_else(|| format!("`{other}` is no statistic"))?)),
        })
    }
}

impl Measured {
    /// Each measurement in base units; none where they are known to a histogram only.
    pub(super) fn in_base_units(&self) -> Option<Vec<f64>> {
        let scale = self.set.unit.base_scale();
        if !self.values.is_empty() {
            return Some(self.values.iter().map(|value| value * scale).collect());
        }
        let each = |(sample, _): (crate::samples::Sample, u64)| self.set.value(sample.ticks) * scale;
        (!self.set.is_bucketed()).then(|| self.set.buckets().into_iter().map(each).collect())
    }
}

/// The millionths of a percent of `p99.9`.
fn percentile(name: &str) -> Option<u32> {
    name.strip_prefix('p').and_then(Percentile::parse).map(Percentile::millionths)
}

/// The percentile, in base units, of several sets together.
pub(super) fn pooled(percent: f64, sets: &[SampleSet]) -> Option<f64> {
    let percentile = Percentile::new(percent)?;
    let merged = SampleSet::merged(sets)?;
    let sample = merged.nearest(percentile.millionths())?;
    Some(merged.value(sample.ticks) * merged.unit.base_scale())
}

/// How many measurements of several sets together are at or above a bound and below another, in base units.
pub(super) fn pooled_between(bounds: [f64; 2], sets: &[SampleSet]) -> Option<f64> {
    SampleSet::merged(sets).map(|merged| count_between(&merged, bounds) as f64)
}

impl Over {
    /// `R2:C2..R901:C2`, `L3/a..L90/a`, `L3@a..L90@a`, or a pointer to buckets.
    fn read(text: &str) -> Option<Self> {
        if text.starts_with('/') {
            return Some(Items::read(text).map_or_else(|| Self::Buckets(text.to_owned()), Self::Items));
        }
        // A pointer may hold dots, and both ends have the same one.
        let ends = text.match_indices("..").map(|(at, dots)| (&text[..at], &text[at + dots.len()..]));
        ends.filter_map(|(from, to)| place(from).zip(place(to)))
            .find(|((_, from), (_, to))| from == to)
            .map(|((from, field), (to, _))| Self::Records(field, [from, to]))
            .or_else(|| Items::read(text).map(Self::Items))
    }
}

/// A record, and the field in it: `R2:C3`, `L4/a`, `L4@a`, `L4:F5-F4`.
pub(super) fn place(text: &str) -> Option<(u32, Field)> {
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|number| *number > 0);
    if let Some((row, column)) = text.strip_prefix('R').and_then(|rest| rest.split_once(":C")) {
        return Some((number(row)?, Field::Column(number(column)?)));
    }
    let rest = text.strip_prefix('L')?;
    if let Some((line, field)) = rest.split_once(':') {
        let place = number(line).zip(tabs(field));
        return place.or_else(|| in_line(rest, number));
    }
    in_line(rest, number)
}

fn in_line(rest: &str, number: impl Fn(&str) -> Option<u32>) -> Option<(u32, Field)> {
    let (line, place) = rest.split_at(rest.find(['/', '@'])?);
    let field = match place.strip_prefix('@') {
        Some(name) => Field::Attribute(name.to_owned()),
        None => Field::Pointer(place.to_owned()),
    };
    Some((number(line)?, field))
}

/// A field of a line between tabs, `F4`, or the difference of two: `F5-F4`.
fn tabs(text: &str) -> Option<Field> {
    let number = |text: &str| text.strip_prefix('F')?.parse::<u32>().ok().filter(|field| *field > 0);
    match text.split_once('-') {
        None => number(text).map(Field::Tab),
        Some((of, less)) => number(of).zip(number(less)).map(|(of, less)| Field::Difference([of, less])),
    }
}

/// A field of a record: `C3`, `/a`, `@a`, `F4`.
fn field(text: &str) -> Result<Field, String> {
    let column = text.strip_prefix('C').and_then(|column| column.parse().ok()).filter(|column| *column > 0);
    match column {
        Some(column) => Ok(Field::Column(column)),
        None if text.starts_with('/') => Ok(Field::Pointer(text.to_owned())),
        None if text.starts_with('@') => Ok(Field::Attribute(text[1..].to_owned())),
        None => tabs(text).ok_or_else(|| format!("`{text}` is no field of a record")),
    }
}

fn pairs(node: Option<&Node<'_>>) -> Result<Vec<(Field, String)>, String> {
    let members = node.map(Node::members).unwrap_or_default();
    let pair = |(name, value): &(std::borrow::Cow<'_, str>, Node<'_>)| {
        let text = value.string().ok_or_else(|| format!("`{name}` is compared with no text"))?;
        Ok((field(name)?, text.to_owned()))
    };
    members.iter().map(pair).collect()
}

impl Time {
    fn read(node: &Node<'_>) -> Result<Self, String> {
        let text = |key: &str| node.get(key).and_then(Node::string).unwrap_or_default();
        let begins = match text("at") {
            "start" => true,
            "end" => false,
            other => return Err(format!("a time is at `start` or `end`, not at `{other}`")),
        };
        let unit = text("unit");
        let more = node.get("more").map(|more| {
            let text = |key: &str| more.get(key).and_then(Node::string).unwrap_or_default();
            Ok::<_, String>((field(text("place"))?, text("unit").to_owned()))
        });
        let end = |key: &str| {
            let text = node.get(key).and_then(Node::string);
            text.map(|text| instant(text, unit).ok_or_else(|| format!("`{text}` is no time"))).transpose()
        };
        let window = match (end("from")?, end("until")?) {
            (Some(from), Some(until)) => Some([from, until]),
            (None, None) => None,
            _ => return Err("a part of the time has both `from` and `until`".to_owned()),
        };
        Ok(Self { field: field(text("place"))?, unit: unit.to_owned(), begins, more: more.transpose()?, window })
    }

    /// Whether a record of that time is meant.
    pub(super) fn has(&self, time: Option<i64>) -> bool {
        self.window.is_none_or(|[from, until]| time.is_some_and(|time| from <= time && time < until))
    }

    /// The time that a record with such fields states, in nanoseconds.
    pub(super) fn of<T: AsRef<str>>(&self, held: impl Fn(&Field) -> Option<T>) -> Option<i64> {
        let whole = instant(held(&self.field)?.as_ref(), &self.unit);
        match &self.more {
            None => whole,
            Some((field, unit)) => whole?.checked_add(instant(held(field)?.as_ref(), unit)?),
        }
    }
}

/// A time in nanoseconds: a number in a unit, or in words where there is none.
fn instant(text: &str, unit: &str) -> Option<i64> {
    if unit.is_empty() { rfc3339(text) } else { ticks(text, decimals_of(unit))?.try_into().ok() }
}

impl Which {
    /// The part of the time that is meant, in nanoseconds.
    fn window(&self) -> Option<[i64; 2]> {
        self.time.as_ref()?.window
    }

    /// Whether records of a part of the file, from one to another, can be meant.
    pub(super) fn may_be_in(&self, [first, last]: [u32; 2]) -> bool {
        matches!(self.over, Over::Records(_, [from, to]) if from <= last && to >= first)
    }
}

/// What the figures of a site ask of its evidence files, by the names of the files.
#[derive(Debug, Default)]
pub(super) struct Asked(BTreeMap<String, Questions>);

/// What is asked of a file.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// Choices of measurements, each once.
    pub(super) sets: std::collections::BTreeSet<Which>,
    /// The records that numbers stand in.
    pub(super) records: std::collections::BTreeSet<u32>,
    /// Whether a number is asked for that stands in no record, so that the file must be held.
    pub(super) whole: bool,
}

impl Asked {
    /// Adds what a list of figures asks. What cannot be understood is left for the check of each figure.
    pub(super) fn add(&mut self, list: &Node<'_>) {
        let figures = list.get("figures").map(Node::items).unwrap_or_default();
        for input in figures.iter().flat_map(|figure| figure.get("inputs").map(Node::items).unwrap_or_default()) {
            let text = |key: &str| input.get(key).and_then(Node::string);
            let Some(name) = text("evidence") else { continue };
            let questions = self.0.entry(name.to_owned()).or_default();
            if let Some(samples) = input.get("samples").and_then(|node| Samples::read(node).ok()) {
                match samples.which.over {
                    Over::Buckets(_) | Over::Items(_) => questions.whole = true,
                    Over::Records(..) => drop(questions.sets.insert(samples.which)),
                }
            }
            match text("locator").and_then(place) {
                Some((record, _)) => drop(questions.records.insert(record)),
                None => questions.whole |= text("raw").is_some(),
            }
        }
    }

    /// What is asked of a file.
    pub(super) fn of(&self, name: &str) -> Option<&Questions> {
        self.0.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let records = |field, ends| Some(Over::Records(field, ends));
        assert_eq!(Over::read("R2:C3..R901:C3"), records(Field::Column(3), [2, 901]));
        assert_eq!(Over::read("L3:F5-F4..L90:F5-F4"), records(Field::Difference([5, 4]), [3, 90]));
        assert_eq!(Over::read("L3/a:F1..L90/a:F1"), records(Field::Pointer("/a:F1".to_owned()), [3, 90]));
        assert_eq!(Over::read("L3@t..L90@t"), records(Field::Attribute("t".to_owned()), [3, 90]));
        let dotted = Field::Pointer("/a..b".to_owned());
        assert_eq!(Over::read("L3/a..b..L90/a..b"), records(dotted, [3, 90]));
        assert_eq!(Over::read("/runs/0/buckets"), Some(Over::Buckets("/runs/0/buckets".to_owned())));
        for array in ["/results/0/times/0../results/0/times/9", "L3/values/0..L3/values/9", "/a..b/0/0../a..b/2/9"] {
            assert!(matches!(Over::read(array), Some(Over::Items(_))), "{array}");
        }
        for wrong in [
            "L1:F0..L2:F0",
            "L1:F5-..L2:F5-",
            "L1:F5-F4..L2:F4-F5",
            "",
            "R2:C3",
            "R2:C3..R9:C4",
            "R0:C1..R2:C1",
            "L1:C2..L2:C2",
        ] {
            assert_eq!(Over::read(wrong), None, "{wrong}");
        }
    }
}
