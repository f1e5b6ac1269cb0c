//! The tables that autocannon prints (from version 3 on, with lines around the cells).
//!
//! The last line rounds: `18k requests`. `Req/Sec` and `Bytes/Sec` are over samples of a second each.

use crate::formats::scribe::draft::{Draft, Item, column, percentile};
use crate::formats::scribe::suffix::Suffixes;
use crate::formats::scribe::{Begins, Output, Printer, suffix};
use crate::model::{LoadModel, Statistic};

/// The reader of autocannon's tables.
pub struct AutocannonText;

impl Printer for AutocannonText {
    const NAME: &'static str = "autocannon-text";
    const TITLE: &'static str = "autocannon text";
    const TOOL: &'static str = "autocannon";
    const LOAD: LoadModel = LoadModel::Unknown;
    const HINTS: &'static [&'static str] = &["Bytes/Sec"];
    const BEGINS: &'static [Begins] = &[
        |lines| begin(lines[0]).is_some() && lines.get(1).is_some_and(|line| connections(line).is_some()),
        |lines| matches!(cells(lines[0])[..], ["Stat", "2.5%", "50%", ..]),
    ];
    const END: &'static str = "its last line, `… requests in …, … read`";
    type Output<'a> = Tables<'a>;
}

/// What autocannon printed of one run.
#[derive(Debug, Default)]
pub struct Tables<'a> {
    draft: Draft<'a>,
    head: Vec<&'a str>,
}

const ROUNDED: &str = "rounded by the tool";

/// The cells of a row of a table; none of any other line.
fn cells(line: &str) -> Vec<&str> {
    let row = line.trim().strip_prefix('│').and_then(|row| row.strip_suffix('│'));
    row.map_or_else(Vec::new, |row| row.split('│').map(str::trim).collect())
}

/// The length (`3s`, `100 requests`) and the address of `Running 3s test @ …`.
fn begin(line: &str) -> Option<(&str, &str)> {
    let (length, url) = line.trim().strip_prefix("Running ")?.split_once(" test @ ")?;
    Some((length, url.trim()))
}

/// The number of `4 connections` or `4 connections with 10 pipelining factor`.
fn connections(line: &str) -> Option<&str> {
    let (count, rest) = line.trim().split_once(" connections")?;
    let is_count = count.bytes().all(|byte| byte.is_ascii_digit()) && !count.is_empty();
    (is_count && (rest.is_empty() || rest.starts_with(" with "))).then_some(count)
}

impl<'a> Output<'a> for Tables<'a> {
    fn take(&mut self, line: &'a str) -> bool {
        if let Some((length, url)) = begin(line) {
            self.draft.fact("url", url);
            if !length.ends_with("requests") {
                self.draft.fact("duration", length);
            }
            return true;
        }
        if let Some(count) = connections(line) {
            self.draft.fact("connections", count);
            return true;
        }
        match cells(line)[..] {
            [] => self.line(line.trim()) || line.trim_start().starts_with(['┌', '├', '└']),
            ["Stat" | "Percentile" | "Code", ..] => {
                self.head = cells(line);
                true
            }
            ref row => {
                if !self.row(row) {
                    self.draft.wrong.push(line);
                }
                true
            }
        }
    }

    fn draft(self) -> Option<Draft<'a>> {
        let silent = &["errors", "non_2xx"];
        (!self.draft.last_line.is_empty()).then_some(Draft { silent, ..self.draft })
    }
}

/// A statistic with how well autocannon knows it.
fn known(mut item: Item<'_>) -> Item<'_> {
    item.measure.within = super::within(item.measure.statistic);
    item
}

impl<'a> Tables<'a> {
    fn row(&mut self, row: &[&'a str]) -> bool {
        match (self.head.first(), row) {
            (Some(&"Percentile"), [percent, time]) => {
                let Some(statistic) = percentile(percent) else { return false };
                self.draft.push(known(Item::new(time, "latency", statistic, "ms").of_response()));
            }
            (Some(&"Code"), [code, count]) => self.draft.count(count, &format!("status_{code}")),
            (Some(&"Stat"), ["Latency", values @ ..]) => {
                for (head, text) in self.head[1..].iter().zip(values) {
                    let Some(statistic) = column(head) else { return false };
                    self.draft
                        .push(known(Item::new(text, "latency", statistic, "s").suffixed(suffix::time).of_response()));
                }
            }
            (Some(&"Stat"), ["Req/Sec", values @ ..]) => {
                return self.samples("rps", "req/s", suffix::request_rate, values);
            }
            (Some(&"Stat"), ["Bytes/Sec", values @ ..]) => {
                return self.samples("transfer", "B/s", suffix::decimal_rate, values);
            }
            _ => return false,
        }
        true
    }

    fn samples(&mut self, metric: &str, unit: &str, suffixes: Suffixes, values: &[&'a str]) -> bool {
        for (head, text) in self.head[1..].iter().zip(values) {
            let (statistic, words) = match column(head) {
                Some(Statistic::Mean) => (Statistic::Rate, super::PER_SECOND),
                Some(statistic) => (statistic, super::OF_SAMPLES),
                None => return false,
            };
            self.draft.push(known(Item::new(text, metric, statistic, unit).suffixed(suffixes).described(words)));
        }
        true
    }

    fn line(&mut self, line: &'a str) -> bool {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [good, "2xx", "responses,", bad, "non", "2xx", "responses"] => {
                self.draft.count(good, "status_2xx");
                let item = Item::new(bad, "non_2xx", Statistic::Count, "req").whole();
                self.draft.push(item.described("responses outside 2xx; 3xx are among them"));
            }
            [count, "requests", "in", duration, .., "read"] => self.totals(line, count, duration.trim_end_matches(',')),
            [errors, "errors", timeouts, "timeouts)"] => {
                self.rounded(errors, "errors");
                self.rounded(timeouts.trim_start_matches('('), "timeouts");
            }
            _ => return false,
        }
        true
    }

    /// Takes `18k requests in 2.05s, 2.47 MB read`.
    fn totals(&mut self, line: &'a str, count: &'a str, duration: &'a str) {
        self.draft.last_line = line;
        self.draft.is_answered = count.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
        self.rounded(count, "requests");
        self.draft.push(Item::new(duration, "duration", Statistic::Value, "s").suffixed(suffix::time));
        if let Some((_, size)) = line.split_once(", ") {
            let item = Item::new(size.trim_end_matches("read"), "received", Statistic::Count, "B");
            self.draft.push(item.suffixed(suffix::decimal).described(ROUNDED));
        }
    }

    fn rounded(&mut self, text: &'a str, metric: &str) {
        let item = Item::new(text, metric, Statistic::Count, "req").suffixed(suffix::requests);
        self.draft.push(if text.ends_with(['k', 'M']) { item.described(ROUNDED) } else { item });
    }
}
