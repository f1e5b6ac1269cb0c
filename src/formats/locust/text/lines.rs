//! The lines that Locust prints, as slices of the text: outputs of runs, and the tables in them.

use crate::formats::locust::request;
use crate::formats::transcript::printed;
use crate::model::Percentile;

const PERCENTILES: &str = "Response time percentiles (approximated)";
const ERRORS: &str = "Error report";
const STARTING: &str = "Starting Locust ";

/// Where Locust tells of a run, the fact that it tells, before what and behind what.
const FACTS: [(&str, &str, &str); 3] = [
    ("duration", "Run time limit set to ", ""),
    ("vus", "Ramping to ", " users at a rate of "),
    ("vus", "Spawning ", " users at the rate "),
];

/// What Locust printed of a run.
#[derive(Debug, Default)]
pub(super) struct Output<'a> {
    /// The lines before it, down from the output before.
    pub(super) before: &'a [&'a str],
    /// Its first line.
    pub(super) first: &'a str,
    /// `Locust 2.47.0`, where it says so.
    pub(super) version: Option<&'a str>,
    /// The last table of statistics.
    pub(super) table: Option<Table<'a>>,
    /// The table of percentiles.
    pub(super) percentiles: Option<Percentiles<'a>>,
    /// What failed.
    pub(super) errors: Errors<'a>,
    facts: Vec<(&'static str, &'a str)>,
}

/// A table of statistics.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    /// A row for each request.
    pub(super) rows: Vec<Row<'a>>,
    /// The row of all requests; none when the table is cut off.
    pub(super) total: Option<Row<'a>>,
    /// Lines that are no rows.
    pub(super) wrong: Vec<&'a str>,
}

/// A row of statistics.
#[derive(Debug, PartialEq)]
pub(super) struct Row<'a> {
    /// The method and the name: `GET /items`.
    pub(super) request: String,
    /// How many requests.
    pub(super) requests: &'a str,
    /// How many of them failed.
    pub(super) errors: &'a str,
    /// Mean, smallest, largest and median time.
    pub(super) times: [&'a str; 4],
    /// Requests and failures a second.
    pub(super) rates: [&'a str; 2],
}

/// The table of percentiles.
#[derive(Debug, Default)]
pub(super) struct Percentiles<'a> {
    /// The percents in its head: `99.9`.
    pub(super) percents: Vec<&'a str>,
    /// A row for each request.
    pub(super) rows: Vec<Percents<'a>>,
    /// The row of all requests, where there were some.
    pub(super) total: Option<Percents<'a>>,
    /// Lines that are no rows.
    pub(super) wrong: Vec<&'a str>,
    is_closed: bool,
}

/// A row of percentiles.
#[derive(Debug)]
pub(super) struct Percents<'a> {
    /// The method and the name.
    pub(super) request: String,
    /// The times, in the order of the head.
    pub(super) times: Vec<&'a str>,
}

/// What failed.
#[derive(Debug, Default)]
pub(super) struct Errors<'a> {
    /// How often, and what.
    pub(super) counts: Vec<(&'a str, &'a str)>,
    /// Whether the report is whole.
    pub(super) is_closed: bool,
}

/// Whether a line is the head of a table of statistics: `Type  Name  # reqs  # fails | Avg  Min  Max  Med | …`.
pub(super) fn is_head(line: &str) -> bool {
    let words = line.split(['|', ' ']).filter(|word| !word.is_empty() && *word != "Type");
    let words = words.map(|word| if word == "Median" { "Med" } else { word });
    words.eq(["Name", "#", "reqs", "#", "fails", "Avg", "Min", "Max", "Med", "req/s", "failures/s"])
}

/// Whether a line is one that Locust writes about what it does.
pub(super) fn is_own(line: &str) -> bool {
    // A name may hold such a word too, behind a blank.
    let is_host = |before: &str| before.starts_with('[') || !before.contains(' ');
    ["/INFO/", "/WARNING/", "/ERROR/"].iter().any(|level| line.split_once(level).is_some_and(|(host, _)| is_host(host)))
}

/// The outputs of the runs in these lines.
pub(super) fn outputs<'a>(lines: &'a [&'a str]) -> Vec<Output<'a>> {
    let mut outputs: Vec<Output<'a>> = Vec::new();
    let (mut at, mut end) = (0, 0);
    while at < lines.len() {
        let Some(part) = Part::of(lines, at) else {
            at += 1;
            continue;
        };
        if outputs.last().is_none_or(|output| output.ends_before(part)) {
            outputs.push(Output { before: &lines[end..at], first: lines[at].trim(), ..Output::default() });
        }
        let output = outputs.last_mut().expect("one was just put there");
        at += output.take(part, &lines[at..]);
        end = at;
    }
    // What Locust says before it prints a table is no output.
    outputs.retain(|output| output.table.is_some() || output.percentiles.is_some());
    outputs
}

/// What begins in a line.
#[derive(Debug, Clone, Copy)]
enum Part<'a> {
    Start(&'a str),
    Fact(&'static str, &'a str),
    Table,
    Percentiles,
    Errors,
}

impl<'a> Part<'a> {
    fn of(lines: &[&'a str], at: usize) -> Option<Self> {
        let line = lines[at];
        if let Some((_, version)) = line.split_once(STARTING) {
            let tool = &line[line.len() - version.len() - "Locust ".len()..];
            return Some(Self::Start(tool.trim_end()));
        }
        if is_own(line) {
            return FACTS.iter().find_map(|(name, before, behind)| {
                let text = line.split_once(before)?.1.trim_end();
                let text = if behind.is_empty() { text } else { text.split_once(behind)?.0 };
                Some(Self::Fact(name, text))
            });
        }
        match line.trim() {
            PERCENTILES => Some(Self::Percentiles),
            ERRORS => Some(Self::Errors),
            _ => is_head(line).then_some(Self::Table),
        }
    }
}

impl<'a> Output<'a> {
    /// Whether a part is of the next run.
    fn ends_before(&self, part: Part<'_>) -> bool {
        match part {
            Part::Start(_) => self.version.is_some() || self.table.is_some(),
            Part::Fact("duration", _) => self.table.is_some(),
            Part::Table | Part::Percentiles => self.percentiles.is_some(),
            Part::Fact(..) | Part::Errors => false,
        }
    }

    /// Takes a part that begins at the first of these lines; says how many it takes.
    fn take(&mut self, part: Part<'a>, lines: &[&'a str]) -> usize {
        match part {
            Part::Start(version) => self.version = Some(version),
            Part::Fact(name, text) => self.facts.push((name, text)),
            Part::Table => {
                let (table, length) = Table::read(lines);
                self.table = Some(table);
                return length;
            }
            Part::Percentiles => {
                let (percentiles, length) = Percentiles::read(&lines[1..]);
                self.percentiles = Some(percentiles);
                return 1 + length;
            }
            Part::Errors => return 1 + self.errors.read(&lines[1..]),
        }
        1
    }

    /// What it says of the run. Of users whose number changes there is no one number.
    pub(super) fn facts(&self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let is_only = |(name, text): &(&'static str, &'a str)| {
            self.facts.iter().filter(|(other, _)| other == name).all(|(_, other)| other == text)
        };
        let mut told: Vec<(&'static str, &'a str)> =
            self.version.map(|version| ("tool", version)).into_iter().collect();
        for fact in self.facts.iter().copied().filter(is_only) {
            if !told.contains(&fact) {
                told.push(fact);
            }
        }
        told.into_iter()
    }
}

impl<'a> Table<'a> {
    /// Reads the table whose head is the first of these lines; says how many it takes.
    fn read(lines: &[&'a str]) -> (Self, usize) {
        let name = lines[0].find("Name").unwrap_or_default();
        let (mut table, mut rules) = (Self::default(), 0);
        for (at, line) in lines.iter().enumerate().skip(1) {
            if is_rule(line) {
                rules += 1;
            } else if rules == 2 {
                table.total = Row::parse(line, name).filter(|row| row.request == "Aggregated");
                let length = at + usize::from(table.total.is_some());
                return (table, length);
            } else if line.trim().is_empty() || is_head(line) {
                return (table, at);
            } else if !is_own(line) {
                match Row::parse(line, name) {
                    Some(row) => table.rows.push(row),
                    None => table.wrong.push(line),
                }
            }
        }
        (table, lines.len())
    }

    /// Whether the requests of its rows add up to those of all.
    pub(super) fn adds_up(&self, total: &Row<'_>) -> bool {
        let count = |text: &str| text.parse::<u64>().ok();
        let sum = self.rows.iter().try_fold(0_u64, |sum, row| sum.checked_add(count(row.requests)?));
        sum.is_some() && sum == count(total.requests)
    }
}

impl<'a> Row<'a> {
    /// The parts of a row whose name begins at that column. Names may hold anything, so that what follows them counts from behind.
    fn parse(line: &'a str, name: usize) -> Option<Self> {
        let (line, rates) = line.rsplit_once('|')?;
        let (line, times) = line.rsplit_once('|')?;
        let (line, failed) = line.trim_end().rsplit_once(' ')?;
        let (title, requests) = line.trim_end().rsplit_once(' ')?;
        let (errors, share) = failed.split_once('(')?;
        let is_row = share.ends_with("%)") && is_number(requests) && is_number(errors);
        let request = named(title, name);
        is_row.then_some(Self { request, requests, errors, times: words(times)?, rates: words(rates)? })
    }
}

impl<'a> Percentiles<'a> {
    /// Reads the table whose head is the first of these lines; says how many it takes.
    fn read(lines: &[&'a str]) -> (Self, usize) {
        let mut table = Self::default();
        let Some(head) = lines.first() else { return (table, 0) };
        let percents = head.split_whitespace().filter_map(|word| word.strip_suffix('%'));
        table.percents = percents.filter(|percent| Percentile::parse(percent).is_some()).collect();
        let name = head.find("Name").unwrap_or_default();
        for (at, line) in lines.iter().enumerate().skip(1) {
            if is_rule(line) {
                // The first stands below the head.
                table.is_closed = at > 1;
            } else if line.trim().is_empty() {
                return (table, at);
            } else if !is_own(line) {
                match Percents::parse(line, name, table.percents.len()) {
                    Some(row) if table.is_closed && matches!(&*row.request, "Aggregated" | "None Aggregated") => {
                        table.total = Some(row);
                        return (table, at + 1);
                    }
                    Some(row) if !table.is_closed => table.rows.push(row),
                    _ => table.wrong.push(line),
                }
            }
        }
        (table, lines.len())
    }

    /// Whether the table ends as one does that is of so many requests.
    pub(super) fn is_whole(&self, total: &Row<'_>) -> bool {
        let is_empty = printed(total.requests).is_some_and(|requests| requests.value == 0.0);
        self.is_closed && (self.total.is_some() || is_empty)
    }
}

impl<'a> Percents<'a> {
    /// The parts of a row: so many times, and behind them the number of requests.
    fn parse(line: &'a str, name: usize, count: usize) -> Option<Self> {
        let mut times = Vec::with_capacity(count + 1);
        let mut rest = line.trim_end();
        for _ in 0..=count {
            let (before, word) = rest.rsplit_once(' ')?;
            is_number(word).then(|| times.push(word))?;
            rest = before.trim_end();
        }
        times.reverse();
        times.pop();
        (count > 0).then(|| Self { request: named(rest, name), times })
    }
}

impl<'a> Errors<'a> {
    /// Reads the report whose head is the first of these lines; says how many it takes.
    fn read(&mut self, lines: &[&'a str]) -> usize {
        let mut rules = 0;
        for (at, line) in lines.iter().enumerate() {
            if is_rule(line) {
                rules += 1;
                self.is_closed = rules == 2;
            }
            if rules == 2 {
                return at + 1;
            }
            if is_own(line) || is_head(line) {
                return at;
            }
            let Some((count, error)) = line.trim().split_once(' ').filter(|_| rules == 1) else { continue };
            // A message may go on in the next line.
            if count.bytes().all(|byte| byte.is_ascii_digit()) {
                self.counts.push((count, error.trim()));
            }
        }
        lines.len()
    }
}

/// Whether a line parts the head of a table, or its last row, from the others.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 40 && line.bytes().all(|byte| matches!(byte, b'-' | b'|'))
}

/// The method and the name of a row whose name begins at that column: methods that are longer push it away.
fn named(title: &str, column: usize) -> String {
    let at = title.char_indices().nth(column.saturating_sub(1)).filter(|(_, c)| *c == ' ').map(|(at, _)| at);
    match at.or_else(|| title.trim_start().find(' ').map(|at| at + title.len() - title.trim_start().len())) {
        Some(at) => request(title[..at].trim(), title[at..].trim()),
        None => title.trim().to_owned(),
    }
}

fn is_number(word: &str) -> bool {
    printed(word).is_some_and(|printed| printed.suffix.is_empty())
}

/// The words of a text, when there are so many.
fn words<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split_whitespace().collect::<Vec<_>>().try_into().ok()
}
