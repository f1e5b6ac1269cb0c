//! k6's streams of single points: `--out json`, a line a point, and `--out csv`.
//!
//! Of the metrics of a test, two are read: `http_req_duration` (milliseconds) as `latency`, and
//! `http_req_failed` as `errors`; others where they are asked for, as nine of ten points are of no interest to most. k6 counts refused requests among the durations, with 0 ms and the status
//! `0`; where nothing else came back there is no latency. Percentiles are by nearest rank, where k6's own
//! summary goes between two ranks in proportion. A point does not tell of the executor, so whether the load
//! was a closed loop is not known.

pub mod csv;
mod asked;

use std::ops::Range;

use memchr::{memchr, memmem};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::formats::Problem;
use crate::formats::stream::fields::{rfc3339, ticks};
use crate::formats::stream::records::{Ends, records};
use crate::formats::stream::{
    Asked, Batch, Failed, Field, Layout, Named, OtherRow, Plan, Row, Stream, Wrong, first_line,
};
use crate::model::{LoadModel, Timing};
use crate::source::Span;
use crate::units::Unit;

/// The format of `--out json`.
pub struct Json;

const LATENCY: &str = "http_req_duration";
const FAILED: &str = "http_req_failed";

/// What stands for a tag that a point does not have.
const NONE: &str = "none";

impl Named for Json {
    const NAME: &'static str = "k6-points";
    const TITLE: &'static str = "k6 points";
}

impl Stream for Json {
    fn begins(&self, head: &str) -> bool {
        let line = first_line(head).and_then(|line| serde_json::from_str::<Line<'_>>(line).ok());
        line.is_some_and(|line| matches!(line.kind, "Metric" | "Point") && line.data.get().starts_with('{'))
    }

    fn divides(&self, head: &str) -> Vec<String> {
        head.contains("\"scenario\":\"").then(|| "scenario".to_owned()).into_iter().collect()
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        self.layout_with(head, Asked { by, metrics: &[] })
    }

    fn layout_with(&self, head: &str, Asked { by, metrics }: Asked<'_>) -> Result<Box<dyn Layout>, Problem> {
        let others = asked::measures(&asked::defined(head), metrics, "/metric")?;
        let tag = |name: &String| (name.clone(), Field::Pointer(format!("/data/tags/{}", escaped(name))));
        let plan = Plan {
            time: Some(Timing::new("/data/time".to_owned(), "", false)),
            by: by.iter().map(tag).collect(),
            filter: vec![("/metric".to_owned(), LATENCY.to_owned())],
            failed: Some(Failed::Sum(value(), vec![("/metric".to_owned(), FAILED.to_owned())])),
            others,
            ..plan(value())
        };
        let metrics = metrics.to_vec();
        let tags = by.iter().map(|name| Lead::of(name)).collect();
        Ok(Box::new(Lines { plan, metrics, tags, status: Lead::of("status") }))
    }
}

fn value() -> Field {
    Field::Pointer("/data/value".to_owned())
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// What both streams have in common.
fn plan(value: Field) -> Plan {
    Plan {
        tool: "k6".into(),
        load: LoadModel::Unknown,
        counted: "requests",
        unit: Unit::named("ms"),
        scale: 1_000_000,
        value,
        time: None,
        by: Vec::new(),
        filter: Vec::new(),
        without: None,
        failed: None,
        ends: Ends::Line,
        others: Vec::new(),
        facts: Vec::new(),
    }
}

/// How the lines are read.
struct Lines {
    plan: Plan,
    /// The other metrics that are asked for.
    metrics: Vec<String>,
    /// What each tag that divides begins with.
    tags: Vec<Lead>,
    status: Lead,
}

/// What a tag begins with: `"status":"`.
struct Lead {
    name: String,
    finder: memmem::Finder<'static>,
}

impl Lead {
    fn of(name: &str) -> Self {
        Self { name: name.to_owned(), finder: memmem::Finder::new(&format!("\"{name}\":\"")).into_owned() }
    }
}

/// A line, as strict JSON.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    metric: &'a str,
    #[serde(borrow)]
    data: &'a RawValue,
}

/// What a point holds, as strict JSON.
#[derive(Deserialize)]
struct Data<'a> {
    time: &'a str,
    #[serde(borrow)]
    value: &'a RawValue,
    #[serde(default)]
    tags: Option<std::collections::BTreeMap<String, String>>,
}

/// A point that matters, as slices of its line.
struct Point<'a> {
    of: Of,
    value: &'a str,
    time: &'a str,
    tags: Tags<'a>,
}

/// What a point is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Latency,
    Failed,
    /// A metric that is asked for.
    Other(usize),
}

enum Tags<'a> {
    /// The text after `"tags":{`, without any escape.
    Text(&'a str),
    Read(std::collections::BTreeMap<String, String>),
}

/// What a line is.
enum Found<'a> {
    Point(Point<'a>),
    /// A metric, or a point of another metric.
    Other,
    /// Not as k6 writes lines: to be read strictly.
    Unusual,
}

impl Layout for Lines {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, _: bool, batch: &mut Batch) {
        for (start, line) in records(block, false) {
            batch.begin_line(start);
            let point = match self.usual(line) {
                Found::Other => continue,
                Found::Point(point) => Ok(Some(point)),
                Found::Unusual => self.strict(line),
            };
            let is_last = start + line.len() == block.len();
            let read = point.map(|point| point.map_or(Ok(()), |point| self.take(block, &point, batch)));
            if let Err((range, wrong)) = read.and_then(|taken| taken) {
                let wrong = if is_last { Wrong::CutOff } else { wrong };
                let range = if range.is_empty() || is_last { start..start + line.len() } else { range };
                batch.problems.push((range, wrong));
            }
        }
        batch.lines = batch.records - u64::from(!block.ends_with('\n'));
    }
}

impl Lines {
    /// What a metric is, if it matters.
    fn of(&self, metric: &str) -> Option<Of> {
        match metric {
            LATENCY => Some(Of::Latency),
            FAILED => Some(Of::Failed),
            _ => self.metrics.iter().position(|asked| asked == metric).map(Of::Other),
        }
    }

    /// A line in the order in which k6 writes it:
    /// `{"metric":"…","type":"Point","data":{"time":"…","value":…,"tags":{…}}}`.
    fn usual<'l>(&self, line: &'l str) -> Found<'l> {
        let Some(rest) = line.strip_prefix("{\"metric\":\"").filter(|_| line.ends_with("}}")) else {
            return Found::Unusual;
        };
        let Some((metric, rest)) = cut(rest, b'"') else { return Found::Unusual };
        let Some(rest) = rest.strip_prefix(",\"type\":\"Point\",\"data\":{\"time\":\"") else { return Found::Unusual };
        let Some(of) = self.of(metric) else {
            // A name with an escape could be one that matters.
            return if memchr(b'\\', metric.as_bytes()).is_some() { Found::Unusual } else { Found::Other };
        };
        if memchr(b'\\', rest.as_bytes()).is_some() {
            return Found::Unusual;
        }
        let point = || {
            let (time, rest) = cut(rest, b'"')?;
            let (value, rest) = cut(rest.strip_prefix(",\"value\":")?, b',')?;
            let tags = rest.strip_prefix("\"tags\":{")?.strip_suffix("}}}")?;
            Some(Point { of, value, time, tags: Tags::Text(tags) })
        };
        point().map_or(Found::Unusual, Found::Point)
    }

    /// A line in any order, as strict JSON; none when it is no point that matters. An error has no bytes of
    /// its own: the whole line is wrong.
    fn strict<'l>(&self, line: &'l str) -> Result<Option<Point<'l>>, (Range<usize>, Wrong)> {
        let parsed: Line<'_> = serde_json::from_str(line).map_err(|_| (0..0, Wrong::Record))?;
        let of = match (parsed.kind, self.of(parsed.metric)) {
            ("Point", Some(of)) => of,
            ("Metric" | "Point", _) => return Ok(None),
            _ => return Err((0..0, Wrong::Record)),
        };
        let data: Data<'_> = serde_json::from_str(parsed.data.get()).map_err(|_| (0..0, Wrong::Record))?;
        let tags = Tags::Read(data.tags.unwrap_or_default());
        Ok(Some(Point { of, value: data.value.get(), time: data.time, tags }))
    }

    /// Adds the row of a point, or says what is wrong with its value.
    fn take(&self, block: &str, point: &Point<'_>, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let range = Span::of(point.value, block).range();
        let ticks = ticks(point.value, 6).ok_or_else(|| (range.clone(), Wrong::Number))?;
        let values = self.tags.iter().map(|tag| point.tag(tag).unwrap_or(NONE));
        if let Of::Other(measure) = point.of {
            asked::check(&self.plan.others[measure], ticks).map_err(|wrong| (range.clone(), wrong))?;
            batch.push_other(values, OtherRow { measure, at: range.start as u32, ticks });
            return Ok(());
        }
        let is_latency = point.of == Of::Latency;
        let answered = point.tag(&self.status).is_none_or(|status| status != "0");
        let row = Row {
            at: range.start as u32,
            ticks: is_latency.then_some(ticks),
            time: rfc3339(point.time),
            failed: !is_latency && ticks > 0,
            answered,
        };
        batch.push(values, row);
        Ok(())
    }
}

impl Point<'_> {
    fn tag(&self, lead: &Lead) -> Option<&str> {
        match &self.tags {
            Tags::Read(tags) => tags.get(&lead.name).map(String::as_str),
            Tags::Text(text) => {
                let start = lead.finder.find(text.as_bytes())? + lead.finder.needle().len();
                let end = memchr(b'"', &text.as_bytes()[start..])?;
                text.get(start..start + end)
            }
        }
    }
}

fn cut(text: &str, at: u8) -> Option<(&str, &str)> {
    let end = memchr(at, text.as_bytes())?;
    Some((&text[..end], &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(text: &str, by: &[&str]) -> Batch {
        let by: Vec<String> = by.iter().map(|name| (*name).to_owned()).collect();
        let layout = Json.layout(text, &by).expect("any tag divides");
        let mut batch = Batch::default();
        layout.read(text, true, &mut batch);
        batch
    }

    /// A point as k6 2.2 writes it, and the same in another order with an escape.
    const USUAL: &str = r#"{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-30T07:46:56Z","value":1.5,"tags":{"name":"a","status":"200"}}}"#;
    const OTHER: &str = r#"{"type":"Point","data":{"tags":{"status":"200","name":"\u0061"},"value": 1.5, "time":"2026-11-30T07:46:56Z"},"metric":"http_req_duration"}"#;

    #[test]
    fn any_order_reads_the_same() {
        for line in [USUAL, OTHER] {
            let text = format!("{line}\n");
            let batch = batch(&text, &["name", "group"]);
            let (key, rows) = batch.runs().next().expect("a point was read");
            let row = rows[0];
            assert_eq!((row.ticks, row.time), (Some(1_500_000), Some(1_796_024_816_000_000_000)), "{line}");
            assert_eq!(&text[row.at as usize..][..3], "1.5");
            assert_eq!((key, batch.runs().count()), ("a\u{1f}none", 1));
            assert!(row.answered && !row.failed && batch.problems.is_empty());
        }
    }

    #[test]
    fn what_is_no_point_is_told() {
        let cut = format!("{USUAL}\n{}", &USUAL[..100]);
        assert_eq!(batch(&cut, &[]).problems, [(USUAL.len() + 1..cut.len(), Wrong::CutOff)]);
        for wrong in ["-1", "\"1\"", "true", "null"] {
            let text = format!("{}\n", USUAL.replace("1.5", wrong));
            let at = text.find("value\":").expect("it is there") + 7;
            assert_eq!(batch(&text, &[]).problems, [(at..at + wrong.len(), Wrong::Number)], "{wrong}");
        }
        let half = format!("{}\n{USUAL}\n", &USUAL[..50]);
        assert_eq!(batch(&half, &[]).problems, [(0..50, Wrong::Record)]);
    }

    #[test]
    fn other_metrics_are_passed_over() {
        let text = format!("{}\n", USUAL.replace("duration", "waiting"));
        let batch = batch(&text, &[]);
        assert!(batch.runs().next().is_none() && batch.problems.is_empty() && batch.records == 1);
    }
}
