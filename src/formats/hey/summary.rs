//! The layout that hey invented and oha took over: blocks under headings, `Summary:` the first.

use crate::formats::scribe::draft::{Draft, Item, percentile};
use crate::formats::scribe::{Output, quantity, suffix};
use crate::model::Statistic;

/// The percentiles that hey prints, in order: one that it could not reach is printed without its name.
const PERCENTS: [&str; 7] = ["10", "25", "50", "75", "90", "95", "99"];

const UNREACHED: &str = "too few requests for this percentile";

/// hey prints the time after the one that the percentile is, which of so few is quite another: of two the larger as p10.
const FEW: u64 = 10;
const LATER: &str = "the time after the one at this percentile by nearest rank, as hey counts";
const SHIFTED: &str = "of fewer than ten requests hey prints a later time than this percentile";

/// What a run printed. `DIALUP` is whether the smallest and largest time of `DNS+dialup` can be
/// believed: hey prints others there.
#[derive(Debug, Default)]
pub struct Summary<'a, const DIALUP: bool> {
    draft: Draft<'a>,
    block: Block,
    percentiles: usize,
    /// How many got a response; none where that is not known.
    responses: Option<u64>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Block {
    #[default]
    Other,
    Summary,
    Histogram,
    Distribution,
    Details,
    Status,
    Errors,
}

/// Whether an output begins here, of which the summary begins with a row of that name.
pub fn begins(lines: &[&str], first_row: &str) -> bool {
    let row = |name: &str, line: &&str| line.trim().strip_prefix(name).is_some_and(|rest| rest.starts_with(":\t"));
    lines[0].trim_end() == "Summary:" && lines.get(1).is_some_and(|line| row(first_row, line))
}

impl<'a, const DIALUP: bool> Output<'a> for Summary<'a, DIALUP> {
    fn take(&mut self, line: &'a str) -> bool {
        let trimmed = line.trim();
        if let Some(block) = block(trimmed) {
            if block == Block::Status {
                self.draft.last_line = trimmed;
            }
            self.block = block;
            return true;
        }
        let is_row = line.starts_with([' ', '\t']) && !trimmed.is_empty();
        if !is_row {
            // Blank lines part the rows of a block; other text ends it.
            if !trimmed.is_empty() {
                self.block = Block::Other;
            }
            return false;
        }
        self.row(trimmed)
    }

    /// The status codes come last.
    fn draft(mut self) -> Option<Draft<'a>> {
        let are_few = self.responses.is_some_and(|count| count < FEW);
        let percentiles = self.draft.items.iter_mut().filter(|item| item.is_percentile() && item.missing.is_none());
        // oha computes them.
        for item in percentiles.filter(|_| !DIALUP) {
            match are_few {
                true => item.missing = Some(SHIFTED),
                false => item.measure.described = Some(LATER.into()),
            }
        }
        (!self.draft.last_line.is_empty()).then_some(Draft { silent: &["errors"], ..self.draft })
    }
}

impl<'a, const DIALUP: bool> Summary<'a, DIALUP> {
    fn row(&mut self, row: &'a str) -> bool {
        let is_read = match self.block {
            Block::Other => return false,
            Block::Summary => row.split_once(':').is_some_and(|(name, text)| self.summary(name, text.trim())),
            Block::Histogram => self.bucket(row).is_some(),
            Block::Distribution => self.percentile(row).is_some(),
            Block::Details => row.split_once(':').is_some_and(|(name, text)| self.detail(name, text)),
            Block::Status => self.status(row).is_some(),
            Block::Errors => self.error(row).is_some(),
        };
        if !is_read {
            self.draft.wrong.push(row);
        }
        true
    }

    fn summary(&mut self, name: &str, text: &'a str) -> bool {
        let item = |metric, statistic, unit| Item::new(text, metric, statistic, unit);
        match name {
            "Success rate" => {
                let share = item("success_rate", Statistic::Share, "");
                let share = if text.ends_with('%') { share.percent() } else { share };
                self.draft.push(share.described("share of requests that got a response, of any status"));
            }
            "Total" => {
                self.draft.push(item("duration", Statistic::Value, "s").suffixed(suffix::time));
                self.draft.fact("duration", text);
            }
            "Slowest" => self.draft.latency(text, Statistic::Max),
            "Fastest" => self.draft.latency(text, Statistic::Min),
            "Average" => self.draft.latency(text, Statistic::Mean),
            "Requests/sec" => self.draft.push(item("rps", Statistic::Rate, "req/s").of_response()),
            "Total data" => self.draft.push(item("received", Statistic::Count, "B").suffixed(suffix::binary)),
            "Size/request" => {
                self.draft.push(item("response_size", Statistic::Mean, "B").suffixed(suffix::binary).of_response());
            }
            "Size/sec" => self.draft.push(item("transfer", Statistic::Rate, "B/s").suffixed(suffix::binary_rate)),
            _ => return false,
        }
        true
    }

    /// Reads `0.418 ms [189] |####`; without a unit the bound is in seconds.
    fn bucket(&mut self, row: &'a str) -> Option<()> {
        let (bound, rest) = row.split_once('[')?;
        let (count, _) = rest.split_once(']')?;
        let seconds: suffix::Suffixes = |unit| if unit.is_empty() { Some("s") } else { suffix::time(unit) };
        if let Some(bound) = quantity(bound.trim(), seconds) {
            self.draft.histogram.push((bound, count));
        }
        Some(())
    }

    /// Reads `99.90% in 3.8448 ms`. hey prints `0% in 0.0000 secs` for percentiles that it did not reach.
    fn percentile(&mut self, row: &'a str) -> Option<()> {
        let (percent, time) = row.split_once("% in ")?;
        let unreached = if percent == "0" { PERCENTS.get(self.percentiles).copied() } else { None };
        self.percentiles += 1;
        match unreached {
            Some(percent) => {
                let item = Item::new(time, "latency", percentile(percent)?, "s").of_response();
                self.draft.push(item.missing(UNREACHED));
            }
            None => self.draft.latency(time, percentile(percent)?),
        }
        Some(())
    }

    fn detail(&mut self, name: &str, text: &'a str) -> bool {
        let metric = match name {
            "DNS+dialup" => "dns_dialup",
            "DNS-lookup" => "dns_lookup",
            "req write" => "request_write",
            "resp wait" => "response_wait",
            "resp read" => "response_read",
            _ => return false,
        };
        let count = if metric == "dns_dialup" && !DIALUP { 1 } else { 3 };
        let statistics = [Statistic::Mean, Statistic::Min, Statistic::Max].into_iter().take(count);
        for (statistic, time) in statistics.zip(text.split(", ")) {
            self.draft.push(Item::new(time, metric, statistic, "s").suffixed(suffix::time).of_response());
        }
        true
    }

    /// Reads `[404] 20 responses`.
    fn status(&mut self, row: &'a str) -> Option<()> {
        let (code, rest) = row.strip_prefix('[')?.split_once(']')?;
        let count = rest.trim().strip_suffix(" responses")?;
        self.draft.is_answered |= count.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
        self.responses = count.parse().ok().and_then(|count| self.responses.unwrap_or(0).checked_add(count));
        self.draft.count(count, &format!("status_{code}"));
        Some(())
    }

    /// Reads `[10] message`.
    fn error(&mut self, row: &'a str) -> Option<()> {
        let (count, message) = row.strip_prefix('[')?.split_once(']')?;
        self.draft.count(count, &format!("errors{{{}}}", message.trim()));
        Some(())
    }
}

fn block(heading: &str) -> Option<Block> {
    Some(match heading {
        "Summary:" => Block::Summary,
        "Response time histogram:" => Block::Histogram,
        "Latency distribution:" | "Response time distribution:" => Block::Distribution,
        "Details (average, fastest, slowest):" => Block::Details,
        "Status code distribution:" => Block::Status,
        "Error distribution:" => Block::Errors,
        _ => return None,
    })
}
