//! Measurements in arrays of a JSON document: from one pointer to another, in the order of the file.

use super::samples::{Measured, Which};
use crate::formats::json::{self, Node, Value};
use crate::samples::{FEW, SampleSet};
use crate::units::Unit;

/// From the first to the last place in an array, or in arrays of arrays.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Items {
    /// The line of a JSON Lines file with its `L`; empty in a JSON document.
    line: String,
    ends: [String; 2],
}

/// A leaf of an array: the steps that lead to it, and what is there.
type Leaf<'n, 't> = (Vec<usize>, &'n Node<'t>);

impl Items {
    /// `/results/0/times/0../results/0/times/9`, `L3/values/0..L3/values/9`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let line = &text[..text.find('/')?];
        let is_line = line.is_empty() || line.strip_prefix('L').is_some_and(|digits| digits.parse::<u32>().is_ok());
        // A pointer may hold dots; both ends are as deep.
        let ends = text.match_indices("..").map(|(at, dots)| (&text[..at], &text[at + dots.len()..]));
        let steps = |pointer: &str| pointer.matches('/').count();
        let mut ends = ends.filter_map(|(from, to)| Some((from.strip_prefix(line)?, to.strip_prefix(line)?)));
        let (from, to) = ends.find(|(from, to)| to.starts_with('/') && steps(from) == steps(to))?;
        is_line.then(|| Self { line: line.to_owned(), ends: [from, to].map(str::to_owned) })
    }

    /// The same, or that it is none.
    pub(super) fn read_or_why(text: &str) -> Result<Self, String> {
        Self::read(text).ok_or_else(|| format!("`{text}` is no range of an array"))
    }

    /// The locator of the first place.
    pub(super) fn first(&self) -> String {
        format!("{}{}", self.line, self.ends[0])
    }

    /// The locator of the array that holds all, and the steps from there to either end.
    pub(super) fn array(&self) -> Result<(String, [Vec<usize>; 2]), String> {
        let [from, to] = self.ends.each_ref().map(|end| end.split('/').skip(1).collect::<Vec<_>>());
        let most = from.len().min(to.len()).saturating_sub(1);
        let common = from.iter().zip(&to).take(most).take_while(|(a, b)| a == b).count();
        let pointer: String = from[..common].iter().map(|step| format!("/{step}")).collect();
        let steps = |end: &[&str]| end[common..].iter().map(|step| step.parse()).collect::<Result<_, _>>();
        let steps = steps(&from).and_then(|from| Ok([from, steps(&to)?]));
        let steps = steps.map_err(|_| format!("`{}` is in no array", self.first()))?;
        Ok((format!("{}{pointer}", self.line), steps))
    }
}

/// What is measured in an array from one place to another; `iterations` holds the counts of totals, which are as many.
pub(super) fn measured(
    which: &Which,
    (array, ends): (&str, &[Vec<usize>; 2]),
    iterations: Option<(&str, &[Vec<usize>; 2])>,
) -> Result<Measured, String> {
    let parse = |text| json::parse(text).map_err(|error| error.message);
    let mut values = pairs(&parse(array)?, ends, which.pairs)?;
    if let Some((counts, ends)) = iterations {
        let counts = pairs(&parse(counts)?, ends, false)?;
        if counts.len() != values.len() {
            return Err(format!("there are {} counts of iterations for {} totals", counts.len(), values.len()));
        }
        values.iter_mut().zip(counts).for_each(|((value, _), (iterations, _))| *value /= iterations);
    }
    if values.iter().any(|(value, _)| !(value.is_finite() && *value >= 0.0)) {
        return Err("a measurement is below 0".to_owned());
    }
    let numbered = (0..).zip(&values).map(|(at, (value, count))| (*value, at, *count)).collect::<Vec<_>>();
    let set = SampleSet::of(Unit::named(which.unit), &numbered);
    let count = set.count();
    let repeated = values.iter().flat_map(|(value, count)| std::iter::repeat_n(*value, *count as usize));
    let values = if count <= FEW as u64 { repeated.collect() } else { Vec::new() };
    Ok(Measured { set, count, span: None, line: 0, values })
}

/// The numbers from one place to another, each with how often it occurred. What is no number is no measurement.
fn pairs(array: &Node<'_>, [from, to]: &[Vec<usize>; 2], are_pairs: bool) -> Result<Vec<(f64, u64)>, String> {
    let mut leaves = Vec::new();
    collect(array, &mut Vec::new(), are_pairs, &mut leaves);
    let place = |end: &Vec<usize>| leaves.iter().position(|(steps, _)| steps == end);
    let (Some(from), Some(to)) = (place(from), place(to)) else {
        return Err("an end of the range is no measurement".to_owned());
    };
    let chosen = leaves.get(from..=to).ok_or("the range ends before it begins")?;
    chosen.iter().filter_map(|(_, node)| pair(node, are_pairs)).collect()
}

fn pair(node: &Node<'_>, are_pairs: bool) -> Option<Result<(f64, u64), String>> {
    if !are_pairs {
        return node.number().map(|value| Ok((value, 1)));
    }
    let [value, count] = node.items() else { return None };
    let whole = count.number().filter(|count| *count >= 0.0 && count.fract() == 0.0);
    let pair = value.number().zip(whole).map(|(value, count)| (value, count as u64));
    Some(pair.ok_or_else(|| format!("`{}` is no value with a count", node.text)))
}

fn collect<'n, 't>(node: &'n Node<'t>, steps: &mut Vec<usize>, are_pairs: bool, into: &mut Vec<Leaf<'n, 't>>) {
    for (index, item) in node.items().iter().enumerate() {
        steps.push(index);
        let is_pair = || matches!(item.items(), [a, b] if a.number().is_some() && b.number().is_some());
        match item.value {
            Value::Object(_) => {}
            Value::Array(_) if !(are_pairs && is_pair()) => collect(item, steps, are_pairs, into),
            _ => into.push((steps.clone(), item)),
        }
        steps.pop();
    }
}
