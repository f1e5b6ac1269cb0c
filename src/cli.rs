//! The command line: definitions, nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::comparison;
use crate::notation::Notation;
use crate::printer::Colour;
use crate::render::theme;
use crate::tabulation::Format;

/// Benchmark reports in which every figure can be followed to the byte it came from.
#[derive(Debug, Parser)]
#[command(name = "benchbook", version, about, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to colour messages.
    #[arg(long, value_enum, default_value = "auto", global = true)]
    pub color: Colour,
    /// Say nothing but what is wrong.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a site to begin with, or a suite or report of one.
    New(New),
    /// Build the site, or a report on a folder of outputs: replace the output folder when there are no errors.
    Build(Build),
    /// Find everything that is wrong, and write nothing.
    Check(Check),
    /// Show the site, or a report on a folder of outputs, in a browser, and follow every change.
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Compute every figure of a built site again from the raw evidence that it carries.
    Verify(Verify),
    /// Accept the evidence as it is now: write `evidence.lock`.
    Lock(Lock),
    /// Copy raw outputs into a suite, and lock them.
    Add(Add),
    /// Run load tools or benchmarks in rounds, and keep what they write as the evidence of a suite.
    Record(Record),
    /// Set two sides of evidence against each other, and say what changed and how sure that is.
    Compare(Compare),
    /// Make a small document of a stream of measurements that is too large to keep.
    Digest(Digest),
    /// Say what a file is, and what is read from it.
    Formats(Formats),
    /// Explain the code of a diagnostic, such as BB206.
    Explain(Explain),
    /// Print the JSON Schema of a file that authors write, or that programs read.
    Schema(Schema),
    /// Print what makes a shell complete the commands.
    Completions(Completions),
    /// Print the manual page, or write one page a command into a folder.
    Man(Man),
}

/// `benchbook new`
#[derive(Debug, Args)]
pub struct New {
    /// The folder of the site; with `--suite` or `--report` one that is there [default: this one].
    #[arg(value_name = "DIR", required_unless_present_any = ["suite", "report"])]
    pub folder: Option<PathBuf>,
    /// Make a suite of that name in the site.
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
    /// Make a report of that name in the site.
    #[arg(long, value_name = "NAME")]
    pub report: Option<String>,
    /// Make a site about the outputs in that folder, or in that file, to be edited.
    #[arg(long, value_name = "OUTPUTS", conflicts_with_all = ["suite", "report"], requires = "folder")]
    pub from: Option<PathBuf>,
}

/// `benchbook build`
#[derive(Debug, Args)]
pub struct Build {
    /// The folder of the site; or a folder, or a file, of outputs, of which a report is made [default: .].
    pub site: Option<PathBuf>,
    /// The output folder [default: `public` in the site; for outputs `benchbook-report` here, unless that is a report on others].
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// How many threads to use [default: one a core].
    #[arg(long)]
    pub threads: Option<usize>,
    /// The day on which the site stands, for what is due by a day [default: that of `SOURCE_DATE_EPOCH`, else the newest that the site states].
    #[arg(long, value_name = "DAY")]
    pub today: Option<chrono::NaiveDate>,
    /// Leave pages as the templates give them.
    #[arg(long)]
    pub no_minify: bool,
    /// Write each report once more as one file that stands alone, with its evidence: `self-contained.html` beside it.
    #[arg(long)]
    pub self_contained: bool,
    /// The built-in theme, in place of the one that the settings name; `compact` writes reports that stand alone too.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(theme::NAMES))]
    pub theme: Option<String>,
    /// Say how long each phase took.
    #[arg(long)]
    pub timings: bool,
    /// How to say what is wrong; all but `text` goes to standard output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Notation,
}

/// `benchbook check`
#[derive(Debug, Args)]
pub struct Check {
    /// The folder of the site; or a folder, or a file, of outputs, of which a report would be made.
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// Correct the numbers of claims that no longer hold, where only one text is possible.
    #[arg(long)]
    pub fix: bool,
    /// The day on which the site stands, for what is due by a day [default: that of `SOURCE_DATE_EPOCH`, else the newest that the site states].
    #[arg(long, value_name = "DAY")]
    pub today: Option<chrono::NaiveDate>,
    /// Ask for the addresses on other hosts that links lead to. Without it nothing uses a network.
    #[arg(long)]
    pub external: bool,
    /// With `--external`: how long to wait for each answer.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=600))]
    pub timeout: u64,
    /// With `--fix`: bind each loose number that one expression gives.
    #[arg(long, requires = "fix")]
    pub bind: bool,
    /// How to say what is wrong; all but `text` goes to standard output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Notation,
}

/// `benchbook verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// The folder of the built site.
    #[arg(default_value = "public")]
    pub site: PathBuf,
    /// How to say what is wrong; all but `text` goes to standard output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Notation,
}

/// `benchbook serve`
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub struct Serve {
    /// The folder of the site; or a folder, or a file, of outputs, of which a report is made.
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The port [default: the first that is free from 4000 on].
    #[arg(long, short)]
    pub port: Option<u16>,
    /// The address to listen at; `0.0.0.0` lets others in the network read the site.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Open the start page in a browser.
    #[arg(long)]
    pub open: bool,
    /// Look at the files every so often, where the system gives no notices of changes.
    #[arg(long)]
    pub poll: bool,
}

/// `benchbook lock`
#[derive(Debug, Args)]
pub struct Lock {
    /// The suites to lock, by name [default: all].
    pub suites: Vec<String>,
    /// The folder of the site.
    #[arg(long, default_value = ".")]
    pub site: PathBuf,
}

/// `benchbook add`
#[derive(Debug, Args)]
pub struct Add {
    /// The suite, by name.
    pub suite: String,
    /// The files, as the tools wrote them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder of the site.
    #[arg(long, default_value = ".")]
    pub site: PathBuf,
    /// The folder below the suite.
    #[arg(long, value_name = "FOLDER", default_value = "raw")]
    pub to: String,
    /// The day of the measurement, such as `2026-09-12`; `today` asks the clock (UTC).
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// Record what this machine is: processor, cores, memory, system; no names of it or of its users.
    #[arg(long)]
    pub machine: bool,
}

/// `benchbook compare`
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_COMPARE)]
pub struct Compare {
    /// The old side: a folder or a file of outputs, the folder of a suite, or a part of a suite of the site, such as
    /// `release=1.7.1`, `kruda:release=1.7.1` or `kruda:session=may,profile=latency`.
    pub old: String,
    /// The new side, in the same ways.
    pub new: String,
    /// The suite that parts are of [default: the only one of the site].
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
    /// The folder of the site that parts of suites are of.
    #[arg(long, default_value = ".")]
    pub site: PathBuf,
    /// How to write the comparison, to standard output.
    #[arg(long, value_enum, default_value = "terminal")]
    pub format: Format,
    /// The most bytes of Markdown or HTML: the most important rows are shown, and the rest is counted.
    #[arg(long, value_name = "BYTES")]
    pub max_bytes: Option<usize>,
    /// Fail, with exit code 3, when this rule fires; may be given more than once.
    #[arg(long, value_name = "RULE")]
    pub fail_on: Vec<String>,
    /// Compare figures although this condition is unlike, such as `connections`; may be given more than once.
    #[arg(long, value_name = "CONDITION")]
    pub accept: Vec<String>,
    /// Judge figures with too few rounds for a test by their change alone: more than this, such as `10%`.
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub threshold: Option<f64>,
    /// The largest p at which the Mann–Whitney U test shows a difference; 0.05 takes 4 rounds a side, 0.01 takes 5.
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = level)]
    pub level: f64,
    /// Changes up to this are too small to matter: a figure is worse or better when the whole interval lies beyond.
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = share)]
    pub least: f64,
    /// Where the interval of the change is not shown to lie within this either way, a figure is too noisy to tell.
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = share)]
    pub noise: f64,
    /// Show figures too of which neither more nor less is better.
    #[arg(long)]
    pub all: bool,
    /// The width of the table in columns [default: that of the terminal].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

/// What `benchbook compare --help` ends with.
const AFTER_COMPARE: &str = "\
Rounds are the samples: repetitions in files, in lines, or in a file's list of single times.
Verdicts: worse, better, no difference shown, too noisy to tell, too few to tell,
not comparable because …, missing, and not judged where neither more nor less is better.

Rules of --fail-on:
  regression          any figure is worse
  missing             any figure of the old side is missing on the new one
  errors              requests failed on the new side
  p99>5%              p99 grew by more than 5 % and is better or worse; rps<-3% shrank
  p99>5%!             the same by the medians alone, whatever the noise
  p99 above 200 ms    the new median is above a limit; rps below 1000
  p99[json]>5%        of the figures that have the value `json`

Exit codes: 0 done, 1 the evidence has errors, 2 wrong usage, 3 a rule of --fail-on fired.

Examples:
  benchbook compare results/main results/branch
  benchbook compare --suite kruda release=1.7.1 release=1.7.2
  benchbook compare old.json new.json --fail-on regression --format markdown --max-bytes 65000";

/// A percentage as a share: `5%` is 0.05.
fn share(text: &str) -> Result<f64, String> {
    comparison::share(text).ok_or_else(|| "write a percentage, such as `5%`".to_owned())
}

/// A level of significance.
fn level(text: &str) -> Result<f64, String> {
    comparison::level(text).ok_or_else(|| "write a number between 0 and 1, such as `0.01`".to_owned())
}

/// `benchbook digest`
#[derive(Debug, Args)]
pub struct Digest {
    /// The stream, as the tool wrote it.
    pub file: PathBuf,
    /// Where to write the digest [default: the file's name with `.digest.json`].
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// A field that divides the records into runs, such as `label`; can be given again.
    #[arg(long, value_name = "FIELD")]
    pub by: Vec<String>,
    /// The format, where the content does not tell.
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
}

/// `benchbook formats`
#[derive(Debug, Args)]
pub struct Formats {
    /// Files to look at; without one, the formats that are read are listed.
    pub files: Vec<PathBuf>,
}

/// `benchbook explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// The code; without one, all are listed.
    pub code: Option<String>,
}

/// `benchbook record`
#[derive(Debug, Args)]
pub struct Record {
    /// The folder of the suite; made when it is not there.
    #[arg(long, value_name = "DIR", default_value = "data/recorded")]
    pub suite: PathBuf,
    /// What the command after `--` is called [default: the name of its program].
    #[arg(long)]
    pub name: Option<String>,
    /// A command for the shell, with its name; may be given several times.
    #[arg(long = "command", value_name = "NAME=COMMAND", required_unless_present = "run")]
    pub commands: Vec<String>,
    /// How many rounds of each command.
    #[arg(long, default_value_t = 1)]
    pub rounds: u32,
    /// How many rounds before them that do not count.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub warm_up: u32,
    /// Seconds to wait between two rounds.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    pub cooldown: f64,
    /// In which order the rounds of several commands run.
    #[arg(long, value_enum, default_value = "alternate")]
    pub order: crate::record::Order,
    /// The seed of `--order random`.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Files that the commands write, such as `target/criterion/**/estimates.json`; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub keep: Vec<String>,
    /// The command; `{round}` and `{name}` are filled in, and files whose path begins with `{out}` are kept.
    #[arg(last = true, value_name = "COMMAND")]
    pub run: Vec<String>,
}

/// `benchbook schema`
#[derive(Debug, Args)]
pub struct Schema {
    /// The file: benchbook.toml, suite.toml, front-matter, results or figures.json; without one, all are listed.
    pub file: Option<String>,
}

/// `benchbook completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// `benchbook man`
#[derive(Debug, Args)]
pub struct Man {
    /// The folder to write `benchbook.1`, `benchbook-build.1` and the others into.
    pub folder: Option<PathBuf>,
}
