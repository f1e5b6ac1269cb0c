//! From the output of one run to its observations.

use super::log::Section;
use super::output::{Output, Totals};
use crate::diagnostic::Code;
use crate::formats::lines::Places;
use crate::formats::{Problem, number};
use crate::model::{Absence, Fact, LoadModel, Observation, Percentile, Run, SpectrumPoint, Statistic, Within};
use crate::source::Span;
use crate::units::Unit;

/// Writes down runs, with the places of their numbers.
pub(super) struct Scribe<'a> {
    shown: &'a str,
    places: Places<'a>,
    /// What was wrong with the runs so far.
    pub(super) problems: Vec<Problem>,
}

/// What a printed number can be.
enum Amount<'a> {
    /// A number, its text, and its unit.
    Known(f64, &'a str, Unit),
    /// `-nan` or `inf`.
    Absent,
    /// Nothing that the tool prints.
    Wrong,
}

/// The unit that a suffix stands for.
type Suffixes = fn(&str) -> Option<&'static str>;

/// wrk2 counts times in an HdrHistogram of three significant digits.
const BUCKETS: Within = Within { share: 0.001, words: "±0.1 %, HdrHistogram" };
const UNANSWERED: &str = "no request got a response";
const NO_SAMPLES: &str = "the tool had no samples of it";
const ZERO_LATENCY: &str = "the tool printed zero, which is the latency of no response";

impl<'a> Scribe<'a> {
    /// A scribe of runs in that text.
    pub(super) fn new(shown: &'a str, places: Places<'a>) -> Self {
        Self { shown, places, problems: Vec::new() }
    }

    /// Writes down a run that is complete.
    pub(super) fn run(&mut self, section: &Section<'a>, totals: Totals<'a>, load: LoadModel) -> Run {
        let output = &section.output;
        let heading = section.heading.map(|heading| (heading.into(), self.span(heading)));
        let mut run = Run { load: Some(load), facts: self.facts(output), ..Run::default() };
        run.heading = heading;
        let is_answered = totals.requests.bytes().any(|digit| digit != b'0');
        self.latency(&mut run, output, is_answered);
        self.thread_rate(&mut run, output);
        self.totals(&mut run, output, totals);
        self.failures(&mut run, output);
        if is_answered {
            run.implied_zero = self.implied_zero(output, totals);
        }
        run
    }

    fn facts(&self, output: &Output<'a>) -> Vec<Fact> {
        let facts = [
            ("duration", output.length),
            ("url", output.url),
            ("threads", output.threads),
            ("connections", output.connections),
        ];
        facts.into_iter().map(|(name, text)| Fact { name, value: text.into(), span: self.span(text) }).collect()
    }

    fn latency(&mut self, run: &mut Run, output: &Output<'a>, is_answered: bool) {
        let (mut numbers, row) = (Vec::new(), output.latency);
        if let Some([mean, deviation, max, _]) = row {
            numbers = vec![(Statistic::Mean, mean), (Statistic::StdDev, deviation), (Statistic::Max, max)];
        }
        for (percent, latency) in &output.percentiles {
            match percent.strip_suffix('%').and_then(Percentile::parse) {
                Some(percentile) => numbers.push((Statistic::Percentile(percentile), latency)),
                None => self.malformed("percentile", percent),
            }
        }
        for (statistic, text) in numbers {
            match amount(text, time) {
                Amount::Known(..) if !is_answered => absent(run, "latency", statistic, UNANSWERED),
                Amount::Known(0.0, ..) if statistic != Statistic::StdDev => {
                    absent(run, "latency", statistic, ZERO_LATENCY);
                }
                _ => self.measure(run, "latency", statistic, text, time),
            }
        }
        if output.is_wrk2 {
            let is_percentile =
                |observation: &&mut Observation| matches!(observation.statistic, Statistic::Percentile(_));
            run.observations.iter_mut().filter(is_percentile).for_each(|percentile| percentile.within = Some(&BUCKETS));
        }
        if is_answered {
            self.spectrum(run, output);
        }
    }

    fn spectrum(&mut self, run: &mut Run, output: &Output<'a>) {
        for (share, latency) in &output.spectrum {
            let percentile = share.parse().ok().and_then(|share: f64| Percentile::new(share * 100.0));
            let value = latency.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
            let (Some(percentile), Some(value)) = (percentile, value) else {
                self.malformed("row of the spectrum", share);
                continue;
            };
            let quantity = crate::units::Quantity { value, unit: Unit::named("ms") };
            let span = self.span(latency);
            run.spectrum.push(SpectrumPoint { percentile, quantity, span, locator: self.places.locator(span) });
        }
    }

    /// A row with a `-nan` in it has no samples: its other cells are zeros that mean nothing.
    fn thread_rate(&mut self, run: &mut Run, output: &Output<'a>) {
        let Some([mean, deviation, max, share]) = output.thread_rate else { return };
        let is_sampled = ![mean, deviation, max, share].iter().any(|cell| cell.contains("nan"));
        for (statistic, text) in [(Statistic::Mean, mean), (Statistic::StdDev, deviation), (Statistic::Max, max)] {
            if is_sampled {
                self.measure(run, "thread_rps", statistic, text, requests_per_second);
            } else {
                absent(run, "thread_rps", statistic, NO_SAMPLES);
            }
        }
    }

    fn totals(&mut self, run: &mut Run, output: &Output<'a>, totals: Totals<'a>) {
        self.measure(run, "requests", Statistic::Count, totals.requests, requests);
        self.measure(run, "duration", Statistic::Value, totals.duration, time);
        self.measure(run, "received", Statistic::Count, totals.received, bytes);
        if let Some(rate) = output.rate {
            self.measure(run, "rps", Statistic::Rate, rate, requests_per_second);
        }
        if let Some(transfer) = output.transfer {
            self.measure(run, "transfer", Statistic::Rate, transfer, bytes_per_second);
        }
    }

    fn failures(&mut self, run: &mut Run, output: &Output<'a>) {
        for (metric, count) in SOCKET_ERRORS.into_iter().zip(output.socket_errors.into_iter().flatten()) {
            self.measure(run, metric, Statistic::Count, count, requests);
        }
        if let Some(count) = output.non_2xx {
            self.measure(run, "non_2xx", Statistic::Count, count, requests);
        }
    }

    /// The tool prints the lines of errors only when there are any.
    fn implied_zero(&self, output: &Output<'a>, totals: Totals<'a>) -> Vec<(std::sync::Arc<str>, Span)> {
        let socket = SOCKET_ERRORS.into_iter().filter(|_| output.socket_errors.is_none());
        let metrics = socket.chain(output.non_2xx.is_none().then_some("non_2xx"));
        metrics.map(|metric| (metric.into(), self.span(totals.line))).collect()
    }

    fn measure(&mut self, run: &mut Run, metric: &str, statistic: Statistic, text: &'a str, suffixes: Suffixes) {
        match amount(text, suffixes) {
            Amount::Known(value, digits, unit) => {
                let span = self.span(digits);
                let locator = self.places.locator(span);
                run.observations.push(Observation::measured(&metric.into(), statistic, value, unit, span, locator));
            }
            Amount::Absent => absent(run, metric, statistic, NO_SAMPLES),
            Amount::Wrong => self.malformed(metric, text),
        }
    }

    fn malformed(&mut self, what: &str, text: &str) {
        let message = format!("`{text}` is no {what} that the tool can have printed");
        let help = "restore the file as the tool wrote it, or leave it out with `leave_out`";
        self.problems.push(Problem::new(Code::Malformed, self.span(text), message).help(help));
    }

    fn span(&self, text: &str) -> Span {
        Span::of(text, self.shown)
    }
}

const SOCKET_ERRORS: [&str; 4] = ["errors_connect", "errors_read", "errors_write", "timeouts"];

fn absent(run: &mut Run, metric: &str, statistic: Statistic, why: &'static str) {
    run.absent.push(Absence { metric: metric.into(), statistic, why });
}

/// Splits `344.00us` into the number and its unit. The tool prints no signs and no exponents.
fn amount(text: &str, suffixes: Suffixes) -> Amount<'_> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, suffix) = text.split_at(digits);
    if digits == 0 {
        let word = text.trim_start_matches('-');
        let is_absent = ["nan", "inf"].iter().any(|absent| word.starts_with(absent));
        return if is_absent { Amount::Absent } else { Amount::Wrong };
    }
    let value = number::leading(number).filter(|(value, length)| *length == digits && value.is_finite());
    match (value, suffixes(suffix)) {
        (Some((value, _)), Some(unit)) => Amount::Known(value, number, Unit::named(unit)),
        _ => Amount::Wrong,
    }
}

fn time(suffix: &str) -> Option<&'static str> {
    ["us", "ms", "s", "m", "h"].into_iter().find(|unit| *unit == suffix)
}

/// The tool writes KB for 1,024 bytes, and so on.
fn bytes(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "B" => "B",
        "KB" => "KiB",
        "MB" => "MiB",
        "GB" => "GiB",
        "TB" => "TiB",
        _ => return None,
    })
}

fn bytes_per_second(suffix: &str) -> Option<&'static str> {
    Some(match bytes(suffix)? {
        "KiB" => "KiB/s",
        "MiB" => "MiB/s",
        "GiB" => "GiB/s",
        "TiB" => "TiB/s",
        _ => "B/s",
    })
}

fn requests(suffix: &str) -> Option<&'static str> {
    suffix.is_empty().then_some("req")
}

fn requests_per_second(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "" => "req/s",
        "k" => "kreq/s",
        "M" => "Mreq/s",
        _ => return None,
    })
}
