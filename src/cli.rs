//! The command line: definitions, nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::notation::Notation;
use crate::printer::Colour;

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
    /// Show the site in a browser, and follow every change.
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Accept the evidence as it is now: write `evidence.lock`.
    Lock(Lock),
    /// Copy raw outputs into a suite, and lock them.
    Add(Add),
    /// Make a small document of a stream of measurements that is too large to keep.
    Digest(Digest),
    /// Say what a file is, and what is read from it.
    Formats(Formats),
    /// Explain the code of a diagnostic, such as BB206.
    Explain(Explain),
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
    /// The output folder [default: `public` in the site; for outputs `benchbook-report` here].
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// How many threads to use [default: one a core].
    #[arg(long)]
    pub threads: Option<usize>,
    /// Leave pages as the templates give them.
    #[arg(long)]
    pub no_minify: bool,
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
    /// The folder of the site.
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// Correct the numbers of claims that no longer hold, where only one text is possible.
    #[arg(long)]
    pub fix: bool,
    /// With `--fix`: bind each loose number that one expression gives.
    #[arg(long, requires = "fix")]
    pub bind: bool,
    /// How to say what is wrong; all but `text` goes to standard output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Notation,
}

/// `benchbook serve`
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub struct Serve {
    /// The folder of the site.
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
