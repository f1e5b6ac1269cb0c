//! Formats: what a tool wrote, recognised from content, read into [`Run`]s.
//!
//! Each format has one reader, and no two readers claim the same file. A reader gives every number
//! with its exact place and text; what it cannot make sense of is a [`Problem`], never a guess.

pub mod ab;
pub mod artillery;
pub mod asv;
pub mod autocannon;
pub mod benchbook_results;
pub mod beside;
pub mod bencher_metric;
pub mod benchmark_dotnet;
pub mod benchstat;
pub mod bombardier;
pub mod cardinal;
pub mod cargo_criterion;
pub mod clickbench;
pub mod criterion;
pub mod divan;
pub mod gatling;
pub mod github_benchmark;
pub mod go_bench;
pub mod google_benchmark;
pub mod gungraun;
pub mod h2load;
pub mod hdrhistogram;
pub mod hey;
pub mod hyperfine;
pub mod jmeter;
pub mod jmh;
pub mod json;
pub mod k6;
pub mod libtest;
pub mod locust;
pub mod logged;
pub mod number;
pub mod oha;
pub mod pgbench;
pub mod prometheus;
pub mod pytest_benchmark;
pub mod scribe;
pub mod siege;
pub mod stream;
pub mod sysbench;
pub mod table;
pub mod techempower;
pub mod transcript;
pub mod vegeta;
pub mod wrk;
mod arrays;
mod benchmarks;
mod history;
mod lines;
mod series;

use std::sync::Arc;

use crate::diagnostic::Code;
use crate::model::{Fact, Run};
use crate::samples::SampleSet;
use crate::source::Span;
pub use series::Damaged;
use stream::{Stream, Whole};

/// A reader of one format.
pub trait Reader: Sync {
    /// The name by which `suite.toml` can ask for it: `k6-summary`, `wrk`.
    fn name(&self) -> &'static str;

    /// What it reads, in words: "k6 summary export".
    fn title(&self) -> &'static str;

    /// Whether the content is of this format. Cheap, and never from the file's name.
    fn recognises(&self, content: &Content<'_>) -> bool;

    /// Reads the content.
    fn read(&self, content: &Content<'_>) -> Reading;

    /// The stream of measurements that it reads, of any size, if it does.
    fn stream(&self) -> Option<&dyn Stream> {
        None
    }
}

/// The content of a file, looked at once for all readers.
pub struct Content<'a> {
    /// The whole text, without a byte order mark; spans count from its first byte.
    pub text: &'a str,
    /// The document, when the text is one JSON value; the error, when it starts like one and is not.
    pub json: Option<Result<json::Node<'a>, json::JsonError>>,
    /// The log that the text was taken from, when it is not the file's own.
    log: Option<&'a logged::Logged<'a>>,
}

/// What a reader found in a file.
#[derive(Debug, Default)]
pub struct Reading {
    /// The tool and, where the file tells, its version: "k6 v2.2.0".
    pub tool: String,
    /// The runs, in the order of the file.
    pub runs: Vec<Run>,
    /// What is wrong with the file.
    pub problems: Vec<Problem>,
}

/// Something in a file that cannot be what the tool wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The code that the diagnostic will carry.
    pub code: Code,
    /// The bytes that are wrong.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// What is said of a list of measurements with something among its numbers that is none.
pub const SHORTENED: &str = "this is no number, so the list around it is not read as all single measurements";

/// Every reader that recognises files from their content.
pub const READERS: &[&dyn Reader] = &[
    &ab::Ab,
    &ab::percentiles::AbPercentiles,
    &Whole(ab::gnuplot::Gnuplot),
    &artillery::V1,
    &artillery::V2,
    &asv::Asv,
    &asv::AsvCompanion,
    &autocannon::Autocannon,
    &autocannon::text::AutocannonText,
    &benchbook_results::Results,
    &benchbook_results::csv::ResultsCsv,
    &Whole(benchbook_results::requests::Requests),
    &bencher_metric::BencherMetric,
    &benchmark_dotnet::BenchmarkDotNet,
    &benchstat::Benchstat,
    &bombardier::Bombardier,
    &bombardier::text::BombardierText,
    &cargo_criterion::CargoCriterion,
    &clickbench::ClickBench,
    &criterion::Estimates,
    &criterion::Change,
    &criterion::Companion,
    &criterion::text::CriterionText,
    &divan::Divan,
    &gatling::GlobalStats,
    &gatling::Stats,
    &Whole(gatling::simulation::Simulation),
    &github_benchmark::GithubBenchmark,
    &github_benchmark::GithubBenchmarkInput,
    &go_bench::GoBench,
    &go_bench::GoBenchJson,
    &google_benchmark::GoogleBenchmark,
    &google_benchmark::GoogleBenchmarkCsv,
    &google_benchmark::GoogleBenchmarkText,
    &gungraun::Gungraun,
    &gungraun::GungraunJson,
    &h2load::H2load,
    &hdrhistogram::Hgrm,
    &hdrhistogram::log::IntervalLog,
    &hey::Hey,
    &Whole(hey::csv::Csv),
    &hyperfine::Hyperfine,
    &hyperfine::HyperfineCsv,
    &Whole(jmeter::Csv),
    &Whole(jmeter::Xml),
    &jmh::Jmh,
    &jmh::JmhCsv,
    &k6::SummaryExport,
    &k6::HandleSummary,
    &k6::MachineReadable,
    &k6::EndOfTest,
    &Whole(k6::points::Json),
    &Whole(k6::points::csv::Csv),
    &libtest::Libtest,
    &libtest::LibtestJson,
    &locust::Stats,
    &locust::Failures,
    &locust::Exceptions,
    &locust::History,
    &locust::Json,
    &oha::Oha,
    &oha::text::OhaText,
    &Whole(oha::csv::Csv),
    &pgbench::Pgbench,
    &Whole(pgbench::log::Log),
    &prometheus::Prometheus,
    &prometheus::Query,
    &pytest_benchmark::PytestBenchmark,
    &stream::digest::Digests,
    &siege::Siege,
    &sysbench::Sysbench,
    &techempower::TechEmpower,
    &vegeta::Vegeta,
    &vegeta::text::VegetaText,
    &vegeta::hist::VegetaHist,
    &vegeta::plot::VegetaPlot,
    &Whole(vegeta::results::Json),
    &Whole(vegeta::results::Csv),
    &wrk::Wrk,
    &wrk::Wrk2,
];

/// The reader that recognises the content.
pub fn recognise(content: &Content<'_>) -> Option<&'static dyn Reader> {
    let reader = READERS.iter().copied().find(|reader| reader.recognises(content));
    reader.or_else(|| series::recognise(content))
}

/// The reader that recognises a part of a text beside the one that is known to: two tools wrote into one log.
pub fn recognise_beside(content: &Content<'_>, known: &dyn Reader) -> Option<&'static dyn Reader> {
    let is_other = |reader: &&dyn Reader| reader.name() != known.name() && reader.recognises(content);
    if content.document().is_some() || known.stream().is_some() {
        return None;
    }
    READERS.iter().copied().find(is_other)
}

/// The readers of streams of measurements.
pub fn streams() -> impl Iterator<Item = &'static dyn Reader> {
    READERS.iter().copied().filter(|reader| reader.stream().is_some())
}

/// The reader of a stream that begins like that; the text may be cut off anywhere.
pub fn recognise_stream(head: &str) -> Option<&'static dyn Reader> {
    streams().find(|reader| reader.stream().is_some_and(|stream| stream.begins(head)))
}

/// What a reader finds, run by run, with the tool as a fact, and whether the text can be whole.
pub fn read(reader: &dyn Reader, content: &Content<'_>) -> Reading {
    read_folded(reader, content).unfold()
}

/// The same, with families of runs as such.
pub fn read_folded(reader: &dyn Reader, content: &Content<'_>) -> Reading {
    let mut reading = series::read(reader, content).unwrap_or_else(|| reader.read(content));
    if reading.problems.is_empty() {
        reading.problems.extend(unfinished(content, &reading));
    }
    let mut reading = reading.tell_tool(content.text);
    if let Some(log) = content.log {
        log.put_back(&mut reading);
    }
    reading
}

/// A number in a last line that does not end. Tools end their lines, so that the text may be cut off
/// within the number, or within what says what it is; a bracket that closes shows that it is not.
fn unfinished(content: &Content<'_>, reading: &Reading) -> Option<Problem> {
    let text = content.text;
    if content.document().is_some() || text.ends_with(['\n', '\r']) {
        return None;
    }
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    if lines::shown(&text[start..]).trim_end().ends_with([')', ']', '}']) {
        return None;
    }
    let last = reading.runs.iter().flat_map(|run| &run.observations).rfind(|o| o.span.range().start >= start)?;
    let problem = Problem::new(Code::Truncated, last.span, "the text may be cut off here: its last line has no end");
    Some(problem.help("take the whole output; if it is whole, end its last line"))
}

/// The reader of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Reader> {
    READERS.iter().copied().find(|reader| reader.name() == name)
}

/// The version at the end of a tool's name: `2.2.0` of `k6 v2.2.0`.
pub fn version_of(tool: &str) -> Option<&str> {
    let (_, last) = tool.rsplit_once(' ')?;
    let version = last.trim_start_matches('v');
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

impl<'a> Content<'a> {
    /// Looks at a text: parses it when it begins like a JSON document.
    pub fn new(text: &'a str) -> Self {
        let begins = text.trim_start();
        let json = begins.starts_with(['{', '[']).then(|| json::parse(text));
        // A log may begin with the time in brackets: what is wrong with it as JSON is of no interest.
        let is_log = begins
            .strip_prefix('[')
            .is_some_and(|rest| !rest.trim_start_matches(' ').starts_with(['{', '[', '"', ']', '\r', '\n']));
        Self { text, json: json.filter(|parsed| parsed.is_ok() || !is_log), log: None }
    }

    /// Whether the text was taken from a log, so that its bytes are not those of the file.
    pub fn is_of_log(&self) -> bool {
        self.log.is_some()
    }

    /// The JSON document, if it is one.
    pub fn document(&self) -> Option<&json::Node<'a>> {
        self.json.as_ref().and_then(|parsed| parsed.as_ref().ok())
    }
}

impl Reading {
    /// The same, with the runs of families one by one.
    #[must_use]
    pub fn unfold(self) -> Self {
        Self { runs: self.runs.into_iter().flat_map(Run::unfold).collect(), ..self }
    }

    /// Tells the tool as a fact of every run. Its place is that of its version where the text has it,
    /// else the beginning of the text, by which the tool is known.
    #[must_use]
    pub fn tell_tool(mut self, text: &str) -> Self {
        if self.tool.is_empty() {
            return self;
        }
        let version = version_of(&self.tool);
        let found = version.and_then(|version| Some((text.find(version)?, version.len())));
        let (at, length) = found.unwrap_or_default();
        let tool: Arc<str> = self.tool.as_str().into();
        for run in self.runs.iter_mut().filter(|run| run.facts.iter().all(|fact| fact.name != "tool")) {
            run.facts.reserve_exact(1);
            run.facts.push(Fact { name: "tool", value: Arc::clone(&tool), span: Span::new(at, at + length) });
        }
        self
    }

    /// Takes the runs and problems of another one of the same tool.
    fn take(&mut self, mut other: Self) {
        if self.tool.is_empty() {
            self.tool = other.tool;
        }
        self.runs.append(&mut other.runs);
        self.problems.append(&mut other.problems);
    }

    /// Moves every span `by` bytes further into the file.
    pub fn shift(&mut self, by: usize) {
        self.move_spans(|span| span.shifted(by));
        for run in self.runs.iter_mut().filter_map(|run| run.detail.as_mut()) {
            for set in run.samples.values_mut() {
                *set = Arc::new(SampleSet::clone(set).shifted(by as u64));
            }
        }
    }

    /// Moves every span but those of single measurements.
    fn move_spans(&mut self, to: impl Fn(Span) -> Span) {
        let shift = |span: &mut Span| *span = to(*span);
        for run in &mut self.runs {
            run.all_observations().for_each(|o| shift(&mut o.span));
            run.facts.iter_mut().for_each(|fact| shift(&mut fact.span));
            let Some(run) = &mut run.detail else { continue };
            run.heading.iter_mut().for_each(|(_, span)| shift(span));
            run.spectrum.iter_mut().for_each(|point| shift(&mut point.span));
            run.histogram.iter_mut().for_each(|bucket| shift(&mut bucket.span));
            run.thresholds.iter_mut().for_each(|threshold| shift(&mut threshold.span));
            run.implied_zero.iter_mut().for_each(|(_, span)| shift(span));
            run.shortened.iter_mut().for_each(shift);
        }
        self.problems.iter_mut().for_each(|problem| shift(&mut problem.span));
    }
}

impl Problem {
    /// A problem with those bytes.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), help: None }
    }

    /// The same, with how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
