//! vegeta's percentiles for plotting: latency in milliseconds by share of the requests.

use crate::formats::scribe::draft::{Draft, Item};
use crate::formats::scribe::{Begins, Output, Printer};
use crate::model::{LoadModel, Percentile, Statistic};

/// The reader of what `vegeta report -type=hdrplot` prints.
pub struct VegetaPlot;

impl Printer for VegetaPlot {
    const NAME: &'static str = "vegeta-hdrplot";
    const TITLE: &'static str = "vegeta percentiles (hdrplot)";
    const TOOL: &'static str = "vegeta";
    const LOAD: LoadModel = LoadModel::Open;
    const HINTS: &'static [&'static str] = &["Value(ms)"];
    const BEGINS: &'static [Begins] =
        &[|lines| lines[0].split_whitespace().eq(["Value(ms)", "Percentile", "TotalCount", "1/(1-Percentile)"])];
    const END: &'static str = "its last row, of percentile 1";
    type Output<'a> = Rows<'a>;
}

/// What vegeta printed of one run.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    draft: Draft<'a>,
}

impl<'a> Output<'a> for Rows<'a> {
    /// Takes `17.412859  0.825000  248  5.714286`. The first row is the smallest latency, the last the largest.
    fn take(&mut self, line: &'a str) -> bool {
        let [value, share, count, _] = line.split_whitespace().collect::<Vec<_>>()[..] else { return false };
        if value == "Value(ms)" {
            return true;
        }
        let Some(percentile) = share.parse().ok().and_then(|share: f64| Percentile::new(share * 100.0)) else {
            return false;
        };
        let statistic = match percentile.percent() {
            p if p <= 0.0 => Statistic::Min,
            p if p >= 100.0 => Statistic::Max,
            _ => Statistic::Percentile(percentile),
        };
        self.draft.push(Item::new(value, "latency", statistic, "ms"));
        self.draft.spectrum.push((percentile, value));
        if statistic == Statistic::Max {
            self.draft.count(count, "requests");
            self.draft.last_line = line.trim();
        }
        true
    }

    fn draft(self) -> Option<Draft<'a>> {
        (!self.draft.last_line.is_empty()).then_some(self.draft)
    }
}
