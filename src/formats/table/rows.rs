//! Rows and cells, whatever the layout of the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::jsonl;
use crate::formats::{Problem, json};
use crate::model::Locator;
use crate::source::Span;

/// A table as read, before a mapping is laid over it.
#[derive(Debug, Default)]
pub(in crate::formats) struct Table<'a> {
    /// The names of the columns, as far as they are known.
    pub(in crate::formats) columns: Vec<Cow<'a, str>>,
    /// The header, or the first row where there is none.
    pub(in crate::formats) header: Span,
    /// The rows, without the header.
    pub(in crate::formats) rows: Vec<Row<'a>>,
    /// Rows that could not be read.
    pub(in crate::formats) problems: Vec<Problem>,
    /// Whether the header leaves open which column is meant, so that no row can be read.
    pub(in crate::formats) is_unusable: bool,
}

/// A row.
#[derive(Debug)]
pub(in crate::formats) enum Row<'a> {
    /// A row of CSV or TSV.
    Record {
        /// The row, from 1 for the header.
        number: u32,
        /// The cells, in the order of the columns.
        cells: Vec<Field<'a>>,
    },
    /// A line of JSON Lines.
    Object {
        /// The line, from 1.
        line: u32,
        /// How far into the file the line begins, in bytes.
        start: usize,
        /// The object.
        node: json::Node<'a>,
    },
}

/// A cell of a record.
#[derive(Debug)]
pub(in crate::formats) struct Field<'a> {
    /// The text as written, without the quotes around it.
    pub(in crate::formats) raw: &'a str,
    /// The same with doubled quotes undone.
    pub(in crate::formats) text: Cow<'a, str>,
    /// Where it is.
    pub(in crate::formats) span: Span,
}

/// A cell of any row.
#[derive(Debug)]
pub(in crate::formats) struct Cell<'a> {
    /// The text as written, in which a number is looked for.
    pub(in crate::formats) raw: &'a str,
    /// The text as meant.
    pub(in crate::formats) text: Cow<'a, str>,
    /// Where `raw` is.
    pub(in crate::formats) span: Span,
    /// Where it is, for people and programs.
    pub(in crate::formats) locator: Locator,
    /// Whether it can hold a number: an array, an object or a truth value cannot.
    pub(in crate::formats) is_scalar: bool,
}

/// Which column has which name.
pub(in crate::formats) type Index<'t> = BTreeMap<&'t str, usize>;

impl Table<'_> {
    /// The place of each column of a record.
    pub(in crate::formats) fn index(&self) -> Index<'_> {
        self.columns.iter().enumerate().map(|(at, name)| (&**name, at)).collect()
    }

    /// Whether a row has that column.
    pub(in crate::formats) fn has(&self, column: &str) -> bool {
        let is_named = self.columns.iter().any(|name| name == column);
        let is_member = |row: &Row<'_>| matches!(row, Row::Object { node, .. } if jsonl::find(node, column).is_some());
        is_named || self.rows.iter().any(is_member)
    }
}

impl<'a> Row<'a> {
    /// The cell of a column; none where a JSON object lacks it or says `null`.
    pub(in crate::formats) fn cell(&self, column: &str, index: &Index<'_>) -> Option<Cell<'a>> {
        match self {
            Self::Record { number, cells } => {
                let at = *index.get(column)?;
                let field = cells.get(at)?;
                let locator = Locator::Cell(*number, u32::try_from(at + 1).unwrap_or(u32::MAX));
                let text = field.text.clone();
                Some(Cell { raw: field.raw, text, span: field.span, locator, is_scalar: true })
            }
            Self::Object { line, start, node } => jsonl::cell(*line, *start, node, column),
        }
    }
}
