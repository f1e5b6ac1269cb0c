//! What charts show, in words, for readers who do not see them.

use crate::chart::{Bar, Lane, Mark, PercentileSeries, Row, Spot};
use crate::number;
use crate::words::{Message, say};

/// Lines of percentiles: where they end.
pub(super) fn percentiles(lines: &[PercentileSeries], metric: &Message) -> Message {
    let ends: Vec<(&str, &Mark)> =
        lines.iter().filter_map(|line| Some((line.label.as_str(), &line.points.last()?.1))).collect();
    let lowest = ends.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let highest = ends.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let about = |key| say(key).with("metric", metric.clone());
    match (lowest, highest) {
        (Some(low), Some(high)) if ends.len() > 1 => about("chart_percentile_lines")
            .with("n", lines.len())
            .with("low", low.0)
            .with("low_value", &low.1.text)
            .with("high", high.0)
            .with("high_value", &high.1.text),
        (Some(only), _) => about("chart_percentile_line").with("value", &only.1.text),
        _ => about("chart_percentiles"),
    }
}

/// Bars: every value.
pub(super) fn bars(groups: &[(String, Vec<Option<Bar>>)], series: &[(String, usize)], quantity: &Message) -> Message {
    let mut sentences = vec![say("chart_bars").with("quantity", quantity.clone())];
    for (label, bars) in groups {
        let present =
            bars.iter().zip(series).filter_map(|(bar, (name, _))| Some((number::signed(name), bar.as_ref()?)));
        let mut parts = present.map(|(name, bar)| Message::from(format!("{name} {}", bar.mark.text).trim())).peekable();
        let told = if parts.peek().is_none() { say("no_data") } else { Message::joined("comma", parts) };
        sentences.push(sentence(labelled(&number::signed(label), told)));
    }
    sentences_of(sentences)
}

/// Values with their names: how many, the highest, the lowest, and how many times the one the other is.
pub(super) fn extremes(marks: &[(Message, &Mark)]) -> Message {
    let finite = || marks.iter().filter(|(_, mark)| mark.value.is_finite());
    let highest = finite().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let lowest = finite().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let (Some((high_name, high)), Some((low_name, low))) = (highest, lowest) else {
        return say("no_values");
    };
    let named = |name: &Message, mark: &Mark| match name {
        Message::Verbatim(name) if name.is_empty() => Message::from(&mark.text),
        Message::Verbatim(name) => {
            say("name_with_value").with("name", &*number::signed(name)).with("value", &mark.text)
        }
        name => say("name_with_value").with("name", name.clone()).with("value", &mark.text),
    };
    if high.value == low.value {
        return say("all_values_same").with("value", named(high_name, high));
    }
    let key = if low.value > 0.0 { "extremes_and_ratio" } else { "extremes" };
    let extremes = say(key).with("high", named(high_name, high)).with("low", named(low_name, low));
    match low.value > 0.0 {
        true => extremes.with("ratio", Message::Number(number::format(high.value / low.value, 2))),
        false => extremes,
    }
}

/// Words after the name of what they are about; alone where it has none.
pub(super) fn labelled(label: &str, of: Message) -> Message {
    if label.is_empty() { of } else { say("labelled").with("label", label).with("of", of) }
}

/// Words as a sentence of their own.
pub(super) fn sentence(of: Message) -> Message {
    say("sentence").with("of", of)
}

/// Sentences after each other.
pub(super) fn sentences_of(all: impl IntoIterator<Item = Message>) -> Message {
    Message::joined("sentences", all)
}

/// What hollow marks are, where there are some.
pub(super) fn hollow<'a>(mut spots: impl Iterator<Item = &'a Spot>) -> Option<Message> {
    spots.any(|spot| !spot.firm).then(|| say("note_hollow"))
}

/// What a range without a value is, where there is one.
pub(super) fn spans(any: bool) -> Option<Message> {
    any.then(|| say("note_spans"))
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

/// The first marks of lanes, with the names of these.
pub(super) fn first_marks(rows: &[Row]) -> Vec<(Message, &Mark)> {
    let lanes = under_headings(rows).into_iter();
    lanes.filter_map(|(name, lane)| Some((name.into(), &lane.spots.first()?.as_ref()?.mark))).collect()
}

/// That pairs hold estimates, which their marks cannot tell.
pub(super) fn hollow_beside(rows: &[Row]) -> Vec<Message> {
    let any = under_headings(rows).iter().any(|(_, lane)| lane.spots.iter().flatten().any(|spot| !spot.firm));
    any.then(|| say("note_not_measured")).into_iter().collect()
}
