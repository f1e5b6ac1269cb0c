//! The tree that divan prints: benchmarks and their arguments as branches, times in columns.
//!
//! A unit follows each number. A row without a name below a benchmark holds counters: those per second
//! are the benchmark's throughput, whose fastest iteration has the most. What divan prints of
//! allocations is not read.

use super::benchmarks::{Part, benchmark, count, gather, median, set, time};
use super::json::collector::{Collector, Measure};
use super::lines::{Places, shown};
use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::Statistic;
use crate::units::Unit;

/// The reader of divan's tree.
pub struct Divan;

/// The columns after the names.
const COLUMNS: [&str; 6] = ["fastest", "slowest", "median", "mean", "samples", "iters"];

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
            if let Some((target, width)) = header(line) {
                (tree.target, tree.width) = (target, Some(width));
                tree.path.clear();
            } else if let Some(row) = tree.width.and_then(|width| Row::parse(line, width)) {
                tree.take(&row, &|part| Part::of_line(part, &shown, &places));
            }
        }
        gather("divan", tree.benchmarks)
    }
}

/// The target and the characters that names take, of the line above a tree.
fn header(line: &str) -> Option<(&str, usize)> {
    let at = line.find("fastest")?;
    let cells: Vec<&str> = line[at..].split('│').map(str::trim).collect();
    (cells == COLUMNS).then(|| (line[..at].trim(), line[..at].chars().count()))
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
    /// Splits a row whose names take that many characters.
    fn parse(line: &'a str, width: usize) -> Option<Self> {
        let (split, _) = line.char_indices().nth(width)?;
        let (branch, cells) = line.split_at(split);
        let name = branch.trim_start_matches(['│', '├', '╰', '─', ' ']);
        let marks = branch[..branch.len() - name.len()].chars().count();
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
            read_times(row, part, &mut collector);
            self.benchmarks.push(collector);
        }
    }
}

fn read_times<'a>(row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    for (cell, statistic) in row.cells.iter().zip([Statistic::Min, Statistic::Max, median(), Statistic::Mean]) {
        match cell.split_once(' ').filter(|(_, unit)| Unit::named(unit).is_time()) {
            Some((number, unit)) => part(number).take(&time(statistic, unit.trim()), collector),
            None => {
                let message = format!("`{cell}` is not a time with its unit");
                collector.problems.push(Problem::new(Code::Malformed, part(cell).span, message));
            }
        }
    }
    for (cell, name) in row.cells.iter().skip(4).zip(["samples", "iterations"]) {
        part(cell).take(&count(name), collector);
    }
}

fn read_counters<'a>(row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>, collector: &mut Collector) {
    for (cell, statistic) in row.cells.iter().zip([Statistic::Max, Statistic::Min, median(), Statistic::Mean]) {
        if let Some((number, unit)) = cell.split_once(' ').filter(|(_, unit)| unit.ends_with("/s")) {
            part(number).take(&Measure::new("throughput", statistic, Unit::named(unit)), collector);
        }
    }
}
