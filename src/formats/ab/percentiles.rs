//! The table of percentiles that `ab -e` writes: latency in milliseconds, a row a percent.

use std::sync::Arc;

use crate::diagnostic::Code;
use crate::formats::scribe::BELOW;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::{LoadModel, Locator, Observation, Percentile, Run, SpectrumPoint, Statistic};
use crate::source::Span;
use crate::units::{Quantity, Unit};

/// The reader of what `ab -e` writes.
pub struct AbPercentiles;

const HEADER: &str = "Percentage served,Time in ms";

impl Reader for AbPercentiles {
    fn name(&self) -> &'static str {
        "ab-percentiles"
    }

    fn title(&self) -> &'static str {
        "ApacheBench percentiles (CSV)"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.lines().next().is_some_and(|line| line.trim_end() == HEADER)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut reading = Reading { tool: "ab".to_owned(), ..Reading::default() };
        let mut run = Run { load: Some(LoadModel::Closed), ..Run::default() };
        for (row, line) in (1..).zip(content.text.lines()).skip(1).filter(|(_, line)| !line.trim().is_empty()) {
            if !take(row, line.trim_end(), content.text, &mut run) {
                let message = format!("`{line}` is no percent and its time in milliseconds");
                reading.problems.push(Problem::new(Code::Malformed, Span::of(line, content.text), message));
            }
        }
        if run.observations.is_empty() {
            let message = "the table of percentiles has no rows";
            let head = content.text.split('\n').next().unwrap_or(content.text);
            reading.problems.push(Problem::new(Code::Truncated, Span::of(head, content.text), message));
        } else {
            reading.runs.push(run);
        }
        reading
    }
}

/// Takes a row such as `99,17.683`. Percent 0 is the shortest request and 100 the longest.
fn take(row: u32, line: &str, whole: &str, run: &mut Run) -> bool {
    let Some((percent, text)) = line.split_once(',') else { return false };
    let Some(percentile) = Percentile::parse(percent) else { return false };
    let Some(value) = text.parse().ok().filter(|time: &f64| time.is_finite() && *time >= 0.0) else { return false };
    let statistic = match percent {
        "0" => Statistic::Min,
        "100" => Statistic::Max,
        _ => Statistic::Percentile(percentile),
    };
    let (span, locator, unit) = (Span::of(text, whole), Locator::Cell(row, 2), Unit::named("ms"));
    let described = (value == 0.0).then(|| Arc::from(BELOW));
    let plain = Observation::measured(&"latency".into(), statistic, value, unit, span, locator.clone());
    run.observations.push(plain.with(|of| of.described = described));
    run.spectrum.push(SpectrumPoint { percentile, quantity: Quantity { value, unit }, span, locator });
    true
}
