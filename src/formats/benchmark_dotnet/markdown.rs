//! BenchmarkDotNet's tables in Markdown and AsciiDoc: its reports, and the summary in its log.
//!
//! What stands above a table tells the machine; of several tables in a file nothing tells whether all are of it.

use super::columns::{self, BEHIND_COMMA, Cell};
use crate::formats::benchmarks::{Part, cut_off, gather, number_rounds, on_machine};
use crate::formats::grid::{BROKEN, Grid, grids};
use crate::formats::lines::{Places, shown};
use crate::formats::{Content, Reader, Reading};
use crate::model::Fact;

/// The reader of `*-report-github.md`, `*-report-default.md` and the like.
pub struct BenchmarkDotNetMarkdown;

impl Reader for BenchmarkDotNetMarkdown {
    fn name(&self) -> &'static str {
        "benchmarkdotnet-markdown"
    }

    fn title(&self) -> &'static str {
        "BenchmarkDotNet Markdown table"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && content.text.contains("Method");
        is_likely && !grids(&shown(content.text), columns::are).is_empty()
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let part = |text| Part::of_line(text, &shown, &places);
        let machines: Vec<Machine<'_>> = machines(&shown);
        let version = machines.first().map(|machine| format!("BenchmarkDotNet {}", machine.version));
        let grids = grids(&shown, columns::are);
        let mut reading = gather(&version.unwrap_or_else(|| "BenchmarkDotNet".to_owned()), []);
        for grid in &grids {
            read_grid(grid, &part, &mut reading);
        }
        if let [machine] = &machines[..] {
            on_machine(&mut reading, machine.facts(&part));
        }
        number_rounds(&mut reading);
        reading
    }
}

fn read_grid<'a>(grid: &Grid<'a>, part: &impl Fn(&'a str) -> Part<'a>, reading: &mut Reading) {
    let cells = |row: &[&'a str]| {
        let cells = grid.head.iter().zip(row).map(|(head, text)| Cell { head, part: part(plain(text)) });
        cells.collect::<Vec<_>>()
    };
    // An empty row parts groups.
    let rows: Vec<_> =
        grid.rows.iter().filter(|row| row.iter().any(|cell| !cell.is_empty())).map(|row| cells(row)).collect();
    reading.problems.extend(grid.broken.map(|line| cut_off(part(line.trim()).span, BROKEN)));
    if let Some(cell) = rows.iter().find_map(|cells| columns::behind_comma(cells)) {
        return reading.problems.push(cell.of_either(BEHIND_COMMA));
    }
    let read = gather("", rows.iter().map(|cells| columns::read(cells, |_| true)));
    reading.runs.extend(read.runs);
    reading.problems.extend(read.problems);
}

/// A cell without the marks of emphasis, which the first row of a group has.
fn plain(cell: &str) -> &str {
    cell.strip_prefix("**").and_then(|cell| cell.strip_suffix("**")).unwrap_or(cell)
}

/// What stands above a table: `BenchmarkDotNet v0.14.0, Windows 11 (…)` and the processor below.
struct Machine<'a> {
    version: &'a str,
    os: &'a str,
    cpu: &'a str,
    logical_cpus: Option<&'a str>,
    runtime: Option<&'a str>,
}

impl Machine<'_> {
    fn facts<'a>(&'a self, part: &impl Fn(&'a str) -> Part<'a>) -> [Option<Fact>; 4] {
        let fact = |name, text: Option<&'a str>| {
            let text = text.filter(|text| !text.is_empty())?;
            Some(Fact { name, value: text.into(), span: part(text).span })
        };
        [
            fact("os", Some(self.os)),
            fact("cpu", Some(self.cpu)),
            fact("logical_cpus", self.logical_cpus),
            fact("runtime", self.runtime),
        ]
    }
}

fn machines(shown: &str) -> Vec<Machine<'_>> {
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    let machine = |at: usize| {
        let rest = lines[at].strip_prefix("BenchmarkDotNet")?;
        let (version, os) = rest.strip_prefix(['=', ' '])?.strip_prefix('v')?.split_once(", ")?;
        let (cpu, counts) = lines.get(at + 1)?.split_once(", ").unwrap_or_default();
        let before = |name| counts.split_once(name).and_then(|(before, _)| before.split_whitespace().last());
        let host =
            lines[at..].iter().take_while(|line| !line.starts_with('|')).find_map(|line| line.strip_prefix("[Host]"));
        let runtime = host.and_then(|host| host.trim_start().strip_prefix(':')).map(str::trim);
        Some(Machine {
            version,
            os: os.strip_prefix("OS=").unwrap_or(os),
            cpu,
            logical_cpus: before(" logical"),
            runtime,
        })
    };
    (0..lines.len()).filter_map(machine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_stand_above_tables() {
        let text = "BenchmarkDotNet=v0.13.5, OS=ubuntu 22.04\nIntel X, 1 CPU, 8 logical and 4 physical cores\n\
            \t[Host]     : .NET 7.0.5, X64\n";
        let machines = machines(text);
        let [it] = &machines[..] else { panic!("one machine") };
        assert_eq!((it.version, it.os, it.cpu), ("0.13.5", "ubuntu 22.04", "Intel X"));
        assert_eq!((it.logical_cpus, it.runtime), (Some("8"), Some(".NET 7.0.5, X64")));
    }
}
