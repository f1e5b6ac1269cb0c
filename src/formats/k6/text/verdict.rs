//! The block of thresholds that k6 prints since 1.0.

use super::row::is_metric;

/// A threshold and whether the run kept it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict<'a> {
    /// The metric, with the tags of a sub-metric.
    pub(super) name: (&'a str, &'a str),
    /// The limit as the author wrote it.
    pub(super) expression: &'a str,
    /// `✓` or `✗`.
    pub(super) mark: &'a str,
}

/// Reads the lines that follow the heading of the block.
pub(super) fn read<'a>(lines: &[&'a str]) -> Vec<Verdict<'a>> {
    let mut verdicts = Vec::new();
    let mut name = ("", "");
    for line in lines.iter().map(|line| line.trim()) {
        match line.strip_prefix(['✓', '✗']) {
            Some(rest) => {
                let mark = &line[..line.len() - rest.len()];
                let quoted = rest.trim_start().strip_prefix('\'').and_then(|rest| rest.split_once('\''));
                verdicts.extend(quoted.map(|(expression, _)| Verdict { name, expression, mark }));
            }
            None if line.starts_with('█') => break,
            None if line.starts_with('{') && line.ends_with('}') => name.1 = line,
            None if is_metric(line) => name = (line, ""),
            None => {}
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_belong_to_the_metric_above_them() {
        let text = "\n http_req_duration\n ✗ 'avg<0.001' avg=5ms\n\n   {endpoint:mixed}\n   ✓ 'p(99)<1000' p(99)=3ms\n\n \
                    errors\n ✓ 'count<1' count=0\n █ TOTAL RESULTS\n ✓ 'no'";
        let lines: Vec<_> = text.lines().collect();
        let found: Vec<_> = read(&lines).iter().map(|v| (v.name, v.expression, v.mark)).collect();
        let expected = [
            (("http_req_duration", ""), "avg<0.001", "✗"),
            (("http_req_duration", "{endpoint:mixed}"), "p(99)<1000", "✓"),
            (("errors", ""), "count<1", "✓"),
        ];
        assert_eq!(found, expected);
    }
}
