//! `record.json`: what was run, when, on what, and what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

use super::keep::{Kept, Output};
use super::round::{Ending, Round};
use super::{Command, Order};
use crate::machine::Facts;
use crate::suite::addition::quoted;

/// The record of one recording.
#[derive(Debug, Serialize)]
pub struct Journal {
    generator: String,
    order: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    cooldown_seconds: f64,
    /// What the machine is, by name.
    machine: BTreeMap<&'static str, String>,
    /// The commands as they were given.
    commands: Vec<Given>,
    /// The rounds in the order in which they ran.
    rounds: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Given {
    name: String,
    command: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    round: u32,
    warm_up: bool,
    failed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    command: Vec<String>,
    started: String,
    ended: String,
    seconds: f64,
    /// The exit status; none when a signal ended it.
    exit_status: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    outputs: Vec<Output>,
}

impl Journal {
    /// The record before the first round; the cooldown in seconds.
    pub fn new(commands: &[Command], order: Order, seed: u64, cooldown: f64, machine: &Facts) -> Self {
        let given = |command: &Command| Given { name: command.name.clone(), command: command.words.clone() };
        Self {
            generator: format!("benchbook {}", env!("CARGO_PKG_VERSION")),
            order: order.name(),
            seed: (order == Order::Random).then_some(seed),
            cooldown_seconds: cooldown,
            machine: machine.iter().cloned().collect(),
            commands: commands.iter().map(given).collect(),
            rounds: Vec::new(),
        }
    }

    /// Adds a round with what was kept of it.
    pub fn add(&mut self, round: &Round, kept: Kept) {
        let (exit_status, signal) = match round.ending {
            Ending::Status(status) => (Some(status), None),
            Ending::Signal(signal) => (None, signal),
        };
        self.rounds.push(Entry {
            name: round.name.clone(),
            round: round.number,
            warm_up: round.warm_up,
            failed: kept.failure.is_some(),
            why: kept.failure,
            command: round.command.clone(),
            started: time(round.started),
            ended: time(round.ended),
            seconds: (round.seconds * 1e3).round() / 1e3,
            exit_status,
            signal,
            outputs: kept.outputs,
        });
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers can always be written") + "\n"
    }

    /// A manifest for a suite that has none.
    pub fn manifest(&self, title: &str, rules: &BTreeSet<String>) -> String {
        let mut text = format!("title = {}\n", quoted(title));
        if let Some(day) = self.rounds.first().and_then(|round| round.started.split('T').next()) {
            text += &format!("date = {day}\n");
        }
        for rule in rules {
            text += &format!("\n[[evidence]]\nfiles = {}\n", quoted(rule));
        }
        if rules.is_empty() {
            text += "\n# No reader recognises what was recorded: say how it is read.\n# [[evidence]]\n";
            text += "# files = \"raw/{case}-r{round}.txt\"\n";
        }
        text += "\n[dimensions.case]\nlabel = \"Case\"\n\n[dimensions.round]\nlabel = \"Round\"\nrepeat = true\n";
        text += "\n# What held while measuring. What is left out is shown as \"not disclosed\".\n[conditions]\n";
        let known = |name: &str| self.machine.get(name).map(String::as_str);
        let cores = known("cores").map(|cores| format!("{cores} cores"));
        let memory = known("memory").map(|memory| format!("{memory} of memory"));
        let hardware: Vec<&str> = known("cpu").into_iter().chain(cores.as_deref()).chain(memory.as_deref()).collect();
        let os: Vec<&str> = ["os", "kernel"].into_iter().filter_map(known).collect();
        for (name, value) in [("hardware", hardware.join(", ")), ("os", os.join(", "))] {
            if !value.is_empty() {
                text += &format!("{name} = {}\n", quoted(&value));
            }
        }
        text + "# protocol = \"HTTP/1.1\"\n# load = \"closed\"\n"
    }
}

fn time(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Millis, true)
}
