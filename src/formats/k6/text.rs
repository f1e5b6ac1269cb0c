//! The reader of the summary that k6 prints at the end of a test, alone or in a console log.
//!
//! Up to 0.5x it is one list in the order of the alphabet; since 1.0 it has a block of thresholds
//! and a block of total results, and with `--summary-mode full` blocks for scenarios and groups
//! that repeat the same names, which are passed over. The old list marks a threshold's metric
//! without saying what the threshold is; such thresholds are not read.
//!
//! Units change from cell to cell. Shares are cut, not rounded, to two decimals.

mod block;
mod cells;
mod row;
mod verdict;

use super::names;
use crate::formats::transcript::{self, Transcript};
use crate::formats::{Content, Reader, Reading};
use crate::model::LoadModel;
use row::Row;

/// The reader of the text that `k6 run` prints.
pub struct EndOfTest;

/// Metrics of which at least one is in every summary.
const ALWAYS: [&str; 3] = ["iteration_duration", "iterations", "http_reqs"];

impl Reader for EndOfTest {
    fn name(&self) -> &'static str {
        "k6-text"
    }

    fn title(&self) -> &'static str {
        "k6 end-of-test text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let mentions = ALWAYS.iter().any(|name| content.text.contains(&format!("{name}..")));
        mentions && content.document().is_none() && {
            let shown = transcript::shown(content.text);
            shown.lines().filter_map(Row::parse).any(|row| ALWAYS.contains(&row.base))
        }
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let lines: Vec<&str> = shown.split('\n').collect();
        let load = load(&lines);
        let mut runs = Vec::new();
        for block in block::find(&lines) {
            block.read(&mut transcript);
            transcript.run.load = Some(load);
            runs.push(transcript.end_run());
        }
        transcript.finish("k6", runs)
    }
}

/// The load model, from the scenarios that a console log lists: `* warm: 2 looping VUs for 2s (…)`.
fn load(lines: &[&str]) -> LoadModel {
    let header = lines.iter().position(|line| line.trim_start().starts_with("scenarios: ("));
    let listed = header.map_or(&lines[..0], |at| &lines[at + 1..]);
    let scenarios = listed.iter().map_while(|line| line.trim_start().strip_prefix("* "));
    let mut loads = scenarios.map(|scenario| match scenario {
        _ if scenario.contains(" iterations/s for ") => LoadModel::Open,
        _ if scenario.contains(" looping VUs for ") => LoadModel::Closed,
        _ if scenario.contains(" iterations shared among ") => LoadModel::Closed,
        _ if scenario.contains(" iterations for each of ") => LoadModel::Closed,
        _ => LoadModel::Unknown,
    });
    let first = loads.next().unwrap_or(LoadModel::Unknown);
    if loads.all(|load| load == first) { first } else { LoadModel::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_model_is_that_of_all_scenarios() {
        let open = "* a: 40.00 iterations/s for 3s (maxVUs: 4-8)";
        let closed = "  * b: Up to 10 looping VUs for 1m40s over 4 stages";
        let of = |scenarios: &[&str]| load(&[&["  scenarios: (100.00%) 2 scenarios"], scenarios, &["", open]].concat());
        assert_eq!((of(&[open]), of(&[closed, closed])), (LoadModel::Open, LoadModel::Closed));
        assert_eq!((of(&[open, closed]), of(&[])), (LoadModel::Unknown, LoadModel::Unknown));
        assert_eq!(load(&[open]), LoadModel::Unknown);
    }
}
