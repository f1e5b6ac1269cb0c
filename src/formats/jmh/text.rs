//! The table that JMH prints at the end of a run; the log of iterations above it is not read.
//!
//! Columns end below the last letters of their names. What stands before the head, such as sbt's `[info] ` or the marks
//! of a comment, stands before each row. A score below half of its last digit is printed as a power of ten, which is no
//! number to go by. JMH prints in the language of the machine and sets no thousands apart: `12,500` is 12.5.

use super::rows::{Row, Rows};
use crate::formats::benchmarks::{Part, cut_off, gather, number_rounds};
use crate::formats::lines::{Places, shown};
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::Fact;
use crate::source::Span;

/// The reader of what JMH prints.
pub struct JmhText;

const PROGRESS: &str = "# Run progress:";
/// What sbt writes before each line.
const INFO: &str = "[info] ";
const BROKEN: &str = "the row does not stand below the head of its table";
const NO_TABLE: &str = "this run of JMH ends before its table of results";
const MODES: [&str; 5] = ["thrpt", "avgt", "sample", "ss", "all"];

/// What the log says of a run: the name of the fact, and what stands before it.
const SAID: [(&str, &str); 2] = [("runtime", "# VM version: "), ("threads", "# Threads: ")];

impl Reader for JmhText {
    fn name(&self) -> &'static str {
        "jmh-text"
    }

    fn title(&self) -> &'static str {
        "JMH text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let has = |text: &str| content.text.contains(text);
        let has_table = || shown(content.text).lines().any(|line| Head::parse(line).is_some());
        content.document().is_none() && (has(PROGRESS) && has("# Benchmark mode:") || has("Units") && has_table())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut log = Log::default();
        for line in shown.lines() {
            log.take(line, &|text| Part::of_line(text, &shown, &places));
        }
        let version =
            shown.lines().find_map(|line| line.strip_prefix(INFO).unwrap_or(line).strip_prefix("# JMH version: "));
        let tool = version.map_or("JMH".to_owned(), |version| format!("JMH {}", version.trim()));
        let mut reading = gather(&tool, log.rows.benchmarks);
        reading.problems.extend(log.problems);
        reading.problems.extend(log.begun.map(|line| cut_off(Span::of(line, &shown), NO_TABLE)));
        number_rounds(&mut reading);
        reading
    }
}

/// The columns of a table, and how many characters after what stands before its lines each ends.
#[derive(Debug, PartialEq)]
struct Head<'a> {
    before: &'a str,
    columns: Vec<(&'a str, usize)>,
}

impl<'a> Head<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (before, head) = line.split_at(line.find("Benchmark ")?);
        let names: Vec<&str> = head.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
        let is_head = names.first() == Some(&"Benchmark") && names.last() == Some(&"Units") && names.contains(&"Score");
        let is_mark = before.contains(INFO) || before.chars().all(|c| c.is_whitespace() || "*/#>;".contains(c));
        let end = |name: &str| head[..Span::of(name, head).range().end].chars().count();
        (is_head && is_mark)
            .then(|| Self { before, columns: names.into_iter().map(|name| (name, end(name))).collect() })
    }

    /// A row, or an empty line, without what stands before it.
    fn bare(&self, line: &'a str) -> Option<&'a str> {
        let is_empty = self.before.starts_with(line.trim_end()) || line.trim().is_empty();
        line.strip_prefix(self.before).or(is_empty.then_some(""))
    }

    /// Whether a row is whole: it ends where the head does, and no cell goes across the end of another.
    fn fits(&self, row: &str) -> bool {
        let ends: Vec<usize> = self.columns[1..].iter().map(|(_, end)| *end).collect();
        let goes_across = row.chars().enumerate().any(|(at, c)| ends.contains(&at) && !c.is_whitespace());
        ends.last() == Some(&row.trim_end().chars().count()) && !goes_across
    }

    /// The cells of a row: the first one is what stands before the first blank.
    fn cells(&self, row: &'a str) -> Vec<(&'a str, &'a str)> {
        let byte = |column: usize| row.char_indices().nth(column).map_or(row.len(), |(at, _)| at);
        let mut start = row.find(' ').unwrap_or(row.len());
        let mut cells = vec![("Benchmark", &row[..start])];
        for (name, end) in &self.columns[1..] {
            let end = byte(*end).max(start);
            cells.push((*name, row[start..end].trim()));
            start = end;
        }
        cells
    }
}

/// What was read of a log so far.
#[derive(Default)]
struct Log<'a> {
    /// The table in which the next line may stand.
    table: Option<Head<'a>>,
    /// The first line of a run that has no table yet.
    begun: Option<&'a str>,
    /// What the log says of the run, with the name of the fact; it may differ between benchmarks.
    said: Vec<(&'static str, &'a str)>,
    rows: Rows,
    problems: Vec<Problem>,
}

impl<'a> Log<'a> {
    fn take(&mut self, line: &'a str, part: &impl Fn(&'a str) -> Part<'a>) {
        if let Some(head) = Head::parse(line) {
            (self.table, self.begun) = (Some(head), None);
            return;
        }
        let row = self.table.as_ref().and_then(|head| Some((head, head.bare(line)?)));
        let cells = row.map(|(head, row)| (head, row, head.cells(row)));
        match cells {
            // Authors part rows by empty lines.
            Some((_, row, _)) if row.trim().is_empty() => {}
            Some((head, row, cells)) if cells.iter().any(|(name, mode)| *name == "Mode" && MODES.contains(mode)) => {
                let is_whole = head.fits(row);
                self.row(row, &cells, is_whole, part);
            }
            _ => self.other(line.strip_prefix(INFO).unwrap_or(line)),
        }
    }

    /// Takes a line of the log.
    fn other(&mut self, line: &'a str) {
        if self.table.take().is_some() {
            self.said.clear();
        }
        if line.starts_with(PROGRESS) {
            self.begun.get_or_insert(line);
        }
        let said = SAID.iter().find_map(|(name, start)| Some((*name, line.strip_prefix(start)?.trim())));
        self.said.extend(said.filter(|said| !self.said.contains(said)));
    }

    fn row(
        &mut self,
        line: &'a str,
        cells: &[(&'a str, &'a str)],
        is_whole: bool,
        part: &impl Fn(&'a str) -> Part<'a>,
    ) {
        if !is_whole {
            return self.problems.push(cut_off(part(line.trim()).span, BROKEN));
        }
        let cell = |name: &str| cells.iter().find(|(own, _)| *own == name).map_or("", |(_, cell)| *cell);
        let number = |text: &'a str| Some(text.trim()).filter(|text| !text.is_empty()).map(part);
        let (score, error) =
            (cell("Score"), [cell("Error"), cell("Score error")].into_iter().find(|it| !it.is_empty()));
        let error = error.map(|error| error.trim_start_matches('±').trim_start());
        let parameters = cells.iter().filter_map(|(name, value)| {
            let name = name.strip_prefix('(')?.strip_suffix(')')?;
            Some((name, if *value == "N/A" { String::new() } else { (*value).to_owned() }))
        });
        let collector = self.rows.take(&Row {
            name: cell("Benchmark"),
            mode: cell("Mode"),
            parameters: parameters.collect(),
            samples: number([cell("Cnt"), cell("Samples")].into_iter().find(|it| !it.is_empty()).unwrap_or_default()),
            score: number(score),
            error: error.and_then(number),
            unit: cell("Units"),
        });
        let facts = SAID.iter().filter_map(|(name, _)| said_once(&self.said, name, part));
        collector.run.facts = facts.collect();
    }
}

/// What a log says of a run, when it says it once: of several benchmarks nothing tells which.
fn said_once<'a>(
    said: &[(&'static str, &'a str)],
    name: &'static str,
    part: &impl Fn(&'a str) -> Part<'a>,
) -> Option<Fact> {
    let mut texts = said.iter().filter(|(own, _)| *own == name).map(|(_, text)| *text);
    let text = texts.next().filter(|_| texts.next().is_none())?;
    // `1 thread, will synchronize iterations`.
    let value = if name == "threads" { text.split(' ').next()? } else { text };
    Some(Fact { name, value: value.into(), span: part(value).span })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_end_where_their_heads_end() {
        let head = Head::parse("Benchmark      (a b)  Mode  Cnt   Score   Error  Units").expect("a head");
        let cells = |row| head.cells(row).into_iter().map(|(_, cell)| cell).collect::<Vec<_>>();
        assert_eq!(
            cells("x.Sort.sort    1 2 3  avgt    5  12.500 ± 1.250  ms/op"),
            ["x.Sort.sort", "1 2 3", "avgt", "5", "12.500", "± 1.250", "ms/op"]
        );
        assert_eq!(cells("x.Sort.sort      N/A    ss      ≈ 10⁻³          ms/op")[3..6], ["", "≈ 10⁻³", ""]);
        assert_eq!(Head::parse("Benchmark  Time  CPU  Iterations"), None);
        assert_eq!(Head::parse("My Benchmark  Mode  Score  Units"), None);
        let head = Head::parse("[info] Benchmark  Mode  Score  Units").expect("a head");
        assert_eq!(
            (head.bare("[info] a.B  ss"), head.bare("[info]"), head.bare("a.B")),
            (Some("a.B  ss"), Some(""), None)
        );
    }
}
