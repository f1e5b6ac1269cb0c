//! What charts show, in words, for readers who do not see them.

use crate::chart::{Bar, Lane, Mark, PercentileSeries, Row, Spot};
use crate::number;

/// Lines of percentiles: where they end.
pub(super) fn percentiles(lines: &[PercentileSeries], metric: &str) -> String {
    let ends: Vec<(&str, &Mark)> =
        lines.iter().filter_map(|line| Some((line.label.as_str(), &line.points.last()?.1))).collect();
    let lowest = ends.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let highest = ends.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    match (lowest, highest) {
        (Some(low), Some(high)) if ends.len() > 1 => format!(
            "{} lines of {metric} by percentile. At the far end {} is lowest with {} and {} highest with {}.",
            lines.len(),
            low.0,
            low.1.text,
            high.0,
            high.1.text
        ),
        (Some(only), _) => format!("A line of {metric} by percentile, ending at {}.", only.1.text),
        _ => format!("{metric} by percentile"),
    }
}

/// Bars: every value.
pub(super) fn bars(groups: &[(String, Vec<Option<Bar>>)], series: &[(String, usize)], quantity: &str) -> String {
    let mut words = vec![format!("Bars of {quantity}.")];
    for (label, bars) in groups {
        let present = bars.iter().zip(series).filter_map(|(bar, (name, _))| Some((name, bar.as_ref()?)));
        let parts: Vec<String> =
            present.map(|(name, bar)| format!("{name} {}", bar.mark.text).trim().to_owned()).collect();
        let parts = if parts.is_empty() { vec!["no data".to_owned()] } else { parts };
        let head = if label.is_empty() { String::new() } else { format!("{label}: ") };
        words.push(format!("{head}{}.", parts.join(", ")));
    }
    words.join(" ")
}

/// Values with their names: how many, the highest, the lowest, and how many times the one the other is.
pub(super) fn extremes(marks: &[(String, &Mark)]) -> String {
    let finite = || marks.iter().filter(|(_, mark)| mark.value.is_finite());
    let highest = finite().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let lowest = finite().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let (Some((high_name, high)), Some((low_name, low))) = (highest, lowest) else {
        return "There are no values.".to_owned();
    };
    let named = |name: &str, mark: &Mark| {
        if name.is_empty() { mark.text.clone() } else { format!("{name} with {}", mark.text) }
    };
    if high.value == low.value {
        return format!("All values are the same: {}.", named(high_name, high));
    }
    let ratio = high.value / low.value;
    let times = if low.value > 0.0 { format!("; the ratio is {}", number::format(ratio, 2)) } else { String::new() };
    format!("Highest is {}, lowest {}{times}.", named(high_name, high), named(low_name, low))
}

/// What hollow marks are, where there are some.
pub(super) fn hollow<'a>(mut spots: impl Iterator<Item = &'a Spot>) -> Option<String> {
    let any = spots.any(|spot| !spot.firm);
    any.then(|| "Hollow marks were estimated or claimed, not measured.".to_owned())
}

/// What a range without a value is, where there is one.
pub(super) fn spans(any: bool) -> Option<String> {
    any.then(|| "Where the source gives a range, both of its ends are drawn, and nothing between them.".to_owned())
}

/// The lanes of a chart of rows, each with its heading in its name.
pub(super) fn under_headings(rows: &[Row]) -> Vec<(String, &Lane)> {
    let mut heading = "";
    let mut named = Vec::new();
    for row in rows {
        match row {
            Row::Heading(name) => heading = name,
            Row::Lane(lane) if heading.is_empty() => named.push((lane.label.clone(), lane)),
            Row::Lane(lane) => named.push((format!("{heading} · {}", lane.label), lane)),
        }
    }
    named
}

/// That pairs hold estimates, which their marks cannot tell.
pub(super) fn hollow_beside(rows: &[Row]) -> Vec<String> {
    let any = under_headings(rows).iter().any(|(_, lane)| lane.spots.iter().flatten().any(|spot| !spot.firm));
    let note = || "Some of the values were estimated or claimed, not measured; the data names them.".to_owned();
    any.then(note).into_iter().collect()
}
