//! JMeter's result logs (`.jtl`), in CSV with a header or in XML.
//!
//! They are streams: a row or an element for each request. They are recognised, and no number of
//! them is read here.

use super::{Content, Reader, Reading};

/// The reader of a `.jtl` file, of which no number is read.
pub struct Jtl;

impl Reader for Jtl {
    fn name(&self) -> &'static str {
        "jmeter-jtl"
    }

    fn title(&self) -> &'static str {
        "JMeter result log"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        if content.json.is_some() {
            return false;
        }
        let mut lines = content.text.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(first) = lines.next() else { return false };
        let columns = |delimiter| first.split(delimiter).collect::<Vec<_>>();
        let is_header =
            |delimiter| ["timeStamp", "elapsed", "label"].iter().all(|name| columns(delimiter).contains(name));
        let is_document = |line: &str| line.starts_with("<testResults");
        is_header(',')
            || is_header(';')
            || is_document(first)
            || (first.starts_with("<?xml") && lines.next().is_some_and(is_document))
    }

    fn read(&self, _: &Content<'_>) -> Reading {
        Reading { tool: "JMeter".to_owned(), ..Reading::default() }
    }
}
