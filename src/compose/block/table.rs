//! The block `table`: figures by dimensions, in long form (row spans) or wide form (a column a value).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::measure::{Measure, single};
use super::{block_where, named_dimension};
use crate::compose::Desk;
use crate::compose::html::{Marks, escape};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::Outcome;
use crate::figure::{Draft, Format, Role};
use crate::metrics::Better;
use crate::model::{Dimensions, Kind};
use crate::number;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::suggest;
use crate::suite::Suite;
use crate::units::Unit;

/// A column: what it measures, for which values of the dimension it stands for.
struct Column {
    label: String,
    /// What the cell shows; several are joined by ` / `.
    measures: Vec<usize>,
    /// What the column fixes (wide form).
    fixed: Dimensions,
}

/// A value of a cell before it is shown.
struct Computed {
    outcome: Outcome,
    kind: Kind,
}

struct Plan {
    caption: String,
    rows: Vec<Arc<str>>,
    fixed: Dimensions,
    measures: Vec<Measure>,
    columns: Vec<Column>,
    sort: Option<usize>,
    best: bool,
    bars: bool,
}

/// Renders the block.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let Some(plan) = plan(desk, suite, context, keys) else { return String::new() };
    let rows = row_keys(suite, &plan);
    if rows.is_empty() {
        without_rows(suite, context, &plan);
        return String::new();
    }
    let computed = compute(suite, context, &plan, &rows);
    let formats = formats(suite, &plan, &computed);
    let rows = sorted(suite, &plan, &formats, &computed, rows);
    let best = best(suite, &plan, &formats, &computed, &rows);
    desk.tables += 1;
    let number = desk.tables;
    let cells = figures(desk, suite, &plan, &formats, &computed, &rows, &best);
    let csv = csv(suite, &plan, &formats, &computed, &rows);
    let name = format!("table-{number}.csv");
    desk.files.push((name.clone(), csv));
    let view = view(suite, &plan, &formats, &rows, cells, number, name, notes(suite, &plan, &computed));
    desk.anchors.insert(view.id.clone());
    desk.template("blocks/table.html", "table", view)
}

/// Why a table has no rows: what its columns measure is not there, or not for these dimensions.
fn without_rows(suite: &Suite, context: &Context, plan: &Plan) {
    let wrong = |measure: &Measure| {
        let unknown = |diagnostic: &Diagnostic| diagnostic.code == Code::UnknownMetric;
        measure.evaluate(suite, context, &plan.fixed).err().filter(|diagnostic| unknown(diagnostic))
    };
    let wrong: Vec<_> = plan.measures.iter().filter_map(wrong).collect();
    if wrong.is_empty() {
        let names: Vec<&str> = plan.rows.iter().map(|name| &**name).collect();
        let message = "the table has no rows: the evidence has none of its values where it looks";
        let help = format!("check `where`, and that the evidence of these columns has {}", suggest::listed(&names));
        context.error(Code::UnknownBlock, plan.measures[0].expression.span, message, Some(help));
    }
    wrong.into_iter().for_each(|diagnostic| context.report(*diagnostic));
}

fn plan(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> Option<Plan> {
    let fixed = block_where(desk, suite, &keys);
    let rows: Vec<Arc<str>> =
        keys.strings("rows").iter().filter_map(|(name, span)| named_dimension(context, suite, name, *span)).collect();
    let across = keys.string("across").and_then(|name| named_dimension(context, suite, &name, keys.span("across")));
    let settings = if across.is_some() { keys.list("cell") } else { keys.list("columns") };
    let measures: Vec<Measure> = settings.iter().filter_map(|setting| Measure::read(context, setting)).collect();
    let complete = measures.len() == settings.len();
    if !keys.has("rows") || settings.is_empty() {
        let what = if across.is_some() { "`cell`" } else { "`columns`" };
        let help = Some("for example `rows = [\"framework\"]` and `columns = [\"rps\", \"p99\"]`".to_owned());
        context.error(Code::MissingKey, keys.span("rows"), format!("a table needs `rows` and {what}"), help);
    }
    let columns = match &across {
        Some(dimension) => across_columns(suite, &fixed, &measures, dimension),
        None => (0..measures.len()).map(|index| long_column(suite, &measures, index)).collect(),
    };
    let sort = keys.string("sort").and_then(|name| sort_column(suite, context, &keys, &measures, &name));
    let plan = Plan {
        caption: keys.string("caption").unwrap_or_default(),
        best: keys.bool("best").unwrap_or(true),
        bars: keys.bool("bars").unwrap_or(across.is_none()),
        rows,
        fixed,
        measures,
        columns,
        sort,
    };
    keys.finish();
    (complete && !plan.rows.is_empty() && !plan.columns.is_empty()).then_some(plan)
}

fn long_column(suite: &Suite, measures: &[Measure], index: usize) -> Column {
    Column { label: measures[index].label(suite), measures: vec![index], fixed: Dimensions::new() }
}

fn across_columns(suite: &Suite, fixed: &Dimensions, measures: &[Measure], dimension: &Arc<str>) -> Vec<Column> {
    let by = [Arc::clone(dimension)];
    let keys: BTreeSet<Dimensions> = measures.iter().flat_map(|measure| measure.keys(suite, fixed, &by)).collect();
    let mut keys: Vec<Dimensions> = keys.into_iter().collect();
    keys.sort_by(|a, b| suite.vocabulary.compare(a, b));
    let column = |key: Dimensions| Column {
        label: suite.vocabulary.label(dimension, &key[dimension]).to_owned(),
        measures: (0..measures.len()).collect(),
        fixed: key,
    };
    keys.into_iter().map(column).collect()
}

fn sort_column(suite: &Suite, context: &Context, keys: &Keys<'_>, measures: &[Measure], name: &str) -> Option<usize> {
    let is = |measure: &Measure| measure.expression.to_string() == name || measure.label(suite) == name;
    let found = measures.iter().position(is);
    if found.is_none() {
        let message = format!("the table has no column `{name}` to sort by");
        let names: Vec<String> = measures.iter().map(|measure| measure.expression.to_string()).collect();
        let help = crate::suggest::help(name, names.iter().map(String::as_str));
        context.error(Code::UnknownBlock, keys.span("sort"), message, help);
    }
    found
}

fn row_keys(suite: &Suite, plan: &Plan) -> Vec<Dimensions> {
    let of = |measure: &Measure| measure.keys(suite, &plan.fixed, &plan.rows);
    let keys: BTreeSet<Dimensions> = plan.measures.iter().flat_map(of).collect();
    let mut keys: Vec<Dimensions> = keys.into_iter().collect();
    let rank = |key: &Dimensions| -> Vec<usize> {
        plan.rows.iter().map(|name| suite.vocabulary.rank(name, &key[name])).collect()
    };
    keys.sort_by_cached_key(|key| rank(key));
    keys
}

/// Cell values by row key, column and measure.
type Values = BTreeMap<(Dimensions, usize, usize), Computed>;

fn compute(suite: &Suite, context: &Context, plan: &Plan, rows: &[Dimensions]) -> Values {
    let mut values = Values::new();
    for row in rows {
        for (index, column) in plan.columns.iter().enumerate() {
            let mut fixed = plan.fixed.clone();
            fixed.extend(column.fixed.clone());
            fixed.extend(row.clone());
            for measure in &column.measures {
                match plan.measures[*measure].evaluate(suite, context, &fixed) {
                    Ok(outcome) => {
                        let kind = outcome.kind(suite);
                        values.insert((row.clone(), index, *measure), Computed { outcome, kind });
                    }
                    // A value that is not there is a gap in the table, not an error.
                    Err(diagnostic) if diagnostic.code == Code::NoObservation => {}
                    Err(diagnostic) => context.report(*diagnostic),
                }
            }
        }
    }
    values
}

/// One format a measure, so that a column has one unit and one number of decimals.
fn formats(suite: &Suite, plan: &Plan, values: &Values) -> Vec<Format> {
    let of = |index: usize| {
        let all: Vec<&Outcome> =
            values.iter().filter(|((_, _, measure), _)| *measure == index).map(|(_, c)| &c.outcome).collect();
        let Some(first) = all.first() else { return Format { unit: Unit::none(), decimals: None } };
        let format = plan.measures[index].format(suite, first);
        if format.decimals.is_some() {
            return format;
        }
        let numbers = all.iter().map(|outcome| format.text(suite, outcome));
        // As many decimals as the number that shows the fewest, but enough for the smallest.
        let decimals = numbers.map(|text| number::decimals_of(text.split([' ', '–', '\u{a0}']).next().unwrap_or(""))).max();
        Format { decimals, ..format }
    };
    (0..plan.measures.len()).map(of).collect()
}

fn sorted(suite: &Suite, plan: &Plan, formats: &[Format], values: &Values, mut rows: Vec<Dimensions>) -> Vec<Dimensions> {
    let Some(measure) = plan.sort else { return rows };
    let unit = formats[measure].unit;
    let lower = plan.measures[measure].better(suite, unit) == Better::Lower;
    let column = plan.columns.iter().position(|column| column.measures.contains(&measure)).unwrap_or(0);
    let value = |row: &Dimensions| {
        let computed = values.get(&(row.clone(), column, measure));
        computed.and_then(|computed| single(&computed.outcome, unit)).unwrap_or(f64::INFINITY)
    };
    let group = |row: &Dimensions| -> Vec<usize> {
        let names = &plan.rows[..plan.rows.len() - 1];
        names.iter().map(|name| suite.vocabulary.rank(name, &row[name])).collect()
    };
    rows.sort_by(|a, b| {
        let order = value(a).total_cmp(&value(b));
        group(a).cmp(&group(b)).then(if lower { order } else { order.reverse() })
    });
    rows
}

/// What is best among what: in long form down a group, in wide form across the row.
fn best(suite: &Suite, plan: &Plan, formats: &[Format], values: &Values, rows: &[Dimensions]) -> BTreeSet<(Dimensions, usize, usize)> {
    let wide = plan.columns.iter().any(|column| !column.fixed.is_empty());
    let mut groups: BTreeMap<(Vec<Arc<str>>, usize), Vec<(f64, (Dimensions, usize, usize))>> = BTreeMap::new();
    for ((row, column, measure), computed) in values {
        let ranked = !matches!(computed.kind, Kind::Estimated | Kind::Claimed);
        let value = single(&computed.outcome, formats[*measure].unit).filter(|_| ranked && plan.best);
        let Some(value) = value else { continue };
        let depth = if wide { plan.rows.len() } else { plan.rows.len() - 1 };
        let group = plan.rows[..depth].iter().map(|name| Arc::clone(&row[name])).collect();
        groups.entry((group, *measure)).or_default().push((value, (row.clone(), *column, *measure)));
    }
    let mut best = BTreeSet::new();
    for ((_, measure), members) in groups.into_iter().filter(|(_, members)| members.len() > 1 && rows.len() + plan.columns.len() > 2) {
        let numbers = members.iter().map(|(value, _)| *value);
        let top = match plan.measures[measure].better(suite, formats[measure].unit) {
            Better::Higher => numbers.fold(f64::NEG_INFINITY, f64::max),
            Better::Lower => numbers.fold(f64::INFINITY, f64::min),
            Better::Neither => continue,
        };
        // All alike: nothing is best.
        if members.iter().any(|(value, _)| *value != top) {
            best.extend(members.into_iter().filter(|(value, _)| *value == top).map(|(_, place)| place));
        }
    }
    best
}

fn figures(
    desk: &mut Desk<'_>,
    suite: &Suite,
    plan: &Plan,
    formats: &[Format],
    values: &Values,
    rows: &[Dimensions],
    best: &BTreeSet<(Dimensions, usize, usize)>,
) -> Vec<Vec<view::Cell>> {
    let longest = longest(plan, formats, values);
    let mut table = Vec::new();
    for row in rows {
        let mut cells = Vec::new();
        for (index, column) in plan.columns.iter().enumerate() {
            let mut parts = Vec::new();
            let mut is_best = false;
            for measure in &column.measures {
                let place = (row.clone(), index, *measure);
                let Some(computed) = values.get(&place) else { continue };
                let format = formats[*measure];
                let mut key = plan.fixed.clone();
                key.extend(column.fixed.clone());
                key.extend(row.clone());
                let draft = Draft {
                    role: Role::Value,
                    text: plain(&format.text(suite, &computed.outcome), format.unit),
                    outcome: computed.outcome.clone(),
                    expression: plan.measures[*measure].expression_for(&key),
                    unit: format.unit,
                    verdict: None,
                    reason: String::new(),
                };
                let text = escape(&draft.text);
                let figure = desk.figures.add(suite, draft);
                is_best |= best.contains(&place) && column.measures.len() == 1;
                let marks = Marks { best: best.contains(&place), again: false };
                parts.push(desk.figure_html(suite, figure, &text, marks));
            }
            let bar = longest.get(&index).and_then(|top| {
                let value = single(&values.get(&(row.clone(), index, column.measures[0]))?.outcome, formats[column.measures[0]].unit)?;
                Some((value / top * 1000.0).round() / 10.0)
            });
            let missing = if parts.is_empty() { "no data".to_owned() } else { String::new() };
            cells.push(view::Cell { html: parts.join(" / "), best: is_best, bar, missing });
        }
        table.push(cells);
    }
    table
}

/// The figure without its unit, which stands in the head of the column.
fn plain(text: &str, unit: Unit) -> String {
    match unit.symbol() {
        "" => text.to_owned(),
        symbol @ ("%" | "×") => text.strip_suffix(symbol).unwrap_or(text).to_owned(),
        symbol => text.strip_suffix(symbol).map_or(text, |text| text.trim_end_matches('\u{a0}')).to_owned(),
    }
}

/// The largest value of each column that gets bars: the first column where more is better.
fn longest(plan: &Plan, formats: &[Format], values: &Values) -> BTreeMap<usize, f64> {
    let mut longest = BTreeMap::new();
    let rate = |column: &Column| column.measures.len() == 1 && formats[column.measures[0]].unit.symbol().ends_with("/s");
    if let Some(index) = plan.columns.iter().position(rate).filter(|_| plan.bars) {
        let unit = formats[plan.columns[index].measures[0]].unit;
        let of = values.iter().filter(|((_, column, _), _)| *column == index);
        let top = of.filter_map(|(_, computed)| single(&computed.outcome, unit)).fold(0.0, f64::max);
        if top > 0.0 {
            longest.insert(index, top);
        }
    }
    longest
}

fn notes(suite: &Suite, plan: &Plan, values: &Values) -> Vec<String> {
    let mut notes = Vec::new();
    for (index, measure) in plan.measures.iter().enumerate() {
        let of = values.iter().filter(|((_, _, other), _)| *other == index);
        let words: BTreeSet<String> =
            of.map(|(_, computed)| crate::evaluate::words::statistic(suite, &computed.outcome)).collect();
        let words = words.into_iter().collect::<Vec<_>>().join("; ");
        let label = measure.label(suite);
        if words != label && !words.is_empty() {
            notes.push(format!("{label}: {words}."));
        }
    }
    if plan.best && plan.rows.len() > 1 {
        let group = suite.vocabulary.dimension(&plan.rows[plan.rows.len() - 2]);
        notes.extend(group.map(|group| format!("Best per {} in bold.", group.label.to_lowercase())));
    } else if plan.best && (values.len() > 1) {
        notes.push("Best in bold.".to_owned());
    }
    notes
}

/// The table as CSV: full values, one column a measure, units in the head.
fn csv(suite: &Suite, plan: &Plan, formats: &[Format], values: &Values, rows: &[Dimensions]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let dimension = |name: &Arc<str>| suite.vocabulary.dimension(name).map_or(name.to_string(), |d| d.label.clone());
    let mut head: Vec<String> = plan.rows.iter().map(dimension).collect();
    for column in &plan.columns {
        for measure in &column.measures {
            let unit = formats[*measure].unit.symbol();
            let own = plan.measures[*measure].label(suite);
            let label = if column.fixed.is_empty() { own } else { format!("{} {own}", column.label) };
            head.push(if unit.is_empty() { label } else { format!("{label} ({unit})") });
        }
    }
    let mut lines = vec![head];
    for row in rows {
        let mut line: Vec<String> = plan.rows.iter().map(|name| suite.vocabulary.label(name, &row[name]).to_owned()).collect();
        for (index, column) in plan.columns.iter().enumerate() {
            for measure in &column.measures {
                let computed = values.get(&(row.clone(), index, *measure));
                line.push(computed.map_or(String::new(), |computed| full(&computed.outcome, formats[*measure].unit)));
            }
        }
        lines.push(line);
    }
    for line in lines {
        writer.write_record(&line).expect("writing to memory does not fail");
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn full(outcome: &Outcome, unit: Unit) -> String {
    match outcome {
        Outcome::Range(ends) => {
            let value = |quantity: crate::units::Quantity| quantity.to(unit).unwrap_or(quantity).value;
            format!("{}–{}", value(ends.0.quantity), value(ends.1.quantity))
        }
        _ => single(outcome, unit).map_or(String::new(), |value| value.to_string()),
    }
}

#[expect(clippy::too_many_arguments, reason = "a view is put together from all that was computed")]
fn view(
    suite: &Suite,
    plan: &Plan,
    formats: &[Format],
    rows: &[Dimensions],
    cells: Vec<Vec<view::Cell>>,
    number: usize,
    csv: String,
    notes: Vec<String>,
) -> view::Table {
    let subject = suite.subject_dimension();
    let heads = plan.rows.iter().map(|name| suite.vocabulary.dimension(name).map_or(name.to_string(), |d| d.label.clone()));
    let columns = plan.columns.iter().map(|column| {
        let units: Vec<&str> = column.measures.iter().map(|measure| formats[*measure].unit.symbol()).collect();
        let first = &plan.measures[column.measures[0]];
        let names: Vec<String> = column.measures.iter().map(|measure| plan.measures[*measure].label(suite)).collect();
        let unit = match (column.fixed.is_empty(), names.len()) {
            (true, _) => if column.label == units[0] { String::new() } else { units[0].to_owned() },
            (false, 1) => units[0].to_owned(),
            (false, _) => {
                let with = |(name, unit): (&String, &&str)| if name == unit || unit.is_empty() { name.clone() } else { format!("{name} {unit}") };
                names.iter().zip(&units).map(with).collect::<Vec<_>>().join(" / ")
            }
        };
        let better = match first.better(suite, formats[column.measures[0]].unit) {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "",
        };
        view::Column { label: column.label.clone(), unit, better: better.to_owned(), statistic: names.join(" / ") }
    });
    let mut view_rows = Vec::new();
    for (index, (row, cells)) in rows.iter().zip(cells).enumerate() {
        let depth = |other: &Dimensions| plan.rows.iter().take_while(|name| row[*name] == other[*name]).count();
        let spanned = if index == 0 { 0 } else { depth(&rows[index - 1]).min(plan.rows.len() - 1) };
        let head = |level: usize| {
            let name = &plan.rows[level];
            let value = suite.vocabulary.value(name, &row[name]);
            let same = |other: &&Dimensions| plan.rows[..=level].iter().all(|name| other[name] == row[name]);
            view::RowHead {
                label: suite.vocabulary.label(name, &row[name]).to_owned(),
                note: value.map(|value| value.note.clone()).unwrap_or_default(),
                span: if level + 1 == plan.rows.len() { 1 } else { rows[index..].iter().take_while(same).count() },
                series: if subject.as_ref() == Some(name) { suite.colour(name, &row[name]) } else { 0 },
            }
        };
        let heads = (spanned..plan.rows.len()).map(head).collect();
        view_rows.push(view::Row { heads, cells, first_of_group: plan.rows.len() > 1 && spanned == 0 && index > 0 });
    }
    view::Table {
        number,
        id: format!("table-{number}"),
        caption: escape(&plan.caption),
        heads: heads.collect(),
        columns: columns.collect(),
        rows: view_rows,
        notes,
        csv,
        grouped: plan.rows.len() > 1,
    }
}
