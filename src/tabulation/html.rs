//! A comparison as one HTML page that loads nothing else.

use super::cells::{Cells, HEADS};
use super::json::word;
use super::{Layout, budget};
use crate::comparison::{Comparison, Row, Verdict};
use crate::compose::html::escape;
use crate::printer::counted;
use crate::render::breaks::breakable;

/// So many of what fired are listed.
const FIRED: usize = 20;

const STYLE: &str = include_str!("page.css");

pub(super) fn write(comparison: &Comparison, layout: Layout) -> Result<String, usize> {
    let head = head(comparison);
    let foot = foot(comparison);
    let row = |row: &Row| (row.verdict, line(row));
    let rows: Vec<(Verdict, String)> = super::shown_rows(comparison, layout).map(row).collect();
    let wrapped = |text: &str| format!("<p class=\"rest\">… {}</p>\n", escape(text));
    let count = budget::fit(head.len() + foot.len(), &rows, wrapped, layout.max_bytes)?;
    let mut text = head;
    rows[..count].iter().for_each(|(_, row)| text += row);
    text += "</tbody>\n</table></div>\n";
    if count < rows.len() {
        text += &wrapped(&budget::rest(&budget::left(&rows[count..])));
    }
    // The end of the table is counted with the foot.
    Ok(text + foot.trim_start_matches("</tbody>\n</table></div>\n"))
}

fn head(comparison: &Comparison) -> String {
    let [old, new] = comparison.sides.each_ref().map(|side| escape(&side.name));
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{old} → {new}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{} → {}</h1>\n\
         <p class=\"tally\">{}</p>\n<dl>\n",
        breakable(&comparison.sides[0].name),
        breakable(&comparison.sides[1].name),
        super::tally(&comparison.counts())
    );
    for (name, side) in crate::comparison::SIDES.iter().zip(&comparison.sides) {
        let (runs, files) = (counted(side.runs, "run"), counted(side.files, "file"));
        text += &format!("<div><dt>{name}</dt><dd>{}: {runs} of {files}</dd></div>\n", breakable(&side.name));
    }
    for (name, [old, new]) in &comparison.differs {
        text += &format!("<div><dt>{}</dt><dd>{} → {}</dd></div>\n", escape(name), escape(old), escape(new));
    }
    text += "</dl>\n";
    let fired = super::fired(comparison);
    if !fired.is_empty() {
        text += "<h2>Failed by</h2>\n<ul class=\"fired\">\n";
        fired.iter().take(FIRED).for_each(|line| text += &format!("<li>{}</li>\n", escape(line)));
        if fired.len() > FIRED {
            text += &format!("<li>and {} more</li>\n", fired.len() - FIRED);
        }
        text += "</ul>\n";
    }
    let heads: String = HEADS.map(|head| format!("<th scope=\"col\">{head}</th>")).concat();
    text + &format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Figures\"><table>\n\
         <caption>Figures, the most important first</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
    )
}

fn foot(comparison: &Comparison) -> String {
    let mut text = "</tbody>\n</table></div>\n".to_owned();
    let means = super::means(comparison);
    if !means.is_empty() {
        text += "<h2>Geometric means of the changes</h2>\n<dl>\n";
        for (metric, mean) in means {
            text += &format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(&metric), escape(&mean));
        }
        text += "</dl>\n";
    }
    for note in super::notes(comparison) {
        text += &format!("<p class=\"note\">{}</p>\n", escape(&note));
    }
    text + "</main>\n</body>\n</html>\n"
}

fn line(row: &Row) -> String {
    let cells = Cells::of(row);
    let [metric, rest @ ..] = cells.list().map(escape);
    let places = row.samples.each_ref().map(|sample| {
        let place = sample.as_ref().map(|sample| format!("{}:{}", sample.path, sample.line));
        place.map_or(String::new(), |place| format!(" title=\"{}\"", escape(&place)))
    });
    let [of, old, new, change, interval, rounds, verdict] = rest;
    let [old_place, new_place] = places;
    format!(
        "<tr class=\"{}\"><th scope=\"row\">{metric}</th><td>{of}</td><td{old_place}>{old}</td><td{new_place}>{new}</td>\
         <td>{change}</td><td>{interval}</td><td>{rounds}</td><td>{verdict}</td></tr>\n",
        word(row.verdict)
    )
}
