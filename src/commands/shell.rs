//! `benchbook completions` and `benchbook man`: made from the definitions of the command line.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::Cli;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files;
use crate::printer::{Printer, counted};

/// Prints the completions of a shell.
pub(super) fn completions(shell: Shell, printer: &Printer) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "benchbook", &mut text);
    printer.data(&String::from_utf8_lossy(&text));
    ExitCode::SUCCESS
}

/// Prints the manual page of the program, or writes one a command into a folder.
pub(super) fn man(folder: Option<&Path>, printer: &Printer) -> Diagnostics {
    let mut command = Cli::command();
    command.build();
    let mut found = Diagnostics::new();
    match folder {
        None => printer.data(&page(command)),
        Some(folder) => match write(&command, folder) {
            Ok(count) => printer.status(&format!("wrote {}", counted(count, "manual page"))),
            Err(diagnostic) => found.push(*diagnostic),
        },
    }
    found
}

fn write(command: &clap::Command, folder: &Path) -> Result<usize, Box<Diagnostic>> {
    let commands: Vec<&clap::Command> = std::iter::once(command).chain(command.get_subcommands()).collect();
    for command in &commands {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        files::write(&folder.join(format!("{name}.1")), page((*command).clone()).as_bytes())?;
    }
    Ok(commands.len())
}

fn page(command: clap::Command) -> String {
    let mut text = Vec::new();
    Man::new(command).render(&mut text).expect("writing to memory does not fail");
    String::from_utf8_lossy(&text).into_owned()
}
