//! What a page that stands alone holds.

use serde::Serialize;

/// What is in a page and not beside it.
#[derive(Debug, Clone, Serialize)]
pub struct Inline {
    /// The style sheet.
    pub style: String,
    /// The script.
    pub script: String,
    /// `figures.json`.
    pub figures: String,
    /// The evidence that the page cites.
    pub evidence: Vec<InlineEvidence>,
}

/// An evidence file in a page.
#[derive(Debug, Clone, Serialize)]
pub struct InlineEvidence {
    /// Its anchor.
    pub id: String,
    /// The path below the suite.
    pub path: String,
    /// Its name without its folder.
    pub name: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// Its size: `3.9 kB`.
    pub size: String,
    /// The file as a `data:` address; empty when there was no room for it.
    pub data: String,
    /// The raw file of the site, relative to the page.
    pub raw: String,
    /// The lines that the page cites.
    pub lines: Vec<CitedLine>,
}

/// A cited line of an evidence file.
#[derive(Debug, Clone, Serialize)]
pub struct CitedLine {
    /// Its anchor.
    pub id: String,
    /// Its number, from 1.
    pub line: u32,
    /// Its text, cut when it is very long.
    pub text: String,
}
