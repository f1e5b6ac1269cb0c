//! vegeta's text report: rows that name their columns in brackets, in an order that changed over time.

use crate::formats::scribe::draft::{Draft, Item, column, percentile};
use crate::formats::scribe::{Begins, Output, Printer, suffix};
use crate::model::{LoadModel, Statistic};

/// The reader of vegeta's text report.
pub struct VegetaText;

impl Printer for VegetaText {
    const NAME: &'static str = "vegeta-text";
    const TITLE: &'static str = "vegeta text report";
    const TOOL: &'static str = "vegeta";
    const LOAD: LoadModel = LoadModel::Open;
    const HINTS: &'static [&'static str] = &["Latencies"];
    const BEGINS: &'static [Begins] = &[|lines| {
        columns(lines[0]).is_some_and(|(name, heads, _)| name == "Requests" && heads.starts_with("total, rate"))
    }];
    const END: &'static str = "its last part, `Error Set`";
    type Output<'a> = Report<'a>;
}

/// What vegeta printed of one run.
#[derive(Debug, Default)]
pub struct Report<'a> {
    draft: Draft<'a>,
    is_errors: bool,
    has_ended: bool,
}

/// The name of a row, its columns and its values.
fn columns(line: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = line.split_once('[')?;
    let (heads, values) = rest.split_once(']')?;
    Some((name.trim(), heads, values.trim()))
}

impl<'a> Output<'a> for Report<'a> {
    fn take(&mut self, line: &'a str) -> bool {
        if line.trim() == "Error Set:" {
            self.is_errors = true;
            self.has_ended = true;
            return true;
        }
        match columns(line) {
            Some(("Status Codes", _, values)) => self.statuses(line, values),
            Some((name, heads, values)) if !self.is_errors => {
                for (head, text) in heads.split(", ").zip(values.split(", ")) {
                    self.value(name, head, text);
                }
            }
            // Messages of errors follow without counts, until a blank line.
            _ => {
                self.is_errors &= !line.trim().is_empty();
                return self.is_errors;
            }
        }
        true
    }

    fn draft(self) -> Option<Draft<'a>> {
        (self.has_ended && !self.draft.last_line.is_empty()).then_some(Draft { silent: &["errors"], ..self.draft })
    }
}

impl<'a> Report<'a> {
    fn value(&mut self, name: &str, head: &str, text: &'a str) {
        let item = |metric, statistic, unit| Item::new(text, metric, statistic, unit);
        match (name, head) {
            ("Requests", "total") => self.draft.count(text, "requests"),
            ("Requests", "rate") => self.draft.push(item("rps{sent}", Statistic::Rate, "req/s").described(super::SENT)),
            ("Requests", "throughput") => {
                self.draft.push(item("rps", Statistic::Rate, "req/s").described(super::SUCCESSFUL));
            }
            ("Duration", "attack") => self.draft.push(item("duration", Statistic::Value, "s").suffixed(suffix::time)),
            ("Duration", "wait") => self.draft.push(item("wait", Statistic::Value, "s").suffixed(suffix::time)),
            ("Latencies", head) => match column(head).or_else(|| percentile(head)) {
                Some(statistic) if text.trim() == "0s" => {
                    self.draft.push(item("latency", statistic, "s").of_response().missing(super::NOT_COMPUTED));
                }
                Some(statistic) => self.draft.latency(text, statistic),
                None => self.draft.wrong.push(text),
            },
            ("Bytes In", "total") => self.draft.push(item("received", Statistic::Count, "B").whole()),
            ("Bytes In", "mean") => self.draft.push(item("response_size", Statistic::Mean, "B")),
            ("Bytes Out", "total") => self.draft.push(item("sent", Statistic::Count, "B").whole()),
            ("Success", "ratio") => {
                self.draft.push(item("success_rate", Statistic::Share, "%").percent().described(super::SUCCESS));
            }
            _ => {}
        }
    }

    /// Takes `200:160  404:20  500:20`.
    fn statuses(&mut self, line: &'a str, values: &'a str) {
        self.draft.last_line = line.trim();
        for (code, count) in values.split_whitespace().filter_map(|pair| pair.split_once(':')) {
            if code == "0" {
                let item = Item::new(count, "errors", Statistic::Count, "req").whole();
                self.draft.push(item.described(super::UNANSWERED));
            } else {
                self.draft.is_answered |= count.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
                self.draft.count(count, &format!("status_{code}"));
            }
        }
    }
}
