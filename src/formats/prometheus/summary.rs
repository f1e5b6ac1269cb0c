//! Summaries of a scrape: the quantiles that a process keeps of the last minutes, and the sum and the count since it
//! started. A quantile of nothing is `NaN`.

use std::sync::Arc;

use super::composite::Composite;
use super::labels::ByLabels;
use super::query::{QUANTILE, measure};
use super::scrape::Scrape;
use super::{EMPTY, count_of, sum_of};
use crate::formats::json::collector::Measure;
use crate::formats::transcript::{Transcript, printed};
use crate::model::{Dimensions, Run};

/// What is told of a set of labels.
#[derive(Default)]
struct Summary<'a> {
    quantiles: Vec<(Measure, &'a str)>,
    sum: Option<&'a str>,
    count: Option<&'a str>,
}

/// The summaries of a metric, in the order of the file.
pub(super) fn read(name: &str, scrape: &Scrape<'_>, transcript: &mut Transcript<'_>) -> Vec<Run> {
    let mut summaries: ByLabels<Summary<'_>> = ByLabels::default();
    for (end, sample) in scrape.samples(name, &["", "_sum", "_count"], transcript) {
        let mut labels = sample.dimensions(&[]);
        let own = measure(Some(name), &labels);
        let quantile = labels.remove(QUANTILE);
        let summary = summaries.of(labels);
        match (end, Composite::parse(sample.value)) {
            ("_sum", _) => summary.sum = Some(sample.value),
            ("_count", _) => summary.count = Some(sample.value),
            (_, Some(value)) => summary.add_composite(name, value),
            (_, None) if quantile.is_some() => summary.quantiles.push((own, sample.value)),
            _ => transcript.wrong(sample.value, "a summary has the label `quantile` here"),
        }
    }
    let read = |(labels, summary): (Dimensions, Summary<'_>)| {
        summary.read(name, transcript);
        transcript.run.dimensions = labels;
        transcript.end_run()
    };
    summaries.into_all().into_iter().map(read).collect()
}

impl<'a> Summary<'a> {
    fn add_composite(&mut self, name: &str, value: Composite<'a>) {
        self.sum = value.field("sum");
        self.count = value.field("count");
        let of =
            |quantile: &str| measure(Some(name), &[(Arc::from(QUANTILE), Arc::from(quantile))].into_iter().collect());
        self.quantiles.extend(value.quantiles().map(|(quantile, value)| (of(quantile), value)));
    }

    fn read(&self, name: &str, transcript: &mut Transcript<'_>) {
        for (measure, text) in &self.quantiles {
            transcript.take(text, measure);
        }
        match (self.count, self.sum.or(self.quantiles.last().map(|(_, text)| *text))) {
            (Some(text), _) => transcript.take(text, &count_of(name)),
            // A sum of 0 may be that of nothing.
            (None, Some(last)) => transcript.cut_off(last, "the summary ends before its `_count`"),
            (None, None) => {}
        }
        let is_empty = self.count.and_then(printed).is_some_and(|count| count.value == 0.0);
        match self.sum {
            Some(_) if is_empty => transcript.absent(&sum_of(name), EMPTY),
            Some(text) => transcript.take(text, &sum_of(name)),
            None => {}
        }
    }
}
