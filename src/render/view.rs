//! What a template may see: the only types that are serialized for templates.
//!
//! Links in a view are relative to the page it is shown on, and ready to be written.

mod alone;
mod beside;
mod evidence;
mod standing;

use serde::Serialize;

pub use alone::*;
pub use beside::*;
pub use evidence::*;
pub use standing::*;

/// What every page has.
#[derive(Debug, Clone, Serialize)]
pub struct Site {
    /// The site's title.
    pub title: String,
    /// What the site is about, in a sentence.
    pub description: String,
    /// The language of pages that name none, such as `en`.
    pub language: String,
    /// The absolute address of the site, ending in `/`; empty when it has none.
    pub base_url: String,
    /// The project's repository; empty when it has none.
    pub repository: String,
    /// Benchbook's version.
    pub generator: String,
    /// The address of the site's own picture beside its title; empty for Benchbook's mark.
    pub logo: String,
    /// A sentence at the foot of each page; may be empty.
    pub footer: String,
    /// Whether the key `/` opens the search, for readers who do not switch that off.
    pub search_shortcut: bool,
}

/// What the outer template needs besides the content.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// The title, as text.
    pub title: String,
    /// A sentence below the title; may be empty.
    pub description: String,
    /// The language of the page.
    pub language: String,
    /// The way to the site's root: empty, `../`, `../../`.
    pub root: String,
    /// The page's own address below the root: empty, `reports/altair/`.
    pub path: String,
    /// Whether it stands in for pages that are not there, and has no address of its own.
    pub missing: bool,
    /// The date, `2026-09-12`; empty when it has none.
    pub date: String,
    /// Navigation at the top.
    pub navigation: Vec<Link>,
    /// The way from the start page to here, without the page itself.
    pub crumbs: Vec<Link>,
    /// What is in the page and not beside it, when it is a file that stands alone.
    pub inline: Option<Inline>,
    /// The picture that is shown where its address is shared; none when there is none.
    pub card: Option<Card>,
    /// What was corrected of what the page prints; none when nothing was.
    pub corrected: Option<Notice>,
    /// Subjects of the page of which a later version is out.
    pub outdated: Vec<OldVersion>,
}

/// A picture of a page for other places.
#[derive(Debug, Clone, Serialize)]
pub struct Card {
    /// The file, relative to the page.
    pub file: String,
    /// What it says, in words.
    pub alternative: String,
}

/// A link with its text.
#[derive(Debug, Clone, Serialize)]
pub struct Link {
    /// The text.
    pub title: String,
    /// Where it leads, relative to the page.
    pub href: String,
    /// Whether it leads to the page, or the part of the site, that is being shown.
    pub current: bool,
    /// The language of the text; empty where it is that of the page.
    pub language: String,
}

/// `report.html` and `page.html`: a narrative.
#[derive(Debug, Clone, Serialize)]
pub struct Narrative {
    /// The headings of the page.
    pub contents: Vec<Heading>,
    /// The body, as HTML.
    pub body: String,
    /// The disclosure at the top, as HTML; empty when the page places its own or has no suite.
    pub disclosure: String,
    /// What the page rests on; none when it has no figures.
    pub seal: Option<Seal>,
    /// How each derived figure follows.
    pub lineage: Vec<Lineage>,
    /// The evidence of the page, for paper.
    pub printed: Vec<PrintedFile>,
    /// Sessions of the suite.
    pub sessions: Vec<Session>,
    /// The settings of its sessions beside each other.
    pub compared: Vec<Comparison>,
    /// The release that it is the page of.
    pub release: Option<Release>,
}

/// `parts/printed.html`: a file of evidence, for who has the page on paper.
#[derive(Debug, Clone, Serialize)]
pub struct PrintedFile {
    /// The path below the site: `data/kruda/raw/summary.csv`.
    pub path: String,
    /// The beginning of its SHA-256 in hexadecimal.
    pub sha256: String,
    /// The figures that are read from it, as they stand in the page.
    pub figures: Vec<PrintedFigure>,
}

/// A figure that is read from a line of evidence.
#[derive(Debug, Clone, Serialize)]
pub struct PrintedFigure {
    /// The figure's id, which stands beside it on paper.
    pub id: String,
    /// The line; 0 for none.
    pub line: u32,
}

/// A heading of a page.
#[derive(Debug, Clone, Serialize)]
pub struct Heading {
    /// Its anchor.
    pub id: String,
    /// Its text.
    pub title: String,
    /// 2 or 3.
    pub level: u8,
}

/// The line that says what a page rests on.
#[derive(Debug, Clone, Serialize)]
pub struct Seal {
    /// How many figures the page has.
    pub figures: usize,
    /// From how many evidence files.
    pub files: usize,
    /// How many claims were checked.
    pub claims: usize,
    /// How many of them hold.
    pub holding: usize,
    /// How many are shown although they do not, or cannot be checked.
    pub acknowledged: usize,
    /// Where the evidence of the page is listed.
    pub evidence: String,
    /// The machine-readable figures.
    pub figures_json: String,
}

/// How a derived figure follows from observations.
#[derive(Debug, Clone, Serialize)]
pub struct Lineage {
    /// The anchor of the entry.
    pub id: String,
    /// The id of the first figure that follows so.
    pub figure: String,
    /// The figure as it is printed.
    pub text: String,
    /// For a claim that does not hold, what the author wrote; empty otherwise.
    pub claimed: String,
    /// The figure in full: `0.770541… `.
    pub value: String,
    /// The unit of the value; empty for a plain number.
    pub unit: String,
    /// Which statistic it is, in words: "median of 5 rounds' p99".
    pub statistic: String,
    /// The expression.
    pub expression: String,
    /// The verdict on a claim in words ("holds after rounding"); empty for other figures.
    pub verdict: String,
    /// The class of the verdict: `holds`, `partly`, `contradicted`, `uncheckable`, or empty.
    pub verdict_class: String,
    /// The author's reason for showing a claim that does not hold; may be empty.
    pub reason: String,
    /// What it is computed from.
    pub inputs: Vec<Input>,
}

/// An input of a derived figure.
#[derive(Debug, Clone, Serialize)]
pub struct Input {
    /// The number with its unit, as the source has it: `344.00 µs`.
    pub text: String,
    /// Which values of which dimensions it is: `Kruda · JSON · round 3`.
    pub what: String,
    /// The file's name without its folder.
    pub file: String,
    /// The locator.
    pub locator: String,
    /// The line.
    pub line: u32,
    /// The evidence page at the line.
    pub href: String,
    /// `measured`, `transcribed`, `estimated` or `claimed`.
    pub kind: String,
    /// Why it was withdrawn; empty when it stands.
    pub withdrawn: String,
}

/// `blocks/table.html`: a comparison table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// Its number on the page, from 1.
    pub number: usize,
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// Heads of the columns that name the row (one or more).
    pub heads: Vec<String>,
    /// Heads of the columns that hold figures.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Sentences below the table, as HTML: which statistic.
    pub notes: Vec<String>,
    /// What the marks in it mean.
    pub legend: Legend,
    /// The table as a CSV file, relative to the page.
    pub csv: String,
    /// Whether the rows are divided into groups (row spans).
    pub grouped: bool,
}

/// A column of figures.
#[derive(Debug, Clone, Serialize)]
pub struct Column {
    /// The label.
    pub label: String,
    /// The unit, shown once in the head; empty for none or when cells carry their own.
    pub unit: String,
    /// Which way is better: `higher`, `lower` or empty.
    pub better: String,
    /// The statistic in words, for a tooltip.
    pub statistic: String,
}

/// A row of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The cells that name the row; a cell that an earlier row spans is left out.
    pub heads: Vec<RowHead>,
    /// The figures.
    pub cells: Vec<Cell>,
    /// Whether a new group begins here.
    pub first_of_group: bool,
}

/// A cell that names a row.
#[derive(Debug, Clone, Serialize)]
pub struct RowHead {
    /// The label.
    pub label: String,
    /// A smaller line below it (`POST /items`); may be empty.
    pub note: String,
    /// How many rows it spans.
    pub span: usize,
    /// The number of the colour of the subject, 1 to 8; 0 for none.
    pub series: usize,
}

/// A cell that holds figures.
#[derive(Debug, Clone, Serialize)]
pub struct Cell {
    /// The figures as HTML: links `<a class="fig" …>`, joined by what the column says.
    pub html: String,
    /// Whether it is the best of its group.
    pub best: bool,
    /// Its length as a bar, in percent of the longest of the column; none for no bar.
    pub bar: Option<f64>,
    /// Why there is no value; empty when there is one.
    pub missing: String,
}

/// `blocks/chart.html`: a chart with its data.
#[derive(Debug, Clone, Serialize)]
pub struct Chart {
    /// Its number on the page, from 1.
    pub number: usize,
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML.
    pub caption: String,
    /// The picture: an `<svg>` element.
    pub svg: String,
    /// The picture as a file, relative to the page.
    pub file: String,
    /// The picture as a PNG file, relative to the page; empty when there is none.
    pub png: String,
    /// The chart alone as a page that can be shown in a frame, relative to the page.
    pub frame: String,
    /// The data of the chart as a CSV file, relative to the page.
    pub csv: String,
    /// The data of the chart as a table.
    pub table: ChartTable,
    /// Sentences below the chart, as HTML (which statistic, what the whiskers are).
    pub notes: Vec<String>,
    /// What the marks beside its data mean.
    pub legend: Legend,
}

/// `parts/legend.html`: the marks that occur in a table or chart. How a number came about is one
/// thing, what is said of it another.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Legend {
    /// How numbers came about: transcribed, estimated, claimed, derived, or not at all.
    pub kinds: Vec<LegendMark>,
    /// What is said of them: best, worst, within the objective.
    pub verdicts: Vec<LegendMark>,
}

/// A mark with what it means.
#[derive(Debug, Clone, Serialize)]
pub struct LegendMark {
    /// The sign; empty when a number is set apart otherwise.
    pub sign: String,
    /// Its class.
    pub class: String,
    /// The word for it, which is said to who does not see the sign.
    pub word: String,
    /// What it means.
    pub meaning: String,
}

/// The data of a chart: the same figures as the marks.
#[derive(Debug, Clone, Serialize)]
pub struct ChartTable {
    /// The head of the column that names the row.
    pub corner: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<ChartRow>,
}

/// A row of a chart's data.
#[derive(Debug, Clone, Serialize)]
pub struct ChartRow {
    /// The name of the row.
    pub label: String,
    /// The cells as HTML: figures, or empty.
    pub cells: Vec<String>,
}

/// `blocks/disclosure.html`: what a reader needs to judge the figures.
#[derive(Debug, Clone, Serialize)]
pub struct Disclosure {
    /// The facts.
    pub facts: Vec<DisclosedFact>,
    /// The whole list of what a reader could ask; none when it is not asked for.
    pub checklist: Option<Checklist>,
}

/// The checklist of a disclosure.
#[derive(Debug, Clone, Serialize)]
pub struct Checklist {
    /// How many items are stated: "21 of 34 stated, 9 not stated, 4 do not apply".
    pub summary: String,
    /// The items.
    pub items: Vec<ChecklistItem>,
}

/// An item of a checklist.
#[derive(Debug, Clone, Serialize)]
pub struct ChecklistItem {
    /// Its stable key, `load_model`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// What is asked, in a sentence.
    pub meaning: String,
    /// `stated`, `not stated` or `not applicable`.
    pub state: String,
    /// What is stated, each as HTML; why it does not apply; nothing when it is not stated.
    pub statements: Vec<DisclosedFact>,
}

/// A fact of a disclosure.
#[derive(Debug, Clone, Serialize)]
pub struct DisclosedFact {
    /// What it is: "Hardware".
    pub label: String,
    /// The fact as HTML; empty when it was not disclosed.
    pub html: String,
}

/// `blocks/limitations.html`.
#[derive(Debug, Clone, Serialize)]
pub struct Limitations {
    /// Its anchor.
    pub id: String,
    /// The limitations, as HTML.
    pub items: Vec<String>,
}

/// `index.html`: the reports of the site.
#[derive(Debug, Clone, Serialize)]
pub struct Index {
    /// The start page's own text, as HTML; may be empty.
    pub body: String,
    /// The reports, latest first.
    pub reports: Vec<Report>,
    /// Pages that stand under headings of their own, in their order.
    pub sections: Vec<Section>,
}

/// A heading of the start page with the pages under it.
#[derive(Debug, Clone, Serialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The language of the heading, that of its pages; empty where it is that of the list, or they have several.
    pub language: String,
    /// The pages, in their order; those without a suite have no figures.
    pub pages: Vec<Report>,
}

/// A report in a list.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// The language of its title and description; empty where it is that of the list.
    pub language: String,
    /// Its description.
    pub description: String,
    /// Its date; empty when it has none.
    pub date: String,
    /// Where it is.
    pub href: String,
    /// How many figures it has.
    pub figures: usize,
    /// From how many evidence files.
    pub files: usize,
    /// How many claims it makes.
    pub claims: usize,
    /// How many of them hold.
    pub holding: usize,
    /// The figures of its badges, in the order of the front matter.
    pub headlines: Vec<Headline>,
}

/// A figure of a report, shown where reports are listed.
#[derive(Debug, Clone, Serialize)]
pub struct Headline {
    /// What it is called: `p99`.
    pub label: String,
    /// The figure as it is printed: `117.8 ms`.
    pub text: String,
    /// The figure on the page of the report.
    pub href: String,
    /// `measured`, `transcribed`, `estimated` or `claimed`.
    pub kind: String,
    /// Whether it follows from a value that was withdrawn.
    pub withdrawn: bool,
}
