//! `benchbook add`: raw outputs into a suite, with what is known of where they come from.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::Add;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::machine;
use crate::printer::Printer;
use crate::suite::addition::{self, Addition, Record};
use crate::suite::load::{self, Folder};
use crate::suite::lock::{self, Locked};

const REPLACED: &str =
    "nothing was added, and evidence is never replaced: rename the file, or choose a folder with `--to`";

/// Adds the files, or says what is wrong and adds none.
pub(super) fn add(arguments: &Add, printer: &Printer) -> Diagnostics {
    let mut found = Diagnostics::new();
    let additions = prepare(arguments, &mut found);
    if let (Some((folder, additions)), false) = (additions, found.has_errors())
        && let Err(diagnostic) = write(arguments, &folder, &additions, printer)
    {
        found.push(*diagnostic);
    }
    found
}

/// Looks at everything before anything is written.
fn prepare(arguments: &Add, found: &mut Diagnostics) -> Option<(Folder, Vec<Addition>)> {
    let folders = load::discover(&arguments.site, found);
    let Some(folder) = folders.iter().find(|folder| *folder.name == *arguments.suite) else {
        found.push(super::no_suite(&arguments.site, &arguments.suite, &folders));
        return None;
    };
    let Some(to) = addition::folder(&arguments.to) else {
        let message = format!("`{}` is no folder below the suite", arguments.to);
        found.push(Diagnostic::error(Code::OutsideSite, message).help("give one such as `raw/throughput`"));
        return None;
    };
    let mut additions: Vec<Addition> = Vec::new();
    let mut names = BTreeSet::new();
    for file in &arguments.files {
        match Addition::read(file, &to) {
            Ok(addition) => {
                let path = arguments.site.join(&folder.path).join(&addition.name);
                if path.exists() || path.is_symlink() || !names.insert(addition.name.clone()) {
                    found.push(files::in_the_way(&path).help(REPLACED));
                }
                additions.push(addition);
            }
            Err(wrong) => found.append(wrong),
        }
    }
    Some((folder.clone(), additions))
}

fn write(arguments: &Add, folder: &Folder, additions: &[Addition], printer: &Printer) -> Result<(), Box<Diagnostic>> {
    let root = arguments.site.join(&folder.path);
    let date = arguments.date.as_deref().map(addition::day).transpose()?;
    let mut record = Record::open(&arguments.site, folder)?;
    let machine = if arguments.machine { Some(write_machine(&root)?) } else { None };
    let machine_name = machine.as_ref().map(|(name, _)| name.as_str());
    let mut locked: Vec<(String, Locked)> = machine.iter().cloned().collect();
    for addition in additions {
        addition.write(&root.join(&addition.name))?;
        record.add(addition, date.as_deref(), machine_name);
        locked.push((addition.name.clone(), addition.locked()));
        printer.status(&format!("added `{}/{}`: {}", folder.path, addition.name, addition.what));
    }
    files::write(&root.join(addition::FILE), record.text.as_bytes())?;
    locked.push((addition::FILE.to_owned(), Locked::of(record.text.as_bytes())));
    let has_lock = folder.files.iter().any(|file| &*file.path == lock::FILE);
    let lock = if has_lock { Some(files::read_text(&root, lock::FILE)?) } else { None };
    // A suite without a lock is locked whole, or its other files would be strangers to the new lock.
    let others = if has_lock { Vec::new() } else { unlocked(&arguments.site, &folder.name) };
    let text = lock::with(lock.as_ref().map(crate::source::Source::text), others.into_iter().chain(locked));
    files::write(&root.join(lock::FILE), text.as_bytes())?;
    tell_unread(arguments, folder, additions, printer);
    Ok(())
}

/// Every file that a suite has now.
fn unlocked(site: &Path, name: &str) -> Vec<(String, Locked)> {
    let suite = loaded(site, name);
    let files = suite.iter().flat_map(|suite| &suite.files);
    files.map(|file| (file.name.to_string(), Locked::of_file(file))).collect()
}

fn loaded(site: &Path, name: &str) -> Option<crate::suite::Suite> {
    // What is wrong with the suite is for a build to say.
    let folders = load::discover(site, &mut Diagnostics::new());
    let folder = folders.into_iter().find(|folder| *folder.name == *name)?;
    load::load(site, &folder).0
}

/// Writes what the machine is to a file of its own, unless one says the same; gives its name.
fn write_machine(root: &Path) -> Result<(String, Locked), Box<Diagnostic>> {
    let text = addition::machine_text(&machine::facts());
    let locked = Locked::of(text.as_bytes());
    let names =
        (1..).map(|number| if number == 1 { "machine.toml".to_owned() } else { format!("machine-{number}.toml") });
    let says_same = |name: &String| files::read(root, name).map_or(true, |bytes| bytes == text.as_bytes());
    let name = names.into_iter().find(says_same).expect("some number is free");
    if !root.join(&name).exists() {
        files::create(&root.join(&name), text.as_bytes())?;
    }
    Ok((name, locked))
}

/// Files of a known format that no rule of the manifest reads.
fn tell_unread(arguments: &Add, folder: &Folder, additions: &[Addition], printer: &Printer) {
    let Some(suite) = loaded(&arguments.site, &folder.name) else { return };
    let is_unread = |addition: &&Addition| {
        let file = suite.files.iter().find(|file| *file.name == *addition.name);
        addition.format.is_some() && file.is_none_or(|file| !file.is_read())
    };
    let unread: Vec<&str> = additions.iter().filter(is_unread).map(|addition| addition.name.as_str()).collect();
    if let Some(first) = unread.first() {
        let (path, manifest) = (&folder.path, load::MANIFEST);
        printer.status(&format!(
            "no rule of `{path}/{manifest}` reads {} of them: write `[[evidence]]` with `files = \"{first}\"`, or a pattern such as `{}`",
            unread.len(),
            addition::pattern(first)
        ));
    }
}
