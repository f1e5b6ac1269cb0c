//! pgbench's log of transactions (`-l`): a line each, in microseconds, without a header. A file of bare
//! numbers says nothing of what it is, so it is read only where `format = "pgbench-log"` asks for it.
//!
//! `failed` and `skipped` stand in place of a time; what was skipped is no transaction. When a transaction ended
//! stands in seconds and microseconds.

use crate::diagnostic::Code;
use crate::formats::Problem;
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Layout, Named, Stream};
use crate::model::LoadModel;
use crate::source::Span;

/// No pgbench has so many clients; as seconds since 1970 it is a day of 1973.
const MOST_CLIENTS: u64 = 100_000_000;

/// Why a transaction failed, in a log of `--failures-detailed`.
const CAUSES: [&str; 2] = ["serialization", "deadlock"];

/// The format of `pgbench -l`.
pub struct Log;

const SHEET: Sheet = Sheet {
    tool: "pgbench",
    load: LoadModel::Unknown,
    counted: "transactions",
    delimiter: b' ',
    header: false,
    columns: &["client", "transaction", "time", "script", "epoch_s", "epoch_us"],
    value: 2,
    unit: "µs",
    time: Some((4, "s", false)),
    more_time: Some((5, "µs")),
    coarse: false,
    failed: Some((2, "failed")),
    blank: &["failed", "skipped"],
};

impl Named for Log {
    const NAME: &'static str = "pgbench-log";
    const TITLE: &'static str = "pgbench transaction log";
}

impl Stream for Log {
    fn begins(&self, _: &str) -> bool {
        false
    }

    fn layout(&self, head: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        aggregated(head).or_else(|| detailed(head)).map_or_else(|| SHEET.layout(by), Err)
    }
}

/// What is wrong with a log of `--aggregate-interval`: a line of it has as many numbers as a transaction, and begins
/// with the seconds since 1970, where the log of transactions has the number of a client.
fn aggregated(head: &str) -> Option<Problem> {
    let line = head.lines().find(|line| !line.trim().is_empty())?;
    let first = line.split(' ').next()?.parse::<u64>().ok()?;
    let message = "this log was written with `--aggregate-interval`: it has sums over intervals, and no transactions";
    let problem = Problem::new(Code::UnknownFormat, Span::of(line, head), message);
    let help =
        "log without `--aggregate-interval`, or read what pgbench prints in the end, with `format = \"pgbench\"`";
    (first > MOST_CLIENTS).then(|| problem.help(help))
}

/// What is wrong with a log of `--failures-detailed`, as far as its beginning tells: why a transaction failed stands in
/// place of `failed`, so that no one text tells which failed.
fn detailed(head: &str) -> Option<Problem> {
    let cause = head.lines().find_map(|line| line.split(' ').nth(2).filter(|text| CAUSES.contains(text)))?;
    let message = format!("this log was written with `--failures-detailed`: `{cause}` stands in place of `failed`");
    let problem = Problem::new(Code::UnknownFormat, Span::of(cause, head), message);
    Some(problem.help("log without `--failures-detailed`; what pgbench prints in the end has the failures by cause"))
}
