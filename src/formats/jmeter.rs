//! JMeter's result logs (`.jtl`): in CSV, a row a request, with a header or without it in the columns that JMeter
//! writes when nobody says which; and in XML, a start tag a sample.
//!
//! `elapsed` is in whole milliseconds, from when the request was sent until its last byte. `success` is
//! what the assertions of the test say, not the status. The row of a transaction controller sums those of
//! its requests, so it is none of them: JMeter tells it by its message. In XML a sample may hold those that it is
//! made of, such as redirects, which a log in CSV leaves out: they are parts of it. A transaction may hold its
//! requests, of which a log in CSV then has none. Each thread waits for its answer: a closed loop, not corrected.

mod elements;
mod rows;

use super::Problem;
use super::stream::fields::{digits, ticks};
use super::stream::records::Ends;
use super::stream::table::{Cut, MOST_COLUMNS};
use super::stream::tags::{Start, Tag};
use super::stream::{Failed, Field, Layout, Named, Plan, Row, Stream, Wrong, first_line, no_field};
use crate::diagnostic::Code;
use crate::model::{LoadModel, Timing};
use crate::source::Span;
use crate::units::Unit;
use elements::Elements;
use rows::Rows;

/// The format of a result log in CSV.
pub struct Csv;

/// The format of a result log in XML.
pub struct Xml;

/// With what the message of a transaction controller begins.
const TRANSACTION: &str = "Number of samples in transaction";

/// With what the code begins of a request that got no response.
const NO_RESPONSE: &str = "Non HTTP response code";

/// The columns of a log, and the attributes that hold the same in XML.
const ATTRIBUTES: [(&str, &str); 19] = [
    ("timeStamp", "ts"),
    ("elapsed", "t"),
    ("label", "lb"),
    ("responseCode", "rc"),
    ("responseMessage", "rm"),
    ("threadName", "tn"),
    ("dataType", "dt"),
    ("success", "s"),
    ("bytes", "by"),
    ("sentBytes", "sby"),
    ("grpThreads", "ng"),
    ("allThreads", "na"),
    ("Latency", "lt"),
    ("IdleTime", "it"),
    ("Connect", "ct"),
    ("Encoding", "de"),
    ("SampleCount", "sc"),
    ("ErrorCount", "ec"),
    ("Hostname", "hn"),
];

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
        let plan = plan(by, &columns, Ends::Row, |name| Some(Field::Column(column(name)? as u32 + 1)))?;
        let by = by.iter().filter_map(|name| column(name)).collect();
        Ok(Box::new(Rows::new(plan, (delimiter, has_header), &columns, by)))
    }
}

/// What the records hold; `place` tells where a column of that name is, if it is there.
fn plan(by: &[String], known: &[&str], ends: Ends, place: impl Fn(&str) -> Option<Field>) -> Result<Plan, Problem> {
    let text = |name: &str| place(name).map(|field| field.text());
    let field = |name: &String| Ok((name.clone(), place(name).ok_or_else(|| no_field(name, known))?));
    Ok(Plan {
        tool: "JMeter".into(),
        load: LoadModel::Closed,
        counted: "requests",
        unit: Unit::named("ms"),
        scale: 1_000_000,
        value: place("elapsed").ok_or_else(no_times)?,
        time: text("timeStamp").map(|at| Timing::new(at, "ms", true)),
        by: by.iter().map(field).collect::<Result<_, Problem>>()?,
        filter: Vec::new(),
        without: text("responseMessage").map(|at| (at, TRANSACTION.to_owned())),
        failed: text("success").map(|at| Failed::Where(at, "false".to_owned())),
        ends,
        others: Vec::new(),
        facts: Vec::new(),
    })
}

/// A log that holds no times.
fn no_times() -> Problem {
    let problem = Problem::new(Code::NoMapping, Span::new(0, 0), "the log does not say how long its samples took");
    problem.help("set `jmeter.save.saveservice.time=true`, which is the default")
}

/// The texts of a sample, as they are written.
struct Texts<'t> {
    elapsed: &'t str,
    success: Option<&'t str>,
    time: Option<&'t str>,
    answered: bool,
}

impl<'t> Texts<'t> {
    /// The sample whose elapsed time stands at a byte, or what is wrong with which of them.
    fn row(&self, at: usize) -> Result<Row, (&'t str, Wrong)> {
        let ticks = ticks(self.elapsed, 6).ok_or((self.elapsed, Wrong::Number))?;
        let failed = match self.success {
            None | Some("true") => false,
            Some("false") => true,
            Some(other) => return Err((other, Wrong::Verdict)),
        };
        let millis = self.time.and_then(|time| digits(time.as_bytes()));
        let time = millis.and_then(|millis| i64::try_from(millis).ok()?.checked_mul(1_000_000));
        Ok(Row { at: at as u32, ticks: Some(ticks), time, failed, answered: self.answered })
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

impl Named for Xml {
    const NAME: &'static str = "jmeter-jtl-xml";
    const TITLE: &'static str = "JMeter result log in XML";
}

impl Stream for Xml {
    fn begins(&self, head: &str) -> bool {
        let mut lines = head.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
        let is_document = |line: &str| line.starts_with("<testResults");
        lines.next().is_some_and(|first| {
            is_document(first) || (first.starts_with("<?xml") && lines.next().is_some_and(is_document))
        })
    }

    fn divides(&self, head: &str) -> Vec<String> {
        let has_label = first_sample(head).is_none_or(|start| start.raw("lb").is_some());
        has_label.then(|| "label".to_owned()).into_iter().collect()
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        let first = first_sample(head);
        // Which attributes there are is set for a whole log; one without a sample has no other use for them.
        let is_there = |attribute: &str| first.is_none_or(|start| start.raw(attribute).is_some());
        let known: Vec<(&str, &str)> = ATTRIBUTES.into_iter().filter(|(_, own)| is_there(own)).collect();
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let attribute = |wanted: &str| known.iter().find(|(name, _)| *name == wanted).map(|(_, own)| *own);
        let plan = plan(by, &names, Ends::Sample, |name| attribute(name).map(|own| Field::Attribute(own.to_owned())))?;
        let by = by.iter().filter_map(|name| attribute(name)).collect();
        Ok(Box::new(Elements { plan, by }))
    }
}

/// The first sample of a log, when it is there whole.
fn first_sample(head: &str) -> Option<Start<'_>> {
    head.lines().find_map(|line| match Tag::of(line) {
        Tag::Start(start) => Some(start),
        _ => None,
    })
}
