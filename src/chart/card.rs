//! Cards of reports: what is shown in place of a page where its address is shared.

use std::fmt::Write;

use super::backend::escape;
use super::text::{bold_width, shorten, width, wrap};

/// The size, in pixels, that sites which show cards ask for.
const SIZE: (f64, f64) = (1200.0, 630.0);

/// The room around what is written.
const MARGIN: f64 = 72.0;

/// Sizes of the title, the largest that it fits in is taken; and the most lines it may have.
const TITLE: [(f64, usize); 3] = [(64.0, 2), (52.0, 3), (42.0, 4)];

/// The most figures that a card shows.
pub const MOST: usize = 3;

/// Ink, soft ink, lines, and the paper.
const COLOURS: [&str; 4] = ["#14171d", "#59616e", "#d5d9e0", "#ffffff"];

/// What a card says.
pub struct Card<'a> {
    /// The report's title.
    pub title: &'a str,
    /// The site's title.
    pub site: &'a str,
    /// The date, as a reader writes it; empty for none.
    pub date: &'a str,
    /// The colour of the bar, `#0a58e0`.
    pub accent: &'a str,
    /// Figures; no more than three are shown.
    pub figures: Vec<Headline>,
}

/// A figure of a card.
pub struct Headline {
    /// The figure with its unit.
    pub text: String,
    /// What its author calls it.
    pub label: String,
    /// Which statistic it is, and of what.
    pub words: String,
}

/// The card as an SVG without style sheet, variables or fonts of its own.
pub fn card(card: &Card<'_>) -> String {
    let [ink, soft, line, paper] = COLOURS;
    let (w, h) = SIZE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{paper}\"/><rect width=\"{w}\" height=\"16\" fill=\"{}\"/>",
        card.accent
    );
    let room = w - 2.0 * MARGIN;
    let date_width = width(card.date, 28.0);
    let site = shorten(card.site, 28.0, (room - date_width) / 1.06 - 40.0);
    text(&mut out, (MARGIN, 96.0), (28.0, ink, true), &site);
    let _ = write!(out, "<text x=\"{}\" y=\"96\" font-size=\"28\" fill=\"{soft}\" text-anchor=\"end\">", w - MARGIN);
    escape(&mut out, card.date);
    out.push_str("</text>");
    let (size, lines) = title(card.title, room);
    // Without figures the title stands in the middle of the card.
    let height = lines.len() as f64 * size * LEADING;
    let bottom = if card.figures.is_empty() { h - MARGIN } else { FIGURES - 40.0 };
    let mut y = 130.0 + (bottom - 130.0 - height) / 2.0 + size;
    for one in &lines {
        text(&mut out, (MARGIN, y), (size, ink, true), one);
        y += size * LEADING;
    }
    if !card.figures.is_empty() {
        let _ = write!(out, "<path d=\"M{MARGIN} {FIGURES}H{}\" stroke=\"{line}\" stroke-width=\"2\"/>", w - MARGIN);
    }
    let shown = card.figures.iter().take(MOST);
    let column = (room + GAP) / card.figures.len().clamp(1, MOST) as f64;
    for (index, figure) in shown.enumerate() {
        headline(&mut out, figure, MARGIN + index as f64 * column, column - GAP);
    }
    out.push_str("</svg>");
    out
}

/// From one line of a title to the next, in its size.
const LEADING: f64 = 1.2;

/// Where the part of the figures begins.
const FIGURES: f64 = 382.0;

/// Between two figures.
const GAP: f64 = 40.0;

/// The title in lines, as large as fits; what is too long at the smallest size is shortened.
fn title(title: &str, room: f64) -> (f64, Vec<String>) {
    let lines = |(size, most): (f64, usize)| (size, wrap(title, size, room / 1.06, most));
    let whole = |(_, lines): &(f64, Vec<String>)| !lines.last().is_some_and(|last| last.ends_with('…'));
    let fitting = TITLE.into_iter().map(lines).find(whole);
    fitting.unwrap_or_else(|| lines(TITLE[TITLE.len() - 1]))
}

fn headline(out: &mut String, figure: &Headline, x: f64, room: f64) {
    let [ink, soft, ..] = COLOURS;
    // A figure is never shortened: it is made smaller instead.
    let size = (56.0 * room / bold_width(&figure.text, 56.0)).min(56.0);
    text(out, (x, FIGURES + 72.0), (size, ink, true), &figure.text);
    let label = shorten(&figure.label, 26.0, room / 1.06);
    text(out, (x, FIGURES + 114.0), (26.0, ink, true), &label);
    for (index, line) in wrap(&figure.words, 20.0, room, 3).iter().enumerate() {
        text(out, (x, FIGURES + 146.0 + 26.0 * index as f64), (20.0, soft, false), line);
    }
}

fn text(out: &mut String, (x, y): (f64, f64), (size, colour, bold): (f64, &str, bool), text: &str) {
    let weight = if bold { " font-weight=\"700\"" } else { "" };
    let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{colour}\"{weight}>");
    escape(out, text);
    out.push_str("</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(title: &str, figures: Vec<Headline>) -> String {
        card(&Card { title, site: "A & B", date: "2026-09-12", accent: "#0a58e0", figures })
    }

    fn figure(text: &str) -> Headline {
        Headline { text: text.to_owned(), label: "p99".to_owned(), words: "99th percentile · JSON".to_owned() }
    }

    #[test]
    fn long_titles_are_set_smaller_before_they_are_cut() {
        assert!(
            of("Short", Vec::new()).contains("font-size=\"64.0\" fill=\"#14171d\" font-weight=\"700\">Short</text>")
        );
        let long = of(&"several words ".repeat(6), Vec::new());
        assert!(long.contains("font-size=\"52.0\"") && !long.contains('…'), "{long}");
        let longer = of(&"several words ".repeat(40), Vec::new());
        assert!(longer.contains("font-size=\"42.0\"") && longer.contains('…'), "{longer}");
        assert_eq!(longer.matches("font-size=\"42.0\"").count(), 4);
    }

    #[test]
    fn figures_are_whole_and_at_most_three() {
        let svg = of("Title", ["1 ms", "2 ms", "1,234,567,890.123 requests/s", "4 ms"].map(figure).into());
        assert!(svg.contains(">1,234,567,890.123 requests/s</text>") && !svg.contains("4 ms"), "{svg}");
        assert!(svg.contains(">A &amp; B</text>"));
    }
}
