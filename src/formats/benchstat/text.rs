//! The tables that benchstat prints. Bars in the head part the files; the cells of a row stand below, without bars.
//!
//! A value has the prefix that suits its row, `48.43n` of seconds, `322.1Mi` of bytes. A blank cell is a benchmark that
//! the file does not have. Where columns have several keys, the dimension `file` has all of them.

use std::ops::Range;
use std::rc::Rc;

use super::{Benchmarks, measured, take_interval};
use crate::formats::benchmarks::{Part, median};
use crate::formats::go_bench::GoBench;
use crate::formats::grid::amount;
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::{Content, Problem, Reader, Reading};
use crate::units::Unit;

/// The reader of what benchstat prints.
pub struct BenchstatText;

const BAR: char = '│';
const BETWEEN: &str = "benchstat printed it in parts that have no unit of their own";

impl Reader for BenchstatText {
    fn name(&self) -> &'static str {
        "benchstat-text"
    }

    fn title(&self) -> &'static str {
        "benchstat text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains(BAR) && content.text.contains('±');
        is_likely && !rows(&shown(content.text)).is_empty() && !GoBench.recognises(content)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let part = |text| Part::of_line(text, &shown, &places);
        let mut found = Benchmarks::default();
        let mut problems = Vec::new();
        for row in rows(&shown) {
            problems.extend(take_row(&row, &part, &mut found));
        }
        let mut reading = found.finish();
        reading.problems.extend(problems);
        reading
    }
}

/// A column of values: the characters of a line that it takes, its file and its unit.
#[derive(Debug, Clone, PartialEq)]
struct Column<'a> {
    characters: Range<usize>,
    file: String,
    unit: &'a str,
}

/// A row of values, with the columns of its table.
struct Row<'a> {
    line: &'a str,
    columns: Rc<[Column<'a>]>,
    package: &'a str,
}

/// The rows of all tables, without those of means.
fn rows(shown: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let (mut head, mut columns, mut package) = (Vec::new(), None, "");
    for line in shown.lines() {
        if is_head(line) {
            head.push(line);
            columns = None;
            continue;
        }
        if !head.is_empty() {
            columns = columns_of(&std::mem::take(&mut head));
        }
        if let Some(value) = line.strip_prefix("pkg: ") {
            package = value.trim();
        }
        match &columns {
            Some(columns) if line.contains('±') => {
                rows.push(Row { line, columns: Rc::clone(columns), package });
            }
            // The last line of a table, or what stands below it.
            Some(_) if line.trim().is_empty() => columns = None,
            // What a shell wrote, before another comparison.
            None if !line.trim().is_empty() && !line.contains(": ") => package = "",
            _ => {}
        }
    }
    rows
}

/// Whether a line is of a head: bars after nothing but blanks.
fn is_head(line: &str) -> bool {
    line.split_once(BAR).is_some_and(|(before, _)| !before.is_empty() && before.trim().is_empty())
}

/// The parts of a line of a head between its bars, with the characters that they and the bars before them take.
fn parts(line: &str) -> Vec<(Range<usize>, &str)> {
    let bars: Vec<(usize, usize)> =
        line.char_indices().enumerate().filter(|(_, (_, c))| *c == BAR).map(|(column, (at, _))| (column, at)).collect();
    let part = |pair: &[(usize, usize)]| (pair[0].0..pair[1].0, line[pair[0].1 + BAR.len_utf8()..pair[1].1].trim());
    bars.windows(2).map(part).collect()
}

/// The columns that a head describes: files above, their units in the last line. None when a unit is missing.
fn columns_of<'a>(head: &[&'a str]) -> Option<Rc<[Column<'a>]>> {
    let (units, files) = head.split_last().filter(|(_, files)| !files.is_empty())?;
    let files: Vec<_> = files.iter().map(|line| parts(line)).collect();
    let column = |(characters, text): (Range<usize>, &'a str)| {
        let unit = text.split_whitespace().next()?;
        let above = |level: &Vec<(Range<usize>, &str)>| {
            level.iter().find(|(above, _)| above.contains(&characters.start)).map(|(_, name)| (*name).to_owned())
        };
        let names: Vec<String> = files.iter().filter_map(above).filter(|name| !name.is_empty()).collect();
        Some(Column { file: names.join("/"), characters, unit })
    };
    parts(units)
        .into_iter()
        .map(column)
        .collect::<Option<Vec<_>>>()
        .filter(|columns| !columns.is_empty())
        .map(Into::into)
}

/// Takes the values of a row; a problem when they do not stand below the columns.
fn take_row<'a>(row: &Row<'a>, part: &impl Fn(&'a str) -> Part<'a>, found: &mut Benchmarks) -> Option<Problem> {
    let byte = |column: usize| row.line.char_indices().nth(column).map_or(row.line.len(), |(at, _)| at);
    let name = row.line[..byte(row.columns[0].characters.start)].trim();
    let last = row.columns.len() - 1;
    let cells = row.columns.iter().enumerate().filter_map(|(index, column)| {
        let end = if index == last { row.line.len() } else { byte(column.characters.end) };
        let (value, rest) = row.line[byte(column.characters.start)..end].split_once('±')?;
        Some((column, value.trim(), rest.split_whitespace().next().unwrap_or_default()))
    });
    let cells: Vec<_> = cells.collect();
    // Where it was moved by hand, a number may go across a bar.
    let is_blank =
        |column: &Column<'_>| row.line[byte(column.characters.start)..].chars().next().is_none_or(char::is_whitespace);
    let is_whole = cells.len() == row.line.matches('±').count()
        && row.columns.iter().all(is_blank)
        && cells.iter().all(|(_, value, _)| amount(value).is_some());
    if !is_whole || name.is_empty() {
        return Some(part(row.line.trim()).without_cells());
    }
    for (column, value, interval) in cells {
        let (metric, unit) = measured(column.unit);
        let collector = found.of(name, &column.file, row.package, &metric);
        take_value(&part(value), &Measure::new(&metric, median(), unit), collector);
        take_interval(&part(interval), &metric, collector);
    }
    None
}

/// Takes a value with its prefix.
fn take_value(part: &Part<'_>, measure: &Measure, collector: &mut Collector) {
    let (number, prefix) = amount(part.text).unwrap_or((part.text, ""));
    match (prefix, scaled(prefix, measure.unit)) {
        (_, Some(unit)) => part.within(number).take(&Measure { unit, ..measure.clone() }, collector),
        ("k" | "M", None) => {
            let factor = if prefix == "k" { 1e3 } else { 1e6 };
            let value = number.parse::<f64>().ok().map(|value| value * factor);
            match value {
                Some(value) => collector.tell(measure.observation(value, part.span, part.locator.clone())),
                None => collector.problems.push(part.without_unit(&measure.metric)),
            }
        }
        ("n" | "µ" | "m", None) => collector.absent(measure, BETWEEN),
        _ => collector.problems.push(part.without_unit(&measure.metric)),
    }
}

/// The unit with a prefix before it: of ten for a time, of two for bytes.
fn scaled(prefix: &str, unit: Unit) -> Option<Unit> {
    let is_prefix = |known: &[&str]| prefix.is_empty() || known.contains(&prefix);
    let has_prefix = match unit.symbol() {
        "s" => is_prefix(&["p", "n", "µ", "m"]),
        "B" | "B/s" => is_prefix(&["Ki", "Mi", "Gi", "Ti"]),
        _ => prefix.is_empty(),
    };
    has_prefix.then(|| if prefix.is_empty() { unit } else { Unit::named(&format!("{prefix}{}", unit.symbol())) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_names_files_and_units() {
        let head = ["     │  a   │     b.txt      │", "     │ B/op │ B/op   vs base │"];
        let columns = columns_of(&head).expect("a head");
        let found: Vec<_> =
            columns.iter().map(|column| (column.characters.clone(), &*column.file, column.unit)).collect();
        assert_eq!(found, [(5..12, "a", "B/op"), (12..29, "b.txt", "B/op")]);
        let levels = ["   │    old    │", "   │  x  │  y  │", "   │ B/s │ B/s │"];
        let files: Vec<_> = columns_of(&levels).expect("a head").iter().map(|column| column.file.clone()).collect();
        assert_eq!(files, ["old/x", "old/y"]);
        assert_eq!((columns_of(&head[..1]), is_head("│ a │"), is_head("fastest │ slowest")), (None, false, false));
    }

    #[test]
    fn prefixes_are_of_ten_for_times_and_of_two_for_bytes() {
        let unit = |prefix, unit| scaled(prefix, Unit::named(unit)).map(Unit::symbol);
        assert_eq!((unit("µ", "s"), unit("Mi", "B/s"), unit("", "")), (Some("µs"), Some("MiB/s"), Some("")));
        assert_eq!((unit("k", "s"), unit("k", ""), unit("n", "B")), (None, None, None));
    }
}
