//! vegeta's results (`vegeta encode`): a record a request, in nanoseconds; in CSV without a header, or in
//! JSON, a line each. The time is when a request was sent; the code `0` is that of a request without a
//! response, which is among the latencies.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::formats::Problem;
use crate::formats::stream::fields::{digits, rfc3339, ticks};
use crate::formats::stream::records::{Ends, records};
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Batch, Failed, Field, Layout, Named, Plan, Row, Stream, Wrong, first_line, no_field};
use crate::model::{LoadModel, Timing};
use crate::source::Span;
use crate::units::Unit;

/// The format of `vegeta encode --to csv`.
pub struct Csv;

/// The format of `vegeta encode --to json`.
pub struct Json;

const SHEET: Sheet = Sheet {
    tool: "vegeta",
    load: LoadModel::Open,
    counted: "requests",
    delimiter: b',',
    header: false,
    columns: &["timestamp", "code", "latency", "bytes_out", "bytes_in", "error", "body", "attack", "seq"],
    value: 2,
    unit: "ns",
    time: Some((0, "ns", true)),
    more_time: None,
    coarse: false,
    failed: Some((1, "0")),
    blank: &[],
};

/// The members that records can be divided by.
const MEMBERS: [&str; 4] = ["attack", "code", "method", "url"];

impl Named for Csv {
    const NAME: &'static str = "vegeta-csv";
    const TITLE: &'static str = "vegeta results in CSV";
}

impl Stream for Csv {
    fn begins(&self, head: &str) -> bool {
        let Some(line) = first_line(head) else { return false };
        let mut fields = line.split(',');
        let is_time = fields.next().is_some_and(|time| time.len() == 19 && digits(time.as_bytes()).is_some());
        let is_code =
            fields.next().is_some_and(|code| code == "0" || code.len() == 3 && digits(code.as_bytes()).is_some());
        let numbers = fields.by_ref().take(3).filter(|number| digits(number.as_bytes()).is_some()).count();
        is_time && is_code && numbers == 3 && fields.count() >= 4
    }

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        SHEET.layout(by)
    }
}

impl Named for Json {
    const NAME: &'static str = "vegeta-json";
    const TITLE: &'static str = "vegeta results in JSON";
}

impl Stream for Json {
    fn begins(&self, head: &str) -> bool {
        let record = first_line(head).and_then(|line| serde_json::from_str::<Record<'_>>(line).ok());
        record.is_some_and(|record| rfc3339(record.timestamp).is_some())
    }

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        if let Some(unknown) = by.iter().find(|name| !MEMBERS.contains(&name.as_str())) {
            return Err(no_field(unknown, &MEMBERS));
        }
        let plan = Plan {
            tool: SHEET.tool.into(),
            load: SHEET.load,
            counted: "requests",
            unit: Unit::named("ns"),
            scale: 1,
            value: Field::Pointer("/latency".to_owned()),
            time: Some(Timing::new("/timestamp".to_owned(), "", true)),
            by: by.iter().map(|name| (name.clone(), Field::Pointer(format!("/{name}")))).collect(),
            filter: Vec::new(),
            without: None,
            failed: Some(Failed::Where("/code".to_owned(), "0".to_owned())),
            ends: Ends::Line,
            others: Vec::new(),
            facts: Vec::new(),
        };
        Ok(Box::new(Lines { plan }))
    }
}

/// A result, as far as it matters.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    attack: std::borrow::Cow<'a, str>,
    #[expect(dead_code, reason = "it makes a record one of vegeta")]
    seq: u64,
    code: u16,
    timestamp: &'a str,
    #[serde(borrow)]
    latency: &'a RawValue,
    #[serde(borrow, default)]
    method: std::borrow::Cow<'a, str>,
    #[serde(borrow, default)]
    url: std::borrow::Cow<'a, str>,
}

struct Lines {
    plan: Plan,
}

impl Layout for Lines {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, _: bool, batch: &mut Batch) {
        for (start, line) in records(block, false) {
            batch.begin_line(start);
            let is_cut = start + line.len() == block.len();
            let Ok(record) = serde_json::from_str::<Record<'_>>(line) else {
                let wrong = if is_cut { Wrong::CutOff } else { Wrong::Record };
                batch.problems.push((start..start + line.len(), wrong));
                continue;
            };
            let range = Span::of(record.latency.get(), block).range();
            let Some(ticks) = ticks(record.latency.get(), 0) else {
                batch.problems.push((range, Wrong::Number));
                continue;
            };
            let (failed, time) = (record.code == 0, rfc3339(record.timestamp));
            let values = self.plan.by.iter().map(|(name, _)| record.member(name));
            batch.push(values, Row { at: range.start as u32, ticks: Some(ticks), time, failed, answered: !failed });
        }
        batch.lines = batch.records - u64::from(!block.ends_with('\n'));
    }
}

impl Record<'_> {
    fn member(&self, name: &str) -> String {
        match name {
            "attack" => self.attack.to_string(),
            "code" => self.code.to_string(),
            "method" => self.method.to_string(),
            _ => self.url.to_string(),
        }
    }
}
