//! What a table says of its values beside showing them: the best and worst of a group, and whether
//! an objective is met.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, Place};
use super::plan::Plan;
use super::text::dimension_label;
use crate::compose::block::legend::{self, Provenance};
use crate::compose::block::measure::Measure;
use crate::diagnostic::Code;
use crate::metrics::Better;
use crate::number;
use crate::render::view::LegendMark;
use crate::settings::{Context, Item, Keys};
use crate::source::Span;
use crate::suggest;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};
use crate::words::{Message, Voice, say};

/// What is said of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// The best of its group.
    Best,
    /// The worst of its group.
    Worst,
    /// It meets the objective.
    Within,
    /// It misses the objective.
    Outside,
}

/// Which verdicts a table gives.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) best: bool,
    pub(super) worst: bool,
    /// The objectives, by measure.
    pub(super) objectives: BTreeMap<usize, Objective>,
}

/// A limit that values of a measure are held against.
#[derive(Debug)]
pub(super) struct Objective {
    limit: Quantity,
    /// The limit as its author wrote it.
    text: String,
    span: Span,
}

impl Verdict {
    /// Whether it says how a value stands to a limit.
    pub(super) fn is_of_limit(self) -> bool {
        matches!(self, Self::Within | Self::Outside)
    }

    /// The sign before the number; none for the best, which is bold.
    fn sign(self) -> &'static str {
        match self {
            Self::Best => "",
            Self::Worst => "▽",
            Self::Within => "✓",
            Self::Outside => "✗",
        }
    }

    /// The class that pages mark it with.
    fn class(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Worst => "worst",
            Self::Within => "within",
            Self::Outside => "outside",
        }
    }

    /// The word for it, for a legend and for who sees neither bold nor signs.
    fn word(self) -> Message {
        say(match self {
            Self::Best => "best",
            Self::Worst => "worst",
            Self::Within => "within_objective",
            Self::Outside => "outside_objective",
        })
    }
}

/// A number with its verdicts: signs before it, so that digits stay in line, and words behind it.
pub(super) fn marked(voice: Voice<'_>, html: &str, verdicts: &[Verdict], provenance: Provenance) -> String {
    let signs = verdicts.iter().filter(|verdict| !verdict.sign().is_empty());
    let before = signs.map(|verdict| {
        format!("<span class=\"sign {}\" aria-hidden=\"true\">{}</span> ", verdict.class(), verdict.sign())
    });
    let words = verdicts.iter().map(|verdict| verdict.word()).chain(provenance.word_behind());
    before.collect::<String>() + html + &provenance.sign_html() + &legend::hidden(voice, words)
}

impl Asked {
    /// Understands `verdicts = ["best", "worst"]`, `best = false` and `objective = { p99 = "200 ms" }`.
    pub(super) fn read(suite: &Suite, context: &Context, keys: &Keys<'_>, measures: &[Measure]) -> Self {
        let (words, best) = (keys.strings("verdicts"), keys.bool("best"));
        for (word, span) in words.iter().filter(|(word, _)| !matches!(word.as_str(), "best" | "worst")) {
            let help = suggest::help(word, ["best", "worst"]);
            context.error(Code::BadValue, *span, format!("`{word}` is no verdict of a table"), help);
        }
        let has = |wanted: &str| words.iter().any(|(word, _)| word == wanted);
        Self {
            best: best.unwrap_or(!keys.has("verdicts")) || has("best"),
            worst: has("worst"),
            objectives: objectives(suite, context, keys, measures),
        }
    }

    /// Reports objectives that do not fit what they are for.
    pub(super) fn check(&self, grid: &Grid<'_>, context: &Context) {
        for (measure, objective) in &self.objectives {
            let unit = grid.unit(*measure);
            if objective.limit.to(unit).is_none() {
                let message =
                    format!("the objective is in {}, the column in {}", objective.limit.unit.words(), unit.words());
                context.error(
                    Code::UnitMismatch,
                    objective.span,
                    message,
                    Some(format!("give a value such as `3 {unit}`")),
                );
            } else if grid.better(*measure) == Better::Neither {
                let message = "an objective needs to know which way its column is better";
                let help = "write the column as `{ value = \"…\", better = \"lower\" }`";
                context.error(Code::UnknownBlock, objective.span, message, Some(help.to_owned()));
            }
        }
    }
}

fn objectives(suite: &Suite, context: &Context, keys: &Keys<'_>, measures: &[Measure]) -> BTreeMap<usize, Objective> {
    let entries = keys.table("objective").map(|table| table.entries.as_slice()).unwrap_or_default();
    let mut objectives = BTreeMap::new();
    for entry in entries {
        let Some(measure) = Plan::measure_named(suite, measures, &entry.key) else {
            let message = format!("the table has no column `{}` to have an objective", entry.key);
            let names: Vec<String> = measures.iter().map(|measure| measure.expression.to_string()).collect();
            context.error(
                Code::UnknownBlock,
                entry.span,
                message,
                suggest::help(&entry.key, names.iter().map(String::as_str)),
            );
            continue;
        };
        let text = match &entry.value.item {
            Item::Table(_) | Item::List(_) | Item::Bool(_) => "",
            _ => entry.value.text().unwrap_or_default(),
        };
        let Some(printed) = number::read(text).numbers.into_iter().next() else {
            let help = Some(format!("for example `{} = \"200 ms\"`", entry.key));
            context.error(Code::BadValue, entry.value.span, format!("`{text}` is no value"), help);
            continue;
        };
        let limit = Quantity { value: printed.value, unit: printed.unit.unwrap_or(Unit::none()) };
        objectives.insert(measure, Objective { limit, text: text.to_owned(), span: entry.value.span });
    }
    objectives
}

impl Grid<'_> {
    /// What is said of each value of which something is said.
    pub(super) fn verdicts(&self) -> BTreeMap<Place, Vec<Verdict>> {
        let asked = &self.plan.verdicts;
        let mut verdicts: BTreeMap<Place, Vec<Verdict>> = BTreeMap::new();
        let extremes = [(asked.best, Verdict::Best), (asked.worst, Verdict::Worst)];
        for (_, verdict) in extremes.into_iter().filter(|(asked, _)| *asked) {
            for place in self.extremes(verdict == Verdict::Best) {
                verdicts.entry(place).or_default().push(verdict);
            }
        }
        for place in self.values.keys() {
            let met = asked.objectives.get(&place.2).and_then(|objective| self.meets(*place, objective));
            verdicts.entry(*place).or_default().extend(met);
        }
        verdicts.retain(|_, said| !said.is_empty());
        verdicts
    }

    fn meets(&self, place: Place, objective: &Objective) -> Option<Verdict> {
        let (value, limit) = (self.number(place)?, objective.limit.to(self.unit(place.2))?.value);
        let met = match self.better(place.2) {
            Better::Lower => value <= limit,
            Better::Higher => value >= limit,
            Better::Neither => return None,
        };
        Some(if met { Verdict::Within } else { Verdict::Outside })
    }

    /// The meaning of each verdict that is given.
    pub(super) fn verdict_legend(&self, given: &BTreeMap<Place, Vec<Verdict>>, voice: Voice<'_>) -> Vec<LegendMark> {
        let given: BTreeSet<Verdict> = given.values().flatten().copied().collect();
        let mark = |verdict: Verdict| {
            legend::mark(voice, (verdict.sign(), verdict.class()), &verdict.word(), &self.meaning(verdict))
        };
        given.into_iter().map(mark).collect()
    }

    fn meaning(&self, verdict: Verdict) -> Message {
        let group = self.plan.group().last().filter(|_| !self.plan.is_wide());
        let of = group.map(|group| say("per_group").with("group", dimension_label(self, group).to_lowercase()));
        match (verdict, of) {
            (Verdict::Best, Some(of)) => say("in_bold_per").with("per", of),
            (Verdict::Best, None) => say("in_bold"),
            (Verdict::Worst, of) => of.unwrap_or_else(|| "".into()),
            (Verdict::Within | Verdict::Outside, _) => {
                let limits = self.plan.verdicts.objectives.iter().map(|(measure, objective)| {
                    let key = if self.better(*measure) == Better::Higher { "at_least" } else { "at_most" };
                    let limit = say(key).with("of", self.plan.measures[*measure].label(self.suite));
                    limit.with("limit", &objective.text)
                });
                Message::joined("comma", limits)
            }
        }
    }
}
