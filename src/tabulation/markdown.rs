//! A comparison as a table of GitHub-flavoured Markdown.

use super::cells::{Cells, HEADS};
use super::{Layout, budget};
use crate::comparison::{Comparison, Verdict};

/// So many of what fired are listed.
const FIRED: usize = 20;

pub(super) fn write(comparison: &Comparison, layout: Layout) -> Result<String, usize> {
    let head = head(comparison);
    let foot = foot(comparison);
    let row = |row| {
        let verdict = |row: &crate::comparison::Row| row.verdict;
        (verdict(row), line(&Cells::of(row), row.verdict))
    };
    let rows: Vec<(Verdict, String)> = super::shown_rows(comparison, layout).map(row).collect();
    let wrapped = |text: &str| format!("\n… {text}\n");
    let count = budget::fit(head.len() + foot.len(), &rows, wrapped, layout.max_bytes)?;
    let mut text = head;
    rows[..count].iter().for_each(|(_, row)| text += row);
    if count < rows.len() {
        text += &wrapped(&budget::rest(&budget::left(&rows[count..])));
    }
    Ok(text + &foot)
}

fn head(comparison: &Comparison) -> String {
    let [old, new] = comparison.sides.each_ref().map(|side| escape(&side.name));
    let mut text = format!("### {old} → {new}\n\n**{}**\n", super::tally(&comparison.counts()));
    for difference in super::differences(comparison) {
        text += &format!("\n{}\n", escape(&difference));
    }
    let fired = super::fired(comparison);
    if !fired.is_empty() {
        text += "\nFailed by:\n\n";
        fired.iter().take(FIRED).for_each(|line| text += &format!("- {}\n", escape(line)));
        if fired.len() > FIRED {
            text += &format!("- and {} more\n", fired.len() - FIRED);
        }
    }
    text += &format!("\n| {} |\n", HEADS.join(" | "));
    text + "|---|---|---:|---:|---:|---:|---:|---|\n"
}

fn foot(comparison: &Comparison) -> String {
    let mut text = String::new();
    let means = super::means(comparison);
    if !means.is_empty() {
        text += "\nGeometric means of the changes:\n\n";
        means.iter().for_each(|(metric, mean)| text += &format!("- {}: {mean}\n", escape(metric)));
    }
    text + &format!("\n<sub>{}</sub>\n", super::notes(comparison).join(" "))
}

fn line(cells: &Cells, verdict: Verdict) -> String {
    let mut texts: Vec<String> = cells.list().map(escape).to_vec();
    // A number stays on the line of its unit.
    texts[2..7].iter_mut().for_each(|text| *text = text.replace(' ', "\u{a0}"));
    if verdict.is_shown() {
        let last = texts.len() - 1;
        texts[last] = format!("**{}**", texts[last]);
    }
    format!("| {} |\n", texts.join(" | "))
}

/// Text in which nothing is Markdown or HTML, on one line.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' | '~' | '@' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markdown() {
        assert_eq!(escape("a|b <i>*x*</i>\n_y_"), "a\\|b &lt;i>\\*x\\*&lt;/i> \\_y\\_");
    }
}
