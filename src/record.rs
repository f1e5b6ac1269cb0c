//! Rounds of load tools and benchmarks: run in order, and kept as evidence whatever comes of them.
//!
//! All is written as it happens, so that a recording that is broken off keeps what was done.

mod glob;
mod journal;
mod keep;
mod round;

pub use glob::Glob;
pub use journal::Journal;
pub use keep::{Kept, Suite};
pub use round::{Ending, Round, run};

use crate::statistics::random::Generator;

/// In which order the rounds of several commands run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Order {
    /// All rounds of one command, then all of the next.
    Given,
    /// One round of each command in turn.
    Alternate,
    /// One round of each command, each time in an order drawn with the seed.
    Random,
}

impl Order {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Alternate => "alternate",
            Self::Random => "random",
        }
    }
}

/// A command with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What it is called.
    pub name: String,
    /// The program and its arguments, placeholders not filled in.
    pub words: Vec<String>,
}

/// One round to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Which command.
    pub command: usize,
    /// Which of its rounds, from 0.
    pub round: u32,
    /// Whether it does not count.
    pub warm_up: bool,
}

/// All rounds in the order in which they run: `rounds` of each command, after `warm_up` that do not count.
pub fn slots(commands: usize, order: Order, warm_up: u32, rounds: u32, seed: u64) -> Vec<Slot> {
    let mut generator = Generator::new(seed);
    let mut slots = Vec::new();
    let slot = |warm_up| move |command, round| Slot { command, round, warm_up };
    if order == Order::Given {
        for command in 0..commands {
            slots.extend((0..warm_up).map(|round| slot(true)(command, round)));
            slots.extend((0..rounds).map(|round| slot(false)(command, round)));
        }
        return slots;
    }
    for (warm_up, count) in [(true, warm_up), (false, rounds)] {
        for round in 0..count {
            let mut turn: Vec<usize> = (0..commands).collect();
            if order == Order::Random {
                shuffle(&mut turn, &mut generator);
            }
            slots.extend(turn.into_iter().map(|command| slot(warm_up)(command, round)));
        }
    }
    slots
}

/// Puts a list into an order in which every order is as likely (Fisher and Yates).
fn shuffle(list: &mut [usize], generator: &mut Generator) {
    for last in (1..list.len()).rev() {
        let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
        list.swap(last, generator.below(count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: Order, seed: u64) -> String {
        let shown = |slot: Slot| {
            format!("{}{}{}", ["A", "B"][slot.command], if slot.warm_up { "w" } else { "" }, slot.round + 1)
        };
        slots(2, order, 1, 2, seed).into_iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rounds_have_an_order() {
        assert_eq!(order(Order::Given, 0), "Aw1 A1 A2 Bw1 B1 B2");
        assert_eq!(order(Order::Alternate, 0), "Aw1 Bw1 A1 B1 A2 B2");
        let drawn: std::collections::BTreeSet<String> = (0..50).map(|seed| order(Order::Random, seed)).collect();
        // Each of three turns in one of two orders.
        assert_eq!(drawn.len(), 8, "{drawn:?}");
        assert_eq!(order(Order::Random, 7), order(Order::Random, 7));
    }
}
