//! oha's CSV (`--output-format csv`): a row a response, in seconds and in no order; a request without a
//! response has none, so how many failed is not known.

use crate::formats::Problem;
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Layout, Named, Stream, first_line};
use crate::model::LoadModel;

/// The format of `oha --output-format csv`.
pub struct Csv;

const HEADER: &str = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status";

const SHEET: Sheet = Sheet {
    tool: "oha",
    load: LoadModel::Unknown,
    counted: "requests",
    delimiter: b',',
    header: true,
    columns: &["request-start", "DNS", "DNS+dialup", "Response-delay", "request-duration", "bytes", "status"],
    value: 4,
    unit: "s",
    time: Some((0, "s", true)),
    more_time: None,
    coarse: false,
    failed: None,
    blank: &[],
};

impl Named for Csv {
    const NAME: &'static str = "oha-csv";
    const TITLE: &'static str = "oha CSV";
}

impl Stream for Csv {
    fn begins(&self, head: &str) -> bool {
        first_line(head) == Some(HEADER)
    }

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        SHEET.layout(by)
    }
}
