//! What charts of rows share: which rows there are, their names, order and headings.

use std::sync::Arc;

use super::data::{self, Cell};
use super::stage::Stage;
use crate::chart::{Lane, Row};
use crate::compose::block::measure::{Measure, Rank};
use crate::compose::block::named_dimension;
use crate::diagnostic::Code;
use crate::metrics::Better;
use crate::model::Dimensions;
use crate::settings::Keys;
use crate::units::Unit;

/// The rows of a chart.
pub(super) struct Rows {
    /// The dimensions that name them, the outermost first.
    by: Vec<Arc<str>>,
    /// Their keys, in the order of the dimensions' values.
    pub(super) keys: Vec<Dimensions>,
}

/// A lane with the cells of its row in the table, and what it is sorted by.
pub(super) struct Made {
    pub(super) key: Dimensions,
    pub(super) lane: Lane,
    pub(super) cells: Vec<Cell>,
    pub(super) rank: Option<Rank>,
}

impl Rows {
    /// `rows = "server"`, or `rows = ["route", "server"]`.
    pub(super) fn read(stage: &Stage<'_, '_>, keys: &Keys<'_>, measure: &Measure) -> Option<Self> {
        let asked = keys.strings("rows");
        if asked.is_empty() {
            let kind = keys.string("kind").unwrap_or_default();
            let message = format!("a chart of the kind `{kind}` needs `rows`");
            let help = Some("add `rows = \"framework\"`, the name of a dimension, or a list of such names".to_owned());
            stage.context.error(Code::MissingKey, keys.span("kind"), message, help);
            return None;
        }
        let named = asked.iter().map(|(name, span)| named_dimension(stage.context, stage.suite, name, *span));
        let by: Vec<Arc<str>> = named.collect::<Option<_>>()?;
        let keys = stage.keys_by(measure, &by);
        let ranks = |key: &Dimensions| by.iter().map(|name| stage.suite.vocabulary.rank(name, &key[name])).collect();
        let mut keys: Vec<(Vec<usize>, Dimensions)> = keys.into_iter().map(|key| (ranks(&key), key)).collect();
        keys.sort();
        Some(Self { by, keys: keys.into_iter().map(|(_, key)| key).collect() })
    }

    /// The label of the dimensions, for the head of a column.
    pub(super) fn head(&self, stage: &Stage<'_, '_>) -> String {
        self.by.iter().map(|name| stage.head(Some(name))).collect::<Vec<_>>().join(" · ")
    }

    /// What a row is called among those with its heading.
    pub(super) fn label(&self, stage: &Stage<'_, '_>, key: &Dimensions) -> String {
        let last = self.by.last().expect("rows are named by a dimension at least");
        stage.label(&[(Arc::clone(last), Arc::clone(&key[last]))].into())
    }

    /// The number of a row's colour: that of its subject, or the first.
    pub(super) fn colour(stage: &Stage<'_, '_>, key: &Dimensions) -> usize {
        stage.colour(key, 0)
    }

    fn group(&self, key: &Dimensions) -> Dimensions {
        let outer = &self.by[..self.by.len() - 1];
        outer.iter().map(|name| (Arc::clone(name), Arc::clone(&key[name]))).collect()
    }

    /// Sorts rows below their headings, the best first where one way is better, else the largest.
    pub(super) fn sort(&self, stage: &Stage<'_, '_>, measure: &Measure, unit: Unit, made: &mut [Made]) {
        let lower = measure.better(stage.suite, unit) == Better::Lower;
        let order = |a: &Made, b: &Made| Rank::compare(a.rank, b.rank, lower);
        made.chunk_by_mut(|a, b| self.group(&a.key) == self.group(&b.key)).for_each(|group| group.sort_by(order));
    }

    /// The rows of the picture and of the table.
    pub(super) fn finish(&self, stage: &Stage<'_, '_>, made: Vec<Made>) -> (Vec<Row>, Vec<data::Row>) {
        let (mut rows, mut table) = (Vec::new(), Vec::new());
        let mut last: Option<Dimensions> = None;
        for Made { key, lane, cells, .. } in made {
            let group = self.group(&key);
            if !group.is_empty() && last.as_ref() != Some(&group) {
                rows.push(Row::Heading(stage.label(&group)));
            }
            last = Some(group);
            table.push(data::Row { label: stage.label(&key).into(), cells });
            rows.push(Row::Lane(lane));
        }
        (rows, table)
    }
}
