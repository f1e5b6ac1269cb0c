//! pgbench's log of transactions (`-l`): a line each, in microseconds, without a header. A file of bare
//! numbers says nothing of what it is, so it is read only where `format = "pgbench-log"` asks for it.
//!
//! `failed` and `skipped` stand in place of a time; what was skipped is no transaction. When a transaction ended
//! stands in seconds and microseconds.

use crate::formats::Problem;
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Layout, Named, Stream};
use crate::model::LoadModel;

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

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        SHEET.layout(by)
    }
}
