//! `benchbook digest`: a stream of measurements as a small document of sample sets.

use std::path::{Path, PathBuf};

use crate::cli::Digest;
use crate::diagnostic::{Code, Diagnostic, shown};
use crate::files;
use crate::formats::stream::{digest, observe, places};
use crate::printer::{Printer, counted};
use crate::source::Source;
use crate::suite::load::large::{self, Gathered};

/// Digests a file.
pub(super) fn run(arguments: &Digest, printer: &Printer) -> Result<(), Box<Diagnostic>> {
    let path = arguments.file.to_string_lossy();
    let gathered = large::digestible(&path, arguments.format.as_deref(), &arguments.by)?;
    let name = arguments.file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    if let Some(wrong) = wrong(&path, &gathered)? {
        return Err(wrong);
    }
    let origin = digest::Origin { name: &name, size: gathered.stamp.size, sha256: &gathered.sha256 };
    let text = digest::text(&origin, gathered.layout.plan(), &gathered.gather);
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("{path}.digest.json")));
    files::create(&out, text.as_bytes())?;
    let (runs, samples) = (&gathered.gather.groups, gathered.gather.groups.values().map(|group| group.set.count()));
    printer.status(&format!(
        "wrote `{}`: {} of {}, {} bytes",
        shown(&out),
        counted(samples.sum::<u64>() as usize, "sample"),
        counted(runs.len(), "run"),
        text.len()
    ));
    Ok(())
}

/// The first thing that is wrong with a stream, at its place.
fn wrong(path: &str, gathered: &Gathered) -> Result<Option<Box<Diagnostic>>, Box<Diagnostic>> {
    let plan = gathered.layout.plan();
    let (excerpt, places): (std::sync::Arc<Source>, places::Places) = large::excerpt(Path::new(""), path, gathered)?;
    let reading = observe::reading(plan, &gathered.gather, &places, excerpt.text());
    Ok(reading.problems.into_iter().next().map(|problem| {
        let code: Code = problem.code;
        Box::new(Diagnostic::error(code, problem.message).at(&excerpt, problem.span).help_if(problem.help))
    }))
}
