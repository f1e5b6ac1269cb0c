//! What ApacheBench prints, as text or as the page of `-w`, the table of percentiles that `-e` writes, and the samples of `-g`.
//!
//! Percentiles are whole milliseconds. The first `Time per request` is taken for the mean latency;
//! the second is the inverse of the throughput and no latency. `Failed requests` counts answers of
//! another length than the first too, which a dynamic page gives without fault; so it is `failed`
//! here, and `errors{…}` are the parts of it that are errors. ab waits for each answer.

pub mod gnuplot;
mod page;
pub mod percentiles;

use super::scribe::draft::{Draft, Item, percentile};
use super::scribe::{Begins, Output, Printer};
use crate::model::{LoadModel, Statistic};

pub use page::AbPage;

/// The reader of ApacheBench's output.
pub struct Ab;

impl Printer for Ab {
    const NAME: &'static str = "ab";
    const TITLE: &'static str = "ApacheBench text";
    const TOOL: &'static str = "ab";
    const LOAD: LoadModel = LoadModel::Closed;
    const HINTS: &'static [&'static str] = &["ApacheBench", "Concurrency Level:"];
    const BEGINS: &'static [Begins] = &[
        // The page of `-w` begins with the same words, with its signs escaped.
        |lines| lines[0].trim_start().starts_with("This is ApacheBench, Version ") && !lines[0].contains("&lt;"),
        |lines| starts(lines, 0, "Server Software:") && starts(lines, 1, "Server Hostname:"),
        |lines| starts(lines, 0, "Concurrency Level:") && starts(lines, 1, "Time taken for tests:"),
    ];
    const END: &'static str = "its `Transfer rate`, or within a table";
    type Output<'a> = Report<'a>;
}

fn starts(lines: &[&str], at: usize, name: &str) -> bool {
    lines.get(at).is_some_and(|line| line.trim_start().starts_with(name))
}

/// What ab printed of one run.
#[derive(Debug, Default)]
pub struct Report<'a> {
    draft: Draft<'a>,
    is_percentiles: bool,
    /// Whether a table has begun whose last row has not come.
    is_open: bool,
}

/// Counts that ab prints only when they are not zero.
const SILENT: &[&str] = &["non_2xx", "errors{connect}", "errors{receive}", "errors{exceptions}"];

const FAILED: &str = "by the tool's count: errors, and answers of another length than the first";

impl<'a> Output<'a> for Report<'a> {
    fn take(&mut self, line: &'a str) -> bool {
        let row = line.trim();
        match row.split_once(':') {
            Some((name, text)) if self.row(name, text.trim()) => {
                if name == "Complete requests" {
                    self.draft.last_line = row;
                }
                true
            }
            _ if row.starts_with("Percentage of the requests served") => {
                self.is_percentiles = true;
                self.is_open = true;
                true
            }
            _ if row.starts_with("Connection Times") => {
                self.is_open = true;
                true
            }
            _ => self.failures(row) || (self.is_percentiles && self.percentile(row)),
        }
    }

    fn draft(self) -> Option<Draft<'a>> {
        let has = |metric: &str| self.draft.items.iter().any(|item| &*item.measure.metric == metric);
        (has("rps") && has("transfer") && !self.is_open).then_some(Draft { silent: SILENT, ..self.draft })
    }
}

impl<'a> Report<'a> {
    fn row(&mut self, name: &str, text: &'a str) -> bool {
        let first = text.split_whitespace().next().unwrap_or_default();
        match name {
            "Server Software" | "Server Port" | "Document Length" => {}
            "Server Hostname" => self.draft.fact("host", text),
            // `TLSv1.3,TLS_AES_256_GCM_SHA384,2048,256`
            "SSL/TLS Protocol" => self.draft.fact("tls", text.split(',').next().unwrap_or(text)),
            "Document Path" => self.draft.fact("path", text),
            "Concurrency Level" => self.draft.fact("connections", first),
            "Time taken for tests" => {
                self.draft.push(Item::new(first, "duration", Statistic::Value, "s"));
                self.draft.fact("duration", text);
            }
            "Requests per second" => self.draft.push(Item::new(first, "rps", Statistic::Rate, "req/s").of_response()),
            "Transfer rate" => self.draft.push(Item::new(first, "transfer", Statistic::Rate, "KiB/s")),
            "Time per request" if text.ends_with("[ms] (mean)") => self.time(first),
            "Time per request" => {}
            "Connect" | "Processing" | "Waiting" | "Total" => return self.times(name, text),
            _ => return self.total(name, first),
        }
        true
    }

    fn time(&mut self, text: &'a str) {
        let item = Item::new(text, "latency", Statistic::Mean, "ms").of_response();
        self.draft.push(item.described("the length of the run times the concurrency, over the requests"));
    }

    fn total(&mut self, name: &str, text: &'a str) -> bool {
        match name {
            "Complete requests" => {
                self.draft.is_answered = text.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
                self.draft.count(text, "requests");
            }
            "Failed requests" => {
                self.draft.push(Item::new(text, "failed", Statistic::Count, "req").whole().described(FAILED));
            }
            "Non-2xx responses" => {
                let item = Item::new(text, "non_2xx", Statistic::Count, "req").whole();
                self.draft.push(item.described("responses outside 2xx; 3xx are among them"));
            }
            "Write errors" => self.draft.count(text, "errors{write}"),
            "Keep-Alive requests" => self.draft.count(text, "requests{keep-alive}"),
            "Total transferred" => self.draft.push(Item::new(text, "received", Statistic::Count, "B").whole()),
            "HTML transferred" => self.draft.push(Item::new(text, "received{body}", Statistic::Count, "B").whole()),
            "Total body sent" => self.draft.push(Item::new(text, "sent", Statistic::Count, "B").whole()),
            _ => return false,
        }
        true
    }

    /// Reads a row of `Connection Times (ms)`: min, mean, deviation, median, max; with `-S` min, mean, max.
    fn times(&mut self, name: &str, text: &'a str) -> bool {
        self.is_open &= name != "Total";
        let metric = match name {
            "Connect" => "connect",
            "Processing" => "processing",
            "Waiting" => "waiting",
            _ => "latency",
        };
        let [min, mean, max] = [Statistic::Min, Statistic::Mean, Statistic::Max];
        let cells: Vec<&str> = text.split_whitespace().collect();
        let statistics = match (cells.len(), percentile("50")) {
            (5, Some(median)) => vec![min, mean, Statistic::StdDev, median, max],
            (3, _) => vec![min, mean, max],
            _ => return false,
        };
        // The median of all is in the list of percentiles too, as ab means it there.
        let is_listed = |statistic: Statistic| metric == "latency" && Some(statistic) == percentile("50");
        for (cell, statistic) in cells.into_iter().zip(statistics).filter(|(_, statistic)| !is_listed(*statistic)) {
            self.draft.push(Item::new(cell, metric, statistic, "ms").of_response());
        }
        true
    }

    /// Reads `(Connect: 0, Receive: 0, Length: 37, Exceptions: 0)`.
    fn failures(&mut self, row: &'a str) -> bool {
        let Some(list) = row.strip_prefix('(').and_then(|row| row.strip_suffix(')')) else { return false };
        for (name, count) in list.split(", ").filter_map(|part| part.split_once(": ")) {
            match name {
                "Connect" => self.draft.count(count, "errors{connect}"),
                "Receive" => self.draft.count(count, "errors{receive}"),
                "Exceptions" => self.draft.count(count, "errors{exceptions}"),
                "Length" => {
                    let item = Item::new(count, "other_length", Statistic::Count, "req").whole();
                    self.draft.push(item.described("answers of another length than the first"));
                }
                _ => return false,
            }
        }
        true
    }

    /// Reads `99%     18` and `100%     23 (longest request)`.
    fn percentile(&mut self, row: &'a str) -> bool {
        let Some((percent, text)) = row.split_once('%') else { return false };
        let statistic = if percent == "100" { Some(Statistic::Max) } else { percentile(percent) };
        let Some(statistic) = statistic else { return false };
        self.is_open &= statistic != Statistic::Max;
        let text = text.trim().trim_end_matches("(longest request)");
        self.draft.push(Item::new(text, "latency", statistic, "ms").of_response());
        true
    }
}
