//! Figures as HTML: the link that the machine contract asks for.

use std::fmt::Write;

use super::Desk;
use crate::address;
use crate::claim::Verdict;
use crate::figure::{Figure, Role};
use crate::model::Kind;
use crate::suite::Suite;

/// Text with `& < > "` escaped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The addresses that a piece of HTML links to or shows, as far as they are written without escapes.
pub fn addresses(html: &str) -> impl Iterator<Item = &str> {
    let quoted = |rest: &'static str| html.split(rest).skip(1);
    let values = [" href=\"", " href='", " src=\"", " src='"].into_iter().flat_map(quoted);
    values.filter_map(|rest| rest.split(['"', '\'']).next()).filter(|url| !url.contains('&'))
}

/// The evidence page of an observation at its line.
pub fn evidence_href(suite: &Suite, root: &str, input: usize) -> String {
    let datum = &suite.data[input];
    let file = &suite.files[datum.file()];
    let line = file.source().map_or(1, |source| source.position(datum.observation.span.start).line);
    format!("{root}{}#L{line}", address::encoded(&address::of_evidence(&suite.name, &file.name)))
}

/// The anchor of a lineage entry.
pub fn lineage_anchor(entry: usize) -> String {
    format!("from-{entry}")
}

/// Where a figure leads: to its line of evidence, or to how it follows.
pub fn href(suite: &Suite, root: &str, figure: &Figure) -> String {
    match (figure.lineage, figure.inputs.first()) {
        (None, Some(input)) => evidence_href(suite, root, *input),
        (Some(entry), _) => format!("#{}", lineage_anchor(entry)),
        (None, None) => String::new(),
    }
}

/// How a figure is marked beyond being one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks {
    /// Whether it is the best of its group.
    pub best: bool,
    /// Whether it is shown again: the first showing has the anchor.
    pub again: bool,
}

impl Desk<'_> {
    /// A figure as a link.
    pub(super) fn figure_html(&self, suite: &Suite, index: usize, text_html: &str, marks: Marks) -> String {
        let figure = &self.figures.list[index];
        let mut class = String::from("fig");
        // What the evidence gives in place of a claim that does not hold is no claim.
        if figure.role == Role::Claim && figure.claimed.is_empty() {
            class += " claim ";
            class += figure.verdict.as_ref().map_or("", Verdict::class);
        }
        if !matches!(figure.kind, Kind::Measured) {
            class += " ";
            class += figure.kind.name();
        }
        if figure.inputs.iter().any(|input| suite.withdrawn(*input).is_some()) {
            class += " withdrawn";
        }
        if marks.best {
            class += " best";
        }
        let mut html = format!("<a class=\"{class}\"");
        if !marks.again {
            write!(html, " id=\"{}\"", figure.id).expect("writing to a string does not fail");
        }
        let href = escape(&href(suite, &self.root, figure));
        write!(html, " data-fig=\"{}\" href=\"{href}\">{text_html}</a>", figure.id)
            .expect("writing to a string does not fail");
        html
    }
}
