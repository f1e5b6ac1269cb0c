//! The total results of one run.

use std::collections::BTreeSet;

use super::cells::{Amount, Cells, Others};
use super::names;
use super::row::Row;
use super::verdict::{self, Verdict};
use crate::formats::json::collector::{Measure, Range};
use crate::formats::k6::entry::Type;
use crate::formats::transcript::{Printed, Transcript};
use crate::model::{Statistic, Threshold};
use crate::units::Unit;

/// The rows of one summary.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    /// The heading `█ TOTAL RESULTS`, which the old layout lacks.
    title: Option<&'a str>,
    rows: Vec<Named<'a>>,
    verdicts: Vec<Verdict<'a>>,
}

/// A row and the metric it is about.
#[derive(Debug)]
struct Named<'a> {
    name: (&'a str, String),
    row: Row<'a>,
    cells: Option<Cells<'a>>,
}

const CUT: &str = "cut to two decimals by k6";
const NO_RESPONSE: &str = "no request got a response";
const NO_SAMPLE: &str = "nothing was counted";

/// Finds the summaries in a log.
pub(super) fn find<'a>(lines: &[&'a str]) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut verdicts = Vec::new();
    let mut is_open = true;
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        if text.starts_with("█ THRESHOLDS") {
            verdicts = verdict::read(&lines[at + 1..]);
        } else if text.starts_with("█ TOTAL RESULTS") {
            let verdicts = std::mem::take(&mut verdicts);
            blocks.push(Block { title: Some(text), verdicts, ..Block::default() });
            is_open = true;
        } else if is_part(text) && blocks.last().is_some_and(|block| block.title.is_some()) {
            is_open = false;
        } else if let Some(row) = Row::parse(line).filter(|_| is_open) {
            let begins = blocks.last().is_none_or(|block| block.title.is_none() && block.has(row.base));
            if begins {
                blocks.push(Block::default());
            }
            blocks.last_mut().expect("a block was begun").push(row);
        }
    }
    blocks
}

/// Whether a line heads the results of a part of the run.
fn is_part(text: &str) -> bool {
    ["█ SCENARIO: ", "█ GROUP: ", "↳ GROUP: "].iter().any(|heading| text.starts_with(heading))
}

impl<'a> Block<'a> {
    fn has(&self, base: &str) -> bool {
        self.rows.iter().any(|named| !base.is_empty() && named.name == (base, String::new()))
    }

    fn push(&mut self, row: Row<'a>) {
        let base = if row.base.is_empty() { self.rows.last().map_or("", |last| last.name.0) } else { row.base };
        let tags = row.tags.map(|tags| format!("{{{tags}}}")).unwrap_or_default();
        self.rows.push(Named { name: (base, tags), row, cells: Cells::parse(row.values) });
    }

    /// Writes down the run.
    pub(super) fn read(&self, transcript: &mut Transcript<'a>) {
        let silent = self.silent();
        for named in &self.rows {
            match &named.cells {
                None => {
                    transcript.wrong(named.row.values, format!("`{}` has values that k6 does not print", named.name.0));
                }
                Some(Cells::Trend(cells)) => named.read_trend(cells, &silent, transcript),
                Some(Cells::Gauge(cells)) => named.read_gauge(cells, transcript),
                Some(Cells::Counter(sum, rate)) => named.read_counter(*sum, *rate, transcript),
                Some(Cells::Rate(share, hits, others)) => named.read_rate(share, hits, others, transcript),
            }
        }
        self.read_verdicts(transcript);
        self.look_whether_complete(transcript);
    }

    /// The tags of the request durations that are 0 throughout: none of these requests got a response.
    fn silent(&self) -> BTreeSet<&str> {
        let durations = self.rows.iter().filter(|named| named.name.0 == "http_req_duration");
        durations.filter(|named| named.is_zero()).map(|named| &*named.name.1).collect()
    }

    fn read_verdicts(&self, transcript: &mut Transcript<'a>) {
        for verdict in &self.verdicts {
            let row = self.rows.iter().find(|named| (named.name.0, &*named.name.1) == verdict.name);
            let kind = row.and_then(|named| named.cells.as_ref()).map_or(Type::Trend, Cells::kind);
            let threshold = Threshold {
                metric: names::limited(kind, verdict.name, verdict.expression).into(),
                expression: verdict.expression.to_owned(),
                passed: verdict.mark == "✓",
                span: transcript.span(verdict.expression),
            };
            transcript.run.thresholds.push(threshold);
        }
    }

    /// The last of the sections that are always there is that of the network; the old list ends with
    /// the iterations and the VUs.
    fn look_whether_complete(&self, transcript: &mut Transcript<'a>) {
        let ends: &[&str] = if self.title.is_some() { &["data_sent"] } else { &["iterations", "vus_max"] };
        if !ends.iter().any(|base| self.has(base)) {
            let place = self.title.or(self.rows.first().map(|named| named.row.base)).unwrap_or_default();
            transcript.cut_off(place, "the summary ends before its last rows");
        }
    }
}

impl<'a> Named<'a> {
    fn name(&self) -> (&str, &str) {
        (self.name.0, &self.name.1)
    }

    fn is_zero(&self) -> bool {
        self.cells.as_ref().is_some_and(Cells::is_zero)
    }

    fn read_trend(&self, cells: &[(Statistic, Amount<'a>)], silent: &BTreeSet<&str>, transcript: &mut Transcript<'a>) {
        let is_silent = silent.contains("") || silent.contains(&*self.name.1);
        let is_unanswered = self.name.0.starts_with("http_req_") && self.is_zero() && is_silent;
        let count = cells.iter().find(|(statistic, _)| *statistic == Statistic::Count);
        let is_empty = count.is_some_and(|(_, amount)| amount.printed.value == 0.0);
        let metric = names::plain(self.name());
        for (statistic, amount) in cells {
            let measure = measure(&metric, *statistic, amount);
            match statistic {
                Statistic::Count => transcript.observe(&amount.printed, &measure.range(Range::Whole)),
                _ if is_unanswered => transcript.absent(&measure, NO_RESPONSE),
                _ if is_empty => transcript.absent(&measure, NO_SAMPLE),
                _ => transcript.observe(&amount.printed, &measure),
            }
        }
    }

    fn read_gauge(&self, cells: &[(Statistic, Amount<'a>)], transcript: &mut Transcript<'a>) {
        let unit = names::counted(self.name.0);
        for (statistic, amount) in cells {
            let amount = Amount { unit: unit.or(amount.unit), ..*amount };
            transcript.observe(&amount.printed, &measure(&names::plain(self.name()), *statistic, &amount));
            if self.name.0 == "vus_max" && *statistic == Statistic::Max {
                transcript.fact("vus", amount.printed.digits);
            }
        }
    }

    fn read_counter(&self, sum: Amount<'a>, rate: Amount<'a>, transcript: &mut Transcript<'a>) {
        let names::CounterNames { total, rate: per_second } = names::counter(self.name());
        let unit = names::counted(self.name.0).or(sum.unit).unwrap_or_else(Unit::none);
        let rate_unit = rate.unit.unwrap_or_else(|| unit.per(Unit::named("s")));
        let measures = [(sum, Statistic::Count, total, unit), (rate, Statistic::Rate, per_second, rate_unit)];
        for (amount, statistic, name, unit) in measures {
            transcript.observe(&amount.printed, &measure(&name, statistic, &Amount { unit: Some(unit), ..amount }));
        }
    }

    fn read_rate(&self, share: &Printed<'a>, hits: &Printed<'a>, others: &Others<'a>, transcript: &mut Transcript<'a>) {
        let names::RateNames { share: name, hits: (hit_name, unit), misses, samples } = names::rate(self.name());
        let (other, other_name) = match others {
            Others::Zero(count) => (count, misses),
            Others::All(count) => (count, samples),
        };
        let is_of_nothing = hits.value == 0.0 && other.value == 0.0;
        let share_of = Measure::new(&name, Statistic::Share, Unit::percent()).range(Range::NotNegative).described(CUT);
        match is_of_nothing {
            true => transcript.absent(&share_of, NO_SAMPLE),
            false => transcript.observe(share, &share_of),
        }
        for (count, name) in [(hits, Some(hit_name)), (other, other_name)] {
            let Some(name) = name else { continue };
            transcript.observe(count, &Measure::new(&name, Statistic::Count, unit).range(Range::Whole));
        }
    }
}

/// A script may add any number to a metric without a unit; a time or a size is never below 0.
fn measure(metric: &str, statistic: Statistic, amount: &Amount<'_>) -> Measure {
    let unit = amount.unit.unwrap_or_else(Unit::none);
    let range = if unit.is_plain() { Range::Any } else { Range::NotNegative };
    Measure::new(metric, statistic, unit).range(range)
}
