//! What a table shows: its rows, its columns, what they measure.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::spark::Sparklines;
use super::verdict::Asked;
use crate::compose::Desk;
use crate::compose::block::measure::Measure;
use crate::compose::block::{block_choices, named_dimension};
use crate::diagnostic::Code;
use crate::model::Dimensions;
use crate::settings::{Context, Keys};
use crate::suite::part::Choices;
use crate::suite::{SECOND, Suite};
use crate::words::Message;

/// What a table shows.
pub(super) struct Plan {
    /// The caption, as text.
    pub(super) caption: String,
    /// The dimensions that name the rows, the outermost first.
    pub(super) rows: Vec<Arc<str>>,
    /// What holds for the whole table.
    pub(super) fixed: Dimensions,
    /// Of which dimensions of rows and columns only some values are shown.
    pub(super) several: Choices,
    /// What the cells measure.
    pub(super) measures: Vec<Measure>,
    /// The columns.
    pub(super) columns: Vec<Column>,
    /// The measure by which rows are sorted within their group.
    pub(super) sort: Option<usize>,
    /// What is said of values.
    pub(super) verdicts: Asked,
    /// Whether rates get bars.
    pub(super) bars: bool,
    /// A column of small lines at the end.
    pub(super) sparklines: Option<Sparklines>,
}

/// A column of figures.
pub(super) struct Column {
    /// Its label.
    pub(super) label: Message,
    /// What its cells show, as indices of measures; several are joined by ` / `.
    pub(super) measures: Vec<usize>,
    /// What it fixes: nothing in long form, the value that it stands for in wide form.
    pub(super) fixed: Dimensions,
}

impl Plan {
    /// Understands the settings of the block; none when it cannot be shown.
    pub(super) fn read(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> Option<Self> {
        let (fixed, several) = block_choices(desk, suite, &keys);
        let named = |(name, span): &(String, _)| match name.as_str() {
            SECOND if suite.is_told_in_time() => Some(SECOND.into()),
            _ => named_dimension(context, suite, name, *span),
        };
        let wanted = keys.strings("rows");
        let rows: Vec<Arc<str>> = wanted.iter().filter_map(named).collect();
        let across = keys.string("across").and_then(|name| named_dimension(context, suite, &name, keys.span("across")));
        let settings = if keys.has("across") { keys.list("cell") } else { keys.list("columns") };
        let measures: Vec<Measure> = settings.iter().filter_map(|setting| Measure::read(context, setting)).collect();
        if wanted.is_empty() || settings.is_empty() {
            let what = if keys.has("across") { "`cell`" } else { "`columns`" };
            let help = Some("for example `rows = [\"framework\"]` and `columns = [\"rps\", \"p99\"]`".to_owned());
            context.error(Code::MissingKey, keys.span("rows"), format!("a table needs `rows` and {what}"), help);
        }
        let seen = are_seen(context, &several, rows.iter().chain(&across));
        let complete = seen && measures.len() == settings.len() && !rows.is_empty();
        let columns = match &across {
            Some(dimension) => across_columns(suite, (&fixed, &several), &measures, dimension),
            None => (0..measures.len()).map(|index| long_column(suite, &measures, index)).collect(),
        };
        let plan = Self {
            caption: keys.string("caption").unwrap_or_default(),
            sort: keys.string("sort").and_then(|name| sort_measure(suite, context, &keys, &measures, &name)),
            verdicts: Asked::read(suite, context, &keys, &measures),
            sparklines: Sparklines::read(context, suite, &keys),
            bars: keys.bool("bars").unwrap_or(across.is_none()),
            rows,
            fixed,
            several,
            measures,
            columns,
        };
        keys.finish();
        (complete && !plan.measures.is_empty()).then_some(plan)
    }

    /// Reports why there are no rows: what the columns measure is not there, or not for these dimensions.
    pub(super) fn report_no_rows(&self, suite: &Suite, context: &Context) {
        let wrong = self.measures.iter().filter_map(|measure| measure.evaluate(suite, context, &self.fixed).err());
        let unknown: Vec<_> =
            wrong.filter(|diagnostic| matches!(diagnostic.code, Code::UnknownMetric | Code::NoObservation)).collect();
        if unknown.is_empty() {
            let names: Vec<&str> = self.rows.iter().map(|name| &**name).collect();
            let message = "the table has no rows: the evidence has none of its values where it looks";
            let listed = crate::suggest::listed(&names);
            let help = format!("check `where`, and that the evidence of these columns has {listed}");
            context.error(Code::UnknownBlock, self.measures[0].expression.span, message, Some(help));
        }
        unknown.into_iter().for_each(|diagnostic| context.report(*diagnostic));
    }

    /// Whether columns stand for values of a dimension.
    pub(super) fn is_wide(&self) -> bool {
        self.columns.iter().any(|column| !column.fixed.is_empty())
    }

    /// The dimensions that rows of one group share: all but the last.
    pub(super) fn group(&self) -> &[Arc<str>] {
        &self.rows[..self.rows.len() - 1]
    }

    /// What holds in a cell.
    pub(super) fn fixed_at(&self, row: &Dimensions, column: &Column) -> Dimensions {
        let all = self.fixed.iter().chain(&column.fixed).chain(row);
        all.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect()
    }

    /// The measure whose column has that name, as an expression or a label.
    pub(super) fn measure_named(suite: &Suite, measures: &[Measure], name: &str) -> Option<usize> {
        measures
            .iter()
            .position(|measure| measure.expression.to_string() == name || measure.label(suite).english() == name)
    }

    /// The rows that the evidence has, in the order of the dimensions' values.
    pub(super) fn row_keys(&self, suite: &Suite) -> Vec<Dimensions> {
        let of = |measure: &Measure| measure.keys(suite, &self.fixed, &self.rows);
        let keys: BTreeSet<Dimensions> = self.measures.iter().flat_map(of).collect();
        let mut keys: Vec<Dimensions> = keys.into_iter().filter(|key| is_chosen(&self.several, key)).collect();
        keys.sort_by_cached_key(|key| ranks(suite, &self.rows, key));
        keys
    }
}

/// The places of a row's values in the orders of their dimensions.
pub(super) fn ranks(suite: &Suite, dimensions: &[Arc<str>], key: &Dimensions) -> Vec<usize> {
    // Seconds are no values of a dimension: they have the order of their numbers.
    let millionths = |second: &Arc<str>| second.parse::<f64>().map_or(usize::MAX, |second| (second * 1e6) as usize);
    let is_second = |name: &Arc<str>| **name == *SECOND && suite.is_told_in_time();
    let rank = |name: &Arc<str>| match &key[name] {
        second if is_second(name) => millionths(second),
        value => suite.vocabulary.rank(name, value),
    };
    dimensions.iter().map(rank).collect()
}

fn long_column(suite: &Suite, measures: &[Measure], index: usize) -> Column {
    Column { label: measures[index].label(suite), measures: vec![index], fixed: Dimensions::new() }
}

/// Whether a key has none but values that are shown.
fn is_chosen(several: &Choices, key: &Dimensions) -> bool {
    several.iter().all(|(name, (values, _))| key.get(name).is_none_or(|value| values.contains(value)))
}

/// Whether each dimension with several values names rows or columns; reports one that does not: a cell would be of all
/// of its values.
fn are_seen<'a>(context: &Context, several: &Choices, named: impl Iterator<Item = &'a Arc<str>>) -> bool {
    let named: BTreeSet<&Arc<str>> = named.collect();
    let unseen: Vec<_> = several.iter().filter(|(name, _)| !named.contains(name)).collect();
    for (name, (_, span)) in &unseen {
        let message = format!("`where` gives several values of `{name}`, by which the table has no rows");
        let help = format!("add `{name}` to `rows`, or give one value");
        context.error(Code::BadValue, *span, message, Some(help));
    }
    unseen.is_empty()
}

fn across_columns(
    suite: &Suite,
    (fixed, several): (&Dimensions, &Choices),
    measures: &[Measure],
    dimension: &Arc<str>,
) -> Vec<Column> {
    let by = [Arc::clone(dimension)];
    let keys: BTreeSet<Dimensions> = measures.iter().flat_map(|measure| measure.keys(suite, fixed, &by)).collect();
    let mut keys: Vec<Dimensions> = keys.into_iter().filter(|key| is_chosen(several, key)).collect();
    keys.sort_by(|a, b| suite.vocabulary.compare(a, b));
    let column = |key: Dimensions| Column {
        label: suite.vocabulary.label(dimension, &key[dimension]).into(),
        measures: (0..measures.len()).collect(),
        fixed: key,
    };
    keys.into_iter().map(column).collect()
}

fn sort_measure(suite: &Suite, context: &Context, keys: &Keys<'_>, measures: &[Measure], name: &str) -> Option<usize> {
    let found = Plan::measure_named(suite, measures, name);
    if found.is_none() {
        let message = format!("the table has no column `{name}` to sort by");
        let names: Vec<String> = measures.iter().map(|measure| measure.expression.to_string()).collect();
        let help = crate::suggest::help(name, names.iter().map(String::as_str));
        context.error(Code::UnknownBlock, keys.span("sort"), message, help);
    }
    found
}
