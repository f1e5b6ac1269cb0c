//! The data of a chart, the same figures as its marks: a table of the page, and a CSV file beside it.

use std::collections::BTreeMap;

use crate::compose::Desk;
use crate::compose::block::csv;
use crate::compose::block::legend::{self, Provenance};
use crate::compose::html::{Marks, escape};
use crate::figure::Figure;
use crate::number;
use crate::render::view;
use crate::suite::Suite;
use crate::words::Message;

/// A table of figures.
pub(super) struct Data {
    /// The head of the column that names the row.
    pub(super) corner: Message,
    /// The heads of the columns.
    pub(super) columns: Vec<Message>,
    /// The rows, each with as many cells as there are columns.
    pub(super) rows: Vec<Row>,
    /// All figures of the picture, where the rows sum them up: what the CSV file has.
    pub(super) whole: Option<Box<Data>>,
}

/// A row of the table.
pub(super) struct Row {
    /// What names it.
    pub(super) label: Message,
    /// Its cells.
    pub(super) cells: Vec<Cell>,
}

/// The figures of a cell by their places in the page's list.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    figures: Vec<(Part, usize)>,
    /// Whether it need not have any, such as a range; another one without figures is a gap of the evidence.
    aside: bool,
}

/// What a figure of a cell is; in the CSV file each is a column of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A value; a cell may have several.
    Value,
    /// The range of the value.
    Range,
    /// The change from the value before it.
    Change,
}

impl Cell {
    /// A cell of values; without one, the evidence has a gap there.
    pub(super) fn of(figures: impl IntoIterator<Item = usize>) -> Self {
        Self { figures: figures.into_iter().map(|figure| (Part::Value, figure)).collect(), aside: false }
    }

    /// A cell of values that need not be there.
    pub(super) fn aside(figures: impl IntoIterator<Item = usize>) -> Self {
        Self { aside: true, ..Self::of(figures) }
    }

    /// Adds a figure.
    pub(super) fn add(&mut self, part: Part, figure: usize) {
        self.figures.push((part, figure));
    }

    /// Whether it has no figure.
    pub(super) fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }

    fn is_gap(&self) -> bool {
        self.is_empty() && !self.aside
    }

    fn html(&self, desk: &Desk<'_>, suite: &Suite, mixed: bool) -> String {
        if self.is_gap() {
            return legend::nothing(desk.voice());
        }
        let mut html = String::new();
        for (index, (part, figure)) in self.figures.iter().enumerate() {
            let link = link(desk, suite, *figure, mixed);
            html += &match part {
                Part::Value if index == 0 => link,
                Part::Value => format!(", {link}"),
                Part::Range => format!(" ({link})"),
                Part::Change => format!("; {link}"),
            };
        }
        html
    }
}

/// A figure as a link, marked by how it came about; one that is derived only where others are not.
fn link(desk: &Desk<'_>, suite: &Suite, figure: usize, mixed: bool) -> String {
    let known = &desk.figures.list[figure];
    let html = desk.figure_html(suite, figure, &escape(&known.text), Marks::default());
    match Provenance::of(suite, &known.outcome) {
        Provenance::Derived if !mixed => html,
        provenance => html + &provenance.behind(desk.voice()),
    }
}

impl Data {
    /// Whether the evidence has a gap where a value would stand.
    pub(super) fn has_gap(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(Cell::is_gap)
    }

    /// The figures of its cells by their places in the page's list.
    pub(super) fn figures(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| cell.figures.iter().map(|(_, figure)| *figure))
    }

    /// The table as its template sees it; `mixed` when numbers of several kinds stand beside each other.
    pub(super) fn view(&self, desk: &Desk<'_>, suite: &Suite, mixed: bool) -> view::ChartTable {
        let row = |row: &Row| view::ChartRow {
            label: number::signed(&desk.say(&row.label)).into_owned(),
            cells: row.cells.iter().map(|cell| cell.html(desk, suite, mixed)).collect(),
        };
        view::ChartTable {
            corner: desk.say(&self.corner),
            columns: self.columns.iter().map(|column| number::signed(&desk.say(column)).into_owned()).collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// The table as CSV, for programs: its words are English whatever the page is in. Several values of a cell stand
    /// in one field, with a space between them.
    pub(super) fn csv(&self, figures: &[Figure], suite: &Suite) -> String {
        if let Some(whole) = &self.whole {
            return whole.csv(figures, suite);
        }
        // Of each column its parts, with the place of the first figure of each, which gives the unit.
        let mut parts: BTreeMap<(usize, Part), usize> = BTreeMap::new();
        for (column, cell) in self.rows.iter().flat_map(|row| row.cells.iter().enumerate()) {
            for (part, figure) in &cell.figures {
                parts.entry((column, *part)).or_insert(*figure);
            }
        }
        let head = parts.iter().map(|((column, part), first)| {
            let words = match part {
                Part::Value => "",
                Part::Range => ", range",
                Part::Change => ", change",
            };
            csv::head(&format!("{}{words}", self.columns[*column].english()), figures[*first].unit)
        });
        let record = |row: &Row| {
            let field = |((column, part), first): (&(usize, Part), &usize)| {
                let of_part = row.cells[*column].figures.iter().filter(|(own, _)| own == part);
                let value =
                    |(_, figure): &(Part, usize)| csv::value(suite, &figures[*figure].outcome, figures[*first].unit);
                of_part.map(value).collect::<Vec<_>>().join(" ")
            };
            std::iter::once(row.label.english()).chain(parts.iter().map(field)).collect()
        };
        let head = std::iter::once(self.corner.english()).chain(head).collect();
        csv::file(std::iter::once(head).chain(self.rows.iter().map(record)))
    }
}
