//! JUnit XML: a failed test an error, a passed one with output a warning.

use super::{Spot, lines};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) fn write(found: &[Diagnostic], base: &str) -> String {
    let failures = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let cases: String = match found {
        [] => "    <testcase classname=\"benchbook\" name=\"nothing is wrong\"/>\n".to_owned(),
        found => found.iter().map(|diagnostic| case(diagnostic, base)).collect(),
    };
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\"", found.len().max(1));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"benchbook\" {counts}>\n  \
         <testsuite name=\"benchbook\" {counts} skipped=\"0\">\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

fn case(diagnostic: &Diagnostic, base: &str) -> String {
    let (code, title) = (diagnostic.code.id(), diagnostic.code.title());
    let spot = Spot::of(diagnostic, base);
    let file = spot.as_ref().map_or("benchbook", |spot| &spot.file);
    let start = spot.as_ref().and_then(|spot| spot.range).map(|(start, _)| start);
    let at = start.map_or(String::new(), |start| format!(" at {}:{}", start.line, start.column));
    let name = escaped(&format!("{code} {title}{at}"));
    let place = start.map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
    let text = format!(
        "{file}{place}
{}",
        lines(diagnostic, base).join(
            "
"
        )
    );
    let (message, text) = (escaped(&diagnostic.message), escaped(&text));
    let inner = match diagnostic.severity {
        Severity::Error => format!("<failure type=\"{code}\" message=\"{message}\">{text}</failure>"),
        Severity::Warning => format!("<system-out>warning: {text}</system-out>"),
    };
    format!("    <testcase classname=\"{}\" name=\"{name}\">\n      {inner}\n    </testcase>\n", escaped(file))
}

/// Text as XML 1.0 can hold it: a character that it cannot hold becomes `�`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control < ' ' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_any_text() {
        assert_eq!(escaped("a<b>&\"\u{1b}[0m\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}[0m\n");
    }
}
