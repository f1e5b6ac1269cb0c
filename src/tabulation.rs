//! Comparisons as text: for a terminal, as Markdown, HTML, JSON and CSV. One set of words for all of them.

mod budget;
mod cells;
mod csv;
mod html;
mod json;
mod markdown;
mod terminal;

use crate::comparison::{Comparison, Row, Verdict};
use crate::printer::counted;

/// How a comparison is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people at a terminal.
    Terminal,
    /// A table for a pull request or a job summary.
    Markdown,
    /// Everything, for programs.
    Json,
    /// A row for each figure, for spreadsheets.
    Csv,
    /// One page that loads nothing else.
    Html,
}

/// How much is written, and how.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The width of the terminal in columns; none when there is none.
    pub width: Option<usize>,
    /// Whether a terminal shows colours.
    pub colour: bool,
    /// The most bytes that Markdown and HTML may have.
    pub max_bytes: Option<usize>,
    /// Whether figures that are not judged are shown too.
    pub all: bool,
}

/// The text of a comparison; an error says how many bytes it takes without any row.
pub fn write(comparison: &Comparison, format: Format, layout: Layout) -> Result<String, usize> {
    match format {
        Format::Terminal => Ok(terminal::write(comparison, layout)),
        Format::Markdown => markdown::write(comparison, layout),
        Format::Html => html::write(comparison, layout),
        Format::Json => Ok(json::write(comparison)),
        Format::Csv => Ok(csv::write(comparison)),
    }
}

/// The rows that are shown.
fn shown_rows(comparison: &Comparison, layout: Layout) -> impl Iterator<Item = &Row> {
    // When nothing can be judged, that is what there is to see.
    let all = layout.all || comparison.rows.iter().all(|row| row.verdict == Verdict::NotJudged);
    comparison.rows.iter().filter(move |row| all || row.verdict != Verdict::NotJudged)
}

/// How many rows there are of each verdict: "2 worse, 1 better".
fn tally(counts: &[(Verdict, usize)]) -> String {
    let parts = counts.iter().map(|(verdict, count)| format!("{} {}", cells::whole(*count), verdict.words()));
    parts.collect::<Vec<_>>().join(", ")
}

/// What the sides as a whole differ in, a line each.
fn differences(comparison: &Comparison) -> Vec<String> {
    comparison.differs.iter().map(|(name, [old, new])| format!("{name}: {old} → {new}")).collect()
}

/// How the verdicts came about, a sentence each.
fn notes(comparison: &Comparison) -> Vec<String> {
    let settings = &comparison.settings;
    let [level, least, noise] = [1.0 - settings.level, settings.least, settings.noise].map(cells::percent);
    let mut notes = vec![format!(
        "Intervals are of {level}, for the ratio of new to old, and agree with the Mann–Whitney U test at p ≤ {}. \
         Worse or better: the whole interval lies beyond ±{least}. No difference shown: it lies within ±{noise}.",
        settings.level
    )];
    let tested = comparison.tested();
    if tested > 1 {
        let chance = cells::whole((tested as f64 * settings.level / 2.0).ceil() as usize);
        let tested = cells::whole(tested);
        notes
            .push(format!("In {tested} tests, up to about {chance} may be worse by chance alone, and as many better."));
    }
    if let Some(threshold) = settings.threshold {
        let threshold = cells::percent(threshold);
        notes.push(format!("Where rounds are too few for a test, a change of more than {threshold} counts."));
    }
    if !settings.accepted.is_empty() {
        let accepted: Vec<&str> = settings.accepted.iter().map(String::as_str).collect();
        notes.push(format!("Accepted as unlike: {}.", accepted.join(", ")));
    }
    let hidden = comparison.rows.iter().filter(|row| row.verdict == Verdict::NotJudged).count();
    if hidden > 0 {
        let hidden = cells::whole(hidden);
        notes.push(format!("Not judged, since neither more nor less is better: {hidden} (`--all` shows them)."));
    }
    notes
}

/// The geometric means, a line each: the metric, and its change with how many figures it is over.
fn means(comparison: &Comparison) -> Vec<(String, String)> {
    const MOST: usize = 40;
    let line = |mean: &crate::comparison::Mean| {
        let left_out = if mean.left_out == 0 { String::new() } else { format!(", {} left out", mean.left_out) };
        let change = cells::signed(mean.change);
        (mean.metric.name(), format!("{change} over {}{left_out}", counted(mean.members, "figure")))
    };
    comparison.means.iter().take(MOST).map(line).collect()
}

/// What fired, a line each: the rule, the figure, the place.
pub fn fired(comparison: &Comparison) -> Vec<String> {
    let line = |fired: &crate::comparison::Fired| {
        let row = &comparison.rows[fired.row];
        let cells = cells::Cells::of(row);
        let values = match (&row.samples[0], &row.samples[1]) {
            (Some(_), Some(_)) => format!("{} → {}, {}", cells.old, cells.new, cells.change_or_verdict()),
            (None, _) => cells.new.clone(),
            (_, None) => "missing on the new side".to_owned(),
        };
        format!("{}: {} {values} ({}:{})", fired.rule, cells.name(), fired.path, fired.line)
    };
    comparison.fired.iter().map(line).collect()
}
