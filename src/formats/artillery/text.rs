//! What Artillery prints for people, of version 1 and of version 2: reports of parts of the run, and a summary at its end.
//!
//! Only the summary is read. Version 2 puts dots between a name and its value and cuts a name that is too long, which is
//! then not known and not read. Version 1 gives its sections titles, and prints codes and errors when there are some.

use super::names::{self, Counter};
use super::{NO_RESPONSE, RATE, SKETCH};
use crate::formats::json::collector::{Measure, Range};
use crate::formats::number;
use crate::formats::transcript::{self, Transcript, heading};
use crate::formats::{Content, Reader, Reading};
use crate::model::{LoadModel, Run, Statistic};
use crate::units::Unit;

/// The reader of what `artillery run` prints.
pub struct Text;

const SUMMARY: &str = "Summary report @ ";
/// How a report of a part of the run begins, in either version.
const PARTS: [&str; 2] = ["Metrics for period to: ", "Report @ "];
/// How other lines begin that Artillery prints around reports.
const AROUND: [&str; 6] =
    ["Test run id: ", "Phase started: ", "Phase completed: ", "Started phase ", "Elapsed time: ", "--------"];
const TOTAL_TIME: &str = "All VUs finished. Total time: ";

const NO_SUMMARY: &str = "the output of this run ends before its summary, and what is there is of parts of it";
const CUT_OFF: &str = "the summary of this run is cut off";

/// What stands under a title of version 1, or beside it.
const COUNTS: [(&str, &str, &str); 4] = [
    ("Requests completed", "requests", "req"),
    ("Scenarios launched", "scenarios_created", "scenarios"),
    ("Scenarios created", "scenarios_created", "scenarios"),
    ("Scenarios completed", "scenarios_completed", "scenarios"),
];
const RATES: [&str; 2] = ["Mean response/sec", "RPS sent"];
const TIMES: [(&str, &str); 3] =
    [("Response time (msec)", "latency"), ("Request latency", "latency"), ("Scenario duration", "scenario_duration")];

impl Reader for Text {
    fn name(&self) -> &'static str {
        "artillery-text"
    }

    fn title(&self) -> &'static str {
        "Artillery text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none()
            && [SUMMARY, PARTS[0], PARTS[1]].iter().any(|hint| content.text.contains(hint));
        is_likely && {
            let shown = transcript::shown(content.text);
            let lines: Vec<&str> = shown.lines().collect();
            (0..lines.len()).any(|at| is_report(&lines[at..]))
        }
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = transcript::shown(content.text);
        let mut transcript = Transcript::new(content.text, &shown);
        let lines: Vec<&str> = shown.lines().collect();
        let starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].trim().starts_with(SUMMARY)).collect();
        let (mut runs, mut end) = (Vec::new(), 0);
        for start in starts {
            let before = &lines[end..start];
            let report = Report::of(&lines[start..]);
            end = start + report.length;
            match report.is_whole() {
                true => runs.push(read_run(before, &report, &mut transcript)),
                false => transcript.cut_off(lines[start].trim(), CUT_OFF),
            }
        }
        if let Some(part) = (end..lines.len()).find(|at| is_report(&lines[*at..])) {
            transcript.cut_off(lines[part].trim(), NO_SUMMARY);
        }
        transcript.finish("Artillery", runs)
    }
}

/// Whether a report begins at the first of these lines.
fn is_report(lines: &[&str]) -> bool {
    let line = lines[0].trim();
    let is_part = || lines.get(1).is_some_and(|line| line.trim().starts_with("Elapsed time: "));
    line.starts_with(SUMMARY) || line.starts_with(PARTS[0]) || line.starts_with(PARTS[1]) && is_part()
}

/// Whether a line is one that Artillery prints around reports.
fn is_own(line: &str) -> bool {
    AROUND.iter().chain(&PARTS).any(|start| line.starts_with(start))
}

/// A value of a report.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    /// The title that it stands under.
    title: Option<&'a str>,
    /// Its name, or the beginning of one that was cut.
    name: &'a str,
    is_cut: bool,
    value: &'a str,
}

/// The values of a summary.
#[derive(Debug, Default)]
struct Report<'a> {
    entries: Vec<Entry<'a>>,
    is_v2: bool,
    /// How many lines it takes.
    length: usize,
    /// Whether a blank line follows, so that nothing more comes.
    is_ended: bool,
}

impl<'a> Report<'a> {
    /// The report whose head is the first of these lines.
    fn of(lines: &[&'a str]) -> Self {
        let first = lines.iter().skip(1).position(|line| !line.trim().is_empty() && !line.starts_with("----"));
        let first = first.map_or(lines.len(), |at| at + 1);
        let mut report = Self { is_v2: lines.get(first).is_some_and(|line| !line.starts_with(' ')), ..Self::default() };
        let depth = |line: &str| line.len() - line.trim_start().len();
        let outer = lines.get(first).map_or(0, |line| depth(line));
        let mut title = None;
        for line in &lines[first..] {
            let Some(entry) = report.split(line.trim()) else {
                report.is_ended = line.trim().is_empty();
                break;
            };
            let is_inner = depth(line) > outer;
            if entry.value.is_empty() && !is_inner {
                title = Some(entry.name);
            } else {
                title = title.filter(|_| is_inner);
                report.entries.push(Entry { title, ..entry });
            }
            report.length += 1;
        }
        report.length += first;
        report
    }

    /// The name and the value of a line; of a title no value.
    fn split(&self, line: &'a str) -> Option<Entry<'a>> {
        let plain = Entry { title: None, name: line, is_cut: false, value: "" };
        if let Some(title) = line.strip_suffix(':') {
            return Some(Entry { name: title, ..plain });
        }
        if !self.is_v2 {
            let (name, value) = line.rsplit_once(": ")?;
            return Some(Entry { name: name.trim(), value: value.trim(), ..plain });
        }
        // Dots, or at least two blanks, part a name from its value. Those of a cut name follow it at once.
        let (before, value) = line.rsplit_once(' ').filter(|(before, _)| before.ends_with(['.', ' ']))?;
        let name = before.trim_end_matches(['.', ' ']);
        let is_cut = before[name.len()..].starts_with('.');
        Some(Entry { name: name.trim_end_matches(':'), is_cut, value, ..plain })
    }

    fn value(&self, title: Option<&str>, name: &str) -> Option<&'a str> {
        self.entries.iter().find(|entry| entry.title == title && entry.name == name).map(|entry| entry.value)
    }

    /// Whether it has what stands last in each summary, and no table of times that is cut off.
    fn is_whole(&self) -> bool {
        let has_times = |title: &str| self.value(Some(title), "p99").is_some();
        if !self.is_v2 {
            return TIMES.iter().any(|(title, metric)| *metric == "latency" && has_times(title));
        }
        let is_completed = self.value(None, "vusers.completed").is_some_and(|count| count != "0");
        self.value(None, "vusers.created").is_some() && (!is_completed || has_times("vusers.session_length"))
    }
}

fn read_run<'a>(before: &[&'a str], report: &Report<'a>, transcript: &mut Transcript<'a>) -> Run {
    transcript.run.load = Some(LoadModel::Open);
    let first = before.iter().position(|line| is_own(line.trim())).unwrap_or(before.len());
    let heading = heading(&before[..first], |_| false);
    transcript.run.heading = heading.map(|heading| (heading.into(), transcript.span(heading)));
    if let Some(time) = before.iter().rev().find_map(|line| line.trim().strip_prefix(TOTAL_TIME)) {
        transcript.fact("duration", time);
    }
    for entry in &report.entries {
        match report.is_v2 {
            true => read_v2(entry, transcript),
            false => read_v1(entry, transcript),
        }
    }
    let counted = |name: &str| report.value(None, name);
    let has_errors = report.entries.iter().any(|entry| match report.is_v2 {
        true => entry.name.starts_with("errors."),
        false => entry.title == Some("Errors"),
    });
    // Version 2 prints errors before requests, version 1 last.
    let requests =
        if report.is_v2 { counted("http.requests") } else { counted("Requests completed").filter(|_| report.is_ended) };
    if let Some(requests) = requests.filter(|_| !has_errors) {
        let span = transcript.span(requests);
        transcript.run.implied_zero.push(("errors".into(), span));
    }
    transcript.end_run()
}

fn read_v2(entry: &Entry<'_>, transcript: &mut Transcript<'_>) {
    let Entry { title, name, is_cut, value } = *entry;
    if let Some(title) = title {
        let (metric, unit) = names::summary(title);
        return take_time(&metric, unit, entry, true, transcript);
    }
    if let Some(value) = value.strip_suffix("/sec").filter(|_| !is_cut) {
        let (metric, unit) = names::rate(name);
        let measure = Measure::new(&metric, Statistic::Rate, Unit::named(unit));
        return transcript.take(value, &measure.described(RATE));
    }
    if !is_cut {
        let Counter { metric, unit } = names::counter(name);
        take_count(&metric, unit, value, transcript);
    }
}

fn read_v1(entry: &Entry<'_>, transcript: &mut Transcript<'_>) {
    let Entry { title, name, value, .. } = *entry;
    match title {
        None if RATES.contains(&name) => {
            let measure = Measure::new("rps", Statistic::Rate, Unit::named("req/s"));
            transcript.take(value, &measure.described(RATE));
        }
        None => {
            if let Some((_, metric, unit)) = COUNTS.iter().find(|(own, ..)| *own == name) {
                take_count(metric, unit, value, transcript);
            }
        }
        Some("Codes") => take_count(&format!("status_{name}"), "req", value, transcript),
        Some("Errors") => take_count(&format!("errors{{{name}}}"), "req", value, transcript),
        Some(title) => {
            if let Some((_, metric)) = TIMES.iter().find(|(own, _)| *own == title) {
                take_time(metric, "ms", entry, false, transcript);
            }
        }
    }
}

fn take_count(metric: &str, unit: &str, value: &str, transcript: &mut Transcript<'_>) {
    transcript.take(value, &Measure::new(metric, Statistic::Count, Unit::named(unit)).range(Range::Whole));
}

fn take_time(metric: &str, unit: &str, entry: &Entry<'_>, is_sketch: bool, transcript: &mut Transcript<'_>) {
    let Some(statistic) = names::statistic(entry.name) else { return };
    let within = (is_sketch && matches!(statistic, Statistic::Percentile(_))).then_some(&SKETCH);
    let measure = Measure { within, ..Measure::new(metric, statistic, Unit::named(unit)) };
    match number::is_not_finite(entry.value) {
        true => transcript.absent(&measure, NO_RESPONSE),
        false => transcript.take(entry.value, &measure),
    }
}
