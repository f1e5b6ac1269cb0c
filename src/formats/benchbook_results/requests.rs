//! Single requests in Benchbook's own form, for tools that call a script for each request, such as Locust: a
//! table whose first columns are when a request began or ended, and how long it took.
//!
//! ```csv
//! start_s,latency_ms,failed,name
//! 1796025183.480809,18.432,false,GET /items
//! ```
//!
//! The first column is `start_` or `end_`, the second `latency_`, each with `s`, `ms`, `us` or `ns`; times are
//! counted from any moment. `failed` is `true` or `false`. Any other column can divide the requests.

use std::ops::Range;

use crate::formats::Problem;
use crate::formats::stream::fields::{decimals_of, ticks};
use crate::formats::stream::records::Ends;
use crate::formats::stream::table::{Cut, MOST_COLUMNS, rows};
use crate::formats::stream::{Batch, Failed, Field, Layout, Named, Plan, Row, Stream, Wrong, first_line, no_field};
use crate::model::{LoadModel, Timing};
use crate::units::Unit;

/// The format of single requests.
pub struct Requests;

const TIME: usize = 0;
const LATENCY: usize = 1;
const FAILED: &str = "failed";
const NAME: &str = "name";

/// What the first line says.
struct Header<'a> {
    begins: bool,
    time_unit: &'static str,
    unit: &'static str,
    columns: Vec<&'a str>,
}

impl<'a> Header<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let columns: Vec<&str> = line.split(',').collect();
        let [time, latency, ..] = columns[..] else { return None };
        let (moment, time_unit) = time.rsplit_once('_')?;
        let begins = match moment {
            "start" => true,
            "end" => false,
            _ => return None,
        };
        let (time_unit, unit) = (unit(time_unit)?, unit(latency.strip_prefix("latency_")?)?);
        (columns.len() <= MOST_COLUMNS).then_some(Self { begins, time_unit, unit, columns })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| *column == name)
    }
}

fn unit(name: &str) -> Option<&'static str> {
    Some(match name {
        "s" => "s",
        "ms" => "ms",
        "us" => "µs",
        "ns" => "ns",
        _ => return None,
    })
}

fn field(column: usize) -> Field {
    Field::Column(column as u32 + 1)
}

impl Named for Requests {
    const NAME: &'static str = "benchbook-requests";
    const TITLE: &'static str = "Benchbook requests CSV";
}

impl Stream for Requests {
    fn begins(&self, head: &str) -> bool {
        first_line(head).is_some_and(|line| Header::read(line).is_some())
    }

    fn divides(&self, head: &str) -> Vec<String> {
        let header = first_line(head).and_then(Header::read);
        header.and_then(|header| header.column(NAME)).map(|_| NAME.to_owned()).into_iter().collect()
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        let line = first_line(head).unwrap_or_default();
        let Some(header) = Header::read(line) else { return Err(no_field("latency_ms", &[])) };
        let column = |name: &String| header.column(name).ok_or_else(|| no_field(name, &header.columns[LATENCY + 1..]));
        let fields: Vec<usize> = by.iter().map(column).collect::<Result<_, _>>()?;
        let failed = header.column(FAILED);
        let plan = Plan {
            tool: "benchbook requests".into(),
            load: LoadModel::Unknown,
            counted: "requests",
            unit: Unit::named(header.unit),
            scale: 10_u64.pow(decimals_of(header.unit)),
            value: field(LATENCY),
            time: Some(Timing::new(field(TIME).text(), header.time_unit, header.begins)),
            by: by.iter().cloned().zip(fields.iter().copied().map(field)).collect(),
            filter: Vec::new(),
            without: None,
            failed: failed.map(|column| Failed::Where(field(column).text(), "true".to_owned())),
            ends: Ends::Row,
            others: Vec::new(),
            facts: Vec::new(),
        };
        let decimals = [decimals_of(header.time_unit), decimals_of(header.unit)];
        Ok(Box::new(Rows { plan, decimals, columns: header.columns.len(), failed, by: fields }))
    }
}

/// How the rows are read.
struct Rows {
    plan: Plan,
    /// How many decimals of a time and of a latency are whole nanoseconds.
    decimals: [u32; 2],
    columns: usize,
    failed: Option<usize>,
    by: Vec<usize>,
}

impl Rows {
    fn row(&self, start: usize, text: &str, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let row = Cut::new(text, b',');
        if row.count != self.columns {
            return Err((0..text.len(), Wrong::Record));
        }
        let number = |column: usize| {
            ticks(row.raw(column), self.decimals[column]).ok_or_else(|| (row.range(column), Wrong::Number))
        };
        let (time, latency) = (number(TIME)?, number(LATENCY)?);
        let failed = match self.failed.map(|column| (column, row.raw(column))) {
            None | Some((_, "false")) => false,
            Some((_, "true")) => true,
            Some((column, _)) => return Err((row.range(column), Wrong::Verdict)),
        };
        let at = (start + row.range(LATENCY).start) as u32;
        let time = i64::try_from(time).ok();
        let values = self.by.iter().map(|column| row.value(*column));
        batch.push(values, Row { at, ticks: Some(latency), time, failed, answered: true });
        Ok(())
    }
}

impl Layout for Rows {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, is_first: bool, batch: &mut Batch) {
        rows(block, is_first, batch, |start, text, batch| self.row(start, text, batch));
    }
}
