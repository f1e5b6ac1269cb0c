//! The rows of a result log.

use std::ops::Range;

use super::TRANSACTION;
use crate::formats::stream::fields::{digits, ticks};
use crate::formats::stream::table::{Cut, rows};
use crate::formats::stream::{Batch, Layout, Plan, Row, Wrong};

/// With what the code begins of a request that got no response.
const NO_RESPONSE: &str = "Non HTTP response code";

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
        let elapsed = row.range(self.elapsed);
        let ticks = ticks(row.raw(self.elapsed), 6).ok_or_else(|| (elapsed.clone(), Wrong::Number))?;
        let failed = match self.success.map(|column| (column, row.raw(column))) {
            None | Some((_, "true")) => false,
            Some((_, "false")) => true,
            Some((column, _)) => return Err((row.range(column), Wrong::Verdict)),
        };
        let answered = !self.code.is_some_and(|column| row.begins(column, NO_RESPONSE));
        let millis = self.time.and_then(|column| digits(row.raw(column).as_bytes()));
        let time = millis.and_then(|millis| i64::try_from(millis).ok()?.checked_mul(1_000_000));
        let values = self.by.iter().map(|column| row.value(*column));
        batch.push(values, Row { at: (start + elapsed.start) as u32, ticks: Some(ticks), time, failed, answered });
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
