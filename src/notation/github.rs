//! Annotations of a GitHub workflow: a line a diagnostic, which GitHub shows at the line of the file.

use super::{Spot, lines};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) fn write(found: &[Diagnostic], base: &str) -> String {
    found.iter().map(|diagnostic| line(diagnostic, base)).collect()
}

fn line(diagnostic: &Diagnostic, base: &str) -> String {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut properties = Vec::new();
    if let Some(Spot { file, range }) = Spot::of(diagnostic, base) {
        properties.push(format!("file={}", property(&file)));
        if let Some((start, end)) = range {
            properties.push(format!("line={},col={}", start.line, start.column));
            // A column counts only within one line. GitHub's end is the last character, ours the next.
            if end.line == start.line {
                let last = end.column.saturating_sub(1).max(start.column);
                properties.push(format!("endLine={},endColumn={last}", end.line));
            } else {
                properties.push(format!("endLine={}", end.line));
            }
        }
    }
    properties.push(format!("title={}", property(&format!("{} {}", diagnostic.code.id(), diagnostic.code.title()))));
    format!("::{command} {}::{}\n", properties.join(","), text(&lines(diagnostic, base).join("\n")))
}

/// Text after the second `::`.
fn text(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(value: &str) -> String {
    text(value).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn what_would_end_a_property_or_line_is_escaped() {
        let diagnostic = Diagnostic::error(Code::Unreadable, "100%\n::error::x").in_file("a,b:c.md");
        let expected = "::error file=a%2Cb%3Ac.md,title=BB001 file cannot be read::100%25%0A::error::x\n";
        assert_eq!(line(&diagnostic, ""), expected);
    }
}
