//! `k6 run --out csv`: a row a point. Which tags have a column of their own depends on the version and on
//! `--system-tags`; the others stand in `extra_tags` as `a=b&c=d` and divide nothing. Times are in whole
//! seconds, and finer where `K6_CSV_TIME_FORMAT` asks for it; how many digits the first has tells.

use std::borrow::Cow;

use super::{FAILED, LATENCY, NONE, asked, plan};
use crate::formats::Problem;
use crate::formats::stream::fields::{decimals_of, rfc3339, ticks};
use crate::formats::stream::records::Ends;
use crate::formats::stream::table::{Cut, rows};
use crate::formats::stream::{
    Asked, Batch, Failed, Field, Layout, Named, OtherRow, Plan, Row, Stream, Wrong, first_line, no_field,
};
use crate::model::Timing;
/// The format of `--out csv`.
pub struct Csv;

/// How its header begins.
const HEADER: &str = "metric_name,timestamp,metric_value,";
const METRIC: usize = 0;
const TIME: usize = 1;
const VALUE: usize = 2;

impl Named for Csv {
    const NAME: &'static str = "k6-points-csv";
    const TITLE: &'static str = "k6 points in CSV";
}

impl Stream for Csv {
    fn begins(&self, head: &str) -> bool {
        first_line(head).is_some_and(|line| line.starts_with(HEADER))
    }

    fn divides(&self, head: &str) -> Vec<String> {
        let mut columns = first_line(head).unwrap_or_default().split(',');
        columns.any(|column| column == "scenario").then(|| "scenario".to_owned()).into_iter().collect()
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        self.layout_with(head, Asked { by, metrics: &[] })
    }

    fn layout_with(&self, head: &str, Asked { by, metrics }: Asked<'_>) -> Result<Box<dyn Layout>, Problem> {
        let columns: Vec<&str> = first_line(head).unwrap_or_default().split(',').collect();
        let column = |name: &str| columns.iter().position(|column| *column == name);
        let fields = by.iter().map(|name| column(name).ok_or_else(|| no_field(name, &columns[VALUE + 1..])));
        let fields: Vec<usize> = fields.collect::<Result<_, _>>()?;
        let text = |column: usize| Field::Column(column as u32 + 1).text();
        let named = |metric: &str| vec![(text(METRIC), metric.to_owned())];
        let plan = Plan {
            by: by.iter().cloned().zip(fields.iter().map(|column| Field::Column(*column as u32 + 1))).collect(),
            filter: named(LATENCY),
            failed: Some(Failed::Sum(Field::Column(VALUE as u32 + 1), named(FAILED))),
            time: timing(head),
            ends: Ends::Row,
            others: asked::measures(&asked::Defined::new(), metrics, &text(METRIC))?,
            ..plan(Field::Column(VALUE as u32 + 1))
        };
        let metrics = metrics.to_vec();
        Ok(Box::new(Rows { plan, metrics, columns: columns.len(), status: column("status"), by: fields }))
    }
}

/// How the times are written, by the first of them; none where that is not known.
fn timing(head: &str) -> Option<Timing> {
    let first = head.lines().nth(1)?.split(',').nth(TIME)?;
    let unit = match first.len() {
        _ if rfc3339(first).is_some() => "",
        10 => "s",
        13 => "ms",
        16 => "µs",
        19 => "ns",
        _ => return None,
    };
    let is_coarse = unit == "s" || unit.is_empty() && !first.contains('.');
    let place = Field::Column(TIME as u32 + 1).text();
    moment(first, unit).map(|_| Timing { is_coarse, ..Timing::new(place, unit, false) })
}

/// A time in nanoseconds since 1970.
fn moment(text: &str, unit: &str) -> Option<i64> {
    if unit.is_empty() { rfc3339(text) } else { i64::try_from(ticks(text, decimals_of(unit))?).ok() }
}

struct Rows {
    plan: Plan,
    /// The other metrics that are asked for.
    metrics: Vec<String>,
    columns: usize,
    status: Option<usize>,
    by: Vec<usize>,
}

impl Rows {
    fn row(&self, start: usize, text: &str, batch: &mut Batch) -> Result<(), (std::ops::Range<usize>, Wrong)> {
        let metric = text.split(',').next().unwrap_or_default();
        let is_latency = metric == LATENCY;
        let other = self.metrics.iter().position(|asked| asked == metric);
        if !is_latency && metric != FAILED && other.is_none() {
            return Ok(());
        }
        let row = Cut::new(text, b',');
        if row.count != self.columns {
            return Err((0..text.len(), Wrong::Record));
        }
        let ticks = ticks(row.raw(VALUE), 6).ok_or_else(|| (row.range(VALUE), Wrong::Number))?;
        let values = self.by.iter().map(|column| match row.value(*column) {
            value if value.is_empty() => Cow::Borrowed(NONE),
            value => value,
        });
        let at = (start + row.range(VALUE).start) as u32;
        if let Some(measure) = other {
            asked::check(&self.plan.others[measure], ticks).map_err(|wrong| (row.range(VALUE), wrong))?;
            batch.push_other(values, OtherRow { measure, at, ticks });
            return Ok(());
        }
        let row = Row {
            at,
            ticks: is_latency.then_some(ticks),
            time: self.plan.time.as_ref().and_then(|timing| moment(row.raw(TIME), timing.unit)),
            failed: !is_latency && ticks > 0,
            answered: self.status.is_none_or(|column| row.raw(column) != "0"),
        };
        batch.push(values, row);
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
