//! The block `chart`: percentiles or bars, each mark a figure, with its data as a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::measure::{Measure, single};
use super::{block_where, named_dimension};
use crate::chart::{self, At, Bar, Bars, Chart, Mark, PercentileSeries, Percentiles, Plot, Reference};
use crate::compose::Desk;
use crate::compose::html::{Marks, escape, href};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Outcome, Term};
use crate::expression::{Expression, Function, Node, Selection};
use crate::figure::{Draft, Format, Role};
use crate::metrics::{self, MetricStatistic};
use crate::model::{Dimensions, Statistic};
use crate::number;
use crate::render::view;
use crate::settings::{Context, Item, Keys};
use crate::source::Span;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

/// What a chart's marks have in common.
struct Frame<'a> {
    suite: &'a Suite,
    context: &'a Context,
    fixed: Dimensions,
}

/// A mark's figure: its place in the page's list, and the mark for the picture.
struct Drawn {
    figure: usize,
    mark: Mark,
    outcome: Outcome,
}

/// Renders the block.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let fixed = block_where(desk, suite, &keys);
    let kind = keys.string("kind").unwrap_or_default();
    let caption = keys.string("caption").unwrap_or_default();
    let references = references(context, &keys);
    desk.charts += 1;
    let number = desk.charts;
    let frame = Frame { suite, context, fixed };
    let drawn = match kind.as_str() {
        "percentiles" => percentiles(desk, &frame, &keys),
        "bars" => bars(desk, &frame, &keys),
        _ => {
            // Which other settings the chart has depends on its kind.
            unknown_kind(context, &keys, &kind);
            return String::new();
        }
    };
    keys.finish();
    let Some((plot, table, notes, description)) = drawn else { return String::new() };
    let unit = match &plot {
        Plot::Percentiles(plot) => plot.unit,
        Plot::Bars(plot) => plot.unit,
    };
    let references = references.into_iter().filter_map(|(quantity, label, span)| {
        let value = quantity.to(unit);
        if value.is_none() {
            let message = format!("the reference line is in {}, the chart in {}", quantity.unit.words(), unit.words());
            let help = Some(format!("give a value such as `3 {unit}`"));
            context.error(Code::UnitMismatch, span, message, help);
        }
        Some(Reference { value: value?.value, label })
    });
    let title = if caption.is_empty() { format!("Figure {number}") } else { caption.clone() };
    let id = format!("chart-{number}");
    let chart = Chart { id: id.clone(), title, description, plot, references: references.collect() };
    let svg = chart::svg(&chart);
    let file = format!("{id}.svg");
    desk.files.push((file.clone(), chart::standalone(&chart)));
    desk.anchors.insert(id.clone());
    let view = view::Chart { number, id, caption: escape(&caption), svg, file, table, notes };
    desk.template("blocks/chart.html", "chart", view)
}

fn unknown_kind(context: &Context, keys: &Keys<'_>, kind: &str) {
    const KINDS: [&str; 2] = ["percentiles", "bars"];
    if keys.has("kind") {
        let help = crate::suggest::help(kind, KINDS);
        context.error(Code::BadValue, keys.span("kind"), format!("`{kind}` is no kind of chart"), help);
    } else {
        let help = Some("add `kind = \"bars\"` or `kind = \"percentiles\"`".to_owned());
        context.error(Code::MissingKey, keys.span("kind"), "a chart needs a `kind`", help);
    }
}

type Plotted = (Plot, view::ChartTable, Vec<String>, String);

/// `reference = [{ value = "200 ms", label = "objective" }]`
fn references(context: &Context, keys: &Keys<'_>) -> Vec<(Quantity, String, Span)> {
    let mut references = Vec::new();
    for setting in keys.list("reference") {
        let Item::Table(table) = &setting.item else {
            context.error(
                Code::WrongType,
                setting.span,
                "a reference line is a table",
                Some("write `{ value = \"200 ms\", label = \"objective\" }`".to_owned()),
            );
            continue;
        };
        let inner = Keys::new(context, table, "the reference line");
        let value = inner.text("value").unwrap_or_default();
        let label = inner.string("label").unwrap_or_default();
        match number::read(&value).numbers.first() {
            Some(printed) => {
                let quantity = Quantity { value: printed.value, unit: printed.unit.unwrap_or(Unit::none()) };
                references.push((quantity, label, setting.span));
            }
            None => context.error(
                Code::BadValue,
                setting.span,
                format!("`{value}` is no value"),
                Some("for example `200 ms`".to_owned()),
            ),
        }
        inner.finish();
    }
    references
}

/// Keys of a dimension in its order; one empty key when no dimension is given.
fn keys_of(frame: &Frame<'_>, measure: &Measure, dimension: Option<&Arc<str>>) -> Vec<Dimensions> {
    let Some(dimension) = dimension else { return vec![Dimensions::new()] };
    let keys: BTreeSet<Dimensions> = measure.keys(frame.suite, &frame.fixed, &[Arc::clone(dimension)]);
    let mut keys: Vec<Dimensions> = keys.into_iter().collect();
    keys.sort_by(|a, b| frame.suite.vocabulary.compare(a, b));
    keys
}

fn dimension_of(frame: &Frame<'_>, keys: &Keys<'_>, key: &'static str, name: Option<String>) -> Option<Arc<str>> {
    name.and_then(|name| named_dimension(frame.context, frame.suite, &name, keys.span(key)))
}

fn label_of(suite: &Suite, key: &Dimensions) -> String {
    suite.vocabulary.words_for(key)
}

/// The number of a series' colour: that of the subject where the series are subjects.
fn colour_of(suite: &Suite, key: &Dimensions, index: usize) -> usize {
    let subject = suite.subject_dimension();
    let of_subject = key.iter().find(|(name, _)| subject.as_ref() == Some(*name));
    of_subject.map_or(index + 1, |(name, value)| suite.colour(name, value))
}

/// Adds a mark's figure to the page.
fn draw(
    desk: &mut Desk<'_>,
    frame: &Frame<'_>,
    measure: &Measure,
    key: &Dimensions,
    format: Format,
    words: &str,
) -> Option<Drawn> {
    let mut fixed = frame.fixed.clone();
    fixed.extend(key.clone());
    let outcome = match measure.evaluate(frame.suite, frame.context, &fixed) {
        Ok(outcome) => outcome,
        Err(diagnostic) if measure.is_gap(frame.suite, &diagnostic) => return None,
        Err(diagnostic) => {
            frame.context.report(*diagnostic);
            return None;
        }
    };
    let Some(value) = single(&outcome, format.unit) else {
        let message = "a mark needs one value, and the expression gives several";
        let help = Some("give the dimension as `groups` or `series` instead of `*`".to_owned());
        frame.context.error(Code::UnknownBlock, measure.expression.span, message, help);
        return None;
    };
    let text = desk.notation.rewrite(&format.text(frame.suite, &outcome));
    let draft = Draft {
        role: Role::Mark,
        text: text.clone(),
        outcome: outcome.clone(),
        expression: measure.expression_for(&fixed),
        unit: format.unit,
        verdict: None,
        claimed: String::new(),
        reason: String::new(),
    };
    let figure = desk.figures.add(frame.suite, draft);
    let known = &desk.figures.list[figure];
    let mark = Mark {
        figure: known.id.clone(),
        href: href(frame.suite, &desk.root, known),
        value,
        title: format!("{words}: {text}, {}", known.statistic),
        text,
    };
    Some(Drawn { figure, mark, outcome })
}

fn table_cell(desk: &Desk<'_>, suite: &Suite, drawn: Option<&Drawn>, again: bool) -> String {
    drawn.map_or(String::new(), |drawn| {
        desk.figure_html(suite, drawn.figure, &escape(&drawn.mark.text), Marks { best: false, again })
    })
}

fn statistic_measure(metric: &str, statistic: Statistic, span: Span) -> Measure {
    let metric = MetricStatistic { metric: metric.into(), statistic: Some(statistic) };
    Measure::of(Expression { span, node: Node::Selection(Selection { metric, metric_span: span, items: Vec::new() }) })
}

fn percentiles(desk: &mut Desk<'_>, frame: &Frame<'_>, keys: &Keys<'_>) -> Option<Plotted> {
    let suite = frame.suite;
    let metric = keys.string("metric").unwrap_or_else(|| "latency".to_owned());
    let series = dimension_of(frame, keys, "series", keys.string("series"));
    let statistics = wanted_statistics(frame, keys, &metric);
    if statistics.is_empty() {
        let message = format!("the evidence has no percentiles of `{metric}`");
        frame.context.error(Code::NoObservation, keys.span("metric"), message, None);
        return None;
    }
    let measures: Vec<(Statistic, Measure)> = statistics
        .iter()
        .map(|(statistic, span)| (*statistic, statistic_measure(&metric, *statistic, *span)))
        .collect();
    let all_keys: BTreeSet<Dimensions> =
        measures.iter().flat_map(|(_, measure)| keys_of(frame, measure, series.as_ref())).collect();
    let mut all_keys: Vec<Dimensions> = all_keys.into_iter().collect();
    all_keys.sort_by(|a, b| suite.vocabulary.compare(a, b));
    let first = statistics.iter().find_map(|(statistic, _)| {
        suite
            .observations(&MetricStatistic { metric: metric.as_str().into(), statistic: Some(*statistic) })
            .first()
            .copied()
    });
    let source_unit = first.map_or(Unit::none(), |datum| suite.data[datum].observation.quantity.unit);
    let shown = suite.shown(&MetricStatistic { metric: metric.as_str().into(), statistic: None }, source_unit);
    let format = Format { unit: shown.unit, decimals: shown.digits };

    let mut lines = Vec::new();
    let mut rows = Vec::new();
    for (index, key) in all_keys.iter().enumerate() {
        let label = label_of(suite, key);
        let mut points = Vec::new();
        let mut cells = Vec::new();
        for (statistic, measure) in &measures {
            let words = [label.as_str(), &statistic.name()].join(" ");
            let drawn = draw(desk, frame, measure, key, format, words.trim());
            cells.push(table_cell(desk, suite, drawn.as_ref(), false));
            points.extend(drawn.map(|drawn| (at(*statistic), drawn.mark)));
        }
        rows.push(view::ChartRow { label: label.clone(), cells });
        lines.push(PercentileSeries { label, colour: colour_of(suite, key, index), points, spectrum: Vec::new() });
    }
    let description = describe_percentiles(&lines, &metric);
    let columns = statistics.iter().map(|(statistic, _)| statistic.name()).collect();
    let corner =
        series.as_ref().and_then(|name| suite.vocabulary.dimension(name)).map_or(String::new(), |d| d.label.clone());
    let notes = mark_notes(desk, &lines);
    let plot = Percentiles {
        quantity: metrics::find(&metric).map_or(metric.clone(), |k| k.words.to_owned()),
        unit: format.unit,
        series: lines,
    };
    Some((Plot::Percentiles(plot), view::ChartTable { corner, columns, rows }, notes, description))
}

fn at(statistic: Statistic) -> At {
    match statistic {
        Statistic::Percentile(percentile) => At::Percentile(percentile),
        _ => At::Max,
    }
}

/// The percentiles that a chart shows, each with where it is asked for: those it names, or all from
/// the median up, and the maximum.
fn wanted_statistics(frame: &Frame<'_>, keys: &Keys<'_>, metric: &str) -> Vec<(Statistic, Span)> {
    let asked = keys.strings("percentiles");
    let mut statistics: Vec<(Statistic, Span)> = Vec::new();
    for (name, span) in &asked {
        match Statistic::parse(name) {
            Some(statistic @ (Statistic::Percentile(_) | Statistic::Max)) => statistics.push((statistic, *span)),
            _ => frame.context.error(
                Code::BadValue,
                *span,
                format!("`{name}` is no percentile"),
                Some("for example `p99` or `max`".to_owned()),
            ),
        }
    }
    if asked.is_empty() {
        let shown = |statistic: &Statistic| match statistic {
            Statistic::Percentile(percentile) => (50.0..100.0).contains(&percentile.percent()),
            other => *other == Statistic::Max,
        };
        let known = frame.suite.statistics(metric).into_iter().map(|(statistic, _)| statistic).filter(shown);
        statistics = known.map(|statistic| (statistic, keys.span("kind"))).collect();
    }
    statistics.sort_by_key(|(statistic, _)| *statistic);
    statistics
}

/// Which statistic the marks are, when all are the same but for the percentile.
fn mark_notes(desk: &Desk<'_>, lines: &[PercentileSeries]) -> Vec<String> {
    let ids: BTreeSet<&str> =
        lines.iter().flat_map(|line| &line.points).map(|(_, mark)| mark.figure.as_str()).collect();
    let figures = desk.figures.list.iter().filter(|figure| ids.contains(figure.id.as_str()));
    let words: BTreeSet<String> = figures.map(|figure| figure.statistic.clone()).collect();
    let aggregated = words.iter().find(|words| words.starts_with("median of"));
    aggregated.map(|words| format!("Each mark is a {}.", general(words))).into_iter().collect()
}

/// "median of 5 rounds' p99" for every percentile: "median of 5 rounds' percentiles".
fn general(words: &str) -> String {
    match words.rsplit_once("' ") {
        Some((head, _)) => format!("{head}' own percentiles; percentiles are not pooled"),
        None => words.to_owned(),
    }
}

fn describe_percentiles(lines: &[PercentileSeries], metric: &str) -> String {
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

fn bars(desk: &mut Desk<'_>, frame: &Frame<'_>, keys: &Keys<'_>) -> Option<Plotted> {
    let suite = frame.suite;
    let Some(setting) = keys.get("value") else {
        frame.context.error(
            Code::MissingKey,
            keys.span("kind"),
            "a bar chart needs a `value`",
            Some("add `value = \"rps\"`".to_owned()),
        );
        return None;
    };
    let measure = Measure::read(frame.context, setting)?;
    let groups = dimension_of(frame, keys, "groups", keys.string("groups"));
    let series = dimension_of(frame, keys, "series", keys.string("series"));
    let series_keys = keys_of(frame, &measure, series.as_ref());
    let group_keys = keys_of(frame, &measure, groups.as_ref());
    let format = common_format(frame, &measure, &group_keys, &series_keys)?;

    let mut bar_groups = Vec::new();
    let mut rows = Vec::new();
    let mut repeated = false;
    for group in &group_keys {
        let mut bars = Vec::new();
        let mut cells = Vec::new();
        for key in &series_keys {
            let mut both = group.clone();
            both.extend(key.clone());
            let drawn = draw(desk, frame, &measure, &both, format, &label_of(suite, &both));
            cells.push(table_cell(desk, suite, drawn.as_ref(), false));
            bars.push(drawn.map(|drawn| {
                let range = spread(suite, &drawn.outcome, format.unit);
                repeated |= range.is_some();
                Bar { mark: drawn.mark, range }
            }));
        }
        let label = label_of(suite, group);
        rows.push(view::ChartRow { label: label.clone(), cells });
        bar_groups.push((label, bars));
    }
    let labels: Vec<(String, usize)> = series_keys
        .iter()
        .enumerate()
        .map(|(index, key)| (label_of(suite, key), if series.is_some() { colour_of(suite, key, index) } else { 1 }))
        .collect();
    let columns = if series.is_some() {
        labels.iter().map(|(label, _)| label.clone()).collect()
    } else {
        vec![measure.label(suite)]
    };
    let corner =
        groups.as_ref().and_then(|name| suite.vocabulary.dimension(name)).map_or(String::new(), |d| d.label.clone());
    let quantity = quantity_words(suite, &measure);
    let description = describe_bars(&bar_groups, &labels, &quantity);
    let notes = if repeated {
        vec!["Bars are medians of the rounds; whiskers run from the smallest to the largest round.".to_owned()]
    } else {
        Vec::new()
    };
    let plot = Bars { quantity, unit: format.unit, series: labels, groups: bar_groups };
    Some((Plot::Bars(plot), view::ChartTable { corner, columns, rows }, notes, description))
}

fn quantity_words(suite: &Suite, measure: &Measure) -> String {
    let selection = measure.expression.selections().first().map(|selection| selection.metric.clone());
    let known = selection.and_then(|metric| metrics::find(&metric.metric)).filter(|known| known.name != "latency");
    known.map_or_else(|| measure.label(suite), |known| known.words.to_owned())
}

/// The format of the first value there is.
fn common_format(frame: &Frame<'_>, measure: &Measure, groups: &[Dimensions], series: &[Dimensions]) -> Option<Format> {
    let mut failed: Option<Diagnostic> = None;
    for group in groups {
        for key in series {
            let mut fixed = frame.fixed.clone();
            fixed.extend(group.clone());
            fixed.extend(key.clone());
            match measure.evaluate(frame.suite, frame.context, &fixed) {
                Ok(outcome) => return Some(measure.format(frame.suite, &outcome)),
                Err(diagnostic) => failed = Some(*diagnostic),
            }
        }
    }
    let missing = || {
        Diagnostic::error(Code::UnknownBlock, "the chart has no values")
            .at(&frame.context.source, measure.expression.span)
    };
    frame.context.report(failed.unwrap_or_else(missing));
    None
}

/// The smallest and largest of the repeats that a median is of.
fn spread(suite: &Suite, outcome: &Outcome, unit: Unit) -> Option<(f64, f64)> {
    let Outcome::Values(elements) = outcome else { return None };
    let [element] = &elements[..] else { return None };
    let Term::Call(Function::Median, terms) = &element.term else { return None };
    let values: Option<Vec<f64>> = terms
        .iter()
        .map(|term| match term {
            Term::Input(input) => suite.data[*input].observation.quantity.to(unit).map(|quantity| quantity.value),
            _ => None,
        })
        .collect();
    let values = values?;
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some((low, high))
}

fn describe_bars(groups: &[(String, Vec<Option<Bar>>)], series: &[(String, usize)], quantity: &str) -> String {
    let mut words = vec![format!("Bars of {quantity}.")];
    for (label, bars) in groups {
        let present = bars.iter().zip(series).filter_map(|(bar, (name, _))| Some((name, bar.as_ref()?)));
        let parts: Vec<String> =
            present.map(|(name, bar)| format!("{name} {}", bar.mark.text).trim().to_owned()).collect();
        let head = if label.is_empty() { String::new() } else { format!("{label}: ") };
        words.push(format!("{head}{}.", parts.join(", ")));
    }
    words.join(" ")
}
