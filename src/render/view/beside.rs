//! What is written beside a page, for use in other places.

use serde::Serialize;

use super::Legend;

/// `blocks/badges.html`: the badges of a page.
#[derive(Debug, Clone, Serialize)]
pub struct Badges {
    /// The page's own address below the root: `reports/altair/`.
    pub path: String,
    /// The badges, in the order of the front matter.
    pub items: Vec<Badge>,
}

/// A figure as a small picture.
#[derive(Debug, Clone, Serialize)]
pub struct Badge {
    /// The anchor of the badge: `badge-p99`.
    pub id: String,
    /// The anchor as it is written in a link.
    pub anchor: String,
    /// What the figure is called: `p99`.
    pub label: String,
    /// The figure as HTML: a link `<a class="fig" …>`.
    pub html: String,
    /// The picture: an `<svg>` element.
    pub svg: String,
    /// The picture as a file, relative to the page: `badge-p99.svg`.
    pub file: String,
    /// What the picture says, as text in Markdown: `p99 117.8 ms`.
    pub alternative: String,
}

/// `blocks/chart-page.html`: a chart alone, to be shown in a frame.
#[derive(Debug, Clone, Serialize)]
pub struct ChartPage {
    /// The caption as text, or `Figure 1`.
    pub title: String,
    /// The same as a sentence, with a full stop where it has none.
    pub caption: String,
    /// The title of the page that the chart is from.
    pub report: String,
    /// The chart on that page.
    pub href: String,
    /// The way to the site's root: `../../`.
    pub root: String,
    /// The picture: an `<svg>` element, its links out of the frame.
    pub svg: String,
    /// Sentences below the chart, as HTML.
    pub notes: Vec<String>,
    /// What the marks in it mean.
    pub legend: Legend,
}
