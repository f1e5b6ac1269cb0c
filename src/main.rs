//! The program `benchbook`: parse the arguments, run, exit.

use std::process::ExitCode;

use benchbook::cli::Cli;
use clap::Parser;

fn main() -> ExitCode {
    benchbook::commands::run(Cli::parse())
}
