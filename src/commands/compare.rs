//! `benchbook compare`: two sides of evidence, figure by figure.

use std::process::ExitCode;

use super::{ERRORS, FIRED, USAGE};
use crate::cli::Compare;
use crate::comparison::{self, Comparison, Rule, Settings, Side, rule, side};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::printer::{self, Colour, Printer, counted};
use crate::suggest;
use crate::tabulation::{self, Layout};

/// Why there is no comparison.
enum Refused {
    /// The arguments are wrong.
    Usage(Vec<Diagnostic>),
    /// The evidence is.
    Evidence(Diagnostics),
}

/// Compares two sides.
pub(super) fn compare(arguments: &Compare, colour: Colour, printer: &Printer) -> ExitCode {
    let (found, code) = match made(arguments, printer) {
        Ok(comparison) => return written(arguments, &comparison, colour, printer),
        Err(Refused::Usage(wrong)) => {
            let mut found = Diagnostics::new();
            found.extend(wrong);
            (found, USAGE)
        }
        Err(Refused::Evidence(found)) => (found, ERRORS),
    };
    printer.diagnostics(found);
    ExitCode::from(code)
}

fn made(arguments: &Compare, printer: &Printer) -> Result<Comparison, Refused> {
    let usage = |wrong: Box<Diagnostic>| Refused::Usage(vec![*wrong]);
    let (rules, wrong): (Vec<_>, Vec<_>) =
        arguments.fail_on.iter().map(|text| Rule::parse(text)).partition(Result::is_ok);
    let wrong: Vec<Diagnostic> = wrong.into_iter().filter_map(Result::err).map(|wrong| *wrong).collect();
    if !wrong.is_empty() {
        return Err(Refused::Usage(wrong));
    }
    let rules: Vec<Rule> = rules.into_iter().filter_map(Result::ok).collect();

    let mut found = Diagnostics::new();
    let desk = side::Desk { site: &arguments.site, suite: arguments.suite.as_deref() };
    let sides = side::take(desk, [&arguments.old, &arguments.new], &mut found).map_err(usage)?;
    if found.has_errors() {
        return Err(Refused::Evidence(found));
    }
    printer.diagnostics(found);
    say_what_was_not_read(&sides, printer);

    let settings = Settings {
        level: arguments.level,
        least: arguments.least,
        noise: arguments.noise,
        threshold: arguments.threshold,
        accepted: arguments.accept.iter().cloned().collect(),
    };
    let mut comparison = comparison::compare(&sides, settings);
    accepted(&comparison).map_err(usage)?;
    comparison.fired = rule::check(&rules, &comparison).map_err(usage)?;
    Ok(comparison)
}

/// Whether the conditions that are accepted are any that the evidence tells of.
fn accepted(comparison: &Comparison) -> Result<(), Box<Diagnostic>> {
    let unknown = comparison.settings.accepted.iter().find(|name| !comparison.conditions.contains(*name));
    let Some(name) = unknown else { return Ok(()) };
    let help = suggest::help(name, comparison.conditions.iter().map(String::as_str));
    Err(Box::new(
        Diagnostic::error(Code::BadValue, format!("the evidence tells of no condition `{name}`")).help_if(help),
    ))
}

fn say_what_was_not_read(sides: &[Side; 2], printer: &Printer) {
    const SHOWN: usize = 3;
    let is_companion = |why: &str| why.ends_with("gives no number by itself");
    let left_out: Vec<&(String, String)> =
        sides.iter().flat_map(|side| &side.left_out).filter(|(_, why)| !is_companion(why)).collect();
    for (path, why) in left_out.iter().take(SHOWN) {
        printer.status(&format!("not read: `{path}` {why}"));
    }
    if left_out.len() > SHOWN {
        printer.status(&format!("not read: {} more", counted(left_out.len() - SHOWN, "file")));
    }
}

fn written(arguments: &Compare, comparison: &Comparison, colour: Colour, printer: &Printer) -> ExitCode {
    let layout = Layout {
        width: arguments.width.or_else(printer::columns),
        colour: colour.on_stdout(),
        max_bytes: arguments.max_bytes,
        all: arguments.all,
    };
    match tabulation::write(comparison, arguments.format, layout) {
        Ok(text) => printer.data(&text),
        Err(needed) => {
            printer.failure(&format!("`--max-bytes` is too small: {needed} bytes are taken without any row"));
            return ExitCode::from(USAGE);
        }
    }
    for line in tabulation::fired(comparison) {
        printer.failure(&format!("failed by {line}"));
    }
    if comparison.fired.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FIRED) }
}
