//! The command line: definitions, nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

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
    /// Build the site, or a report on a folder of outputs: replace the output folder when there are no errors.
    Build(Build),
    /// Find everything that is wrong, and write nothing.
    Check(Check),
    /// Write a site for the outputs in a folder, to be edited.
    New(New),
    /// Accept the evidence as it is now: write `evidence.lock`.
    Lock(Lock),
    /// Say what a file is, and what is read from it.
    Formats(Formats),
    /// Explain the code of a diagnostic, such as BB206.
    Explain(Explain),
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
}

/// `benchbook check`
#[derive(Debug, Args)]
pub struct Check {
    /// The folder of the site.
    #[arg(default_value = ".")]
    pub site: PathBuf,
}

/// `benchbook new`
#[derive(Debug, Args)]
pub struct New {
    /// The folder of the new site.
    pub site: PathBuf,
    /// The folder, or the file, of outputs that the site is about.
    #[arg(long)]
    pub from: PathBuf,
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
