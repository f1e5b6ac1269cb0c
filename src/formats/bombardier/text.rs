//! What bombardier prints for people. `KB` is 1,024 bytes, and `Throughput` counts bytes both ways.

use crate::formats::scribe::draft::{Draft, Item, percentile};
use crate::formats::scribe::{Begins, Output, Printer, suffix};
use crate::model::{LoadModel, Statistic};

/// The reader of bombardier's text.
pub struct BombardierText;

impl Printer for BombardierText {
    const NAME: &'static str = "bombardier-text";
    const TITLE: &'static str = "bombardier text";
    const TOOL: &'static str = "bombardier";
    const LOAD: LoadModel = LoadModel::Closed;
    const HINTS: &'static [&'static str] = &["Reqs/sec"];
    const BEGINS: &'static [Begins] = &[
        |lines| lines[0].trim_start().starts_with("Bombarding ") && lines[0].contains(" connection(s)"),
        |lines| {
            lines[0].split_whitespace().eq(["Statistics", "Avg", "Stdev", "Max"])
                && lines.get(1).is_some_and(|line| line.trim_start().starts_with("Reqs/sec"))
        },
    ];
    const END: &'static str = "its last line, `Throughput`";
    type Output<'a> = Report<'a>;
}

/// What bombardier printed of one run.
#[derive(Debug, Default)]
pub struct Report<'a> {
    draft: Draft<'a>,
    is_errors: bool,
}

impl<'a> Output<'a> for Report<'a> {
    fn take(&mut self, line: &'a str) -> bool {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["Bombarding", url, ref rest @ ..] => self.begin(url, rest),
            ["Statistics", ..] | ["Latency", "Distribution"] | ["HTTP", "codes:"] | ["Done!"] => {}
            ["Reqs/sec", mean, deviation, max] => self.rates(mean, deviation, max),
            ["Latency", mean, deviation, max] => {
                self.draft.latency(mean, Statistic::Mean);
                self.draft.latency(deviation, Statistic::StdDev);
                self.draft.latency(max, Statistic::Max);
            }
            ["others", "-", count] => self.draft.count(count, "errors"),
            ["1xx", "-", ..] => self.classes(line.trim()),
            ["Errors:"] => self.is_errors = true,
            ["Throughput:", rate] => {
                let item = Item::new(rate, "transfer", Statistic::Rate, "B/s").suffixed(suffix::binary_rate);
                self.draft.push(item.described("bytes read and written"));
                self.draft.last_line = line.trim();
                self.is_errors = false;
            }
            [percent, time] if percent.ends_with('%') => match percentile(percent.trim_end_matches('%')) {
                Some(statistic) => self.draft.latency(time, statistic),
                None => self.draft.wrong.push(line),
            },
            _ => return self.is_errors && self.error(line),
        }
        true
    }

    fn draft(self) -> Option<Draft<'a>> {
        (!self.draft.last_line.is_empty()).then_some(self.draft)
    }
}

impl<'a> Report<'a> {
    /// Takes the words behind the address: `for 2s using 4 connection(s)`, `with 200 request(s) using …`.
    fn begin(&mut self, url: &'a str, rest: &[&'a str]) {
        self.draft.fact("url", url);
        for pair in rest.windows(2) {
            match pair {
                ["for", length] => self.draft.fact("duration", length),
                [count, "connection(s)"] => self.draft.fact("connections", count),
                _ => {}
            }
        }
    }

    fn rates(&mut self, mean: &'a str, deviation: &'a str, max: &'a str) {
        let rate =
            |text, statistic| Item::new(text, "rps", statistic, "req/s").suffixed(suffix::request_rate).of_response();
        self.draft.push(rate(mean, Statistic::Rate).described(super::MEAN_RATE));
        self.draft.push(rate(deviation, Statistic::StdDev));
        self.draft.push(rate(max, Statistic::Max));
    }

    /// Takes `1xx - 0, 2xx - 160, 3xx - 0, 4xx - 20, 5xx - 20`.
    fn classes(&mut self, row: &'a str) {
        for (class, count) in row.split(", ").filter_map(|part| part.split_once(" - ")) {
            self.draft.is_answered |= count.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
            self.draft.count(count, &format!("status_{class}"));
        }
    }

    /// Takes `connection refused - 20`.
    fn error(&mut self, line: &'a str) -> bool {
        let Some((message, count)) = line.rsplit_once(" - ") else { return false };
        self.draft.count(count, &format!("errors{{{}}}", message.trim()));
        true
    }
}
