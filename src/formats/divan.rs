//! The tree that divan prints: benchmarks and their arguments as branches, times in columns.
//!
//! A unit follows each number. A row without a name below a benchmark holds a counter: what is per second
//! is the benchmark's throughput, whose fastest iteration has the most. Of several counters the first is
//! `throughput` and each other one is named for what it counts, `throughput{items}`; `Hz` are cycles per
//! second. What divan prints of allocations is not read. A branch `t=2` is of that many threads; a benchmark
//! that was ignored has no times.

use std::borrow::Cow;

use super::benchmarks::{Part, benchmark, count, gather, median, set, set_parameter, time};
use super::json::collector::{Collector, Measure};
use super::lines::{Places, shown};
use super::{Content, Reader, Reading};
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

/// The reader of divan's tree.
pub struct Divan;

/// The columns after the names.
const COLUMNS: [&str; 6] = ["fastest", "slowest", "median", "mean", "samples", "iters"];

/// What stands in place of the times of a benchmark that was not run.
const IGNORED: &str = "(ignored)";

impl Reader for Divan {
    fn name(&self) -> &'static str {
        "divan"
    }

    fn title(&self) -> &'static str {
        "divan text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        content.text.contains("fastest") && shown(content.text).lines().any(|line| header(line).is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut tree = Tree::default();
        for line in shown.lines() {
            let printed = &content.text[Span::of(line, &shown).range()];
            if let Some((target, at)) = header(line) {
                (tree.target, tree.width) = (target, Some(columns(&line[..at], printed).count()));
                tree.path.clear();
            } else if let Some(row) = tree.width.and_then(|width| Row::parse(line, printed, width)) {
                tree.take(&row, &|part| Part::of_line(part, &shown, &places));
            }
        }
        gather("divan", tree.benchmarks)
    }
}

/// The bytes at which the characters of a line begin that take a column: not those of a sequence that colours.
fn columns<'a>(shown: &'a str, printed: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_as_printed = |at: &usize| shown.as_bytes()[*at] == printed.as_bytes()[*at];
    shown.char_indices().map(|(at, _)| at).filter(is_as_printed)
}

/// The target of the line above a tree, and the byte at which the first column begins.
fn header(line: &str) -> Option<(&str, usize)> {
    let at = line.find("fastest")?;
    let cells: Vec<&str> = line[at..].split('│').map(str::trim).collect();
    (cells == COLUMNS).then(|| (line[..at].trim(), at))
}

/// The branches down to the row that is read.
#[derive(Default)]
struct Tree<'a> {
    target: &'a str,
    width: Option<usize>,
    path: Vec<&'a str>,
    benchmarks: Vec<Collector>,
}

/// A row: how deep it is in the tree, its name, and its cells.
#[derive(Debug)]
struct Row<'a> {
    depth: usize,
    name: &'a str,
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// Splits a row whose names take that many columns; `printed` is the row with its colours.
    fn parse(line: &'a str, printed: &str, width: usize) -> Option<Self> {
        let split = columns(line, printed).nth(width)?;
        let (branch, cells) = line.split_at(split);
        let name = branch.trim_start_matches(['│', '├', '╰', '─', ' ']);
        let marks = columns(&branch[..branch.len() - name.len()], printed).count();
        let cells: Vec<&str> = cells.split('│').map(str::trim).collect();
        let is_row = line.starts_with(['│', '├', '╰', ' ']) && cells.len() >= 4;
        is_row.then(|| Self { depth: marks / 3, name: name.trim(), cells })
    }

    fn is_branch(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_empty())
    }
}

impl<'a> Tree<'a> {
    fn take(&mut self, row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>) {
        if row.name.is_empty() {
            if let Some(collector) = self.benchmarks.last_mut() {
                read_counters(row, part, collector);
            }
            return;
        }
        self.path.truncate(row.depth.saturating_sub(1));
        self.path.push(row.name);
        if !row.is_branch() {
            let mut collector = benchmark(&self.path.join("/"));
            set(&mut collector, "target", self.target);
            set(&mut collector, "group", &self.path[..self.path.len() - 1].join("/"));
            if let Some(threads) = row.name.strip_prefix("t=") {
                set_parameter(&mut collector, "threads", threads);
            }
            if row.cells[0] == IGNORED {
                collector.absent(&time(Statistic::Mean, ""), "the benchmark was ignored");
            } else {
                read_times(row, part, &mut collector);
            }
            self.benchmarks.push(collector);
        }
    }
}

fn read_times<'a>(row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    for (cell, statistic) in row.cells.iter().zip([Statistic::Min, Statistic::Max, median(), Statistic::Mean]) {
        match parts(cell).filter(|(_, unit)| Unit::named(unit).is_time()) {
            Some((number, unit)) => part(number).take(&time(statistic, unit), collector),
            None => collector.problems.push(part(cell).without_unit("time")),
        }
    }
    for (cell, name) in row.cells.iter().skip(4).zip(["samples", "iterations"]) {
        part(cell).take(&count(name), collector);
    }
}

/// A number and its unit, between which there may have been colours.
fn parts(cell: &str) -> Option<(&str, &str)> {
    cell.split_once(' ').map(|(number, unit)| (number, unit.trim_start()))
}

fn read_counters<'a>(row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    let statistics = [Statistic::Max, Statistic::Min, median(), Statistic::Mean];
    let cells = row.cells.iter().zip(statistics).map(|(cell, statistic)| Some((parts(cell)?, statistic)));
    // A row of allocations has the numbers of one thing above the units of another, or none that are per second.
    let cells: Option<Vec<_>> = cells.collect();
    let rates = cells.into_iter().flatten().map(|((number, unit), statistic)| Some((number, rate(unit)?, statistic)));
    let Some(rates) = rates.collect::<Option<Vec<_>>>() else { return };
    let is_first = !collector.has("throughput", Statistic::Max);
    for (number, (unit, counted), statistic) in rates {
        let metric = if is_first { "throughput".to_owned() } else { format!("throughput{{{counted}}}") };
        part(number).take(&Measure::new(&metric, statistic, Unit::named(&unit)), collector);
    }
}

/// A unit per second, and what it counts; none of another unit.
fn rate(unit: &str) -> Option<(Cow<'_, str>, &'static str)> {
    if let Some(prefix) = unit.strip_suffix("Hz") {
        return Some((format!("{prefix}cycles/s").into(), "cycles"));
    }
    let counted = [("B/s", "bytes"), ("char/s", "chars"), ("item/s", "items")];
    counted.iter().find(|(end, _)| unit.ends_with(end)).map(|(_, counted)| (unit.into(), *counted))
}
