//! The tables that hyperfine exports as Markdown, AsciiDoc and Org mode: one unit for all rows, in the head.
//!
//! The column `Relative` follows from the means, and is not read.

use super::text::HyperfineText;
use super::{ONE_RUN, floor_of};
use crate::formats::benchmarks::{Part, benchmark, cut_off, gather, number_rounds, time};
use crate::formats::grid::{BROKEN, Grid, grids, name_and_unit};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::transcript;
use crate::formats::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of `--export-markdown`, `--export-asciidoc` and `--export-orgmode`.
pub struct HyperfineMarkup;

/// The smallest and the largest time in one cell, as the first versions wrote them.
const BOTH: &str = "Min…Max";

impl Reader for HyperfineMarkup {
    fn name(&self) -> &'static str {
        "hyperfine-markdown"
    }

    fn title(&self) -> &'static str {
        "hyperfine Markdown, AsciiDoc or Org table"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains("Command");
        // Exported to the terminal the table says again what stands above it.
        is_likely && !grids(&shown(content.text), is_head).is_empty() && !HyperfineText.recognises(content)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let part = |text| Part::of_line(text, &shown, &places);
        let grids = grids(&shown, is_head);
        let rows = grids.iter().flat_map(|grid| grid.rows.iter().map(|row| read_row(grid, row, &part)));
        let mut reading = gather("hyperfine", rows);
        let broken = grids.iter().filter_map(|grid| grid.broken);
        reading.problems.extend(broken.map(|line| cut_off(part(line.trim()).span, BROKEN)));
        number_rounds(&mut reading);
        reading
    }
}

fn is_head(head: &[&str]) -> bool {
    head.len() > 2 && head[0] == "Command" && measured(head[1]).is_some_and(|(name, _)| name == "Mean")
}

/// What a column holds and in what unit of time.
fn measured(head: &str) -> Option<(&str, Unit)> {
    let (name, unit) = name_and_unit(head);
    Some((name, transcript::time(unit?)?))
}

fn read_row<'a>(grid: &Grid<'a>, row: &[&'a str], part: &impl Fn(&'a str) -> Part<'a>) -> Collector {
    let mut collector = benchmark(&command(row[0]));
    for (head, cell) in grid.head.iter().zip(row) {
        let Some((name, unit)) = measured(head) else { continue };
        let mut take = |text: &'a str, statistic| {
            let text = text.trim();
            let measure = Measure { unit, ..time(statistic, "") };
            part(text).take(&floor_of(text, measure), &mut collector);
        };
        match name {
            "Mean" => match cell.split_once('±') {
                Some((mean, deviation)) => {
                    take(mean, Statistic::Mean);
                    take(deviation, Statistic::StdDev);
                }
                None => {
                    take(cell, Statistic::Mean);
                    collector.absent(&time(Statistic::StdDev, ""), ONE_RUN);
                }
            },
            "Min" => take(cell, Statistic::Min),
            "Max" => take(cell, Statistic::Max),
            BOTH => {
                let (min, max) = cell.split_once('…').unwrap_or((cell, ""));
                take(min, Statistic::Min);
                take(max, Statistic::Max);
            }
            _ => {}
        }
    }
    collector
}

/// The command of a cell, without the marks of code around it and the backslashes before bars.
fn command(cell: &str) -> String {
    let bare = ['`', '='].into_iter().find_map(|mark| cell.strip_prefix(mark)?.strip_suffix(mark));
    bare.unwrap_or(cell).replace("\\|", "|")
}
