//! hey's CSV (`-o csv`): a row a response, in seconds; a request without a response has none, so how many
//! failed is not known. `offset` is when a request was sent, counted from the start.

use crate::formats::Problem;
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Layout, Named, Stream, first_line};
use crate::model::LoadModel;

/// The format of `hey -o csv`.
pub struct Csv;

const HEADER: &str = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset";

const SHEET: Sheet = Sheet {
    tool: "hey",
    load: LoadModel::Closed,
    counted: "requests",
    delimiter: b',',
    header: true,
    columns: &[
        "response-time",
        "DNS+dialup",
        "DNS",
        "Request-write",
        "Response-delay",
        "Response-read",
        "status-code",
        "offset",
    ],
    value: 0,
    unit: "s",
    time: Some((7, "s", true)),
    more_time: None,
    coarse: false,
    failed: None,
    blank: &[],
};

impl Named for Csv {
    const NAME: &'static str = "hey-csv";
    const TITLE: &'static str = "hey CSV";
}

impl Stream for Csv {
    fn begins(&self, head: &str) -> bool {
        first_line(head) == Some(HEADER)
    }

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        SHEET.layout(by)
    }
}
