//! The samples of a result log in XML.

use std::ops::Range;

use super::{NO_RESPONSE, TRANSACTION, Texts};
use crate::formats::stream::records::records;
use crate::formats::stream::tags::{Nesting, Start, Tag};
use crate::formats::stream::{Batch, Layout, Plan, Wrong};
use crate::source::Span;

/// How the samples are read.
pub(super) struct Elements {
    pub(super) plan: Plan,
    /// The attributes that divide them.
    pub(super) by: Vec<&'static str>,
}

/// Where in a log a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Before its samples.
    Head,
    /// Among them.
    Body,
    /// After its end.
    After,
}

/// What the lines before say of the next one.
struct State<'t> {
    part: Part,
    nesting: Nesting<'t>,
    /// The blanks before the first sample of the block, which is in no other.
    indent: Option<&'t str>,
}

impl State<'_> {
    /// Whether a line that is in no sample may be there.
    fn may_be(&mut self, line: &str) -> bool {
        match self.part {
            _ if line.is_empty() => true,
            Part::Head if line.starts_with("<?xml") || line.starts_with("<testResults") => true,
            Part::Head | Part::Body if line == "</testResults>" => {
                self.part = Part::After;
                true
            }
            _ => false,
        }
    }
}

impl Elements {
    /// Reads a sample, or says what is wrong and where in its block.
    fn sample(&self, start: Start<'_>, block: &str, batch: &mut Batch) -> Result<(), (Range<usize>, Wrong)> {
        let name = || Span::of(start.name, block).range();
        let elapsed = start.raw("t").ok_or_else(|| (name(), Wrong::Number))?;
        let texts = Texts {
            elapsed,
            success: start.raw("s"),
            time: start.raw("ts"),
            answered: !start.raw("rc").is_some_and(|code| code.starts_with(NO_RESPONSE)),
        };
        let read = texts.row(Span::of(elapsed, block).range().start);
        let read = read.map_err(|(raw, wrong)| (Span::of(raw, block).range(), wrong))?;
        // What tells of failures, times and transactions is in each sample or in none.
        let is_like_first = self.plan.failed.is_some() == texts.success.is_some()
            && self.plan.time.is_some() == texts.time.is_some()
            && self.plan.without.is_some() == start.raw("rm").is_some();
        let values: Option<Vec<_>> = self.by.iter().map(|name| start.value(name)).collect();
        match values.filter(|_| is_like_first) {
            Some(values) => batch.push(values, read),
            None => return Err((name(), Wrong::Record)),
        }
        Ok(())
    }

    /// Reads a line, or says what is wrong.
    fn line<'t>(
        &self,
        line: &'t str,
        block: &str,
        state: &mut State<'t>,
        batch: &mut Batch,
    ) -> Result<(), (Range<usize>, Wrong)> {
        let is_inside = state.nesting.innermost().is_some();
        match Tag::of(line) {
            Tag::Start(start) if state.part != Part::After => {
                state.part = Part::Body;
                // The log is cut wherever a sample is indented as the first one, so that such a one is in no other.
                let indent = &line[..line.len() - line.trim_start().len()];
                let is_outermost = *state.indent.get_or_insert(indent) == indent;
                if let Some(open) = state.nesting.innermost().filter(|_| is_outermost) {
                    state.nesting = Nesting::default();
                    batch.problems.push((Span::of(open.name, block).range(), Wrong::Open));
                }
                let is_sum = start.raw("rm").is_some_and(|message| message.starts_with(TRANSACTION));
                let counts = !is_sum && !state.nesting.is_part();
                state.nesting.start(start, counts);
                if counts { self.sample(start, block, batch) } else { Ok(()) }
            }
            Tag::End(name) if state.nesting.end(name) => Ok(()),
            Tag::Other if is_inside && line.trim() != "</testResults>" || state.may_be(line.trim()) => Ok(()),
            _ => Err((Span::of(line, block).range(), Wrong::Record)),
        }
    }
}

impl Layout for Elements {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn read(&self, block: &str, is_first: bool, batch: &mut Batch) {
        let part = if is_first { Part::Head } else { Part::Body };
        let mut state = State { part, nesting: Nesting::default(), indent: None };
        for (start, line) in records(block, false) {
            batch.begin_line(start);
            let line = if is_first && start == 0 { line.trim_start_matches('\u{feff}') } else { line };
            if let Err(problem) = self.line(line, block, &mut state, batch) {
                batch.problems.push(problem);
            }
        }
        if let Some(open) = state.nesting.innermost() {
            batch.problems.push((Span::of(open.name, block).range(), Wrong::Open));
        }
        batch.problems.sort_by_key(|(range, _)| range.start);
        batch.lines = batch.records - u64::from(!block.ends_with('\n'));
    }
}
