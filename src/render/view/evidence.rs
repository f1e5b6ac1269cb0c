//! Evidence files: lists of them, and each with line numbers.

use serde::Serialize;

/// `blocks/evidence.html`, and the evidence index: files that figures rest on.
#[derive(Debug, Clone, Serialize)]
pub struct EvidenceList {
    /// The files.
    pub files: Vec<EvidenceEntry>,
}

/// A file in a list of evidence.
#[derive(Debug, Clone, Serialize)]
pub struct EvidenceEntry {
    /// The path below the suite.
    pub path: String,
    /// Its evidence page.
    pub href: String,
    /// The raw file.
    pub raw: String,
    /// The tool or format.
    pub format: String,
    /// How many figures cite it.
    pub figures: usize,
    /// Its size: `3.9 kB`.
    pub size: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}

/// `evidence.html`: an evidence file with line numbers.
#[derive(Debug, Clone, Serialize)]
pub struct EvidencePage {
    /// The suite's title.
    pub suite: String,
    /// The path below the site: `data/kruda/raw/summary.csv`.
    pub path: String,
    /// The file's name.
    pub name: String,
    /// The raw file, relative to the page.
    pub raw: String,
    /// The tool or format.
    pub format: String,
    /// Its size: `3.9 kB`.
    pub size: String,
    /// How many lines it has.
    pub lines: usize,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// The file in the repository at the commit; empty when not known.
    pub permalink: String,
    /// The text with an anchor a line, as HTML (see `render::evidence`).
    pub text: String,
    /// Sentences about what is shown, as HTML (a part only, decoded, …).
    pub notes: Vec<String>,
    /// The figures that cite it, by page.
    pub cited_by: Vec<Citing>,
}

/// A page that cites an evidence file.
#[derive(Debug, Clone, Serialize)]
pub struct Citing {
    /// The page's title.
    pub title: String,
    /// The language of the title; empty where it is that of the evidence page.
    pub language: String,
    /// The page, relative to the evidence page.
    pub href: String,
    /// Its figures that cite the file.
    pub figures: Vec<CitingFigure>,
}

/// A figure that cites an evidence file.
#[derive(Debug, Clone, Serialize)]
pub struct CitingFigure {
    /// The figure as printed.
    pub text: String,
    /// What it is, in words.
    pub statistic: String,
    /// The figure on its page.
    pub href: String,
    /// The cited line.
    pub line: u32,
}

/// `evidence-index.html`: all evidence by suite.
#[derive(Debug, Clone, Serialize)]
pub struct EvidenceIndex {
    /// The suites.
    pub suites: Vec<SuiteEvidence>,
}

/// The evidence of a suite.
#[derive(Debug, Clone, Serialize)]
pub struct SuiteEvidence {
    /// The suite's title.
    pub title: String,
    /// Its anchor.
    pub id: String,
    /// Its files.
    pub files: Vec<EvidenceEntry>,
}
