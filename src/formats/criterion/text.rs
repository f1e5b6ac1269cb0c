//! What Criterion prints for people: `name  time:   [low estimate high]`.
//!
//! The three are an estimate between the ends of its interval of confidence, and neither smallest, median nor largest;
//! the level of the interval is not printed. Estimated is the time of an iteration: by the slope of all times over
//! their iterations or, of a benchmark that was sampled flat, by their mean. No line tells which, so that it is a value
//! and called neither. A change is one of the mean. A rate follows from the estimate of the time: its low end belongs
//! to the high end of the time.

use crate::diagnostic::Code;
use crate::formats::benchmarks::{Part, benchmark, gather, interval, number_rounds, set, word};
use crate::formats::json::collector::{Collector, Measure, Range};
use crate::formats::libtest::target_of;
use crate::formats::lines::{Places, shown};
use crate::formats::scribe::BELOW;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::Statistic;
use crate::source::Span;
use crate::units::Unit;

/// The reader of what `cargo bench` prints.
pub struct CriterionText;

/// The bytes of the column before `time:`. A longer name has a line of its own.
const WIDTH: usize = 24;

const ESTIMATE: &str = "Criterion's estimate: by the slope, or by the mean of a benchmark that was sampled flat";
const RATE: &str = "what an iteration handles, over Criterion's estimate of its time";
const RATE_CHANGE: &str = "the change of the rate that follows from that of the mean time";

/// What Criterion says of a change.
const VERDICTS: [&str; 4] = [
    "No change in performance detected.",
    "Change within noise threshold.",
    "Performance has improved.",
    "Performance has regressed.",
];

/// What stands before an interval in the lines of `--verbose`, and what is estimated.
const VERBOSE: [(&str, &str); 5] = [
    ("slope", "slope"),
    ("mean", "mean"),
    ("std. dev.", "stddev"),
    ("median", "median"),
    ("med. abs. dev.", "median absolute deviation"),
];

impl Reader for CriterionText {
    fn name(&self) -> &'static str {
        "criterion-text"
    }

    fn title(&self) -> &'static str {
        "Criterion text"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let is_estimate = |line: &str| {
            let list = labelled(line, "time:").and_then(|(_, list)| list.split_once(']'));
            list.and_then(|(numbers, _)| three(numbers)).is_some_and(|three| three.iter().all(|(_, unit)| *unit != "%"))
        };
        content.text.contains("time:") && content.document().is_none() && shown(content.text).lines().any(is_estimate)
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let shown = shown(content.text);
        let mut log = Log::new(content.text, &shown);
        for line in shown.lines() {
            log.take(line);
            log.before = line;
        }
        let mut reading = gather(super::TOOL, log.benchmarks);
        reading.problems.extend(log.problems);
        number_rounds(&mut reading);
        reading
    }
}

/// The lines of a benchmark follow each other; what may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Another benchmark.
    Benchmark,
    /// More of this one.
    More,
    /// Its changes: of the time, of the rate.
    Changes,
}

/// A log, and the benchmarks that were read from it.
struct Log<'a> {
    text: &'a str,
    shown: &'a str,
    places: Places<'a>,
    target: &'a str,
    /// The line before the one that is read.
    before: &'a str,
    next: Next,
    /// The unit of the first rate of the benchmark.
    rate: Option<Unit>,
    benchmarks: Vec<Collector>,
    problems: Vec<Problem>,
}

impl<'a> Log<'a> {
    fn new(text: &'a str, shown: &'a str) -> Self {
        let (places, next) = (Places::new(text), Next::Benchmark);
        let (benchmarks, problems) = (Vec::new(), Vec::new());
        Self { text, shown, places, target: "", before: "", next, rate: None, benchmarks, problems }
    }

    fn take(&mut self, line: &'a str) {
        let text = line.trim();
        if let Some(target) = target_of(line) {
            (self.target, self.next) = (target, Next::Benchmark);
        } else if let Some((name, list)) = labelled(line, "time:") {
            let is_change = list.split(']').next().is_some_and(|numbers| numbers.contains('%'));
            match is_change {
                true if self.next == Next::Changes => self.take_change(list, "time_change", Statistic::Mean),
                true => self.alone(text),
                false => self.begin(name, list),
            }
        } else if let Some((_, list)) = labelled(line, "thrpt:") {
            match self.next {
                Next::Changes => self.take_change(list, "throughput_change", Statistic::Value),
                Next::More => self.take_rate(list),
                Next::Benchmark => self.alone(text),
            }
        } else if let Some((_, list)) = labelled(line, "change:") {
            match self.next {
                Next::Benchmark => self.alone(text),
                Next::More | Next::Changes => self.take_change(list, "time_change", Statistic::Mean),
            }
        } else if text == "change:" && self.next != Next::Benchmark {
            self.next = Next::Changes;
        } else if self.next != Next::Benchmark {
            self.take_remark(text);
        }
    }

    /// Begins a benchmark, whose name stands on the line before when it is a long one.
    fn begin(&mut self, column: &'a str, list: &'a str) {
        self.next = Next::Benchmark;
        if !fits(column, &self.text[Span::of(column, self.shown).range()]) {
            let message = "this is more than the name that Criterion prints before a time";
            return self.wrong(Code::Malformed, column.trim(), message);
        }
        let is_before = column.trim().is_empty();
        let name = if is_before { self.before.trim() } else { column.trim() };
        if name.is_empty() || is_before && is_own(self.before) {
            let message = "the benchmark of this estimate has no name: its line is missing";
            return self.wrong(Code::Malformed, list.trim(), message);
        }
        let Some((three, _)) = self.three(list) else { return };
        let mut collector = benchmark(name);
        set(&mut collector, "target", self.target);
        self.benchmarks.push(collector);
        (self.next, self.rate) = (Next::More, None);
        let unit = Unit::named(three[1].1);
        let metric = if unit.is_time() { "time".to_owned() } else { word(three[1].1) };
        self.estimate(three, &metric, Statistic::Value, &interval(&metric, "estimate", None), |measure| {
            measure.described(ESTIMATE)
        });
    }

    fn take_rate(&mut self, list: &'a str) {
        let Some((three, _)) = self.three(list) else { return };
        let (unit, counted) = rate(three[1].1);
        let unit = Unit::named(&unit);
        let is_second = self.rate.is_some_and(|first| !first.fits(unit));
        self.rate = self.rate.or(Some(unit));
        let (metric, ends) = match counted {
            None => (word(three[1].1), interval(&word(three[1].1), "estimate", None)),
            Some(counted) if is_second => {
                (format!("throughput{{{counted}}}"), format!("throughput{{{counted}, estimate, interval}}"))
            }
            Some(_) => ("throughput".to_owned(), interval("throughput", "estimate", None)),
        };
        let statistic = if counted.is_some() { Statistic::Rate } else { Statistic::Value };
        self.estimate(three, &metric, statistic, &ends, |measure| measure.described(RATE));
    }

    fn take_change(&mut self, list: &'a str, metric: &str, statistic: Statistic) {
        let Some((three, after)) = self.three(list) else { return };
        let described = |measure: Measure| match statistic {
            Statistic::Mean => measure.range(Range::Any),
            _ => measure.range(Range::Any).described(RATE_CHANGE),
        };
        self.estimate(three, metric, statistic, &interval(metric, "mean", None), described);
        if let Some(p) = p_value(after) {
            let measure = Measure::new(&format!("{metric}{{p}}"), Statistic::Value, Unit::none()).range(Range::Share);
            // `0.00` is below a hundredth, and not 0.
            match p.bytes().all(|digit| matches!(digit, b'0' | b'.')) {
                true => self.last().absent(&measure, BELOW),
                false => self.take_number(p, &measure),
            }
        }
    }

    /// An estimate, and the two ends of its interval.
    fn estimate(
        &mut self,
        three: [(&'a str, &'a str); 3],
        metric: &str,
        statistic: Statistic,
        ends: &str,
        more: impl Fn(Measure) -> Measure,
    ) {
        let of = [(ends, Statistic::Low), (metric, statistic), (ends, Statistic::High)];
        for ((number, unit), (metric, statistic)) in three.into_iter().zip(of) {
            let (unit, _) = rate(unit);
            self.take_number(number, &more(Measure::new(metric, statistic, Unit::named(&unit))));
        }
    }

    /// Takes the other lines of a benchmark: verdicts, outliers, and those of `--verbose`.
    fn take_remark(&mut self, text: &'a str) {
        self.next = Next::More;
        let ends = verbose(text);
        if ends.is_empty() && !is_remark(text) {
            self.next = Next::Benchmark;
        }
        for (name, [low, high]) in ends {
            for ((number, unit), statistic) in [(low, Statistic::Low), (high, Statistic::High)] {
                let ends = interval("time", name, None);
                self.take_number(number, &Measure::new(&ends, statistic, Unit::named(unit)));
            }
        }
    }

    /// The three numbers of a list that began, each with its unit, and what follows them.
    fn three(&mut self, list: &'a str) -> Option<([(&'a str, &'a str); 3], &'a str)> {
        let whole = list.split_once(']').and_then(|(numbers, after)| Some((three(numbers)?, after)));
        if whole.is_none() {
            let is_last = self.shown[Span::of(list, self.shown).range().end..].trim().is_empty();
            let (code, message) = match is_last && !list.contains(']') {
                true => (Code::Truncated, "the output ends within these estimates"),
                false => (Code::Malformed, "these are not the three estimates that Criterion prints"),
            };
            self.wrong(code, list.trim(), message);
        }
        whole
    }

    /// Notes a line that belongs to a benchmark, of which there is none.
    fn alone(&mut self, text: &'a str) {
        self.wrong(Code::Malformed, text, "the line before this one is missing, which has the time of its benchmark");
    }

    fn wrong(&mut self, code: Code, part: &str, message: &str) {
        let help = "take the whole output, or leave the file out with `leave_out`";
        self.problems.push(Problem::new(code, Span::of(part, self.shown), message).help(help));
    }

    fn take_number(&mut self, number: &'a str, measure: &Measure) {
        let part = Part::of_line(number, self.shown, &self.places);
        part.take(measure, self.last());
    }

    /// The benchmark that is read.
    fn last(&mut self) -> &mut Collector {
        self.benchmarks.last_mut().expect("lines of a benchmark are taken after its first")
    }
}

/// What stands before a label that a list follows, and the list without its first bracket.
fn labelled<'a>(line: &'a str, label: &str) -> Option<(&'a str, &'a str)> {
    line.rmatch_indices(label).find_map(|(at, _)| {
        let list = line[at + label.len()..].trim_start().strip_prefix('[')?;
        let name = &line[..at];
        (label == "time:" || name.trim().is_empty()).then_some((name, list))
    })
}

/// Whether a column is no wider than Criterion's, of names and the blanks after them, wherever it begins: what a log
/// puts before a line is no part of a name. A terminal shows nothing of what was `printed` for colours, and before it
/// wrote the line anew. Who changed names to longer ones may have kept them on the line.
fn fits(column: &str, printed: &str) -> bool {
    let anew = printed.rfind('\r').map_or(0, |at| at + 1);
    let both = column.bytes().zip(printed.bytes()).skip(anew);
    let shown = both.filter(|(shown, printed)| shown == printed).map(|(shown, _)| shown);
    column.trim().len() >= WIDTH || shown.skip_while(|byte| *byte == b' ').count() <= WIDTH
}

/// Three numbers with their units: `1.5 ns 2.5 ns 1.2 µs`, `-1.5% +0.2% +2.5%`.
fn three(numbers: &str) -> Option<[(&str, &str); 3]> {
    let words: Vec<&str> = numbers.split_whitespace().collect();
    match words[..] {
        [a, of_a, b, of_b, c, of_c] => Some([(a, of_a), (b, of_b), (c, of_c)]),
        [a, b, c] => Some([share(a)?, share(b)?, share(c)?]),
        _ => None,
    }
}

/// A share of a hundred without its sign of plus, and the sign of percent.
fn share(word: &str) -> Option<(&str, &str)> {
    let number = word.strip_suffix('%')?;
    Some((number.trim_start_matches('+'), &word[number.len()..]))
}

/// The unit of a rate, and what it counts; of other units nothing is counted. Criterion's `b` is a bit.
fn rate(unit: &str) -> (String, Option<&'static str>) {
    let counted = [("elem/s", "elements"), ("B/s", "bytes"), ("b/s", "bits")];
    let counted = counted.into_iter().find(|(end, _)| unit.ends_with(end)).map(|(_, counted)| counted);
    let bits = unit.strip_suffix("b/s").map(|prefix| format!("{prefix}bit/s"));
    (bits.unwrap_or_else(|| unit.to_owned()), counted)
}

/// The p-value in ` (p = 0.35 > 0.05)`.
fn p_value(after: &str) -> Option<&str> {
    let words: Vec<&str> = after.trim().strip_prefix("(p = ")?.strip_suffix(')')?.split(' ').collect();
    match words[..] {
        [p, "<" | ">", _] => Some(p),
        _ => None,
    }
}

/// The ends of intervals in a line of `--verbose`, each with what was estimated.
fn verbose(text: &str) -> Vec<(&'static str, [(&str, &str); 2])> {
    let parts = text.split_inclusive(']').filter_map(|part| {
        let (label, list) = part.split_once('[')?;
        let (_, name) = VERBOSE.iter().find(|(printed, _)| *printed == label.trim())?;
        let words: Vec<&str> = list.strip_suffix(']')?.split_whitespace().collect();
        match words[..] {
            [low, of_low, high, of_high] => Some((*name, [(low, of_low), (high, of_high)])),
            _ => None,
        }
    });
    parts.collect()
}

/// Whether a line says something of a benchmark that is no number of it. How many measurements and outliers there were
/// is printed only where there were outliers: in one run and not in the next.
fn is_remark(text: &str) -> bool {
    let is_kind = |text: &str| ["low severe", "low mild", "high mild", "high severe"].iter().any(|k| text.ends_with(k));
    let counts_outliers = text.starts_with("Found ") && text.contains(" outliers among ");
    VERDICTS.contains(&text) || counts_outliers || text.contains("%) ") && is_kind(text)
}

/// Whether a line is one of Criterion's that is no name.
fn is_own(line: &str) -> bool {
    let text = line.trim();
    let has_list = ["time:", "thrpt:", "change:"].iter().any(|label| labelled(line, label).is_some());
    has_list
        || text == "change:"
        || text.starts_with("Benchmarking ")
        || target_of(line).is_some()
        || is_remark(text)
        || !verbose(text).is_empty()
}
