//! Tables that tools lay out for people: the cells between bars, as Markdown, Org mode and AsciiDoc have them.

use super::benchmarks::Part;
use super::json::collector::{Collector, Measure};
use super::number;
use crate::units::Unit;

/// A table between bars.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Grid<'a> {
    /// The names of the columns.
    pub(super) head: Vec<&'a str>,
    /// The rows below, each with as many cells as the head.
    pub(super) rows: Vec<Vec<&'a str>>,
    /// The line at which the table breaks off: one of fewer or more cells, or the head when there is no row.
    pub(super) broken: Option<&'a str>,
}

/// The tables of a text with a head of that kind.
pub(super) fn grids<'a>(shown: &'a str, is_head: impl Fn(&[&str]) -> bool) -> Vec<Grid<'a>> {
    let lines: Vec<&str> = shown.lines().collect();
    let mut grids = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let (grid, length) = if is_fence(lines[at]) { fenced(&lines[at..]) } else { barred(&lines[at..]) };
        at += length.max(1);
        grids.extend(grid.filter(|grid| is_head(&grid.head)));
    }
    grids
}

/// The name of a column and the unit in brackets behind it: `Mean [ms]`, `OPS (Kops/s)`.
pub(super) fn name_and_unit(head: &str) -> (&str, Option<&str>) {
    let bracketed = head.strip_suffix([']', ')']).and_then(|head| head.rsplit_once(['[', '(']));
    bracketed.map_or((head, None), |(name, unit)| (name.trim_end(), Some(unit)))
}

/// The number that a cell begins with, and what follows it: its unit, or nothing.
pub(super) fn amount(cell: &str) -> Option<(&str, &str)> {
    let (_, length) = number::leading(cell)?;
    let (number, unit) = cell.split_at(length);
    Some((number, unit.trim()))
}

/// Takes the number of a cell with the unit behind it; a cell without such a unit is a problem.
pub(super) fn take_with_unit<'a>(
    cell: &'a str,
    unit: impl Fn(&str) -> Option<Unit>,
    measure: &Measure,
    part: &impl Fn(&'a str) -> Part<'a>,
    collector: &mut Collector,
) {
    match amount(cell).and_then(|(number, suffix)| Some((number, unit(suffix)?))) {
        Some((number, unit)) => part(number).take(&Measure { unit, ..measure.clone() }, collector),
        None => collector.problems.push(part(cell).without_unit(&measure.metric)),
    }
}

/// What is said of a table that breaks off.
pub(super) const BROKEN: &str =
    "the table breaks off here: a row has as many cells as the head, and there is one at least";

/// A table of Markdown or Org mode, and how many lines it takes.
fn barred<'a>(lines: &[&'a str]) -> (Option<Grid<'a>>, usize) {
    let Some((head, true)) = cells(lines[0]).filter(|(head, _)| head.len() > 1) else { return (None, 1) };
    if !lines.get(1).is_some_and(|line| is_rule(line)) {
        return (None, 1);
    }
    let mut grid = Grid { head, ..Grid::default() };
    let mut length = 2;
    for line in &lines[2..] {
        let Some((row, is_closed)) = cells(line) else { break };
        length += 1;
        if !is_closed || row.len() != grid.head.len() {
            grid.broken = Some(line);
            break;
        }
        grid.rows.push(row);
    }
    (Some(grid.or_empty(lines[0])), length)
}

/// A table of AsciiDoc, whose rows may take several lines, and how many lines it takes.
fn fenced<'a>(lines: &[&'a str]) -> (Option<Grid<'a>>, usize) {
    let body = &lines[1..];
    let end = body.iter().position(|line| is_fence(line));
    let body = &body[..end.unwrap_or(body.len())];
    let is_blank = |line: &&str| line.trim().is_empty();
    let head_end = body.iter().position(is_blank).unwrap_or(body.len());
    let all = |lines: &[&'a str]| lines.iter().filter_map(|line| cells(line)).flat_map(|(cells, _)| cells).collect();
    let head: Vec<&str> = all(&body[..head_end]);
    let cells: Vec<&str> = all(&body[head_end..]);
    let rows = cells.chunks_exact(head.len().max(1));
    let is_whole = end.is_some() && rows.remainder().is_empty();
    let broken = (!is_whole).then(|| body.last().copied().unwrap_or(lines[0]));
    let grid = Grid { rows: rows.map(<[_]>::to_vec).collect(), head, broken };
    (Some(grid.or_empty(lines[0])), body.len() + 1 + usize::from(end.is_some()))
}

impl<'a> Grid<'a> {
    /// The same, broken off at its first line when it has no row.
    fn or_empty(self, first: &'a str) -> Self {
        let broken = self.broken.or_else(|| self.rows.is_empty().then_some(first));
        Self { broken, ..self }
    }
}

/// The cells of a row, without the blanks around them, and whether a bar closes it; none of a line without bars.
fn cells(line: &str) -> Option<(Vec<&str>, bool)> {
    let line = line.trim();
    let row = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let mut start = 0;
    // A bar within a cell has a backslash before it.
    for (at, _) in row.match_indices('|').filter(|(at, _)| !row[..*at].ends_with('\\')) {
        cells.push(row[start..at].trim());
        start = at + 1;
    }
    let is_closed = start == row.len() && !cells.is_empty();
    if !is_closed && (line.starts_with('|') || !cells.is_empty()) {
        cells.push(row[start..].trim());
    }
    (!cells.is_empty()).then_some((cells, is_closed))
}

/// Whether a line parts the head from the rows: `|:---|---:|`, `|--+--|`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains("--")
        && line.contains('|')
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b'+' | b' '))
}

/// Whether a table of AsciiDoc begins or ends with the line.
fn is_fence(line: &str) -> bool {
    line.trim() == "|==="
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, head: &[&str], rows: &[&[&str]], broken: Option<&str>) {
        let found = grids(text, |head| head[0] == "a");
        let rows = rows.iter().map(|row| row.to_vec()).collect();
        assert_eq!(found, [Grid { head: head.to_vec(), rows, broken }]);
    }

    #[test]
    fn markdown_org_and_asciidoc_are_tables() {
        reads("x | y\n| a | b |\n|:--|--:|\n| `1 \\| 2` | |\nend\n", &["a", "b"], &[&["`1 \\| 2`", ""]], None);
        reads("| a  |  b |\n|--+--|\n| 1 | 2 |\n| 3 | 4 |", &["a", "b"], &[&["1", "2"], &["3", "4"]], None);
        reads(" a | b |\n--- |---:|\n 1 | 2 |\n", &["a", "b"], &[&["1", "2"]], None);
        reads("|===\n| a \n| b\n\n| 1 \n| 2 \n\n|3 |4\n|===\n", &["a", "b"], &[&["1", "2"], &["3", "4"]], None);
    }

    #[test]
    fn tables_that_break_off_say_where() {
        reads("| a | b |\n|--|--|\n| 1 | 2 |\n| 3 |", &["a", "b"], &[&["1", "2"]], Some("| 3 |"));
        reads("| a | b |\n|--|--|\n| 1 | 2", &["a", "b"], &[], Some("| 1 | 2"));
        reads("| a | b |\n|--|--|\n", &["a", "b"], &[], Some("| a | b |"));
        reads("|===\n|a |b\n\n|1 |2\n|3", &["a", "b"], &[&["1", "2"]], Some("|3"));
    }

    #[test]
    fn units_stand_in_brackets_or_behind_numbers() {
        assert_eq!(name_and_unit("Mean [ms]"), ("Mean", Some("ms")));
        assert_eq!(name_and_unit("OPS (Kops/s)"), ("OPS", Some("Kops/s")));
        assert_eq!(name_and_unit("Rounds"), ("Rounds", None));
        assert_eq!(
            (amount("1,192.5 ns"), amount("256"), amount("-")),
            (Some(("1,192.5", "ns")), Some(("256", "")), None)
        );
    }
}
