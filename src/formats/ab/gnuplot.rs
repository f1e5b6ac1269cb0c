//! What `ab -g` writes: a row a request with its times in milliseconds, in the order of how long they took, and the
//! second in which each began. Whether a request failed is not told.

use crate::formats::Problem;
use crate::formats::stream::sheet::Sheet;
use crate::formats::stream::{Layout, Named, Stream, first_line};
use crate::model::LoadModel;

/// The format of `ab -g`.
pub struct Gnuplot;

const HEADER: &str = "starttime\tseconds\tctime\tdtime\tttime\twait";

const SHEET: Sheet = Sheet {
    tool: "ab",
    load: LoadModel::Closed,
    counted: "requests",
    delimiter: b'\t',
    header: true,
    columns: &["starttime", "seconds", "ctime", "dtime", "ttime", "wait"],
    value: 4,
    unit: "ms",
    time: Some((1, "s", true)),
    more_time: None,
    coarse: true,
    failed: None,
    blank: &[],
};

impl Named for Gnuplot {
    const NAME: &'static str = "ab-gnuplot";
    const TITLE: &'static str = "ApacheBench requests (gnuplot)";
}

impl Stream for Gnuplot {
    fn begins(&self, head: &str) -> bool {
        first_line(head) == Some(HEADER)
    }

    fn layout(&self, _: &str, by: &[String]) -> Result<Box<dyn Layout>, Problem> {
        SHEET.layout(by)
    }
}
