//! `benchbook new`: a site, a suite or a report to begin with. What is there is never written over.

use std::path::Path;

use crate::build;
use crate::cli::New;
use crate::config;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files;
use crate::printer::{Printer, counted};
use crate::scaffold;
use crate::suite::{load, lock};

/// Makes what is asked for, or says what is in the way.
pub(super) fn new(arguments: &New, printer: &Printer) -> Diagnostics {
    let folder = arguments.folder.as_deref().unwrap_or(Path::new("."));
    let made = match (&arguments.suite, &arguments.report) {
        (None, None) => site(folder, printer),
        _ => parts(folder, arguments, printer),
    };
    let mut found = Diagnostics::new();
    match made {
        Ok(()) => {}
        Err(wrong) => found.append(wrong),
    }
    found
}

fn site(folder: &Path, printer: &Printer) -> Result<(), Diagnostics> {
    if build::is_site(folder) {
        let message = format!("`{}` is a site already: it has a `{}`", shown(folder), config::FILE);
        let help = "add to it with `--suite NAME` or `--report NAME`, or choose another folder";
        return Err(only(Diagnostic::error(Code::InTheWay, message).help(help)));
    }
    // A repository's own list of what git ignores is for its owner to change.
    let has_list = folder.join(".gitignore").exists();
    let wanted = scaffold::SITE.iter().filter(|(path, _)| !(has_list && *path == ".gitignore"));
    let mut files: Vec<(String, String)> =
        wanted.map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.push((format!("{}{}", scaffold::SUITE_FOLDER, lock::FILE), scaffold::lock()));
    write(folder, &files)?;
    let (name, count) = (shown(folder), counted(files.len(), "file"));
    printer.status(&format!("made a site of {count} in `{name}`"));
    if has_list {
        printer.status("add `/public/` to `.gitignore`: the output is made anew by each build");
    }
    printer.status(&format!("see it with `benchbook serve {name}`, and begin in `{name}/content/reports/example.md`"));
    Ok(())
}

fn parts(root: &Path, arguments: &New, printer: &Printer) -> Result<(), Diagnostics> {
    if !build::is_site(root) {
        let message = format!("`{}` is no site: it has no `{}`", shown(root), config::FILE);
        return Err(only(Diagnostic::error(Code::NotASite, message).help("make one with `benchbook new DIR`")));
    }
    let mut files = Vec::new();
    if let Some(name) = &arguments.suite {
        files.push((format!("data/{}/{}", checked(name)?, load::MANIFEST), scaffold::suite(name)));
    }
    if let Some(name) = &arguments.report {
        let suites = suites(root, arguments.suite.as_deref());
        let suites: Vec<&str> = suites.iter().map(String::as_str).collect();
        files.push((format!("content/reports/{}.md", checked(name)?), scaffold::report(name, &suites)));
    }
    write(root, &files)?;
    for (path, _) in &files {
        printer.status(&format!("made `{path}`"));
    }
    Ok(())
}

/// The suites that a new report can be about: the new one, or all that the site has.
fn suites(root: &Path, new: Option<&str>) -> Vec<String> {
    match new {
        Some(name) => vec![name.to_owned()],
        // What is wrong with them is for a build to say.
        None => load::discover(root, &mut Diagnostics::new()).iter().map(|folder| folder.name.to_string()).collect(),
    }
}

/// A name that can be that of a file on every system, and an address.
pub(super) fn checked(name: &str) -> Result<&str, Diagnostics> {
    let fits = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    if !name.is_empty() && !name.starts_with(['.', '_']) && !name.ends_with('.') && name.chars().all(fits) {
        return Ok(name);
    }
    let diagnostic = Diagnostic::error(Code::BadValue, format!("`{name}` cannot be the name of a suite or report"));
    Err(only(diagnostic.help("use letters, digits, `-`, `_` and `.`, such as `release-1.7`")))
}

/// Writes files when none of them is there.
fn write(folder: &Path, files: &[(String, String)]) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    let present = files.iter().map(|(path, _)| folder.join(path)).filter(|path| path.exists() || path.is_symlink());
    found.extend(present.map(|path| files::in_the_way(&path)));
    if found.has_errors() {
        return Err(found);
    }
    let written = files.iter().try_for_each(|(path, text)| files::create(&folder.join(path), text.as_bytes()));
    written.map_err(|diagnostic| only(*diagnostic))
}

fn only(diagnostic: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    found
}
