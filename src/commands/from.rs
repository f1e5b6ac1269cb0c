//! Reports from bare folders: `benchbook build results/` and `benchbook new --from results/ site`.

use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::{ended, report};
use crate::bare::{self, Draft};
use crate::build::{self, Options};
use crate::cli::Build;
use crate::config;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files;
use crate::printer::{Printer, counted};
use crate::source::Source;

/// Where the report on a bare folder goes, in the current folder.
const OUT: &str = "benchbook-report";

/// A site in a temporary folder, removed in the end.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // What is left of it does no harm, and there is nobody to tell.
        files::remove_own(&self.0, config::FILE).unwrap_or_default();
    }
}

/// Builds the report on a folder, or file, of outputs.
pub(super) fn build(arguments: &Build, given: &Path, printer: &Printer) -> ExitCode {
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let own = within(given, &out);
    let (draft, mut found) = match bare::draft(given, own.as_deref()) {
        Ok(drafted) => drafted,
        Err(diagnostic) => return refused(*diagnostic, printer),
    };
    let site = Temporary(std::env::temp_dir().join(format!("benchbook-{}", std::process::id())));
    if let Err(diagnostic) = draft.write(&site.0) {
        return refused(*diagnostic, printer);
    }
    let options = Options {
        root: site.0.clone(),
        out: Some(out.clone()),
        minify: !arguments.no_minify,
        self_contained: arguments.self_contained,
        theme: arguments.theme.clone(),
        today: None,
    };
    let (summary, wrong) = build::build(&options);
    found.extend(wrong.into_iter().map(|diagnostic| readdressed(diagnostic, &draft, given)));
    let failed = found.has_errors();
    let errors = printer.diagnostics(found);
    report(&summary, printer, arguments.timings);
    say_what_was_read(&draft, given, printer);
    if failed {
        printer.status(&format!("nothing was written: `{}` is as it was", shown(&out)));
    } else {
        let files = counted(summary.written.0, "file");
        printer.status(&format!("wrote  {files} in {}: open {}/report/index.html", shown(&out), shown(&out)));
    }
    if own.is_some() && !failed {
        printer.status("       it lies among the evidence, and is passed over when that is read");
    }
    ended(errors)
}

/// Writes a site for a folder, or file, of outputs.
pub(super) fn new(site: &Path, given: &Path, printer: &Printer) -> ExitCode {
    if !given.exists() {
        let message = format!("there is no file or folder `{}`", shown(given));
        return refused(Diagnostic::error(Code::Unreadable, message), printer);
    }
    if !files::everything_below(site).is_empty() || site.is_file() {
        let message = format!("`{}` is there already, and is not empty", shown(site));
        let diagnostic = Diagnostic::error(Code::WriteFailed, message);
        return refused(diagnostic.help("give the name of a new folder: nothing is ever overwritten"), printer);
    }
    let written = bare::draft(given, within(given, site).as_deref()).and_then(|(draft, found)| {
        draft.write(site)?;
        Ok((draft, found))
    });
    match written {
        Err(diagnostic) => refused(*diagnostic, printer),
        Ok((draft, found)) => {
            let errors = printer.diagnostics(found);
            say_what_was_read(&draft, given, printer);
            for (path, _) in &draft.texts {
                printer.status(&format!("wrote  {}", shown(&site.join(path))));
            }
            printer.status(&format!("build it with `benchbook build {}`", shown(site)));
            ended(errors)
        }
    }
}

fn refused(diagnostic: Diagnostic, printer: &Printer) -> ExitCode {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    ended(printer.diagnostics(found))
}

fn say_what_was_read(draft: &Draft, given: &Path, printer: &Printer) {
    let (read, all) = (draft.read, draft.evidence.len());
    let kept = if read == all { String::new() } else { format!(", {} kept and not read", all - read) };
    printer.status(&format!("       {} of `{}` read{kept}", counted(read, "output"), shown(given)));
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

/// A diagnostic that names evidence by the path that the user knows it by.
fn readdressed(diagnostic: Diagnostic, draft: &Draft, given: &Path) -> Diagnostic {
    let raw = draft.raw();
    let folder = if given.is_file() { given.parent().unwrap_or(Path::new("")) } else { given };
    let known = |path: &str| path.strip_prefix(&raw).map(|path| shown(&folder.join(path)));
    let is_inferred = diagnostic.file().is_some_and(|path| draft.texts.iter().any(|(own, _)| own == path));
    let mut readdressed = diagnostic;
    let places = readdressed.place.iter_mut().chain(readdressed.related.iter_mut().map(|(place, _)| place));
    for place in places {
        if let Some(path) = known(place.source.path()) {
            place.source = Arc::new(Source::new(path, place.source.text().to_owned()));
        }
    }
    readdressed.path = readdressed.path.map(|path| known(&path).map_or(path, Arc::from));
    if is_inferred {
        let note =
            format!("this file was inferred; `benchbook new --from {} SITE` writes it, to be edited", shown(given));
        readdressed.notes.push(note);
    }
    readdressed
}
