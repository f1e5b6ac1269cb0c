//! Reads logs of tools that print for people: finds where each output begins, lets the tool's
//! grammar take the lines, and writes down the numbers with their places.
//!
//! A log may hold any number of outputs with a shell's lines between them. The nearest line before
//! an output that is no output itself is taken for its heading.

pub mod draft;
pub mod suffix;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::lines::{Places, heading, shown};
use super::{Content, Problem, Reader, Reading, number};
use crate::diagnostic::Code;
use crate::model::{Absence, Bucket, Fact, LoadModel, Locator, Observation, Run, SpectrumPoint, Statistic};
use crate::source::Span;
use crate::units::{Quantity, Unit};
use draft::{Draft, Item};

/// Why a statistic has no value where nothing was answered.
pub(in crate::formats) const NO_RESPONSE: &str = "no request got a response";

/// What a latency of zero says where there were responses.
pub(in crate::formats) const BELOW: &str = "printed as zero: less than the last digit that the tool prints";

/// Why there is no value where a tool measured nothing of that kind.
pub(in crate::formats) const NO_SAMPLES: &str = "the tool had no samples of it";

/// Whether an output begins at the first of these lines.
pub type Begins = fn(&[&str]) -> bool;

/// A tool that prints for people, one output or a log of many.
pub trait Printer: Sync {
    /// The name of its reader.
    const NAME: &'static str;
    /// What it prints, in words.
    const TITLE: &'static str;
    /// The name of the tool.
    const TOOL: &'static str;
    /// The load model that the tool fixes.
    const LOAD: LoadModel;
    /// Texts of which every output holds one, to pass over other files at once.
    const HINTS: &'static [&'static str];
    /// Ways in which an output begins; the first that occurs in a file is the one that counts there.
    const BEGINS: &'static [Begins];
    /// The last part of an output, by which it is known to be whole.
    const END: &'static str;
    /// The grammar of what it prints for one run.
    type Output<'a>: Output<'a>;

    /// The text as people see it, byte for byte in place.
    fn shown(text: &str) -> Cow<'_, str> {
        shown(text)
    }
}

/// What a tool prints for one run, taken line by line.
pub trait Output<'a>: Default {
    /// Takes a line; says whether it belongs to the output.
    fn take(&mut self, line: &'a str) -> bool;

    /// What was printed; none when the output is cut off.
    fn draft(self) -> Option<Draft<'a>>;
}

impl<P: Printer> Reader for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_likely = content.document().is_none() && P::HINTS.iter().any(|hint| content.text.contains(hint));
        is_likely && !starts::<P>(&lines(&P::shown(content.text))).is_empty()
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = P::shown(content.text);
        let lines = lines(&shown);
        let starts = starts::<P>(&lines);
        let mut scribe = Scribe::new(content.text, &shown);
        let mut after_last = 0;
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(lines.len());
            let mut output = P::Output::default();
            let heading = heading(&lines[after_last..*start], |_| false);
            after_last = (*start..end).filter(|at| output.take(lines[*at])).last().unwrap_or(*start) + 1;
            match output.draft() {
                Some(draft) => scribe.write(draft, heading, P::LOAD),
                None => scribe.cut_off(lines[*start], P::END),
            }
        }
        Reading { tool: P::TOOL.to_owned(), runs: scribe.runs, problems: scribe.problems }
    }
}

fn lines(shown: &str) -> Vec<&str> {
    shown.split('\n').collect()
}

fn starts<P: Printer>(lines: &[&str]) -> Vec<usize> {
    let places = |begins: &Begins| (0..lines.len()).filter(|at| begins(&lines[*at..])).collect::<Vec<_>>();
    P::BEGINS.iter().map(places).find(|places| !places.is_empty()).unwrap_or_default()
}

/// Writes down runs, with the places of their numbers.
struct Scribe<'a> {
    shown: &'a str,
    places: Places<'a>,
    runs: Vec<Run>,
    problems: Vec<Problem>,
    taken: BTreeSet<(Arc<str>, Statistic)>,
}

impl<'a> Scribe<'a> {
    fn new(text: &'a str, shown: &'a str) -> Self {
        Self { shown, places: Places::new(text), runs: Vec::new(), problems: Vec::new(), taken: BTreeSet::new() }
    }

    fn write(&mut self, draft: Draft<'a>, heading: Option<&'a str>, load: LoadModel) {
        self.taken.clear();
        let heading = heading.map(|heading| (heading.into(), self.span(heading)));
        let mut run = Run { load: Some(load), ..Run::default() };
        run.heading = heading;
        for (name, text) in &draft.facts {
            run.facts.push(Fact { name, value: (*text).into(), span: self.span(text) });
        }
        for item in &draft.items {
            self.item(&mut run, item, draft.is_answered);
        }
        self.histogram(&mut run, &draft);
        self.spectrum(&mut run, &draft);
        if draft.is_answered {
            let silent = draft.silent.iter().filter(|metric| !names(&run, metric));
            run.implied_zero = silent.map(|metric| ((*metric).into(), self.span(draft.last_line))).collect();
        }
        for what in draft.wrong {
            self.malformed(what, "line");
        }
        self.runs.push(run);
    }

    /// Writes down one number. A second one for the same statistic says the same again.
    fn item(&mut self, run: &mut Run, item: &Item<'a>, is_answered: bool) {
        if !self.taken.insert((Arc::clone(&item.measure.metric), item.measure.statistic)) {
            return;
        }
        if item.needs_response && !is_answered {
            return absent(run, item, NO_RESPONSE);
        }
        match (item.missing, item.amount()) {
            (Some(why), _) => absent(run, item, why),
            (None, Some(amount)) if item.measure.range.holds(amount.value) => {
                run.observations.push(self.observation(item, amount));
            }
            (None, Some(_)) => {
                self.malformed(
                    item.text,
                    &format!("`{}`, which is {}", item.measure.metric, item.measure.range.words()),
                );
            }
            (None, None) if number::is_not_finite(item.first_word()) => absent(run, item, NO_SAMPLES),
            (None, None) => self.malformed(item.text, &format!("`{}`", item.measure.metric)),
        }
    }

    fn observation(&self, item: &Item<'a>, amount: draft::Amount<'a>) -> Observation {
        let span = self.span(amount.text);
        let measure = &item.measure;
        let is_floor = amount.value == 0.0 && amount.unit.is_time() && measure.statistic.is_distribution();
        let below = (is_floor && measure.statistic != Statistic::StdDev).then_some(BELOW);
        let plain = Observation::measured(
            &measure.metric,
            measure.statistic,
            amount.value,
            amount.unit,
            span,
            self.locator(span),
        );
        let described = measure.described.clone().or_else(|| below.map(Arc::from));
        plain.with(|of| (of.described, of.within) = (described, measure.within))
    }

    /// Writes down a histogram whose bounds ascend; bounds that the tool rounded together tell nothing.
    fn histogram(&mut self, run: &mut Run, draft: &Draft<'a>) {
        let bounds: Vec<f64> = draft.histogram.iter().map(|(bound, _)| bound.value * bound.unit.base_scale()).collect();
        if bounds.windows(2).any(|pair| pair[0] >= pair[1]) || bounds.iter().any(|bound| !bound.is_finite()) {
            return;
        }
        for (bound, count) in &draft.histogram {
            match count.parse() {
                Ok(number) => run.histogram.push(Bucket { bound: *bound, count: number, span: self.span(count) }),
                Err(_) => self.malformed(count, "count"),
            }
        }
    }

    fn spectrum(&self, run: &mut Run, draft: &Draft<'a>) {
        let values =
            draft.spectrum.iter().filter_map(|(percentile, text)| Some((percentile, text, text.parse().ok()?)));
        for (percentile, text, value) in values {
            let (span, unit) = (self.span(text), Unit::named("ms"));
            let (quantity, locator) = (Quantity { value, unit }, self.locator(span));
            run.spectrum.push(SpectrumPoint { percentile: *percentile, quantity, span, locator });
        }
    }

    fn malformed(&mut self, text: &str, what: &str) {
        let message = format!("`{}` is no {what} that the tool can have printed", text.trim());
        let help = "restore the file as the tool wrote it, or leave it out with `leave_out`";
        self.problems.push(Problem::new(Code::Malformed, self.span(text.trim()), message).help(help));
    }

    fn cut_off(&mut self, first_line: &str, end: &str) {
        let message = format!("the output of this run ends before {end}");
        let help = "measure again or take the whole output, or leave the file out with `leave_out`";
        self.problems.push(Problem::new(Code::Truncated, self.span(first_line.trim()), message).help(help));
    }

    fn span(&self, text: &str) -> Span {
        Span::of(text, self.shown)
    }

    fn locator(&self, span: Span) -> Locator {
        self.places.locator(span)
    }
}

fn absent(run: &mut Run, item: &Item<'_>, why: &'static str) {
    let metric = Arc::clone(&item.measure.metric);
    run.absent.push(Absence { metric, statistic: item.measure.statistic, why });
}

/// Whether a run counts a metric, as a whole or in parts.
fn names(run: &Run, metric: &str) -> bool {
    let is_part = |name: &str| name.strip_prefix(metric).is_some_and(|rest| rest.is_empty() || rest.starts_with('{'));
    run.observations.iter().any(|observation| is_part(&observation.metric))
}

/// A quantity that a bound of a histogram is, where a text is one.
pub(in crate::formats) fn quantity(text: &str, suffixes: suffix::Suffixes) -> Option<Quantity> {
    let (value, length) = number::leading(text)?;
    Some(Quantity { value, unit: Unit::named(suffixes(text[length..].trim())?) })
}
