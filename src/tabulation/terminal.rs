//! A comparison as an aligned table for a terminal.

use super::cells::{Cells, HEADS};
use super::{Layout, differences, means, notes, shown_rows, tally};
use crate::comparison::{Comparison, Verdict};
use crate::printer::counted;

/// Which columns stand at the right of their width: those of numbers.
const RIGHT: [bool; 8] = [false, false, true, true, true, true, true, false];

/// The column of the dimensions, which is cut where there is no room.
const OF: usize = 1;

/// The columns that go where there is no room, the first first: interval, rounds.
const GO: [usize; 2] = [5, 6];

/// What the column of the dimensions keeps in any case.
const NARROWEST: usize = 12;

/// Two blanks between columns.
const GAP: usize = 2;

pub(super) fn write(comparison: &Comparison, layout: Layout) -> String {
    let mut text = String::new();
    for (name, side) in crate::comparison::SIDES.iter().zip(&comparison.sides) {
        text += &format!("{name}  {}: {} of {}\n", side.name, counted(side.runs, "run"), counted(side.files, "file"));
    }
    differences(comparison).iter().for_each(|line| text += &format!("     {line}\n"));
    text += &table(comparison, layout);
    for (metric, mean) in means(comparison) {
        text += &format!("geometric mean of {metric}: {mean}\n");
    }
    text += &format!("{}\n", tally(&comparison.counts()));
    for note in notes(comparison) {
        text += &format!("{}\n", faint(&wrapped(&note, layout.width), layout.colour));
    }
    text
}

fn table(comparison: &Comparison, layout: Layout) -> String {
    let rows: Vec<(Verdict, Cells)> = shown_rows(comparison, layout).map(|row| (row.verdict, Cells::of(row))).collect();
    if rows.is_empty() {
        return "\nthe two sides have no figures\n\n".to_owned();
    }
    let columns = Columns::of(&rows, layout.width);
    let mut text = format!("\n{}\n", faint(&columns.line(HEADS), layout.colour));
    for (verdict, cells) in &rows {
        text += &format!("{}\n", coloured(&columns.line(cells.list()), *verdict, layout.colour));
    }
    text + "\n"
}

/// The width of each column; 0 for those that are not shown.
struct Columns([usize; 8]);

impl Columns {
    fn of(rows: &[(Verdict, Cells)], width: Option<usize>) -> Self {
        let mut widths = HEADS.map(str::len);
        for (_, cells) in rows {
            for (width, cell) in widths.iter_mut().zip(cells.list()) {
                *width = (*width).max(cell.chars().count());
            }
        }
        if rows.iter().all(|(_, cells)| cells.of.is_empty()) {
            widths[OF] = 0;
        }
        if rows.iter().all(|(_, cells)| cells.interval == "–") {
            widths[GO[0]] = 0;
        }
        let mut columns = Self(widths);
        let Some(most) = width else { return columns };
        for column in GO {
            if columns.total() > most + columns.0[OF].saturating_sub(NARROWEST) {
                columns.0[column] = 0;
            }
        }
        let over = columns.total().saturating_sub(most);
        if columns.0[OF] > NARROWEST {
            columns.0[OF] = columns.0[OF].saturating_sub(over).max(NARROWEST);
        }
        columns
    }

    fn total(&self) -> usize {
        self.0.iter().filter(|width| **width > 0).map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
    }

    fn line(&self, cells: [&str; 8]) -> String {
        let shown = cells.iter().zip(self.0).zip(RIGHT).filter(|((_, width), _)| *width > 0);
        let texts = shown.map(|((cell, width), right)| {
            let cell = cut(cell, width);
            let blank = " ".repeat(width - cell.chars().count());
            if right { blank + &cell } else { cell + &blank }
        });
        texts.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
    }
}

/// A text that does not fit without its middle, with `…`: names differ at their ends.
fn cut(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (start, end) = (kept / 3, kept - kept / 3);
    text.chars().take(start).chain(['…']).chain(text.chars().skip(count - end)).collect()
}

/// Text in lines of that width, broken at blanks.
fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].chars().count() + 1 + word.chars().count() <= width {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

fn coloured(text: &str, verdict: Verdict, colour: bool) -> String {
    let code = match verdict {
        Verdict::Worse | Verdict::MissingNew => "31",
        Verdict::Better => "32",
        Verdict::NotComparable | Verdict::MissingOld => "33",
        _ => return text.to_owned(),
    };
    if colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

fn faint(text: &str, colour: bool) -> String {
    if colour { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(of: &str) -> (Verdict, Cells) {
        let text = |text: &str| text.to_owned();
        let cells = Cells {
            metric: text("p99"),
            of: text(of),
            old: text("1.00 ms"),
            new: text("1.10 ms"),
            change: text("+10.0%"),
            interval: text("+8.0% to +12.0%"),
            rounds: text("10"),
            verdict: text("worse"),
        };
        (Verdict::Worse, cells)
    }

    #[test]
    fn columns_go_and_names_are_cut_where_there_is_no_room() {
        let rows = [cells("plaintext · a-framework-with-a-long-name"), cells("json · b")];
        for width in [60, 80, 100] {
            let columns = Columns::of(&rows, Some(width));
            assert!(columns.total() <= width, "{width}: {}", columns.total());
        }
        // Metric, old, new, change and verdict take 33 columns, the gaps 10; with the rounds, 9 would be left for names.
        let line = Columns::of(&rows, Some(60)).line(rows[0].1.list());
        assert_eq!(line, "p99     plain…a-long-name  1.00 ms  1.10 ms  +10.0%  worse");
    }
}
