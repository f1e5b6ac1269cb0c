//! A log with the outputs of any number of runs, and whatever a shell wrote around them.

use super::output::{Output, words};
use crate::formats::lines::heading;

/// What a log holds.
#[derive(Debug, Default)]
pub(super) struct Log<'a> {
    /// The runs, each with the line where it begins.
    pub(super) sections: Vec<Section<'a>>,
    /// Lines that say that the tool could not connect, the only thing it then prints.
    pub(super) refused: Vec<&'a str>,
}

/// A run in a log.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// The nearest line before it that says something and is no output of another run.
    pub(super) heading: Option<&'a str>,
    /// The line with which it begins.
    pub(super) first_line: &'a str,
    /// What it printed.
    pub(super) output: Output<'a>,
}

impl<'a> Log<'a> {
    /// Finds the runs in a text without control characters.
    pub(super) fn read(shown: &'a str) -> Self {
        let mut log = Self::default();
        if !shown.contains("threads and ") && !shown.contains(REFUSED) {
            return log;
        }
        let lines: Vec<&str> = shown.split('\n').collect();
        let mut at = 0;
        let mut after_last = 0;
        while at < lines.len() {
            if let Some(output) = lines.get(at + 1).and_then(|next| Output::begin(lines[at], next)) {
                let heading = heading(&lines[after_last..at], |_| false);
                let (output, length) = complete(output, &lines[at + 2..]);
                log.sections.push(Section { heading, first_line: lines[at].trim(), output });
                at += 2 + length;
                after_last = at;
            } else {
                if is_refusal(lines[at]) {
                    log.refused.push(lines[at].trim());
                    after_last = at + 1;
                }
                at += 1;
            }
        }
        log
    }

    /// Whether a line is there that only wrk2 prints.
    pub(super) fn is_wrk2(&self) -> bool {
        self.sections.iter().any(|section| section.output.is_wrk2)
    }

    /// Whether wrk or wrk2 wrote any of it.
    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty() && self.refused.is_empty()
    }
}

const REFUSED: &str = "unable to connect to ";

/// Completes an output with the lines that follow; says how many of them belong to it.
fn complete<'a>(mut output: Output<'a>, lines: &[&'a str]) -> (Output<'a>, usize) {
    let mut length = 0;
    for (at, line) in lines.iter().enumerate() {
        let begins_next = lines.get(at + 1).is_some_and(|next| Output::begin(line, next).is_some());
        if output.has_ended() || begins_next {
            break;
        }
        if output.take(line) {
            length = at + 1;
        }
    }
    (output, length)
}

/// Whether a line reads `unable to connect to HOST:PORT REASON`.
fn is_refusal(line: &str) -> bool {
    let ["unable", "to", "connect", "to", address, _, ..] = words(line)[..] else { return false };
    address.rsplit_once(':').is_some_and(|(_, port)| !port.is_empty() && !port.starts_with('/'))
}
