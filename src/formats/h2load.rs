//! What h2load prints.
//!
//! `failed` counts answers outside 2xx and 3xx too; `errored` are those that failed otherwise, the
//! timeouts among them. `KB` is 1,024 bytes. Version 1.52 prints no percentiles; a column of them is
//! read where there is one. h2load waits for each answer. It names the protocol as TLS does, `h2`, or `h2c` without TLS.

use super::scribe::draft::{Draft, Item, column};
use super::scribe::{Begins, NO_SAMPLES, Output, Printer, suffix};
use crate::model::{LoadModel, Statistic};

/// The reader of h2load's output.
pub struct H2load;

impl Printer for H2load {
    const NAME: &'static str = "h2load";
    const TITLE: &'static str = "h2load text";
    const TOOL: &'static str = "h2load";
    const LOAD: LoadModel = LoadModel::Closed;
    const HINTS: &'static [&'static str] = &["finished in "];
    const BEGINS: &'static [Begins] = &[
        |lines| lines[0].trim() == "starting benchmark...",
        |lines| {
            lines[0].trim_start().starts_with("finished in ")
                && lines.get(1).is_some_and(|line| line.trim_start().starts_with("requests:"))
        },
    ];
    const END: &'static str = "its last row, `req/s`";
    type Output<'a> = Report<'a>;
}

/// What h2load printed of one run.
#[derive(Debug, Default)]
pub struct Report<'a> {
    draft: Draft<'a>,
    head: Vec<Statistic>,
    threads: usize,
    is_warmed_up: bool,
}

/// How the time of a run with a warm-up is described; its rates are of what came after it.
const WITH_WARM_UP: &str = "the warm-up among it";

const COUNTS: &[(&str, &str)] = &[
    ("total", "requests{total}"),
    ("started", "requests{started}"),
    ("done", "requests"),
    ("succeeded", "requests{succeeded}"),
    ("failed", "failed"),
    ("errored", "errors"),
    ("timeout", "timeouts"),
];

impl<'a> Output<'a> for Report<'a> {
    fn take(&mut self, line: &'a str) -> bool {
        let row = line.trim();
        match row.split_once(':') {
            Some((name, text)) => return self.row(name.trim(), text, row),
            None if row.starts_with("finished in ") => self.finish(row),
            None if row.starts_with("min ") && row.ends_with("+/- sd") => {
                let heads = row.trim_end_matches("+/- sd").split_whitespace();
                self.head = heads.filter_map(column).collect();
            }
            None => return row == "starting benchmark...",
        }
        true
    }

    fn draft(self) -> Option<Draft<'a>> {
        let has_rate = self.draft.items.iter().any(|item| &*item.measure.metric == "rps");
        (has_rate && !self.draft.last_line.is_empty()).then_some(self.draft)
    }
}

impl<'a> Report<'a> {
    fn row(&mut self, name: &str, text: &'a str, row: &'a str) -> bool {
        match name {
            "requests" => self.counts(text),
            "status codes" => {
                for (count, class) in text.split(", ").filter_map(|part| part.trim().split_once(' ')) {
                    self.draft.count(count, &format!("status_{class}"));
                }
            }
            "traffic" => self.traffic(text),
            "time for request" | "request" => self.times("latency", text),
            "time for connect" | "connect" => self.times("connect", text),
            "time to 1st byte" | "TTFB" => self.times("first_byte", text),
            "req/s" | "req/s (client)" => {
                self.client_rates(text);
                self.draft.last_line = row;
            }
            "Application protocol" => self.draft.fact("application_protocol", text.trim()),
            "TLS Protocol" => self.draft.fact("tls", text.trim()),
            "Cipher" | "Server Temp Key" => {}
            _ if name.starts_with("spawning thread") => self.thread(text),
            _ => return name == "progress",
        }
        true
    }

    /// Takes `4 total client(s). 500 total requests`. Of several threads no line has the sum.
    fn thread(&mut self, text: &'a str) {
        self.is_warmed_up |= text.contains("s of warm-up time") && !text.contains(" 0s of warm-up time");
        self.threads += 1;
        self.draft.facts.retain(|(name, _)| *name != "connections");
        if let (1, Some(count)) = (self.threads, text.split_whitespace().next()) {
            self.draft.fact("connections", count);
        }
    }

    /// Takes `finished in 57.96ms, 8626.64 req/s, 1.46MB/s`.
    fn finish(&mut self, row: &'a str) {
        let text = row.trim_start_matches("finished in ");
        for (index, part) in text.split(", ").enumerate() {
            match index {
                0 => {
                    self.draft.fact("duration", part);
                    let item = Item::new(part, "duration", Statistic::Value, "s").suffixed(suffix::time);
                    self.draft.push(if self.is_warmed_up { item.described(WITH_WARM_UP) } else { item });
                }
                1 => {
                    let item = Item::new(part, "rps", Statistic::Rate, "req/s");
                    self.draft.push(item.suffixed(suffix::request_rate).of_response());
                }
                _ => self.draft.push(Item::new(part, "transfer", Statistic::Rate, "B/s").suffixed(suffix::binary_rate)),
            }
        }
    }

    /// Takes `500 total, 500 started, 500 done, …`.
    fn counts(&mut self, text: &'a str) {
        for (count, name) in text.split(", ").filter_map(|part| part.trim().split_once(' ')) {
            if name == "done" {
                self.draft.is_answered = count.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
            }
            if let Some((_, metric)) = COUNTS.iter().find(|(word, _)| *word == name) {
                self.draft.count(count, metric);
            }
        }
    }

    /// Takes the exact bytes of `86.43KB (88500) total, 56.64KB (58000) headers (space savings 0.00%), …`.
    fn traffic(&mut self, text: &'a str) {
        for part in text.split(", ") {
            let Some((count, name)) = part.split_once('(').and_then(|(_, rest)| rest.split_once(')')) else { continue };
            let metric = match name.split_whitespace().next() {
                Some("total") => "received",
                Some("headers") => "received{headers}",
                Some("data") => "received{data}",
                _ => continue,
            };
            self.draft.push(Item::new(count, metric, Statistic::Count, "B").whole());
        }
    }

    fn times(&mut self, metric: &str, text: &'a str) {
        self.cells(text, |cell, statistic| Item::new(cell, metric, statistic, "s").suffixed(suffix::time));
    }

    /// Takes the rates of single clients.
    fn client_rates(&mut self, text: &'a str) {
        self.cells(text, |cell, statistic| Item::new(cell, "client_rps", statistic, "req/s"));
    }

    /// Takes a row of the table. Of what happened before the warm-up was over h2load has nothing to tell, and prints
    /// zeros: of numbers that all are the same, all would lie within a deviation of their mean, and not 0.00 %.
    fn cells(&mut self, text: &'a str, item: impl Fn(&'a str, Statistic) -> Item<'a>) {
        let is_zero = |cell: &str| cell.bytes().all(|byte| !matches!(byte, b'1'..=b'9'));
        let is_empty = text.trim_end().ends_with(" 0.00%") && text.split_whitespace().all(is_zero);
        for (statistic, cell) in self.head.iter().zip(text.split_whitespace()) {
            let item = item(cell, *statistic).of_response();
            self.draft.push(if is_empty { item.missing(NO_SAMPLES) } else { item });
        }
    }
}
