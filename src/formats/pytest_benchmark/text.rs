//! The tables that pytest-benchmark prints, one for each group. The unit of time is in the head of each.
//!
//! What stands in brackets behind a number is its ratio to the best of the table, and is not read. `OPS` is one over
//! the mean, read where the mean has no column. The names are those of the tests alone, without their files; where saved runs
//! are compared, the run behind a name, `(NOW)`, is the dimension `run`.

use crate::formats::benchmarks::{Part, benchmark, count, cut_off, gather, median, number_rounds, set, time};
use crate::formats::grid::name_and_unit;
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::lines::{Places, shown};
use crate::formats::transcript;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

/// The reader of what pytest-benchmark prints.
pub struct PytestBenchmarkText;

const NAME: &str = "Name (time in ";
const MISSING: &str = "this table has fewer rows than its title says, or no line below them";

impl Reader for PytestBenchmarkText {
    fn name(&self) -> &'static str {
        "pytest-benchmark-text"
    }

    fn title(&self) -> &'static str {
        "pytest-benchmark text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains(NAME);
        is_likely && shown(content.text).lines().any(|line| Head::parse(line).is_some())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut log = Log::default();
        for line in shown.lines() {
            log.take(line, &|text| Part::of_line(text, &shown, &places));
        }
        log.end(&shown);
        let version = shown.lines().find_map(version);
        let tool = version.map_or("pytest-benchmark".to_owned(), |version| format!("pytest-benchmark {version}"));
        let mut reading = gather(&tool, log.benchmarks);
        reading.problems.extend(log.problems);
        number_rounds(&mut reading);
        reading
    }
}

/// The version in a line of pytest's: `benchmark: 5.1.0 (defaults: timer=…`.
fn version(line: &str) -> Option<&str> {
    let version = line.strip_prefix("benchmark: ")?.split_once(" (defaults:")?.0;
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

/// The head of a table: the unit of its times, and the columns after the names.
struct Head<'a> {
    unit: Unit,
    columns: Vec<Column<'a>>,
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Column<'a> {
    /// A statistic of the times.
    Time(Statistic),
    /// How far apart the quartiles are.
    Quartiles,
    /// Operations per second, in that unit.
    Operations(&'a str),
    /// A count of that metric.
    Count(&'static str),
    /// Two counts, which are not read.
    Outliers,
}

impl<'a> Head<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (unit, rest) = line.trim_start().strip_prefix(NAME)?.split_once(')')?;
        let unit = transcript::time(unit)?;
        let names = rest.split("  ").map(str::trim).filter(|name| !name.is_empty());
        let columns: Option<Vec<_>> = names.map(Column::parse).collect();
        Some(Self { unit, columns: columns.filter(|columns| !columns.is_empty())? })
    }

    /// The cells of a row, which end its line, and the name before them.
    fn cells(&self, row: &'a str) -> Option<(&'a str, Vec<(Column<'a>, &'a str)>)> {
        let mut rest = row.trim_end();
        let mut cells = Vec::new();
        for column in self.columns.iter().rev() {
            let (mut before, mut word) = last_word(rest)?;
            if column.has_ratio() && word.starts_with('(') {
                (before, word) = last_word(before)?;
            }
            cells.push((*column, word));
            rest = before;
        }
        (!rest.trim().is_empty()).then(|| (rest.trim(), cells))
    }
}

/// The last word of a text, and what stands before it.
fn last_word(text: &str) -> Option<(&str, &str)> {
    text.trim_end().rsplit_once(' ').filter(|(_, word)| !word.is_empty())
}

impl<'a> Column<'a> {
    fn parse(head: &'a str) -> Option<Self> {
        Some(match name_and_unit(head) {
            ("Min", None) => Self::Time(Statistic::Min),
            ("Max", None) => Self::Time(Statistic::Max),
            ("Mean", None) => Self::Time(Statistic::Mean),
            ("StdDev", None) => Self::Time(Statistic::StdDev),
            ("Median", None) => Self::Time(median()),
            ("IQR", None) => Self::Quartiles,
            ("OPS", unit) => Self::Operations(unit.unwrap_or("ops/s")),
            ("Rounds", None) => Self::Count("rounds"),
            ("Iterations", None) => Self::Count("iterations"),
            ("Outliers", None) => Self::Outliers,
            _ => return None,
        })
    }

    fn has_ratio(self) -> bool {
        matches!(self, Self::Time(_) | Self::Quartiles | Self::Operations(_))
    }

    /// What it measures; none of what is not read.
    fn measure(self, head: &Head<'_>) -> Option<Measure> {
        match self {
            Self::Time(statistic) => Some(Measure { unit: head.unit, ..time(statistic, "") }),
            Self::Quartiles => Some(Measure::new("time{iqr}", Statistic::Value, head.unit)),
            Self::Operations(_) if head.columns.contains(&Self::Time(Statistic::Mean)) => None,
            Self::Operations(unit) => Some(Measure::new("throughput", Statistic::Rate, Unit::named(unit))),
            Self::Count(metric) => Some(count(metric)),
            Self::Outliers => None,
        }
    }
}

/// The title of a table: `benchmark 'sort': 2 tests` between hyphens.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Title<'a> {
    group: &'a str,
    tests: usize,
}

impl<'a> Title<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let text = line.trim().strip_prefix('-')?.trim_matches('-').trim().strip_prefix("benchmark")?;
        let (group, tests) = text.rsplit_once(": ")?;
        let group = group.trim();
        let bare = ['\'', '"'].into_iter().find_map(|quote| group.strip_prefix(quote)?.strip_suffix(quote));
        Some(Self { group: bare.unwrap_or(group), tests: tests.strip_suffix(" tests")?.parse().ok()? })
    }
}

/// A table that is being read.
struct Table<'a> {
    title: Title<'a>,
    head: Head<'a>,
    line: &'a str,
    /// How many rows it has so far, once the line below its head is there.
    rows: Option<usize>,
}

/// What was read so far.
#[derive(Default)]
struct Log<'a> {
    title: Title<'a>,
    table: Option<Table<'a>>,
    benchmarks: Vec<Collector>,
    problems: Vec<Problem>,
}

impl<'a> Log<'a> {
    fn take(&mut self, line: &'a str, part: &impl Fn(&'a str) -> Part<'a>) {
        if let Some(title) = Title::parse(line) {
            self.title = title;
        } else if let Some(head) = Head::parse(line) {
            self.table = Some(Table { title: std::mem::take(&mut self.title), head, line, rows: None });
        } else if let Some(mut table) = self.table.take() {
            match table.rows {
                _ if is_rule(line) && table.rows.is_none() => table.rows = Some(0),
                Some(rows) if is_rule(line) => {
                    let is_whole = table.title.tests == rows;
                    return self.problems.extend((!is_whole).then(|| cut_off(part(table.line.trim()).span, MISSING)));
                }
                Some(rows) => {
                    table.rows = Some(rows + 1);
                    self.row(line, &table, part);
                }
                None => {}
            }
            self.table = Some(table);
        }
    }

    /// The text ends; a table that does not is cut off.
    fn end(&mut self, shown: &'a str) {
        let open = self.table.take().map(|table| cut_off(Span::of(table.line.trim(), shown), MISSING));
        self.problems.extend(open);
    }

    fn row(&mut self, line: &'a str, table: &Table<'a>, part: &impl Fn(&'a str) -> Part<'a>) {
        let Some((name, cells)) = table.head.cells(line) else {
            return self.problems.push(part(line.trim()).without_cells());
        };
        let (name, run) = run_of(name);
        let mut collector = benchmark(name);
        set(&mut collector, "group", table.title.group);
        set(&mut collector, "run", run);
        for (column, cell) in cells.into_iter().rev() {
            if let Some(measure) = column.measure(&table.head) {
                part(cell).take(&measure, &mut collector);
            }
        }
        self.benchmarks.push(collector);
    }
}

/// The run that stands behind a name where several are compared: `(NOW)`, `(0001_first)`.
fn run_of(name: &str) -> (&str, &str) {
    let run = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let is_run = |run: &str| {
        run == "NOW" || run.split('_').next().is_some_and(|n| n.len() >= 4 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    run.filter(|(_, run)| is_run(run)).map_or((name, ""), |(name, run)| (name.trim_end(), run))
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() > 3 && line.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_groups_and_counts() {
        assert_eq!(Title::parse("--- benchmark 'a: b': 12 tests ---"), Some(Title { group: "a: b", tests: 12 }));
        assert_eq!(Title::parse("-- benchmark: 1 tests --"), Some(Title { group: "", tests: 1 }));
        assert_eq!(Title::parse("benchmark: 1 tests"), None);
    }

    #[test]
    fn cells_end_the_line_and_ratios_are_none_of_them() {
        let head = Head::parse("Name (time in us)     Min     Outliers  OPS (Kops/s)   Rounds").expect("a head");
        let (name, cells) = head.cells("test_a[(1.0) x]  4.1 (1.0)   1;2  1,234.5 (>1000.0)  3 ").expect("a row");
        let cells: Vec<&str> = cells.into_iter().map(|(_, cell)| cell).collect();
        assert_eq!((name, &cells[..]), ("test_a[(1.0) x]", &["3", "1,234.5", "1;2", "4.1"][..]));
        assert!(head.cells("4.1 (1.0)   1;2  1.5 (1.0)  3").is_none());
    }

    #[test]
    fn runs_stand_behind_names() {
        assert_eq!(run_of("test_a (NOW)"), ("test_a", "NOW"));
        assert_eq!(run_of("test_a[(x)] (0001_a b)"), ("test_a[(x)]", "0001_a b"));
        assert_eq!(run_of("test_a[y (2)]"), ("test_a[y (2)]", ""));
    }
}
