//! The rows of a result log.

use std::ops::Range;

use super::{NO_RESPONSE, TRANSACTION, Texts};
use crate::formats::stream::table::{Cut, rows};
use crate::formats::stream::{Batch, Layout, Plan, Wrong};
use crate::source::Span;

/// How the rows are read.
pub(super) struct Rows {
    plan: Plan,
    delimiter: u8,
    has_header: bool,
    columns: usize,
    elapsed: usize,
    time: Option<usize>,
    code: Option<usize>,
    message: Option<usize>,
    success: Option<usize>,
    by: Vec<usize>,
}

impl Rows {
    /// The rows of a table with these columns, and whether the first row names them.
    pub(super) fn new(plan: Plan, (delimiter, has_header): (u8, bool), columns: &[&str], by: Vec<usize>) -> Self {
        let column = |name: &str| columns.iter().position(|column| *column == name);
        Self {
            plan,
            delimiter,
            has_header,
            columns: columns.len(),
            elapsed: column("elapsed").unwrap_or_default(),
            time: column("timeStamp"),
            code: column("responseCode"),
            message: column("responseMessage"),
            success: column("success"),
            by,
        }
    }

    /// Reads a row, or says what is wrong and where in it.
    fn row(&self, start: usize, text: &str, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let row = Cut::new(text, self.delimiter);
        if row.count != self.columns {
            return Err((0..text.len(), Wrong::Record));
        }
        let is_sum = self.message.is_some_and(|column| row.begins(column, TRANSACTION));
        if is_sum {
            return Ok(());
        }
        let texts = Texts {
            elapsed: row.raw(self.elapsed),
            success: self.success.map(|column| row.raw(column)),
            time: self.time.map(|column| row.raw(column)),
            answered: !self.code.is_some_and(|column| row.begins(column, NO_RESPONSE)),
        };
        let read = texts.row(start + row.range(self.elapsed).start);
        let read = read.map_err(|(raw, wrong)| (Span::of(raw, text).range(), wrong))?;
        let values = self.by.iter().map(|column| row.value(*column));
        batch.push(values, read);
        Ok(())
    }
}

impl Layout for Rows {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, is_first: bool, batch: &mut Batch) {
        rows(block, is_first && self.has_header, batch, |start, text, batch| self.row(start, text, batch));
    }
}
