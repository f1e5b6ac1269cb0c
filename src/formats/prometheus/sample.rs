//! A sample: a line with a metric, labels and a value.

use std::sync::Arc;

use crate::model::Dimensions;

/// A sample as slices of its line.
#[derive(Debug, PartialEq)]
pub(super) struct Sample<'a> {
    /// Labels: key, value with its escapes undone, value as written.
    pub(super) labels: Vec<(&'a str, String, &'a str)>,
    /// The value; a timestamp or an exemplar may stand behind it and is not kept.
    pub(super) value: &'a str,
}

impl<'a> Sample<'a> {
    /// The labels but those of these names.
    pub(super) fn dimensions(&self, without: &[&str]) -> Dimensions {
        let others = self.labels.iter().filter(|(key, ..)| !without.contains(key));
        others.map(|(key, value, _)| (Arc::from(*key), Arc::from(value.as_str()))).collect()
    }

    /// The sample in a line.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let name = line.find(['{', ' '])?;
        let mut rest = &line[name..];
        let mut labels = Vec::new();
        if let Some(inside) = rest.strip_prefix('{') {
            rest = inside;
            loop {
                rest = rest.trim_start_matches([',', ' ']);
                if let Some(after) = rest.strip_prefix('}') {
                    rest = after;
                    break;
                }
                let (key, quoted) = rest.split_once("=\"")?;
                let end = closing_quote(quoted)?;
                labels.push((key.trim(), unescape(&quoted[..end]), &quoted[..end]));
                rest = &quoted[end + 1..];
            }
        }
        Some(Self { labels, value: rest.split_whitespace().next()? })
    }
}

/// Where the first quote that is not escaped stands.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next().map(|c| if c == 'n' { '\n' } else { c })),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_may_hold_anything_that_is_escaped() {
        let line = r#"a_bucket{le="0.1",route="/a\"b\\",x="1,}\n"} 3.0 # {id="q"} 0.67"#;
        let sample = Sample::parse(line).expect("a sample");
        let labels: Vec<_> = sample.labels.iter().map(|(key, value, _)| (*key, value.as_str())).collect();
        assert_eq!(labels, [("le", "0.1"), ("route", "/a\"b\\"), ("x", "1,}\n")]);
        assert_eq!(sample.value, "3.0");
        assert_eq!(Sample::parse("a_count 5 1700000000").map(|sample| sample.value), Some("5"));
        for line in ["a{", "a{le=\"1} 3", "a{le=\"1\"}", "a", "a{,"] {
            assert_eq!(Sample::parse(line), None, "{line}");
        }
    }
}
