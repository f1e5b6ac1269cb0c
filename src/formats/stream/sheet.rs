//! Tables with a row for each measurement, told by their columns: what is particular of hey, oha, vegeta
//! and pgbench fits into a few words.

use std::ops::Range;

use super::fields::{decimals_of, ticks};
use super::records::Ends;
use super::table::{Cut, rows};
use super::{Batch, Failed, Field, Layout, Plan, Row, Wrong, no_field};
use crate::formats::Problem;
use crate::model::{LoadModel, Timing};
use crate::units::Unit;

/// A table of measurements.
#[derive(Debug, Clone, Copy)]
pub struct Sheet {
    /// The tool that writes it.
    pub tool: &'static str,
    /// Its load model.
    pub load: LoadModel,
    /// What the measurements are of.
    pub counted: &'static str,
    /// Between the fields.
    pub delimiter: u8,
    /// Whether the first row holds names.
    pub header: bool,
    /// The names of the columns; a row may have more where there is no header.
    pub columns: &'static [&'static str],
    /// The column of the measurement, from 0.
    pub value: usize,
    /// Its unit.
    pub unit: &'static str,
    /// The column of the time with its unit, and whether it is that of the start.
    pub time: Option<(usize, &'static str, bool)>,
    /// The column of what is added to the time, with its unit.
    pub more_time: Option<(usize, &'static str)>,
    /// Whether the time is known to a whole second only.
    pub coarse: bool,
    /// The column, and the text in it, of what failed without an answer.
    pub failed: Option<(usize, &'static str)>,
    /// What stands in place of a measurement where there is none.
    pub blank: &'static [&'static str],
}

impl Sheet {
    /// How its rows are read, divided by these columns.
    pub fn layout(&'static self, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        let column = |name: &String| self.columns.iter().position(|column| column == name);
        let fields = by.iter().map(|name| column(name).ok_or_else(|| no_field(name, self.columns)));
        let fields: Vec<usize> = fields.collect::<Result<_, _>>()?;
        let plan = Plan {
            tool: self.tool.into(),
            load: self.load,
            counted: self.counted,
            unit: Unit::named(self.unit),
            scale: 10_u64.pow(decimals_of(self.unit)),
            value: field(self.value),
            time: self.time.map(|(column, unit, begins)| {
                let more = self.more_time.map(|(column, unit)| (field(column).text(), unit));
                Timing { more, is_coarse: self.coarse, ..Timing::new(field(column).text(), unit, begins) }
            }),
            by: by.iter().cloned().zip(fields.iter().copied().map(field)).collect(),
            filter: Vec::new(),
            without: None,
            failed: self.failed.map(|(column, text)| Failed::Where(field(column).text(), text.to_owned())),
            ends: Ends::Row,
            others: Vec::new(),
            facts: Vec::new(),
        };
        Ok(Box::new(Rows { plan, sheet: self, by: fields }))
    }

    /// Whether a row has the columns that it must have.
    fn fits(&self, row: &Cut<'_>) -> bool {
        if self.header { row.count == self.columns.len() } else { row.count >= self.columns.len() }
    }
}

fn field(column: usize) -> Field {
    Field::Column(column as u32 + 1)
}

struct Rows {
    plan: Plan,
    sheet: &'static Sheet,
    by: Vec<usize>,
}

impl Rows {
    fn row(&self, start: usize, text: &str, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let sheet = self.sheet;
        let row = Cut::new(text, sheet.delimiter);
        if !sheet.fits(&row) {
            return Err((0..text.len(), Wrong::Record));
        }
        let value = row.raw(sheet.value);
        let failed = sheet.failed.is_some_and(|(column, text)| row.raw(column) == text);
        let blank = sheet.blank.contains(&value);
        let read = ticks(value, decimals_of(sheet.unit));
        let measured = if blank { None } else { Some(read.ok_or_else(|| (row.range(sheet.value), Wrong::Number))?) };
        let read_time = |column: usize, unit: &str| ticks(row.raw(column), decimals_of(unit));
        let time = sheet.time.and_then(|(column, unit, _)| {
            let more = sheet.more_time.map_or(Some(0), |(column, unit)| read_time(column, unit))?;
            i64::try_from(read_time(column, unit)?.checked_add(more)?).ok()
        });
        let at = (start + row.range(sheet.value).start) as u32;
        if measured.is_some() || failed {
            let values = self.by.iter().map(|column| row.value(*column));
            batch.push(values, Row { at, ticks: measured, time, failed, answered: !failed });
        }
        Ok(())
    }
}

impl Layout for Rows {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, is_first: bool, batch: &mut Batch) {
        rows(block, is_first && self.sheet.header, batch, |start, text, batch| self.row(start, text, batch));
    }
}
