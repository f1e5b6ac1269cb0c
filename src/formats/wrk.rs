//! What wrk and wrk2 print, one run or a log of many.
//!
//! wrk keeps its connections busy and waits for each answer; wrk2 sends on a schedule and counts
//! latency from when a request was due. A wrk2 run of less than ten seconds without `--latency`
//! prints what wrk prints, but for `-nan` in the row `Req/Sec`, by which it is known.
//!
//! When a server cannot be reached, both print one line and nothing else. That line is recognised
//! as wrk, and is a problem: there is no run to read, and a page without it should say so.

mod log;
mod output;
mod run;

use super::lines::{Places, shown};
use super::{Content, Problem, Reader, Reading};
use crate::diagnostic::Code;
use crate::model::LoadModel;
use crate::source::Span;
use log::Log;
use run::Scribe;

/// The reader of wrk's output.
pub struct Wrk;

/// The reader of wrk2's output.
pub struct Wrk2;

impl Reader for Wrk {
    fn name(&self) -> &'static str {
        "wrk"
    }

    fn title(&self) -> &'static str {
        "wrk text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        writer(content) == Some(self.name())
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        read(content.text, self.name(), |_| LoadModel::Closed)
    }
}

impl Reader for Wrk2 {
    fn name(&self) -> &'static str {
        "wrk2"
    }

    fn title(&self) -> &'static str {
        "wrk2 text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        writer(content) == Some(self.name())
    }

    /// A run without wrk2's own lines, in a log that has them elsewhere, may be of either tool.
    fn read(&self, content: &Content<'_>) -> Reading {
        let load = |is_wrk2| if is_wrk2 { LoadModel::OpenCorrected } else { LoadModel::Unknown };
        read(content.text, self.name(), load)
    }
}

/// The tool that wrote the content, if one of the two did.
fn writer(content: &Content<'_>) -> Option<&'static str> {
    if content.document().is_some() {
        return None;
    }
    let shown = shown(content.text);
    let log = Log::read(&shown);
    match log.is_empty() {
        true => None,
        false => Some(if log.is_wrk2() { "wrk2" } else { "wrk" }),
    }
}

/// Reads a log; `load` gives a run's load model from whether it has lines that only wrk2 prints.
fn read(text: &str, tool: &str, load: impl Fn(bool) -> LoadModel) -> Reading {
    let shown = shown(text);
    let log = Log::read(&shown);
    let mut scribe = Scribe::new(&shown, Places::new(text));
    let mut reading = Reading { tool: tool.to_owned(), ..Reading::default() };
    for section in &log.sections {
        match section.output.totals {
            Some(totals) if section.output.has_ended() && section.output.rate.is_some() => {
                reading.runs.push(scribe.run(section, totals, load(section.output.is_wrk2)));
            }
            _ => reading.problems.push(cut_off(Span::of(section.first_line, &shown))),
        }
    }
    reading.problems.extend(scribe.problems);
    reading.problems.extend(log.refused.iter().map(|line| refused(Span::of(line, &shown))));
    reading.problems.sort_by_key(|problem| problem.span);
    reading
}

fn cut_off(span: Span) -> Problem {
    let message = "the output of this run ends before its last lines, `Requests/sec` and `Transfer/sec`";
    Problem::new(Code::Truncated, span, message).help("take the whole output, or leave the run out with `leave_out`")
}

fn refused(span: Span) -> Problem {
    let message = "the tool could not connect, so there is no result to read";
    Problem::new(Code::Truncated, span, message).help("measure again, or leave the file out with `leave_out`")
}
