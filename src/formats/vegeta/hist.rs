//! vegeta's histogram: a row a bucket of latency, such as `[10ms,  20ms]  97  32.33%  ####`.

use crate::formats::scribe::draft::Draft;
use crate::formats::scribe::{Begins, Output, Printer, quantity, suffix};
use crate::model::LoadModel;

/// The reader of what `vegeta report -type=hist` prints.
pub struct VegetaHist;

impl Printer for VegetaHist {
    const NAME: &'static str = "vegeta-hist";
    const TITLE: &'static str = "vegeta histogram";
    const TOOL: &'static str = "vegeta";
    const LOAD: LoadModel = LoadModel::Open;
    const HINTS: &'static [&'static str] = &["Bucket "];
    const BEGINS: &'static [Begins] = &[|lines| lines[0].split_whitespace().eq(["Bucket", "#", "%", "Histogram"])];
    const END: &'static str = "its last bucket, up to `+Inf`";
    type Output<'a> = Buckets<'a>;
}

/// What vegeta printed of one run.
#[derive(Debug, Default)]
pub struct Buckets<'a> {
    draft: Draft<'a>,
}

impl<'a> Output<'a> for Buckets<'a> {
    /// Each bucket is a count `requests{10ms to 20ms}`. The last has no upper bound, and so is no
    /// part of the histogram that charts are drawn from.
    fn take(&mut self, line: &'a str) -> bool {
        let Some((bounds, rest)) = line.trim().strip_prefix('[').and_then(|row| row.split_once(']')) else {
            return line.trim_start().starts_with("Bucket");
        };
        let (Some((from, to)), Some(count)) = (bounds.split_once(','), rest.split_whitespace().next()) else {
            return false;
        };
        let to = to.trim();
        self.draft.count(count, &format!("requests{{{from} to {to}}}"));
        match quantity(to, suffix::time) {
            Some(bound) => self.draft.histogram.push((bound, count)),
            None if to == "+Inf" => self.draft.last_line = line.trim(),
            None => self.draft.wrong.push(line),
        }
        true
    }

    fn draft(self) -> Option<Draft<'a>> {
        (!self.draft.last_line.is_empty()).then_some(self.draft)
    }
}
