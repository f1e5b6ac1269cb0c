//! The text of gungraun, iai-callgrind and iai.

use super::{TOOL, measure};
use crate::formats::benchmarks::{Part, benchmark, gather, number_rounds, set};
use crate::formats::json::collector::Collector;
use crate::formats::lines::{Places, shown};
use crate::formats::{Content, Reader, Reading, number};

/// The reader of what gungraun prints.
pub struct Gungraun;

impl Reader for Gungraun {
    fn name(&self) -> &'static str {
        "gungraun"
    }

    fn title(&self) -> &'static str {
        "gungraun (iai-callgrind) text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_instructions = |line: &str| count_of(line).is_some_and(|(name, _)| name == "Instructions");
        content.text.contains("Instructions:")
            && content.document().is_none()
            && shown(content.text).lines().any(is_instructions)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let places = Places::new(content.text);
        let mut benchmarks: Vec<Collector> = Vec::new();
        let mut heading = None;
        for (line, written) in shown.lines().zip(content.text.lines()) {
            if let Some((name, number)) = count_of(line) {
                benchmarks.extend(heading.take().map(|heading: String| named(&heading)));
                if let Some(collector) = benchmarks.last_mut() {
                    Part::of_line(number, &shown, &places).take(&measure(name), collector);
                }
            } else {
                let line = without_colours(line, written);
                if !line.trim().is_empty() && !line.starts_with(' ') {
                    heading = Some(line.trim().to_owned());
                }
            }
        }
        let mut reading = gather(TOOL, benchmarks);
        number_rounds(&mut reading);
        reading
    }
}

/// A line without what was blanked in it, and without the blanks.
fn without_colours(shown: &str, written: &str) -> String {
    let is_kept = |at: usize, c: char| c == ' ' || shown.as_bytes().get(at) != Some(&b' ');
    written.char_indices().filter(|(at, c)| is_kept(*at, *c)).map(|(_, c)| c).collect()
}

/// A collector named by a heading: the path of the benchmark, and what it was given.
fn named(heading: &str) -> Collector {
    let (name, parameter) = heading.split_once(' ').unwrap_or((heading, ""));
    let mut collector = benchmark(name);
    set(&mut collector, "parameter", parameter.trim());
    collector
}

/// The name and the number of a line such as `  L1 Hits:   2359|2275  (+3.69230%)`.
fn count_of(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("  ")?.split_once(':')?;
    let rest = rest.trim_start();
    let number = rest.split([' ', '|', '(']).next().unwrap_or_default();
    let is_number = number::leading(number).is_some_and(|(_, length)| length == number.len()) || number == "N/A";
    let after = rest[number.len()..].trim_start();
    (is_number && after.starts_with(['|', '('])).then(|| (name.trim(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_end_at_the_bar_or_the_bracket() {
        assert_eq!(count_of("  Instructions:   1734|1650  (+5.0%) [+1.0x]"), Some(("Instructions", "1734")));
        assert_eq!(count_of("  L1 Accesses:    1580 (+0.701083%)"), Some(("L1 Accesses", "1580")));
        assert_eq!(count_of("  Ge:    N/A|3   (*********)"), Some(("Ge", "N/A")));
        assert_eq!(count_of("  Performance: improved (a lot)"), None);
        assert_eq!(count_of("test result: 0 (x)"), None);
    }
}
