//! The commands: thin, over the same steps.

mod add;
mod compare;
mod digest;
mod fix;
mod from;
mod new;
mod outside;
mod record;
mod shell;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use crate::build::{self, Options, Summary};
use crate::cli::{Build, Check, Cli, Command, Explain, Formats, Lock, Schema, Verify};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::files;
use crate::formats;
use crate::formats::beside::{self, Beside, Told};
use crate::formats::logged::Logged;
use crate::metrics::MetricStatistic;
use crate::model::{Dimensions, Observation, Run};
use crate::packed;
use crate::printer::{Printer, counted};
use crate::schema;
use crate::source::Source;
use crate::suggest;
use crate::suite::{load, lock};

/// The site has errors.
const ERRORS: u8 = 1;
/// The command was used in a way that it does not understand.
const USAGE: u8 = 2;
/// A rule of `compare --fail-on` fired.
const FIRED: u8 = 3;

/// Runs a command.
pub fn run(cli: Cli) -> ExitCode {
    let printer = Printer::new(cli.color, cli.quiet);
    match cli.command {
        Command::New(arguments) => match (&arguments.folder, &arguments.from) {
            (Some(site), Some(outputs)) => from::new(site, outputs, &printer),
            _ => ended(printer.diagnostics(new::new(&arguments, &printer))),
        },
        Command::Add(arguments) => ended(printer.diagnostics(add::add(&arguments, &printer))),
        Command::Build(arguments) => build(&arguments, &printer),
        Command::Check(arguments) => check(&arguments, &printer),
        Command::Verify(arguments) => verify(&arguments, &printer),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve(&arguments, &printer),
        Command::Lock(arguments) => lock(&arguments, &printer),
        Command::Compare(arguments) => compare::compare(&arguments, cli.color, &printer),
        Command::Digest(arguments) => {
            let mut found = Diagnostics::new();
            found.extend(digest::run(&arguments, &printer).err().map(|diagnostic| *diagnostic));
            ended(printer.diagnostics(found))
        }
        Command::Formats(arguments) => formats(&arguments, &printer),
        Command::Explain(arguments) => explain(&arguments, &printer),
        Command::Record(arguments) => ended(printer.diagnostics(record::record(&arguments, &printer))),
        Command::Schema(arguments) => schema(&arguments, &printer),
        Command::Completions(arguments) => shell::completions(arguments.shell, &printer),
        Command::Man(arguments) => ended(printer.diagnostics(shell::man(arguments.folder.as_deref(), &printer))),
    }
}

fn ended(errors: usize) -> ExitCode {
    if errors > 0 { ExitCode::from(ERRORS) } else { ExitCode::SUCCESS }
}

fn build(arguments: &Build, printer: &Printer) -> ExitCode {
    if let Some(threads) = arguments.threads
        && rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().is_err()
    {
        printer.status("the number of threads could not be set");
    }
    if let Some(given) = arguments.site.as_deref().filter(|given| crate::bare::is_bare(given)) {
        return from::build(arguments, given, printer);
    }
    let site = arguments.site.clone().unwrap_or_else(|| ".".into());
    let out = arguments.out.clone().unwrap_or_else(|| site.join("public"));
    let options = Options {
        root: site.clone(),
        out: Some(out.clone()),
        minify: !arguments.no_minify,
        self_contained: arguments.self_contained,
        theme: arguments.theme.clone(),
        today: today(arguments.today),
        made_from: None,
    };
    let (summary, found) = build::build(&options);
    let failed = found.has_errors();
    let errors = printer.diagnostics_as(found, arguments.format, &site);
    report(&summary, printer, arguments.timings);
    if failed {
        printer.status(&format!("nothing was written: `{}` is as it was", shown(&out)));
    } else {
        let (files, bytes) = summary.written;
        printer.status(&format!("wrote  {}, {} in {}", counted(files, "file"), megabytes(bytes), shown(&out)));
    }
    ended(errors)
}

fn check(arguments: &Check, printer: &Printer) -> ExitCode {
    if crate::bare::is_bare(&arguments.site) {
        return from::check(arguments, &arguments.site, printer);
    }
    let options = Options {
        root: arguments.site.clone(),
        out: None,
        minify: false,
        self_contained: false,
        theme: None,
        today: today(arguments.today),
        made_from: None,
    };
    let (mut summary, mut found) = build::build(&options);
    if arguments.fix {
        let (changes, wrong) = fix::apply(&arguments.site, &found, arguments.bind);
        for change in &changes {
            printer
                .status(&format!("fixed  {}:{}: `{}` is now `{}`", change.path, change.line, change.was, change.now));
        }
        // What is left is what a check finds in the files as they are now.
        if !changes.is_empty() {
            (summary, found) = build::build(&options);
        }
        found.extend(wrong);
    }
    if arguments.external {
        found.append(outside::check(&summary, arguments.timeout, printer));
    }
    let errors = printer.diagnostics_as(found, arguments.format, &arguments.site);
    report(&summary, printer, false);
    ended(errors)
}

fn verify(arguments: &Verify, printer: &Printer) -> ExitCode {
    let (summary, found) = crate::verify::verify(&arguments.site);
    let errors = printer.diagnostics_as(found, arguments.format, &arguments.site);
    let (figures, pages) = (counted(summary.figures, "figure"), counted(summary.pages, "page"));
    printer.status(&format!("verified {figures} on {pages} against {}", counted(summary.files, "file")));
    ended(errors)
}

#[cfg(feature = "serve")]
fn serve(arguments: &crate::cli::Serve, printer: &Printer) -> ExitCode {
    let options = crate::serve::Options {
        root: arguments.site.clone(),
        host: arguments.host,
        port: arguments.port,
        open: arguments.open,
        poll: arguments.poll,
    };
    let mut found = Diagnostics::new();
    found.extend(crate::serve::serve(&options, printer).err().map(|diagnostic| *diagnostic));
    ended(printer.diagnostics(found))
}

/// The day on which a site is to stand: as given, else that of `SOURCE_DATE_EPOCH`, in seconds since 1970.
fn today(given: Option<chrono::NaiveDate>) -> Option<String> {
    let epoch = || std::env::var("SOURCE_DATE_EPOCH").ok()?.trim().parse().ok();
    let of_epoch = || chrono::DateTime::from_timestamp(epoch()?, 0).map(|time| time.date_naive());
    given.or_else(of_epoch).map(|day| day.to_string())
}

fn report(summary: &Summary, printer: &Printer, timings: bool) {
    let (read, made) = (&summary.read, &summary.made);
    printer.status(&format!(
        "read   {}, {} ({}), {}, {}",
        counted(read.suites, "suite"),
        counted(read.files, "evidence file"),
        megabytes(read.bytes),
        counted(read.observations, "number"),
        counted(read.narratives, "narrative")
    ));
    printer.status(&format!(
        "made   {}, {}; {} of {} {}",
        counted(made.pages, "page"),
        counted(made.figures, "figure"),
        made.holding,
        counted(made.claims, "claim"),
        if made.claims == 1 { "holds" } else { "hold" }
    ));
    let total: std::time::Duration = summary.phases.iter().map(|(_, time)| *time).sum();
    printer.status(&format!("took   {:.0} ms", total.as_secs_f64() * 1e3));
    for (phase, time) in summary.phases.iter().filter(|_| timings) {
        printer.status(&format!("       {:>8.1} ms  {phase}", time.as_secs_f64() * 1e3));
    }
    if let Some(bytes) = files::peak_memory().filter(|_| timings) {
        printer.status(&format!("peak   {} of memory", megabytes(bytes)));
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn lock(arguments: &Lock, printer: &Printer) -> ExitCode {
    let mut found = Diagnostics::new();
    let folders = load::discover(&arguments.site, &mut found);
    for name in arguments.suites.iter().filter(|name| !folders.iter().any(|folder| *folder.name == ***name)) {
        let help = suggest::help(name, folders.iter().map(|folder| &*folder.name));
        found.push(Diagnostic::error(Code::NoSuite, format!("there is no suite `{name}`")).help_if(help));
    }
    for folder in &folders {
        if !arguments.suites.is_empty() && !arguments.suites.iter().any(|name| **name == *folder.name) {
            continue;
        }
        // What the lock file itself complains of is what is being accepted.
        let (suite, wrong) = load::load(&arguments.site, folder);
        let about_lock =
            |d: &Diagnostic| matches!(d.code, Code::EvidenceChanged | Code::EvidenceUnlocked | Code::EvidenceMissing);
        found.extend(wrong.into_iter().filter(|diagnostic| !about_lock(diagnostic)));
        if let Some(suite) = suite {
            let path = arguments.site.join(&folder.path).join(lock::FILE);
            match files::write(&path, lock::write(&suite.files).as_bytes()) {
                Ok(()) => printer.status(&format!("locked {} of `{}`", counted(suite.files.len(), "file"), suite.name)),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
    }
    ended(printer.diagnostics(found))
}

fn formats(arguments: &Formats, printer: &Printer) -> ExitCode {
    if arguments.files.is_empty() {
        let list = formats::READERS.iter().map(|reader| format!("{:24} {}\n", reader.name(), reader.title()));
        printer.data(&list.collect::<String>());
    }
    let mut found = Diagnostics::new();
    for file in &arguments.files {
        match describe(file) {
            Ok(text) => printer.data(&text),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    ended(printer.diagnostics(found))
}

/// What a file is, with every number that is read from it.
fn describe(file: &Path) -> Result<String, Box<Diagnostic>> {
    let name = file.to_string_lossy();
    if let Some(streamed) = load::large::streamed(Path::new(""), &name) {
        let streamed = streamed?;
        return Ok(described(&name, streamed.reader, &streamed.reading, streamed.excerpt.text()));
    }
    let source = std::sync::Arc::new(packed::read_text(Path::new(""), &name)?);
    let text = source.text().trim_start_matches('\u{feff}');
    let logged = Logged::new(text);
    let content = logged.content();
    if text.trim().is_empty() {
        return Err(load::empty(&source));
    }
    let mark = source.text().len() - text.len();
    let Some(reader) = formats::recognise(&content) else { return Err(load::not_recognised(&source, mark, &logged)) };
    if let Some(other) = formats::recognise_beside(&content, reader) {
        return Err(load::two_formats(&source, reader, other));
    }
    // What is read with another file is shown as it is read there.
    if let Some((beside, told)) = said_beside(&source) {
        let named = told.names.map_or(String::new(), |names| format!("  {}\n", in_words(&names.dimensions)));
        return Ok(described(&name, reader, &told.reading, text) + &named + &format!("  read with {}\n", beside.with));
    }
    let mut reading = match reader.stream() {
        Some(stream) => formats::stream::read_divided(stream, &content).0,
        None => formats::read(reader, &content),
    };
    let notes = take_from_beside(&name, &mut reading.runs);
    Ok(described(&name, reader, &reading, text) + &notes)
}

/// What a file says of results in other files, if it is one that does.
fn said_beside(source: &Source) -> Option<(&'static Beside, Told)> {
    let name = source.path().replace(std::path::MAIN_SEPARATOR, "/");
    let beside = beside::by_name(&name)?;
    let mut told = beside.read(source).ok()??;
    told.reading.runs.retain(|run| !run.samples.is_empty() || !run.shortened.is_empty() || !run.is_empty());
    let is_silent = told.reading.runs.is_empty() && told.describes.is_none() && told.names.is_none();
    (!is_silent).then_some((beside, told))
}

/// Completes runs with what files beside theirs say of them; gives which those are.
fn take_from_beside(name: &str, runs: &mut [Run]) -> String {
    let mut notes = String::new();
    for (beside, path) in beside::paths(&name.replace(std::path::MAIN_SEPARATOR, "/")) {
        if !runs.iter().any(|run| beside.is_of(run)) || !Path::new(&path).is_file() {
            continue;
        }
        let Ok(source) = packed::read_text(Path::new(""), &path) else { continue };
        let Some((_, told)) = said_beside(&source) else { continue };
        let told = runs.iter_mut().filter_map(|run| told.tell(run).ok()).count();
        if told > 0 {
            notes += &format!("  `{path}` adds {}\n", beside.adds);
        }
    }
    notes
}

/// What a run's history tells, and of how many moments.
fn moments(run: &Run) -> Option<String> {
    let moments = run.slices.iter().filter(|slice| slice.axis[0] == slice.axis[1]);
    let of = |o: &Observation| MetricStatistic { metric: Arc::clone(&o.metric), statistic: Some(o.statistic) }.name();
    let count = moments.clone().count();
    let names: BTreeSet<String> = moments.flat_map(|slice| &slice.observations).map(of).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    (count > 0).then(|| format!("  at {count} moments: {names}\n"))
}

/// Dimensions with their values.
fn in_words(dimensions: &Dimensions) -> String {
    dimensions.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// What was read of a file; `text` is what the places are in.
fn described(name: &str, reader: &dyn formats::Reader, reading: &formats::Reading, content: &str) -> String {
    let mut text = format!("{name}: {} ({}), {}\n", reader.title(), reading.tool, counted(reading.runs.len(), "run"));
    for run in &reading.runs {
        text += &run.heading.as_ref().map_or(String::new(), |(heading, _)| format!("{heading}\n"));
        let moments = moments(run);
        if (reader.stream().is_some() || moments.is_some()) && !run.dimensions.is_empty() {
            text += &format!("{}\n", in_words(&run.dimensions));
        }
        for observation in &run.observations {
            let metric = MetricStatistic { metric: observation.metric.clone(), statistic: Some(observation.statistic) };
            let written = content.get(observation.span.range()).unwrap_or_default();
            let raw = observation.text().unwrap_or(written);
            text += &format!("  {:32} {raw} {}  {}\n", metric.name(), observation.quantity.unit, observation.locator);
        }
        for absent in &run.absent {
            text += &format!(
                "  {:32} no value: {}\n",
                format!("{}.{}", absent.metric, absent.statistic.name()),
                absent.why
            );
        }
        text += &moments.unwrap_or_default();
    }
    for span in reading.runs.iter().flat_map(|run| &run.shortened) {
        let written = content.get(span.range()).unwrap_or_default();
        text += &format!("  {}: {written}: {}\n", Code::Malformed.id(), formats::SHORTENED);
    }
    for problem in &reading.problems {
        text += &format!("  {}: {}\n", problem.code.id(), problem.message);
    }
    text
}

fn schema(arguments: &Schema, printer: &Printer) -> ExitCode {
    let names = schema::SCHEMAS.iter().map(|(name, _)| *name);
    let Some(name) = &arguments.file else {
        printer.data(&names.map(|name| format!("{name}\n")).collect::<String>());
        return ExitCode::SUCCESS;
    };
    match schema::find(name) {
        Some(text) => {
            printer.data(text);
            ExitCode::SUCCESS
        }
        None => {
            let help = suggest::help(name, names).unwrap_or_default();
            printer.status(&format!("there is no schema of `{name}`: {help}"));
            ExitCode::from(USAGE)
        }
    }
}

fn explain(arguments: &Explain, printer: &Printer) -> ExitCode {
    let Some(wanted) = &arguments.code else {
        printer.data(&Code::ALL.iter().map(|code| format!("{}  {}\n", code.id(), code.title())).collect::<String>());
        return ExitCode::SUCCESS;
    };
    match Code::parse(wanted) {
        Some(code) => {
            let (title, text) = (code.title(), code.explanation());
            let more = format!("More: `{}` of the documentation", code.page());
            printer.data(&format!("{}: {title}\n\n{text}\n\n{more}\n", code.id()));
            ExitCode::SUCCESS
        }
        None => {
            let near = suggest::help(wanted, Code::ALL.iter().map(|code| code.id()));
            printer.status(&format!("there is no code `{wanted}`; {}", near.unwrap_or_default()));
            ExitCode::from(USAGE)
        }
    }
}
