//! Reports from bare folders: `build results/`, `check results/` and `new --from results/ site`.

use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use super::{ended, outside, report, today};
use crate::address;
use crate::bare::{self, Draft, Inferred};
use crate::build::{self, Options};
use crate::cli::{Build, Check};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files;
use crate::notation::Notation;
use crate::output;
use crate::printer::{Printer, counted};
use crate::scaffold;
use crate::suite::lock;

/// Where the report on a bare folder goes, in the current folder.
const OUT: &str = "benchbook-report";

/// Of the outputs that give no new numbers so many are named.
const MOST_LEFT_OUT: usize = 5;

/// Builds the report on a folder, or file, of outputs.
pub(super) fn build(arguments: &Build, given: &Path, printer: &Printer) -> ExitCode {
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let own = within(given, &out);
    let made_from = mark(given, &out);
    let replaces = output::is_ours(&out) && output::made_from(&out) != made_from;
    if replaces && arguments.out.is_none() {
        return refused_as(in_the_way(given, &out), arguments.format, printer);
    }
    let (inferred, found) = match Inferred::new(given, own.as_deref()) {
        Ok(inferred) => inferred,
        Err(diagnostic) => return refused_as(*diagnostic, arguments.format, printer),
    };
    let options = Options {
        root: inferred.root().to_owned(),
        out: Some(out.clone()),
        minify: !arguments.no_minify,
        self_contained: arguments.self_contained,
        theme: arguments.theme.clone(),
        today: today(arguments.today),
        made_from,
    };
    let (summary, wrong) = build::build(&options);
    let failed = wrong.has_errors();
    let errors = say_what_was_found(&inferred, found, wrong, arguments.format, printer);
    report(&summary, printer, arguments.timings);
    say_what_was_read(&inferred.draft, given, printer);
    if failed {
        printer.status(&format!("nothing was written: `{}` is as it was", shown(&out)));
    } else {
        let files = counted(summary.written.0, "file");
        printer.status(&format!("wrote  {files} in {}: open {}/report/index.html", shown(&out), shown(&out)));
    }
    if !failed {
        printer.status(&format!("edit   it as a site: `benchbook new --from {} SITE`", bare::as_word(&shown(given))));
    }
    if replaces && !failed {
        printer.status("       it replaced what was there, which was made from something else");
    }
    if own.is_some() && !failed {
        printer.status("       it lies among the evidence, and is passed over when that is read");
    }
    ended(errors)
}

/// A mark of the outputs that a report is on: of the way to them from where it lies, in a form that names no folder.
fn mark(given: &Path, out: &Path) -> Option<String> {
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let (given, out) = (given.canonicalize().ok()?, lexical(&here.join(out)));
    let way = [out.parent()?, &given].map(|path| shown(path).trim_start_matches('/').to_owned());
    Some(lock::sha256(address::relative(&way[0], &way[1]).as_bytes()))
}

/// What is said where the report would replace another one that nobody named.
fn in_the_way(given: &Path, out: &Path) -> Diagnostic {
    let (given_name, folder) = (shown(given), shown(out));
    let name = given.file_stem().map(|name| address::slug(&name.to_string_lossy())).filter(|name| !name.is_empty());
    let own = name.map_or_else(|| "another-report".to_owned(), |name| format!("{name}-report"));
    let message = format!("`{folder}` is a report that was not made from `{given_name}`");
    let title = files::read(out, "benchbook.json").ok().and_then(|json| {
        let site: serde_json::Value = serde_json::from_slice(&json).ok()?;
        site.get("title")?.as_str().map(str::to_owned)
    });
    let help = format!("give this one a folder with `--out {own}`; `--out {folder}` replaces the other");
    let diagnostic = Diagnostic::error(Code::ReportInTheWay, message).help(help);
    match title {
        Some(title) => diagnostic.note(format!("its title is `{title}`")),
        None => diagnostic,
    }
}

/// Checks the report on a folder, or file, of outputs.
pub(super) fn check(arguments: &Check, given: &Path, printer: &Printer) -> ExitCode {
    if arguments.fix {
        let message = format!("`{}` is no site: there are no narratives that `--fix` could correct", shown(given));
        let help = format!("`benchbook new --from {} SITE` makes a site to be edited", bare::as_word(&shown(given)));
        return refused(Diagnostic::error(Code::NotASite, message).help(help), printer);
    }
    let (inferred, found) = match Inferred::new(given, None) {
        Ok(inferred) => inferred,
        Err(diagnostic) => return refused_as(*diagnostic, arguments.format, printer),
    };
    let options = Options {
        root: inferred.root().to_owned(),
        out: None,
        minify: false,
        self_contained: false,
        theme: None,
        today: today(arguments.today),
        made_from: None,
    };
    let (summary, mut wrong) = build::build(&options);
    if arguments.external {
        wrong.append(outside::check(&summary, arguments.timeout, printer));
    }
    let errors = say_what_was_found(&inferred, found, wrong, arguments.format, printer);
    report(&summary, printer, false);
    say_what_was_read(&inferred.draft, given, printer);
    ended(errors)
}

/// Writes a site for a folder, or file, of outputs.
pub(super) fn new(site: &Path, given: &Path, printer: &Printer) -> ExitCode {
    if !files::everything_below(site).is_empty() || site.is_file() {
        let message = format!("`{}` is there already, and is not empty", shown(site));
        let diagnostic = Diagnostic::error(Code::WriteFailed, message);
        return refused(diagnostic.help("give the name of a new folder: nothing is ever overwritten"), printer);
    }
    let written = bare::draft(given, within(given, site).as_deref(), bare::Purpose::Site).and_then(|(draft, found)| {
        draft.write(site)?;
        for (path, text) in scaffold::FOR_GIT {
            files::write(&site.join(path), text.as_bytes())?;
        }
        Ok((draft, found))
    });
    match written {
        Err(diagnostic) => refused(*diagnostic, printer),
        Ok((draft, found)) => {
            let mut placed = Diagnostics::new();
            placed.extend(found.into_iter().map(|found| draft.placed(found)));
            let errors = printer.diagnostics(placed);
            say_what_was_read(&draft, given, printer);
            let for_git = scaffold::FOR_GIT.map(|(path, _)| path);
            for path in draft.texts.iter().map(|(path, _)| path.as_str()).chain(for_git) {
                printer.status(&format!("wrote  {}", shown(&site.join(path))));
            }
            let (name, report) = (shown(site), shown(&site.join(bare::NARRATIVE)));
            printer.status(&format!("see it with `benchbook serve {name}`, and begin in `{report}`"));
            ended(errors)
        }
    }
}

fn refused(diagnostic: Diagnostic, printer: &Printer) -> ExitCode {
    refused_as(diagnostic, Notation::Text, printer)
}

fn refused_as(diagnostic: Diagnostic, notation: Notation, printer: &Printer) -> ExitCode {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    ended(printer.diagnostics_as(found, notation, Path::new("")))
}

/// Says what was wrong with the outputs and with the site inferred from them; gives how many errors.
fn say_what_was_found(
    inferred: &Inferred,
    mut found: Diagnostics,
    wrong: Diagnostics,
    notation: Notation,
    printer: &Printer,
) -> usize {
    found.extend(inferred.readdressed(wrong));
    // Files are named as the user gave them, not below a site.
    printer.diagnostics_as(found, notation, Path::new(""))
}

fn say_what_was_read(draft: &Draft, given: &Path, printer: &Printer) {
    let (read, all) = (draft.read, draft.evidence.len());
    let kept = if read == all { String::new() } else { format!(", {} kept and not read", all - read) };
    printer.status(&format!("       {} of `{}` read{kept}", counted(read, "output"), shown(given)));
    for (path, why) in draft.left_out.iter().take(MOST_LEFT_OUT) {
        printer.status(&format!("       without `{path}`, which {why}"));
    }
    if draft.left_out.len() > MOST_LEFT_OUT {
        printer
            .status(&format!("       without {} more, which the report names", draft.left_out.len() - MOST_LEFT_OUT));
    }
}

/// The way from a folder to another below it, with `/`; none when it is not below it.
fn within(folder: &Path, other: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let below = lexical(&here.join(other)).strip_prefix(&folder).ok().map(shown)?;
    (!below.is_empty()).then_some(below)
}

/// A path with `.` and `..` carried out.
fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            other => out.push(other),
        }
    }
    out
}
