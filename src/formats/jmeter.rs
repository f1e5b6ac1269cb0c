//! JMeter's result logs (`.jtl`): in CSV, a row a request, with a header or without it in the columns that JMeter
//! writes when nobody says which; and in XML, of which no number is read.
//!
//! `elapsed` is in whole milliseconds, from when the request was sent until its last byte. `success` is
//! what the assertions of the test say, not the status. The row of a transaction controller sums those of
//! its requests, so it is none of them: JMeter tells it by its message. Each thread waits for its answer:
//! a closed loop, not corrected.

mod rows;

use super::stream::fields::digits;
use super::stream::table::{Cut, MOST_COLUMNS};
use super::stream::{Failed, Field, Layout, Named, Plan, Stream, first_line, no_field};
use super::{Content, Problem, Reader, Reading};
use crate::model::{LoadModel, Timing};
use crate::units::Unit;
use rows::Rows;

/// The format of a result log in CSV.
pub struct Csv;

/// The reader of a result log in XML, of which no number is read.
pub struct Xml;

/// With what the message of a transaction controller begins.
const TRANSACTION: &str = "Number of samples in transaction";

/// The first columns of a log whose header is switched off; the others depend on the version.
const USUAL: [&str; 10] = [
    "timeStamp",
    "elapsed",
    "label",
    "responseCode",
    "responseMessage",
    "threadName",
    "dataType",
    "success",
    "failureMessage",
    "bytes",
];

/// How many columns such a log has.
const USUAL_COUNT: [usize; 2] = [16, 17];

/// The columns that make it a result log.
const NEEDED: [&str; 4] = ["timeStamp", "elapsed", "label", "responseCode"];

impl Named for Csv {
    const NAME: &'static str = "jmeter-jtl";
    const TITLE: &'static str = "JMeter result log";
}

impl Stream for Csv {
    fn begins(&self, head: &str) -> bool {
        first_line(head).is_some_and(|line| header(line).is_some() || headless(line).is_some())
    }

    fn divides(&self, _head: &str) -> Vec<String> {
        vec!["label".to_owned()]
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        let line = first_line(head).unwrap_or_default();
        let found = header(line);
        let has_header = found.is_some();
        let (delimiter, columns) =
            found.or_else(|| headless(line)).unwrap_or_else(|| (b',', line.split(',').collect()));
        let column = |name: &str| columns.iter().position(|column| *column == name);
        let mut fields = Vec::new();
        for name in by {
            fields.push((name.clone(), column(name).ok_or_else(|| no_field(name, &columns))?));
        }
        let number = |column: usize| Field::Column(column as u32 + 1);
        let text = |column: usize| number(column).text();
        let elapsed = column("elapsed").unwrap_or_default();
        let plan = Plan {
            tool: "JMeter",
            load: LoadModel::Closed,
            counted: "requests",
            unit: Unit::named("ms"),
            scale: 1_000_000,
            value: number(elapsed),
            time: column("timeStamp").map(|at| Timing::new(text(at), "ms", true)),
            by: fields.iter().map(|(name, at)| (name.clone(), number(*at))).collect(),
            filter: Vec::new(),
            without: column("responseMessage").map(|at| (text(at), TRANSACTION.to_owned())),
            failed: column("success").map(|at| Failed::Where(text(at), "false".to_owned())),
            quoted: true,
            others: Vec::new(),
        };
        let by = fields.into_iter().map(|(_, at)| at).collect();
        Ok(Box::new(Rows::new(plan, (delimiter, has_header), &columns, by)))
    }
}

/// The delimiter and the columns, when a line is the header of a result log.
fn header(line: &str) -> Option<(u8, Vec<&str>)> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let columns: Vec<&str> = line.split(char::from(delimiter)).collect();
        let is_header = columns.len() <= MOST_COLUMNS && NEEDED.iter().all(|name| columns.contains(name));
        is_header.then_some((delimiter, columns))
    })
}

/// The delimiter and the columns, when a line is a row of a log without a header: a time in milliseconds, how long it
/// took, and further on a verdict. Columns without a name are empty.
fn headless(line: &str) -> Option<(u8, Vec<&'static str>)> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let row = Cut::new(line, delimiter);
        let is_number = |column: usize| digits(row.raw(column).as_bytes()).is_some();
        let is_row = USUAL_COUNT.contains(&row.count)
            && (row.raw(0).len() == 13 && is_number(0) && is_number(1))
            && matches!(row.raw(7), "true" | "false");
        let blank = std::iter::repeat_n("", row.count.saturating_sub(USUAL.len()));
        is_row.then(|| (delimiter, USUAL.into_iter().chain(blank).collect()))
    })
}

impl Reader for Xml {
    fn name(&self) -> &'static str {
        "jmeter-jtl-xml"
    }

    fn title(&self) -> &'static str {
        "JMeter result log in XML"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let mut lines = content.text.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(first) = lines.next().filter(|_| content.json.is_none()) else { return false };
        let is_document = |line: &str| line.starts_with("<testResults");
        is_document(first) || (first.starts_with("<?xml") && lines.next().is_some_and(is_document))
    }

    fn read(&self, _: &Content<'_>) -> Reading {
        Reading { tool: "JMeter".to_owned(), ..Reading::default() }
    }
}
