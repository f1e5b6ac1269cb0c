//! Gatling's `simulation.log` as long as it was text, up to 3.12: a line an event, its fields between tabs.
//!
//! A `REQUEST` says when it started and when it ended, in whole milliseconds since 1970: its response time is the
//! difference. Gatling changes tabs and line ends in messages to spaces, and quotes nothing. Which fields there are
//! is told by the line `RUN`, before which there are only `ASSERTION`s:
//!
//! ```text
//! 2.2, 2.3     REQUEST scenario user groups name start end OK|KO message …    RUN class id id start description 2.0
//! 3.0 to 3.3   REQUEST user groups name start end OK|KO message               RUN class id start description 3.3.1
//! 3.4 to 3.12  REQUEST groups name start end OK|KO message                    RUN class id start description 3.9.5
//! ```
//!
//! `USER` and `ERROR` tell of no request. A `GROUP` sums its requests, each of which has a line of its own, so it is none
//! of them. Those of a closed and of an open model look the same. A `REQUEST` whose end is the smallest number of 64 bits
//! is an event that answers none, and no measurement.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::Code;
use crate::formats::Problem;
use crate::formats::stream::fields::{digits, written};
use crate::formats::stream::places::HEAD;
use crate::formats::stream::records::{Ends, records};
use crate::formats::stream::table::Cut;
use crate::formats::stream::{Batch, Failed, Field, Layout, NONE, Named, Plan, Row, Stream, Wrong, no_field};
use crate::model::{Fact, LoadModel, Timing};
use crate::source::Span;
use crate::units::Unit;

/// The format of `simulation.log`.
pub struct Simulation;

const REQUEST: &str = "REQUEST";

/// The lines that tell of no request.
const OTHERS: [&str; 4] = ["USER", "GROUP", "ERROR", "ASSERTION"];

/// The field that is empty outside of groups.
const GROUPS: &str = "groups";

/// What stands in place of the end of an event that answers no request, such as a message that a server sends over a
/// WebSocket of itself: the smallest number of 64 bits. Gatling from 3.0 on counts it nowhere in its own report.
const NO_END: &str = "-9223372036854775808";

/// Nanoseconds of a millisecond.
const MILLISECOND: u64 = 1_000_000;

/// Which fields a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Of 2.2 and 2.3.
    Second,
    /// Of 3.0 to 3.3.
    Third,
    /// Of 3.4 to 3.12.
    Last,
}

/// The line by which a log is known.
struct Header<'t> {
    /// Its fields.
    fields: Vec<&'t str>,
    /// How many lines are before it.
    before: usize,
}

impl Named for Simulation {
    const NAME: &'static str = "gatling-simulation";
    const TITLE: &'static str = "Gatling simulation log";
}

impl Stream for Simulation {
    fn begins(&self, head: &str) -> bool {
        Header::of(head).is_some()
    }

    fn divides(&self, _head: &str) -> Vec<String> {
        [GROUPS, "request"].map(str::to_owned).into()
    }

    /// The first group may come after any number of requests.
    fn divides_sometimes(&self) -> Option<&'static str> {
        Some(GROUPS)
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        let header =
            Header::of(head).ok_or_else(|| refused(Span::new(0, 0), "no line `RUN` tells which Gatling wrote it"))?;
        let form = header.form(head)?;
        let place = |name: &String| form.place(name).ok_or_else(|| no_field(name, form.names()));
        let places: Vec<usize> = by.iter().map(place).collect::<Result<_, _>>()?;
        let [start, end, status] =
            ["start", "end", "status"].map(|name| form.place(name).expect("every form has its times and its status"));
        let field = |place: usize| Field::Tab(place as u32 + 1);
        let plan = Plan {
            tool: format!("Gatling {}", header.version()).into(),
            load: LoadModel::Unknown,
            counted: "requests",
            unit: Unit::named("ms"),
            scale: MILLISECOND,
            value: Field::Difference([end, start].map(|place| place as u32 + 1)),
            time: Some(Timing::new(field(start).text(), "ms", true)),
            by: by.iter().cloned().zip(places.iter().copied().map(field)).collect(),
            filter: vec![(field(0).text(), REQUEST.to_owned())],
            without: None,
            failed: Some(Failed::Where(field(status).text(), "KO".to_owned())),
            ends: Ends::Line,
            others: Vec::new(),
            facts: header.facts(head),
        };
        let is_new = form != Form::Second;
        let most = is_new.then_some(status + 2);
        Ok(Box::new(Lines { plan, start, end, status, most, has_events: is_new, by: places }))
    }
}

impl<'t> Header<'t> {
    /// The line `RUN` of a log, of which 2.0 and 2.1 write the name of the simulation before that word.
    fn of(head: &'t str) -> Option<Self> {
        let (before, line) = head.lines().enumerate().find(|(_, line)| !line.starts_with("ASSERTION\t"))?;
        let fields: Vec<&str> = line.split('\t').collect();
        let start = match fields[..] {
            ["RUN", _, _, start, _, _] | ["RUN", _, _, _, start, _, _] | [_, _, "RUN", start, _, _] => start,
            _ => return None,
        };
        digits(start.as_bytes()).map(|_| Self { fields, before })
    }

    /// The version of Gatling, as far as the line tells: all of 2 call themselves 2.0.
    fn version(&self) -> &'t str {
        self.fields.last().copied().unwrap_or_default()
    }

    /// Which fields requests have, as this line tells with certainty.
    fn form(&self, head: &str) -> Result<Form, Problem> {
        let version = self.version();
        let mut numbers = version.split(['.', '-']).map(|part| part.parse::<u32>().ok());
        let number = numbers.next().flatten().zip(numbers.next().flatten());
        match (&self.fields[..], number) {
            (["RUN", _, _, _, _, _, _], Some((2, _))) => Ok(Form::Second),
            (["RUN", _, _, _, _, _], Some((3, 0..=3))) => Ok(Form::Third),
            (["RUN", _, _, _, _, _], Some((3, 4..=12))) => Ok(Form::Last),
            ([_, _, "RUN", ..], _) => {
                let what = "a log of Gatling before 2.2 has four times of a request, and does not say which make its response time";
                Err(refused(Span::of(self.fields[2], head), what))
            }
            _ => {
                let what =
                    format!("which fields a request has in a log of Gatling `{version}` with this line is not known");
                Err(refused(Span::of(version, head), &what))
            }
        }
    }

    /// What the line says of the run.
    fn facts(&self, head: &str) -> Vec<Fact> {
        // A place is told of where the line is kept when the file is not.
        let [_, class, .., start, description, version] = self.fields[..] else { return Vec::new() };
        let tool: Arc<str> = format!("Gatling {version}").into();
        let nanos = digits(start.as_bytes()).and_then(|start| i64::try_from(start.checked_mul(MILLISECOND)?).ok());
        let started = nanos.map_or_else(|| start.into(), |nanos| written(nanos, "").into());
        let told: [(&str, &str, Arc<str>); 4] = [
            ("tool", version, tool),
            ("simulation", class, class.into()),
            ("description", description, description.trim().into()),
            ("started", start, started),
        ];
        let told = told.into_iter().filter(|(.., value)| self.before < HEAD && !value.is_empty());
        told.map(|(name, text, value)| Fact { name, value, span: Span::of(text, head) }).collect()
    }
}

/// A log whose fields are not known.
fn refused(span: Span, what: &str) -> Problem {
    let help = "Benchbook reads the logs of Gatling 2.2 to 2.3 and of 3.0 to 3.12; leave this one out with `leave_out`, and \
                take `js/stats.json` of its report";
    Problem::new(Code::NoMapping, span, what).help(help)
}

impl Form {
    /// The names of the fields by which requests can be divided.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Second => &["scenario", "user", "groups", "request", "status"],
            Self::Third => &["user", "groups", "request", "status"],
            Self::Last => &["groups", "request", "status"],
        }
    }

    /// The place of a field, counted from 0.
    fn place(self, name: &str) -> Option<usize> {
        const ALL: [&str; 7] = ["scenario", "user", "groups", "request", "start", "end", "status"];
        // The kind stands before all; fields that a form lacks are the first ones.
        let lacking = match self {
            Self::Second => 0,
            Self::Third => 1,
            Self::Last => 2,
        };
        let place = ALL.iter().position(|own| *own == name)?;
        (place + 1).checked_sub(lacking).filter(|place| *place > 0)
    }
}

/// How the lines are read.
struct Lines {
    plan: Plan,
    start: usize,
    end: usize,
    status: usize,
    /// A request has at most so many fields, where nothing follows the message.
    most: Option<usize>,
    /// Whether there may be events that answer no request.
    has_events: bool,
    by: Vec<usize>,
}

impl Layout for Lines {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, is_first: bool, batch: &mut Batch) {
        let mut is_begun = !is_first;
        let mut last = 0..0;
        for (start, line) in records(block, false) {
            batch.begin_line(start);
            last = start..start + line.len();
            let read = match line.split_once('\t').map_or(line, |(kind, _)| kind) {
                REQUEST => self.request(start, line, batch),
                "RUN" if is_begun => Err((0..line.len(), Wrong::Another)),
                "RUN" => {
                    is_begun = true;
                    Ok(())
                }
                kind if kind.is_empty() && line.is_empty() || OTHERS.contains(&kind) => Ok(()),
                _ => Err((0..line.len(), Wrong::Record)),
            };
            if let Err((range, wrong)) = read {
                batch.problems.push((start + range.start..start + range.end, wrong));
            }
        }
        batch.lines = batch.records - u64::from(!block.ends_with('\n'));
        if !block.ends_with('\n') {
            batch.problems.retain(|(range, _)| range.start < last.start);
            batch.problems.push((last, Wrong::CutOff));
        }
    }
}

impl Lines {
    /// Reads a request, or says what is wrong and where in its line.
    fn request(&self, start: usize, line: &str, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let row = Cut::plain(line, b'\t');
        // The message and what follows it may be missing where an editor took off what is empty.
        if row.count <= self.status || self.most.is_some_and(|most| row.count > most) {
            let wrong = if row.count <= self.status { Wrong::Record } else { Wrong::Shifted };
            return Err((0..line.len(), wrong));
        }
        if self.has_events && row.raw(self.end) == NO_END {
            return Ok(());
        }
        let number = |field: usize| digits(row.raw(field).as_bytes()).ok_or_else(|| (row.range(field), Wrong::Number));
        let [from, to] = [number(self.start)?, number(self.end)?];
        let both = || row.range(self.start).start..row.range(self.end).end;
        let took = to.checked_sub(from).ok_or_else(|| (both(), Wrong::Backwards))?;
        let ticks = took.checked_mul(MILLISECOND).ok_or_else(|| (both(), Wrong::Number))?;
        let failed = match row.raw(self.status) {
            "OK" => false,
            "KO" => true,
            _ => return Err((row.range(self.status), Wrong::Status)),
        };
        let message = || if row.count > self.status + 1 { row.raw(self.status + 1) } else { "" };
        let read = Row {
            at: (start + both().start) as u32,
            ticks: Some(ticks),
            time: from.checked_mul(MILLISECOND).and_then(|time| i64::try_from(time).ok()),
            failed,
            answered: !(failed && is_exception(message())),
        };
        let values =
            self.by.iter().map(|field| Some(row.raw(*field)).filter(|value| !value.is_empty()).unwrap_or(NONE));
        batch.push(values, read);
        Ok(())
    }
}

/// Whether a message tells of a Java exception: there was no response that could have been checked.
fn is_exception(message: &str) -> bool {
    let class = message.split([':', ' ']).next().unwrap_or_default();
    class.contains('.') && class.ends_with("Exception")
}
