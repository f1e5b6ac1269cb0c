//! A row of a summary: the name of a metric, dots, a colon, and its values.

/// A row, with what it is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    /// The name of the metric; empty for a sub-metric, which belongs to the row before it.
    pub(super) base: &'a str,
    /// The tags of a sub-metric without braces: `endpoint:mixed`.
    pub(super) tags: Option<&'a str>,
    /// What follows the colon.
    pub(super) values: &'a str,
}

impl<'a> Row<'a> {
    /// The row in a line, if there is one.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let line = line.strip_prefix(['✓', '✗']).map_or(line, str::trim_start);
        let dots = line.find("...: ")?;
        let name = line[..dots].trim_end_matches('.').trim_end();
        let values = line[dots + "...: ".len()..].trim();
        let tags = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
        match tags {
            Some(tags) => Some(Self { base: "", tags: Some(tags), values }),
            None => is_metric(name).then_some(Self { base: name, tags: None, values }),
        }
    }
}

/// Whether a text can be the name of a metric: old versions allowed blanks in one.
pub(super) fn is_metric(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_from_other_lines() {
        let parse = |line| Row::parse(line).map(|row| (row.base, row.tags, row.values));
        assert_eq!(parse("   ✓ orders_placed....: 120    39.9/s "), Some(("orders_placed", None, "120    39.9/s")));
        let tagged = parse("     ✗ { endpoint:mixed }...........: avg=1ms");
        assert_eq!(tagged, Some(("", Some("endpoint:mixed"), "avg=1ms")));
        for line in ["running (1m34.0s), 01/10 VUs", "vus: 3", "level=info msg=\"wait...: no\"", "...: 3", "é...: 3"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
