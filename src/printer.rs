//! The only way to the terminal: data to standard output, everything else to standard error.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, text};
use crate::notation::{self, Notation};

/// So many warnings of one code are shown; the rest are counted.
const ALIKE: usize = 10;

/// Writes for people and programs.
#[derive(Debug, Clone, Copy)]
pub struct Printer {
    colour: bool,
    quiet: bool,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// When it goes to a terminal and `NO_COLOR` is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether what goes to standard output is coloured.
    pub fn on_stdout(self) -> bool {
        self.is_wanted(io::stdout().is_terminal())
    }

    fn is_wanted(self, is_terminal: bool) -> bool {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !unwanted,
        }
    }
}

/// How many columns the terminal has that standard output goes to; none when it goes elsewhere.
pub fn columns() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    asked().or_else(told).filter(|columns| *columns > 0)
}

#[cfg(target_os = "linux")]
fn asked() -> Option<usize> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col))
}

#[cfg(not(target_os = "linux"))]
fn asked() -> Option<usize> {
    None
}

impl Printer {
    /// A printer that colours as asked, and says nothing but what is wrong when `quiet`.
    pub fn new(colour: Colour, quiet: bool) -> Self {
        let colour = colour.is_wanted(io::stderr().is_terminal());
        Self { colour, quiet }
    }

    /// A line about what is going on.
    pub fn status(&self, line: &str) {
        if !self.quiet {
            self.to_stderr(&format!("{line}\n"));
        }
    }

    /// A line about why the program fails: said even when it is to be quiet.
    pub fn failure(&self, line: &str) {
        self.to_stderr(&format!("{line}\n"));
    }

    /// Text that was asked for.
    pub fn data(&self, text: &str) {
        // A closed pipe is the reader's way to say that it has enough.
        if io::stdout().write_all(text.as_bytes()).is_err() {
            std::process::exit(0);
        }
    }

    /// All diagnostics, then how many there are; gives how many errors.
    pub fn diagnostics(&self, found: Diagnostics) -> usize {
        self.list(&found.sorted())
    }

    /// The same in a notation for programs, as data; `site` is the folder that files are named below.
    pub fn diagnostics_as(&self, found: Diagnostics, notation: Notation, site: &Path) -> usize {
        let found = found.sorted();
        match notation::write(&found, notation, site) {
            None => self.list(&found),
            Some(text) => {
                self.data(&text);
                found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
            }
        }
    }

    /// Diagnostics in the order given, then how many there are; gives how many errors.
    pub fn list(&self, found: &[Diagnostic]) -> usize {
        let count = |severity| found.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let mut shown: BTreeMap<Code, usize> = BTreeMap::new();
        for diagnostic in found {
            let of_code = shown.entry(diagnostic.code).or_default();
            *of_code += 1;
            // All errors are shown; of warnings that are alike a few say as much as all.
            if diagnostic.severity == Severity::Error || *of_code <= ALIKE {
                self.to_stderr(&format!("{}\n", text::render(diagnostic, self.colour)));
            }
        }
        for (code, count) in shown.iter().filter(|(code, count)| **count > ALIKE && !is_error(found, **code)) {
            let more = counted(count - ALIKE, "more warning");
            self.to_stderr(&format!("{more} {}: {}\n", code.id(), code.title()));
        }
        if errors + warnings > 0 {
            self.to_stderr(&format!("{}\n", summed_up(errors, warnings)));
        }
        errors
    }

    fn to_stderr(self, text: &str) {
        // When nobody can read the message, there is nothing left to say.
        io::stderr().write_all(text.as_bytes()).unwrap_or_default();
    }
}

/// How many there are of something: "1 error", "2 errors".
pub fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn is_error(found: &[Diagnostic], code: Code) -> bool {
    found.iter().any(|diagnostic| diagnostic.code == code && diagnostic.severity == Severity::Error)
}

fn summed_up(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, warnings) => counted(warnings, "warning"),
        (errors, 0) => counted(errors, "error"),
        _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}
