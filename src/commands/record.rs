//! `benchbook record`: rounds of commands, kept as the evidence of a suite.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::new::checked;
use crate::cli::Record;
use crate::config;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shown};
use crate::machine;
use crate::printer::{Printer, counted};
use crate::record::{self, Command, Glob, Journal, Slot, Suite};

/// How long a pause may go without a look at whether the user wants to end.
const TICK: Duration = Duration::from_millis(50);

/// Runs all rounds; what was done when something goes wrong is kept.
pub(super) fn record(arguments: &Record, printer: &Printer) -> Diagnostics {
    let mut found = Diagnostics::new();
    if let Err(wrong) = recorded(arguments, printer, &mut found) {
        found.append(wrong);
    }
    found
}

fn recorded(arguments: &Record, printer: &Printer, found: &mut Diagnostics) -> Result<(), Diagnostics> {
    let commands = commands(arguments)?;
    let cooldown = cooldown(arguments.cooldown)?;
    let keep: Vec<Glob> = arguments.keep.iter().map(|text| glob(text)).collect::<Result<_, _>>()?;
    let suite = Suite::open(&arguments.suite)?;
    let slots = record::slots(commands.len(), arguments.order, arguments.warm_up, arguments.rounds, arguments.seed);
    let journal = Journal::new(&commands, arguments.order, arguments.seed, arguments.cooldown, &machine::facts());
    let (commands, slots, keep) = (&commands[..], &slots[..], &keep[..]);
    let mut recording = Recording { commands, slots, keep, cooldown, suite, journal, done: Vec::new(), printer };
    let run = recording.run(&interruptions(), found);
    let ended = run.and_then(|()| recording.end(&arguments.suite));
    ended.map_err(|diagnostic| only(*diagnostic))
}

/// Set when the user wants to end; a second Ctrl-C ends the program at once.
fn interruptions() -> Arc<AtomicBool> {
    let wanted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Where a signal cannot be waited for it ends the program, and all rounds before are kept still.
        let registered = flag::register_conditional_shutdown(signal, 1, Arc::clone(&wanted))
            .and_then(|_| flag::register(signal, Arc::clone(&wanted)));
        drop(registered);
    }
    wanted
}

/// A recording under way.
struct Recording<'a> {
    commands: &'a [Command],
    slots: &'a [Slot],
    keep: &'a [Glob],
    cooldown: Duration,
    suite: Suite,
    journal: Journal,
    /// How long each round took, in seconds, with its command.
    done: Vec<(usize, f64)>,
    printer: &'a Printer,
}

impl Recording<'_> {
    fn run(&mut self, wanted: &AtomicBool, found: &mut Diagnostics) -> Result<(), Box<Diagnostic>> {
        let mut first: BTreeMap<(usize, bool), u32> = BTreeMap::new();
        for (index, slot) in self.slots.iter().enumerate() {
            if index > 0 && !pause(self.cooldown, wanted) {
                break;
            }
            let command = &self.commands[slot.command];
            let next = || self.suite.next_round(&command.name, slot.warm_up);
            let number = *first.entry((slot.command, slot.warm_up)).or_insert_with(next) + slot.round;
            self.tell_next(index, *slot, number);
            let round = record::run(command, *slot, number, self.keep)?;
            let kept = self.suite.keep(&round, wanted.load(Ordering::Relaxed))?;
            self.done.push((slot.command, round.seconds));
            let what = match (&kept.failure, &*kept.what) {
                (Some(failure), _) => format!("failed: {failure}"),
                (None, "") => "kept as it is: no reader recognises it".to_owned(),
                (None, what) => what.to_owned(),
            };
            self.printer.status(&format!("       {:.1} s: {what}", round.seconds));
            found.extend(kept.diagnostic(&round));
            self.journal.add(&round, kept);
            self.suite.save(&self.journal.text())?;
            if wanted.load(Ordering::Relaxed) {
                break;
            }
        }
        let left = self.slots.len() - self.done.len();
        if left > 0 {
            self.printer.status(&format!("interrupted: {} not run, and all before kept", counted(left, "round")));
        }
        Ok(())
    }

    fn tell_next(&self, index: usize, slot: Slot, number: u32) {
        let name = &self.commands[slot.command].name;
        let kind = if slot.warm_up { "warm-up" } else { "round" };
        let left = self.left(index).map(|left| format!(", {left} left")).unwrap_or_default();
        self.printer.status(&format!("run    {} of {}: `{name}`, {kind} {number}{left}", index + 1, self.slots.len()));
    }

    /// How long the rounds from that one on may take, by those that were run; none before the first.
    fn left(&self, from: usize) -> Option<String> {
        let mean = |command: Option<usize>| {
            let times = self.done.iter().filter(|(of, _)| command.is_none_or(|command| command == *of));
            crate::statistics::mean(&times.map(|(_, seconds)| *seconds).collect::<Vec<_>>())
        };
        let any = mean(None)?;
        let rounds = self.slots[from..].iter().map(|slot| mean(Some(slot.command)).unwrap_or(any));
        let pauses = self.cooldown.as_secs_f64() * (self.slots.len() - from).saturating_sub(1) as f64;
        Some(duration(rounds.sum::<f64>() + pauses))
    }

    /// Makes what a suite needs, and says what comes next.
    fn end(&mut self, folder: &Path) -> Result<(), Box<Diagnostic>> {
        let title = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let journal = &self.journal;
        let unread = self.suite.finish(|rules| journal.manifest(&title, rules))?;
        let (rounds, folder_name) = (counted(self.done.len(), "round"), shown(folder));
        self.printer.status(&format!("kept   {rounds} in `{folder_name}`, with `{}`", self.suite.record()));
        for rule in unread {
            self.printer.status(&format!("see that a rule of `{folder_name}/suite.toml` reads `{rule}`"));
        }
        let site = folder.parent().filter(|data| data.ends_with("data")).and_then(Path::parent);
        match site.map(|site| if site.as_os_str().is_empty() { Path::new(".") } else { site }) {
            Some(site) if site.join(config::FILE).is_file() => {
                self.printer.status(&format!("write about it in a page with `suite = \"{title}\"`, such as one of `benchbook new --report {title}`"));
            }
            _ => self.printer.status(&format!("see it with `benchbook build {folder_name}/raw`")),
        }
        Ok(())
    }
}

/// Waits; false when the user wants to end.
fn pause(time: Duration, wanted: &AtomicBool) -> bool {
    let started = Instant::now();
    while started.elapsed() < time && !wanted.load(Ordering::Relaxed) {
        std::thread::sleep(TICK.min(time.saturating_sub(started.elapsed())));
    }
    !wanted.load(Ordering::Relaxed)
}

/// Seconds for people: `12 s`, `3 min`.
fn duration(seconds: f64) -> String {
    if seconds < 90.0 { format!("about {:.0} s", seconds.max(1.0)) } else { format!("about {:.0} min", seconds / 60.0) }
}

/// The commands, in the order given: the one after `--` first.
fn commands(arguments: &Record) -> Result<Vec<Command>, Diagnostics> {
    let mut commands = Vec::new();
    if let Some(program) = arguments.run.first() {
        let stem = Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = arguments.name.clone().or(stem).unwrap_or_default();
        commands.push(Command { name: checked(&name)?.to_owned(), words: arguments.run.clone() });
    }
    for text in &arguments.commands {
        let Some((name, line)) = text.split_once('=').filter(|(_, line)| !line.trim().is_empty()) else {
            let diagnostic = Diagnostic::error(Code::BadValue, format!("`{text}` gives a command no name"));
            return Err(only(diagnostic.help("write `--command NAME='COMMAND'`")));
        };
        let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
        let words = shell.into_iter().chain([line]).map(str::to_owned).collect();
        commands.push(Command { name: checked(name.trim())?.to_owned(), words });
    }
    for (index, command) in commands.iter().enumerate() {
        if commands[..index].iter().any(|other| other.name == command.name) {
            let diagnostic = Diagnostic::error(Code::BadValue, format!("two commands are called `{}`", command.name));
            return Err(only(diagnostic.help("give each a name of its own, with `--name` or `--command NAME=…`")));
        }
    }
    Ok(commands)
}

fn cooldown(seconds: f64) -> Result<Duration, Diagnostics> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let diagnostic = Diagnostic::error(Code::BadValue, format!("`{seconds}` is no time to wait"));
        only(diagnostic.help("give seconds, such as `2.5`"))
    })
}

fn glob(text: &str) -> Result<Glob, Diagnostics> {
    Glob::new(text).ok_or_else(|| {
        let diagnostic = Diagnostic::error(Code::BadValue, format!("`{text}` is no pattern"));
        only(diagnostic.help("write one such as `out/*.json`"))
    })
}

fn only(diagnostic: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    found
}
